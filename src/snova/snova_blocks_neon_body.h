/* Blocks to rows and columns and back, for snova_kernels_neon.c, which first includes gf/gf16_neon.h. The products
 * of that file use sixteen_blocks and eight_blocks, too, and unpacked_8, which nothing here uses. */

INLINE void row_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t count, unsigned l,
                          const unsigned shift)
{
    if (l == 4) {
        for (size_t k = 0; k < count; k += 4, dst += 16, blocks += 64) {
            uint32x4x4_t x = vld4q_u32((const uint32_t *)(const void *)blocks);
            UNROLL for (int r = 0; r < 4; r++)
                vst1q_u8(dst + (size_t)r * stride, nibbles(shift, vreinterpretq_u8_u32(x.val[r])));
        }
    } else if (l == 2) {
        for (size_t k = 0; k < count; k += 8, dst += 16, blocks += 32) {
            uint16x8x2_t x = vld2q_u16((const uint16_t *)(const void *)blocks);
            UNROLL for (int r = 0; r < 2; r++)
                vst1q_u8(dst + (size_t)r * stride, nibbles(shift, vreinterpretq_u8_u16(x.val[r])));
        }
    } else if (l == 3) {
        /* Five blocks at a time: byte 9k + c + 3r goes to lane 3k + c of row r. */
        static const uint8_t index[16] = {0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 28, 29, 36, 37, 38, 255};
        const uint8x16_t at = vld1q_u8(index);
        for (size_t k = 0; k < count; k += 5, dst += 15, blocks += 45) {
            uint8x16x3_t x = {{vld1q_u8(blocks), vld1q_u8(blocks + 16), vld1q_u8(blocks + 32)}};
            UNROLL for (int r = 0; r < 3; r++) vst1q_u8(
                dst + (size_t)r * stride, nibbles(shift, vqtbl3q_u8(x, vaddq_u8(at, vdupq_n_u8((uint8_t)(3 * r))))));
        }
    } else {
        for (size_t k = 0; k < count; k++, dst += 5, blocks += 25)
            UNROLL for (int r = 0; r < 5; r++)
            {
                uint8x8_t x = vld1_u8(blocks + 5 * r); /* five, and what the next block overwrites */
                vst1_u8(dst + (size_t)r * stride, shift == 0 ? vand_u8(x, vdup_n_u8(15)) : vshr_n_u8(x, 4));
            }
    }
}

static void rows_of_blocks(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    for (; b.rows > 0; b.rows--, dst += b.l * stride, b.at += b.columns * b.l * b.l)
        if (b.shift == 0)
            row_of_blocks(dst, stride, b.at, b.columns, b.l, 0);
        else
            row_of_blocks(dst, stride, b.at, b.columns, b.l, 4);
}

INLINE uint8x16_t zip64(uint8x16_t x, uint8x16_t y, const int half)
{
    uint64x2_t a = vreinterpretq_u64_u8(x), b = vreinterpretq_u64_u8(y);
    return vreinterpretq_u8_u64(half ? vzip2q_u64(a, b) : vzip1q_u64(a, b));
}

/* Four columns of 2 x 2 blocks by eight block rows: 32-bit blocks are transposed, then their bytes told apart. */
INLINE void columns_2(uint8_t *dst, size_t stride, const uint8_t *const rows[8], size_t at, const unsigned shift)
{
    uint8x16_t x[2][4]; /* [half of the block rows][block column]: four blocks each */
    UNROLL for (int h = 0; h < 2; h++)
    {
        uint32x4_t r[4];
        UNROLL for (int j = 0; j < 4; j++) r[j] = vreinterpretq_u32_u8(vld1q_u8(rows[4 * h + j] + at));
        UNROLL for (int half = 0; half < 2; half++)
        {
            uint8x16_t even = vreinterpretq_u8_u32(half ? vtrn2q_u32(r[0], r[1]) : vtrn1q_u32(r[0], r[1]));
            uint8x16_t odd = vreinterpretq_u8_u32(half ? vtrn2q_u32(r[2], r[3]) : vtrn1q_u32(r[2], r[3]));
            x[h][half] = zip64(even, odd, 0);
            x[h][half + 2] = zip64(even, odd, 1);
        }
    }
    UNROLL for (int k = 0; k < 4; k++, dst += 2 * stride)
    {
        vst1q_u8(dst, nibbles(shift, vuzp1q_u8(x[0][k], x[1][k])));
        vst1q_u8(dst + stride, nibbles(shift, vuzp2q_u8(x[0][k], x[1][k])));
    }
}

/* One column of 4 x 4 blocks by four block rows. */
INLINE void columns_4(uint8_t *dst, size_t stride, const uint8_t *const rows[4], size_t at, const unsigned shift)
{
    uint8x16_t x[4];
    UNROLL for (int j = 0; j < 4; j++) x[j] = vld1q_u8(rows[j] + at);
    uint8x16_t even[2] = {vuzp1q_u8(x[0], x[1]), vuzp1q_u8(x[2], x[3])};
    uint8x16_t odd[2] = {vuzp2q_u8(x[0], x[1]), vuzp2q_u8(x[2], x[3])};
    vst1q_u8(dst, nibbles(shift, vuzp1q_u8(even[0], even[1])));
    vst1q_u8(dst + stride, nibbles(shift, vuzp1q_u8(odd[0], odd[1])));
    vst1q_u8(dst + 2 * stride, nibbles(shift, vuzp2q_u8(even[0], even[1])));
    vst1q_u8(dst + 3 * stride, nibbles(shift, vuzp2q_u8(odd[0], odd[1])));
}

/* Two columns of packed 4 x 4 blocks by four block rows. */
INLINE void columns_4_packed(uint8_t *dst, size_t stride, const uint8_t *const rows[4], size_t at)
{
    uint8x16_t x[4];
    UNROLL for (int j = 0; j < 4; j++) x[j] = vld1q_u8(rows[j] + at);
    UNROLL for (int k = 0; k < 2; k++, dst += 4 * stride)
    {
        uint8x16_t y[2] = {zip64(x[0], x[1], k), zip64(x[2], x[3], k)};
        uint8x16_t even = vuzp1q_u8(y[0], y[1]), odd = vuzp2q_u8(y[0], y[1]);
        vst1q_u8(dst, nibbles(0, even));
        vst1q_u8(dst + stride, nibbles(4, even));
        vst1q_u8(dst + 2 * stride, nibbles(0, odd));
        vst1q_u8(dst + 3 * stride, nibbles(4, odd));
    }
}

/* Eight columns of packed 2 x 2 blocks by eight block rows: their 16-bit blocks are transposed. */
INLINE void columns_2_packed(uint8_t *dst, size_t stride, const uint8_t *const rows[8], size_t at)
{
    uint16x8_t x[8], y[8];
    UNROLL for (int j = 0; j < 8; j++) x[j] = vreinterpretq_u16_u8(vld1q_u8(rows[j] + at));
    UNROLL for (int j = 0; j < 4; j++)
    {
        y[2 * j] = vtrn1q_u16(x[2 * j], x[2 * j + 1]);
        y[2 * j + 1] = vtrn2q_u16(x[2 * j], x[2 * j + 1]);
    }
    UNROLL for (int j = 0; j < 4; j++) /* blocks j and j + 4 of block rows 0 to 3 and 4 to 7 */
    {
        const int from = j % 2;
        uint32x4_t low[2] = {vreinterpretq_u32_u16(y[from]), vreinterpretq_u32_u16(y[2 + from])};
        uint32x4_t high[2] = {vreinterpretq_u32_u16(y[4 + from]), vreinterpretq_u32_u16(y[6 + from])};
        uint8x16_t a = vreinterpretq_u8_u32(j < 2 ? vtrn1q_u32(low[0], low[1]) : vtrn2q_u32(low[0], low[1]));
        uint8x16_t b = vreinterpretq_u8_u32(j < 2 ? vtrn1q_u32(high[0], high[1]) : vtrn2q_u32(high[0], high[1]));
        UNROLL for (int half = 0; half < 2; half++)
        {
            uint8x16_t blocks = zip64(a, b, half);
            uint8_t *to = dst + (size_t)(2 * j + 8 * half) * stride;
            vst1q_u8(to, nibbles(0, blocks));
            vst1q_u8(to + stride, nibbles(4, blocks));
        }
    }
}

#include "snova/snova_columns_body.h"

INLINE void columns_of_nibbles(uint8_t *dst, size_t stride, neosig_snova_blocks b, const unsigned shift)
{
    const size_t at_once = b.l == 4 ? 4 : 8, step = b.columns * b.l * b.l;
    for (size_t j = 0; j < b.rows; j += at_once, dst += 16, b.at += at_once * step) {
        const uint8_t *from[8];
        uint8_t *to = dst;
        if (b.l == 4) {
            row_pointers(from, b.at, step, b.rows - j, 4);
            for (size_t at = 0; at < step; at += 16, to += 4 * stride)
                columns_4(to, stride, from, at, shift);
        } else {
            row_pointers(from, b.at, step, b.rows - j, 8);
            for (size_t at = 0; at < step; at += 16, to += 8 * stride)
                columns_2(to, stride, from, at, shift);
        }
    }
}

static void columns_of_blocks(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    if (b.shift == 0)
        columns_of_nibbles(dst, stride, b, 0);
    else
        columns_of_nibbles(dst, stride, b, 4);
}

/* For odd l, 15 lanes at a time: five blocks of 3 x 3, 45 elements from 23 bytes, or three of 5 x 5, 75 elements from
 * 38 bytes. The first element is in the low nibble (odd = 0) or the high nibble (odd = 1) of the first byte. */
typedef struct fifteen {
    uint8x16_t byte[5]; /* where lane l k + c of row r, element l l k + l r + c, is found */
    int8x16_t shift[5];
} fifteen;

INLINE fifteen fifteen_from(const int odd, const int l)
{
    static const uint8_t elements[2][16] = {
        {0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 28, 29, 36, 37, 38, 0},
        {0, 1, 2, 3, 4, 25, 26, 27, 28, 29, 50, 51, 52, 53, 54, 0},
    };
    fifteen f;
    UNROLL for (int r = 0; r < l; r++)
    {
        uint8x16_t nibble = vaddq_u8(vld1q_u8(elements[l == 5]), vdupq_n_u8((uint8_t)(l * r + odd)));
        f.byte[r] = vshrq_n_u8(nibble, 1);
        f.shift[r] = vreinterpretq_s8_u8(vandq_u8(vtstq_u8(nibble, vdupq_n_u8(1)), vdupq_n_u8((uint8_t)-4)));
    }
    return f;
}

INLINE void fifteen_lanes(uint8_t *dst, size_t stride, const uint8_t *packed, const fifteen *f, const int l)
{
    uint8x16x2_t x;
    uint8x16x3_t y;
    if (l == 3)
        x = vld1q_u8_x2(packed);
    else
        y = vld1q_u8_x3(packed);
    UNROLL for (int r = 0; r < l; r++)
    {
        uint8x16_t z = l == 3 ? vqtbl2q_u8(x, f->byte[r]) : vqtbl3q_u8(y, f->byte[r]);
        vst1q_u8(dst + (size_t)r * stride, vandq_u8(vshlq_u8(z, f->shift[r]), vdupq_n_u8(15)));
    }
}

INLINE void rows_of_packed_odd(uint8_t *dst, size_t stride, neosig_snova_blocks b, const int l)
{
    const fifteen low = fifteen_from(0, l), high = fifteen_from(1, l);
    const int blocks = 15 / l, elements = 15 * l;
    size_t first = b.shift / 4;
    for (; b.rows > 0; b.rows--, dst += (size_t)l * stride, first += (size_t)(l * l) * b.columns) {
        const uint8_t *from = b.at + first / 2;
        uint8_t *to = dst;
        ptrdiff_t left = (ptrdiff_t)b.columns;
        if (first % 2) {
            fifteen_lanes(to, stride, from, &high, l);
            from += elements / 2 + 1;
            to += 15;
            left -= blocks;
        }
        for (; left > blocks; left -= 2 * blocks, from += elements, to += 30) {
            fifteen_lanes(to, stride, from, &low, l);
            fifteen_lanes(to + 15, stride, from + elements / 2, &high, l);
        }
        if (left > 0)
            fifteen_lanes(to, stride, from, &low, l);
    }
}

/* 32 elements from 16 bytes, in order. */
INLINE uint8_t *unpack_step(uint8_t *to, uint8x16_t packed, size_t step)
{
    return store_step_2(to, vandq_u8(packed, vdupq_n_u8(15)), vshrq_n_u8(packed, 4), step);
}

/* 16 elements from 8 bytes. */
INLINE uint8x16_t unpacked_8(uint8x8_t packed)
{
    uint8x8x2_t z = vzip_u8(vand_u8(packed, vdup_n_u8(15)), vshr_n_u8(packed, 4));
    return vcombine_u8(z.val[0], z.val[1]);
}

static void rows_of_packed_4(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count)
{
    /* A row of a block is two bytes. Eight blocks at a time; at the end four, if no more are left. */
    for (; rows > 0; rows--, dst += 4 * stride, packed += 8 * count) {
        const uint8_t *from = packed;
        uint8_t *to = dst;
        ptrdiff_t left = (ptrdiff_t)count;
        for (; left > 4; left -= 8, from += 64) {
            uint16x8x4_t x = vld4q_u16((const uint16_t *)(const void *)from);
            UNROLL for (int r = 0; r < 4; r++) to =
                unpack_step(to, vreinterpretq_u8_u16(x.val[r]), r < 3 ? stride : 32 - 3 * stride);
        }
        if (left > 0) {
            uint16x4x4_t x = vld4_u16((const uint16_t *)(const void *)from);
            UNROLL for (int r = 0; r < 4; r++, to += stride)
            {
                const uint8x8_t pairs = vreinterpret_u8_u16(x.val[r]);
                const uint8x8x2_t y = {{vand_u8(pairs, vdup_n_u8(15)), vshr_n_u8(pairs, 4)}};
                vst2_u8(to, y);
            }
        }
    }
}

/* For l = 2 a row of a block is one byte. 16 blocks: even and odd columns of each of the two rows. */
INLINE const uint8_t *sixteen_blocks(uint8x16_t even[2], uint8x16_t odd[2], const uint8_t *packed, size_t step)
{
    uint8x16_t x[2];
    packed = load_step_2(x, packed, step);
    UNROLL for (int r = 0; r < 2; r++)
    {
        even[r] = vandq_u8(x[r], vdupq_n_u8(15));
        odd[r] = vshrq_n_u8(x[r], 4);
    }
    return packed;
}

/* 8 blocks: the two rows. */
INLINE const uint8_t *eight_blocks(uint8x16_t row[2], const uint8_t *packed, size_t step)
{
    uint8x16_t x[1];
    packed = load_step(x, packed, step, 1);
    const uint8x16_t even = vandq_u8(x[0], vdupq_n_u8(15)), odd = vshrq_n_u8(x[0], 4);
    row[0] = vtrn1q_u8(even, odd);
    row[1] = vtrn2q_u8(even, odd);
    return packed;
}

static void rows_of_packed_2(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count)
{
    for (; rows > 0; rows--, dst += 2 * stride, packed += 2 * count) {
        const uint8_t *from = packed;
        uint8_t *to = dst;
        ptrdiff_t left = (ptrdiff_t)count;
        for (; left > 8; left -= 16) {
            uint8x16_t even[2], odd[2];
            from = sixteen_blocks(even, odd, from, 32);
            UNROLL for (int r = 0; r < 2; r++) to = store_step_2(to, even[r], odd[r], r < 1 ? stride : 32 - stride);
        }
        if (left > 0) {
            uint8x16_t x[2];
            eight_blocks(x, from, 16);
            vst1q_u8(to, x[0]);
            vst1q_u8(to + stride, x[1]);
        }
    }
}

static void rows_of_packed(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    if (b.l == 4)
        rows_of_packed_4(dst, stride, b.at, b.rows, b.columns);
    else if (b.l == 2)
        rows_of_packed_2(dst, stride, b.at, b.rows, b.columns);
    else if (b.l == 3)
        rows_of_packed_odd(dst, stride, b, 3);
    else
        rows_of_packed_odd(dst, stride, b, 5);
}

INLINE void blocks_of_row(uint8_t *blocks, const uint8_t *src, size_t stride, size_t count, unsigned l)
{
    if (l == 4) {
        for (size_t k = 0; k < count; k += 4, src += 16, blocks += 64) {
            uint32x4x4_t x;
            UNROLL for (int r = 0; r < 4; r++) x.val[r] = vreinterpretq_u32_u8(vld1q_u8(src + (size_t)r * stride));
            vst4q_u32((uint32_t *)(void *)blocks, x);
        }
    } else if (l == 2) {
        for (size_t k = 0; k < count; k += 8, src += 16, blocks += 32) {
            uint16x8x2_t x;
            UNROLL for (int r = 0; r < 2; r++) x.val[r] = vreinterpretq_u16_u8(vld1q_u8(src + (size_t)r * stride));
            vst2q_u16((uint16_t *)(void *)blocks, x);
        }
    } else if (l == 5) {
        for (size_t k = 0; k < count; k++, src += 5, blocks += 25)
            UNROLL for (int r = 0; r < 5; r++) vst1_u8(blocks + 5 * r, vld1_u8(src + (size_t)r * stride));
    } else {
        /* Lane 3k + c of row r goes to byte 9k + 3r + c, five blocks at a time. */
        static const uint8_t index[3][16] = {
            {0, 1, 2, 16, 17, 18, 32, 33, 34, 3, 4, 5, 19, 20, 21, 35},
            {36, 37, 6, 7, 8, 22, 23, 24, 38, 39, 40, 9, 10, 11, 25, 26},
            {27, 41, 42, 43, 12, 13, 14, 28, 29, 30, 44, 45, 46, 255, 255, 255},
        };
        for (size_t k = 0; k < count; k += 5, src += 15, blocks += 45) {
            uint8x16x3_t x = {{vld1q_u8(src), vld1q_u8(src + stride), vld1q_u8(src + 2 * stride)}};
            UNROLL for (int i = 0; i < 3; i++) vst1q_u8(blocks + 16 * i, vqtbl3q_u8(x, vld1q_u8(index[i])));
        }
    }
}

static void blocks_of_rows(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t columns, unsigned l)
{
    for (; rows > 0; rows--, src += l * stride, blocks += columns * l * l)
        blocks_of_row(blocks, src, stride, columns, l);
}
