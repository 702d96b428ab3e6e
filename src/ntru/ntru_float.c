/* Babai's reduction as Falcon's reference code does it (round 3, 2021-11-01), in binary64.
 *
 * Depths 2 and more. F and G are numbers of `length` words. Of them, and of f and g, the top 10 words at most are
 * looked at. A round:
 *
 *     k near 2^-scale_k (F adj(f) + G adj(g)) / (f adj(f) + g adj(g))
 *     (F, G) -= 2^scale_k k (f, g)
 *
 * scale_k begins at the length of F less the least length of f, and falls by 25 bits a round. After a round F has at
 * most as many bits as the longest f, scale_k, and 10 to spare. The reduction has failed if a coefficient of k does not
 * fit in 31 bits.
 *
 * Depths 1 and 0. One round on whole numbers. At depth 1 these are F, G, f and g, which binary64 holds exactly. At
 * depth 0 they are the quotient's numerator and denominator. */
#include "ntru/ntru_internal.h"

#define MOST_WORDS 10
#define ROUND_BITS 25
#define SPARE_BITS 10

static void to_reals(neosig_real *r, const int64_t *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = neosig_real_of_int(a[i]);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static neosig_real bound(int64_t a)
{
    return neosig_real_of_int(a);
}

static unsigned reduce_rows(const neosig_ntru *me, unsigned depth)
{
    const neosig_ntru_set *set = me->set;
    const neosig_fft *fft = me->fft;
    const unsigned logn = set->logn - depth;
    const size_t n = neosig_ntru_degree(me, depth), small = set->small[depth], large = set->large[depth];
    /* pairs: f and g, then their adjoints; F and G */
    neosig_real *const x = me->reals, *const fg[2] = {x, x + n}, *const FG[2] = {x + 2 * n, x + 3 * n};
    neosig_real *const inverse_norm = x + 4 * n;
    const int minimum = set->length[depth].mean - 6 * set->length[depth].deviation;
    const int maximum = set->length[depth].mean + 6 * set->length[depth].deviation;

    size_t seen = least(small, MOST_WORDS);
    const int scale_fg = NEOSIG_NTRU_WORD_BITS * (int)(small - seen);
    me->kernels->approximate(fg[0], me->fg[depth], 2 * n, set->rows[depth], (unsigned)scale_fg, (unsigned)seen);
    for (size_t i = 0; i < 2; i++)
        fft->forward(fg[i], logn);
    fft->inverse_norm(inverse_norm, fg[0], fg[1], logn);
    for (size_t i = 0; i < 2; i++)
        fft->adjoint(fg[i], fg[i], logn);
    neosig_ntru_extend(me, depth);

    size_t length = large;
    int bits = NEOSIG_NTRU_WORD_BITS * (int)large;
    for (int scale_k = bits - minimum;;) {
        seen = least(length, MOST_WORDS);
        const int scale_FG = NEOSIG_NTRU_WORD_BITS * (int)(length - seen);
        me->kernels->approximate(FG[0], me->FG, 2 * n, neosig_ntru_rows(large), (unsigned)scale_FG, (unsigned)seen);
        for (size_t i = 0; i < 2; i++) {
            fft->forward(FG[i], logn);
            fft->multiply(FG[i], FG[i], fg[i], logn);
        }
        fft->add(FG[1], FG[1], FG[0], logn);
        fft->multiply_self_adjoint(FG[1], FG[1], inverse_norm, logn);
        fft->inverse(FG[1], logn);
        if (me->kernels->round(me->wide_k, FG[1], n, scale_k - scale_FG + scale_fg, bound(INT32_MAX)))
            return 0;
        for (size_t i = 0; i < n; i++)
            me->k[i] = (int32_t)me->wide_k[i];
        me->kernels->subtract(me->FG, neosig_ntru_rows(length), me->extended, set->rows[depth], me->k, n, 2,
                              (unsigned)scale_k);
        if (scale_k + maximum + SPARE_BITS < bits) {
            bits = scale_k + maximum + SPARE_BITS;
            if (NEOSIG_NTRU_WORD_BITS * (int)length >= bits + NEOSIG_NTRU_WORD_BITS)
                length--;
        }
        if (scale_k <= 0)
            break;
        scale_k = scale_k > ROUND_BITS ? scale_k - ROUND_BITS : 0;
    }
    neosig_ntru_take_signed(me->FG_below, small, me->FG, least(length, small), 2 * n);
    return 1;
}

static unsigned reduce_depth_1(const neosig_ntru *me)
{
    const neosig_fft *fft = me->fft;
    const unsigned logn = me->set->logn - 1;
    const size_t n = (size_t)1 << logn;
    neosig_real *const x[4] = {me->reals, me->reals + n, me->reals + 2 * n, me->reals + 3 * n};
    neosig_ntru_FG_coefficients(me);
    to_reals(x[0], me->coefficients[1][0], n);
    to_reals(x[1], me->coefficients[1][1], n);
    neosig_ntru_fg_coefficients(me);
    to_reals(x[2], me->coefficients[1][0], n);
    to_reals(x[3], me->coefficients[1][1], n);
    for (size_t i = 0; i < 4; i++)
        fft->forward(x[i], logn);
    fft->multiply_adjoint_2(x[0], x[0], x[2], x[1], x[3], logn);
    fft->inverse_norm(x[1], x[2], x[3], logn);
    fft->multiply_self_adjoint(x[0], x[0], x[1], logn);
    fft->inverse(x[0], logn);
    if (me->kernels->round(me->wide_k, x[0], n, 0, bound(INT64_C(1) << 51)))
        return 0;
    neosig_ntru_subtract_residues(me, 1, me->wide_k);
    neosig_ntru_reduced_coefficients(me, 1);
    return 1;
}

static unsigned reduce_depth_0(const neosig_ntru *me)
{
    const neosig_fft *fft = me->fft;
    const unsigned logn = me->set->logn;
    const size_t n = (size_t)1 << logn;
    neosig_real *const x[2] = {me->reals, me->reals + n};
    neosig_ntru_gram_coefficients(me);
    for (size_t i = 0; i < 2; i++) {
        to_reals(x[i], me->coefficients[0][i], n);
        fft->forward(x[i], logn);
    }
    fft->divide_self_adjoint(x[0], x[0], x[1], logn);
    fft->inverse(x[0], logn);
    if (me->kernels->round(me->wide_k, x[0], n, 0, bound(INT64_C(1) << 51)))
        return 0;
    neosig_ntru_subtract_residues(me, 0, me->wide_k);
    return 1;
}

unsigned neosig_ntru_reduce_float(const neosig_ntru *me, unsigned depth)
{
    return depth >= 2 ? reduce_rows(me, depth) : depth == 1 ? reduce_depth_1(me) : reduce_depth_0(me);
}
