/* The functions of section 11.2: SHA-256, and SHA-512 in H, T_l, PRF_msg and H_msg where n is 24 or 32. */
#include "slhdsa/slhdsa_feed_body.h"
#include "sym/bytes.h"
#include "sym/sha2.h"

#include <string.h>

#define COMPRESSED_BYTES 22 /* ADRSc: byte 3, bytes 8 to 15, 19, and 20 to 31 of ADRS */

static int small(const neosig_slhdsa_ctx *ctx)
{
    return ctx->n == 16;
}

/* ADRSc in words of 32 bits. In the last, two bytes are left for M. */
static inline void address(uint32_t words[6], const neosig_slhdsa_place *place, const uint32_t last[3])
{
    words[0] = place->layer << 24 | (uint32_t)(place->tree >> 40);
    words[1] = (uint32_t)(place->tree >> 8);
    words[2] = (uint32_t)place->tree << 24 | place->type << 16 | last[0] >> 16;
    words[3] = last[0] << 16 | last[1] >> 16;
    words[4] = last[1] << 16 | last[2] >> 16;
    words[5] = last[2] << 16;
}

/* Padded blocks: ADRSc, M of m bytes, whose first two bytes are in ADRSc's last word, and the padding, whose last word
 * is the number of bits. */
static inline void put_256(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i,
                           const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lane, size_t n, size_t m)
{
    uint32_t *const block = slots->sha256[i];
    size_t at = 6;
    (void)key;
    (void)n;
    address(block, place, lane->words);
    block[5] |= (uint32_t)lane->in[0] << 8 | lane->in[1];
    UNROLL for (size_t j = 2; j < m - 2; j += 4) block[at++] = neosig_load32_be(lane->in + j);
    block[at++] = (uint32_t)lane->in[m - 2] << 24 | (uint32_t)lane->in[m - 1] << 16 | 0x8000;
    UNROLL for (; at < 15; at++) block[at] = 0;
    block[15] = (uint32_t)(8 * (64 + COMPRESSED_BYTES + m));
}

static inline void put_512(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i,
                           const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lane, size_t n, size_t m)
{
    uint64_t *const block = slots->sha512[i];
    uint32_t words[6];
    size_t at = 3;
    (void)key;
    (void)n;
    address(words, place, lane->words);
    UNROLL for (size_t j = 0; j < 3; j++) block[j] = (uint64_t)words[2 * j] << 32 | words[2 * j + 1];
    block[2] |= neosig_load64_be(lane->in) >> 48;
    UNROLL for (size_t j = 2; j < m - 6; j += 8) block[at++] = neosig_load64_be(lane->in + j);
    block[at++] = neosig_load64_be(lane->in + m - 8) << 16 | 0x8000;
    UNROLL for (; at < 15; at++) block[at] = 0;
    block[15] = 8 * (128 + COMPRESSED_BYTES + m);
}

static inline void run_256(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t count, size_t n,
                           size_t steps)
{
    key->ctx->kernels->sha256(slots->sha256, count, key->h256, n, steps);
}

static inline void run_512(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t count, size_t n,
                           size_t steps)
{
    (void)n;
    (void)steps;
    key->ctx->kernels->sha512(slots->sha512, count, key->h512);
}

static inline void take_256(const neosig_slhdsa_slots *slots, size_t i, size_t n, uint8_t *out)
{
    const uint32_t *word = slots->sha256[i] + 5;
    out[0] = (uint8_t)(*word >> 8);
    out[1] = (uint8_t)*word++;
    UNROLL for (size_t j = 2; j < n - 2; j += 4) neosig_store32_be(out + j, *word++);
    out[n - 2] = (uint8_t)(*word >> 24);
    out[n - 1] = (uint8_t)(*word >> 16);
}

static inline void take_512(const neosig_slhdsa_slots *slots, size_t i, size_t n, uint8_t *out)
{
    UNROLL for (size_t j = 0; j < n; j += 8) neosig_store64_be(out + j, slots->sha512[i][j / 8]);
}

static inline void copy_256(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_slots *from, size_t j)
{
    memcpy(slots->sha256[i], from->sha256[j], sizeof slots->sha256[i]);
}

static inline void readdress_256(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                                 const neosig_slhdsa_lane *lane, size_t n)
{
    uint32_t *const block = slots->sha256[i];
    const uint32_t m = block[5] & 0xffff;
    (void)n;
    address(block, place, lane->words);
    block[5] |= m;
}

static const neosig_slhdsa_feeding feed_256 = {put_256, put_256, run_256, take_256, copy_256, readdress_256};
static const neosig_slhdsa_feeding feed_512 = {.put = put_512, .refill = put_512, .run = run_512, .take = take_512};

static void prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                  const neosig_slhdsa_lane *lanes, size_t count)
{
    NEOSIG_SLHDSA_WITH_N(key->ctx->n, neosig_slhdsa_feed_prf_f, key, feed_256, key->ctx->kernels->sha256_lanes, prf,
                         hash, lanes, count);
}

static void f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count)
{
    const neosig_slhdsa_kernels *const kernels = key->ctx->kernels;
    if (kernels->sha256_f != NULL) {
        uint32_t words[6];
        address(words, place, lanes->words);
        kernels->sha256_f(lanes, count, key->h256, words, key->ctx->n);
    } else
        NEOSIG_SLHDSA_WITH_N(key->ctx->n, neosig_slhdsa_feed_f, key, feed_256, kernels->sha256_lanes, place, lanes,
                             count);
}

static void h(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count)
{
    const neosig_slhdsa_kernels *const kernels = key->ctx->kernels;
    if (!small(key->ctx)) {
        NEOSIG_SLHDSA_WITH_N(key->ctx->n, neosig_slhdsa_feed_h, key, feed_512, kernels->sha512_lanes, place, lanes,
                             count);
    } else if (kernels->sha256_h != NULL) {
        uint32_t words[6];
        address(words, place, lanes->words);
        kernels->sha256_h(lanes, count, key->h256, words);
    } else
        neosig_slhdsa_feed_h(key, feed_256, kernels->sha256_lanes, place, lanes, count, 16);
}

static void open_key(neosig_slhdsa_key *key)
{
    uint8_t block[128] = {0};
    neosig_sha256 sha256;
    neosig_sha512 sha512;
    memcpy(block, key->public_seed, key->ctx->n);
    neosig_sha256_init(&sha256, 32);
    neosig_sha256_update(&sha256, block, 64);
    memcpy(key->h256, sha256.h, sizeof key->h256);
    if (small(key->ctx))
        return;
    neosig_sha512_init(&sha512, 64);
    neosig_sha512_update(&sha512, block, 128);
    memcpy(key->h512, sha512.h, sizeof key->h512);
}

static void t(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count, size_t l)
{
    const size_t n = key->ctx->n;
    for (const neosig_slhdsa_lane *lane = lanes; lane < lanes + count; lane++) {
        uint32_t words[6];
        uint8_t compressed[24];
        address(words, place, lane->words);
        for (size_t i = 0; i < 6; i++)
            neosig_store32_be(compressed + 4 * i, words[i]);
        if (small(key->ctx)) {
            neosig_sha256 sha = {.bytes = 64};
            memcpy(sha.h, key->h256, sizeof sha.h);
            neosig_sha256_update(&sha, compressed, COMPRESSED_BYTES);
            neosig_sha256_update(&sha, lane->in, l * n);
            neosig_sha256_final(&sha, lane->out, n);
        } else {
            neosig_sha512 sha = {.bytes = 128};
            memcpy(sha.h, key->h512, sizeof sha.h);
            neosig_sha512_update(&sha, compressed, COMPRESSED_BYTES);
            neosig_sha512_update(&sha, lane->in, l * n);
            neosig_sha512_final(&sha, lane->out, n);
        }
    }
}

/* The hash of PRF_msg and H_msg: SHA-256 or SHA-512. */
static void init(const neosig_slhdsa_ctx *ctx, neosig_hash *hash)
{
    if (small(ctx))
        neosig_sha256_init(&hash->sha256, 32);
    else
        neosig_sha512_init(&hash->sha512, 64);
}

static void absorb(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *data, size_t bytes)
{
    if (small(ctx))
        neosig_sha256_update(&hash->sha256, data, bytes);
    else
        neosig_sha512_update(&hash->sha512, data, bytes);
}

/* Returns the bytes of the digest: 32 or 64. */
static size_t finish(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, uint8_t digest[64])
{
    if (small(ctx))
        neosig_sha256_final(&hash->sha256, digest, 32);
    else
        neosig_sha512_final(&hash->sha512, digest, 64);
    return small(ctx) ? 32 : 64;
}

/* Begins one of the two hashes of HMAC (FIPS 198-1): the key, padded, XOR a byte. A key of n bytes is less than a
 * block. */
static void begin_hmac(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *prf, uint8_t pad)
{
    uint8_t block[128];
    memset(block, pad, sizeof block);
    for (size_t i = 0; i < ctx->n; i++)
        block[i] ^= prf[i];
    init(ctx, hash);
    absorb(ctx, hash, block, small(ctx) ? 64 : 128);
    neosig_wipe(block, sizeof block);
}

static void randomizer(const neosig_slhdsa_ctx *ctx, uint8_t *r, const uint8_t *prf, const uint8_t *opt_rand,
                       const neosig_slhdsa_message *message)
{
    neosig_hash hash;
    uint8_t digest[64];
    begin_hmac(ctx, &hash, prf, 0x36);
    absorb(ctx, &hash, opt_rand, ctx->n);
    absorb(ctx, &hash, message->head, message->head_bytes);
    absorb(ctx, &hash, message->body, message->body_bytes);
    const size_t bytes = finish(ctx, &hash, digest);
    begin_hmac(ctx, &hash, prf, 0x5c);
    absorb(ctx, &hash, digest, bytes);
    finish(ctx, &hash, digest);
    memcpy(r, digest, ctx->n);
    neosig_wipe(digest, sizeof digest);
}

static void digest_begin(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *r, const uint8_t *pk)
{
    init(ctx, hash);
    absorb(ctx, hash, r, ctx->n);
    absorb(ctx, hash, pk, 2 * ctx->n);
}

/* MGF1 (RFC 8017, B.2.1) of R | PK.seed | inner. */
static void digest_finish(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, uint8_t digest[NEOSIG_SLHDSA_MAX_M],
                          const uint8_t *r, const uint8_t *pk)
{
    const size_t m = ctx->set->m;
    uint8_t inner[64], block[64];
    const size_t bytes = finish(ctx, hash, inner);
    uint8_t counter[4] = {0};
    for (size_t done = 0; done < m; done += bytes, counter[3]++) {
        init(ctx, hash);
        absorb(ctx, hash, r, ctx->n);
        absorb(ctx, hash, pk, ctx->n);
        absorb(ctx, hash, inner, bytes);
        absorb(ctx, hash, counter, sizeof counter);
        finish(ctx, hash, block);
        memcpy(digest + done, block, m - done < bytes ? m - done : bytes);
    }
}

const neosig_slhdsa_hash neosig_slhdsa_sha2_hash = {
    .prf_f = NEOSIG_IF_SIGNING(prf_f),
    .f = f,
    .h = h,
    .open_key = open_key,
    .t = t,
    .randomizer = NEOSIG_IF_SIGNING(randomizer),
    .digest_begin = digest_begin,
    .digest_absorb = absorb,
    .digest_finish = digest_finish,
};
