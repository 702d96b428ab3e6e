/* Polynomials modulo X^256 + 1 over Z_q, q = 2^23 - 2^13 + 1: the arithmetic of ML-DSA (FIPS 204) and Dilithium.
 *
 * Forms of a polynomial
 * - int32_t[256], 64-byte aligned: representatives in (-2^31, 2^31), bounded as each kernel says.
 * - uniform, 768 bytes of any alignment: 256 numbers in [0, q), three bytes each, little-endian. How the matrix A is
 * kept: the shape in which SHAKE delivers it, three quarters of the memory of the other form.
 * - short, int8_t[512]: -s in the first half and s in the second, coefficients in [-4, 4]. The 256 numbers from
 *   256 - i are X^i s, which makes a product by a sparse challenge a sum of slices.
 *
 * Unless a kernel says otherwise, polynomials are secret, pointers do not overlap, and every choice and length is
 * public.
 */
#ifndef NEOSIG_MLDSA_MLDSA_POLY_H
#define NEOSIG_MLDSA_MLDSA_POLY_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define NEOSIG_MLDSA_Q 8380417
#define NEOSIG_MLDSA_UNIFORM_BYTES 768
#define NEOSIG_MLDSA_SHORT_BYTES 512
#define NEOSIG_MLDSA_LOW_BITS 13 /* d of power2round */

/* gamma2 for m = 32 or 88. */
static inline int32_t neosig_mldsa_gamma2(unsigned m)
{
    return m == 32 ? (NEOSIG_MLDSA_Q - 1) / 32 : (NEOSIG_MLDSA_Q - 1) / 88;
}

/* A polynomial with tau coefficients 1 or -1 and zeros: plus exponents with coefficient 1 first, then minus ones.
 * Public. */
typedef struct neosig_mldsa_sparse {
    uint8_t exponent[64];
    uint8_t plus, minus;
} neosig_mldsa_sparse;

typedef struct neosig_mldsa_kernels {
    const char *name;

    /* Number-theoretic transform in place (FIPS 204, algorithm 41), output order as there.
     * In: |r[i]| <= q. Out: |r[i]| < 6q. */
    void (*ntt)(int32_t r[256]);

    /* Its inverse times 2^32. In: |r[i]| < 8q. Out: |r[i]| < 0.65 q, so a true value below 0.3 q in size comes out as
     * itself. */
    void (*intt)(int32_t r[256]);

    /* r = a b 2^-32 coefficient by coefficient. In: |a[i]|, |b[i]| < 6q. Out: |r[i]| < 0.6 q. r may be a or b. */
    void (*mul)(int32_t r[256], const int32_t a[256], const int32_t b[256]);

    /* r = (add ? r : 0) + sum over j < n of a_j b_j 2^-32; a: n uniform polynomials, public; b: n polynomials with
     * |b[i]| < 6q; 1 <= n <= 8. Out: |r[i]| < 0.6 q more than before. */
    void (*inner)(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add);

    /* Rejection sampling of public data: takes numbers below q from the 3-byte groups of in (their top bit dropped)
     * into the uniform polynomial a, which has `have` coefficients so far. bytes is a multiple of 3. Returns how many
     * it has now. */
    size_t (*uniform)(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes);

    /* Rejection sampling of s with coefficients in [-eta, eta] from the half-bytes of in, low half first (algorithm
     * 15); eta 2 or 4. Which half-bytes are rejected becomes public, it says nothing of those that are not. bytes is a
     * multiple of 8. Writes up to 16 bytes past what it returns: s has room for 272. */
    size_t (*eta)(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta);

    /* r[i] = 2^(bits-1) - (i-th number of `bits` bits in in); bits 18 or 20: BitUnpack of masks and z. */
    void (*unpack_z)(int32_t r[256], const uint8_t *in, unsigned bits);
    /* The inverse. In: |r[i]| < 2^(bits-1). */
    void (*pack_z)(uint8_t *out, const int32_t r[256], unsigned bits);

    /* s (short form) from its encoding, eta 2 (96 bytes) or 4 (128 bytes). Nonzero if a coefficient is outside [-eta,
     * eta]. */
    int (*unpack_short)(int8_t s[512], const uint8_t *in, unsigned eta);

    /* The encoding of s, plain: BitPack of eta - s. */
    void (*pack_short)(uint8_t *out, const int8_t s[256], unsigned eta);

    /* r = t1 2^13 from 320 bytes; r = t0 from 416 bytes. */
    void (*unpack_t1)(int32_t r[256], const uint8_t in[320]);
    void (*unpack_t0)(int32_t r[256], const uint8_t in[416]);

    /* (t1, t0) = power2round of t = r + s (algorithm 35), both encoded. In: |r[i]| < 0.65 q, |s[i]| <= 4. */
    void (*power2round)(uint8_t t1[320], uint8_t t0[416], const int32_t r[256], const int8_t s[256]);

    /* (w1, w0) = decompose r (algorithm 36) for gamma2 = (q-1)/m, m 32 or 88; w1 encoded in 128 or 192 bytes, w0 in
     * place, |w0[i]| <= gamma2. In: |r[i]| < q. */
    void (*decompose)(uint8_t *w1, int32_t r[256], unsigned m);

    /* w1 = UseHint(h, r) (algorithm 40), encoded. Public data. hint: 256 bytes 0 or 1. In: |r[i]| < q. */
    void (*use_hint)(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], unsigned m);

    /* r += c s, or -= c s if negative; s in short form, its coefficients at most eta in size. Then nonzero if some
     * |r[i]| >= bound. */
    int (*add_sparse)(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c, unsigned eta, int negative,
                      int32_t bound);

    /* Nonzero if some |r[i]| >= bound. In: |r[i]| < 2^31. */
    int (*exceeds)(const int32_t r[256], int32_t bound);

    /* r += b. Then bit i of hint (algorithm 39) says whether (w1, r[i]) is no decomposition of w1 2 gamma2 + r[i], with
     * w1 encoded as decompose writes it. In: |r[i]| < gamma2, |b[i]| < gamma2. Returns the number of bits set. */
    unsigned (*make_hint)(uint8_t hint[32], int32_t r[256], const int32_t b[256], const uint8_t *w1, unsigned m);
} neosig_mldsa_kernels;

extern const neosig_mldsa_kernels neosig_mldsa_portable;
extern const neosig_mldsa_kernels neosig_mldsa_neon;
extern const neosig_mldsa_kernels neosig_mldsa_avx2;

/* Debug builds: what a contract says of n coefficients. */
static inline void neosig_mldsa_assert_below(const int32_t *r, size_t n, int64_t bound)
{
#ifndef NDEBUG
    int64_t worst = 0; /* branch-free, so that taint checks of debug builds see one decision only */
    for (size_t i = 0; i < n; i++) {
        int64_t size = r[i] < 0 ? -(int64_t)r[i] : r[i];
        worst = size > worst ? size : worst;
    }
    assert(worst < bound);
#else
    (void)r;
    (void)n;
    (void)bound;
#endif
}

#endif
