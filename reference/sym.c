#include "sym.h"

#include <string.h>

static uint64_t rotate_left(uint64_t x, unsigned n)
{
    return x << n | x >> (-n & 63);
}

/* rho and pi: lane i comes from lane source[i], rotated by rotation[i]. */
static const uint8_t source[25] = {
    0, 6, 12, 18, 24, 3, 9, 10, 16, 22, 1, 7, 13, 19, 20, 4, 5, 11, 17, 23, 2, 8, 14, 15, 21,
};
static const uint8_t rotation[25] = {
    0, 44, 43, 21, 14, 28, 20, 3, 45, 61, 1, 6, 25, 8, 18, 27, 36, 10, 15, 56, 62, 55, 39, 41, 2,
};
static const uint64_t round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* FIPS 202, 3.2: the five step mappings one after another, lane (x, y) at index x + 5 y. */
void neosig_reference_keccak(uint64_t lanes[25])
{
    for (unsigned round = 0; round < 24; round++) {
        uint64_t parity[5], moved[25];
        for (unsigned x = 0; x < 5; x++)
            parity[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20];
        for (unsigned x = 0; x < 5; x++)
            for (unsigned y = 0; y < 25; y += 5)
                lanes[x + y] ^= parity[(x + 4) % 5] ^ rotate_left(parity[(x + 1) % 5], 1);
        for (unsigned i = 0; i < 25; i++)
            moved[i] = rotate_left(lanes[source[i]], rotation[i]);
        for (unsigned y = 0; y < 25; y += 5)
            for (unsigned x = 0; x < 5; x++)
                lanes[x + y] = moved[x + y] ^ (~moved[(x + 1) % 5 + y] & moved[(x + 2) % 5 + y]);
        lanes[0] ^= round_constants[round];
    }
}

void neosig_reference_shake_init(neosig_reference_shake *shake, unsigned rate)
{
    memset(shake, 0, sizeof *shake);
    shake->rate = rate;
}

static void xor_byte(neosig_reference_shake *shake, unsigned i, uint8_t byte)
{
    shake->lanes[i / 8] ^= (uint64_t)byte << i % 8 * 8;
}

void neosig_reference_shake_absorb(neosig_reference_shake *shake, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        xor_byte(shake, shake->offset, in[i]);
        if (++shake->offset == shake->rate) {
            neosig_reference_keccak(shake->lanes);
            shake->offset = 0;
        }
    }
}

void neosig_reference_shake_squeeze(neosig_reference_shake *shake, uint8_t *out, size_t bytes)
{
    if (!shake->squeezing) {
        xor_byte(shake, shake->offset, 0x1f);
        xor_byte(shake, shake->rate - 1, 0x80);
        shake->offset = shake->rate;
        shake->squeezing = 1;
    }
    for (size_t i = 0; i < bytes; i++) {
        if (shake->offset == shake->rate) {
            neosig_reference_keccak(shake->lanes);
            shake->offset = 0;
        }
        out[i] = (uint8_t)(shake->lanes[shake->offset / 8] >> shake->offset % 8 * 8);
        shake->offset++;
    }
}

static const uint8_t sbox[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76, 0xca, 0x82, 0xc9,
    0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0, 0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f,
    0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15, 0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07,
    0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75, 0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3,
    0x29, 0xe3, 0x2f, 0x84, 0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58,
    0xcf, 0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8, 0x51, 0xa3,
    0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2, 0xcd, 0x0c, 0x13, 0xec, 0x5f,
    0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73, 0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88,
    0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb, 0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac,
    0x62, 0x91, 0x95, 0xe4, 0x79, 0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a,
    0xae, 0x08, 0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a, 0x70,
    0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e, 0xe1, 0xf8, 0x98, 0x11,
    0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf, 0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42,
    0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
};

static uint8_t times_x(uint8_t a)
{
    return (uint8_t)(a << 1 ^ (a >> 7) * 0x1b);
}

/* FIPS 197, 5.2: the round keys of AES-128 (4 words, 10 rounds) or AES-256 (8 words, 14 rounds). */
static void expand_key(uint8_t round_keys[240], const uint8_t *key, unsigned words)
{
    uint8_t constant = 1;
    memcpy(round_keys, key, 4 * words);
    for (unsigned i = words; i < 4 * (words + 7); i++) {
        uint8_t word[4];
        memcpy(word, round_keys + 4 * (i - 1), 4);
        if (i % words == 0) {
            uint8_t first = word[0];
            for (unsigned j = 0; j < 3; j++)
                word[j] = sbox[word[j + 1]];
            word[3] = sbox[first];
            word[0] ^= constant;
            constant = times_x(constant);
        } else if (words > 6 && i % words == 4) {
            for (unsigned j = 0; j < 4; j++)
                word[j] = sbox[word[j]];
        }
        for (unsigned j = 0; j < 4; j++)
            round_keys[4 * i + j] = round_keys[4 * (i - words) + j] ^ word[j];
    }
}

static uint32_t rotate_right(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* FIPS 197, 5.1. A column is a word, its first byte lowest. */
static void encrypt(uint8_t state[16], const uint8_t *round_keys, unsigned rounds)
{
    for (unsigned i = 0; i < 16; i++)
        state[i] ^= round_keys[i];
    for (unsigned round = 1; round <= rounds; round++) {
        uint32_t columns[4];
        for (unsigned i = 0; i < 4; i++) {
            const uint8_t *key = round_keys + 16 * round + 4 * i;
            uint32_t a = 0, k = 0;
            for (unsigned j = 0; j < 4; j++) {
                a |= (uint32_t)sbox[state[(4 * i + 5 * j) % 16]] << 8 * j;
                k |= (uint32_t)key[j] << 8 * j;
            }
            if (round < rounds) {
                uint32_t sum = a ^ rotate_right(a, 8);
                a = rotate_right(a, 8) ^ rotate_right(sum, 16) ^ (sum & 0x7f7f7f7f) << 1 ^
                    (sum >> 7 & 0x01010101) * 0x1b;
            }
            columns[i] = a ^ k;
        }
        for (unsigned i = 0; i < 16; i++)
            state[i] = (uint8_t)(columns[i / 4] >> i % 4 * 8);
    }
}

void neosig_reference_aes128(uint8_t out[16], const uint8_t in[16], const uint8_t key[16])
{
    uint8_t round_keys[240];
    expand_key(round_keys, key, 4);
    memmove(out, in, 16);
    encrypt(out, round_keys, 10);
}

void neosig_reference_aes128_ctr(uint8_t *out, size_t bytes, const uint8_t key[16])
{
    uint8_t round_keys[240];
    expand_key(round_keys, key, 4);
    for (uint32_t block = 0; bytes > 0; block++) {
        uint8_t state[16] = {0};
        for (unsigned i = 0; i < 4; i++)
            state[12 + i] = (uint8_t)(block >> (24 - 8 * i));
        encrypt(state, round_keys, 10);
        size_t some = bytes < 16 ? bytes : 16;
        memcpy(out, state, some);
        out += some;
        bytes -= some;
    }
}

void neosig_reference_aes256_ctr(uint8_t *out, size_t blocks, const uint8_t key[32], uint8_t counter[16])
{
    uint8_t round_keys[240];
    expand_key(round_keys, key, 8);
    for (; blocks > 0; blocks--, out += 16) {
        for (unsigned i = 16; i-- > 0 && ++counter[i] == 0;)
            continue;
        memcpy(out, counter, 16);
        encrypt(out, round_keys, 14);
    }
}
