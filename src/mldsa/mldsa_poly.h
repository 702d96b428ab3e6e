/* Polynomials modulo X^256 + 1 over Z_q, q = 2^23 - 2^13 + 1: what ML-DSA (FIPS 204) and Dilithium do with them besides
 * the transform of ntt/ntt32.h.
 *
 * Forms of a polynomial
 * - int32_t[256], 64-byte aligned: representatives in (-2^31, 2^31), bounded as each kernel says.
 * - uniform, 768 bytes of any alignment: 256 numbers in [0, q), three bytes each, little-endian. How the matrix A is
 *   kept: the shape in which SHAKE delivers it, three quarters of the memory of the other form.
 * - doubled, int8_t[512]: -s in the first half and s in the second, coefficients in [-4, 4]. The 256 numbers from
 *   256 - i are X^i s, which makes a product by a sparse challenge a sum of slices.
 *
 * gamma1 and gamma2 are FIPS 204's: 2^17 or 2^19, and (q - 1)/88 or (q - 1)/32.
 *
 * Unless a kernel says otherwise, polynomials are secret, pointers do not overlap, every choice and length is public,
 * and time and addresses depend on these alone. The kernels called _vartime follow more, and say what.
 */
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

/* A polynomial with tau coefficients 1 or -1 and zeros: plus exponents with coefficient 1 first, then minus ones.
 * Public. */
typedef struct neosig_mldsa_sparse {
    uint8_t exponent[64];
    uint8_t plus, minus;
} neosig_mldsa_sparse;

typedef struct neosig_mldsa_kernels {
    const char *name;

    /* r = (add ? r : 0) + sum over j < n of a_j b_j 2^-32; a: n uniform polynomials, public; b: n polynomials with
     * |b[i]| < 6q; 1 <= n <= 8. Out: |r[i]| < 0.6 q more than before. */
    void (*inner)(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add);

    /* Rejection sampling of the matrix A (algorithm 30): takes numbers below q from the 3-byte groups of in (their top
     * bit dropped) into the uniform polynomial a, which has `have` coefficients so far. bytes is a multiple of 3.
     * Returns how many it has now.
     * All is public, A and the stream it comes from; time and addresses follow which numbers are rejected. */
    size_t (*uniform_vartime)(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes);

    /* Rejection sampling of s with coefficients in [-eta, eta] from the half-bytes of in, low half first (algorithms 15
     * and 31); eta 2 or 4. bytes is a multiple of 8. Writes up to 16 bytes past what it returns: s has room for 272.
     * Public: which half-bytes are rejected (at least 15, or at least 9), which says nothing of those that are not;
     * time and addresses follow that, have, bytes and eta. Secret: s, and in otherwise. */
    size_t (*eta_vartime)(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta);

    /* r[i] = gamma1 - (i-th number of 1 + log2 gamma1 bits in in): BitUnpack of masks and z. */
    void (*unpack_z)(int32_t r[256], const uint8_t *in, int32_t gamma1);
    /* The inverse. In: |r[i]| < gamma1. */
    void (*pack_z)(uint8_t *out, const int32_t r[256], int32_t gamma1);

    /* s, doubled, from its encoding, eta 2 (96 bytes) or 4 (128 bytes). Nonzero if a coefficient is outside [-eta,
     * eta]. */
    int (*unpack_s)(int8_t s[512], const uint8_t *in, unsigned eta);

    /* The encoding of s, not doubled: BitPack of eta - s. */
    void (*pack_s)(uint8_t *out, const int8_t s[256], unsigned eta);

    /* r = t1 2^d from 320 bytes; r = t0 from 416 bytes. */
    void (*unpack_t1)(int32_t r[256], const uint8_t in[320]);
    void (*unpack_t0)(int32_t r[256], const uint8_t in[416]);

    /* (t1, t0) = power2round of t = r + s (algorithm 35), both encoded. In: |r[i]| < 0.65 q, |s[i]| <= 4. */
    void (*power2round)(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256]);

    /* (w1, w0) = decompose r (algorithm 36); w1 encoded in 192 bytes for gamma2 = (q - 1)/88, in 128 for (q - 1)/32; w0
     * in place, |w0[i]| <= gamma2. In: |r[i]| < q. */
    void (*decompose)(uint8_t *w1, int32_t r[256], int32_t gamma2);

    /* w1 = UseHint(h, r) (algorithm 40), encoded. Public data. hint: 256 bytes 0 or 1. In: |r[i]| < q. */
    void (*use_hint)(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2);

    /* r += c s, or -= c s if negative; s doubled, its coefficients at most eta in size. Then nonzero if some
     * |r[i]| >= bound.
     * Public: the challenge c, even of a rejected attempt; time and addresses follow its exponents and their signs, eta
     * and negative. Secret: r, s, and the result until the caller says otherwise. */
    int (*add_sparse_vartime)(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c, unsigned eta,
                              int negative, int32_t bound);

    /* Nonzero if some |r[i]| >= bound. In: |r[i]| < 2^31. */
    int (*exceeds)(const int32_t r[256], int32_t bound);

    /* r += b. Then bit i of hint (algorithm 39) says whether (w1, r[i]) is no decomposition of w1 2 gamma2 + r[i], with
     * w1 encoded as decompose writes it. In: |r[i]| < gamma2, |b[i]| < gamma2. Returns the number of bits set. */
    unsigned (*make_hint)(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1, int32_t gamma2);
} neosig_mldsa_kernels;

extern const neosig_mldsa_kernels neosig_mldsa_portable;
extern const neosig_mldsa_kernels neosig_mldsa_neon;
extern const neosig_mldsa_kernels neosig_mldsa_avx2;

#endif
