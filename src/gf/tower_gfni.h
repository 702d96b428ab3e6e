/* Helpers of the kernel files with GFNI, for registers of 32 bytes. */
#include "gf/tower_avx2.h"

INLINE wide whole(void)
{
    return all_wide(255);
}

/* What multiplies by an element: eight times the element itself, in the polynomial basis of GF(256); in another basis,
 * and for packed vectors over GF(16) (NIBBLES), the matrix of bits of multiplying by the element. */
typedef enum kind { ELEMENTS, MATRICES, NIBBLES } kind;

INLINE uint64_t eight_times(uint8_t element)
{
    return element * UINT64_C(0x0101010101010101);
}

/* x times what y has in all its places. */
INLINE __m256i scaled(const kind by, __m256i x, __m256i y)
{
    return by == ELEMENTS ? _mm256_gf2p8mul_epi8(x, y) : _mm256_gf2p8affine_epi64_epi8(x, y, 0);
}

INLINE __m128i scaled_short(const kind by, __m128i x, __m256i y)
{
    const __m128i z = _mm256_castsi256_si128(y);
    return by == ELEMENTS ? _mm_gf2p8mul_epi8(x, z) : _mm_gf2p8affine_epi64_epi8(x, z, 0);
}

INLINE __m256i times(const kind by, __m256i x, uint64_t multiplier)
{
    return scaled(by, x, _mm256_set1_epi64x((int64_t)multiplier));
}

/* ---- Quadratic maps */

/* matrices: of all elements, if these multiply. */
INLINE uint64_t multiplier_of(const kind by, const uint64_t *matrices, uint8_t element)
{
    return by == ELEMENTS ? eight_times(element) : matrices[element];
}

/* A vector is in w registers. The last register ends where the vector does, so it may overlap the one before. For each
 * i, the sum over j of column j times vector (i, j) is multiplied by row i. */
INLINE void quadratic_block(const int w, const kind by, const uint64_t *matrices, uint8_t *y, const uint8_t *vectors,
                            size_t bytes, const neosig_tower_terms *terms)
{
    const size_t last = bytes - 32;
    uint64_t columns[NEOSIG_TOWER_MAX_VARIABLES];
    uint8_t total_bytes[NEOSIG_TOWER_MAX_BUCKET];
    __m256i total[4];
    for (size_t j = 0; j < terms->width; j++)
        columns[j] = multiplier_of(by, matrices, terms->columns[j]);
    UNROLL for (int k = 0; k < w; k++) total[k] = _mm256_setzero_si256();
    for (size_t i = 0; i < terms->height; i++) {
        __m256i row[4];
        UNROLL for (int k = 0; k < w; k++) row[k] = _mm256_setzero_si256();
        size_t j = terms->rows == terms->columns ? i : 0;
        _Pragma("GCC unroll 4") for (; j < terms->width; j++, vectors += bytes) UNROLL for (int k = 0; k < w;
                                                                                            k++) row[k] =
            _mm256_xor_si256(row[k], times(by, load_wide(vectors + (k + 1 < w ? 32 * (size_t)k : last)), columns[j]));
        const uint64_t of_row = multiplier_of(by, matrices, terms->rows[i]);
        UNROLL for (int k = 0; k < w; k++) total[k] = _mm256_xor_si256(total[k], times(by, row[k], of_row));
    }
    UNROLL for (int k = 0; k < w; k++) store_wide(total_bytes + (k + 1 < w ? 32 * (size_t)k : last), total[k]);
    for (size_t i = 0; i < bytes; i++)
        y[i] ^= total_bytes[i];
}

INLINE void quadratic(const kind by, const uint64_t *matrices, uint8_t *y, const uint8_t *vectors, size_t bytes,
                      const neosig_tower_terms *terms)
{
    if (bytes > 96)
        quadratic_block(4, by, matrices, y, vectors, bytes, terms);
    else if (bytes > 64)
        quadratic_block(3, by, matrices, y, vectors, bytes, terms);
    else if (bytes > 32)
        quadratic_block(2, by, matrices, y, vectors, bytes, terms);
    else
        quadratic_block(1, by, matrices, y, vectors, bytes, terms);
}

/* ---- Tables: a multiplier for each element, of one byte or eight. Tables of matrices have the room that they need
 * without GFNI. */

INLINE size_t step_of(const kind by)
{
    return by == ELEMENTS ? 1 : 8;
}

INLINE size_t row_of_tables(const kind by, size_t columns)
{
    return columns / 2 * (by == ELEMENTS ? 2 : by == MATRICES ? 48 : 16);
}

INLINE size_t scalar_bytes(const kind by)
{
    return by == ELEMENTS ? 1 : by == MATRICES ? 32 : 16;
}

INLINE __m256i multiplier_at(const kind by, const uint8_t *table)
{
    uint64_t matrix;
    if (by == ELEMENTS)
        return _mm256_set1_epi8((char)*table);
    memcpy(&matrix, table, sizeof matrix);
    return _mm256_set1_epi64x((int64_t)matrix);
}

/* ---- Sums of multiples of vectors */

/* w registers of c, the last at offset last; of that one the bytes of mask are changed. */
INLINE void combine_block(const int w, const kind by, uint8_t *c, size_t last, __m256i mask, const uint8_t *a,
                          size_t stride, const uint8_t *table, size_t count)
{
    __m256i sum[4];
    UNROLL for (int k = 0; k < w; k++) sum[k] = _mm256_setzero_si256();
    for (; count > 0; count--, a += stride, table += scalar_bytes(by)) {
        const __m256i y = multiplier_at(by, table);
        UNROLL for (int k = 0; k < w; k++) sum[k] =
            _mm256_xor_si256(sum[k], scaled(by, load_wide(a + (k + 1 < w ? 32 * (size_t)k : last)), y));
    }
    sum[w - 1] = _mm256_and_si256(sum[w - 1], mask);
    UNROLL for (int k = 0; k < w; k++)
    {
        uint8_t *const to = c + (k + 1 < w ? 32 * (size_t)k : last);
        store_wide(to, _mm256_xor_si256(load_wide(to), sum[k]));
    }
}

#define LONG 8

/* 32 bytes of r vectors times their scalars, summed. */
INLINE __m256i combine_registers(const int r, const kind by, const __m256i *y, const uint8_t *a, size_t stride)
{
    __m256i sum = scaled(by, load_wide(a), y[0]);
    UNROLL for (int k = 1; k < r; k++) sum = _mm256_xor_si256(sum, scaled(by, load_wide(a + (size_t)k * stride), y[k]));
    return sum;
}

/* r long vectors. They are read side by side, as the CPU fetches memory ahead best. */
INLINE void combine_long(const int r, const kind by, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                         const uint8_t *table)
{
    const size_t last = bytes - 32, others = (last + 31) & ~(size_t)31;
    __m256i y[LONG];
    UNROLL for (int k = 0; k < r; k++) y[k] = multiplier_at(by, table + (size_t)k * scalar_bytes(by));
    const __m256i end = _mm256_and_si256(combine_registers(r, by, y, a + last, stride), last_mask_wide(bytes - others));
    for (size_t at = 0; at < others; at += 32)
        store_wide(c + at, _mm256_xor_si256(load_wide(c + at), combine_registers(r, by, y, a + at, stride)));
    store_wide(c + last, _mm256_xor_si256(load_wide(c + last), end));
}

/* 16 bytes of c; those of mask are changed. */
INLINE void combine_short(const kind by, uint8_t *c, __m128i mask, const uint8_t *a, size_t stride,
                          const uint8_t *table, size_t count)
{
    __m128i sum = _mm_setzero_si128();
    for (; count > 0; count--, a += stride, table += scalar_bytes(by))
        sum = _mm_xor_si128(sum, scaled_short(by, load(a), multiplier_at(by, table)));
    add_to(c, sum, mask);
}

INLINE void combine(const kind by, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const uint8_t *tables,
                    size_t count)
{
    const size_t step = scalar_bytes(by);
    if (bytes < 32) {
        combine_short(by, c, all(255), a, stride, tables, count);
        if (bytes > 16)
            combine_short(by, c + bytes - 16, last_mask(bytes - 16), a + bytes - 16, stride, tables, count);
        return;
    }
    if (bytes > 128) {
        for (; count >= LONG; count -= LONG, a += LONG * stride, tables += LONG * step)
            combine_long(LONG, by, c, bytes, a, stride, tables);
        for (; count >= 4; count -= 4, a += 4 * stride, tables += 4 * step)
            combine_long(4, by, c, bytes, a, stride, tables);
        for (; count > 0; count--, a += stride, tables += step)
            combine_long(1, by, c, bytes, a, stride, tables);
        return;
    }
    const size_t registers = (bytes + 31) / 32, last = bytes - 32;
    const __m256i mask = last_mask_wide(bytes - 32 * (registers - 1));
    if (registers == 4)
        combine_block(4, by, c, last, mask, a, stride, tables, count);
    else if (registers == 3)
        combine_block(3, by, c, last, mask, a, stride, tables, count);
    else if (registers == 2)
        combine_block(2, by, c, last, mask, a, stride, tables, count);
    else
        combine_block(1, by, c, last, mask, a, stride, tables, count);
}

/* ---- Products of matrices */

/* Four columns of w registers from byte `at` of each vector on; of the last, the bytes of mask are changed. More
 * registers would not leave room for the multipliers. */
INLINE void multiply_block(const int w, const kind by, const size_t at[2], __m256i mask, neosig_tower_vectors c,
                           neosig_tower_vectors a, const uint8_t *table, size_t row)
{
    __m256i sum[8];
    UNROLL for (int i = 0; i < 4 * w; i++) sum[i] = _mm256_setzero_si256();
    for (size_t k = 0; k < a.count; k++, table += row) {
        const uint8_t *const from = a.base + a.offsets[k];
        __m256i x[2];
        UNROLL for (int i = 0; i < w; i++) x[i] = load_wide(from + at[i]);
        UNROLL for (int j = 0; j < 4; j++)
        {
            const __m256i y = multiplier_at(by, table + (size_t)j * step_of(by));
            UNROLL for (int i = 0; i < w; i++) sum[j * w + i] = _mm256_xor_si256(sum[j * w + i], scaled(by, x[i], y));
        }
    }
    UNROLL for (int j = 0; j < 4; j++) UNROLL for (int i = 0; i < w; i++)
    {
        uint8_t *const to = c.base + c.offsets[j] + at[i];
        store_wide(
            to, _mm256_xor_si256(load_wide(to), i + 1 < w ? sum[j * w + i] : _mm256_and_si256(sum[j * w + i], mask)));
    }
}

/* One column, 16 bytes, of which those of mask are changed. */
INLINE void multiply_short(const kind by, uint8_t *c, neosig_tower_vectors a, size_t at, __m128i mask,
                           const uint8_t *table, size_t row)
{
    __m128i sum = _mm_setzero_si128();
    for (size_t k = 0; k < a.count; k++, table += row)
        sum = _mm_xor_si128(sum, scaled_short(by, load(a.base + a.offsets[k] + at), multiplier_at(by, table)));
    add_to(c + at, sum, mask);
}

INLINE void multiply(const kind by, neosig_tower_vectors c, neosig_tower_vectors a, const uint8_t *tables, size_t bytes)
{
    const size_t row = row_of_tables(by, c.count), step = step_of(by);
    for (size_t j = 0; bytes < 32 && j < c.count; j++) {
        uint8_t *const to = c.base + c.offsets[j];
        multiply_short(by, to, a, 0, all(255), tables + j * step, row);
        if (bytes > 16)
            multiply_short(by, to, a, bytes - 16, last_mask(bytes - 16), tables + j * step, row);
    }
    for (; bytes >= 32 && c.count > 0; c.count -= 4, c.offsets += 4, tables += 4 * step)
        for (size_t done = 0; done < bytes;) {
            const size_t left = bytes - done, w = left > 32 ? 2 : 1;
            const size_t at[2] = {w == 2 ? done : bytes - 32, left < 64 ? bytes - 32 : done + 32};
            const __m256i mask = left < 32 * w ? last_mask_wide(left - 32 * (w - 1)) : whole();
            if (w == 2)
                multiply_block(2, by, at, mask, c, a, tables, row);
            else
                multiply_block(1, by, at, mask, c, a, tables, row);
            done += 32 * w;
        }
}
