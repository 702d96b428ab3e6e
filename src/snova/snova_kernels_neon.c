/* SNOVA's kernels on NEON. */
#if defined(__aarch64__)
#include "gf/gf16_neon.h"
#include "snova/snova_kernels.h"

#include <string.h>

#ifdef NEOSIG_GF16_EOR3
#define KERNELS neosig_snova_neon_sha3
#else
#define KERNELS neosig_snova_neon
#endif

INLINE void add_two_rows_groups(uint8_t *sums, size_t stride, const uint8_t *b, size_t b_stride, size_t block_rows,
                                const unsigned l, const int N)
{
    for (; block_rows > 0; block_rows--) {
        uint8x16_t x[5][4];
        UNROLL for (unsigned i = 0; i < l; i++) b = load_step(x[i], b, b_stride, N);
        UNROLL for (unsigned i = 0; i < l; i++) UNROLL for (unsigned j = i + 1; j < l; j++, sums += stride)
        {
            uint8x16_t y[4];
            UNROLL for (int n = 0; n < N; n++) y[n] = veorq_u8(x[i][n], x[j][n]);
            store_groups(sums, y, N);
        }
    }
}

INLINE void add_two_rows_of(uint8_t *sums, neosig_gf16_view b, size_t block_rows, const unsigned l)
{
    size_t lane = 0;
    for (; b.lanes - lane >= 64; lane += 64)
        add_two_rows_groups(sums + lane, b.lanes, b.at + lane, b.stride, block_rows, l, 4);
    for (; b.lanes - lane >= 32; lane += 32)
        add_two_rows_groups(sums + lane, b.lanes, b.at + lane, b.stride, block_rows, l, 2);
    if (lane < b.lanes)
        add_two_rows_groups(sums + lane, b.lanes, b.at + lane, b.stride, block_rows, l, 1);
}

static void add_two_rows(uint8_t *sums, neosig_gf16_view b, size_t block_rows)
{
    if (b.rows == 2)
        add_two_rows_of(sums, b, block_rows, 2);
    else if (b.rows == 3)
        add_two_rows_of(sums, b, block_rows, 3);
    else if (b.rows == 4)
        add_two_rows_of(sums, b, block_rows, 4);
    else
        add_two_rows_of(sums, b, block_rows, 5);
}

/* C columns of multiply_picked in 16*G lanes. */
INLINE void picked_step(uint8x16_t *sum, const uint8_t *a, const uint8_t *b, size_t b_step, const uint8x16_t *number,
                        const int C, const int G, const int first)
{
    uint8x16_t x[4];
    load_groups(x, a, G);
    UNROLL for (int j = 0; j < C; j++, b += b_step)
    {
        uint8x16_t y = vld1q_u8(b);
        UNROLL for (int g = 0; g < G; g++) sum[j * G + g] =
            add_product(sum[j * G + g], x[g], vqtbl1q_u8(y, number[g]), first);
    }
}

INLINE void picked_tile(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b, const int C, const int G)
{
    uint8x16_t sum[16], number[4];
    load_groups(number, b.numbers, G);
    picked_step(sum, a.at, b.at + *b.offsets, b.step, number, C, G, 1);
    while (--a.rows > 0)
        picked_step(sum, a.at += a.stride, b.at + *++b.offsets, b.step, number, C, G, 0);
    store_reduced(c.at, c.stride, sum, C, G);
}

INLINE void picked_strip(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b, const int G)
{
    for (; c.rows >= 4 && c.rows != 5; c.rows -= 4, b.at += 4 * b.step, c.at += 4 * c.stride)
        picked_tile(c, a, b, 4, G);
    for (; c.rows >= 3; c.rows -= 3, b.at += 3 * b.step, c.at += 3 * c.stride)
        picked_tile(c, a, b, 3, G);
    if (c.rows == 2)
        picked_tile(c, a, b, 2, G);
    else if (c.rows == 1)
        picked_tile(c, a, b, 1, G);
}

static void multiply_picked(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b)
{
    size_t groups = (c.lanes + 15) / 16;
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            picked_strip(c, a, b, 4);
        else if (n == 3)
            picked_strip(c, a, b, 3);
        else if (n == 2)
            picked_strip(c, a, b, 2);
        else
            picked_strip(c, a, b, 1);
        a.at += 16 * n;
        c.at += 16 * n;
        b.numbers += 16 * n;
        groups -= n;
    }
}

#include "snova/snova_blocks_neon_body.h"

/* ---- Products: for l = 2 two pair rows, for l = 4 eight */

/* Two pair rows of multiply_packed: G times 16 blocks straight from packed bytes, even and odd columns apart until
 * the end; or 8 blocks (G = 0). */
INLINE void packed_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                        size_t rows, const int G)
{
    uint8x16_t sum[2][4];
    const int N = G > 0 ? 2 * G : 1;
    UNROLL for (int n = 0; n < N; n++) sum[0][n] = sum[1][n] = vdupq_n_u8(0);
    _Pragma("GCC unroll 2") for (; rows > 0; rows--, a += 4)
    {
        uint8x16_t x[4][2], t[4]; /* x[2 g + parity of the column][row]; for G = 0, x[0][row] */
        if (G == 0)
            b = eight_blocks(x[0], b, b_stride);
        UNROLL for (int g = 0; g < G; g++) b =
            sixteen_blocks(x[2 * g], x[2 * g + 1], b, g + 1 < G ? 32 : b_stride - 32 * (size_t)(G - 1));
        load_groups(t, a->bytes, 4);
        UNROLL for (int p = 0; p < 2; p++) UNROLL for (int n = 0; n < N; n++) sum[p][n] =
            eor3(sum[p][n], vqtbl1q_u8(t[p], x[n][0]), vqtbl1q_u8(t[2 + p], x[n][1]));
    }
    UNROLL for (int p = 0; p < 2; p++, c += c_stride)
    {
        if (G == 0)
            vst1q_u8(c, veorq_u8(vld1q_u8(c), sum[p][0]));
        UNROLL for (int g = 0; g < G; g++)
        {
            uint8_t *to = c + 32 * g;
            uint8x16_t even = sum[p][2 * g], odd = sum[p][2 * g + 1];
            vst1q_u8(to, veorq_u8(vld1q_u8(to), vzip1q_u8(even, odd)));
            vst1q_u8(to + 16, veorq_u8(vld1q_u8(to + 16), vzip2q_u8(even, odd)));
        }
    }
}

/* Two pair rows of multiply_packed: one or two blocks. Lane 8k + 4r + 2p + c is the product for pair p of element (r,
 * c) of block k. One instruction looks up in all four tables, which are those of (r, p). */
INLINE void packed_end(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                       size_t rows)
{
    static const uint8_t byte[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    static const uint8_t table[16] = {0, 0, 16, 16, 32, 32, 48, 48, 0, 0, 16, 16, 32, 32, 48, 48};
    static const uint8_t lanes_of_pairs[16] = {0, 1, 8, 9, 2, 3, 10, 11};
    const uint8x16_t bytes = vld1q_u8(byte), tables_at = vld1q_u8(table);
    const int8x16_t shifts = vreinterpretq_s8_u16(vdupq_n_u16(0xfc00)); /* 0 and -4 */
    uint8x16_t sum = vdupq_n_u8(0);
    _Pragma("GCC unroll 2") for (; rows > 0; rows--, a += 4)
    {
        uint8x16_t x[1];
        b = load_step(x, b, b_stride, 1);
        uint8x16_t element = vandq_u8(vshlq_u8(vqtbl1q_u8(x[0], bytes), shifts), vdupq_n_u8(15));
        sum = veorq_u8(sum, vqtbl4q_u8(vld1q_u8_x4(a->bytes), vorrq_u8(element, tables_at)));
    }
    sum = veorq_u8(sum, vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(sum)))); /* both rows */
    const uint32x4_t of_pair = vreinterpretq_u32_u8(vqtbl1q_u8(sum, vld1q_u8(lanes_of_pairs)));
    const uint32_t sums[2] = {vgetq_lane_u32(of_pair, 0), vgetq_lane_u32(of_pair, 1)};
    for (int p = 0; p < 2; p++, c += c_stride) {
        uint32_t old;
        memcpy(&old, c, sizeof old);
        old ^= sums[p];
        memcpy(c, &old, sizeof old);
    }
}

/* Two pair rows of multiply_blocks: G times 8 blocks. */
INLINE void blocks_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                        size_t rows, const int G, const unsigned shift)
{
    uint8x16_t sum[2][4];
    UNROLL for (int g = 0; g < G; g++) sum[0][g] = sum[1][g] = vdupq_n_u8(0);
    for (; rows > 0; rows--, a += 4, b += b_stride) {
        uint8x16_t x[4][2], t[4]; /* [group of lanes][row] */
        load_groups(t, a->bytes, 4);
        UNROLL for (int g = 0; g < G; g++)
        {
            uint16x8x2_t y = vld2q_u16((const uint16_t *)(const void *)(b + 32 * g));
            UNROLL for (int r = 0; r < 2; r++) x[g][r] = nibbles(shift, vreinterpretq_u8_u16(y.val[r]));
        }
        UNROLL for (int p = 0; p < 2; p++) UNROLL for (int g = 0; g < G; g++) sum[p][g] =
            eor3(sum[p][g], vqtbl1q_u8(t[p], x[g][0]), vqtbl1q_u8(t[2 + p], x[g][1]));
    }
    UNROLL for (int p = 0; p < 2; p++, c += c_stride)
    {
        uint8x16_t y[4];
        load_groups(y, c, G);
        UNROLL for (int g = 0; g < G; g++) y[g] = veorq_u8(y[g], sum[p][g]);
        store_groups(c, y, G);
    }
}

INLINE void multiply_blocks_2(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, neosig_snova_blocks b,
                              const unsigned shift)
{
    size_t groups = (b.columns + 7) / 8;
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            blocks_tile(c, c_stride, a, b.at, 4 * b.columns, b.rows, 4, shift);
        else if (n == 3)
            blocks_tile(c, c_stride, a, b.at, 4 * b.columns, b.rows, 3, shift);
        else if (n == 2)
            blocks_tile(c, c_stride, a, b.at, 4 * b.columns, b.rows, 2, shift);
        else
            blocks_tile(c, c_stride, a, b.at, 4 * b.columns, b.rows, 1, shift);
        c += 16 * n;
        b.at += 32 * n;
        groups -= n;
    }
}

static void multiply_packed_2(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t rows,
                              size_t count)
{
    const size_t b_stride = 2 * count;
    for (; count > 24; count -= count < 32 ? count : 32, b += 64, c += 64)
        packed_tile(c, c_stride, a, b, b_stride, rows, 2);
    for (; count > 8; count -= count < 16 ? count : 16, b += 32, c += 32)
        packed_tile(c, c_stride, a, b, b_stride, rows, 1);
    if (count > 2)
        packed_tile(c, c_stride, a, b, b_stride, rows, 0);
    else if (count > 0)
        packed_end(c, c_stride, a, b, b_stride, rows);
}

/* The four rows of packed 4 x 4 blocks: 8 blocks, even and odd columns apart (N = 2), or up to 4 in order (N = 1). */
INLINE void rows_of_4(uint8x16_t x[4][2], const uint8_t *packed, const int N)
{
    if (N == 2) {
        uint16x8x4_t y = vld4q_u16((const uint16_t *)(const void *)packed);
        UNROLL for (int r = 0; r < 4; r++)
        {
            x[r][0] = vandq_u8(vreinterpretq_u8_u16(y.val[r]), vdupq_n_u8(15));
            x[r][1] = vshrq_n_u8(vreinterpretq_u8_u16(y.val[r]), 4);
        }
    } else {
        uint16x4x4_t y = vld4_u16((const uint16_t *)(const void *)packed);
        UNROLL for (int r = 0; r < 4; r++) x[r][0] = unpacked_8(vreinterpret_u8_u16(y.val[r]));
    }
}

/* sum += the product of four rows of tables, eight in each, and the four rows x. Returns the address behind the tables
 * that were used. */
INLINE const uint8_t *add_products_4(uint8x16_t sum[8][2], const uint8_t *tables, uint8x16_t x[4][2], const int N)
{
    const uint8_t *next = tables + 16 * 8; /* the tables of the next row */
    UNROLL for (int r = 0; r < 4; r += ROWS)
    {
        UNROLL for (int p = 0; p < 8; p += 4)
        {
            const size_t step = 16 * (size_t)(p == 0 ? 4 : 4 + 8 * (ROWS - 1));
            uint8x16_t t[4], v[4];
            tables = load_step(t, tables, step, 4);
            if (ROWS == 2)
                next = load_step(v, next, step, 4);
            UNROLL for (int q = 0; q < 4; q++) UNROLL for (int n = 0; n < N; n++)
            {
                if (ROWS == 2)
                    sum[p + q][n] = eor3(sum[p + q][n], vqtbl1q_u8(t[q], x[r][n]), vqtbl1q_u8(v[q], x[r + 1][n]));
                else if (N == 1)
                    sum[p + q][n] = veorq_u8(sum[p + q][n], vqtbl1q_u8(t[q], x[r][n]));
                else
                    add_looked_up(&sum[p + q][n], t[q], x[r][n]);
            }
        }
    }
    return tables;
}

/* Eight pair rows of multiply_packed_4: 8 blocks, or up to 4. */
INLINE void packed_tile_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                          size_t rows, const int N)
{
    const uint8_t *tables = a->bytes;
    uint8x16_t sum[8][2];
    UNROLL for (int p = 0; p < 8; p++) sum[p][0] = sum[p][1] = vdupq_n_u8(0);
    for (; rows > 0; rows--, b += b_stride) {
        uint8x16_t x[4][2];
        rows_of_4(x, b, N);
        tables = add_products_4(sum, tables, x, N);
    }
    UNROLL for (int p = 0; p < 8; p++, c += c_stride)
    {
        vst1q_u8(c, veorq_u8(vld1q_u8(c), N == 2 ? vzip1q_u8(sum[p][0], sum[p][1]) : sum[p][0]));
        if (N == 2)
            vst1q_u8(c + 16, veorq_u8(vld1q_u8(c + 16), vzip2q_u8(sum[p][0], sum[p][1])));
    }
}

static void multiply_packed_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t rows,
                              size_t count)
{
    const size_t b_stride = 8 * count;
    for (; count > 4; count -= count < 8 ? count : 8, b += 64, c += 32)
        packed_tile_4(c, c_stride, a, b, b_stride, rows, 2);
    if (count > 0)
        packed_tile_4(c, c_stride, a, b, b_stride, rows, 1);
}

/* Eight pair rows of multiply_blocks for l = 4: N times 4 blocks. */
INLINE void blocks_tile_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                          size_t rows, const int N, const unsigned shift)
{
    const uint8_t *tables = a->bytes;
    uint8x16_t sum[8][2];
    UNROLL for (int p = 0; p < 8; p++) sum[p][0] = sum[p][1] = vdupq_n_u8(0);
    for (; rows > 0; rows--, b += b_stride) {
        uint8x16_t x[4][2];
        UNROLL for (int n = 0; n < N; n++)
        {
            uint32x4x4_t y = vld4q_u32((const uint32_t *)(const void *)(b + 64 * n));
            UNROLL for (int r = 0; r < 4; r++) x[r][n] = nibbles(shift, vreinterpretq_u8_u32(y.val[r]));
        }
        tables = add_products_4(sum, tables, x, N);
    }
    UNROLL for (int p = 0; p < 8; p++, c += c_stride)
    {
        uint8x16_t y[2];
        UNROLL for (int n = 0; n < N; n++) y[n] = vld1q_u8(c + 16 * n);
        UNROLL for (int n = 0; n < N; n++) y[n] = veorq_u8(y[n], sum[p][n]);
        UNROLL for (int n = 0; n < N; n++) vst1q_u8(c + 16 * n, y[n]);
    }
}

INLINE void multiply_blocks_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, neosig_snova_blocks b,
                              const unsigned shift)
{
    const size_t b_stride = 16 * b.columns;
    size_t left = b.columns;
    for (; left > 4; left -= left < 8 ? left : 8, b.at += 128, c += 32)
        blocks_tile_4(c, c_stride, a, b.at, b_stride, b.rows, 2, shift);
    if (left > 0)
        blocks_tile_4(c, c_stride, a, b.at, b_stride, b.rows, 1, shift);
}

static void multiply_packed(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b)
{
    if (b.l == 2)
        multiply_packed_2(c.at, c.stride, a, b.at, b.rows, b.columns);
    else
        multiply_packed_4(c.at, c.stride, a, b.at, b.rows, b.columns);
}

static void multiply_blocks(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b)
{
    if (b.l == 2 && b.shift == 0)
        multiply_blocks_2(c.at, c.stride, a, b, 0);
    else if (b.l == 2)
        multiply_blocks_2(c.at, c.stride, a, b, 4);
    else if (b.shift == 0)
        multiply_blocks_4(c.at, c.stride, a, b, 0);
    else
        multiply_blocks_4(c.at, c.stride, a, b, 4);
}

const neosig_snova_kernels KERNELS = {
#ifdef NEOSIG_GF16_EOR3
    .name = "neon-sha3",
#else
    .name = "neon",
#endif
    .add_two_rows = NEOSIG_IF_SIGNING(add_two_rows),
    .multiply_picked = multiply_picked,
    .rows_of_blocks = rows_of_blocks,
    .rows_of_packed = rows_of_packed,
    .columns_of_blocks = NEOSIG_IF_SIGNING(columns_of_blocks),
    .columns_of_packed = NEOSIG_IF_SIGNING(columns_of_packed),
    .blocks_of_rows = NEOSIG_IF_SIGNING(blocks_of_rows),
    .multiply_sizes = 1 << 2 | 1 << 4,
    .multiply_packed = multiply_packed,
    .multiply_blocks = NEOSIG_IF_SIGNING(multiply_blocks),
};

#endif
