#include "carved.h"
#include "core/contract.h"
#include "gf/tower.h"
#include "symmetric.h"
#include "wiped.h"

enum { PAIR_BYTES = 16 };

static void pairs_of(void *pairs, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    __CPROVER_assert(__CPROVER_w_ok(pairs, rows * columns / 2 * PAIR_BYTES), "the tables have room");
    __CPROVER_assert(__CPROVER_r_ok(b, ((rows - 1) * row_step + (columns - 1) * column_step) / 2 + 1), "a matrix");
}

static void multiply(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *pairs, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(c->base, c->offsets[c->count - 1] + bytes), "the product");
    __CPROVER_assert(__CPROVER_r_ok(a->base, a->offsets[a->count - 1] + bytes), "the row");
    __CPROVER_assert(__CPROVER_r_ok(pairs, a->count * c->count / 2 * PAIR_BYTES), "the tables");
}

const neosig_tower_kernels neosig_tower_portable = {
    .polynomial16 = {.bits = 4, .columns = 4, .pair_bytes = PAIR_BYTES, .pairs = pairs_of, .multiply = multiply}};

#include "mayo/mayo_encode.c"
#include "mayo/mayo_params.c"
#include "mayo/mayo_scheme.c"

void harness_neosig_mayo_prepared_secret_bytes(void)
{
    ANY_SET (mayo, ctx)
        neosig_mayo_prepared_secret_bytes(&ctx);
}

void harness_neosig_mayo_secret_parts(void)
{
    ANY_SET (mayo, ctx)
        neosig_mayo_secret_parts(&ctx, any_bytes(neosig_mayo_prepared_secret_bytes(&ctx)));
}

void harness_neosig_mayo_prepared_public_bytes(void)
{
    ANY_SET (mayo, ctx)
        neosig_mayo_prepared_public_bytes(&ctx);
}

#define lay_out workspace_of /* mayo_encode.c has another */
#include "gf/quadratic.c"
#include "mayo/mayo_expand.c"
#include "mayo/mayo_lanes.c"
#include "mayo/mayo_rows.c"
#include "mayo/mayo_verify.c"

static void tables(neosig_gf16_table *to, const uint8_t *pairs, size_t count)
{
    const size_t all = count < 4 ? count : neosig_gf16_round(count);
    __CPROVER_assert(__CPROVER_w_ok(to, all * sizeof *to) && __CPROVER_r_ok(pairs, all), "scalars and their tables");
}

static void multiply_pairs(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b)
{
    const size_t row = neosig_gf16_round(c.lanes);
    __CPROVER_assert(c.stride >= row && __CPROVER_w_ok(c.at, (c.rows - 1) * c.stride + row), "the product");
    __CPROVER_assert(__CPROVER_r_ok(b.at, (b.rows - 1) * b.stride + row), "the rows");
    __CPROVER_assert(__CPROVER_r_ok(a.at, ((b.rows - 1) * a.stride + c.rows) * sizeof *a.at), "the tables");
}

static const neosig_gf16_kernels gf16 = {.tables = tables, .multiply = multiply_pairs};

#define EACH(ctx)                                                                                                      \
    EACH_SET (mayo, ctx)                                                                                               \
        for (ctx.aes = &aes, ctx.gf16 = &gf16; ctx.aes != NULL; ctx.aes = NULL)

/* What is drawn and not read yet, with what is not drawn yet, has the next row. */
static void read_a_row(const neosig_mayo_ctx *ctx, neosig_mayo_stream *stream, size_t longest, size_t bytes)
{
    size_t vectors, next, end, left;
    __CPROVER_assert(stream->left + (stream->end - stream->next) == bytes, "all rows");
    const size_t room = longest * ctx->m_bytes + DRAWN;
    __CPROVER_assume(next <= end && end <= room && left <= bytes);
    __CPROVER_assume(0 < vectors && vectors <= longest && vectors * ctx->m_bytes <= left + (end - next));
    stream->next = next;
    stream->end = end;
    stream->left = left;
    const uint8_t *const row = neosig_mayo_next_row(ctx, stream, vectors);
    __CPROVER_assert(__CPROVER_r_ok(row, vectors * ctx->m_bytes), "the row is there");
    __CPROVER_assert(stream->next <= stream->end && stream->end <= room, "what is left is there");
    __CPROVER_assert(stream->left + (stream->end - stream->next) + vectors * ctx->m_bytes == left + (end - next),
                     "no more");
}

void harness_neosig_mayo_next_row(void)
{
    EACH(ctx)
    {
        neosig_arena arena = {any_bytes(1), 0};
        neosig_mayo_rows rows = neosig_mayo_carve_rows(&ctx, &arena);
        neosig_mayo_draw_rows(&ctx, &rows, any_bytes(NEOSIG_MAYO_PUBLIC_SEED_BYTES));
        read_a_row(&ctx, &rows.p1, ctx.v, ctx.p1_bytes);
        read_a_row(&ctx, &rows.p2, ctx.o, ctx.p2_bytes);
    }
}

/* Of rows, as many as the maps have. Each ends where its memory ends. */
static size_t vectors_left;
static uint8_t *row_memory;

static void begin_rows(const neosig_mayo_ctx *ctx)
{
    vectors_left = (ctx->p1_bytes + ctx->p2_bytes) / ctx->m_bytes;
    row_memory = any_bytes(ctx->v * ctx->m_bytes);
}

const uint8_t *any_row(const neosig_mayo_ctx *ctx, neosig_mayo_stream *stream, size_t vectors)
{
    __CPROVER_assert(0 < vectors && vectors <= ctx->v && vectors <= vectors_left, "a row that there is");
    vectors_left -= vectors;
    return row_memory + (ctx->v - vectors) * ctx->m_bytes;
}

void any_add_row(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *row, size_t vectors, const neosig_matrix *t,
                 size_t first)
{
    __CPROVER_assert(__CPROVER_w_ok(c, t->columns * ctx->m_bytes), "a row of the product");
    __CPROVER_assert(__CPROVER_r_ok(row, vectors * ctx->m_bytes), "a row");
    __CPROVER_assert(first + vectors <= t->rows, "rows of the matrix");
}

void any_add_both_rows(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *p1, const uint8_t *p2,
                       const neosig_matrix *t, size_t first)
{
    any_add_row(ctx, c, p1, ctx->v - first, t, first);
    any_add_row(ctx, c, p2, ctx->o, t, ctx->v);
}

void any_product(const neosig_tower *field, size_t bytes, const neosig_block *c, neosig_direction c_direction,
                 const neosig_block *a, neosig_direction a_direction, size_t lines, neosig_matrix *t)
{
    __CPROVER_assert(__CPROVER_w_ok(c->base, neosig_triangle(c->n) * bytes) && t->columns <= c->n, "a triangle");
    __CPROVER_assert(__CPROVER_r_ok(a->base, t->rows * a->width * bytes) && lines <= a->width, "a rectangle");
}

void any_target(const neosig_mayo_ctx *ctx, uint8_t *t, uint8_t *lambda, const uint8_t *digest, const uint8_t *salt)
{
    __CPROVER_assert(__CPROVER_w_ok(t, ctx->m_bytes) && __CPROVER_w_ok(lambda, ctx->n * ctx->m_bytes), "a target");
    __CPROVER_assert(__CPROVER_r_ok(digest, ctx->digest_bytes) && __CPROVER_r_ok(salt, ctx->salt_bytes), "its source");
}

void any_evaluate(const neosig_mayo_ctx *ctx, uint8_t *U, const neosig_mayo_values *w, const uint8_t *P,
                  const uint8_t *lambda)
{
    const size_t row = ctx->k_width * ctx->lanes;
    __CPROVER_assert(__CPROVER_w_ok(U, neosig_triangle(ctx->k_width) * ctx->m_bytes), "the values");
    __CPROVER_assert(w->points.rows == ctx->n && 2 * w->points.width <= ctx->k_width, "the points");
    __CPROVER_assert(__CPROVER_w_ok(w->N, ctx->n * row) && __CPROVER_w_ok(w->products, ctx->k * row), "products");
    __CPROVER_assert(__CPROVER_r_ok(P, neosig_triangle(ctx->n) * ctx->lanes), "the map");
    __CPROVER_assert(__CPROVER_r_ok(lambda, ctx->n * ctx->m_bytes), "the coefficients of Lambda");
}

void neosig_mayo_whip(const neosig_mayo_ctx *ctx, uint8_t *y, const uint8_t *U, uint8_t *spread)
{
    __CPROVER_assert(__CPROVER_w_ok(y, ctx->m_bytes), "a vector");
    __CPROVER_assert(__CPROVER_r_ok(U, neosig_triangle(ctx->k_width) * ctx->m_bytes), "the values");
    __CPROVER_assert(__CPROVER_w_ok(spread, ctx->k * NEOSIG_MAYO_SPREAD_BYTES), "memory of k vectors");
}

void any_factor(const neosig_mayo_ctx *ctx, const neosig_mayo_factor *t, const uint8_t *columns, size_t stride)
{
    __CPROVER_assert(2 * stride >= t->rows && __CPROVER_r_ok(columns, 2 * t->width * stride), "the columns");
}

void harness_neosig_mayo_verify(void)
{
    EACH(ctx)
    for (int prepared = 0; prepared < 2; prepared++) {
        const size_t bytes = prepared ? neosig_mayo_prepared_public_bytes(&ctx) : ctx.set->alg.public_key_bytes;
        begin_rows(&ctx);
        neosig_mayo_verify(&ctx, any_bytes(ctx.set->alg.signature_bytes), any_bytes(ctx.digest_bytes), any_bytes(bytes),
                           prepared, any_bytes(1));
        neosig_mayo_verify_bytes(&ctx, prepared, 0);
    }
}

/* A row of any place: the tables of its rows are there. */
void harness_neosig_mayo_add_row(void)
{
    EACH(ctx)
    {
        size_t vectors, first;
        const size_t columns = ctx.k_width;
        const neosig_matrix t = neosig_mayo_matrix(&ctx, ctx.n, columns, any_bytes(columns * ctx.n / 2), 1, ctx.n,
                                                   any_bytes(neosig_matrix_pairs_bytes(ctx.field, ctx.n, columns)));
        __CPROVER_assume(0 < vectors && vectors <= ctx.v && first <= ctx.n - vectors);
        neosig_mayo_add_row(&ctx, any_bytes(columns * ctx.m_bytes), any_bytes(vectors * ctx.m_bytes), vectors, &t,
                            first);
    }
}

/* Rows of (P1 P2), whose parts are anywhere in the memory of both. */
void harness_neosig_mayo_add_both_rows(void)
{
    EACH(ctx)
    {
        size_t first, p1, p2;
        const size_t columns = ctx.k_width, p1_room = ctx.v * ctx.m_bytes + DRAWN,
                     p2_room = ctx.o * ctx.m_bytes + DRAWN;
        const neosig_matrix t = neosig_mayo_matrix(&ctx, ctx.n, columns, any_bytes(columns * ctx.n / 2), 1, ctx.n,
                                                   any_bytes(neosig_matrix_pairs_bytes(ctx.field, ctx.n, columns)));
        const uint8_t *const memory = any_bytes(p1_room + p2_room);
        __CPROVER_assume(first < ctx.v && p1 <= p1_room - (ctx.v - first) * ctx.m_bytes);
        __CPROVER_assume(p1_room <= p2 && p2 <= p1_room + p2_room - ctx.o * ctx.m_bytes);
        neosig_mayo_add_both_rows(&ctx, any_bytes(columns * ctx.m_bytes), memory + p1, memory + p2, &t, first);
    }
}

void any_lanes(const neosig_mayo_ctx *ctx, uint8_t *to, const uint8_t *packed, size_t vectors)
{
    __CPROVER_assert(__CPROVER_w_ok(to, vectors * ctx->lanes), "vectors in lanes");
    __CPROVER_assert(__CPROVER_r_ok(packed, vectors * ctx->m_bytes), "packed vectors");
}

void harness_neosig_mayo_prepare_verify(void)
{
    EACH(ctx)
    {
        begin_rows(&ctx);
        neosig_mayo_prepare_verify(&ctx, any_bytes(neosig_mayo_prepared_public_bytes(&ctx)),
                                   any_bytes(ctx.set->alg.public_key_bytes), any_bytes(1));
        neosig_mayo_prepare_verify_bytes(&ctx);
    }
}

void harness_neosig_mayo_make_factor(void)
{
    EACH(ctx)
    {
        neosig_arena arena = {any_bytes(1), 0};
        const neosig_mayo_factor t = neosig_mayo_carve_factor(&arena, ctx.n, ctx.k),
                                 vinegars = neosig_mayo_carve_factor(&arena, ctx.v, ctx.k),
                                 o = neosig_mayo_carve_factor(&arena, ctx.v, ctx.o);
        neosig_mayo_make_factor(&ctx, &t, any_bytes(ctx.k_width * ctx.n / 2), ctx.n / 2);
        neosig_mayo_make_factor(&ctx, &vinegars, any_bytes(ctx.k_width * ctx.v_bytes), ctx.v_bytes);
        neosig_mayo_make_factor_of_rows(&ctx, &o, any_bytes(ctx.v * NEOSIG_MAYO_O_ROW / 2), NEOSIG_MAYO_O_ROW / 2);
    }
}

/* Rows of any place in a matrix, that are any distance apart. */
void harness_neosig_mayo_multiply(void)
{
    EACH(ctx)
    {
        size_t first, count;
        neosig_arena arena = {any_bytes(1), 0};
        const size_t n = ctx.n, lanes = ctx.lanes, steps[2] = {lanes, ctx.k_width * lanes};
        const neosig_mayo_factor t = neosig_mayo_carve_factor(&arena, n, ctx.k);
        __CPROVER_assume(0 < count && count <= n && first <= n - count);
        for (size_t i = 0; i < 2; i++)
            neosig_mayo_multiply(&ctx, any_bytes(ctx.k_width * lanes), &t, first,
                                 any_bytes((count - 1) * steps[i] + lanes), steps[i], count);
    }
}

void harness_neosig_mayo_make_target(void)
{
    EACH(ctx)
    neosig_mayo_make_target(&ctx, any_bytes(ctx.m_bytes), any_bytes(ctx.n * ctx.m_bytes), any_bytes(ctx.digest_bytes),
                            any_bytes(ctx.salt_bytes));
}

void harness_neosig_mayo_expand_secret(void)
{
    EACH(ctx)
    {
        neosig_mayo_expand_secret(&ctx, any_bytes(NEOSIG_MAYO_PUBLIC_SEED_BYTES),
                                  any_bytes(ctx.v * NEOSIG_MAYO_O_ROW / 2), any_bytes(ctx.salt_bytes));
        neosig_mayo_expand_public(&ctx, any_bytes(ctx.p1_bytes + ctx.p2_bytes),
                                  any_bytes(NEOSIG_MAYO_PUBLIC_SEED_BYTES));
    }
}
