/* The polynomial basis of GF(256) by GFNI, which multiplies in this very field. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_GFNI

#include "gf/gf16.h"
#include "gf/tower_gfni.h"

#include <string.h>

/* ---- Scalars */

static void scalars(void *tables, const uint8_t *x, size_t count)
{
    memcpy(tables, x, count);
}

static void scale(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    for (size_t i = 0; i < bytes; i += 32)
        store_wide(c + i, times(ELEMENTS, load_wide(x + i), eight_times(scalar)));
}

/* ---- Sums of multiples of vectors */

/* w registers of c, the last at offset last; of that one the bytes of mask are changed. A scalar's table
 * is the scalar. */
INLINE void combine_block(const int w, uint8_t *c, size_t last, __m256i mask, const uint8_t *a, size_t stride,
                          const uint8_t *table, size_t count)
{
    __m256i sum[4];
    UNROLL for (int k = 0; k < w; k++) sum[k] = _mm256_setzero_si256();
    for (; count > 0; count--, a += stride, table++) {
        const __m256i by = _mm256_set1_epi8((char)*table);
        UNROLL for (int k = 0; k < w; k++) sum[k] =
            _mm256_xor_si256(sum[k], _mm256_gf2p8mul_epi8(load_wide(a + (k + 1 < w ? 32 * (size_t)k : last)), by));
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
INLINE __m256i combine_registers(const int r, const __m256i *by, const uint8_t *a, size_t stride)
{
    __m256i sum = _mm256_gf2p8mul_epi8(load_wide(a), by[0]);
    UNROLL for (int k = 1; k < r; k++) sum =
        _mm256_xor_si256(sum, _mm256_gf2p8mul_epi8(load_wide(a + (size_t)k * stride), by[k]));
    return sum;
}

/* r long vectors. They are read side by side, as the CPU fetches memory ahead best. */
INLINE void combine_long(const int r, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const uint8_t *table)
{
    const size_t last = bytes - 32, others = (last + 31) & ~(size_t)31;
    __m256i by[LONG];
    UNROLL for (int k = 0; k < r; k++) by[k] = _mm256_set1_epi8((char)table[k]);
    const __m256i end = _mm256_and_si256(combine_registers(r, by, a + last, stride), last_mask_wide(bytes - others));
    for (size_t at = 0; at < others; at += 32)
        store_wide(c + at, _mm256_xor_si256(load_wide(c + at), combine_registers(r, by, a + at, stride)));
    store_wide(c + last, _mm256_xor_si256(load_wide(c + last), end));
}

/* 16 bytes of c; those of mask are changed. */
static void combine_short(uint8_t *c, __m128i mask, const uint8_t *a, size_t stride, const uint8_t *table, size_t count)
{
    __m128i sum = _mm_setzero_si128();
    for (; count > 0; count--, a += stride, table++)
        sum = _mm_xor_si128(sum, _mm_gf2p8mul_epi8(load(a), _mm_set1_epi8((char)*table)));
    add_to(c, sum, mask);
}

static void combine(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count)
{
    const uint8_t *tables = scalars;
    if (bytes < 32) {
        combine_short(c, all(255), a, stride, tables, count);
        if (bytes > 16)
            combine_short(c + bytes - 16, last_mask(bytes - 16), a + bytes - 16, stride, tables, count);
        return;
    }
    if (bytes > 128) {
        for (; count >= LONG; count -= LONG, a += LONG * stride, tables += LONG)
            combine_long(LONG, c, bytes, a, stride, tables);
        for (; count >= 4; count -= 4, a += 4 * stride, tables += 4)
            combine_long(4, c, bytes, a, stride, tables);
        for (; count > 0; count--, a += stride, tables++)
            combine_long(1, c, bytes, a, stride, tables);
        return;
    }
    const size_t registers = (bytes + 31) / 32, last = bytes - 32;
    const __m256i mask = last_mask_wide(bytes - 32 * (registers - 1));
    if (registers == 4)
        combine_block(4, c, last, mask, a, stride, tables, count);
    else if (registers == 3)
        combine_block(3, c, last, mask, a, stride, tables, count);
    else if (registers == 2)
        combine_block(2, c, last, mask, a, stride, tables, count);
    else
        combine_block(1, c, last, mask, a, stride, tables, count);
}

/* ---- Systems */

INLINE neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    return (neosig_gf16_group)_mm_gf2p8mul_epi8((vec)x, (vec)y);
}

INLINE neosig_gf16_group lane_inverse(neosig_gf16_group x)
{
    const vec identity = _mm_set1_epi64x(0x0102040810204080);
    return (neosig_gf16_group)_mm_gf2p8affineinv_epi64_epi8((vec)x, identity, 0);
}

static void update(uint8_t *m, size_t stride, const uint8_t *scalars, size_t rows, const uint8_t *four, size_t lanes)
{
    for (size_t lane = 0; lane < lanes; lane += 32) {
        uint8_t *to = m + lane;
        wide x[4];
        UNROLL for (size_t i = 0; i < 4; i++) x[i] = load_wide(four + i * stride + lane);
        for (size_t r = 0; r < rows; r++, to += stride) {
            wide sum = load_wide(to);
            UNROLL for (size_t i = 0; i < 4; i++) sum =
                _mm256_xor_si256(sum, _mm256_gf2p8mul_epi8(x[i], all_wide(scalars[4 * r + i])));
            store_wide(to, sum);
        }
    }
}

#include "gf/tower_solve_x86_body.h"

/* ---- Matrices */

static void pairs(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    uint8_t *row = tables;
    for (size_t k = 0; k < rows; k++, row += row_of_tables(ELEMENTS, columns))
        for (size_t j = 0; j < columns; j++)
            row[j] = b[k * row_step + j * column_step];
}

static void multiply_elements(neosig_tower_vectors c, neosig_tower_vectors a, const void *tables, size_t bytes)
{
    multiply(ELEMENTS, c, a, tables, bytes);
}

/* ---- Public scalars */

static int quadratic_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes, const neosig_tower_terms *terms)
{
    quadratic(ELEMENTS, NULL, y, vectors, bytes, terms);
    return 1;
}

const neosig_tower neosig_tower_polynomial256_gfni = {
    .bits = 8,
    .scalar_bytes = 1,
    .pair_bytes = 2,
    .columns = 4,
    .scalars = scalars,
    .combine = combine,
    .pairs = NEOSIG_IF_SIGNING(pairs),
    .multiply = NEOSIG_IF_SIGNING(multiply_elements),
    .transpose = NEOSIG_IF_SIGNING(neosig_tower_transpose_avx2),
    .solver = NEOSIG_IF_SIGNING(solver),
    .scale = scale,
    .quadratic_vartime = quadratic_vartime,
};

NEOSIG_TARGET_END

#endif
