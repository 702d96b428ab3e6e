/* Number-theoretic transforms of 256 coefficients modulo a prime q < 2^23, q = 1 mod 512, in 32-bit lanes: products of
 * polynomials modulo X^256 + 1.
 *
 * A polynomial is an int32_t[256], 64-byte aligned, of representatives bounded as each kernel says. Of all kernels:
 * - Polynomials are secret; time and addresses depend on nothing.
 * - Polynomials do not overlap, but that r may be a or b where a kernel says so.
 * - 256 numbers are written, and nothing beside them.
 *
 * A backend is one file, ntt32_<backend>.c: the transform with its modulus and tables as parameters, and an instance
 * for each modulus that the build uses. The compiler makes constants of the parameters. */
#ifndef NEOSIG_NTT_NTT32_H
#define NEOSIG_NTT_NTT32_H

#include "core/build.h"
#include "ntt/mod32.h"

typedef struct neosig_ntt32 {
    const char *name;
    int32_t q;

    /* The transform in place, output order as in FIPS 204, algorithm 41. In: |r[i]| <= q. Out: |r[i]| < 6q. */
    void (*forward)(int32_t r[256]);

    /* Its inverse times 2^32. In: |r[i]| < 8q. Out: |r[i]| < 0.65 q, so a true value below 0.3 q in size comes out as
     * itself. */
    void (*inverse)(int32_t r[256]);

    /* r = a b 2^-32 coefficient by coefficient. In: |a[i]|, |b[i]| < 6q. Out: |r[i]| < 0.6 q. r may be a or b. */
    void (*multiply)(int32_t r[256], const int32_t a[256], const int32_t b[256]);
} neosig_ntt32;

/* q = 2^23 - 2^13 + 1: ML-DSA. */
extern const neosig_ntt32 neosig_ntt_8380417_portable;
extern const neosig_ntt32 neosig_ntt_8380417_neon;
extern const neosig_ntt32 neosig_ntt_8380417_avx2;

/* q = 64513: HAETAE. */
extern const neosig_ntt32 neosig_ntt_64513_portable;
extern const neosig_ntt32 neosig_ntt_64513_neon;
extern const neosig_ntt32 neosig_ntt_64513_avx2;

/* A backend's table of its instances for q_. They are called ntt32_forward_<q_> and so on. */
#define NEOSIG_NTT32_TABLE(q_, backend)                                                                                \
    const neosig_ntt32 neosig_ntt_##q_##_##backend = {                                                                 \
        .name = #backend,                                                                                              \
        .q = q_,                                                                                                       \
        .forward = NEOSIG_IF_USED(NTT_##q_, ntt32_forward_##q_),                                                       \
        .inverse = NEOSIG_IF_USED(NTT_##q_, ntt32_inverse_##q_),                                                       \
        .multiply = NEOSIG_IF_USED(NTT_##q_, ntt32_multiply_##q_),                                                     \
    };

/* ---- Bounds of the layers, the same in every backend. q < 2^23; b times a constant is within q (1/2 + |b| / 2^32).
 *
 * Forward: each layer adds to a coefficient, or takes from it, a product of another one. That other one is below 8q, so
 * the product is less than q (1/2 + 1/64). From q on, coefficients stay below q (1 + layers 33/64), 5.2 q after all
 * eight.
 *
 * Inverse: a coefficient whose index 2^layers divides has only been added so far: 8q 2^layers, which stays below 2^31
 * for four layers. There at the latest it is reduced by r - q round(r / 2^b) for 2^b just above q. The others have been
 * products: of the first layer's |b| < 16q, below q 17/32, and doubled at each layer since; later products are larger
 * (q 3/4 at the fourth) but doubled less often. So they, and what was reduced, stay below q 2^layers 17/64. The last
 * layer multiplies sums and differences below 68q by constants: q (1/2 + 68/512) < 0.65 q. */

static inline void neosig_ntt32_assert_forward(const int32_t r[256], unsigned layers, int32_t q)
{
    neosig_mod32_assert_below(r, 256, ((INT64_C(64) + 33 * (int64_t)layers) * q + 63) / 64);
}

static inline int64_t neosig_ntt32_sum_bound(unsigned layers, int32_t q)
{
    return (INT64_C(8) << layers) * q;
}

static inline int64_t neosig_ntt32_product_bound(unsigned layers, int32_t q)
{
    return ((INT64_C(17) << layers) * q + 63) / 64;
}

/* reduced: after so many layers the coefficients that have only been added are. */
static inline void neosig_ntt32_assert_inverse(const int32_t r[256], unsigned layers, unsigned reduced, int32_t q)
{
#ifdef NEOSIG_ASSERTIONS
    for (size_t i = 0; i < 256; i++)
        neosig_mod32_assert_below(r + i, 1,
                                  i % (1u << layers) == 0 && layers < reduced ? neosig_ntt32_sum_bound(layers, q)
                                                                              : neosig_ntt32_product_bound(layers, q));
#else
    (void)r;
    (void)layers;
    (void)reduced;
    (void)q;
#endif
}

/* After `layers` layers of the inverse, sums are below 8q 2^layers. Reduced by r - q round(r / 2^bits), r leaves
 * 2^(bits-1) of rounding, and 2^bits - q for each of at most 8 2^layers times that q is taken. */
#define NEOSIG_NTT32_ASSERT_REDUCTION(q, bits, layers)                                                                 \
    _Static_assert((q) < 1 << 23 && (1 << ((bits)-1)) + (8 << (layers)) * ((1 << (bits)) - (q)) <                      \
                                        17 * (1 << (layers)) * ((q) / 64),                                             \
                   "the bounds of ntt32.h")

#endif
