/* The value of the public map from U and W. snova_system.c derives what is computed here. */
#include "snova/snova.h"

typedef struct workspace {
    uint8_t *k;      /* K[(s, t)] in the lanes of A, B, Q1, Q2 */
    uint8_t *copies; /* shared: rows of A, B and K in lanes (i, alpha), the same for each i */
    uint8_t *z;      /* Z[(q, q')] */
    uint8_t *zb;     /* (Z B)[(q, c)] */
    uint8_t *azb;    /* (A Z B)[(p, c)] */
    uint8_t *terms;  /* A Z B transposed: [(i, alpha)][(p, c)] */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    size_t lanes = ctx->map_lanes;
    w.k = neosig_carve(arena, ctx->L * ctx->abq_lanes);
    if (ctx->shared)
        w.copies = neosig_carve(arena, neosig_snova_rows_bytes(ctx->r * ctx->r + ctx->lr + ctx->L, lanes));
    w.z = neosig_carve(arena, ctx->r * ctx->r * lanes);
    w.zb = neosig_carve(arena, ctx->lr * lanes);
    w.azb = neosig_carve(arena, neosig_gf16_round(ctx->lr) * lanes);
    w.terms = neosig_carve(arena, neosig_gf16_round(ctx->lr) * lanes);
    return w;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* image[(i, p, c)] = the sum over alpha of (A Z B)[(p, c)]: o close rows of l r elements. */
static void sum_terms(const neosig_snova_ctx *ctx, const workspace *w, uint8_t *image)
{
    size_t stride = neosig_gf16_round(ctx->lr);
    ctx->gf->transpose((neosig_gf16_matrix){w->terms, stride, ctx->map_lanes, ctx->lr},
                       (neosig_gf16_view){w->azb, ctx->map_lanes, ctx->lr, ctx->map_lanes});
    const uint8_t *term = w->terms;
    for (size_t i = 0; i < ctx->o; i++, image += ctx->lr, term += ctx->alphas * stride)
        for (size_t e = 0; e < stride; e += 16) {
            neosig_gf16_group sum = neosig_gf16_load(term + e);
            for (size_t alpha = 1; alpha < ctx->alphas; alpha++)
                sum ^= neosig_gf16_load(term + alpha * stride + e);
            neosig_gf16_store(image + e, sum);
        }
}

/* Rows of lanes (i, alpha), the same for each i, from rows of lanes alpha. If alphas is below 16, a store also writes
 * lanes of the next equation or of the next row, which are written later, or the slack. */
static const uint8_t *copy_lanes(const neosig_snova_ctx *ctx, uint8_t *to, const uint8_t *from, size_t rows)
{
    for (size_t row = 0; row < rows; row++, from += ctx->abq_lanes) {
        neosig_gf16_group x = neosig_gf16_load(from);
        for (size_t i = 0; i < ctx->o; i++)
            neosig_gf16_store(to + row * ctx->map_lanes + i * ctx->alphas, x);
    }
    return to;
}

size_t neosig_snova_e_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_rows_bytes((ctx->l + ctx->l % 2) * ctx->r, ctx->wt_stride);
}

void neosig_snova_multiply_w(const neosig_snova_ctx *ctx, uint8_t *e, const neosig_gf16_table *u, const uint8_t *wt,
                             size_t rows)
{
    size_t stride = ctx->wt_stride;
    neosig_gf16_multiply_split(ctx->gf, (neosig_gf16_matrix){e, stride, 2 * ctx->u_pairs, ctx->w_lanes},
                               (neosig_gf16_factor){u, ctx->u_pairs},
                               (neosig_gf16_view){wt, stride, rows, ctx->w_lanes});
}

void neosig_snova_evaluate(const neosig_snova_ctx *ctx, uint8_t *image, const uint8_t *abq, const uint8_t *e,
                           void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t l = ctx->l, r = ctx->r, lanes = ctx->map_lanes, abq_lanes = ctx->abq_lanes;
    uint8_t numbers[NEOSIG_SNOVA_MAX_MAP_LANES];
    neosig_snova_matrix_numbers(ctx, numbers);

    const neosig_snova_abq c = neosig_snova_abq_of(ctx, abq);
    gf->multiply_lanes(w.k, abq_lanes, (neosig_gf16_entries){c.q1, abq_lanes, abq_lanes, l, 1},
                       (neosig_gf16_entries){c.q2, l * abq_lanes, abq_lanes, 1, l}, abq_lanes);
    const uint8_t *k = w.k, *a = c.a, *b = c.b;
    if (ctx->shared) {
        a = copy_lanes(ctx, w.copies, a, r * r);
        b = copy_lanes(ctx, w.copies + r * r * lanes, b, ctx->lr);
        k = copy_lanes(ctx, w.copies + (r * r + ctx->lr) * lanes, k, ctx->L);
    }
    for (size_t q = 0; q < r; q++) {
        size_t offsets[25]; /* (s, t): of lane (s, q), i' = 0, in row (t, 0) of e */
        for (size_t s = 0; s < l; s++)
            for (size_t t = 0; t < l; t++)
                offsets[s * l + t] = t * r * ctx->wt_stride + (s * r + q) * ctx->m;
        neosig_snova_multiply_picked(ctx, (neosig_gf16_matrix){w.z + q * r * lanes, lanes, r, lanes},
                                     (neosig_gf16_view){k, lanes, ctx->L, lanes},
                                     (neosig_snova_picked){e, offsets, ctx->wt_stride, numbers});
    }
    gf->multiply_lanes(w.zb, lanes, (neosig_gf16_entries){w.z, r * lanes, lanes, r, r},
                       (neosig_gf16_entries){b, l * lanes, lanes, r, l}, lanes);
    gf->multiply_lanes(w.azb, lanes, (neosig_gf16_entries){a, r * lanes, lanes, r, r},
                       (neosig_gf16_entries){w.zb, l * lanes, lanes, r, l}, lanes);
    sum_terms(ctx, &w, image);
}
