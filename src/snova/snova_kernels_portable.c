/* SNOVA's kernels in plain C. */
#include "snova/snova_kernels.h"

static void multiply_picked(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b)
{
    for (size_t lane = 0; lane < c.lanes; lane += 16)
        for (size_t j = 0; j < c.rows; j++) {
            neosig_gf16_group sum = {0};
            for (size_t k = 0; k < a.rows; k++) {
                const uint8_t *from = b.at + b.offsets[k] + j * b.step;
                neosig_gf16_group in = {0};
                for (size_t i = 0; i < 16; i++)
                    in[i] = from[b.numbers[lane + i]];
                sum ^= neosig_gf16_product(neosig_gf16_load(a.at + k * a.stride + lane), in);
            }
            neosig_gf16_store(c.at + j * c.stride + lane, neosig_gf16_reduce(sum));
        }
}

static void add_two_rows(uint8_t *sums, neosig_gf16_view b, size_t block_rows)
{
    for (; block_rows > 0; block_rows--, b.at += b.rows * b.stride)
        for (size_t i = 0; i < b.rows; i++)
            for (size_t j = i + 1; j < b.rows; j++, sums += b.lanes)
                for (size_t lane = 0; lane < b.lanes; lane += 16)
                    neosig_gf16_store(sums + lane, neosig_gf16_load(b.at + i * b.stride + lane) ^
                                                       neosig_gf16_load(b.at + j * b.stride + lane));
}

static inline void row_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t count, unsigned l,
                                 unsigned shift)
{
    for (size_t k = 0; k < count; k++)
        for (unsigned r = 0; r < l; r++, blocks += l)
            for (unsigned c = 0; c < l; c++)
                dst[r * stride + k * l + c] = blocks[c] >> shift & 15;
}

static void rows_of_blocks(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    for (; b.rows > 0; b.rows--, dst += b.l * stride, b.at += b.columns * b.l * b.l)
        row_of_blocks(dst, stride, b.at, b.columns, b.l, b.shift);
}

static void rows_of_packed(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    enum { COUNT = 32 }; /* blocks at a time */
    uint8_t elements[COUNT * 25 + 1];
    const size_t block = b.l * b.l;
    size_t first = b.shift / 4;
    for (; b.rows > 0; b.rows--, dst += b.l * stride, first += b.columns * block)
        for (size_t done = 0; done < b.columns; done += COUNT) {
            size_t n = b.columns - done < COUNT ? b.columns - done : COUNT, at = first + done * block;
            neosig_gf16_unpack(elements, b.at + at / 2, at % 2 + n * block);
            row_of_blocks(dst + done * b.l, stride, elements + at % 2, n, b.l, 0);
        }
}

static inline void blocks_of_row(uint8_t *blocks, const uint8_t *src, size_t stride, size_t count, unsigned l)
{
    for (size_t k = 0; k < count; k++)
        for (unsigned r = 0; r < l; r++, blocks += l)
            for (unsigned c = 0; c < l; c++)
                blocks[c] = src[r * stride + k * l + c];
}

static void blocks_of_rows(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t columns, unsigned l)
{
    for (; rows > 0; rows--, src += l * stride, blocks += columns * l * l)
        blocks_of_row(blocks, src, stride, columns, l);
}

const neosig_snova_kernels neosig_snova_portable = {
    .name = "portable",
    .add_two_rows = NEOSIG_IF_SIGNING(add_two_rows),
    .multiply_picked = multiply_picked,
    .rows_of_blocks = rows_of_blocks,
    .rows_of_packed = rows_of_packed,
    .blocks_of_rows = NEOSIG_IF_SIGNING(blocks_of_rows),
};
