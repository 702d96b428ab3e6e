/* From seeds to the parts of keys, and from a message to its target. */
#include "core/wipe.h"
#include "gf/polynomial_tables.h"
#include "uov/uov.h"

#include <string.h>

void neosig_uov_expand_secret(const neosig_uov_ctx *ctx, uint8_t public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES], uint8_t *O,
                              const uint8_t *seed)
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, seed, NEOSIG_UOV_SEED_BYTES);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, public_seed, NEOSIG_UOV_PUBLIC_SEED_BYTES);
    neosig_shake_squeeze(&shake, O, ctx->o_bytes);
    neosig_wipe(&shake, sizeof shake);
}

void neosig_uov_open_stream(const neosig_uov_ctx *ctx, neosig_aes_key *key, const uint8_t *public_seed)
{
    ctx->aes->expand(key, public_seed, NEOSIG_UOV_PUBLIC_SEED_BYTES);
}

uint8_t *neosig_uov_read_stream(const neosig_uov_ctx *ctx, const neosig_aes_key *key, uint8_t *memory, size_t offset,
                                size_t bytes)
{
    static const uint8_t zero[16] = {0};
    const size_t skipped = offset % 16;
    ctx->aes->ctr(memory, skipped + bytes, key, zero, (uint32_t)(offset / 16));
    return memory + skipped;
}

void neosig_uov_make_target(const neosig_uov_ctx *ctx, uint8_t *t, const neosig_shake *message_and_salt)
{
    neosig_shake shake = *message_and_salt;
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, t, ctx->m_bytes);
}

void neosig_uov_to_products(const neosig_uov_ctx *ctx, uint8_t *x, size_t bytes)
{
    if (ctx->field != ctx->products)
        ctx->fields->map(x, x, bytes, neosig_polynomial_to_tower);
}

void neosig_uov_from_products(const neosig_uov_ctx *ctx, uint8_t *to, const uint8_t *from, size_t bytes)
{
    if (ctx->field != ctx->products)
        ctx->fields->map(to, from, bytes, neosig_polynomial_from_tower);
    else if (to != from)
        memcpy(to, from, bytes);
}
