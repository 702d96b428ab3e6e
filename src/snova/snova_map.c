/* The public map's value from U and W. snova_system.c derives what is computed here. */
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    uint8_t *pairs; /* of E in pair form */
    uint8_t *e;     /* E[tau][(sigma, i)] */
    uint8_t *lanes; /* [(s, t, q')]: E of one q, spread */
    uint8_t *k;     /* K[(s, t)] of all A, B, Q1, Q2 */
    uint8_t *z;     /* Z[(q, q')] of all equations */
    uint8_t *y, *x; /* Y[(q, c)], X[(p, c)] of one equation */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.pairs = neosig_carve(arena, ctx->u_pairs * neosig_gf16_round(ctx->w_lanes) + NEOSIG_GF16_SLACK);
    w.e = neosig_carve(arena, ctx->sigmas * ctx->w_lanes + NEOSIG_GF16_SLACK);
    w.lanes = neosig_carve(arena, ctx->L * ctx->r * neosig_snova_spread_bytes(ctx) + NEOSIG_GF16_SLACK);
    w.k = neosig_carve(arena, ctx->abqs * ctx->L * ctx->alpha_lanes);
    w.z = neosig_carve(arena, ctx->o * ctx->r * ctx->r * ctx->alpha_lanes);
    w.y = neosig_carve(arena, ctx->lr * ctx->alpha_lanes);
    w.x = neosig_carve(arena, ctx->lr * ctx->alpha_lanes);
    return w;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* The sum of all lanes. */
static uint8_t sum_lanes(const uint8_t *lanes, size_t n)
{
    neosig_gf16_group sum = neosig_gf16_load(lanes);
    for (size_t i = 16; i < n; i += 16)
        sum ^= neosig_gf16_load(lanes + i);
    uint64_t halves[2];
    memcpy(halves, &sum, sizeof halves);
    uint64_t x = halves[0] ^ halves[1];
    x ^= x >> 32;
    x ^= x >> 16;
    return (uint8_t)((x ^ x >> 8) & 15);
}

void neosig_snova_evaluate(const neosig_snova_ctx *ctx, uint8_t *image, const uint8_t *abq, const neosig_gf16_table *u,
                           const uint8_t *wt, size_t rows, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t l = ctx->l, r = ctx->r, al = ctx->alpha_lanes, lanes = ctx->w_lanes, step = neosig_snova_spread_bytes(ctx);

    /* E = W U: rows tau, lanes (sigma, i). */
    gf->multiply(w.pairs, neosig_gf16_round(lanes), u, ctx->u_pairs, wt, lanes, ctx->u_pairs, rows, lanes);
    neosig_gf16_split(w.e, lanes, w.pairs, neosig_gf16_round(lanes), ctx->u_pairs, lanes);

    const size_t k_step = ctx->abqs > 1 ? ctx->L * al : 0; /* from one equation to the next */
    for (size_t i = 0; i < ctx->abqs; i++) {
        neosig_snova_abq c = neosig_snova_abq_of(ctx, abq, i);
        gf->multiply_lanes(w.k + i * k_step, al, c.q1, al, al, c.q2, al, l, 1, l, al);
    }
    for (size_t q = 0; q < r; q++) {
        for (size_t s = 0; s < l; s++)
            neosig_snova_spread(ctx, w.lanes + s * ctx->lr * step, w.e + (s * r + q) * ctx->m, lanes, ctx->lr);
        for (size_t i = 0; i < ctx->o; i++)
            gf->multiply_lanes(w.z + (i * r + q) * r * al, al, w.k + i * k_step, 0, al,
                               w.lanes + neosig_snova_spread_offset(ctx, i), step, 1, ctx->L, r, al);
    }
    for (size_t i = 0; i < ctx->o; i++) {
        neosig_snova_abq c = neosig_snova_abq_of(ctx, abq, i);
        gf->multiply_lanes(w.y, al, w.z + i * r * r * al, r * al, al, c.b, al, r, r, l, al);
        gf->multiply_lanes(w.x, al, c.a, r * al, al, w.y, al, r, r, l, al);
        for (size_t e = 0; e < ctx->lr; e++)
            image[i * ctx->lr + e] = sum_lanes(w.x + e * al, al);
    }
}
