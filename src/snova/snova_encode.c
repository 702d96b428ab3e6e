/* Byte layouts of keys and signatures. That of the expanded secret key is in snova_esk.c. */
#include "snova/snova.h"

#include <string.h>

static size_t header_bytes(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

size_t neosig_snova_prepared_abq_offset(int secret)
{
    return header_bytes(secret ? sizeof(neosig_snova_prepared_secret) : sizeof(neosig_snova_prepared_public));
}

size_t neosig_snova_prepared_t_offset(const neosig_snova_ctx *ctx)
{
    return neosig_snova_prepared_abq_offset(1) + header_bytes(neosig_snova_abq_bytes(ctx));
}

size_t neosig_snova_prepared_r_offset(const neosig_snova_ctx *ctx, size_t i)
{
    const size_t bytes = ctx->points != 0 ? neosig_snova_points_stored_bytes(ctx, ctx->v) : ctx->r_bytes;
    return neosig_snova_prepared_t_offset(ctx) + ctx->t_bytes + i * bytes;
}

size_t neosig_snova_prepared_p_offset(const neosig_snova_ctx *ctx, size_t i)
{
    const size_t bytes = ctx->points != 0 ? neosig_snova_points_stored_bytes(ctx, ctx->n) : ctx->p_bytes;
    return neosig_snova_prepared_abq_offset(0) + header_bytes(neosig_snova_abq_bytes(ctx)) + i * bytes;
}

size_t neosig_snova_prepared_secret_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_prepared_r_offset(ctx, ctx->m);
}

size_t neosig_snova_prepared_public_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_prepared_p_offset(ctx, ctx->m);
}

size_t neosig_snova_seeds_offset(const neosig_snova_ctx *ctx)
{
    size_t behind = ctx->set->round == 1 ? 0 : NEOSIG_SNOVA_KEY_HASH_BYTES;
    return ctx->set->alg.secret_key_bytes - NEOSIG_SNOVA_SEEDS_BYTES - behind;
}

const uint8_t *neosig_snova_binding_of(const neosig_snova_ctx *ctx, const uint8_t *sk)
{
    size_t seeds = neosig_snova_seeds_offset(ctx);
    return sk + (ctx->set->round == 1 ? seeds : seeds + NEOSIG_SNOVA_SEEDS_BYTES);
}

/* m matrices of o x o blocks. */
static size_t p22_elements(const neosig_snova_set *set)
{
    return (size_t)set->m * set->o * set->o * set->l * set->l;
}

static size_t signature_elements(const neosig_snova_set *set)
{
    return ((size_t)set->v + set->o) * set->l * set->r;
}

neosig_error neosig_snova_check_public_key(const neosig_snova_set *set, const uint8_t *pk)
{
    int odd = p22_elements(set) % 2 != 0;
    return odd && pk[set->alg.public_key_bytes - 1] >> 4 ? NEOSIG_ERR_KEY : NEOSIG_OK;
}

neosig_error neosig_snova_check_signature(const neosig_snova_set *set, const uint8_t *sig)
{
    int odd = signature_elements(set) % 2 != 0;
    return odd && sig[neosig_snova_salt_offset(set) - 1] >> 4 ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK;
}

void neosig_snova_encode_public_key(const neosig_snova_ctx *ctx, uint8_t *pk, const uint8_t *public_seed,
                                    const uint8_t *p22)
{
    memcpy(pk, public_seed, NEOSIG_SNOVA_PUBLIC_SEED_BYTES);
    neosig_gf16_pack(pk + NEOSIG_SNOVA_PUBLIC_SEED_BYTES, p22, p22_elements(ctx->set));
}

void neosig_snova_encode_signature(const neosig_snova_ctx *ctx, uint8_t *sig, const uint8_t *x, const uint8_t *salt)
{
    neosig_gf16_pack(sig, x, signature_elements(ctx->set));
    memcpy(sig + neosig_snova_salt_offset(ctx->set), salt, NEOSIG_SNOVA_SALT_BYTES);
}

void neosig_snova_decode_signature(const neosig_snova_ctx *ctx, uint8_t *x, const uint8_t *sig)
{
    neosig_gf16_unpack(x, sig, signature_elements(ctx->set));
}

size_t neosig_snova_salt_offset(const neosig_snova_set *set)
{
    return set->alg.signature_bytes - NEOSIG_SNOVA_SALT_BYTES;
}
