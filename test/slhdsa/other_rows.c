/* SLH-DSA's table with rows of other dimensions. */
#include "slhdsa/slhdsa.h"

#define neosig_slhdsa_sets library_slhdsa_sets
#define neosig_slhdsa_sets_count library_slhdsa_sets_count
#include "slhdsa/slhdsa_params.c"
#undef neosig_slhdsa_sets
#undef neosig_slhdsa_sets_count

#include "rows/other.h"

const neosig_slhdsa_set neosig_slhdsa_sets[] = {
    /* SHAKE, n, h, d, a, k: one lowest tree; FORS in two levels of subtrees; most trees of FORS, of two leaves; a
     * tree's number of 64 bits */
    SET("other-lowest-sha2-16", 1, "1001", 0, 16, 1, 1, 4, 8),
    SET("other-lowest-sha2-32", 5, "1002", 0, 32, 1, 1, 4, 8),
    SET("other-lowest-shake-24", 3, "1003", 1, 24, 1, 1, 4, 8),
    SET("other-subtrees", 1, "1004", 0, 16, 6, 2, 11, 3),
    SET("other-most-trees", 3, "1005", 0, 24, 10, 2, 1, 64),
    SET("other-high", 5, "1006", 1, 32, 66, 33, 3, 5),
    SET("other-faults", 1, "1007", 0, 16, 4, 2, 3, 4), /* for faults.c */
};

const size_t neosig_slhdsa_sets_count = sizeof neosig_slhdsa_sets / sizeof neosig_slhdsa_sets[0];

unsigned other_slhdsa_unseen(void);
unsigned other_slhdsa_unseen(void)
{
    const neosig_slhdsa_set good = neosig_slhdsa_sets[3], tall = SET("tall", 1, "9", 0, 16, 20, 2, 4, 4),
                            numbers = SET("numbers", 1, "9", 0, 16, 70, 14, 4, 4),
                            leaves = SET("leaves", 1, "9", 0, 16, 6, 2, 27, 32);
    unsigned unseen = 0;
    BREAK(slhdsa, good, n, 20, "n is 16, 24 or 32");
    BREAK(slhdsa, good, d, 0, "h = d h'");
    BREAK(slhdsa, good, h, 7, "h = d h'");
    BREAK(slhdsa, good, tree_height, 2, "h = d h'");
    BREAK(slhdsa, tall, shake, 1, "1 <= h' <= NEOSIG_SLHDSA_SUBTREE");
    BREAK(slhdsa, numbers, shake, 1, "h - h' <= 64");
    BREAK(slhdsa, good, a, 0, "1 <= a <= 2 NEOSIG_SLHDSA_SUBTREE");
    BREAK(slhdsa, leaves, shake, 1, "1 <= a <= 2 NEOSIG_SLHDSA_SUBTREE");
    BREAK(slhdsa, good, k, 0, "1 <= k <= NEOSIG_SLHDSA_MAX_K");
    BREAK(slhdsa, good, k, 65, "1 <= k <= NEOSIG_SLHDSA_MAX_K");
    BREAK(slhdsa, good, m, 8, "m follows from h, d, a and k, and is at most NEOSIG_SLHDSA_MAX_M");
    BREAK(slhdsa, good, alg.signature_bytes, 1, "sizes follow from the dimensions");
    BREAK(slhdsa, good, alg.seed_bytes, 32, "sizes follow from the dimensions");
    return unseen;
}
