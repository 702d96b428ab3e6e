/* The functions of section 11.1: SHAKE256. */
#include "slhdsa/slhdsa_feed_body.h"
#include "sym/bytes.h"

#include <string.h>

#define RATE_WORDS (NEOSIG_SHAKE256_RATE / 8)

/* Words from and to bytes. Compilers copy a constant number by vectors. */
static inline void load_words(uint64_t *words, const uint8_t *in, size_t bytes)
{
    memcpy(words, in, bytes);
    for (size_t j = 0; NEOSIG_BIG_ENDIAN && j < bytes / 8; j++)
        words[j] = neosig_swap64(words[j]);
}

static inline void store_words(uint8_t *out, const uint64_t *words, size_t bytes)
{
    for (size_t j = 0; NEOSIG_BIG_ENDIAN && j < bytes / 8; j++)
        neosig_store64_le(out + 8 * j, words[j]);
    if (!NEOSIG_BIG_ENDIAN)
        memcpy(out, words, bytes);
}

/* ADRS, in words as SHAKE reads them: the type and what is behind it, and all of it. */
static inline void address_end(uint64_t words[4], const neosig_slhdsa_place *place, const uint32_t last[3])
{
    words[2] = neosig_swap32(place->type) | (uint64_t)neosig_swap32(last[0]) << 32;
    words[3] = neosig_swap32(last[1]) | (uint64_t)neosig_swap32(last[2]) << 32;
}

static inline void address(uint64_t words[4], const neosig_slhdsa_place *place, const uint32_t last[3])
{
    words[0] = neosig_swap32(place->layer);
    words[1] = neosig_swap64(place->tree);
    address_end(words, place, last);
}

static inline void put_shake(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i,
                             const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lane, size_t n, size_t m)
{
    uint64_t *const state = slots->shake[i];
    size_t at = (n + m) / 8 + 4;
    load_words(state, key->public_seed, n);
    address(state + n / 8, place, lane->words);
    load_words(state + n / 8 + 4, lane->in, m);
    state[at++] = 0x1f;
    UNROLL for (; at < 25; at++) state[at] = 0;
    state[RATE_WORDS - 1] ^= UINT64_C(1) << 63;
}

static inline void refill_shake(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i,
                                const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lane, size_t n, size_t m)
{
    uint64_t *const words = slots->shake[i] + n / 8;
    (void)key;
    address_end(words, place, lane->words);
    load_words(words + 4, lane->in, m);
}

static inline void run_shake(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t count, size_t n,
                             size_t steps)
{
    key->ctx->kernels->shake(slots->shake, count, key->ctx->keccak, n, steps);
}

static inline void take_shake(const neosig_slhdsa_slots *slots, size_t i, size_t n, uint8_t *out)
{
    store_words(out, slots->shake[i] + n / 8 + 4, n);
}

static inline void copy_shake(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_slots *from, size_t j)
{
    memcpy(slots->shake[i], from->shake[j], sizeof slots->shake[i]);
}

static inline void readdress_shake(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                                   const neosig_slhdsa_lane *lane, size_t n)
{
    address_end(slots->shake[i] + n / 8, place, lane->words);
}

static const neosig_slhdsa_feeding feeding = {put_shake,  refill_shake, run_shake,
                                              take_shake, copy_shake,   readdress_shake};

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

static inline void add_words(uint64_t *restrict state, const uint8_t *restrict in, size_t words)
{
    for (size_t j = 0; j < words; j++)
        state[j] ^= neosig_load64_le(in + 8 * j);
}

/* Up to four sponges side by side. PK.seed and ADRS begin the first block, and M goes on from there in whole words. */
static void sponges(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
                    size_t count, size_t l)
{
    const size_t words = key->ctx->n / 8;
    uint64_t states[4 * 25] = {0};
    for (size_t i = 0; i < count; i++) {
        add_words(states + 25 * i, key->public_seed, words);
        address(states + 25 * i + words, place, lanes[i].words);
    }
    size_t at = words + 4, done = 0, part = RATE_WORDS - at;
    for (; l * words - done >= part; part = RATE_WORDS, at = 0) {
        for (size_t i = 0; i < count; i++)
            if (part == RATE_WORDS) /* compilers make a few vectors of a constant length */
                add_words(states + 25 * i, lanes[i].in + 8 * done, RATE_WORDS);
            else
                add_words(states + 25 * i + at, lanes[i].in + 8 * done, part);
        neosig_keccak_permute(key->ctx->keccak, states, count);
        done += part;
    }
    part = l * words - done;
    for (size_t i = 0; i < count; i++) {
        add_words(states + 25 * i + at, lanes[i].in + 8 * done, part);
        states[25 * i + at + part] ^= 0x1f;
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
