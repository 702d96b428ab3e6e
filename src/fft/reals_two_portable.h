/* Vectors of two reals, one after the other. */
#ifndef NEOSIG_FFT_REALS_TWO_PORTABLE_H
#define NEOSIG_FFT_REALS_TWO_PORTABLE_H

#include "fft/real.h"

#define REALS_LANES 2

typedef struct reals {
    neosig_real low, high;
} reals;

static inline reals reals_load(const neosig_real *p)
{
    return (reals){p[0], p[1]};
}

static inline void reals_store(neosig_real *p, reals a)
{
    p[0] = a.low;
    p[1] = a.high;
}

static inline reals reals_all(neosig_real a)
{
    return (reals){a, a};
}

static inline reals reals_of_bits(const uint64_t *p)
{
    return (reals){neosig_real_of_bits(p[0]), neosig_real_of_bits(p[1])};
}

static inline reals reals_add(reals a, reals b)
{
    return (reals){neosig_real_add(a.low, b.low), neosig_real_add(a.high, b.high)};
}

static inline reals reals_sub(reals a, reals b)
{
    return (reals){neosig_real_sub(a.low, b.low), neosig_real_sub(a.high, b.high)};
}

static inline reals reals_multiply(reals a, reals b)
{
    return (reals){neosig_real_multiply(a.low, b.low), neosig_real_multiply(a.high, b.high)};
}

static inline reals reals_negate(reals a)
{
    return (reals){neosig_real_negate(a.low), neosig_real_negate(a.high)};
}

/* The low real in both lanes, and the high one. */
static inline reals reals_all_low(reals a)
{
    return (reals){a.low, a.low};
}

static inline reals reals_all_high(reals a)
{
    return (reals){a.high, a.high};
}

static inline reals reals_swap(reals a)
{
    return (reals){a.high, a.low};
}

static inline reals reals_negate_low(reals a)
{
    return (reals){neosig_real_negate(a.low), a.high};
}

/* The low reals of a and b, and the high ones. */
static inline reals reals_lows(reals a, reals b)
{
    return (reals){a.low, b.low};
}

static inline reals reals_highs(reals a, reals b)
{
    return (reals){a.high, b.high};
}

static inline neosig_real reals_low(reals a)
{
    return a.low;
}

static inline neosig_real reals_high(reals a)
{
    return a.high;
}

/* Of the two signed halves of a word. */
static inline reals reals_of_ints(uint64_t a)
{
    return (reals){neosig_real_of_int((int32_t)(uint32_t)a), neosig_real_of_int((int32_t)(uint32_t)(a >> 32))};
}

#endif
