/* From seeds to objects (algorithms 4 to 10 and 18). */
#include "haetae/haetae.h"
#include "sym/bytes.h"

#include <string.h>

/* The next blocks of all streams into xof, one stream after another. out gets the place where each stream's begin. */
static void squeeze_to(neosig_shakes *shakes, uint8_t *out[4], uint8_t *xof, size_t blocks)
{
    for (size_t i = 0; i < shakes->n; i++)
        out[i] = xof + i * blocks * shakes->rate;
    neosig_shakes_squeeze(shakes, out, blocks);
}

#define A_BLOCKS 4 /* 336 candidates, each rejected with probability 1023 / 65536: 81 rejections are below 2^-228 */
#define S_BLOCKS 1 /* 129 bytes of 136 are good, 52 are needed */

/* `count` polynomials of A0 or a. Number j has nonces[j] and goes to to[j]. */
static void sample_uniform(const neosig_haetae_ctx *ctx, uint16_t *const *to, const uint16_t *nonces, size_t count,
                           const uint8_t *rho, uint8_t *xof)
{
    neosig_shakes shakes;
    uint8_t *out[4];
    size_t have[4] = {0}, least = 0;
    neosig_shakes_init(&shakes, ctx->backend->keccak, NEOSIG_SHAKE128_RATE, rho, NEOSIG_HAETAE_SEED_BYTES, nonces,
                       count);
    for (size_t blocks = A_BLOCKS; least < 256; blocks = 1) {
        squeeze_to(&shakes, out, xof, blocks);
        least = 256;
        for (size_t j = 0; j < count; j++) {
            have[j] = ctx->poly->uniform_vartime(to[j], have[j], out[j], blocks * NEOSIG_SHAKE128_RATE);
            least = have[j] < least ? have[j] : least;
        }
    }
}

void neosig_haetae_expand_a0(const neosig_haetae_ctx *ctx, uint16_t *a, size_t step, const uint8_t *rho, size_t first,
                             size_t rows, uint8_t *xof)
{
    uint16_t *to[4], nonces[4];
    size_t n = 0;
    const size_t rounded = ctx->set->d != 0;
    for (size_t i = first; i < first + rows; i++, a += step)
        for (size_t j = 0; j < ctx->m + rounded; j++) {
            to[n] = a + 256 * j;
            nonces[n++] = (uint16_t)(j < rounded ? (ctx->k << 8) + ctx->m + i : i << 8 | (j - rounded));
            if (n == 4 || (i + 1 == first + rows && j + 1 == ctx->m + rounded)) {
                sample_uniform(ctx, to, nonces, n, rho, xof);
                n = 0;
            }
        }
}

void neosig_haetae_expand_s(const neosig_haetae_ctx *ctx, int8_t *s, const uint8_t *sigma, unsigned nonce, uint8_t *xof)
{
    neosig_shakes shakes;
    uint8_t *out[4];
    for (size_t count = neosig_haetae_secrets(ctx), n; count > 0; count -= n, s += 256 * n) {
        uint16_t nonces[4];
        int8_t partial[336];
        size_t have[4] = {0}, least = 0;
        n = count < 4 ? count : 4;
        for (size_t j = 0; j < n; j++)
            nonces[j] = (uint16_t)nonce++;
        neosig_shakes_init(&shakes, ctx->backend->keccak, NEOSIG_SHAKE256_RATE, sigma, NEOSIG_HAETAE_MU_BYTES, nonces,
                           n);
        while (least < 256) {
            squeeze_to(&shakes, out, xof, S_BLOCKS);
            least = 256;
            for (size_t j = 0; j < n; j++) {
                memcpy(partial, s + 256 * j, have[j]);
                have[j] = ctx->poly->ternary_vartime(partial, have[j], out[j], NEOSIG_SHAKE256_RATE);
                memcpy(s + 256 * j, partial, have[j]);
                least = have[j] < least ? have[j] : least;
            }
        }
        neosig_wipe(partial, sizeof partial);
    }
    neosig_wipe(&shakes, sizeof shakes);
}

/* t mod q as t - k q with k = round(t / 2^16). Since q = 2^16 - 1023, the size is at most 2^15 + 1023 |k|. */
static inline int32_t reduce(int32_t t)
{
    return t - ((t + (1 << 15)) >> 16) * NEOSIG_HAETAE_Q;
}

/* A row of A1 from the same row of a | A0, or of A0 in a set without a. The public key is anybody's, so b1 may have any
 * value of 15 bits, and b, in a set without a, any value of 16 bits. */
static void finish_row(const neosig_haetae_ctx *ctx, uint16_t *row, const uint8_t *b)
{
    _Alignas(64) int32_t first[256];
    for (size_t j = 256; j < 256 * ctx->l; j++) {
        const uint16_t large = (uint16_t)(0 - (row[j] > NEOSIG_HAETAE_Q / 2));
        row[j] = (uint16_t)(2 * row[j] - (NEOSIG_HAETAE_Q & large));
    }
    neosig_haetae_unpack(first, b, ctx->b_bits);
    if (ctx->set->d != 0) {              /* 2 (a - 2^d b1), transformed */
        for (size_t j = 0; j < 256; j++) /* 2 a < 2q < 2^17, 4 b1 < 2^17: below 2^15 + 2046 < q */
            first[j] = reduce(2 * (row[j] - 2 * first[j]));
        ctx->ntt->forward(first);
    }
    for (size_t j = 0; j < 256; j++) { /* below 6q: below 2^15 + 6 1023 < q */
        const int32_t t = reduce(first[j]);
        row[j] = (uint16_t)(t + (NEOSIG_HAETAE_Q & t >> 31));
    }
}

void neosig_haetae_expand_rows(const neosig_haetae_ctx *ctx, uint16_t *a, const uint8_t *pk, size_t first, size_t rows,
                               uint8_t *xof)
{
    const size_t step = 256 * ctx->l;
    neosig_haetae_expand_a0(ctx, ctx->set->d != 0 ? a : a + 256, step, pk, first, rows, xof);
    for (size_t i = 0; i < rows; i++)
        finish_row(ctx, a + step * i, pk + NEOSIG_HAETAE_SEED_BYTES + ctx->b_bytes * (first + i));
}

/* The challenge is public, and what its stream hashes is not. */
NEOSIG_NOT_INLINED
static void draw_challenge_vartime(const neosig_haetae_ctx *ctx, uint8_t c[32], neosig_shake *shake)
{
    if (ctx->set->tau == 128) {
        /* 256 bits or their complement, whichever has fewer ones; at a tie the first bit chooses. */
        unsigned weight = 0;
        neosig_shake_squeeze(shake, c, 32);
        neosig_declassify(c, 32, "a challenge, even a rejected one, is a hash of unpredictable input");
        for (unsigned i = 0; i < 256; i++)
            weight += c[i / 8] >> i % 8 & 1;
        if (weight > 128 || (weight == 128 && (c[0] & 1) != 0))
            for (size_t i = 0; i < 32; i++)
                c[i] ^= 255;
        return;
    }
    uint8_t block[NEOSIG_SHAKE256_RATE], coefficient[256] = {0};
    size_t used = sizeof block;
    for (unsigned i = 256 - ctx->set->tau; i < 256; i++) {
        uint8_t j;
        do {
            if (used == sizeof block) {
                neosig_shake_squeeze(shake, block, sizeof block);
                neosig_declassify(block, sizeof block,
                                  "a challenge, even a rejected one, is a hash of unpredictable input");
                used = 0;
            }
            j = block[used++];
        } while (j > i);
        coefficient[i] = coefficient[j];
        coefficient[j] = 1;
    }
    for (size_t i = 0; i < 32; i++) /* byte j of eight, 0 or 1, to bit 56 + j; no two products meet */
        c[i] = (uint8_t)(neosig_load64_le(coefficient + 8 * i) * UINT64_C(0x0102040810204080) >> 56);
}

void neosig_haetae_challenge(const neosig_haetae_ctx *ctx, uint8_t c[32], const uint8_t *hashed, const uint8_t *mu)
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, hashed, NEOSIG_HAETAE_HIGH_BYTES * ctx->k + 32);
    neosig_shake_absorb(&shake, mu, 32);
    neosig_shake_finish(&shake);
    draw_challenge_vartime(ctx, c, &shake);
}
