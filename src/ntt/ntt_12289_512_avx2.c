/* ntt16.h for 512 coefficients: plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define NTT_TABLES "ntt/ntt_12289_512_tables.h"
#include "ntt/ntt16_plain_body.h"

const neosig_ntt16 neosig_ntt_12289_512_avx2 = {
    .name = "avx2",
    .n = NTT_N,
    .forward = ntt16_forward,
    .inverse = ntt16_inverse,
    .multiply = ntt16_multiply,
    .divide = NEOSIG_IF_SIGNING(ntt16_divide),
};

NEOSIG_TARGET_END

#endif
