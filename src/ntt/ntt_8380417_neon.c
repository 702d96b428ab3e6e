/* ntt32.h modulo 8380417, in NEON. */
#if defined(__aarch64__)
#define NTT_TABLES "ntt/ntt_8380417_neon_tables.h"
#include "ntt/ntt32_neon_body.h"

const neosig_ntt32 neosig_ntt_8380417_neon = {
    .name = "neon",
    .q = NTT_Q,
    .forward = ntt32_forward,
    .inverse = ntt32_inverse,
    .multiply = ntt32_multiply,
};

#endif
