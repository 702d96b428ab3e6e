/* Numbers modulo an odd q < 2^23 in 32-bit lanes: the two products that transforms and the kernels of schemes share. */
#ifndef NEOSIG_NTT_MOD32_H
#define NEOSIG_NTT_MOD32_H

#include "core/assertion.h"

#include <stddef.h>
#include <stdint.h>

/* a b mod q for a constant |b| < q/2 and quotient = round(b 2^31 / q) (Barrett's product, as in ePrint 2021/986).
 * a quotient / 2^31 is off from a b / q by at most |a| / 2^32, its rounding by 1/2: |result| <= q (1/2 + |a| / 2^32).
 */
static inline int32_t neosig_mod32_mul(int32_t a, int32_t b, int32_t quotient, int32_t q)
{
    int32_t t = (int32_t)(((int64_t)a * quotient + (1 << 30)) >> 31);
    return (int32_t)((uint32_t)a * (uint32_t)b - (uint32_t)t * (uint32_t)q);
}

/* a 2^-32 mod q, with q_inverse = q^-1 mod 2^32 (Montgomery's reduction).
 * a - m q is divisible by 2^32 and |m| <= 2^31: |result| <= q/2 + |a| / 2^32. */
static inline int32_t neosig_mod32_montgomery(int64_t a, int32_t q, int32_t q_inverse)
{
    int32_t m = (int32_t)((uint32_t)a * (uint32_t)q_inverse);
    return (int32_t)((a - (int64_t)m * q) >> 32);
}

/* With assertions: |r[i]| < bound, for n numbers. */
static inline void neosig_mod32_assert_below(const int32_t *r, size_t n, int64_t bound)
{
#ifdef NEOSIG_ASSERTIONS
    int64_t worst = 0; /* branch-free, so that taint checks with assertions see one decision only */
    for (size_t i = 0; i < n; i++) {
        int64_t size = r[i] < 0 ? -(int64_t)r[i] : r[i];
        worst = size > worst ? size : worst;
    }
    NEOSIG_ASSERT(worst < bound);
#else
    (void)r;
    (void)n;
    (void)bound;
#endif
}

#endif
