/* HAWK's table with rows of other dimensions. */
#include "hawk/hawk.h"

#define neosig_hawk_sets library_hawk_sets
#define neosig_hawk_sets_count library_hawk_sets_count
#include "hawk/hawk_params.c"
#undef neosig_hawk_sets
#undef neosig_hawk_sets_count

#include "rows/other.h"

/* n, the deviation and the solver's bounds belong together: what is free is the salt, norms, and how long public keys
 * and signatures are. */
const neosig_hawk_set neosig_hawk_sets[] = {
    {.alg = ALG("other-256", 1, NEOSIG_BROKEN, "test", &hawk_129, "1001", 8, 460, 270),
     .logn = 8,
     .salt_bytes = 33,
     .least_norm = 560,
     .most_inverse = 17179869, /* 1/250 */
     .most_norm = 2200,
     .q00 = {5, 9},
     .q01 = {8, 11},
     .s1 = {5, 9},
     .q11_size = 13,
     .s0_size = 12,
     .gauss = NEOSIG_IF_SIGNING(neosig_hawk_gauss_tables[0]),
     .ntru = {.logn = 8,
              .rule = NEOSIG_NTRU_FIXED,
              .q = 1,
              .small = {1, 1, 1, 2, 3, 5, 9, 17, 34},
              .large = {1, 1, 2, 4, 7, 13, 26, 50},
              .rows = {1, 1, 1, 2, 3, 6, 10, 19, 38},
              .bits = {2, 10, 18, 36, 71},
              .window = {1, 1, 1, 2, 3, 3, 3, 4},
              .step = 20}},
};

const size_t neosig_hawk_sets_count = sizeof neosig_hawk_sets / sizeof neosig_hawk_sets[0];

unsigned other_hawk_unseen(void);
unsigned other_hawk_unseen(void)
{
    const neosig_hawk_set good = neosig_hawk_sets[0];
    unsigned unseen = 0;
    BREAK(hawk, good, logn, 9, "n is 256, 512 or 1024, and the solver's n");
    BREAK(hawk, good, salt_bytes, 41, "the salt has at most NEOSIG_HAWK_MAX_SALT_BYTES");
    BREAK(hawk, good, q01.size, 13, "a code has low < size <= low + 4 bits");
    BREAK(hawk, good, s0_size, 15, "coefficients of q00, q01, s0 and s1 fit 16 bits, those of q11 32");
    BREAK(hawk, good, alg.seed_bytes, 24, "sizes follow from the dimensions");
    return unseen;
}
