/* Complex numbers in vectors of reals, as Falcon's reference code defines their operations. Parameter: REALS, one of
 * the reals_<machine>.h. */
#ifndef NEOSIG_FFT_COMPLEXES_BODY_H
#define NEOSIG_FFT_COMPLEXES_BODY_H

#include REALS

typedef struct complexes {
    reals re, im;
} complexes;

static inline complexes complexes_load(const neosig_real *re, const neosig_real *im)
{
    return (complexes){reals_load(re), reals_load(im)};
}

static inline void complexes_store(neosig_real *re, neosig_real *im, complexes a)
{
    reals_store(re, a.re);
    reals_store(im, a.im);
}

static inline complexes complexes_add(complexes a, complexes b)
{
    return (complexes){reals_add(a.re, b.re), reals_add(a.im, b.im)};
}

static inline complexes complexes_sub(complexes a, complexes b)
{
    return (complexes){reals_sub(a.re, b.re), reals_sub(a.im, b.im)};
}

static inline complexes complexes_adjoint(complexes a)
{
    return (complexes){a.re, reals_negate(a.im)};
}

/* a b. */
static inline complexes complexes_multiply(complexes a, complexes b)
{
    return (complexes){
        reals_sub(reals_multiply(a.re, b.re), reals_multiply(a.im, b.im)),
        reals_add(reals_multiply(a.re, b.im), reals_multiply(a.im, b.re)),
    };
}

/* a b*: the rounding to the nearest does not depend on signs. */
static inline complexes complexes_multiply_adjoint(complexes a, complexes b)
{
    return (complexes){
        reals_add(reals_multiply(a.re, b.re), reals_multiply(a.im, b.im)),
        reals_sub(reals_multiply(a.im, b.re), reals_multiply(a.re, b.im)),
    };
}

static inline complexes complexes_scale(complexes a, reals x)
{
    return (complexes){reals_multiply(a.re, x), reals_multiply(a.im, x)};
}

/* a a*. */
static inline reals complexes_norm(complexes a)
{
    return complexes_multiply_adjoint(a, a).re;
}

/* (a, b) becomes (a + b s, a - b s). */
static inline void complexes_butterfly(complexes *a, complexes *b, complexes s)
{
    const complexes product = complexes_multiply(*b, s);
    *b = complexes_sub(*a, product);
    *a = complexes_add(*a, product);
}

/* The same for i s. */
static inline void complexes_butterfly_i(complexes *a, complexes *b, complexes s)
{
    const complexes product = complexes_multiply(*b, s);
    const complexes x = *a;
    *a = (complexes){reals_sub(x.re, product.im), reals_add(x.im, product.re)};
    *b = (complexes){reals_add(x.re, product.im), reals_sub(x.im, product.re)};
}

/* (a, b) becomes (a + b, (a - b) s*). */
static inline void complexes_unbutterfly(complexes *a, complexes *b, complexes s)
{
    const complexes difference = complexes_sub(*a, *b);
    *a = complexes_add(*a, *b);
    *b = complexes_multiply_adjoint(difference, s);
}

/* The same for i s: (a - b) s* (-i). */
static inline void complexes_unbutterfly_i(complexes *a, complexes *b, complexes s)
{
    const complexes difference = complexes_sub(*a, *b);
    *a = complexes_add(*a, *b);
    const complexes product = complexes_multiply_adjoint(difference, s);
    *b = (complexes){product.im, reals_negate(product.re)};
}

#endif
