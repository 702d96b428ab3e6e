/* Two reals, say the parts of a complex number. */
#ifndef NEOSIG_FFT_PAIRS_PORTABLE_H
#define NEOSIG_FFT_PAIRS_PORTABLE_H

#include "fft/real.h"

typedef struct pair {
    neosig_real low, high;
} pair;

static inline pair pair_of(neosig_real low, neosig_real high)
{
    return (pair){low, high};
}

static inline pair pair_load(const neosig_real *p)
{
    return (pair){p[0], p[1]};
}

static inline pair pair_of_bits(const uint64_t *p)
{
    return (pair){neosig_real_of_bits(p[0]), neosig_real_of_bits(p[1])};
}

static inline void pair_store(neosig_real *p, pair a)
{
    p[0] = a.low;
    p[1] = a.high;
}

static inline pair pair_add(pair a, pair b)
{
    return (pair){neosig_real_add(a.low, b.low), neosig_real_add(a.high, b.high)};
}

static inline pair pair_sub(pair a, pair b)
{
    return (pair){neosig_real_sub(a.low, b.low), neosig_real_sub(a.high, b.high)};
}

static inline pair pair_multiply(pair a, pair b)
{
    return (pair){neosig_real_multiply(a.low, b.low), neosig_real_multiply(a.high, b.high)};
}

/* By the low, and by the high part of b. */
static inline pair pair_multiply_low(pair a, pair b)
{
    return pair_multiply(a, (pair){b.low, b.low});
}

static inline pair pair_multiply_high(pair a, pair b)
{
    return pair_multiply(a, (pair){b.high, b.high});
}

static inline pair pair_swap(pair a)
{
    return (pair){a.high, a.low};
}

static inline pair pair_negate_low(pair a)
{
    return (pair){neosig_real_negate(a.low), a.high};
}

/* The low parts, and the high parts, of a and b. */
static inline pair pair_lows(pair a, pair b)
{
    return (pair){a.low, b.low};
}

static inline pair pair_highs(pair a, pair b)
{
    return (pair){a.high, b.high};
}

static inline neosig_real pair_low(pair a)
{
    return a.low;
}

static inline neosig_real pair_high(pair a)
{
    return a.high;
}

/* Of the two signed halves of a word. */
static inline pair pair_of_ints(uint64_t a)
{
    return (pair){neosig_real_of_int((int32_t)(uint32_t)a), neosig_real_of_int((int32_t)(uint32_t)(a >> 32))};
}

#endif
