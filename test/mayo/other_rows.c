/* MAYO's table with rows of other dimensions. */
#include "mayo/mayo.h"

#define neosig_mayo_sets library_mayo_sets
#define neosig_mayo_sets_count library_mayo_sets_count
#include "mayo/mayo_params.c"
#undef neosig_mayo_sets
#undef neosig_mayo_sets_count

#include "rows/other.h"

static const uint8_t whipping_4[] = {3, 1, 0, 2, 9, 7, 8, 4, 6, 5};

const neosig_mayo_set neosig_mayo_sets[] = {
    /* name, level, v, o, m, k, tail of f, bytes of salt and seed, bytes of digest, number of object identifier */
    SET("mayo-other-1", 1, 61, 9, 34, 4, 3, 1, 0, 0, 32, 48, "1001"),
    SET("mayo-other-2", 1, 66, 8, 40, 5, 1, 2, 3, 4, 24, 32, "1002"),
};

const size_t neosig_mayo_sets_count = sizeof neosig_mayo_sets / sizeof neosig_mayo_sets[0];

unsigned other_mayo_unseen(void);
unsigned other_mayo_unseen(void)
{
    static const uint8_t twice[] = {3, 1, 0, 2, 9, 7, 8, 4, 6, 6};
    const neosig_mayo_set good = neosig_mayo_sets[0], odd = neosig_mayo_sets[1];
    neosig_mayo_set many = good; /* powers of z */
    many.k = 8;
    many.o = 5;
    unsigned unseen = 0;
    BREAK(mayo, good, o, 14, "dimensions are at most NEOSIG_MAYO_MAX_...");
    BREAK(mayo, good, v, 150, "dimensions are at most NEOSIG_MAYO_MAX_...");
    BREAK(mayo, good, salt_bytes, 48, "dimensions are at most NEOSIG_MAYO_MAX_...");
    BREAK(mayo, good, m, 35, "m is even and at least 32, v at least 31");
    BREAK(mayo, good, v, 29, "m is even and at least 32, v at least 31");
    BREAK(mayo, good, m, 38, "k o is m, or up to NEOSIG_GF16_MOST_FREE more");
    BREAK(mayo, good, m, 32, "k o is m, or up to NEOSIG_GF16_MOST_FREE more");
    BREAK(mayo, odd, v, 67, "a signature's vectors have whole bytes");
    BREAK(mayo, many, m, 38, "k (k + 1) / 2 + 3 <= m");
    BREAK(mayo, good, whipping, twice, "Z has each of 0, ..., k (k + 1) / 2 - 1 once");
    BREAK(mayo, good, alg.public_key_bytes, 1, "sizes follow from the dimensions");
    return unseen;
}
