/* mod32.h in NEON. */
#ifndef NEOSIG_NTT_MOD32_NEON_H
#define NEOSIG_NTT_MOD32_NEON_H

#include "ntt/mod32.h"

#include <arm_neon.h>

/* Keeps the compiler from making a value again at each use, or from folding it into others. */
#define NEOSIG_KEEP(reg, x) __asm__("" : "+" reg(x))

/* neosig_mod32_mul of four lanes: three instructions. By lane `lane` of zeta and quotient, which an instruction has in
 * itself; and lane by lane. */
#define NEOSIG_MOD32_MUL_LANE(b, zeta, quotient, lane, q)                                                              \
    vmlsq_s32(vmulq_laneq_s32(b, zeta, lane), vqrdmulhq_laneq_s32(b, quotient, lane), q)
static inline int32x4_t neosig_mod32_mul_lanes(int32x4_t b, int32x4_t zeta, int32x4_t quotient, int32x4_t q)
{
    return vmlsq_s32(vmulq_s32(b, zeta), vqrdmulhq_s32(b, quotient), q);
}

/* The same by one constant for all lanes. */
static inline int32x4_t neosig_mod32_mul_one(int32x4_t b, int32_t zeta, int32_t quotient, int32_t q)
{
    return vmlsq_n_s32(vmulq_n_s32(b, zeta), vqrdmulhq_n_s32(b, quotient), q);
}

/* Lane 0: q; lane 1: its inverse modulo 2^32. */
static inline int32x4_t neosig_mod32_constants(int32_t q, int32_t q_inverse)
{
    const int32_t constants[4] = {q, q_inverse, 0, 0};
    int32x4_t v = vld1q_s32(constants);
    NEOSIG_KEEP("w", v);
    return v;
}

/* neosig_mod32_montgomery of four sums of products. */
static inline int32x4_t neosig_mod32_reduce(int64x2_t low, int64x2_t high, int32x4_t constants)
{
    const int32x4_t m =
        vmulq_laneq_s32(vuzp1q_s32(vreinterpretq_s32_s64(low), vreinterpretq_s32_s64(high)), constants, 1);
    low = vmlsl_laneq_s32(low, vget_low_s32(m), constants, 0);
    high = vmlsl_high_laneq_s32(high, m, constants, 0);
    return vuzp2q_s32(vreinterpretq_s32_s64(low), vreinterpretq_s32_s64(high));
}

/* With assertions: the lanes of n vectors are below bound in size. */
static inline void neosig_mod32_assert_vectors(const int32x4_t *v, size_t n, int64_t bound)
{
#ifdef NEOSIG_ASSERTIONS
    for (size_t i = 0; i < n; i++) {
        int32_t numbers[4];
        vst1q_s32(numbers, v[i]);
        neosig_mod32_assert_below(numbers, 4, bound);
    }
#else
    (void)v;
    (void)n;
    (void)bound;
#endif
}

#endif
