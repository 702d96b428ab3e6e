/* The kernels of fft.h over vectors of reals, those of REALS. Layers are taken two at a time, in registers;
 * each value still comes from the same operations on the same values as if they were taken one by one. */
#ifndef NEOSIG_FFT_FFT_BODY_H
#define NEOSIG_FFT_FFT_BODY_H

#include "fft/complexes_body.h"
#include "fft/fft.h"
#include "fft/fft_tables.h"

/* Polynomials that do not fill the vectors are left to the portable backend, whose vectors all fill. */
#define TOO_SHORT(reals_at_least) (REALS_LANES > 1 && n < (reals_at_least)*REALS_LANES)

static inline complexes root_all(size_t i)
{
    return (complexes){reals_all_of_bits(fft_root_re + i), reals_all_of_bits(fft_root_im + i)};
}

static inline complexes roots_at(size_t i)
{
    return (complexes){reals_of_bits(fft_root_re + i), reals_of_bits(fft_root_im + i)};
}

/* i even: roots i, i + 2, ...; each odd one is i times the one before it. */
static inline complexes roots_even(size_t i)
{
    return (complexes){reals_even_of_bits(fft_root_re + i), reals_even_of_bits(fft_root_im + i)};
}

static inline void load_steps(complexes *v, size_t count, const neosig_real *re, const neosig_real *im, size_t step)
{
    for (size_t i = 0; i < count; i++)
        v[i] = complexes_load(re + i * step, im + i * step);
}

static inline void store_steps(neosig_real *re, neosig_real *im, size_t step, const complexes *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        complexes_store(re + i * step, im + i * step, v[i]);
}

static inline void load_neighbours(complexes v[4], const neosig_real *re, const neosig_real *im)
{
    reals a[4], b[4];
    reals_load_fours(re, a);
    reals_load_fours(im, b);
    for (size_t i = 0; i < 4; i++)
        v[i] = (complexes){a[i], b[i]};
}

static inline void store_neighbours(neosig_real *re, neosig_real *im, const complexes v[4])
{
    const reals a[4] = {v[0].re, v[1].re, v[2].re, v[3].re}, b[4] = {v[0].im, v[1].im, v[2].im, v[3].im};
    reals_store_fours(re, a);
    reals_store_fours(im, b);
}

/* Two layers of the block of root s, then of those of roots t and i t. */
static inline void two_layers(complexes v[4], complexes s, complexes t)
{
    complexes_butterfly(&v[0], &v[2], s);
    complexes_butterfly(&v[1], &v[3], s);
    complexes_butterfly(&v[0], &v[1], t);
    complexes_butterfly_i(&v[2], &v[3], t);
}

static inline void two_layers_back(complexes v[4], complexes s, complexes t)
{
    complexes_unbutterfly(&v[0], &v[1], t);
    complexes_unbutterfly_i(&v[2], &v[3], t);
    complexes_unbutterfly(&v[0], &v[2], s);
    complexes_unbutterfly(&v[1], &v[3], s);
}

/* One, two, or three layers of a block of `size` complex numbers, block i of `blocks`. */
static inline void one_layer(neosig_real *re, neosig_real *im, size_t size, size_t root)
{
    const complexes s = root_all(root);
    for (size_t j = 0; j < size / 2; j += REALS_LANES) {
        complexes v[2];
        load_steps(v, 2, re + j, im + j, size / 2);
        complexes_butterfly(&v[0], &v[1], s);
        store_steps(re + j, im + j, size / 2, v, 2);
    }
}

static inline void two_layers_of(neosig_real *re, neosig_real *im, size_t size, size_t root)
{
    const complexes s = root_all(root), t = root_all(2 * root);
    for (size_t j = 0; j < size / 4; j += REALS_LANES) {
        complexes v[4];
        load_steps(v, 4, re + j, im + j, size / 4);
        two_layers(v, s, t);
        store_steps(re + j, im + j, size / 4, v, 4);
    }
}

static inline void three_layers_of(neosig_real *re, neosig_real *im, size_t size, size_t root)
{
    const complexes s = root_all(root), t = root_all(2 * root), u[2] = {root_all(4 * root), root_all(4 * root + 2)};
    for (size_t j = 0; j < size / 8; j += REALS_LANES) {
        complexes v[8];
        load_steps(v, 8, re + j, im + j, size / 8);
        for (size_t i = 0; i < 4; i++)
            complexes_butterfly(&v[i], &v[i + 4], s);
        for (size_t i = 0; i < 2; i++) {
            complexes_butterfly(&v[i], &v[i + 2], t);
            complexes_butterfly_i(&v[i + 4], &v[i + 6], t);
        }
        for (size_t i = 0; i < 2; i++) {
            complexes_butterfly(&v[4 * i], &v[4 * i + 1], u[i]);
            complexes_butterfly_i(&v[4 * i + 2], &v[4 * i + 3], u[i]);
        }
        store_steps(re + j, im + j, size / 8, v, 8);
    }
}

static void forward(neosig_real *f, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    neosig_real *re = f, *im = f + half;
    size_t blocks = 1, size = half; /* complex numbers of a block */
    if (TOO_SHORT(8)) {
        neosig_fft_portable.forward(f, logn);
        return;
    }
    for (unsigned left = logn > 3 ? logn - 3 : 0, layers; left > 0; left -= layers) { /* all but the last two layers */
        layers = left % 3 != 0 ? left % 3 : 3;
        for (size_t i = 0; i < blocks; i++)
            if (layers == 3)
                three_layers_of(re + i * size, im + i * size, size, blocks + i);
            else if (layers == 2)
                two_layers_of(re + i * size, im + i * size, size, blocks + i);
            else
                one_layer(re + i * size, im + i * size, size, blocks + i);
        blocks <<= layers;
        size >>= layers;
    }
    if (size == 2)
        one_layer(re, im, size, 1);
    for (size_t i = 0; size == 4 && i < blocks; i += REALS_LANES) {
        complexes v[4];
        load_neighbours(v, re + 4 * i, im + 4 * i);
        two_layers(v, roots_at(blocks + i), roots_even(2 * (blocks + i)));
        store_neighbours(re + 4 * i, im + 4 * i, v);
    }
}

static void inverse(neosig_real *f, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    const uint64_t scale_bits = (uint64_t)(1024 - logn) << 52; /* 2 / n */
    const reals scale = reals_all_of_bits(&scale_bits);
    neosig_real *re = f, *im = f + half;
    size_t blocks = half / 4, size = 4;
    if (TOO_SHORT(8)) {
        neosig_fft_portable.inverse(f, logn);
        return;
    }
    for (size_t i = 0; i < blocks; i += REALS_LANES) {
        complexes v[4];
        load_neighbours(v, re + 4 * i, im + 4 * i);
        two_layers_back(v, roots_at(blocks + i), roots_even(2 * (blocks + i)));
        for (size_t k = 0; k < 4; k++)
            v[k] = complexes_scale(v[k], scale); /* exact, so it may come first */
        store_neighbours(re + 4 * i, im + 4 * i, v);
    }
    for (size_t i = 0; n == 4 && i < n; i++)
        reals_store(f + i, reals_multiply(reals_load(f + i), scale));
    while (blocks >= 4) {
        blocks /= 4;
        size *= 4;
        for (size_t i = 0; i < blocks; i++) {
            const complexes s = root_all(blocks + i), t = root_all(2 * (blocks + i));
            neosig_real *x = re + i * size, *y = im + i * size;
            for (size_t j = 0; j < size / 4; j += REALS_LANES) {
                complexes v[4];
                load_steps(v, 4, x + j, y + j, size / 4);
                two_layers_back(v, s, t);
                store_steps(x + j, y + j, size / 4, v, 4);
            }
        }
    }
    if (logn % 2 == 0) {
        const complexes s = root_all(1);
        for (size_t j = 0; j < half / 2; j += REALS_LANES) {
            complexes a = complexes_load(re + j, im + j), b = complexes_load(re + half / 2 + j, im + half / 2 + j);
            complexes_unbutterfly(&a, &b, s);
            complexes_store(re + j, im + j, a);
            complexes_store(re + half / 2 + j, im + half / 2 + j, b);
        }
    }
}

/* ---- Element by element */

static void add(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn)
{
    const size_t n = (size_t)1 << logn;
    if (TOO_SHORT(1)) {
        neosig_fft_portable.add(r, a, b, logn);
        return;
    }
    for (size_t i = 0; i < n; i += REALS_LANES)
        reals_store(r + i, reals_add(reals_load(a + i), reals_load(b + i)));
}

static void sub(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn)
{
    const size_t n = (size_t)1 << logn;
    if (TOO_SHORT(1)) {
        neosig_fft_portable.sub(r, a, b, logn);
        return;
    }
    for (size_t i = 0; i < n; i += REALS_LANES)
        reals_store(r + i, reals_sub(reals_load(a + i), reals_load(b + i)));
}

static void scale(neosig_real *r, const neosig_real *a, neosig_real x, unsigned logn)
{
    const size_t n = (size_t)1 << logn;
    if (TOO_SHORT(1)) {
        neosig_fft_portable.scale(r, a, x, logn);
        return;
    }
    const reals factor = reals_all(x);
    for (size_t i = 0; i < n; i += REALS_LANES)
        reals_store(r + i, reals_multiply(reals_load(a + i), factor));
}

static void adjoint(neosig_real *r, const neosig_real *a, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.adjoint(r, a, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES)
        complexes_store(r + i, r + half + i, complexes_adjoint(complexes_load(a + i, a + half + i)));
}

static void multiply(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.multiply(r, a, b, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES) {
        const complexes x = complexes_load(a + i, a + half + i), y = complexes_load(b + i, b + half + i);
        complexes_store(r + i, r + half + i, complexes_multiply(x, y));
    }
}

static void multiply_adjoint(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.multiply_adjoint(r, a, b, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES) {
        const complexes x = complexes_load(a + i, a + half + i), y = complexes_load(b + i, b + half + i);
        complexes_store(r + i, r + half + i, complexes_multiply_adjoint(x, y));
    }
}

static void multiply_adjoint_2(neosig_real *r, const neosig_real *a, const neosig_real *b, const neosig_real *c,
                               const neosig_real *d, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.multiply_adjoint_2(r, a, b, c, d, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES) {
        const complexes x = complexes_load(a + i, a + half + i), y = complexes_load(b + i, b + half + i);
        const complexes z = complexes_load(c + i, c + half + i), w = complexes_load(d + i, d + half + i);
        const complexes first = complexes_multiply_adjoint(x, y), second = complexes_multiply_adjoint(z, w);
        complexes_store(r + i, r + half + i, complexes_add(first, second));
    }
}

static inline reals norms_at(const neosig_real *a, const neosig_real *b, size_t half, size_t i)
{
    const complexes x = complexes_load(a + i, a + half + i), y = complexes_load(b + i, b + half + i);
    return reals_add(complexes_norm(x), complexes_norm(y));
}

static void norm(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.norm(r, a, b, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES)
        reals_store(r + i, norms_at(a, b, half, i));
}

static void inverse_norm(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.inverse_norm(r, a, b, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES)
        reals_store(r + i, reals_reciprocal(norms_at(a, b, half, i)));
}

static void multiply_self_adjoint(neosig_real *r, const neosig_real *a, const neosig_real *d, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.multiply_self_adjoint(r, a, d, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES) {
        const complexes x = complexes_load(a + i, a + half + i);
        complexes_store(r + i, r + half + i, complexes_scale(x, reals_load(d + i)));
    }
}

static void divide_self_adjoint(neosig_real *r, const neosig_real *a, const neosig_real *d, unsigned logn)
{
    const size_t n = (size_t)1 << logn, half = n / 2;
    if (TOO_SHORT(2)) {
        neosig_fft_portable.divide_self_adjoint(r, a, d, logn);
        return;
    }
    for (size_t i = 0; i < half; i += REALS_LANES) {
        const complexes x = complexes_load(a + i, a + half + i);
        complexes_store(r + i, r + half + i, complexes_scale(x, reals_reciprocal(reals_load(d + i))));
    }
}

#define FFT_KERNELS                                                                                                    \
    .forward = forward, .inverse = inverse, .add = add, .sub = sub, .scale = scale, .adjoint = adjoint,                \
    .multiply = multiply, .multiply_adjoint = multiply_adjoint, .multiply_adjoint_2 = multiply_adjoint_2,              \
    .norm = norm, .inverse_norm = inverse_norm, .multiply_self_adjoint = multiply_self_adjoint,                        \
    .divide_self_adjoint = divide_self_adjoint

#endif
