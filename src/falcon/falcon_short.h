/* Key generation's f and g: how they are drawn, and whether they are short enough. */
#ifndef NEOSIG_FALCON_FALCON_SHORT_H
#define NEOSIG_FALCON_FALCON_SHORT_H

#include "falcon/falcon.h"
#include "ntru/ntru.h"

#define NEOSIG_FALCON_DRAW_BYTES 4096

/* The NTRU equation of a set (falcon_keygen.c). */
const neosig_ntru_set *neosig_falcon_ntru_set(const neosig_falcon_ctx *ctx);

/* n Gaussian numbers with an odd sum; with an even one the resultants would be even. Until the sum is odd, the last
 * number is drawn again. Each such decision becomes public. draws: NEOSIG_FALCON_DRAW_BYTES of scratch memory. */
void neosig_falcon_sample_short(const neosig_falcon_ctx *ctx, int8_t *f, neosig_shake *shake, uint8_t *draws);

/* Kernels of the draws (falcon_gauss.c, falcon_gauss_neon.c). round3: n sums of `summands` numbers, 1 or 2, where each
 * number takes 16 bytes of in. fndsa: n numbers of 2 bytes each, of the deviation for 2^logn coefficients. Secret: f,
 * in. No alignment is needed. f and in do not overlap. */
void neosig_falcon_gauss_round3(int8_t *f, const uint8_t *in, size_t n, size_t summands);
void neosig_falcon_gauss_fndsa(int8_t *f, const uint8_t *in, size_t n, unsigned logn);
void neosig_falcon_gauss_round3_neon(int8_t *f, const uint8_t *in, size_t n, size_t summands);
void neosig_falcon_gauss_fndsa_neon(int8_t *f, const uint8_t *in, size_t n, unsigned logn);

/* 1 if |(f, g)|^2 < 1.17^2 q and the coefficients fit the secret key. Public. */
unsigned neosig_falcon_is_short(const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g);

/* 1 if |(q adj(f), q adj(g)) / (f adj(f) + g adj(g))|^2 < 1.17^2 q, or in FN-DSA (0.999 1.17)^2 q, in the
 * arithmetic of the set's rules. Public.
 * numbers: 3 n of 8 bytes. */
unsigned neosig_falcon_is_dual_short(const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g, void *numbers);

#endif
