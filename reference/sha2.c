/* SHA-256, SHA-384 and SHA-512 as FIPS 180-4 writes them. */
#include "sym.h"

#include <string.h>

/* Section 4.2.3. The constants of SHA-256 (4.2.2) are the upper halves of the first 64. */
static const uint64_t constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

/* Section 5.3. The initial value of SHA-256 is the upper halves of that of SHA-512. */
static const uint64_t initial_384[8] = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
                                        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
static const uint64_t initial_512[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* Rotation distances of the functions of sections 4.1.2 and 4.1.3; the last of the small ones is a shift. */
typedef struct sha2 {
    unsigned bits, rounds; /* of a word; of a block */
    unsigned big0[3], big1[3], small0[3], small1[3];
} sha2;

static const sha2 sha256 = {32, 64, {2, 13, 22}, {6, 11, 25}, {7, 18, 3}, {17, 19, 10}};
static const sha2 sha512 = {64, 80, {28, 34, 39}, {14, 18, 41}, {1, 8, 7}, {19, 61, 6}};

/* Words of either length live in 64 bits; those of 32 are cut when they leave an addition. */
static uint64_t word(const sha2 *f, uint64_t x)
{
    return f->bits == 64 ? x : x & 0xffffffff;
}

static uint64_t rotate(const sha2 *f, uint64_t x, unsigned n)
{
    return word(f, x >> n | x << (f->bits - n));
}

static uint64_t big(const sha2 *f, const unsigned n[3], uint64_t x)
{
    return rotate(f, x, n[0]) ^ rotate(f, x, n[1]) ^ rotate(f, x, n[2]);
}

static uint64_t small(const sha2 *f, const unsigned n[3], uint64_t x)
{
    return rotate(f, x, n[0]) ^ rotate(f, x, n[1]) ^ x >> n[2];
}

static void compress(const sha2 *f, uint64_t state[8], const uint8_t *block)
{
    uint64_t w[80], s[8];
    for (unsigned t = 0; t < f->rounds; t++) {
        w[t] = 0;
        if (t < 16)
            for (unsigned i = 0; i < f->bits / 8; i++)
                w[t] = w[t] << 8 | *block++;
        else
            w[t] = word(f, small(f, f->small1, w[t - 2]) + w[t - 7] + small(f, f->small0, w[t - 15]) + w[t - 16]);
    }
    memcpy(s, state, sizeof s);
    for (unsigned t = 0; t < f->rounds; t++) {
        uint64_t ch = (s[4] & s[5]) ^ (~s[4] & s[6]), maj = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint64_t t1 = s[7] + big(f, f->big1, s[4]) + ch + (constants[t] >> (64 - f->bits)) + w[t];
        uint64_t t2 = big(f, f->big0, s[0]) + maj;
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] = word(f, s[4] + t1);
        s[0] = word(f, t1 + t2);
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] = word(f, state[i] + s[i]);
}

void neosig_reference_sha2(uint8_t *digest, size_t digest_bytes, const uint8_t *in, size_t bytes)
{
    const sha2 *f = digest_bytes == 32 ? &sha256 : &sha512;
    size_t block_bytes = 2 * f->bits, left = bytes;
    uint8_t last[256] = {0};
    uint64_t state[8];
    for (unsigned i = 0; i < 8; i++)
        state[i] = digest_bytes == 48 ? initial_384[i] : initial_512[i] >> (64 - f->bits);
    for (; left >= block_bytes; left -= block_bytes, in += block_bytes)
        compress(f, state, in);

    if (left != 0)
        memcpy(last, in, left);
    last[left] = 0x80;
    size_t last_bytes = left + 1 + block_bytes / 8 > block_bytes ? 2 * block_bytes : block_bytes;
    for (unsigned i = 0; i < 8; i++)
        last[last_bytes - 1 - i] = (uint8_t)((uint64_t)bytes * 8 >> 8 * i);
    for (size_t i = 0; i < last_bytes; i += block_bytes)
        compress(f, state, last + i);
    for (size_t i = 0; i < digest_bytes; i++)
        digest[i] = (uint8_t)(state[i / (f->bits / 8)] >> (f->bits - 8 - i % (f->bits / 8) * 8));
}
