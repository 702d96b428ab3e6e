/* falcon_kernels.h's `block`: a node of level 3 and all below it, in registers but for the calls of the sampler.
 * Parameter: REALS, one of the fft/reals_two_<machine>.h. */
#include "falcon/falcon_sampler.h"
#include "fft/complexes_body.h"
#include "fft/fft_tables.h"

/* At level 3 `complexes` is two complex numbers: a vector of real parts and one of imaginary parts. At levels 2 and 1
 * a vector is one complex number. */

static inline reals half_of(reals a)
{
    return reals_multiply(a, reals_all(neosig_real_of_bits(UINT64_C(0x3fe0000000000000))));
}

/* sqrt(1/2), both parts of the root of level 2. */
static inline reals root_of_half(void)
{
    return reals_all(neosig_real_of_bits(fft_root_re[1]));
}

/* The product of complexes_body.h where one vector holds one complex number: a sum with what has been negated is the
 * difference, to the last bit. */
static inline reals multiply_one(reals a, reals b)
{
    const reals by_re = reals_multiply(a, reals_all_low(b)), by_im = reals_multiply(reals_swap(a), reals_all_high(b));
    return reals_add(by_re, reals_negate_low(by_im));
}

/* ---- Level 1: two samples of t1 with one leaf, two of t0 with the other. */

static inline reals sample_two(neosig_falcon_sampler *sampler, reals t, neosig_real leaf, int16_t *z, size_t step)
{
    const uint64_t both = neosig_falcon_sample_vartime(sampler, reals_low(t), reals_high(t), leaf);
    z[0] = (int16_t)both;
    z[step] = (int16_t)(both >> 32);
    return reals_of_ints(both);
}

/* step: from one coefficient of t0, and of t1, to the next. */
static inline void level1(neosig_falcon_sampler *sampler, reals *t0, reals *t1, int16_t *z0, int16_t *z1, size_t step,
                          const neosig_real *l10, const neosig_real *leaves)
{
    const reals z = sample_two(sampler, *t1, leaves[0], z1, step);
    const reals t = reals_add(*t0, multiply_one(reals_sub(*t1, z), reals_load(l10)));
    *t1 = z;
    *t0 = sample_two(sampler, t, leaves[1], z0, step);
}

/* ---- Level 2. The only root is (1 + i) sqrt(1/2). Its parts are equal, so a product has two multiplications. */

static inline void split2(reals *even, reals *odd, complexes a)
{
    const reals first = reals_lows(a.re, a.im), second = reals_highs(a.re, a.im);
    const reals x = reals_multiply(reals_sub(first, second), root_of_half());
    *even = half_of(reals_add(first, second));
    *odd = half_of(reals_add(x, reals_swap(reals_negate_low(x)))); /* re + im, im - re */
}

static inline complexes merge2(reals even, reals odd)
{
    const reals x = reals_multiply(odd, root_of_half());
    const reals product = reals_add(x, reals_negate_low(reals_swap(x))); /* re - im, im + re */
    const reals first = reals_add(even, product), second = reals_sub(even, product);
    return (complexes){reals_lows(first, second), reals_highs(first, second)};
}

/* tree: l10 of this node; l10s and leaves of its two nodes of level 1. */
static inline void level2(neosig_falcon_sampler *sampler, complexes *t0, complexes *t1, int16_t *z0, int16_t *z1,
                          size_t step, const neosig_real *l10, const neosig_real *l10s, const neosig_real *leaves)
{
    reals even, odd;
    split2(&even, &odd, *t1);
    level1(sampler, &even, &odd, z1, z1 + step, 2 * step, l10s, leaves);
    const complexes z = merge2(even, odd);
    split2(&even, &odd, complexes_add(*t0, complexes_multiply(complexes_sub(*t1, z), complexes_load(l10, l10 + 2))));
    *t1 = z;
    level1(sampler, &even, &odd, z0, z0 + step, 2 * step, l10s + 2, leaves + 2);
    *t0 = merge2(even, odd);
}

/* ---- Level 3 */

/* Four complex numbers: those at even places and those at odd places. */
typedef struct four {
    complexes first, second;
} four;

static inline four four_load(const neosig_real *p)
{
    const reals re[2] = {reals_load(p), reals_load(p + 2)}, im[2] = {reals_load(p + 4), reals_load(p + 6)};
    return (four){
        {reals_lows(re[0], re[1]), reals_lows(im[0], im[1])},
        {reals_highs(re[0], re[1]), reals_highs(im[0], im[1])},
    };
}

static inline void four_store(neosig_real *p, four a)
{
    reals_store(p, reals_lows(a.first.re, a.second.re));
    reals_store(p + 2, reals_highs(a.first.re, a.second.re));
    reals_store(p + 4, reals_lows(a.first.im, a.second.im));
    reals_store(p + 6, reals_highs(a.first.im, a.second.im));
}

static inline complexes roots_of_level3(void)
{
    return (complexes){reals_of_bits(fft_root_re + 2), reals_of_bits(fft_root_im + 2)};
}

static inline complexes complexes_halves(complexes a)
{
    return (complexes){half_of(a.re), half_of(a.im)};
}

static inline void split3(complexes *even, complexes *odd, four a)
{
    const complexes s = roots_of_level3(), sum = complexes_add(a.first, a.second), x = complexes_sub(a.first, a.second);
    *even = complexes_halves(sum);
    *odd = complexes_halves(complexes_multiply_adjoint(x, s));
}

static inline four merge3(complexes even, complexes odd)
{
    const complexes product = complexes_multiply(odd, roots_of_level3());
    return (four){complexes_add(even, product), complexes_sub(even, product)};
}

static inline void block(neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0, int16_t *z1,
                         size_t step, const neosig_real *tree)
{
    complexes even, odd;
    four a = four_load(t1);
    split3(&even, &odd, a);
    level2(sampler, &even, &odd, z1, z1 + step, 2 * step, tree + 8, tree + 16, tree + 24);
    const four z = merge3(even, odd), l10 = four_load(tree);
    a = four_load(t1);
    const complexes first = complexes_multiply(complexes_sub(a.first, z.first), l10.first);
    const complexes second = complexes_multiply(complexes_sub(a.second, z.second), l10.second);
    a = four_load(t0);
    split3(&even, &odd, (four){complexes_add(a.first, first), complexes_add(a.second, second)});
    four_store(t1, z);
    level2(sampler, &even, &odd, z0, z0 + step, 2 * step, tree + 12, tree + 20, tree + 28);
    four_store(t0, merge3(even, odd));
}
