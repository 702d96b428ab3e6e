/* The central map from a prepared key that holds R_i in rows. */
#include "snova/snova_central.h"

static void carve(const neosig_snova_ctx *ctx, neosig_snova_secret *key, neosig_arena *arena)
{
    (void)ctx, (void)key, (void)arena;
}

static size_t memory_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    neosig_snova_carve_products(ctx, &arena, 0);
    return arena.used + neosig_snova_larger(neosig_snova_u_bytes(ctx, ctx->v), neosig_snova_finish_bytes(ctx));
}

static void open(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    (void)memory;
    neosig_snova_find_prepared(ctx, key);
}

static void evaluate(const neosig_snova_ctx *ctx, neosig_snova_secret *key, const neosig_snova_central_value *value,
                     const uint8_t *x, void *memory)
{
    neosig_arena arena = {memory, 0};
    neosig_snova_products products = neosig_snova_carve_products(ctx, &arena, 0);
    void *rest = neosig_arena_rest(&arena);
    const size_t lanes = ctx->V + 2 * ctx->O;
    neosig_snova_begin_products(ctx, &products, x, 0, rest);
    for (size_t i = 0; i < ctx->m; i++) {
        const uint8_t *r = key->given + neosig_snova_prepared_r_offset(ctx, i);
        ctx->gf->multiply(neosig_snova_products_of(ctx, &products, i, 0, lanes),
                          (neosig_gf16_factor){products.u, ctx->u_pairs},
                          (neosig_gf16_view){r, ctx->stride, ctx->V, lanes});
    }
    neosig_snova_finish_products(ctx, &products, key->abq, value, rest);
}

const neosig_snova_central neosig_snova_central_prepared = {carve, memory_bytes, open, evaluate};
