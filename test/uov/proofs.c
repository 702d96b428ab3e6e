#include "any.h"
#include "gf/tower.h"

const neosig_tower_kernels neosig_tower_portable = {
    .gf256 = {.bits = 8, .columns = 4}, .polynomial16 = {.bits = 4, .columns = 4}, .polynomial256 = {.bits = 8}};

/* What it says is without effect, since there is no field by GFNI here. */
uint32_t neosig_cpu(void)
{
    return 0;
}

#include "uov/uov_encode.c"
#include "uov/uov_params.c"
#include "uov/uov_scheme.c"

void harness_neosig_uov_secret_parts(void)
{
    EACH_SET (uov, ctx) {
        const neosig_alg *const alg = &ctx.set->alg;
        const size_t bytes = neosig_uov_prepared_secret_bytes(&ctx);
        uint8_t *const sk = any_bytes(bytes);
        const neosig_uov_secret s = neosig_uov_secret_parts(&ctx, sk);
        __CPROVER_assert(s.seed == sk && s.O == sk + NEOSIG_UOV_SEED_BYTES && s.P1 == s.O + ctx.o_bytes, "the parts");
        __CPROVER_assert(s.S + ctx.s_bytes == sk + bytes, "the end");
        __CPROVER_assert(ctx.set->version == NEOSIG_UOV_PKC_SKC || bytes == alg->secret_key_bytes,
                         "a secret key's size");
        __CPROVER_assert(ctx.set->version != NEOSIG_UOV_CLASSIC ||
                             neosig_uov_prepared_public_bytes(&ctx) == alg->public_key_bytes,
                         "a public key's size");
        __CPROVER_assert(ctx.set->version == NEOSIG_UOV_CLASSIC ||
                             NEOSIG_UOV_PUBLIC_SEED_BYTES + ctx.p3_bytes == alg->public_key_bytes,
                         "a public key's size, with a seed");
    }
}
