/* Babai's reduction as ntrugen does it (Pornin, ePrint 2023/290; c-fn-dsa 8ccaee03), in numbers of 32.32 bits.
 *
 * Depths 1 and more. f and g are looked at in their top `window` words, 2^scale_fg apart from them, and scaled down by
 * 2^scale_x, the length of the longest coefficient there, which is secret. F and G begin at the length of `large`
 * words, scale_FG, are taken as 2^-(scale_FG + scale_x) of themselves, and k = (F adj(f) + G adj(g)) / (f adj(f) + g
 * adj(g)), rounded, is taken from them 2^(scale_FG - scale_fg) times; then scale_FG falls by `step` bits, and F, G are
 * numbers of fewer words. Whether all that held is seen by the equation at the end, but for depth 1, where depth 0
 * sees.
 *
 * Depth 0. One round on F adj(f) + G adj(g) and f adj(f) + g adj(g), over 2^10. */
#include "core/secret.h"
#include "ntru/ntru_fixed_point.h"
#include "ntru/ntru_internal.h"

#define WORD_BITS NEOSIG_NTRU_WORD_BITS

/* All ones if a < b, both below 2^31. */
static inline uint32_t below(uint32_t a, uint32_t b)
{
    return 0 - ((a - b) >> 31);
}

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return b ^ ((a ^ b) & below(a, b));
}

/* The longest of 2n signed numbers in rows from bit on, but for signs. */
static uint32_t longest(const int32_t *in, size_t count, size_t rows, unsigned bit)
{
    uint32_t length = 0;
    for (size_t row = bit / NEOSIG_NTRU_DIGIT_BITS; row < rows; row++) {
        uint32_t any = 0;
        for (size_t i = 0; i < count; i++)
            any |= (uint32_t)(in[row * count + i] ^ in[(rows - 1) * count + i] >> 31) & NEOSIG_NTRU_DIGIT_MASK;
        for (unsigned j = 0; j < NEOSIG_NTRU_DIGIT_BITS; j++) {
            const uint32_t end = (uint32_t)(NEOSIG_NTRU_DIGIT_BITS * row) + j + 1;
            const uint32_t one = end > bit ? 0 - (any >> j & 1) : 0;
            length ^= (length ^ (end - bit)) & one;
        }
    }
    return length;
}

typedef struct schedule {
    uint32_t scale_fg, scale_FG, scale_x, scale_t; /* scale_x, scale_t are secret */
    size_t length;                                 /* words of F and G */
} schedule;

static schedule begin(const neosig_ntru *me, unsigned depth)
{
    const neosig_ntru_set *set = me->set;
    const size_t small = set->small[depth], window = set->window[depth] < small ? set->window[depth] : small;
    return (schedule){.scale_fg = (uint32_t)(WORD_BITS * (small - window)),
                      .scale_FG = (uint32_t)WORD_BITS * set->large[depth],
                      .length = set->large[depth]};
}

/* Returns 0 after the last round. */
static int next(schedule *s, const neosig_ntru_set *set, unsigned depth)
{
    if (s->scale_FG <= s->scale_fg)
        return 0;
    s->scale_FG = s->scale_FG <= s->scale_fg + set->step ? s->scale_fg : s->scale_FG - set->step;
    while (s->length > set->small[depth] &&
           WORD_BITS * (s->length - set->small[depth]) > s->scale_FG - s->scale_fg + WORD_BITS - 1)
        s->length--;
    return 1;
}

/* The scaling of f and g, chosen so that f adj(f) + g adj(g) stays below 2^31: coefficients of the transforms are below
 * n 2^scale_t, and n 2^scale_t <= 2^15. */
static void set_scale(schedule *s, unsigned logn, uint32_t length)
{
    s->scale_x = length;
    s->scale_t = smaller(15 - logn, length);
}

/* fg, f and g one after the other, both scaled down: adj(f) and adj(g) over f adj(f) + g adj(g), transformed. norm: n/2
 * numbers; quotient: 2n. */
static void invert(int64_t *const fg[2], int64_t *norm, int64_t *quotient, unsigned logn, uint32_t scale_t)
{
    const size_t n = (size_t)1 << logn;
    for (size_t i = 0; i < 2; i++)
        neosig_fixed_forward(fg[i], logn);
    neosig_fixed_norm(norm, fg[0], fg[1], logn);
    const int64_t power = INT64_C(1) << (32 + scale_t); /* no shift of vectors by a secret */
    for (size_t which = 0; which < 2; which++)
        for (size_t i = 0; i < n; i++) {
            const int64_t scaled = neosig_fixed_multiply(fg[which][i], power);
            fg[which][i] = i < n / 2 ? scaled : neosig_fixed_sub(0, scaled);
        }
    uint64_t beyond = 0;
    for (size_t i = 0; i < n / 2; i++) {
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(norm[i]);
        for (size_t j = 0; j < 4; j++)
            quotient[n / 2 * j + i] = neosig_fixed_divide(fg[0][n / 2 * j + i], &divisor, &beyond);
    }
    neosig_declassify(&beyond, sizeof beyond, "f and g with a norm that is nearly zero are dropped in the end");
    for (size_t i = 0; i < 2 * n; i++)
        fg[0][i] = beyond ? neosig_fixed_divide_slowly(fg[0][i], norm[i & (n / 2 - 1)]) : quotient[i];
}

/* k from F and G, over their scale, and what invert made. */
static void quotients(const neosig_ntru *me, int64_t *const FG[2], int64_t *const fg[2], unsigned logn)
{
    const size_t n = (size_t)1 << logn;
    for (size_t i = 0; i < 2; i++) {
        neosig_fixed_forward(FG[i], logn);
        neosig_fixed_multiply_transformed(FG[i], fg[i], logn);
    }
    for (size_t i = 0; i < n; i++)
        FG[1][i] = neosig_fixed_add(FG[1][i], FG[0][i]);
    neosig_fixed_inverse(FG[1], logn);
    me->kernels->round_fixed(me->k, FG[1], n);
}

/* F, G -= k (f, g) 2^shift. A round has k of `step` bits and few more, so k 2^(shift mod 14) fits in 31 bits, and what
 * is left of the shift is none, or half a digit, by which f and g have been shifted once for all rounds. */
static void subtract(const neosig_ntru *me, unsigned depth, size_t rows, unsigned shift)
{
    const size_t n = neosig_ntru_degree(me, depth), rows_fg = me->set->rows[depth];
    const unsigned digits = shift / NEOSIG_NTRU_DIGIT_BITS,
                   half = shift % NEOSIG_NTRU_DIGIT_BITS >= NEOSIG_NTRU_HALF_DIGIT;
    const unsigned rest = shift % NEOSIG_NTRU_HALF_DIGIT;
    uint32_t large = 0;
    for (size_t i = 0; i < n; i++)
        large |= (uint32_t)(me->k[i] ^ me->k[i] >> 31) >> (31 - NEOSIG_NTRU_HALF_DIGIT);
    neosig_declassify(&large, sizeof large, "quotients that are much too large say that f and g are dropped");
    if (large) {
        me->kernels->subtract(me->FG, rows, me->extended, rows_fg, me->k, n, shift);
        return;
    }
    for (size_t i = 0; i < n; i++)
        me->k[i] = (int32_t)((uint32_t)me->k[i] << rest);
    me->kernels->subtract(me->FG, rows, half ? me->extended_up : me->extended, rows_fg + half, me->k, n,
                          NEOSIG_NTRU_DIGIT_BITS * digits);
}

static unsigned reduce_rows(const neosig_ntru *me, unsigned depth)
{
    const neosig_ntru_set *set = me->set;
    const unsigned logn = set->logn - depth;
    const size_t n = neosig_ntru_degree(me, depth), rows = neosig_ntru_rows(set->large[depth]);
    int64_t *const x = me->numbers, *const fg[2] = {x, x + n}, *const FG[2] = {x + 2 * n, x + 3 * n};
    schedule s = begin(me, depth);
    set_scale(&s, logn, longest(me->fg[depth], 2 * n, set->rows[depth], s.scale_fg));
    me->kernels->approximate_fixed(fg[0], me->fg[depth], 2 * n, set->rows[depth], s.scale_fg,
                                   (unsigned)(set->small[depth] - s.scale_fg / WORD_BITS), s.scale_x - s.scale_t);
    invert(fg, x + 4 * n, FG[0], logn, s.scale_t);
    neosig_ntru_extend(me, depth);
    do {
        const uint32_t first = s.scale_FG / WORD_BITS, shift = s.scale_FG % WORD_BITS;
        me->kernels->approximate_fixed(FG[0], me->FG, 2 * n, rows, WORD_BITS * first, (unsigned)(s.length - first),
                                       s.scale_x + shift);
        quotients(me, FG, fg, logn);
        subtract(me, depth, neosig_ntru_rows(s.length), s.scale_FG - s.scale_fg);
    } while (next(&s, set, depth));
    neosig_ntru_take_signed(me->below, set->small[depth], me->FG, set->small[depth], 2 * n);
    unsigned good = neosig_ntru_check_rows(me, depth);
    neosig_declassify(&good, sizeof good, "that the reduction failed says that f and g are dropped");
    return good;
}

/* As rows of a pair of degree n: three, modulo 2^84. */
static void to_rows(int32_t *out, int64_t *const in[2], size_t n)
{
    for (size_t which = 0; which < 2; which++)
        for (size_t i = 0; i < n; i++) {
            const int64_t a = in[which][i];
            int32_t *at = out + which * n + i;
            at[0] = (int32_t)(a & NEOSIG_NTRU_DIGIT_MASK);
            at[2 * n] = (int32_t)(a >> NEOSIG_NTRU_DIGIT_BITS & NEOSIG_NTRU_DIGIT_MASK);
            at[4 * n] = (int32_t)(a >> 2 * NEOSIG_NTRU_DIGIT_BITS);
        }
}

static unsigned reduce_depth_1(const neosig_ntru *me)
{
    const neosig_ntru_set *set = me->set;
    const unsigned logn = set->logn - 1;
    const size_t n = (size_t)1 << logn;
    int64_t *const x = me->numbers, *const fg[2] = {x, x + n}, *const FG[2] = {x + 2 * n, x + 3 * n};
    schedule s = begin(me, 1);
    neosig_ntru_short_integers(me);
    to_rows(me->FG_1, me->integers, n);
    set_scale(&s, logn, longest(me->FG_1, 2 * n, 3, 0));
    me->kernels->approximate_fixed(fg[0], me->FG_1, 2 * n, 3, 0, set->small[1], s.scale_x - s.scale_t);
    invert(fg, me->wide_k, FG[0], logn, s.scale_t);
    do {
        const uint32_t first = s.scale_FG / WORD_BITS, shift = s.scale_FG % WORD_BITS;
        neosig_ntru_integers(me);
        to_rows(me->FG_1, me->integers, n);
        me->kernels->approximate_fixed(FG[0], me->FG_1, 2 * n, 3, WORD_BITS * first, (unsigned)(s.length - first),
                                       s.scale_x + shift);
        quotients(me, FG, fg, logn);
        for (size_t i = 0; i < n; i++)
            me->wide_k[i] = me->k[i];
        neosig_ntru_subtract_residues(me, 1, me->wide_k, s.scale_FG, 2);
    } while (next(&s, set, 1));
    neosig_ntru_integers(me);
    for (size_t which = 0; which < 2; which++)
        for (size_t i = 0; i < n; i++) /* modulo 2^31 */
            me->integers[which][i] = (int32_t)((uint32_t)me->integers[which][i] << 1) >> 1;
    return 1;
}

static unsigned reduce_depth_0(const neosig_ntru *me)
{
    const unsigned logn = me->set->logn;
    const size_t n = (size_t)1 << logn;
    int64_t *const x = me->numbers, *const numbers[2] = {x, x + n};
    neosig_ntru_gram_integers(me);
    for (size_t which = 0; which < 2; which++) {
        for (size_t i = 0; i < n; i++)
            numbers[which][i] = (int64_t)((uint64_t)me->integers[which][i] << 22);
        neosig_fixed_forward(numbers[which], logn);
    }
    uint64_t beyond = 0; /* it is not: |f|^2 + |g|^2 of the transforms is far from zero once their dual is short */
    for (size_t i = 0; i < n / 2; i++) {
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(numbers[1][i]);
        x[i] = neosig_fixed_divide(x[i], &divisor, &beyond);
        x[n / 2 + i] = neosig_fixed_divide(x[n / 2 + i], &divisor, &beyond);
    }
    neosig_fixed_inverse(x, logn);
    me->kernels->round_fixed(me->k, x, n);
    for (size_t i = 0; i < n; i++)
        me->wide_k[i] = me->k[i];
    neosig_ntru_subtract_residues(me, 0, me->wide_k, 0, 1);
    return 1;
}

unsigned neosig_ntru_reduce_fixed(const neosig_ntru *me, unsigned depth)
{
    return depth >= 2 ? reduce_rows(me, depth) : depth == 1 ? reduce_depth_1(me) : reduce_depth_0(me);
}
