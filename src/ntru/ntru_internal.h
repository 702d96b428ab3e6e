/* What the files of the solver share. */
#ifndef NEOSIG_NTRU_NTRU_INTERNAL_H
#define NEOSIG_NTRU_NTRU_INTERNAL_H

#include "ntru/ntru.h"

/* ---- gcd (ntru_gcd.c) */

#define NEOSIG_NTRU_GCD_LIMB_BITS 62

/* Limbs for numbers of so many rows, and a sign. */
static inline size_t neosig_ntru_gcd_limbs(size_t rows)
{
    return NEOSIG_NTRU_DIGIT_BITS * rows / NEOSIG_NTRU_GCD_LIMB_BITS + 1;
}

/* limbs of scratch memory for numbers of so many limbs */
#define NEOSIG_NTRU_GCD_SCRATCH 8

/* (F, G) with f G - g F = q and 0 <= F / q < f, 0 <= G / q <= g, for odd positive f and g below 2^bits: pairs of rows of
 * degree 1, modulo 2^(28 rows). Returns 0 if there is none, or if it is not below 2^bits. */
unsigned neosig_ntru_gcd(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, unsigned bits, int32_t q,
                         int64_t *scratch);

#endif
