/* f G - g F = q as ntrugen and Falcon's reference code solve it (falcon.c): each rounding and each limit is theirs. */
#ifndef NEOSIG_REFERENCE_NTRU_H
#define NEOSIG_REFERENCE_NTRU_H

#include <stddef.h>
#include <stdint.h>

/* Words of 31 bits for f and g, and for F and G before reduction, at each depth: what does not fit fails. Reduction in
 * binary64 as Falcon's; or in fixed point as ntrugen's, with so many words of f and g looked at, and so many bits a
 * round. With F_alone as c-fn-dsa's: quotients are of F and f, and F alone has limits, before the last reduction. G
 * follows from F, since both lose the same multiples. */
typedef struct neosig_reference_ntru {
    int fixed;
    uint32_t q;
    size_t small[11], large[10], windows[10];
    unsigned step;
    int F_alone;
} neosig_reference_ntru;

/* F and G of n coefficients; -1 if there are none, or one does not fit eight bits. */
int neosig_reference_ntru_solve(const neosig_reference_ntru *rules, int8_t *F, int8_t *G, const int8_t *f,
                                const int8_t *g, size_t n);

/* ntrugen's numbers with 32 fractional bits: a / b to the nearest, ties away from zero; the transform of n of them:
 * n/2 real parts, then n/2 imaginary ones. */
uint64_t neosig_reference_over(uint64_t a, uint64_t b);
void neosig_reference_transform_fixed(uint64_t *a, size_t n);

/* 2^31 exp(i pi r / 1024) to the nearest, r being the ten bits of k reversed, 2 <= k < 1024. */
void neosig_reference_root(int64_t root[2], size_t k);

#endif
