#include "any.h"
#include "copied.h"
#include "snova/snova_encode.c"
#include "snova/snova_params.c"
#include "snova/snova_scheme.c"

/* gf16.c, which is proved by itself. */
void neosig_gf16_pack(uint8_t *restrict packed, const uint8_t *restrict row, size_t n)
{
    __CPROVER_assert(__CPROVER_r_ok(row, n), "elements are there");
    write_any(packed, (n + 1) / 2);
}

void neosig_gf16_unpack(uint8_t *restrict row, const uint8_t *restrict packed, size_t n)
{
    __CPROVER_assert(__CPROVER_r_ok(packed, (n + 1) / 2), "elements are there");
    write_any(row, n);
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

void harness_neosig_snova_prepared_abq_offset(void)
{
    int secret;
    neosig_snova_prepared_abq_offset(secret);
}

void harness_neosig_snova_prepared_t_offset(void)
{
    UNKNOWN_SET (snova, ctx)
        neosig_snova_prepared_t_offset(&ctx);
}

void harness_neosig_snova_prepared_r_offset(void)
{
    size_t i;
    UNKNOWN_SET (snova, ctx)
        neosig_snova_prepared_r_offset(&ctx, i);
}

void harness_neosig_snova_prepared_p_offset(void)
{
    size_t i;
    UNKNOWN_SET (snova, ctx)
        neosig_snova_prepared_p_offset(&ctx, i);
}

void harness_neosig_snova_prepared_secret_bytes(void)
{
    UNKNOWN_SET (snova, ctx)
        neosig_snova_prepared_secret_bytes(&ctx);
}

void harness_neosig_snova_prepared_public_bytes(void)
{
    UNKNOWN_SET (snova, ctx)
        neosig_snova_prepared_public_bytes(&ctx);
}

void harness_neosig_snova_seeds_offset(void)
{
    UNKNOWN_SET (snova, ctx)
        neosig_snova_seeds_offset(&ctx);
}

void harness_neosig_snova_check_public_key(void)
{
    const uint8_t *pk;
    UNKNOWN_SET (snova, ctx)
        neosig_snova_check_public_key(ctx.set, pk);
}

void harness_neosig_snova_check_signature(void)
{
    const uint8_t *sig;
    UNKNOWN_SET (snova, ctx)
        neosig_snova_check_signature(ctx.set, sig);
}

void harness_neosig_snova_binding_of(void)
{
    const uint8_t *sk;
    UNKNOWN_SET (snova, ctx)
        neosig_snova_binding_of(&ctx, sk);
}

void harness_neosig_snova_encode_public_key(void)
{
    uint8_t *pk;
    const uint8_t *public_seed, *p22;
    ANY_SET (snova, ctx)
        neosig_snova_encode_public_key(&ctx, pk, public_seed, p22);
}

void harness_neosig_snova_encode_signature(void)
{
    uint8_t *sig;
    const uint8_t *x, *salt;
    ANY_SET (snova, ctx)
        neosig_snova_encode_signature(&ctx, sig, x, salt);
}

void harness_neosig_snova_decode_signature(void)
{
    uint8_t *x;
    const uint8_t *sig;
    UNKNOWN_SET (snova, ctx)
        neosig_snova_decode_signature(&ctx, x, sig);
}

void harness_neosig_snova_salt_offset(void)
{
    UNKNOWN_SET (snova, ctx)
        neosig_snova_salt_offset(ctx.set);
}
