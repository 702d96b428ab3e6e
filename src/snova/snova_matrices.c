/* T, U and the matrices R_i in rows and in pair form, and the products with T. */
#include "snova/snova.h"

#include <string.h>

size_t neosig_snova_scratch_bytes(const neosig_snova_ctx *ctx)
{
    size_t square = ctx->v_rows * ctx->v_stride, pairs = neosig_gf16_round(ctx->t_pairs) * ctx->v_stride;
    size_t t = neosig_snova_values_scratch_bytes(ctx->forms, ctx->o, ctx->v);
    size_t blocks = 16 * neosig_snova_lanes_bytes(ctx->v * ctx->o); /* their entries, in a whole group of pair rows */
    return neosig_snova_lanes_bytes(
        neosig_snova_larger(neosig_snova_larger(square, pairs), neosig_snova_larger(blocks, t)) +
        ctx->L * NEOSIG_GF16_SLACK);
}

size_t neosig_snova_abq_bytes(const neosig_snova_ctx *ctx)
{
    /* Transpositions write whole groups of rows. */
    return (ctx->r * ctx->r + ctx->lr + 2 * ctx->l + 16 - ctx->l) * ctx->abq_lanes;
}

size_t neosig_snova_abq_scratch_bytes(const neosig_snova_ctx *ctx)
{
    return ctx->abq_lanes * ctx->r * ctx->r + 2 * NEOSIG_GF16_SLACK;
}

neosig_snova_abq neosig_snova_abq_of(const neosig_snova_ctx *ctx, const uint8_t *abq)
{
    neosig_snova_abq of;
    of.a = abq;
    of.b = of.a + ctx->r * ctx->r * ctx->abq_lanes;
    of.q1 = of.b + ctx->lr * ctx->abq_lanes;
    of.q2 = of.q1 + ctx->l * ctx->abq_lanes;
    return of;
}

void neosig_snova_lanes_of_matrices(const neosig_snova_ctx *ctx, uint8_t *lanes, const uint8_t *matrices,
                                    size_t entries)
{
    const neosig_gf16_group used = neosig_gf16_below(ctx->L);
    uint8_t transposed[16 * 16] = {0};
    ctx->gf->transpose((neosig_gf16_matrix){transposed, 16, entries, ctx->L},
                       (neosig_gf16_view){matrices, entries, ctx->L, entries});
    for (size_t e = 0; e < 16 * entries; e += 16)
        neosig_gf16_store(lanes + e, neosig_gf16_load(transposed + e) & used);
}

void neosig_snova_entry_pairs(const neosig_snova_ctx *ctx, uint8_t *out, const uint8_t *matrices, size_t stride,
                              size_t rows, size_t columns, size_t lanes, uint8_t *scratch)
{
    size_t half = (columns + 1) / 2, count = rows * half, whole = neosig_gf16_round(count);
    size_t width = neosig_gf16_round(lanes);
    uint8_t *pairs = scratch, *transposed = scratch + whole * width;
    for (size_t row = 0; row < rows; row++, matrices += columns * stride)
        for (size_t p = 0; p < half; p++, pairs += width)
            for (size_t lane = 0; lane < width; lane += 16) {
                neosig_gf16_group high = {0};
                if (p + half < columns)
                    high = neosig_gf16_load(matrices + (p + half) * stride + lane) << 4;
                neosig_gf16_store(pairs + lane, neosig_gf16_load(matrices + p * stride + lane) | high);
            }
    if (count <= 16) { /* each row overwrites what the one before had too many */
        ctx->gf->transpose((neosig_gf16_matrix){out, count, lanes, count},
                           (neosig_gf16_view){scratch, width, count, lanes});
        return;
    }
    ctx->gf->transpose((neosig_gf16_matrix){transposed, whole, lanes, count},
                       (neosig_gf16_view){scratch, width, count, lanes});
    for (size_t lane = 0; lane < lanes; lane++, out += count)
        for (size_t p = 0; p < count; p += 16)
            neosig_gf16_store(out + p, neosig_gf16_load(transposed + whole * lane + p));
}

void neosig_snova_matrix_numbers(const neosig_snova_ctx *ctx, uint8_t numbers[NEOSIG_SNOVA_MAP_LANES])
{
    const size_t m = ctx->m, alphas = ctx->alphas, step = ctx->shared == 1;
    memset(numbers, 0, NEOSIG_SNOVA_MAP_LANES);
    for (size_t i = 0; i < ctx->o; i++, numbers += alphas)
        for (size_t alpha = 0, matrix = i; alpha < alphas; alpha++) { /* i < o <= m */
            numbers[alpha] = (uint8_t)(matrix % 16);
            matrix += step;
            matrix = matrix < m ? matrix : 0;
        }
}

void neosig_snova_multiply_picked(const neosig_snova_ctx *ctx, neosig_gf16_matrix c, neosig_gf16_view a,
                                  neosig_snova_picked b)
{
    /* In round 1, the lanes of 16 matrices at a time. */
    size_t left = ctx->map_lanes, part = ctx->shared > 1 ? 16 * ctx->alphas : left;
    for (; left > 0; left -= c.lanes) {
        c.lanes = left < part ? left : part;
        ctx->kernels->multiply_picked(c, a, b);
        c.at += part;
        a.at += part;
        b.b += 16;
        b.numbers += part;
    }
}

/* ---- T */

void neosig_snova_t_rows(const neosig_snova_ctx *ctx, uint8_t *t, const uint8_t *blocks)
{
    ctx->kernels->rows_of_blocks(t, ctx->o_stride, (neosig_snova_blocks){blocks, ctx->v, ctx->o, (unsigned)ctx->l, 0});
}

/* ---- U and W */

size_t neosig_snova_u_scratch_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    return (ctx->l + 2 * ctx->s_pairs) * neosig_snova_lanes_bytes(count * ctx->r) +
           neosig_snova_lanes_bytes(count * ctx->l * ctx->u_pairs);
}

void neosig_snova_rows_of_x(const neosig_snova_ctx *ctx, uint8_t *rows, size_t stride, const uint8_t *x, size_t count)
{
    if (ctx->r == ctx->l) {
        ctx->kernels->rows_of_blocks(rows, stride, (neosig_snova_blocks){x, 1, count, (unsigned)ctx->l, 0});
        return;
    }
    for (size_t j = 0; j < count; j++)
        for (size_t p = 0; p < ctx->l; p++) /* eight bytes, r <= 8; the next block overwrites the excess */
            memcpy(rows + p * stride + j * ctx->r, x + (j * ctx->l + p) * ctx->r, 8);
}

size_t neosig_snova_values_scratch_bytes(size_t values, size_t width, size_t count)
{
    return (values + 1) / 2 * 2 * neosig_snova_lanes_bytes(count * width) +
           neosig_gf16_round(count * values * ((width + 1) / 2)) + NEOSIG_GF16_SLACK;
}

void neosig_snova_values_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const neosig_gf16_table *matrix,
                                size_t values, const uint8_t *rows, size_t rows_stride, size_t width, size_t count,
                                uint8_t *scratch)
{
    size_t lanes = count * width, stride = neosig_snova_lanes_bytes(lanes), half = (width + 1) / 2;
    size_t pairs = (values + 1) / 2;
    uint8_t *bytes = scratch + 2 * pairs * stride, *to = bytes;
    neosig_gf16_multiply_split(ctx->gf, (neosig_gf16_matrix){scratch, stride, 2 * pairs, lanes},
                               (neosig_gf16_factor){matrix, pairs},
                               (neosig_gf16_view){rows, rows_stride, ctx->l, lanes});
    for (size_t j = 0; j < count; j++)
        for (size_t e = 0; e < values; e++, to += half) { /* in whole groups: the next overwrites the excess */
            const uint8_t *x = scratch + e * stride + j * width;
            neosig_gf16_join(to, x, x + half, half);
            if (width % 2 != 0)
                to[half - 1] &= 15;
        }
    ctx->gf->tables(tables, bytes, count * values * half);
}

void neosig_snova_u_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *x, size_t count,
                           uint8_t *scratch)
{
    /* Rows (s, p) of S^s X: sum over k of S^s[p][k] X[k], with lanes (j, q). */
    size_t l = ctx->l, r = ctx->r, width = count * r, stride = neosig_snova_lanes_bytes(width);
    uint8_t *x_rows = scratch, *product = x_rows + l * stride, *pairs = product + 2 * ctx->s_pairs * stride;
    neosig_snova_rows_of_x(ctx, x_rows, stride, x, count);
    const uint8_t *powers = neosig_snova_powers_of_s(l);
    uint8_t columns[5 * 16];
    neosig_gf16_table power_tables[5 * 16];
    for (size_t k = 0; k < l; k++)
        for (size_t p = 0; p < ctx->s_pairs; p++) {
            size_t other = p + ctx->s_pairs; /* row s l + p of the powers: entry k */
            columns[k * ctx->s_pairs + p] =
                (uint8_t)(powers[p * l + k] | (other < ctx->L ? powers[other * l + k] << 4 : 0));
        }
    ctx->gf->tables(power_tables, columns, l * ctx->s_pairs);

    /* Pair k of row (j, p) of U is columns k and k + u_pairs, each some (s, q). */
    if (l % 2 == 0) {
        ctx->gf->multiply((neosig_gf16_pairs){product, stride, ctx->s_pairs, width},
                          (neosig_gf16_factor){power_tables, ctx->s_pairs},
                          (neosig_gf16_view){x_rows, stride, l, width});
        /* Pair row (s, p) of the product holds S^s and S^(s + l/2): its bytes are U's already. */
        for (size_t k = 0; k < l / 2; k++)
            for (size_t p = 0; p < l; p++) {
                const uint8_t *from = product + (k * l + p) * stride;
                uint8_t *to = pairs + p * ctx->u_pairs + k * r;
                for (size_t j = 0; j < count; j++)
                    if (r == 2)
                        memcpy(to + j * l * ctx->u_pairs, from + j * r, 2);
                    else if (r == 4)
                        memcpy(to + j * l * ctx->u_pairs, from + j * r, 4);
                    else if (r == 8)
                        memcpy(to + j * l * ctx->u_pairs, from + j * r, 8);
                    else
                        memcpy(to + j * l * ctx->u_pairs, from + j * r, r);
            }
    } else {
        /* Row (j, p) of U put together from those of S^s X_j; x_rows are done with. */
        neosig_gf16_multiply_split(ctx->gf, (neosig_gf16_matrix){product, stride, 2 * ctx->s_pairs, width},
                                   (neosig_gf16_factor){power_tables, ctx->s_pairs},
                                   (neosig_gf16_view){x_rows, stride, l, width});
        uint8_t *row = x_rows, *to = pairs;
        for (size_t j = 0; j < count; j++)
            for (size_t p = 0; p < l; p++, to += ctx->u_pairs) {
                for (size_t s = 0; s < l; s++) /* eight bytes, r <= 8; the next overwrites the excess */
                    memcpy(row + s * r, product + (s * l + p) * stride + j * r, 8);
                row[ctx->lr] = 0; /* the column after the last, where l r is odd */
                neosig_gf16_join(to, row, row + ctx->u_pairs, ctx->u_pairs);
            }
    }
    ctx->gf->tables(tables, pairs, count * l * ctx->u_pairs);
}

void neosig_snova_transpose_w(const neosig_snova_ctx *ctx, uint8_t *wt, const uint8_t *w, size_t w_stride, size_t rows)
{
    ctx->gf->transpose_pairs((neosig_gf16_matrix){wt, ctx->wt_stride, rows, 2 * (ctx->u_pairs * ctx->m)},
                             (neosig_gf16_view){0}, (neosig_gf16_pairs_view){w, w_stride, ctx->u_pairs * ctx->m, rows});
}
