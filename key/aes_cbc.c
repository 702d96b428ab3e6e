#include "api/internal.h"
#include "core/contract.h"
#include "key/aes_cbc.h"

enum { BLOCK = 16 };

void neosig_aes_cbc_encrypt(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t key[32], const uint8_t iv[16])
{
    const size_t padding = BLOCK - bytes % BLOCK;
    neosig_aes_key expanded;
    uint8_t block[BLOCK];
    const uint8_t *before = iv;
    neosig_aes_portable.expand(&expanded, key, 32);
    for (size_t i = 0; i < bytes + padding; i += BLOCK)
        NEOSIG_LOOP(assigns(i, block, before, whole(out)), invariant(i <= bytes + padding && i % BLOCK == 0),
                    invariant(before == (i == 0 ? iv : out + i - BLOCK)), decreases(bytes + padding - i))
    {
        NEOSIG_POINTER(before, i == 0 ? iv : out);
        for (size_t j = 0; j < BLOCK; j++)
            block[j] = (uint8_t)(before[j] ^ (i + j < bytes ? in[i + j] : (uint8_t)padding));
        neosig_aes_portable.ctr(out + i, BLOCK, &expanded, block, 0);
        before = out + i;
    }
    neosig_wipe(&expanded, sizeof expanded);
    neosig_wipe(block, sizeof block);
}

/* ---- The inverse cipher (FIPS 197, section 5.3), on eight bytes in a word. The kernels have none: key files are all
 * that needs it. */

/* A byte in every byte of a word. */
static uint64_t everywhere(unsigned byte)
{
    return 0x0101010101010101 * (uint64_t)byte;
}

/* Multiplied by x. */
static uint64_t doubled(uint64_t a)
{
    return (a & everywhere(0x7f)) << 1 ^ (a >> 7 & everywhere(1)) * 0x1b;
}

static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        sum ^= a & (b >> i & everywhere(1)) * 0xff;
        a = doubled(a);
    }
    return sum;
}

/* a^254, which is 1 / a, and 0 for 0. */
static uint64_t inverse(uint64_t a)
{
    const uint64_t a2 = product(a, a), a3 = product(a2, a), a6 = product(a3, a3), a12 = product(a6, a6);
    uint64_t power = product(a12, a3);
    for (unsigned i = 0; i < 4; i++)
        power = product(power, power); /* in the end a^240 */
    return product(product(power, a12), a2);
}

static uint64_t rotated(uint64_t a, unsigned count)
{
    return (a << count & everywhere(0xffu << count & 0xff)) | (a >> (8 - count) & everywhere(0xffu >> (8 - count)));
}

/* InvSubBytes: the affine map's inverse, then that of the field. */
static uint64_t inverse_s_box(uint64_t a)
{
    return inverse(rotated(a, 1) ^ rotated(a, 3) ^ rotated(a, 6) ^ everywhere(0x05));
}

/* Each column's bytes moved up by so many places; a word is two columns. */
static uint64_t moved(uint64_t a, unsigned places)
{
    const uint64_t low = 0xffffffff >> 8 * places, lows = low << 32 | low;
    return (a >> 8 * places & lows) | (a << (32 - 8 * places) & ~lows);
}

static uint64_t inverse_mix_columns(uint64_t a)
{
    const uint64_t a2 = doubled(a), a4 = doubled(a2), a8 = doubled(a4), a9 = a8 ^ a;
    return a8 ^ a4 ^ a2 ^ moved(a9 ^ a2, 1) ^ moved(a9 ^ a4, 2) ^ moved(a9, 3);
}

static void inverse_shift_rows(uint64_t words[2])
{
    uint8_t from[BLOCK], to[BLOCK];
    neosig_store64_le(from, words[0]);
    neosig_store64_le(from + 8, words[1]);
    for (size_t column = 0; column < 4; column++)
        for (size_t row = 0; row < 4; row++)
            to[4 * ((column + row) % 4) + row] = from[4 * column + row];
    words[0] = neosig_load64_le(to);
    words[1] = neosig_load64_le(to + 8);
}

static void decrypt_block(uint64_t words[2], const neosig_aes_key *key)
{
    for (unsigned round = key->rounds; round > 0; round--) {
        for (size_t i = 0; i < 2; i++) {
            words[i] ^= neosig_load64_le(key->round_keys[round] + 8 * i);
            words[i] = round == key->rounds ? words[i] : inverse_mix_columns(words[i]);
        }
        inverse_shift_rows(words);
        for (size_t i = 0; i < 2; i++)
            words[i] = inverse_s_box(words[i]);
    }
    for (size_t i = 0; i < 2; i++)
        words[i] ^= neosig_load64_le(key->round_keys[0] + 8 * i);
}

size_t neosig_aes_cbc_decrypt(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t key[32],
                              const uint8_t iv[16])
{
    neosig_aes_key expanded;
    neosig_aes_portable.expand(&expanded, key, 32);
    uint64_t before[2] = {neosig_load64_le(iv), neosig_load64_le(iv + 8)};
    for (size_t i = 0; i < bytes; i += BLOCK)
        NEOSIG_LOOP(assigns(i, before, whole(out)), invariant(i <= bytes && i % BLOCK == 0), decreases(bytes - i))
    {
        const uint64_t now[2] = {neosig_load64_le(in + i), neosig_load64_le(in + i + 8)};
        uint64_t words[2] = {now[0], now[1]};
        decrypt_block(words, &expanded);
        for (size_t j = 0; j < 2; j++) {
            neosig_store64_le(out + i + 8 * j, words[j] ^ before[j]);
            before[j] = now[j];
        }
    }
    neosig_wipe(&expanded, sizeof expanded);
    const unsigned padding = out[bytes - 1];
    unsigned wrong = (padding - 1) / BLOCK; /* 0 from 1 to 16 */
    for (unsigned i = 0; i < BLOCK; i++)
        wrong |= (0 - ((i - padding) >> 31)) & (out[bytes - 1 - i] ^ padding); /* where i is less */
    neosig_declassify(&wrong, sizeof wrong, "whether a passphrase is right");
    if (wrong)
        return bytes;
    neosig_declassify(&padding, sizeof padding, "the structure of a key file");
    return bytes - padding;
}
