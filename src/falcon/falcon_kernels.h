/* Falcon's kernels: the tree of the secret basis, walks through it, the sampler's candidates, and public numbers.
 *
 * Levels. A node of level k, 1 <= k <= logn, belongs to polynomials of 2^k reals, transformed as in fft/fft.h; there
 * are 2^(logn - k) of them, so each level has 2^logn reals in all: arrays of the real parts of all its nodes, one node
 * after another, then of their imaginary parts. The children of node i of N are i, of the first pivot d00, and N + i,
 * of the second, d11. The nodes of level 3 hold with all that is below them a block of 32 reals:
 *
 *     0   l10 of the node: four real parts, four imaginary parts
 *     8   l10 of its child of d11: two real, two imaginary parts; then of its child of d00
 *     16  l10 of the four nodes of level 1: real and imaginary part; in the order in which they are met, d11 first
 *     24  1 / sigma of the eight leaves, in that order: of each node of level 1 that of d11 first
 *
 * All backends compute the same bits, in the order of operations of the rules. Unless a kernel says otherwise, numbers
 * are secret, pointers do not overlap, and time and addresses depend on lengths alone. */
#ifndef NEOSIG_FALCON_FALCON_KERNELS_H
#define NEOSIG_FALCON_FALCON_KERNELS_H

#include "core/build.h"
#include "fft/real.h"

#include <stddef.h>

#define NEOSIG_FALCON_BLOCK_LEVEL 3
#define NEOSIG_FALCON_BLOCK 32

#define NEOSIG_FALCON_BATCH 8            /* candidates at a time */
#define NEOSIG_FALCON_CANDIDATE_BYTES 10 /* 9 for the size, 1 for the sign */
#define NEOSIG_FALCON_CANDIDATE_STEP 11  /* from one candidate to the next, unless it takes more bytes to reject it */

#define NEOSIG_FALCON_BLOCK_NUMBERS 68 /* of 16 bits, the higher byte first: a block of SHAKE256 */
#define NEOSIG_FALCON_BLOCK_BEYOND 8
#define NEOSIG_FALCON_S2_LIMIT 2048

/* Candidates z of a sample with centre in [0, 1): z0 or 1 + z0, negative or not by one bit, and z0^2 / (2 sigma0^2). */
typedef struct neosig_falcon_candidates {
    neosig_real z[NEOSIG_FALCON_BATCH];
    neosig_real bias[NEOSIG_FALCON_BATCH];
} neosig_falcon_candidates;

struct neosig_falcon_sampler; /* falcon_sampler.h */

typedef struct neosig_falcon_kernels {
    const char *name;

    /* One level of the LDL decomposition of matrices (a, b; b*, c), from level k to k - 1, 2 <= k: l10 = (b / a)* of
     * all nodes, and the matrices of their children, whose b is the odd half of a pivot, and whose a and c, which are
     * one array then, the even half. By the rules of round 3, a and c are complex numbers, with what rounding leaves in
     * their imaginary parts, and d11 = c - mu b* with mu = b (a* (1 / |a|^2)). By FN-DSA's they are real, 2^logn / 2
     * each, and d11 = c - Re(mu b*) with mu = b (1 / a). Halves are left twice as large, which changes no rounding. */
    void (*ldl_round3)(neosig_real *l10, neosig_real *next_a, neosig_real *next_b, const neosig_real *a,
                       const neosig_real *b, const neosig_real *c, unsigned k, unsigned logn);
    void (*ldl_fndsa)(neosig_real *l10, neosig_real *next_a, neosig_real *next_b, const neosig_real *a,
                      const neosig_real *b, const neosig_real *c, unsigned k, unsigned logn);

    /* Level 1, 2^(logn - 1) times as large as it is: l10, and the leaves scale sqrt(d) of d00 and d11, 2^logn / 2 each.
     */
    void (*leaves_round3)(neosig_real *l10, neosig_real *leaves, const neosig_real *a, const neosig_real *b,
                          neosig_real scale, unsigned logn);
    void (*leaves_fndsa)(neosig_real *l10, neosig_real *leaves, const neosig_real *a, const neosig_real *b,
                         neosig_real scale, unsigned logn);

    /* The even and the odd half of t, of 2^k reals each at half: 3 < k. */
    void (*split)(neosig_real *halves, const neosig_real *t, unsigned k);

    /* z1 = merge(halves), and the halves of t0 + (t1 - z1) l10. l10: real parts, then, imaginary_at reals on,
     * imaginary parts. halves is input and output, z1 may be t1. */
    void (*cross)(neosig_real *halves, neosig_real *z1, const neosig_real *t0, const neosig_real *t1,
                  const neosig_real *l10, size_t imaginary_at, unsigned k);

    /* The inverse of split. */
    void (*merge)(neosig_real *t, const neosig_real *halves, unsigned k);

    /* A node of level 3 and all below it: samples t0, t1 of 8 reals each, which become z0, z1; the integers are z0[i
     * step] and z1[i step]. Public: what neosig_falcon_sample_vartime follows. */
    void (*block)(struct neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0, int16_t *z1,
                  size_t step, const neosig_real *tree);

    /* A batch of candidates from random bytes, 11 bytes apart: reads 7 * 11 + 16 of them. */
    void (*candidates)(neosig_falcon_candidates *out, const uint8_t *in);

    /* Key generation's numbers: see falcon_short.h. */
    void (*gauss_round3)(int8_t *f, const uint8_t *in, size_t n, size_t summands);
    void (*gauss_fndsa)(int8_t *f, const uint8_t *in, unsigned logn);

    /* Public numbers. Of a public key: n of 14 bits, balanced; a byte before `in` may be read. Returns nonzero if one
     * is q or more. n is a multiple of 16. */
    unsigned (*numbers_of_key)(int16_t *h, const uint8_t *in, size_t n);

    /* Of a hash: those of NEOSIG_FALCON_BLOCK_NUMBERS below 5 q, modulo q, in order. Returns their count. hm and block
     * have NEOSIG_FALCON_BLOCK_BEYOND numbers more, those of block all ones. */
    size_t (*numbers_of_block_vartime)(uint16_t *hm, const uint16_t *block);

    /* Of a signature: each begins a word, by sign, seven bits, and as many zeros before a one as 128s. Returns nonzero
     * if one is minus zero, or 2048 or more in size. n is a multiple of 8. */
    unsigned (*numbers_of_codes)(int16_t *s2, const uint64_t *words, size_t n);
} neosig_falcon_kernels;

extern const neosig_falcon_kernels neosig_falcon_portable;
#if NEOSIG_REAL_INTEGER /* vectors are of floating-point numbers */
#define neosig_falcon_neon neosig_falcon_portable
#define neosig_falcon_avx2 neosig_falcon_portable
#else
extern const neosig_falcon_kernels neosig_falcon_neon;
extern const neosig_falcon_kernels neosig_falcon_avx2;
#endif

#endif
