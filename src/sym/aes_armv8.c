/* AES-CTR by AESE and AESMC. */
#if defined(__aarch64__)
#ifndef __clang__
/* GCC's first scheduling pass keeps more blocks in flight than there are registers for: 1.8 % more instructions in
 * verification (bench/count.py --sets snova-28-17-16-2-esk --operations verify --backends neon-aes, GCC 12). Clang has
 * no such pragma. */
#pragma GCC optimize("no-schedule-insns")
#endif
#include "core/target.h"

NEOSIG_TARGET_AES

#include "core/inline.h"
#include "neosig/neosig.h"
#include "sym/aes.h"
#include "sym/aes_schedule.h"
#include "sym/bytes.h"

#include <arm_neon.h>
#include <string.h>

/* AESE is ShiftRows and SubBytes. With the word in all four columns, ShiftRows changes nothing. */
static uint32_t sub_word(uint32_t word)
{
    const uint8x16_t x = vreinterpretq_u8_u32(vdupq_n_u32(word));
    return vgetq_lane_u32(vreinterpretq_u32_u8(vaeseq_u8(x, vdupq_n_u8(0))), 0);
}

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    neosig_aes_schedule(key, bytes, key_bytes, sub_word);
}

static inline uint8x16_t encrypt_round(uint8x16_t x, uint8x16_t key)
{
    return vaesmcq_u8(vaeseq_u8(x, key));
}

/* Indices for TBL: row i makes a block of zeros whose last word is counter i of four, with its bytes reversed. */
static const uint8_t word_as_block[4][16] = {
    {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 2, 1, 0},
    {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 7, 6, 5, 4},
    {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 11, 10, 9, 8},
    {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 15, 14, 13, 12},
};

/* Eight blocks in flight hide the latency of AESE and AESMC. They and all round keys fit the 32 vector registers. The
 * words of iv before the counter are added together with the first round key. A counter may be secret, so there is no
 * shortcut for one that does not carry. rounds is a constant where this function is inlined. */
static inline void ctr_rounds(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16],
                              uint32_t first_block, const unsigned rounds)
{
    static const uint32_t numbers[4] = {0, 1, 2, 3};
    const uint8x16_t start = vld1q_u8(iv);
    const uint32_t first = vgetq_lane_u32(vreinterpretq_u32_u8(vrev32q_u8(start)), 3) + first_block;
    uint32x4_t counters = vaddq_u32(vdupq_n_u32(first), vld1q_u32(numbers));
    uint8x16_t k[15], x[8], at[4];
    for (unsigned i = 0; i <= rounds; i++)
        k[i] = vld1q_u8(key->round_keys[i]);
    k[0] = veorq_u8(k[0], vreinterpretq_u8_u32(vsetq_lane_u32(0, vreinterpretq_u32_u8(start), 3)));
    UNROLL for (unsigned i = 0; i < 4; i++) at[i] = vld1q_u8(word_as_block[i]);

    for (; bytes >= 128; bytes -= 128, out += 128) {
        UNROLL for (unsigned i = 0; i < 8; i++)
        {
            x[i] = vqtbl1q_u8(vreinterpretq_u8_u32(counters), at[i % 4]);
            if (i % 4 == 3)
                counters = vaddq_u32(counters, vdupq_n_u32(4));
        }
        for (unsigned r = 0; r < rounds - 1; r++)
            UNROLL for (unsigned i = 0; i < 8; i++) x[i] = encrypt_round(x[i], k[r]);
        UNROLL for (unsigned i = 0; i < 8; i++)
            vst1q_u8(out + 16 * i, veorq_u8(vaeseq_u8(x[i], k[rounds - 1]), k[rounds]));
    }
    for (; bytes; out += 16) {
        uint8x16_t block = vqtbl1q_u8(vreinterpretq_u8_u32(counters), at[0]);
        counters = vaddq_u32(counters, vdupq_n_u32(1));
        for (unsigned r = 0; r < rounds - 1; r++)
            block = encrypt_round(block, k[r]);
        block = veorq_u8(vaeseq_u8(block, k[rounds - 1]), k[rounds]);
        if (bytes < 16) {
            uint8_t last[16];
            vst1q_u8(last, block);
            memcpy(out, last, bytes);
            neosig_wipe(last, sizeof last);
            return;
        }
        vst1q_u8(out, block);
        bytes -= 16;
    }
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    if (key->rounds == 10)
        ctr_rounds(out, bytes, key, iv, first_block, 10);
    else
        ctr_rounds(out, bytes, key, iv, first_block, 14);
}

const neosig_aes_kernels neosig_aes_armv8 = {"armv8", expand, ctr};

NEOSIG_TARGET_END

#endif
