/* Fixed-point numbers: division and transforms. */
#include "ntru/ntru_fixed_point.h"
#include "ntru/ntru_fixed_tables.h"

typedef struct complex_fixed {
    int64_t re, im;
} complex_fixed;

/* By three products. */
static inline complex_fixed multiply(complex_fixed a, complex_fixed b)
{
    const int64_t re = neosig_fixed_multiply(a.re, b.re), im = neosig_fixed_multiply(a.im, b.im);
    const int64_t both = neosig_fixed_multiply(neosig_fixed_add(a.re, a.im), neosig_fixed_add(b.re, b.im));
    return (complex_fixed){neosig_fixed_sub(re, im), neosig_fixed_sub(both, neosig_fixed_add(re, im))};
}

static inline int64_t half(int64_t a)
{
    return neosig_fixed_add(a, 1) >> 1;
}

/* |a|, and all ones if a is negative. */
static inline uint64_t size_of(int64_t a, uint64_t *minus)
{
    *minus = 0 - ((uint64_t)a >> 63);
    return ((uint64_t)a ^ *minus) - *minus;
}

static inline uint64_t multiply_high(uint64_t a, uint64_t b)
{
    return neosig_wide_low(neosig_wide_right(neosig_wide_multiply(a, b), 64));
}

/* All ones if a < b. */
static inline uint64_t less(uint64_t a, uint64_t b)
{
    return 0 - (((~a & b) | ((~a | b) & (a - b))) >> 63);
}

/* x = 2^127 / d by Newton's iteration, from 48/17 - 32/17 D for D = d / 2^64, which is 1/17 off at most: 1/17^2, ...
 * and 1/17^16 < 2^-65 after four steps; roundings are such that it is less, by a few units. The rest is exact: 2^128 -
 * 1 less (2^64 + 2x) d is a few d, and its quotient by d, estimated by x again, one too small at most. */
neosig_fixed_divisor neosig_fixed_divisor_of(int64_t b)
{
    neosig_fixed_divisor to;
    to.size = size_of(b, &to.minus);
    to.shift = (unsigned)__builtin_clzll(to.size | 1);
    const uint64_t d = to.normalized = (to.size | (to.size == 0)) << to.shift;
    uint64_t x = UINT64_C(0x6969696969696969) - multiply_high(d, UINT64_C(0xf0f0f0f0f0f0f0f0)); /* 48/17 2^63 - 2^64 */
    for (unsigned i = 0; i < 4; i++)
        x = multiply_high(x, ~multiply_high(d, x)) << 1;
    uint64_t v = 2 * x & (0 - (x >> 63)); /* 0 if it is below */
    const neosig_wide product = neosig_wide_multiply(v, d);
    uint64_t low = ~neosig_wide_low(product);
    uint64_t high = ~(neosig_wide_low(neosig_wide_right(product, 64)) + d);
    const uint64_t few = multiply_high(high << 56 | low >> 8, x) >> 55;
    v += few;
    const neosig_wide taken = neosig_wide_multiply(few, d);
    high -= neosig_wide_low(neosig_wide_right(taken, 64)) + (less(low, neosig_wide_low(taken)) & 1);
    low -= neosig_wide_low(taken);
    v += 1 & ((0 - high) | ~less(low, d));
    to.reciprocal = v;
    return to;
}

/* Moeller and Granlund, "Improved division by invariant integers", IEEE Transactions on Computers 2011, algorithm 4. */
int64_t neosig_fixed_divide(int64_t a, const neosig_fixed_divisor *b, uint64_t *beyond)
{
    const uint64_t d = b->normalized;
    uint64_t minus;
    const uint64_t size = size_of(a, &minus);
    const uint64_t low = size << 32 << b->shift;
    const uint64_t high = (size >> 32) << b->shift | size << 32 >> 1 >> (63 - b->shift);
    *beyond |= ~less(size >> 32, b->size);
    const neosig_wide estimate =
        neosig_wide_add(neosig_wide_multiply(b->reciprocal, high), neosig_wide_join(high, low));
    uint64_t quotient = neosig_wide_low(neosig_wide_right(estimate, 64)) + 1;
    uint64_t rest = low - quotient * d;
    const uint64_t over = less(neosig_wide_low(estimate), rest);
    quotient += over;
    rest += over & d;
    const uint64_t under = ~less(rest, d);
    quotient -= under;
    rest -= under & d;
    quotient -= ~less(rest, d - rest); /* half of d, or more */
    minus ^= b->minus;
    return (int64_t)((quotient ^ minus) - minus);
}

int64_t neosig_fixed_divide_slowly(int64_t a, int64_t b)
{
    uint64_t minus_a, minus_b, quotient = 0;
    const uint64_t x = size_of(a, &minus_a), y = size_of(b, &minus_b);
    uint64_t rest = x >> 31;
    for (unsigned i = 0; i <= 64; i++) { /* bit 63 - i of the quotient; the last round rounds */
        const uint64_t fits = 1 ^ ((rest - y) >> 63);
        quotient = i < 64 ? quotient << 1 | fits : quotient + fits;
        rest -= y & (0 - fits);
        rest = rest << 1 | (i <= 30 ? x >> (30 - i) & 1 : 0);
    }
    return (int64_t)((quotient ^ (minus_a ^ minus_b)) - (minus_a ^ minus_b));
}

static inline complex_fixed add(complex_fixed a, complex_fixed b)
{
    return (complex_fixed){neosig_fixed_add(a.re, b.re), neosig_fixed_add(a.im, b.im)};
}

static inline complex_fixed subtract(complex_fixed a, complex_fixed b)
{
    return (complex_fixed){neosig_fixed_sub(a.re, b.re), neosig_fixed_sub(a.im, b.im)};
}

static inline complex_fixed root_at(size_t i)
{
    return (complex_fixed){ntru_fixed_roots[i][0], ntru_fixed_roots[i][1]};
}

static inline complex_fixed inverse_root_at(size_t i)
{
    return (complex_fixed){ntru_fixed_roots[i][0], -ntru_fixed_roots[i][1]};
}

static inline void butterfly(complex_fixed *a, complex_fixed *b, complex_fixed root)
{
    const complex_fixed t = multiply(root, *b);
    *b = subtract(*a, t);
    *a = add(*a, t);
}

static inline void inverse_butterfly(complex_fixed *a, complex_fixed *b, complex_fixed root)
{
    const complex_fixed difference = subtract(*a, *b), sum = add(*a, *b);
    *a = (complex_fixed){half(sum.re), half(sum.im)};
    *b = multiply(root, (complex_fixed){half(difference.re), half(difference.im)});
}

/* Four numbers `distance` apart. */
static inline void load_4(complex_fixed *x, const int64_t *re, size_t distance, size_t half_n)
{
    for (size_t i = 0; i < 4; i++)
        x[i] = (complex_fixed){re[distance * i], re[half_n + distance * i]};
}

static inline void store_4(int64_t *re, const complex_fixed *x, size_t distance, size_t half_n)
{
    for (size_t i = 0; i < 4; i++) {
        re[distance * i] = x[i].re;
        re[half_n + distance * i] = x[i].im;
    }
}

/* The layers of 2 distance and distance, and the other way round, in a block of 4 distance; its root is number k. */
static inline void forward_block(int64_t *f, size_t half_n, size_t distance, size_t k)
{
    const complex_fixed root = root_at(k), roots[2] = {root_at(2 * k), root_at(2 * k + 1)};
    for (size_t i = 0; i < distance; i++) {
        complex_fixed x[4];
        load_4(x, f + i, distance, half_n);
        butterfly(&x[0], &x[2], root);
        butterfly(&x[1], &x[3], root);
        butterfly(&x[0], &x[1], roots[0]);
        butterfly(&x[2], &x[3], roots[1]);
        store_4(f + i, x, distance, half_n);
    }
}

static inline void inverse_block(int64_t *f, size_t half_n, size_t distance, size_t k)
{
    const complex_fixed root = inverse_root_at(k), roots[2] = {inverse_root_at(2 * k), inverse_root_at(2 * k + 1)};
    for (size_t i = 0; i < distance; i++) {
        complex_fixed x[4];
        load_4(x, f + i, distance, half_n);
        inverse_butterfly(&x[0], &x[1], roots[0]);
        inverse_butterfly(&x[2], &x[3], roots[1]);
        inverse_butterfly(&x[0], &x[2], root);
        inverse_butterfly(&x[1], &x[3], root);
        store_4(f + i, x, distance, half_n);
    }
}

/* The first layer, or the last one of the inverse. */
static inline void outer_layer(int64_t *f, size_t half_n,
                               void (*function)(complex_fixed *, complex_fixed *, complex_fixed), complex_fixed root)
{
    int64_t *re = f, *im = f + half_n;
    for (size_t i = 0, j = half_n / 2; j < half_n; i++, j++) {
        complex_fixed a = {re[i], im[i]}, b = {re[j], im[j]};
        function(&a, &b, root);
        re[i] = a.re;
        im[i] = a.im;
        re[j] = b.re;
        im[j] = b.im;
    }
}

void neosig_fixed_forward(int64_t *f, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    size_t distance = half_n / 4, blocks = 1;
    if (logn % 2 == 0) {
        outer_layer(f, half_n, butterfly, root_at(1));
        distance /= 2;
        blocks = 2;
    }
    for (; distance > 1; distance /= 4, blocks *= 4)
        for (size_t i = 0; i < blocks; i++)
            forward_block(f + 4 * distance * i, half_n, distance, blocks + i);
    if (distance == 1)
        for (size_t at = 0; at < half_n; at += 4)
            forward_block(f + at, half_n, 1, (half_n + at) / 4);
}

void neosig_fixed_inverse(int64_t *f, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    if (half_n >= 4)
        for (size_t at = 0; at < half_n; at += 4)
            inverse_block(f + at, half_n, 1, (half_n + at) / 4);
    for (size_t distance = 4, blocks = half_n / 16; blocks > 0; distance *= 4, blocks /= 4)
        for (size_t i = 0; i < blocks; i++)
            inverse_block(f + 4 * distance * i, half_n, distance, blocks + i);
    if (logn % 2 == 0)
        outer_layer(f, half_n, inverse_butterfly, inverse_root_at(1));
}

/* Inlined where the number of pairs, or of polynomials, is a constant. */
static inline void dot(int64_t *r, int64_t *const *a, int64_t *const *x, size_t pairs, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t i = 0; i < half_n; i++) {
        complex_fixed sum =
            multiply((complex_fixed){a[0][i], a[0][half_n + i]}, (complex_fixed){x[0][i], x[0][half_n + i]});
        if (pairs == 2)
            sum = add(sum,
                      multiply((complex_fixed){a[1][i], a[1][half_n + i]}, (complex_fixed){x[1][i], x[1][half_n + i]}));
        r[i] = sum.re;
        r[half_n + i] = sum.im;
    }
}

void neosig_fixed_dot(int64_t *r, int64_t *const *a, int64_t *const *x, size_t pairs, unsigned logn)
{
    if (pairs == 2)
        dot(r, a, x, 2, logn);
    else
        dot(r, a, x, 1, logn);
}

static inline int64_t square_sum(int64_t a, int64_t b)
{
    return neosig_fixed_add(neosig_fixed_multiply(a, a), neosig_fixed_multiply(b, b));
}

void neosig_fixed_norm(int64_t *r, int64_t *const *f, size_t polynomials, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    const int64_t *f0 = f[0], *f1 = f[polynomials - 1];
    for (size_t i = 0; i < half_n; i++)
        r[i] = square_sum(f0[i], f0[half_n + i]);
    for (size_t i = 0; i < half_n && polynomials == 2; i++)
        r[i] = neosig_fixed_add(r[i], square_sum(f1[i], f1[half_n + i]));
}
