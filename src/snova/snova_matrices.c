/* T, U and the matrices R_i in rows and in pair form, and the products with T. */
#include "snova/snova.h"

#include <string.h>

size_t neosig_snova_scratch_bytes(const neosig_snova_ctx *ctx)
{
    size_t square = ctx->v_rows * ctx->v_stride, pairs = neosig_gf16_round(ctx->o_pairs) * ctx->v_stride;
    size_t blocks = 16 * neosig_snova_lanes_bytes(ctx->v * ctx->o); /* each in 16 bytes; as many rows are transposed */
    return neosig_snova_lanes_bytes(neosig_snova_larger(neosig_snova_larger(square, pairs), blocks) +
                                    ctx->L * NEOSIG_GF16_SLACK);
}

void neosig_snova_entry_pairs(const neosig_snova_ctx *ctx, uint8_t *out, uint8_t matrices[16][16], size_t rows,
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
    ctx->gf->transpose(out, rows * half, pairs[0], 16, rows * half, ctx->L);
}

void neosig_snova_add_transposed(const neosig_snova_ctx *ctx, uint8_t *dst, size_t dst_stride, uint8_t *src,
                                 size_t src_stride, size_t count, size_t lanes, uint8_t *scratch)
{
    size_t pairs = (count + 1) / 2, stride = neosig_gf16_round(pairs);
    /* Zeros past the last pair let whole groups be added. */
    memset(src + pairs * src_stride, 0, (stride - pairs) * src_stride);
    ctx->gf->transpose(scratch, stride, src, src_stride, stride, lanes);
    for (size_t lane = 0; lane < lanes; lane++, scratch += stride, dst += dst_stride)
        neosig_gf16_add_split(dst, dst + pairs, scratch, pairs);
}

void neosig_snova_transpose_pairs(const neosig_snova_ctx *ctx, uint8_t *dst, size_t dst_stride, const uint8_t *src,
                                  size_t src_stride, size_t pairs, size_t lanes, uint8_t *scratch)
{
    size_t stride = neosig_gf16_round(pairs);
    ctx->gf->transpose(scratch, stride, src, src_stride, pairs, lanes);
    for (size_t lane = 0; lane < lanes; lane++)
        neosig_gf16_split(dst + lane * dst_stride, pairs, scratch + lane * stride, stride, 1, pairs);
}

/* ---- T and the products with it */

void neosig_snova_t_rows(const neosig_snova_ctx *ctx, uint8_t *t, neosig_gf16_table *tables, const uint8_t *blocks,
                         uint8_t *scratch)
{
    ctx->gf->rows_of_blocks(t, ctx->o_stride, blocks, ctx->v, ctx->o, (unsigned)ctx->l, 0);
    if (tables == NULL)
        return;
    for (size_t row = 0; row < ctx->V; row++) {
        uint8_t *x = t + row * ctx->o_stride;
        x[ctx->O] = 0; /* the row after the last, where O is odd */
        neosig_gf16_join(scratch + row * ctx->o_pairs, x, x + ctx->o_pairs, ctx->o_pairs);
    }
    ctx->gf->tables(tables, scratch, ctx->V * ctx->o_pairs);
}

void neosig_snova_to_f12(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* (P11 T)^T = T^T P11^T. */
    uint8_t *product = scratch + neosig_snova_scratch_bytes(ctx);
    ctx->gf->transpose(scratch, ctx->v_stride, r, ctx->stride, ctx->V, ctx->V);
    ctx->gf->multiply(product, ctx->v_stride, t, ctx->o_pairs, scratch, ctx->v_stride, ctx->o_pairs, ctx->V, ctx->V);
    neosig_snova_add_transposed(ctx, r + ctx->V, ctx->stride, product, ctx->v_stride, ctx->O, ctx->V, scratch);
}

void neosig_snova_to_f21(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* T^T P11 in pair rows over O, lanes over V. */
    uint8_t *transposed = scratch + neosig_snova_scratch_bytes(ctx);
    ctx->gf->multiply(scratch, ctx->v_stride, t, ctx->o_pairs, r, ctx->stride, ctx->o_pairs, ctx->V, ctx->V);
    neosig_snova_add_transposed(ctx, r + ctx->V + ctx->O, ctx->stride, scratch, ctx->v_stride, ctx->O, ctx->V,
                                transposed);
}

/* ---- U and W */

size_t neosig_snova_u_scratch_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    return (ctx->l + 4 * ctx->u_pairs) * neosig_snova_lanes_bytes(count * ctx->l);
}

void neosig_snova_u_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *x, size_t count,
                           uint8_t *scratch)
{
    /* Rows (s, r) of S^s X: sum over k of S^s[r][k] X[k], with lanes (j, q). */
    size_t l = ctx->l, width = count * l, stride = neosig_snova_lanes_bytes(width);
    uint8_t *x_rows = scratch, *product = x_rows + l * stride, *rows = product + ctx->u_pairs * stride;
    uint8_t *pairs = rows + ctx->sigmas * stride;
    ctx->gf->rows_of_blocks(x_rows, stride, x, 1, count, (unsigned)l, 0);
    const uint8_t *powers = neosig_snova_powers_of_s(l);
    uint8_t columns[4 * 8];
    neosig_gf16_table power_tables[4 * 8];
    for (size_t k = 0; k < l; k++)
        for (size_t p = 0; p < ctx->u_pairs; p++) {
            size_t other = p + ctx->u_pairs; /* row s l + r of the powers: entry k */
            columns[k * ctx->u_pairs + p] =
                (uint8_t)(powers[p * l + k] | (other < ctx->L ? powers[other * l + k] << 4 : 0));
        }
    ctx->gf->tables(power_tables, columns, l * ctx->u_pairs);
    ctx->gf->multiply(product, stride, power_tables, ctx->u_pairs, x_rows, stride, ctx->u_pairs, l, width);

    /* Pair p of row (j, r) of U is columns p and p + u_pairs, each some (s, q). */
    if (l % 2 == 0) {
        /* Pair row (s, r) of the product holds S^s and S^(s + l/2): its bytes are U's already. */
        for (size_t k = 0; k < l / 2; k++)
            for (size_t r = 0; r < l; r++) {
                const uint8_t *from = product + (k * l + r) * stride;
                uint8_t *to = pairs + r * ctx->u_pairs + k * l;
                for (size_t j = 0; j < count; j++)
                    memcpy(to + j * l * ctx->u_pairs, from + j * l, l == 4 ? 4 : 2);
            }
    } else {
        neosig_gf16_split(rows, stride, product, stride, ctx->u_pairs, width);
        for (size_t p = 0; p < ctx->u_pairs; p++)
            for (size_t r = 0; r < l; r++) {
                size_t other = p + ctx->u_pairs;
                const uint8_t *low = rows + (p / l * l + r) * stride + p % l;
                const uint8_t *high = rows + (other / l * l + r) * stride + other % l;
                uint8_t *to = pairs + r * ctx->u_pairs + p;
                if (other < ctx->L)
                    for (size_t j = 0; j < count; j++)
                        to[j * l * ctx->u_pairs] = (uint8_t)(low[j * l] | high[j * l] << 4);
                else
                    for (size_t j = 0; j < count; j++)
                        to[j * l * ctx->u_pairs] = low[j * l];
            }
    }
    ctx->gf->tables(tables, pairs, width * ctx->u_pairs);
}

size_t neosig_snova_w_scratch_bytes(const neosig_snova_ctx *ctx, size_t rows)
{
    return neosig_gf16_round(rows) * neosig_gf16_round(ctx->u_pairs * ctx->m);
}

void neosig_snova_transpose_w(const neosig_snova_ctx *ctx, uint8_t *wt, const uint8_t *w, size_t w_stride, size_t rows,
                              uint8_t *scratch)
{
    neosig_snova_transpose_pairs(ctx, wt, ctx->w_lanes, w, w_stride, ctx->u_pairs * ctx->m, rows, scratch);
}
