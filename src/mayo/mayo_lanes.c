/* Vectors of one element a byte, and their products with matrices of few columns. */
#include "core/inline.h"
#include "mayo/mayo.h"

#include <assert.h>
#include <string.h>

enum { MOST_GROUPS = 5 };

static_assert((NEOSIG_MAYO_MAX_M / 2 + 15) / 16 == MOST_GROUPS, "groups of a packed vector");

/* The last group of a packed vector ends where the vector ends. All loads of a vector come before its stores. */
INLINE void to_lanes(const size_t groups, uint8_t *to, size_t step, size_t lanes, const uint8_t *packed, size_t bytes,
                     size_t vectors, const int add)
{
    for (; vectors > 0; vectors--, to += step, packed += bytes) {
        neosig_gf16_group x[MOST_GROUPS];
        UNROLL for (size_t g = 0; g < groups; g++) x[g] =
            neosig_gf16_load(g + 1 < groups ? packed + 16 * g : packed + bytes - 16);
        neosig_gf16_group even[MOST_GROUPS], odd[MOST_GROUPS];
        UNROLL for (size_t g = 0; g < groups; g++)
        {
            const uint8_t *const at = g + 1 < groups ? to + 16 * g : to + bytes - 16;
            even[g] = (x[g] & 15) ^ (add ? neosig_gf16_load(at) : (neosig_gf16_group){0});
            odd[g] = x[g] >> 4 ^ (add ? neosig_gf16_load(at + bytes) : (neosig_gf16_group){0});
        }
        if (!add)
            neosig_gf16_store(to + lanes - 16, (neosig_gf16_group){0});
        UNROLL for (size_t g = 0; g < groups; g++)
        {
            uint8_t *const at = g + 1 < groups ? to + 16 * g : to + bytes - 16;
            neosig_gf16_store(at, even[g]);
            neosig_gf16_store(at + bytes, odd[g]);
        }
    }
}

INLINE void to_lanes_of(const neosig_mayo_ctx *ctx, uint8_t *to, size_t step, const uint8_t *packed, size_t vectors,
                        const int add)
{
    const size_t bytes = ctx->m_bytes;
    if (bytes <= 32)
        to_lanes(2, to, step, ctx->lanes, packed, bytes, vectors, add);
    else if (bytes <= 48)
        to_lanes(3, to, step, ctx->lanes, packed, bytes, vectors, add);
    else if (bytes <= 64)
        to_lanes(4, to, step, ctx->lanes, packed, bytes, vectors, add);
    else
        to_lanes(5, to, step, ctx->lanes, packed, bytes, vectors, add);
}

void neosig_mayo_to_lanes(const neosig_mayo_ctx *ctx, uint8_t *to, const uint8_t *packed, size_t vectors)
{
    to_lanes_of(ctx, to, ctx->lanes, packed, vectors, 0);
}

void neosig_mayo_add_to_lanes(const neosig_mayo_ctx *ctx, uint8_t *to, size_t step, const uint8_t *packed,
                              size_t vectors)
{
    to_lanes_of(ctx, to, step, packed, vectors, 1);
}

void neosig_mayo_from_lanes(const neosig_mayo_ctx *ctx, uint8_t *packed, const uint8_t *from, size_t vectors)
{
    const size_t bytes = ctx->m_bytes;
    for (; vectors > 0; vectors--, packed += bytes, from += ctx->lanes)
        for (size_t at = 0; at < bytes; at += 16) {
            const size_t b = at + 16 <= bytes ? at : bytes - 16;
            neosig_gf16_store(packed + b, neosig_gf16_load(from + b) | neosig_gf16_load(from + bytes + b) << 4);
        }
}

neosig_mayo_factor neosig_mayo_carve_factor(neosig_arena *arena, size_t rows, size_t columns)
{
    const size_t width = (columns + 1) / 2, pairs = neosig_gf16_round(rows * width);
    return (neosig_mayo_factor){
        .rows = rows,
        .width = width,
        .pairs = neosig_carve(arena, pairs + width), /* an even number of rows is written */
        .tables = neosig_carve(arena, pairs * sizeof(neosig_gf16_table)),
    };
}

/* Packed columns have two rows in a byte. */
void neosig_mayo_make_factor(const neosig_mayo_ctx *ctx, const neosig_mayo_factor *t, const uint8_t *columns,
                             size_t stride)
{
    for (size_t q = 0; q < t->width; q++, columns += 2 * stride) {
        uint8_t *to = t->pairs + q;
        for (size_t i = 0; i < (t->rows + 1) / 2; i++, to += 2 * t->width) {
            const uint8_t a = columns[i], b = columns[stride + i];
            to[0] = (uint8_t)((a & 15) | b << 4);
            to[t->width] = (uint8_t)(a >> 4 | (b & 0xf0));
        }
    }
    ctx->gf16->tables(t->tables, t->pairs, t->rows * t->width);
}

/* Rows are packed, so that their bytes are the pairs. */
void neosig_mayo_make_factor_of_rows(const neosig_mayo_ctx *ctx, const neosig_mayo_factor *t, const uint8_t *rows,
                                     size_t stride)
{
    for (size_t i = 0; i < t->rows; i++)
        memcpy(t->pairs + i * t->width, rows + i * stride, t->width);
    ctx->gf16->tables(t->tables, t->pairs, t->rows * t->width);
}

INLINE void split(const size_t groups, uint8_t *c, size_t pairs)
{
    for (; pairs > 0; pairs--, c += 32 * groups)
        UNROLL for (size_t g = 0; g < groups; g++)
        {
            const neosig_gf16_group x = neosig_gf16_load(c + 16 * (groups + g));
            neosig_gf16_store(c + 16 * g, x & 15);
            neosig_gf16_store(c + 16 * (groups + g), x >> 4);
        }
}

/* The product in pairs takes the place of every second vector. */
void neosig_mayo_multiply(const neosig_mayo_ctx *ctx, uint8_t *c, const neosig_mayo_factor *t, size_t first,
                          const uint8_t *a, size_t step, size_t count)
{
    const size_t lanes = ctx->lanes;
    ctx->gf16->multiply((neosig_gf16_pairs){c + lanes, 2 * lanes, t->width, lanes},
                        (neosig_gf16_factor){t->tables + first * t->width, t->width},
                        (neosig_gf16_view){a, step, count, lanes});
    if (lanes == 64)
        split(4, c, t->width);
    else if (lanes == 80)
        split(5, c, t->width);
    else if (lanes == 112)
        split(7, c, t->width);
    else if (lanes == 144)
        split(9, c, t->width);
    else
        split(lanes / 16, c, t->width);
}

neosig_mayo_values neosig_mayo_carve_values(const neosig_mayo_ctx *ctx, neosig_arena *arena, size_t n)
{
    const size_t row = ctx->k_width * ctx->lanes;
    return (neosig_mayo_values){
        .points = neosig_mayo_carve_factor(arena, n, ctx->k),
        .N = neosig_carve(arena, n * row),
        .products = neosig_carve(arena, ctx->k * row),
    };
}

void neosig_mayo_evaluate(const neosig_mayo_ctx *ctx, uint8_t *U, const neosig_mayo_values *w, const uint8_t *P,
                          const uint8_t *lambda)
{
    const size_t n = w->points.rows, lanes = ctx->lanes, row = ctx->k_width * lanes;
    const neosig_block u = {.base = U, .step = ctx->m_bytes, .n = ctx->k_width};
    for (size_t i = 0; i < n; P += (n - i) * lanes, i++)
        neosig_mayo_multiply(ctx, w->N + i * row, &w->points, i, P, lanes, n - i);
    neosig_mayo_add_to_lanes(ctx, w->N, row, lambda, n);
    for (size_t j = 0; j < ctx->k; j++) {
        uint8_t *const column = w->products + j * row;
        neosig_mayo_multiply(ctx, column, &w->points, 0, w->N + j * lanes, row, n);
        for (size_t i = 0; i < j; i++)
            neosig_gf16_add(column + i * lanes, w->products + i * row + j * lanes, lanes);
        for (size_t i = 0; i <= j; i++)
            neosig_mayo_from_lanes(ctx, U + neosig_block_offset(&u, i, j), column + i * lanes, 1);
    }
}
