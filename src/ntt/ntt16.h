/* Number-theoretic transforms of n coefficients modulo q = 12289 in 16-bit lanes: products of polynomials modulo
 * X^n + 1.
 *
 * A polynomial is an int16_t[n], 64-byte aligned, of representatives bounded as each kernel says. Of all kernels:
 * - Polynomials are secret; time and addresses depend on nothing.
 * - Polynomials do not overlap, but that r may be a or b where a kernel says so.
 * - n numbers are written, and nothing beside them.
 *
 * A backend is one file, ntt16_<backend>.c: the transform with its length as a parameter, and an instance for each
 * length that the build uses (ntt16_lengths.h). */
#ifndef NEOSIG_NTT_NTT16_H
#define NEOSIG_NTT_NTT16_H

#include "core/build.h"
#include "ntt/mod16.h"

#include <stddef.h>

typedef struct neosig_ntt16 {
    const char *name;
    size_t n;

    /* The transform in place, in the order of FIPS 204's. In: |r[i]| <= q/2. Out: |r[i]| < 1.8 q. */
    void (*forward)(int16_t *r);

    /* Its inverse times 2^16. In: |r[i]| < 1.2 q. Out: |r[i]| < 0.81 q, so a true value below 0.19 q in size comes out
     * as itself. */
    void (*inverse)(int16_t *r);

    /* r = a b 2^-16 coefficient by coefficient. In: |a[i]|, |b[i]| < 1.9 q. Out: |r[i]| < 1.2 q. r may be a or b. */
    void (*multiply)(int16_t *r, const int16_t *a, const int16_t *b);

    /* r = a b^-1 2^-16, by b^(q-2). Bounds of multiply; r may be a or b. Returns nonzero if a coefficient of b is 0 mod
     * q; that is secret, as the polynomials are. Then r is 0 there, and of no use elsewhere. */
    unsigned (*divide)(int16_t *r, const int16_t *a, const int16_t *b);
} neosig_ntt16;

extern const neosig_ntt16 neosig_ntt_12289_256_portable;
extern const neosig_ntt16 neosig_ntt_12289_256_neon;
extern const neosig_ntt16 neosig_ntt_12289_256_avx2;
extern const neosig_ntt16 neosig_ntt_12289_512_portable;
extern const neosig_ntt16 neosig_ntt_12289_512_neon;
extern const neosig_ntt16 neosig_ntt_12289_512_avx2;
extern const neosig_ntt16 neosig_ntt_12289_1024_portable;
extern const neosig_ntt16 neosig_ntt_12289_1024_neon;
extern const neosig_ntt16 neosig_ntt_12289_1024_avx2;

/* ---- Bounds, the same in every backend. A product by a constant is within q (1/2 + |b| / 2^16), |b| < 2^15 = 2.66 q.
 * What is limited is within 0.78 q, or 0.67 q (mod16.h).
 *
 * Forward: a layer makes coefficients within x q + q (1/2 + 0.188 x) of those within x q: from 0.5 on 1.1, 1.81, 2.65.
 * Before the layers of 64, 16, 4 and 1, the coefficient that a layer adds to and takes from is limited. These layers
 * make of 2.66 at most 0.78 + 0.5 + 0.5 = 1.78 again, and the layers between them 2.62.
 *
 * Inverse: a layer limits its sums: of x it makes at most 0.78, then 0.67. Its products are within 0.5 + 0.375 x:
 * from 1.2 on 0.95, 0.86, 0.83, ..., 0.801 after seven. The last layer multiplies sums and differences below 1.61 q by
 * constants: q (1/2 + 0.31) = 0.81 q. */

#endif
