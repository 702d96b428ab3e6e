/* The kernel columns_of_packed, for the backends with vectors. The file that includes this defines before two
 * functions. Block rows begin at rows[0], rows[1], ..., and are read from byte at on:
 *
 *   columns_2_packed(dst, stride, rows, at)   eight columns of packed 2 x 2 blocks by eight block rows
 *   columns_4_packed(dst, stride, rows, at)   two columns of packed 4 x 4 blocks by four block rows */

/* The next rows, one every step, as many as group says. If only left rows are there, the last one stands for the
 * others.
 */
INLINE void row_pointers(const uint8_t *rows[8], const uint8_t *from, size_t step, size_t left, const size_t group)
{
    UNROLL for (size_t j = 0; j < group; j++) rows[j] = from + (j < left ? j : left - 1) * step;
}

static void columns_of_packed(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    const size_t group = b.l == 4 ? 4 : 8, step = b.columns * b.l * b.l / 2;
    for (size_t j = 0; j < b.rows; j += group, dst += 16, b.at += group * step) {
        const uint8_t *from[8];
        uint8_t *to = dst;
        if (b.l == 4) {
            row_pointers(from, b.at, step, b.rows - j, 4);
            for (size_t at = 0; at < step; at += 16, to += 8 * stride)
                columns_4_packed(to, stride, from, at);
        } else {
            row_pointers(from, b.at, step, b.rows - j, 8);
            for (size_t at = 0; at < step; at += 16, to += 16 * stride)
                columns_2_packed(to, stride, from, at);
        }
    }
}
