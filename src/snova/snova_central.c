/* What the ways to the central map have in common. */
#include "core/secret.h"
#include "snova/snova_central.h"

#include <string.h>

void neosig_snova_find_prepared(const neosig_snova_ctx *ctx, neosig_snova_secret *key)
{
    key->abq = key->given + neosig_snova_prepared_abq_offset(1);
    key->t = key->given + neosig_snova_prepared_t_offset(ctx);
}

neosig_arena neosig_snova_carve_stream(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    neosig_arena arena = {memory, 0};
    key->stream.memory = neosig_carve(&arena, neosig_snova_keystream_bytes(ctx));
    return arena;
}

neosig_arena neosig_snova_open_stream(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED_BYTES];
    key->behind_stream = neosig_snova_carve_stream(ctx, key, memory);
    memcpy(public_seed, key->given + neosig_snova_seeds_offset(ctx), sizeof public_seed);
    neosig_declassify(public_seed, sizeof public_seed, "the public seed is part of the public key");
    neosig_snova_keystream_open(ctx, &key->stream, public_seed);
    key->stream_is_open = 1;
    return key->behind_stream;
}

neosig_arena neosig_snova_take_stream(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    if (!key->stream_is_open)
        neosig_snova_open_stream(ctx, key, memory);
    key->stream_is_open = 0; /* the caller may use the memory after this evaluate */
    return key->behind_stream;
}

/* ---- Products in rows */

neosig_snova_products neosig_snova_carve_products(const neosig_snova_ctx *ctx, neosig_arena *arena, int apart)
{
    neosig_snova_products products = {.stride = ctx->stride};
    if (apart && ctx->set->round == 1 && ctx->l % 2 == 0)
        products.stride = neosig_gf16_round_two(ctx->V) + 2 * neosig_gf16_round_two(ctx->O);
    const size_t rows = neosig_gf16_round(ctx->u_pairs * ctx->m);
    products.u = neosig_carve(arena, neosig_gf16_round(ctx->V * ctx->u_pairs) * sizeof *products.u);
    products.w = neosig_carve(arena, neosig_snova_rows_bytes(rows, products.stride));
    products.wt = neosig_carve(arena, neosig_snova_rows_bytes(ctx->V, ctx->wt_stride));
    return products;
}

void neosig_snova_begin_products(const neosig_snova_ctx *ctx, neosig_snova_products *products, const uint8_t *x,
                                 int by_blocks, void *memory)
{
    products->g1_at = by_blocks ? neosig_gf16_round_two(ctx->V) : ctx->V;
    products->g2_at = products->g1_at + (by_blocks ? neosig_gf16_round_two(ctx->O) : ctx->O);
    neosig_snova_u_tables(ctx, products->u, x, ctx->v, memory);
    if (by_blocks)
        memset(products->w, 0, products->stride * ctx->u_pairs * ctx->m);
}

typedef struct finish_workspace {
    uint8_t *e;        /* E = W U */
    uint8_t *evaluate; /* of neosig_snova_evaluate */
} finish_workspace;

static finish_workspace lay_out_finish(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    finish_workspace w = {0};
    w.e = neosig_carve(arena, neosig_snova_e_bytes(ctx));
    w.evaluate = neosig_carve(arena, neosig_snova_evaluate_bytes(ctx));
    return w;
}

size_t neosig_snova_finish_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_finish(ctx, &arena);
    return arena.used;
}

/* Copies O lanes of w, from lane at on, to close rows (sigma, i'). */
static void split_g(const neosig_snova_ctx *ctx, uint8_t *g, const neosig_snova_products *products, size_t at)
{
    const size_t pairs = ctx->u_pairs * ctx->m;
    neosig_gf16_split((neosig_gf16_matrix){g, ctx->O, 2 * pairs, ctx->O},
                      (neosig_gf16_pairs_view){products->w + at, products->stride, pairs, ctx->O});
}

void neosig_snova_finish_products(const neosig_snova_ctx *ctx, const neosig_snova_products *products,
                                  const uint8_t *abq, const neosig_snova_central_value *value, void *memory)
{
    neosig_arena arena = {memory, 0};
    const finish_workspace w = lay_out_finish(ctx, &arena);
    neosig_snova_transpose_w(ctx, products->wt, products->w, products->stride, ctx->V);
    neosig_snova_multiply_w(ctx, w.e, products->u, products->wt, ctx->V);
    neosig_snova_evaluate(ctx, value->image, abq, w.e, w.evaluate);
    split_g(ctx, value->g1, products, products->g1_at);
    split_g(ctx, value->g2, products, products->g2_at);
}
