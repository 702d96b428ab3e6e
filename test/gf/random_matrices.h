/* What the tests of kernels over GF(16) share: random matrices, products by loops over elements. */
#ifndef NEOSIG_GF_RANDOM_MATRICES_H
#define NEOSIG_GF_RANDOM_MATRICES_H

#include "gf/gf16.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
#define ROUNDS 40
#else
#define ROUNDS 300
#endif

/* CHECK of what a kernel of table k does, in the function of the kernel's name. Where it fails, it tells the backend
 * and the sizes, in the words of printf. The test ends after ten failures. */
#define CHECK_KERNEL(k, condition, ...)                                                                                \
    do {                                                                                                               \
        if (!CHECK(condition)) {                                                                                       \
            fprintf(stderr, "    %s, ", (k)->name);                                                                    \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fputc('\n', stderr);                                                                                       \
            if (test_failed >= 10) {                                                                                   \
                fprintf(stderr, "ten failures: the rest is not tested\n");                                             \
                exit(test_end());                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

static uint64_t state = 1;

static inline uint32_t draw(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static inline size_t between(size_t low, size_t high)
{
    return low + draw() % (high - low + 1);
}

/* bytes random bytes of their own allocation, so that sanitizers see each access outside. */
static inline uint8_t *bytes_of(size_t bytes)
{
    uint8_t *p = malloc(bytes);
    if (p == NULL)
        exit(2);
    for (size_t i = 0; i < bytes; i++)
        p[i] = (uint8_t)draw();
    return p;
}

static inline uint8_t *elements_of(size_t count)
{
    uint8_t *p = bytes_of(count);
    for (size_t i = 0; i < count; i++)
        p[i] &= 15;
    return p;
}

static inline uint8_t *copy_of(const uint8_t *from, size_t bytes)
{
    uint8_t *p = bytes_of(bytes);
    memcpy(p, from, bytes);
    return p;
}

/* Schoolbook, reduced by x^4 + x + 1. */
static inline uint8_t times(uint8_t a, uint8_t b)
{
    unsigned r = 0;
    for (unsigned bit = 0; bit < 4; bit++)
        if (b >> bit & 1)
            r ^= (unsigned)a << bit;
    for (unsigned bit = 6; bit >= 4; bit--)
        if (r >> bit & 1)
            r ^= 0x13u << (bit - 4);
    return (uint8_t)r;
}

static inline uint8_t pair_times(uint8_t pair, uint8_t x)
{
    return (uint8_t)(times(pair & 15, x) | times(pair >> 4, x) << 4);
}

/* Tables of count pairs, both buffers as the contract asks and no longer. */
static inline neosig_gf16_table *tables_of(const neosig_gf16_kernels *k, const uint8_t *pairs, size_t count)
{
    size_t room = count < 4 ? count : neosig_gf16_round(count);
    neosig_gf16_table *t = malloc(room * sizeof *t);
    uint8_t *padded = bytes_of(room);
    if (t == NULL)
        exit(2);
    memcpy(padded, pairs, count);
    k->tables(t, padded, count);
    free(padded);
    return t;
}

#endif
