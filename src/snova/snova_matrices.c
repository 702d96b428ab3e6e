/* A, B, Q1, Q2, T, U and W: their rows, lanes, pairs and tables. */
#include "snova/snova.h"

#include <string.h>

/* These structs are passed in memory, and a compiler must assume that stores of bytes change their fields. So loops use
 * copies of the fields. */
void neosig_snova_copy_rows(neosig_gf16_matrix dst, neosig_gf16_view src)
{
    const size_t lanes = dst.lanes, to_stride = dst.stride, from_stride = src.stride;
    const uint8_t *from = src.at;
    uint8_t *to = dst.at;
    for (size_t left = dst.rows; left > 0; left--, to += to_stride, from += from_stride)
        for (size_t lane = 0; lane < lanes; lane += 16)
            neosig_gf16_store(to + lane, neosig_gf16_load(from + lane));
}

void neosig_snova_add_rows(neosig_gf16_matrix dst, neosig_gf16_view a, neosig_gf16_view b)
{
    const size_t lanes = dst.lanes, to_stride = dst.stride, a_stride = a.stride, b_stride = b.stride;
    const uint8_t *from_a = a.at, *from_b = b.at;
    uint8_t *to = dst.at;
    for (size_t left = dst.rows; left > 0; left--, to += to_stride, from_a += a_stride, from_b += b_stride)
        for (size_t lane = 0; lane < lanes; lane += 16)
            neosig_gf16_store(to + lane, neosig_gf16_load(from_a + lane) ^ neosig_gf16_load(from_b + lane));
}

/* ---- A, B, Q1, Q2 */

size_t neosig_snova_abq_bytes(const neosig_snova_ctx *ctx)
{
    /* The last transposition makes the l rows of Q2, and writes 16. */
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

typedef struct entry_workspace {
    uint8_t *pairs;      /* for each pair a row of lanes */
    uint8_t *transposed; /* for each lane a row of pairs */
} entry_workspace;

static entry_workspace lay_out_entries(size_t entries, size_t lanes, neosig_arena *arena)
{
    const size_t bytes = neosig_gf16_round(entries) * neosig_gf16_round(lanes);
    entry_workspace w = {0};
    w.pairs = neosig_carve(arena, bytes);
    w.transposed = neosig_carve(arena, entries > 16 ? bytes : 0);
    return w;
}

size_t neosig_snova_entry_pairs_bytes(size_t entries, size_t lanes)
{
    neosig_arena arena = {NULL, 0};
    lay_out_entries(entries, lanes, &arena);
    return arena.used;
}

void neosig_snova_entry_pairs(const neosig_snova_ctx *ctx, uint8_t *out, const uint8_t *matrices, size_t stride,
                              size_t rows, size_t columns, size_t lanes, void *memory)
{
    size_t half = (columns + 1) / 2, count = rows * half, whole = neosig_gf16_round(count);
    size_t width = neosig_gf16_round(lanes);
    neosig_arena arena = {memory, 0};
    const entry_workspace w = lay_out_entries(count, lanes, &arena);
    uint8_t *pairs = w.pairs;
    for (size_t row = 0; row < rows; row++, matrices += columns * stride)
        for (size_t p = 0; p < half; p++, pairs += width)
            for (size_t lane = 0; lane < width; lane += 16) {
                neosig_gf16_group high = {0};
                if (p + half < columns)
                    high = neosig_gf16_load(matrices + (p + half) * stride + lane) << 4;
                neosig_gf16_store(pairs + lane, neosig_gf16_load(matrices + p * stride + lane) | high);
            }
    if (count <= 16) { /* rows of out are close, and whole groups of them are written */
        ctx->gf->transpose((neosig_gf16_matrix){out, count, lanes, count},
                           (neosig_gf16_view){w.pairs, width, count, lanes});
        return;
    }
    ctx->gf->transpose((neosig_gf16_matrix){w.transposed, whole, lanes, count},
                       (neosig_gf16_view){w.pairs, width, count, lanes});
    neosig_snova_copy_rows((neosig_gf16_matrix){out, count, lanes, count},
                           (neosig_gf16_view){w.transposed, whole, lanes, count});
}

void neosig_snova_matrix_numbers(const neosig_snova_ctx *ctx, uint8_t numbers[NEOSIG_SNOVA_MAX_MAP_LANES])
{
    const size_t m = ctx->m, alphas = ctx->alphas, step = !ctx->shared;
    memset(numbers, 0, NEOSIG_SNOVA_MAX_MAP_LANES);
    for (size_t i = 0, first = 0; i < ctx->o; i++, numbers += alphas) { /* first = i mod m */
        for (size_t alpha = 0, matrix = first; alpha < alphas; alpha++) {
            numbers[alpha] = (uint8_t)(matrix % 16);
            matrix += step;
            matrix = matrix < m ? matrix : 0;
        }
        first = first + 1 < m ? first + 1 : 0;
    }
}

void neosig_snova_multiply_picked(const neosig_snova_ctx *ctx, neosig_gf16_matrix c, neosig_gf16_view a,
                                  neosig_snova_picked b)
{
    /* In round 1, the lanes of 16 matrices at a time, as numbers are below 16. */
    size_t left = ctx->map_lanes, part = ctx->shared ? 16 * ctx->alphas : left;
    for (; left > 0; left -= c.lanes) {
        c.lanes = left < part ? left : part;
        ctx->kernels->multiply_picked(c, a, b);
        c.at += part;
        a.at += part;
        b.at += 16;
        b.numbers += part;
    }
}

/* ---- T */

void neosig_snova_t_rows(const neosig_snova_ctx *ctx, uint8_t *t, const uint8_t *blocks)
{
    ctx->kernels->rows_of_blocks(t, ctx->o_stride, (neosig_snova_blocks){blocks, ctx->v, ctx->o, (unsigned)ctx->l, 0});
}

/* ---- U and W */

void neosig_snova_rows_of_x(const neosig_snova_ctx *ctx, uint8_t *rows, size_t stride, const uint8_t *x, size_t count)
{
    if (ctx->r == ctx->l) {
        ctx->kernels->rows_of_blocks(rows, stride, (neosig_snova_blocks){x, 1, count, (unsigned)ctx->l, 0});
        return;
    }
    for (size_t j = 0; j < count; j++)
        for (size_t y = 0; y < ctx->l; y++) /* eight bytes, of which the next block overwrites those behind r */
            memcpy(rows + y * stride + j * ctx->r, x + (j * ctx->l + y) * ctx->r, 8);
}

typedef struct product_workspace {
    uint8_t *products; /* matrix times the rows: matrix_rows rows, and one of zeros if that is odd */
    uint8_t *pairs;    /* of the tables: rows (j, e) of half of width */
} product_workspace;

static product_workspace lay_out_product(size_t matrix_rows, size_t width, size_t count, neosig_arena *arena)
{
    product_workspace w = {0};
    w.products = neosig_carve(arena, (matrix_rows + 1) / 2 * 2 * neosig_snova_lanes_bytes(count * width));
    w.pairs = neosig_carve(arena, neosig_snova_lanes_bytes(count * matrix_rows * ((width + 1) / 2)));
    return w;
}

size_t neosig_snova_product_tables_bytes(size_t matrix_rows, size_t width, size_t count)
{
    neosig_arena arena = {NULL, 0};
    lay_out_product(matrix_rows, width, count, &arena);
    return arena.used;
}

void neosig_snova_product_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                                 const neosig_gf16_table *matrix, size_t matrix_rows, neosig_gf16_view rows,
                                 size_t width, size_t count, void *memory)
{
    const size_t lanes = count * width, stride = neosig_snova_lanes_bytes(lanes), half = (width + 1) / 2;
    const size_t pairs = (matrix_rows + 1) / 2;
    neosig_arena arena = {memory, 0};
    const product_workspace w = lay_out_product(matrix_rows, width, count, &arena);
    uint8_t *to = w.pairs;
    neosig_gf16_multiply_split(ctx->gf, (neosig_gf16_matrix){w.products, stride, 2 * pairs, lanes},
                               (neosig_gf16_factor){matrix, pairs}, rows);
    for (size_t j = 0; j < count; j++)
        for (size_t e = 0; e < matrix_rows; e++, to += half) { /* rows are close */
            const uint8_t *x = w.products + e * stride + j * width;
            neosig_gf16_join(to, x, x + half, half);
            if (width % 2 != 0)
                to[half - 1] &= 15;
        }
    ctx->gf->tables(tables, w.pairs, count * matrix_rows * half);
}

typedef struct u_workspace {
    uint8_t *x_rows;   /* rows y of X, lanes (j, q), one every stride */
    uint8_t *products; /* rows (s, y) of S^s X, sum over k of S^s[y][k] X[k]; for even l in pair rows, half as many */
    uint8_t *pairs;    /* of the tables: rows (j, y) of u_pairs, one every u_pairs bytes */
    size_t stride;
} u_workspace;

static u_workspace lay_out_u(const neosig_snova_ctx *ctx, size_t count, neosig_arena *arena)
{
    u_workspace w = {.stride = neosig_snova_lanes_bytes(count * ctx->r)};
    w.x_rows = neosig_carve(arena, ctx->l * w.stride);
    w.products = neosig_carve(arena, (ctx->l % 2 + 1) * ctx->s_pairs * w.stride);
    w.pairs = neosig_carve(arena, neosig_snova_lanes_bytes(count * ctx->l * ctx->u_pairs));
    return w;
}

size_t neosig_snova_u_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    neosig_arena arena = {NULL, 0};
    lay_out_u(ctx, count, &arena);
    return arena.used;
}

/* For even l, where the pairs of the products are pairs of U. Row (j, y) of U has pairs (s, q), s < l/2: columns (s, q)
 * and (s + l/2, q). Pair row (s, y) of the products has S^s X in the low nibbles, and S^(s + l/2) X in the high
 * ones. */
static void gather_pairs(const neosig_snova_ctx *ctx, const u_workspace *w, size_t count)
{
    const size_t l = ctx->l, r = ctx->r;
    for (size_t s = 0; s < l / 2; s++)
        for (size_t y = 0; y < l; y++) {
            const uint8_t *from = w->products + (s * l + y) * w->stride;
            uint8_t *to = w->pairs + y * ctx->u_pairs + s * r;
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
}

/* For odd l: row (j, y) of U is row y of X_j, of S X_j, of S^2 X_j and so on, side by side. */
static void join_pairs(const neosig_snova_ctx *ctx, const u_workspace *w, size_t count)
{
    const size_t l = ctx->l, r = ctx->r;
    uint8_t row[64] = {0}, *to = w->pairs; /* l r <= 40, and a group */
    for (size_t j = 0; j < count; j++)
        for (size_t y = 0; y < l; y++, to += ctx->u_pairs) {
            for (size_t s = 0; s < l; s++) /* eight bytes, of which the next s overwrites those behind r */
                memcpy(row + s * r, w->products + (s * l + y) * w->stride + j * r, 8);
            row[ctx->lr] = 0; /* column l r, if l r is odd */
            neosig_gf16_join(to, row, row + ctx->u_pairs, ctx->u_pairs);
        }
}

void neosig_snova_u_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *x, size_t count,
                           void *memory)
{
    const size_t l = ctx->l, width = count * ctx->r;
    const uint8_t *powers = neosig_snova_powers_of_s(l);
    neosig_arena arena = {memory, 0};
    const u_workspace w = lay_out_u(ctx, count, &arena);
    const neosig_gf16_view x_rows = {w.x_rows, w.stride, l, width};
    uint8_t columns[5 * 16];
    neosig_gf16_table power_tables[5 * 16];
    const neosig_gf16_factor factor = {power_tables, ctx->s_pairs};
    neosig_snova_rows_of_x(ctx, w.x_rows, w.stride, x, count);
    for (size_t k = 0; k < l; k++)
        for (size_t p = 0; p < ctx->s_pairs; p++) {
            size_t other = p + ctx->s_pairs; /* entry k of rows p and other of the powers; rows are (s, y) */
            columns[k * ctx->s_pairs + p] =
                (uint8_t)(powers[p * l + k] | (other < ctx->L ? powers[other * l + k] << 4 : 0));
        }
    ctx->gf->tables(power_tables, columns, l * ctx->s_pairs);
    if (l % 2 == 0) {
        ctx->gf->multiply((neosig_gf16_pairs){w.products, w.stride, ctx->s_pairs, width}, factor, x_rows);
        gather_pairs(ctx, &w, count);
    } else {
        neosig_gf16_multiply_split(ctx->gf, (neosig_gf16_matrix){w.products, w.stride, 2 * ctx->s_pairs, width}, factor,
                                   x_rows);
        join_pairs(ctx, &w, count);
    }
    ctx->gf->tables(tables, w.pairs, count * l * ctx->u_pairs);
}

void neosig_snova_transpose_w(const neosig_snova_ctx *ctx, uint8_t *wt, const uint8_t *w, size_t w_stride, size_t lanes)
{
    ctx->gf->transpose_pairs((neosig_gf16_matrix){wt, ctx->wt_stride, lanes, 2 * (ctx->u_pairs * ctx->m)},
                             (neosig_gf16_view){0},
                             (neosig_gf16_pairs_view){w, w_stride, ctx->u_pairs * ctx->m, lanes});
}
