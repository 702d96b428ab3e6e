/* Two reals, say the parts of a complex number, in SSE2. */
#ifndef NEOSIG_FFT_PAIRS_SSE2_H
#define NEOSIG_FFT_PAIRS_SSE2_H

#include "fft/real.h"

#include <emmintrin.h>

typedef __m128d pair;

static inline pair pair_of(neosig_real low, neosig_real high)
{
    return _mm_set_pd(high, low);
}

static inline pair pair_load(const neosig_real *p)
{
    return _mm_loadu_pd(p);
}

static inline pair pair_of_bits(const uint64_t *p)
{
    return _mm_castsi128_pd(_mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline void pair_store(neosig_real *p, pair a)
{
    _mm_storeu_pd(p, a);
}

static inline pair pair_add(pair a, pair b)
{
    return _mm_add_pd(a, b);
}

static inline pair pair_sub(pair a, pair b)
{
    return _mm_sub_pd(a, b);
}

static inline pair pair_multiply(pair a, pair b)
{
    pair product = _mm_mul_pd(a, b);
    NEOSIG_REAL_ROUNDED(product);
    return product;
}

/* By the low, and by the high part of b. */
static inline pair pair_multiply_low(pair a, pair b)
{
    return pair_multiply(a, _mm_unpacklo_pd(b, b));
}

static inline pair pair_multiply_high(pair a, pair b)
{
    return pair_multiply(a, _mm_unpackhi_pd(b, b));
}

static inline pair pair_swap(pair a)
{
    return _mm_shuffle_pd(a, a, 1);
}

static inline pair pair_negate_low(pair a)
{
    return _mm_xor_pd(a, _mm_set_pd(0.0, -0.0));
}

/* The low parts, and the high parts, of a and b. */
static inline pair pair_lows(pair a, pair b)
{
    return _mm_unpacklo_pd(a, b);
}

static inline pair pair_highs(pair a, pair b)
{
    return _mm_unpackhi_pd(a, b);
}

static inline neosig_real pair_low(pair a)
{
    return _mm_cvtsd_f64(a);
}

static inline neosig_real pair_high(pair a)
{
    return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a));
}

/* Of the two signed halves of a word. */
static inline pair pair_of_ints(uint64_t a)
{
    return _mm_cvtepi32_pd(_mm_cvtsi64_si128((long long)a));
}

#endif
