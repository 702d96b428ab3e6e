/* From seeds to P1, P2, O, and from a message to its target. */
#include "core/secret.h"
#include "core/wipe.h"
#include "mayo/mayo.h"
#include "sym/bytes.h"

#include <assert.h>
#include <string.h>

static_assert(NEOSIG_MAYO_O_ROW == 16 && NEOSIG_MAYO_MAX_O < 16, "a row of O and a nibble more are a word");

void neosig_mayo_expand_secret(const neosig_mayo_ctx *ctx, uint8_t public_seed[NEOSIG_MAYO_PUBLIC_SEED_BYTES],
                               uint8_t *O, const uint8_t *seed)
{
    uint8_t packed[NEOSIG_MAYO_MAX_N * NEOSIG_MAYO_MAX_O / 2 + 8] = {0};
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, seed, ctx->salt_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, public_seed, NEOSIG_MAYO_PUBLIC_SEED_BYTES);
    neosig_shake_squeeze(&shake, packed, ctx->o_bytes);
    for (size_t i = 0; i < ctx->v; i++, O += NEOSIG_MAYO_O_ROW / 2) {
        const size_t at = i * ctx->o; /* nibbles without padding between rows */
        const uint64_t row = neosig_load64_le(packed + at / 2) >> at % 2 * 4;
        neosig_store64_le(O, row & ((UINT64_C(1) << 4 * ctx->o) - 1));
    }
    neosig_wipe(&shake, sizeof shake);
    neosig_wipe(packed, sizeof packed);
}

void neosig_mayo_expand_public(const neosig_mayo_ctx *ctx, uint8_t *p, const uint8_t *public_seed)
{
    static const uint8_t zero[16] = {0};
    neosig_aes_key key;
    ctx->aes->expand(&key, public_seed, NEOSIG_MAYO_PUBLIC_SEED_BYTES);
    ctx->aes->ctr(p, ctx->p1_bytes + ctx->p2_bytes, &key, zero, 0);
}

/* The stream of lambda XORs its counter to the last word of a random block, where the kernel adds. From a number whose
 * last six bits are 0 on, both are the same for 64 blocks. So the kernel makes 64 at a time, and block j is the one of
 * number j XOR the random block's last bits. The seed is public. */
NEOSIG_NOT_INLINED
static void make_lambda_vartime(const neosig_mayo_ctx *ctx, uint8_t *lambda,
                                const uint8_t seed[NEOSIG_MAYO_LAMBDA_SEED_BYTES])
{
    enum { BLOCKS = 64 };
    const size_t bytes = ctx->n * ctx->m_bytes, low = seed[31] % BLOCKS;
    uint8_t iv[16], blocks[16 * BLOCKS];
    neosig_aes_key key;
    ctx->aes->expand(&key, seed, 16);
    memcpy(iv, seed + 16, 16);
    for (size_t at = 0; at < bytes; at += sizeof blocks) {
        const size_t some = bytes - at < sizeof blocks ? bytes - at : sizeof blocks, number = at / 16;
        iv[14] = seed[30] ^ (uint8_t)(number >> 8);
        iv[15] = (uint8_t)((seed[31] ^ number) - low);
        ctx->aes->ctr(blocks, sizeof blocks, &key, iv, 0);
        size_t i = 0;
        for (; i + 16 <= some; i += 16)
            neosig_gf16_store(lambda + at + i, neosig_gf16_load(blocks + (i ^ low << 4)));
        if (i < some)
            memcpy(lambda + at + i, blocks + (i ^ low << 4), some - i);
    }
}

void neosig_mayo_make_target(const neosig_mayo_ctx *ctx, uint8_t *t, uint8_t *lambda, const uint8_t *digest,
                             const uint8_t *salt)
{
    uint8_t seed[NEOSIG_MAYO_LAMBDA_SEED_BYTES];
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, digest, ctx->digest_bytes);
    neosig_shake_absorb(&shake, salt, ctx->salt_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, t, ctx->m_bytes);
    neosig_shake_squeeze(&shake, seed, sizeof seed);
    make_lambda_vartime(ctx, lambda, seed);
}
