#include "any.h"
#include "snova/snova_encode.c"
#include "snova/snova_params.c"
#include "snova/snova_scheme.c"

/* gf16.c, which is proved by itself. */
void neosig_gf16_pack(uint8_t *restrict packed, const uint8_t *restrict row, size_t n)
{
    __CPROVER_assert(__CPROVER_w_ok(packed, (n + 1) / 2) && __CPROVER_r_ok(row, n), "elements have room");
}

void neosig_gf16_unpack(uint8_t *restrict row, const uint8_t *restrict packed, size_t n)
{
    __CPROVER_assert(__CPROVER_r_ok(packed, (n + 1) / 2) && __CPROVER_w_ok(row, n), "elements have room");
}

/* Sizes of other files: one that is no multiple of 64, one that must be. */
size_t neosig_snova_abq_bytes(const neosig_snova_ctx *ctx)
{
    return 1000;
}

size_t neosig_snova_points_stored_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    return 64 * count;
}

void harness_all_prepared(void)
{
    EACH_SET (snova, ctx) {
        __CPROVER_assert(sizeof(neosig_snova_prepared_secret) <= neosig_snova_prepared_abq_offset(1), "the head");
        __CPROVER_assert(sizeof(neosig_snova_prepared_public) <= neosig_snova_prepared_abq_offset(0), "the head");
        const size_t t = neosig_snova_prepared_t_offset(&ctx), r = neosig_snova_prepared_r_offset(&ctx, 0);
        const size_t p = neosig_snova_prepared_p_offset(&ctx, 0);
        __CPROVER_assert(t % 64 == 0 && r % 64 == 0 && p % 64 == 0, "alignment");
        __CPROVER_assert(t < r && r < neosig_snova_prepared_secret_bytes(&ctx), "the order");
        __CPROVER_assert(p < neosig_snova_prepared_public_bytes(&ctx), "the order");
    }
}

void harness_all_keys(void)
{
    EACH_SET (snova, ctx) {
        const neosig_alg *const alg = &ctx.set->alg;
        const size_t p22 = ctx.m * ctx.O * ctx.O, n = ctx.n * ctx.lr;
        const uint8_t *const sk = any_bytes(alg->secret_key_bytes);
        __CPROVER_assert(__CPROVER_r_ok(neosig_snova_private_seed(&ctx, sk), NEOSIG_SNOVA_PRIVATE_SEED_BYTES),
                         "the private seed is in the key");
        __CPROVER_assert(__CPROVER_r_ok(neosig_snova_binding_of(&ctx, sk), ctx.set->round == 1
                                                                               ? NEOSIG_SNOVA_PUBLIC_SEED_BYTES
                                                                               : NEOSIG_SNOVA_KEY_HASH_BYTES),
                         "the binding is in the key");
        neosig_snova_encode_public_key(&ctx, any_bytes(alg->public_key_bytes),
                                       any_bytes(NEOSIG_SNOVA_PUBLIC_SEED_BYTES), any_bytes(p22));
        neosig_snova_check_public_key(ctx.set, any_bytes(alg->public_key_bytes));
        neosig_snova_check_signature(ctx.set, any_bytes(alg->signature_bytes));
        neosig_snova_encode_signature(&ctx, any_bytes(alg->signature_bytes), any_bytes(n),
                                      any_bytes(NEOSIG_SNOVA_SALT_BYTES));
        neosig_snova_decode_signature(&ctx, any_bytes(n), any_bytes(alg->signature_bytes));
        __CPROVER_assert((n + 1) / 2 == neosig_snova_salt_offset(ctx.set), "the salt follows the elements");
    }
}
