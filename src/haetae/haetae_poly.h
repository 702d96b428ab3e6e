/* HAETAE's kernels, besides the transforms of ntt/ntt32.h (modulo q = 64513) and ntt/ntt16.h (modulo 12289).
 *
 * Representations of a polynomial
 * - int32_t[256], 64-byte aligned: representatives modulo q, or fixed-point numbers with 13 fractional bits. Each
 *   kernel says their bounds.
 * - uint16_t[256], aligned as the type is: numbers in [0, q). The matrix A, transformed, which is public.
 * - int8_t[256]: coefficients in [-2, 2]. The secrets.
 * - int16_t[256], 64-byte aligned: representatives modulo 12289. Products of challenge and secret are exact.
 *
 * What holds unless a kernel says otherwise: Data are secret. Time and addresses depend on lengths alone. Pointers do
 * not overlap. Bytes need no alignment. Nothing is read or written outside of what is named. A kernel called _vartime
 * says what its time and addresses follow besides. */
#ifndef NEOSIG_HAETAE_HAETAE_POLY_H
#define NEOSIG_HAETAE_HAETAE_POLY_H

#include "core/build.h"
#include "core/wide.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_HAETAE_Q 64513
#define NEOSIG_HAETAE_Q_INVERSE 940508161 /* modulo 2^32 */
#define NEOSIG_HAETAE_FRACTION_BITS 13
#define NEOSIG_HAETAE_CANDIDATE_BYTES 26
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

    /* r[i] = (add ? r[i] : 0) + 2^-32 (sum over j < n of a[256 j + i] b[256 j + i]) modulo q.
     *   a, b   n polynomials one after another, 1 <= n <= 7; a in [0, q), |b[i]| < 6q.
     *   r      grows by less than 0.51 q in size: by q/2 + 7 q 6q / 2^32 at most. */
    void (*inner)(int32_t r[256], const uint16_t *a, const int32_t *b, size_t n, int add);

    /* Rejection sampling of A (algorithm 7). All of it is public.
     *   a       has `have` coefficients, have <= 256; numbers below q are added until there are 256.
     *   in      `bytes` bytes, an even number: two bytes are one number, the lower byte first.
     *   returns how many coefficients a has afterwards; what a holds behind these is of no use. */
    size_t (*uniform_vartime)(uint16_t a[256], size_t have, const uint8_t *in, size_t bytes);

    /* Rejection sampling of secrets (algorithm 10): a byte below 243 = 3^5 gives five ternary digits.
     *   s       has `have` coefficients, have <= 256; more are added until there are 256.
     *   in      `bytes` bytes.
     *   returns how many coefficients s has afterwards.
     *   excess  at most 80 bytes behind these: s has room for 336.
     *   public  which bytes are rejected, which says nothing of the other bytes; time and addresses follow it. */
    size_t (*ternary_vartime)(int8_t s[336], size_t have, const uint8_t *in, size_t bytes);

    /* sum[p] += |s(exp(-i pi (2j + 1) / 256))|^2, where j is p with its 8 bits in reverse. All numbers have 16
     * fractional bits, and are rounded as in the specification's transform (algorithm 43). The sums must stay below
     * 2^31. */
    void (*spectrum)(int32_t sum[256], const int8_t s[256]);

    /* n <= NEOSIG_HAETAE_BATCH candidates (algorithm 14) from 26 n bytes. Of out, n samples, n bytes that say whether
     * they are accepted, and the sum of the accepted squares are written. A sample is at most 167 2^56. */
    void (*candidates)(neosig_haetae_candidates *out, const uint8_t *in, size_t n);

    /* y[i] = samples[i] times factor, rounded as the specification does, and negative where bit i of signs is set.
     *   samples  at most 167 2^56, which takes all 64 bits
     *   factor   limb 0 below 2^48, limb 1 below 2^41
     *   y        below 2^31 in size, which the caller's numbers must see to */
    void (*scale)(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                  const neosig_haetae_fixed *factor);

    /* out[i] = table[in[i]], where in[i] < entries <= 48. All 48 entries may be read. table is public, in is secret. */
    void (*look_up)(uint64_t out[256], const uint8_t in[256], const uint64_t table[48], size_t entries);
} neosig_haetae_kernels;

extern const neosig_haetae_kernels neosig_haetae_portable;
extern const neosig_haetae_kernels neosig_haetae_neon;
extern const neosig_haetae_kernels neosig_haetae_avx2;

#endif
