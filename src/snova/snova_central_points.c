/* The central map by values at points (snova_points.c): from a prepared key that holds the values of R_i, or from the
 * two seeds. U^T R_i has rows (sigma, i') here, one every stride, and no pairs.
 *
 * From the seeds, this way makes F21 = P21 + T^T P11. The product T^T P11 has O rows, and takes the values of P11 that
 * U^T P11 needs anyway. Without F21, signing would need P11 U, which has l r columns and takes P11 transposed, and the
 * product of that with T. F12 is not made, as U^T F12 = U^T P12 + W T. */
#include "snova/snova_central.h"

/* ---- Both */

/* Of evaluate, behind the stream if there is one. */
typedef struct workspace {
    neosig_gf16_table *u; /* of the values of X: row (j, e) has r_pairs tables */
    uint8_t *w;           /* rows (sigma, i'), one every stride: W | G1 | G2; for odd l, r m rows of zeros follow */
    void *sums;           /* of products with up to stride or wt_stride lanes */
} workspace;

static size_t width_of_sums(const neosig_snova_ctx *ctx, int with_t)
{
    return with_t ? neosig_snova_larger(ctx->r, ctx->o) : ctx->r;
}

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena, int with_t)
{
    workspace w = {0};
    const size_t rows = neosig_gf16_round((ctx->l + ctx->l % 2) * ctx->r * ctx->m);
    const size_t lanes = neosig_snova_larger(ctx->stride, ctx->wt_stride);
    w.u = neosig_carve(arena, neosig_gf16_round(neosig_snova_points_tables_count(ctx, ctx->r, ctx->v)) * sizeof *w.u);
    w.w = neosig_carve(arena, neosig_snova_rows_bytes(rows, ctx->stride));
    w.sums = neosig_carve(arena, neosig_snova_points_sums_bytes(ctx, width_of_sums(ctx, with_t), lanes));
    return w;
}

/* W_i | G1_i | G2_i. */
static neosig_gf16_matrix rows_of_w(const neosig_snova_ctx *ctx, const workspace *w, size_t i)
{
    return (neosig_gf16_matrix){w->w + i * ctx->stride, ctx->m * ctx->stride, ctx->lr, ctx->V + 2 * ctx->O};
}

/* Of finish, after all products with R_i: W^T, E and what follows from E; from the seeds also W T. */
typedef struct finish_workspace {
    uint8_t *wt;      /* W^T: V rows of lanes (sigma, i'), one every wt_stride */
    uint8_t *values;  /* of W^T at points */
    uint8_t *e;       /* E = W U */
    void *evaluate;   /* of neosig_snova_evaluate */
    uint8_t *product; /* seeds: (W T)^T, O rows of lanes (sigma, i'), for odd l one more, one every wt_stride */
    uint8_t *turned;  /* seeds: W T, rows (sigma, i') of O lanes: whole groups of rows and of lanes, without slack */
} finish_workspace;

static finish_workspace lay_out_finish(const neosig_snova_ctx *ctx, neosig_arena *arena, int with_t)
{
    finish_workspace w = {0};
    w.wt = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v_rows, ctx->wt_stride));
    w.values = neosig_carve(arena, neosig_snova_points_values_bytes(ctx, ctx->wt_stride, ctx->v));
    w.e = neosig_carve(arena, neosig_snova_e_bytes(ctx));
    w.evaluate = neosig_carve(arena, neosig_snova_evaluate_bytes(ctx));
    if (with_t) {
        w.product =
            neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->O + ctx->l % 2), ctx->wt_stride));
        w.turned = neosig_carve(arena, neosig_gf16_round(ctx->w_lanes) * neosig_gf16_round(ctx->O));
    }
    return w;
}

/* The value from W | G1 | G2. If with_t, W T must be added to G1. */
static void finish(const neosig_snova_ctx *ctx, const neosig_snova_secret *key, const workspace *w,
                   const neosig_snova_central_value *value, void *memory, int with_t)
{
    const size_t V = ctx->V, O = ctx->O, round_O = neosig_gf16_round(O);
    neosig_arena arena = {memory, 0};
    const finish_workspace fw = lay_out_finish(ctx, &arena, with_t);
    const neosig_snova_values values = neosig_snova_points_multiply_w(
        ctx, fw.e, w->u, key->constants, (neosig_gf16_view){w->w, ctx->stride, ctx->w_lanes, V}, ctx->v, fw.wt,
        fw.values, w->sums);
    neosig_snova_evaluate(ctx, value->image, key->abq, fw.e, fw.evaluate);
    const neosig_gf16_view g1 = {w->w + V, ctx->stride, ctx->w_lanes, O};
    const neosig_gf16_view g2 = {w->w + V + O, ctx->stride, ctx->w_lanes, O};
    neosig_snova_copy_rows((neosig_gf16_matrix){value->g2, O, ctx->w_lanes, O}, g2);
    if (!with_t) {
        neosig_snova_copy_rows((neosig_gf16_matrix){value->g1, O, ctx->w_lanes, O}, g1);
        return;
    }
    neosig_snova_points_multiply_t(ctx, (neosig_gf16_matrix){fw.product, ctx->wt_stride, O, ctx->w_lanes},
                                   key->t_values, key->constants, &values, w->sums);
    ctx->gf->transpose((neosig_gf16_matrix){fw.turned, round_O, ctx->w_lanes, O},
                       (neosig_gf16_view){fw.product, ctx->wt_stride, O, ctx->w_lanes});
    neosig_snova_add_rows((neosig_gf16_matrix){value->g1, O, ctx->w_lanes, O}, g1,
                          (neosig_gf16_view){fw.turned, round_O, ctx->w_lanes, O});
}

/* ---- A prepared key */

static void carve_prepared(const neosig_snova_ctx *ctx, neosig_snova_secret *key, neosig_arena *arena)
{
    key->constants = neosig_snova_points_carve_constants(ctx, arena);
}

static size_t prepared_memory_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, 0);
    const size_t before = arena.used + neosig_snova_points_x_tables_bytes(ctx, ctx->v);
    lay_out_finish(ctx, &arena, 0);
    return neosig_snova_larger(before, arena.used);
}

static void open_prepared(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    (void)memory;
    neosig_snova_find_prepared(ctx, key);
    neosig_snova_points_make_constants(ctx, key->constants);
}

static void evaluate_prepared(const neosig_snova_ctx *ctx, neosig_snova_secret *key,
                              const neosig_snova_central_value *value, const uint8_t *x, void *memory)
{
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena, 0);
    void *rest = neosig_arena_rest(&arena);
    neosig_snova_points_x_tables(ctx, w.u, key->constants, x, ctx->v, rest);
    for (size_t i = 0; i < ctx->m; i++) {
        const neosig_snova_values values =
            neosig_snova_points_find_stored(ctx, key->given + neosig_snova_prepared_r_offset(ctx, i), ctx->v);
        neosig_snova_points_multiply_u(ctx, rows_of_w(ctx, &w, i), w.u, key->constants, &values, w.sums);
    }
    finish(ctx, key, &w, value, rest, 0);
}

const neosig_snova_central neosig_snova_central_prepared_points = {carve_prepared, prepared_memory_bytes, open_prepared,
                                                                   evaluate_prepared};

/* ---- The two seeds */

static void carve_seeds(const neosig_snova_ctx *ctx, neosig_snova_secret *key, neosig_arena *arena)
{
    const size_t tables = neosig_gf16_round(neosig_snova_points_tables_count(ctx, ctx->o, ctx->v));
    key->made_abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
    key->made_t = neosig_carve(arena, ctx->t_bytes);
    key->constants = neosig_snova_points_carve_constants(ctx, arena);
    key->t_values = neosig_carve(arena, tables * sizeof *key->t_values);
}

/* Of open, behind the stream. */
typedef struct open_workspace {
    neosig_snova_t t;     /* T's rows are the key's */
    uint8_t *abq_scratch; /* of expand_abq_vartime */
    void *expand;         /* of neosig_snova_expand_t, then of neosig_snova_points_t_tables */
} open_workspace;

static open_workspace lay_out_open(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    open_workspace w = {0};
    w.abq_scratch = neosig_carve(arena, neosig_snova_abq_scratch_bytes(ctx));
    w.t.coefficients = neosig_carve(arena, neosig_snova_t_coefficients_bytes(ctx));
    w.t.blocks = neosig_carve(arena, neosig_snova_t_blocks_bytes(ctx));
    w.expand = neosig_carve(arena, neosig_snova_larger(neosig_snova_expand_t_bytes(ctx),
                                                       neosig_snova_product_tables_bytes(ctx->points, ctx->o, ctx->v)));
    return w;
}

/* Of one R_i after the other. */
typedef struct matrix_workspace {
    uint8_t *r;       /* P11_i | P12_i | P21_i^T in rows, then P11_i | P12_i | F21_i^T */
    uint8_t *values;  /* of r at points */
    uint8_t *product; /* T^T P11_i: O rows of V lanes, for odd l one more, one every stride */
    uint8_t *turned;  /* its transpose: V rows of O lanes: whole groups of rows and of lanes, without slack */
    void *expand;     /* of neosig_snova_expand_r */
} matrix_workspace;

static matrix_workspace lay_out_matrix(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    matrix_workspace w = {0};
    w.r = neosig_carve(arena, ctx->r_bytes);
    w.values = neosig_carve(arena, neosig_snova_points_values_bytes(ctx, ctx->stride, ctx->v));
    w.product = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->O + ctx->l % 2), ctx->stride));
    w.turned = neosig_carve(arena, ctx->v_rows * neosig_gf16_round(ctx->O));
    w.expand = neosig_carve(arena, neosig_snova_p21_bytes(ctx));
    return w;
}

static size_t seeds_memory_bytes(const neosig_snova_ctx *ctx)
{
    neosig_snova_secret key = {0};
    neosig_arena opening = neosig_snova_carve_stream(ctx, &key, NULL), matrix = opening;
    lay_out_open(ctx, &opening);
    lay_out(ctx, &matrix, 1);
    const size_t most =
        neosig_snova_larger(opening.used, matrix.used + neosig_snova_points_x_tables_bytes(ctx, ctx->v));
    neosig_arena finishing = matrix;
    lay_out_matrix(ctx, &matrix);
    lay_out_finish(ctx, &finishing, 1);
    return neosig_snova_larger(most, neosig_snova_larger(matrix.used, finishing.used));
}

static void open_seeds(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    neosig_arena arena = neosig_snova_open_stream(ctx, key, memory);
    open_workspace w = lay_out_open(ctx, &arena);
    w.t.rows = key->made_t;
    ctx->set->rules->expand_abq_vartime(ctx, key->made_abq, &key->stream, w.abq_scratch);
    neosig_snova_expand_t(ctx, &w.t, neosig_snova_private_seed(ctx, key->given), w.expand);
    neosig_snova_points_make_constants(ctx, key->constants);
    neosig_snova_points_t_tables(ctx, key->t_values, key->constants, w.t.coefficients, w.expand);
    key->abq = key->made_abq;
    key->t = key->made_t;
}

/* The values of P11_i | P12_i | F21_i^T. Those of lanes 0 to V - 1 are made first, since F21 is made from them. Those
 * of the lanes from V on lie in the same rows, and overwrite the excess of the first. So the result of the first call
 * describes all lanes. */
static neosig_snova_values values_of_r(const neosig_snova_ctx *ctx, neosig_snova_secret *key, const workspace *w,
                                       const matrix_workspace *mw, size_t i)
{
    const size_t V = ctx->V, O = ctx->O, stride = ctx->stride, round_O = neosig_gf16_round(O);
    neosig_snova_expand_r(ctx, mw->r, &key->stream, i, mw->expand);
    /* F21^T = P21^T + (T^T P11)^T. */
    const neosig_snova_values values =
        neosig_snova_points_values(ctx, mw->values, key->constants, (neosig_gf16_view){mw->r, stride, V, V}, ctx->v);
    neosig_snova_points_multiply_t(ctx, (neosig_gf16_matrix){mw->product, stride, O, V}, key->t_values, key->constants,
                                   &values, w->sums);
    ctx->gf->transpose((neosig_gf16_matrix){mw->turned, round_O, V, O}, (neosig_gf16_view){mw->product, stride, O, V});
    uint8_t *f21 = mw->r + V + O;
    neosig_snova_add_rows((neosig_gf16_matrix){f21, stride, V, O}, (neosig_gf16_view){f21, stride, V, O},
                          (neosig_gf16_view){mw->turned, round_O, V, O});
    neosig_snova_points_values(ctx, mw->values + V, key->constants, (neosig_gf16_view){mw->r + V, stride, V, 2 * O},
                               ctx->v);
    return values;
}

static void evaluate_seeds(const neosig_snova_ctx *ctx, neosig_snova_secret *key,
                           const neosig_snova_central_value *value, const uint8_t *x, void *memory)
{
    neosig_arena arena = neosig_snova_take_stream(ctx, key, memory);
    const workspace w = lay_out(ctx, &arena, 1);
    neosig_snova_points_x_tables(ctx, w.u, key->constants, x, ctx->v, neosig_arena_rest(&arena));
    neosig_arena behind = arena;
    const matrix_workspace mw = lay_out_matrix(ctx, &behind);
    for (size_t i = 0; i < ctx->m; i++) {
        const neosig_snova_values values = values_of_r(ctx, key, &w, &mw, i);
        neosig_snova_points_multiply_u(ctx, rows_of_w(ctx, &w, i), w.u, key->constants, &values, w.sums);
    }
    finish(ctx, key, &w, value, neosig_arena_rest(&arena), 1);
}

const neosig_snova_central neosig_snova_central_seeds_points = {carve_seeds, seeds_memory_bytes, open_seeds,
                                                                evaluate_seeds};
