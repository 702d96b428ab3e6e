#include "api/internal.h"
#include "core/contract.h"
#include "key/kdf.h"

#include <stdlib.h>
#include <string.h>

enum { DIGEST = 32, BLOCK = 64 };

/* ---- Bounds. No sum and no product of numbers from a file is made before they are known to fit. */

#define MOST_ITERATIONS 10000000u
#define MOST_TABLE (1u << 30) /* 128 N r bytes */
#define MOST_REST (1u << 20)  /* 128 r (p + 2) bytes: what is mixed, which PBKDF2 makes and takes, and two blocks */
#define MOST_WORK (1u << 24)  /* N r p */

int neosig_pbkdf2_is_bounded(uint64_t iterations)
{
    return iterations <= MOST_ITERATIONS;
}

static int product_is_bounded(uint64_t a, uint64_t b, uint64_t most)
{
    return b == 0 || a <= most / b;
}

int neosig_scrypt_is_bounded(uint64_t N, uint64_t r, uint64_t p)
{
    return p <= MOST_REST && product_is_bounded(r, p + 2, MOST_REST / 128) &&
           product_is_bounded(N, r, MOST_TABLE / 128) && product_is_bounded(N * r, p, MOST_WORK);
}

/* ---- HMAC (RFC 2104): the states after the two padded keys, from which every message starts */

typedef struct hmac {
    neosig_sha256 inner, outer;
} hmac;

static void hmac_key(hmac *key, const uint8_t *bytes, size_t count)
{
    uint8_t block[BLOCK] = {0};
    if (count <= BLOCK) {
        memcpy(block, bytes, count);
    } else {
        neosig_sha256_init(&key->inner, DIGEST);
        neosig_sha256_update(&key->inner, bytes, count);
        neosig_sha256_final(&key->inner, block, DIGEST);
    }
    for (size_t i = 0; i < BLOCK; i++)
        NEOSIG_LOOP(assigns(i, block), invariant(i <= BLOCK), decreases(BLOCK - i))
    {
        block[i] ^= 0x36;
    }
    neosig_sha256_init(&key->inner, DIGEST);
    neosig_sha256_update(&key->inner, block, BLOCK);
    for (size_t i = 0; i < BLOCK; i++)
        NEOSIG_LOOP(assigns(i, block), invariant(i <= BLOCK), decreases(BLOCK - i))
    {
        block[i] ^= 0x36 ^ 0x5c;
    }
    neosig_sha256_init(&key->outer, DIGEST);
    neosig_sha256_update(&key->outer, block, BLOCK);
    neosig_wipe(block, sizeof block);
}

/* Ends a message that state, begun as a copy of key->inner, has taken. */
static void hmac_end(const hmac *key, neosig_sha256 *state, uint8_t out[DIGEST])
{
    uint8_t digest[DIGEST];
    neosig_sha256_final(state, digest, DIGEST);
    *state = key->outer;
    neosig_sha256_update(state, digest, DIGEST);
    neosig_sha256_final(state, out, DIGEST);
    neosig_wipe(digest, sizeof digest);
}

void neosig_pbkdf2(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes, const uint8_t *salt,
                   size_t salt_bytes, uint64_t iterations)
{
    hmac key;
    neosig_sha256 state;
    uint8_t u[DIGEST], sum[DIGEST], number[4];
    hmac_key(&key, passphrase, passphrase_bytes);
    for (uint32_t block = 1; bytes != 0; block++)
        NEOSIG_LOOP(assigns(block, out, bytes, state, u, sum, number, whole(out)),
                    invariant(bytes <= entry(bytes) && out == entry(out) + (entry(bytes) - bytes)), decreases(bytes))
    {
        const size_t taken = bytes < DIGEST ? bytes : DIGEST;
        state = key.inner;
        neosig_store32_be(number, block);
        neosig_sha256_update(&state, salt, salt_bytes);
        neosig_sha256_update(&state, number, sizeof number);
        hmac_end(&key, &state, u);
        memcpy(sum, u, DIGEST);
        for (uint64_t i = 1; i < iterations; i++)
            NEOSIG_LOOP(assigns(i, state, u, sum), invariant(1 <= i && i <= iterations), decreases(iterations - i))
        {
            state = key.inner;
            neosig_sha256_update(&state, u, DIGEST);
            hmac_end(&key, &state, u);
            for (size_t j = 0; j < DIGEST; j++)
                NEOSIG_LOOP(assigns(j, sum), invariant(j <= DIGEST), decreases(DIGEST - j))
            {
                sum[j] ^= u[j];
            }
        }
        memcpy(out, sum, taken);
        out += taken;
        bytes -= taken;
    }
    neosig_wipe(&key, sizeof key);
    neosig_wipe(&state, sizeof state);
    neosig_wipe(u, sizeof u);
    neosig_wipe(sum, sizeof sum);
}

/* ---- scrypt. A block of RFC 7914 is here 16 words of 32 bits. */

enum { WORDS = 16 };

static uint32_t rotated(uint32_t x, unsigned count)
{
    return x << count | x >> (32 - count);
}

static void salsa20_8(uint32_t block[WORDS])
{
    /* A column of four words from its diagonal element on, and each row likewise. */
    static const uint8_t quarters[8][4] = {{0, 4, 8, 12}, {5, 9, 13, 1}, {10, 14, 2, 6}, {15, 3, 7, 11},
                                           {0, 1, 2, 3},  {5, 6, 7, 4},  {10, 11, 8, 9}, {15, 12, 13, 14}};
    uint32_t x[WORDS];
    memcpy(x, block, sizeof x);
    for (unsigned round = 0; round < 4; round++)
        for (unsigned q = 0; q < 8; q++) {
            uint32_t *const a = &x[quarters[q][0]], *const b = &x[quarters[q][1]], *const c = &x[quarters[q][2]],
                            *const d = &x[quarters[q][3]];
            *b ^= rotated(*a + *d, 7);
            *c ^= rotated(*b + *a, 9);
            *d ^= rotated(*c + *b, 13);
            *a ^= rotated(*d + *c, 18);
        }
    for (size_t i = 0; i < WORDS; i++)
        block[i] += x[i];
}

/* scryptBlockMix: 2 r blocks of in, the even results in front of the odd ones. */
static void block_mix(uint32_t *out, const uint32_t *in, size_t r)
{
    uint32_t x[WORDS];
    memcpy(x, in + (2 * r - 1) * WORDS, sizeof x);
    for (size_t i = 0; i < 2 * r; i++)
        NEOSIG_LOOP(assigns(i, x, whole(out)), invariant(i <= 2 * r), decreases(2 * r - i))
    {
        for (size_t j = 0; j < WORDS; j++)
            x[j] ^= in[i * WORDS + j];
        salsa20_8(x);
        memcpy(out + (i / 2 + (i % 2) * r) * WORDS, x, sizeof x);
    }
}

/* scryptROMix of one piece of 128 r bytes: its address pattern depends on the passphrase, as scrypt's must. */
static void mix(uint8_t *piece, uint32_t *table, uint32_t *x, uint32_t *y, size_t N, size_t r)
{
    const size_t words = 2 * r * WORDS;
    for (size_t i = 0; i < words; i++)
        NEOSIG_LOOP(assigns(i, whole(x)), invariant(i <= words), decreases(words - i))
    {
        x[i] = neosig_load32_le(piece + 4 * i);
    }
    for (size_t i = 0; i < N; i++)
        NEOSIG_LOOP(assigns(i, whole(table), whole(x), whole(y)), invariant(i <= N), decreases(N - i))
    {
        memcpy(table + i * words, x, 4 * words);
        block_mix(y, x, r);
        memcpy(x, y, 4 * words);
    }
    for (size_t i = 0; i < N; i++)
        NEOSIG_LOOP(assigns(i, whole(x), whole(y)), invariant(i <= N), decreases(N - i))
    {
        const size_t j = x[words - WORDS] & (N - 1); /* N is at most 2^23 */
        neosig_declassify(&j, sizeof j, "scrypt's addresses follow the passphrase");
        const uint32_t *const entry = table + j * words;
        for (size_t k = 0; k < words; k++)
            NEOSIG_LOOP(assigns(k, whole(x)), invariant(k <= words), decreases(words - k))
        {
            x[k] ^= entry[k];
        }
        block_mix(y, x, r);
        memcpy(x, y, 4 * words);
    }
    for (size_t i = 0; i < words; i++)
        NEOSIG_LOOP(assigns(i, whole(piece)), invariant(i <= words), decreases(words - i))
    {
        neosig_store32_le(piece + 4 * i, x[i]);
    }
}

neosig_error neosig_scrypt(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes,
                           const uint8_t *salt, size_t salt_bytes, uint64_t N, uint64_t r, uint64_t p)
{
    if (N < 2 || (N & (N - 1)) != 0 || r == 0 || p == 0 || !neosig_scrypt_is_bounded(N, r, p))
        return NEOSIG_ERR_UNSUPPORTED;
    const size_t piece = 128 * (size_t)r, total = (size_t)(N + p + 2) * piece; /* below 2^31 */
    uint8_t *const memory = malloc(total);
    if (memory == NULL)
        return NEOSIG_ERR_MEMORY;
    uint8_t *const pieces = memory + (size_t)(N + 2) * piece;
    uint32_t *const table = (void *)memory, *const x = (void *)(memory + (size_t)N * piece),
                    *const y = (void *)(memory + (size_t)(N + 1) * piece);
    neosig_pbkdf2(pieces, (size_t)p * piece, passphrase, passphrase_bytes, salt, salt_bytes, 1);
    for (size_t i = 0; i < p; i++)
        NEOSIG_LOOP(assigns(i, whole(memory)), invariant(i <= p), decreases(p - i))
    {
        mix(pieces + i * piece, table, x, y, (size_t)N, (size_t)r);
    }
    neosig_pbkdf2(out, bytes, passphrase, passphrase_bytes, pieces, (size_t)p * piece, 1);
    neosig_wipe(memory, total);
    free(memory);
    return NEOSIG_OK;
}
