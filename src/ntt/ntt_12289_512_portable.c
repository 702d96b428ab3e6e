/* ntt16.h for 512 coefficients, in plain C. */
#define NTT_TABLES "ntt/ntt_12289_512_tables.h"
#include "ntt/ntt16_plain_body.h"

const neosig_ntt16 neosig_ntt_12289_512_portable = {
    .name = "portable",
    .n = NTT_N,
    .forward = ntt16_forward,
    .inverse = ntt16_inverse,
    .multiply = ntt16_multiply,
    .divide = NEOSIG_IF_SIGNING(ntt16_divide),
};
