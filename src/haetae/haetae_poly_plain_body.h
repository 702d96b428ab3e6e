/* The kernels of haetae_poly.h in plain C, as a body to include. The portable backend takes all of them. Another
 * backend takes those that it does not do better itself, and its compiler vectorises them. */
#ifndef NEOSIG_HAETAE_HAETAE_POLY_PLAIN_BODY_H
#define NEOSIG_HAETAE_HAETAE_POLY_PLAIN_BODY_H

#include "core/secret.h"
#include "core/wide.h"
#include "haetae/haetae_poly.h"
#include "haetae/haetae_poly_tables.h"
#include "neosig/neosig.h"
#include "ntt/mod32.h"
#include "sym/bytes.h"

#include <string.h>

#define Q NEOSIG_HAETAE_Q

static inline void haetae_plain_inner(int32_t r[256], const uint16_t *a, const int32_t *b, size_t n, int add)
{
    NEOSIG_ASSERT(n >= 1 && n <= 7);
    neosig_mod32_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i++) {
        int64_t sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += (int64_t)a[256 * j + i] * b[256 * j + i];
        r[i] = (add ? r[i] : 0) + neosig_mod32_montgomery(sum, Q, NEOSIG_HAETAE_Q_INVERSE);
    }
}

static inline size_t haetae_plain_uniform_vartime(uint16_t a[256], size_t have, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes && have < 256; i += 2) {
        a[have] = (uint16_t)(in[i] | in[i + 1] << 8);
        have += a[have] < Q;
    }
    return have;
}

/* Writes the good bytes of in to good, as many as give `wanted` digits, and returns their number. good has room for one
 * byte more. */
static inline size_t haetae_plain_good_vartime(uint8_t *good, size_t wanted, const uint8_t *in, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes && 5 * count < wanted; i++) {
        unsigned below = (unsigned)(in[i] - 243) >> 31;
        neosig_declassify(&below, sizeof below, "which candidates are rejected says nothing of the others");
        good[count] = in[i];
        count += below;
    }
    return count;
}

static inline size_t haetae_plain_ternary_vartime(int8_t s[336], size_t have, const uint8_t *in, size_t bytes)
{
    uint8_t good[64];
    const size_t count = haetae_plain_good_vartime(good, 256 - have, in, bytes);
    for (size_t i = 0; i < count; i++, have += 5) {
        unsigned t = good[i];
        for (size_t digit = 0; digit < 5; digit++) {
            const unsigned rest = t * 171 >> 9; /* t / 3 for t < 256: 171 / 512 = 1/3 + 1/1536, and 256 / 1536 < 1/3 */
            const int value = (int)(t - 3 * rest);
            s[have + digit] = (int8_t)(value - 3 * (value >> 1)); /* 2 stands for -1 */
            t = rest;
        }
    }
    neosig_wipe(good, sizeof good);
    return have < 256 ? have : 256;
}

/* ---- The spectrum */

/* a b / 2^16, rounded: one product of the specification's fixed-point transform. */
static inline int32_t multiply16(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b + (1 << 15)) >> 16);
}

/* The specification sorts its input by reversed indices, and its first layer joins neighbours. Here the input stays in
 * order, and the same butterflies join halves first, with one root for the numbers of a block. So the output is in
 * reversed order. */
static inline void haetae_plain_spectrum(int32_t sum[256], const int8_t s[256])
{
    int32_t re[256], im[256];
    for (size_t i = 0; i < 256; i++) {
        re[i] = s[i] * haetae_unit_re[i];
        im[i] = s[i] * haetae_unit_im[i];
    }
    for (size_t half = 128, k = 1; half > 0; half /= 2)
        for (size_t start = 0; start < 256; start += 2 * half, k++) {
            const int32_t root_re = haetae_root_re[k], root_im = haetae_root_im[k];
            for (size_t i = start, j = start + half; i < start + half; i++, j++) {
                const int32_t t_re = multiply16(root_re, re[j]) - multiply16(root_im, im[j]);
                const int32_t t_im = multiply16(root_re, im[j]) + multiply16(root_im, re[j]);
                re[j] = re[i] - t_re;
                im[j] = im[i] - t_im;
                re[i] += t_re;
                im[i] += t_im;
            }
        }
    for (size_t i = 0; i < 256; i++)
        sum[i] += multiply16(re[i], re[i]) + multiply16(im[i], im[i]);
    neosig_wipe(re, sizeof re);
    neosig_wipe(im, sizeof im);
}

/* ---- The Gaussian
 *
 * The specification's fixed-point numbers are limbs of 48 bits, and it rounds between the limbs. Each rounding adds a
 * constant, or none, and rounds down. Several such steps are one step with the same result, since
 *
 *     floor((floor(a / b) + c) / d) = floor((a + b c) / (b d)).
 *
 * So words of 64 bits take the place of limbs. */

static inline uint64_t high_product(uint64_t a, uint64_t b)
{
    return neosig_wide_low(neosig_wide_right(neosig_wide_multiply(a, b), 64));
}

/* 2^48 exp(-x / 2^48), nearly, for x = x2 / 2 <= 2^46 129/128 (algorithm 16).
 *
 * It is a polynomial of degree 7 by Horner's rule. The constants are the specification's: that of degree k is near
 * (-1)^k / k!, times 2^48 and a power of 2. A step makes of r, |r| < 2^48, first round(r x / 2^48), then that over 2^s,
 * rounded to the nearest, too, and adds a constant. The two roundings are one: (floor(r x / 2^47) + 2^s + 1) / 2^(s +
 * 1) rounded down. The last step has s = 0 and one rounding, of (floor(r x / 2^47) + 1) / 2.
 *
 * high_product gives floor(r x / 2^47), since x17 = 2^17 x. The signs of r alternate. A negative r is kept as r + 2^48,
 * which adds 2 x = x2 to the product. */
static inline int64_t exponential(uint64_t x2)
{
    const uint64_t x17 = x2 << 16;
    const int64_t bias = INT64_C(1) << 48;
    int64_t r = bias - 0x0000B6C6340925AE;
    r = ((int64_t)(high_product((uint64_t)r, x17) - x2 + 9) >> 4) + 0x0000B4BD4DF85227;
    r = ((int64_t)(high_product((uint64_t)r, x17) + 9) >> 4) + (bias - 0x0000887F727491E2);
    r = ((int64_t)(high_product((uint64_t)r, x17) - x2 + 5) >> 3) + 0x0000AAAA643C7E8D;
    r = ((int64_t)(high_product((uint64_t)r, x17) + 5) >> 3) + (bias - 0x0000AAAAA98179E6);
    r = ((int64_t)(high_product((uint64_t)r, x17) - x2 + 3) >> 2) + 0x0000FFFFFFFB2E7A;
    r = ((int64_t)(high_product((uint64_t)r, x17) + 3) >> 2) + (bias - 0x0000FFFFFFFFF85F);
    return ((int64_t)(high_product((uint64_t)r, x17) - x2 + 1) >> 1) + 0x0000FFFFFFFFFFFC;
}

/* x[i] = how many entries of the table are below u[i], for i < lanes, a multiple of 16. */
static inline void haetae_plain_below(uint8_t *x, const uint16_t *u, size_t lanes)
{
    for (size_t i = 0; i < lanes; i++) {
        unsigned count = 0;
        for (size_t j = 0; j < 64; j++)
            count += (unsigned)(haetae_gaussian[j] - u[i]) >> 31;
        x[i] = (uint8_t)count;
    }
}

/* The kernel with a backend's way to look x up. */
static inline void haetae_plain_candidates_by(void (*below)(uint8_t *, const uint16_t *, size_t),
                                              neosig_haetae_candidates *out, const uint8_t *in, size_t n)
{
    uint16_t u[NEOSIG_HAETAE_BATCH] = {0};
    uint8_t x[NEOSIG_HAETAE_BATCH];
    NEOSIG_ASSERT(n <= NEOSIG_HAETAE_BATCH);
    for (size_t i = 0; i < n; i++)
        u[i] = neosig_load16_le(in + NEOSIG_HAETAE_CANDIDATE_BYTES * i);
    below(x, u, (n + 15) & ~(size_t)15);
    neosig_wide square_sum = neosig_wide_of(0);
    for (size_t i = 0; i < n; i++, in += NEOSIG_HAETAE_CANDIDATE_BYTES) {
        /* 16 bits give x, the next 48 are v, and y = x 2^72 + the last 72 bits. x is at most 64, so y has 79 bits. The
         * sample is y / 2^16, rounded. */
        const uint64_t v = neosig_load64_le(in) >> 16, low = neosig_load64_le(in + 8),
                       high = in[16] + ((uint64_t)x[i] << 8);
        const uint64_t sample = ((high << 49 | low >> 15) + 1) >> 1;
        /* y^2 / 2^76 rounded down, y^2 being low^2 + 2 low high 2^64 + high^2 2^128. It has 81 bits. */
        neosig_wide square = neosig_wide_right(neosig_wide_multiply(low, low), 64);
        square = neosig_wide_add(square, neosig_wide_multiply(low, 2 * high));
        square = neosig_wide_add(square, neosig_wide_left(neosig_wide_of(high * high), 64));
        square = neosig_wide_right(square, 12);
        /* The candidate is accepted with the probability exp(-d), d = (y^2 - (x 2^72)^2) / 2^153, in 48 fractional
         * bits. */
        const uint64_t excess = neosig_wide_low(neosig_wide_right(square, 28)) - ((uint64_t)x[i] * x[i] << 40);
        const int64_t chance = exponential((excess + 1) & ~(uint64_t)1);
        const uint64_t under = ((v & ~(uint64_t)1) - (uint64_t)chance) >> 63;
        const uint64_t not_zero = (sample | (0 - sample)) >> 63; /* zero has two signs: half of its chance */
        const uint64_t accepted = under & (not_zero | v) & 1, all = 0 - accepted;
        out->sample[i] = sample;
        out->accepted[i] = (uint8_t)accepted;
        square_sum = neosig_wide_add(square_sum, neosig_wide_join(neosig_wide_low(neosig_wide_right(square, 64)) & all,
                                                                  neosig_wide_low(square) & all));
    }
    out->square_sum = square_sum;
    neosig_wipe(u, sizeof u);
    neosig_wipe(x, sizeof x);
}

static inline void haetae_plain_look_up(uint64_t out[256], const uint8_t in[256], const uint64_t table[48],
                                        size_t entries)
{
    NEOSIG_ASSERT(entries <= 48);
    memset(out, 0, 256 * sizeof out[0]);
    for (size_t s = 0; s < entries; s++)
        for (size_t i = 0; i < 256; i++)
            out[i] |= table[s] & (0 - (((uint64_t)(in[i] ^ s) - 1) >> 63));
}

static inline void haetae_plain_candidates(neosig_haetae_candidates *out, const uint8_t *in, size_t n)
{
    haetae_plain_candidates_by(haetae_plain_below, out, in, n);
}

/* With x = x1 2^32 + x0 and factor = f1 2^48 + f0, the specification rounds three times.
 *
 *     a = floor((x0 f0 + 2^31) / 2^32)
 *     b = floor((a + x0 f1 2^16 + x1 f0 + 2^27) / 2^28)
 *     y = floor((b + x1 f1 2^20 + 2^62) / 2^63)
 *
 * In one step that is y = floor((x factor + 2^31 + 2^59 + 2^122) / 2^123). Here factor and the constants are multiplied
 * by 2^5, so that the divisor is 2^128. */
static inline void haetae_plain_scale(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                                      const neosig_haetae_fixed *factor)
{
    const uint64_t low = factor->limb[0] << 5 | factor->limb[1] << 53, high = factor->limb[1] >> 11;
    const neosig_wide rounding = neosig_wide_of(UINT64_C(1) << 36);
    for (size_t i = 0; i < 256; i += 8) {
        const uint32_t negative = signs[i / 8];
        for (size_t j = 0; j < 8; j++) {
            neosig_wide sum = neosig_wide_add(neosig_wide_multiply(samples[i + j], low), rounding);
            const uint64_t carried = neosig_wide_low(neosig_wide_right(sum, 64)) + 1; /* 2^59 2^5 = 2^64 */
            sum = neosig_wide_add(neosig_wide_multiply(samples[i + j], high), neosig_wide_of(carried));
            const uint64_t size = neosig_wide_low(neosig_wide_right(sum, 64)) + (neosig_wide_low(sum) >> 63);
            const int32_t sign = -(int32_t)(negative >> j & 1);
            y[i + j] = ((int32_t)size ^ sign) - sign;
        }
    }
}

/* All kernels of this file, for a table of kernels. */
#define HAETAE_PLAIN_KERNELS                                                                                           \
    .inner = haetae_plain_inner, .uniform_vartime = haetae_plain_uniform_vartime,                                      \
    .ternary_vartime = NEOSIG_IF_SIGNING(haetae_plain_ternary_vartime),                                                \
    .spectrum = NEOSIG_IF_SIGNING(haetae_plain_spectrum), .candidates = NEOSIG_IF_SIGNING(haetae_plain_candidates),    \
    .scale = NEOSIG_IF_SIGNING(haetae_plain_scale), .look_up = haetae_plain_look_up

#endif
