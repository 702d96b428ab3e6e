/* ML-DSA's table with rows of other dimensions. */
#include "mldsa/mldsa.h"

#define neosig_mldsa_sets library_mldsa_sets
#define neosig_mldsa_sets_count library_mldsa_sets_count
#include "mldsa/mldsa_params.c"
#undef neosig_mldsa_sets
#undef neosig_mldsa_sets_count

#include "rows/other.h"

const neosig_mldsa_set neosig_mldsa_sets[] = {
    /* k, l, eta, tau, omega, gamma1, gamma2, bytes of c-tilde */
    ML_DSA("other-5-4", 2, "1.1", 5, 4, 4, 41, 70, 1 << 17, (Q - 1) / 88, 40),
    ML_DSA("other-4-7", 2, "1.2", 4, 7, 2, 50, 60, 1 << 19, (Q - 1) / 88, 32),
    DILITHIUM("other-7-4", 2, "1.3", 7, 4, 2, 60, 120, 1 << 19, (Q - 1) / 32),
};

const size_t neosig_mldsa_sets_count = sizeof neosig_mldsa_sets / sizeof neosig_mldsa_sets[0];

unsigned other_mldsa_unseen(void);
unsigned other_mldsa_unseen(void)
{
    const neosig_mldsa_set good = neosig_mldsa_sets[0];
    unsigned unseen = 0;
    BREAK(mldsa, good, k, 3, "4 <= k <= NEOSIG_MLDSA_MAX_K");
    BREAK(mldsa, good, k, 9, "4 <= k <= NEOSIG_MLDSA_MAX_K");
    BREAK(mldsa, good, k, 6, "k <= 5 where gamma2 is (q - 1)/88");
    BREAK(mldsa, good, l, 3, "4 <= l <= NEOSIG_MLDSA_MAX_L");
    BREAK(mldsa, good, l, 8, "4 <= l <= NEOSIG_MLDSA_MAX_L");
    BREAK(mldsa, good, eta, 3, "eta is 2 or 4");
    BREAK(mldsa, good, gamma1, 1 << 18, "gamma1 is 2^17 or 2^19");
    BREAK(mldsa, good, gamma2, (Q - 1) / 44, "gamma2 is (q - 1)/88 or (q - 1)/32");
    BREAK(mldsa, good, tau, 65, "1 <= tau <= 64");
    BREAK(mldsa, good, tr_bytes, 48, "tr has 32 or 64 bytes");
    BREAK(mldsa, good, ctilde_bytes, 72, "32 <= bytes of c-tilde <= 64");
    BREAK(mldsa, good, omega, 71, "sizes follow from the dimensions");
    return unseen;
}
