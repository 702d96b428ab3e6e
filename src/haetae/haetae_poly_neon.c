/* The kernels of haetae_poly.h in Arm's NEON intrinsics. */
#if defined(__aarch64__)
#include "core/inline.h"
#include "haetae/haetae_gaussian_tables.h"
#include "haetae/haetae_poly_neon_tables.h"
#include "haetae/haetae_poly_plain_body.h"
#include "ntt/mod32_neon.h"

#include <arm_neon.h>

/* ---- Products */

static void inner(int32_t r[256], const uint16_t *a, const int32_t *b, size_t n, int add)
{
    const int32x4_t constants = neosig_mod32_constants(Q, NEOSIG_HAETAE_Q_INVERSE);
    NEOSIG_ASSERT(n >= 1 && n <= 7);
    neosig_mod32_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i += 8) {
        int64x2_t sum[4] = {vdupq_n_s64(0), vdupq_n_s64(0), vdupq_n_s64(0), vdupq_n_s64(0)};
        for (size_t j = 0; j < n; j++) {
            const uint16x8_t packed = vld1q_u16(a + 256 * j + i);
            const int32x4_t a0 = vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(packed)));
            const int32x4_t a1 = vreinterpretq_s32_u32(vmovl_high_u16(packed));
            const int32x4_t b0 = vld1q_s32(b + 256 * j + i), b1 = vld1q_s32(b + 256 * j + i + 4);
            sum[0] = vmlal_s32(sum[0], vget_low_s32(a0), vget_low_s32(b0));
            sum[1] = vmlal_high_s32(sum[1], a0, b0);
            sum[2] = vmlal_s32(sum[2], vget_low_s32(a1), vget_low_s32(b1));
            sum[3] = vmlal_high_s32(sum[3], a1, b1);
        }
        for (size_t half = 0; half < 2; half++) {
            int32x4_t t = neosig_mod32_reduce(sum[2 * half], sum[2 * half + 1], constants);
            if (add)
                t = vaddq_s32(t, vld1q_s32(r + i + 4 * half));
            vst1q_s32(r + i + 4 * half, t);
        }
    }
}

/* ---- Rejection sampling */

/* Sixteen numbers are stored as they are. If one of them is refused, as happens one time in four or five, only those
 * before it are kept, and the next sixteen begin behind it. */
static size_t haetae_neon_uniform_vartime(uint16_t a[256], size_t have, const uint8_t *in, size_t bytes)
{
    size_t i = 0;
    while (i + 32 <= bytes && have + 16 <= 256) {
        const uint16x8_t v0 = vreinterpretq_u16_u8(vld1q_u8(in + i)), v1 = vreinterpretq_u16_u8(vld1q_u8(in + i + 16));
        const uint8x16_t refused = vuzp1q_u8(vreinterpretq_u8_u16(vcgeq_u16(v0, vdupq_n_u16(Q))),
                                             vreinterpretq_u8_u16(vcgeq_u16(v1, vdupq_n_u16(Q))));
        /* four bits a number */
        const uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(refused), 4)), 0);
        vst1q_u16(a + have, v0);
        vst1q_u16(a + have + 8, v1);
        if (__builtin_expect(mask == 0, 1)) {
            i += 32;
            have += 16;
        } else {
            const size_t good = (size_t)__builtin_ctzll(mask) / 4;
            i += 2 * good + 2;
            have += good;
        }
    }
    return haetae_plain_uniform_vartime(a, have, in + i, bytes - i);
}

/* Good bytes are gathered first. Then 16 of them at a time give five vectors of digits, the first digits in one vector,
 * the second digits in another, and so on. The output has the five digits of each byte side by side: its byte 5b + d is
 * digit d of byte b. `order` has the place of each output byte in the five vectors; one look-up goes through the first
 * four vectors, and another through the fifth. */
static size_t haetae_neon_ternary_vartime(int8_t s[336], size_t have, const uint8_t *in, size_t bytes)
{
    static const uint8_t order[5][16] = {
        {0, 16, 32, 48, 64, 1, 17, 33, 49, 65, 2, 18, 34, 50, 66, 3},
        {19, 35, 51, 67, 4, 20, 36, 52, 68, 5, 21, 37, 53, 69, 6, 22},
        {38, 54, 70, 7, 23, 39, 55, 71, 8, 24, 40, 56, 72, 9, 25, 41},
        {57, 73, 10, 26, 42, 58, 74, 11, 27, 43, 59, 75, 12, 28, 44, 60},
        {76, 13, 29, 45, 61, 77, 14, 30, 46, 62, 78, 15, 31, 47, 63, 79},
    };
    uint8_t good[80];
    const size_t wanted = (256 - have + 4) / 5;
    size_t count = 0, at = 0;
    while (at + 16 <= bytes && count < wanted) { /* as in haetae_neon_uniform_vartime */
        const uint8x16_t v = vld1q_u8(in + at);
        const uint16x8_t refused = vreinterpretq_u16_u8(vcgeq_u8(v, vdupq_n_u8(243)));
        uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(refused, 4)), 0); /* four bits a byte */
        neosig_declassify(&mask, sizeof mask, "which candidates are rejected says nothing of the others");
        const size_t run = mask == 0 ? 16 : (size_t)__builtin_ctzll(mask) / 4;
        vst1q_u8(good + count, v);
        count += run;
        at += run < 16 ? run + 1 : 16;
    }
    if (count < wanted)
        count += haetae_plain_good_vartime(good + count, 256 - have - 5 * count, in + at, bytes - at);
    count = count < wanted ? count : wanted;
    for (size_t i = 0; i < count; i += 16) {
        uint8x16_t t = vld1q_u8(good + i);
        uint8x16x4_t digits;
        uint8x16_t fifth = t;
        for (size_t d = 0; d < 5; d++) {
            const uint16x8_t low = vmull_u8(vget_low_u8(t), vdup_n_u8(171)), high = vmull_high_u8(t, vdupq_n_u8(171));
            const uint8x16_t rest = vshrq_n_u8(vuzp2q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high)), 1);
            const uint8x16_t value = vmlsq_u8(t, rest, vdupq_n_u8(3));
            const uint8x16_t digit = vmlsq_u8(value, vshrq_n_u8(value, 1), vdupq_n_u8(3)); /* 2 stands for -1 */
            if (d < 4)
                digits.val[d] = digit;
            else
                fifth = digit;
            t = rest;
        }
        for (size_t v = 0; v < 5; v++) {
            const uint8x16_t index = vld1q_u8(order[v]);
            const uint8x16_t bytes_of = vqtbx1q_u8(vqtbl4q_u8(digits, index), fifth, vsubq_u8(index, vdupq_n_u8(64)));
            vst1q_s8(s + have + 5 * i + 16 * v, vreinterpretq_s8_u8(bytes_of));
        }
    }
    neosig_wipe(good, sizeof good);
    have += 5 * count;
    return have < 256 ? have : 256;
}

/* ---- The spectrum
 *
 * A product of the specification is floor((x y + 2^15) / 2^16), where y is a coordinate of a root, |y| <= 2^16.
 * SQRDMULH(x, z) is floor((2 x z + 2^31) / 2^32), which is the same number for z = y 2^15.
 *
 * - y = -2^16 is z = -2^31. SQRDMULH saturates there, but only for x = -2^31.
 * - y = 2^16 would be z = 2^31, which 32 bits do not hold. z = 2^31 - 1 gives round(x - x / 2^31), which is x for
 *   |x| < 2^30.
 *
 * In every layer |x| <= 2 256 2^16 = 2^25. */

static inline int32x4_t times(int32x4_t x, int32x4_t y)
{
    return vqrdmulhq_s32(x, y);
}

typedef struct points {
    int32x4_t re, im;
} points;

/* (a, b) = (a + root b, a - root b). */
static inline void join(points *a, points *b, points root)
{
    const int32x4_t re = vsubq_s32(times(b->re, root.re), times(b->im, root.im));
    const int32x4_t im = vaddq_s32(times(b->im, root.re), times(b->re, root.im));
    *b = (points){vsubq_s32(a->re, re), vsubq_s32(a->im, im)};
    *a = (points){vaddq_s32(a->re, re), vaddq_s32(a->im, im)};
}

static inline points root_of(size_t k)
{
    return (points){vld1q_dup_s32(&haetae_root_re_31[k]), vld1q_dup_s32(&haetae_root_im_31[k])};
}

/* Row j of the result is lane j of the rows. */
static inline void transpose(int32x4_t v[4])
{
    const int32x4_t t0 = vtrn1q_s32(v[0], v[1]), t1 = vtrn2q_s32(v[0], v[1]);
    const int32x4_t t2 = vtrn1q_s32(v[2], v[3]), t3 = vtrn2q_s32(v[2], v[3]);
    v[0] = vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(t0), vreinterpretq_s64_s32(t2)));
    v[1] = vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(t1), vreinterpretq_s64_s32(t3)));
    v[2] = vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(t0), vreinterpretq_s64_s32(t2)));
    v[3] = vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(t1), vreinterpretq_s64_s32(t3)));
}

/* (x^2 + 2^15) / 2^16, rounded down. */
static inline int32x4_t squared(int32x4_t x)
{
    const int32x2_t low = vrshrn_n_s64(vmull_s32(vget_low_s32(x), vget_low_s32(x)), 16);
    return vrshrn_high_n_s64(low, vmull_high_s32(x, x), 16);
}

/* A layer joins points at one distance. First come the layers of distance 128, 64 and 32. The rest is done on 32 points
 * at a time: layers of distance 16, 8 and 4, and after a transposition of 16 points those of 2 and 1. */
static void spectrum(int32_t sum[256], const int8_t s[256])
{
    _Alignas(16) int32_t re[256], im[256];
    for (size_t i = 0; i < 32; i += 4) {
        points v[8];
        for (size_t j = 0; j < 8; j++) {
            int32_t packed;
            memcpy(&packed, s + i + 32 * j, sizeof packed);
            const int8x8_t bytes = vreinterpret_s8_s32(vdup_n_s32(packed));
            const int32x4_t x = vmovl_s16(vget_low_s16(vmovl_s8(bytes)));
            v[j].re = vmulq_s32(x, vld1q_s32(haetae_unit_re + i + 32 * j));
            v[j].im = vmulq_s32(x, vld1q_s32(haetae_unit_im + i + 32 * j));
        }
        for (size_t j = 0; j < 4; j++)
            join(&v[j], &v[j + 4], root_of(1));
        for (size_t j = 0; j < 8; j += 4) {
            join(&v[j], &v[j + 2], root_of(2 + j / 4));
            join(&v[j + 1], &v[j + 3], root_of(2 + j / 4));
        }
        for (size_t j = 0; j < 8; j += 2)
            join(&v[j], &v[j + 1], root_of(4 + j / 2));
        for (size_t j = 0; j < 8; j++) {
            vst1q_s32(re + i + 32 * j, v[j].re);
            vst1q_s32(im + i + 32 * j, v[j].im);
        }
    }
    for (size_t g = 0; g < 8; g++) {
        points v[8];
        for (size_t j = 0; j < 8; j++)
            v[j] = (points){vld1q_s32(re + 32 * g + 4 * j), vld1q_s32(im + 32 * g + 4 * j)};
        for (size_t j = 0; j < 4; j++)
            join(&v[j], &v[j + 4], root_of(8 + g));
        for (size_t j = 0; j < 8; j += 4) {
            join(&v[j], &v[j + 2], root_of(16 + 2 * g + j / 4));
            join(&v[j + 1], &v[j + 3], root_of(16 + 2 * g + j / 4));
        }
        for (size_t j = 0; j < 8; j += 2)
            join(&v[j], &v[j + 1], root_of(32 + 4 * g + j / 2));
        for (size_t half = 0; half < 2; half++) {
            const size_t k2 = 64 + 8 * g + 4 * half, k1 = 2 * k2;
            int32x4_t x[4], y[4];
            for (size_t j = 0; j < 4; j++) {
                x[j] = v[4 * half + j].re;
                y[j] = v[4 * half + j].im;
            }
            transpose(x);
            transpose(y);
            points p[4];
            for (size_t j = 0; j < 4; j++)
                p[j] = (points){x[j], y[j]};
            const points two = {vld1q_s32(haetae_root_re_31 + k2), vld1q_s32(haetae_root_im_31 + k2)};
            join(&p[0], &p[2], two);
            join(&p[1], &p[3], two);
            const int32x4x2_t one_re = vld2q_s32(haetae_root_re_31 + k1), one_im = vld2q_s32(haetae_root_im_31 + k1);
            join(&p[0], &p[1], (points){one_re.val[0], one_im.val[0]});
            join(&p[2], &p[3], (points){one_re.val[1], one_im.val[1]});
            for (size_t j = 0; j < 4; j++)
                x[j] = vaddq_s32(squared(p[j].re), squared(p[j].im));
            transpose(x);
            for (size_t j = 0; j < 4; j++) {
                int32_t *to = sum + 32 * g + 16 * half + 4 * j;
                vst1q_s32(to, vaddq_s32(vld1q_s32(to), x[j]));
            }
        }
    }
    neosig_wipe(re, sizeof re);
    neosig_wipe(im, sizeof im);
}

/* ---- The Gaussian's table
 *
 * A binary search through the tree of the table, for 16 numbers side by side, in eight steps. Each number is at a node,
 * and goes on to node 2n, or to 2n + 1 if the node's entry is below it. Bytes of entries are looked up in registers,
 * where no address depends on a number. */

/* Byte j of all numbers in u[j], for 16 candidates one after another. */
static inline void numbers(uint8x16_t u[16], const uint8_t *in)
{
    uint8x16_t v[16];
    for (size_t i = 0; i < 16; i++)
        u[i] = vld1q_u8(in + NEOSIG_HAETAE_CANDIDATE_BYTES * i);
    UNROLL for (size_t round = 0; round < 4; round++) /* of a transposition */
    {
        memcpy(v, u, sizeof v);
        UNROLL for (size_t i = 0; i < 8; i++)
        {
            u[2 * i] = vzip1q_u8(v[i], v[i + 8]);
            u[2 * i + 1] = vzip2q_u8(v[i], v[i + 8]);
        }
    }
    u[HAETAE_NUMBER_BYTES - 1] = vandq_u8(u[HAETAE_NUMBER_BYTES - 1], vdupq_n_u8(7)); /* 83 bits */
}

/* Byte j of the nodes' entries; the nodes are in one layer, or in the first four. */
static inline uint8x16_t entries(uint8x16_t node, size_t layer, size_t j)
{
    const uint8_t *bytes = haetae_gaussian_tree + HAETAE_NODES * j;
    if (layer < 4)
        return vqtbl1q_u8(vld1q_u8(bytes), node);
    const uint8x16_t at = vsubq_u8(node, vdupq_n_u8((uint8_t)(1 << layer)));
    if (layer == 4)
        return vqtbl1q_u8(vld1q_u8(bytes + 16), at);
    if (layer == 5)
        return vqtbl2q_u8(vld1q_u8_x2(bytes + 32), at);
    if (layer == 6)
        return vqtbl3q_u8(vld1q_u8_x3(bytes + 64), at);
    return vqtbx2q_u8(vqtbl4q_u8(vld1q_u8_x4(bytes + 128), at), vld1q_u8_x2(bytes + 192), vsubq_u8(at, vdupq_n_u8(64)));
}

static void below(uint8_t *x, const uint8_t *in, size_t n)
{
    uint8_t last[16 * NEOSIG_HAETAE_CANDIDATE_BYTES];
    for (size_t i = 0; i < n; i += 16) {
        const uint8_t *from = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i;
        uint8x16_t u[16], node = vdupq_n_u8(1);
        if (n - i < 16) {
            memset(last, 0, sizeof last);
            from = memcpy(last, from, NEOSIG_HAETAE_CANDIDATE_BYTES * (n - i));
        }
        numbers(u, from);
        UNROLL for (size_t layer = 0; layer < 8; layer++)
        {
            uint8x16_t less = vcgtq_u8(u[0], entries(node, layer, 0));
            UNROLL for (size_t j = 1; j < HAETAE_NUMBER_BYTES; j++)
            {
                const uint8x16_t entry = entries(node, layer, j);
                less = vbslq_u8(vceqq_u8(u[j], entry), less, vcgtq_u8(u[j], entry));
            }
            node = vsubq_u8(vaddq_u8(node, node), less);
        }
        vst1q_u8(x + i, node); /* 256 + x, modulo 256 */
    }
    neosig_wipe(last, sizeof last);
}

/* As haetae_plain_exponential. ADD takes twice the product; compilers would double a sum in another instruction. */
static inline int64_t exponential(uint64_t e)
{
    int64_t q = -2 * haetae_coefficients[0];
    UNROLL for (size_t i = 1; i < 11; i++)
    {
        const int64_t high = haetae_signed_high(q, (int64_t)(e << 15)), addend = -2 * haetae_coefficients[i];
        __asm__("add %0, %1, %2, lsl #1" : "=r"(q) : "r"(addend), "r"(high));
    }
    return q;
}

static void candidates(neosig_haetae_candidates *out, const uint8_t *in, size_t n)
{
    haetae_plain_candidates_by(below, exponential, out, in, n);
}

/* The product of haetae_plain_scale in words of 32 bits, for four samples x = x1 2^32 + x0, with a factor of three
 * words. Sums are made from the lowest word up, and each takes the carry of the sum before. The largest sum is the
 * middle one, of a product by x1 <= 167 2^24, one by the factor's top word, which is below 2^30, and two carries below
 * 2^32. It stays below (167/256 + 1/4) 2^64 + 2^33 < 2^64. */
static void scale(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                  const neosig_haetae_fixed *factor)
{
    const uint64_t low = factor->limb[0] << 5 | factor->limb[1] << 53;
    const uint32x4_t f0 = vdupq_n_u32((uint32_t)low), f1 = vdupq_n_u32((uint32_t)(low >> 32));
    const uint32x4_t f2 = vdupq_n_u32((uint32_t)(factor->limb[1] >> 11));
    const uint64x2_t rounding = vdupq_n_u64((UINT64_C(1) << 32) + (1 << 4)); /* 2^64 + 2^36 */
    const uint64x2_t word = vdupq_n_u64(UINT32_MAX);
    const uint32x4_t bits[2] = {{1, 2, 4, 8}, {16, 32, 64, 128}};
    for (size_t i = 0; i < 256; i += 8) {
        const uint32x4_t sign_bits = vdupq_n_u32(signs[i / 8]);
        for (size_t j = 0; j < 2; j++) {
            const uint32x4_t a = vreinterpretq_u32_u64(vld1q_u64(samples + i + 4 * j));
            const uint32x4_t b = vreinterpretq_u32_u64(vld1q_u64(samples + i + 4 * j + 2));
            const uint32x4_t x0 = vuzp1q_u32(a, b), x1 = vuzp2q_u32(a, b);
            const uint32x2_t l0 = vget_low_u32(x0), l1 = vget_low_u32(x1);
            const uint32x2_t g0 = vget_low_u32(f0), g1 = vget_low_u32(f1), g2 = vget_low_u32(f2);
            const uint64x2_t s0 = vmull_u32(l0, g0), t0 = vmull_high_u32(x0, f0);
            const uint64x2_t s1 = vmlal_u32(vsraq_n_u64(rounding, s0, 32), l1, g0);
            const uint64x2_t t1 = vmlal_high_u32(vsraq_n_u64(rounding, t0, 32), x1, f0);
            const uint64x2_t s2 = vmlal_u32(vandq_u64(s1, word), l0, g1);
            const uint64x2_t t2 = vmlal_high_u32(vandq_u64(t1, word), x0, f1);
            uint64x2_t s3 = vsraq_n_u64(vshrq_n_u64(s1, 32), s2, 32), t3 = vsraq_n_u64(vshrq_n_u64(t1, 32), t2, 32);
            s3 = vmlal_u32(vmlal_u32(s3, l1, g1), l0, g2);
            t3 = vmlal_high_u32(vmlal_high_u32(t3, x1, f1), x0, f2);
            const uint64x2_t s4 = vmlal_u32(vshrq_n_u64(s3, 32), l1, g2);
            const uint64x2_t t4 = vmlal_high_u32(vshrq_n_u64(t3, 32), x1, f2);
            const uint32x4_t size = vrshrn_high_n_u64(vrshrn_n_u64(s4, 32), t4, 32); /* with 2^127 */
            const uint32x4_t negative = vtstq_u32(sign_bits, bits[j]);
            vst1q_s32(y + i + 4 * j, vreinterpretq_s32_u32(vsubq_u32(veorq_u32(size, negative), negative)));
        }
    }
}

/* For each j, byte j of all entries is in three vectors. Look-ups in these registers have no address. */
static void look_up(uint64_t out[256], const uint8_t in[256], const uint64_t table[48], size_t entries)
{
    (void)entries;
    uint8x16x3_t bytes[8];
    for (size_t part = 0; part < 3; part++) {
        const uint8x16x4_t first = vld4q_u8((const uint8_t *)(table + 16 * part));
        const uint8x16x4_t second = vld4q_u8((const uint8_t *)(table + 16 * part + 8));
        for (size_t j = 0; j < 4; j++) { /* of each entry byte j and byte j + 4 */
            bytes[j].val[part] = vuzp1q_u8(first.val[j], second.val[j]);
            bytes[j + 4].val[part] = vuzp2q_u8(first.val[j], second.val[j]);
        }
    }
    for (size_t i = 0; i < 256; i += 16) {
        const uint8x16_t index = vld1q_u8(in + i);
        uint16x8x4_t low, high;
        for (size_t j = 0; j < 4; j++) {
            const uint8x16_t even = vqtbl3q_u8(bytes[2 * j], index), odd = vqtbl3q_u8(bytes[2 * j + 1], index);
            low.val[j] = vreinterpretq_u16_u8(vzip1q_u8(even, odd));
            high.val[j] = vreinterpretq_u16_u8(vzip2q_u8(even, odd));
        }
        vst4q_u16((uint16_t *)(out + i), low);
        vst4q_u16((uint16_t *)(out + i + 8), high);
    }
}

const neosig_haetae_kernels neosig_haetae_neon = {
    .name = "neon",
    .inner = inner,
    .uniform_vartime = haetae_neon_uniform_vartime,
    .ternary_vartime = NEOSIG_IF_SIGNING(haetae_neon_ternary_vartime),
    .spectrum = NEOSIG_IF_SIGNING(spectrum),
    .candidates = NEOSIG_IF_SIGNING(candidates),
    .scale = NEOSIG_IF_SIGNING(scale),
    .look_up = look_up,
};

#endif
