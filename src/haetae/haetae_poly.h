/* HAETAE's polynomials: kernels besides the transforms of ntt/ntt32.h (modulo q = 64513) and ntt/ntt16.h (12289).
 *
 * Forms of a polynomial
 * - int32_t[256], 64-byte aligned, bounded as each kernel says: representatives modulo q, or fixed-point numbers with
 * 13 fractional bits.
 * - uint16_t[256]: numbers in [0, q). The matrix A, transformed.
 * - int8_t[256]: coefficients in [-2, 2]. The secrets.
 * - int16_t[256]: representatives modulo 12289, in which products of the challenge and a secret are exact.
 *
 * Unless a kernel says otherwise, polynomials are secret, pointers do not overlap, and time and addresses depend on
 * lengths alone. The kernels called _vartime follow more, and say what. */
#ifndef NEOSIG_HAETAE_HAETAE_POLY_H
#define NEOSIG_HAETAE_HAETAE_POLY_H

#include "core/build.h"
#include "core/wide.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_HAETAE_Q 64513
#define NEOSIG_HAETAE_Q_INVERSE 940508161 /* modulo 2^32 */
#define NEOSIG_HAETAE_FRACTION_BITS 13
#define NEOSIG_HAETAE_CANDIDATE_BYTES 17
#define NEOSIG_HAETAE_BATCH 64 /* candidates at a time */

/* A number with 76 fractional bits, modulo 2^36: limb 0 is its low 48 bits, limb 1 the rest. */
typedef struct neosig_haetae_fixed {
    uint64_t limb[2];
} neosig_haetae_fixed;

/* Candidates for the absolute value of a Gaussian sample. */
typedef struct neosig_haetae_candidates {
    uint64_t sample[NEOSIG_HAETAE_BATCH];
    uint8_t accepted[NEOSIG_HAETAE_BATCH]; /* 0 or 1 */
    neosig_wide square_sum;                /* of the accepted ones, each rounded down to 76 fractional bits */
} neosig_haetae_candidates;

typedef struct neosig_haetae_kernels {
    const char *name;

    /* r = (add ? r : 0) + sum over j < n of a_j b_j 2^-32. In: |b[i]| < 6q; 1 <= n <= 7. Out: |r[i]| < 0.51 q more than
     * before: q/2 + 7 q 6q / 2^32. */
    void (*inner)(int32_t r[256], const uint16_t *a, const int32_t *b, size_t n, int add);

    /* Rejection sampling of A (algorithm 7): numbers below q from pairs of bytes into a, which has `have` coefficients
     * so far. bytes is even. Returns how many it has now. All is public. */
    size_t (*uniform_vartime)(uint16_t a[256], size_t have, const uint8_t *in, size_t bytes);

    /* Rejection sampling of secrets (algorithm 10): five ternary digits of each byte below 243, the last byte's as far
     * as they are needed. Writes up to 80 past the result: s has room for 336. Public: which bytes are rejected, which
     * says nothing of the others; time and addresses follow that. */
    size_t (*ternary_vartime)(int8_t s[336], size_t have, const uint8_t *in, size_t bytes);

    /* sum[p] += |s(exp(-i pi (2j + 1) / 256))|^2, j being p with its 8 bits reversed, in 16 fractional bits and with
     * the roundings of the specification's transform (algorithm 43). */
    void (*spectrum)(int32_t sum[256], const int8_t s[256]);

    /* n candidates (algorithm 14) from 17 bytes each. */
    void (*candidates)(neosig_haetae_candidates *out, const uint8_t *in, size_t n);

    /* y[i] = samples[i] times factor, rounded, negative where bit i of signs says so. In: samples[i] < 2^63, factor's
     * limb 1 below 2^42, all products below 2^31. */
    void (*scale)(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                  const neosig_haetae_fixed *factor);

    /* out[i] = table[in[i]]. In: in[i] < entries <= 48. */
    void (*look_up)(uint64_t out[256], const uint8_t in[256], const uint64_t table[48], size_t entries);
} neosig_haetae_kernels;

extern const neosig_haetae_kernels neosig_haetae_portable;
extern const neosig_haetae_kernels neosig_haetae_neon;
extern const neosig_haetae_kernels neosig_haetae_avx2;

#endif
