/* scatter_vartime of the backends with vectors. Each length of Rainbow's and UOV's vectors has a function of its own,
 * SCATTER(length); the portable kernel takes other lengths. Sums are the same in both fields. If SCATTER_LINKAGE is
 * static, the including file defines these functions; if it is extern, assembly does. */
#define SCATTER_PARAMETERS                                                                                             \
    uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first, size_t end

SCATTER_LINKAGE void SCATTER(16)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(32)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(36)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(45)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(48)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(64)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(72)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(80)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(96)(SCATTER_PARAMETERS);
SCATTER_LINKAGE void SCATTER(100)(SCATTER_PARAMETERS);

static void scatter_vartime(uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first,
                            size_t end, size_t bytes)
{
    /* Lengths of Rainbow's classic public keys first: verification with these makes many short calls. */
    if (bytes == 100)
        SCATTER(100)(buckets, rows, n, b, first, end);
    else if (bytes == 80)
        SCATTER(80)(buckets, rows, n, b, first, end);
    else if (bytes == 32)
        SCATTER(32)(buckets, rows, n, b, first, end);
    else if (bytes == 16)
        SCATTER(16)(buckets, rows, n, b, first, end);
    else if (bytes == 45)
        SCATTER(45)(buckets, rows, n, b, first, end);
    else if (bytes == 72)
        SCATTER(72)(buckets, rows, n, b, first, end);
    else if (bytes == 96)
        SCATTER(96)(buckets, rows, n, b, first, end);
    else if (bytes == 36)
        SCATTER(36)(buckets, rows, n, b, first, end);
    else if (bytes == 48)
        SCATTER(48)(buckets, rows, n, b, first, end);
    else if (bytes == 64)
        SCATTER(64)(buckets, rows, n, b, first, end);
    else
        neosig_tower_portable.gf16.scatter_vartime(buckets, rows, n, b, first, end, bytes);
}
