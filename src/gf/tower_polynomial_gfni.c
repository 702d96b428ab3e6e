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

static void combine_elements(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                             size_t count)
{
    combine(ELEMENTS, c, bytes, a, stride, scalars, count);
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

static void multiply_elements(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *tables,
                              size_t bytes)
{
    multiply(ELEMENTS, *c, *a, tables, bytes);
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
    .combine = combine_elements,
    .pairs = NEOSIG_IF_SIGNING(pairs),
    .multiply = NEOSIG_IF_SIGNING(multiply_elements),
    .transpose = NEOSIG_IF_SIGNING(neosig_tower_transpose_avx2),
    .solver = NEOSIG_IF_SIGNING(solver),
    .scale = scale,
    .quadratic_vartime = quadratic_vartime,
};

NEOSIG_TARGET_END

#endif
