/* The kernels update and pivot_lanes of both fields in NEON; solve_body.h has the method. The including file first
 * defines:
 *
 *   TABLE                                         what update takes a scalar as, or a pair of scalars
 *   update_vectors(N, m, stride, t, lines, four)  update, of 16 N lanes of each line; N is 1 to 4
 *   lanes_at(window, at)                          the lanes of a line that `at` names, and 0 for 255 */

static void update(uint8_t *m, size_t stride, const TABLE *t, size_t lines, const uint8_t *four, size_t lanes)
{
    size_t vectors = (lanes + 15) / 16;
    for (size_t strips = (vectors + 3) / 4; strips > 0; strips--) {
        const size_t n = (vectors + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            update_vectors(4, m, stride, t, lines, four);
        else if (n == 3)
            update_vectors(3, m, stride, t, lines, four);
        else if (n == 2)
            update_vectors(2, m, stride, t, lines, four);
        else
            update_vectors(1, m, stride, t, lines, four);
        m += 16 * n;
        four += 16 * n;
        vectors -= n;
    }
}

static void pivot_lanes(uint8_t *sums, const uint8_t *window, size_t stride, size_t lines, const uint8_t numbers[8])
{
    const uint8x8_t at = vld1_u8(numbers);
    for (; lines > 0; lines--, window += stride, sums += 4) {
        const uint8x8_t x = lanes_at(window, at);
        vst1_lane_u32((uint32_t *)(void *)sums, vreinterpret_u32_u8(veor_u8(x, vext_u8(x, x, 4))), 0);
    }
}
