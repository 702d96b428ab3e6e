#include "core/assertion.h"
#include "gf/gf16.h"

void neosig_gf16_unpack(uint8_t *restrict row, const uint8_t *restrict packed, size_t n)
{
    for (size_t i = 0; i < n / 2; i++)
        NEOSIG_LOOP(assigns(i, whole(row)), invariant(i <= n / 2), decreases(n / 2 - i))
    {
        row[2 * i] = packed[i] & 15;
        row[2 * i + 1] = packed[i] >> 4;
    }
    if (n % 2)
        row[n - 1] = packed[n / 2] & 15;
}

void neosig_gf16_pack(uint8_t *restrict packed, const uint8_t *restrict row, size_t n)
{
    for (size_t i = 0; i < n / 2; i++)
        NEOSIG_LOOP(assigns(i, whole(packed)), invariant(i <= n / 2), decreases(n / 2 - i))
    {
        packed[i] = (uint8_t)(row[2 * i] | row[2 * i + 1] << 4);
    }
    if (n % 2)
        packed[n / 2] = row[n - 1];
}

void neosig_gf16_split(neosig_gf16_matrix dst, neosig_gf16_pairs_view src)
{
    const size_t pairs = src.rows;
    uint8_t *low = dst.at, *high = low + pairs * dst.stride;
    if (dst.stride < 16) {
        for (size_t p = 0; p < pairs; p++)
            neosig_gf16_store(low + p * dst.stride, neosig_gf16_load(src.at + p * src.stride) & 15);
        for (size_t p = 0; p < pairs; p++)
            neosig_gf16_store(high + p * dst.stride, neosig_gf16_load(src.at + p * src.stride) >> 4);
        return;
    }
    const uint8_t *from = src.at;
    for (size_t p = pairs; p > 0; p--, from += src.stride, low += dst.stride, high += dst.stride)
        for (size_t i = 0; i < src.lanes; i += 16) {
            neosig_gf16_group x = neosig_gf16_load(from + i);
            neosig_gf16_store(low + i, x & 15);
            neosig_gf16_store(high + i, x >> 4);
        }
    /* If rows are close, the last low row's excess was written over the first high row: its first group once more. */
    if (pairs > 0)
        neosig_gf16_store(dst.at + pairs * dst.stride, neosig_gf16_load(src.at) >> 4);
}

/* Some lengths have a loop of their own, in which the compiler sees constant strides. */
static inline void deinterleave(uint8_t *restrict rows, size_t stride, const uint8_t *restrict src, size_t n,
                                const unsigned length)
{
    for (size_t i = 0; i < n; i++)
        for (unsigned r = 0; r < length; r++)
            rows[r * stride + i] = src[i * length + r];
}

void neosig_gf16_deinterleave(uint8_t *restrict rows, size_t stride, const uint8_t *restrict src, size_t n,
                              unsigned length)
{
    if (length == 2)
        deinterleave(rows, stride, src, n, 2);
    else if (length == 3)
        deinterleave(rows, stride, src, n, 3);
    else if (length == 4)
        deinterleave(rows, stride, src, n, 4);
    else
        deinterleave(rows, stride, src, n, length);
}

static inline void interleave(uint8_t *restrict dst, const uint8_t *restrict rows, size_t stride, size_t n,
                              const unsigned length)
{
    for (size_t i = 0; i < n; i++)
        for (unsigned r = 0; r < length; r++)
            dst[i * length + r] = rows[r * stride + i];
}

void neosig_gf16_interleave(uint8_t *restrict dst, const uint8_t *restrict rows, size_t stride, size_t n,
                            unsigned length)
{
    if (length == 2)
        interleave(dst, rows, stride, n, 2);
    else if (length == 3)
        interleave(dst, rows, stride, n, 3);
    else if (length == 4)
        interleave(dst, rows, stride, n, 4);
    else if (length == 8)
        interleave(dst, rows, stride, n, 8);
    else
        interleave(dst, rows, stride, n, length);
}

void neosig_gf16_multiply_rows(const neosig_gf16_kernels *kernels, neosig_gf16_matrix c, neosig_gf16_factor a,
                               size_t pairs, neosig_gf16_view b, size_t blocks)
{
    enum { LANES = 96 }; /* at a time */
    uint8_t product[4 * LANES];
    const size_t half = c.rows / 2;
    NEOSIG_ASSERT(c.rows % 2 == 0 && pairs >= 1 && pairs <= 4 && pairs <= half);
    for (; blocks > 0; blocks--, b.at += b.rows * b.stride, c.at += c.rows * c.stride)
        for (size_t end = neosig_gf16_round(c.lanes), width; end > 0; end -= width) {
            width = end % LANES != 0 ? end % LANES : LANES;
            uint8_t *low = c.at + end - width, *high = low + half * c.stride;
            kernels->multiply((neosig_gf16_pairs){product, LANES, pairs, width}, a,
                              (neosig_gf16_view){b.at + end - width, b.stride, b.rows, width});
            for (size_t p = 0; p < pairs; p++)
                for (size_t i = 0; i < width; i += 16)
                    neosig_gf16_store(low + p * c.stride + i, neosig_gf16_load(product + p * LANES + i) & 15);
            for (size_t p = 0; p < pairs; p++)
                for (size_t i = 0; i < width; i += 16)
                    neosig_gf16_store(high + p * c.stride + i, neosig_gf16_load(product + p * LANES + i) >> 4);
        }
}

void neosig_gf16_multiply_split(const neosig_gf16_kernels *kernels, neosig_gf16_matrix c, neosig_gf16_factor a,
                                neosig_gf16_view b)
{
    NEOSIG_ASSERT(c.rows % 2 == 0);
    for (size_t left = c.rows / 2, p; left > 0; left -= p, a.at += p, c.at += p * c.stride) {
        p = left <= 4 ? left : left < 8 ? left / 2 : 4;
        kernels->multiply_rows(c, a, p, b, 1);
    }
}
