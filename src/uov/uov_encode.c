/* Where things are in keys. A whole public key is P1 | P2 | P3: triangle, rectangle and triangle, row by row, a vector
 * of m_bytes for each term. */
#include "uov/uov.h"

neosig_uov_secret neosig_uov_secret_parts(const neosig_uov_ctx *ctx, uint8_t *sk)
{
    neosig_uov_secret s = {.seed = sk, .O = sk + NEOSIG_UOV_SEED_BYTES};
    s.P1 = s.O + ctx->o_bytes;
    s.S = s.P1 + ctx->p1_bytes;
    return s;
}

size_t neosig_uov_prepared_secret_bytes(const neosig_uov_ctx *ctx)
{
    return NEOSIG_UOV_SEED_BYTES + ctx->o_bytes + ctx->p1_bytes + ctx->s_bytes;
}

size_t neosig_uov_prepared_public_bytes(const neosig_uov_ctx *ctx)
{
    return ctx->p1_bytes + ctx->p2_bytes + ctx->p3_bytes;
}
