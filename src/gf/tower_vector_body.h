/* What the kernels of the tower fields share on vectors of 16 bytes, which are vec. The including file first defines
 * these functions, and the other kernels of the table at the end.
 *
 *   load, store            16 bytes.
 *   join_low, join_high    of l and h. The low nibble of byte i is the low nibble of byte i of l, its high nibble the
 *                          low nibble of byte i of h. join_high takes the high nibbles of both.
 *   zip_low, zip_high      the bytes of the first halves of two vectors in turn; of their second halves.
 *   last_mask(fresh)       255 in the last bytes of a vector, as many as fresh says; 0 before.
 *   combine, eliminate     kernels of either field. The first argument is the number of bits of an element.
 *   multiply_block         multiply for the first n * COLUMNS vectors of c, of one vec each. Only the bytes of mask are
 *                          changed. n is the second argument, at most MOST_16 or MOST_256. Tables of a row begin
 *                          row_bytes behind those of the row before.
 *
 * It also defines the macros COLUMNS, MOST_16 and MOST_256, and for the table NAME, KERNELS and QUADRATIC. */

/* ---- Matrices */

/* The vectors from number first on, each from byte number at on. */
INLINE neosig_tower_vectors behind(neosig_tower_vectors v, size_t at, size_t first)
{
    return (neosig_tower_vectors){v.base + at, v.offsets + first, v.count - first};
}

#define MULTIPLY_BLOCK(n_)                                                                                             \
    do {                                                                                                               \
        if (n_ <= most)                                                                                                \
            multiply_block(bits, n_, behind(c, at, j), behind(a, at, 0), mask, t, row_bytes);                          \
    } while (0)
#define MULTIPLY_CASE(n_)                                                                                              \
    case n_:                                                                                                           \
        MULTIPLY_BLOCK(n_);                                                                                            \
        break

INLINE void multiply(const int bits, neosig_tower_vectors c, neosig_tower_vectors a, const uint8_t *tables,
                     size_t bytes)
{
    const size_t pair = bits == 4 ? 16 : 48, row_bytes = c.count / 2 * pair, most = bits == 4 ? MOST_16 : MOST_256;
    _Static_assert(MOST_16 <= 8 && MOST_256 <= MOST_16, "a case for each");
    for (size_t j = 0; j < c.count;) {
        const size_t left = (c.count - j) / COLUMNS, blocks = (left + most - 1) / most,
                     n = (left + blocks - 1) / blocks;
        for (size_t done = 0; done < bytes;) {
            const size_t fresh = bytes - done < 16 ? bytes - done : 16, at = done + fresh - 16;
            const vec mask = last_mask(fresh);
            const uint8_t *t = tables + j / 2 * pair;
            switch (n) {
                MULTIPLY_CASE(1);
                MULTIPLY_CASE(2);
                MULTIPLY_CASE(3);
                MULTIPLY_CASE(4);
                MULTIPLY_CASE(5);
                MULTIPLY_CASE(6);
            default:
                /* As two cases, GCC 12 spills sums: key generation of Rainbow I takes 3.6 % more instructions
                 * (neon-sha3). */
                if (n == 7)
                    MULTIPLY_BLOCK(7);
                else
                    MULTIPLY_BLOCK(8);
            }
            done += fresh;
        }
        j += COLUMNS * n;
    }
}

/* ---- Transposition */

/* Four rounds of zipping row i with row i + 8: each moves one bit of the row number into the column number. */
INLINE void transpose_16x16(vec x[16])
{
    UNROLL for (int round = 0; round < 4; round++)
    {
        vec y[16];
        UNROLL for (int i = 0; i < 8; i++)
        {
            y[2 * i] = zip_low(x[i], x[i + 8]);
            y[2 * i + 1] = zip_high(x[i], x[i + 8]);
        }
        UNROLL for (int i = 0; i < 16; i++) x[i] = y[i];
    }
}

static void transpose_256(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    vec x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] = load(src + i * src_stride);
    transpose_16x16(x);
    UNROLL for (size_t i = 0; i < 16; i++) store(dst + i * dst_stride, x[i]);
}

/* Rows 2i and 2i + 1 give their even columns to one matrix of bytes, their odd ones to another. */
static void transpose_16(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    vec x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] =
        join_low(load(src + 2 * i * src_stride), load(src + (2 * i + 1) * src_stride));
    transpose_16x16(x);
    UNROLL for (size_t i = 0; i < 16; i++) store(dst + 2 * i * dst_stride, x[i]);
    UNROLL for (size_t i = 0; i < 16; i++) x[i] =
        join_high(load(src + 2 * i * src_stride), load(src + (2 * i + 1) * src_stride));
    transpose_16x16(x);
    UNROLL for (size_t i = 0; i < 16; i++) store(dst + (2 * i + 1) * dst_stride, x[i]);
}

/* ---- The kernels of each field */

static void combine_16(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count)
{
    combine(4, c, bytes, a, stride, scalars, count);
}

static void combine_256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count)
{
    combine(8, c, bytes, a, stride, scalars, count);
}

static void multiply_16(neosig_tower_vectors c, neosig_tower_vectors a, const void *pairs, size_t bytes)
{
    multiply(4, c, a, pairs, bytes);
}

static void multiply_256(neosig_tower_vectors c, neosig_tower_vectors a, const void *pairs, size_t bytes)
{
    multiply(8, c, a, pairs, bytes);
}

static uint8_t eliminate_16(uint8_t *m, size_t stride, size_t bytes, size_t rows, size_t p, size_t tries)
{
    return eliminate(4, m, stride, bytes, rows, p, tries);
}

static uint8_t eliminate_256(uint8_t *m, size_t stride, size_t bytes, size_t rows, size_t p, size_t tries)
{
    return eliminate(8, m, stride, bytes, rows, p, tries);
}

const neosig_tower_kernels KERNELS = {
    .name = NAME,
    .gf16 = {4, 16, 16, scalars_16, combine_16, NEOSIG_IF_SIGNING(pairs_16), NEOSIG_IF_SIGNING(multiply_16),
             NEOSIG_IF_SIGNING(transpose_16), NEOSIG_IF_SIGNING(eliminate_16), NEOSIG_IF_SIGNING(dot_16), scale_bytes,
             scatter_vartime, QUADRATIC},
    .gf256 = {8, 32, 48, scalars_256, combine_256, NEOSIG_IF_SIGNING(pairs_256), NEOSIG_IF_SIGNING(multiply_256),
              NEOSIG_IF_SIGNING(transpose_256), NEOSIG_IF_SIGNING(eliminate_256), NEOSIG_IF_SIGNING(dot_256),
              scale_bytes, scatter_vartime, QUADRATIC},
};
