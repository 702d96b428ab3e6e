/* Numbers with 32 fractional bits in an int64_t, and transforms of polynomials of them modulo X^n + 1, rounded as
 * ntrugen rounds them (Pornin, ePrint 2023/290). Sums wrap around.
 *
 * A polynomial is an int64_t[n], n = 2^logn, 1 <= logn <= 10. Transformed it is n/2 complex numbers in bit-reversed
 * order, the real parts, then the imaginary ones; a self-adjoint one has the real parts alone. Secret. */
#ifndef NEOSIG_NTRU_NTRU_FIXED_POINT_H
#define NEOSIG_NTRU_NTRU_FIXED_POINT_H

#include "core/wide.h"

#include <stddef.h>
#include <stdint.h>

static inline int64_t neosig_fixed_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t neosig_fixed_sub(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* Rounded down. */
static inline int64_t neosig_fixed_multiply(int64_t a, int64_t b)
{
    return (int64_t)neosig_wide_low(neosig_wide_right(neosig_wide_multiply_signed(a, b), 32));
}

/* A number to divide by, and its reciprocal. */
typedef struct neosig_fixed_divisor {
    uint64_t size;                   /* |b| */
    uint64_t normalized, reciprocal; /* d = |b| 2^shift from 2^63 on; (2^128 - 1) / d - 2^64 */
    uint64_t minus;                  /* all ones if b is negative */
    unsigned shift;
} neosig_fixed_divisor;

neosig_fixed_divisor neosig_fixed_divisor_of(int64_t b);

/* a / b to the nearest, ties away from zero; |a|, |b| < 2^63. If |a / b| is not below 2^32, or b is 0, *beyond becomes
 * all ones and the result is of no use. */
int64_t neosig_fixed_divide(int64_t a, const neosig_fixed_divisor *b, uint64_t *beyond);

/* ntrugen's division, bit by bit, with what it gives then. */
int64_t neosig_fixed_divide_slowly(int64_t a, int64_t b);

void neosig_fixed_forward(int64_t *f, unsigned logn);
void neosig_fixed_inverse(int64_t *f, unsigned logn);

/* r = a x, or a[0] x[0] + a[1] x[1], for one or two transformed pairs. r may be one of them. */
void neosig_fixed_dot(int64_t *r, int64_t *const *a, int64_t *const *x, size_t pairs, unsigned logn);

/* r = f adj(f), or f adj(f) + g adj(g), for one or two polynomials. n/2 numbers. */
void neosig_fixed_norm(int64_t *r, int64_t *const *f, size_t polynomials, unsigned logn);

#endif
