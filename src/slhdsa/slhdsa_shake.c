/* The functions of section 11.1: SHAKE256. */
#include "slhdsa/slhdsa_feed_body.h"
#include "sym/bytes.h"

#include <string.h>

#define RATE_WORDS (NEOSIG_SHAKE256_RATE / 8)

/* ADRS, in words as SHAKE reads them. */
static inline void address(uint64_t words[4], const neosig_slhdsa_place *place, const uint32_t last[3])
{
    words[0] = neosig_swap32(place->layer);
    words[1] = neosig_swap64(place->tree);
    words[2] = neosig_swap32(place->type) | (uint64_t)neosig_swap32(last[0]) << 32;
    words[3] = neosig_swap32(last[1]) | (uint64_t)neosig_swap32(last[2]) << 32;
}

static inline void put_shake(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i,
                             const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lane, size_t n, size_t m)
{
    uint64_t *const state = slots->shake[i];
    size_t at = 0;
    UNROLL for (size_t j = 0; j < n; j += 8) state[at++] = neosig_load64_le(key->public_seed + j);
    address(state + at, place, lane->words);
    at += 4;
    UNROLL for (size_t j = 0; j < m; j += 8) state[at++] = neosig_load64_le(lane->in + j);
    state[at++] = 0x1f;
    UNROLL for (; at < 25; at++) state[at] = 0;
    state[RATE_WORDS - 1] ^= UINT64_C(1) << 63;
}

static inline void run_shake(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t count, size_t n,
                             size_t steps)
{
    key->ctx->kernels->shake(slots->shake, count, key->ctx->keccak, n, steps);
}

static inline void take_shake(const neosig_slhdsa_slots *slots, size_t i, size_t n, uint8_t *out)
{
    UNROLL for (size_t j = 0; j < n; j += 8) neosig_store64_le(out + j, slots->shake[i][n / 8 + 4 + j / 8]);
}

static inline void copy_shake(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_slots *from, size_t j)
{
    memcpy(slots->shake[i], from->shake[j], sizeof slots->shake[i]);
}

static inline void readdress_shake(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                                   const neosig_slhdsa_lane *lane, size_t n)
{
    address(slots->shake[i] + n / 8, place, lane->words);
}

static const neosig_slhdsa_feeding feeding = {put_shake, run_shake, take_shake, copy_shake, readdress_shake};

static void prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                  const neosig_slhdsa_lane *lanes, size_t count)
{
    NEOSIG_SLHDSA_WITH_N(key->ctx->n, neosig_slhdsa_feed_prf_f, key, feeding, key->ctx->kernels->shake_lanes, prf, hash,
                         lanes, count);
}

static void f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count)
{
    NEOSIG_SLHDSA_WITH_N(key->ctx->n, neosig_slhdsa_feed_f, key, feeding, key->ctx->kernels->shake_lanes, place, lanes,
                         count);
}

static void h(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count)
{
    NEOSIG_SLHDSA_WITH_N(key->ctx->n, neosig_slhdsa_feed_h, key, feeding, key->ctx->kernels->shake_lanes, place, lanes,
                         count);
}

static void open_key(neosig_slhdsa_key *key)
{
    (void)key;
}

/* Up to four sponges side by side. PK.seed and ADRS begin the first block, and M goes on from there in whole words. */
static void sponges(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
                    size_t count, size_t l)
{
    const size_t words = key->ctx->n / 8;
    uint64_t states[4 * 25] = {0};
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < words; j++)
            states[25 * i + j] = neosig_load64_le(key->public_seed + 8 * j);
        address(states + 25 * i + words, place, lanes[i].words);
    }
    size_t at = words + 4;
    for (size_t j = 0; j < l * words; j++) {
        for (size_t i = 0; i < count; i++)
            states[25 * i + at] ^= neosig_load64_le(lanes[i].in + 8 * j);
        if (++at == RATE_WORDS) {
            neosig_keccak_permute(key->ctx->keccak, states, count);
            at = 0;
        }
    }
    for (size_t i = 0; i < count; i++) {
        states[25 * i + at] ^= 0x1f;
        states[25 * i + RATE_WORDS - 1] ^= UINT64_C(1) << 63;
    }
    neosig_keccak_permute(key->ctx->keccak, states, count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < words; j++)
            neosig_store64_le(lanes[i].out + 8 * j, states[25 * i + j]);
}

static void t(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count, size_t l)
{
    for (size_t i = 0; i < count; i += 4)
        sponges(key, place, lanes + i, count - i < 4 ? count - i : 4, l);
}

static void randomizer(const neosig_slhdsa_ctx *ctx, uint8_t *r, const uint8_t *prf, const uint8_t *opt_rand,
                       const neosig_slhdsa_message *message)
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, prf, ctx->n);
    neosig_shake_absorb(&shake, opt_rand, ctx->n);
    neosig_shake_absorb(&shake, message->head, message->head_bytes);
    neosig_shake_absorb(&shake, message->body, message->body_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, r, ctx->n);
    neosig_wipe(&shake, sizeof shake);
}

static void digest_begin(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *r, const uint8_t *pk)
{
    neosig_shake_init(&hash->shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&hash->shake, r, ctx->n);
    neosig_shake_absorb(&hash->shake, pk, 2 * ctx->n);
}

static void digest_absorb(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *data, size_t bytes)
{
    (void)ctx;
    neosig_shake_absorb(&hash->shake, data, bytes);
}

static void digest_finish(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, uint8_t digest[NEOSIG_SLHDSA_MAX_M],
                          const uint8_t *r, const uint8_t *pk)
{
    (void)r;
    (void)pk;
    neosig_shake_finish(&hash->shake);
    neosig_shake_squeeze(&hash->shake, digest, ctx->set->m);
}

const neosig_slhdsa_hash neosig_slhdsa_shake_hash = {
    .prf_f = NEOSIG_IF_SIGNING(prf_f),
    .f = f,
    .h = h,
    .open_key = open_key,
    .t = t,
    .randomizer = NEOSIG_IF_SIGNING(randomizer),
    .digest_begin = digest_begin,
    .digest_absorb = digest_absorb,
    .digest_finish = digest_finish,
};
