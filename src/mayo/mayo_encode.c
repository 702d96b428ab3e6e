/* Where things are in prepared keys. */
#include "mayo/mayo.h"

static neosig_mayo_secret lay_out(const neosig_mayo_ctx *ctx, neosig_arena *arena)
{
    return (neosig_mayo_secret){
        .seed = neosig_carve_unfenced(arena, ctx->salt_bytes),
        .O = neosig_carve_unfenced(arena, ctx->v * NEOSIG_MAYO_O_ROW / 2),
        .P1 = neosig_carve_unfenced(arena, neosig_triangle(ctx->v) * ctx->lanes),
        .L = neosig_carve_unfenced(arena, ctx->v * ctx->o * ctx->lanes),
    };
}

neosig_mayo_secret neosig_mayo_secret_parts(const neosig_mayo_ctx *ctx, uint8_t *prepared)
{
    neosig_arena arena = {prepared, 0};
    return lay_out(ctx, &arena);
}

size_t neosig_mayo_prepared_secret_bytes(const neosig_mayo_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

size_t neosig_mayo_prepared_public_bytes(const neosig_mayo_ctx *ctx)
{
    return neosig_triangle(ctx->n) * ctx->lanes;
}
