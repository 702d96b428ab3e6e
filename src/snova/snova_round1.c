/* The rules of round 1. All equations have the same A, B, Q1, Q2, which come from the key stream. The public seed is
 * hashed with the message to the target. */
#include "snova/snova.h"

#include <string.h>

static void expand_abq_vartime(const neosig_snova_ctx *ctx, uint8_t *abq, neosig_snova_keystream *stream,
                               uint8_t *scratch)
{
    (void)scratch;
    /* Behind P11, P12, P21: L matrices A, L matrices B, L times l coefficients of Q1, then of Q2. */
    size_t count = 2 * ctx->L * (ctx->L + ctx->l);
    uint8_t elements[32 + 2 * 16 * (16 + 4) + NEOSIG_GF16_SLACK] = {0};
    neosig_snova_keystream_read(stream, neosig_snova_p_elements(ctx), count);
    neosig_gf16_unpack(elements, stream->packed, stream->skip + count);
    const uint8_t *e = elements + stream->skip;
    uint8_t *a = abq, *b = a + 16 * ctx->L, *q1 = b + 16 * ctx->L, *q2 = q1 + 16 * ctx->l;
    memset(abq, 0, neosig_snova_abq_bytes(ctx));
    neosig_snova_lanes_of_matrices(ctx, a, e, ctx->L);
    neosig_snova_lanes_of_matrices(ctx, b, e += ctx->L * ctx->L, ctx->L);
    neosig_snova_lanes_of_matrices(ctx, q1, e += ctx->L * ctx->L, ctx->l);
    neosig_snova_lanes_of_matrices(ctx, q2, e + ctx->L * ctx->l, ctx->l);
    /* Elements of the field F16[S] are invertible if they are not zero. So in Q1 and Q2, the last coefficient is
     * replaced where it is zero. */
    neosig_snova_make_invertible_vartime(a, ctx->l);
    neosig_snova_make_invertible_vartime(b, ctx->l);
    neosig_snova_replace_zero(q1 + 16 * (ctx->l - 1), q1, ctx->L);
    neosig_snova_replace_zero(q2 + 16 * (ctx->l - 1), q2, ctx->L);
}

static void bind(const neosig_snova_ctx *ctx, neosig_snova_binding *binding, const uint8_t *pk)
{
    (void)ctx;
    memcpy(binding->bytes, pk, NEOSIG_SNOVA_PUBLIC_SEED_BYTES);
}

const neosig_snova_rules neosig_snova_round1 = {
    .expand_abq_vartime = expand_abq_vartime,
    .bind = bind,
    .binding_bytes = NEOSIG_SNOVA_PUBLIC_SEED_BYTES,
};
