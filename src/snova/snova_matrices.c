/* T, U and the matrices R_i in rows and in pair form, and the products with T. */
#include "snova/snova.h"

#include <string.h>

size_t neosig_snova_scratch_bytes(const neosig_snova_ctx *s)
{
    size_t square = s->v_rows * s->v_stride, pairs = neosig_gf16_round(s->o_pairs) * s->v_stride;
    size_t blocks = 16 * neosig_snova_lanes(s->v * s->o); /* each in 16 bytes; as many rows are transposed */
    return neosig_snova_lanes(neosig_snova_larger(neosig_snova_larger(square, pairs), blocks) +
                              s->L * NEOSIG_GF16_SLACK);
}

void neosig_snova_entry_pairs(const neosig_snova_ctx *s, uint8_t *out, uint8_t matrices[16][16], size_t rows,
                              size_t columns)
{
    uint8_t pairs[16][16] = {{0}};
    size_t half = (columns + 1) / 2;
    for (size_t row = 0; row < rows; row++, matrices += columns)
        for (size_t p = 0; p < half; p++) {
            neosig_gf16_group high = {0};
            if (p + half < columns)
                high = neosig_gf16_load(matrices[p + half]) << 4;
            neosig_gf16_store(pairs[row * half + p], neosig_gf16_load(matrices[p]) | high);
        }
    s->gf->transpose(out, rows * half, pairs[0], 16, rows * half, s->L);
}

void neosig_snova_add_transposed(const neosig_snova_ctx *s, uint8_t *dst, size_t dst_stride, uint8_t *src,
                                 size_t src_stride, size_t count, size_t lanes, uint8_t *scratch)
{
    size_t pairs = (count + 1) / 2, stride = neosig_gf16_round(pairs);
    /* Zeros past the last pair let whole groups be added. */
    memset(src + pairs * src_stride, 0, (stride - pairs) * src_stride);
    s->gf->transpose(scratch, stride, src, src_stride, stride, lanes);
    for (size_t lane = 0; lane < lanes; lane++, scratch += stride, dst += dst_stride)
        neosig_gf16_add_split(dst, dst + pairs, scratch, pairs);
}

void neosig_snova_transpose_pairs(const neosig_snova_ctx *s, uint8_t *dst, size_t dst_stride, const uint8_t *src,
                                  size_t src_stride, size_t pairs, size_t lanes, uint8_t *scratch)
{
    size_t stride = neosig_gf16_round(pairs);
    s->gf->transpose(scratch, stride, src, src_stride, pairs, lanes);
    for (size_t lane = 0; lane < lanes; lane++)
        neosig_gf16_split(dst + lane * dst_stride, pairs, scratch + lane * stride, stride, 1, pairs);
}

/* ---- T and the products with it */

void neosig_snova_t_rows(const neosig_snova_ctx *s, uint8_t *t, neosig_gf16_table *tables, const uint8_t *blocks,
                         uint8_t *scratch)
{
    s->gf->rows_of_blocks(t, s->o_stride, blocks, s->v, s->o, (unsigned)s->l, 0);
    if (tables == NULL)
        return;
    for (size_t row = 0; row < s->V; row++) {
        uint8_t *x = t + row * s->o_stride;
        x[s->O] = 0; /* the row after the last, where O is odd */
        neosig_gf16_join(scratch + row * s->o_pairs, x, x + s->o_pairs, s->o_pairs);
    }
    s->gf->tables(tables, scratch, s->V * s->o_pairs);
}

void neosig_snova_to_f12(const neosig_snova_ctx *s, uint8_t *r, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* (P11 T)^T = T^T P11^T. */
    uint8_t *product = scratch + neosig_snova_scratch_bytes(s);
    s->gf->transpose(scratch, s->v_stride, r, s->stride, s->V, s->V);
    s->gf->multiply(product, s->v_stride, t, s->o_pairs, scratch, s->v_stride, s->o_pairs, s->V, s->V);
    neosig_snova_add_transposed(s, r + s->V, s->stride, product, s->v_stride, s->O, s->V, scratch);
}

void neosig_snova_to_f21(const neosig_snova_ctx *s, uint8_t *r, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* T^T P11 in pair rows over O, lanes over V. */
    uint8_t *transposed = scratch + neosig_snova_scratch_bytes(s);
    s->gf->multiply(scratch, s->v_stride, t, s->o_pairs, r, s->stride, s->o_pairs, s->V, s->V);
    neosig_snova_add_transposed(s, r + s->V + s->O, s->stride, scratch, s->v_stride, s->O, s->V, transposed);
}

/* ---- U and W */

size_t neosig_snova_u_scratch_bytes(const neosig_snova_ctx *s, size_t count)
{
    return (s->l + 4 * s->u_pairs) * neosig_snova_lanes(count * s->l);
}

void neosig_snova_u_tables(const neosig_snova_ctx *s, neosig_gf16_table *tables, const uint8_t *x, size_t count,
                           uint8_t *scratch)
{
    /* Rows (s, r) of S^s X: sum over k of S^s[r][k] X[k], with lanes (j, q). */
    size_t l = s->l, width = count * l, stride = neosig_snova_lanes(width);
    uint8_t *x_rows = scratch, *product = x_rows + l * stride, *rows = product + s->u_pairs * stride;
    uint8_t *pairs = rows + s->sigmas * stride;
    s->gf->rows_of_blocks(x_rows, stride, x, 1, count, (unsigned)l, 0);
    const uint8_t *powers = neosig_snova_powers_of_s(l);
    uint8_t columns[4 * 8];
    neosig_gf16_table power_tables[4 * 8];
    for (size_t k = 0; k < l; k++)
        for (size_t p = 0; p < s->u_pairs; p++) {
            size_t other = p + s->u_pairs; /* row s l + r of the powers: entry k */
            columns[k * s->u_pairs + p] =
                (uint8_t)(powers[p * l + k] | (other < s->L ? powers[other * l + k] << 4 : 0));
        }
    s->gf->tables(power_tables, columns, l * s->u_pairs);
    s->gf->multiply(product, stride, power_tables, s->u_pairs, x_rows, stride, s->u_pairs, l, width);

    /* Pair p of row (j, r) of U is columns p and p + u_pairs, each some (s, q). */
    if (l % 2 == 0) {
        /* Pair row (s, r) of the product holds S^s and S^(s + l/2): its bytes are U's already. */
        for (size_t k = 0; k < l / 2; k++)
            for (size_t r = 0; r < l; r++) {
                const uint8_t *from = product + (k * l + r) * stride;
                uint8_t *to = pairs + r * s->u_pairs + k * l;
                for (size_t j = 0; j < count; j++)
                    memcpy(to + j * l * s->u_pairs, from + j * l, l == 4 ? 4 : 2);
            }
    } else {
        neosig_gf16_split(rows, stride, product, stride, s->u_pairs, width);
        for (size_t p = 0; p < s->u_pairs; p++)
            for (size_t r = 0; r < l; r++) {
                size_t other = p + s->u_pairs;
                const uint8_t *low = rows + (p / l * l + r) * stride + p % l;
                const uint8_t *high = rows + (other / l * l + r) * stride + other % l;
                uint8_t *to = pairs + r * s->u_pairs + p;
                if (other < s->L)
                    for (size_t j = 0; j < count; j++)
                        to[j * l * s->u_pairs] = (uint8_t)(low[j * l] | high[j * l] << 4);
                else
                    for (size_t j = 0; j < count; j++)
                        to[j * l * s->u_pairs] = low[j * l];
            }
    }
    s->gf->tables(tables, pairs, width * s->u_pairs);
}

size_t neosig_snova_w_scratch_bytes(const neosig_snova_ctx *s, size_t rows)
{
    return neosig_gf16_round(rows) * neosig_gf16_round(s->u_pairs * s->m);
}

void neosig_snova_transpose_w(const neosig_snova_ctx *s, uint8_t *wt, const uint8_t *w, size_t w_stride, size_t rows,
                              uint8_t *scratch)
{
    neosig_snova_transpose_pairs(s, wt, s->w_lanes, w, w_stride, s->u_pairs * s->m, rows, scratch);
}
