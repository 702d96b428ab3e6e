/* Falcon's complex numbers by integers, in the order of its reference code: what the tests of the transforms, of the
 * tree and of the walks compare with. Nothing here is the library's but the arithmetic on bit patterns, which
 * test/fft/fft.c compares with this machine's floating point, and the table of roots. */
#ifndef NEOSIG_TEST_FFT_VALUES_H
#define NEOSIG_TEST_FFT_VALUES_H

#include "fft/fft_tables.h"
#include "fft/real.h"

#include <stddef.h>

typedef struct value {
    uint64_t re, im;
} value;

static inline value sum(value a, value b)
{
    return (value){real_integer_add(a.re, b.re), real_integer_add(a.im, b.im)};
}

static inline value difference(value a, value b)
{
    return (value){real_integer_add(a.re, b.re ^ REAL_SIGN), real_integer_add(a.im, b.im ^ REAL_SIGN)};
}

static inline value product(value a, value b)
{
    return (value){
        real_integer_add(real_integer_multiply(a.re, b.re), real_integer_multiply(a.im, b.im) ^ REAL_SIGN),
        real_integer_add(real_integer_multiply(a.re, b.im), real_integer_multiply(a.im, b.re)),
    };
}

static inline value conjugate(value a)
{
    return (value){a.re, a.im ^ REAL_SIGN};
}

static inline value scaled(value a, uint64_t x)
{
    return (value){real_integer_multiply(a.re, x), real_integer_multiply(a.im, x)};
}

static inline uint64_t squared(value a)
{
    return product(a, conjugate(a)).re;
}

/* Of fft_tables.h. */
static inline value root(size_t i)
{
    return (value){fft_root_re[i], fft_root_im[i]};
}

static inline uint64_t without_sign_of_zero(uint64_t x)
{
    return x << 1 == 0 ? 0 : x;
}

static inline int same(uint64_t x, uint64_t y)
{
    return without_sign_of_zero(x) == without_sign_of_zero(y);
}

static inline int same_values(value a, value b)
{
    return same(a.re, b.re) && same(a.im, b.im);
}

/* The pattern of 2^e. */
static inline uint64_t power_of_two(int e)
{
    return (uint64_t)(1023 + e) << 52;
}

/* One pair of complex numbers to its halves, a + b and (a - b) s*, both times scale; and back. */
static inline void split_pair(value halves[2], const value pair[2], value s, uint64_t scale)
{
    const value first = pair[0], second = pair[1];
    halves[0] = scaled(sum(first, second), scale);
    halves[1] = scaled(product(difference(first, second), conjugate(s)), scale);
}

static inline void merge_pair(value pair[2], const value halves[2], value s)
{
    const value even = halves[0], odd = product(halves[1], s);
    pair[0] = sum(even, odd);
    pair[1] = difference(even, odd);
}

#endif
