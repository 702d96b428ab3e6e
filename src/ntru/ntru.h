/* The NTRU equation: given short f and g in Z[X] / (X^n + 1), find short F and G with f G - g F = q.
 *
 * The way down and up (Pornin and Prest, "More efficient algorithms for the NTRU key generation using the field norm",
 * PKC 2019). Depth d has degree n / 2^d. With f*(X) = f(-X), the product f f* is a polynomial in X^2: the norm N(f), of
 * half the degree and twice the length.
 *
 *     f_(d+1)(X^2) = f_d(X) f_d*(X).    For f = a(X^2) + X b(X^2):  N(f) = a^2 - X b^2.
 *
 * At degree 1 they are two integers, the resultants; an extended gcd gives u
 * and v with f u - g v = 1, and G = q u, F = q v. If F', G' solve depth d + 1, then
 *
 *     F = F'(X^2) g*(X),  G = G'(X^2) f*(X)    since f G - g F = (f' G' - g' F')(X^2) = q
 *
 * solve depth d. They are three times as long as f and g, and (F - k f, G - k g) solves it for every k. Babai's
 * reduction takes k near (F adj(f) + G adj(g)) / (f adj(f) + g adj(g)), by and by, from the top bits down.
 *
 * What is exact and what is not. F - k f is computed exactly, by whatever algorithm. The quotients k come from
 * approximations, and a quotient that is rounded otherwise gives another key. So each rule says to the last bit how:
 * - NEOSIG_NTRU_FLOAT: Falcon's reference code (round 3): binary64, ntru_float.c;
 * - NEOSIG_NTRU_FIXED: Pornin's ntrugen (ePrint 2023/290): 64-bit fixed point, ntru_fixed.c. HAWK has this rule.
 * - NEOSIG_NTRU_FIXED_F: Pornin's c-fn-dsa (2026-07-22): the same numbers, but F alone. FN-DSA has this rule.
 *   What is said of FIXED holds for it, too, where it is not named apart.
 * All see F and G as two's complement numbers of so many words of 31 bits, a number that falls as the reduction goes
 * on. A rule fails on some pairs that have a solution. Which pairs these are is part of the rule. So F and G are kept
 * modulo 2^(31 words), and the solver fails where the reference of the rule does.
 *
 * Why F alone suffices. Since G = (q + g F) / f, Babai's quotient is F / f + q adj(g) / (f (f adj(f) + g adj(g))). The
 * second summand is small and does not depend on F. So FIXED_F takes k near F / f at depths 1 and more, and no G. At
 * depth 0 it computes G = (q + g F) / f, and takes k as FIXED does.
 *
 * How failures are seen. FIXED tests f G - g F = q modulo a prime, in the end of a depth. FIXED_F has no G to test. It
 * looks at each word that F is to lose: this word must repeat the sign of the words below it. At depth 0 a wrong F
 * shows in the size of F and G. The pair fails, too, if f has no inverse modulo one of the two primes, since G needs
 * it. The reference has another prime there. So about one key pair in 2^18 of n = 512, one in 2^17 of n = 1024, is not
 * the one of the reference.
 *
 * The files, in the order of a run:
 *
 *     ntru_solve.c      the run and its memory
 *     ntru_residue.c    depths 0 and 1: products modulo two primes below 2^28, in which all of F f fits.
 *     ntru_rows.c       depths 2 and more: rows of digits
 *     ntru_gcd.c        degree 1
 *     ntru_float.c, ntru_fixed.c with ntru_fixed_point.c    the reduction by each rule
 *     ntru_plain_body.h, ntru_*_neon.c                      the kernels.
 *
 * FIXED subtracts k f and k g in three ways. Where degrees are large and numbers short, depths 1 to 3 or 4, the
 * products go modulo as many primes as they need, up to five. At degrees 4 and 2 numbers are long, and a round looks at
 * few of their digits; there the products of several rounds are subtracted at once. At the depths between, a product
 * goes by rows.
 *
 * All of f, g, F, G and k is secret. Public, and declassified where it happens: whether and where the solver fails,
 * since f and g are then dropped. The schedule follows from the set and the depth alone. The quotients k of a pair that
 * is kept may have any size, and no product depends on their size. */
#ifndef NEOSIG_NTRU_NTRU_H
#define NEOSIG_NTRU_NTRU_H

#include "core/arena.h"
#include "core/backend.h"
#include "fft/fft.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_NTRU_MAX_LOGN 10
#define NEOSIG_NTRU_SHALLOW 5 /* depths at which FIXED may take products modulo primes */

typedef enum neosig_ntru_rule { NEOSIG_NTRU_FLOAT, NEOSIG_NTRU_FIXED, NEOSIG_NTRU_FIXED_F } neosig_ntru_rule;

/* What a scheme fixes. Words are of 31 bits; arrays go by depth. */
typedef struct neosig_ntru_set {
    unsigned logn;
    neosig_ntru_rule rule;
    int32_t q;
    uint16_t small[NEOSIG_NTRU_MAX_LOGN + 1]; /* words of f, g, and of F, G when reduced */
    uint16_t large[NEOSIG_NTRU_MAX_LOGN];     /* words of F, G before reduction */
    uint16_t rows[NEOSIG_NTRU_MAX_LOGN + 1];  /* rows that hold f and g, with all but no chance that they do not */
    struct {
        uint16_t mean, deviation;       /* bits of the longest coefficient of f, g */
    } length[NEOSIG_NTRU_MAX_LOGN];     /* FLOAT */
    uint16_t bits[NEOSIG_NTRU_SHALLOW]; /* FIXED: those that suffice for f and g, as rows do (tools/ntru_lengths.py) */
    uint16_t window[NEOSIG_NTRU_MAX_LOGN]; /* FIXED: words of f, g that are looked at */
    uint16_t step;                         /* FIXED: bits by which a round of reduction is trusted to shorten F, G */
} neosig_ntru_set;

/* What neosig_ntru_solve returns: this, or where it failed: the depth (logn: the gcd), or TOO_LARGE. */
#define NEOSIG_NTRU_SOLVED (-2)
#define NEOSIG_NTRU_TOO_LARGE (-1) /* a coefficient of F or G is beyond [-127, 127] */

size_t neosig_ntru_solve_bytes(const neosig_ntru_set *set);

/* F and G, 2^logn coefficients each, from f and g with an odd sum of coefficients. */
int neosig_ntru_solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G, const int8_t *f,
                      const int8_t *g, void *workspace);

/* ---- Kernels */

#define NEOSIG_NTRU_PRIMES 5

/* A prime with what transforms modulo it need; pairs are {b, round(b 2^31 / p)} for neosig_mod32_mul. */
typedef struct neosig_ntru_prime {
    int32_t p, p_inverse;                       /* modulo 2^32 */
    int32_t r[2];                               /* 2^32 */
    int32_t digit[2];                           /* 2^28 */
    int32_t inverse[NEOSIG_NTRU_PRIMES - 1][2]; /* of the primes before it */
    int32_t before[NEOSIG_NTRU_PRIMES - 1];     /* the digits of their product */
    int32_t scale[NEOSIG_NTRU_MAX_LOGN + 1][2][2];
    int32_t zeta[1 << NEOSIG_NTRU_MAX_LOGN], quotient[1 << NEOSIG_NTRU_MAX_LOGN];
} neosig_ntru_prime;

extern const neosig_ntru_prime neosig_ntru_primes[NEOSIG_NTRU_PRIMES];

/* Rows. Two polynomials A and B of degree n, whose coefficients have many digits of 28 bits, are rows of int32_t[2n].
 * Row r has the digits of weight 2^(28 r): those of A's coefficients, then those of B's. A digit is in [0, 2^28). In
 * the last row it is so, too, for numbers modulo 2^(28 rows); or it is signed, in [-2^27, 2^27). Rows are 2n numbers
 * apart unless a stride is given.
 *
 * Extended rows have 4n numbers:    -A | A | -B | B
 * The digits of X^i A, i < n, start i places before those of A. */
#define NEOSIG_NTRU_DIGIT_BITS 28
#define NEOSIG_NTRU_DIGIT_MASK ((1 << NEOSIG_NTRU_DIGIT_BITS) - 1)
#define NEOSIG_NTRU_LONG_ROWS 4   /* of sums of k */
#define NEOSIG_NTRU_LONG_DEGREE 4 /* the largest degree with such sums */

/* One product of a sum of products: of a polynomial in rows by one in extended rows. Coefficient i < terms of the first
 * is at a[step_a i], and its rows are stride_a apart; rows_a of them. By it is multiplied what begins at e - step_e i,
 * in rows_e rows stride_e apart. */
typedef struct neosig_ntru_term {
    const int32_t *a, *e;
    size_t terms, step_a, stride_a, rows_a;
    size_t step_e, stride_e, rows_e;
} neosig_ntru_term;

/* Of all kernels, unless one says otherwise:
 * - Numbers are secret, counts and depths are public. Time and addresses depend on what is public.
 * - Arrays have the alignment of their type. Results overlap no input, but that r may be a or b in `multiply`.
 * - The last row of F and G is as those before: they are modulo 2^(28 rows).
 * - A kernel writes what it names, and nothing beside it. */
typedef struct neosig_ntru_kernels {
    const char *name;

    /* Transforms of 2^logn coefficients in place, 2 <= logn <= 10, output order as in FIPS 204. In: |r[i]| < 0.51 p.
     * Out: |r[i]| < 0.51 p. */
    void (*forward)(int32_t *r, unsigned logn, const neosig_ntru_prime *prime);
    /* The inverse, times 2^32. In: |r[i]| < 2p. Out: |r[i]| < 0.7 p, so that a true value below 0.3 p in size comes out
     * as itself. */
    void (*inverse)(int32_t *r, unsigned logn, const neosig_ntru_prime *prime);

    /* r[i] = a[i] b[i] / 2^32 for n numbers, a multiple of 4. In: |a[i]|, |b[i]| < 2p. Out: |r[i]| < 0.8 p. */
    void (*multiply)(int32_t *r, const int32_t *a, const int32_t *b, size_t n, const neosig_ntru_prime *prime);

    /* out = the sum of `count` products, 1 or 2, modulo 2^(28 rows_out): n coefficients in rows_out rows stride_out
     * apart. n is a power of two from 1. Each row of out has room for 4 numbers. `terms` of the products is the same,
     * and at most 512. With step_a = 2 the number behind the last one of `a` may be read. */
    void (*product)(int32_t *out, size_t n, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
                    size_t count);

    /* (F, G) -= k (f, g) 2^shift modulo 2^(28 rows). FG: rows of 2n. fg: rows_fg extended rows of 4n with a signed last
     * row. k: n numbers. n is a power of two from 2 to 512. With polynomials = 1 instead of 2 this is F -= k f 2^shift,
     * in rows of n, and extended rows of 2n. n is not 2 then. */
    void (*subtract)(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n,
                     size_t polynomials, unsigned shift);

    /* (F, G) -= k (f, g) modulo 2^(28 rows). k: NEOSIG_NTRU_LONG_ROWS rows of n, the last one signed. n is 2 or
     * NEOSIG_NTRU_LONG_DEGREE. The others are as above. */
    void (*subtract_long)(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n,
                          size_t polynomials);

    /* FG -= x 2^shift modulo 2^(28 rows), for `count` numbers x given by residues, a multiple of 4. FG: rows of
     * `count`. r: `count` residues modulo the first prime, then as many modulo the second, and so on, for 2 to
     * NEOSIG_NTRU_PRIMES primes; |r[i]| < 0.7 p. In: |x| is below 0.3 of the product of the primes. */
    void (*subtract_residues)(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t count, unsigned shift);

    /* out[i] = `words` words of 31 bits, from bit `bit` on, of number i, as one signed number; the words are added one
     * by one in binary64, the lowest first. in: `count` numbers a row, a multiple of 4. Needs bit + 31 words <= 28
     * rows, or a signed last row. */
    void (*approximate)(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit, unsigned words);

    /* The same as one number a, of which out[i] is 2^32 a 2^-shift rounded down, modulo 2^64. If shift is a multiple of
     * 31, the rule takes two words and a bit: out[i] is signed, modulo 2^63. shift is secret, and below
     * 31 (words + 32). */
    void (*approximate_fixed)(int64_t *out, const int32_t *in, size_t count, size_t rows, unsigned bit, unsigned words,
                              uint32_t shift);

    /* k[i] = x[i] 2^-exponent rounded to the nearest, ties to even, for n numbers. Returns 1 if one of them is not
     * within
     * (-bound, bound), bound <= 2^51; k is not written then. The returned value becomes public. */
    unsigned (*round)(int64_t *k, const neosig_real *x, size_t n, int exponent, neosig_real bound);

    /* k[i] = x[i] 2^-32 rounded to the nearest, ties upward. n is a power of two from 2. */
    void (*round_fixed)(int32_t *k, const int64_t *x, size_t n);
} neosig_ntru_kernels;

extern const neosig_ntru_kernels neosig_ntru_portable;
#if defined(__x86_64__)
extern const neosig_ntru_kernels neosig_ntru_avx2;
#endif
extern const neosig_ntru_kernels neosig_ntru_neon;

#endif
