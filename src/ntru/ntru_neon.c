/* The kernels of ntru.h in Arm's NEON intrinsics. */
#if defined(__aarch64__)
#include "core/inline.h"
#include "ntru/ntru_plain_body.h"
#include "ntt/mod32_neon.h"

#include <arm_neon.h>

/* ---- Transforms, with the bounds of ntru_plain_body.h */

static inline int32x4_t times_one(int32x4_t a, int32_t zeta, int32_t quotient, int32_t p)
{
    return vmlsq_n_s32(vmulq_n_s32(a, zeta), vqrdmulhq_n_s32(a, quotient), p);
}

static inline int32x4_t reduce_lanes(int32x4_t a, int32_t p)
{
    return vmlsq_n_s32(a, vrshrq_n_s32(a, 28), p);
}

static inline void butterfly(int32x4_t *a, int32x4_t *b, int32x4_t product)
{
    *b = vsubq_s32(*a, product);
    *a = vaddq_s32(*a, product);
}

static void ntru_neon_forward(int32_t *r, unsigned logn, const neosig_ntru_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p, *zeta = prime->zeta, *quotient = prime->quotient;
    if (n < 16) {
        ntru_plain_forward(r, logn, prime);
        return;
    }
    neosig_mod32_assert_below(r, n, p / 100 * 51);
    size_t half = n / 2, k = 1;
    if (logn % 2 != 0) {
        for (size_t i = 0; i < half; i += 4) {
            int32x4_t a = vld1q_s32(r + i), b = vld1q_s32(r + half + i);
            butterfly(&a, &b, times_one(b, zeta[1], quotient[1], p));
            vst1q_s32(r + i, a);
            vst1q_s32(r + half + i, b);
        }
        half /= 2;
        k = 2;
    }
    for (; half >= 8; half /= 4, k *= 4) /* the layers of half and half / 2 */
        for (size_t block = 0; block < k; block++) {
            const size_t j = k + block, quarter = half / 2;
            int32_t *at = r + 2 * half * block;
            for (size_t i = 0; i < quarter; i += 4) {
                int32x4_t v[4];
                for (size_t x = 0; x < 4; x++)
                    v[x] = vld1q_s32(at + i + quarter * x);
                butterfly(&v[0], &v[2], times_one(v[2], zeta[j], quotient[j], p));
                butterfly(&v[1], &v[3], times_one(v[3], zeta[j], quotient[j], p));
                butterfly(&v[0], &v[1], times_one(v[1], zeta[2 * j], quotient[2 * j], p));
                butterfly(&v[2], &v[3], times_one(v[3], zeta[2 * j + 1], quotient[2 * j + 1], p));
                for (size_t x = 0; x < 4; x++)
                    vst1q_s32(at + i + quarter * x, v[x]);
            }
        }
    const int32x4_t q = vdupq_n_s32(p);
    for (size_t i = 0; i < n; i += 16) { /* of 2 and 1: a lane is a block of 4 */
        int32x4x4_t v = vld4q_s32(r + i);
        const int32x4_t z = vld1q_s32(zeta + (n + i) / 4), y = vld1q_s32(quotient + (n + i) / 4);
        const int32x4x2_t z1 = vld2q_s32(zeta + (n + i) / 2), y1 = vld2q_s32(quotient + (n + i) / 2);
        butterfly(&v.val[0], &v.val[2], neosig_mod32_mul_lanes(v.val[2], z, y, q));
        butterfly(&v.val[1], &v.val[3], neosig_mod32_mul_lanes(v.val[3], z, y, q));
        butterfly(&v.val[0], &v.val[1], neosig_mod32_mul_lanes(v.val[1], z1.val[0], y1.val[0], q));
        butterfly(&v.val[2], &v.val[3], neosig_mod32_mul_lanes(v.val[3], z1.val[1], y1.val[1], q));
        for (size_t x = 0; x < 4; x++)
            v.val[x] = reduce_lanes(v.val[x], p);
        vst4q_s32(r + i, v);
    }
    neosig_mod32_assert_below(r, n, p / 100 * 51);
}

static inline int32x4_t reversed(int32x4_t a)
{
    a = vrev64q_s32(a);
    return vextq_s32(a, a, 2);
}

/* The sum, and the difference to be multiplied. */
static inline int32x4_t inverse_butterfly(int32x4_t *a, int32x4_t b)
{
    const int32x4_t difference = vsubq_s32(b, *a);
    *a = vaddq_s32(*a, b);
    return difference;
}

static void ntru_neon_inverse(int32_t *r, unsigned logn, const neosig_ntru_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p, *zeta = prime->zeta, *quotient = prime->quotient;
    if (n < 32) {
        ntru_plain_inverse(r, logn, prime);
        return;
    }
    neosig_mod32_assert_below(r, n, 2 * (int64_t)p);
    const int32x4_t q = vdupq_n_s32(p);
    for (size_t i = 0; i < n; i += 16) {
        int32x4x4_t v = vld4q_s32(r + i);
        const size_t k1 = n - 8 - i / 2, k2 = n / 2 - 4 - i / 4;
        const int32x4x2_t z1 = vld2q_s32(zeta + k1), y1 = vld2q_s32(quotient + k1);
        const int32x4_t z2 = reversed(vld1q_s32(zeta + k2)), y2 = reversed(vld1q_s32(quotient + k2));
        int32x4_t t = inverse_butterfly(&v.val[0], v.val[1]);
        v.val[1] = neosig_mod32_mul_lanes(t, reversed(z1.val[1]), reversed(y1.val[1]), q);
        t = inverse_butterfly(&v.val[2], v.val[3]);
        v.val[3] = neosig_mod32_mul_lanes(t, reversed(z1.val[0]), reversed(y1.val[0]), q);
        v.val[0] = reduce_lanes(v.val[0], p);
        v.val[2] = reduce_lanes(v.val[2], p);
        t = inverse_butterfly(&v.val[0], v.val[2]);
        v.val[2] = neosig_mod32_mul_lanes(t, z2, y2, q);
        t = inverse_butterfly(&v.val[1], v.val[3]);
        v.val[3] = neosig_mod32_mul_lanes(t, z2, y2, q);
        vst4q_s32(r + i, v);
    }
    size_t half = 4, blocks = n / 16;
    for (; 4 * half <= n / 2; half *= 4, blocks /= 4) /* of half, which reduces, and 2 half; the last one is left */
        for (size_t block = 0; block < blocks; block++) {
            const size_t j = 2 * blocks - 1 - block, j1 = 4 * blocks - 1 - 2 * block;
            int32_t *at = r + 4 * half * block;
            for (size_t i = 0; i < half; i += 4) {
                int32x4_t v[4];
                for (size_t x = 0; x < 4; x++)
                    v[x] = vld1q_s32(at + i + half * x);
                v[1] = times_one(inverse_butterfly(&v[0], v[1]), zeta[j1], quotient[j1], p);
                v[3] = times_one(inverse_butterfly(&v[2], v[3]), zeta[j1 - 1], quotient[j1 - 1], p);
                v[0] = reduce_lanes(v[0], p);
                v[2] = reduce_lanes(v[2], p);
                v[2] = times_one(inverse_butterfly(&v[0], v[2]), zeta[j], quotient[j], p);
                v[3] = times_one(inverse_butterfly(&v[1], v[3]), zeta[j], quotient[j], p);
                for (size_t x = 0; x < 4; x++)
                    vst1q_s32(at + i + half * x, v[x]);
            }
        }
    if (half == n / 4) { /* one more before the last */
        for (size_t block = 0; block < 2; block++)
            for (size_t i = 0; i < half; i += 4) {
                int32_t *at = r + 2 * half * block + i;
                int32x4_t a = vld1q_s32(at);
                const int32x4_t t = inverse_butterfly(&a, vld1q_s32(at + half));
                vst1q_s32(at, reduce_lanes(a, p));
                vst1q_s32(at + half, times_one(t, zeta[3 - block], quotient[3 - block], p));
            }
    }
    const int32_t(*scale)[2] = prime->scale[logn];
    for (size_t i = 0; i < n / 2; i += 4) {
        int32x4_t a = vld1q_s32(r + i);
        const int32x4_t t = inverse_butterfly(&a, vld1q_s32(r + n / 2 + i));
        vst1q_s32(r + i, times_one(a, scale[0][0], scale[0][1], p));
        vst1q_s32(r + n / 2 + i, times_one(t, scale[1][0], scale[1][1], p));
    }
    neosig_mod32_assert_below(r, n, p / 10 * 7);
}

static void ntru_neon_multiply(int32_t *r, const int32_t *a, const int32_t *b, size_t n, const neosig_ntru_prime *prime)
{
    const int32x4_t constants = neosig_mod32_constants(prime->p, prime->p_inverse);
    neosig_mod32_assert_below(a, n, 2 * (int64_t)prime->p);
    neosig_mod32_assert_below(b, n, 2 * (int64_t)prime->p);
    for (size_t i = 0; i < n; i += 4) {
        const int32x4_t x = vld1q_s32(a + i), y = vld1q_s32(b + i);
        vst1q_s32(r + i,
                  neosig_mod32_reduce(vmull_s32(vget_low_s32(x), vget_low_s32(y)), vmull_high_s32(x, y), constants));
    }
}

/* ---- Rows: sums of products in lanes of 64 bits, four coefficients in two vectors */

#define VECTORS 2 /* of four coefficients, side by side; in the longest sums twice as many */
#define MOST_VECTORS 4

typedef struct lanes {
    int64x2_t low[2 * MOST_VECTORS], high[2 * MOST_VECTORS];
} lanes;

/* Sums of a row begin with what the row before carried on. There is room for it, below 2^36, beside sixteen products of
 * digits by k, which is below 2^31 in size: these are at most 16 (2^31 - 1) (2^28 - 1) = 2^63 - 2^35 - 2^32 + 16. */
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

/* s, which is below 2^28, plus or minus the sum of a[step_a i] e[-step_e i] for i < terms, a multiple of 4, split after
 * each `most`, a multiple of 16. */
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

typedef struct shifted {
    int32x4_t up, down; /* left by up, and right by 28 - up as a negative number */
    int32x4_t last[MOST_VECTORS], borrow[MOST_VECTORS];
} shifted;

/* at -= digits 2^up, of which low has those of this row modulo 2^32. */
INLINE void subtract_row(int32_t *at, int32x4_t low, shifted *s, size_t v)
{
    const int32x4_t mask = vdupq_n_s32(DIGIT_MASK);
    const int32x4_t digit = vorrq_s32(vandq_s32(vshlq_s32(low, s->up), mask), s->last[v]);
    s->last[v] = vshlq_s32(vandq_s32(low, mask), s->down);
    const int32x4_t difference = vaddq_s32(vsubq_s32(vld1q_s32(at), digit), s->borrow[v]);
    vst1q_s32(at, vandq_s32(difference, mask));
    s->borrow[v] = vshrq_n_s32(difference, DIGIT_BITS);
}

INLINE void subtract_columns(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k, size_t n,
                             size_t vectors, unsigned up)
{
    int64x2_t carry[2 * MOST_VECTORS];
    shifted state = {.up = vdupq_n_s32((int32_t)up), .down = vdupq_n_s32((int32_t)up - DIGIT_BITS)};
    for (size_t v = 0; v < vectors; v++) {
        carry[2 * v] = carry[2 * v + 1] = vdupq_n_s64(0);
        state.last[v] = state.borrow[v] = vdupq_n_s32(0);
    }
    for (size_t row = 0; row < rows; row++, FG += 2 * n, e += 4 * n) {
        lanes s;
        begin_row(&s, carry, vectors);
        if (row < rows_fg)
            sum_of_products(&s, vectors, k, 1, e, 1, n, 16, 0);
        for (size_t v = 0; v < vectors; v++)
            subtract_row(FG + 4 * v, carry_on(&s, carry, v, n > 16), &state, v);
    }
}

/* F and G of degree 2 side by side. */
static void subtract_2(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k, unsigned up)
{
    int64x2_t carry[2] = {vdupq_n_s64(0), vdupq_n_s64(0)};
    shifted state = {
        vdupq_n_s32((int32_t)up), vdupq_n_s32((int32_t)up - DIGIT_BITS), {vdupq_n_s32(0)}, {vdupq_n_s32(0)}};
    const int32x2_t two = vld1_s32(k);
    for (size_t row = 0; row < rows; row++, FG += 4, e += 8) {
        lanes s;
        begin_row(&s, carry, 1);
        if (row < rows_fg)
            for (size_t i = 0; i < 2; i++) {
                s.low[i] = vmlal_lane_s32(s.low[i], vld1_s32(e + 4 * i + 2), two, 0);
                s.low[i] = vmlal_lane_s32(s.low[i], vld1_s32(e + 4 * i + 1), two, 1);
            }
        subtract_row(FG, carry_on(&s, carry, 0, 0), &state, 0);
    }
}

/* Without a shift. */
INLINE void subtract_aligned(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k, size_t n,
                             size_t vectors)
{
    int64x2_t carry[2 * MOST_VECTORS];
    for (size_t i = 0; i < 2 * vectors; i++)
        carry[i] = vdupq_n_s64(0);
    for (size_t row = 0; row < rows; row++, FG += 2 * n, e += 4 * n) {
        lanes s;
        for (size_t v = 0; v < vectors; v++)
            begin_row_with(&s, carry, FG + 4 * v, v);
        if (row < rows_fg)
            sum_of_products(&s, vectors, k, 1, e, 1, n, 16, 1);
        for (size_t v = 0; v < vectors; v++)
            vst1q_s32(FG + 4 * v, vandq_s32(carry_on(&s, carry, v, n > 16), vdupq_n_s32(DIGIT_MASK)));
    }
}

static void subtract_2_aligned(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k)
{
    int64x2_t carry[2] = {vdupq_n_s64(0), vdupq_n_s64(0)};
    const int32x2_t two = vld1_s32(k);
    for (size_t row = 0; row < rows; row++, FG += 4, e += 8) {
        lanes s;
        begin_row_with(&s, carry, FG, 0);
        if (row < rows_fg)
            for (size_t i = 0; i < 2; i++) {
                s.low[i] = vmlsl_lane_s32(s.low[i], vld1_s32(e + 4 * i + 2), two, 0);
                s.low[i] = vmlsl_lane_s32(s.low[i], vld1_s32(e + 4 * i + 1), two, 1);
            }
        vst1q_s32(FG, vandq_s32(carry_on(&s, carry, 0, 0), vdupq_n_s32(DIGIT_MASK)));
    }
}

/* The columns of a pair of degree n, `width` at a time: its place in FG, and in extended rows. */
#define FOR_COLUMNS(width, call)                                                                                       \
    for (size_t c = 0; c < 2 * n; c += (width)) {                                                                      \
        int32_t *at = FG + c;                                                                                          \
        const int32_t *e = fg + n + c + (c < n ? 0 : n);                                                               \
        call;                                                                                                          \
    }

static void ntru_neon_subtract(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n,
                               unsigned shift)
{
    const size_t first = shift / DIGIT_BITS;
    const unsigned up = shift % DIGIT_BITS;
    if (first >= rows)
        return;
    FG += 2 * n * first;
    rows -= first;
    if (up == 0) {
        if (n == 2)
            subtract_2_aligned(FG, rows, fg, rows_fg, k);
        else if (n == 4)
            FOR_COLUMNS(4, subtract_aligned(at, rows, e, rows_fg, k, 4, 1))
        else if (n == 8)
            FOR_COLUMNS(8, subtract_aligned(at, rows, e, rows_fg, k, 8, 2))
        else if (n == 16)
            FOR_COLUMNS(16, subtract_aligned(at, rows, e, rows_fg, k, 16, 4))
        else
            FOR_COLUMNS(16, subtract_aligned(at, rows, e, rows_fg, k, n, 4))
    } else {
        if (n == 2)
            subtract_2(FG, rows, fg, rows_fg, k, up);
        else if (n == 4)
            FOR_COLUMNS(4, subtract_columns(at, rows, e, rows_fg, k, 4, 1, up))
        else if (n == 8)
            FOR_COLUMNS(8, subtract_columns(at, rows, e, rows_fg, k, 8, 2, up))
        else if (n == 16)
            FOR_COLUMNS(16, subtract_columns(at, rows, e, rows_fg, k, 16, 4, up))
        else
            FOR_COLUMNS(16, subtract_columns(at, rows, e, rows_fg, k, n, 4, up))
    }
}

/* A row of F and G less the products of k's rows from..to - 1 with the rows of f and g that many before e. Of degree 2,
 * F and G are side by side; of degree 4 this is one of them. */
INLINE void subtract_long_row(int32_t *FG, int64x2_t *carry, const int32_t *e, const int32x4_t *k, size_t from,
                              size_t to, size_t n)
{
    lanes s;
    begin_row_with(&s, carry, FG, 0);
    for (size_t i = from; i < to; i++) {
        const int32_t *at = e - 4 * n * i;
        if (n == 2)
            for (size_t which = 0; which < 2; which++) {
                int64x2_t *low = s.low + which;
                *low = vmlsl_laneq_s32(*low, vld1_s32(at + 2 + 4 * which), k[i], 0);
                *low = vmlsl_laneq_s32(*low, vld1_s32(at + 1 + 4 * which), k[i], 1);
            }
        else {
            const window w[4] = {window_at(at, 1), window_at(at - 1, 1), window_at(at - 2, 1), window_at(at - 3, 1)};
            MULTIPLY_ADD(&s, 1, k[i], 0, &w[0], 1)
            MULTIPLY_ADD(&s, 1, k[i], 1, &w[1], 1)
            MULTIPLY_ADD(&s, 1, k[i], 2, &w[2], 1)
            MULTIPLY_ADD(&s, 1, k[i], 3, &w[3], 1)
        }
    }
    vst1q_s32(FG, vandq_s32(carry_on(&s, carry, 0, 0), vdupq_n_s32(DIGIT_MASK)));
}

INLINE void subtract_long(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k, size_t n)
{
    int64x2_t carry[2] = {vdupq_n_s64(0), vdupq_n_s64(0)};
    int32x4_t digits[NEOSIG_NTRU_LONG_ROWS];
    for (size_t i = 0; i < NEOSIG_NTRU_LONG_ROWS; i++)
        digits[i] = n == 2 ? vcombine_s32(vld1_s32(k + 2 * i), vdup_n_s32(0)) : vld1q_s32(k + 4 * i);
    for (size_t row = 0; row < rows; row++, FG += 2 * n, e += 4 * n)
        if (row + 1 >= NEOSIG_NTRU_LONG_ROWS && row < rows_fg)
            subtract_long_row(FG, carry, e, digits, 0, NEOSIG_NTRU_LONG_ROWS, n);
        else
            subtract_long_row(FG, carry, e, digits, row < rows_fg ? 0 : row - rows_fg + 1,
                              row + 1 < NEOSIG_NTRU_LONG_ROWS ? row + 1 : NEOSIG_NTRU_LONG_ROWS, n);
}

static void ntru_neon_subtract_long(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k,
                                    size_t n)
{
    if (n == 2)
        subtract_long(FG, rows, fg, rows_fg, k, 2);
    else
        for (size_t which = 0; which < 2; which++)
            subtract_long(FG + 4 * which, rows, fg + 4 + 8 * which, rows_fg, k, 4);
}

/* ---- Numbers by their residues */

/* The lowest digits, modulo 2^32, of sums that have no higher ones yet; the rest is carried on. */
INLINE int32x4_t next_digits(int64x2_t *sum)
{
    const int32x4_t digits = vuzp1q_s32(vreinterpretq_s32_s64(sum[0]), vreinterpretq_s32_s64(sum[1]));
    for (size_t i = 0; i < 2; i++)
        sum[i] = vshrq_n_s64(sum[i], DIGIT_BITS);
    return digits;
}

INLINE void subtract_joined(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t count, unsigned up)
{
    for (size_t c = 0; c < count; c += 4) {
        int64x2_t carry[2] = {vdupq_n_s64(0), vdupq_n_s64(0)};
        shifted state = {
            vdupq_n_s32((int32_t)up), vdupq_n_s32((int32_t)up - DIGIT_BITS), {vdupq_n_s32(0)}, {vdupq_n_s32(0)}};
        int32x4_t t[NEOSIG_NTRU_PRIMES];
        for (size_t i = 0; i < primes; i++) {
            const neosig_ntru_prime *prime = &neosig_ntru_primes[i];
            t[i] = vld1q_s32(r + count * i + c);
            for (size_t j = 0; j < i; j++)
                t[i] = times_one(vsubq_s32(t[i], t[j]), prime->inverse[j][0], prime->inverse[j][1], prime->p);
        }
#pragma GCC unroll 5
        for (size_t row = 0; row < primes; row++) {
            for (size_t i = row + (row > 0); i < primes; i++) {
                const int32_t before = neosig_ntru_primes[i].before[row];
                carry[0] = vmlal_n_s32(carry[0], vget_low_s32(t[i]), before);
                carry[1] = vmlal_high_n_s32(carry[1], t[i], before);
            }
            if (row < rows)
                subtract_row(FG + count * row + c, next_digits(carry), &state, 0);
        }
        for (size_t row = primes; row < rows; row++)
            subtract_row(FG + count * row + c, next_digits(carry), &state, 0);
    }
}

static void ntru_neon_subtract_residues(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t n,
                                        unsigned shift)
{
    const size_t first = shift / DIGIT_BITS;
    if (first >= rows)
        return;
    FG += 2 * n * first;
    switch (primes) {
    case 2:
        subtract_joined(FG, rows - first, r, 2, 2 * n, shift % DIGIT_BITS);
        break;
    case 3:
        subtract_joined(FG, rows - first, r, 3, 2 * n, shift % DIGIT_BITS);
        break;
    case 4:
        subtract_joined(FG, rows - first, r, 4, 2 * n, shift % DIGIT_BITS);
        break;
    default:
        subtract_joined(FG, rows - first, r, NEOSIG_NTRU_PRIMES, 2 * n, shift % DIGIT_BITS);
    }
}

/* ---- Products */

INLINE void product_columns(int32_t *out, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
                            size_t count, size_t c, size_t vectors, size_t step_a, size_t step_e)
{
    int64x2_t carry[2 * MOST_VECTORS];
    for (size_t i = 0; i < 2 * vectors; i++)
        carry[i] = vdupq_n_s64(0);
    for (size_t row = 0; row < rows_out; row++) {
        lanes s;
        begin_row(&s, carry, vectors);
        for (const neosig_ntru_term *t = terms; t < terms + count; t++) {
            const size_t first = row < t->rows_e ? 0 : row - t->rows_e + 1, end = row < t->rows_a ? row + 1 : t->rows_a;
            size_t since = 0;
            for (size_t i = first; i < end; i++) {
                const int32_t *a = t->a + i * t->stride_a, *e = t->e + (row - i) * t->stride_e + c;
                sum_of_products(&s, vectors, a, step_a, e, step_e, t->terms, 64, 0);
                since += t->terms;
                if (since >= 64) {
                    split_lanes(&s, vectors);
                    since = 0;
                }
            }
            split_lanes(&s, vectors);
        }
        for (size_t v = 0; v < vectors; v++)
            vst1q_s32(out + row * stride_out + c + 4 * v,
                      vandq_s32(carry_on(&s, carry, v, 1), vdupq_n_s32(DIGIT_MASK)));
    }
}

/* The same for few coefficients of many rows: lanes are rows, of columns of a and e side by side. */
#define COLUMNS 4
#define COLUMN_WORDS 352 /* for all columns of a, and of e */
#define PAD 12           /* zeros before and after a column of e */

typedef struct columns {
    size_t count;
    struct {
        size_t rows_a, rows_e;
        const int32_t *a, *e;
    } column[COLUMNS];
    int32_t a[COLUMN_WORDS], e[COLUMN_WORDS];
} columns;

/* Zeros up to a whole vector after each column of a. */
static size_t room_a(size_t rows)
{
    return (rows + 3) & ~(size_t)3;
}

static size_t room_e(size_t rows)
{
    return PAD + rows + PAD;
}

static int fits_columns(const neosig_ntru_term *terms, size_t count)
{
    size_t total = 0, words_a = 0, words_e = 0;
    for (const neosig_ntru_term *t = terms; t < terms + count; t++) {
        total += t->terms;
        words_a += t->terms * room_a(t->rows_a);
        words_e += t->terms * room_e(t->rows_e);
    }
    return total <= COLUMNS && words_a <= COLUMN_WORDS && words_e <= COLUMN_WORDS;
}

/* For coefficient c of the product. */
static void take_columns(columns *x, const neosig_ntru_term *terms, size_t count, size_t c)
{
    int32_t *to_a = x->a, *to_e = x->e;
    memset(x, 0, sizeof *x);
    for (const neosig_ntru_term *t = terms; t < terms + count; t++)
        for (size_t i = 0; i < t->terms; i++, x->count++) {
            const int32_t *a = t->a + t->step_a * i, *e = t->e + c - t->step_e * i;
            x->column[x->count].rows_a = t->rows_a;
            x->column[x->count].rows_e = t->rows_e;
            x->column[x->count].a = to_a;
            x->column[x->count].e = to_e + PAD;
            for (size_t row = 0; row < t->rows_a; row++)
                to_a[row] = a[t->stride_a * row];
            for (size_t row = 0; row < t->rows_e; row++)
                to_e[PAD + row] = e[t->stride_e * row];
            to_a += room_a(t->rows_a);
            to_e += room_e(t->rows_e);
        }
}

static void product_by_rows(int32_t *out, size_t n, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
                            size_t count)
{
    const int64x2_t zero = vdupq_n_s64(0), none[2 * VECTORS] = {zero, zero, zero, zero};
    columns x;
    for (size_t c = 0; c < n; c++) {
        take_columns(&x, terms, count, c);
        int64_t carry = 0;
        for (size_t row = 0; row < rows_out; row += 4 * VECTORS) {
            int64_t low[4 * VECTORS], high[4 * VECTORS];
            lanes s;
            begin_row(&s, none, VECTORS);
            for (size_t j = 0; j < x.count; j++) {
                const size_t rows_a = x.column[j].rows_a, rows_e = x.column[j].rows_e, last = row + 4 * VECTORS;
                const size_t first = row < rows_e ? 0 : (row - rows_e + 1) & ~(size_t)3;
                const size_t end = rows_a < last ? room_a(rows_a) : last;
                if (first < end)
                    sum_of_products(&s, VECTORS, x.column[j].a + first, 1, x.column[j].e + row - first, 1, end - first,
                                    64, 0);
                split_lanes(&s, VECTORS);
            }
            for (size_t i = 0; i < 2 * VECTORS; i++) {
                vst1q_s64(low + 2 * i, s.low[i]);
                vst1q_s64(high + 2 * i, s.high[i]);
            }
            for (size_t i = 0; i < 4 * VECTORS && row + i < rows_out; i++) {
                const int64_t sum = low[i] + carry;
                out[(row + i) * stride_out + c] = (int32_t)(sum & DIGIT_MASK);
                carry = (sum >> DIGIT_BITS) + high[i];
            }
        }
    }
}

static void ntru_neon_product(int32_t *out, size_t n, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
                              size_t count)
{
    if (terms[0].terms < 4 && !fits_columns(terms, count)) {
        ntru_plain_product(out, n, rows_out, stride_out, terms, count);
        return;
    }
    if (terms[0].terms < 4) {
        product_by_rows(out, n, rows_out, stride_out, terms, count);
        return;
    }
    const int lift = terms[0].step_a == 1 && terms[0].step_e == 2;
    if (n == 4)
        product_columns(out, rows_out, stride_out, terms, count, 0, 1, terms[0].step_a, terms[0].step_e);
    else if (n == 8)
        product_columns(out, rows_out, stride_out, terms, count, 0, 2, terms[0].step_a, terms[0].step_e);
    else
        for (size_t c = 0; c < n; c += 16)
            if (lift)
                product_columns(out, rows_out, stride_out, terms, count, c, 4, 1, 2);
            else
                product_columns(out, rows_out, stride_out, terms, count, c, 4, 2, 1);
}

/* ---- Words */

#define MOST_WORDS 12

#if NEOSIG_REAL_INTEGER /* vectors are of floating-point numbers */
#define ntru_neon_approximate ntru_plain_approximate
#else
/* Where the words are: of up to three rows each. */
typedef struct plan {
    struct {
        const int32_t *row[3];
        int32_t left[3]; /* a shift by 32 and more leaves zero */
    } word[MOST_WORDS];
} plan;

static void make_plan(plan *x, const int32_t *in, size_t count, size_t rows, unsigned bit, unsigned words)
{
    for (unsigned i = 0; i < words; i++, bit += 31) {
        const size_t row = bit / DIGIT_BITS;
        const int32_t down = (int32_t)(bit % DIGIT_BITS);
        for (size_t j = 0; j < 3; j++) {
            x->word[i].row[j] = in + count * (row + j < rows ? row + j : rows - 1);
            x->word[i].left[j] = DIGIT_BITS * (int32_t)j - down;
        }
    }
}

static inline uint32x4_t word_lanes(const plan *x, unsigned i, size_t c)
{
    uint32x4_t sum = vdupq_n_u32(0);
    for (size_t j = 0; j < 3; j++)
        sum = vorrq_u32(sum,
                        vshlq_u32(vld1q_u32((const uint32_t *)x->word[i].row[j] + c), vdupq_n_s32(x->word[i].left[j])));
    return vandq_u32(sum, vdupq_n_u32(0x7fffffff));
}

/* All ones where a word's highest bit, its sign, is one. */
static inline uint32x4_t sign_lanes(uint32x4_t word)
{
    return vreinterpretq_u32_s32(vshrq_n_s32(vreinterpretq_s32_u32(vaddq_u32(word, word)), 31));
}

static void ntru_neon_approximate(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                  unsigned words)
{
    plan x;
    double units[MOST_WORDS], unit = 1;
    if (bit + 31 * words > DIGIT_BITS * rows || words > MOST_WORDS) {
        ntru_plain_approximate(out, in, count, rows, bit, words);
        return;
    }
    make_plan(&x, in, count, rows, bit, words);
    for (unsigned i = 0; i < words; i++, unit *= 0x1p31)
        units[i] = unit;
    const uint32x4_t mask = vdupq_n_u32(0x7fffffff);
    for (size_t c = 0; c < count; c += 4) {
        uint32x4_t word[MOST_WORDS];
        for (unsigned i = 0; i < words; i++)
            word[i] = word_lanes(&x, i, c);
        const uint32x4_t negative = sign_lanes(word[words - 1]);
        uint32x4_t carry = vshrq_n_u32(negative, 31);
        float64x2_t sum[2] = {vdupq_n_f64(0), vdupq_n_f64(0)};
        for (unsigned i = 0; i < words; i++) {
            const uint32x4_t size = vaddq_u32(veorq_u32(word[i], vandq_u32(negative, mask)), carry);
            carry = vshrq_n_u32(size, 31);
            const int32x4_t part =
                vreinterpretq_s32_u32(vsubq_u32(veorq_u32(vandq_u32(size, mask), negative), negative));
            const float64x2_t low = vcvtq_f64_s64(vmovl_s32(vget_low_s32(part)));
            const float64x2_t high = vcvtq_f64_s64(vmovl_high_s32(part));
            sum[0] = vaddq_f64(sum[0], vmulq_n_f64(low, units[i])); /* exact products */
            sum[1] = vaddq_f64(sum[1], vmulq_n_f64(high, units[i]));
        }
        vst1q_f64(out + c, sum[0]);
        vst1q_f64(out + c + 2, sum[1]);
    }
}
#endif

/* Of numbers in digits from row 0 on, four digits from row `first` on: which are those is secret. */
typedef struct four_digits {
    uint32x4_t digit[4];
    uint32x4_t is[4]; /* all ones if the row before the next one, or the one i before that, is the first */
} four_digits;

INLINE void take_row(four_digits *x, uint32x4_t row, const uint32_t *is_first)
{
    for (size_t i = 3; i > 0; i--)
        x->is[i] = x->is[i - 1];
    x->is[0] = vld1q_dup_u32(is_first);
    for (size_t i = 0; i < 4; i++)
        x->digit[i] = vbslq_u32(x->is[i], row, x->digit[i]);
}

/* The 64 bits begin 32 before bit + shift. In rows from that of `bit` on, they are in the four from row `first` on,
 * from bit `down` of these on. Below `bit` all is zero: so are rows -2 and -1. */
static void ntru_neon_approximate_fixed(int64_t *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                        unsigned words, uint32_t shift)
{
    if (words == 0 || words > MOST_WORDS) {
        ntru_plain_approximate_fixed(out, in, count, rows, bit, words, shift);
        return;
    }
    const unsigned below = bit % DIGIT_BITS, end = below + 31 * words;
    in += bit / DIGIT_BITS * count;
    rows -= bit / DIGIT_BITS;
    const int has_top = end <= DIGIT_BITS * rows;
    const size_t top = has_top ? (end - 1) / DIGIT_BITS : rows - 1;
    const int32x4_t up = vdupq_n_s32(has_top ? 31 - (int32_t)((end - 1) % DIGIT_BITS) : 0);

    const uint32_t from = below + shift + 2 * DIGIT_BITS - 32, row = from * 9363 >> 18; /* from / 28 */
    const uint32_t first = row - 2, down = from - DIGIT_BITS * row;
    uint32_t is_first[MOST_WORDS + 8], is_beyond[4]; /* that of row i at i + 3 */
    for (uint32_t i = 0; i < top + 4; i++)
        is_first[i] = is_word(first, i - 3);
    for (uint32_t i = 0; i < 4; i++)
        is_beyond[i] = 0 - (((uint32_t)top - first - i) >> 31);
    const uint64x2_t sign_bit = vdupq_n_u64((uint64_t)(choose(shift).down == 31) << 63);
    const uint32x4_t mask = vdupq_n_u32(DIGIT_MASK);
    const int64x2_t right = vdupq_n_s64(-(int64_t)down), left = vdupq_n_s64(2 * DIGIT_BITS - (int64_t)down);
    for (size_t c = 0; c < count; c += 4) {
        four_digits x;
        const int32_t *at = in + c;
        for (size_t i = 0; i < 4; i++) {
            x.digit[i] = vdupq_n_u32(0);
            x.is[i] = vld1q_dup_u32(is_first + 2 - (i < 3 ? i : 2));
        }
        uint32x4_t lowest = vandq_u32(vld1q_u32((const uint32_t *)at), vdupq_n_u32(DIGIT_MASK & 0xffffffff << below));
        const int32x4_t highest = vshlq_s32(vshlq_s32(vld1q_s32(at + count * top), up), vnegq_s32(up));
        const uint32x4_t sign = vandq_u32(vreinterpretq_u32_s32(vshrq_n_s32(highest, 31)), mask);
        if (top > 0) {
            take_row(&x, lowest, is_first + 3);
            lowest = mask;
        }
#pragma GCC unroll 4
        for (size_t i = 1; i < top; i++) {
            at += count;
            take_row(&x, vld1q_u32((const uint32_t *)at), is_first + 3 + i);
        }
        take_row(&x, vandq_u32(vreinterpretq_u32_s32(highest), lowest), is_first + 3 + top);
        for (size_t i = 0; i < 4; i++)
            x.digit[i] = vbslq_u32(vld1q_dup_u32(is_beyond + i), sign, x.digit[i]);
        for (size_t i = 0; i < 2; i++) {
            uint64x2_t half[2];
            for (size_t j = 0; j < 2; j++) {
                const uint32x4_t low = x.digit[2 * j], high = x.digit[2 * j + 1];
                half[j] = i == 0 ? vaddw_u32(vshll_n_u32(vget_low_u32(high), DIGIT_BITS), vget_low_u32(low))
                                 : vaddw_high_u32(vshll_high_n_u32(high, DIGIT_BITS), low);
            }
            uint64x2_t all = vorrq_u64(vshlq_u64(half[0], right), vshlq_u64(half[1], left));
            all = vbslq_u64(sign_bit, vaddq_u64(all, all), all);
            vst1q_s64(out + c + 2 * i, vreinterpretq_s64_u64(all));
        }
    }
}

static void ntru_neon_round_fixed(int32_t *k, const int64_t *x, size_t n)
{
    for (size_t i = 0; i + 4 <= n; i += 4)
        vst1q_s32(k + i, vrshrn_high_n_s64(vrshrn_n_s64(vld1q_s64(x + i), 32), vld1q_s64(x + i + 2), 32));
    if (n == 2)
        vst1_s32(k, vrshrn_n_s64(vld1q_s64(x), 32));
}

const neosig_ntru_kernels neosig_ntru_neon = {
    .name = "neon",
    .forward = ntru_neon_forward,
    .inverse = ntru_neon_inverse,
    .multiply = ntru_neon_multiply,
    .product = ntru_neon_product,
    .subtract = ntru_neon_subtract,
    .subtract_long = ntru_neon_subtract_long,
    .subtract_residues = ntru_neon_subtract_residues,
    .approximate = ntru_neon_approximate,
    .approximate_fixed = ntru_neon_approximate_fixed,
    .round = ntru_plain_round,
    .round_fixed = ntru_neon_round_fixed,
};

#endif
