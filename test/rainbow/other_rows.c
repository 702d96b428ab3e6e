/* Rainbow's table with rows of other dimensions. */
#include "rainbow/rainbow.h"

#define neosig_rainbow_sets library_rainbow_sets
#define neosig_rainbow_sets_count library_rainbow_sets_count
#include "rainbow/rainbow_params.c"
#undef neosig_rainbow_sets
#undef neosig_rainbow_sets_count

#include "rows/other.h"

const neosig_rainbow_set neosig_rainbow_sets[] = {
    /* bits, v, o1, o2, bytes of the hash */
    LEVEL("other-4", 1, "1001", "1002", "1003", 4, 44, 32, 32, 48),
    LEVEL("other-8", 1, "1004", "1005", "1006", 8, 36, 20, 32, 32),
};

const size_t neosig_rainbow_sets_count = sizeof neosig_rainbow_sets / sizeof neosig_rainbow_sets[0];

unsigned other_rainbow_unseen(void);
unsigned other_rainbow_unseen(void)
{
    const neosig_rainbow_set good = neosig_rainbow_sets[0];
    unsigned unseen = 0;
    BREAK(rainbow, good, bits, 2, "the field has 4 or 8 bits");
    BREAK(rainbow, good, v, 100, "v, o1, o2 and their sums are at most NEOSIG_RAINBOW_MAX_...");
    BREAK(rainbow, good, o1, 40, "v, o1, o2 and their sums are at most NEOSIG_RAINBOW_MAX_...");
    BREAK(rainbow, good, o2, 68, "v, o1, o2 and their sums are at most NEOSIG_RAINBOW_MAX_...");
    BREAK(rainbow, good, v, 34, "v, o1 and o2 are multiples of 4");
    BREAK(rainbow, good, v, 28, "o1 <= o2 <= v <= o1 + o2");
    BREAK(rainbow, good, v, 72, "o1 <= o2 <= v <= o1 + o2");
    BREAK(rainbow, good, o2, 20, "o1 <= o2 <= v <= o1 + o2");
    BREAK(rainbow, good, o1, 28, "vectors of v and o1 elements have 16 bytes or more");
    BREAK(rainbow, good, o2, 36, "vectors of o2 elements have a multiple of 16 bytes");
    BREAK(rainbow, good, digest_bytes, 28, "the hash is SHA-256, SHA-384 or SHA-512");
    BREAK(rainbow, good, alg.public_key_bytes, 1, "sizes follow from the dimensions");
    return unseen;
}
