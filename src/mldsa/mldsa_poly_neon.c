/* The kernels of mldsa_poly.h in Arm's NEON intrinsics. */
#if defined(__aarch64__)
#include "core/secret.h"
#include "mldsa/mldsa_poly.h"
#include "mldsa/mldsa_poly_neon_tables.h"
#include "ntt/mod32_neon.h"

#include <string.h>

#define Q NEOSIG_MLDSA_Q

/* ---- Products */

#define NONE 255

/* Indices that bring 12 bytes to four numbers of three bytes. The second row is for a load that starts 4 bytes early.
 */
static const uint8_t from24[2][16] = {{0, 1, 2, NONE, 3, 4, 5, NONE, 6, 7, 8, NONE, 9, 10, 11, NONE},
                                      {4, 5, 6, NONE, 7, 8, 9, NONE, 10, 11, 12, NONE, 13, 14, 15, NONE}};

/* Numbers 4 g to 4 g + 3 of 32 numbers of three bytes at x. The last load starts early, so that it ends with them. */
static inline int32x4_t numbers(const uint8_t *x, size_t g, uint8x16_t spread, uint8x16_t spread_last)
{
    const uint8x16_t bytes = vld1q_u8(x + (g < 7 ? 12 * g : 80));
    return vreinterpretq_s32_u8(vqtbl1q_u8(bytes, g < 7 ? spread : spread_last));
}

static void inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    const int32x4_t constants = neosig_mod32_constants(Q, NEOSIG_MLDSA_Q_INVERSE);
    uint8x16_t spread = vld1q_u8(from24[0]), spread_last = vld1q_u8(from24[1]);
    NEOSIG_KEEP("w", spread);
    NEOSIG_KEEP("w", spread_last);
    neosig_mod32_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i += 32, r += 32, a += 96, b += 32) {
        int64x2_t low[8], high[8];
        const uint8_t *x = a;
        const int32_t *y = b, *end = b + 256 * n;
        for (size_t g = 0; g < 8; g++) {
            const int32x4_t u = numbers(x, g, spread, spread_last), w = vld1q_s32(y + 4 * g);
            low[g] = vmull_s32(vget_low_s32(u), vget_low_s32(w));
            high[g] = vmull_high_s32(u, w);
        }
        for (x += 768, y += 256; y != end; x += 768, y += 256)
            for (size_t g = 0; g < 8; g++) {
                const int32x4_t u = numbers(x, g, spread, spread_last), w = vld1q_s32(y + 4 * g);
                low[g] = vmlal_s32(low[g], vget_low_s32(u), vget_low_s32(w));
                high[g] = vmlal_high_s32(high[g], u, w);
            }
        for (size_t g = 0; g < 8; g++) {
            int32x4_t sum = neosig_mod32_reduce(low[g], high[g], constants); /* q/2 + 8 q 6q / 2^32 < 0.6 q */
            if (add)
                sum = vaddq_s32(sum, vld1q_s32(r + 4 * g));
            vst1q_s32(r + 4 * g, sum);
        }
    }
}

/* ---- Sampling */

static size_t mldsa_neon_uniform_vartime(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
{
    const uint8_t *end = in + bytes;
    while (in != end && have < 256) {
        /* q = 0x7fe001, so only a number whose upper bytes are 0x7fe0 or more can be too large. Few blocks hold one. */
        while (end - in >= 48 && have <= 240) {
            uint8x16x3_t x = vld3q_u8(in);
            x.val[2] = vandq_u8(x.val[2], vdupq_n_u8(0x7f));
            const uint8x16_t large =
                vandq_u8(vceqq_u8(x.val[2], vdupq_n_u8(0x7f)), vcgeq_u8(x.val[1], vdupq_n_u8(0xe0)));
            if (vmaxvq_u32(vreinterpretq_u32_u8(large)) != 0)
                break;
            vst3q_u8(a + 3 * have, x);
            have += 16;
            in += 48;
        }
        const uint8_t *stop = end - in >= 48 ? in + 48 : end;
        for (; in != stop && have < 256; in += 3) {
            const uint32_t x = in[0] | (uint32_t)in[1] << 8 | (uint32_t)(in[2] & 0x7f) << 16;
            a[3 * have] = (uint8_t)x;
            a[3 * have + 1] = (uint8_t)(x >> 8);
            a[3 * have + 2] = (uint8_t)(x >> 16);
            have += x < Q;
        }
    }
    return have;
}

static size_t mldsa_neon_eta_vartime(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta)
{
    static const int8_t values[2][16] = {{2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 0},
                                         {4, 3, 2, 1, 0, -1, -2, -3, -4, 0, 0, 0, 0, 0, 0, 0}};
    static const uint8_t weights[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const int8x16_t value = vld1q_s8(values[eta == 4]);
    const uint8x8_t limit = vdup_n_u8(eta == 2 ? 15 : 9), weight = vld1_u8(weights);
    for (size_t i = 0; i < bytes && have < 256; i += 4) { /* eight candidates; the tables go by the public mask */
        uint32_t word;
        memcpy(&word, in + i, 4);
        const uint8x8_t packed = vreinterpret_u8_u32(vdup_n_u32(word));
        const uint8x8_t half = vzip1_u8(vand_u8(packed, vdup_n_u8(15)), vshr_n_u8(packed, 4));
        uint8_t mask = vaddv_u8(vand_u8(vclt_u8(half, limit), weight));
        neosig_declassify(&mask, sizeof mask, "which candidates are rejected says nothing of the others");
        vst1_s8(s + have, vtbl1_s8(vqtbl1_s8(value, half), vld1_s8((const int8_t *)compact[mask])));
        have += bits_set[mask];
    }
    return have < 256 ? have : 256;
}

/* ---- Encodings. A field is brought into a lane by a table of bytes and shifted into place. */

static inline int32x4_t fields(uint8x16_t bytes, const uint8_t table[16], int32x4_t shift, uint32_t mask)
{
    const uint32x4_t window = vreinterpretq_u32_u8(vqtbl1q_u8(bytes, vld1q_u8(table)));
    return vreinterpretq_s32_u32(vandq_u32(vshlq_u32(window, shift), vdupq_n_u32(mask)));
}

static void unpack_z(int32_t r[256], const uint8_t *in, int32_t gamma1)
{
    /* 18 bits: 9 bytes hold four; 20 bits: 10 bytes. The last of four loads starts early, to end at the end. */
    static const uint8_t tables[2][2][16] = {{{0, 1, 2, NONE, 2, 3, 4, NONE, 4, 5, 6, NONE, 6, 7, 8, NONE},
                                              {7, 8, 9, NONE, 9, 10, 11, NONE, 11, 12, 13, NONE, 13, 14, 15, NONE}},
                                             {{0, 1, 2, NONE, 2, 3, 4, NONE, 5, 6, 7, NONE, 7, 8, 9, NONE},
                                              {6, 7, 8, NONE, 8, 9, 10, NONE, 11, 12, 13, NONE, 13, 14, 15, NONE}}};
    static const int32_t shifts[2][4] = {{0, -2, -4, -6}, {0, -4, 0, -4}};
    const size_t kind = gamma1 == 1 << 19, step = kind ? 10 : 9;
    const int32x4_t shift = vld1q_s32(shifts[kind]), gamma1_x4 = vdupq_n_s32(gamma1);
    const uint32_t mask = 2 * (uint32_t)gamma1 - 1;
    for (size_t i = 0; i < 256; i += 16, in += 4 * step) {
        for (size_t g = 0; g < 3; g++)
            vst1q_s32(r + i + 4 * g,
                      vsubq_s32(gamma1_x4, fields(vld1q_u8(in + step * g), tables[kind][0], shift, mask)));
        vst1q_s32(r + i + 12, vsubq_s32(gamma1_x4, fields(vld1q_u8(in + 4 * step - 16), tables[kind][1], shift, mask)));
    }
}

static void pack_z(uint8_t *out, const int32_t r[256], int32_t gamma1)
{
    const int32x4_t gamma1_x4 = vdupq_n_s32(gamma1);
    neosig_mod32_assert_below(r, 256, gamma1);
    for (size_t i = 0; i < 256; i += 4, out += gamma1 == 1 << 17 ? 9 : 10) {
        const uint64x2_t x = vreinterpretq_u64_s32(vsubq_s32(gamma1_x4, vld1q_s32(r + i)));
        if (gamma1 == 1 << 17) {
            const uint64x2_t y = vsliq_n_u64(x, vshrq_n_u64(x, 32), 18);
            const uint64_t low = vgetq_lane_u64(y, 0) | vgetq_lane_u64(y, 1) << 36;
            memcpy(out, &low, 8);
            out[8] = (uint8_t)(vgetq_lane_u64(y, 1) >> 28);
        } else {
            const uint64x2_t y = vsliq_n_u64(x, vshrq_n_u64(x, 32), 20);
            const uint64_t low = vgetq_lane_u64(y, 0) | vgetq_lane_u64(y, 1) << 40;
            const uint16_t high = (uint16_t)(vgetq_lane_u64(y, 1) >> 24);
            memcpy(out, &low, 8);
            memcpy(out + 8, &high, 2);
        }
    }
}

static int unpack_s(int8_t s[512], const uint8_t *in, unsigned eta)
{
    static const uint8_t tables[4][16] = {{0, NONE, 0, NONE, 0, 1, 1, NONE, 1, NONE, 1, 2, 2, NONE, 2, NONE},
                                          {3, NONE, 3, NONE, 3, 4, 4, NONE, 4, NONE, 4, 5, 5, NONE, 5, NONE},
                                          {6, NONE, 6, NONE, 6, 7, 7, NONE, 7, NONE, 7, 8, 8, NONE, 8, NONE},
                                          {9, NONE, 9, NONE, 9, 10, 10, NONE, 10, NONE, 10, 11, 11, NONE, 11, NONE}};
    static const int16_t shifts[8] = {0, -3, -6, -1, -4, -7, -2, -5};
    const int16x8_t shift = vld1q_s16(shifts);
    const int8x16_t most = vdupq_n_s8((int8_t)eta);
    uint8x16_t largest = vdupq_n_u8(0);
    for (size_t i = 0; i < 256; i += 32) {
        uint8x16_t x[2];
        if (eta == 2) {
            uint32_t tail;
            memcpy(&tail, in + 8, 4);
            const uint8x16_t bytes = vcombine_u8(vld1_u8(in), vreinterpret_u8_u32(vdup_n_u32(tail)));
            uint16x8_t y[4];
            for (size_t g = 0; g < 4; g++)
                y[g] = vshlq_u16(vreinterpretq_u16_u8(vqtbl1q_u8(bytes, vld1q_u8(tables[g]))), shift);
            for (size_t g = 0; g < 2; g++)
                x[g] = vandq_u8(vuzp1q_u8(vreinterpretq_u8_u16(y[2 * g]), vreinterpretq_u8_u16(y[2 * g + 1])),
                                vdupq_n_u8(7));
            in += 12;
        } else {
            const uint8x16_t bytes = vld1q_u8(in);
            const uint8x16_t low = vandq_u8(bytes, vdupq_n_u8(15)), high = vshrq_n_u8(bytes, 4);
            x[0] = vzip1q_u8(low, high);
            x[1] = vzip2q_u8(low, high);
            in += 16;
        }
        for (size_t g = 0; g < 2; g++) {
            const int8x16_t value = vsubq_s8(most, vreinterpretq_s8_u8(x[g]));
            largest = vmaxq_u8(largest, x[g]);
            vst1q_s8(s + 256 + i + 16 * g, value);
            vst1q_s8(s + i + 16 * g, vnegq_s8(value));
        }
    }
    return (int)((2 * eta - vmaxvq_u8(largest)) >> 31);
}

static void pack_s(uint8_t *out, const int8_t s[256], unsigned eta)
{
    /* Fields of 3 bits: eight in 24 bits of each half, six bytes in all. */
    static const uint8_t join[16] = {0, 1, 2, 8, 9, 10, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE};
    for (size_t i = 0; i < 256; i += 16) {
        const uint16x8_t x = vreinterpretq_u16_s8(vsubq_s8(vdupq_n_s8((int8_t)eta), vld1q_s8(s + i)));
        if (eta == 2) {
            const uint32x4_t y = vreinterpretq_u32_u16(vsliq_n_u16(x, vshrq_n_u16(x, 8), 3));
            const uint64x2_t z = vreinterpretq_u64_u32(vsliq_n_u32(y, vshrq_n_u32(y, 16), 6));
            const uint8x16_t bytes = vreinterpretq_u8_u64(vsliq_n_u64(z, vshrq_n_u64(z, 32), 12));
            const uint64_t six = vgetq_lane_u64(vreinterpretq_u64_u8(vqtbl1q_u8(bytes, vld1q_u8(join))), 0);
            const uint32_t low = (uint32_t)six;
            const uint16_t high = (uint16_t)(six >> 32);
            memcpy(out, &low, 4);
            memcpy(out + 4, &high, 2);
            out += 6;
        } else {
            vst1_u8(out, vmovn_u16(vsliq_n_u16(x, vshrq_n_u16(x, 8), 4)));
            out += 8;
        }
    }
}

static void unpack_t1(int32_t r[256], const uint8_t in[320])
{
    static const uint8_t tables[4][16] = {
        {0, 1, NONE, NONE, 1, 2, NONE, NONE, 2, 3, NONE, NONE, 3, 4, NONE, NONE},
        {5, 6, NONE, NONE, 6, 7, NONE, NONE, 7, 8, NONE, NONE, 8, 9, NONE, NONE},
        {6, 7, NONE, NONE, 7, 8, NONE, NONE, 8, 9, NONE, NONE, 9, 10, NONE, NONE},
        {11, 12, NONE, NONE, 12, 13, NONE, NONE, 13, 14, NONE, NONE, 14, 15, NONE, NONE}};
    static const int32_t shifts[4] = {13, 11, 9, 7};
    const int32x4_t shift = vld1q_s32(shifts);
    for (size_t i = 0; i < 256; i += 16, in += 20) {
        const uint8x16_t first = vld1q_u8(in), last = vld1q_u8(in + 4);
        for (size_t g = 0; g < 4; g++)
            vst1q_s32(r + i + 4 * g, fields(g < 2 ? first : last, tables[g], shift, 1023 << NEOSIG_MLDSA_D));
    }
}

static void unpack_t0(int32_t r[256], const uint8_t in[416])
{
    static const uint8_t tables[4][16] = {{0, 1, 2, NONE, 1, 2, 3, NONE, 3, 4, 5, NONE, 4, 5, 6, NONE},
                                          {6, 7, 8, NONE, 8, 9, 10, NONE, 9, 10, 11, NONE, 11, 12, NONE, NONE},
                                          {3, 4, 5, NONE, 4, 5, 6, NONE, 6, 7, 8, NONE, 7, 8, 9, NONE},
                                          {9, 10, 11, NONE, 11, 12, 13, NONE, 12, 13, 14, NONE, 14, 15, NONE, NONE}};
    static const int32_t shifts[2][4] = {{0, -5, -2, -7}, {-4, -1, -6, -3}};
    const int32x4_t half = vdupq_n_s32(1 << (NEOSIG_MLDSA_D - 1));
    for (size_t i = 0; i < 256; i += 16, in += 26) {
        const uint8x16_t first = vld1q_u8(in), last = vld1q_u8(in + 10);
        for (size_t g = 0; g < 4; g++)
            vst1q_s32(r + i + 4 * g,
                      vsubq_s32(half, fields(g < 2 ? first : last, tables[g], vld1q_s32(shifts[g % 2]), 8191)));
    }
}

/* In [0, q), from |a| < q. */
static inline int32x4_t canonical(int32x4_t a)
{
    return vaddq_s32(a, vandq_s32(vshrq_n_s32(a, 31), vdupq_n_s32(Q)));
}

static void power2round(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256])
{
    const int32x4_t half = vdupq_n_s32(1 << (NEOSIG_MLDSA_D - 1));
    for (size_t i = 0; i < 256; i += 8, t1 += 10, t0 += 13) {
        const int16x8_t short8 = vmovl_s8(vld1_s8(s + i));
        int32x4_t high[2], low[2];
        for (size_t g = 0; g < 2; g++) {
            const int32x4_t short4 = vmovl_s16(g == 0 ? vget_low_s16(short8) : vget_high_s16(short8));
            const int32x4_t t = canonical(vaddq_s32(vld1q_s32(r + i + 4 * g), short4));
            high[g] = vshrq_n_s32(vaddq_s32(t, vdupq_n_s32((1 << (NEOSIG_MLDSA_D - 1)) - 1)), NEOSIG_MLDSA_D);
            low[g] = vsubq_s32(half, vsubq_s32(t, vshlq_n_s32(high[g], NEOSIG_MLDSA_D)));
        }
        /* Eight fields in 16 bits each, joined to 2, then 4 fields a lane. */
        uint32x4_t x =
            vreinterpretq_u32_s16(vuzp1q_s16(vreinterpretq_s16_s32(high[0]), vreinterpretq_s16_s32(high[1])));
        uint32x4_t y = vreinterpretq_u32_s16(vuzp1q_s16(vreinterpretq_s16_s32(low[0]), vreinterpretq_s16_s32(low[1])));
        uint64x2_t x4 = vreinterpretq_u64_u32(vsliq_n_u32(x, vshrq_n_u32(x, 16), 10));
        uint64x2_t y4 = vreinterpretq_u64_u32(vsliq_n_u32(y, vshrq_n_u32(y, 16), 13));
        x4 = vsliq_n_u64(x4, vshrq_n_u64(x4, 32), 20);
        y4 = vsliq_n_u64(y4, vshrq_n_u64(y4, 32), 26);
        const uint64_t x_low = vgetq_lane_u64(x4, 0) | vgetq_lane_u64(x4, 1) << 40;
        const uint64_t y_low = vgetq_lane_u64(y4, 0) | vgetq_lane_u64(y4, 1) << 52;
        const uint64_t y_high = vgetq_lane_u64(y4, 1) >> 12;
        const uint16_t x_high = (uint16_t)(vgetq_lane_u64(x4, 1) >> 24);
        memcpy(t1, &x_low, 8);
        memcpy(t1 + 8, &x_high, 2);
        memcpy(t0, &y_low, 8);
        memcpy(t0 + 8, &y_high, 4);
        t0[12] = (uint8_t)(y_high >> 32);
    }
}

/* ---- High and low bits */

/* w1 is a / (2 gamma2), rounded, halves down. It is computed as
 *
 *     floor((floor(a factor / 2^31) + 2^(shift-1)) / 2^shift), factor = floor(2^(31+shift) / (2 gamma2)).
 *
 * a factor / 2^31 is less than 2^shift a / (2 gamma2), but by less than 2^-9. So the inner floor takes a half down by
 * one, and w1 is rounded down. For the next a the value is 0.5 or more above the half, so it stays at the half or
 * above, and w1 is rounded up. test/mldsa/poly.c tries every a. */
#define HIGH_FACTOR_32 1074791425
#define HIGH_SHIFT_32 18
#define HIGH_FACTOR_88 1477838209
#define HIGH_SHIFT_88 17

/* w1 of a in [0, q), before the highest value becomes 0; *wrap is all ones where it becomes 0. */
static inline int32x4_t high_bits(int32x4_t a, int32_t gamma2, uint32x4_t *wrap)
{
    const int32x4_t high = gamma2 == NEOSIG_MLDSA_GAMMA2_32
                               ? vrshrq_n_s32(vqdmulhq_s32(a, vdupq_n_s32(HIGH_FACTOR_32)), HIGH_SHIFT_32)
                               : vrshrq_n_s32(vqdmulhq_s32(a, vdupq_n_s32(HIGH_FACTOR_88)), HIGH_SHIFT_88);
    *wrap = vcgtq_s32(a, vdupq_n_s32(Q - 1 - gamma2));
    return high;
}

static inline int32x4_t low_bits(int32x4_t a, int32x4_t high, uint32x4_t wrap, int32_t gamma2)
{
    return vaddq_s32(vmlsq_s32(a, high, vdupq_n_s32(2 * gamma2)), vreinterpretq_s32_u32(wrap));
}

/* 16 numbers below 256 to 16 bytes. */
static inline uint8x16_t bytes_of(const int32x4_t v[4])
{
    const uint16x8_t a = vuzp1q_u16(vreinterpretq_u16_s32(v[0]), vreinterpretq_u16_s32(v[1]));
    const uint16x8_t b = vuzp1q_u16(vreinterpretq_u16_s32(v[2]), vreinterpretq_u16_s32(v[3]));
    return vuzp1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b));
}

/* Encodes 16 numbers of w1: those below 16 in 8 bytes, those below 64 in 12 bytes. Returns the end. */
static inline uint8_t *put_high(uint8_t *out, const int32x4_t v[4], int32_t gamma2)
{
    static const uint8_t join[16] = {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, NONE, NONE, NONE, NONE};
    const uint16x8_t x = vreinterpretq_u16_u8(bytes_of(v));
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32) {
        vst1_u8(out, vmovn_u16(vsliq_n_u16(x, vshrq_n_u16(x, 8), 4)));
        return out + 8;
    }
    const uint32x4_t y = vreinterpretq_u32_u16(vsliq_n_u16(x, vshrq_n_u16(x, 8), 6));
    const uint8x16_t z = vqtbl1q_u8(vreinterpretq_u8_u32(vsliq_n_u32(y, vshrq_n_u32(y, 16), 12)), vld1q_u8(join));
    vst1_u8(out, vget_low_u8(z));
    vst1q_lane_u32((uint32_t *)(void *)(out + 8), vreinterpretq_u32_u8(z), 2);
    return out + 12;
}

static inline void decompose_for(uint8_t *w1, int32_t r[256], int32_t gamma2)
{
    for (size_t i = 0; i < 256; i += 16) {
        int32x4_t high[4];
        for (size_t g = 0; g < 4; g++) {
            const int32x4_t a = canonical(vld1q_s32(r + i + 4 * g));
            uint32x4_t wrap;
            high[g] = high_bits(a, gamma2, &wrap);
            vst1q_s32(r + i + 4 * g, low_bits(a, high[g], wrap, gamma2));
            high[g] = vbicq_s32(high[g], vreinterpretq_s32_u32(wrap));
        }
        w1 = put_high(w1, high, gamma2);
    }
    neosig_mod32_assert_below(r, 256, gamma2 + 1);
}

static void decompose(uint8_t *w1, int32_t r[256], int32_t gamma2)
{
    neosig_mod32_assert_below(r, 256, Q);
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
        decompose_for(w1, r, NEOSIG_MLDSA_GAMMA2_32);
    else
        decompose_for(w1, r, NEOSIG_MLDSA_GAMMA2_88);
}

static inline void use_hint_for(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2)
{
    const int32x4_t most = vdupq_n_s32((gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 16 : 44) - 1);
    for (size_t i = 0; i < 256; i += 16) {
        const uint8x16_t h8 = vld1q_u8(hint + i);
        const uint16x8_t h16[2] = {vmovl_u8(vget_low_u8(h8)), vmovl_u8(vget_high_u8(h8))};
        int32x4_t high[4];
        for (size_t g = 0; g < 4; g++) {
            const int32x4_t a = canonical(vld1q_s32(r + i + 4 * g));
            const int32x4_t h =
                vreinterpretq_s32_u32(vmovl_u16(g % 2 == 0 ? vget_low_u16(h16[g / 2]) : vget_high_u16(h16[g / 2])));
            uint32x4_t wrap;
            int32x4_t x = high_bits(a, gamma2, &wrap);
            const int32x4_t low = low_bits(a, x, wrap, gamma2);
            neosig_mod32_assert_vectors(&low, 1, gamma2 + 1);
            /* +1 where low > 0, else -1; where h is 0, nothing */
            const int32x4_t up = vreinterpretq_s32_u32(vcgtq_s32(low, vdupq_n_s32(0)));
            x = vbicq_s32(x, vreinterpretq_s32_u32(wrap));
            x = vsubq_s32(x, vmulq_s32(vorrq_s32(vaddq_s32(up, up), vdupq_n_s32(1)), h));
            x = vbicq_s32(x, vreinterpretq_s32_u32(vcgtq_s32(x, most)));
            high[g] = vbslq_s32(vcltzq_s32(x), most, x);
        }
        w1 = put_high(w1, high, gamma2);
    }
}

static void use_hint(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2)
{
    neosig_mod32_assert_below(r, 256, Q);
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
        use_hint_for(w1, r, hint, NEOSIG_MLDSA_GAMMA2_32);
    else
        use_hint_for(w1, r, hint, NEOSIG_MLDSA_GAMMA2_88);
}

/* ---- Challenge products, bounds, hints */

/* Four vectors of s at a time: X^exponent s, or its negative, to sum. */
static inline void add_slice(int8x16_t sum[16], const int8_t s[512], unsigned exponent, int negative)
{
    const int8_t *slice = s + 256 - exponent;
    _Pragma("GCC unroll 4") for (size_t i = 0; i < 16; i += 4, slice += 64)
    {
        NEOSIG_KEEP("r", slice);
        const int8x16x4_t x = vld1q_s8_x4(slice);
        _Pragma("GCC unroll 4") for (size_t j = 0; j < 4; j++) sum[i + j] =
            negative ? vsubq_s8(sum[i + j], x.val[j]) : vaddq_s8(sum[i + j], x.val[j]);
    }
}

static int mldsa_neon_add_sparse_vartime(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c,
                                         unsigned eta, int negative, int32_t bound)
{
    const size_t most = eta == 2 ? 63 : 31; /* slices whose sum fits 8 bits */
    const size_t added = negative ? c->minus : c->plus, subtracted = negative ? c->plus : c->minus;
    const uint8_t *plus = c->exponent + (negative ? c->plus : 0), *minus = c->exponent + (negative ? 0 : c->plus);
    int32x4_t worst = vdupq_n_s32(0);
    for (size_t done = 0; done < added + subtracted; done += most) {
        const size_t end = added + subtracted - done < most ? added + subtracted : done + most;
        size_t k = done;
        int8x16_t sum[16];
        _Pragma("GCC unroll 16") for (size_t i = 0; i < 16; i++) sum[i] = vdupq_n_s8(0);
        for (; k < end && k < added; k++)
            add_slice(sum, s, plus[k], 0);
        for (; k < end; k++)
            add_slice(sum, s, minus[k - added], 1);
        worst = vdupq_n_s32(0);
        int32_t *out = r;
        _Pragma("GCC unroll 16") for (size_t i = 0; i < 16; i++, out += 16)
        {
            NEOSIG_KEEP("r", out); /* one i after another: there are no registers for more */
            NEOSIG_KEEP("w", worst);
            const int16x8_t half[2] = {vmovl_s8(vget_low_s8(sum[i])), vmovl_high_s8(sum[i])};
            _Pragma("GCC unroll 4") for (size_t g = 0; g < 4; g++)
            {
                const int32x4_t x = vld1q_s32(out + 4 * g);
                const int32x4_t y =
                    g % 2 == 0 ? vaddw_s16(x, vget_low_s16(half[g / 2])) : vaddw_high_s16(x, half[g / 2]);
                vst1q_s32(out + 4 * g, y);
                worst = vmaxq_s32(worst, vabsq_s32(y));
            }
        }
    }
    return (int)((uint32_t)(bound - 1 - vmaxvq_s32(worst)) >> 31);
}

static int exceeds(const int32_t r[256], int32_t bound)
{
    int32x4_t worst = vdupq_n_s32(0);
    for (size_t i = 0; i < 256; i += 16)
        for (size_t g = 0; g < 4; g++)
            worst = vmaxq_s32(worst, vabsq_s32(vld1q_s32(r + i + 4 * g)));
    return (int)((uint32_t)(bound - 1 - vmaxvq_s32(worst)) >> 31);
}

static inline unsigned make_hint_for(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1,
                                     int32_t gamma2)
{
    /* The two bytes that hold each field of w1, and its place in them: 8 fields of 4 or of 6 bits. */
    static const uint8_t tables[2][16] = {{0, NONE, 0, NONE, 1, NONE, 1, NONE, 2, NONE, 2, NONE, 3, NONE, 3, NONE},
                                          {0, NONE, 0, 1, 1, 2, 2, NONE, 3, NONE, 3, 4, 4, 5, 5, NONE}};
    static const uint16_t places[2][8] = {{0x0f, 0xf0, 0x0f, 0xf0, 0x0f, 0xf0, 0x0f, 0xf0},
                                          {0x3f, 0xfc0, 0x3f0, 0xfc, 0x3f, 0xfc0, 0x3f0, 0xfc}};
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const int32x4_t limit = vdupq_n_s32(gamma2);
    const uint8x16_t table = vld1q_u8(tables[gamma2 == NEOSIG_MLDSA_GAMMA2_88]), weight = vld1q_u8(weights);
    const uint16x8_t place = vld1q_u16(places[gamma2 == NEOSIG_MLDSA_GAMMA2_88]);
    const size_t step = gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 4 : 6; /* bytes of 8 fields */
    uint8x16_t count = vdupq_n_u8(0);
    for (size_t i = 0; i < 256; i += 16, hint += 2) {
        uint16x8_t flags[2];
        for (size_t g = 0; g < 2; g++, w1 += step) {
            uint32x4_t outside[2], edge[2];
            uint64_t window = 0;
            memcpy(&window, w1, step);
            const uint8x16_t bytes = vcombine_u8(vcreate_u8(window), vdup_n_u8(0));
            const uint16x8_t high = vtstq_u16(vreinterpretq_u16_u8(vqtbl1q_u8(bytes, table)), place);
            for (size_t j = 0; j < 2; j++) {
                int32_t *out = r + i + 8 * g + 4 * j;
                const int32x4_t x = vaddq_s32(vld1q_s32(out), vld1q_s32(b + i + 8 * g + 4 * j));
                vst1q_s32(out, x);
                outside[j] = vcgtq_s32(vabsq_s32(x), limit);
                edge[j] = vceqq_s32(x, vnegq_s32(limit)); /* a low part only where w1 = 0 */
            }
            const uint16x8_t edges = vuzp1q_u16(vreinterpretq_u16_u32(edge[0]), vreinterpretq_u16_u32(edge[1]));
            flags[g] = vorrq_u16(vuzp1q_u16(vreinterpretq_u16_u32(outside[0]), vreinterpretq_u16_u32(outside[1])),
                                 vandq_u16(edges, high));
        }
        const uint8x16_t all = vuzp1q_u8(vreinterpretq_u8_u16(flags[0]), vreinterpretq_u8_u16(flags[1]));
        const uint8x16_t weighed = vandq_u8(all, weight);
        count = vsubq_u8(count, all);
        hint[0] = vaddv_u8(vget_low_u8(weighed));
        hint[1] = vaddv_u8(vget_high_u8(weighed));
    }
    return vaddlvq_u8(count);
}

static unsigned make_hint(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1, int32_t gamma2)
{
    return gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? make_hint_for(hint, r, b, w1, NEOSIG_MLDSA_GAMMA2_32)
                                            : make_hint_for(hint, r, b, w1, NEOSIG_MLDSA_GAMMA2_88);
}

const neosig_mldsa_kernels neosig_mldsa_neon = {
    .name = "neon",
    .inner = inner,
    .uniform_vartime = mldsa_neon_uniform_vartime,
    .eta_vartime = NEOSIG_IF_SIGNING(mldsa_neon_eta_vartime),
    .unpack_z = unpack_z,
    .pack_z = NEOSIG_IF_SIGNING(pack_z),
    .unpack_s = NEOSIG_IF_SIGNING(unpack_s),
    .pack_s = NEOSIG_IF_SIGNING(pack_s),
    .unpack_t1 = unpack_t1,
    .unpack_t0 = NEOSIG_IF_SIGNING(unpack_t0),
    .power2round = NEOSIG_IF_SIGNING(power2round),
    .decompose = NEOSIG_IF_SIGNING(decompose),
    .use_hint = use_hint,
    .add_sparse_vartime = NEOSIG_IF_SIGNING(mldsa_neon_add_sparse_vartime),
    .exceeds = exceeds,
    .make_hint = NEOSIG_IF_SIGNING(make_hint),
};

#endif
