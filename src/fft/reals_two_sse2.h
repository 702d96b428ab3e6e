/* Vectors of two reals in SSE2. */
#ifndef NEOSIG_FFT_REALS_TWO_SSE2_H
#define NEOSIG_FFT_REALS_TWO_SSE2_H

#include "fft/real.h"

#include <emmintrin.h>

#define REALS_LANES 2

typedef __m128d reals;

#define REALS_ROUNDED(a) NEOSIG_REAL_ROUNDED(a)
#include "fft/reals_arithmetic_body.h"

static inline reals reals_load(const neosig_real *p)
{
    return _mm_loadu_pd(p);
}

static inline void reals_store(neosig_real *p, reals a)
{
    _mm_storeu_pd(p, a);
}

static inline reals reals_all(neosig_real a)
{
    return _mm_set1_pd(a);
}

static inline reals reals_of_bits(const uint64_t *p)
{
    return _mm_castsi128_pd(_mm_loadu_si128((const __m128i *)(const void *)p));
}

/* The low real in both lanes, and the high one. */
static inline reals reals_all_low(reals a)
{
    return _mm_unpacklo_pd(a, a);
}

static inline reals reals_all_high(reals a)
{
    return _mm_unpackhi_pd(a, a);
}

static inline reals reals_swap(reals a)
{
    return _mm_shuffle_pd(a, a, 1);
}

static inline reals reals_negate_low(reals a)
{
    return _mm_xor_pd(a, _mm_set_pd(0.0, -0.0));
}

/* The low reals of a and b, and the high ones. */
static inline reals reals_lows(reals a, reals b)
{
    return _mm_unpacklo_pd(a, b);
}

static inline reals reals_highs(reals a, reals b)
{
    return _mm_unpackhi_pd(a, b);
}

static inline neosig_real reals_low(reals a)
{
    return _mm_cvtsd_f64(a);
}

static inline neosig_real reals_high(reals a)
{
    return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a));
}

/* Of the two signed halves of a word. */
static inline reals reals_of_ints(uint64_t a)
{
    return _mm_cvtepi32_pd(_mm_cvtsi64_si128((long long)a));
}

#endif
