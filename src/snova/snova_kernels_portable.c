/* SNOVA's kernels in plain C. */
#include "snova/snova_kernels.h"

static void multiply_picked(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b,
                            const size_t *at, size_t b_step, const uint8_t *numbers, size_t inner, size_t columns,
                            size_t lanes)
{
    for (size_t lane = 0; lane < lanes; lane += 16)
        for (size_t j = 0; j < columns; j++) {
            neosig_gf16_group sum = {0};
            for (size_t k = 0; k < inner; k++) {
                const uint8_t *from = b + at[k] + j * b_step;
                neosig_gf16_group in = {0};
                for (size_t i = 0; i < 16; i++)
                    in[i] = from[numbers[lane + i]];
                sum ^= neosig_gf16_product(neosig_gf16_load(a + k * a_step + lane), in);
            }
            neosig_gf16_store(c + j * c_step + lane, neosig_gf16_reduce(sum));
        }
}

static void add_pairs(uint8_t *sums, const uint8_t *b, size_t b_stride, size_t blocks, unsigned l, size_t lanes)
{
    for (; blocks > 0; blocks--, b += l * b_stride)
        for (unsigned i = 0; i < l; i++)
            for (unsigned j = i + 1; j < l; j++, sums += lanes)
                for (size_t lane = 0; lane < lanes; lane += 16)
                    neosig_gf16_store(sums + lane, neosig_gf16_load(b + i * b_stride + lane) ^
                                                       neosig_gf16_load(b + j * b_stride + lane));
}

static inline void row_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t count, unsigned l,
                                 unsigned shift)
{
    for (size_t k = 0; k < count; k++)
        for (unsigned r = 0; r < l; r++, blocks += l)
            for (unsigned c = 0; c < l; c++)
                dst[r * stride + k * l + c] = blocks[c] >> shift & 15;
}

static void rows_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count, unsigned l,
                           unsigned shift)
{
    for (; rows > 0; rows--, dst += l * stride, blocks += count * l * l)
        row_of_blocks(dst, stride, blocks, count, l, shift);
}

static void rows_of_packed(uint8_t *dst, size_t stride, const uint8_t *packed, size_t first, size_t rows, size_t count,
                           unsigned l)
{
    uint8_t blocks[32 * 25 + 1 + NEOSIG_GF16_SLACK];
    for (; rows > 0; rows--, dst += l * stride, first += count * l * l)
        for (size_t done = 0; done < count; done += 32) {
            size_t n = count - done < 32 ? count - done : 32, at = first + done * l * l;
            neosig_gf16_unpack(blocks, packed + at / 2, at % 2 + n * l * l);
            rows_of_blocks(dst + done * l, stride, blocks + at % 2, 1, n, l, 0);
        }
}

static inline void blocks_of_row(uint8_t *blocks, const uint8_t *src, size_t stride, size_t count, unsigned l)
{
    for (size_t k = 0; k < count; k++)
        for (unsigned r = 0; r < l; r++, blocks += l)
            for (unsigned c = 0; c < l; c++)
                blocks[c] = src[r * stride + k * l + c];
}

static void blocks_of_rows(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t count, unsigned l)
{
    for (; rows > 0; rows--, src += l * stride, blocks += count * l * l)
        blocks_of_row(blocks, src, stride, count, l);
}

const neosig_snova_kernels neosig_snova_portable = {
    .name = "portable",
    .add_pairs = NEOSIG_IF_SIGNING(add_pairs),
    .multiply_picked = multiply_picked,
    .rows_of_blocks = rows_of_blocks,
    .rows_of_packed = rows_of_packed,
    .blocks_of_rows = NEOSIG_IF_SIGNING(blocks_of_rows),
};
