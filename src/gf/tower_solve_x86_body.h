/* Kernels of neosig_gf256_solve on x86-64, where products need GFNI or not. The including file first defines
 * lane_product and lane_inverse, as gf/pivots_body.h says, and update. */

/* Bit 7 of a number makes a shuffle give 0. */
INLINE neosig_gf16_group picked(const neosig_gf16_one_group *row, neosig_gf16_group number)
{
    return (neosig_gf16_group)_mm_shuffle_epi8((vec)row->g[0], (vec)number);
}

INLINE unsigned highest(const neosig_gf16_one_group *found)
{
    return 31 - (unsigned)__builtin_clz((unsigned)_mm_movemask_epi8((vec)found->g[0]) << 1 | 1);
}

static void pivot_lanes(uint8_t *sums, const uint8_t *window, size_t stride, size_t rows, const uint8_t numbers[8])
{
    const vec number = _mm_loadl_epi64((const vec *)(const void *)numbers);
    for (; rows > 0; rows--, window += stride, sums += 4) {
        const vec x = _mm_shuffle_epi8(load(window), number);
        const int32_t four = _mm_cvtsi128_si32(_mm_xor_si128(x, _mm_srli_si128(x, 4)));
        memcpy(sums, &four, sizeof four);
    }
}

#define LINE_ROWS 1
#include "gf/pivots_body.h"

static const neosig_gf256_kernels solver = {pivots, pivot_lanes, update, dot};
