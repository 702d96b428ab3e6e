/* Keys and digests as bytes. */
#include "slhdsa/slhdsa.h"

#include <string.h>

neosig_slhdsa_secret neosig_slhdsa_secret_of(const neosig_slhdsa_ctx *ctx, const uint8_t *key, int prepared)
{
    const size_t n = ctx->n;
    return (neosig_slhdsa_secret){
        .seed = key,
        .prf = key + n,
        .public_seed = key + 2 * n,
        .root = key + 3 * n,
        .nodes = prepared ? key + 4 * n : NULL,
    };
}

void neosig_slhdsa_open_key(neosig_slhdsa_key *key, const neosig_slhdsa_ctx *ctx, const uint8_t *public_seed)
{
    memset(key, 0, sizeof *key);
    key->ctx = ctx;
    key->public_seed = public_seed;
    ctx->hash->open_key(key);
}

/* toInt (algorithm 2). */
static uint64_t big_endian(const uint8_t *bytes, size_t count)
{
    uint64_t x = 0;
    for (size_t i = 0; i < count; i++)
        x = x << 8 | bytes[i];
    return x;
}

/* x mod 2^bits. */
static uint64_t low_bits(uint64_t x, size_t bits)
{
    return bits < 64 ? x & ((UINT64_C(1) << bits) - 1) : x;
}

/* base_2b (algorithm 4): numbers of `bits` bits, at most 18, from the highest bit of the first byte on. */
static void to_numbers(uint32_t *numbers, size_t count, const uint8_t *bytes, size_t bits)
{
    uint32_t waiting = 0; /* at most bits + 7 of it are of use */
    size_t have = 0;
    for (size_t i = 0; i < count; i++) {
        for (; have < bits; have += 8)
            waiting = waiting << 8 | *bytes++;
        have -= bits;
        numbers[i] = (uint32_t)low_bits(waiting >> have, bits);
    }
}

void neosig_slhdsa_select(const neosig_slhdsa_ctx *ctx, neosig_slhdsa_selection *selection, const uint8_t *digest)
{
    const size_t tree_bits = ctx->set->h - ctx->tree_height;
    const size_t fors_bytes = (ctx->k * ctx->a + 7) / 8, tree_bytes = (tree_bits + 7) / 8;
    to_numbers(selection->fors, ctx->k, digest, ctx->a);
    selection->tree = low_bits(big_endian(digest + fors_bytes, tree_bytes), tree_bits);
    selection->leaf =
        (uint32_t)low_bits(big_endian(digest + fors_bytes + tree_bytes, (ctx->tree_height + 7) / 8), ctx->tree_height);
}

void neosig_slhdsa_next_layer(neosig_slhdsa_xmss *xmss, uint32_t *leaf)
{
    const size_t height = xmss->key->ctx->tree_height;
    *leaf = (uint32_t)low_bits(xmss->tree, height);
    xmss->tree >>= height;
    xmss->layer++;
}

void neosig_slhdsa_digits(const neosig_slhdsa_ctx *ctx, uint8_t digits[NEOSIG_SLHDSA_MAX_LEN], const uint8_t *message)
{
    uint32_t sum = 0; /* at most 64 * 15: three digits */
    for (size_t i = 0; i < ctx->n; i++) {
        const uint8_t high = message[i] >> 4, low = message[i] & 15;
        digits[2 * i] = high;
        digits[2 * i + 1] = low;
        sum += 30u - high - low;
    }
    for (size_t i = 0; i < 3; i++)
        digits[2 * ctx->n + i] = (uint8_t)(sum >> (8 - 4 * i) & 15);
}
