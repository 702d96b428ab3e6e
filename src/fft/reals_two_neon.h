/* Vectors of two reals in NEON, with what moves reals between lanes. */
#ifndef NEOSIG_FFT_REALS_TWO_NEON_H
#define NEOSIG_FFT_REALS_TWO_NEON_H

#include "fft/reals_neon.h"

/* The low real in both lanes, and the high one. */
static inline reals reals_all_low(reals a)
{
    return vdupq_laneq_f64(a, 0);
}

static inline reals reals_all_high(reals a)
{
    return vdupq_laneq_f64(a, 1);
}

static inline reals reals_swap(reals a)
{
    return vextq_f64(a, a, 1);
}

static inline reals reals_negate_low(reals a)
{
    const uint64x2_t sign = vsetq_lane_u64(UINT64_C(1) << 63, vdupq_n_u64(0), 0);
    return vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(a), sign));
}

/* The low reals of a and b, and the high ones. */
static inline reals reals_lows(reals a, reals b)
{
    return vzip1q_f64(a, b);
}

static inline reals reals_highs(reals a, reals b)
{
    return vzip2q_f64(a, b);
}

static inline neosig_real reals_low(reals a)
{
    return vgetq_lane_f64(a, 0);
}

static inline neosig_real reals_high(reals a)
{
    return vgetq_lane_f64(a, 1);
}

/* Of the two signed halves of a word. */
static inline reals reals_of_ints(uint64_t a)
{
    return vcvtq_f64_s64(vmovl_s32(vcreate_s32(a)));
}

#endif
