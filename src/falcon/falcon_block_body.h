/* The kernel of falcon_kernels.h on a block of the tree, all of it in registers but for calls of the sampler, over
 * pairs of reals, those of PAIRS. */
#ifndef NEOSIG_FALCON_FALCON_BLOCK_BODY_H
#define NEOSIG_FALCON_FALCON_BLOCK_BODY_H

#include "falcon/falcon_kernels.h"
#include "falcon/falcon_sampler.h"
#include "fft/fft_tables.h"

#include PAIRS

/* Level 3: pairs of complex numbers, by parts. Levels 2 and 1: one complex number in a pair. */
typedef struct two {
    pair re, im;
} two;

static inline pair pair_half(pair a)
{
    const neosig_real half = neosig_real_of_bits(UINT64_C(0x3fe0000000000000));
    return pair_multiply(a, pair_of(half, half));
}

/* sqrt(1/2), both parts of the root of level 2. */
static inline pair root_of_half(void)
{
    const neosig_real root = neosig_real_of_bits(fft_root_re[1]);
    return pair_of(root, root);
}

static inline two two_load(const neosig_real *re, const neosig_real *im)
{
    return (two){pair_load(re), pair_load(im)};
}

static inline two two_add(two a, two b)
{
    return (two){pair_add(a.re, b.re), pair_add(a.im, b.im)};
}

static inline two two_sub(two a, two b)
{
    return (two){pair_sub(a.re, b.re), pair_sub(a.im, b.im)};
}

static inline two two_multiply(two a, two b)
{
    return (two){
        pair_sub(pair_multiply(a.re, b.re), pair_multiply(a.im, b.im)),
        pair_add(pair_multiply(a.re, b.im), pair_multiply(a.im, b.re)),
    };
}

/* One complex product. */
static inline pair pair_product(pair a, pair b)
{
    return pair_add(pair_multiply_low(a, b), pair_negate_low(pair_multiply_high(pair_swap(a), b)));
}

/* ---- Level 1: two samples of t1 with one leaf, two of t0 with the other. */

static inline pair sample_two(neosig_falcon_sampler *sampler, pair t, neosig_real leaf, int16_t *z, size_t step)
{
    const uint64_t both = neosig_falcon_sample_vartime(sampler, pair_low(t), pair_high(t), leaf);
    z[0] = (int16_t)both;
    z[step] = (int16_t)(both >> 32);
    return pair_of_ints(both);
}

/* step: from one coefficient of t0, and of t1, to the next. */
static inline void level1(neosig_falcon_sampler *sampler, pair *t0, pair *t1, int16_t *z0, int16_t *z1, size_t step,
                          const neosig_real *l10, const neosig_real *leaves)
{
    const pair z = sample_two(sampler, *t1, leaves[0], z1, step);
    const pair t = pair_add(*t0, pair_product(pair_sub(*t1, z), pair_load(l10)));
    *t1 = z;
    *t0 = sample_two(sampler, t, leaves[1], z0, step);
}

/* ---- Level 2: of (1 + i) sqrt(1/2), the only root, a product with its parts serves both. */

static inline void split2(pair *even, pair *odd, two a)
{
    const pair first = pair_lows(a.re, a.im), second = pair_highs(a.re, a.im);
    const pair x = pair_multiply(pair_sub(first, second), root_of_half());
    *even = pair_half(pair_add(first, second));
    *odd = pair_half(pair_add(x, pair_swap(pair_negate_low(x)))); /* re + im, im - re */
}

static inline two merge2(pair even, pair odd)
{
    const pair x = pair_multiply(odd, root_of_half());
    const pair product = pair_add(x, pair_negate_low(pair_swap(x))); /* re - im, im + re */
    const pair first = pair_add(even, product), second = pair_sub(even, product);
    return (two){pair_lows(first, second), pair_highs(first, second)};
}

/* tree: l10 of this node; l10s and leaves of its two nodes of level 1. */
static inline void level2(neosig_falcon_sampler *sampler, two *t0, two *t1, int16_t *z0, int16_t *z1, size_t step,
                          const neosig_real *l10, const neosig_real *l10s, const neosig_real *leaves)
{
    pair even, odd;
    split2(&even, &odd, *t1);
    level1(sampler, &even, &odd, z1, z1 + step, 2 * step, l10s, leaves);
    const two z = merge2(even, odd);
    split2(&even, &odd, two_add(*t0, two_multiply(two_sub(*t1, z), two_load(l10, l10 + 2))));
    *t1 = z;
    level1(sampler, &even, &odd, z0, z0 + step, 2 * step, l10s + 2, leaves + 2);
    *t0 = merge2(even, odd);
}

/* ---- Level 3 */

/* Four complex numbers as two pairs of neighbours: the first ones and the second ones. */
typedef struct four {
    two first, second;
} four;

static inline four four_load(const neosig_real *p)
{
    const pair re[2] = {pair_load(p), pair_load(p + 2)}, im[2] = {pair_load(p + 4), pair_load(p + 6)};
    return (four){
        {pair_lows(re[0], re[1]), pair_lows(im[0], im[1])},
        {pair_highs(re[0], re[1]), pair_highs(im[0], im[1])},
    };
}

static inline void four_store(neosig_real *p, four a)
{
    pair_store(p, pair_lows(a.first.re, a.second.re));
    pair_store(p + 2, pair_highs(a.first.re, a.second.re));
    pair_store(p + 4, pair_lows(a.first.im, a.second.im));
    pair_store(p + 6, pair_highs(a.first.im, a.second.im));
}

static inline two roots_of_level3(void)
{
    return (two){pair_of_bits(fft_root_re + 2), pair_of_bits(fft_root_im + 2)};
}

static inline void split3(two *even, two *odd, four a)
{
    const two s = roots_of_level3(), sum = two_add(a.first, a.second), x = two_sub(a.first, a.second);
    *even = (two){pair_half(sum.re), pair_half(sum.im)};
    *odd = (two){
        pair_half(pair_add(pair_multiply(x.re, s.re), pair_multiply(x.im, s.im))),
        pair_half(pair_sub(pair_multiply(x.im, s.re), pair_multiply(x.re, s.im))),
    };
}

static inline four merge3(two even, two odd)
{
    const two product = two_multiply(odd, roots_of_level3());
    return (four){two_add(even, product), two_sub(even, product)};
}

static void block(neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0, int16_t *z1,
                  size_t step, const neosig_real *tree)
{
    two even, odd;
    four a = four_load(t1);
    split3(&even, &odd, a);
    level2(sampler, &even, &odd, z1, z1 + step, 2 * step, tree + 8, tree + 16, tree + 24);
    const four z = merge3(even, odd), l10 = four_load(tree);
    a = four_load(t1);
    const two first = two_multiply(two_sub(a.first, z.first), l10.first);
    const two second = two_multiply(two_sub(a.second, z.second), l10.second);
    a = four_load(t0);
    split3(&even, &odd, (four){two_add(a.first, first), two_add(a.second, second)});
    four_store(t1, z);
    level2(sampler, &even, &odd, z0, z0 + step, 2 * step, tree + 12, tree + 20, tree + 28);
    four_store(t0, merge3(even, odd));
}

#endif
