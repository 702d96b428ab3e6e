/* Verification, on public data throughout. */
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *u;
    uint8_t *x, *p, *w, *wt, *evaluate, *scratch, *target, *image;
    size_t w_stride;
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena, int prepared)
{
    workspace w = {0};
    if (!prepared) {
        w.stream.packed = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
        w.p = neosig_carve(arena, ctx->p_bytes);
    }
    w.u = neosig_carve(arena, neosig_gf16_round(ctx->N * ctx->u_pairs) * sizeof *w.u);
    w.x = neosig_carve(arena, ctx->n * ctx->L + NEOSIG_GF16_SLACK);
    w.w_stride = neosig_gf16_round_pair(ctx->V) + neosig_gf16_round_pair(ctx->O);
    w.w = neosig_carve(arena, w.w_stride * neosig_gf16_round(ctx->u_pairs * ctx->m) + NEOSIG_GF16_SLACK);
    w.wt = neosig_carve(arena, ctx->w_lanes * ctx->N + NEOSIG_GF16_SLACK);
    w.evaluate = neosig_carve(arena, neosig_snova_evaluate_bytes(ctx));
    w.scratch = neosig_carve(arena, neosig_snova_larger(neosig_snova_u_scratch_bytes(ctx, ctx->n),
                                                        neosig_snova_w_scratch_bytes(ctx, ctx->N) + NEOSIG_GF16_SLACK));
    w.target = neosig_carve(arena, ctx->m * ctx->L + NEOSIG_GF16_SLACK);
    w.image = neosig_carve(arena, ctx->m * ctx->L + NEOSIG_GF16_SLACK);
    return w;
}

size_t neosig_snova_verify_bytes(const neosig_snova_ctx *ctx, int prepared)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared);
    return arena.used;
}

size_t neosig_snova_prepare_verify_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_keystream_bytes(ctx);
}

void neosig_snova_prepare_verify(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *pk, void *memory)
{
    neosig_snova_prepared_public *key = (neosig_snova_prepared_public *)(void *)prepared;
    neosig_snova_keystream stream = {.packed = memory};
    memcpy(key->public_seed, pk, sizeof key->public_seed);
    neosig_snova_keystream_open(ctx, &stream, pk);
    neosig_snova_expand_abq_vartime(ctx, &key->abq, &stream);
    for (size_t i = 0; i < ctx->m; i++)
        neosig_snova_expand_p(ctx, prepared + neosig_snova_prepared_p_offset(ctx, i), &stream, pk, i);
}

neosig_error neosig_snova_verify(const neosig_snova_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                 const uint8_t *pk, int prepared, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, prepared);
    const neosig_snova_prepared_public *key = (const neosig_snova_prepared_public *)(const void *)pk;
    const uint8_t *public_seed = prepared ? key->public_seed : pk;

    neosig_snova_abq abq;
    if (prepared) {
        abq = key->abq;
    } else {
        neosig_snova_keystream_open(ctx, &w.stream, public_seed);
        neosig_snova_expand_abq_vartime(ctx, &abq, &w.stream);
    }
    neosig_snova_decode_signature(ctx, w.x, sig);
    neosig_snova_u_tables(ctx, w.u, w.x, ctx->n, w.scratch);
    size_t oil = ctx->V; /* where the last O lanes of W begin */
    if (!prepared && ctx->l == 2 && ctx->gf->multiply_packed != NULL) {
        oil = neosig_gf16_round_pair(ctx->V);
        memset(w.w, 0, w.w_stride * ctx->u_pairs * ctx->m);
        for (size_t i = 0; i < ctx->m; i++)
            neosig_snova_add_w(ctx, w.w + i * w.w_stride, ctx->m * w.w_stride, oil, w.u, &w.stream, pk, i);
    } else {
        for (size_t i = 0; i < ctx->m; i++) {
            const uint8_t *p = prepared ? pk + neosig_snova_prepared_p_offset(ctx, i) : w.p;
            if (!prepared)
                neosig_snova_expand_p(ctx, w.p, &w.stream, pk, i);
            ctx->gf->multiply(w.w + i * w.w_stride, ctx->m * w.w_stride, w.u, ctx->u_pairs, p, ctx->stride,
                              ctx->u_pairs, ctx->N, ctx->N);
        }
    }
    neosig_snova_transpose_w(ctx, w.wt, w.w, w.w_stride, ctx->V, w.scratch);
    neosig_snova_transpose_w(ctx, w.wt + ctx->V * ctx->w_lanes, w.w + oil, w.w_stride, ctx->O, w.scratch);
    neosig_snova_evaluate(ctx, w.image, &abq, w.u, w.wt, ctx->N, w.evaluate);
    neosig_snova_expand_target(ctx, w.target, public_seed, digest, sig + neosig_snova_salt_offset(ctx->set));
    return memcmp(w.image, w.target, ctx->m * ctx->L) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
