/* ntru.h's subtractions from F and G in NEON: of k f and k g, and of numbers given by their residues. */
#if defined(__aarch64__)
#include "ntru/ntru_neon.h"
#include "ntru/ntru_rows_neon.h"
#include "ntt/mod32_neon.h"

#include <arm_neon.h>

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
                             size_t width, size_t vectors, unsigned up)
{
    int64x2_t carry[2 * MOST_VECTORS];
    shifted state = {.up = vdupq_n_s32((int32_t)up), .down = vdupq_n_s32((int32_t)up - DIGIT_BITS)};
    for (size_t v = 0; v < vectors; v++) {
        carry[2 * v] = carry[2 * v + 1] = vdupq_n_s64(0);
        state.last[v] = state.borrow[v] = vdupq_n_s32(0);
    }
    for (size_t row = 0; row < rows; row++, FG += width, e += 2 * width) {
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
                             size_t width, size_t vectors)
{
    int64x2_t carry[2 * MOST_VECTORS];
    for (size_t i = 0; i < 2 * vectors; i++)
        carry[i] = vdupq_n_s64(0);
    for (size_t row = 0; row < rows; row++, FG += width, e += 2 * width) {
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

/* The columns of one or two polynomials of degree n, `step` at a time: their place in FG, and in extended rows. */
#define FOR_COLUMNS(step, call)                                                                                        \
    for (size_t c = 0; c < width; c += (step)) {                                                                       \
        int32_t *at = FG + c;                                                                                          \
        const int32_t *e = fg + n + c + (c < n ? 0 : n);                                                               \
        call;                                                                                                          \
    }

void neosig_ntru_neon_subtract(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n,
                               size_t polynomials, unsigned shift)
{
    const size_t first = shift / DIGIT_BITS, width = polynomials * n;
    const unsigned up = shift % DIGIT_BITS;
    if (first >= rows)
        return;
    FG += width * first;
    rows -= first;
    if (up == 0) {
        if (n == 2)
            subtract_2_aligned(FG, rows, fg, rows_fg, k);
        else if (n == 4)
            FOR_COLUMNS(4, subtract_aligned(at, rows, e, rows_fg, k, 4, width, 1))
        else if (n == 8)
            FOR_COLUMNS(8, subtract_aligned(at, rows, e, rows_fg, k, 8, width, 2))
        else if (n == 16)
            FOR_COLUMNS(16, subtract_aligned(at, rows, e, rows_fg, k, 16, width, 4))
        else
            FOR_COLUMNS(16, subtract_aligned(at, rows, e, rows_fg, k, n, width, 4))
    } else {
        if (n == 2)
            subtract_2(FG, rows, fg, rows_fg, k, up);
        else if (n == 4)
            FOR_COLUMNS(4, subtract_columns(at, rows, e, rows_fg, k, 4, width, 1, up))
        else if (n == 8)
            FOR_COLUMNS(8, subtract_columns(at, rows, e, rows_fg, k, 8, width, 2, up))
        else if (n == 16)
            FOR_COLUMNS(16, subtract_columns(at, rows, e, rows_fg, k, 16, width, 4, up))
        else
            FOR_COLUMNS(16, subtract_columns(at, rows, e, rows_fg, k, n, width, 4, up))
    }
}

/* A row of F and G less the products of k's rows from..to - 1 with the rows of f and g that many before e. Of degree 2,
 * F and G are side by side; of degree 4 this is one of them. */
INLINE void subtract_long_row(int32_t *FG, int64x2_t *carry, const int32_t *e, const int32x4_t *k, size_t from,
                              size_t to, size_t n, size_t width)
{
    lanes s;
    begin_row_with(&s, carry, FG, 0);
    for (size_t i = from; i < to; i++) {
        const int32_t *at = e - 2 * width * i;
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

INLINE void subtract_long(int32_t *FG, size_t rows, const int32_t *e, size_t rows_fg, const int32_t *k, size_t n,
                          size_t width)
{
    int64x2_t carry[2] = {vdupq_n_s64(0), vdupq_n_s64(0)};
    int32x4_t digits[NEOSIG_NTRU_LONG_ROWS];
    for (size_t i = 0; i < NEOSIG_NTRU_LONG_ROWS; i++)
        digits[i] = n == 2 ? vcombine_s32(vld1_s32(k + 2 * i), vdup_n_s32(0)) : vld1q_s32(k + 4 * i);
    for (size_t row = 0; row < rows; row++, FG += width, e += 2 * width)
        if (row + 1 >= NEOSIG_NTRU_LONG_ROWS && row < rows_fg)
            subtract_long_row(FG, carry, e, digits, 0, NEOSIG_NTRU_LONG_ROWS, n, width);
        else
            subtract_long_row(FG, carry, e, digits, row < rows_fg ? 0 : row - rows_fg + 1,
                              row + 1 < NEOSIG_NTRU_LONG_ROWS ? row + 1 : NEOSIG_NTRU_LONG_ROWS, n, width);
}

void neosig_ntru_neon_subtract_long(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k,
                                    size_t n, size_t polynomials)
{
    if (n == 2)
        subtract_long(FG, rows, fg, rows_fg, k, 2, 4);
    else if (polynomials == 1)
        subtract_long(FG, rows, fg + 4, rows_fg, k, 4, 4);
    else
        for (size_t which = 0; which < 2; which++)
            subtract_long(FG + 4 * which, rows, fg + 4 + 8 * which, rows_fg, k, 4, 8);
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
                t[i] =
                    neosig_mod32_mul_one(vsubq_s32(t[i], t[j]), prime->inverse[j][0], prime->inverse[j][1], prime->p);
        }
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

void neosig_ntru_neon_subtract_residues(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t count,
                                        unsigned shift)
{
    const size_t first = shift / DIGIT_BITS;
    if (first >= rows)
        return;
    FG += count * first;
    switch (primes) {
    case 2:
        subtract_joined(FG, rows - first, r, 2, count, shift % DIGIT_BITS);
        break;
    case 3:
        subtract_joined(FG, rows - first, r, 3, count, shift % DIGIT_BITS);
        break;
    case 4:
        subtract_joined(FG, rows - first, r, 4, count, shift % DIGIT_BITS);
        break;
    default:
        subtract_joined(FG, rows - first, r, NEOSIG_NTRU_PRIMES, count, shift % DIGIT_BITS);
    }
}

#endif
