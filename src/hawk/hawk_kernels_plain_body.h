/* The kernels of hawk_kernels.h in plain C, as a body to include. A backend takes those that it does not do better
 * itself. */
#include "hawk/hawk_kernels.h"
#include "ntt/mod32.h"
#include "sym/bytes.h"

/* ---- Secret polynomials */

/* Sums of neighbouring fields of a word, until they are 2^logn / 64 bits wide. */
static inline void hawk_plain_sums_of_bits(int8_t *out, const uint8_t *const in[NEOSIG_HAWK_STREAMS], size_t words,
                                           unsigned logn)
{
    const unsigned width = 1u << (logn - 6);
    for (size_t word = 0; word < words; word++)
        for (size_t j = 0; j < NEOSIG_HAWK_STREAMS; j++) {
            uint64_t x = neosig_load64_le(in[j] + 8 * word);
            x = (x & 0x5555555555555555) + (x >> 1 & 0x5555555555555555);
            x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
            if (width > 4)
                x = (x & 0x0f0f0f0f0f0f0f0f) + (x >> 4 & 0x0f0f0f0f0f0f0f0f);
            if (width > 8)
                x = (x & 0x00ff00ff00ff00ff) + (x >> 8 & 0x00ff00ff00ff00ff);
            for (unsigned bit = 0; bit < 64; bit += width)
                *out++ = (int8_t)((int)(x >> bit & (width * 2 - 1)) - (int)width / 2);
        }
}

/* A sample from v, a random number of 78 bits: 15 bits of `high`, then 63 bits of `low`. Its size is `odd` and 2 more
 * for each entry of its column that is above v. An entry is above v if v - entry is negative; the difference of the low
 * parts has a borrow. The top bit of `low` is the sign. */
static inline int8_t hawk_plain_one_sample(uint64_t low, uint16_t high, unsigned odd, const neosig_hawk_gauss *table)
{
    const uint64_t mask = 0 - (uint64_t)odd, v_low = low & INT64_MAX;
    const uint32_t v_high = high & 0x7fff, high_is_zero = (v_high - 1) >> 31;
    uint32_t steps = 0;
    for (size_t i = 0; i < NEOSIG_HAWK_ENTRIES; i++) {
        const uint64_t entry = table->low[i][0] ^ (mask & (table->low[i][0] ^ table->low[i][1]));
        const uint32_t borrow = (uint32_t)((v_low - entry) >> 63);
        if (i < NEOSIG_HAWK_HIGH) {
            const uint32_t entry_high =
                table->high[i][0] ^ ((uint32_t)mask & (uint32_t)(table->high[i][0] ^ table->high[i][1]));
            steps += (v_high - entry_high - borrow) >> 31;
        } else {
            steps += high_is_zero & borrow;
        }
    }
    const uint32_t size = 2 * steps + odd, minus = 0 - (uint32_t)(low >> 63);
    return (int8_t)(uint8_t)((size ^ minus) - minus);
}

static inline uint32_t hawk_plain_sample(int8_t *x, const uint8_t *const in[NEOSIG_HAWK_STREAMS], const uint8_t *t,
                                         size_t groups, const neosig_hawk_gauss *table)
{
    uint32_t squares = 0;
    for (size_t group = 0; group < groups; group++)
        for (size_t j = 0; j < NEOSIG_HAWK_STREAMS; j++)
            for (size_t i = 0; i < 4; i++) {
                const uint8_t *from = in[j] + NEOSIG_HAWK_GROUP_BYTES * group;
                const size_t at = NEOSIG_HAWK_GROUP * group + 4 * j + i;
                x[at] = hawk_plain_one_sample(neosig_load64_le(from + 8 * i), neosig_load16_le(from + 32 + 2 * i),
                                              t[at / 8] >> at % 8 & 1, table);
                squares += (uint32_t)(x[at] * x[at]);
            }
    return squares;
}

/* `shifted` has the words of a X^bit, twice. For each bit of a word, and for each word of b that has this bit, it is
 * added to the sum, as many words higher. */
static inline void hawk_plain_multiply_add(uint8_t *r, const uint8_t *a, const uint8_t *b, unsigned logn)
{
    enum { MOST_WORDS = 16 };
    const size_t words = (size_t)1 << (logn - 6);
    uint64_t shifted[2 * MOST_WORDS], sum[MOST_WORDS];
    for (size_t i = 0; i < words; i++) {
        shifted[i] = shifted[i + words] = neosig_load64_le(a + 8 * i);
        sum[i] = neosig_load64_le(r + 8 * i);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        for (size_t i = 0; i < words; i++) {
            const uint64_t mask = 0 - (neosig_load64_le(b + 8 * i) >> bit & 1);
            for (size_t j = 0; j < words; j++) /* word j of a X^(64 i + bit) */
                sum[j] ^= mask & shifted[words - i + j];
        }
        uint64_t carry = shifted[words - 1] >> 63;
        for (size_t i = 0; i < words; i++) {
            const uint64_t next = shifted[i] >> 63;
            shifted[i] = shifted[i] << 1 | carry;
            shifted[i + words] = shifted[i];
            carry = next;
        }
    }
    for (size_t i = 0; i < words; i++)
        neosig_store64_le(r + 8 * i, sum[i]);
}

/* ---- Residues in [0, p), p < 2^31 */

static inline int32_t residue_of(int32_t a, int32_t p) /* |a| < p */
{
    return a + (a >> 31 & p);
}

static inline int32_t residue_add(int32_t a, int32_t b, int32_t p)
{
    return residue_of((int32_t)((uint32_t)a + (uint32_t)b - (uint32_t)p), p);
}

/* a b 2^-32. a b < p^2 and p < 2^31, so Montgomery's reduction gives less than p/2 + p^2 / 2^32 < p in size. */
static inline int32_t residue_multiply(int32_t a, int32_t b, const neosig_hawk_prime *prime)
{
    return residue_of(neosig_mod32_montgomery((int64_t)a * b, prime->p, prime->p_inverse), prime->p);
}

static inline void hawk_plain_forward(int32_t *r, unsigned logn, size_t outputs, const neosig_hawk_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p;
    for (size_t i = 0; i < n; i++)
        r[i] = residue_of(r[i], p);
    for (size_t half = n / 2, k = 1; half > 0; half /= 2)
        for (size_t start = 0; start < n; start += 2 * half, k++) {
            if (start >= outputs)
                continue;
            const int32_t zeta = prime->zeta[k], quotient = prime->quotient[k];
            for (size_t i = start; i < start + half; i++) {
                /* The product is below p (1/2 + r / 2^32) < p in size. */
                const int32_t t = residue_of(neosig_mod32_mul(r[i + half], zeta, quotient, p), p);
                r[i + half] = residue_of(r[i] - t, p);
                r[i] = residue_add(r[i], t, p);
            }
        }
}

/* 2^64 / a. It is a^(p-2) 2^(-32 (p-3)): p - 3 products, each with a factor of 2^-32. Since 2^(32 (p-1)) = 1,
 * 2^(-32 (p-3)) = 2^64. */
static inline int32_t residue_invert(int32_t a, const neosig_hawk_prime *prime)
{
    const uint32_t exponent = (uint32_t)prime->p - 2;
    int32_t power = a;
    for (unsigned bit = 30; bit-- > 0;) {
        power = residue_multiply(power, power, prime);
        if (exponent >> bit & 1)
            power = residue_multiply(power, a, prime);
    }
    return power;
}

/* One inversion serves all numbers (Montgomery's trick). Let M(x, y) = x y 2^-32. First r[i] = c[i], where c[0] = a[0]
 * and c[i] = M(c[i-1], a[i]). Then, from the last number down, with v[i] = 2^64 / c[i] at hand:
 *
 *     2^64 / a[i] = M(v[i], c[i-1]),    v[i-1] = M(v[i], a[i]). */
static inline unsigned hawk_plain_invert(int32_t *r, const int32_t *a, size_t count, const neosig_hawk_prime *prime)
{
    r[0] = a[0];
    for (size_t i = 1; i < count; i++)
        r[i] = residue_multiply(r[i - 1], a[i], prime);
    int32_t inverse = residue_invert(r[count - 1], prime);
    for (size_t i = count - 1; i > 0; i--) {
        r[i] = residue_multiply(inverse, r[i - 1], prime);
        inverse = residue_multiply(inverse, a[i], prime);
    }
    r[0] = inverse;
    return inverse == 0;
}

static inline uint32_t hawk_plain_half_trace(const int32_t *t0, const int32_t *t1, const neosig_hawk_expanded_key *key,
                                             unsigned logn, unsigned which)
{
    const neosig_hawk_prime *prime = &neosig_hawk_primes[which];
    const size_t n = (size_t)1 << logn;
    uint64_t sum = 0, scaled = 0; /* scaled: times 2^-64 modulo p */
    for (size_t i = 0, j = n - 1; i < n / 2; i++, j--) {
        const int32_t d0 = residue_multiply(t1[i], key->inverse[which][i], prime); /* 2^32 t1 / q00 */
        const int32_t d1 = residue_multiply(t1[j], key->inverse[which][i], prime);
        const int32_t e0 = residue_add(t0[i], residue_multiply(key->q01[which][i], d0, prime), prime->p);
        const int32_t e1 = residue_add(t0[j], residue_multiply(key->q01[which][j], d1, prime), prime->p);
        sum += (uint32_t)residue_multiply(d0, t1[j], prime);
        scaled += (uint32_t)residue_multiply(residue_multiply(e0, e1, prime), key->q00[which][i], prime);
    }
    const int32_t p = prime->p, rest = (int32_t)(scaled % (uint32_t)p);
    const int32_t unscaled = residue_of(neosig_mod32_mul(rest, prime->r2[0], prime->r2[1], p), p);
    return (uint32_t)((sum + (uint32_t)unscaled) % (uint32_t)p);
}

/* ---- Fixed point; sums wrap around */

static inline int32_t high_half(uint64_t a)
{
    return (int32_t)(uint32_t)(a >> 32);
}

static inline void hawk_plain_fft(int32_t *a, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t blocks = 1, distance = half_n / 2; distance > 0; blocks *= 2, distance /= 2)
        for (size_t block = 0; block < blocks; block++) {
            const int64_t s_re = neosig_hawk_roots[blocks + block][0], s_im = neosig_hawk_roots[blocks + block][1];
            int32_t *re = a + 2 * distance * block, *im = re + half_n;
            for (size_t i = 0; i < distance; i++) {
                const int32_t x_re = re[distance + i], x_im = im[distance + i];
                const uint64_t t_re = (uint64_t)(x_re * s_re) - (uint64_t)(x_im * s_im);
                const uint64_t t_im = (uint64_t)(x_re * s_im) + (uint64_t)(x_im * s_re);
                const uint64_t y_re = (uint64_t)(int64_t)re[i] << 31, y_im = (uint64_t)(int64_t)im[i] << 31;
                re[i] = high_half(y_re + t_re);
                im[i] = high_half(y_im + t_im);
                re[distance + i] = high_half(y_re - t_re);
                im[distance + i] = high_half(y_im - t_im);
            }
        }
}

static inline int32_t wrapping_sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline int32_t wrapping_difference(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

static inline void hawk_plain_fft_inverse(int32_t *a, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t blocks = half_n / 2, distance = 1; blocks > 0; blocks /= 2, distance *= 2)
        for (size_t block = 0; block < blocks; block++) {
            const int64_t s_re = neosig_hawk_roots[blocks + block][0], s_im = -neosig_hawk_roots[blocks + block][1];
            int32_t *re = a + 2 * distance * block, *im = re + half_n;
            for (size_t i = 0; i < distance; i++) {
                const int32_t x_re = wrapping_difference(re[i], re[distance + i]);
                const int32_t x_im = wrapping_difference(im[i], im[distance + i]);
                re[i] = wrapping_sum(re[i], re[distance + i]) >> 1;
                im[i] = wrapping_sum(im[i], im[distance + i]) >> 1;
                re[distance + i] = high_half((uint64_t)(x_re * s_re) - (uint64_t)(x_im * s_im));
                im[distance + i] = high_half((uint64_t)(x_re * s_im) + (uint64_t)(x_im * s_re));
            }
        }
}

/* All kernels of this file, for a table of kernels. */
#define HAWK_PLAIN_KERNELS                                                                                             \
    .sums_of_bits = NEOSIG_IF_SIGNING(hawk_plain_sums_of_bits), .sample = NEOSIG_IF_SIGNING(hawk_plain_sample),        \
    .multiply_add = NEOSIG_IF_SIGNING(hawk_plain_multiply_add), .forward = hawk_plain_forward,                         \
    .invert = hawk_plain_invert, .half_trace = hawk_plain_half_trace, .fft = hawk_plain_fft,                           \
    .fft_inverse = hawk_plain_fft_inverse
