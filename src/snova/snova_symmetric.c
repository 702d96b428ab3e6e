/* Products by T^T by the symmetry of T's blocks, which are in F16[S].
 *
 * A symmetric l x l matrix M has l (l + 1) / 2 forms: m_ij = M_ij for i < j, and m_ii = sum over j of M_ij, the sum of
 * row i. The forms of a vector p are p_ij = p_i + p_j and p_ii = p_i. Let y_ij = y_ji = m_ij p_ij. Then
 *
 *   (M p)_i = sum over j of y_ij.
 *
 * For if j != i, y_ij = M_ij p_j + M_ij p_i. The terms M_ij p_i of all j != i and y_ii = m_ii p_i sum up to M_ii p_i.
 *
 * A block row of T^T R, for a matrix R of V rows, is a sum over the blocks of a column of T. Each block is a matrix M
 * as above, and p is a lane of its block row of R. The y_ij of all these blocks are summed first. The sum over j is
 * taken once, at the end. So a block and a lane take l (l + 1) / 2 products in place of l l. */
#include "core/inline.h"
#include "snova/snova.h"

#include <string.h>

enum { PART = 64, LAST_PART = 96 }; /* so many lanes are done at a time; the last part has up to LAST_PART */

/* Form (i, j) of S^s. */
static uint8_t form_of_power(const neosig_snova_ctx *ctx, size_t s, size_t i, size_t j)
{
    const uint8_t *row = neosig_snova_powers_of_s(ctx->l) + s * ctx->L + i * ctx->l;
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

/* Pair row (k, i) of c is the sum over j of pair row (form ij, k) of y, k < pairs. */
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

/* The pairs of scalars of tables that are made from rows. */
static uint8_t *lay_out_pairs(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_snova_lanes_bytes(ctx->V * ctx->t_pairs));
}

size_t neosig_snova_t_tables_of_rows_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_pairs(ctx, &arena);
    return arena.used;
}

void neosig_snova_t_tables_of_rows(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *t,
                                   void *memory)
{
    neosig_arena arena = {memory, 0};
    uint8_t *pairs = lay_out_pairs(ctx, &arena), *to = pairs;
    for (size_t row = 0; row < ctx->V; row++, t += ctx->o_stride, to += ctx->t_pairs) {
        neosig_gf16_join(to, t, t + ctx->t_pairs, ctx->t_pairs);
        if (ctx->O % 2 != 0)
            to[ctx->t_pairs - 1] &= 15;
    }
    ctx->gf->tables(tables, pairs, ctx->V * ctx->t_pairs);
}

size_t neosig_snova_t_tables_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_product_tables_bytes(ctx->forms, ctx->o, ctx->v);
}

void neosig_snova_t_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *coefficients,
                           void *memory)
{
    /* A form of a block is the sum over s of coefficient s times the same form of S^s. */
    const size_t l = ctx->l, half = (ctx->forms + 1) / 2, lanes = ctx->v * ctx->o;
    uint8_t pairs[5 * 8 + 8] = {0};
    neosig_gf16_table powers[5 * 8 + 8];
    for (size_t s = 0; s < l; s++)
        for (size_t i = 0; i < l; i++)
            for (size_t j = i; j < l; j++) {
                size_t e = number_of_form(i, j, l), high = e >= half;
                pairs[s * half + e - high * half] |= (uint8_t)(form_of_power(ctx, s, i, j) << 4 * high);
            }
    ctx->gf->tables(powers, pairs, l * half);
    neosig_snova_product_tables(ctx, tables, powers, ctx->forms,
                                (neosig_gf16_view){coefficients, neosig_snova_lanes_bytes(lanes), l, lanes}, ctx->o,
                                ctx->v, memory);
}

/* The sums over all blocks of y_ij: pair rows (form, pair), pair < pairs, of rows.lanes lanes, without gaps. */
static void multiply_forms(const neosig_snova_ctx *ctx, uint8_t *y, const neosig_gf16_table *tables, size_t pairs,
                           neosig_gf16_view rows, uint8_t *sums)
{
    const size_t l = ctx->l, stride = rows.stride, lanes = rows.lanes;
    neosig_gf16_pairs c = {y, lanes, pairs, lanes};
    neosig_gf16_factor factor = {tables, ctx->forms * pairs};
    neosig_gf16_view of_form = {rows.at, l * stride, ctx->v, lanes};
    rows.rows = l;
    ctx->kernels->add_two_rows(sums, rows, ctx->v);
    for (size_t f = 0; f < l; f++, c.at += pairs * lanes, factor.at += pairs, of_form.at += stride)
        ctx->gf->multiply(c, factor, of_form);
    of_form.at = sums;
    of_form.stride = (ctx->forms - l) * lanes;
    for (size_t f = l; f < ctx->forms; f++, c.at += pairs * lanes, factor.at += pairs, of_form.at += lanes)
        ctx->gf->multiply(c, factor, of_form);
}

typedef struct workspace {
    uint8_t *y;    /* of a part of the lanes: the sums over all blocks of y_ij, in pair rows (form, pair) */
    uint8_t *sums; /* of a part of the lanes: p_i + p_j, in rows (block, i < j) */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.y = neosig_carve(arena, ctx->forms * half_of_o(ctx) * LAST_PART);
    w.sums = neosig_carve(arena, ctx->v * (ctx->forms - ctx->l) * LAST_PART + 16);
    return w;
}

size_t neosig_snova_multiply_t_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    if (ctx->by_forms)
        lay_out(ctx, &arena);
    return arena.used;
}

void neosig_snova_multiply_t(const neosig_snova_ctx *ctx, neosig_gf16_pairs c, const neosig_gf16_table *t,
                             neosig_gf16_view rows, void *memory)
{
    if (!ctx->by_forms) {
        ctx->gf->multiply(c, (neosig_gf16_factor){t, ctx->t_pairs}, rows);
        return;
    }
    const size_t half = half_of_o(ctx);
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena);
    for (size_t left = neosig_gf16_round(rows.lanes); left > 0; left -= rows.lanes) {
        rows.lanes = left > LAST_PART ? PART : left;
        multiply_forms(ctx, w.y, t, half, rows, w.sums);
        add_forms(c.at, c.stride, w.y, half, rows.lanes, ctx->l);
        rows.at += rows.lanes;
        c.at += rows.lanes;
    }
}

/* ---- F12 and F21 */

typedef struct f_workspace {
    uint8_t *p11_transposed; /* F12: V rows of V lanes, one every v_stride */
    uint8_t *product;        /* T^T P11^T or T^T P11: t_pairs pair rows of V lanes, one every v_stride */
    void *multiply;          /* of neosig_snova_multiply_t */
} f_workspace;

static f_workspace lay_out_f(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    f_workspace w = {0};
    w.p11_transposed = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v_rows, ctx->v_stride));
    w.product = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->t_pairs), ctx->v_stride));
    w.multiply = neosig_carve(arena, neosig_snova_multiply_t_bytes(ctx));
    return w;
}

size_t neosig_snova_to_f_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_f(ctx, &arena);
    return arena.used;
}

/* Adds the transpose of product to O lanes of R_i, the first of which is at `lanes` in row 0. The rows of product
 * behind the O-th are zeros. */
static void add_transposed(const neosig_snova_ctx *ctx, uint8_t *lanes, const uint8_t *product)
{
    ctx->gf->transpose_pairs((neosig_gf16_matrix){lanes, ctx->stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_view){lanes, ctx->stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_pairs_view){product, ctx->v_stride, ctx->t_pairs, ctx->V});
}

void neosig_snova_to_f12(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, void *memory)
{
    /* (P11 T)^T = T^T P11^T. */
    neosig_arena arena = {memory, 0};
    const f_workspace w = lay_out_f(ctx, &arena);
    ctx->gf->transpose((neosig_gf16_matrix){w.p11_transposed, ctx->v_stride, ctx->V, ctx->V},
                       (neosig_gf16_view){r, ctx->stride, ctx->V, ctx->V});
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){w.product, ctx->v_stride, ctx->t_pairs, ctx->V}, t,
                            (neosig_gf16_view){w.p11_transposed, ctx->v_stride, ctx->V, ctx->V}, w.multiply);
    add_transposed(ctx, r + ctx->V, w.product);
}

void neosig_snova_to_f21(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, void *memory)
{
    neosig_arena arena = {memory, 0};
    const f_workspace w = lay_out_f(ctx, &arena);
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){w.product, ctx->v_stride, ctx->t_pairs, ctx->V}, t,
                            (neosig_gf16_view){r, ctx->stride, ctx->V, ctx->V}, w.multiply);
    add_transposed(ctx, r + ctx->V + ctx->O, w.product);
}
