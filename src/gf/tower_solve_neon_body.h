/* The kernels of neosig_gf256_solve for tower_neon.c. Products are summed up unreduced, as those of combine. */
#include "gf/gf16.h"

INLINE vec carryless_low(vec x, poly8x16_t scalar)
{
    return vreinterpretq_u8_p16(vmull_p8(vget_low_p8(vreinterpretq_p8_u8(x)), vget_low_p8(scalar)));
}

INLINE vec carryless_high(vec x, poly8x16_t scalar)
{
    return vreinterpretq_u8_p16(vmull_high_p8(vreinterpretq_p8_u8(x), scalar));
}

/* carryless_low, by assembly. Without it GCC copies the lower half of each x to a register of its own, and runs out of
 * registers. */
INLINE vec multiply_low(vec x, poly8x16_t scalar)
{
    vec low_half;
    __asm__("pmull %0.8h, %1.8b, %2.8b" : "=w"(low_half) : "w"(x), "w"(scalar));
    return low_half;
}

INLINE void update_vectors(const int N, uint8_t *m, size_t stride, const uint8_t *scalars, size_t rows,
                           const uint8_t *four)
{
    vec x[4][4];
    UNROLL for (size_t i = 0; i < 4; i++) load_vectors(N, x[i], four + i * stride);
    for (; rows > 0; rows--, scalars += 4, m += stride) {
        const vec all = vreinterpretq_u8_u32(vld1q_dup_u32((const uint32_t *)(const void *)scalars));
        const poly8x16_t s[4] = {
            vreinterpretq_p8_u8(vdupq_laneq_u8(all, 0)), vreinterpretq_p8_u8(vdupq_laneq_u8(all, 1)),
            vreinterpretq_p8_u8(vdupq_laneq_u8(all, 2)), vreinterpretq_p8_u8(vdupq_laneq_u8(all, 3))};
        vec y[4];
        load_vectors(N, y, m);
        UNROLL for (int n = 0; n < N; n++)
        {
            const unreduced sum = {
                veorq_u8(multiply_low(x[0][n], s[0]),
                         sum3(multiply_low(x[1][n], s[1]), multiply_low(x[2][n], s[2]), multiply_low(x[3][n], s[3]))),
                veorq_u8(
                    carryless_high(x[0][n], s[0]),
                    sum3(carryless_high(x[1][n], s[1]), carryless_high(x[2][n], s[2]), carryless_high(x[3][n], s[3])))};
            vst1q_u8(m + 16 * n, veorq_u8(y[n], reduced(sum)));
        }
    }
}

INLINE uint8x8_t lanes_at(const uint8_t *window, uint8x8_t at)
{
    return vqtbl1_u8(vld1q_u8(window), at); /* TBL gives 0 for numbers past its bytes */
}

#define TABLE uint8_t
#include "gf/solve_neon_body.h"

INLINE unsigned highest(const neosig_gf16_one_group *found)
{
    static const uint8_t numbers[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    return vmaxvq_u8(vandq_u8((vec)found->g[0], vld1q_u8(numbers)));
}

INLINE neosig_gf16_group picked(const neosig_gf16_one_group *row, neosig_gf16_group number)
{
    return (neosig_gf16_group)vqtbl1q_u8((vec)row->g[0], (vec)number);
}

INLINE neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    const poly8x16_t by = (poly8x16_t)y;
    return (neosig_gf16_group)reduced((unreduced){carryless_low((vec)x, by), carryless_high((vec)x, by)});
}

/* By way of the tower. */
INLINE neosig_gf16_group lane_inverse(neosig_gf16_group x)
{
    const halves to = {vld1q_u8(neosig_polynomial_to_tower), vld1q_u8(neosig_polynomial_to_tower + 16)};
    const halves from = {vld1q_u8(neosig_polynomial_from_tower), vld1q_u8(neosig_polynomial_from_tower + 16)};
    return (neosig_gf16_group)product(from, inverse(product(to, (vec)x)));
}

#define LINE_ROWS 1
#include "gf/pivots_body.h"

static const neosig_gf256_kernels solver = {pivots, pivot_lanes, update, dot};
