/* The central map from round 1's expanded secret key, whose R_i are in blocks (snova_esk.c). */
#include "snova/snova_central.h"

static void carve(const neosig_snova_ctx *ctx, neosig_snova_secret *key, neosig_arena *arena)
{
    key->made_abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
    key->made_t = neosig_carve(arena, ctx->t_bytes);
}

/* In evaluate, behind the products: memory for one R_i at a time. */
typedef struct workspace {
    uint8_t *r; /* R_i in rows; not written where the backend multiplies by blocks */
    void *esk;  /* of the functions of snova_esk.c */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.r = neosig_carve(arena, ctx->r_bytes);
    w.esk = neosig_carve(arena, neosig_snova_esk_bytes(ctx));
    return w;
}

static size_t memory_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    neosig_snova_carve_products(ctx, &arena, 1);
    const size_t others = neosig_snova_larger(neosig_snova_u_bytes(ctx, ctx->v), neosig_snova_finish_bytes(ctx));
    neosig_arena with_matrix = arena;
    lay_out(ctx, &with_matrix);
    const size_t evaluate = neosig_snova_larger(with_matrix.used, arena.used + others);
    return neosig_snova_larger(evaluate, neosig_snova_esk_t_bytes(ctx));
}

static void open(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory)
{
    neosig_snova_esk_get_abq(ctx, key->made_abq, key->given);
    neosig_snova_esk_get_t(ctx, key->made_t, key->given, memory);
    key->abq = key->made_abq;
    key->t = key->made_t;
}

static void evaluate(const neosig_snova_ctx *ctx, neosig_snova_secret *key, const neosig_snova_central_value *value,
                     const uint8_t *x, void *memory)
{
    const int by_blocks = neosig_snova_multiplies_blocks(ctx);
    const size_t lanes = ctx->V + 2 * ctx->O;
    neosig_arena arena = {memory, 0};
    neosig_snova_products products = neosig_snova_carve_products(ctx, &arena, 1);
    void *rest = neosig_arena_rest(&arena);
    neosig_snova_begin_products(ctx, &products, x, by_blocks, rest);
    const workspace w = lay_out(ctx, &arena);
    for (size_t i = 0; i < ctx->m; i++) {
        if (by_blocks) {
            const neosig_gf16_pairs w_i[3] = {neosig_snova_products_of(ctx, &products, i, 0, ctx->V),
                                              neosig_snova_products_of(ctx, &products, i, products.g1_at, ctx->O),
                                              neosig_snova_products_of(ctx, &products, i, products.g2_at, ctx->O)};
            neosig_snova_esk_add_products(ctx, w_i, products.u, key->given, i, w.esk);
        } else {
            neosig_snova_esk_get_r(ctx, w.r, key->given, i, w.esk);
            ctx->gf->multiply(neosig_snova_products_of(ctx, &products, i, 0, lanes),
                              (neosig_gf16_factor){products.u, ctx->u_pairs},
                              (neosig_gf16_view){w.r, ctx->stride, ctx->V, lanes});
        }
    }
    neosig_snova_finish_products(ctx, &products, key->abq, value, rest);
}

const neosig_snova_central neosig_snova_central_expanded = {carve, memory_bytes, open, evaluate};
