/* HAETAE 1.2.0 (2026-09) as its specification writes it, with an empty context.
 *
 * R = Z[x] / (x^256 + 1), q = 64513. A secret key is s = (1, s1, s2) with A s = q j mod 2q, j = (1, 0, ..., 0); a
 * signature of mu is a z close to y + (-1)^b c s, y uniform in a ball of the real vectors of k + l polynomials, in
 * fixed point with 13 fractional bits. */
#include "haetae/haetae.h"
#include "haetae_gaussian.h"
#include "reference.h"
#include "sym.h"

#include <string.h>

#define Q 64513
#define N 256
#define MAX_K 4
#define MAX_L 7
#define ONE 8192 /* of the fixed-point coefficients of y and z */
#define SEED_BYTES 32
#define CRH_BYTES 64
#define HIGH_BYTES 288 /* of a polynomial's high bits where they are hashed */

typedef int32_t poly[N];

typedef neosig_haetae_model model;
typedef neosig_haetae_set set;

static const set *set_of(const neosig_alg *alg)
{
    return (const set *)alg;
}

/* Modes 2 and 3 drop the lowest bit of b; mode 5 keeps all of it, and its transform in place of it. */
static int rounds(const set *s)
{
    return s->d == 1;
}

static int32_t mod(int64_t a, int32_t m)
{
    return (int32_t)((a % m + m) % m);
}

/* ---- Hashing */

static void hash(uint8_t *out, size_t out_bytes, const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes,
                 const uint8_t *c, size_t c_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, a, a_bytes);
    neosig_reference_shake_absorb(&shake, b, b_bytes);
    neosig_reference_shake_absorb(&shake, c, c_bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

/* SHAKE of rate rate over seed | nonce. */
static void stream(neosig_reference_shake *shake, unsigned rate, const uint8_t *seed, size_t seed_bytes, unsigned nonce)
{
    const uint8_t tail[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    neosig_reference_shake_init(shake, rate);
    neosig_reference_shake_absorb(shake, seed, seed_bytes);
    neosig_reference_shake_absorb(shake, tail, sizeof tail);
}

/* ---- Polynomials modulo q */

/* 426^brv(m): 426 has order 512. */
static int32_t zeta(unsigned m)
{
    int64_t r = 1, base = 426;
    for (unsigned bit = 128; bit > 0; bit >>= 1, base = base * base % Q)
        if (m & bit)
            r = r * base % Q;
    return (int32_t)r;
}

static void ntt(poly w)
{
    for (size_t len = 128, m = 1; len >= 1; len /= 2)
        for (size_t start = 0; start < N; start += 2 * len, m++) {
            const int64_t z = zeta((unsigned)m);
            for (size_t j = start; j < start + len; j++) {
                int32_t t = mod(z * w[j + len], Q);
                w[j + len] = mod((int64_t)w[j] - t, Q);
                w[j] = mod((int64_t)w[j] + t, Q);
            }
        }
}

static void inverse_ntt(poly w)
{
    for (size_t len = 1, m = 255; len < N; len *= 2)
        for (size_t start = 0; start < N; start += 2 * len, m--) {
            const int64_t z = -zeta((unsigned)m);
            for (size_t j = start; j < start + len; j++) {
                int32_t t = w[j];
                w[j] = mod((int64_t)t + w[j + len], Q);
                w[j + len] = mod(z * (t - w[j + len]), Q);
            }
        }
    for (size_t j = 0; j < N; j++)
        w[j] = mod((int64_t)w[j] * 64261, Q); /* 1 / 256 */
}

static void multiply_add(poly r, const poly a, const poly b)
{
    for (size_t i = 0; i < N; i++)
        r[i] = mod(r[i] + (int64_t)a[i] * b[i], Q);
}

static void uniform(poly a, const uint8_t *seed, unsigned nonce)
{
    neosig_reference_shake shake;
    stream(&shake, 168, seed, SEED_BYTES, nonce);
    for (size_t i = 0; i < N;) {
        uint8_t in[2];
        neosig_reference_shake_squeeze(&shake, in, 2);
        a[i] = in[0] | in[1] << 8;
        i += a[i] < Q;
    }
}

/* Coefficients in {-1, 0, 1}: five ternary digits of each byte below 3^5. */
static void ternary(poly a, const uint8_t *seed, unsigned nonce)
{
    neosig_reference_shake shake;
    stream(&shake, 136, seed, CRH_BYTES, nonce);
    for (size_t i = 0; i < N;) {
        uint8_t t;
        neosig_reference_shake_squeeze(&shake, &t, 1);
        for (unsigned digit = 0; t < 243 && digit < 5 && i < N; digit++, t /= 3)
            a[i++] = t % 3 == 2 ? -1 : t % 3;
    }
}

/* ---- Packing */

static uint8_t *pack(uint8_t *out, const poly w, unsigned bits)
{
    memset(out, 0, N * bits / 8);
    for (size_t i = 0; i < N * bits; i++)
        out[i / 8] = (uint8_t)(out[i / 8] | ((unsigned)w[i / bits] >> i % bits & 1) << i % 8);
    return out + N * bits / 8;
}

static const uint8_t *unpack(poly w, const uint8_t *in, unsigned bits)
{
    for (size_t i = 0; i < N; i++) {
        w[i] = 0;
        for (unsigned j = 0; j < bits; j++)
            w[i] |= (in[(i * bits + j) / 8] >> (i * bits + j) % 8 & 1) << j;
    }
    return in + N * bits / 8;
}

/* Of most - w, and back. */
static uint8_t *pack_small(uint8_t *out, const poly w, int32_t most, unsigned bits)
{
    poly t;
    for (size_t i = 0; i < N; i++)
        t[i] = most - w[i];
    return pack(out, t, bits);
}

static const uint8_t *unpack_small(poly w, const uint8_t *in, int32_t most, unsigned bits)
{
    in = unpack(w, in, bits);
    for (size_t i = 0; i < N; i++)
        w[i] = most - w[i];
    return in;
}

/* ---- Key generation */

/* round(2^16 cos(pi i / 256)), round(2^16 sin(pi i / 256)) for a point of the unit circle; cosine[i] for i <= 128,
 * written by haetae_tables.py. */
static const int32_t cosine[129] = {
    65536, 65531, 65516, 65492, 65457, 65413, 65358, 65294, 65220, 65137, 65043, 64940, 64827, 64704, 64571,
    64429, 64277, 64115, 63944, 63763, 63572, 63372, 63162, 62943, 62714, 62476, 62228, 61971, 61705, 61429,
    61145, 60851, 60547, 60235, 59914, 59583, 59244, 58896, 58538, 58172, 57798, 57414, 57022, 56621, 56212,
    55794, 55368, 54934, 54491, 54040, 53581, 53114, 52639, 52156, 51665, 51166, 50660, 50146, 49624, 49095,
    48559, 48015, 47464, 46906, 46341, 45769, 45190, 44604, 44011, 43412, 42806, 42194, 41576, 40951, 40320,
    39683, 39040, 38391, 37736, 37076, 36410, 35738, 35062, 34380, 33692, 33000, 32303, 31600, 30893, 30182,
    29466, 28745, 28020, 27291, 26558, 25821, 25080, 24335, 23586, 22834, 22078, 21320, 20557, 19792, 19024,
    18253, 17479, 16703, 15924, 15143, 14359, 13573, 12785, 11996, 11204, 10411, 9616,  8820,  8022,  7224,
    6424,  5623,  4821,  4019,  3216,  2412,  1608,  804,   0,
};

static int32_t cos_of(unsigned i)
{
    i %= 512;
    i = i > 256 ? 512 - i : i;
    return i <= 128 ? cosine[i] : -cosine[256 - i];
}

static int32_t sin_of(unsigned i)
{
    return cos_of(i + 384);
}

typedef struct complex {
    int32_t re, im;
} complex;

static int32_t multiply16(int32_t a, int32_t b)
{
    int64_t p = (int64_t)a * b + (1 << 15); /* rounded down after this, also below zero */
    return (int32_t)((p - (p & 65535)) / 65536);
}

/* |a(exp(-i pi (2j + 1) / 256))|^2 for all j, added to sum, with 16 fractional bits and the roundings of the
 * specification's transform. */
static void add_spectrum(int32_t sum[N], const poly a)
{
    complex x[N];
    for (unsigned i = 0; i < N; i++) {
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            reversed |= (i >> bit & 1) << (7 - bit);
        x[reversed] = (complex){a[i] * cos_of(i), -a[i] * sin_of(i)};
    }
    for (unsigned half = 1; half < N; half *= 2)
        for (unsigned start = 0; start < N; start += 2 * half)
            for (unsigned j = 0; j < half; j++) {
                complex *even = &x[start + j], *odd = even + half, u = *even, v = *odd;
                const int32_t re = cos_of(N / half * j), im = -sin_of(N / half * j);
                complex t = {multiply16(re, v.re) - multiply16(im, v.im), multiply16(re, v.im) + multiply16(im, v.re)};
                *even = (complex){u.re + t.re, u.im + t.im};
                *odd = (complex){u.re - t.re, u.im - t.im};
            }
    for (unsigned j = 0; j < N; j++)
        sum[j] += multiply16(x[j].re, x[j].re) + multiply16(x[j].im, x[j].im);
}

/* An upper bound of |c s|^2 over all challenges c: tau times the n / tau largest values of the spectrum, the rest once
 * more. */
static int64_t singular_value(const set *s, poly s1[], poly s2[])
{
    int32_t sum[N] = {0}, best[N];
    const unsigned count = N / s->tau + 1;
    for (unsigned i = 0; i + 1 < s->l; i++)
        add_spectrum(sum, s1[i]);
    for (unsigned i = 0; i < s->k; i++)
        add_spectrum(sum, s2[i]);
    memcpy(best, sum, sizeof best);
    for (unsigned i = 0; i < count; i++) /* the largest first */
        for (unsigned j = i + 1; j < N; j++)
            if (best[j] > best[i]) {
                int32_t t = best[i];
                best[i] = best[j];
                best[j] = t;
            }
    int32_t total = 0;
    for (unsigned i = 0; i < count; i++) {
        /* All that equal the least count as the least. 1 is added for the first polynomial of s, and a rounding. */
        int32_t times = best[i] == best[count - 1] ? N % (int32_t)s->tau : (int32_t)s->tau;
        total += ((best[i] + 0x10200) >> 10) * times;
    }
    return (total + 32) >> 6;
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    const set *s = set_of(alg);
    const unsigned k = s->k, m = s->l - 1;
    uint8_t seed[SEED_BYTES], expanded[2 * SEED_BYTES + CRH_BYTES];
    if (random(state, seed, sizeof seed) != 0)
        return -1;
    hash(expanded, sizeof expanded, seed, sizeof seed, NULL, 0, NULL, 0);
    const uint8_t *rho = expanded, *sigma = rho + SEED_BYTES, *key = sigma + CRH_BYTES;

    poly s1[MAX_L], s2[MAX_K], b[MAX_K];
    int64_t bound;
    unsigned nonce = 0;
    do {
        for (unsigned i = 0; i < m; i++)
            ternary(s1[i], sigma, nonce++);
        for (unsigned i = 0; i < k; i++)
            ternary(s2[i], sigma, nonce++);
        for (unsigned i = 0; i < k; i++) {
            poly t, a;
            memset(b[i], 0, sizeof b[i]);
            for (unsigned j = 0; j < m; j++) {
                memcpy(t, s1[j], sizeof t);
                ntt(t);
                uniform(a, rho, i << 8 | j);
                multiply_add(b[i], a, t);
            }
            if (rounds(s)) { /* b = a + A0 s1 + s2 = 2 b1 + b0, b0 leaves s2 */
                inverse_ntt(b[i]);
                uniform(a, rho, (k << 8) + m + i);
                for (unsigned j = 0; j < N; j++) {
                    const int32_t c = mod((int64_t)b[i][j] + s2[i][j] + a[j], Q), b0 = c & 1 ? 1 - (c & 2) : 0;
                    b[i][j] = (c - b0) / 2;
                    s2[i][j] -= b0;
                }
            } else { /* the transform of -2 b, b = A0 s1 + s2 */
                memcpy(t, s2[i], sizeof t);
                ntt(t);
                for (unsigned j = 0; j < N; j++)
                    b[i][j] = mod(-2 * ((int64_t)b[i][j] + t[j]), Q);
            }
        }
        bound = singular_value(s, s1, s2);
    } while (bound > s->gamma_squared_n);

    memcpy(pk, rho, SEED_BYTES);
    uint8_t *at = pk + SEED_BYTES;
    for (unsigned i = 0; i < k; i++)
        at = pack(at, b[i], rounds(s) ? 15 : 16);
    memcpy(sk, pk, alg->public_key_bytes);
    at = sk + alg->public_key_bytes;
    for (unsigned i = 0; i < m; i++)
        at = pack_small(at, s1[i], 1, 2);
    for (unsigned i = 0; i < k; i++)
        at = pack_small(at, s2[i], rounds(s) ? 2 : 1, rounds(s) ? 3 : 2);
    memcpy(at, key, SEED_BYTES);
    return 0;
}

/* The transforms of A's row i: its first column from b, the others 2 A0. */
static void row_of(const set *s, poly row[], const uint8_t *pk, unsigned i)
{
    const unsigned bits = rounds(s) ? 15 : 16;
    unpack(row[0], pk + SEED_BYTES + i * (N * bits / 8), bits);
    if (rounds(s)) {
        poly a;
        uniform(a, pk, (s->k << 8) + s->l - 1 + i);
        for (unsigned j = 0; j < N; j++)
            row[0][j] = mod(2 * ((int64_t)a[j] - 2 * row[0][j]), Q);
        ntt(row[0]);
    }
    for (unsigned j = 1; j < s->l; j++) {
        uniform(row[j], pk, i << 8 | (j - 1));
        for (unsigned x = 0; x < N; x++)
            row[j][x] = mod(2 * (int64_t)row[j][x], Q);
    }
}

/* w = A1 x mod q, x of l polynomials. */
static void multiply_a1(const set *s, poly w[], const uint8_t *pk, poly x[])
{
    poly t[MAX_L], row[MAX_L];
    for (unsigned j = 0; j < s->l; j++) {
        memcpy(t[j], x[j], sizeof t[j]);
        ntt(t[j]);
    }
    for (unsigned i = 0; i < s->k; i++) {
        row_of(s, row, pk, i);
        memset(w[i], 0, sizeof w[i]);
        for (unsigned j = 0; j < s->l; j++)
            multiply_add(w[i], row[j], t[j]);
        inverse_ntt(w[i]);
    }
}

/* The number in [0, 2q) that is a modulo q and parity modulo 2. */
static int32_t from_crt(int32_t a, int32_t parity)
{
    return mod((int64_t)a + ((a ^ parity) & 1) * Q, 2 * Q);
}

static int32_t high_bits(const set *s, int32_t r)
{
    const int32_t high = (r + (1 << (s->log_alpha - 1))) >> s->log_alpha, last = (2 * Q - 2) >> s->log_alpha;
    return high == last ? 0 : high;
}

/* The challenge from w1 (of k polynomials), the parities of the first polynomial, and mu. */
static void challenge(const set *s, poly c, poly w1[], const poly parity, const uint8_t mu[SEED_BYTES])
{
    uint8_t in[MAX_K * HIGH_BYTES + N / 8] = {0};
    neosig_reference_shake shake;
    for (unsigned i = 0; i < s->k; i++)
        pack(in + i * HIGH_BYTES, w1[i], rounds(s) ? 8 : 9);
    pack(in + s->k * HIGH_BYTES, parity, 1);
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, in, s->k * HIGH_BYTES + N / 8);
    neosig_reference_shake_absorb(&shake, mu, SEED_BYTES);
    if (rounds(s)) {
        memset(c, 0, sizeof(poly));
        for (unsigned i = N - s->tau; i < N; i++) {
            uint8_t j;
            do
                neosig_reference_shake_squeeze(&shake, &j, 1);
            while (j > i);
            c[i] = c[j];
            c[j] = 1;
        }
        return;
    }
    /* tau is n / 2: 256 bits or their complement, whichever has fewer ones; at a tie the first bit chooses. */
    uint8_t bits[N / 8];
    int32_t weight = 0;
    neosig_reference_shake_squeeze(&shake, bits, sizeof bits);
    unpack(c, bits, 1);
    for (unsigned i = 0; i < N; i++)
        weight += c[i];
    const int32_t flip = weight == N / 2 ? c[0] : weight > N / 2;
    for (unsigned i = 0; i < N; i++)
        c[i] ^= flip;
}

/* ---- Fixed point: unsigned numbers with 76 fractional bits, limb 0 of 48 bits and limb 1 of the rest, modulo 2^112 */

typedef struct fixed {
    uint64_t limb[2];
} fixed;

#define MASK48 (((uint64_t)1 << 48) - 1)

/* The product of two 64-bit numbers: its low 64 bits, and the high ones in *high. */
static uint64_t multiply64(uint64_t a, uint64_t b, uint64_t *high)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return a * b;
}

/* a b = *high 2^48 + the result. */
static uint64_t multiply48(uint64_t a, uint64_t b, uint64_t *high)
{
    uint64_t low = multiply64(a, b, high);
    *high = *high << 16 | low >> 48;
    return low & MASK48;
}

static fixed carry(uint64_t limb0, uint64_t limb1)
{
    return (fixed){{limb0 & MASK48, limb1 + (limb0 >> 48)}};
}

/* (low + middle 2^48 + product 2^96) / 2^76: what two numbers' products of limbs come to, low already divided by 2^48
 * and rounded; round is added before the shift by 28. */
static fixed combine(uint64_t low, uint64_t middle_low, uint64_t middle_high, uint64_t a1, uint64_t b1, uint64_t round)
{
    uint64_t high, top = multiply64(a1, b1, &high);
    uint64_t limb0 = (low + middle_low + round) >> 28, limb1 = middle_high >> 28;
    limb0 += (middle_high << 20 & MASK48) + (top << 20 & MASK48);
    limb1 += (top >> 28) + (high << 36);
    return carry(limb0, limb1);
}

static fixed multiply(fixed a, fixed b)
{
    uint64_t high, h1, h2, low = multiply48(a.limb[0], b.limb[0], &high);
    low = high + (((low >> 47) + 1) >> 1);
    uint64_t m1 = multiply48(a.limb[0], b.limb[1], &h1), m2 = multiply48(a.limb[1], b.limb[0], &h2);
    return combine(low, m1 + m2, h1 + h2, a.limb[1], b.limb[1], (uint64_t)1 << 27);
}

/* Rounded down where multiply rounds to the nearest. */
static fixed square(fixed a)
{
    uint64_t low, h1;
    multiply48(a.limb[0], a.limb[0], &low);
    uint64_t m1 = multiply48(a.limb[0], a.limb[1], &h1);
    return combine(low, 2 * m1, 2 * h1, a.limb[1], a.limb[1], 0);
}

static fixed negate(fixed a)
{
    return carry((a.limb[0] ^ MASK48) + 1, ~a.limb[1]);
}

static int is_negative(fixed a)
{
    return (int)(a.limb[1] >> 63);
}

/* 1 / sqrt(2 half) by Newton's method: y = y (3/2 - half y^2), six times after the first, whose start is constant. */
static fixed inverse_root(const set *s, fixed half)
{
    const fixed cube = {{s->cube.limb[0], s->cube.limb[1]}};
    const fixed start = {{s->three_halves.limb[0], s->three_halves.limb[1]}};
    fixed minus = negate(multiply(half, cube));
    fixed y = {{start.limb[0] + minus.limb[0], start.limb[1] + minus.limb[1]}}; /* not carried here */
    for (unsigned i = 0; i < 6; i++) {
        fixed t = negate(multiply(half, square(y)));
        t = carry(t.limb[0], t.limb[1] + ((uint64_t)3 << 27));
        y = is_negative(t) ? negate(multiply(negate(t), y)) : multiply(t, y);
    }
    return y;
}

/* ---- Sampling */

/* a b / 2^48, rounded up; b < 2^48, |a| < 2^50. */
static int64_t multiply_up(int64_t a, uint64_t b)
{
    uint64_t high, low = multiply48((uint64_t)(a < 0 ? -a : a), b, &high);
    return a < 0 ? -(int64_t)high : (int64_t)high + (low != 0);
}

/* 2^48 exp(-x / 2^48), nearly and never below it: a polynomial of degree 10. */
static int64_t exponential(uint64_t x)
{
    static const int64_t coefficients[] = {
        -743564434,     6953427278,      -55833338892,    390932311155,     -2345623661771,
        11728123872951, -46912496106200, 140737488354861, -281474976710650, 281474976710657,
    };
    int64_t r = 55868746;
    for (size_t i = 0; i < sizeof coefficients / sizeof coefficients[0]; i++)
        r = multiply_up(r, x) + coefficients[i];
    return r;
}

static uint64_t little_endian(const uint8_t *in, unsigned bytes)
{
    uint64_t r = 0;
    while (bytes-- > 0)
        r = r << 8 | in[bytes];
    return r;
}

/* One candidate from 26 bytes; nonzero if it is accepted. The sample, 2^-60 or so a unit, and its square. */
static int candidate(uint64_t *sample, fixed *squared, const uint8_t in[26])
{
    const uint64_t low = little_endian(in, 8), high = little_endian(in + 8, 3) & 0x7ffff;
    const uint64_t v = little_endian(in + 11, 6);
    uint64_t x = 0;
    for (unsigned i = 0; i < 166; i++)
        x += high > cumulative[i].high || (high == cumulative[i].high && low > cumulative[i].low);
    const fixed y = {{little_endian(in + 17, 6), little_endian(in + 23, 3) | x << 24}};
    *sample = (y.limb[1] << 32) + (((y.limb[0] >> 15) + 1) >> 1);
    *squared = square(y);
    const uint64_t excess = squared->limb[1] - (x * x << 20);
    const uint64_t exponent = ((excess << 20 | squared->limb[0] >> 28) + 1) >> 1;
    return (int64_t)(v & ~(uint64_t)1) < exponential(exponent) && (*sample != 0 || (v & 1) != 0);
}

/* One polynomial of Gaussian samples and signs; their squares are added to sum, and count may exceed n: the rest count
 * in the sum only. */
static void gaussian(uint64_t samples[N], uint8_t signs[N / 8], fixed *sum, const uint8_t *seed, unsigned nonce,
                     unsigned count)
{
    neosig_reference_shake shake;
    stream(&shake, 136, seed, CRH_BYTES, nonce);
    neosig_reference_shake_squeeze(&shake, signs, N / 8);
    for (unsigned i = 0; i < count;) {
        uint8_t in[26];
        uint64_t sample;
        fixed squared;
        neosig_reference_shake_squeeze(&shake, in, sizeof in);
        if (!candidate(&sample, &squared, in))
            continue;
        if (i < N)
            samples[i] = sample;
        i++;
        *sum = carry(sum->limb[0] + squared.limb[0], sum->limb[1] + squared.limb[1]);
    }
}

static uint64_t norm(poly x[], unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < N; j++)
            sum += (uint64_t)((int64_t)x[i][j] * x[i][j]);
    return sum;
}

/* y uniform in the ball of radius B0, and two bits; the first nonce after those used is left in *nonce. */
static unsigned hyperball(const set *s, poly y[], const uint8_t *seed, unsigned *nonce)
{
    const unsigned all = s->k + s->l;
    static uint64_t samples[MAX_K + MAX_L][N];
    uint8_t signs[MAX_K + MAX_L][N / 8];
    do {
        fixed sum = {{0, 0}};
        for (unsigned i = 0; i < all; i++)
            gaussian(samples[i], signs[i], &sum, seed, (*nonce)++, i < 2 ? N + 1 : N);
        /* Half of the sum, rounded, and B0 / sqrt(sum). */
        uint64_t low = sum.limb[0] + 1;
        fixed half = carry((low >> 1) + ((sum.limb[1] & 1) << 47), sum.limb[1] >> 1);
        fixed root = inverse_root(s, half);
        uint64_t h0, h1, scale = s->scale << 15, l0 = multiply48(root.limb[0], scale, &h0);
        uint64_t l1 = multiply48(root.limb[1], scale, &h1);
        fixed factor =
            carry(((l0 + ((uint64_t)1 << 27)) >> 28) + ((h0 + l1) << 20 & MASK48), ((h0 + l1) >> 28) + (h1 << 20));
        for (unsigned i = 0; i < all; i++)
            for (unsigned j = 0; j < N; j++) {
                const fixed x = {{(samples[i][j] & 0xffffffff) << 16, samples[i][j] >> 32}};
                const int32_t size = (int32_t)((multiply(x, factor).limb[1] + (1 << 14)) >> 15);
                y[i][j] = signs[i][j / 8] >> j % 8 & 1 ? -size : size;
            }
    } while (norm(y, all) > s->b0_squared * ONE * ONE);
    neosig_reference_shake shake;
    uint8_t bits;
    stream(&shake, 136, seed, CRH_BYTES, *nonce);
    neosig_reference_shake_squeeze(&shake, &bits, 1);
    return bits;
}

/* ---- The range coder: bytes out of a state in [2^23, 2^31), symbols from the last to the first */

/* count symbols as bytes in front of end, at most most; the first one, or NULL. */
static uint8_t *encode(const model *m, const uint8_t *symbols, size_t count, uint8_t *end, size_t most)
{
    uint32_t x = 1u << 23;
    uint8_t *at = end;
    while (count-- > 0) {
        uint32_t start = 0, freq = m->freq[symbols[count]];
        for (unsigned i = 0; i < symbols[count]; i++)
            start += m->freq[i];
        for (; x >= freq << 21; x >>= 8) {
            if ((size_t)(end - at) + 5 > most)
                return NULL;
            *--at = (uint8_t)x;
        }
        x = (x / freq << 10) + x % freq + start;
    }
    at -= 4;
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(x >> 8 * i);
    return at;
}

/* count symbols from all of bytes bytes; -1 if these are not what encode makes. */
static int decode(const model *m, uint8_t *symbols, size_t count, const uint8_t *in, size_t bytes)
{
    const uint8_t *end = in + bytes;
    if (bytes < 4)
        return -1;
    uint32_t x = (uint32_t)little_endian(in, 4);
    in += 4;
    if (x < 1u << 23 || x >= 1u << 31)
        return -1;
    for (size_t n = 0; n < count; n++) {
        uint32_t s = 0, start = 0, part = x & 1023;
        while (part >= start + m->freq[s])
            start += m->freq[s++];
        symbols[n] = (uint8_t)s;
        x = m->freq[s] * (x >> 10) + part - start;
        for (; x < 1u << 23; x = x << 8 | *in++)
            if (in == end)
                return -1;
    }
    return x == 1u << 23 && in == end ? 0 : -1;
}

/* ---- Signatures: c | low bytes of z1 | two sizes | high parts of z1 | h | zeros */

static int pack_signature(const set *s, const neosig_alg *alg, uint8_t *sig, const poly c, poly z1[], poly h[])
{
    uint8_t symbols[MAX_L * N], coded[MAX_L * N];
    const uint8_t *end = sig + alg->signature_bytes;
    memset(sig, 0, alg->signature_bytes);
    sig = pack(sig, c, 1);
    for (unsigned i = 0; i < s->l * N; i++) {
        const int32_t z = z1[i / N][i % N], high = ((z + 128) >> 8) + s->z1_offset;
        *sig++ = (uint8_t)z;
        if (high < 0 || high >= (int32_t)s->z1.symbols)
            return -1;
        symbols[i] = (uint8_t)high;
    }
    uint8_t *sizes = sig;
    sig += 2;
    for (unsigned part = 0; part < 2; part++) {
        const size_t base = part ? s->base_h : s->base_z1;
        const unsigned count = (part ? s->k : s->l) * N;
        for (unsigned i = 0; part && i < count; i++) {
            const int32_t v = h[i / N][i % N], cut = ((int32_t)s->h.symbols - 1) / 2;
            if (v > cut && v <= cut + s->h_offset)
                return -1;
            symbols[i] = (uint8_t)(v > cut ? v - s->h_offset : v);
        }
        const uint8_t *from = encode(part ? &s->h : &s->z1, symbols, count, coded + sizeof coded, sizeof coded);
        if (from == NULL)
            return -1;
        const size_t bytes = (size_t)(coded + sizeof coded - from);
        if (bytes < base || bytes > base + 255 || bytes > (size_t)(end - sig))
            return -1;
        sizes[part] = (uint8_t)(bytes - base);
        memcpy(sig, from, bytes);
        sig += bytes;
    }
    return 0;
}

static int unpack_signature(const set *s, const neosig_alg *alg, const uint8_t *sig, poly c, poly z1[], poly h[])
{
    uint8_t symbols[MAX_L * N];
    const uint8_t *end = sig + alg->signature_bytes, *low = unpack(c, sig, 1);
    const uint8_t *sizes = low + s->l * N;
    const size_t z1_bytes = sizes[0] + s->base_z1, h_bytes = sizes[1] + s->base_h;
    sig = sizes + 2;
    if (z1_bytes + h_bytes > (size_t)(end - sig) || decode(&s->z1, symbols, s->l * N, sig, z1_bytes) != 0)
        return -1;
    for (unsigned i = 0; i < s->l * N; i++)
        z1[i / N][i % N] = 256 * ((int32_t)symbols[i] - s->z1_offset) + (low[i] < 128 ? low[i] : low[i] - 256);
    sig += z1_bytes;
    if (decode(&s->h, symbols, s->k * N, sig, h_bytes) != 0)
        return -1;
    for (unsigned i = 0; i < s->k * N; i++)
        h[i / N][i % N] = symbols[i] > (s->h.symbols - 1) / 2 ? symbols[i] + s->h_offset : symbols[i];
    for (sig += h_bytes; sig < end; sig++)
        if (*sig != 0)
            return -1;
    return 0;
}

/* ---- Signing and verification */

/* c x modulo q in (-q/2, q/2), which is c x itself where that is small. */
static void times_challenge(poly r, const poly c, const poly x)
{
    poly a, b;
    memcpy(a, c, sizeof a);
    memcpy(b, x, sizeof b);
    ntt(a);
    ntt(b);
    memset(r, 0, sizeof(poly));
    multiply_add(r, a, b);
    inverse_ntt(r);
    for (unsigned i = 0; i < N; i++)
        r[i] = r[i] > Q / 2 ? r[i] - Q : r[i];
}

static int32_t round_fixed(int32_t a)
{
    return (a + ONE / 2) >> 13;
}

/* One attempt from the two nonces' streams; 0 if it gave a signature. */
static int attempt(const set *s, const neosig_alg *alg, uint8_t *sig, const uint8_t *sk, poly secret[],
                   const uint8_t *seed, unsigned *nonce, const uint8_t *mu)
{
    const unsigned k = s->k, l = s->l, all = k + l;
    static poly y[MAX_K + MAX_L], z[MAX_K + MAX_L], rounded[MAX_K + MAX_L], twice[MAX_K + MAX_L];
    poly w[MAX_K], w1[MAX_K], h[MAX_K], parity, c;
    const unsigned bits = hyperball(s, y, seed, nonce);
    for (unsigned i = 0; i < all; i++)
        for (unsigned j = 0; j < N; j++)
            rounded[i][j] = round_fixed(y[i][j]);
    multiply_a1(s, w, sk, rounded);
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < N; j++) {
            w[i][j] = from_crt(w[i][j] + 2 * rounded[l + i][j], i == 0 ? rounded[0][j] & 1 : 0);
            w1[i][j] = high_bits(s, w[i][j]);
        }
    for (unsigned j = 0; j < N; j++)
        parity[j] = rounded[0][j] & 1;
    challenge(s, c, w1, parity, mu);

    for (unsigned i = 0; i < all; i++) {
        poly cs;
        if (i == 0)
            memcpy(cs, c, sizeof cs);
        else
            times_challenge(cs, c, secret[i]);
        for (unsigned j = 0; j < N; j++) {
            z[i][j] = y[i][j] + (bits & 1 ? -ONE : ONE) * cs[j];
            twice[i][j] = 2 * z[i][j] - y[i][j];
        }
    }
    if (norm(z, all) > s->b1_squared * ONE * ONE)
        return -1;
    if ((bits & 2) != 0 && norm(twice, all) < s->b0_squared * ONE * ONE)
        return -1;
    for (unsigned i = 0; i < all; i++)
        for (unsigned j = 0; j < N; j++)
            rounded[i][j] = round_fixed(z[i][j]);
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < N; j++)
            h[i][j] = mod(w1[i][j] - high_bits(s, mod((int64_t)w[i][j] - 2 * rounded[l + i][j], 2 * Q)),
                          (2 * Q - 2) >> s->log_alpha);
    return pack_signature(s, alg, sig, c, rounded, h);
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    static const uint8_t no_context[1];
    const set *s = set_of(alg);
    const unsigned k = s->k, l = s->l;
    poly secret[MAX_K + MAX_L];
    uint8_t rnd[SEED_BYTES], mu[CRH_BYTES], seed[CRH_BYTES];
    if (random(state, rnd, sizeof rnd) != 0)
        return -1;
    const uint8_t *at = sk + alg->public_key_bytes;
    for (unsigned i = 1; i < l; i++)
        at = unpack_small(secret[i], at, 1, 2);
    for (unsigned i = 0; i < k; i++)
        at = unpack_small(secret[l + i], at, rounds(s) ? 2 : 1, rounds(s) ? 3 : 2);
    hash(mu, sizeof mu, sk, alg->public_key_bytes, no_context, 1, msg, msg_bytes);
    hash(seed, sizeof seed, at, SEED_BYTES, rnd, sizeof rnd, mu, sizeof mu);
    for (unsigned nonce = 0; attempt(s, alg, sig, sk, secret, seed, &nonce, mu) != 0;)
        ;
    *sig_bytes = alg->signature_bytes;
    return 0;
}

static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    static const uint8_t no_context[1];
    const set *s = set_of(alg);
    const int32_t last = (2 * Q - 2) >> s->log_alpha;
    poly c, expected, z1[MAX_L], z2[MAX_K], h[MAX_K], w[MAX_K], parity;
    uint8_t mu[SEED_BYTES];
    if (sig_bytes != alg->signature_bytes || unpack_signature(s, alg, sig, c, z1, h) != 0)
        return -1;
    multiply_a1(s, w, pk, z1);
    for (unsigned i = 0; i < s->k; i++)
        for (unsigned j = 0; j < N; j++) {
            if (i == 0)
                parity[j] = (z1[0][j] - c[j]) & 1;
            const int32_t r = from_crt(w[i][j], i == 0 ? parity[j] : 0);
            int32_t w1 = high_bits(s, r) + h[i][j];
            w1 = w1 >= last ? w1 - last : w1;
            w[i][j] = w1;
            const int32_t t = mod(((int64_t)w1 << s->log_alpha) - r + (i == 0 ? parity[j] : 0), 2 * Q);
            z2[i][j] = (t >= Q ? t - 2 * Q : t) / 2; /* t is even */
        }
    if (norm(z1, s->l) + norm(z2, s->k) > s->b2_squared)
        return -1;
    hash(mu, sizeof mu, pk, alg->public_key_bytes, no_context, 1, msg, msg_bytes);
    challenge(s, expected, w, parity, mu);
    return memcmp(c, expected, sizeof c) == 0 ? 0 : -1;
}

const neosig_reference neosig_reference_haetae = {"haetae", keypair, sign, verify};
