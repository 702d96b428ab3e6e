/* The kernels of haetae_poly.h in plain C, as a body to include: the portable backend is all of it, others take what they
 * do not do better and have their compiler vectorise it. */
#ifndef NEOSIG_HAETAE_HAETAE_POLY_PLAIN_H
#define NEOSIG_HAETAE_HAETAE_POLY_PLAIN_H

#include "core/secret.h"
#include "core/wide.h"
#include "haetae/haetae_poly.h"
#include "haetae/haetae_poly_tables.h"
#include "neosig/neosig.h"
#include "sym/bytes.h"

#define Q NEOSIG_HAETAE_Q

static inline void haetae_inner(int32_t r[256], const uint16_t *a, const int32_t *b, size_t n, int add)
{
    neosig_mod32_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i++) {
        int64_t sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += (int64_t)a[256 * j + i] * b[256 * j + i];
        r[i] = (add ? r[i] : 0) + neosig_mod32_montgomery(sum, Q, NEOSIG_HAETAE_Q_INVERSE);
    }
}

static inline size_t haetae_uniform_vartime(uint16_t a[272], size_t have, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes && have < 256; i += 2) {
        a[have] = (uint16_t)(in[i] | in[i + 1] << 8);
        have += a[have] < Q;
    }
    return have;
}

/* floor(t / 3) for t < 256. */
static inline uint8_t third(uint8_t t)
{
    return (uint8_t)(t * 171u >> 9);
}

static inline size_t haetae_ternary_vartime(int8_t s[336], size_t have, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes && have < 256; i++) {
        uint8_t t = in[i];
        unsigned good = (unsigned)(t - 243) >> 31;
        neosig_declassify(&good, sizeof good, "which bytes are rejected says nothing of the others");
        for (size_t digit = 0; digit < 5; digit++) {
            const uint8_t rest = third(t);
            const int value = t - 3 * rest; /* 2 stands for -1 */
            s[have + digit] = (int8_t)(value - 3 * (value >> 1));
            t = rest;
        }
        have += 5 * good;
    }
    return have < 256 ? have : 256;
}

/* ---- The spectrum */

/* a b / 2^16, rounded: one product of the specification's fixed-point transform. */
static inline int32_t multiply16(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b + (1 << 15)) >> 16);
}

/* The specification sorts its input by reversed indices, so that its layers join neighbours first. In the order of the
 * coefficients the same butterflies join halves first, with one root for each block; the output is what gets
 * reversed. */
static inline void haetae_spectrum(int32_t sum[256], const int8_t s[256])
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

/* ---- The Gaussian */

/* a b / 2^48 rounded, |a| <= 2^48, b < 2^48: sums of products of halves of 24 bits. */
static inline int64_t multiply_high48(int64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef __int128 wide;
    return (int64_t)(((wide)a * (wide)b + ((int64_t)1 << 47)) >> 48);
#else
    const int64_t b_low = (int64_t)(b & 0xffffff), b_high = (int64_t)(b >> 24), a_high = a >> 24;
    const int64_t a_low = a - a_high * (1 << 24);
    return a_high * b_high + ((a_low * b_high + a_high * b_low + (a_low * b_low >> 24) + (1 << 23)) >> 24);
#endif
}

/* 2^48 exp(-x / 2^48), nearly (algorithm 16): a polynomial of degree 7 by Horner's rule. A step's sum is below 2^48 in
 * size. */
static inline int64_t exponential(uint64_t x)
{
    int64_t r = -0x0000B6C6340925AE;
    r = ((multiply_high48(r, x) + 4) >> 3) + 0x0000B4BD4DF85227;
    r = ((multiply_high48(r, x) + 4) >> 3) - 0x0000887F727491E2;
    r = ((multiply_high48(r, x) + 2) >> 2) + 0x0000AAAA643C7E8D;
    r = ((multiply_high48(r, x) + 2) >> 2) - 0x0000AAAAA98179E6;
    r = ((multiply_high48(r, x) + 1) >> 1) + 0x0000FFFFFFFB2E7A;
    r = ((multiply_high48(r, x) + 1) >> 1) - 0x0000FFFFFFFFF85F;
    return multiply_high48(r, x) + 0x0000FFFFFFFFFFFC;
}

static const uint64_t mask48 = ((uint64_t)1 << 48) - 1;

/* y^2 / 2^76 for y = y1 2^48 + y0 < 2^78, rounded down where the specification does: at y0^2 / 2^48 and again. */
static inline void square76(uint64_t *low, uint64_t *high, uint64_t y0, uint64_t y1)
{
    const neosig_wide y0_squared = neosig_wide_right(neosig_wide_multiply(y0, y0), 48);
    const neosig_wide middle = neosig_wide_add(y0_squared, neosig_wide_multiply(2 * y0, y1)); /* < 2^80 */
    const uint64_t top = y1 * y1;                                                            /* < 2^60 */
    const uint64_t sum = neosig_wide_low(neosig_wide_right(middle, 28)) + (top << 20 & mask48);
    *low = sum & mask48;
    *high = (top >> 28) + (sum >> 48);
}

static inline void haetae_candidates(neosig_haetae_candidates *out, const uint8_t *in, size_t n)
{
    /* x: how many entries of the table are below 16 random bits; its 64 comparisons are the compiler's to vectorise. */
    uint16_t u[NEOSIG_HAETAE_BATCH] = {0}, x[NEOSIG_HAETAE_BATCH] = {0};
    for (size_t i = 0; i < n; i++)
        u[i] = (uint16_t)(in[NEOSIG_HAETAE_CANDIDATE_BYTES * i] | in[NEOSIG_HAETAE_CANDIDATE_BYTES * i + 1] << 8);
    for (size_t i = 0; i < NEOSIG_HAETAE_BATCH; i += 8)
        for (size_t j = 0; j < 64; j++)
            for (size_t lane = i; lane < i + 8; lane++)
                x[lane] = (uint16_t)(x[lane] + (u[lane] > haetae_gaussian[j]));
    for (size_t i = 0; i < n; i++, in += NEOSIG_HAETAE_CANDIDATE_BYTES) {
        const uint64_t v = neosig_load64_le(in) >> 16, y0 = neosig_load64_le(in + 8) & mask48;
        const uint64_t y1 = (neosig_load64_le(in + 9) >> 40) | (uint64_t)x[i] << 24;
        const uint64_t sample = ((y0 >> 15) + (y1 << 33) + 1) >> 1;
        uint64_t low, high;
        square76(&low, &high, y0, y1);
        /* (y^2 - x^2) / 2^76 in 48 fractional bits, rounded: accepted with probability exp of minus that. */
        const uint64_t excess = high - ((uint64_t)x[i] * x[i] << 20);
        const int64_t chance = exponential(((excess << 20 | low >> 28) + 1) >> 1);
        const uint64_t below = ((v & ~(uint64_t)1) - (uint64_t)chance) >> 63;
        const uint64_t not_zero = (sample | (0 - sample)) >> 63; /* zero has two signs: half of its chance */
        out->sample[i] = sample;
        out->square_low[i] = low;
        out->square_high[i] = high;
        out->accepted[i] = (uint8_t)(below & (not_zero | v) & 1);
    }
    neosig_wipe(u, sizeof u);
    neosig_wipe(x, sizeof x);
}

/* A sample x, 16 bits up, times factor / 2^76, in 13 fractional bits: the specification rounds x0 f0 / 2^48, that and the
 * cross products over 2^28, and the sum over 2^63. */
static inline int32_t scaled(uint64_t x, uint64_t f0, uint64_t f1)
{
    const uint64_t x0 = x & 0xffffffff, x1 = x >> 32;
    neosig_wide r = neosig_wide_add(neosig_wide_multiply(x0, f0), neosig_wide_of((uint64_t)1 << 31));
    r = neosig_wide_add(neosig_wide_right(r, 32), neosig_wide_multiply(x0 << 16, f1));
    r = neosig_wide_add(r, neosig_wide_add(neosig_wide_multiply(x1, f0), neosig_wide_of((uint64_t)1 << 27)));
    r = neosig_wide_add(neosig_wide_right(r, 28), neosig_wide_left(neosig_wide_multiply(x1, f1), 20));
    r = neosig_wide_add(r, neosig_wide_of((uint64_t)1 << 62));
    return (int32_t)neosig_wide_low(neosig_wide_right(r, 63));
}

static inline void haetae_scale(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                                const neosig_haetae_fixed *factor)
{
    const uint64_t f0 = factor->limb[0], f1 = factor->limb[1];
    for (size_t i = 0; i < 256; i++) {
        const int32_t size = scaled(samples[i], f0, f1), sign = -(int32_t)(signs[i / 8] >> i % 8 & 1);
        y[i] = (size ^ sign) - sign;
    }
}

#endif
