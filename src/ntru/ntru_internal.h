/* What the files of the solver share. */
#ifndef NEOSIG_NTRU_NTRU_INTERNAL_H
#define NEOSIG_NTRU_NTRU_INTERNAL_H

#include "ntru/ntru.h"
#include "ntt/mod32.h"

#define NEOSIG_NTRU_WORD_BITS 31
#define NEOSIG_NTRU_F 0 /* of pairs (f, g) or (F, G) */
#define NEOSIG_NTRU_G 1

/* A run of the solver: what it works with, and its memory. n_d is the degree of depth d. f, g, F, G are always of the
 * depth at hand, but where a name or a comment says otherwise; _hat is a transform modulo the primes. All is secret. */
typedef struct neosig_ntru {
    const neosig_ntru_set *set;
    const neosig_ntru_kernels *kernels;
    const neosig_fft *fft;
    /* From the way down to the end */
    int32_t *fg[NEOSIG_NTRU_MAX_LOGN + 1]; /* by depth: f, g in rows, the last one signed. fg[0] is not used; fg[1] is
                                              residues[1], and used by FIXED at depth 1 */
    int32_t *fg0_hat[2][2];                /* f and g of depth 0, by prime */
    int32_t *FG_below;                     /* F, G of the depth below, reduced, in rows, the last one signed */
    /* The gcd, in the memory of what follows (ntru_solve.c) */
    int64_t *limbs;
    /* The way up. reals, fixed and coefficients[0] are one area of 2 n_0 numbers, which become each other in place. */
    neosig_real *reals;          /* FLOAT: approximations, and what is made of them */
    int64_t *fixed;              /* FIXED: likewise */
    int64_t *coefficients[2][2]; /* [0]: two polynomials of depth 0. [1]: two of depth 1, in wide_k */
    int64_t *wide_k;             /* n_0: k of FLOAT, and of depth 0 */
    int32_t *k;                  /* n_0 */
    int32_t *FG;                 /* from depth 1 on: F, G in rows, modulo 2^(28 rows) */
    int32_t *fg_hat;             /* f and g by prime: of depth 1, or where has_fg_hat */
    int32_t *FG_hat[2][2];       /* depths 1 and 0: F and G by prime, one after the other */
    int32_t *products; /* FIXED, where has_fg_hat: k f and k g by prime, and k's transform; once FG_hat, in the
                          same memory, is used up */
    /* Depths from 2 on */
    int32_t *extended; /* a pair of extended rows */
    int32_t *top;      /* FIXED, in batches: the highest rows of F, G */
    int32_t *long_k;   /* FIXED, in batches: NEOSIG_NTRU_LONG_ROWS rows of n_d */
    /* Depths 1 and 0, and the norms of f and g, in the memory of the three above */
    int32_t *residues[2]; /* n_0: one polynomial by prime, or what a function makes of it */
} neosig_ntru;

static inline size_t neosig_ntru_degree(const neosig_ntru *me, unsigned depth)
{
    return (size_t)1 << (me->set->logn - depth);
}

/* The polynomials in a row of F, G at this depth: both, or F alone. A row of degree 2 has both in any case, as it comes
 * from the gcd: F alone would not fill a vector. */
static inline size_t neosig_ntru_polynomials(const neosig_ntru_set *set, unsigned depth)
{
    return set->rule == NEOSIG_NTRU_FIXED_F && set->logn - depth >= 2 ? 1 : 2;
}

/* Rows that hold so many bits, up to 12000. A division by 28, without an instruction for it. */
static inline size_t neosig_ntru_rows_of_bits(size_t bits)
{
    return (bits + NEOSIG_NTRU_DIGIT_BITS - 1) * 9363 >> 18;
}

static inline size_t neosig_ntru_rows(size_t words)
{
    return neosig_ntru_rows_of_bits(NEOSIG_NTRU_WORD_BITS * words);
}

/* ---- gcd (ntru_gcd.c) */

#define NEOSIG_NTRU_LIMB_BITS 62
#define NEOSIG_NTRU_GCD_NUMBERS 8 /* of scratch memory */

/* Limbs for numbers of so many rows, and a sign: 463 / 1024 is hardly more than 28 / 62. */
static inline size_t neosig_ntru_limbs(size_t rows)
{
    return (rows * 463 >> 10) + 1;
}

/* (F, G) with f G - g F = q and 0 <= F / q < f, 0 <= G / q <= g. f and g are odd and positive. FG and fg are pairs of
 * rows of degree 1; F and G are modulo 2^(28 rows). Returns 0 if there is none, or if F or G is not below 2^bits; with
 * F_alone, if F is not. What it returns is secret. */
unsigned neosig_ntru_gcd(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, unsigned bits, int F_alone,
                         int32_t q, int64_t *scratch);

/* ---- Rows (ntru_rows.c) */

/* Signed numbers of `words` words out of numbers of rows_in >= neosig_ntru_rows(words) rows that are modulo 2^(31
 * words): as many rows as hold `room` >= words words. count numbers a row. */
void neosig_ntru_take_signed(int32_t *out, size_t room, const int32_t *in, size_t words, size_t count);

/* r = the n numbers of signed rows, stride apart, modulo a prime: below 0.51 p. */
void neosig_ntru_rows_modulo(int32_t *r, const int32_t *in, size_t rows, size_t stride, size_t n,
                             const neosig_ntru_prime *prime);

/* f, g of depth + 1 from those of depth >= 2. */
void neosig_ntru_norm_rows(const neosig_ntru *me, unsigned depth);

/* F, G of depth >= 2 from me->FG_below, modulo 2^(28 rows), into me->FG. */
void neosig_ntru_lift_rows(const neosig_ntru *me, unsigned depth);

/* me->extended = (f, g) of this depth, or f if F is alone there. */
void neosig_ntru_extend(const neosig_ntru *me, unsigned depth);

/* 1 if f G - g F = q modulo a prime, with F, G in me->FG_below now of this depth >= 2. Secret. */
unsigned neosig_ntru_check_rows(const neosig_ntru *me, unsigned depth);

/* ---- Residues (ntru_residue.c): depths 0 and 1. FG_hat is the transform of F and G over 2^32. */

/* Primes for k f and k g of this depth, below SHALLOW, so that n 2^31 |f|, for |k| <= 2^31, is below 0.3 of their
 * product. At depth 1 two: coefficients there are at most |f|^2 of depth 0, and that at most 16823. Falcon sees to it;
 * HAWK's with n = 1024, a sum of 1024 squares that are 4 in the mean, exceeds it with probability below 2^-1000. */
static inline size_t neosig_ntru_primes_for(const neosig_ntru_set *set, unsigned depth)
{
    return depth == 1 ? 2 : neosig_ntru_rows_of_bits(set->logn - depth + 31u + set->bits[depth] + 2);
}

/* Whether k f goes modulo them: for few coefficients the product of rows takes less time. */
static inline int neosig_ntru_has_fg_hat(const neosig_ntru_set *set, unsigned depth)
{
    const size_t primes = depth < NEOSIG_NTRU_SHALLOW ? neosig_ntru_primes_for(set, depth) : SIZE_MAX;
    return primes <= NEOSIG_NTRU_PRIMES && (size_t)1 << (set->logn - depth) >= 8 * primes;
}

/* me->fg_hat of this depth >= 2. */
void neosig_ntru_transform_rows(const neosig_ntru *me, unsigned depth);

/* me->FG -= me->k (f, g) 2^shift, modulo 2^(28 rows). */
void neosig_ntru_subtract_product(const neosig_ntru *me, unsigned depth, size_t rows, unsigned shift);

/* me->fg0_hat, and f, g of depth 2. */
void neosig_ntru_norm_residues(const neosig_ntru *me, const int8_t *f, const int8_t *g);

/* me->FG_hat from what is below: in me->FG_below at depth 1, in me->coefficients[1] at depth 0. At depth 1 me->fg_hat
 * first. Where F is alone, this is F's. */
void neosig_ntru_lift_residues(const neosig_ntru *me, unsigned depth);

/* FIXED_F, depth 0: G's me->FG_hat, of G = (q + g F) / f. 0 if f has no inverse modulo one of the primes. Secret. */
unsigned neosig_ntru_complete_residues(const neosig_ntru *me);

/* me->coefficients[1] = F, G, from me->FG_hat. */
void neosig_ntru_FG_coefficients(const neosig_ntru *me);

/* me->coefficients[1] = f, g. */
void neosig_ntru_fg_coefficients(const neosig_ntru *me);

/* me->coefficients[0] = F adj(f) + G adj(g), f adj(f) + g adj(g). */
void neosig_ntru_gram_coefficients(const neosig_ntru *me);

/* me->FG_hat -= k (f, g) modulo the first prime. |k| < 2^51. */
void neosig_ntru_subtract_residues(const neosig_ntru *me, unsigned depth, const int64_t *k);

/* me->coefficients[depth] = F, G from me->FG_hat modulo the first prime alone. */
void neosig_ntru_reduced_coefficients(const neosig_ntru *me, unsigned depth);

/* 1 if f G - g F = q at depth 0, in me->FG_hat, modulo the first prime. Secret. */
unsigned neosig_ntru_check_residues(const neosig_ntru *me);

/* ---- Batches of rounds (ntru_fixed.c) */

/* Bits by which the first round's shift may be above the last one's. k has 31 bits and a sign. It is shifted by so many
 * bits and up to 27 more, in NEOSIG_NTRU_LONG_ROWS digits, and sums of such numbers are below twice that. */
#define NEOSIG_NTRU_BATCH_BITS (NEOSIG_NTRU_DIGIT_BITS * (NEOSIG_NTRU_LONG_ROWS - 1) - 32)

/* Bits of f and g below those looked at that a batch works with. */
#define NEOSIG_NTRU_GUARD_BITS (5 * NEOSIG_NTRU_DIGIT_BITS)

/* Words of f and g that are not looked at. */
static inline size_t neosig_ntru_unseen(const neosig_ntru_set *set, unsigned depth)
{
    return set->small[depth] > set->window[depth] ? (size_t)(set->small[depth] - set->window[depth]) : 0;
}

/* Whether reduction goes in batches at this depth. */
static inline int neosig_ntru_has_batches(const neosig_ntru_set *set, unsigned depth)
{
    return set->rule != NEOSIG_NTRU_FLOAT && set->logn - depth <= 2 &&
           NEOSIG_NTRU_WORD_BITS * neosig_ntru_unseen(set, depth) >= NEOSIG_NTRU_GUARD_BITS;
}

/* Rows of me->top: the words of f that are looked at, two more, what is below them in a batch, and roundings. */
static inline size_t neosig_ntru_top_rows(const neosig_ntru_set *set, unsigned depth)
{
    const size_t below = NEOSIG_NTRU_GUARD_BITS + NEOSIG_NTRU_BATCH_BITS;
    return neosig_ntru_has_batches(set, depth)
               ? neosig_ntru_rows(set->window[depth] + 2u) + below / NEOSIG_NTRU_DIGIT_BITS + 4
               : 0;
}

/* ---- The two rules (ntru_float.c, ntru_fixed.c). They reduce F, G, given as lifted, and leave them where the depth
 * above looks: in me->FG_below, me->coefficients[1]. Return 0 if that fails, which is public. */
unsigned neosig_ntru_reduce_float(const neosig_ntru *me, unsigned depth);
unsigned neosig_ntru_reduce_fixed(const neosig_ntru *me, unsigned depth);

#endif
