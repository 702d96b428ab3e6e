/* Kernels of ML-DSA (FIPS 204) and Dilithium, besides the transform of ntt/ntt32.h: polynomials modulo X^256 + 1 over
 * Z_q, q = 2^23 - 2^13 + 1.
 *
 * Representations of a polynomial
 * - int32_t[256], 64-byte aligned: representatives in (-2^31, 2^31). Each kernel says their bounds.
 * - uniform, 768 bytes: 256 numbers in [0, q), of three bytes each, little-endian. The matrix A is kept so: SHAKE
 *   delivers it in this shape, and it takes three quarters of the memory of int32_t[256].
 * - doubled, int8_t[512]: -s in the first half and s in the second, coefficients in [-4, 4]. The 256 numbers from
 *   256 - i on are X^i s, so a product by a sparse challenge is a sum of slices.
 *
 * gamma1 and gamma2 are FIPS 204's: 2^17 or 2^19, and (q - 1)/88 or (q - 1)/32. eta is 2 or 4.
 *
 * What holds unless a kernel says otherwise: Polynomials are secret. gamma1, gamma2, eta and lengths are public, and
 * time and addresses depend on these alone. Pointers do not overlap. Bytes need no alignment. Nothing is read or
 * written outside of what is named. A kernel called _vartime says what its time and addresses follow besides. */
#ifndef NEOSIG_MLDSA_MLDSA_POLY_H
#define NEOSIG_MLDSA_MLDSA_POLY_H

#include "core/build.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_MLDSA_Q 8380417
#define NEOSIG_MLDSA_Q_INVERSE 58728449 /* modulo 2^32 */
#define NEOSIG_MLDSA_D 13               /* bits that power2round drops */
#define NEOSIG_MLDSA_GAMMA2_88 ((NEOSIG_MLDSA_Q - 1) / 88)
#define NEOSIG_MLDSA_GAMMA2_32 ((NEOSIG_MLDSA_Q - 1) / 32)
#define NEOSIG_MLDSA_UNIFORM_BYTES 768
#define NEOSIG_MLDSA_DOUBLED_BYTES 512

_Static_assert((uint32_t)NEOSIG_MLDSA_Q *NEOSIG_MLDSA_Q_INVERSE == 1, "the inverse of q modulo 2^32");

/* A polynomial with tau <= 64 coefficients 1 or -1, and zeros. First come `plus` exponents of coefficients 1, then
 * `minus` exponents of coefficients -1. It is public. */
typedef struct neosig_mldsa_sparse {
    uint8_t exponent[64];
    uint8_t plus, minus;
} neosig_mldsa_sparse;

typedef struct neosig_mldsa_kernels {
    const char *name;

    /* r[i] = (add ? r[i] : 0) + 2^-32 (sum over j < n of the products of coefficients i of polynomials j) modulo q.
     *   a   n uniform polynomials one after another, public, 1 <= n <= 8.
     *   b   n polynomials one after another, |b[i]| < 6q.
     *   r   grows by less than 0.6 q in size: by q/2 + 8 q 6q / 2^32 at most. */
    void (*inner)(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add);

    /* Rejection sampling of the matrix A (algorithm 30). All of it is public: A and the stream it comes from.
     *   a       uniform, has `have` coefficients; numbers below q are added until there are 256.
     *   in      `bytes` bytes, a multiple of 3: three bytes are a number, of which the top bit is dropped.
     *   returns how many coefficients a has afterwards; what a holds behind these is of no use. */
    size_t (*uniform_vartime)(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes);

    /* Rejection sampling of s with coefficients in [-eta, eta] (algorithms 15 and 31).
     *   s       has `have` coefficients, have <= 256; more are added until there are 256.
     *   in      `bytes` bytes, a multiple of 8: each half-byte, the low one first, is a candidate.
     *   returns how many coefficients s has afterwards.
     *   excess  at most 16 bytes behind these: s has room for 272.
     *   public  which half-bytes are rejected: for eta = 2 those of 15, for eta = 4 those of 9 or more. This says
     * nothing of the others; time and addresses follow it. */
    size_t (*eta_vartime)(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta);

    /* BitUnpack of masks and z: r[i] = gamma1 - (number i of in). in has 256 numbers of b = 1 + log2 gamma1 bits, in 32
     * b bytes. So -gamma1 < r[i] <= gamma1. */
    void (*unpack_z)(int32_t r[256], const uint8_t *in, int32_t gamma1);
    /* The inverse, to 32 b bytes. In: |r[i]| < gamma1. */
    void (*pack_z)(uint8_t *out, const int32_t r[256], int32_t gamma1);

    /* s, doubled, from its encoding: 96 bytes for eta = 2, 128 bytes for eta = 4. Returns nonzero if a coefficient is
     * outside of [-eta, eta]; then s must not be used. */
    int (*unpack_s)(int8_t s[512], const uint8_t *in, unsigned eta);

    /* The encoding of s, which is not doubled: BitPack of eta - s, to 96 or 128 bytes. In: |s[i]| <= eta. */
    void (*pack_s)(uint8_t *out, const int8_t s[256], unsigned eta);

    /* r = t1 2^d from 320 bytes; r = t0 from 416 bytes. */
    void (*unpack_t1)(int32_t r[256], const uint8_t in[320]);
    void (*unpack_t0)(int32_t r[256], const uint8_t in[416]);

    /* (t1, t0) = Power2Round of t = r + s (algorithm 35), both encoded. In: |r[i]| < 0.65 q, |s[i]| <= 4. */
    void (*power2round)(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256]);

    /* (w1, w0) = Decompose r (algorithm 36).
     *   r   in: |r[i]| < q; out: w0, |w0[i]| <= gamma2.
     *   w1  encoded, in 192 bytes for gamma2 = (q - 1)/88, in 128 bytes for (q - 1)/32. */
    void (*decompose)(uint8_t *w1, int32_t r[256], int32_t gamma2);

    /* w1 = UseHint(hint, r) (algorithm 40), encoded as above. All of it is public. hint: 256 bytes, 0 or 1. In:
     * |r[i]| < q. */
    void (*use_hint)(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2);

    /* r += c s, or r -= c s if negative. Returns nonzero if then some |r[i]| >= bound.
     *   r       |r[i]| < 2^30.
     *   s       doubled, coefficients at most eta in size.
     *   public  the challenge c, even of a rejected attempt; time and addresses follow its exponents and their signs.
     * What is returned is secret. */
    int (*add_sparse_vartime)(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c, unsigned eta,
                              int negative, int32_t bound);

    /* Returns nonzero if some |r[i]| >= bound; secret. In: |r[i]| < 2^31, 0 < bound. */
    int (*exceeds)(const int32_t r[256], int32_t bound);

    /* MakeHint (algorithm 39). First r += b. Then bit i of hint is set if (w1, r[i]) is not what Decompose gives for
     * w1 2 gamma2 + r[i]. Returns how many bits are set; this is secret.
     *   r, b  in: |r[i]| < gamma2, |b[i]| < gamma2.
     *   w1    as decompose writes it. */
    unsigned (*make_hint)(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1, int32_t gamma2);
} neosig_mldsa_kernels;

extern const neosig_mldsa_kernels neosig_mldsa_portable;
extern const neosig_mldsa_kernels neosig_mldsa_neon;
extern const neosig_mldsa_kernels neosig_mldsa_avx2;

#endif
