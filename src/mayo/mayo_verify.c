/* Verification. All data are public.
 *
 * With S the k vectors of the signature as rows, all values that the whipped map needs are in U = S P S^T, folded to
 * the upper triangle. lambda is added to the first column of P S^T, so that entry (i, 0) of U contains Lambda(s_i).
 *
 * A prepared key has vectors with one element a byte, whose products take less. Keys that are read once stay packed. */
#include "mayo/mayo.h"

#include <string.h>

typedef struct workspace {
    neosig_mayo_rows rows; /* of P1 and P2 */
    uint8_t *S;            /* rows of n elements, zeros behind the first k */
    uint8_t *lambda;
    uint8_t *N, *U;  /* n rows of k_width vectors; triangle of order k_width */
    uint8_t *spread; /* vectors of U, spread out */
    void *pairs;
    neosig_mayo_values values; /* of a prepared key, in place of N and pairs */
} workspace;

static workspace lay_out(const neosig_mayo_ctx *ctx, neosig_arena *arena, int prepared)
{
    workspace w = {
        .S = neosig_carve(arena, ctx->k_width * ctx->n / 2),
        .lambda = neosig_carve(arena, ctx->n * ctx->m_bytes),
        .U = neosig_carve(arena, neosig_triangle(ctx->k_width) * ctx->m_bytes),
        .spread = neosig_carve(arena, ctx->k * NEOSIG_MAYO_SPREAD_BYTES),
    };
    if (prepared) {
        w.values = neosig_mayo_carve_values(ctx, arena, ctx->n);
    } else {
        w.rows = neosig_mayo_carve_rows(ctx, arena);
        w.N = neosig_carve(arena, ctx->n * ctx->k_width * ctx->m_bytes);
        w.pairs = neosig_carve(arena, neosig_matrix_pairs_bytes(ctx->field, ctx->n, ctx->k_width));
    }
    return w;
}

size_t neosig_mayo_verify_bytes(const neosig_mayo_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared);
    return arena.used;
}

size_t neosig_mayo_prepare_verify_bytes(const neosig_mayo_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    neosig_mayo_carve_rows(ctx, &arena);
    return arena.used;
}

neosig_error neosig_mayo_prepare_verify(const neosig_mayo_ctx *ctx, uint8_t *prepared, const uint8_t *pk, void *memory)
{
    neosig_arena arena = {memory, 0};
    neosig_mayo_rows rows = neosig_mayo_carve_rows(ctx, &arena);
    const size_t v = ctx->v, o = ctx->o;
    const neosig_block P = {.base = prepared, .step = ctx->lanes, .n = ctx->n};
    neosig_mayo_draw_rows(ctx, &rows, pk);
    for (size_t i = 0; i < v; i++) {
        uint8_t *const row = prepared + neosig_block_offset(&P, i, i);
        neosig_mayo_to_lanes(ctx, row, neosig_mayo_next_row(ctx, &rows.p1, v - i), v - i);
        neosig_mayo_to_lanes(ctx, row + (v - i) * ctx->lanes, neosig_mayo_next_row(ctx, &rows.p2, o), o);
    }
    neosig_mayo_to_lanes(ctx, prepared + neosig_block_offset(&P, v, v), pk + NEOSIG_MAYO_PUBLIC_SEED_BYTES,
                         neosig_triangle(o));
    return NEOSIG_OK;
}

/* N += P S^T. */
static void multiply_rows(const neosig_mayo_ctx *ctx, workspace *w, const uint8_t *pk, const neosig_matrix *S)
{
    const size_t bytes = ctx->m_bytes, v = ctx->v, o = ctx->o, row = ctx->k_width * bytes;
    const uint8_t *P3 = pk + NEOSIG_MAYO_PUBLIC_SEED_BYTES;
    neosig_mayo_draw_rows(ctx, &w->rows, pk);
    for (size_t i = 0; i < v; i++)
        neosig_mayo_add_both_rows(ctx, w->N + i * row, neosig_mayo_next_row(ctx, &w->rows.p1, v - i),
                                  neosig_mayo_next_row(ctx, &w->rows.p2, o), S, i);
    for (size_t i = 0; i < o; i++) {
        neosig_mayo_add_row(ctx, w->N + (v + i) * row, P3, o - i, S, v + i);
        P3 += (o - i) * bytes;
    }
}

/* U from lambda and the public key. */
static void evaluate(const neosig_mayo_ctx *ctx, workspace *w, const uint8_t *pk)
{
    const size_t bytes = ctx->m_bytes, row = ctx->k_width * bytes;
    const neosig_block N = {.base = w->N, .step = bytes, .width = ctx->k_width};
    const neosig_block U = {.base = w->U, .step = bytes, .n = ctx->k_width};
    neosig_matrix S = neosig_mayo_matrix(ctx, ctx->n, ctx->k_width, w->S, 1, ctx->n, w->pairs);

    memset(w->N, 0, ctx->n * row);
    for (size_t r = 0; r < ctx->n; r++)
        memcpy(w->N + r * row, w->lambda + r * bytes, bytes);
    multiply_rows(ctx, w, pk, &S);
    memset(w->U, 0, neosig_triangle(ctx->k_width) * bytes);
    neosig_add_product(ctx->field, bytes, &U, NEOSIG_COLUMN, &N, NEOSIG_COLUMN, ctx->k, &S);
}

neosig_error neosig_mayo_verify(const neosig_mayo_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                const uint8_t *pk, int prepared, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, prepared);
    uint8_t y[NEOSIG_MAYO_MAX_M / 2], difference = 0;
    memset(w.S, 0, ctx->k_width * ctx->n / 2);
    memcpy(w.S, sig, ctx->n_bytes);
    neosig_mayo_make_target(ctx, y, w.lambda, digest, sig + ctx->n_bytes);
    if (prepared) {
        neosig_mayo_make_factor(ctx, &w.values.points, w.S, ctx->n / 2);
        neosig_mayo_evaluate(ctx, w.U, &w.values, pk, w.lambda);
    } else {
        evaluate(ctx, &w, pk);
    }
    neosig_mayo_whip(ctx, y, w.U, w.spread);
    for (size_t i = 0; i < ctx->m_bytes; i++)
        difference |= y[i];
    return difference == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
