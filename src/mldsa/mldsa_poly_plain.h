/* The kernels of mldsa_poly.h in plain C, as a body to include: the portable backend is all of it, others take what they do
 * not do better and have their compiler vectorise it. */
#ifndef NEOSIG_MLDSA_MLDSA_POLY_PLAIN_H
#define NEOSIG_MLDSA_MLDSA_POLY_PLAIN_H

#include "core/secret.h"
#include "neosig/neosig.h"
#include "mldsa/mldsa_poly.h"
#include "mldsa/mldsa_poly_tables.h"

#include <string.h>

#define Q NEOSIG_MLDSA_Q

/* a b mod q for a constant b and its quotient, see mldsa_poly_tables.h. */
static inline int32_t mul_constant(int32_t a, int32_t b, int32_t quotient)
{
    int32_t t = (int32_t)(((int64_t)a * quotient + (1 << 30)) >> 31);
    return (int32_t)((uint32_t)a * (uint32_t)b - (uint32_t)t * Q);
}

/* a 2^-32 mod q, within q/2 + |a| / 2^32. */
static inline int32_t montgomery(int64_t a)
{
    int32_t m = (int32_t)((uint32_t)a * MLDSA_Q_INVERSE);
    return (int32_t)((a - (int64_t)m * Q) >> 32);
}

/* In [0, q), from |a| < q. */
static inline int32_t canonical(int32_t a)
{
    return a + ((a >> 31) & Q);
}

static inline void plain_ntt(int32_t r[256])
{
    neosig_mldsa_assert_below(r, 256, Q + 1);
    for (size_t half = 128, k = 1; half > 0; half /= 2) {
        for (size_t start = 0; start < 256; start += 2 * half, k++) {
            const int32_t zeta = neosig_mldsa_zeta[k], quotient = neosig_mldsa_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = mul_constant(r[i + half], zeta, quotient);
                r[i + half] = r[i] - t;
                r[i] += t;
            }
        }
    }
    neosig_mldsa_assert_below(r, 256, 6 * Q);
}

static inline void plain_intt(int32_t r[256])
{
    neosig_mldsa_assert_below(r, 256, INT64_C(8) * Q);
    for (size_t half = 1, k = 255; half < 128; half *= 2) {
        for (size_t start = 0; start < 256; start += 2 * half, k--) {
            const int32_t zeta = neosig_mldsa_zeta[k], quotient = neosig_mldsa_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = r[i + half] - r[i];
                r[i] += r[i + half];
                r[i + half] = mul_constant(t, zeta, quotient);
            }
        }
        if (half == 8) { /* these have only been added: 128q. The others are below 5q */
            for (size_t i = 0; i < 256; i += 16)
                r[i] -= ((r[i] + (1 << 22)) >> 23) * Q;
        }
    }
    for (size_t i = 0; i < 128; i++) {
        int32_t t = r[i + 128] - r[i];
        r[i] = mul_constant(r[i] + r[i + 128], MLDSA_SCALE, MLDSA_SCALE_QUOTIENT);
        r[i + 128] = mul_constant(t, MLDSA_SCALE_ZETA, MLDSA_SCALE_ZETA_QUOTIENT);
    }
    neosig_mldsa_assert_below(r, 256, INT64_C(65) * Q / 100);
}

static inline void plain_mul(int32_t r[256], const int32_t a[256], const int32_t b[256])
{
    neosig_mldsa_assert_below(a, 256, 6 * Q);
    neosig_mldsa_assert_below(b, 256, 6 * Q);
    for (size_t i = 0; i < 256; i++)
        r[i] = montgomery((int64_t)a[i] * b[i]);
}

static inline int32_t load24(const uint8_t *in)
{
    return in[0] | in[1] << 8 | in[2] << 16;
}

static inline void plain_inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    neosig_mldsa_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i++) {
        int64_t sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += (int64_t)load24(a + 768 * j + 3 * i) * b[256 * j + i];
        r[i] = (add ? r[i] : 0) + montgomery(sum);
    }
}

static inline size_t plain_uniform(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes && have < 256; i += 3) {
        uint8_t top = in[i + 2] & 0x7f;
        if ((in[i] | in[i + 1] << 8 | top << 16) < Q) {
            a[3 * have] = in[i];
            a[3 * have + 1] = in[i + 1];
            a[3 * have + 2] = top;
            have++;
        }
    }
    return have;
}

static inline size_t plain_eta_sample(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta)
{
    for (size_t i = 0; i < 2 * bytes && have < 256; i++) {
        unsigned half = (unsigned)in[i / 2] >> (4 * (i % 2)) & 15;
        unsigned modulo = half - 5 * (half * 205 >> 10); /* modulo 5 */
        unsigned good = (half - (eta == 2 ? 15 : 9)) >> 31;
        neosig_declassify(&good, sizeof good, "which candidates are rejected says nothing of the others");
        s[have] = (int8_t)(eta == 2 ? 2 - (int)modulo : 4 - (int)half);
        have += good;
    }
    return have;
}

/* Eight little-endian fields of `bits` bits, at most 24, fill `bits` bytes. The callers give a constant, so that all of
 * this is shifts by constants. */
static inline void get_fields(uint32_t v[8], const uint8_t *in, unsigned bits)
{
    uint64_t word[4] = {0};
    for (unsigned i = 0; i < bits; i++)
        word[i / 8] |= (uint64_t)in[i] << 8 * (i % 8);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned at = bits * i / 64, shift = bits * i % 64;
        const uint64_t next = shift + bits > 64 ? word[at + 1] << (64 - shift) % 64 : 0;
        v[i] = (uint32_t)(word[at] >> shift | next) & ((UINT32_C(1) << bits) - 1);
    }
}

static inline void put_fields(uint8_t *out, const uint32_t v[8], unsigned bits)
{
    uint64_t word[4] = {0};
    for (unsigned i = 0; i < 8; i++) {
        const unsigned at = bits * i / 64, shift = bits * i % 64;
        word[at] |= (uint64_t)v[i] << shift;
        if (shift + bits > 64)
            word[at + 1] |= (uint64_t)v[i] >> (64 - shift) % 64;
    }
    for (unsigned i = 0; i < bits; i++)
        out[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
}

static inline void get_poly(int32_t r[256], const uint8_t *in, unsigned bits)
{
    for (size_t i = 0; i < 256; i += 8, in += bits) {
        uint32_t v[8];
        get_fields(v, in, bits);
        for (size_t j = 0; j < 8; j++)
            r[i + j] = (int32_t)v[j];
    }
}

static inline void put_poly(uint8_t *out, const int32_t r[256], unsigned bits)
{
    for (size_t i = 0; i < 256; i += 8, out += bits) {
        uint32_t v[8];
        for (size_t j = 0; j < 8; j++)
            v[j] = (uint32_t)r[i + j];
        put_fields(out, v, bits);
    }
}

static inline void plain_unpack_z(int32_t r[256], const uint8_t *in, unsigned bits)
{
    if (bits == 18)
        get_poly(r, in, 18);
    else
        get_poly(r, in, 20);
    for (size_t i = 0; i < 256; i++)
        r[i] = (1 << (bits - 1)) - r[i];
}

static inline void plain_pack_z(uint8_t *out, const int32_t r[256], unsigned bits)
{
    int32_t v[256];
    neosig_mldsa_assert_below(r, 256, INT64_C(1) << (bits - 1));
    for (size_t i = 0; i < 256; i++)
        v[i] = (1 << (bits - 1)) - r[i];
    if (bits == 18)
        put_poly(out, v, 18);
    else
        put_poly(out, v, 20);
}

static inline int plain_unpack_short(int8_t s[512], const uint8_t *in, unsigned eta)
{
    unsigned bad = 0;
    for (size_t i = 0; i < 256; i += 8, in += eta == 2 ? 3 : 4) {
        uint32_t v[8];
        if (eta == 2)
            get_fields(v, in, 3);
        else
            get_fields(v, in, 4);
        for (size_t j = 0; j < 8; j++) {
            bad |= 2 * eta - v[j];
            s[256 + i + j] = (int8_t)((int)eta - (int)v[j]);
            s[i + j] = (int8_t)((int)v[j] - (int)eta);
        }
    }
    return (int)(bad >> 31);
}

static inline void plain_pack_short(uint8_t *out, const int8_t s[256], unsigned eta)
{
    for (size_t i = 0; i < 256; i += 8, out += eta == 2 ? 3 : 4) {
        uint32_t v[8];
        for (size_t j = 0; j < 8; j++)
            v[j] = (uint32_t)((int)eta - s[i + j]);
        if (eta == 2)
            put_fields(out, v, 3);
        else
            put_fields(out, v, 4);
    }
}

static inline void plain_unpack_t1(int32_t r[256], const uint8_t in[320])
{
    get_poly(r, in, 10);
    for (size_t i = 0; i < 256; i++)
        r[i] *= 1 << NEOSIG_MLDSA_LOW_BITS;
}

static inline void plain_unpack_t0(int32_t r[256], const uint8_t in[416])
{
    get_poly(r, in, 13);
    for (size_t i = 0; i < 256; i++)
        r[i] = (1 << (NEOSIG_MLDSA_LOW_BITS - 1)) - r[i];
}

static inline void plain_power2round(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256])
{
    const int32_t half = 1 << (NEOSIG_MLDSA_LOW_BITS - 1);
    int32_t high[256], low[256];
    for (size_t i = 0; i < 256; i++) {
        const int32_t t = canonical(r[i] + s[i]);
        high[i] = (t + half - 1) >> NEOSIG_MLDSA_LOW_BITS;
        low[i] = half - t + (high[i] << NEOSIG_MLDSA_LOW_BITS);
    }
    put_poly(t1, high, 10);
    put_poly(t0, low, 13);
}

/* w1 of a in [0, q), and w0 in *low. */
static inline int32_t high_bits(int32_t a, unsigned m, int32_t *low)
{
    /* 1025 / 2^29 and 11275 / 2^31 are close enough to 1 / (2 gamma2) for all a: test/mldsa/poly.c tries them. */
    const int32_t gamma2 = neosig_mldsa_gamma2(m), part = (a + 127) >> 7;
    const int32_t high = m == 32 ? (part * 1025 + (1 << 21)) >> 22 : (part * 11275 + (1 << 23)) >> 24;
    const int32_t wrap = ((int32_t)(m / 2) - 1 - high) >> 31; /* a > q - 1 - gamma2 counts from q, not from q - 1 */
    *low = a - high * 2 * gamma2 + wrap;
    return high & ~wrap;
}

static inline void decompose_for(uint8_t *w1, int32_t r[256], unsigned m)
{
    int32_t high[256];
    for (size_t i = 0; i < 256; i++)
        high[i] = high_bits(canonical(r[i]), m, &r[i]);
    put_poly(w1, high, m == 32 ? 4 : 6);
}

static inline void plain_decompose(uint8_t *w1, int32_t r[256], unsigned m)
{
    neosig_mldsa_assert_below(r, 256, Q);
    if (m == 32)
        decompose_for(w1, r, 32);
    else
        decompose_for(w1, r, 88);
}

static inline void use_hint_for(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], unsigned m)
{
    int32_t high[256];
    for (size_t i = 0; i < 256; i++) {
        int32_t low, x = high_bits(canonical(r[i]), m, &low);
        x += low > 0 ? hint[i] : -hint[i];
        x &= ~((int32_t)(m / 2 - 1 - (uint32_t)x) >> 31) | x >> 31; /* m / 2 becomes 0 */
        high[i] = x + (x >> 31 & (int32_t)(m / 2));                 /* -1 becomes m / 2 - 1 */
    }
    put_poly(w1, high, m == 32 ? 4 : 6);
}

static inline void plain_use_hint(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], unsigned m)
{
    neosig_mldsa_assert_below(r, 256, Q);
    if (m == 32)
        use_hint_for(w1, r, hint, 32);
    else
        use_hint_for(w1, r, hint, 88);
}

static inline int plain_exceeds(const int32_t r[256], int32_t bound)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < 256; i++) {
        int32_t sign = r[i] >> 31;
        bad |= (uint32_t)(bound - 1 - ((r[i] ^ sign) - sign));
    }
    return (int)(bad >> 31);
}

/* acc += the sum of X^e s over count exponents e. */
static inline void add_slices(int8_t acc[64], const int8_t *s, const uint8_t *exponent, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const int8_t *slice = s + 256 - exponent[k];
        for (size_t i = 0; i < 64; i++)
            acc[i] = (int8_t)(acc[i] + slice[i]);
    }
}

static inline int plain_add_sparse(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c, unsigned eta,
                                   int negative, int32_t bound)
{
    const size_t most = eta == 2 ? 63 : 31; /* slices whose sum fits 8 bits */
    int8_t acc[64];
    for (size_t sign = 0; sign < 2; sign++) {
        const uint8_t *exponent = c->exponent + (sign ? c->plus : 0);
        const size_t count = sign ? c->minus : c->plus;
        const int32_t factor = (sign != 0) == (negative != 0) ? 1 : -1;
        for (size_t done = 0; done < count; done += most) {
            const size_t now = count - done < most ? count - done : most;
            for (size_t base = 0; base < 256; base += 64) {
                memset(acc, 0, sizeof acc);
                add_slices(acc, s + base, exponent + done, now);
                for (size_t i = 0; i < 64; i++)
                    r[base + i] += factor * acc[i];
            }
        }
    }
    neosig_wipe(acc, sizeof acc);
    return plain_exceeds(r, bound);
}

static inline unsigned plain_make_hint(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1,
                                       unsigned m)
{
    const int32_t gamma2 = neosig_mldsa_gamma2(m);
    unsigned count = 0;
    for (size_t i = 0; i < 256; i += 8, w1 += m == 32 ? 4 : 6) {
        uint32_t high[8], bits = 0;
        if (m == 32)
            get_fields(high, w1, 4);
        else
            get_fields(high, w1, 6);
        for (size_t j = 0; j < 8; j++) {
            const int32_t x = r[i + j] += b[i + j];
            const uint32_t outside = (uint32_t)((gamma2 - x) | (gamma2 + x)) >> 31;
            const uint32_t edge = (uint32_t)(gamma2 + x - 1) >> 31; /* x = -gamma2: a low part where w1 = 0 only */
            const uint32_t bit = outside | (edge & ((0 - high[j]) >> 31));
            bits |= bit << j;
            count += bit;
        }
        hint[i / 8] = (uint8_t)bits;
    }
    return count;
}

#endif
