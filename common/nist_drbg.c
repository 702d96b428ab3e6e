#include "common/nist_drbg.h"

#include <string.h>

/* AES-256 of its own, plain and slow, so that the known answers do not rest on the code they test. */
static uint8_t times_x(uint8_t a)
{
    return (uint8_t)(a << 1 ^ (a >> 7) * 0x1b);
}

static uint8_t times(uint8_t a, uint8_t b)
{
    uint8_t product = 0;
    for (; b != 0; b >>= 1, a = times_x(a))
        if (b & 1)
            product ^= a;
    return product;
}

/* FIPS 197 5.1.1: the inverse, then the affine map. */
static void make_s_box(uint8_t s[256])
{
    for (unsigned a = 0; a < 256; a++) {
        uint8_t inverse = 1;
        for (int i = 0; i < 254; i++)
            inverse = times(inverse, (uint8_t)a);
        unsigned x = inverse;
        s[a] = (uint8_t)(0x63 ^ x ^ (x << 1 | x >> 7) ^ (x << 2 | x >> 6) ^ (x << 3 | x >> 5) ^ (x << 4 | x >> 4));
    }
}

typedef struct aes256 {
    uint8_t s[256];
    uint8_t words[60][4];
} aes256;

static void aes256_expand(aes256 *aes, const uint8_t key[32])
{
    uint8_t round_constant = 1;
    make_s_box(aes->s);
    memcpy(aes->words, key, 32);
    for (int i = 8; i < 60; i++) {
        uint8_t t[4];
        memcpy(t, aes->words[i - 1], 4);
        if (i % 8 == 0) {
            uint8_t first = t[0];
            t[0] = aes->s[t[1]] ^ round_constant;
            t[1] = aes->s[t[2]];
            t[2] = aes->s[t[3]];
            t[3] = aes->s[first];
            round_constant = times_x(round_constant);
        } else if (i % 8 == 4) {
            for (int b = 0; b < 4; b++)
                t[b] = aes->s[t[b]];
        }
        for (int b = 0; b < 4; b++)
            aes->words[i][b] = aes->words[i - 8][b] ^ t[b];
    }
}

static void aes256_encrypt(const aes256 *aes, const uint8_t in[16], uint8_t out[16])
{
    uint8_t state[16];
    for (int i = 0; i < 16; i++)
        state[i] = in[i] ^ aes->words[i / 4][i % 4];
    for (int round = 1; round <= 14; round++) {
        uint8_t t[16];
        for (int i = 0; i < 16; i++) /* SubBytes and ShiftRows: row r of column c comes from column c + r */
            t[i] = aes->s[state[(i + 4 * (i % 4)) % 16]];
        for (int i = 0; i < 16; i++) {
            const uint8_t *column = t + i / 4 * 4;
            uint8_t mixed =
                times(column[i % 4], 2) ^ times(column[(i + 1) % 4], 3) ^ column[(i + 2) % 4] ^ column[(i + 3) % 4];
            const uint8_t before_key = round < 14 ? mixed : t[i];
            state[i] = before_key ^ aes->words[4 * round + i / 4][i % 4];
        }
    }
    memcpy(out, state, 16);
}

/* bytes of key stream at out, then the update of 10.2.1.2 with the data given. */
static void generate(nist_drbg *drbg, uint8_t *out, size_t bytes, const uint8_t data[48])
{
    aes256 aes;
    uint8_t next[48], block[16];
    aes256_expand(&aes, drbg->key);
    for (size_t done = 0; done < bytes + 48;) {
        for (int i = 15; i >= 0 && ++drbg->v[i] == 0; i--)
            ;
        aes256_encrypt(&aes, drbg->v, block);
        if (done < bytes) {
            size_t take = bytes - done < 16 ? bytes - done : 16;
            memcpy(out + done, block, take);
            done += take;
        } else {
            memcpy(next + (done - bytes), block, 16);
            done += 16;
        }
    }
    for (int i = 0; i < 48; i++)
        next[i] ^= data[i];
    memcpy(drbg->key, next, 32);
    memcpy(drbg->v, next + 32, 16);
}

void nist_drbg_seed(nist_drbg *drbg, const uint8_t seed[48])
{
    memset(drbg, 0, sizeof *drbg);
    generate(drbg, NULL, 0, seed);
}

int nist_drbg_random(void *state, uint8_t *out, size_t bytes)
{
    static const uint8_t nothing[48];
    generate(state, out, bytes, nothing);
    return 0;
}
