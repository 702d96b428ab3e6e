/* The NTRU equation: given short f and g in Z[X] / (X^n + 1), find short F and G with f G - g F = q.
 *
 * The way down and up (Pornin and Prest, "More efficient algorithms for the NTRU key generation using the field norm",
 * PKC 2019). Depth d has degree n / 2^d. With f*(X) = f(-X), the product f f* is a polynomial in X^2, the norm N(f),
 *
 *     f_(d+1)(X^2) = f_d(X) f_d*(X),    so for f = a(X^2) + X b(X^2):  N(f) = a^2 - X b^2
 *
 * of half the degree and twice the length. At degree 1 they are two integers, the resultants; an extended gcd gives u
 * and v with f u - g v = 1, and G = q u, F = q v. If F', G' solve depth d + 1, then
 *
 *     F = F'(X^2) g*(X),  G = G'(X^2) f*(X)    since f G - g F = (f' G' - g' F')(X^2) = q
 *
 * solve depth d. They are three times as long as f and g, and (F - k f, G - k g) solves it for every k. Babai's
 * reduction takes k near (F adj(f) + G adj(g)) / (f adj(f) + g adj(g)), by and by, from the top bits down.
 *
 * What is exact and what is not. F - k f is computed exactly, by whatever algorithm. The quotients k come from
 * approximations, and one that is rounded otherwise gives another key. So each rule says to the last bit how:
 * - NEOSIG_NTRU_FLOAT: Falcon's reference code (round 3): binary64, ntru_float.c;
 * - NEOSIG_NTRU_FIXED: Pornin's ntrugen (ePrint 2023/290): 64-bit fixed point, ntru_fixed.c.
 * Both see F and G as two's complement numbers of so many words of 31 bits, a number that falls as the reduction goes
 * on. A rule fails on pairs that have a solution, and which ones is part of it: numbers are kept modulo 2^(31 words) of
 * the rule, so that it fails where its reference does.
 *
 * How. Depths 0 and 1: products modulo two primes below 2^28 (ntru_residue.c), in which all of F f fits. Below: rows
 * (ntru_rows.c). FIXED's products k f go modulo as many primes as they need while that takes four or fewer, depths 1 to
 * 3; at the last depths, where k f is long and few of its digits are looked at, many rounds' at once. gcd: ntru_gcd.c.
 *
 * All of f, g, F, G and k is secret. Public are, declassified where it happens: whether and where the solver fails,
 * since f and g are then dropped. The schedule follows from the set and the depth alone. k of a pair that is kept may
 * have any size, and no product depends on it. */
#ifndef NEOSIG_NTRU_NTRU_H
#define NEOSIG_NTRU_NTRU_H

#include "core/arena.h"
#include "core/backend.h"
#include "fft/fft.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_NTRU_MAX_LOGN 10

typedef enum neosig_ntru_rule { NEOSIG_NTRU_FLOAT, NEOSIG_NTRU_FIXED } neosig_ntru_rule;

/* What a scheme fixes. Words are of 31 bits; arrays go by depth. */
typedef struct neosig_ntru_set {
    unsigned logn;
    neosig_ntru_rule rule;
    int32_t q;
    uint16_t small[NEOSIG_NTRU_MAX_LOGN + 1]; /* words of f, g, and of F, G when reduced */
    uint16_t large[NEOSIG_NTRU_MAX_LOGN];     /* words of F, G before reduction */
    uint16_t rows[NEOSIG_NTRU_MAX_LOGN + 1];  /* rows that hold f and g, with all but no chance that they do not */
    struct {
        uint16_t mean, deviation;          /* bits of the longest coefficient of f, g */
    } length[NEOSIG_NTRU_MAX_LOGN];        /* FLOAT */
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

#define NEOSIG_NTRU_PRIMES 4

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

/* Rows. A pair of polynomials (A, B) of degree n with coefficients of many digits of 28 bits: row r is an int32_t[2n],
 * the digits of weight 2^(28 r) of A's coefficients, then B's. A digit is in [0, 2^28); the last row is either like
 * that, for numbers modulo 2^(28 rows), or signed, in [-2^27, 2^27). Rows are 2n apart unless a stride is given.
 * In extended rows of 4n, -A | A | -B | B, the digits of X^i A start i places before those of A. */
#define NEOSIG_NTRU_DIGIT_BITS 28
#define NEOSIG_NTRU_DIGIT_MASK ((1 << NEOSIG_NTRU_DIGIT_BITS) - 1)
#define NEOSIG_NTRU_LONG_ROWS 4   /* of sums of k */
#define NEOSIG_NTRU_LONG_DEGREE 4 /* the largest degree with such sums */

/* One factor of a product of rows by an extended row: coefficient i of `terms` stands at a[step_a i], its rows stride_a
 * apart; it takes the extended e from step_e i places before. */
typedef struct neosig_ntru_term {
    const int32_t *a, *e;
    size_t terms, step_a, stride_a, rows_a;
    size_t step_e, stride_e, rows_e;
} neosig_ntru_term;

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

    /* out, n coefficients in rows_out rows stride_out apart = the sum of one or two products, modulo 2^(28 rows_out).
     * n is any power of two; out's rows have room for 4 numbers. terms <= 512. */
    void (*product)(int32_t *out, size_t n, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
                    size_t count);

    /* (F, G) -= k (f, g) 2^shift modulo 2^(28 rows), for extended (f, g) with a signed last row. n is a power of two
     * from 2. */
    void (*subtract)(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n,
                     unsigned shift);

    /* (F, G) -= k (f, g) modulo 2^(28 rows), for k in NEOSIG_NTRU_LONG_ROWS rows of n, the last one signed;
     * n is 2 or NEOSIG_NTRU_LONG_DEGREE. */
    void (*subtract_long)(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n);

    /* (F, G) -= x 2^shift modulo 2^(28 rows), x being the 2n numbers that have these residues modulo so many primes,
     * from 2 on, and are below 0.3 of their product: 2n residues modulo the first one, then the others. |r[i]| < 0.7 p.
     * n is a multiple of 2. */
    void (*subtract_residues)(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t n, unsigned shift);

    /* Of `count` numbers the bits from bit on, 31 words of them, each as one signed number, added up word by word in
     * binary64. Needs bit + 31 words <= 28 rows, or a signed last row. count is a multiple of 4. */
    void (*approximate)(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit, unsigned words);

    /* The same, as one number a with 2^32 a 2^-shift rounded down, modulo 2^64, or signed modulo 2^63 if shift is a
     * multiple of 31, as two words and a bit are; shift is secret, below 31 (words + 32). */
    void (*approximate_fixed)(int64_t *out, const int32_t *in, size_t count, size_t rows, unsigned bit, unsigned words,
                              uint32_t shift);

    /* k[i] = x[i] 2^-exponent rounded to the nearest, ties to even; 1 if one of them is not within bound, exclusively
     * and at most 2^51, in size: that becomes public. */
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
