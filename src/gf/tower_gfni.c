/* Products by GFNI, where one instruction multiplies 32 bytes. In the polynomial basis of GF(256) it multiplies
 * elements. In the other bases it multiplies by a matrix of bits, such as that of multiplying by a scalar. The vectors
 * of a public map so need no buckets. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_GFNI

#include "gf/tower_gfni.h"

/* MATRIX(b) is the matrix of multiplying by b: the sum of the matrices of b's bits. Byte 7 - i of a matrix is row i, a
 * mask of the bits of the other element that sum up to bit i of the product. A scalar of GF(16) multiplies both
 * nibbles, as GF(256) is a vector space over GF(16). */
#define BIT(b, i, matrix) ((b) >> (i)&1 ? UINT64_C(matrix) : 0)
#define MATRIX(b)                                                                                                      \
    (BIT(b, 0, 0x0102040810204080) ^ BIT(b, 1, 0x0203080c203080c0) ^ BIT(b, 2, 0x080c050a80c050a0) ^                   \
     BIT(b, 3, 0x0c040a0fc040a0f0) ^ BIT(b, 4, 0xc040a0f011224488) ^ BIT(b, 5, 0x4080f050223388cc) ^                   \
     BIT(b, 6, 0xf05060b088cc55aa) ^ BIT(b, 7, 0x50a0b0d0cc44aaff))
#define FOUR(b) MATRIX(b), MATRIX(b + 1), MATRIX(b + 2), MATRIX(b + 3)
#define SIXTEEN(b) FOUR(b), FOUR(b + 4), FOUR(b + 8), FOUR(b + 12)
#define ALL_64(b) SIXTEEN(b), SIXTEEN(b + 16), SIXTEEN(b + 32), SIXTEEN(b + 48)

static const uint64_t matrices[256] = {ALL_64(0), ALL_64(64), ALL_64(128), ALL_64(192)};

void neosig_tower_quadratic_gfni_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes,
                                         const neosig_tower_terms *terms)
{
    quadratic(MATRICES, matrices, y, vectors, bytes, terms);
}

/* ---- Matrices of elements that may be secret: sums of the matrices of their bits. */

static const uint64_t tower_bits[8] = {MATRIX(1),  MATRIX(2),  MATRIX(4),  MATRIX(8),
                                       MATRIX(16), MATRIX(32), MATRIX(64), MATRIX(128)};

/* Of GF(16) modulo x^4 + x + 1. */
#define POLYNOMIAL16(b)                                                                                                \
    (BIT(b, 0, 0x0102040810204080) ^ BIT(b, 1, 0x0809020480902040) ^ BIT(b, 2, 0x040c090240c09020) ^                   \
     BIT(b, 3, 0x02060c092060c090))
static const uint64_t polynomial16_bits[4] = {POLYNOMIAL16(1), POLYNOMIAL16(2), POLYNOMIAL16(4), POLYNOMIAL16(8)};

/* Of element i of packed vector x. */
INLINE uint64_t matrix_of(const neosig_tower_gfni_field field, const uint8_t *x, size_t i)
{
    const uint64_t *const bits = field == NEOSIG_TOWER_GFNI_POLYNOMIAL16 ? polynomial16_bits : tower_bits;
    const unsigned count = field == NEOSIG_TOWER_GFNI_256 ? 8 : 4;
    const uint8_t element = neosig_tower_element(count, x, i);
    uint64_t matrix = 0;
    UNROLL for (unsigned k = 0; k < count; k++) matrix ^= bits[k] & (0 - (uint64_t)(element >> k & 1));
    return matrix;
}

INLINE void put(uint8_t *table, uint64_t matrix)
{
    memcpy(table, &matrix, sizeof matrix);
}

INLINE kind kind_of(const neosig_tower_gfni_field field)
{
    return field == NEOSIG_TOWER_GFNI_256 ? MATRICES : NIBBLES;
}

INLINE void scalars(const neosig_tower_gfni_field field, uint8_t *tables, const uint8_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(tables + i * scalar_bytes(kind_of(field)), matrix_of(field, x, i));
}

/* ---- Sums of multiples of vectors */

void neosig_tower_scalars_gfni(neosig_tower_gfni_field field, void *tables, const uint8_t *x, size_t count)
{
    if (field == NEOSIG_TOWER_GFNI_256)
        scalars(NEOSIG_TOWER_GFNI_256, tables, x, count);
    else if (field == NEOSIG_TOWER_GFNI_16)
        scalars(NEOSIG_TOWER_GFNI_16, tables, x, count);
    else
        scalars(NEOSIG_TOWER_GFNI_POLYNOMIAL16, tables, x, count);
}

void neosig_tower_combine_gfni(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                               const void *scalars, size_t count)
{
    if (bits == 8)
        combine(MATRICES, c, bytes, a, stride, scalars, count);
    else
        combine(NIBBLES, c, bytes, a, stride, scalars, count);
}

/* ---- Products of matrices over GF(256), in the tower's basis: a table of a pair is the matrices of both elements. */

INLINE void pairs_256(uint8_t *table, const uint8_t *b, size_t rows, size_t columns, size_t row_step,
                      size_t column_step)
{
    for (size_t k = 0; k < rows; k++, table += row_of_tables(MATRICES, columns))
        for (size_t j = 0; j < columns; j++)
            put(table + j * step_of(MATRICES), matrix_of(NEOSIG_TOWER_GFNI_256, b, k * row_step + j * column_step));
}

/* ---- Products of matrices over GF(16). Two terms of a sum share a byte: a_k in the low nibble, a_(k + 1) in the high
 * one. A matrix of bits takes them to their sums for two columns, B[k][j] a_k + B[k + 1][j] a_(k + 1) in the low nibble
 * and column j + 1's in the high one. It is the table of row k and both columns. So there is a table for each k, of
 * which a product takes every second one, beginning with any row. Behind the last row of B are zeros. Tables take half
 * of their room. */

#define PAIR_BYTES 8
#define MOST_PAIRS 4 /* of columns at a time: two sums each */

/* rows[i][b]: row i of the matrix of b, four bits. */
#define ROW(matrix, i) ((matrix) >> (56 - 8 * (i)) & 15)
#define ROW_OF_4(of, b, i) ROW(of(b), i), ROW(of(b + 1), i), ROW(of(b + 2), i), ROW(of(b + 3), i)
#define ROW_OF_ALL(of, i) ROW_OF_4(of, 0, i), ROW_OF_4(of, 4, i), ROW_OF_4(of, 8, i), ROW_OF_4(of, 12, i)
#define ROWS(of)                                                                                                       \
    {                                                                                                                  \
        {ROW_OF_ALL(of, 0)}, {ROW_OF_ALL(of, 1)}, {ROW_OF_ALL(of, 2)},                                                 \
        {                                                                                                              \
            ROW_OF_ALL(of, 3)                                                                                          \
        }                                                                                                              \
    }
static const uint8_t tower_rows[4][16] = ROWS(MATRIX), polynomial16_rows[4][16] = ROWS(POLYNOMIAL16);

/* Element first + j * step of packed vector b, in byte j ^ 1: of two columns the second one comes first. */
INLINE vec row_of_elements(const uint8_t *b, size_t first, size_t step, size_t columns)
{
    uint64_t x[2] = {0};
    if (columns == 16 && step == 1 && first % 2 == 0) {
        const vec packed = _mm_loadl_epi64((const vec *)(const void *)(b + first / 2));
        return zip_low(high(packed), low(packed));
    }
    UNROLL for (int j = 0; j < 16; j += 2) if ((size_t)j < columns)
    {
        const uint64_t even = neosig_tower_element(4, b, first + (size_t)j * step),
                       odd = neosig_tower_element(4, b, first + (size_t)(j + 1) * step);
        x[j / 8] |= (odd | even << 8) << 8 * (j % 8);
    }
    return _mm_set_epi64x((int64_t)x[1], (int64_t)x[0]);
}

/* Up to 16 columns, from element `first` of each row on. Of an odd number of pairs the last store is 8 bytes too long,
 * within the row's room. */
INLINE void pairs_of_columns(const uint8_t rows_of[4][16], uint8_t *tables, size_t row, const uint8_t *b, size_t first,
                             size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    vec below[4] = {{0}};
    for (size_t k = rows; k-- > 0;) {
        const vec e = row_of_elements(b, first + k * row_step, column_step, columns);
        vec r[4];
        UNROLL for (int i = 0; i < 4; i++)
        {
            const vec here = _mm_shuffle_epi8(load(rows_of[i]), e);
            r[i] = _mm_or_si128(here, below[i]);
            below[i] = _mm_slli_epi16(here, 4);
        }
        UNROLL for (size_t i = 0; i < 4; i++) if (4 * i < columns)
        {
            const vec x = i < 2 ? zip_low(r[3], r[2]) : zip_high(r[3], r[2]);
            const vec y = i < 2 ? zip_low(r[1], r[0]) : zip_high(r[1], r[0]);
            store(tables + k * row + 16 * i, i % 2 == 0 ? _mm_unpacklo_epi16(x, y) : _mm_unpackhi_epi16(x, y));
        }
    }
}

INLINE void pairs_16(const uint8_t rows_of[4][16], uint8_t *tables, const uint8_t *b, size_t rows, size_t columns,
                     size_t row_step, size_t column_step)
{
    const size_t row = row_of_tables(NIBBLES, columns);
    for (size_t j = 0; j < columns; j += 16)
        pairs_of_columns(rows_of, tables + j / 2 * PAIR_BYTES, row, b, j * column_step, rows,
                         columns - j < 16 ? columns - j : 16, row_step, column_step);
}

/* Where the second term of a byte is: of an odd number of terms the last one has none. */
INLINE const uint8_t *second(neosig_tower_vectors a, size_t k)
{
    static const uint8_t zero[32] = {0};
    const uint8_t *from = k + 1 < a.count ? a.base + a.offsets[k + 1] : zero;
    __asm__("" : "+r"(from)); /* else the loop is compiled twice, and lacks registers */
    return from;
}

/* p pairs of columns; of c the last bytes, as many as fresh says. */
INLINE void multiply_wide(const int p, neosig_tower_vectors c, neosig_tower_vectors a, size_t fresh,
                          const uint8_t *table, size_t row)
{
    wide sum[2 * MOST_PAIRS];
    UNROLL for (int i = 0; i < 2 * p; i++) sum[i] = _mm256_setzero_si256();
    for (size_t k = 0; k < a.count; k += 2, table += 2 * row) {
        wide x = load_wide(a.base + a.offsets[k]), y = load_wide(second(a, k));
        exchange(&x, &y);
        UNROLL for (int i = 0; i < p; i++)
        {
            const wide t = multiplier_at(NIBBLES, table + PAIR_BYTES * i);
            sum[2 * i] = _mm256_xor_si256(sum[2 * i], scaled(NIBBLES, x, t));
            sum[2 * i + 1] = _mm256_xor_si256(sum[2 * i + 1], scaled(NIBBLES, y, t));
        }
    }
    const wide mask = last_mask_wide(fresh);
    UNROLL for (int i = 0; i < p; i++)
    {
        add_to_wide(c.base + c.offsets[2 * i], join_low_wide(sum[2 * i], sum[2 * i + 1]), mask);
        add_to_wide(c.base + c.offsets[2 * i + 1], join_high_wide(sum[2 * i], sum[2 * i + 1]), mask);
    }
}

/* The same for 16 bytes: low nibbles in the first half of a register, high ones in the second. */
INLINE void multiply_narrow(const int p, neosig_tower_vectors c, neosig_tower_vectors a, size_t fresh,
                            const uint8_t *table, size_t row)
{
    const vec mask = last_mask(fresh);
    wide sum[MOST_PAIRS];
    UNROLL for (int i = 0; i < p; i++) sum[i] = _mm256_setzero_si256();
    for (size_t k = 0; k < a.count; k += 2, table += 2 * row) {
        wide x = in_both_halves(load(a.base + a.offsets[k])), y = in_both_halves(load(second(a, k)));
        exchange(&x, &y);
        const wide terms = _mm256_blend_epi32(x, y, 0xf0);
        UNROLL for (int i = 0; i < p; i++) sum[i] =
            _mm256_xor_si256(sum[i], scaled(NIBBLES, terms, multiplier_at(NIBBLES, table + PAIR_BYTES * i)));
    }
    UNROLL for (int i = 0; i < p; i++)
    {
        wide x = sum[i], y = _mm256_permute2x128_si256(x, x, 0x11);
        exchange(&x, &y);
        add_to(c.base + c.offsets[2 * i], first_half(x), mask);
        add_to(c.base + c.offsets[2 * i + 1], first_half(y), mask);
    }
}

#include "gf/tower_columns_avx2_body.h"

void neosig_tower_pairs_gfni(neosig_tower_gfni_field field, void *tables, const uint8_t *b, size_t rows, size_t columns,
                             size_t row_step, size_t column_step)
{
    if (field == NEOSIG_TOWER_GFNI_256)
        pairs_256(tables, b, rows, columns, row_step, column_step);
    else if (field == NEOSIG_TOWER_GFNI_16)
        pairs_16(tower_rows, tables, b, rows, columns, row_step, column_step);
    else
        pairs_16(polynomial16_rows, tables, b, rows, columns, row_step, column_step);
}

void neosig_tower_multiply_gfni(unsigned bits, const neosig_tower_vectors *c, const neosig_tower_vectors *a,
                                const void *tables, size_t bytes)
{
    if (bits == 8)
        multiply(MATRICES, *c, *a, tables, bytes);
    else
        multiply_columns(c, a, tables, bytes);
}

NEOSIG_TARGET_END

#endif
