/* ntt16.h for 1024 coefficients, in NEON. */
#if defined(__aarch64__)
#define NTT_TABLES "ntt/ntt_12289_1024_tables.h"
#include "ntt/ntt16_neon_body.h"

const neosig_ntt16 neosig_ntt_12289_1024_neon = {
    .name = "neon",
    .n = NTT_N,
    .forward = ntt16_forward,
    .inverse = ntt16_inverse,
    .multiply = ntt16_multiply,
    .divide = NEOSIG_IF_SIGNING(ntt16_divide),
};

#endif
