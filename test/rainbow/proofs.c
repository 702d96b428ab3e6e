#include "any.h"
#include "gf/tower.h"

const neosig_tower_kernels neosig_tower_portable = {.gf16 = {.bits = 4}, .gf256 = {.bits = 8}};

#include "rainbow/rainbow_encode.c"
#include "rainbow/rainbow_params.c"
#include "rainbow/rainbow_scheme.c"

void harness_neosig_rainbow_prepared_secret_bytes(void)
{
    ANY_SET (rainbow, ctx)
        neosig_rainbow_prepared_secret_bytes(&ctx);
}

void harness_neosig_rainbow_prepared_public_bytes(void)
{
    ANY_SET (rainbow, ctx)
        neosig_rainbow_prepared_public_bytes(&ctx);
}

void harness_neosig_rainbow_secret_parts(void)
{
    uint8_t *sk;
    int whole;
    ANY_SET (rainbow, ctx)
        neosig_rainbow_secret_parts(&ctx, sk, whole);
}

void harness_neosig_rainbow_classic_layer(void)
{
    uint8_t *pk;
    unsigned layer;
    ANY_SET (rainbow, ctx)
        neosig_rainbow_classic_layer(&ctx, pk, layer);
}

void harness_neosig_rainbow_stored_layer(void)
{
    uint8_t *pk;
    unsigned layer;
    ANY_SET (rainbow, ctx)
        neosig_rainbow_stored_layer(&ctx, pk, layer);
}
