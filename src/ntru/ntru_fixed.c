/* Babai's reduction in numbers of 32.32 bits, by two rules: FIXED is that of ntrugen (Pornin, ePrint 2023/290), FIXED_F
 * that of c-fn-dsa bab31dd.
 *
 * Depths 1 and more. Of f and g the top `window` words are looked at: what is above bit scale_fg. They are scaled down
 * by 2^scale_x more, where scale_x is the length of the longest coefficient above that bit; scale_x is secret. F and G
 * begin as numbers of `large` words, and scale_FG as their length in bits. A round:
 *
 *     k = (F adj(f) + G adj(g)) / (f adj(f) + g adj(g)), rounded, from 2^-(scale_FG + scale_x) (F, G)
 *     (F, G) -= 2^(scale_FG - scale_fg) k (f, g)
 *     scale_FG falls by `step` bits, and F and G become numbers of fewer words
 *
 * FIXED_F does the same with F and f alone: k = F adj(f) / (f adj(f)).
 *
 * Nothing in a round sees whether F and G did become so short. FIXED sees it by the equation in the end of a depth;
 * that of depth 0 sees it for depth 1, too. FIXED_F looks at the words that F loses.
 *
 * Depth 0. One round on F adj(f) + G adj(g) and f adj(f) + g adj(g), over 2^10. */
#include "core/secret.h"
#include "ntru/ntru_fixed_point.h"
#include "ntru/ntru_internal.h"

#include <string.h>

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

/* The longest of `count` signed numbers in rows of 2n from bit on, but for signs. */
static uint32_t longest(const int32_t *in, size_t count, size_t stride, size_t rows, unsigned bit)
{
    uint32_t length = 0;
    for (size_t row = bit / NEOSIG_NTRU_DIGIT_BITS; row < rows; row++) {
        uint32_t any = 0;
        for (size_t i = 0; i < count; i++)
            any |= (uint32_t)(in[row * stride + i] ^ in[(rows - 1) * stride + i] >> 31) & NEOSIG_NTRU_DIGIT_MASK;
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
    return (schedule){.scale_fg = (uint32_t)(WORD_BITS * neosig_ntru_unseen(set, depth)),
                      .scale_FG = (uint32_t)WORD_BITS * set->large[depth],
                      .length = set->large[depth]};
}

/* Whether F, numbers in rows whose first digit is number `bottom`, does not fit `words` words: whether one of the bits
 * from the sign of these words up to the end of the word behind them is another than the sign. Public. */
static unsigned is_longer(const neosig_ntru *me, unsigned depth, const int32_t *FG, size_t bottom, size_t words)
{
    const size_t n = neosig_ntru_degree(me, depth), stride = n * neosig_ntru_polynomials(me->set, depth);
    const size_t first = WORD_BITS * words - 1, end = first + 1 + WORD_BITS;
    uint32_t differs = 0;
    for (size_t i = 0; i < n; i++) {
        const int32_t *in = FG + stride * (first / NEOSIG_NTRU_DIGIT_BITS - bottom) + i;
        const uint32_t sign = 0 - ((uint32_t)*in >> first % NEOSIG_NTRU_DIGIT_BITS & 1);
        for (size_t bit = first / NEOSIG_NTRU_DIGIT_BITS * NEOSIG_NTRU_DIGIT_BITS; bit < end;
             bit += NEOSIG_NTRU_DIGIT_BITS, in += stride) {
            uint32_t seen = NEOSIG_NTRU_DIGIT_MASK;
            if (bit < first)
                seen &= ~((1u << (first - bit)) - 1);
            if (end - bit < NEOSIG_NTRU_DIGIT_BITS)
                seen &= (1u << (end - bit)) - 1;
            differs |= ((uint32_t)*in ^ sign) & seen;
        }
    }
    unsigned longer = (differs | (0 - differs)) >> 31;
    neosig_declassify(&longer, sizeof longer, "that the reduction failed says that f and g are dropped");
    return longer;
}

enum next { NO_MORE, MORE, FAILED };

/* What follows a round on F and G, in rows whose first digit is number `bottom`. */
static enum next next(schedule *s, const neosig_ntru *me, unsigned depth, const int32_t *FG, size_t bottom)
{
    const neosig_ntru_set *set = me->set;
    if (s->scale_FG <= s->scale_fg)
        return NO_MORE;
    s->scale_FG = s->scale_FG <= s->scale_fg + set->step ? s->scale_fg : s->scale_FG - set->step;
    while (s->length > set->small[depth] &&
           WORD_BITS * (s->length - set->small[depth]) > s->scale_FG - s->scale_fg + WORD_BITS - 1) {
        s->length--;
        if (set->rule == NEOSIG_NTRU_FIXED_F && is_longer(me, depth, FG, bottom, s->length))
            return FAILED;
    }
    return MORE;
}

/* The scaling of f and g, chosen so that f adj(f) + g adj(g) stays below 2^31: coefficients of the transforms are below
 * n 2^scale_t, and n 2^scale_t <= 2^15. */
static void set_scale(schedule *s, unsigned logn, uint32_t length)
{
    s->scale_x = length;
    s->scale_t = smaller(15 - logn, length);
}

/* The polynomials that quotients are made of: F and G, or F. */
static size_t polynomials_of(const neosig_ntru *me)
{
    return me->set->rule == NEOSIG_NTRU_FIXED ? 2 : 1;
}

/* fg, f and g one after the other, both scaled down: adj(f) and adj(g) over f adj(f) + g adj(g), transformed; or f, and
 * adj(f) over f adj(f). norm: n/2 numbers; quotient: n for each polynomial. */
static void invert(const neosig_ntru *me, int64_t *const fg[2], int64_t *norm, int64_t *quotient, unsigned logn,
                   uint32_t scale_t)
{
    const size_t n = (size_t)1 << logn, polynomials = polynomials_of(me);
    for (size_t i = 0; i < polynomials; i++)
        neosig_fixed_forward(fg[i], logn);
    neosig_fixed_norm(norm, fg, polynomials, logn);
    const int64_t power = INT64_C(1) << (32 + scale_t); /* no shift of vectors by a secret */
    for (size_t which = 0; which < polynomials; which++)
        for (size_t i = 0; i < n; i++) {
            const int64_t scaled = neosig_fixed_multiply(fg[which][i], power);
            fg[which][i] = i < n / 2 ? scaled : neosig_fixed_sub(0, scaled);
        }
    uint64_t beyond = 0;
    for (size_t i = 0; i < n / 2; i++) {
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(norm[i]);
        for (size_t j = 0; j < 2 * polynomials; j++)
            quotient[n / 2 * j + i] = neosig_fixed_divide(fg[0][n / 2 * j + i], &divisor, &beyond);
    }
    neosig_declassify(&beyond, sizeof beyond, "f and g with a norm that is nearly zero are dropped in the end");
    for (size_t i = 0; i < polynomials * n; i++)
        fg[0][i] = beyond ? neosig_fixed_divide_slowly(fg[0][i], norm[i & (n / 2 - 1)]) : quotient[i];
}

/* k from F and G, over their scale, and what invert made. */
static void quotients(const neosig_ntru *me, int64_t *const FG[2], int64_t *const fg[2], unsigned logn)
{
    const size_t n = (size_t)1 << logn, polynomials = polynomials_of(me);
    for (size_t i = 0; i < polynomials; i++)
        neosig_fixed_forward(FG[i], logn);
    neosig_fixed_dot(FG[0], FG, fg, polynomials, logn);
    neosig_fixed_inverse(FG[0], logn);
    me->kernels->round_fixed(me->k, FG[0], n);
}

/* Round by round. Returns 0 if F is seen not to become short. */
static unsigned reduce_by_rounds(const neosig_ntru *me, unsigned depth, schedule *s, int64_t *const FG[2],
                                 int64_t *const fg[2])
{
    const neosig_ntru_set *set = me->set;
    const size_t n = neosig_ntru_degree(me, depth), rows = neosig_ntru_rows(set->large[depth]);
    const size_t polynomials = neosig_ntru_polynomials(set, depth);
    const int has_hat = neosig_ntru_has_fg_hat(set, depth);
    enum next more;
    do {
        const uint32_t first = s->scale_FG / WORD_BITS, shift = s->scale_FG - s->scale_fg;
        const size_t length = neosig_ntru_rows(s->length);
        me->kernels->approximate_fixed(FG[0], me->FG, polynomials * n, rows, WORD_BITS * first,
                                       (unsigned)(s->length - first), s->scale_x + s->scale_FG % WORD_BITS);
        quotients(me, FG, fg, set->logn - depth);
        if (has_hat)
            neosig_ntru_subtract_product(me, depth, length, shift);
        else
            me->kernels->subtract(me->FG, length, me->extended, set->rows[depth], me->k, n, polynomials, shift);
        more = next(s, me, depth, me->FG, 0);
    } while (more == MORE);
    return more == NO_MORE;
}

/* k in digits, from sums by digit. */
static void to_digits(int32_t *k, const int64_t *sums, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        for (size_t row = 0; row < NEOSIG_NTRU_LONG_ROWS; row++) {
            sum += sums[n * row + i];
            k[n * row + i] = (int32_t)(row + 1 < NEOSIG_NTRU_LONG_ROWS ? sum & NEOSIG_NTRU_DIGIT_MASK : sum);
            sum >>= NEOSIG_NTRU_DIGIT_BITS;
        }
    }
}

/* Where numbers are much longer than what is looked at. A batch of rounds works on copies: the top of F and G, and f
 * and g without their digits below `lowest`. Then the sum of all k 2^shift is subtracted from F and G at once. Shifts
 * are counted from digit `base` of F on.
 *
 * What the copies leave out makes the top of F wrong by less than 2^(28 (base + lowest) + 113), since |k| <= 2^31,
 * shifts are below 80 and n is at most 4. What is looked at begins at bit shift + scale_fg + scale_x - 32, which is at
 * least 28 (base + lowest) + 140 - 32 + scale_x. So scale_x - 5 bits lie between. What is looked at is right unless
 * these are all ones or all zeros. scale_x, the length of f beyond scale_fg, is 80 or so at these depths: there is no
 * chance of that. */
static unsigned reduce_in_batches(const neosig_ntru *me, unsigned depth, schedule *s, int64_t *const FG[2],
                                  int64_t *const fg[2])
{
    const neosig_ntru_set *set = me->set;
    const neosig_ntru_kernels *kernels = me->kernels;
    const size_t n = neosig_ntru_degree(me, depth), rows_fg = set->rows[depth];
    const size_t polynomials = neosig_ntru_polynomials(set, depth), count = polynomials * n;
    const size_t lowest = (s->scale_fg - NEOSIG_NTRU_GUARD_BITS) / NEOSIG_NTRU_DIGIT_BITS;
    enum next more;
    do {
        const uint32_t begin = s->scale_FG - s->scale_fg;
        const size_t base =
            begin < NEOSIG_NTRU_BATCH_BITS ? 0 : (begin - NEOSIG_NTRU_BATCH_BITS) / NEOSIG_NTRU_DIGIT_BITS;
        const size_t rows = neosig_ntru_rows(s->length), bottom = base + lowest;
        int64_t sums[NEOSIG_NTRU_LONG_ROWS * NEOSIG_NTRU_LONG_DEGREE] = {0};
        memcpy(me->top, me->FG + count * bottom, count * (rows - bottom) * sizeof *me->top);
        do {
            const uint32_t first = s->scale_FG / WORD_BITS;
            const unsigned shift = s->scale_FG - s->scale_fg - (unsigned)(NEOSIG_NTRU_DIGIT_BITS * base);
            kernels->approximate_fixed(FG[0], me->top, count, rows - bottom,
                                       WORD_BITS * first - (unsigned)(NEOSIG_NTRU_DIGIT_BITS * bottom),
                                       (unsigned)(s->length - first), s->scale_x + s->scale_FG % WORD_BITS);
            quotients(me, FG, fg, set->logn - depth);
            for (size_t i = 0; i < n; i++)
                sums[n * (shift / NEOSIG_NTRU_DIGIT_BITS) + i] +=
                    (int64_t)((uint64_t)me->k[i] << shift % NEOSIG_NTRU_DIGIT_BITS);
            kernels->subtract(me->top, rows - bottom, me->extended + 2 * count * lowest, rows_fg - lowest, me->k, n,
                              polynomials, shift);
            more = next(s, me, depth, me->top, bottom);
        } while (more == MORE && s->scale_FG - s->scale_fg >= NEOSIG_NTRU_DIGIT_BITS * base);
        to_digits(me->long_k, sums, n);
        kernels->subtract_long(me->FG + count * base, rows - base, me->extended, rows_fg, me->long_k, n, polynomials);
    } while (more == MORE);
    return more == NO_MORE;
}

/* Depths 1 and more, with F, G in me->FG. Returns 0 if F is seen not to become short. */
static unsigned reduce_rows(const neosig_ntru *me, unsigned depth)
{
    const neosig_ntru_set *set = me->set;
    const unsigned logn = set->logn - depth;
    const size_t n = neosig_ntru_degree(me, depth);
    int64_t *const x = me->fixed, *const fg[2] = {x, x + n}, *const FG[2] = {x + 2 * n, x + 3 * n};
    schedule s = begin(me, depth);
    set_scale(&s, logn, longest(me->fg[depth], n * polynomials_of(me), 2 * n, set->rows[depth], s.scale_fg));
    me->kernels->approximate_fixed(fg[0], me->fg[depth], 2 * n, set->rows[depth], s.scale_fg,
                                   (unsigned)(set->small[depth] - s.scale_fg / WORD_BITS), s.scale_x - s.scale_t);
    invert(me, fg, me->wide_k, FG[0], logn, s.scale_t);
    return (neosig_ntru_has_batches(set, depth) ? reduce_in_batches : reduce_by_rounds)(me, depth, &s, FG, fg);
}

static unsigned reduce_deep(const neosig_ntru *me, unsigned depth)
{
    const neosig_ntru_set *set = me->set;
    if (neosig_ntru_has_fg_hat(set, depth))
        neosig_ntru_transform_rows(me, depth);
    else
        neosig_ntru_extend(me, depth);
    if (!reduce_rows(me, depth))
        return 0;
    neosig_ntru_take_signed(me->FG_below, set->small[depth], me->FG, set->small[depth],
                            neosig_ntru_polynomials(set, depth) * neosig_ntru_degree(me, depth));
    if (set->rule == NEOSIG_NTRU_FIXED_F)
        return 1;
    unsigned failed = neosig_ntru_check_rows(me, depth) ^ 1;
    neosig_declassify(&failed, sizeof failed, "that the reduction failed says that f and g are dropped");
    return !failed;
}

static unsigned reduce_depth_1(const neosig_ntru *me)
{
    const size_t n = neosig_ntru_degree(me, 1), polynomials = neosig_ntru_polynomials(me->set, 1);
    const size_t stride = polynomials * n;
    neosig_ntru_FG_coefficients(me);
    for (size_t which = 0; which < polynomials; which++)
        for (size_t i = 0; i < n; i++) { /* in three rows */
            const int64_t a = me->coefficients[1][which][i];
            int32_t *out = me->FG + n * which + i;
            out[0] = (int32_t)(a & NEOSIG_NTRU_DIGIT_MASK);
            out[stride] = (int32_t)(a >> NEOSIG_NTRU_DIGIT_BITS & NEOSIG_NTRU_DIGIT_MASK);
            out[2 * stride] = (int32_t)(a >> 2 * NEOSIG_NTRU_DIGIT_BITS);
        }
    neosig_ntru_fg_coefficients(me);
    for (size_t which = 0; which < polynomials; which++)
        for (size_t i = 0; i < n; i++)
            me->fg[1][n * which + i] = (int32_t)me->coefficients[1][which][i];
    if (!reduce_rows(me, 1))
        return 0;
    for (size_t which = 0; which < polynomials; which++)
        for (size_t i = 0; i < n; i++) { /* modulo 2^31 */
            const int32_t *in = me->FG + n * which + i;
            const uint32_t low = (uint32_t)in[0] | (uint32_t)in[stride] << NEOSIG_NTRU_DIGIT_BITS;
            me->coefficients[1][which][i] = (int32_t)(low << 1) >> 1;
        }
    return 1;
}

static unsigned reduce_depth_0(const neosig_ntru *me)
{
    const unsigned logn = me->set->logn;
    const size_t n = (size_t)1 << logn;
    int64_t *const x = me->fixed, *const gram[2] = {x, x + n};
    if (me->set->rule == NEOSIG_NTRU_FIXED_F) {
        unsigned failed = neosig_ntru_complete_residues(me) ^ 1;
        neosig_declassify(&failed, sizeof failed, "that f has no inverse says that f and g are dropped");
        if (failed)
            return 0;
    }
    neosig_ntru_gram_coefficients(me);
    for (size_t which = 0; which < 2; which++) {
        for (size_t i = 0; i < n; i++)
            gram[which][i] = (int64_t)((uint64_t)me->coefficients[0][which][i] << 22);
        neosig_fixed_forward(gram[which], logn);
    }
    uint64_t beyond = 0; /* it is not: |f|^2 + |g|^2 of the transforms is far from zero once their dual is short */
    for (size_t i = 0; i < n / 2; i++) {
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(gram[1][i]);
        x[i] = neosig_fixed_divide(x[i], &divisor, &beyond);
        x[n / 2 + i] = neosig_fixed_divide(x[n / 2 + i], &divisor, &beyond);
    }
    neosig_fixed_inverse(x, logn);
    me->kernels->round_fixed(me->k, x, n);
    for (size_t i = 0; i < n; i++)
        me->wide_k[i] = me->k[i];
    neosig_ntru_subtract_residues(me, 0, me->wide_k);
    return 1;
}

unsigned neosig_ntru_reduce_fixed(const neosig_ntru *me, unsigned depth)
{
    return depth >= 2 ? reduce_deep(me, depth) : depth == 1 ? reduce_depth_1(me) : reduce_depth_0(me);
}
