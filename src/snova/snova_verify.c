/* Verification. All data is public. */
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    neosig_snova_keystream stream; /* P11, P12 and P21, from a public key */
    neosig_gf16_table *constants;  /* by points: of snova_points.c */
    neosig_gf16_table *u;          /* U; by points, values of X */
    uint8_t *abq;                  /* A, B, Q1, Q2, from a public key */
    uint8_t *x;                    /* the signature's n blocks */
    uint8_t *p;                    /* P_i, from a public key */
    uint8_t *w;                    /* all W_i = U^T P_i: pair rows (pair, i'); by points, rows (sigma, i') */
    uint8_t *wt;                   /* their transpose: N rows of lanes (sigma, i'), one every wt_stride */
    uint8_t *e;                    /* E = W U */
    uint8_t *values;               /* by points: of W^T */
    uint8_t *sums;                 /* by points: of the products */
    void *memory;                  /* of functions that are called one after another */
    uint8_t *target, *image;       /* what is compared */
    size_t w_stride;
} workspace;

/* Whether the key holds values at points. */
static int by_points(const neosig_snova_ctx *ctx, int prepared)
{
    return prepared && ctx->points != 0;
}

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena, int prepared)
{
    workspace w = {0};
    const size_t image = neosig_snova_rows_bytes(ctx->o, ctx->lr);
    size_t tables = ctx->N * ctx->u_pairs, w_rows = ctx->u_pairs * ctx->m, most = neosig_snova_evaluate_bytes(ctx);
    w.w_stride = neosig_gf16_round_two(ctx->V) + neosig_gf16_round_two(ctx->O);
    if (by_points(ctx, prepared)) {
        w.constants = neosig_snova_points_carve_constants(ctx, arena);
        w.values = neosig_carve(arena, neosig_snova_points_values_bytes(ctx, ctx->wt_stride, ctx->n));
        w.sums =
            neosig_carve(arena, neosig_snova_points_sums_bytes(ctx, ctx->r, neosig_snova_larger(ctx->N, ctx->w_lanes)));
        tables = neosig_snova_points_tables_count(ctx, ctx->r, ctx->n);
        w_rows = (ctx->l + ctx->l % 2) * ctx->r * ctx->m;
        w.w_stride = ctx->stride;
        most = neosig_snova_larger(most, neosig_snova_points_x_tables_bytes(ctx, ctx->n));
    } else {
        most = neosig_snova_larger(most, neosig_snova_u_bytes(ctx, ctx->n));
    }
    if (!prepared) {
        w.stream.memory = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
        w.abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
        w.p = neosig_carve(arena, ctx->p_bytes);
        most = neosig_snova_larger(most, neosig_snova_abq_scratch_bytes(ctx));
    }
    w.u = neosig_carve(arena, neosig_gf16_round(tables) * sizeof *w.u);
    w.x = neosig_carve(arena, neosig_snova_lanes_bytes(ctx->n * ctx->lr));
    w.w = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(w_rows), w.w_stride));
    w.wt = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->N), ctx->wt_stride));
    w.e = neosig_carve(arena, neosig_snova_e_bytes(ctx));
    w.memory = neosig_carve(arena, most);
    w.target = neosig_carve(arena, image);
    w.image = neosig_carve(arena, image);
    return w;
}

size_t neosig_snova_verify_bytes(const neosig_snova_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared);
    return arena.used;
}

typedef struct prepare_workspace {
    neosig_snova_keystream stream;
    uint8_t *abq_scratch;         /* of expand_abq_vartime */
    neosig_gf16_table *constants; /* of snova_points.c */
    uint8_t *p;                   /* P_i, where the key holds its values */
} prepare_workspace;

static prepare_workspace lay_out_prepare(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    prepare_workspace w = {0};
    w.stream.memory = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
    w.abq_scratch = neosig_carve(arena, neosig_snova_abq_scratch_bytes(ctx));
    if (ctx->points != 0) {
        w.constants = neosig_snova_points_carve_constants(ctx, arena);
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

neosig_error neosig_snova_prepare_verify(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                         void *memory)
{
    const neosig_snova_rules *rules = ctx->set->rules;
    neosig_snova_prepared_public *key = (neosig_snova_prepared_public *)(void *)prepared;
    neosig_arena arena = {memory, 0};
    prepare_workspace w = lay_out_prepare(ctx, &arena);
    const neosig_error error = neosig_snova_check_public_key(ctx->set, pk);
    if (error != NEOSIG_OK)
        return error;
    memset(key, 0, sizeof *key);
    rules->bind(ctx, &key->binding, pk);
    neosig_snova_keystream_open(ctx, &w.stream, pk);
    rules->expand_abq_vartime(ctx, prepared + neosig_snova_prepared_abq_offset(0), &w.stream, w.abq_scratch);
    if (ctx->points != 0)
        neosig_snova_points_make_constants(ctx, w.constants);
    for (size_t i = 0; i < ctx->m; i++) {
        uint8_t *to = prepared + neosig_snova_prepared_p_offset(ctx, i);
        neosig_snova_expand_p(ctx, ctx->points != 0 ? w.p : to, &w.stream, pk, i);
        if (ctx->points != 0)
            neosig_snova_points_store(ctx, to, w.constants, (neosig_gf16_view){w.p, ctx->stride, ctx->N, ctx->N},
                                      ctx->n);
    }
    return NEOSIG_OK;
}

/* E of the signature, from a prepared key with values at points. */
static void make_e_by_points(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *prepared)
{
    neosig_snova_points_make_constants(ctx, w->constants);
    neosig_snova_points_x_tables(ctx, w->u, w->constants, w->x, ctx->n, w->memory);
    for (size_t i = 0; i < ctx->m; i++) {
        const neosig_snova_values values =
            neosig_snova_points_find_stored(ctx, prepared + neosig_snova_prepared_p_offset(ctx, i), ctx->n);
        const neosig_gf16_matrix w_i = {w->w + i * w->w_stride, ctx->m * w->w_stride, ctx->lr, ctx->N};
        neosig_snova_points_multiply_u(ctx, w_i, w->u, w->constants, &values, w->sums);
    }
    neosig_snova_points_multiply_w(ctx, w->e, w->u, w->constants,
                                   (neosig_gf16_view){w->w, w->w_stride, ctx->w_lanes, ctx->N}, ctx->n, w->wt,
                                   w->values, w->sums);
}

/* Lanes of W_i from lane at on. */
static neosig_gf16_pairs products_of(const neosig_snova_ctx *ctx, const workspace *w, size_t i, size_t at, size_t lanes)
{
    return (neosig_gf16_pairs){w->w + i * w->w_stride + at, ctx->m * w->w_stride, ctx->u_pairs, lanes};
}

/* E of the signature, from the P_i of a prepared key, or from those of the key stream and a public key. */
static void make_e(const neosig_snova_ctx *ctx, workspace *w, const uint8_t *pk, int prepared)
{
    neosig_snova_u_tables(ctx, w->u, w->x, ctx->n, w->memory);
    size_t oil = ctx->V; /* where the last O lanes of W begin */
    if (!prepared && neosig_snova_multiplies_blocks(ctx)) {
        oil = neosig_gf16_round_two(ctx->V);
        memset(w->w, 0, w->w_stride * ctx->u_pairs * ctx->m);
        for (size_t i = 0; i < ctx->m; i++)
            neosig_snova_add_w(ctx, products_of(ctx, w, i, 0, ctx->V), products_of(ctx, w, i, oil, ctx->O), w->u,
                               &w->stream, pk, i);
    } else {
        for (size_t i = 0; i < ctx->m; i++) {
            const uint8_t *p = prepared ? pk + neosig_snova_prepared_p_offset(ctx, i) : w->p;
            if (!prepared)
                neosig_snova_expand_p(ctx, w->p, &w->stream, pk, i);
            ctx->gf->multiply(products_of(ctx, w, i, 0, ctx->N), (neosig_gf16_factor){w->u, ctx->u_pairs},
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
        neosig_snova_keystream_open(ctx, &w.stream, pk);
        rules->expand_abq_vartime(ctx, w.abq, &w.stream, w.memory);
    }
    neosig_snova_decode_signature(ctx, w.x, sig);
    if (by_points(ctx, prepared))
        make_e_by_points(ctx, &w, pk);
    else
        make_e(ctx, &w, pk, prepared);
    const uint8_t *abq = prepared ? pk + neosig_snova_prepared_abq_offset(0) : w.abq;
    neosig_snova_evaluate(ctx, w.image, abq, w.e, w.memory);
    neosig_snova_expand_target(ctx, w.target, &binding, digest, sig + neosig_snova_salt_offset(ctx->set));
    return memcmp(w.image, w.target, ctx->o * ctx->lr) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
