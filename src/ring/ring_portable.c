/* The kernels of ring.h in plain C. */
#include "core/secret.h"
#include "neosig/neosig.h"
#include "ring/ring.h"
#include "ring/ring_tables.h"

#include <string.h>

#define Q NEOSIG_RING_Q

/* a b mod q for a constant b and its quotient, see ring_tables.h. */
static inline int32_t mul_constant(int32_t a, int32_t b, int32_t quotient)
{
    int32_t t = (int32_t)(((int64_t)a * quotient + (1 << 30)) >> 31);
    return (int32_t)((uint32_t)a * (uint32_t)b - (uint32_t)t * Q);
}

/* a 2^-32 mod q, within q/2 + |a| / 2^32. */
static inline int32_t montgomery(int64_t a)
{
    int32_t m = (int32_t)((uint32_t)a * RING_Q_INVERSE);
    return (int32_t)((a - (int64_t)m * Q) >> 32);
}

/* In [0, q), from |a| < q. */
static inline int32_t canonical(int32_t a)
{
    return a + ((a >> 31) & Q);
}

static void ntt(int32_t r[256])
{
    neosig_ring_assert_below(r, 256, Q + 1);
    for (size_t half = 128, k = 1; half > 0; half /= 2) {
        for (size_t start = 0; start < 256; start += 2 * half, k++) {
            const int32_t zeta = neosig_ring_zeta[k], quotient = neosig_ring_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = mul_constant(r[i + half], zeta, quotient);
                r[i + half] = r[i] - t;
                r[i] += t;
            }
        }
    }
    neosig_ring_assert_below(r, 256, 6 * Q);
}

static void intt(int32_t r[256])
{
    neosig_ring_assert_below(r, 256, INT64_C(8) * Q);
    for (size_t half = 1, k = 255; half < 128; half *= 2) {
        for (size_t start = 0; start < 256; start += 2 * half, k--) {
            const int32_t zeta = neosig_ring_zeta[k], quotient = neosig_ring_zeta_quotient[k];
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
        r[i] = mul_constant(r[i] + r[i + 128], RING_SCALE, RING_SCALE_QUOTIENT);
        r[i + 128] = mul_constant(t, RING_SCALE_ZETA, RING_SCALE_ZETA_QUOTIENT);
    }
    neosig_ring_assert_below(r, 256, INT64_C(65) * Q / 100);
}

static void mul(int32_t r[256], const int32_t a[256], const int32_t b[256])
{
    neosig_ring_assert_below(a, 256, 6 * Q);
    neosig_ring_assert_below(b, 256, 6 * Q);
    for (size_t i = 0; i < 256; i++)
        r[i] = montgomery((int64_t)a[i] * b[i]);
}

static inline int32_t load24(const uint8_t *in)
{
    return in[0] | in[1] << 8 | in[2] << 16;
}

static void inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    neosig_ring_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i++) {
        int64_t sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += (int64_t)load24(a + 768 * j + 3 * i) * b[256 * j + i];
        r[i] = (add ? r[i] : 0) + montgomery(sum);
    }
}

static size_t uniform(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
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

static size_t eta_sample(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta)
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

/* Little-endian fields of bits bits, at most 24. */
static uint32_t get_field(const uint8_t *in, size_t at, unsigned bits)
{
    uint64_t window = 0;
    size_t first = at * bits;
    for (size_t i = first / 8; i <= (first + bits - 1) / 8; i++)
        window |= (uint64_t)in[i] << 8 * (i - first / 8);
    return (uint32_t)(window >> first % 8) & ((UINT32_C(1) << bits) - 1);
}

/* out must hold zeros from the first byte of the field that no earlier field has touched. */
static void put_field(uint8_t *out, size_t at, unsigned bits, uint32_t value)
{
    size_t first = at * bits;
    uint64_t window = (uint64_t)value << first % 8;
    for (size_t i = first / 8; i <= (first + bits - 1) / 8; i++, window >>= 8)
        out[i] |= (uint8_t)window;
}

static void unpack_z(int32_t r[256], const uint8_t *in, unsigned bits)
{
    for (size_t i = 0; i < 256; i++)
        r[i] = (1 << (bits - 1)) - (int32_t)get_field(in, i, bits);
}

static void pack_z(uint8_t *out, const int32_t r[256], unsigned bits)
{
    neosig_ring_assert_below(r, 256, INT64_C(1) << (bits - 1));
    memset(out, 0, 32 * bits);
    for (size_t i = 0; i < 256; i++)
        put_field(out, i, bits, (uint32_t)((1 << (bits - 1)) - r[i]));
}

static int unpack_short(int8_t s[512], const uint8_t *in, unsigned eta)
{
    const unsigned bits = eta == 2 ? 3 : 4;
    unsigned bad = 0;
    for (size_t i = 0; i < 256; i++) {
        unsigned field = get_field(in, i, bits);
        bad |= 2 * eta - field;
        s[256 + i] = (int8_t)((int)eta - (int)field);
        s[i] = (int8_t)-s[256 + i];
    }
    return (int)(bad >> 31);
}

static void pack_short(uint8_t *out, const int8_t s[256], unsigned eta)
{
    const unsigned bits = eta == 2 ? 3 : 4;
    for (size_t i = 0; i < 256; i += 8, s += 8) {
        uint32_t group = 0;
        for (unsigned j = 0; j < 8; j++)
            group |= (uint32_t)((int)eta - s[j]) << bits * j;
        for (unsigned j = 0; j < bits; j++)
            *out++ = (uint8_t)(group >> 8 * j);
    }
}

static void unpack_t1(int32_t r[256], const uint8_t in[320])
{
    for (size_t i = 0; i < 256; i++)
        r[i] = (int32_t)(get_field(in, i, 10) << NEOSIG_RING_LOW_BITS);
}

static void unpack_t0(int32_t r[256], const uint8_t in[416])
{
    for (size_t i = 0; i < 256; i++)
        r[i] = (1 << (NEOSIG_RING_LOW_BITS - 1)) - (int32_t)get_field(in, i, 13);
}

static void power2round(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256])
{
    const int32_t half = 1 << (NEOSIG_RING_LOW_BITS - 1);
    memset(t1, 0, 320);
    memset(t0, 0, 416);
    for (size_t i = 0; i < 256; i++) {
        int32_t t = canonical(r[i] + s[i]);
        int32_t high = (t + half - 1) >> NEOSIG_RING_LOW_BITS;
        put_field(t1, i, 10, (uint32_t)high);
        put_field(t0, i, 13, (uint32_t)(half - (t - (high << NEOSIG_RING_LOW_BITS))));
    }
}

/* w1 of a in [0, q), and w0 in *low. */
static inline int32_t high_bits(int32_t a, unsigned m, int32_t *low)
{
    const int32_t gamma2 = (Q - 1) / (int32_t)m;
    const int32_t factor = m == 32 ? RING_HIGH_FACTOR_32 : RING_HIGH_FACTOR_88;
    const int shift = m == 32 ? RING_HIGH_SHIFT_32 : RING_HIGH_SHIFT_88;
    int32_t high = ((int32_t)(((int64_t)a * factor) >> 31) + (1 << (shift - 1))) >> shift;
    int32_t wrap = (int32_t)(m / 2 - 1 - (uint32_t)high) >> 31; /* a > q - 1 - gamma2 counts from q, not from q - 1 */
    *low = a - high * 2 * gamma2 + wrap;
    return high & ~wrap;
}

static void decompose(uint8_t *w1, int32_t r[256], unsigned m)
{
    const unsigned bits = m == 32 ? 4 : 6;
    neosig_ring_assert_below(r, 256, Q);
    memset(w1, 0, 32 * bits);
    for (size_t i = 0; i < 256; i++)
        put_field(w1, i, bits, (uint32_t)high_bits(canonical(r[i]), m, &r[i]));
}

static void use_hint(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], unsigned m)
{
    const unsigned bits = m == 32 ? 4 : 6;
    const int32_t most = (int32_t)m / 2;
    neosig_ring_assert_below(r, 256, Q);
    memset(w1, 0, 32 * bits);
    for (size_t i = 0; i < 256; i++) {
        int32_t low;
        int32_t high = high_bits(canonical(r[i]), m, &low);
        if (hint[i])
            high = low > 0 ? (high + 1) % most : (high + most - 1) % most;
        put_field(w1, i, bits, (uint32_t)high);
    }
}

static int exceeds(const int32_t r[256], int32_t bound)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < 256; i++) {
        int32_t sign = r[i] >> 31;
        bad |= (uint32_t)(bound - 1 - ((r[i] ^ sign) - sign));
    }
    return (int)(bad >> 31);
}

/* acc += the sum of X^e s over count exponents e. */
static void add_slices(int8_t acc[64], const int8_t *s, const uint8_t *exponent, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const int8_t *slice = s + 256 - exponent[k];
        for (size_t i = 0; i < 64; i++)
            acc[i] = (int8_t)(acc[i] + slice[i]);
    }
}

static int add_sparse(int32_t r[256], const int8_t s[512], const neosig_ring_sparse *c, unsigned eta, int negative,
                      int32_t bound)
{
    const size_t most = 127 / eta; /* slices whose sum fits 8 bits */
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
    return exceeds(r, bound);
}

static unsigned make_hint(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1, unsigned m)
{
    const int32_t gamma2 = (Q - 1) / (int32_t)m;
    const unsigned bits = m == 32 ? 4 : 6;
    unsigned count = 0;
    memset(hint, 0, 32);
    for (size_t i = 0; i < 256; i++) {
        r[i] += b[i];
        uint32_t outside = (uint32_t)((gamma2 - r[i]) | (gamma2 + r[i])) >> 31;
        uint32_t edge =
            ((uint32_t)(r[i] + gamma2) - 1) >> 31 & ~outside; /* r = -gamma2: only w1 = 0 has such a low part */
        uint32_t bit = outside | (edge & ((0 - get_field(w1, i, bits)) >> 31));
        hint[i / 8] |= (uint8_t)(bit << i % 8);
        count += bit;
    }
    return count;
}

const neosig_ring_kernels neosig_ring_portable = {
    .name = "portable",
    .ntt = ntt,
    .intt = intt,
    .mul = mul,
    .inner = inner,
    .uniform = uniform,
    .eta = eta_sample,
    .unpack_z = unpack_z,
    .pack_z = pack_z,
    .unpack_short = unpack_short,
    .pack_short = pack_short,
    .unpack_t1 = unpack_t1,
    .unpack_t0 = unpack_t0,
    .power2round = power2round,
    .decompose = decompose,
    .use_hint = use_hint,
    .add_sparse = add_sparse,
    .exceeds = exceeds,
    .make_hint = make_hint,
};
