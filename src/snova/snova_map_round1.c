/* Round 1's public map: A, B, Q1, Q2, and its value from U and W. snova_system_round1.c derives what is computed here.
 */
#include "snova/snova.h"

#include <string.h>

void neosig_snova_expand_abq_vartime(const neosig_snova_ctx *s, neosig_snova_abq *abq, neosig_snova_keystream *stream)
{
    /* Behind P11, P12, P21: L matrices A, L matrices B, L times l coefficients of Q1, then of Q2. */
    size_t p_elements = s->m * (s->N * s->N - s->O * s->O), count = 2 * s->L * (s->L + s->l);
    uint8_t elements[32 + 2 * 16 * (16 + 4)];
    neosig_snova_keystream_read(stream, p_elements, count);
    neosig_gf16_unpack(elements, stream->packed, stream->skip + count);
    const uint8_t *e = elements + stream->skip;
    memset(abq, 0, sizeof *abq);
    for (size_t alpha = 0; alpha < s->L; alpha++) {
        for (size_t i = 0; i < s->L; i++) {
            abq->a[i][alpha] = e[alpha * s->L + i];
            abq->b[i][alpha] = e[(s->L + alpha) * s->L + i];
        }
        for (size_t i = 0; i < s->l; i++) {
            abq->q1[i][alpha] = e[2 * s->L * s->L + alpha * s->l + i];
            abq->q2[i][alpha] = e[2 * s->L * s->L + (s->L + alpha) * s->l + i];
        }
    }
    /* Q1 and Q2 are not zero, and F16[S] is a field: they are invertible as they are. */
    neosig_snova_make_invertible_vartime(abq->a, s->l);
    neosig_snova_make_invertible_vartime(abq->b, s->l);
    neosig_snova_replace_zero(abq->q1[s->l - 1], abq->q1[0], s->L);
    neosig_snova_replace_zero(abq->q2[s->l - 1], abq->q2[0], s->L);
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

static size_t lay_out(const neosig_snova_ctx *s, workspace *w, void *memory)
{
    neosig_arena arena = {memory, 0};
    size_t lanes = s->w_lanes;
    size_t y1 = s->u_pairs * neosig_gf16_round(s->l * lanes), y2 = s->L * s->l_pairs * neosig_gf16_round(lanes);
    w->pairs = neosig_carve(&arena, neosig_snova_larger(y1, y2) + NEOSIG_GF16_SLACK);
    w->e = neosig_carve(&arena, s->sigmas * lanes + NEOSIG_GF16_SLACK);
    w->y1 = neosig_carve(&arena, s->sigmas * s->l * lanes + NEOSIG_GF16_SLACK);
    w->y2 = neosig_carve(&arena, 2 * s->l_pairs * s->L * lanes + NEOSIG_GF16_SLACK);
    size_t tables = s->L * s->sigmas * s->l_pairs;
    w->bytes = neosig_carve(&arena, tables + NEOSIG_GF16_SLACK);
    w->tables = neosig_carve(&arena, neosig_gf16_round(tables) * sizeof *w->tables);
    return arena.used;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_ctx *s)
{
    workspace w;
    return lay_out(s, &w, NULL);
}

void neosig_snova_evaluate(const neosig_snova_ctx *s, uint8_t *image, neosig_snova_abq *abq, const neosig_gf16_table *u,
                           const uint8_t *wt, size_t rows, void *memory)
{
    workspace w;
    lay_out(s, &w, memory);
    size_t l = s->l, lanes = s->w_lanes, lanes_round = neosig_gf16_round(lanes);

    /* E = W U: rows tau, lanes (sigma, i). */
    s->gf->multiply(w.pairs, lanes_round, u, s->u_pairs, wt, lanes, s->u_pairs, rows, lanes);
    neosig_gf16_split(w.e, lanes, w.pairs, lanes_round, s->u_pairs, lanes);

    /* Y1[alpha][q'] = sum over t of q2[alpha][t] E[(t, q')]. */
    for (size_t t = 0; t < l; t++)
        neosig_gf16_join(w.bytes + t * s->u_pairs, abq->q2[t], abq->q2[t] + s->u_pairs, s->u_pairs);
    s->gf->tables(w.tables, w.bytes, l * s->u_pairs);
    size_t y1_row = neosig_gf16_round(l * lanes);
    s->gf->multiply(w.pairs, y1_row, w.tables, s->u_pairs, w.e, l * lanes, s->u_pairs, l, l * lanes);
    neosig_gf16_split(w.y1, l * lanes, w.pairs, y1_row, s->u_pairs, l * lanes);

    /* Y2[c][alpha] = sum over q' of Y1[alpha][q'] B[alpha][q'][c]. */
    neosig_snova_entry_pairs(s, w.bytes, abq->b, l, l);
    s->gf->tables(w.tables, w.bytes, s->L * l * s->l_pairs);
    for (size_t alpha = 0; alpha < s->L; alpha++) {
        uint8_t *product = w.pairs + alpha * s->l_pairs * lanes_round;
        s->gf->multiply(product, lanes_round, w.tables + alpha * l * s->l_pairs, s->l_pairs, w.y1 + alpha * l * lanes,
                        lanes, s->l_pairs, l, lanes);
    }
    for (size_t p = 0; p < s->l_pairs; p++)
        split_half(w.y2 + p * s->L * lanes, w.pairs + p * lanes_round, s->l_pairs * lanes_round, s->L, lanes, 0);
    for (size_t p = 0; p < s->l_pairs; p++)
        split_half(w.y2 + (p + s->l_pairs) * s->L * lanes, w.pairs + p * lanes_round, s->l_pairs * lanes_round, s->L,
                   lanes, 1);

    /* Block entry (r, c) = sum over alpha, (s, q) of q1[alpha][s] A[alpha][r][q] Y2[c][alpha][(s, q)]. */
    for (size_t sigma = 0; sigma < s->sigmas; sigma++) {
        uint8_t product[4][16] = {{0}};
        for (size_t r = 0; r < l && sigma < s->L; r++)
            neosig_gf16_store(product[r], neosig_gf16_mul_group(neosig_gf16_load(abq->q1[sigma / l]),
                                                                neosig_gf16_load(abq->a[r * l + sigma % l])));
        uint8_t pairs[2][16];
        for (size_t p = 0; p < s->l_pairs; p++)
            neosig_gf16_join(pairs[p], product[p], product[p + s->l_pairs], 16);
        for (size_t alpha = 0; alpha < s->L; alpha++)
            for (size_t p = 0; p < s->l_pairs; p++)
                w.bytes[(alpha * s->sigmas + sigma) * s->l_pairs + p] = pairs[p][alpha];
    }
    s->gf->tables(w.tables, w.bytes, s->L * s->sigmas * s->l_pairs);
    size_t m_round = neosig_gf16_round(s->m);
    for (size_t column = 0; column < l; column++) {
        s->gf->multiply(w.pairs, m_round, w.tables, s->l_pairs, w.y2 + column * s->L * lanes, s->m, s->l_pairs,
                        s->L * s->sigmas, s->m);
        for (size_t r = 0; r < l; r++)
            for (size_t i = 0; i < s->m; i++)
                image[i * s->L + r * l + column] = pair_element(w.pairs, m_round, s->l_pairs, r, i);
    }
}
