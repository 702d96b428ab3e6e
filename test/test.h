/* The tests' only framework: CHECK counts, test_end reports. */
#ifndef NEOSIG_TEST_H
#define NEOSIG_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned test_passed, test_failed;

static inline int test_check(int good, const char *what, const char *file, int line, const char *function)
{
    if (good) {
        test_passed++;
    } else {
        test_failed++;
        fprintf(stderr, "%s:%d: %s: failed: %s\n", file, line, function, what);
    }
    return good;
}

/* Records whether a condition holds; evaluates to it. */
#define CHECK(condition) test_check((condition) != 0, #condition, __FILE__, __LINE__, __func__)

/* Memory on a boundary of 64 bytes, as workspaces and prepared keys need it, for the caller to free. Ends the test if
 * there is none. */
static inline void *test_allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, bytes == 0 ? 64 : (bytes + 63) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

/* The least bound that holds. 0 does not hold, `most` does, and so does whatever is greater than one that holds. */
static inline uint64_t test_least(uint64_t most, int (*holds)(uint64_t bound))
{
    uint64_t small = 0;
    while (most - small > 1) {
        const uint64_t middle = (small + most) / 2;
        *(holds(middle) ? &most : &small) = middle;
    }
    return most;
}

/* Prints the totals; the value for main to return. A test that checked nothing has failed. */
static inline int test_end(void)
{
    printf("%u passed, %u failed\n", test_passed, test_failed);
    return test_failed != 0 || test_passed == 0;
}

/* The value for main to return where a test cannot run. */
static inline int test_skip(const char *why)
{
    printf("skipped: %s\n", why);
    return 77;
}

#endif
