/* Products of matrices over GF(16), pairs of columns at a time. The including file defines
 *
 *   PAIR_BYTES                      of a table
 *   MOST_PAIRS                      of columns at a time: 4 or 6
 *   multiply_wide, multiply_narrow  (p, c, a, fresh, table, row): p pairs of columns, 32 or 16 bytes of each vector.
 *                                   Of c the last bytes change, as many as fresh says. row: bytes of a row of tables.
 */

/* All bytes. What is left of a vector shorter than 32 bytes goes by 16. */
INLINE void multiply_pairs(const int p, neosig_tower_vectors c, neosig_tower_vectors a, const uint8_t *table,
                           size_t row, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const size_t left = bytes - done, width = left > 16 && bytes >= 32 ? 32 : 16,
                     fresh = left < width ? left : width, at = done + fresh - width;
        if (width == 32)
            multiply_wide(p, behind(c, at, 0), behind(a, at, 0), fresh, table, row);
        else
            multiply_narrow(p, behind(c, at, 0), behind(a, at, 0), fresh, table, row);
        done += fresh;
    }
}

#define MULTIPLY_PAIRS(p_)                                                                                             \
    case p_:                                                                                                           \
        multiply_pairs(p_, behind(*c, 0, 2 * j), *a, table, row, bytes);                                               \
        break

INLINE void multiply_columns(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const uint8_t *table,
                             size_t bytes)
{
    const size_t count = c->count / 2, row = 16 * count;
    _Static_assert(MOST_PAIRS == 4 || MOST_PAIRS == 6, "a case for each");
    for (size_t j = 0, p; j < count; j += p, table += PAIR_BYTES * p) {
        p = neosig_tower_next_part(count - j, MOST_PAIRS);
        switch (p) {
            MULTIPLY_PAIRS(1);
            MULTIPLY_PAIRS(2);
            MULTIPLY_PAIRS(3);
            MULTIPLY_PAIRS(4);
#if MOST_PAIRS == 6
            MULTIPLY_PAIRS(5);
            MULTIPLY_PAIRS(6);
#endif
        }
    }
}
