/* The tower fields in plain C, by words of eight bytes. A scalar times a vector is a sum over the scalar's bits of the
 * vector's multiples by the basis. A table is the scalar itself. */
#include "core/inline.h"
#include "gf/gf16.h"
#include "gf/polynomial_tables.h"
#include "gf/tower.h"

#include <string.h>

enum basis { TOWER, POLYNOMIAL };

#define REPEAT(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The byte order of words does not matter: no operation moves bits from one byte to another. */
static uint64_t load(const uint8_t *in, size_t bytes)
{
    uint64_t word = 0;
    memcpy(&word, in, bytes < 8 ? bytes : 8);
    return word;
}

static void add(uint8_t *out, size_t bytes, uint64_t word)
{
    word ^= load(out, bytes);
    memcpy(out, &word, bytes < 8 ? bytes : 8);
}

/* These three multiply every element of a word by x, by y and by z. */
static uint64_t times_x(uint64_t a)
{
    return (a >> 1 & REPEAT(0x55)) ^ (a << 1 & REPEAT(0xaa)) ^ (a & REPEAT(0xaa));
}

static uint64_t times_y(uint64_t a)
{
    return times_x(a >> 2 & REPEAT(0x33)) ^ (a << 2 & REPEAT(0xcc)) ^ (a & REPEAT(0xcc));
}

static uint64_t times_z(uint64_t a)
{
    return times_x(times_y(a >> 4 & REPEAT(0x0f))) ^ (a << 4 & REPEAT(0xf0)) ^ (a & REPEAT(0xf0));
}

/* Multiplies every element of a word by x in the polynomial basis. */
static uint64_t times_polynomial_x(unsigned bits, uint64_t a)
{
    if (bits == 4) {
        const uint64_t high = a >> 3 & REPEAT(0x11);
        return (a << 1 & REPEAT(0xee)) ^ high * 3;
    }
    return (a << 1 & REPEAT(0xfe)) ^ (a >> 7 & REPEAT(1)) * 0x1b;
}

static inline void multiples(uint64_t m[8], enum basis basis, unsigned bits, uint64_t a)
{
    m[0] = a;
    if (basis == POLYNOMIAL) {
        for (unsigned i = 1; i < bits; i++)
            m[i] = times_polynomial_x(bits, m[i - 1]);
        return;
    }
    m[1] = times_x(a);
    m[2] = times_y(a);
    m[3] = times_x(m[2]);
    for (unsigned i = 4; i < bits; i++)
        m[i] = times_z(m[i - 4]);
}

static uint64_t scale(const uint64_t m[8], unsigned bits, uint8_t scalar)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < bits; i++)
        sum ^= m[i] & (0 - (uint64_t)(scalar >> i & 1));
    return sum;
}

static inline void make_scalars(unsigned bits, void *tables, const uint8_t *x, size_t count)
{
    uint8_t *out = tables;
    for (size_t i = 0; i < count; i++)
        out[i] = neosig_tower_element(bits, x, i);
}

/* At most eight bytes of c. */
static inline void combine_word(enum basis basis, unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a,
                                size_t stride, const uint8_t *scalars, size_t count)
{
    uint64_t sum = 0, m[8];
    for (size_t k = 0; k < count; k++) {
        multiples(m, basis, bits, load(a + k * stride, bytes));
        sum ^= scale(m, bits, scalars[k]);
    }
    add(c, bytes, sum);
}

static inline void combine(enum basis basis, unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                           const void *scalars, size_t count)
{
    size_t i = 0;
    for (; bytes - i >= 8; i += 8)
        combine_word(basis, bits, c + i, 8, a + i, stride, scalars, count);
    if (i < bytes)
        combine_word(basis, bits, c + i, bytes - i, a + i, stride, scalars, count);
}

static inline void make_pairs(unsigned bits, void *tables, const uint8_t *b, size_t rows, size_t columns,
                              size_t row_step, size_t column_step)
{
    uint8_t *out = tables;
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < columns; j++)
            *out++ = neosig_tower_element(bits, b, k * row_step + j * column_step);
}

static inline void multiply(enum basis basis, unsigned bits, neosig_tower_vectors c, neosig_tower_vectors a,
                            const void *pairs, size_t bytes)
{
    const uint8_t *b = pairs;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t sums[NEOSIG_TOWER_MAX_COLUMNS] = {0}, m[8];
        for (size_t k = 0; k < a.count; k++) {
            multiples(m, basis, bits, load(a.base + a.offsets[k] + i, bytes - i));
            for (size_t j = 0; j < c.count; j++)
                sums[j] ^= scale(m, bits, b[k * c.count + j]);
        }
        for (size_t j = 0; j < c.count; j++)
            add(c.base + c.offsets[j] + i, bytes - i, sums[j]);
    }
}

static inline void scale_all(enum basis basis, unsigned bits, uint8_t *c, const uint8_t *x, size_t bytes,
                             uint8_t scalar)
{
    uint64_t multiple[8];
    for (size_t i = 0; i < bytes; i += 8) {
        multiples(multiple, basis, bits, load(x + i, 8));
        const uint64_t product = scale(multiple, bits, scalar);
        memcpy(c + i, &product, 8);
    }
}

static void transpose_bytes(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    for (size_t i = 0; i < 16; i++)
        for (size_t j = 0; j < 16; j++)
            dst[j * dst_stride + i] = src[i * src_stride + j];
}

static void transpose_nibbles(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    for (size_t i = 0; i < 32; i += 2)
        for (size_t j = 0; j < 16; j++) { /* bytes j of rows i and i + 1 give byte i / 2 of rows 2 j and 2 j + 1 */
            unsigned even = src[i * src_stride + j], odd = src[(i + 1) * src_stride + j];
            dst[2 * j * dst_stride + i / 2] = (uint8_t)((even & 15) | odd << 4);
            dst[(2 * j + 1) * dst_stride + i / 2] = (uint8_t)(even >> 4 | (odd & 0xf0));
        }
}

static void scatter_vartime(uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first,
                            size_t end, size_t bytes)
{
    const size_t stride = neosig_tower_bucket_stride(bytes), used = (bytes + 7) & ~(size_t)7;
    buckets += stride - used;
    for (size_t r = 0; r < n; r++) {
        const uint8_t *vectors = rows[r] + first * bytes - (used - bytes);
        for (size_t t = first; t < end; t++, vectors += bytes) {
            uint8_t *bucket = buckets + b[t] * stride;
            for (size_t i = 0; i < used; i += 8)
                add(bucket + i, 8, load(vectors + i, 8));
        }
    }
}

/* Every byte's image by a linear map, given by those of the nibbles. */
static void map(uint8_t *dst, const uint8_t *src, size_t bytes, const uint8_t images[32])
{
    for (size_t i = 0; i < bytes; i += 8) {
        const size_t some = bytes - i < 8 ? bytes - i : 8;
        const uint64_t word = load(src + i, some);
        uint64_t sum = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            sum ^= (word >> bit & REPEAT(1)) * images[bit / 4 * 16 + (1 << bit % 4)];
        memcpy(dst + i, &sum, some);
    }
}

#include "gf/tower_multiples_body.h"

/* ---- Systems over GF(256) */

static void update(uint8_t *m, size_t stride, const uint8_t *scalars, size_t rows, const uint8_t *four, size_t lanes)
{
    for (size_t lane = 0; lane < lanes; lane += 8) {
        uint64_t multiple[4][8];
        for (size_t i = 0; i < 4; i++)
            multiples(multiple[i], POLYNOMIAL, 8, load(four + i * stride + lane, 8));
        for (size_t r = 0; r < rows; r++) {
            uint64_t sum = 0;
            for (size_t i = 0; i < 4; i++)
                sum ^= scale(multiple[i], 8, scalars[4 * r + i]);
            add(m + r * stride + lane, 8, sum);
        }
    }
}

static neosig_gf16_group lane_is(neosig_gf16_group number)
{
    static const neosig_gf16_group lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (neosig_gf16_group)(lanes == number);
}

static unsigned highest(const neosig_gf16_one_group *found)
{
    unsigned last = 0;
    for (unsigned lane = 0; lane < 16; lane++)
        last ^= (last ^ (lane + 1)) & found->g[0][lane];
    return last;
}

/* Every lane is read, under a mask that is 255 in one. */
static neosig_gf16_group picked(const neosig_gf16_one_group *row, neosig_gf16_group number)
{
    const neosig_gf16_group none = {0};
    return none + neosig_gf16_sum(row->g[0] & lane_is(number));
}

static void pivot_lanes(uint8_t *sums, const uint8_t *window, size_t stride, size_t rows, const uint8_t numbers[8])
{
    const neosig_gf16_group none = {0};
    for (; rows > 0; rows--, window += stride)
        for (size_t j = 0; j < 4; j++)
            *sums++ = neosig_gf16_sum(neosig_gf16_load(window) &
                                      (lane_is(none + numbers[j]) ^ lane_is(none + numbers[4 + j])));
}

static neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    neosig_gf16_group sum = {0};
    for (unsigned bit = 0; bit < 8; bit++, y >>= 1) {
        sum ^= x & -(y & 1);
        x = x << 1 ^ (-(x >> 7) & 0x1b);
    }
    return sum;
}

/* x^254 */
static neosig_gf16_group lane_inverse(neosig_gf16_group x)
{
    neosig_gf16_group power = x; /* x^(2^i - 1) */
    for (unsigned i = 1; i < 7; i++)
        power = lane_product(lane_product(power, power), x);
    return lane_product(power, power);
}

#define LINE_ROWS 1
#include "gf/pivots_body.h"

static const neosig_gf256_kernels solver = {pivots, pivot_lanes, update, dot};

/* The functions of one field in one basis. */
#define FIELD(n, basis, bits_)                                                                                         \
    static void scalars_##n(void *tables, const uint8_t *x, size_t count)                                              \
    {                                                                                                                  \
        make_scalars(bits_, tables, x, count);                                                                         \
    }                                                                                                                  \
    static void combine_##n(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,            \
                            size_t count)                                                                              \
    {                                                                                                                  \
        combine(basis, bits_, c, bytes, a, stride, scalars, count);                                                    \
    }                                                                                                                  \
    static void scale_##n(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)                                  \
    {                                                                                                                  \
        scale_all(basis, SCALE_BITS(basis, bits_), c, x, bytes, scalar);                                               \
    }

#define MATRICES(n, basis, bits_)                                                                                      \
    static void pairs_##n(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step,                \
                          size_t column_step)                                                                          \
    {                                                                                                                  \
        make_pairs(bits_, tables, b, rows, columns, row_step, column_step);                                            \
    }                                                                                                                  \
    static void multiply_##n(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *pairs,          \
                             size_t bytes)                                                                             \
    {                                                                                                                  \
        multiply(basis, bits_, *c, *a, pairs, bytes);                                                                  \
    }

/* In the tower GF(16) is a part of GF(256), so that scale takes any scalar. */
#define SCALE_BITS(basis, bits) ((basis) == TOWER ? 8 : (bits))

FIELD(16, TOWER, 4)
FIELD(256, TOWER, 8)
FIELD(polynomial16, POLYNOMIAL, 4)
FIELD(polynomial256, POLYNOMIAL, 8)
MATRICES(16, TOWER, 4)
MATRICES(256, TOWER, 8)
MATRICES(polynomial16, POLYNOMIAL, 4)

const neosig_tower_kernels neosig_tower_portable = {
    .name = "portable",
    .gf16 = {4, 1, 2, 4, scalars_16, combine_16, NEOSIG_IF_SIGNING(pairs_16), NEOSIG_IF_SIGNING(multiply_16),
             NEOSIG_IF_SIGNING(transpose_nibbles), NULL, scale_16, scatter_vartime, NULL,
             NEOSIG_IF_SIGNING(look_up_vartime)},
    .gf256 = {8, 1, 2, 4, scalars_256, combine_256, NEOSIG_IF_SIGNING(pairs_256), NEOSIG_IF_SIGNING(multiply_256),
              NEOSIG_IF_SIGNING(transpose_bytes), NULL, scale_256, scatter_vartime, NULL,
              NEOSIG_IF_SIGNING(look_up_vartime)},
    .polynomial16 = {4, 1, 2, 4, scalars_polynomial16, combine_polynomial16, pairs_polynomial16, multiply_polynomial16,
                     transpose_nibbles, NULL, scale_polynomial16, scatter_vartime, NULL,
                     NEOSIG_IF_SIGNING(look_up_vartime)},
    .polynomial256 = {8, 1, 2, 4, scalars_polynomial256, combine_polynomial256, NULL, NULL, transpose_bytes,
                      NEOSIG_IF_SIGNING(solver), scale_polynomial256, scatter_vartime, NULL, NULL},
    .map = map,
};
