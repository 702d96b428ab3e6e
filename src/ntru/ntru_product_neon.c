/* ntru.h's products of rows in NEON. */
#if defined(__aarch64__)
#include "ntru/ntru_neon.h"
#include "ntru/ntru_rows_neon.h"

#include <arm_neon.h>

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

void neosig_ntru_neon_product(int32_t *out, size_t n, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
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

#endif
