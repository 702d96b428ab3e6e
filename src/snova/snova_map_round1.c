/* Round 1's public map: A, B, Q1, Q2, and its value from U and W. snova_system_round1.c derives what is computed here.
 */
#include "snova/snova.h"

#include <string.h>

void neosig_snova_expand_abq_vartime(const neosig_snova_ctx *ctx, neosig_snova_abq *abq, neosig_snova_keystream *stream)
{
    /* Behind P11, P12, P21: L matrices A, L matrices B, L times l coefficients of Q1, then of Q2. */
    size_t p_elements = ctx->m * (ctx->N * ctx->N - ctx->O * ctx->O), count = 2 * ctx->L * (ctx->L + ctx->l);
    uint8_t elements[32 + 2 * 16 * (16 + 4)];
    neosig_snova_keystream_read(stream, p_elements, count);
    neosig_gf16_unpack(elements, stream->packed, stream->skip + count);
    const uint8_t *e = elements + stream->skip;
    memset(abq, 0, sizeof *abq);
    for (size_t alpha = 0; alpha < ctx->L; alpha++) {
        for (size_t i = 0; i < ctx->L; i++) {
            abq->a[i][alpha] = e[alpha * ctx->L + i];
            abq->b[i][alpha] = e[(ctx->L + alpha) * ctx->L + i];
        }
        for (size_t i = 0; i < ctx->l; i++) {
            abq->q1[i][alpha] = e[2 * ctx->L * ctx->L + alpha * ctx->l + i];
            abq->q2[i][alpha] = e[2 * ctx->L * ctx->L + (ctx->L + alpha) * ctx->l + i];
        }
    }
    /* Q1 and Q2 are not zero, and F16[S] is a field: they are invertible as they are. */
    neosig_snova_make_invertible_vartime(abq->a, ctx->l);
    neosig_snova_make_invertible_vartime(abq->b, ctx->l);
    neosig_snova_replace_zero(abq->q1[ctx->l - 1], abq->q1[0], ctx->L);
    neosig_snova_replace_zero(abq->q2[ctx->l - 1], abq->q2[0], ctx->L);
}

/* Element of row row, lane lane of a matrix of 2 pairs rows in pair form. */
static uint8_t pair_element(const uint8_t *m, size_t stride, size_t pairs, size_t row, size_t lane)
{
    return (uint8_t)(row < pairs ? m[row * stride + lane] & 15 : m[(row - pairs) * stride + lane] >> 4);
}

/* The low or the high rows of a matrix in pair form, one right after the other: row p is from src + p * src_stride. */
static void split_half(uint8_t *dst, const uint8_t *src, size_t src_stride, size_t pairs, size_t lanes, int high)
{
    for (size_t p = 0; p < pairs; p++, dst += lanes, src += src_stride)
        for (size_t i = 0; i < lanes; i += 16) {
            neosig_gf16_group x = neosig_gf16_load(src + i);
            neosig_gf16_store(dst + i, high ? x >> 4 : x & 15);
        }
}

typedef struct workspace {
    uint8_t *pairs;            /* products in pair form */
    uint8_t *e;                /* E[tau][(sigma, i)] */
    uint8_t *y1;               /* [alpha][q'][(sigma, i)] */
    uint8_t *y2;               /* [c][alpha][(sigma, i)] */
    uint8_t *bytes;            /* of tables */
    neosig_gf16_table *tables; /* [(alpha, sigma)][r] at most */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    size_t lanes = ctx->w_lanes;
    size_t y1 = ctx->u_pairs * neosig_gf16_round(ctx->l * lanes), y2 = ctx->L * ctx->l_pairs * neosig_gf16_round(lanes);
    w.pairs = neosig_carve(arena, neosig_snova_larger(y1, y2) + NEOSIG_GF16_SLACK);
    w.e = neosig_carve(arena, ctx->sigmas * lanes + NEOSIG_GF16_SLACK);
    w.y1 = neosig_carve(arena, ctx->sigmas * ctx->l * lanes + NEOSIG_GF16_SLACK);
    w.y2 = neosig_carve(arena, 2 * ctx->l_pairs * ctx->L * lanes + NEOSIG_GF16_SLACK);
    size_t tables = ctx->L * ctx->sigmas * ctx->l_pairs;
    w.bytes = neosig_carve(arena, tables + NEOSIG_GF16_SLACK);
    w.tables = neosig_carve(arena, neosig_gf16_round(tables) * sizeof *w.tables);
    return w;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

void neosig_snova_evaluate(const neosig_snova_ctx *ctx, uint8_t *image, neosig_snova_abq *abq,
                           const neosig_gf16_table *u, const uint8_t *wt, size_t rows, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    size_t l = ctx->l, lanes = ctx->w_lanes, lanes_round = neosig_gf16_round(lanes);

    /* E = W U: rows tau, lanes (sigma, i). */
    ctx->gf->multiply(w.pairs, lanes_round, u, ctx->u_pairs, wt, lanes, ctx->u_pairs, rows, lanes);
    neosig_gf16_split(w.e, lanes, w.pairs, lanes_round, ctx->u_pairs, lanes);

    /* Y1[alpha][q'] = sum over t of q2[alpha][t] E[(t, q')]. */
    for (size_t t = 0; t < l; t++)
        neosig_gf16_join(w.bytes + t * ctx->u_pairs, abq->q2[t], abq->q2[t] + ctx->u_pairs, ctx->u_pairs);
    ctx->gf->tables(w.tables, w.bytes, l * ctx->u_pairs);
    size_t y1_row = neosig_gf16_round(l * lanes);
    ctx->gf->multiply(w.pairs, y1_row, w.tables, ctx->u_pairs, w.e, l * lanes, ctx->u_pairs, l, l * lanes);
    neosig_gf16_split(w.y1, l * lanes, w.pairs, y1_row, ctx->u_pairs, l * lanes);

    /* Y2[c][alpha] = sum over q' of Y1[alpha][q'] B[alpha][q'][c]. */
    neosig_snova_entry_pairs(ctx, w.bytes, abq->b, l, l);
    ctx->gf->tables(w.tables, w.bytes, ctx->L * l * ctx->l_pairs);
    for (size_t alpha = 0; alpha < ctx->L; alpha++) {
        uint8_t *product = w.pairs + alpha * ctx->l_pairs * lanes_round;
        ctx->gf->multiply(product, lanes_round, w.tables + alpha * l * ctx->l_pairs, ctx->l_pairs,
                          w.y1 + alpha * l * lanes, lanes, ctx->l_pairs, l, lanes);
    }
    for (size_t p = 0; p < ctx->l_pairs; p++)
        split_half(w.y2 + p * ctx->L * lanes, w.pairs + p * lanes_round, ctx->l_pairs * lanes_round, ctx->L, lanes, 0);
    for (size_t p = 0; p < ctx->l_pairs; p++)
        split_half(w.y2 + (p + ctx->l_pairs) * ctx->L * lanes, w.pairs + p * lanes_round, ctx->l_pairs * lanes_round,
                   ctx->L, lanes, 1);

    /* Block entry (r, c) = sum over alpha, (s, q) of q1[alpha][s] A[alpha][r][q] Y2[c][alpha][(s, q)]. */
    for (size_t sigma = 0; sigma < ctx->sigmas; sigma++) {
        uint8_t product[4][16] = {{0}};
        for (size_t r = 0; r < l && sigma < ctx->L; r++)
            neosig_gf16_store(product[r], neosig_gf16_mul_group(neosig_gf16_load(abq->q1[sigma / l]),
                                                                neosig_gf16_load(abq->a[r * l + sigma % l])));
        uint8_t pairs[2][16];
        for (size_t p = 0; p < ctx->l_pairs; p++)
            neosig_gf16_join(pairs[p], product[p], product[p + ctx->l_pairs], 16);
        for (size_t alpha = 0; alpha < ctx->L; alpha++)
            for (size_t p = 0; p < ctx->l_pairs; p++)
                w.bytes[(alpha * ctx->sigmas + sigma) * ctx->l_pairs + p] = pairs[p][alpha];
    }
    ctx->gf->tables(w.tables, w.bytes, ctx->L * ctx->sigmas * ctx->l_pairs);
    size_t m_round = neosig_gf16_round(ctx->m);
    for (size_t column = 0; column < l; column++) {
        ctx->gf->multiply(w.pairs, m_round, w.tables, ctx->l_pairs, w.y2 + column * ctx->L * lanes, ctx->m,
                          ctx->l_pairs, ctx->L * ctx->sigmas, ctx->m);
        for (size_t r = 0; r < l; r++)
            for (size_t i = 0; i < ctx->m; i++)
                image[i * ctx->L + r * l + column] = pair_element(w.pairs, m_round, ctx->l_pairs, r, i);
    }
}
