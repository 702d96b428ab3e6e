/* Transposition of 16 x 16 bytes. The including file first defines vec, load, store, zip_low and zip_high as
 * gf/tower_vector_body.h says. */

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
