/* The Gaussian distributions of f and g in NEON. */
#if defined(__aarch64__)
#include "falcon/falcon_gauss_tables.h"
#include "falcon/falcon_short.h"

#include <arm_neon.h>

#define VECTORS 8 /* of two draws, side by side */

void neosig_falcon_gauss_round3_neon(int8_t *f, const uint8_t *in, size_t n, size_t summands)
{
    const size_t draws = n * summands;
    size_t done = 0;
    for (; done + 2 * VECTORS <= draws; done += 2 * VECTORS) {
        uint64x2_t second[VECTORS], size[VECTORS];
        int64x2_t sum[VECTORS];
        const uint64x2_t low = vdupq_n_u64(UINT64_MAX >> 1);
        for (size_t v = 0; v < VECTORS; v++) {
            const uint64x2x2_t both = vld2q_u64((const uint64_t *)(const void *)(in + 16 * done + 32 * v));
            second[v] = vandq_u64(both.val[1], low);
            sum[v] = vreinterpretq_s64_u64(both.val[0]);
            size[v] = vdupq_n_u64(1);
        }
#pragma GCC unroll 5
        for (size_t k = 1; k < 26; k++) {
            const uint64x2_t bound = vld1q_dup_u64(&falcon_round3_table[k]);
            for (size_t v = 0; v < VECTORS; v++)
                size[v] = vsubq_u64(size[v], vcgtq_u64(bound, second[v]));
        }
        const uint64x2_t bound = vld1q_dup_u64(&falcon_round3_table[0]);
        for (size_t v = 0; v < VECTORS; v++) {
            const uint64x2_t first = vreinterpretq_u64_s64(sum[v]);
            size[v] = vbicq_u64(size[v], vcgtq_u64(bound, vandq_u64(first, low)));
            const int64x2_t minus = vshrq_n_s64(sum[v], 63);
            sum[v] = vsubq_s64(veorq_s64(vreinterpretq_s64_u64(size[v]), minus), minus);
        }
        for (size_t v = 0; v < VECTORS; v += 4) {
            int32x4_t four[2];
            for (size_t i = 0; i < 2; i++)
                four[i] = vuzp1q_s32(vreinterpretq_s32_s64(sum[v + 2 * i]), vreinterpretq_s32_s64(sum[v + 2 * i + 1]));
            if (summands == 2)
                four[0] = four[1] = vpaddq_s32(four[0], four[1]);
            const int8x8_t bytes = vmovn_s16(vcombine_s16(vmovn_s32(four[0]), vmovn_s32(four[1])));
            if (summands == 2)
                vst1_lane_s32((int32_t *)(void *)(f + done / 2 + v), vreinterpret_s32_s8(bytes), 0);
            else
                vst1_s8(f + done + 2 * v, bytes);
        }
    }
    const size_t sums = done >> (summands - 1);
    neosig_falcon_gauss_round3(f + sums, in + 16 * done, n - sums, summands);
}

void neosig_falcon_gauss_fndsa_neon(int8_t *f, const uint8_t *in, size_t n, unsigned logn)
{
    const uint16_t *table = logn == 9 ? falcon_fndsa_table_512 : falcon_fndsa_table_1024;
    const size_t entries = logn == 9 ? FALCON_FNDSA_ENTRIES_512 : FALCON_FNDSA_ENTRIES_1024;
    size_t i = 0;
    for (; i + 32 <= n; i += 32) {
        uint16x8_t draw[4], y[4], size[4];
        for (size_t v = 0; v < 4; v++) {
            draw[v] = vreinterpretq_u16_u8(vld1q_u8(in + 2 * i + 16 * v));
            y[v] = vshrq_n_u16(draw[v], 1);
            size[v] = vdupq_n_u16(0);
        }
        for (size_t k = 0; k < entries; k++) {
            const uint16x8_t bound = vld1q_dup_u16(table + k);
            for (size_t v = 0; v < 4; v++)
                size[v] = vsubq_u16(size[v], vcgtq_u16(bound, y[v]));
        }
        for (size_t v = 0; v < 4; v++) {
            const int16x8_t minus = vshrq_n_s16(vreinterpretq_s16_u16(vshlq_n_u16(draw[v], 15)), 15);
            vst1_s8(f + i + 8 * v, vmovn_s16(vsubq_s16(veorq_s16(vreinterpretq_s16_u16(size[v]), minus), minus)));
        }
    }
    neosig_falcon_gauss_fndsa(f + i, in + 2 * i, n - i, logn);
}

#endif
