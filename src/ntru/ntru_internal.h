/* What the files of the solver share. */
#ifndef NEOSIG_NTRU_NTRU_INTERNAL_H
#define NEOSIG_NTRU_NTRU_INTERNAL_H

#include "ntru/ntru.h"
#include "ntt/mod32.h"

#define NEOSIG_NTRU_WORD_BITS 31
#define NEOSIG_NTRU_HALF_DIGIT 14
#define NEOSIG_NTRU_F 0 /* of pairs (f, g) or (F, G) */
#define NEOSIG_NTRU_G 1

/* A run of the solver: what it works with, and its memory. n_d is the degree of depth d. */
typedef struct neosig_ntru {
    const neosig_ntru_set *set;
    const neosig_ntru_kernels *kernels;
    const neosig_fft *fft;
    int32_t *fg[NEOSIG_NTRU_MAX_LOGN + 1]; /* from depth 2 on: f, g of that depth in rows, the last one signed */
    int32_t *hat[2][2];                    /* by prime: the transforms of f and g of depth 0 */
    int32_t *below;                        /* F, G of the depth below in rows, the last one signed */
    void *numbers;                         /* 2 n_0 reals or fixed-point numbers */
    int64_t *wide_k;                       /* n_0 */
    int32_t *k;                            /* n_0 */
    /* The gcd */
    int64_t *limbs;
    /* Depths from 2 on */
    int32_t *FG;          /* F, G of this depth in rows, modulo 2^(28 rows) */
    int32_t *extended;    /* a pair of extended rows */
    int32_t *extended_up; /* FIXED: the same times 2^14, one row more */
    /* Depths 1 and 0 */
    int32_t *hat_1[2][2]; /* by prime: the transforms of f and g of depth 1 */
    int32_t *HAT[2][2];   /* and of F and G of this depth */
    int32_t *residues[2]; /* n_0 */
    int64_t *integers[2]; /* n_0 */
    int32_t *FG_1;        /* a pair of depth 1 in three rows */
} neosig_ntru;

static inline size_t neosig_ntru_degree(const neosig_ntru *me, unsigned depth)
{
    return (size_t)1 << (me->set->logn - depth);
}

/* Rows that hold so many words, up to 386. A division by 28, without an instruction for it. */
static inline size_t neosig_ntru_rows(size_t words)
{
    return (NEOSIG_NTRU_WORD_BITS * words + NEOSIG_NTRU_DIGIT_BITS - 1) * 9363 >> 18;
}

/* ---- gcd (ntru_gcd.c) */

#define NEOSIG_NTRU_LIMB_BITS 62
#define NEOSIG_NTRU_GCD_NUMBERS 8 /* of scratch memory */

/* Limbs for numbers of so many rows, and a sign: 463 / 1024 is hardly more than 28 / 62. */
static inline size_t neosig_ntru_limbs(size_t rows)
{
    return (rows * 463 >> 10) + 1;
}

/* (F, G) with f G - g F = q and 0 <= F / q < f, 0 <= G / q <= g, for odd positive f and g: pairs of rows of degree 1,
 * F and G modulo 2^(28 rows). Returns 0 if there is none, or if it is not below 2^bits; that is secret. */
unsigned neosig_ntru_gcd(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, unsigned bits, int32_t q,
                         int64_t *scratch);

/* ---- Rows (ntru_rows.c) */

/* Signed numbers of `words` words out of numbers of rows_in >= neosig_ntru_rows(words) rows that are modulo 2^(31
 * words): as many rows as hold `room` >= words words. count numbers a row. */
void neosig_ntru_take_signed(int32_t *out, size_t room, const int32_t *in, size_t words, size_t count);

/* r = the n numbers of signed rows, stride apart, modulo a prime: below 0.51 p. */
void neosig_ntru_rows_modulo(int32_t *r, const int32_t *in, size_t rows, size_t stride, size_t n,
                             const neosig_ntru_prime *prime);

/* f, g of depth + 1 from those of depth >= 2. */
void neosig_ntru_norm_rows(const neosig_ntru *me, unsigned depth);

/* F, G of depth >= 2 from me->below, modulo 2^(28 rows), into me->FG. */
void neosig_ntru_lift_rows(const neosig_ntru *me, unsigned depth);

/* me->extended = (f, g) of this depth; of FIXED also me->extended_up. */
void neosig_ntru_extend(const neosig_ntru *me, unsigned depth);

/* 1 if f G - g F = q modulo a prime, with F, G in me->below now of this depth >= 2. Secret. */
unsigned neosig_ntru_check_rows(const neosig_ntru *me, unsigned depth);

/* ---- Residues (ntru_residue.c): depths 0 and 1. HAT is the transform of F and G over 2^32. */

/* me->hat, and f, g of depth 2. */
void neosig_ntru_norm_residues(const neosig_ntru *me, const int8_t *f, const int8_t *g);

/* me->HAT from what is below: in me->below at depth 1, in me->integers at depth 0. At depth 1 me->hat_1 first. */
void neosig_ntru_lift_residues(const neosig_ntru *me, unsigned depth);

/* me->integers = F, G of depth 1, from me->HAT. */
void neosig_ntru_integers(const neosig_ntru *me);

/* me->integers = f, g of depth 1. */
void neosig_ntru_short_integers(const neosig_ntru *me);

/* me->integers = F adj(f) + G adj(g), f adj(f) + g adj(g) of depth 0. */
void neosig_ntru_gram_integers(const neosig_ntru *me);

/* me->HAT -= k (f, g) 2^shift, modulo so many primes. |k| < 2^51. */
void neosig_ntru_subtract_residues(const neosig_ntru *me, unsigned depth, const int64_t *k, unsigned shift,
                                   unsigned primes);

/* me->integers = F, G from me->HAT modulo the first prime alone. */
void neosig_ntru_small_integers(const neosig_ntru *me, unsigned depth);

/* 1 if f G - g F = q at depth 0, in me->HAT, modulo the first prime. Secret. */
unsigned neosig_ntru_check_residues(const neosig_ntru *me);

/* ---- The two rules (ntru_float.c, ntru_fixed.c). They reduce F, G, given as lifted, and leave them where the depth
 * above looks: in me->below, me->integers. Return 0 if that fails, which is public. */
unsigned neosig_ntru_reduce_float(const neosig_ntru *me, unsigned depth);
unsigned neosig_ntru_reduce_fixed(const neosig_ntru *me, unsigned depth);

#endif
