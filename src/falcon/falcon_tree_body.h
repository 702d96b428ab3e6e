/* The kernels of falcon_kernels.h on levels of the tree, over vectors of reals, those of REALS. */
#ifndef NEOSIG_FALCON_FALCON_TREE_BODY_H
#define NEOSIG_FALCON_FALCON_TREE_BODY_H

#include "falcon/falcon_kernels.h"
#include "fft/complexes_body.h"
#include "fft/fft_tables.h"

/* In each lane two neighbours, complex numbers at places 2 u and 2 u + 1. */
typedef struct neighbours {
    complexes first, second;
} neighbours;

static inline neighbours load_adjacent(const neosig_real *re, const neosig_real *im)
{
    neighbours a;
    reals_load_pairs(re, &a.first.re, &a.second.re);
    reals_load_pairs(im, &a.first.im, &a.second.im);
    return a;
}

static inline void store_adjacent(neosig_real *re, neosig_real *im, neighbours a)
{
    reals_store_pairs(re, a.first.re, a.second.re);
    reals_store_pairs(im, a.first.im, a.second.im);
}

static inline reals half(void)
{
    static const uint64_t bits = UINT64_C(0x3fe0000000000000);
    return reals_all_of_bits(&bits);
}

static inline complexes roots_at(size_t i)
{
    return (complexes){reals_of_bits(fft_root_re + i), reals_of_bits(fft_root_im + i)};
}

/* The roots for neighbours u, u + 1, ... of a level, each node of which has `period` of them. */
static inline complexes roots_of_neighbours(size_t period, size_t u)
{
    if (period < REALS_LANES)
        return (complexes){reals_repeat_of_bits(fft_root_re + period, period),
                           reals_repeat_of_bits(fft_root_im + period, period)};
    return roots_at(period + (u & (period - 1)));
}

/* a + b and (a - b) s*. */
static inline neighbours split_neighbours_twice(neighbours a, complexes s)
{
    const complexes difference = complexes_sub(a.first, a.second);
    return (neighbours){complexes_add(a.first, a.second), complexes_multiply_adjoint(difference, s)};
}

/* The halves of that. */
static inline neighbours split_neighbours(neighbours a, complexes s)
{
    const neighbours twice = split_neighbours_twice(a, s);
    return (neighbours){complexes_scale(twice.first, half()), complexes_scale(twice.second, half())};
}

/* a + b s and a - b s. */
static inline neighbours merge_neighbours(neighbours a, complexes s)
{
    const complexes product = complexes_multiply(a.second, s);
    return (neighbours){complexes_add(a.first, product), complexes_sub(a.first, product)};
}

/* ---- The decomposition. Returns d11, and l10 = mu*. */

/* mu = b (a* (1 / |a|^2)) and d11 = c - mu b*. Signs are moved to other operands, which changes no rounding. */
static inline complexes ldl_round3_one(complexes *l10, complexes a, complexes b, complexes c)
{
    const complexes inverse = complexes_scale(a, reals_reciprocal(complexes_norm(a))); /* its adjoint */
    const complexes l = complexes_multiply_adjoint(inverse, b);
    const complexes product = complexes_multiply(l, b); /* (mu b*)* */
    *l10 = l;
    return (complexes){reals_sub(c.re, product.re), reals_add(c.im, product.im)};
}

static inline reals ldl_fndsa_one(complexes *l10, reals a, complexes b, reals c)
{
    const complexes mu = complexes_scale(b, reals_reciprocal(a));
    *l10 = complexes_adjoint(mu);
    return reals_sub(c, complexes_multiply_adjoint(mu, b).re);
}

static void ldl_round3(neosig_real *l10, neosig_real *next_a, neosig_real *next_b, const neosig_real *a,
                       const neosig_real *b, const neosig_real *c, unsigned k, unsigned logn)
{
    const size_t entries = (size_t)1 << logn >> 1, count = entries / 2, period = (size_t)1 << k >> 2;
    for (size_t u = 0; u < count; u += REALS_LANES) {
        const neighbours d00 = load_adjacent(a + 2 * u, a + entries + 2 * u);
        const neighbours g01 = load_adjacent(b + 2 * u, b + entries + 2 * u);
        const neighbours g11 = load_adjacent(c + 2 * u, c + entries + 2 * u);
        const complexes s = roots_of_neighbours(period, u);
        neighbours l, d11;
        d11.first = ldl_round3_one(&l.first, d00.first, g01.first, g11.first);
        d11.second = ldl_round3_one(&l.second, d00.second, g01.second, g11.second);
        store_adjacent(l10 + 2 * u, l10 + entries + 2 * u, l);
        const neighbours left = split_neighbours_twice(d00, s), right = split_neighbours_twice(d11, s);
        complexes_store(next_a + u, next_a + entries + u, left.first);
        complexes_store(next_b + u, next_b + entries + u, left.second);
        complexes_store(next_a + count + u, next_a + entries + count + u, right.first);
        complexes_store(next_b + count + u, next_b + entries + count + u, right.second);
    }
}

static void ldl_fndsa(neosig_real *l10, neosig_real *next_a, neosig_real *next_b, const neosig_real *a,
                      const neosig_real *b, const neosig_real *c, unsigned k, unsigned logn)
{
    const size_t entries = (size_t)1 << logn >> 1, count = entries / 2, period = (size_t)1 << k >> 2;
    for (size_t u = 0; u < count; u += REALS_LANES) {
        const neighbours g01 = load_adjacent(b + 2 * u, b + entries + 2 * u);
        const complexes s = complexes_adjoint(roots_of_neighbours(period, u));
        reals d00[2], g11[2], d11[2];
        neighbours l;
        reals_load_pairs(a + 2 * u, &d00[0], &d00[1]);
        reals_load_pairs(c + 2 * u, &g11[0], &g11[1]);
        d11[0] = ldl_fndsa_one(&l.first, d00[0], g01.first, g11[0]);
        d11[1] = ldl_fndsa_one(&l.second, d00[1], g01.second, g11[1]);
        store_adjacent(l10 + 2 * u, l10 + entries + 2 * u, l);
        const reals left = reals_sub(d00[0], d00[1]), right = reals_sub(d11[0], d11[1]);
        reals_store(next_a + u, reals_add(d00[0], d00[1]));
        reals_store(next_a + count + u, reals_add(d11[0], d11[1]));
        complexes_store(next_b + u, next_b + entries + u, complexes_scale(s, left));
        complexes_store(next_b + count + u, next_b + entries + count + u, complexes_scale(s, right));
    }
}

/* scale sqrt(d 2^(1 - logn)). */
static inline reals leaf(reals d, neosig_real scale, unsigned logn)
{
    const uint64_t down = (uint64_t)(1024 - logn) << 52;
    return reals_multiply(reals_root(reals_multiply(d, reals_all_of_bits(&down))), reals_all(scale));
}

static void leaves_round3(neosig_real *l10, neosig_real *leaves, const neosig_real *a, const neosig_real *b,
                          neosig_real scale, unsigned logn)
{
    const size_t entries = (size_t)1 << logn >> 1;
    for (size_t i = 0; i < entries; i += REALS_LANES) {
        const complexes d00 = complexes_load(a + i, a + entries + i), g01 = complexes_load(b + i, b + entries + i);
        complexes l;
        const complexes d11 = ldl_round3_one(&l, d00, g01, d00);
        complexes_store(l10 + i, l10 + entries + i, l);
        reals_store(leaves + i, leaf(d00.re, scale, logn));
        reals_store(leaves + entries + i, leaf(d11.re, scale, logn));
    }
}

static void leaves_fndsa(neosig_real *l10, neosig_real *leaves, const neosig_real *a, const neosig_real *b,
                         neosig_real scale, unsigned logn)
{
    const size_t entries = (size_t)1 << logn >> 1;
    for (size_t i = 0; i < entries; i += REALS_LANES) {
        const reals d00 = reals_load(a + i);
        complexes l;
        const reals d11 = ldl_fndsa_one(&l, d00, complexes_load(b + i, b + entries + i), d00);
        complexes_store(l10 + i, l10 + entries + i, l);
        reals_store(leaves + i, leaf(d00, scale, logn));
        reals_store(leaves + entries + i, leaf(d11, scale, logn));
    }
}

/* ---- Walks: nodes of level 4 or more, whose numbers fill the vectors */

static inline void store_halves(neosig_real *halves, size_t count, size_t u, neighbours a)
{
    complexes_store(halves + u, halves + count + u, a.first);
    complexes_store(halves + 2 * count + u, halves + 3 * count + u, a.second);
}

static inline neighbours load_halves(const neosig_real *halves, size_t count, size_t u)
{
    return (neighbours){
        complexes_load(halves + u, halves + count + u),
        complexes_load(halves + 2 * count + u, halves + 3 * count + u),
    };
}

static void split(neosig_real *halves, const neosig_real *t, unsigned k)
{
    const size_t count = (size_t)1 << k >> 2;
    for (size_t u = 0; u < count; u += REALS_LANES) {
        const neighbours a = load_adjacent(t + 2 * u, t + 2 * count + 2 * u);
        store_halves(halves, count, u, split_neighbours(a, roots_at(count + u)));
    }
}

static void cross(neosig_real *halves, neosig_real *z1, const neosig_real *t0, const neosig_real *t1,
                  const neosig_real *l10, size_t imaginary_at, unsigned k)
{
    const size_t count = (size_t)1 << k >> 2;
    for (size_t u = 0; u < count; u += REALS_LANES) {
        const complexes s = roots_at(count + u);
        const neighbours z = merge_neighbours(load_halves(halves, count, u), s);
        const neighbours b = load_adjacent(t1 + 2 * u, t1 + 2 * count + 2 * u);
        const neighbours l = load_adjacent(l10 + 2 * u, l10 + imaginary_at + 2 * u);
        neighbours a = load_adjacent(t0 + 2 * u, t0 + 2 * count + 2 * u);
        store_adjacent(z1 + 2 * u, z1 + 2 * count + 2 * u, z);
        a.first = complexes_add(a.first, complexes_multiply(complexes_sub(b.first, z.first), l.first));
        a.second = complexes_add(a.second, complexes_multiply(complexes_sub(b.second, z.second), l.second));
        store_halves(halves, count, u, split_neighbours(a, s));
    }
}

static void merge(neosig_real *t, const neosig_real *halves, unsigned k)
{
    const size_t count = (size_t)1 << k >> 2;
    for (size_t u = 0; u < count; u += REALS_LANES)
        store_adjacent(t + 2 * u, t + 2 * count + 2 * u,
                       merge_neighbours(load_halves(halves, count, u), roots_at(count + u)));
}

/* What a table of kernels takes from here. */
#define FALCON_TREE_KERNELS                                                                                            \
    .ldl_round3 = NEOSIG_IF_SIGNING(ldl_round3), .ldl_fndsa = NEOSIG_IF_SIGNING(ldl_fndsa),                            \
    .leaves_round3 = NEOSIG_IF_SIGNING(leaves_round3), .leaves_fndsa = NEOSIG_IF_SIGNING(leaves_fndsa),                \
    .split = NEOSIG_IF_SIGNING(split), .cross = NEOSIG_IF_SIGNING(cross), .merge = NEOSIG_IF_SIGNING(merge)

#endif
