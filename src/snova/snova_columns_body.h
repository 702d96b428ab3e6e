/* The kernel columns_of_packed, for the backends with vectors. The including file first defines these two functions,
 * which read block rows from byte `at` on. The block rows begin at rows[0], rows[1], ...
 *
 *   columns_2_packed(dst, stride, rows, at)   eight columns of packed 2 x 2 blocks by eight block rows
 *   columns_4_packed(dst, stride, rows, at)   two columns of packed 4 x 4 blocks by four block rows */

/* Makes rows[0], ..., rows[at_once - 1] point to the next block rows, one every step. If fewer are left, the last one
 * is repeated. */
INLINE void row_pointers(const uint8_t *rows[8], const uint8_t *from, size_t step, size_t left, const size_t at_once)
{
    UNROLL for (size_t j = 0; j < at_once; j++) rows[j] = from + (j < left ? j : left - 1) * step;
}

static void columns_of_packed(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    const size_t at_once = b.l == 4 ? 4 : 8, step = b.columns * b.l * b.l / 2;
    for (size_t j = 0; j < b.rows; j += at_once, dst += 16, b.at += at_once * step) {
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
