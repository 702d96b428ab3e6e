/* Verification, on public data throughout. */
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *constants, *u; /* of U, or by points of X */
    uint8_t *abq, *x, *p, *w, *wt, *e, *evaluate, *scratch, *target, *image;
    uint8_t *values, *sums;
    size_t w_stride;
} workspace;

/* A prepared key holds values at points, if there are any. */
static int by_points(const neosig_snova_ctx *ctx, int prepared)
{
    return prepared && ctx->points != 0;
}

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena, int prepared)
{
    workspace w = {0};
    size_t u_count = ctx->N * ctx->u_pairs, w_rows = ctx->u_pairs * ctx->m, scratch;
    w.w_stride = neosig_gf16_round_pair(ctx->V) + neosig_gf16_round_pair(ctx->O);
    if (by_points(ctx, prepared)) {
        w.constants = neosig_snova_points_carve(ctx, arena);
        w.values = neosig_carve(arena, neosig_snova_points_values_bytes(ctx, ctx->wt_stride, ctx->n));
        w.sums =
            neosig_carve(arena, neosig_snova_points_sums_bytes(ctx, ctx->r, neosig_snova_larger(ctx->N, ctx->w_lanes)));
        u_count = neosig_snova_points_tables(ctx, ctx->r, ctx->n);
        w_rows = (ctx->l + ctx->l % 2) * ctx->r * ctx->m;
        w.w_stride = ctx->stride;
        scratch = 2 * neosig_snova_points_scratch_bytes(ctx, ctx->r, ctx->n);
    } else {
        scratch = neosig_snova_u_scratch_bytes(ctx, ctx->n) + NEOSIG_GF16_SLACK;
    }
    if (!prepared) {
        w.stream.room = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
        w.abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
        w.p = neosig_carve(arena, ctx->p_bytes);
    }
    w.u = neosig_carve(arena, neosig_gf16_round(u_count) * sizeof *w.u);
    w.x = neosig_carve(arena, ctx->n * ctx->lr + NEOSIG_GF16_SLACK);
    w.w = neosig_carve(arena, w.w_stride * neosig_gf16_round(w_rows) + NEOSIG_GF16_SLACK);
    w.wt = neosig_carve(arena, ctx->wt_stride * neosig_gf16_round(ctx->N) + NEOSIG_GF16_SLACK);
    w.e = neosig_carve(arena, neosig_snova_e_bytes(ctx));
    w.evaluate = neosig_carve(arena, neosig_snova_evaluate_bytes(ctx));
    w.scratch = neosig_carve(arena, neosig_snova_larger(scratch, neosig_snova_abq_scratch_bytes(ctx)));
    w.target = neosig_carve(arena, ctx->o * ctx->lr + NEOSIG_GF16_SLACK);
    w.image = neosig_carve(arena, ctx->o * ctx->lr + NEOSIG_GF16_SLACK);
    return w;
}

size_t neosig_snova_verify_bytes(const neosig_snova_ctx *ctx, int prepared)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared);
    return arena.used;
}

typedef struct prepare_workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *constants;
    uint8_t *scratch, *p;
} prepare_workspace;

static prepare_workspace lay_out_prepare(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    prepare_workspace w = {0};
    w.stream.room = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
    w.scratch = neosig_carve(arena, neosig_snova_abq_scratch_bytes(ctx));
    if (ctx->points != 0) {
        w.constants = neosig_snova_points_carve(ctx, arena);
        w.p = neosig_carve(arena, ctx->p_bytes);
    }
    return w;
}

size_t neosig_snova_prepare_verify_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_prepare(ctx, &arena);
    return arena.used;
}

void neosig_snova_prepare_verify(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *pk, void *memory)
{
    const neosig_snova_rules *rules = ctx->set->rules;
    neosig_snova_prepared_public *key = (neosig_snova_prepared_public *)(void *)prepared;
    neosig_arena arena = {memory, 0};
    prepare_workspace w = lay_out_prepare(ctx, &arena);
    memset(key, 0, sizeof *key);
    rules->bind(ctx, &key->binding, pk);
    rules->open(ctx, &w.stream, pk);
    rules->expand_abq(ctx, prepared + neosig_snova_prepared_abq_offset(0), &w.stream, w.scratch);
    if (ctx->points != 0)
        neosig_snova_points_open(ctx, w.constants);
    for (size_t i = 0; i < ctx->m; i++) {
        uint8_t *to = prepared + neosig_snova_prepared_p_offset(ctx, i);
        neosig_snova_expand_p(ctx, ctx->points != 0 ? w.p : to, &w.stream, pk, i);
        if (ctx->points != 0)
            neosig_snova_points_store(ctx, to, w.constants, w.p, ctx->N, ctx->n);
    }
}

/* E of the signature, from a prepared key by its values at points. */
static void contract_by_points(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *prepared)
{
    neosig_snova_points_open(ctx, w->constants);
    neosig_snova_points_of_x(ctx, w->u, w->constants, w->x, ctx->n, w->scratch);
    for (size_t i = 0; i < ctx->m; i++) {
        const neosig_snova_values values =
            neosig_snova_points_stored(ctx, prepared + neosig_snova_prepared_p_offset(ctx, i), ctx->n);
        neosig_snova_points_multiply_u(ctx, w->w + i * w->w_stride, ctx->m * w->w_stride, w->u, w->constants, &values,
                                       ctx->N, w->sums);
    }
    neosig_snova_points_multiply_w(ctx, w->e, w->u, w->constants, w->w, ctx->n, w->wt, w->values, w->sums);
}

/* The same from the matrices themselves; from a compact key, those of the stream. */
static void contract(const neosig_snova_ctx *ctx, workspace *w, const uint8_t *pk, int prepared)
{
    neosig_snova_u_tables(ctx, w->u, w->x, ctx->n, w->scratch);
    size_t oil = ctx->V; /* where the last O lanes of W begin */
    if (!prepared && neosig_snova_multiplies_packed(ctx)) {
        oil = neosig_gf16_round_pair(ctx->V);
        memset(w->w, 0, w->w_stride * ctx->u_pairs * ctx->m);
        for (size_t i = 0; i < ctx->m; i++)
            neosig_snova_add_w(ctx, w->w + i * w->w_stride, ctx->m * w->w_stride, oil, w->u, &w->stream, pk, i);
    } else {
        for (size_t i = 0; i < ctx->m; i++) {
            const uint8_t *p = prepared ? pk + neosig_snova_prepared_p_offset(ctx, i) : w->p;
            if (!prepared)
                neosig_snova_expand_p(ctx, w->p, &w->stream, pk, i);
            ctx->gf->multiply((neosig_gf16_pairs){w->w + i * w->w_stride, ctx->m * w->w_stride, ctx->u_pairs, ctx->N},
                              (neosig_gf16_factor){w->u, ctx->u_pairs},
                              (neosig_gf16_view){p, ctx->stride, ctx->N, ctx->N});
        }
    }
    neosig_snova_transpose_w(ctx, w->wt, w->w, w->w_stride, ctx->V);
    neosig_snova_transpose_w(ctx, w->wt + ctx->V * ctx->wt_stride, w->w + oil, w->w_stride, ctx->O);
    neosig_snova_multiply_w(ctx, w->e, w->u, w->wt, ctx->N);
}

neosig_error neosig_snova_verify(const neosig_snova_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                 const uint8_t *pk, int prepared, void *memory)
{
    const neosig_snova_rules *rules = ctx->set->rules;
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, prepared);
    neosig_snova_binding binding;
    if (prepared) {
        binding = ((const neosig_snova_prepared_public *)(const void *)pk)->binding;
    } else {
        rules->bind(ctx, &binding, pk);
        rules->open(ctx, &w.stream, pk);
        rules->expand_abq(ctx, w.abq, &w.stream, w.scratch);
    }
    neosig_snova_decode_signature(ctx, w.x, sig);
    if (by_points(ctx, prepared))
        contract_by_points(ctx, &w, pk);
    else
        contract(ctx, &w, pk, prepared);
    const uint8_t *abq = prepared ? pk + neosig_snova_prepared_abq_offset(0) : w.abq;
    neosig_snova_evaluate(ctx, w.image, abq, w.e, w.evaluate);
    neosig_snova_expand_target(ctx, w.target, &binding, digest, sig + neosig_snova_salt_offset(ctx->set));
    return memcmp(w.image, w.target, ctx->o * ctx->lr) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
