/* The kernels of ntru.h in plain C: a body to include in one file for each backend, which takes some of them. */
#include "core/secret.h"
#include "ntru/ntru.h"
#include "ntt/mod32.h"

#include <string.h>

#define DIGIT_BITS NEOSIG_NTRU_DIGIT_BITS
#define DIGIT_MASK NEOSIG_NTRU_DIGIT_MASK

/* ---- Transforms. Since p < 2^28, a product by a constant is within p (1/2 + x/16) of numbers within x p.
 *
 * Forward: from 0.51 on, a layer adds 1/2 + x/16 to x: 1.05, 1.61, ... and 7.7 after ten, below 2^31.
 * Inverse: sums double. 2p becomes 4p and is reduced to 0.51 p; products are within 0.75 p. After two more layers these
 * are 3p and 0.7 p, and so on; the last layer multiplies sums and differences below 3p, to 0.7 p. */

/* Within 0.51 p: p is 2^28 less a number below 2^17. */
static inline int32_t residue_reduce(int32_t a, int32_t p)
{
    return a - ((a + (1 << 27)) >> 28) * p;
}

static inline void ntru_plain_forward(int32_t *r, unsigned logn, const neosig_ntru_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p;
    neosig_mod32_assert_below(r, n, p / 100 * 51);
    for (size_t half = n / 2, k = 1; half > 0; half /= 2)
        for (size_t start = 0; start < n; start += 2 * half, k++) {
            const int32_t zeta = prime->zeta[k], quotient = prime->quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int32_t t = neosig_mod32_mul(r[i + half], zeta, quotient, p);
                r[i + half] = r[i] - t;
                r[i] += t;
            }
        }
    for (size_t i = 0; i < n; i++)
        r[i] = residue_reduce(r[i], p);
    neosig_mod32_assert_below(r, n, p / 100 * 51);
}

static inline void ntru_plain_inverse(int32_t *r, unsigned logn, const neosig_ntru_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p;
    neosig_mod32_assert_below(r, n, 2 * (int64_t)p);
    unsigned layers = 0;
    for (size_t half = 1, k = n - 1; half < n / 2; half *= 2) {
        const int reduced = ++layers % 2 == 1;
        for (size_t start = 0; start < n; start += 2 * half, k--) {
            const int32_t zeta = prime->zeta[k], quotient = prime->quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int32_t sum = r[i] + r[i + half], t = r[i + half] - r[i];
                r[i] = reduced ? residue_reduce(sum, p) : sum;
                r[i + half] = neosig_mod32_mul(t, zeta, quotient, p);
            }
        }
    }
    const int32_t(*scale)[2] = prime->scale[logn];
    for (size_t i = 0; i < n / 2; i++) {
        const int32_t sum = r[i] + r[i + n / 2], t = r[i + n / 2] - r[i];
        r[i] = neosig_mod32_mul(sum, scale[0][0], scale[0][1], p);
        r[i + n / 2] = neosig_mod32_mul(t, scale[1][0], scale[1][1], p);
    }
    neosig_mod32_assert_below(r, n, p / 10 * 7);
}

static inline void ntru_plain_multiply(int32_t *r, const int32_t *a, const int32_t *b, size_t n,
                                       const neosig_ntru_prime *prime)
{
    neosig_mod32_assert_below(a, n, 2 * (int64_t)prime->p);
    neosig_mod32_assert_below(b, n, 2 * (int64_t)prime->p);
    for (size_t i = 0; i < n; i++) /* 4 p^2 2^-32 < p/4 */
        r[i] = neosig_mod32_montgomery((int64_t)a[i] * b[i], prime->p, prime->p_inverse);
}

/* ---- Rows. Digits are below 2^28 in size, and k below 2^31: 16 products k d stay below 2^63, and so do 64 products of
 * digits. After so many, a sum is split into low + 2^28 high. */
#define BLOCK 4

typedef struct sums {
    int64_t low[BLOCK], high[BLOCK];
} sums;

static inline void split(sums *s)
{
    for (size_t c = 0; c < BLOCK; c++) {
        s->high[c] += s->low[c] >> DIGIT_BITS;
        s->low[c] &= DIGIT_MASK;
    }
}

/* s[c] += sum of a[step_a i] e[c - step_e i]; no more than 2^63 / most terms are below `most` in size. */
static inline void multiply_add(sums *s, size_t lanes, const int32_t *a, size_t step_a, const int32_t *e, size_t step_e,
                                size_t terms, size_t most)
{
    for (size_t start = 0; start < terms; start += most) {
        const size_t end = start + most < terms ? start + most : terms;
        for (size_t i = start; i < end; i++)
            for (size_t c = 0; c < lanes; c++)
                s->low[c] += (int64_t)a[step_a * i] * (e - step_e * i)[c];
        split(s);
    }
}

static inline void ntru_plain_product(int32_t *out, size_t n, size_t rows_out, size_t stride_out,
                                      const neosig_ntru_term *terms, size_t count)
{
    const size_t lanes = n < BLOCK ? n : BLOCK;
    for (size_t c = 0; c < n; c += BLOCK) {
        int64_t carry[BLOCK] = {0};
        for (size_t row = 0; row < rows_out; row++) {
            sums s;
            memset(&s, 0, sizeof s);
            for (const neosig_ntru_term *t = terms; t < terms + count; t++) {
                const size_t first = row < t->rows_e ? 0 : row - t->rows_e + 1;
                for (size_t i = first; i <= row && i < t->rows_a; i++)
                    multiply_add(&s, lanes, t->a + i * t->stride_a, t->step_a, t->e + (row - i) * t->stride_e + c,
                                 t->step_e, t->terms, 64);
            }
            for (size_t i = 0; i < BLOCK; i++) {
                const int64_t sum = s.low[i] + carry[i];
                if (i < lanes)
                    out[row * stride_out + c + i] = (int32_t)(sum & DIGIT_MASK);
                carry[i] = (sum >> DIGIT_BITS) + s.high[i];
            }
        }
    }
}

/* Numbers being subtracted 2^up times, digit by digit from the lowest on. */
typedef struct shifted_sums {
    int64_t carry[BLOCK];
    int32_t last[BLOCK], borrow[BLOCK];
} shifted_sums;

/* at -= 2^up times the digit of s and the carry. */
static inline void subtract_digits(int32_t *at, size_t lanes, shifted_sums *x, const sums *s, unsigned up)
{
    for (size_t i = 0; i < lanes; i++) {
        const int64_t sum = s->low[i] + x->carry[i];
        const int32_t digit = (int32_t)(sum & DIGIT_MASK);
        x->carry[i] = (sum >> DIGIT_BITS) + s->high[i];
        const int32_t shifted =
            (int32_t)(((uint32_t)digit << up & DIGIT_MASK) | (uint32_t)x->last[i] >> (DIGIT_BITS - up));
        x->last[i] = digit;
        const int32_t difference = at[i] - shifted + x->borrow[i];
        at[i] = difference & DIGIT_MASK;
        x->borrow[i] = difference >> DIGIT_BITS;
    }
}

static inline void ntru_plain_subtract(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k,
                                       size_t n, size_t polynomials, unsigned shift)
{
    const size_t lanes = n < BLOCK ? n : BLOCK, first = shift / DIGIT_BITS, width = polynomials * n;
    for (size_t c = 0; c < width; c += lanes) {
        const int32_t *e = fg + n + c + (c < n ? 0 : n);
        shifted_sums x;
        memset(&x, 0, sizeof x);
        for (size_t row = first; row < rows; row++) {
            sums s;
            memset(&s, 0, sizeof s);
            if (row - first < rows_fg)
                multiply_add(&s, lanes, k, 1, e + 2 * width * (row - first), 1, n, 16);
            subtract_digits(FG + width * row + c, lanes, &x, &s, shift % DIGIT_BITS);
        }
    }
}

/* Sums of at most 16 products of digits. */
static inline void ntru_plain_subtract_long(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg,
                                            const int32_t *k, size_t n, size_t polynomials)
{
    const size_t width = polynomials * n;
    for (size_t c = 0; c < width; c += n) {
        const int32_t *e = fg + n + 2 * c;
        shifted_sums x;
        memset(&x, 0, sizeof x);
        for (size_t row = 0; row < rows; row++) {
            sums s;
            memset(&s, 0, sizeof s);
            for (size_t i = 0; i < NEOSIG_NTRU_LONG_ROWS && i <= row; i++)
                if (row - i < rows_fg)
                    multiply_add(&s, n, k + n * i, 1, e + 2 * width * (row - i), 1, n, 16);
            subtract_digits(FG + width * row + c, n, &x, &s, 0);
        }
    }
}

/* x = r0 + p0 t1 + p0 p1 t2 with t1 = (r1 - r0) / p0, t2 = ((r2 - r0) / p0 - t1) / p1. |t1|, |t2| < 0.6 p, so x is
 * below 0.6 of the primes' product in size. */
static inline void ntru_plain_subtract_residues(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t count,
                                                unsigned shift)
{
    for (size_t c = 0; c < count; c += BLOCK) {
        int32_t t[NEOSIG_NTRU_PRIMES][BLOCK] = {{0}};
        shifted_sums x;
        memset(&x, 0, sizeof x);
        for (size_t i = 0; i < primes; i++) {
            const neosig_ntru_prime *prime = &neosig_ntru_primes[i];
            memcpy(t[i], r + count * i + c, sizeof t[i]);
            for (size_t j = 0; j < i; j++)
                for (size_t lane = 0; lane < BLOCK; lane++)
                    t[i][lane] =
                        neosig_mod32_mul(t[i][lane] - t[j][lane], prime->inverse[j][0], prime->inverse[j][1], prime->p);
        }
        for (size_t first = shift / DIGIT_BITS, row = first; row < rows; row++) {
            const size_t digit = row - first;
            sums s;
            memset(&s, 0, sizeof s);
            for (size_t lane = 0; lane < BLOCK && digit == 0; lane++)
                s.low[lane] = t[0][lane];
            for (size_t i = digit + 1; i < primes; i++)
                for (size_t lane = 0; lane < BLOCK; lane++)
                    s.low[lane] += (int64_t)t[i][lane] * neosig_ntru_primes[i].before[digit];
            subtract_digits(FG + count * row + c, BLOCK, &x, &s, shift % DIGIT_BITS);
        }
    }
}

/* ---- Words */

static inline neosig_real power_of_two(int exponent)
{
    return neosig_real_of_bits((uint64_t)(1023 + exponent) << 52);
}

/* Row i of a number, beyond its last one by its sign. */
static inline int32_t row_or_sign(const int32_t *in, size_t stride, size_t rows, size_t i)
{
    return i < rows ? in[stride * i] : in[stride * (rows - 1)] >> 31;
}

/* The 31 bits from bit on. */
static inline uint32_t word_at(const int32_t *in, size_t stride, size_t rows, unsigned bit)
{
    const size_t i = bit / DIGIT_BITS;
    const unsigned down = bit % DIGIT_BITS;
    uint32_t word = (uint32_t)row_or_sign(in, stride, rows, i) >> down | (uint32_t)row_or_sign(in, stride, rows, i + 1)
                                                                             << (DIGIT_BITS - down);
    if (down > 2 * DIGIT_BITS - 31)
        word |= (uint32_t)row_or_sign(in, stride, rows, i + 2) << (2 * DIGIT_BITS - down);
    return word & 0x7fffffff;
}

static inline void ntru_plain_approximate(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                          unsigned words)
{
    for (size_t c = 0; c < count; c++) {
        const uint32_t negative = word_at(in + c, count, rows, bit + 31 * (words - 1)) >> 30;
        uint32_t carry = negative;
        neosig_real sum = neosig_real_of_int(0);
        for (unsigned i = 0; i < words; i++) { /* the size of the number, its low words first */
            uint32_t word = (word_at(in + c, count, rows, bit + 31 * i) ^ (0 - negative) >> 1) + carry;
            carry = word >> 31;
            word &= 0x7fffffff;
            const neosig_real part = neosig_real_of_int((int32_t)((word ^ (0 - negative)) + negative));
            sum = neosig_real_add(sum, neosig_real_multiply(part, power_of_two(31 * (int)i)));
        }
        out[c] = sum;
    }
}

/* Words number `shift` / 31 - 1 and the two after it have the 64 bits; those below the number are zero, those beyond it
 * its sign. All of that is by masks. */
typedef struct chosen {
    uint32_t word[3]; /* numbers, the first perhaps -1 */
    uint32_t down;    /* 1 to 31 bits off the second word */
} chosen;

static inline chosen choose(uint32_t shift)
{
    uint32_t words = (shift * 67651) >> 21, down = shift - 31 * words; /* shift / 31, for shift < 63488 */
    const uint32_t none = (down - 1) >> 31;
    words -= none;
    down |= 31 & (0 - none);
    return (chosen){{words - 1, words, words + 1}, down};
}

/* All ones if word i is the chosen one; if the chosen one is beyond `words`. */
static inline uint32_t is_word(uint32_t which, uint32_t i)
{
    const uint32_t difference = which ^ i;
    return ((difference | (0 - difference)) >> 31) - 1;
}

static inline uint32_t is_beyond(uint32_t which, uint32_t words)
{
    return (0 - ((words - 1 - which) >> 31)) & ~(0 - (which >> 31));
}

static inline int64_t join_words(uint32_t w0, uint32_t w1, uint32_t w2, uint32_t down)
{
    w2 |= (w2 & 0x40000000) << 1;
    const uint32_t low = w0 >> (down - 1) | w1 << (32 - down), high = w1 >> down | w2 << (31 - down);
    return (int64_t)((uint64_t)high << 32 | low);
}

static inline void ntru_plain_approximate_fixed(int64_t *out, const int32_t *in, size_t count, size_t rows,
                                                unsigned bit, unsigned words, uint32_t shift)
{
    const chosen at = choose(shift);
    if (words == 0) {
        memset(out, 0, count * sizeof *out);
        return;
    }
    for (size_t c = 0; c < count; c++) {
        const uint32_t sign = (0 - (word_at(in + c, count, rows, bit + 31 * (words - 1)) >> 30)) >> 1;
        uint32_t w[3];
        for (size_t j = 0; j < 3; j++)
            w[j] = sign & is_beyond(at.word[j], words);
        for (uint32_t i = 0; i < words; i++) {
            const uint32_t word = word_at(in + c, count, rows, bit + 31 * i);
            for (size_t j = 0; j < 3; j++)
                w[j] |= word & is_word(at.word[j], i);
        }
        out[c] = join_words(w[0], w[1], w[2], at.down);
    }
}

/* ---- Roundings */

static inline unsigned ntru_plain_round(int64_t *k, const neosig_real *x, size_t n, int exponent, neosig_real bound)
{
    const neosig_real factor = power_of_two(-exponent), minus_bound = neosig_real_negate(bound);
    unsigned bad = 0;
    for (size_t i = 0; i < n; i++) {
        const neosig_real scaled = neosig_real_multiply(x[i], factor);
        bad |= 1 ^ (neosig_real_less(minus_bound, scaled) & neosig_real_less(scaled, bound));
    }
    neosig_declassify(&bad, sizeof bad, "that quotients are out of range says that f and g are dropped");
    for (size_t i = 0; i < n && !bad; i++)
        k[i] = neosig_real_round(neosig_real_multiply(x[i], factor));
    return bad;
}

static inline void ntru_plain_round_fixed(int32_t *k, const int64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        k[i] = (int32_t)(((uint64_t)x[i] + 0x80000000u) >> 32);
}

/* All of them, for a backend whose compiler does the rest. */
#define NTRU_PLAIN_KERNELS                                                                                             \
    .forward = ntru_plain_forward, .inverse = ntru_plain_inverse, .multiply = ntru_plain_multiply,                     \
    .product = ntru_plain_product, .subtract = ntru_plain_subtract, .subtract_long = ntru_plain_subtract_long,         \
    .subtract_residues = ntru_plain_subtract_residues, .approximate = ntru_plain_approximate,                          \
    .approximate_fixed = ntru_plain_approximate_fixed, .round = ntru_plain_round,                                      \
    .round_fixed = ntru_plain_round_fixed
