/* The central map from the two seeds, without F12 and F21. This way is taken for l <= 3, and where O is well above l r
 * (snova_thresholds.h). U has l r columns and T has O, so U^T P_i and two small corrections by T take less work there
 * than F12 and F21:
 *
 *   G1_i = U^T F12_i   = U^T P12_i + W_i T       with W_i = U^T P11_i,
 *   G2_i = (F21_i U)^T = (P21_i U)^T + Y_i^T T   with Y_i = P11_i U.
 */
#include "snova/snova_central.h"

static void carve(const neosig_snova_ctx *ctx, neosig_snova_secret *key, neosig_arena *arena)
{
    key->made_abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
    key->made_t = neosig_carve(arena, ctx->t_bytes);
    key->t_tables = neosig_carve(arena, neosig_gf16_round(neosig_snova_t_tables_count(ctx)) * sizeof *key->t_tables);
}

/* Of open, behind the stream. */
typedef struct open_workspace {
    neosig_snova_t t;     /* T's rows and tables are the key's */
    uint8_t *abq_scratch; /* of expand_abq_vartime */
    void *expand;         /* of neosig_snova_expand_t */
} open_workspace;

static open_workspace lay_out_open(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    open_workspace w = {0};
    w.abq_scratch = neosig_carve(arena, neosig_snova_abq_scratch_bytes(ctx));
    w.t.coefficients = neosig_carve(arena, neosig_snova_t_coefficients_bytes(ctx));
    w.t.blocks = neosig_carve(arena, neosig_snova_t_blocks_bytes(ctx));
    w.expand = neosig_carve(arena, neosig_snova_expand_t_bytes(ctx));
    return w;
}

/* Of evaluate, behind the stream. What lies behind this changes: the memory of neosig_snova_begin_products; then,
 * of each i, a matrix_workspace; then what neosig_snova_finish_products needs; last a correct_workspace. */
typedef struct workspace {
    neosig_snova_products products;
    uint8_t *yt; /* Y_i^T = U^T P11_i^T: pair rows (pair, i') of V lanes, one every v_stride */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.products = neosig_snova_carve_products(ctx, arena, 1);
    w.yt = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->u_pairs * ctx->m), ctx->v_stride));
    return w;
}

/* Of evaluate: for one i at a time. */
typedef struct matrix_workspace {
    uint8_t *p;              /* P11_i | P12_i | P21_i^T in rows, as R_i; P21_i^T alone where the backend multiplies by
                              * blocks */
    uint8_t *p11_transposed; /* V rows, one every v_stride */
    void *p21;               /* of neosig_snova_expand_p21_transposed */
} matrix_workspace;

static matrix_workspace lay_out_matrix(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    matrix_workspace w = {0};
    w.p = neosig_carve(arena, ctx->r_bytes);
    w.p11_transposed = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v_rows, ctx->v_stride));
    w.p21 = neosig_carve(arena, neosig_snova_p21_bytes(ctx));
    return w;
}

/* Of evaluate: for the corrections by T, in the memory of matrix_workspace. */
typedef struct correct_workspace {
    uint8_t *y;       /* all Y_i: V rows of lanes (sigma, i'), one every wt_stride */
    uint8_t *product; /* (W T)^T or (Y^T T)^T: t_pairs pair rows of lanes (sigma, i'), one every wt_stride */
    void *multiply;   /* of neosig_snova_multiply_t */
} correct_workspace;

static correct_workspace lay_out_correct(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    correct_workspace w = {0};
    w.y = neosig_carve(arena, neosig_snova_rows_bytes(ctx->V, ctx->wt_stride));
    w.product = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->t_pairs), ctx->wt_stride));
    w.multiply = neosig_carve(arena, neosig_snova_multiply_t_bytes(ctx));
    return w;
}

static size_t memory_bytes(const neosig_snova_ctx *ctx)
{
    neosig_snova_secret key = {0};
    neosig_arena opening = neosig_snova_carve_stream(ctx, &key, NULL), matrix = opening;
    lay_out_open(ctx, &opening);
    lay_out(ctx, &matrix);
    const size_t others = neosig_snova_larger(neosig_snova_u_bytes(ctx, ctx->v), neosig_snova_finish_bytes(ctx));
    const size_t most = neosig_snova_larger(opening.used, matrix.used + others);
    neosig_arena correct = matrix;
    lay_out_matrix(ctx, &matrix);
    lay_out_correct(ctx, &correct);
    return neosig_snova_larger(most, neosig_snova_larger(matrix.used, correct.used));
}

static void open(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    neosig_arena arena = neosig_snova_open_stream(ctx, key, memory);
    open_workspace w = lay_out_open(ctx, &arena);
    w.t.rows = key->made_t;
    w.t.tables = key->t_tables;
    ctx->set->rules->expand_abq_vartime(ctx, key->made_abq, &key->stream, w.abq_scratch);
    neosig_snova_expand_t(ctx, &w.t, neosig_snova_private_seed(ctx, key->given), w.expand);
    key->abq = key->made_abq;
    key->t = key->made_t;
}

/* Makes W_i and Y_i^T, and of G1_i and G2_i what does not depend on T. */
static void multiply_matrix(const neosig_snova_ctx *ctx, neosig_snova_secret *key, const workspace *w,
                            const matrix_workspace *mw, size_t i, int by_blocks)
{
    const size_t V = ctx->V, O = ctx->O;
    const neosig_snova_products *products = &w->products;
    const neosig_gf16_factor u = {products->u, ctx->u_pairs};
    uint8_t *p21_transposed = mw->p + V + O;
    if (by_blocks)
        neosig_snova_add_p11(ctx, neosig_snova_products_of(ctx, products, i, 0, V), products->u, &key->stream, i);
    else
        neosig_snova_expand_p11(ctx, mw->p, ctx->stride, &key->stream, i);
    /* If by_blocks, there are no rows in p, and the kernel columns_of_packed reads the stream (snova_kernels.h). */
    neosig_snova_transpose_p11(ctx, mw->p11_transposed, &key->stream, mw->p, ctx->stride);
    ctx->gf->multiply((neosig_gf16_pairs){w->yt + i * ctx->v_stride, ctx->m * ctx->v_stride, ctx->u_pairs, V}, u,
                      (neosig_gf16_view){mw->p11_transposed, ctx->v_stride, V, V});
    if (by_blocks)
        neosig_snova_add_p12(ctx, neosig_snova_products_of(ctx, products, i, products->g1_at, O), products->u,
                             &key->stream, i);
    else
        neosig_snova_expand_p12(ctx, mw->p + V, ctx->stride, &key->stream, i);
    neosig_snova_expand_p21_transposed(ctx, p21_transposed, ctx->stride, &key->stream, i, mw->p21);
    if (by_blocks)
        ctx->gf->multiply(neosig_snova_products_of(ctx, products, i, products->g2_at, O), u,
                          (neosig_gf16_view){p21_transposed, ctx->stride, V, O});
    else
        ctx->gf->multiply(neosig_snova_products_of(ctx, products, i, 0, V + 2 * O), u,
                          (neosig_gf16_view){mw->p, ctx->stride, V, V + 2 * O});
}

/* Adds (T^T M)^T to g, which is G1 or G2. rows: the matrix M, V rows of lanes (sigma, i'). */
static void correct(const neosig_snova_ctx *ctx, uint8_t *g, const neosig_gf16_table *t_tables, const uint8_t *rows,
                    const correct_workspace *w)
{
    const size_t stride = ctx->wt_stride;
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){w->product, stride, ctx->t_pairs, ctx->w_lanes}, t_tables,
                            (neosig_gf16_view){rows, stride, ctx->V, ctx->w_lanes}, w->multiply);
    ctx->gf->transpose_pairs((neosig_gf16_matrix){g, ctx->O, ctx->w_lanes, 2 * ctx->t_pairs},
                             (neosig_gf16_view){g, ctx->O, ctx->w_lanes, 2 * ctx->t_pairs},
                             (neosig_gf16_pairs_view){w->product, stride, ctx->t_pairs, ctx->w_lanes});
}

static void evaluate(const neosig_snova_ctx *ctx, neosig_snova_secret *key, const neosig_snova_central_value *value,
                     const uint8_t *x, void *memory)
{
    const int by_blocks = neosig_snova_multiplies_blocks(ctx);
    neosig_arena arena = neosig_snova_take_stream(ctx, key, memory);
    workspace w = lay_out(ctx, &arena);
    neosig_snova_begin_products(ctx, &w.products, x, by_blocks, neosig_arena_rest(&arena));

    neosig_arena behind = arena;
    const matrix_workspace mw = lay_out_matrix(ctx, &behind);
    for (size_t i = 0; i < ctx->m; i++)
        multiply_matrix(ctx, key, &w, &mw, i, by_blocks);
    neosig_snova_finish_products(ctx, &w.products, key->abq, value, neosig_arena_rest(&arena));

    behind = arena;
    const correct_workspace cw = lay_out_correct(ctx, &behind);
    correct(ctx, value->g1, key->t_tables, w.products.wt, &cw);
    neosig_snova_transpose_w(ctx, cw.y, w.yt, ctx->v_stride, ctx->V);
    correct(ctx, value->g2, key->t_tables, cw.y, &cw);
}

const neosig_snova_central neosig_snova_central_seeds = {carve, memory_bytes, open, evaluate};
