/* The kernels of ntru.h in Arm's NEON intrinsics. */
#if defined(__aarch64__)
#include "ntru/ntru_plain.h"
#include "ntt/mod32_neon.h"

#include <arm_neon.h>

/* ---- Transforms, with the bounds of ntru_plain.h */

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

/* ---- Rows: sums of products in lanes of 64 bits, four coefficients in two vectors */

#define VECTORS 2 /* of four coefficients, side by side; in the longest sums twice as many */
#define MOST_VECTORS 4

typedef struct lanes {
    int64x2_t low[2 * MOST_VECTORS], high[2 * MOST_VECTORS];
} lanes;

static inline __attribute__((always_inline)) void clear(lanes *s, size_t vectors)
{
    for (size_t i = 0; i < 2 * vectors; i++)
        s->low[i] = s->high[i] = vdupq_n_s64(0);
}

static inline __attribute__((always_inline)) void split_lanes(lanes *s, size_t vectors)
{
    for (size_t i = 0; i < 2 * vectors; i++) {
        s->high[i] = vsraq_n_s64(s->high[i], s->low[i], DIGIT_BITS);
        s->low[i] = vandq_s64(s->low[i], vdupq_n_s64(DIGIT_MASK));
    }
}

/* s += a[lane] e, or s -= that */
#define MULTIPLY_ADD(s, vectors, a, lane, e, minus)                                                                    \
    for (size_t v_ = 0; v_ < (vectors); v_++) {                                                                        \
        const int32x4_t e_ = vld1q_s32((e) + 4 * v_);                                                                  \
        int64x2_t *at_ = (s)->low + 2 * v_;                                                                            \
        at_[0] = minus ? vmlsl_laneq_s32(at_[0], vget_low_s32(e_), a, lane)                                            \
                       : vmlal_laneq_s32(at_[0], vget_low_s32(e_), a, lane);                                           \
        at_[1] = minus ? vmlsl_high_laneq_s32(at_[1], e_, a, lane) : vmlal_high_laneq_s32(at_[1], e_, a, lane);        \
    }

/* s, which is below 2^28, plus or minus the sum of a[i] e[-step_e i] for i < terms, a multiple of 4, split after each
 * `most`. */
static inline __attribute__((always_inline)) void sum_of_products(lanes *s, size_t vectors, const int32_t *a,
                                                                  size_t step_a, const int32_t *e, size_t step_e,
                                                                  size_t terms, size_t most, int minus)
{
    for (size_t start = 0; start < terms; start += most) {
        const size_t end = start + most < terms ? start + most : terms;
        for (size_t i = start; i < end; i += 4) {
            const int32x4_t four = step_a == 1 ? vld1q_s32(a + i) : vld2q_s32(a + 2 * i).val[0];
            const int32_t *at = e - step_e * i;
            MULTIPLY_ADD(s, vectors, four, 0, at, minus)
            MULTIPLY_ADD(s, vectors, four, 1, at - step_e, minus)
            MULTIPLY_ADD(s, vectors, four, 2, at - 2 * step_e, minus)
            MULTIPLY_ADD(s, vectors, four, 3, at - 3 * step_e, minus)
        }
        if (terms > most)
            split_lanes(s, vectors);
    }
}

/* Adds the carries, which become those of the next row, and returns sums modulo 2^32. */
static inline __attribute__((always_inline)) int32x4_t carry_on(lanes *s, int64x2_t *carry, size_t v)
{
    int64x2_t sum[2];
    for (size_t i = 0; i < 2; i++) {
        sum[i] = vaddq_s64(s->low[2 * v + i], carry[2 * v + i]);
        carry[2 * v + i] = vsraq_n_s64(s->high[2 * v + i], sum[i], DIGIT_BITS);
    }
    return vuzp1q_s32(vreinterpretq_s32_s64(sum[0]), vreinterpretq_s32_s64(sum[1]));
}

typedef struct shifted {
    int32x4_t up, down; /* left by up, and right by 28 - up as a negative number */
    int32x4_t last[MOST_VECTORS], borrow[MOST_VECTORS];
} shifted;

/* at -= digits 2^up, of which low has those of this row modulo 2^32. */
static inline __attribute__((always_inline)) void subtract_row(int32_t *at, int32x4_t low, shifted *s, size_t v)
{
    const int32x4_t mask = vdupq_n_s32(DIGIT_MASK);
    const int32x4_t digit = vorrq_s32(vandq_s32(vshlq_s32(low, s->up), mask), s->last[v]);
    s->last[v] = vshlq_s32(vandq_s32(low, mask), s->down);
    const int32x4_t difference = vaddq_s32(vsubq_s32(vld1q_s32(at), digit), s->borrow[v]);
    vst1q_s32(at, vandq_s32(difference, mask));
    s->borrow[v] = vshrq_n_s32(difference, DIGIT_BITS);
}

static inline __attribute__((always_inline)) void subtract_columns(int32_t *FG, size_t rows, const int32_t *e,
                                                                   size_t rows_fg, const int32_t *k, size_t n,
                                                                   size_t vectors, unsigned up)
{
    int64x2_t carry[2 * MOST_VECTORS];
    shifted state = {vdupq_n_s32((int32_t)up), vdupq_n_s32((int32_t)up - DIGIT_BITS), {}, {}};
    for (size_t v = 0; v < vectors; v++) {
        carry[2 * v] = carry[2 * v + 1] = vdupq_n_s64(0);
        state.last[v] = state.borrow[v] = vdupq_n_s32(0);
    }
    for (size_t row = 0; row < rows; row++, FG += 2 * n, e += 4 * n) {
        lanes s;
        clear(&s, vectors);
        if (row < rows_fg)
            sum_of_products(&s, vectors, k, 1, e, 1, n, 16, 0);
        for (size_t v = 0; v < vectors; v++)
            subtract_row(FG + 4 * v, carry_on(&s, carry, v), &state, v);
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
        clear(&s, 1);
        if (row < rows_fg)
            for (size_t i = 0; i < 2; i++) {
                s.low[i] = vmull_lane_s32(vld1_s32(e + 4 * i + 2), two, 0);
                s.low[i] = vmlal_lane_s32(s.low[i], vld1_s32(e + 4 * i + 1), two, 1);
            }
        subtract_row(FG, carry_on(&s, carry, 0), &state, 0);
    }
}

/* Without a shift. */
static inline __attribute__((always_inline)) void
subtract_aligned(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k, size_t n, size_t vectors)
{
    int64x2_t carry[2 * MOST_VECTORS];
    for (size_t i = 0; i < 2 * vectors; i++)
        carry[i] = vdupq_n_s64(0);
    for (size_t row = 0; row < rows; row++, FG += 2 * n, e += 4 * n) {
        lanes s;
        clear(&s, vectors);
        for (size_t v = 0; v < vectors; v++) {
            const int32x4_t digits = vld1q_s32(FG + 4 * v);
            s.low[2 * v] = vmovl_s32(vget_low_s32(digits));
            s.low[2 * v + 1] = vmovl_high_s32(digits);
        }
        if (row < rows_fg)
            sum_of_products(&s, vectors, k, 1, e, 1, n, 16, 1);
        for (size_t v = 0; v < vectors; v++)
            vst1q_s32(FG + 4 * v, vandq_s32(carry_on(&s, carry, v), vdupq_n_s32(DIGIT_MASK)));
    }
}

static void subtract_2_aligned(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k)
{
    int64x2_t carry[2] = {vdupq_n_s64(0), vdupq_n_s64(0)};
    const int32x2_t two = vld1_s32(k);
    for (size_t row = 0; row < rows; row++, FG += 4, e += 8) {
        lanes s;
        const int32x4_t digits = vld1q_s32(FG);
        s.low[0] = vmovl_s32(vget_low_s32(digits));
        s.low[1] = vmovl_high_s32(digits);
        s.high[0] = s.high[1] = vdupq_n_s64(0);
        if (row < rows_fg)
            for (size_t i = 0; i < 2; i++) {
                s.low[i] = vmlsl_lane_s32(s.low[i], vld1_s32(e + 4 * i + 2), two, 0);
                s.low[i] = vmlsl_lane_s32(s.low[i], vld1_s32(e + 4 * i + 1), two, 1);
            }
        vst1q_s32(FG, vandq_s32(carry_on(&s, carry, 0), vdupq_n_s32(DIGIT_MASK)));
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
        else
            FOR_COLUMNS(16, subtract_aligned(at, rows, e, rows_fg, k, n, 4))
    } else {
        if (n == 2)
            subtract_2(FG, rows, fg, rows_fg, k, up);
        else if (n == 4)
            FOR_COLUMNS(4, subtract_columns(at, rows, e, rows_fg, k, 4, 1, up))
        else if (n == 8)
            FOR_COLUMNS(8, subtract_columns(at, rows, e, rows_fg, k, 8, 2, up))
        else
            FOR_COLUMNS(16, subtract_columns(at, rows, e, rows_fg, k, n, 4, up))
    }
}

/* ---- Products */

static inline __attribute__((always_inline)) void product_columns(int32_t *out, size_t rows_out, size_t stride_out,
                                                                  const neosig_ntru_term *terms, size_t count, size_t c,
                                                                  size_t vectors, size_t step_a, size_t step_e)
{
    int64x2_t carry[2 * MOST_VECTORS];
    for (size_t i = 0; i < 2 * vectors; i++)
        carry[i] = vdupq_n_s64(0);
    for (size_t row = 0; row < rows_out; row++) {
        lanes s;
        clear(&s, vectors);
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
            vst1q_s32(out + row * stride_out + c + 4 * v, vandq_s32(carry_on(&s, carry, v), vdupq_n_s32(DIGIT_MASK)));
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
    columns x;
    for (size_t c = 0; c < n; c++) {
        take_columns(&x, terms, count, c);
        int64_t carry = 0;
        for (size_t row = 0; row < rows_out; row += 4 * VECTORS) {
            int64_t low[4 * VECTORS], high[4 * VECTORS];
            lanes s;
            clear(&s, VECTORS);
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

#if NEOSIG_REAL_INTEGER /* vectors are of floating-point numbers */
#define ntru_neon_approximate ntru_plain_approximate
#else
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

static void ntru_neon_approximate_fixed(int64_t *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                        unsigned words, uint32_t shift)
{
    const chosen at = choose(shift);
    plan x;
    uint32_t is[MOST_WORDS][3], beyond[3];
    if (words == 0 || bit + 31 * words > DIGIT_BITS * rows || words > MOST_WORDS) {
        ntru_plain_approximate_fixed(out, in, count, rows, bit, words, shift);
        return;
    }
    make_plan(&x, in, count, rows, bit, words);
    for (size_t j = 0; j < 3; j++) {
        beyond[j] = is_beyond(at.word[j], words) & 0x7fffffff;
        for (uint32_t i = 0; i < words; i++)
            is[i][j] = is_word(at.word[j], i);
    }
    const int32x4_t right[2] = {vdupq_n_s32(1 - (int32_t)at.down), vdupq_n_s32(-(int32_t)at.down)};
    const int32x4_t left[2] = {vdupq_n_s32(32 - (int32_t)at.down), vdupq_n_s32(31 - (int32_t)at.down)};
    for (size_t c = 0; c < count; c += 4) {
        uint32x4_t w[3] = {vdupq_n_u32(0), vdupq_n_u32(0), vdupq_n_u32(0)}, word = w[0];
        for (unsigned i = 0; i < words; i++) {
            word = word_lanes(&x, i, c);
            for (size_t j = 0; j < 3; j++)
                w[j] = vorrq_u32(w[j], vandq_u32(word, vdupq_n_u32(is[i][j])));
        }
        const uint32x4_t negative = sign_lanes(word);
        for (size_t j = 0; j < 3; j++)
            w[j] = vorrq_u32(w[j], vandq_u32(negative, vdupq_n_u32(beyond[j])));
        w[2] = vorrq_u32(w[2], vandq_u32(vaddq_u32(w[2], w[2]), vdupq_n_u32(UINT32_C(1) << 31)));
        const uint32x4_t low = vorrq_u32(vshlq_u32(w[0], right[0]), vshlq_u32(w[1], left[0]));
        const uint32x4_t high = vorrq_u32(vshlq_u32(w[1], right[1]), vshlq_u32(w[2], left[1]));
        vst1q_s64(out + c, vreinterpretq_s64_u32(vzip1q_u32(low, high)));
        vst1q_s64(out + c + 2, vreinterpretq_s64_u32(vzip2q_u32(low, high)));
    }
}

const neosig_ntru_kernels neosig_ntru_neon = {
    .name = "neon",
    .forward = ntru_neon_forward,
    .inverse = ntru_neon_inverse,
    .product = ntru_neon_product,
    .subtract = ntru_neon_subtract,
    .approximate = ntru_neon_approximate,
    .approximate_fixed = ntru_neon_approximate_fixed,
    .round = ntru_plain_round,
    .round_fixed = ntru_plain_round_fixed,
};

#endif
