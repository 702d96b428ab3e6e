/* Number-theoretic transforms of n coefficients modulo q = 12289 in 16-bit lanes: products of polynomials modulo
 * X^n + 1.
 *
 * A polynomial is an int16_t[n], 64-byte aligned, of representatives bounded as each kernel says. Polynomials are
 * secret and do not overlap; time and addresses depend on nothing. */
#ifndef NEOSIG_NTT_NTT16_H
#define NEOSIG_NTT_NTT16_H

#include "ntt/mod16.h"

#include <stddef.h>

typedef struct neosig_ntt16 {
    const char *name;
    size_t n;

    /* The transform in place, in the order of FIPS 204's. In: |r[i]| <= q/2. Out: |r[i]| < 1.9 q. */
    void (*forward)(int16_t *r);

    /* Its inverse times 2^16. In: |r[i]| < 1.2 q. Out: |r[i]| < 0.7 q, so a true value below 0.3 q in size comes out as
     * itself. */
    void (*inverse)(int16_t *r);

    /* r = a b 2^-16 coefficient by coefficient. In: |a[i]|, |b[i]| < 1.9 q. Out: |r[i]| < 1.2 q. r may be a or b. */
    void (*multiply)(int16_t *r, const int16_t *a, const int16_t *b);
} neosig_ntt16;

extern const neosig_ntt16 neosig_ntt_12289_256_portable;
extern const neosig_ntt16 neosig_ntt_12289_256_neon;
extern const neosig_ntt16 neosig_ntt_12289_256_avx2;

/* ---- Bounds, the same in every backend. A product by a constant is within q (1/2 + |b| / 2^16), |b| < 2^15 = 2.66 q;
 * what is reduced, within 0.51 q.
 *
 * Forward: a layer makes of coefficients within x q such within x q + q (1/2 + 0.188 x): from 0.51 on 1.11, 1.82, 2.66,
 * so they are reduced after every third layer, and end below 1.9 q.
 *
 * Inverse: sums double. 1.2 q becomes 2.4 q and is reduced; then 1.02 and 2.04 after two layers, and is reduced, and so
 * on. The last layer's sums are below 1.02 q if an even number of layers came before it and it multiplies them by
 * constants: q (1/2 + 0.19) < 0.7 q. */

#endif
