/* transpose_pairs of the backends with vectors. The including file first defines the constant PAIRS_LANES and
 *
 *   pairs_lanes(dst, from, src, pairs, add)
 *
 * which transposes min(16, src.rows) pair rows from src.at on to min(PAIRS_LANES, src.lanes) rows of dst. src.rows and
 * src.lanes are what is left of the matrix; pairs is how many pair rows the whole matrix has. dst.at, and from.at if
 * add is set, point at the lane that belongs to the first of these pair rows. */

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
