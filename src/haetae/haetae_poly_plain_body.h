/* The kernels of haetae_poly.h in plain C, as a body to include. The portable backend takes all of them. Another
 * backend takes those that it does not do better itself, and its compiler vectorises them. */
#ifndef NEOSIG_HAETAE_HAETAE_POLY_PLAIN_BODY_H
#define NEOSIG_HAETAE_HAETAE_POLY_PLAIN_BODY_H

#include "core/contract.h"
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
    for (size_t i = 0; i < bytes && 5 * count < wanted; i++)
        NEOSIG_LOOP(assigns(i, count, whole(good)), invariant(i <= bytes && count < 64 && 5 * count <= wanted + 4),
                    decreases(bytes - i))
    {
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
    for (size_t i = 0; i < count; i++, have += 5)
        NEOSIG_LOOP(assigns(i, have, whole(s)), invariant(i <= count && have == entry(have) + 5 * i),
                    decreases(count - i))
    {
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

/* floor(a b / 2^64) */
static inline int64_t haetae_signed_high(int64_t a, int64_t b)
{
    return (int64_t)neosig_wide_low(neosig_wide_right(neosig_wide_multiply_signed(a, b), 64));
}

/* The coefficients of exp(-e), the reference code's. That of degree k is near (-1)^k / k!, times 2^48; the last one is
 * above 2^48 by one. */
static const int64_t haetae_coefficients[11] = {
    55868746,       -743564434,      6953427278,      -55833338892,     390932311155,    -2345623661771,
    11728123872951, -46912496106200, 140737488354861, -281474976710650, 281474976710657,
};

/* -2 p, where p / 2^48 is nearly exp(-e / 2^48) and never below it, for 0 <= e < 0.66 2^48 (algorithm 16).
 *
 * p is a polynomial of degree 10 by Horner's rule. A step makes of p the product p e / 2^48, rounded up, plus a
 * coefficient. With q = -2 p, rounding up is rounding down: p e / 2^48 rounded up is -floor(q e 2^15 / 2^64), the
 * negated high word of a product. |q| < 2^50. */
static inline int64_t haetae_plain_exponential(uint64_t e)
{
    int64_t q = -2 * haetae_coefficients[0];
    for (size_t i = 1; i < 11; i++)
        q = 2 * haetae_signed_high(q, (int64_t)(e << 15)) - 2 * haetae_coefficients[i];
    return q;
}

/* y^2 / 2^76 rounded down, for y = high 2^64 + low and high < 2^16. It has 83 bits. */
static inline neosig_wide haetae_plain_square(uint64_t high, uint64_t low)
{
    neosig_wide square = neosig_wide_right(neosig_wide_multiply(low, low), 64);
    square = neosig_wide_add(square, neosig_wide_multiply(low, 2 * high));
    square = neosig_wide_add(square, neosig_wide_left(neosig_wide_of(high * high), 64));
    return neosig_wide_right(square, 12);
}

/* e = (y^2 - (x 2^72)^2) / 2^153 with 48 fractional bits, rounded: from y^2 / 2^76. */
static inline uint64_t haetae_plain_exponent(neosig_wide square, uint64_t x)
{
    return (neosig_wide_low(neosig_wide_right(square, 28)) - (x * x << 40) + 1) >> 1;
}

/* x[i] = how many entries of the table are below the first 83 bits of candidate i, for i < n. Numbers are three digits
 * of 31 bits, and the sign of a difference of digits is the borrow from the next one. */
static inline void haetae_plain_below(uint8_t *x, const uint8_t *in, size_t n)
{
    uint32_t u[3][NEOSIG_HAETAE_BATCH] = {{0}}, count[NEOSIG_HAETAE_BATCH] = {0};
    for (size_t i = 0; i < n; i++, in += NEOSIG_HAETAE_CANDIDATE_BYTES) {
        const uint64_t low = neosig_load64_le(in), high = neosig_load64_le(in + 3) >> 40;
        u[0][i] = (uint32_t)low & 0x7fffffff;
        u[1][i] = (uint32_t)(low >> 31) & 0x7fffffff;
        u[2][i] = (uint32_t)(high << 2 | low >> 62) & 0x1fffff;
    }
    for (size_t j = 0; j < 3 * 166; j += 3)
        for (size_t i = 0; i < NEOSIG_HAETAE_BATCH; i++) {
            uint32_t borrow = (haetae_gaussian[j] - u[0][i]) >> 31;
            borrow = (haetae_gaussian[j + 1] - u[1][i] - borrow) >> 31;
            count[i] += (haetae_gaussian[j + 2] - u[2][i] - borrow) >> 31;
        }
    for (size_t i = 0; i < n; i++)
        x[i] = (uint8_t)count[i];
    neosig_wipe(u, sizeof u);
    neosig_wipe(count, sizeof count);
}

/* The kernel with a backend's way to look x up, with at most 31 bytes more, and to make the exponential. */
static inline void haetae_plain_candidates_by(void (*below)(uint8_t *, const uint8_t *, size_t),
                                              int64_t (*exponential)(uint64_t), neosig_haetae_candidates *out,
                                              const uint8_t *in, size_t n)
{
    uint8_t x[NEOSIG_HAETAE_BATCH];
    NEOSIG_ASSERT(n <= NEOSIG_HAETAE_BATCH);
    below(x, in, n);
    neosig_wide square_sum = neosig_wide_of(0);
    for (size_t i = 0; i < n; i++, in += NEOSIG_HAETAE_CANDIDATE_BYTES) {
        /* 88 bits give x, at most 166, the next 48 are v, and y = x 2^72 + the last 72 bits. The sample is y / 2^16,
         * rounded: up to 64 bits. */
        const uint64_t v = neosig_load64_le(in + 9) >> 16, low = neosig_load64_le(in + 17),
                       high = in[25] + ((uint64_t)x[i] << 8);
        const uint64_t sample = (high << 48 | low >> 16) + (low >> 15 & 1);
        const neosig_wide square = haetae_plain_square(high, low);
        const uint64_t minus_2p = (uint64_t)exponential(haetae_plain_exponent(square, x[i]));
        const uint64_t under = (2 * (v & ~(uint64_t)1) + minus_2p) >> 63;
        const uint64_t not_zero = (sample | (0 - sample)) >> 63; /* zero has two signs: half of its chance */
        const uint64_t accepted = under & (not_zero | v) & 1, all = 0 - accepted;
        out->sample[i] = sample;
        out->accepted[i] = (uint8_t)accepted;
        square_sum = neosig_wide_add(square_sum, neosig_wide_join(neosig_wide_low(neosig_wide_right(square, 64)) & all,
                                                                  neosig_wide_low(square) & all));
    }
    out->square_sum = square_sum;
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
    haetae_plain_candidates_by(haetae_plain_below, haetae_plain_exponential, out, in, n);
}

/* With x = x1 2^32 + x0 and factor = f1 2^48 + f0, the specification rounds three times.
 *
 *     a = floor((x0 f0 + 2^31) / 2^32)
 *     b = floor((a + x0 f1 2^16 + x1 f0 + 2^27) / 2^28)
 *     y = floor((b + x1 f1 2^20 + 2^62) / 2^63).
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
