/* Falcon (specification 2021-10-01, code 2021-11-01) as its specification and its reference code define it, to the bit;
 * and FN-DSA as c-fn-dsa bab31dd (2026-07) guesses it, with an empty context.
 *
 * R = Z[x] / (x^n + 1), q = 12289. A secret key is short f, g, F, G with f G - g F = q, a public key h = g / f mod q. A
 * signature of a message hashed to c is s2, such that s1 = c - s2 h and s2 are short.
 *
 * The bits of keys and signatures depend on every rounding of binary64 (IEEE 754). Here integers do its arithmetic. */
#include "falcon/falcon.h"
#include "ntru.h"
#include "reference.h"
#include "sym.h"

#include <stdlib.h>
#include <string.h>

#define Q 12289
#define MAX_N 1024
#define NONCE_BYTES 40
#define HASH_BYTES 64 /* FN-DSA: of the public key */
#define MU_BYTES 64
#define SEED_BYTES 40 /* FN-DSA */
#define SHAKE256_RATE 136

/* ---- binary64: patterns of numbers that are zero or normal, rounded to nearest, ties to even */

typedef uint64_t real;

#define SIGN (UINT64_C(1) << 63)
#define ONE UINT64_C(0x3ff0000000000000)
#define HALF UINT64_C(0x3fe0000000000000)
#define TWO UINT64_C(0x4000000000000000)
#define INVERSE_Q UINT64_C(4545632735260551042)
#define LOG_2 UINT64_C(4604418534313441775)
#define INVERSE_LOG_2 UINT64_C(4609176140021203710)
#define INVERSE_2_SIGMA0_SQUARED UINT64_C(4594603506513722306) /* 1 / (2 1.8205^2) */
#define NORM_BOUND UINT64_C(4670353323383631276)               /* 1.17^2 q = 16822.4121 */

/* m 2^e, of which m's lowest bit may stand for all that was cut off below it. */
static real rounded(uint64_t sign, int e, uint64_t m)
{
    if (m == 0)
        return sign;
    for (; m >> 63 == 0; e--)
        m <<= 1;
    const uint64_t rest = m & 2047, up = rest > 1024 || (rest == 1024 && (m >> 11 & 1) != 0);
    if (e + 63 < -1022 || e + 63 > 1022)
        abort(); /* no number of Falcon's is so small or so large */
    return (sign | (uint64_t)(e + 63 + 1022) << 52) + (m >> 11) + up; /* the leading one counts in the exponent */
}

static uint64_t mantissa(real a)
{
    return a << 1 == 0 ? 0 : (a & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
}

/* Of the mantissa's unit. */
static int exponent(real a)
{
    return (int)(a >> 52 & 2047) - 1075;
}

static real negative(real a)
{
    return a ^ SIGN;
}

static real add(real a, real b)
{
    if ((a & ~SIGN) < (b & ~SIGN)) {
        const real larger = b;
        b = a;
        a = larger;
    }
    if (b << 1 == 0)
        return a << 1 == 0 ? a & b : a;
    const int shift = exponent(a) - exponent(b);
    uint64_t m = mantissa(a) << 10, small = mantissa(b) << 10;
    small = shift > 63 ? 1 : small >> shift | ((small >> shift << shift) != small);
    m = ((a ^ b) & SIGN) != 0 ? m - small : m + small;
    return rounded(m == 0 ? 0 : a & SIGN, exponent(a) - 10, m);
}

static real sub(real a, real b)
{
    return add(a, negative(b));
}

static uint64_t high_half(uint64_t a, uint64_t b, uint64_t *low)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static real mul(real a, real b)
{
    uint64_t low;
    const uint64_t high = high_half(mantissa(a) << 11, mantissa(b) << 11, &low), sign = (a ^ b) & SIGN;
    return rounded(sign, exponent(a) + exponent(b) + 42, high | (low != 0));
}

static real divide(real a, real b)
{
    uint64_t quotient = 0, rest = mantissa(a);
    for (unsigned i = 0; i < 63; i++) {
        const uint64_t bit = rest >= mantissa(b);
        quotient = quotient << 1 | bit;
        rest = (rest - (bit ? mantissa(b) : 0)) << 1;
    }
    return rounded((a ^ b) & SIGN, exponent(a) - exponent(b) - 62, quotient | (rest != 0));
}

static real square_root(real a)
{
    uint64_t m = mantissa(a), root = 0, twice = 0;
    int e = exponent(a);
    if (e % 2 != 0) {
        m <<= 1;
        e--;
    }
    m <<= 1;
    for (uint64_t bit = UINT64_C(1) << 53; bit != 0; bit >>= 1) { /* root = floor(2 sqrt(mantissa 2^52)) */
        if (twice + bit <= m) {
            m -= twice + bit;
            twice += 2 * bit;
            root += bit;
        }
        m <<= 1;
    }
    return rounded(0, (e - 52) / 2 - 2, root << 1 | (m != 0));
}

static real half(real a)
{
    return mul(a, HALF);
}

static real square(real a)
{
    return mul(a, a);
}

static real inverse(real a)
{
    return divide(ONE, a);
}

static real real_of(int64_t a)
{
    return rounded(a < 0 ? SIGN : 0, 0, a < 0 ? (uint64_t)0 - (uint64_t)a : (uint64_t)a);
}

static int less(real a, real b)
{
    const real d = sub(a, b);
    return d >> 63 != 0 && d << 1 != 0;
}

/* |a| cut off, and twice the rest as compared with one: 0 to 3 for 0, below, equal, above. |a| < 2^63. */
static uint64_t cut(real a, unsigned *rest)
{
    const uint64_t m = mantissa(a);
    const int e = exponent(a);
    *rest = 0;
    if (m == 0 || e >= 0)
        return m << (m == 0 ? 0 : e);
    if (e < -54) {
        *rest = 1;
        return 0;
    }
    const uint64_t below = m & ((UINT64_C(1) << -e) - 1), middle = UINT64_C(1) << (-e - 1);
    *rest = below == 0 ? 0 : below < middle ? 1 : below == middle ? 2 : 3;
    return m >> -e;
}

static int64_t signed_of(uint64_t size, real a)
{
    return a >> 63 != 0 ? -(int64_t)size : (int64_t)size;
}

static int64_t nearest(real a)
{
    unsigned rest;
    const uint64_t size = cut(a, &rest);
    return signed_of(size + (rest == 3 || (rest == 2 && size % 2 == 1)), a);
}

static int64_t floor_of(real a)
{
    unsigned rest;
    const int64_t size = (int64_t)cut(a, &rest);
    return a >> 63 != 0 ? -size - (rest != 0) : size;
}

static uint64_t truncated(real a)
{
    unsigned rest;
    return cut(a, &rest);
}

/* ---- The roots of x^1024 + 1, rounded: root[k] = exp(i pi r / 1024), r being k's ten bits reversed */

typedef enum variant { ROUND3, FNDSA } variant;

typedef struct complex_number {
    real re, im;
} complex_number;

/* Numbers below 4 with 192 fractional bits, least significant limb first. */
typedef struct fixed {
    uint32_t limb[7];
} fixed;

static void fixed_add(fixed *a, const fixed *b, int subtract)
{
    int64_t carry = 0;
    for (size_t i = 0; i < 7; i++) {
        carry += (int64_t)a->limb[i] + (subtract ? -(int64_t)b->limb[i] : (int64_t)b->limb[i]);
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* a b / divisor */
static fixed fixed_mul(const fixed *a, const fixed *b, uint32_t divisor)
{
    uint32_t product[14] = {0};
    uint64_t rest = 0;
    fixed out;
    for (size_t i = 0; i < 7; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < 7; j++) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + 7] = (uint32_t)carry;
    }
    for (size_t i = 7; i-- > 0;) {
        rest = rest << 32 | product[i + 6];
        out.limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return out;
}

static real fixed_round(const fixed *a)
{
    size_t top = 6;
    while (top > 2 && a->limb[top] == 0)
        top--;
    uint64_t m = (uint64_t)a->limb[top] << 32 | a->limb[top - 1], next = a->limb[top - 2];
    int e = 32 * (int)top - 32 - 192;
    for (; m >> 63 == 0; e--, next <<= 1)
        m = m << 1 | (next >> 31 & 1);
    return rounded(0, e, m | 1); /* irrational: something is below */
}

/* exp(i pi r / 1024) for 0 < r < 512 by the series. */
static complex_number root_of(unsigned r)
{
    static const fixed pi = {{0x299f31d0, 0xa4093822, 0x03707344, 0x13198a2e, 0x85a308d3, 0x243f6a88, 3}};
    static const fixed one = {{0, 0, 0, 0, 0, 0, 1}};
    fixed step = {{0, 0, 0, 0, 0, 0, r}}, sums[2] = {one, {{0}}}, term = one;
    step = fixed_mul(&pi, &step, 1024);
    for (unsigned i = 1; i < 48; i++) {
        term = fixed_mul(&term, &step, i);
        fixed_add(&sums[i % 2], &term, i / 2 % 2 != 0);
    }
    return (complex_number){fixed_round(&sums[0]), fixed_round(&sums[1])};
}

static const complex_number *roots(void)
{
    static complex_number table[MAX_N];
    if (table[2].re == 0) {
        for (unsigned k = 2; k < MAX_N; k++) {
            unsigned r = 0;
            for (unsigned bit = 0; bit < 10; bit++)
                r |= (k >> bit & 1) << (9 - bit);
            table[k] = root_of(r < 512 ? r : MAX_N - r);
            if (r > 512)
                table[k].re = negative(table[k].re);
        }
    }
    return table;
}

/* ---- Polynomials by their values at half of the roots: n/2 real parts, then n/2 imaginary parts */

static complex_number value(const real *a, size_t i, size_t n)
{
    return (complex_number){a[i], a[i + n / 2]};
}

static void set_value(real *a, size_t i, size_t n, complex_number x)
{
    a[i] = x.re;
    a[i + n / 2] = x.im;
}

static complex_number complex_add(complex_number a, complex_number b)
{
    return (complex_number){add(a.re, b.re), add(a.im, b.im)};
}

static complex_number complex_sub(complex_number a, complex_number b)
{
    return (complex_number){sub(a.re, b.re), sub(a.im, b.im)};
}

static complex_number complex_mul(complex_number a, complex_number b)
{
    return (complex_number){sub(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re))};
}

static complex_number conjugate(complex_number a)
{
    return (complex_number){a.re, negative(a.im)};
}

static real size_squared(complex_number a)
{
    return add(square(a.re), square(a.im));
}

static complex_number complex_scale(complex_number a, real b)
{
    return (complex_number){mul(a.re, b), mul(a.im, b)};
}

static void transform(real *a, size_t n)
{
    for (size_t blocks = 1, distance = n / 4; blocks < n / 2; blocks *= 2, distance /= 2)
        for (size_t b = 0; b < blocks; b++)
            for (size_t i = 2 * distance * b; i < 2 * distance * b + distance; i++) {
                const complex_number x = value(a, i, n);
                const complex_number y = complex_mul(value(a, i + distance, n), roots()[2 * blocks + b]);
                set_value(a, i, n, complex_add(x, y));
                set_value(a, i + distance, n, complex_sub(x, y));
            }
}

static void transform_back(real *a, size_t n)
{
    for (size_t blocks = n / 4, distance = 1; blocks >= 1; blocks /= 2, distance *= 2)
        for (size_t b = 0; b < blocks; b++)
            for (size_t i = 2 * distance * b; i < 2 * distance * b + distance; i++) {
                const complex_number x = value(a, i, n), y = value(a, i + distance, n);
                set_value(a, i, n, complex_add(x, y));
                set_value(a, i + distance, n, complex_mul(complex_sub(x, y), conjugate(roots()[2 * blocks + b])));
            }
    const real scale = divide(TWO, real_of((int64_t)n));
    for (size_t i = 0; i < n; i++)
        a[i] = mul(a[i], scale);
}

static void small_to_real(real *a, const int8_t *small, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = real_of(small[i]);
}

/* f = f0(x^2) + x f1(x^2) */
static void split(real *f0, real *f1, const real *f, size_t n)
{
    f0[0] = f[0];
    f1[0] = f[n / 2];
    for (size_t i = 0; i < n / 4; i++) {
        const complex_number a = value(f, 2 * i, n), b = value(f, 2 * i + 1, n);
        const complex_number d = complex_mul(complex_sub(a, b), conjugate(roots()[i + n / 2]));
        set_value(f0, i, n / 2, complex_scale(complex_add(a, b), HALF));
        set_value(f1, i, n / 2, complex_scale(d, HALF));
    }
}

static void merge(real *f, const real *f0, const real *f1, size_t n)
{
    f[0] = f0[0];
    f[n / 2] = f1[0];
    for (size_t i = 0; i < n / 4; i++) {
        const complex_number a = value(f0, i, n / 2), b = complex_mul(value(f1, i, n / 2), roots()[i + n / 2]);
        set_value(f, 2 * i, n, complex_add(a, b));
        set_value(f, 2 * i + 1, n, complex_sub(a, b));
    }
}

/* ---- The sampler's generator: ChaCha20, eight blocks at a time, a word of each in turn; SHAKE256 in FN-DSA */

typedef struct generator {
    variant rules;
    uint32_t key[12];
    uint64_t counter;
    uint8_t buffer[512];
    size_t at;
    neosig_reference_shake shake;
} generator;

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    static const unsigned turns[2][2] = {{16, 12}, {8, 7}};
    for (unsigned i = 0; i < 2; i++) {
        *a += *b;
        *d ^= *a;
        *d = *d << turns[i][0] | *d >> (32 - turns[i][0]);
        *c += *d;
        *b ^= *c;
        *b = *b << turns[i][1] | *b >> (32 - turns[i][1]);
    }
}

static void refill(generator *g)
{
    for (size_t block = 0; block < 8; block++, g->counter++) {
        uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, s[16];
        memcpy(start + 4, g->key, sizeof g->key);
        start[14] ^= (uint32_t)g->counter;
        start[15] ^= (uint32_t)(g->counter >> 32);
        memcpy(s, start, sizeof s);
        for (unsigned round = 0; round < 10; round++)
            for (unsigned i = 0; i < 8; i++) {
                const unsigned turn = i / 4, j = i % 4;
                quarter_round(&s[j], &s[4 + (j + turn) % 4], &s[8 + (j + 2 * turn) % 4], &s[12 + (j + 3 * turn) % 4]);
            }
        for (size_t word = 0; word < 16; word++)
            for (size_t byte = 0; byte < 4; byte++)
                g->buffer[32 * word + 4 * block + byte] = (uint8_t)((s[word] + start[word]) >> 8 * byte);
    }
    g->at = 0;
}

static uint64_t load(const uint8_t *in, size_t bytes)
{
    uint64_t x = 0;
    for (size_t i = bytes; i-- > 0;)
        x = x << 8 | in[i];
    return x;
}

static void generator_init(generator *g, variant rules, const uint8_t *seed, size_t seed_bytes)
{
    uint8_t state[56];
    g->rules = rules;
    neosig_reference_shake_init(&g->shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(&g->shake, seed, seed_bytes);
    if (rules == FNDSA)
        return;
    neosig_reference_shake_squeeze(&g->shake, state, sizeof state);
    for (size_t i = 0; i < 12; i++)
        g->key[i] = (uint32_t)load(state + 4 * i, 4);
    g->counter = load(state + 48, 8);
    refill(g);
}

static uint64_t squeeze(neosig_reference_shake *shake, size_t bytes)
{
    uint8_t out[8];
    neosig_reference_shake_squeeze(shake, out, bytes);
    return load(out, bytes);
}

static uint8_t next_byte(generator *g)
{
    if (g->rules == FNDSA)
        return (uint8_t)squeeze(&g->shake, 1);
    const uint8_t byte = g->buffer[g->at++];
    if (g->at == sizeof g->buffer)
        refill(g);
    return byte;
}

/* Eight bytes, of which none is the buffer's last: what is too short is passed over. */
static uint64_t next_word(generator *g)
{
    if (g->rules == FNDSA)
        return squeeze(&g->shake, 8);
    if (g->at >= sizeof g->buffer - 9)
        refill(g);
    g->at += 8;
    return load(g->buffer + g->at - 8, 8);
}

/* ---- Gaussian integers (section 3.9.3) */

/* A number of the half-Gaussian (table 3.1), and in *b the bit of the sign: how many thresholds are above a number of
 * 72 bits, 79 in FN-DSA. Thresholds have two limbs of 24 bits below the highest. */
static int base_sample(generator *g, int *b)
{
    static const uint32_t round3[18][3] = {
        {10745844, 3068844, 3741698},
        {5559083, 1580863, 8248194},
        {2260429, 13669192, 2736639},
        {708981, 4421575, 10046180},
        {169348, 7122675, 4136815},
        {30538, 13063405, 7650655},
        {4132, 14505003, 7826148},
        {417, 16768101, 11363290},
        {31, 8444042, 8086568},
        {1, 12844466, 265321},
        {0, 1232676, 13644283},
        {0, 38047, 9111839},
        {0, 870, 6138264},
        {0, 14, 12545723},
        {0, 0, 3104126},
        {0, 0, 28824},
        {0, 0, 198},
        {0, 0, 1},
    };
    static const uint32_t fndsa[18][3] = {
        {1375468055, 6936092, 9176346},
        {711562636, 1023934, 15582455},
        {289335016, 4826132, 14746371},
        {90749601, 12313548, 10843417},
        {21676598, 5732767, 9419414},
        {3908963, 11171514, 6206010},
        {529006, 11146683, 11891888},
        {53503, 15610582, 11661180},
        {4032, 7095613, 11671091},
        {225, 16701698, 407118},
        {9, 6787688, 1638204},
        {0, 4870085, 8687822},
        {0, 111406, 13946073},
        {0, 1887, 12017202},
        {0, 23, 11452285},
        {0, 0, 3689579},
        {0, 0, 25354},
        {0, 0, 129},
    };
    const uint32_t(*thresholds)[3] = g->rules == FNDSA ? fndsa : round3;
    uint64_t low = next_word(g), high;
    int z = 0;
    if (g->rules == FNDSA) { /* the sign, 48 bits, 31 bits */
        *b = (int)(low & 1);
        high = squeeze(&g->shake, 2) << 15 | low >> 49;
        low >>= 1;
    } else { /* 48 bits, 24 bits, the sign in a byte */
        high = (uint64_t)next_byte(g) << 16 | low >> 48;
        *b = next_byte(g) & 1;
    }
    for (size_t i = 0; i < 18; i++) {
        const uint64_t threshold = (uint64_t)thresholds[i][1] << 24 | thresholds[i][2];
        z += high < thresholds[i][0] || (high == thresholds[i][0] && (low & 0xffffffffffff) < threshold);
    }
    return z;
}

/* ccs exp(-x) 2^64 for 0 <= x < log 2, in fixed point (algorithm 13). */
static uint64_t exponential(real x, real ccs)
{
    static const uint64_t coefficients[13] = {
        0x00000004741183A3, 0x00000036548CFC06, 0x0000024FDCBF140A, 0x0000171D939DE045, 0x0000D00CF58F6F84,
        0x000680681CF796E3, 0x002D82D8305B0FEA, 0x011111110E066FD0, 0x0555555555070F00, 0x155555555581FF00,
        0x400000000002B400, 0x7FFFFFFFFFFF4800, 0x8000000000000000,
    };
    const real two_63 = real_of(INT64_C(1) << 62) + (UINT64_C(1) << 52);
    const uint64_t z = truncated(mul(x, two_63)) << 1;
    uint64_t y = coefficients[0], low;
    for (size_t i = 1; i < 13; i++)
        y = coefficients[i] - high_half(z, y, &low);
    return high_half(truncated(mul(ccs, two_63)) << 1, y, &low);
}

/* Whether a candidate is kept, with probability ccs exp(-x). */
static int keep(generator *g, real x, real ccs)
{
    const uint64_t s = truncated(mul(x, INVERSE_LOG_2));
    const real r = sub(x, mul(real_of((int64_t)s), LOG_2));
    const uint64_t z = ((exponential(r, ccs) << 1) - 1) >> (s < 63 ? s : 63);
    for (int i = 56; i >= 0; i -= 8) {
        const uint8_t w = next_byte(g), expected = (uint8_t)(z >> i);
        if (w != expected)
            return w < expected;
    }
    return 0;
}

typedef struct sampler {
    generator source;
    real sigma_min, inverse_sigma;
} sampler;

static int64_t sample(sampler *s, real centre, real inverse_sigma)
{
    const int64_t whole = floor_of(centre);
    const real r = sub(centre, real_of(whole)), dss = half(square(inverse_sigma));
    const real ccs = mul(inverse_sigma, s->sigma_min);
    for (;;) {
        int b;
        const int z0 = base_sample(&s->source, &b), z = b != 0 ? 1 + z0 : -z0;
        const real x = sub(mul(square(sub(real_of(z), r)), dss), mul(real_of(z0 * z0), INVERSE_2_SIGMA0_SQUARED));
        if (keep(&s->source, x, ccs))
            return whole + z;
    }
}

/* Fast Fourier sampling (algorithm 11) of the lattice with Gram matrix (g00, g01; ., g11), which is decomposed on the
 * way (algorithm 9). t becomes the integer vector. The numbers at g are used up. */
static void sample_vector(sampler *s, real *t0, real *t1, real *g00, real *g01, real *g11, size_t n)
{
    real l10[MAX_N], z0[MAX_N], z1[MAX_N], low[MAX_N], high[MAX_N], again[MAX_N];
    if (n == 1) {
        const real sigma = mul(square_root(g00[0]), s->inverse_sigma);
        t0[0] = real_of(sample(s, t0[0], sigma));
        t1[0] = real_of(sample(s, t1[0], sigma));
        return;
    }
    for (size_t i = 0; i < n / 2; i++) {
        const complex_number d = value(g00, i, n), g = value(g01, i, n);
        const complex_number inverse_d = complex_scale(conjugate(d), inverse(size_squared(d)));
        const int exact = s->source.rules == FNDSA; /* d is real, and so is what it leaves of g11 */
        const complex_number mu = exact ? complex_scale(g, inverse(d.re)) : complex_mul(g, inverse_d);
        complex_number d11 = complex_sub(value(g11, i, n), complex_mul(mu, conjugate(g)));
        if (exact)
            d11.im = 0;
        set_value(g11, i, n, d11);
        set_value(l10, i, n, conjugate(mu));
    }
    split(z1, z1 + n / 2, t1, n);
    split(low, high, g11, n);
    memcpy(again, low, n / 2 * sizeof *low);
    sample_vector(s, z1, z1 + n / 2, low, high, again, n / 2);
    merge(low, z1, z1 + n / 2, n);
    memcpy(z1, low, n * sizeof *z1);
    for (size_t i = 0; i < n; i++) {
        high[i] = sub(t1[i], z1[i]);
        t1[i] = z1[i];
    }
    for (size_t i = 0; i < n / 2; i++)
        set_value(t0, i, n, complex_add(value(t0, i, n), complex_mul(value(high, i, n), value(l10, i, n))));
    split(z0, z0 + n / 2, t0, n);
    split(low, high, g00, n);
    memcpy(again, low, n / 2 * sizeof *low);
    sample_vector(s, z0, z0 + n / 2, low, high, again, n / 2);
    merge(t0, z0, z0 + n / 2, n);
}

/* ---- Arithmetic modulo q, by values at the roots of x^n + 1 */

static uint32_t power(uint32_t a, uint32_t e)
{
    uint32_t r = 1;
    for (; e > 0; e >>= 1, a = a * a % Q)
        r = (e & 1) != 0 ? r * a % Q : r;
    return r;
}

/* values[i] = scale times the sum of a[j] root^(order of i times j); root has order 2n. */
static void evaluate(uint32_t *values, const uint32_t *a, size_t n, int back)
{
    uint32_t powers[2 * MAX_N];
    for (size_t i = 0; i < 2 * n; i++)
        powers[i] = power(n == 512 ? 49 : 7, (uint32_t)i);
    for (size_t i = 0; i < n; i++) {
        uint64_t sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += (uint64_t)a[j] *
                   (back ? powers[(2 * n - (2 * j + 1) * i % (2 * n)) % (2 * n)] : powers[(2 * i + 1) * j % (2 * n)]);
        values[i] = (uint32_t)(sum % Q) * (back ? power((uint32_t)n, Q - 2) : 1) % Q;
    }
}

static void evaluate_small(uint32_t *values, const int8_t *a, size_t n)
{
    uint32_t positive[MAX_N] = {0};
    for (size_t i = 0; i < n; i++)
        positive[i] = (uint32_t)(a[i] + Q) % Q;
    evaluate(values, positive, n, 0);
}

/* a b / c, b = NULL standing for 1; -1 if c has no inverse. */
static int quotient(uint32_t *r, const int8_t *a, const int8_t *b, const int8_t *c, size_t n)
{
    uint32_t x[MAX_N], y[MAX_N];
    int bad = 0;
    evaluate_small(x, a, n);
    if (b != NULL) {
        evaluate_small(y, b, n);
        for (size_t i = 0; i < n; i++)
            x[i] = x[i] * y[i] % Q;
    }
    evaluate_small(y, c, n);
    for (size_t i = 0; i < n; i++) {
        bad |= y[i] == 0;
        x[i] = x[i] * power(y[i], Q - 2) % Q;
    }
    evaluate(r, x, n, 1);
    return -bad;
}

static int32_t balanced(uint32_t a)
{
    return a > Q / 2 ? (int32_t)a - Q : (int32_t)a;
}

/* ---- Integers of many limbs, two's complement, least significant first; polynomials of them */

typedef struct poly {
    size_t n, limbs;
    uint32_t *c;
} poly;

static poly poly_new(size_t n, size_t limbs)
{
    const poly p = {n, limbs, calloc(n * limbs, sizeof(uint32_t))};
    if (p.c == NULL)
        abort();
    return p;
}

static uint32_t sign_limb(const uint32_t *a, size_t limbs)
{
    return a[limbs - 1] >> 31 != 0 ? UINT32_MAX : 0;
}

/* |a|; returns whether a is negative. */
static int magnitude(uint32_t *out, const uint32_t *a, size_t limbs)
{
    const uint32_t mask = sign_limb(a, limbs);
    uint64_t carry = mask & 1;
    for (size_t i = 0; i < limbs; i++) {
        carry += a[i] ^ mask;
        out[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return mask != 0;
}

/* out += a, or -= a, of a's limbs and zeros, 32 shift bits higher. */
static void add_at(uint32_t *out, size_t limbs, const uint32_t *a, size_t a_limbs, size_t shift, int subtract)
{
    int64_t carry = 0;
    for (size_t i = shift; i < limbs; i++) {
        const int64_t x = i - shift < a_limbs ? a[i - shift] : 0;
        carry += (int64_t)out[i] + (subtract ? -x : x);
        out[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* out += a b 2^shift, or -=, modulo what out can hold. */
static void multiply_add(uint32_t *out, size_t limbs, const uint32_t *a, size_t a_limbs, const uint32_t *b,
                         size_t b_limbs, size_t shift, int subtract)
{
    uint32_t x[320], y[320], product[642];
    memset(product, 0, (a_limbs + b_limbs + 1) * sizeof *product);
    const int sign = magnitude(x, a, a_limbs) ^ magnitude(y, b, b_limbs) ^ subtract;
    for (size_t i = 0; i < a_limbs; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < b_limbs; j++) {
            carry += (uint64_t)x[i] * y[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + b_limbs] = (uint32_t)carry;
    }
    if (shift % 32 != 0)
        for (size_t i = a_limbs + b_limbs; i > 0; i--)
            product[i] = product[i] << shift % 32 | product[i - 1] >> (32 - shift % 32);
    product[0] <<= shift % 32;
    add_at(out, limbs, product, a_limbs + b_limbs + 1, shift / 32, sign);
}

/* out += a b 2^shift, or -=, modulo x^n + 1. */
static void poly_multiply_add(const poly *out, const poly *a, const poly *b, size_t shift, int subtract)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            multiply_add(out->c + (i + j) % out->n * out->limbs, out->limbs, a->c + i * a->limbs, a->limbs,
                         b->c + j * b->limbs, b->limbs, shift, subtract ^ (i + j >= out->n));
}

/* The bits first to first + 30 of a, the sign going on for ever. */
static uint32_t word_of(const uint32_t *a, size_t limbs, size_t first)
{
    const size_t i = first / 32;
    const uint32_t low = i < limbs ? a[i] : sign_limb(a, limbs), high = i + 1 < limbs ? a[i + 1] : sign_limb(a, limbs);
    return (uint32_t)(((uint64_t)high << 32 | low) >> first % 32) & 0x7fffffff;
}

/* Whether all coefficients fit `words` words of 31 bits. */
static int fits(const poly *a, size_t words)
{
    for (size_t i = 0; i < a->n; i++) {
        const uint32_t *c = a->c + i * a->limbs, top = word_of(c, a->limbs, 31 * (words - 1)) >> 30;
        for (size_t w = words; 31 * w < 32 * a->limbs; w++)
            if (word_of(c, a->limbs, 31 * w) != (top != 0 ? 0x7fffffffu : 0))
                return 0;
    }
    return 1;
}

/* a(-x) */
static poly alternate(const poly *a)
{
    poly out = poly_new(a->n, a->limbs);
    for (size_t i = 0; i < a->n; i++)
        add_at(out.c + i * a->limbs, a->limbs, a->c + i * a->limbs, a->limbs, 0, i % 2 != 0);
    return out;
}

/* a(x^2) b */
static poly lift(const poly *a, const poly *b, size_t limbs)
{
    poly out = poly_new(b->n, limbs);
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            multiply_add(out.c + (2 * i + j) % b->n * limbs, limbs, a->c + i * a->limbs, a->limbs, b->c + j * b->limbs,
                         b->limbs, 0, 2 * i + j >= b->n);
    return out;
}

/* The field norm: a(x) a(-x) = out(x^2). */
static poly field_norm(const poly *a, size_t limbs)
{
    const poly other = alternate(a), square_of = poly_new(a->n, limbs);
    poly out = poly_new(a->n / 2, limbs);
    poly_multiply_add(&square_of, a, &other, 0, 0);
    for (size_t i = 0; i < out.n; i++)
        memcpy(out.c + i * limbs, square_of.c + 2 * i * limbs, limbs * sizeof(uint32_t));
    free(other.c);
    free(square_of.c);
    return out;
}

static int is_less(const uint32_t *a, const uint32_t *b, size_t limbs)
{
    while (limbs-- > 0)
        if (a[limbs] != b[limbs])
            return a[limbs] < b[limbs];
    return 0;
}

static int is_number(const uint32_t *a, size_t limbs, uint32_t number)
{
    uint32_t rest = a[0] ^ number;
    for (size_t i = 1; i < limbs; i++)
        rest |= a[i];
    return rest == 0;
}

static void halve(uint32_t *a, size_t limbs)
{
    for (size_t i = 0; i < limbs; i++)
        a[i] = a[i] >> 1 | (i + 1 < limbs ? a[i + 1] << 31 : 0);
}

/* out = x^-1 mod y, both odd and positive with room for a bit more; -1 if there is none. */
static int invert(uint32_t *out, const uint32_t *x, const uint32_t *y, size_t limbs)
{
    uint32_t memory[4][320] = {{0}}, *a = memory[0], *b = memory[1], *u = memory[2], *w = memory[3];
    memcpy(a, x, limbs * sizeof *a);
    memcpy(b, y, limbs * sizeof *b);
    u[0] = 1;
    while (!is_number(a, limbs, 0)) { /* u x = a, w x = b modulo y */
        if (a[0] % 2 == 0) {
            halve(a, limbs);
            if (u[0] % 2 != 0)
                add_at(u, limbs, y, limbs, 0, 0);
            halve(u, limbs);
            continue;
        }
        if (is_less(a, b, limbs)) {
            uint32_t *swap = a;
            a = b;
            b = swap;
            swap = u;
            u = w;
            w = swap;
        }
        add_at(a, limbs, b, limbs, 0, 1);
        if (is_less(u, w, limbs))
            add_at(u, limbs, y, limbs, 0, 0);
        add_at(u, limbs, w, limbs, 0, 1);
    }
    memcpy(out, w, limbs * sizeof *out);
    return is_number(b, limbs, 1) ? 0 : -1;
}

/* ---- f G - g F = q (section 3.8.2). The reduction's quotients are the reference code's, to the bit. */

static const neosig_reference_ntru equation_round3 = {
    .q = Q,
    .small = {1, 1, 2, 2, 4, 7, 14, 27, 53, 106, 209},
    .large = {2, 2, 5, 7, 12, 21, 40, 78, 157, 308},
};
static const neosig_reference_ntru equation_fndsa[2] = {
    {.fixed = 1,
     .q = Q,
     .small = {1, 1, 2, 3, 4, 8, 14, 27, 53, 104, 207},
     .large = {1, 2, 3, 6, 11, 21, 40, 78, 155, 308},
     .windows = {1, 1, 2, 2, 2, 3, 3, 4, 5, 7},
     .step = 9,
     .F_alone = 1},
    {.fixed = 1,
     .q = Q,
     .small = {1, 1, 2, 3, 4, 8, 14, 27, 53, 104, 207},
     .large = {1, 2, 3, 6, 11, 21, 40, 78, 155, 308},
     .windows = {1, 1, 2, 2, 2, 3, 3, 4, 5, 7},
     .step = 8,
     .F_alone = 1},
};

/* The average and the standard deviation of the bits of f and g, in round 3. */
static const int small_bits[11][2] = {{4, 0},   {11, 1},  {24, 1},   {50, 1},    {102, 1},  {202, 2},
                                      {401, 4}, {794, 5}, {1577, 8}, {3138, 13}, {6308, 25}};

/* The value of some words of each coefficient, from word `first` on: words from the lowest to the highest, each with
 * the sign of the whole. */
static void window(real *out, const poly *a, size_t first, size_t words)
{
    for (size_t i = 0; i < a->n; i++) {
        const uint32_t *c = a->c + i * a->limbs;
        const int negate = word_of(c, a->limbs, 31 * (first + words - 1)) >> 30 != 0;
        uint32_t carry = negate ? 1 : 0;
        real sum = 0, unit = ONE;
        for (size_t w = 0; w < words; w++) {
            uint32_t word = word_of(c, a->limbs, 31 * (first + w));
            if (negate) {
                word = (word ^ 0x7fffffff) + carry;
                carry = word >> 31;
                word &= 0x7fffffff;
            }
            sum = add(sum, mul(real_of(negate ? -(int64_t)word : (int64_t)word), unit));
            unit = mul(unit, real_of(INT64_C(1) << 31));
        }
        out[i] = sum;
    }
}

static real power_of_two(int e)
{
    return ONE + ((uint64_t)(int64_t)e << 52);
}

/* F -= k f 2^scale */
static void subtract_multiple(const poly *F, const int64_t *k, const poly *f, size_t scale)
{
    const poly factor = poly_new(f->n, 2);
    for (size_t i = 0; i < f->n; i++) {
        factor.c[2 * i] = (uint32_t)k[i];
        factor.c[2 * i + 1] = (uint32_t)(k[i] >> 32);
    }
    poly_multiply_add(F, &factor, f, scale, 1);
    free(factor.c);
}

/* Babai's reduction of (F, G) by (f, g) at depths from 1 on, 25 bits a round but for depth 1, where one round does. -1
 * if a quotient is out of range. */
static int reduce(const poly *F, const poly *G, const poly *f, const poly *g, unsigned depth)
{
    const size_t n = f->n, small = equation_round3.small[depth], f_words = small > 10 ? 10 : small;
    const int least = small_bits[depth][0] - 6 * small_bits[depth][1];
    const int most = small_bits[depth][0] + 6 * small_bits[depth][1];
    real f_values[MAX_N / 2], g_values[MAX_N / 2], F_values[MAX_N / 2], G_values[MAX_N / 2], inverse_norm[MAX_N / 4];
    int64_t k[MAX_N / 2];
    window(f_values, f, small - f_words, f_words);
    window(g_values, g, small - f_words, f_words);
    transform(f_values, n);
    transform(g_values, n);
    for (size_t i = 0; i < n / 2; i++)
        inverse_norm[i] = inverse(add(size_squared(value(f_values, i, n)), size_squared(value(g_values, i, n))));
    size_t words = equation_round3.large[depth];
    int F_bits = 31 * (int)words, scale = depth == 1 ? 0 : F_bits - least;
    for (;; scale = scale > 25 ? scale - 25 : 0) {
        const size_t F_words = words > 10 ? 10 : words;
        const int shift = scale - 31 * (int)(words - F_words) + 31 * (int)(small - f_words);
        const real limit = depth == 1 ? power_of_two(63) : sub(power_of_two(31), ONE);
        window(F_values, F, words - F_words, F_words);
        window(G_values, G, words - F_words, F_words);
        transform(F_values, n);
        transform(G_values, n);
        for (size_t i = 0; i < n / 2; i++) {
            const complex_number a = complex_mul(value(F_values, i, n), conjugate(value(f_values, i, n)));
            const complex_number b = complex_mul(value(G_values, i, n), conjugate(value(g_values, i, n)));
            set_value(F_values, i, n, complex_scale(complex_add(a, b), inverse_norm[i]));
        }
        transform_back(F_values, n);
        for (size_t i = 0; i < n; i++) {
            const real x = mul(F_values[i], power_of_two(-shift));
            if (!less(negative(limit), x) || !less(x, limit))
                return -1;
            k[i] = nearest(x);
        }
        subtract_multiple(F, k, f, (size_t)scale);
        subtract_multiple(G, k, g, (size_t)scale);
        if (scale + most + 10 < F_bits) {
            F_bits = scale + most + 10;
            words -= 31 * (int)words >= F_bits + 31;
        }
        if (scale == 0)
            return fits(F, words < small ? words : small) && fits(G, words < small ? words : small) ? 0 : -1;
    }
}

/* ---- FN-DSA's reduction, of ntrugen (Pornin, ePrint 2023/290): numbers with 32 fractional bits, sums modulo 2^64 */

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t low, high = high_half(a, b, &low);
    high -= (a >> 63 != 0 ? b : 0) + (b >> 63 != 0 ? a : 0);
    return high << 32 | low >> 32;
}

/* To the nearest, ties away from zero. */
uint64_t neosig_reference_over(uint64_t a, uint64_t b)
{
    const int minus = (a ^ b) >> 63 != 0;
    uint64_t quotient = 0, rest = 0;
    a = a >> 63 != 0 ? 0 - a : a;
    b = b >> 63 != 0 ? 0 - b : b;
    for (unsigned i = 0; i < 96; i++) {
        rest = rest << 1 | (i < 64 ? a >> (63 - i) & 1 : 0);
        quotient = quotient << 1 | (rest >= b);
        rest -= rest >= b ? b : 0;
    }
    quotient += 2 * rest >= b;
    return minus ? 0 - quotient : quotient;
}

static uint64_t half_of(uint64_t a)
{
    return (a + 1) >> 1 | ((a + 1) & SIGN);
}

/* (a0 + i a1) (b0 + i b1) by three products. */
static void times_complex(uint64_t *re, uint64_t *im, uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1)
{
    const uint64_t x = times(a0, b0), y = times(a1, b1);
    *im = times(a0 + a1, b0 + b1) - (x + y);
    *re = x - y;
}

/* 2^32 root, of roots(), to the nearest. */
static uint64_t fixed_root(real a)
{
    return (uint64_t)nearest(a << 1 == 0 ? a : a + (UINT64_C(32) << 52));
}

void neosig_reference_root(int64_t root[2], size_t k)
{
    root[0] = nearest(roots()[k].re + (UINT64_C(31) << 52));
    root[1] = nearest(roots()[k].im + (UINT64_C(31) << 52));
}

void neosig_reference_transform_fixed(uint64_t *a, size_t n)
{
    for (size_t blocks = 1, distance = n / 4; blocks < n / 2; blocks *= 2, distance /= 2)
        for (size_t b = 0; b < blocks; b++) {
            const complex_number root = roots()[2 * blocks + b];
            for (size_t i = 2 * distance * b, j = i + distance; i < 2 * distance * b + distance; i++, j++) {
                uint64_t re, im;
                times_complex(&re, &im, fixed_root(root.re), fixed_root(root.im), a[j], a[j + n / 2]);
                a[j] = a[i] - re;
                a[j + n / 2] = a[i + n / 2] - im;
                a[i] += re;
                a[i + n / 2] += im;
            }
        }
}

static void transform_fixed_back(uint64_t *a, size_t n)
{
    for (size_t blocks = n / 4, distance = 1; blocks >= 1; blocks /= 2, distance *= 2)
        for (size_t b = 0; b < blocks; b++) {
            const complex_number root = conjugate(roots()[2 * blocks + b]);
            for (size_t i = 2 * distance * b, j = i + distance; i < 2 * distance * b + distance; i++, j++) {
                const uint64_t re = half_of(a[i] - a[j]), im = half_of(a[i + n / 2] - a[j + n / 2]);
                a[i] = half_of(a[i] + a[j]);
                a[i + n / 2] = half_of(a[i + n / 2] + a[j + n / 2]);
                times_complex(&a[j], &a[j + n / 2], fixed_root(root.re), fixed_root(root.im), re, im);
            }
        }
}

/* Some words of each coefficient, from word `first` on, over 2^scale. */
static void window_fixed(uint64_t *out, const poly *a, size_t first, size_t words, unsigned scale)
{
    for (size_t i = 0; i < a->n; i++) {
        const uint32_t *c = a->c + i * a->limbs;
        out[i] = 0;
        for (size_t bit = scale < 32 ? 32 - scale : 0; bit < 64 && words > 0; bit++) {
            const size_t at = scale + bit - 32 < 31 * words ? scale + bit - 32 : 31 * words - 1;
            out[i] |= (uint64_t)(word_of(c, a->limbs, 31 * first + at) & 1) << bit;
        }
    }
}

/* Bits of the longest coefficient from word `first` on, but for signs. */
static unsigned longest(const poly *a, size_t first, size_t words)
{
    unsigned length = 0;
    for (size_t i = 0; i < a->n; i++) {
        const uint32_t *c = a->c + i * a->limbs, sign = word_of(c, a->limbs, 31 * (first + words) - 1) & 1;
        for (unsigned bit = 0; bit < 31 * words; bit++)
            if ((word_of(c, a->limbs, 31 * first + bit) & 1) != sign && length <= bit)
                length = bit + 1;
    }
    return length;
}

static uint64_t square_sum(const uint64_t *a, size_t i, size_t n)
{
    return times(a[i], a[i]) + times(a[i + n / 2], a[i + n / 2]);
}

static int reduce_fixed(const neosig_reference_ntru *rules, const poly *F, const poly *G, const poly *f, const poly *g,
                        unsigned depth)
{
    const size_t n = f->n, small = rules->small[depth],
                 top = rules->windows[depth] < small ? rules->windows[depth] : small;
    const size_t first = small - top;
    const unsigned longest_f = longest(f, first, top), longest_g = rules->F_alone ? 0 : longest(g, first, top);
    const unsigned length = longest_f > longest_g ? longest_f : longest_g;
    unsigned logn = 0, bits = 31 * (unsigned)rules->large[depth];
    while ((size_t)1 << logn < n)
        logn++;
    const unsigned up = 15 - logn < length ? 15 - logn : length, least = 31 * (unsigned)first;
    uint64_t a[MAX_N / 2], b[MAX_N / 2], x[MAX_N / 2], y[MAX_N / 2];
    int64_t k[MAX_N / 2];
    window_fixed(a, f, first, top, length - up);
    window_fixed(b, g, first, top, length - up);
    if (rules->F_alone) /* then g and G add nothing to quotients */
        memset(b, 0, sizeof b);
    neosig_reference_transform_fixed(a, n);
    neosig_reference_transform_fixed(b, n);
    for (size_t i = 0; i < n / 2; i++) {
        const uint64_t norm = square_sum(a, i, n) + square_sum(b, i, n);
        a[i] = neosig_reference_over(a[i] << up, norm);
        b[i] = neosig_reference_over(b[i] << up, norm);
        a[i + n / 2] = neosig_reference_over(0 - (a[i + n / 2] << up), norm);
        b[i + n / 2] = neosig_reference_over(0 - (b[i + n / 2] << up), norm);
    }
    for (size_t words = rules->large[depth];;) {
        window_fixed(x, F, bits / 31, words - bits / 31, length + bits % 31);
        window_fixed(y, G, bits / 31, words - bits / 31, length + bits % 31);
        neosig_reference_transform_fixed(x, n);
        neosig_reference_transform_fixed(y, n);
        for (size_t i = 0; i < n / 2; i++) {
            const size_t j = i + n / 2;
            times_complex(&x[i], &x[j], x[i], x[j], a[i], a[j]);
            times_complex(&y[i], &y[j], y[i], y[j], b[i], b[j]);
            x[i] += y[i];
            x[j] += y[j];
        }
        transform_fixed_back(x, n);
        for (size_t i = 0; i < n; i++)
            k[i] = (int32_t)((x[i] + (UINT64_C(1) << 31)) >> 32);
        subtract_multiple(F, k, f, bits - least);
        subtract_multiple(G, k, g, bits - least);
        if (bits <= least)
            return fits(F, small) && (rules->F_alone || fits(G, small)) ? 0 : -1;
        bits = bits <= least + rules->step ? least : bits - rules->step;
        while (words > small && 31 * (words - small) > bits - least + 30) {
            words--;
            if (rules->F_alone && !fits(F, words))
                return -1;
        }
    }
}

/* The last reduction: exact numerators and denominators. */
static void reduce_last(const neosig_reference_ntru *rules, const poly *F, const poly *G, const poly *f, const poly *g)
{
    const size_t n = f->n;
    real numbers[2][MAX_N];
    uint64_t fixed_numbers[2][MAX_N];
    int64_t k[MAX_N];
    for (unsigned which = 0; which < 2; which++) {
        const poly sum = poly_new(n, 2), *a = which == 0 ? F : f, *b = which == 0 ? G : g;
        for (unsigned i = 0; i < 2; i++) { /* times f*, times g*: x^j is -x^(n-j) */
            const poly *c = i == 0 ? f : g, adjoint = poly_new(n, c->limbs);
            for (size_t j = 0; j < n; j++)
                add_at(adjoint.c + (n - j) % n * c->limbs, c->limbs, c->c + j * c->limbs, c->limbs, 0, j != 0);
            poly_multiply_add(&sum, i == 0 ? a : b, &adjoint, 0, 0);
            free(adjoint.c);
        }
        for (size_t i = 0; i < n; i++) {
            const uint64_t x = (uint64_t)sum.c[2 * i + 1] << 32 | sum.c[2 * i];
            numbers[which][i] = real_of((int64_t)x);
            fixed_numbers[which][i] = x << 22;
        }
        free(sum.c);
        transform(numbers[which], n);
        neosig_reference_transform_fixed(fixed_numbers[which], n);
    }
    for (size_t i = 0; i < n / 2; i++) {
        set_value(numbers[0], i, n, complex_scale(value(numbers[0], i, n), inverse(numbers[1][i])));
        fixed_numbers[0][i] = neosig_reference_over(fixed_numbers[0][i], fixed_numbers[1][i]);
        fixed_numbers[0][i + n / 2] = neosig_reference_over(fixed_numbers[0][i + n / 2], fixed_numbers[1][i]);
    }
    transform_back(numbers[0], n);
    transform_fixed_back(fixed_numbers[0], n);
    for (size_t i = 0; i < n; i++)
        k[i] = !rules->fixed ? nearest(numbers[0][i]) : (int32_t)((fixed_numbers[0][i] + (UINT64_C(1) << 31)) >> 32);
    subtract_multiple(F, k, f, 0);
    subtract_multiple(G, k, g, 0);
}

/* The equation's solution for polynomials of degree 0. */
static int solve_deepest(poly *F, poly *G, const poly *f, const poly *g, size_t words, uint32_t q)
{
    uint32_t u[320], v[320];
    *F = poly_new(1, words);
    *G = poly_new(1, words);
    int bad =
        f->c[0] % 2 == 0 || g->c[0] % 2 == 0 || invert(u, f->c, g->c, words) != 0 || invert(v, g->c, f->c, words) != 0;
    if (!bad) {
        multiply_add(G->c, words, u, words, &q, 1, 0, 0);
        add_at(F->c, words, f->c, words, 0, 0); /* f - g^-1 */
        add_at(F->c, words, v, words, 0, 1);
        memcpy(v, F->c, words * sizeof *v);
        memset(F->c, 0, words * sizeof *v);
        multiply_add(F->c, words, v, words, &q, 1, 0, 0);
        bad = !fits(F, words) || !fits(G, words);
    }
    if (bad) {
        free(F->c);
        free(G->c);
    }
    return -bad;
}

static poly poly_of(const int8_t *a, size_t n)
{
    const poly p = poly_new(n, 1);
    for (size_t i = 0; i < n; i++)
        p.c[i] = (uint32_t)a[i];
    return p;
}

static int solve_from(const neosig_reference_ntru *rules, poly *F, poly *G, const poly *f, const poly *g,
                      unsigned depth)
{
    const size_t *small = rules->small, *large = rules->large;
    if (!fits(f, small[depth]) || !fits(g, small[depth]))
        return -1;
    if (f->n == 1)
        return solve_deepest(F, G, f, g, small[depth], rules->q);
    poly deeper[2], norms[2] = {field_norm(f, small[depth + 1]), field_norm(g, small[depth + 1])};
    int bad = solve_from(rules, &deeper[0], &deeper[1], &norms[0], &norms[1], depth + 1);
    if (bad == 0) {
        const poly other_f = alternate(f), other_g = alternate(g);
        const size_t limbs = depth == 0 ? 2 : large[depth];
        *F = lift(&deeper[0], &other_g, limbs);
        *G = lift(&deeper[1], &other_f, limbs);
        free(other_f.c);
        free(other_g.c);
        if (depth == 0)
            reduce_last(rules, F, G, f, g);
        else if (!fits(F, large[depth]) || (!rules->F_alone && !fits(G, large[depth])))
            bad = -1;
        else if (!rules->fixed)
            bad = reduce(F, G, f, g, depth);
        else
            bad = reduce_fixed(rules, F, G, f, g, depth);
        if (bad != 0) {
            free(F->c);
            free(G->c);
        }
        free(deeper[0].c);
        free(deeper[1].c);
    }
    free(norms[0].c);
    free(norms[1].c);
    return -(bad != 0);
}

int neosig_reference_ntru_solve(const neosig_reference_ntru *rules, int8_t *F, int8_t *G, const int8_t *f,
                                const int8_t *g, size_t n)
{
    poly solution[2], base[2] = {poly_of(f, n), poly_of(g, n)};
    int bad = solve_from(rules, &solution[0], &solution[1], &base[0], &base[1], 0);
    if (bad == 0) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < 2; j++) {
                const uint32_t *c = solution[j].c + 2 * i;
                const int64_t x = (int64_t)((uint64_t)c[1] << 32 | c[0]);
                bad |= x < -127 || x > 127;
            }
            F[i] = (int8_t)solution[0].c[2 * i];
            G[i] = (int8_t)solution[1].c[2 * i];
        }
        free(solution[0].c);
        free(solution[1].c);
    }
    free(base[0].c);
    free(base[1].c);
    return -(bad != 0);
}

/* ---- Keys */

typedef struct shape {
    size_t n;
    unsigned logn, f_bits;
    variant rules;
    int padded, most_s1, most_s2; /* coefficients at most */
    uint32_t bound;
    real inverse_sigma, sigma_min;
} shape;

static shape shape_of(const neosig_alg *alg)
{
    const neosig_falcon_set *set = (const neosig_falcon_set *)alg;
    const variant rules = set->rules == NEOSIG_FALCON_FNDSA ? FNDSA : ROUND3;
    shape s = {.n = (size_t)1 << set->logn, .logn = set->logn, .rules = rules, .padded = set->padded};
    s.most_s1 = rules == FNDSA ? 840 : Q / 2;
    s.most_s2 = rules == FNDSA ? 840 : 2047;
    s.bound = set->bound;
    s.f_bits = set->logn == 9 ? 6 : 5;
    s.inverse_sigma = set->logn == 9 ? UINT64_C(4573606369665796042) : UINT64_C(4573496814039276259);
    s.sigma_min = set->logn == 9 ? UINT64_C(4608433670533905013) : UINT64_C(4608525754002622308);
    return s;
}

/* A Gaussian integer of deviation 1.17 sqrt(q / 2048), from two words. */
static int gaussian(neosig_reference_shake *shake)
{
    static const uint64_t thresholds[27] = {/* 2^63 times: the weight of 0; of 1 and more, 2 and more, ... */
                                            1283868770400643928,
                                            6416574995475331444,
                                            4078260278032692663,
                                            2353523259288686585,
                                            1227179971273316331,
                                            575931623374121527,
                                            242543240509105209,
                                            91437049221049666,
                                            30799446349977173,
                                            9255276791179340,
                                            2478152334826140,
                                            590642893610164,
                                            125206034929641,
                                            23590435911403,
                                            3948334035941,
                                            586753615614,
                                            77391054539,
                                            9056793210,
                                            940121950,
                                            86539696,
                                            7062824,
                                            510971,
                                            32764,
                                            1862,
                                            94,
                                            4,
                                            0};
    const uint64_t first = squeeze(shake, 8), second = squeeze(shake, 8) & ~SIGN;
    int size = 0;
    if ((first & ~SIGN) >= thresholds[0])
        for (size = 1; second < thresholds[size];)
            size++;
    return first >> 63 != 0 ? -size : size;
}

/* The same from 16 bits: a sign, and how many thresholds are above the other bits. Thresholds are 2^15 times the weight
 * of 1 and more, 2 and more, ... */
static int gaussian_fndsa(neosig_reference_shake *shake, const shape *s)
{
    static const uint16_t thresholds[2][17] = {
        {29543, 23286, 17574, 12669, 8706, 5692, 3535, 2083, 1164, 615, 308, 146, 65, 28, 11, 4, 1},
        {28207, 19623, 12472, 7198, 3753, 1761, 742, 280, 94, 28, 8, 2}};
    const uint64_t y = squeeze(shake, 2);
    int size = 0;
    for (size_t i = 0; i < 17; i++)
        size += thresholds[s->logn - 9][i] > y >> 1;
    return y & 1 ? -size : size;
}

/* f or g: coefficients within 127, their sum odd. */
static void draw(neosig_reference_shake *shake, int8_t *f, const shape *s)
{
    unsigned parity = 0;
    for (size_t i = 0; i < s->n;) {
        int sum = s->rules == FNDSA ? gaussian_fndsa(shake, s) : 0;
        for (size_t j = 0; j < MAX_N / s->n && s->rules == ROUND3; j++)
            sum += gaussian(shake);
        if (sum < -127 || sum > 127 || (i == s->n - 1 && ((parity ^ (unsigned)sum) & 1) == 0))
            continue;
        parity ^= (unsigned)sum & 1;
        f[i++] = (int8_t)sum;
    }
}

static int is_dual_short_fixed(const int8_t *f, const int8_t *g, size_t n)
{
    uint64_t a[MAX_N], b[MAX_N], sum = 0;
    for (size_t i = 0; i < n; i++) {
        a[i] = (uint64_t)f[i] << 32;
        b[i] = (uint64_t)g[i] << 32;
    }
    neosig_reference_transform_fixed(a, n);
    neosig_reference_transform_fixed(b, n);
    for (size_t i = 0, j = n / 2; i < n / 2; i++, j++) {
        const uint64_t scale = neosig_reference_over(UINT64_C(1) << 32, square_sum(a, i, n) + square_sum(b, i, n));
        a[i] = times(Q * a[i], scale);
        b[i] = times(Q * b[i], scale);
        a[j] = times(0 - Q * a[j], scale);
        b[j] = times(0 - Q * b[j], scale);
    }
    transform_fixed_back(a, n);
    transform_fixed_back(b, n);
    for (size_t i = 0; i < n; i++)
        sum += times(a[i], a[i]) + times(b[i], b[i]);
    return (int64_t)sum < INT64_C(72107278641426); /* (0.999 1.17)^2 q */
}

/* Whether (f, g) and the orthogonalised (F, G) are short enough. */
static int is_short(const int8_t *f, const int8_t *g, const shape *s)
{
    const size_t n = s->n;
    const int limit = 1 << (s->f_bits - 1);
    real a[MAX_N], b[MAX_N], sum = 0;
    int32_t norm = 0;
    for (size_t i = 0; i < n; i++) {
        if (abs(f[i]) >= limit || abs(g[i]) >= limit)
            return 0;
        norm += f[i] * f[i] + g[i] * g[i];
    }
    if (norm >= 16823)
        return 0;
    if (s->rules == FNDSA)
        return is_dual_short_fixed(f, g, n);
    small_to_real(a, f, n);
    small_to_real(b, g, n);
    transform(a, n);
    transform(b, n);
    for (size_t i = 0; i < n / 2; i++) {
        const complex_number x = conjugate(value(a, i, n)), y = conjugate(value(b, i, n));
        const real scale = inverse(add(size_squared(x), size_squared(y)));
        set_value(a, i, n, complex_scale(complex_scale(x, real_of(Q)), scale));
        set_value(b, i, n, complex_scale(complex_scale(y, real_of(Q)), scale));
    }
    transform_back(a, n);
    transform_back(b, n);
    for (size_t i = 0; i < n; i++)
        sum = add(add(sum, square(a[i])), square(b[i]));
    return less(sum, NORM_BOUND);
}

/* ---- Bits: of numbers and of bytes the highest first, in FN-DSA the lowest */

typedef struct bits {
    uint8_t *at;
    size_t count, bytes; /* bits so far; bytes that there are */
    variant rules;
} bits;

static unsigned place(const bits *b, size_t i, size_t count)
{
    return (unsigned)(b->rules == FNDSA ? i : count - 1 - i);
}

static void put(bits *out, uint32_t x, unsigned n)
{
    for (unsigned i = 0; i < n; i++, out->count++)
        if (out->count / 8 < out->bytes) {
            if (out->count % 8 == 0)
                out->at[out->count / 8] = 0;
            out->at[out->count / 8] |= (uint8_t)((x >> place(out, i, n) & 1) << place(out, out->count % 8, 8));
        }
}

/* Zeros after the end. */
static uint32_t get(bits *in, unsigned n)
{
    uint32_t x = 0;
    for (unsigned i = 0; i < n; i++, in->count++)
        if (in->count / 8 < in->bytes)
            x |= ((uint32_t)in->at[in->count / 8] >> place(in, in->count % 8, 8) & 1) << place(in, i, n);
    return x;
}

static void put_key(bits *out, const int8_t *a, size_t n, unsigned width)
{
    for (size_t i = 0; i < n; i++)
        put(out, (uint32_t)a[i], width);
}

static int get_key(bits *in, int8_t *a, size_t n, unsigned width)
{
    int bad = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t x = get(in, width), limit = 1u << (width - 1);
        bad |= x == limit;
        a[i] = (int8_t)((int32_t)x - (x >= limit ? (int32_t)(2 * limit) : 0));
    }
    return -bad;
}

/* Which value of a polynomial is number i of a public key of FN-DSA: i with its bits in reverse. */
static size_t value_of(const shape *s, size_t i)
{
    size_t reversed = 0;
    for (unsigned j = 0; j < s->logn; j++)
        reversed |= (i >> j & 1) << (s->logn - 1 - j);
    return reversed;
}

/* The public key of g / f; -1 if f has no inverse. */
static int public_key(const neosig_alg *alg, const shape *s, uint8_t *pk, const int8_t *f, const int8_t *g)
{
    uint32_t h[MAX_N], values[MAX_N];
    bits out = {pk + 1, 0, alg->public_key_bytes - 1, s->rules};
    if (quotient(h, g, NULL, f, s->n) != 0)
        return -1;
    if (s->rules == FNDSA)
        evaluate(values, h, s->n, 0);
    pk[0] = (uint8_t)s->logn;
    for (size_t i = 0; i < s->n; i++)
        put(&out, s->rules == FNDSA ? values[value_of(s, i)] : h[i], 14);
    return 0;
}

static void shake256(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t in_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(&shake, in, in_bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

/* A draw of f and g, in the order of the rules; whether they are dropped. FN-DSA drops an f before it draws g. */
static int draw_both(const shape *s, neosig_reference_shake *shake, int8_t *f, int8_t *g)
{
    static const int8_t one[MAX_N] = {1};
    uint32_t inverse_of_f[MAX_N];
    draw(shake, f, s);
    if (s->rules == ROUND3)
        draw(shake, g, s);
    if (s->rules == FNDSA && quotient(inverse_of_f, one, NULL, f, s->n) != 0)
        return -1;
    if (s->rules == FNDSA)
        draw(shake, g, s);
    return is_short(f, g, s) ? 0 : -1;
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    const shape s = shape_of(alg);
    const neosig_reference_ntru *equation = s.rules == ROUND3 ? &equation_round3 : &equation_fndsa[s.n == MAX_N];
    int8_t f[MAX_N], g[MAX_N], F[MAX_N], G[MAX_N];
    uint8_t seed[48];
    neosig_reference_shake shake;
    if (random(state, seed, alg->seed_bytes) != 0)
        return -1;
    neosig_reference_shake_init(&shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(&shake, seed, alg->seed_bytes);
    while (draw_both(&s, &shake, f, g) != 0 || public_key(alg, &s, pk, f, g) != 0 ||
           neosig_reference_ntru_solve(equation, F, G, f, g, s.n) != 0)
        continue;
    bits secret = {sk + 1, 0, alg->secret_key_bytes - 1, s.rules};
    sk[0] = (uint8_t)(0x50 + s.logn);
    put_key(&secret, f, s.n, s.f_bits);
    put_key(&secret, g, s.n, s.f_bits);
    put_key(&secret, F, s.n, 8);
    if (s.rules == FNDSA)
        shake256(sk + alg->secret_key_bytes - HASH_BYTES, HASH_BYTES, pk, alg->public_key_bytes);
    return 0;
}

/* ---- Signatures */

/* FN-DSA: SHAKE256 of the public key's hash, of two bytes for a message that is not hashed before and for an empty
 * context, and of the message. */
static void make_mu(uint8_t mu[MU_BYTES], const uint8_t *key_hash, const uint8_t *msg, size_t msg_bytes)
{
    static const uint8_t prefix[2] = {0, 0};
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(&shake, key_hash, HASH_BYTES);
    neosig_reference_shake_absorb(&shake, prefix, sizeof prefix);
    neosig_reference_shake_absorb(&shake, msg, msg_bytes);
    neosig_reference_shake_squeeze(&shake, mu, MU_BYTES);
}

/* Numbers of 16 bits below 5 q, modulo q (algorithm 3), from the nonce and the message, or from the nonce and mu. The
 * high byte is the first, in FN-DSA the low one. */
static void hash_to_point(uint32_t *c, const shape *s, const uint8_t *nonce, const uint8_t *msg, size_t msg_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(&shake, nonce, NONCE_BYTES);
    neosig_reference_shake_absorb(&shake, msg, msg_bytes);
    for (size_t i = 0; i < s->n;) {
        const uint32_t x = (uint32_t)squeeze(&shake, 2), w = s->rules == FNDSA ? x : (x << 8 | x >> 8) & 0xffff;
        if (w < 5 * Q)
            c[i++] = w % Q;
    }
}

/* A signature's bytes, 0 if it does not fit (algorithm 17). */
static size_t pack(const neosig_alg *alg, const shape *s, uint8_t *sig, const uint8_t *nonce, const int32_t *s2)
{
    const size_t most = alg->signature_bytes - (s->padded ? 0 : 2), head = 1 + NONCE_BYTES;
    bits out = {sig + head, 0, most - head, s->rules};
    sig[0] = (uint8_t)(0x30 + s->logn);
    memcpy(sig + 1, nonce, NONCE_BYTES);
    memset(sig + head, 0, most - head);
    for (size_t i = 0; i < s->n; i++) {
        const uint32_t size = (uint32_t)abs(s2[i]);
        if (size > (uint32_t)s->most_s2)
            return 0;
        put(&out, s2[i] < 0, 1);
        put(&out, size & 127, 7);
        put(&out, 0, size >> 7);
        put(&out, 1, 1);
    }
    if (out.count > 8 * out.bytes)
        return 0;
    return s->padded ? most : head + (out.count + 7) / 8;
}

static int unpack(const neosig_alg *alg, const shape *s, int32_t *s2, const uint8_t *sig, size_t sig_bytes)
{
    const size_t head = 1 + NONCE_BYTES;
    if (sig_bytes < head || (s->padded && sig_bytes != alg->signature_bytes) || sig[0] != 0x30 + s->logn)
        return -1;
    bits in = {(uint8_t *)(uintptr_t)(sig + head), 0, sig_bytes - head, s->rules};
    for (size_t i = 0; i < s->n; i++) {
        const int minus = get(&in, 1) != 0;
        int32_t size = (int32_t)get(&in, 7);
        while (get(&in, 1) == 0) {
            size += 128;
            if (size > s->most_s2)
                return -1;
        }
        if (size > s->most_s2 || (minus && size == 0))
            return -1;
        s2[i] = minus ? -size : size;
    }
    if (in.count > 8 * in.bytes || (!s->padded && (in.count + 7) / 8 != in.bytes))
        return -1;
    while (in.count < 8 * in.bytes)
        if (get(&in, 1) != 0)
            return -1;
    return 0;
}

/* The secret basis, transformed: (g, -f; G, -F). */
static int basis(real b[4][MAX_N], const shape *s, const neosig_alg *alg, const uint8_t *sk)
{
    const size_t n = s->n;
    int8_t f[MAX_N] = {0}, g[MAX_N] = {0}, F[MAX_N] = {0}, G[MAX_N];
    uint32_t completed[MAX_N];
    bits in = {(uint8_t *)(uintptr_t)(sk + 1), 0, alg->secret_key_bytes - 1, s->rules};
    if (sk[0] != 0x50 + s->logn || get_key(&in, f, n, s->f_bits) != 0 || get_key(&in, g, n, s->f_bits) != 0 ||
        get_key(&in, F, n, 8) != 0 || quotient(completed, g, F, f, n) != 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (abs(balanced(completed[i])) > 127)
            return -1;
        G[i] = (int8_t)balanced(completed[i]);
    }
    small_to_real(b[0], g, n);
    small_to_real(b[1], f, n);
    small_to_real(b[2], G, n);
    small_to_real(b[3], F, n);
    for (size_t i = 0; i < 4; i++) {
        transform(b[i], n);
        for (size_t j = 0; j < n && i % 2 == 1; j++)
            b[i][j] = negative(b[i][j]);
    }
    return 0;
}

/* An attempt: s2; -1 if it is too long. */
static int attempt(const shape *s, int32_t *s2, const uint32_t *c, real b[4][MAX_N], sampler *source)
{
    const size_t n = s->n;
    real t0[MAX_N], t1[MAX_N], g00[MAX_N], g01[MAX_N], g11[MAX_N];
    uint64_t norm = 0;
    int large = 0;
    for (size_t i = 0; i < n; i++)
        t0[i] = real_of(c[i]);
    transform(t0, n);
    for (size_t i = 0; i < n / 2; i++) {
        const complex_number x = value(t0, i, n),
                             row[4] = {value(b[0], i, n), value(b[1], i, n), value(b[2], i, n), value(b[3], i, n)};
        const complex_number zero = {0, 0};
        set_value(t0, i, n, complex_scale(complex_mul(x, row[3]), INVERSE_Q));
        set_value(t1, i, n, complex_scale(complex_mul(x, row[1]), negative(INVERSE_Q)));
        set_value(g00, i, n, zero);
        set_value(g11, i, n, zero);
        g00[i] = add(size_squared(row[0]), size_squared(row[1]));
        g11[i] = add(size_squared(row[2]), size_squared(row[3]));
        set_value(g01, i, n,
                  complex_add(complex_mul(row[0], conjugate(row[2])), complex_mul(row[1], conjugate(row[3]))));
    }
    sample_vector(source, t0, t1, g00, g01, g11, n);
    for (size_t i = 0; i < n / 2; i++) {
        const complex_number z0 = value(t0, i, n), z1 = value(t1, i, n);
        set_value(t0, i, n, complex_add(complex_mul(z0, value(b[0], i, n)), complex_mul(z1, value(b[2], i, n))));
        set_value(t1, i, n, complex_add(complex_mul(z0, value(b[1], i, n)), complex_mul(z1, value(b[3], i, n))));
    }
    transform_back(t0, n);
    transform_back(t1, n);
    for (size_t i = 0; i < n; i++) {
        const int64_t s1 = (int64_t)c[i] - nearest(t0[i]);
        s2[i] = (int32_t)-nearest(t1[i]);
        norm += (uint64_t)(s1 * s1) + (uint64_t)((int64_t)s2[i] * s2[i]);
        large |= s1 < -s->most_s1 || s1 > s->most_s1;
    }
    return norm <= s->bound && !large ? 0 : -1;
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    const shape s = shape_of(alg);
    real b[4][MAX_N];
    uint32_t c[MAX_N];
    int32_t s2[MAX_N];
    uint8_t seed[48], nonce[NONCE_BYTES];
    sampler source = {.sigma_min = s.sigma_min, .inverse_sigma = s.inverse_sigma};
    if (random(state, nonce, NONCE_BYTES) != 0 || random(state, seed, 48) != 0 || basis(b, &s, alg, sk) != 0)
        return -1;
    hash_to_point(c, &s, nonce, msg, msg_bytes);
    generator_init(&source.source, s.rules, seed, sizeof seed);
    for (*sig_bytes = 0; *sig_bytes == 0;)
        if (attempt(&s, s2, c, b, &source) == 0)
            *sig_bytes = pack(alg, &s, sig, nonce, s2);
    return 0;
}

/* An attempt's generator is SHAKE256 of a seed and the number of the attempt. Its first bytes are the nonce. The seed
 * is SHAKE256 of SHAKE256 of f and g, of mu and of what is drawn. */
static int sign_fndsa(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                      const uint8_t *sk, neosig_random *random, void *state)
{
    const shape s = shape_of(alg);
    real b[4][MAX_N];
    uint32_t c[MAX_N];
    int32_t s2[MAX_N];
    uint8_t mixed[SEED_BYTES + MU_BYTES + SEED_BYTES], *mu = mixed + SEED_BYTES;
    uint8_t seed[SEED_BYTES + 1], nonce[NONCE_BYTES];
    sampler source = {.sigma_min = s.sigma_min, .inverse_sigma = s.inverse_sigma};
    if (random(state, mu + MU_BYTES, SEED_BYTES) != 0 || basis(b, &s, alg, sk) != 0)
        return -1;
    shake256(mixed, SEED_BYTES, sk + 1, 2 * s.n * s.f_bits / 8);
    make_mu(mu, sk + alg->secret_key_bytes - HASH_BYTES, msg, msg_bytes);
    shake256(seed, SEED_BYTES, mixed, sizeof mixed);
    for (seed[SEED_BYTES] = 0; seed[SEED_BYTES] < 27; seed[SEED_BYTES]++) {
        generator_init(&source.source, s.rules, seed, sizeof seed);
        neosig_reference_shake_squeeze(&source.source.shake, nonce, NONCE_BYTES);
        hash_to_point(c, &s, nonce, mu, MU_BYTES);
        *sig_bytes = attempt(&s, s2, c, b, &source) == 0 ? pack(alg, &s, sig, nonce, s2) : 0;
        if (*sig_bytes != 0)
            return 0;
    }
    return -1;
}

static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    const shape s = shape_of(alg);
    uint32_t h[MAX_N] = {0}, c[MAX_N] = {0}, x[MAX_N], y[MAX_N] = {0};
    int32_t s2[MAX_N];
    uint64_t norm = 0;
    bits in = {(uint8_t *)(uintptr_t)(pk + 1), 0, alg->public_key_bytes - 1, s.rules};
    uint8_t key_hash[HASH_BYTES], mu[MU_BYTES];
    int bad = pk[0] != s.logn;
    for (size_t i = 0; i < s.n; i++) {
        const size_t at = s.rules == FNDSA ? value_of(&s, i) : i;
        h[at] = get(&in, 14);
        bad |= h[at] >= Q;
    }
    if (bad || unpack(alg, &s, s2, sig, sig_bytes) != 0)
        return -1;
    if (s.rules == FNDSA) {
        shake256(key_hash, HASH_BYTES, pk, alg->public_key_bytes);
        make_mu(mu, key_hash, msg, msg_bytes);
        hash_to_point(c, &s, sig + 1, mu, MU_BYTES);
    } else {
        hash_to_point(c, &s, sig + 1, msg, msg_bytes);
    }
    for (size_t i = 0; i < s.n; i++)
        y[i] = (uint32_t)(s2[i] + Q) % Q;
    evaluate(x, y, s.n, 0);
    if (s.rules == ROUND3)
        evaluate(y, h, s.n, 0);
    for (size_t i = 0; i < s.n; i++)
        x[i] = x[i] * (s.rules == ROUND3 ? y[i] : h[i]) % Q;
    evaluate(y, x, s.n, 1);
    for (size_t i = 0; i < s.n; i++) {
        const int32_t s1 = balanced((c[i] + Q - y[i]) % Q);
        norm += (uint64_t)((int64_t)s1 * s1) + (uint64_t)((int64_t)s2[i] * s2[i]);
        bad |= abs(s1) > s.most_s1;
    }
    return norm <= s.bound && !bad ? 0 : -1;
}

const neosig_reference neosig_reference_falcon = {"falcon", keypair, sign, verify};
const neosig_reference neosig_reference_fn_dsa = {"fn-dsa", keypair, sign_fndsa, verify};
