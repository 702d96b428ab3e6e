/* scatter_vartime of the backends with vectors. Each length of Rainbow's vectors has loops of its own: those of classic
 * keys one for each number of rows, the others one for a row. A file that includes this has, to be inlined,
 *
 *     scatter_block(buckets, rows, n, bytes, b, first, end)
 *
 * which does what scatter_vartime does, for constant n and bytes. */
#define SCATTER_PARAMETERS                                                                                             \
    uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first, size_t end

#define SCATTER_CASE(n_, bytes_)                                                                                       \
    case n_:                                                                                                           \
        scatter_block(buckets, rows, n_, bytes_, b, first, end);                                                       \
        break

#define SCATTER_CLASSIC(bytes_)                                                                                        \
    static void scatter_##bytes_(SCATTER_PARAMETERS)                                                                   \
    {                                                                                                                  \
        static_assert(NEOSIG_TOWER_MAX_ROWS == 6, "a case for each number of rows");                                   \
        switch (n) {                                                                                                   \
            SCATTER_CASE(1, bytes_);                                                                                   \
            SCATTER_CASE(2, bytes_);                                                                                   \
            SCATTER_CASE(3, bytes_);                                                                                   \
            SCATTER_CASE(4, bytes_);                                                                                   \
            SCATTER_CASE(5, bytes_);                                                                                   \
            SCATTER_CASE(6, bytes_);                                                                                   \
        }                                                                                                              \
    }

#define SCATTER_OTHER(bytes_)                                                                                          \
    static void scatter_##bytes_(SCATTER_PARAMETERS)                                                                   \
    {                                                                                                                  \
        for (size_t r = 0; r < n; r++)                                                                                 \
            scatter_block(buckets, rows + r, 1, bytes_, b, first, end);                                                \
    }

SCATTER_CLASSIC(32)
SCATTER_CLASSIC(80)
SCATTER_CLASSIC(100)
SCATTER_OTHER(16)
SCATTER_OTHER(36)
SCATTER_OTHER(48)
SCATTER_OTHER(64)

static void scatter_vartime(uint8_t *buckets, const uint8_t *const *rows, size_t n, size_t bytes, const uint8_t *b,
                            size_t first, size_t end)
{
    void (*const scatter)(SCATTER_PARAMETERS) = bytes == 16    ? scatter_16
                                                : bytes == 32  ? scatter_32
                                                : bytes == 36  ? scatter_36
                                                : bytes == 48  ? scatter_48
                                                : bytes == 64  ? scatter_64
                                                : bytes == 80  ? scatter_80
                                                : bytes == 100 ? scatter_100
                                                               : NULL;
    if (scatter != NULL)
        scatter(buckets, rows, n, b, first, end);
    else
        neosig_tower_portable.gf16.scatter_vartime(buckets, rows, n, bytes, b, first, end);
}
