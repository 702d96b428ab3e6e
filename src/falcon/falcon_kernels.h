/* Falcon's kernels: the tree of the secret basis, walks through it, the sampler's candidates, and public numbers.
 *
 * Levels. The tree has levels logn to 1, and the leaves below them. Level k has N = 2^(logn - k) nodes. A node of level
 * k belongs to polynomials of 2^k reals, transformed as in fft/fft.h, and holds 2^(k-1) complex numbers. A level is an
 * array of 2^logn reals:
 *
 *     real parts of node 0 | of node 1 | ... | of node N - 1 | imaginary parts of node 0 | ... | of node N - 1
 *
 * Node i has two children in level k - 1: node i, of its first pivot d00, and node N + i, of its second pivot d11.
 *
 * Blocks. A node of level 3 and all below it are kept as a block of 32 reals:
 *
 *     0   l10 of the node: four real parts, four imaginary parts.
 *     8   l10 of its two children, that of d11 first: for each two real parts, two imaginary parts.
 *     16  l10 of its four grandchildren: for each the real and the imaginary part. The children of d11 come first, and
 *         of two siblings that of d11.
 *     24  1 / sigma of the eight leaves in the same order.
 *
 * All backends compute the same bits, in the order of operations of the rules. Unless a kernel says otherwise, numbers
 * are secret, and time and addresses depend on lengths alone. Arrays have the alignment of their type, and do not
 * overlap. A kernel reads and writes the stated numbers and nothing beside them. */
#ifndef NEOSIG_FALCON_FALCON_KERNELS_H
#define NEOSIG_FALCON_FALCON_KERNELS_H

#include "core/build.h"
#include "fft/real.h"

#include <stddef.h>

#define NEOSIG_FALCON_BLOCK_LEVEL 3
#define NEOSIG_FALCON_BLOCK 32

#define NEOSIG_FALCON_BATCH 8            /* candidates at a time */
#define NEOSIG_FALCON_CANDIDATE_BYTES 10 /* of the size and the sign */
#define NEOSIG_FALCON_CANDIDATE_STEP 11  /* from one candidate to the next, unless it takes more bytes to reject it */

#define NEOSIG_FALCON_BLOCK_NUMBERS 68 /* of 16 bits: a block of SHAKE256 */
#define NEOSIG_FALCON_BLOCK_BEYOND 8

#define NEOSIG_FALCON_MOST_S2 2047 /* the largest coefficient of s2 in size, by round 3's rules */
#define NEOSIG_FNDSA_MOST 840      /* of s1 and of s2, by FN-DSA's */

/* Candidates z of a sample with centre in [0, 1): z0 or 1 + z0, negative or not by one bit, and z0^2 / (2 sigma0^2). */
typedef struct neosig_falcon_candidates {
    neosig_real z[NEOSIG_FALCON_BATCH];
    neosig_real bias[NEOSIG_FALCON_BATCH];
} neosig_falcon_candidates;

struct neosig_falcon_sampler; /* falcon_sampler.h */

typedef struct neosig_falcon_kernels {
    const char *name;

    /* One level of the LDL decomposition, from level k to level k - 1, 2 <= k <= logn. A node has a matrix (a, b; b*,
     * c) of values. Its decomposition is l10 and the pivots d00 and d11. In round 3, a and c have in their imaginary
     * parts what roundings left there.
     *
     *                     ldl_round3                       ldl_fndsa
     *     a, c            complex: 2^logn reals            real: 2^logn / 2 reals
     *     mu              b (a* (1 / |a|^2))               b (1 / a)
     *     l10             mu*                              mu*
     *     d00             a                                a
     *     d11             c - mu b*                        c - Re(mu b*).
     *
     * in    a, b, c: arrays of level k. c may be a: below the root the two are equal.
     * out   l10: level k. next_a, next_b: level k - 1, the matrices (next_a, next_b; next_b*, next_a) of the children.
     *       next_a is twice the even half of a pivot, next_b twice the odd half. The factor 2 changes no rounding. */
    void (*ldl_round3)(neosig_real *l10, neosig_real *next_a, neosig_real *next_b, const neosig_real *a,
                       const neosig_real *b, const neosig_real *c, unsigned k, unsigned logn);
    void (*ldl_fndsa)(neosig_real *l10, neosig_real *next_a, neosig_real *next_b, const neosig_real *a,
                      const neosig_real *b, const neosig_real *c, unsigned k, unsigned logn);

    /* Level 1, whose matrices the kernels above have made 2^(logn - 1) times as large as they are.
     * in    a, b: as above, where c is a; scale.
     * out   l10: level 1. leaves: scale sqrt(d 2^(1 - logn)), for d00 of all nodes, then for d11: 2^logn reals. */
    void (*leaves_round3)(neosig_real *l10, neosig_real *leaves, const neosig_real *a, const neosig_real *b,
                          neosig_real scale, unsigned logn);
    void (*leaves_fndsa)(neosig_real *l10, neosig_real *leaves, const neosig_real *a, const neosig_real *b,
                         neosig_real scale, unsigned logn);

    /* Walks through a node of level k, 4 <= k <= logn. Its polynomials have 2^k reals, as transforms; `halves` is an
     * even half of 2^(k-1) reals and then an odd half.
     *
     * split: halves = those of t. */
    void (*split)(neosig_real *halves, const neosig_real *t, unsigned k);

    /* z1 = merge(halves); then halves = split(t0 + (t1 - z1) l10). z1 may be t1. l10: the node's 2^(k-1) real parts;
     * its imaginary parts are `imaginary_at` reals behind them. */
    void (*cross)(neosig_real *halves, neosig_real *z1, const neosig_real *t0, const neosig_real *t1,
                  const neosig_real *l10, size_t imaginary_at, unsigned k);

    /* The inverse of split. */
    void (*merge)(neosig_real *t, const neosig_real *halves, unsigned k);

    /* The walk through a block. t0 and t1, the transforms of the centres, 8 reals each, become the transforms of the
     * samples z0 and z1. Their coefficient i goes to z0[i step] and z1[i step], i < 8; nothing between is written.
     * tree: the block. Public: the decisions that neosig_falcon_sample_vartime declassifies. */
    void (*block)(struct neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0, int16_t *z1,
                  size_t step, const neosig_real *tree);

    /* A batch of candidates. in: random bytes; candidate i takes 10 bytes from in[11 i] on. Reads 7 * 11 + 16 bytes. No
     * alignment is needed. The number compared with thresholds and the sign are of these 80 bits, the lowest first:
     * round 3: 72 bits, and the sign in the bit behind them. FN-DSA: the sign, and 79 bits. */
    void (*candidates_round3)(neosig_falcon_candidates *out, const uint8_t *in);
    void (*candidates_fndsa)(neosig_falcon_candidates *out, const uint8_t *in);

    /* The draws of key generation: falcon_short.h. */
    void (*gauss_round3)(int8_t *f, const uint8_t *in, size_t n, size_t summands);
    void (*gauss_fndsa)(int8_t *f, const uint8_t *in, size_t n, unsigned logn);

    /* The numbers of a public key, which is public. in: n numbers of 14 bits, one behind the other, in round 3 the
     * highest bit first, in FN-DSA the lowest; the byte before `in` must be readable. n is a multiple of 16. h: n
     * numbers, in round 3 balanced modulo q, in FN-DSA in [0, q). Returns nonzero if a number is q or more; h is of no
     * use then. */
    unsigned (*numbers_of_key_round3)(int16_t *h, const uint8_t *in, size_t n);
    unsigned (*numbers_of_key_fndsa)(int16_t *h, const uint8_t *in, size_t n);

    /* The hashed message's numbers, out of a block of SHAKE256, which is public. block: NEOSIG_FALCON_BLOCK_NUMBERS
     * numbers of 16 bits, the higher byte first in round 3, the lower one in FN-DSA, and NEOSIG_FALCON_BLOCK_BEYOND
     * more whose bits are all ones. hm: those below 5 q, modulo q, in order. Returns how many. Up to
     * NEOSIG_FALCON_BLOCK_BEYOND numbers behind these are written, too. */
    size_t (*numbers_of_block_round3_vartime)(uint16_t *hm, const uint16_t *block);
    size_t (*numbers_of_block_fndsa_vartime)(uint16_t *hm, const uint16_t *block);

    /* The numbers of a signature, which is public. A word begins with the code of a number: its sign, the low seven
     * bits of its size, a zero for each 128 in its size, and a one. In round 3 the first bit is the word's highest, and
     * the highest of the seven comes first; in FN-DSA the lowest. n is a multiple of 8. s2: n numbers. Returns nonzero
     * if one is minus zero, or beyond NEOSIG_FALCON_MOST_S2 or NEOSIG_FNDSA_MOST; s2 is of no use then. */
    unsigned (*numbers_of_codes_round3)(int16_t *s2, const uint64_t *words, size_t n);
    unsigned (*numbers_of_codes_fndsa)(int16_t *s2, const uint64_t *words, size_t n);
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
