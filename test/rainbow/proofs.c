#include "any.h"
#include "gf/tower.h"

const neosig_tower_kernels neosig_tower_portable = {.gf16 = {.bits = 4}, .gf256 = {.bits = 8}};

#include "rainbow/rainbow_encode.c"
#include "rainbow/rainbow_params.c"
#include "rainbow/rainbow_scheme.c"

static int is_classic(const neosig_rainbow_ctx *ctx)
{
    return ctx->set->version == NEOSIG_RAINBOW_CLASSIC;
}

void harness_neosig_rainbow_secret_parts(void)
{
    EACH_SET (rainbow, ctx) {
        const size_t bytes = neosig_rainbow_prepared_secret_bytes(&ctx);
        uint8_t *const sk = any_bytes(bytes);
        const neosig_rainbow_secret whole = neosig_rainbow_secret_parts(&ctx, sk, 1);
        const neosig_rainbow_secret first = neosig_rainbow_secret_parts(&ctx, sk, 0);
        const neosig_block *const last = &whole.layer2.b6;
        __CPROVER_assert(whole.bytes == bytes && last->base + end_of(last, ctx.o1) == sk + bytes, "the end");
        __CPROVER_assert(first.bytes < bytes && whole.layer1.b1.base == sk + first.bytes, "the end of the first part");
        __CPROVER_assert(ctx.set->version == NEOSIG_RAINBOW_COMPRESSED || bytes == ctx.set->alg.secret_key_bytes,
                         "a secret key's size");
    }
}

void harness_neosig_rainbow_classic_layer(void)
{
    EACH_SET (rainbow, ctx) {
        const size_t bytes = neosig_rainbow_prepared_public_bytes(&ctx);
        uint8_t *const pk = any_bytes(bytes);
        const neosig_rainbow_map layer = neosig_rainbow_classic_layer(&ctx, pk, 2);
        const uint8_t *const last = layer.b9.base + (neosig_triangle(layer.b9.n) - 1) * layer.b9.step;
        __CPROVER_assert(last + layer.bytes == pk + bytes, "the end");
        __CPROVER_assert(neosig_rainbow_classic_layer(&ctx, pk, 1).bytes + layer.bytes == layer.b9.step, "both layers");
        __CPROVER_assert(!is_classic(&ctx) || bytes == ctx.set->alg.public_key_bytes, "a public key's size");
    }
}

void harness_neosig_rainbow_stored_layer(void)
{
    EACH_SET (rainbow, ctx)
        if (!is_classic(&ctx)) {
            uint8_t *const pk = any_bytes(ctx.set->alg.public_key_bytes);
            const neosig_rainbow_map first = neosig_rainbow_stored_layer(&ctx, pk, 1);
            const neosig_block last = neosig_rainbow_stored_layer(&ctx, pk, 2).b9;
            __CPROVER_assert(first.b9.base + end_of(&first.b9, ctx.o2) == last.base, "the end of the first layer");
            __CPROVER_assert(last.base + end_of(&last, ctx.o2) == pk + ctx.set->alg.public_key_bytes, "the end");
        }
}
