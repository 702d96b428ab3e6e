/* Keccak-f[1600] by AVX2: four states, one in each quarter of a register. For one state the compiler makes BMI's ANDN
 * and RORX of the plain code. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "sym/keccak_round.h"
#include "sym/keccak_x4_avx2_body.h"

#include <string.h>

static void f1600(uint64_t state[25])
{
    uint64_t a[25], e[25];
    memcpy(a, state, sizeof a);
    for (unsigned i = 0; i < 24; i += 2) {
        NEOSIG_KECCAK_ROUND(uint64_t, a, e, neosig_keccak_round_constants[i][0]);
        NEOSIG_KECCAK_ROUND(uint64_t, e, a, neosig_keccak_round_constants[i + 1][0]);
    }
    memcpy(state, a, sizeof a);
}

static void f1600_x2(uint64_t states[50])
{
    f1600(states);
    f1600(states + 25);
}

const neosig_keccak_kernels neosig_keccak_avx2 = {"avx2", 0, f1600, f1600_x2, f1600_x4};

NEOSIG_TARGET_END

#endif
