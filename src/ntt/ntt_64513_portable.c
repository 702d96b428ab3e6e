/* ntt32.h modulo 64513, in plain C. */
#define NTT_TABLES "ntt/ntt_64513_portable_tables.h"
#include "ntt/ntt32_plain_body.h"

const neosig_ntt32 neosig_ntt_64513_portable = {
    .name = "portable",
    .q = NTT_Q,
    .forward = ntt32_forward,
    .inverse = ntt32_inverse,
    .multiply = ntt32_multiply,
};
