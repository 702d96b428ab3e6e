/* transpose_pairs of the backends with vectors. They have before
 *
 *   pairs_lanes(dst, from, src, pairs, add)
 *
 * for 16 of pairs pair rows, of which src.rows, or all if they are more, are used: the first PAIRS_LANES rows of dst at
 * most, or src.lanes if they are fewer. dst.at and from.at are where the first of these pair rows goes. */

INLINE void transpose_pairs_of(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src, const int add)
{
    const size_t pairs = src.rows;
    for (size_t c = 0; c < src.lanes; c += PAIRS_LANES) {
        /* From the last rows on: the low nibbles' excess lies where high nibbles of the first rows come. */
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
