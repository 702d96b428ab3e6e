/* UOV's table with rows of other dimensions. */
#include "uov/uov.h"

#define neosig_uov_sets library_uov_sets
#define neosig_uov_sets_count library_uov_sets_count
#include "uov/uov_params.c"
#undef neosig_uov_sets
#undef neosig_uov_sets_count

#include "rows/other.h"

const neosig_uov_set neosig_uov_sets[] = {
    /* bits, v, o: an odd v, and vectors of other lengths than the kernels of buckets have */
    LEVEL("other-4", 1, 4, 58, 36, OWN("1001"), OWN("1002"), OWN("1003"), "none", NULL),
    LEVEL("other-8", 1, 8, 51, 41, OWN("1004"), OWN("1005"), OWN("1006"), "none", NULL),
    LEVEL("other-8-short", 1, 8, 37, 32, OWN("1007"), OWN("1008"), OWN("1009"), "none", NULL),
};

const size_t neosig_uov_sets_count = sizeof neosig_uov_sets / sizeof neosig_uov_sets[0];

unsigned other_uov_unseen(void);
unsigned other_uov_unseen(void)
{
    const neosig_uov_set good = neosig_uov_sets[0];
    unsigned unseen = 0;
    BREAK(uov, good, bits, 2, "the field has 4 or 8 bits");
    BREAK(uov, good, o, 100, "o and v + o are at most NEOSIG_UOV_MAX_...");
    BREAK(uov, good, v, 256, "o and v + o are at most NEOSIG_UOV_MAX_...");
    BREAK(uov, good, v, 34, "o <= v");
    BREAK(uov, good, v, 59, "over GF(16), v is even and o a multiple of 4");
    BREAK(uov, good, o, 34, "over GF(16), v is even and o a multiple of 4");
    BREAK(uov, good, o, 28, "o is 32 or more");
    BREAK(uov, good, alg.public_key_bytes, 1, "sizes follow from the dimensions");
    return unseen;
}
