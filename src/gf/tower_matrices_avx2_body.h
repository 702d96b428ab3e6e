/* Products of matrices: pairs and multiply of tower_avx2.c, which has by_gfni.
 *
 * A table of two scalars' multiples serves both at once: one look-up for 32 products of GF(16), or 64 with those of two
 * more scalars, or of 16 bytes more, in the other half of the register. Over GF(256) the products by a0 + a1 z of
 * x0 + x1 z are summed in three parts, S0 = a0 x0, S1 = a1 x1, S2 = (a0 + a1)(x0 + x1), and put together at the end:
 * S0 + 8 S1 + (S0 + S2) z. The tables of four columns lie together: both pairs' tables for S0, then both for S1, then
 * both for S2. */

/* The tables of scalars e and o, one of each in each half. */
INLINE wide multiples_of_nibbles(const int polynomial, wide e, wide o)
{
    return polynomial ? join(polynomial_multiples(e), polynomial_multiples(o)) : multiples_of_two(log_of(e), log_of(o));
}

INLINE void pairs_nibbles(const int polynomial, uint8_t *out, const uint8_t *b, size_t rows, size_t columns,
                          size_t row_step, size_t column_step)
{
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < columns; j += 4, out += 32) {
            const size_t most = j + 2 < columns ? 4 : 2;
            vec x[4] = {{0}};
            for (size_t l = 0; l < most; l++)
                x[l] = all(neosig_tower_element(4, b, k * row_step + (j + l) * column_step));
            const wide t = multiples_of_nibbles(polynomial, of_two(x[0], x[2]), of_two(x[1], x[3]));
            if (most == 4) {
                store_wide(out, t);
            } else {
                store(out, first_half(t));
                out -= 16;
            }
        }
}

static void pairs_16(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    if (by_gfni())
        neosig_tower_pairs_gfni(NEOSIG_TOWER_GFNI_16, tables, b, rows, columns, row_step, column_step);
    else
        pairs_nibbles(0, tables, b, rows, columns, row_step, column_step);
}

static void pairs_polynomial16(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step,
                               size_t column_step)
{
    if (by_gfni())
        neosig_tower_pairs_gfni(NEOSIG_TOWER_GFNI_POLYNOMIAL16, tables, b, rows, columns, row_step, column_step);
    else
        pairs_nibbles(1, tables, b, rows, columns, row_step, column_step);
}

static void pairs_256(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    uint8_t *out = tables;
    if (by_gfni()) {
        neosig_tower_pairs_gfni(NEOSIG_TOWER_GFNI_256, tables, b, rows, columns, row_step, column_step);
        return;
    }
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < columns; j += 4, out += 96) {
            vec x[4];
            UNROLL for (size_t l = 0; l < 4; l++) x[l] = all(b[k * row_step + (j + l) * column_step]);
            wide even = of_two(x[0], x[2]), odd = of_two(x[1], x[3]);
            wide e0 = low_wide(even), e1 = high_wide(even), o0 = low_wide(odd), o1 = high_wide(odd);
            store_wide(out, multiples_of_two(log_of(e0), log_of(o0)));
            store_wide(out + 32, multiples_of_two(log_of(e1), log_of(o1)));
            store_wide(out + 64, multiples_of_two(log_of(_mm256_xor_si256(e0, e1)), log_of(_mm256_xor_si256(o0, o1))));
        }
}

#define COLUMNS_16 2
#define PAIR_BYTES 16
#define MOST_PAIRS 6 /* of columns over GF(16) at a time: two sums each */
#define COLUMNS_256 4
#define MOST_256 3 /* times four columns: three sums each */

/* p pairs of columns over GF(16). Both halves of a register hold 16 bytes, and each table register has two pairs. Of an
 * odd number the last pair's table is in both halves. */
INLINE void multiply_narrow(const int p, neosig_tower_vectors c, neosig_tower_vectors a, size_t fresh,
                            const uint8_t *table, size_t row_bytes)
{
    const vec mask = last_mask(fresh);
    wide sum[MOST_PAIRS + 1];
    UNROLL for (int i = 0; i < (p + 1) / 2 * 2; i++) sum[i] = _mm256_setzero_si256();
    for (size_t k = 0; k < a.count; k++, table += row_bytes) {
        const wide v = in_both_halves(load(a.base + a.offsets[k])), x0 = low_wide(v), x1 = high_wide(v);
        UNROLL for (int i = 0; i < p; i += 2)
        {
            const wide t = i + 1 < p ? load_wide(table + 16 * i) : in_both_halves(load(table + 16 * i));
            sum[i] = _mm256_xor_si256(sum[i], _mm256_shuffle_epi8(t, x0));
            sum[i + 1] = _mm256_xor_si256(sum[i + 1], _mm256_shuffle_epi8(t, x1));
        }
    }
    UNROLL for (int i = 0; i < p; i++)
    {
        const wide s0 = sum[i / 2 * 2], s1 = sum[i / 2 * 2 + 1];
        const vec low = i % 2 == 0 ? first_half(s0) : _mm256_extracti128_si256(s0, 1);
        const vec high = i % 2 == 0 ? first_half(s1) : _mm256_extracti128_si256(s1, 1);
        add_to(c.base + c.offsets[2 * i], join_low(low, high), mask);
        add_to(c.base + c.offsets[2 * i + 1], join_high(low, high), mask);
    }
}

/* The same for 32 bytes, with a pair's table in both halves. */
INLINE void multiply_wide(const int p, neosig_tower_vectors c, neosig_tower_vectors a, size_t fresh,
                          const uint8_t *table, size_t row_bytes)
{
    const wide mask = last_mask_wide(fresh), low = all_wide(15), *in_memory = &low;
    wide sum[2 * MOST_PAIRS];
    UNROLL for (int i = 0; i < 2 * p; i++) sum[i] = _mm256_setzero_si256();
    for (size_t k = 0; k < a.count; k++, table += row_bytes) {
        if (p == 6) /* twelve sums leave no register for this constant */
            __asm__("" : "+r"(in_memory));
        const wide v = load_wide(a.base + a.offsets[k]), x0 = _mm256_and_si256(v, *in_memory),
                   x1 = _mm256_and_si256(_mm256_srli_epi16(v, 4), *in_memory);
        UNROLL for (int i = 0; i < p; i++)
        {
            const wide t = in_both_halves(load(table + 16 * i));
            sum[2 * i] = _mm256_xor_si256(sum[2 * i], _mm256_shuffle_epi8(t, x0));
            sum[2 * i + 1] = _mm256_xor_si256(sum[2 * i + 1], _mm256_shuffle_epi8(t, x1));
        }
    }
    UNROLL for (int i = 0; i < p; i++)
    {
        add_to_wide(c.base + c.offsets[2 * i], join_low_wide(sum[2 * i], sum[2 * i + 1]), mask);
        add_to_wide(c.base + c.offsets[2 * i + 1], join_high_wide(sum[2 * i], sum[2 * i + 1]), mask);
    }
}

#include "gf/tower_columns_avx2_body.h"

static void multiply_16(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *pairs, size_t bytes)
{
    if (by_gfni())
        neosig_tower_multiply_gfni(4, c, a, pairs, bytes);
    else
        multiply_columns(c, a, pairs, bytes);
}

/* q times four columns over GF(256), one vector each. */
INLINE void multiply_block(const int q, neosig_tower_vectors c, neosig_tower_vectors a, vec mask, const uint8_t *table,
                           size_t row_bytes)
{
    wide sum[3 * MOST_256];
    UNROLL for (int i = 0; i < 3 * q; i++) sum[i] = _mm256_setzero_si256();
    for (size_t k = 0; k < a.count; k++, table += row_bytes) {
        const wide v = in_both_halves(load(a.base + a.offsets[k])), x0 = low_wide(v), x1 = high_wide(v);
        const wide x[3] = {x0, x1, _mm256_xor_si256(x0, x1)};
        UNROLL for (int i = 0; i < 3 * q; i += 3) UNROLL for (int l = 0; l < 3; l++) sum[i + l] =
            _mm256_xor_si256(sum[i + l], _mm256_shuffle_epi8(load_wide(table + 32 * (i + l)), x[l]));
    }
    UNROLL for (int i = 0; i < q; i++) UNROLL for (int l = 0; l < 2; l++)
    {
        vec s[3];
        UNROLL for (int j = 0; j < 3; j++) s[j] =
            l == 0 ? first_half(sum[3 * i + j]) : _mm256_extracti128_si256(sum[3 * i + j], 1);
        /* Of both columns' elements, the low and high nibbles. */
        const vec eight = _mm_or_si128(times_8_of(low(s[1])), _mm_slli_epi16(times_8_of(high(s[1])), 4));
        const vec low = _mm_xor_si128(s[0], eight), high = _mm_xor_si128(s[0], s[2]);
        add_to(c.base + c.offsets[4 * i + 2 * l], join_low(low, high), mask);
        add_to(c.base + c.offsets[4 * i + 2 * l + 1], join_high(low, high), mask);
    }
}

#define MULTIPLY_CASE(n_)                                                                                              \
    case n_:                                                                                                           \
        multiply_block(n_, behind(c, at, j), behind(a, at, 0), mask, t, row_bytes);                                    \
        break

INLINE void multiply_by_tables(neosig_tower_vectors c, neosig_tower_vectors a, const uint8_t *tables, size_t bytes)
{
    const size_t row_bytes = c.count / 2 * 48;
    _Static_assert(MOST_256 == 3, "a case for each");
    for (size_t j = 0; j < c.count;) {
        const size_t n = neosig_tower_next_part((c.count - j) / COLUMNS_256, MOST_256);
        for (size_t done = 0; done < bytes;) {
            const size_t fresh = bytes - done < 16 ? bytes - done : 16, at = done + fresh - 16;
            const vec mask = last_mask(fresh);
            const uint8_t *t = tables + j / 2 * 48;
            switch (n) {
                MULTIPLY_CASE(1);
                MULTIPLY_CASE(2);
                MULTIPLY_CASE(3);
            }
            done += fresh;
        }
        j += COLUMNS_256 * n;
    }
}

static void multiply_256(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *pairs, size_t bytes)
{
    if (by_gfni())
        neosig_tower_multiply_gfni(8, c, a, pairs, bytes);
    else
        multiply_by_tables(*c, *a, pairs, bytes);
}
