/* transpose_pairs of the backends with vectors, from pairs_lanes, which makes count rows of it, but no more than
 * PAIRS_LANES, from 16 pair rows, the first left of which are used. */

INLINE void transpose_pairs_of(uint8_t *dst, size_t dst_stride, const uint8_t *from, size_t from_stride,
                               const uint8_t *src, size_t src_stride, size_t pairs, size_t lanes, const int add)
{
    for (size_t c = 0; c < lanes; c += PAIRS_LANES, src += PAIRS_LANES, dst += PAIRS_LANES * dst_stride) {
        /* From the last rows on: the low nibbles' excess lies where high nibbles of the first rows come. */
        for (size_t r = neosig_gf16_round(pairs); r > 0;) {
            r -= 16;
            pairs_lanes(dst + r, dst_stride, add ? from + r : NULL, from_stride, src + r * src_stride, src_stride,
                        pairs, pairs - r, lanes - c, add);
        }
        if (add)
            from += PAIRS_LANES * from_stride;
    }
}

static void transpose_pairs(uint8_t *dst, size_t dst_stride, const uint8_t *from, size_t from_stride,
                            const uint8_t *src, size_t src_stride, size_t pairs, size_t lanes)
{
    if (from != NULL)
        transpose_pairs_of(dst, dst_stride, from, from_stride, src, src_stride, pairs, lanes, 1);
    else
        transpose_pairs_of(dst, dst_stride, NULL, 0, src, src_stride, pairs, lanes, 0);
}
