/* Numbers modulo q = 12289 in 16-bit lanes. */
#ifndef NEOSIG_NTT_MOD16_H
#define NEOSIG_NTT_MOD16_H

#include "core/assertion.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_MOD16_Q 12289
#define NEOSIG_MOD16_Q_INVERSE (-12287) /* modulo 2^16 */

/* a b mod q for a constant |b| < q/2 and quotient = round(b 2^15 / q). a quotient / 2^15 is off from a b / q by at most
 * |a| / 2^16, its rounding by 1/2. So |result| <= q (1/2 + |a| / 2^16). */
static inline int16_t neosig_mod16_mul(int16_t a, int16_t b, int16_t quotient)
{
    const int32_t t = ((int32_t)a * quotient + (1 << 14)) >> 15;
    return (int16_t)(uint16_t)((uint32_t)((int32_t)a * b) - (uint32_t)(t * NEOSIG_MOD16_Q));
}

/* a mod q within 0.51 q: a 21844 / 2^28 is off from a / q by less than 0.0001 for |a| < 2^15, and by 2^-13 where it is
 * rounded down on the way. */
static inline int16_t neosig_mod16_reduce(int16_t a)
{
    const int32_t t = (((int32_t)a * 21844 >> 15) + (1 << 12)) >> 13;
    return (int16_t)(a - t * NEOSIG_MOD16_Q);
}

/* a mod q within 0.78 q, 0.67 q for |a| < 2.2 q: a - q t at the ends a = 2^15 (t +- 1/2) / 3 of what rounds to t. */
static inline int16_t neosig_mod16_limit(int16_t a)
{
    return neosig_mod16_mul(a, 1, 3);
}

/* a b 2^-16 mod q, within q/2 + |a b| / 2^16 + 1. */
static inline int16_t neosig_mod16_montgomery(int16_t a, int16_t b)
{
    const int32_t product = (int32_t)a * b;
    const int16_t m = (int16_t)(uint16_t)((uint32_t)product * (uint32_t)NEOSIG_MOD16_Q_INVERSE);
    return (int16_t)((product - m * NEOSIG_MOD16_Q) >> 16);
}

/* With assertions: |r[i]| <= bound, for n numbers. */
static inline void neosig_mod16_assert_within(const int16_t *r, size_t n, int32_t bound)
{
#ifdef NEOSIG_ASSERTIONS
    int32_t worst = 0;
    for (size_t i = 0; i < n; i++) {
        const int32_t size = r[i] < 0 ? -r[i] : r[i];
        worst = size > worst ? size : worst;
    }
    NEOSIG_ASSERT(worst <= bound);
#else
    (void)r;
    (void)n;
    (void)bound;
#endif
}

#endif
