/* The public map's value from U and W. snova_system.c derives what is computed here. */
#include "snova/snova.h"

typedef struct workspace {
    uint8_t *pairs;  /* of E in pair form */
    uint8_t *e;      /* E[tau][(sigma, i')] */
    uint8_t *lanes;  /* [(s, t, q')]: E of one q, spread */
    uint8_t *k;      /* K[(s, t)] of all A, B, Q1, Q2 */
    uint8_t *copies; /* shared: A, B and K for each equation */
    uint8_t *z;      /* Z[(q, q')] of all equations */
    uint8_t *y, *x;  /* Y[(q, c)], X[(p, c)] of those that share A, B, Q1, Q2 */
    size_t width;    /* lanes (i, alpha) of those */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.width = ctx->shared * ctx->alpha_lanes;
    w.pairs = neosig_carve(arena, ctx->u_pairs * neosig_gf16_round(ctx->w_lanes) + NEOSIG_GF16_SLACK);
    w.e = neosig_carve(arena, ctx->sigmas * ctx->w_lanes + NEOSIG_GF16_SLACK);
    w.lanes = neosig_carve(arena, ctx->L * ctx->r * neosig_snova_spread_bytes(ctx) + NEOSIG_GF16_SLACK);
    w.k = neosig_carve(arena, ctx->abqs * ctx->L * ctx->alpha_lanes);
    if (ctx->shared > 1)
        w.copies = neosig_carve(arena, (ctx->r * ctx->r + ctx->lr + ctx->L) * w.width);
    w.z = neosig_carve(arena, ctx->abqs * ctx->r * ctx->r * w.width);
    w.y = neosig_carve(arena, neosig_gf16_round(ctx->lr * ctx->shared) * ctx->alpha_lanes);
    w.x = neosig_carve(arena, neosig_gf16_round(ctx->lr * ctx->shared) * ctx->alpha_lanes);
    return w;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* Sums over alpha: sums[n] of the alpha_lanes elements from x + n * alpha_lanes on, n < count. x is used up, and both
 * have room for count rounded up to 16, times 16. */
static void sum_lanes(const neosig_snova_ctx *ctx, uint8_t *sums, uint8_t *x, size_t count)
{
    size_t al = ctx->alpha_lanes, stride = neosig_gf16_round(count);
    for (size_t n = 0; n < count && al > 16; n++) {
        neosig_gf16_group sum = neosig_gf16_load(x + n * al);
        for (size_t lane = 16; lane < al; lane += 16)
            sum ^= neosig_gf16_load(x + n * al + lane);
        neosig_gf16_store(x + 16 * n, sum);
    }
    ctx->gf->transpose(sums, stride, x, 16, count, 16);
    for (size_t n = 0; n < count; n += 16) {
        neosig_gf16_group sum = neosig_gf16_load(sums + n);
        for (size_t lane = 1; lane < 16; lane++)
            sum ^= neosig_gf16_load(sums + lane * stride + n);
        neosig_gf16_store(sums + n, sum);
    }
}

/* rows rows of 16 elements, each over and over: width of them. */
static const uint8_t *copy_lanes(uint8_t *to, const uint8_t *from, size_t rows, size_t width)
{
    const uint8_t *copies = to;
    for (; rows > 0; rows--, from += 16) {
        neosig_gf16_group x = neosig_gf16_load(from);
        for (size_t lane = 0; lane < width; lane += 16, to += 16)
            neosig_gf16_store(to, x);
    }
    return copies;
}

void neosig_snova_evaluate(const neosig_snova_ctx *ctx, uint8_t *image, const uint8_t *abq, const neosig_gf16_table *u,
                           const uint8_t *wt, size_t rows, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t l = ctx->l, r = ctx->r, al = ctx->alpha_lanes, lanes = ctx->w_lanes, step = neosig_snova_spread_bytes(ctx);
    size_t z_bytes = r * r * w.width;
    uint8_t numbers[256];
    neosig_snova_spread_numbers(ctx, numbers);

    /* E = W U: rows tau, lanes (sigma, i'). */
    gf->multiply(w.pairs, neosig_gf16_round(lanes), u, ctx->u_pairs, wt, lanes, ctx->u_pairs, rows, lanes);
    neosig_gf16_split(w.e, lanes, w.pairs, neosig_gf16_round(lanes), ctx->u_pairs, lanes);

    for (size_t i = 0; i < ctx->abqs; i++) {
        neosig_snova_abq c = neosig_snova_abq_of(ctx, abq, i);
        gf->multiply_lanes(w.k + i * ctx->L * al, al, c.q1, al, al, c.q2, al, l, 1, l, al);
    }
    const neosig_snova_abq first = neosig_snova_abq_of(ctx, abq, 0);
    const uint8_t *k = w.k, *a = first.a, *b = first.b;
    if (ctx->shared > 1) {
        a = copy_lanes(w.copies, a, r * r, w.width);
        b = copy_lanes(w.copies + r * r * w.width, b, ctx->lr, w.width);
        k = copy_lanes(w.copies + (r * r + ctx->lr) * w.width, k, ctx->L, w.width);
    }
    for (size_t q = 0; q < r; q++) {
        for (size_t s = 0; s < l; s++)
            neosig_snova_spread(ctx, w.lanes + s * ctx->lr * step, w.e + (s * r + q) * ctx->m, lanes, ctx->lr, numbers);
        for (size_t i = 0; i < ctx->abqs; i++)
            gf->multiply_lanes(w.z + i * z_bytes + q * r * w.width, w.width, k + i * ctx->L * al, 0, w.width,
                               w.lanes + i, step, 1, ctx->L, r, w.width);
    }
    for (size_t i = 0; i < ctx->abqs; i++, image += ctx->shared * ctx->lr) {
        gf->multiply_lanes(w.y, w.width, w.z + i * z_bytes, r * w.width, w.width, b, w.width, r, r, l, w.width);
        gf->multiply_lanes(w.x, w.width, a, r * w.width, w.width, w.y, w.width, r, r, l, w.width);
        sum_lanes(ctx, w.y, w.x, ctx->lr * ctx->shared);
        for (size_t j = 0; j < ctx->shared; j++)
            for (size_t e = 0; e < ctx->lr; e++)
                image[j * ctx->lr + e] = w.y[e * ctx->shared + j];
        a += ctx->abq_entries * al;
        b += ctx->abq_entries * al;
    }
}
