/* AES-CTR bit-sliced on 64-bit words: four blocks at once, no table, no branch on data.
 *
 * Bit 16 row + 4 column + block of word q[i], i < 8, is bit i of the byte in this row and column of this block. */
#include "neosig/neosig.h"
#include "sym/aes.h"
#include "sym/aes_schedule.h"
#include "sym/bytes.h"

#include <string.h>

#define word uint64_t
#include "sym/aes_sbox_body.h"

static inline uint64_t shift_rows_1(uint64_t x)
{
    return (x & UINT64_C(0x000000000000ffff)) |                                                 /* row 0 */
           (x >> 4 & UINT64_C(0x000000000fff0000)) | (x << 12 & UINT64_C(0x00000000f0000000)) | /* row 1 */
           (x >> 8 & UINT64_C(0x000000ff00000000)) | (x << 8 & UINT64_C(0x0000ff0000000000)) |  /* row 2 */
           (x << 4 & UINT64_C(0xfff0000000000000)) | (x >> 12 & UINT64_C(0x000f000000000000));  /* row 3 */
}

static inline void shift_rows(uint64_t q[8])
{
    for (unsigned i = 0; i < 8; i++)
        q[i] = shift_rows_1(q[i]);
}

/* Row r becomes 2 (a_r + a_(r+1)) + a_(r+1) + (a_(r+2) + a_(r+3)). */
static inline void mix_columns(uint64_t q[8])
{
    uint64_t next[8], sum[8];
    for (unsigned i = 0; i < 8; i++) {
        next[i] = q[i] >> 16 | q[i] << 48;
        sum[i] = q[i] ^ next[i];
    }
    for (unsigned i = 0; i < 8; i++)
        q[i] = next[i] ^ (sum[i] >> 32 | sum[i] << 32) ^ sum[(i + 7) % 8];
    q[1] ^= sum[7]; /* x^8 = x^4 + x^3 + x + 1 */
    q[3] ^= sum[7];
    q[4] ^= sum[7];
}

static inline void add_round_key(uint64_t q[8], const uint64_t key[8])
{
    for (unsigned i = 0; i < 8; i++)
        q[i] ^= key[i];
}

/* Exchanges the bits of a under mask << n with those of b under mask. */
static inline void swap_bits(uint64_t *a, uint64_t *b, uint64_t mask, unsigned n)
{
    const uint64_t t = ((*a >> n) ^ *b) & mask;
    *a ^= t << n;
    *b ^= t;
}

/* Transposes the eight 8 by 8 bit matrices whose rows are byte j of every word. */
static inline void transpose(uint64_t q[8])
{
    for (unsigned i = 0; i < 8; i += 2)
        swap_bits(&q[i], &q[i + 1], UINT64_C(0x5555555555555555), 1);
    for (unsigned i = 0; i < 8; i += 4) {
        swap_bits(&q[i], &q[i + 2], UINT64_C(0x3333333333333333), 2);
        swap_bits(&q[i + 1], &q[i + 3], UINT64_C(0x3333333333333333), 2);
    }
    for (unsigned i = 0; i < 4; i++)
        swap_bits(&q[i], &q[i + 4], UINT64_C(0x0f0f0f0f0f0f0f0f), 4);
}

/* The bytes of x to bytes 0, 2, 4, 6. */
static inline uint64_t spread(uint32_t x)
{
    const uint64_t y = (x | (uint64_t)x << 16) & UINT64_C(0x0000ffff0000ffff);
    return (y | y << 8) & UINT64_C(0x00ff00ff00ff00ff);
}

static inline uint32_t gather(uint64_t x)
{
    const uint64_t y = x & UINT64_C(0x00ff00ff00ff00ff), z = (y | y >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(z | z >> 16);
}

/* Before the transposition, the byte in `row` and `column` of `block` is byte 2 row + column / 2 of word
 * 4 (column % 2) + block. */
static inline void put_block(uint64_t q[8], unsigned block, const uint32_t column[4])
{
    q[block] = spread(column[0]) | spread(column[2]) << 8;
    q[block + 4] = spread(column[1]) | spread(column[3]) << 8;
}

static inline void get_block(uint8_t out[16], const uint64_t q[8], unsigned block)
{
    neosig_store32_le(out, gather(q[block]));
    neosig_store32_le(out + 4, gather(q[block + 4]));
    neosig_store32_le(out + 8, gather(q[block] >> 8));
    neosig_store32_le(out + 12, gather(q[block + 4] >> 8));
}

/* A round key, with a constant added to each byte, for four blocks, transposed: each of its bits stands four times. */
static inline void put_key(uint64_t q[8], const uint8_t key[16], unsigned constant)
{
    const uint64_t a = spread(neosig_load32_le(key)) | spread(neosig_load32_le(key + 8)) << 8;
    const uint64_t b = spread(neosig_load32_le(key + 4)) | spread(neosig_load32_le(key + 12)) << 8;
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t bits = (a >> i & ones) | (b >> i & ones) << 4;
        q[i] = ((bits << 4) - bits) ^ (0 - (uint64_t)(constant >> i & 1));
    }
}

static uint32_t sub_word(uint32_t x)
{
    uint64_t q[8] = {spread(x)};
    transpose(q);
    sub_bytes(q);
    transpose(q);
    return gather(q[0]) ^ 0x63636363;
}

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    neosig_aes_schedule(key, bytes, key_bytes, sub_word);
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    uint64_t keys[15][8], q[8];
    uint32_t column[4], counter = neosig_load32_be(iv + 12) + first_block;
    uint8_t last[64];
    const unsigned rounds = key->rounds;

    for (unsigned i = 0; i <= rounds; i++)
        put_key(keys[i], key->round_keys[i], i ? 0x63 : 0); /* with the constant of the S-box before it */

    for (unsigned j = 0; j < 3; j++)
        column[j] = neosig_load32_le(iv + 4 * j);
    while (bytes) {
        for (unsigned j = 0; j < 4; j++) {
            column[3] = neosig_swap32(counter++);
            put_block(q, j, column);
        }
        transpose(q);
        add_round_key(q, keys[0]);
        for (unsigned i = 1; i < rounds; i++) {
            sub_bytes(q);
            shift_rows(q);
            mix_columns(q);
            add_round_key(q, keys[i]);
        }
        sub_bytes(q);
        shift_rows(q);
        add_round_key(q, keys[rounds]);
        transpose(q);

        uint8_t *const block = bytes < sizeof last ? last : out;
        for (unsigned j = 0; j < 4; j++)
            get_block(block + 16 * j, q, j);
        if (block == last) {
            memcpy(out, last, bytes);
            break;
        }
        out += sizeof last;
        bytes -= sizeof last;
    }
    neosig_wipe(keys, sizeof keys);
    neosig_wipe(q, sizeof q);
    neosig_wipe(last, sizeof last);
}

const neosig_aes_kernels neosig_aes_portable = {"portable", expand, ctr};
