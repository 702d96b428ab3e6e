/* Two reals, say the parts of a complex number, in NEON. */
#ifndef NEOSIG_FFT_PAIRS_NEON_H
#define NEOSIG_FFT_PAIRS_NEON_H

#include "fft/real.h"

#include <arm_neon.h>

typedef float64x2_t pair;

static inline pair pair_of(neosig_real low, neosig_real high)
{
    return vsetq_lane_f64(high, vdupq_n_f64(low), 1);
}

static inline pair pair_load(const neosig_real *p)
{
    return vld1q_f64(p);
}

static inline pair pair_of_bits(const uint64_t *p)
{
    return vreinterpretq_f64_u64(vld1q_u64(p));
}

static inline void pair_store(neosig_real *p, pair a)
{
    vst1q_f64(p, a);
}

static inline pair pair_add(pair a, pair b)
{
    return vaddq_f64(a, b);
}

static inline pair pair_sub(pair a, pair b)
{
    return vsubq_f64(a, b);
}

static inline pair pair_multiply(pair a, pair b)
{
    pair product = vmulq_f64(a, b);
    NEOSIG_REAL_ROUNDED(product);
    return product;
}

/* By the low, and by the high part of b. */
static inline pair pair_multiply_low(pair a, pair b)
{
    pair product = vmulq_laneq_f64(a, b, 0);
    NEOSIG_REAL_ROUNDED(product);
    return product;
}

static inline pair pair_multiply_high(pair a, pair b)
{
    pair product = vmulq_laneq_f64(a, b, 1);
    NEOSIG_REAL_ROUNDED(product);
    return product;
}

static inline pair pair_swap(pair a)
{
    return vextq_f64(a, a, 1);
}

static inline pair pair_negate_low(pair a)
{
    const uint64x2_t sign = vsetq_lane_u64(UINT64_C(1) << 63, vdupq_n_u64(0), 0);
    return vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(a), sign));
}

/* The low parts, and the high parts, of a and b. */
static inline pair pair_lows(pair a, pair b)
{
    return vzip1q_f64(a, b);
}

static inline pair pair_highs(pair a, pair b)
{
    return vzip2q_f64(a, b);
}

static inline neosig_real pair_low(pair a)
{
    return vgetq_lane_f64(a, 0);
}

static inline neosig_real pair_high(pair a)
{
    return vgetq_lane_f64(a, 1);
}

/* Of the two signed halves of a word. */
static inline pair pair_of_ints(uint64_t a)
{
    return vcvtq_f64_s64(vmovl_s32(vcreate_s32(a)));
}

#endif
