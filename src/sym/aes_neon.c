/* AES-CTR bit-sliced on vectors, for cores without the AES instructions: eight blocks at once, no table, no branch on
 * data.
 *
 * Bit j of byte p of vector q[i] is bit i of byte p of block j. So one table look-up by constant indices moves bytes in
 * all blocks. */
#if defined(__aarch64__)
#include "neosig/neosig.h"
#include "sym/aes.h"
#include "sym/bytes.h"

#include <arm_neon.h>
#include <string.h>

#define word uint8x16_t
#include "sym/aes_sbox_body.h"

/* Byte p is in row p mod 4, and ShiftRows moves row r by r columns: byte p of the result is byte 5 p mod 16. rows_up
 * does the same and then takes each row from the row below it. */
static const uint8_t rows[16] = {0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11};
static const uint8_t rows_up[16] = {5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12};

/* ShiftRows and MixColumns: row r becomes 2 (a_r + a_(r+1)) + a_(r+1) + (a_(r+2) + a_(r+3)). */
static inline void mix(uint8x16_t q[8])
{
    const uint8x16_t at = vld1q_u8(rows), up = vld1q_u8(rows_up);
    uint8x16_t next[8], sum[8];
    for (unsigned i = 0; i < 8; i++) {
        next[i] = vqtbl1q_u8(q[i], up);
        sum[i] = vqtbl1q_u8(q[i], at) ^ next[i];
    }
    for (unsigned i = 0; i < 8; i++) {
        const uint8x16_t opposite = vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(sum[i])));
        q[i] = next[i] ^ opposite ^ sum[(i + 7) % 8];
    }
    q[1] ^= sum[7]; /* x^8 = x^4 + x^3 + x + 1 */
    q[3] ^= sum[7];
    q[4] ^= sum[7];
}

/* Exchanges the bits of a under mask << n with those of b under mask. */
#define SWAP_BITS(a, b, mask, n)                                                                                       \
    do {                                                                                                               \
        const uint8x16_t t = (vshrq_n_u8(a, n) ^ b) & vdupq_n_u8(mask);                                                \
        a ^= vshlq_n_u8(t, n);                                                                                         \
        b ^= t;                                                                                                        \
    } while (0)

/* Transposes the sixteen 8 by 8 bit matrices whose rows are byte p of every vector. */
static inline void transpose(uint8x16_t q[8])
{
    for (unsigned i = 0; i < 8; i += 2)
        SWAP_BITS(q[i], q[i + 1], 0x55, 1);
    for (unsigned i = 0; i < 8; i += 4) {
        SWAP_BITS(q[i], q[i + 2], 0x33, 2);
        SWAP_BITS(q[i + 1], q[i + 3], 0x33, 2);
    }
    for (unsigned i = 0; i < 4; i++)
        SWAP_BITS(q[i], q[i + 4], 0x0f, 4);
}

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    neosig_aes_portable.expand(key, bytes, key_bytes);
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    uint8x16_t keys[15][8], q[8];
    uint8_t last[128];
    const unsigned rounds = key->rounds;
    for (unsigned i = 0; i <= rounds; i++) {
        /* All but the first round key take the S-box's constant of the round before. */
        const uint8x16_t bytes_of_key = vld1q_u8(key->round_keys[i]) ^ vdupq_n_u8(i ? 0x63 : 0);
        for (unsigned j = 0; j < 8; j++)
            keys[i][j] = vtstq_u8(bytes_of_key, vdupq_n_u8((uint8_t)(1u << j)));
    }

    /* Bytes are reversed in each word of counter, so that its last word counts as a number. */
    const uint32x4_t one = vsetq_lane_u32(1, vdupq_n_u32(0), 3);
    uint32x4_t counter = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(iv)));
    counter = vaddq_u32(counter, vsetq_lane_u32(first_block, vdupq_n_u32(0), 3));

    while (bytes) {
        for (unsigned j = 0; j < 8; j++) {
            q[j] = vrev32q_u8(vreinterpretq_u8_u32(counter));
            counter = vaddq_u32(counter, one);
        }
        transpose(q);
        for (unsigned j = 0; j < 8; j++)
            q[j] ^= keys[0][j];
        for (unsigned i = 1;; i++) {
            sub_bytes(q);
            if (i == rounds)
                break;
            mix(q);
            for (unsigned j = 0; j < 8; j++)
                q[j] ^= keys[i][j];
        }
        for (unsigned j = 0; j < 8; j++)
            q[j] = vqtbl1q_u8(q[j], vld1q_u8(rows)) ^ keys[rounds][j];
        transpose(q);

        uint8_t *const to = bytes < sizeof last ? last : out;
        for (unsigned j = 0; j < 8; j++)
            vst1q_u8(to + 16 * j, q[j]);
        if (to == last) {
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

const neosig_aes_kernels neosig_aes_neon = {"neon", expand, ctr};

#endif
