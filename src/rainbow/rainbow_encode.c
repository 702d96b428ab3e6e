/* Where things are in keys. */
#include "rainbow/rainbow.h"

static size_t end_of(const neosig_block *b, size_t rows)
{
    return b->step * (b->n != 0 ? neosig_triangle(b->n) : rows * b->width);
}

neosig_rainbow_secret neosig_rainbow_secret_parts(const neosig_rainbow_ctx *ctx, uint8_t *sk, int whole)
{
    const neosig_block triangle_v = {.n = ctx->v}, triangle_o1 = {.n = ctx->o1};
    const neosig_block to_o1 = {.width = ctx->o1}, to_o2 = {.width = ctx->o2};
    neosig_rainbow_secret s = {
        .layer1 = {.bytes = ctx->o1_bytes, .b1 = triangle_v, .b2 = to_o1},
        .layer2 = {.bytes = ctx->o2_bytes, .b1 = triangle_v, .b2 = to_o1, .b3 = to_o2, .b5 = triangle_o1, .b6 = to_o2},
    };
    uint8_t *next = sk;
    s.seed = next;
    s.s1 = next += NEOSIG_RAINBOW_SEED_BYTES;
    s.t1 = next += ctx->o1_bytes * ctx->o2;
    s.t4 = next += ctx->v_bytes * ctx->o1;
    s.t3 = next += ctx->v_bytes * ctx->o2;
    next += ctx->o1_bytes * ctx->o2;
    s.bytes = (size_t)(next - sk);
    if (!whole)
        return s;
    struct {
        neosig_block *block;
        size_t step, rows;
    } order[] = {
        {&s.layer1.b1, ctx->o1_bytes, ctx->v},  {&s.layer1.b2, ctx->o1_bytes, ctx->v},
        {&s.layer2.b1, ctx->o2_bytes, ctx->v},  {&s.layer2.b2, ctx->o2_bytes, ctx->v},
        {&s.layer2.b3, ctx->o2_bytes, ctx->v},  {&s.layer2.b5, ctx->o2_bytes, ctx->o1},
        {&s.layer2.b6, ctx->o2_bytes, ctx->o1},
    };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        order[i].block->base = next;
        order[i].block->step = order[i].step;
        next += end_of(order[i].block, order[i].rows);
    }
    s.bytes = (size_t)(next - sk);
    return s;
}

neosig_rainbow_map neosig_rainbow_classic_layer(const neosig_rainbow_ctx *ctx, uint8_t *pk, unsigned layer)
{
    const neosig_block all = {.base = layer == 1 ? pk : pk + ctx->o1_bytes, .step = ctx->m_bytes, .n = ctx->n};
    neosig_rainbow_map map = {layer == 1 ? ctx->o1_bytes : ctx->o2_bytes, all, all, all, all, all, all};
    map.b5.i0 = map.b6.i0 = map.b2.j0 = map.b5.j0 = ctx->v;
    map.b9.i0 = map.b3.j0 = map.b6.j0 = map.b9.j0 = ctx->v + ctx->o1;
    return map;
}

neosig_rainbow_map neosig_rainbow_stored_layer(const neosig_rainbow_ctx *ctx, uint8_t *pk, unsigned layer)
{
    neosig_rainbow_map map = {
        .bytes = ctx->o1_bytes,
        .b3 = {.base = pk + NEOSIG_RAINBOW_SEED_BYTES, .step = ctx->o1_bytes, .width = ctx->o2},
        .b5 = {.step = ctx->o1_bytes, .n = ctx->o1},
        .b6 = {.step = ctx->o1_bytes, .width = ctx->o2},
        .b9 = {.step = ctx->o1_bytes, .n = ctx->o2},
    };
    map.b5.base = map.b3.base + end_of(&map.b3, ctx->v);
    map.b6.base = map.b5.base + end_of(&map.b5, ctx->o1);
    map.b9.base = map.b6.base + end_of(&map.b6, ctx->o1);
    if (layer == 1)
        return map;
    return (neosig_rainbow_map){
        .bytes = ctx->o2_bytes,
        .b9 = {.base = map.b9.base + end_of(&map.b9, ctx->o2), .step = ctx->o2_bytes, .n = ctx->o2},
    };
}

size_t neosig_rainbow_prepared_secret_bytes(const neosig_rainbow_ctx *ctx)
{
    size_t st = 2 * ctx->o1_bytes * ctx->o2 + ctx->v_bytes * (ctx->o1 + ctx->o2);
    size_t terms = neosig_triangle(ctx->v) + ctx->v * ctx->o1;
    size_t more = ctx->v * ctx->o2 + neosig_triangle(ctx->o1) + ctx->o1 * ctx->o2;
    return NEOSIG_RAINBOW_SEED_BYTES + st + ctx->o1_bytes * terms + ctx->o2_bytes * (terms + more);
}

size_t neosig_rainbow_prepared_public_bytes(const neosig_rainbow_ctx *ctx)
{
    return neosig_triangle(ctx->n) * ctx->m_bytes;
}
