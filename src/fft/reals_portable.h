/* Vectors of one real. */
#ifndef NEOSIG_FFT_REALS_PORTABLE_H
#define NEOSIG_FFT_REALS_PORTABLE_H

#include "fft/real.h"

#include <stddef.h>

#define REALS_LANES 1

typedef neosig_real reals;

static inline reals reals_load(const neosig_real *p)
{
    return *p;
}

static inline void reals_store(neosig_real *p, reals a)
{
    *p = a;
}

static inline reals reals_all(neosig_real a)
{
    return a;
}

static inline reals reals_of_bits(const uint64_t *p)
{
    return neosig_real_of_bits(*p);
}

static inline reals reals_all_of_bits(const uint64_t *p)
{
    return neosig_real_of_bits(*p);
}

/* period patterns again and again, period < REALS_LANES. */
static inline reals reals_repeat_of_bits(const uint64_t *p, size_t period)
{
    (void)period;
    return neosig_real_of_bits(*p);
}

static inline reals reals_add(reals a, reals b)
{
    return neosig_real_add(a, b);
}

static inline reals reals_sub(reals a, reals b)
{
    return neosig_real_sub(a, b);
}

static inline reals reals_multiply(reals a, reals b)
{
    return neosig_real_multiply(a, b);
}

static inline reals reals_negate(reals a)
{
    return neosig_real_negate(a);
}

static inline reals reals_reciprocal(reals a)
{
    return neosig_real_reciprocal(a);
}

static inline reals reals_root(reals a)
{
    return neosig_real_root(a);
}

/* Pairs of neighbours. */
static inline void reals_load_pairs(const neosig_real *p, reals *a, reals *b)
{
    *a = p[0];
    *b = p[1];
}

static inline void reals_store_pairs(neosig_real *p, reals a, reals b)
{
    p[0] = a;
    p[1] = b;
}

/* Fours of neighbours: the first, the second, ... */
static inline void reals_load_fours(const neosig_real *p, reals v[4])
{
    for (size_t i = 0; i < 4; i++)
        v[i] = p[i];
}

static inline void reals_store_fours(neosig_real *p, const reals v[4])
{
    for (size_t i = 0; i < 4; i++)
        p[i] = v[i];
}

/* Of patterns. */
static inline reals reals_even_of_bits(const uint64_t *p)
{
    return neosig_real_of_bits(*p);
}

#endif
