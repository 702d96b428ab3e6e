/* Products with T by the symmetry of F16[S], whose matrices are the blocks of T.
 *
 * A symmetric l x l matrix M has l (l + 1) / 2 forms: m_ij = M_ij for i < j, and of each row the sum
 * m_ii = sum over j of M_ij. Those of a vector p are p_ij = p_i + p_j and p_ii = p_i. Then
 *
 *   (M p)_i = sum over j of y_ij with y_ij = y_ji = m_ij p_ij:
 *
 * p_j comes with M_ij for each j != i, and p_i with all of these and m_ii, whose sum is M_ii. The y of a column of
 * blocks are added up before that sum is taken. So T^T times rows takes l (l + 1) / 2 products for a block and a lane
 * in place of l l, and some additions. */
#include "core/inline.h"
#include "snova/snova.h"

#include <string.h>

enum { PART = 64, LAST_PART = 96 }; /* lanes at a time, whole tiles of the kernels; and the most at the end */

/* Form (i, j) of S^p. */
static uint8_t form_of_power(const neosig_snova_ctx *ctx, size_t p, size_t i, size_t j)
{
    const uint8_t *row = neosig_snova_powers_of_s(ctx->l) + p * ctx->L + i * ctx->l;
    uint8_t sum = 0;
    if (i != j)
        return row[j];
    for (size_t k = 0; k < ctx->l; k++)
        sum ^= row[k];
    return sum;
}

/* The forms in their order: all (i, i), then all (i, j) with i < j, row by row. */
INLINE size_t number_of_form(size_t i, size_t j, const size_t l)
{
    return i == j ? i : l + i * (2 * l - i - 1) / 2 + j - i - 1;
}

/* Rows (k, i) of c, the sum over j of y_ij, from rows (form, k) of y. */
INLINE void add_forms_of(uint8_t *c, size_t c_stride, const uint8_t *y, size_t pairs, size_t lanes, const size_t l)
{
    for (size_t k = 0; k < pairs; k++, c += l * c_stride, y += lanes)
        for (size_t lane = 0; lane < lanes; lane += 16) {
            const uint8_t *from = y + lane;
            uint8_t *to = c + lane;
            neosig_gf16_group x[15];
            UNROLL for (size_t e = 0; e < l * (l + 1) / 2; e++, from += pairs * lanes) x[e] = neosig_gf16_load(from);
            UNROLL for (size_t i = 0; i < l; i++, to += c_stride)
            {
                neosig_gf16_group sum = x[i];
                UNROLL for (size_t j = 0; j < l; j++) if (j != i) sum ^=
                    x[j < i ? number_of_form(j, i, l) : number_of_form(i, j, l)];
                neosig_gf16_store(to, sum);
            }
        }
}

static void add_forms(uint8_t *c, size_t c_stride, const uint8_t *y, size_t pairs, size_t lanes, size_t l)
{
    if (l == 2)
        add_forms_of(c, c_stride, y, pairs, lanes, 2);
    else if (l == 3)
        add_forms_of(c, c_stride, y, pairs, lanes, 3);
    else if (l == 4)
        add_forms_of(c, c_stride, y, pairs, lanes, 4);
    else
        add_forms_of(c, c_stride, y, pairs, lanes, 5);
}

static size_t half_of_o(const neosig_snova_ctx *ctx)
{
    return (ctx->o + 1) / 2;
}

size_t neosig_snova_t_tables_count(const neosig_snova_ctx *ctx)
{
    return ctx->by_forms ? ctx->v * ctx->forms * half_of_o(ctx) : ctx->V * ctx->t_pairs;
}

void neosig_snova_t_tables_of_rows(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *t,
                                   uint8_t *scratch)
{
    uint8_t *to = scratch;
    for (size_t row = 0; row < ctx->V; row++, t += ctx->o_stride, to += ctx->t_pairs) {
        neosig_gf16_join(to, t, t + ctx->t_pairs, ctx->t_pairs);
        if (ctx->O % 2 != 0)
            to[ctx->t_pairs - 1] &= 15;
    }
    ctx->gf->tables(tables, scratch, ctx->V * ctx->t_pairs);
}

void neosig_snova_t_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *coefficients,
                           uint8_t *scratch)
{
    /* The forms of a block are the sums over p of coefficient p times those of S^p. */
    const size_t l = ctx->l, half = (ctx->forms + 1) / 2;
    uint8_t pairs[5 * 8 + 8] = {0};
    neosig_gf16_table powers[5 * 8 + 8];
    for (size_t p = 0; p < l; p++)
        for (size_t i = 0; i < l; i++)
            for (size_t j = i; j < l; j++) {
                size_t e = number_of_form(i, j, l), high = e >= half;
                pairs[p * half + e - high * half] |= (uint8_t)(form_of_power(ctx, p, i, j) << 4 * high);
            }
    ctx->gf->tables(powers, pairs, l * half);
    neosig_snova_values_tables(ctx, tables, powers, ctx->forms, coefficients, neosig_snova_lanes_bytes(ctx->v * ctx->o),
                               ctx->o, ctx->v, scratch);
}

/* The sums y of pairs pair rows, those of a form one after another, in rows one every lanes. */
static void multiply_forms(const neosig_snova_ctx *ctx, uint8_t *y, const neosig_gf16_table *tables, size_t pairs,
                           const uint8_t *rows, size_t stride, size_t lanes, size_t count, uint8_t *sums)
{
    const size_t l = ctx->l, step = ctx->forms * pairs;
    ctx->kernels->add_pairs(sums, (neosig_gf16_view){rows, stride, (unsigned)l, lanes}, count);
    for (size_t f = 0; f < l; f++, tables += pairs, y += pairs * lanes)
        ctx->gf->multiply((neosig_gf16_pairs){y, lanes, pairs, lanes}, (neosig_gf16_factor){tables, step},
                          (neosig_gf16_view){rows + f * stride, l * stride, count, lanes});
    for (size_t f = l; f < ctx->forms; f++, tables += pairs, y += pairs * lanes, sums += lanes)
        ctx->gf->multiply((neosig_gf16_pairs){y, lanes, pairs, lanes}, (neosig_gf16_factor){tables, step},
                          (neosig_gf16_view){sums, (ctx->forms - l) * lanes, count, lanes});
}

size_t neosig_snova_multiply_t_scratch_bytes(const neosig_snova_ctx *ctx)
{
    size_t sums = ctx->v * (ctx->forms - ctx->l), y = ctx->forms * half_of_o(ctx);
    return ctx->by_forms ? (sums + y) * LAST_PART + NEOSIG_GF16_SLACK : 0;
}

void neosig_snova_multiply_t(const neosig_snova_ctx *ctx, uint8_t *c, size_t c_stride, const neosig_gf16_table *t,
                             const uint8_t *rows, size_t stride, size_t lanes, uint8_t *scratch)
{
    if (!ctx->by_forms) {
        ctx->gf->multiply((neosig_gf16_pairs){c, c_stride, ctx->t_pairs, lanes}, (neosig_gf16_factor){t, ctx->t_pairs},
                          (neosig_gf16_view){rows, stride, ctx->V, lanes});
        return;
    }
    const size_t half = half_of_o(ctx);
    uint8_t *y = scratch, *sums = y + ctx->forms * half * LAST_PART;
    for (size_t left = neosig_gf16_round(lanes), part; left > 0; left -= part, rows += part, c += part) {
        part = left > LAST_PART ? PART : left;
        multiply_forms(ctx, y, t, half, rows, stride, part, ctx->v, sums);
        add_forms(c, c_stride, y, half, part, ctx->l);
    }
}

void neosig_snova_to_f12(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* (P11 T)^T = T^T P11^T. */
    uint8_t *product = scratch + neosig_snova_scratch_bytes(ctx), *rest = product + neosig_snova_scratch_bytes(ctx);
    uint8_t *f12 = r + ctx->V;
    ctx->gf->transpose((neosig_gf16_matrix){scratch, ctx->v_stride, ctx->V, ctx->V},
                       (neosig_gf16_view){r, ctx->stride, ctx->V, ctx->V});
    neosig_snova_multiply_t(ctx, product, ctx->v_stride, t, scratch, ctx->v_stride, ctx->V, rest);
    ctx->gf->transpose_pairs((neosig_gf16_matrix){f12, ctx->stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_view){f12, ctx->stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_pairs_view){product, ctx->v_stride, ctx->t_pairs, ctx->V});
}

void neosig_snova_to_f21(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* T^T P11 in pair rows over O, lanes over V. */
    uint8_t *f21 = r + ctx->V + ctx->O, *rest = scratch + neosig_snova_scratch_bytes(ctx);
    neosig_snova_multiply_t(ctx, scratch, ctx->v_stride, t, r, ctx->stride, ctx->V, rest);
    ctx->gf->transpose_pairs((neosig_gf16_matrix){f21, ctx->stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_view){f21, ctx->stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_pairs_view){scratch, ctx->v_stride, ctx->t_pairs, ctx->V});
}
