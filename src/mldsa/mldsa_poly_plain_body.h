/* The kernels of mldsa_poly.h in plain C, as a body to include. The portable backend takes all of them. Another backend
 * takes those that it does not do better itself, and its compiler vectorises them. */
#ifndef NEOSIG_MLDSA_MLDSA_POLY_PLAIN_BODY_H
#define NEOSIG_MLDSA_MLDSA_POLY_PLAIN_BODY_H

#include "core/secret.h"
#include "mldsa/mldsa_poly.h"
#include "neosig/neosig.h"
#include "ntt/mod32.h"

#include <string.h>

#define Q NEOSIG_MLDSA_Q

/* In [0, q), from |a| < q. */
static inline int32_t canonical(int32_t a)
{
    return a + ((a >> 31) & Q);
}

static inline int32_t load24(const uint8_t *in)
{
    return in[0] | in[1] << 8 | in[2] << 16;
}

static inline void mldsa_plain_inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    NEOSIG_ASSERT(n >= 1 && n <= 8);
    neosig_mod32_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i++) {
        int64_t sum = 0; /* q/2 + 8 q 6q / 2^32 < 0.6 q */
        for (size_t j = 0; j < n; j++)
            sum += (int64_t)load24(a + 768 * j + 3 * i) * b[256 * j + i];
        r[i] = (add ? r[i] : 0) + neosig_mod32_montgomery(sum, Q, NEOSIG_MLDSA_Q_INVERSE);
    }
}

static inline size_t mldsa_plain_uniform_vartime(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
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

static inline size_t mldsa_plain_eta_vartime(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta)
{
    for (size_t i = 0; i < 2 * bytes && have < 256; i++) {
        unsigned half = (unsigned)in[i / 2] >> (4 * (i % 2)) & 15;
        /* 205/1024 = 1/5 + 1/5120, and half / 5120 < 1/5: so the quotient half / 5 is right. */
        unsigned modulo = half - 5 * (half * 205 >> 10);
        unsigned good = (half - (eta == 2 ? 15 : 9)) >> 31;
        neosig_declassify(&good, sizeof good, "which candidates are rejected says nothing of the others");
        s[have] = (int8_t)(eta == 2 ? 2 - (int)modulo : 4 - (int)half);
        have += good;
    }
    return have;
}

/* Eight little-endian fields of `bits` bits, at most 24, fill `bits` bytes. Callers give a constant, so that all shifts
 * are by constants. */
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

static inline void mldsa_plain_unpack_z(int32_t r[256], const uint8_t *in, int32_t gamma1)
{
    if (gamma1 == 1 << 17)
        get_poly(r, in, 18);
    else
        get_poly(r, in, 20);
    for (size_t i = 0; i < 256; i++)
        r[i] = gamma1 - r[i];
}

static inline void mldsa_plain_pack_z(uint8_t *out, const int32_t r[256], int32_t gamma1)
{
    int32_t v[256];
    neosig_mod32_assert_below(r, 256, gamma1);
    for (size_t i = 0; i < 256; i++)
        v[i] = gamma1 - r[i];
    if (gamma1 == 1 << 17)
        put_poly(out, v, 18);
    else
        put_poly(out, v, 20);
}

static inline int mldsa_plain_unpack_s(int8_t s[512], const uint8_t *in, unsigned eta)
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

static inline void mldsa_plain_pack_s(uint8_t *out, const int8_t s[256], unsigned eta)
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

static inline void mldsa_plain_unpack_t1(int32_t r[256], const uint8_t in[320])
{
    get_poly(r, in, 10);
    for (size_t i = 0; i < 256; i++)
        r[i] *= 1 << NEOSIG_MLDSA_D;
}

static inline void mldsa_plain_unpack_t0(int32_t r[256], const uint8_t in[416])
{
    get_poly(r, in, 13);
    for (size_t i = 0; i < 256; i++)
        r[i] = (1 << (NEOSIG_MLDSA_D - 1)) - r[i];
}

static inline void mldsa_plain_power2round(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256])
{
    const int32_t half = 1 << (NEOSIG_MLDSA_D - 1);
    int32_t high[256], low[256];
    for (size_t i = 0; i < 256; i++) {
        const int32_t t = canonical(r[i] + s[i]);
        high[i] = (t + half - 1) >> NEOSIG_MLDSA_D;
        low[i] = half - t + (high[i] << NEOSIG_MLDSA_D);
    }
    put_poly(t1, high, 10);
    put_poly(t0, low, 13);
}

/* m of algorithm 40, (q - 1) / (2 gamma2). w1 is below m. */
static inline int32_t number_of_w1(int32_t gamma2)
{
    return gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 16 : 44;
}

/* w1 of a in [0, q), and w0 in *low. */
static inline int32_t high_bits(int32_t a, int32_t gamma2, int32_t *low)
{
    /* w1 is a / (2 gamma2), rounded, halves down. 128 divides gamma2, so part = ceil(a / 128) may stand for a.
     *
     * The factors are 1025 = floor(2^22 128 / (2 gamma2)) for (q - 1)/32, and 11275 = floor(2^24 128 / (2 gamma2)) for
     * (q - 1)/88. The product is less than the true quotient, but by less than 2^-14. So a half is rounded down. The
     * next part above a half is 2^-12 or more above it, and is rounded up. test/mldsa/poly.c tries every a. */
    const int32_t part = (a + 127) >> 7, m = number_of_w1(gamma2);
    const int32_t high =
        gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? (part * 1025 + (1 << 21)) >> 22 : (part * 11275 + (1 << 23)) >> 24;
    const int32_t wrap = (m - 1 - high) >> 31; /* a > q - 1 - gamma2 counts from q, not from q - 1 */
    *low = a - high * 2 * gamma2 + wrap;
    neosig_mod32_assert_below(low, 1, gamma2 + 1);
    return high & ~wrap;
}

static inline void decompose_for(uint8_t *w1, int32_t r[256], int32_t gamma2)
{
    int32_t high[256];
    for (size_t i = 0; i < 256; i++)
        high[i] = high_bits(canonical(r[i]), gamma2, &r[i]);
    put_poly(w1, high, gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 4 : 6);
}

static inline void mldsa_plain_decompose(uint8_t *w1, int32_t r[256], int32_t gamma2)
{
    neosig_mod32_assert_below(r, 256, Q);
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
        decompose_for(w1, r, NEOSIG_MLDSA_GAMMA2_32);
    else
        decompose_for(w1, r, NEOSIG_MLDSA_GAMMA2_88);
}

static inline void use_hint_for(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2)
{
    const int32_t m = number_of_w1(gamma2);
    int32_t high[256];
    for (size_t i = 0; i < 256; i++) {
        int32_t low, x = high_bits(canonical(r[i]), gamma2, &low);
        x += low > 0 ? hint[i] : -hint[i];
        x &= ~((m - 1 - x) >> 31) | x >> 31; /* m becomes 0 */
        high[i] = x + (x >> 31 & m);         /* -1 becomes m - 1 */
    }
    put_poly(w1, high, gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 4 : 6);
}

static inline void mldsa_plain_use_hint(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2)
{
    neosig_mod32_assert_below(r, 256, Q);
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
        use_hint_for(w1, r, hint, NEOSIG_MLDSA_GAMMA2_32);
    else
        use_hint_for(w1, r, hint, NEOSIG_MLDSA_GAMMA2_88);
}

static inline int mldsa_plain_exceeds(const int32_t r[256], int32_t bound)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < 256; i++) {
        int32_t sign = r[i] >> 31;
        bad |= (uint32_t)(bound - 1 - ((r[i] ^ sign) - sign));
    }
    return (int)(bad >> 31);
}

/* Adds X^e s to acc, for `count` exponents e: 64 coefficients, s being the slice that they begin at. */
static inline void mldsa_plain_add_slices_vartime(int8_t acc[64], const int8_t *s, const uint8_t *exponent,
                                                  size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const int8_t *slice = s + 256 - exponent[k];
        for (size_t i = 0; i < 64; i++)
            acc[i] = (int8_t)(acc[i] + slice[i]);
    }
}

static inline int mldsa_plain_add_sparse_vartime(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c,
                                                 unsigned eta, int negative, int32_t bound)
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
                mldsa_plain_add_slices_vartime(acc, s + base, exponent + done, now);
                for (size_t i = 0; i < 64; i++)
                    r[base + i] += factor * acc[i];
            }
        }
    }
    neosig_wipe(acc, sizeof acc);
    return mldsa_plain_exceeds(r, bound);
}

static inline unsigned mldsa_plain_make_hint(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1,
                                             int32_t gamma2)
{
    unsigned count = 0;
    for (size_t i = 0; i < 256; i += 8, w1 += gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 4 : 6) {
        uint32_t high[8], bits = 0;
        if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
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
