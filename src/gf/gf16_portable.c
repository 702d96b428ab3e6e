/* GF(16) kernels in C. multiply, multiply_rows and update multiply 64-bit words of eight elements by tables. tables and
 * transpose go byte by byte. The other kernels are on vectors of 16 bytes, as GCC and Clang have them. The table of a
 * pair p is the four bytes p, x p, x^2 p and x^3 p. Bit plane k of a word has bit k of each element, as a byte 0 or 1.
 * So a word times both scalars of a pair is the sum of four integer products: plane k times byte k. No product has a
 * carry from one byte to the next. */
#include "core/assertion.h"
#include "core/inline.h"
#include "gf/gf16.h"

#include <string.h>

#define PLANE 0x0101010101010101u

static uint64_t load(const uint8_t *p)
{
    uint64_t w;
    memcpy(&w, p, 8);
    return w;
}

static void store(uint8_t *p, uint64_t w)
{
    memcpy(p, &w, 8);
}

/* p times the element x of the field, in both nibbles. */
static uint8_t times_x(uint8_t p)
{
    uint8_t h = p >> 3 & 0x11;
    return (uint8_t)((p << 1 & 0xee) ^ h ^ h << 1);
}

static void tables(neosig_gf16_table *t, const uint8_t *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t p = pairs[i];
        for (size_t bit = 0; bit < 4; bit++, p = times_x(p))
            t[i].bytes[bit] = p;
    }
}

static uint64_t product_of(const neosig_gf16_table *t, const uint64_t plane[4])
{
    return plane[0] * t->bytes[0] ^ plane[1] * t->bytes[1] ^ plane[2] * t->bytes[2] ^ plane[3] * t->bytes[3];
}

static void planes(uint64_t plane[4], uint64_t w)
{
    for (unsigned bit = 0; bit < 4; bit++)
        plane[bit] = w >> bit & PLANE;
}

static void multiply(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b)
{
    for (size_t lane = 0; lane < neosig_gf16_round(c.lanes); lane += 8)
        for (size_t p0 = 0; p0 < c.rows; p0 += 4) {
            size_t n = c.rows - p0 < 4 ? c.rows - p0 : 4;
            uint64_t sum[4] = {0};
            for (size_t r = 0; r < b.rows; r++) {
                uint64_t plane[4];
                planes(plane, load(b.at + r * b.stride + lane));
                for (size_t p = 0; p < n; p++)
                    sum[p] ^= product_of(a.at + r * a.stride + p0 + p, plane);
            }
            for (size_t p = 0; p < n; p++)
                store(c.at + (p0 + p) * c.stride + lane, sum[p]);
        }
}

static void multiply_rows(neosig_gf16_matrix c, neosig_gf16_factor a, size_t pairs, neosig_gf16_view b, size_t blocks)
{
    neosig_gf16_multiply_rows(&neosig_gf16_portable, c, a, pairs, b, blocks);
}

static void update(uint8_t *m, size_t m_stride, const neosig_gf16_table *t, size_t pairs, const uint8_t *pair,
                   size_t lanes)
{
    for (size_t lane = 0; lane < neosig_gf16_round(lanes); lane += 8) {
        uint64_t plane[4][4];
        for (size_t r = 0; r < 4; r++)
            planes(plane[r], load(pair + r / 2 * m_stride + lane) >> r % 2 * 4);
        for (size_t p = 0; p < pairs; p++) {
            uint8_t *to = m + p * m_stride + lane;
            uint64_t sum = load(to);
            for (size_t r = 0; r < 4; r++)
                sum ^= product_of(t + 4 * p + r, plane[r]);
            store(to, sum);
        }
    }
}

static neosig_gf16_group lane_is(neosig_gf16_group number, uint8_t first)
{
    static const neosig_gf16_group lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (neosig_gf16_group)(lanes + first == number);
}

/* Every lane is read, under a mask that is 255 in those of the two numbers. */
static void pivot_lanes(uint8_t *sums, const uint8_t *window, size_t stride, size_t pairs, const uint8_t numbers[8])
{
    neosig_gf16_group mask[4][2];
    for (size_t j = 0; j < 4; j++)
        for (size_t g = 0; g < 2; g++) {
            const neosig_gf16_group none = {0};
            mask[j][g] =
                lane_is(none + numbers[j], (uint8_t)(16 * g)) ^ lane_is(none + numbers[4 + j], (uint8_t)(16 * g));
        }
    for (; pairs > 0; pairs--, window += stride)
        for (size_t j = 0; j < 4; j++)
            *sums++ =
                neosig_gf16_sum((neosig_gf16_load(window) & mask[j][0]) ^ (neosig_gf16_load(window + 16) & mask[j][1]));
}

static unsigned highest(const neosig_gf16_two_groups *found)
{
    unsigned last = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        last ^= (last ^ (lane + 1)) & found->g[lane / 16][lane % 16];
    return last;
}

static neosig_gf16_group picked(const neosig_gf16_two_groups *row, neosig_gf16_group number)
{
    const neosig_gf16_group none = {0};
    return none + neosig_gf16_sum((row->g[0] & lane_is(number, 0)) ^ (row->g[1] & lane_is(number, 16)));
}

static neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    return neosig_gf16_product(x, y);
}

#define LINE_ROWS 2
#include "gf/pivots_body.h"

static void multiply_lanes(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, size_t lanes)
{
    NEOSIG_ASSERT(b.rows >= 1);
    for (size_t lane = 0; lane < lanes; lane += 16)
        for (size_t i = 0; i < a.rows; i++)
            for (size_t j = 0; j < b.columns; j += 4) {
                const size_t n = b.columns - j < 4 ? b.columns - j : 4;
                neosig_gf16_group sum[4] = {{0}};
                for (size_t k = 0; k < b.rows; k++) {
                    neosig_gf16_group x = neosig_gf16_load(a.at + i * a.row_step + k * a.column_step + lane);
                    for (size_t q = 0; q < n; q++)
                        sum[q] ^= neosig_gf16_product(
                            x, neosig_gf16_load(b.at + k * b.row_step + (j + q) * b.column_step + lane));
                }
                for (size_t q = 0; q < n; q++)
                    neosig_gf16_store(c + (i * b.columns + j + q) * c_step + lane, neosig_gf16_reduce(sum[q]));
            }
}

static void transpose(neosig_gf16_matrix dst, neosig_gf16_view src)
{
    for (size_t r = 0; r < src.rows; r++)
        for (size_t c = 0; c < src.lanes; c++)
            dst.at[c * dst.stride + r] = src.at[r * src.stride + c];
}

static void transpose_pairs(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src)
{
    const size_t pairs = src.rows;
    for (size_t c = 0; c < src.lanes; c++, dst.at += dst.stride)
        /* The last pairs first: their low nibbles' excess is overwritten by the first pairs' high nibbles. */
        for (size_t r = neosig_gf16_round(pairs); r > 0;) {
            uint8_t column[16] = {0};
            r -= 16;
            for (size_t i = 0; i < 16 && r + i < pairs; i++)
                column[i] = src.at[(r + i) * src.stride + c];
            neosig_gf16_group low = neosig_gf16_load(column) & 15, high = neosig_gf16_load(column) >> 4;
            if (from.at != NULL) {
                low ^= neosig_gf16_load(from.at + c * from.stride + r);
                high ^= neosig_gf16_load(from.at + c * from.stride + pairs + r);
            }
            neosig_gf16_store(dst.at + r, low);
            neosig_gf16_store(dst.at + pairs + r, high);
        }
}

const neosig_gf16_kernels neosig_gf16_portable = {
    .name = "portable",
    .tables = tables,
    .multiply = multiply,
    .multiply_rows = multiply_rows,
    .pivots = NEOSIG_IF_SIGNING(pivots),
    .pivot_lanes = NEOSIG_IF_SIGNING(pivot_lanes),
    .update = NEOSIG_IF_SIGNING(update),
    .dot = NEOSIG_IF_SIGNING(dot),
    .transpose = transpose,
    .transpose_pairs = transpose_pairs,
    .multiply_lanes = multiply_lanes,
};
