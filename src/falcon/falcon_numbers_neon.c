/* Numbers of keys, hashes and signatures in NEON. */
#if defined(__aarch64__)
#include "falcon/falcon.h"
#include "falcon/falcon_numbers.h"

#include <arm_neon.h>

#define NONE 128

/* Sixteen numbers are 28 bytes. For each number, the three bytes that hold it are brought into the upper bytes of a
 * lane. A shift then makes the number's 14 bits the uppermost. */
unsigned neosig_falcon_numbers_of_key_round3_neon(int16_t *h, const uint8_t *in, size_t n)
{
    static const uint8_t bytes[2][16] = {{NONE, 2, 1, 0, NONE, 3, 2, 1, NONE, 5, 4, 3, NONE, NONE, 6, 5},
                                         {NONE, 9, 8, 7, NONE, 10, 9, 8, NONE, 12, 11, 10, NONE, NONE, 13, 12}};
    static const int32_t shifts[4] = {0, 6, 4, 2};
    const int32x4_t shift = vld1q_s32(shifts);
    uint16x8_t most = vdupq_n_u16(0);
    for (size_t i = 0; i < n; i += 16, in += 28)
        for (size_t half = 0; half < 2; half++) { /* the second load ends where the numbers do */
            const uint8x16_t part = vld1q_u8(in + 12 * half), from = vdupq_n_u8((uint8_t)(2 * half));
            uint16x8_t window[2];
            for (size_t j = 0; j < 2; j++) {
                const uint8x16_t lanes = vqtbl1q_u8(part, vaddq_u8(vld1q_u8(bytes[j]), from));
                window[j] = vreinterpretq_u16_u32(vshlq_u32(vreinterpretq_u32_u8(lanes), shift));
            }
            const uint16x8_t number = vshrq_n_u16(vuzp2q_u16(window[0], window[1]), 2);
            const uint16x8_t over = vcgtq_u16(number, vdupq_n_u16(NEOSIG_FALCON_Q / 2));
            most = vmaxq_u16(most, number);
            vst1q_s16(h + i + 8 * half, vreinterpretq_s16_u16(vmlaq_n_u16(number, over, NEOSIG_FALCON_Q)));
        }
    return vmaxvq_u16(most) >= NEOSIG_FALCON_Q;
}

/* The same with bytes in reverse: a number's 14 bits are the lowest of a lane once it is shifted to the right. */
unsigned neosig_falcon_numbers_of_key_fndsa_neon(int16_t *h, const uint8_t *in, size_t n)
{
    static const uint8_t bytes[2][16] = {{0, 1, NONE, NONE, 1, 2, 3, NONE, 3, 4, 5, NONE, 5, 6, NONE, NONE},
                                         {7, 8, NONE, NONE, 8, 9, 10, NONE, 10, 11, 12, NONE, 12, 13, NONE, NONE}};
    static const int32_t shifts[4] = {0, -6, -4, -2};
    const int32x4_t shift = vld1q_s32(shifts);
    uint16x8_t most = vdupq_n_u16(0);
    for (size_t i = 0; i < n; i += 16, in += 28)
        for (size_t half = 0; half < 2; half++) {
            const uint8x16_t part = vld1q_u8(in + 12 * half), from = vdupq_n_u8((uint8_t)(2 * half));
            uint16x8_t window[2];
            for (size_t j = 0; j < 2; j++) {
                const uint8x16_t lanes = vqtbl1q_u8(part, vaddq_u8(vld1q_u8(bytes[j]), from));
                window[j] = vreinterpretq_u16_u32(vshlq_u32(vreinterpretq_u32_u8(lanes), shift));
            }
            const uint16x8_t number = vandq_u16(vuzp1q_u16(window[0], window[1]), vdupq_n_u16(0x3fff));
            most = vmaxq_u16(most, number);
            vst1q_s16(h + i + 8 * half, vreinterpretq_s16_u16(number));
        }
    return vmaxvq_u16(most) >= NEOSIG_FALCON_Q;
}

static inline uint16x8_t subtract_q(uint16x8_t x, uint16_t times)
{
    return vminq_u16(x, vsubq_u16(x, vdupq_n_u16((uint16_t)(times * NEOSIG_FALCON_Q))));
}

/* Eight numbers at a time are stored. If one of them is refused, only those before it are kept, and the next eight
 * begin behind it. The numbers behind the block, all ones, are refused, so they end the last eight. */
static inline size_t numbers_of_block(uint16_t *hm, const uint16_t *block, int swapped)
{
    const uint16_t *const begin = hm, *const end = block + NEOSIG_FALCON_BLOCK_NUMBERS;
    while (block < end) {
        uint16x8_t w = vld1q_u16(block);
        if (swapped)
            w = vreinterpretq_u16_u8(vrev16q_u8(vreinterpretq_u8_u16(w)));
        const uint16x8_t refused = vcgeq_u16(w, vdupq_n_u16(5 * NEOSIG_FALCON_Q));
        const uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vmovn_u16(refused)), 0); /* a byte each */
        vst1q_u16(hm, subtract_q(subtract_q(subtract_q(w, 4), 2), 1));
        size_t good = 8;
        if (__builtin_expect(mask != 0, 0)) {
            good = (size_t)__builtin_ctzll(mask) / 8;
            block++;
        }
        block += good;
        hm += good;
    }
    return (size_t)(hm - begin);
}

size_t neosig_falcon_numbers_of_block_round3_neon_vartime(uint16_t *hm, const uint16_t *block)
{
    return numbers_of_block(hm, block, 1);
}

size_t neosig_falcon_numbers_of_block_fndsa_neon_vartime(uint16_t *hm, const uint16_t *block)
{
    return numbers_of_block(hm, block, 0);
}

unsigned neosig_falcon_numbers_of_codes_round3_neon(int16_t *s2, const uint64_t *words, size_t n)
{
    uint16x8_t most = vdupq_n_u16(0);
    int16x8_t bad = vdupq_n_s16(0);
    for (size_t i = 0; i < n; i += 8) {
        const uint16x8x4_t parts = vld4q_u16((const uint16_t *)(const void *)(words + i));
        const uint16x8_t high = parts.val[3], behind = vsriq_n_u16(vshlq_n_u16(high, 8), parts.val[2], 8);
        const uint16x8_t size = vsliq_n_u16(vshrq_n_u16(high, 8), vclzq_u16(behind), 7);
        const int16x8_t minus = vshrq_n_s16(vreinterpretq_s16_u16(high), 15), value = vreinterpretq_s16_u16(size);
        most = vmaxq_u16(most, size);
        bad = vorrq_s16(bad, vaddq_s16(value, minus)); /* minus zero */
        vst1q_s16(s2 + i, vsubq_s16(veorq_s16(value, minus), minus));
    }
    return vmaxvq_u16(most) > NEOSIG_FALCON_MOST_S2 || vminvq_s16(bad) < 0;
}

unsigned neosig_falcon_numbers_of_codes_fndsa_neon(int16_t *s2, const uint64_t *words, size_t n)
{
    uint16x8_t most = vdupq_n_u16(0);
    int16x8_t bad = vdupq_n_s16(0);
    for (size_t i = 0; i < n; i += 8) {
        const uint16x8_t low = vld4q_u16((const uint16_t *)(const void *)(words + i)).val[0];
        const uint8x8_t zeros = vclz_u8(vrbit_u8(vshrn_n_u16(low, 8)));
        const uint16x8_t seven = vshrq_n_u16(vshlq_n_u16(low, 8), 9);
        const uint16x8_t size = vsliq_n_u16(seven, vmovl_u8(zeros), 7);
        const int16x8_t minus = vshrq_n_s16(vreinterpretq_s16_u16(vshlq_n_u16(low, 15)), 15);
        const int16x8_t value = vreinterpretq_s16_u16(size);
        most = vmaxq_u16(most, size);
        bad = vorrq_s16(bad, vaddq_s16(value, minus)); /* minus zero */
        vst1q_s16(s2 + i, vsubq_s16(veorq_s16(value, minus), minus));
    }
    return vmaxvq_u16(most) > NEOSIG_FNDSA_MOST || vminvq_s16(bad) < 0;
}

#endif
