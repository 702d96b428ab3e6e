/* Sums of products of rows in NEON, for products and subtractions: lanes of 64 bits, four coefficients in two vectors.
 */
#ifndef NEOSIG_NTRU_NTRU_ROWS_NEON_H
#define NEOSIG_NTRU_NTRU_ROWS_NEON_H

#include "core/inline.h"
#include "ntru/ntru_plain_body.h"

#include <arm_neon.h>

#define VECTORS 2 /* of four coefficients, side by side; in the longest sums twice as many */
#define MOST_VECTORS 4

typedef struct lanes {
    int64x2_t low[2 * MOST_VECTORS], high[2 * MOST_VECTORS];
} lanes;

/* Sums of a row begin with what the row before carried on. There is room for it, below 2^36, beside sixteen products of
 * digits by k. k is below 2^31 in size, so these are at most 16 (2^31 - 1) (2^28 - 1) = 2^63 - 2^35 - 2^32 + 16. */
INLINE void begin_row(lanes *s, const int64x2_t *carry, size_t vectors)
{
    for (size_t i = 0; i < 2 * vectors; i++) {
        s->low[i] = carry[i];
        s->high[i] = vdupq_n_s64(0);
    }
}

/* And with four digits. */
INLINE void begin_row_with(lanes *s, const int64x2_t *carry, const int32_t *digits, size_t v)
{
    const int32x4_t four = vld1q_s32(digits);
    s->low[2 * v] = vaddw_s32(carry[2 * v], vget_low_s32(four));
    s->low[2 * v + 1] = vaddw_high_s32(carry[2 * v + 1], four);
    s->high[2 * v] = s->high[2 * v + 1] = vdupq_n_s64(0);
}

INLINE void split_lanes(lanes *s, size_t vectors)
{
    for (size_t i = 0; i < 2 * vectors; i++) {
        s->high[i] = vsraq_n_s64(s->high[i], s->low[i], DIGIT_BITS);
        s->low[i] = vandq_s64(s->low[i], vdupq_n_s64(DIGIT_MASK));
    }
}

/* A window of e that moves down by four numbers. */
typedef struct window {
    int32x4_t e[MOST_VECTORS];
} window;

INLINE window window_at(const int32_t *e, size_t vectors)
{
    window w;
    for (size_t v = 0; v < vectors; v++)
        w.e[v] = vld1q_s32(e + 4 * v);
    return w;
}

INLINE void move_down(window *w, const int32_t *e, size_t vectors)
{
    for (size_t v = vectors - 1; v > 0; v--)
        w->e[v] = w->e[v - 1];
    w->e[0] = vld1q_s32(e);
}

/* s += or -= a[lane] e for a window of e. */
#define MULTIPLY_ADD(s, vectors, a, lane, w, minus)                                                                    \
    for (size_t v_ = 0; v_ < (vectors); v_++) {                                                                        \
        const int32x4_t e_ = (w)->e[v_];                                                                               \
        int64x2_t *at_ = (s)->low + 2 * v_;                                                                            \
        at_[0] = minus ? vmlsl_laneq_s32(at_[0], vget_low_s32(e_), a, lane)                                            \
                       : vmlal_laneq_s32(at_[0], vget_low_s32(e_), a, lane);                                           \
        at_[1] = minus ? vmlsl_high_laneq_s32(at_[1], e_, a, lane) : vmlal_high_laneq_s32(at_[1], e_, a, lane);        \
    }

/* The terms whose e are `lane` places, and multiples of four more, before the first; every second place has a term. */
#define EVERY_FOURTH(lane)                                                                                             \
    {                                                                                                                  \
        window w = window_at(e - (lane), vectors);                                                                     \
        MULTIPLY_ADD(s, vectors, four[0], lane, &w, minus)                                                             \
        for (size_t i = 1; i < fours; i++) {                                                                           \
            move_down(&w, e - (lane)-4 * i, vectors);                                                                  \
            MULTIPLY_ADD(s, vectors, four[i], lane, &w, minus)                                                         \
        }                                                                                                              \
    }
#define EVERY_SECOND(lane)                                                                                             \
    {                                                                                                                  \
        window w = window_at(e - 2 * (lane), vectors);                                                                 \
        for (size_t i = 0; i < fours; i++) {                                                                           \
            if (i > 0)                                                                                                 \
                move_down(&w, e - 2 * (lane)-8 * i, vectors);                                                          \
            MULTIPLY_ADD(s, vectors, four[i], lane, &w, minus)                                                         \
            move_down(&w, e - 2 * (lane)-8 * i - 4, vectors);                                                          \
            MULTIPLY_ADD(s, vectors, four[i], lane + 2, &w, minus)                                                     \
        }                                                                                                              \
    }

/* s += or -= the sum of a[step_a i] e[-step_e i] for i < 4 fours. */
INLINE void sum_of_fours(lanes *s, size_t vectors, const int32_t *a, size_t step_a, const int32_t *e, size_t step_e,
                         size_t fours, int minus)
{
    int32x4_t four[4];
    for (size_t i = 0; i < fours; i++)
        four[i] = step_a == 1 ? vld1q_s32(a + 4 * i) : vld2q_s32(a + 8 * i).val[0];
    if (step_e == 1) {
        EVERY_FOURTH(0)
        EVERY_FOURTH(1)
        EVERY_FOURTH(2)
        EVERY_FOURTH(3)
    } else {
        EVERY_SECOND(0)
        EVERY_SECOND(1)
    }
}

/* s += or -= the sum of a[step_a i] e[-step_e i] for i < terms, a multiple of 4. s is below 2^28. Sums are split after
 * each `most` terms, a multiple of 16. */
INLINE void sum_of_products(lanes *s, size_t vectors, const int32_t *a, size_t step_a, const int32_t *e, size_t step_e,
                            size_t terms, size_t most, int minus)
{
    size_t done = 0;
    for (; done + 16 <= terms; done += 16) {
        sum_of_fours(s, vectors, a + step_a * done, step_a, e - step_e * done, step_e, 4, minus);
        if (terms > most && (done + 16) % most == 0)
            split_lanes(s, vectors);
    }
    if (done + 8 <= terms) {
        sum_of_fours(s, vectors, a + step_a * done, step_a, e - step_e * done, step_e, 2, minus);
        done += 8;
    }
    if (done < terms)
        sum_of_fours(s, vectors, a + step_a * done, step_a, e - step_e * done, step_e, 1, minus);
    if (terms > most && terms % most != 0)
        split_lanes(s, vectors);
}

/* The carries for the next row, of sums that have been split or not; returns sums modulo 2^32. */
INLINE int32x4_t carry_on(const lanes *s, int64x2_t *carry, size_t v, int is_split)
{
    for (size_t i = 2 * v; i < 2 * v + 2; i++)
        carry[i] = is_split ? vsraq_n_s64(s->high[i], s->low[i], DIGIT_BITS) : vshrq_n_s64(s->low[i], DIGIT_BITS);
    return vuzp1q_s32(vreinterpretq_s32_s64(s->low[2 * v]), vreinterpretq_s32_s64(s->low[2 * v + 1]));
}

#endif
