/* Vectors of two reals in NEON. */
#ifndef NEOSIG_FFT_REALS_NEON_H
#define NEOSIG_FFT_REALS_NEON_H

#include "fft/real.h"

#include <arm_neon.h>
#include <stddef.h>

#define REALS_LANES 2

typedef float64x2_t reals;

#define REALS_ROUNDED(a) NEOSIG_REAL_ROUNDED(a)
#include "fft/reals_arithmetic_body.h"

static inline reals reals_load(const neosig_real *p)
{
    return vld1q_f64(p);
}

static inline void reals_store(neosig_real *p, reals a)
{
    vst1q_f64(p, a);
}

static inline reals reals_all(neosig_real a)
{
    return vdupq_n_f64(a);
}

/* Patterns. */
static inline reals reals_of_bits(const uint64_t *p)
{
    return vreinterpretq_f64_u64(vld1q_u64(p));
}

static inline reals reals_all_of_bits(const uint64_t *p)
{
    return vreinterpretq_f64_u64(vld1q_dup_u64(p));
}

/* period patterns again and again, period < REALS_LANES. */
static inline reals reals_repeat_of_bits(const uint64_t *p, size_t period)
{
    (void)period;
    return reals_all_of_bits(p);
}

/* Newton's iteration from 8 to 16 and 32 bits, then twice with the exact residual 1 - a y: to within an ulp, and to the
 * nearest number. Markstein ("Computation of elementary functions on the IBM RISC System/6000 processor", 1990) shows
 * that the last step rounds correctly unless all bits of a's mantissa are ones. Then 1 / a is above the middle between
 * a power of two and the next number, which is the one to take. */
static inline reals reals_reciprocal(reals a)
{
    const reals one = vdupq_n_f64(1);
    reals y = vrecpeq_f64(a);
    y = vmulq_f64(y, vrecpsq_f64(a, y));
    y = vmulq_f64(y, vrecpsq_f64(a, y));
    y = vfmaq_f64(y, vfmsq_f64(one, a, y), y);
    y = vfmaq_f64(y, vfmsq_f64(one, a, y), y);
    const uint64x2_t mantissa = vdupq_n_u64((UINT64_C(1) << 52) - 1);
    const uint64x2_t ones = vceqzq_u64(vbicq_u64(mantissa, vreinterpretq_u64_f64(a)));
    return vreinterpretq_f64_u64(vsubq_u64(vreinterpretq_u64_f64(y), ones));
}

/* Newton's iteration for 1 / sqrt(a) to 32 bits, one step for it and the root, and the exact residual a - g^2:
 * correctly rounded (Markstein). a > 0. */
static inline reals reals_root(reals a)
{
    const reals half = vdupq_n_f64(0.5);
    reals y = vrsqrteq_f64(a);
    y = vmulq_f64(y, vrsqrtsq_f64(vmulq_f64(a, y), y));
    y = vmulq_f64(y, vrsqrtsq_f64(vmulq_f64(a, y), y));
    reals g = vmulq_f64(a, y), h = vmulq_f64(half, y);
    const reals r = vfmsq_f64(half, g, h);
    g = vfmaq_f64(g, g, r);
    h = vfmaq_f64(h, h, r);
    return vfmaq_f64(g, vfmsq_f64(a, g, g), h);
}

/* Of pairs of neighbours the first, and the second. */
static inline void reals_load_pairs(const neosig_real *p, reals *a, reals *b)
{
    const float64x2x2_t pairs = vld2q_f64(p);
    *a = pairs.val[0];
    *b = pairs.val[1];
}

static inline void reals_store_pairs(neosig_real *p, reals a, reals b)
{
    const float64x2x2_t pairs = {{a, b}};
    vst2q_f64(p, pairs);
}

/* Of fours of neighbours the first, the second, ... */
static inline void reals_load_fours(const neosig_real *p, reals v[4])
{
    const float64x2x4_t fours = vld4q_f64(p);
    for (size_t i = 0; i < 4; i++)
        v[i] = fours.val[i];
}

static inline void reals_store_fours(neosig_real *p, const reals v[4])
{
    const float64x2x4_t fours = {{v[0], v[1], v[2], v[3]}};
    vst4q_f64(p, fours);
}

/* Of pairs of patterns the first. */
static inline reals reals_even_of_bits(const uint64_t *p)
{
    return vreinterpretq_f64_u64(vuzp1q_u64(vld1q_u64(p), vld1q_u64(p + 2)));
}

#endif
