/* transpose_pairs of the backends with vectors. The file that includes this defines before
 *
 *   pairs_lanes(dst, from, src, pairs, add)
 *
 * It transposes the pair rows at src.at, min(16, src.rows) of them, and writes min(PAIRS_LANES, src.lanes) rows of dst.
 * dst.at and from.at are the lane of the first of these pair rows. pairs: how many pair rows the whole matrix has. */

INLINE void transpose_pairs_of(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src, const int add)
{
    const size_t pairs = src.rows;
    for (size_t c = 0; c < src.lanes; c += PAIRS_LANES) {
        /* The last pair rows first: their low nibbles' excess is overwritten by the first pair rows' high nibbles. */
        for (size_t r = neosig_gf16_round(pairs); r > 0;) {
            r -= 16;
            neosig_gf16_matrix to = dst;
            neosig_gf16_view with = from;
            to.at += r;
            if (add)
                with.at += r;
            pairs_lanes(to, with,
                        (neosig_gf16_pairs_view){src.at + r * src.stride + c, src.stride, pairs - r, src.lanes - c},
                        pairs, add);
        }
        dst.at += PAIRS_LANES * dst.stride;
        if (add)
            from.at += PAIRS_LANES * from.stride;
    }
}

static void transpose_pairs(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src)
{
    if (from.at != NULL)
        transpose_pairs_of(dst, from, src, 1);
    else
        transpose_pairs_of(dst, from, src, 0);
}
