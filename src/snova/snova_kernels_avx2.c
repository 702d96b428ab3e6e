/* SNOVA's kernels on AVX2. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "gf/gf16_avx2.h"
#include "snova/snova_kernels.h"

INLINE void add_two_rows_of(uint8_t *sums, neosig_gf16_view b, size_t block_rows, const size_t l)
{
    for (; block_rows > 0; block_rows--, b.at += l * b.stride, sums += l * (l - 1) / 2 * b.lanes)
        for (size_t end = (b.lanes + 31) / 32 * 32; end > 0; end -= 32) { /* the next rows overwrite the excess */
            const uint8_t *from = b.at + end - 32;
            uint8_t *to = sums + end - 32;
            __m256i x[5];
            UNROLL for (size_t i = 0; i < l; i++, from += b.stride) x[i] = load32(from);
            UNROLL for (size_t i = 0; i < l; i++) UNROLL for (size_t j = i + 1; j < l; j++, to += b.lanes)
                store32(to, _mm256_xor_si256(x[i], x[j]));
        }
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

/* Up to four columns of multiply_picked. */
INLINE void picked_tile(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b, const int C, const int two)
{
    const __m256i number = load_lanes(b.numbers, two);
    __m256i sum[4];
    UNROLL for (int j = 0; j < C; j++) sum[j] = _mm256_setzero_si256();
    for (; a.rows > 0; a.rows--, a.at += a.stride, b.offsets++) {
        const __m256i x = logarithms_of(load_lanes(a.at, two));
        UNROLL for (int j = 0; j < C; j++)
        {
            const __m256i y = _mm256_broadcastsi128_si256(load16(b.at + *b.offsets + (size_t)j * b.step));
            sum[j] = _mm256_xor_si256(sum[j], power_of_sum(x, logarithms_of(_mm256_shuffle_epi8(y, number))));
        }
    }
    UNROLL for (int j = 0; j < C; j++) store_lanes(c.at + (size_t)j * c.stride, sum[j], two);
}

INLINE void picked_strip(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b, const int two)
{
    for (; c.rows >= 4; c.rows -= 4, b.at += 4 * b.step, c.at += 4 * c.stride)
        picked_tile(c, a, b, 4, two);
    for (; c.rows > 0; c.rows--, b.at += b.step, c.at += c.stride)
        picked_tile(c, a, b, 1, two);
}

static void multiply_picked(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b)
{
    size_t lane = 0;
    for (; lane + 16 < c.lanes; lane += 32, c.at += 32, a.at += 32, b.numbers += 32)
        picked_strip(c, a, b, 1);
    if (lane < c.lanes)
        picked_strip(c, a, b, 0);
}

INLINE void row_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t count, unsigned l, unsigned shift)
{
    const __m128i by = _mm_cvtsi32_si128((int)shift);
    if (l == 4) {
        for (size_t k = 0; k < count; k += 4, dst += 16, blocks += 64) {
            __m128i x0 = load16(blocks), x1 = load16(blocks + 16), x2 = load16(blocks + 32), x3 = load16(blocks + 48);
            __m128i y0 = _mm_unpacklo_epi32(x0, x1), y1 = _mm_unpacklo_epi32(x2, x3);
            __m128i y2 = _mm_unpackhi_epi32(x0, x1), y3 = _mm_unpackhi_epi32(x2, x3);
            store16(dst, nibbles(by, _mm_unpacklo_epi64(y0, y1)));
            store16(dst + stride, nibbles(by, _mm_unpackhi_epi64(y0, y1)));
            store16(dst + 2 * stride, nibbles(by, _mm_unpacklo_epi64(y2, y3)));
            store16(dst + 3 * stride, nibbles(by, _mm_unpackhi_epi64(y2, y3)));
        }
    } else if (l == 2) {
        const __m128i even_odd = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
        for (size_t k = 0; k < count; k += 8, dst += 16, blocks += 32) {
            __m128i x = _mm_shuffle_epi8(load16(blocks), even_odd);
            __m128i y = _mm_shuffle_epi8(load16(blocks + 16), even_odd);
            store16(dst, nibbles(by, _mm_unpacklo_epi64(x, y)));
            store16(dst + stride, nibbles(by, _mm_unpackhi_epi64(x, y)));
        }
    } else if (l == 5) {
        for (size_t k = 0; k < count; k++, dst += 5, blocks += 25)
            for (unsigned r = 0; r < 5; r++) /* five, and what the next block overwrites */
                store8(dst + r * stride, nibbles(by, load8(blocks + 5 * r)));
    } else {
        /* Five blocks at a time: byte 9k + 3r + c goes to lane 3k + c of row r. */
        const __m128i first = _mm_setr_epi8(0, 1, 2, 9, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        const __m128i second = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, 0, 1, 2, 9, 10, 11, -1, -1, -1, -1);
        const __m128i third = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, -1);
        for (size_t k = 0; k < count; k += 5, dst += 15, blocks += 45)
            for (unsigned r = 0; r < 3; r++) {
                const uint8_t *from = blocks + 3 * r;
                __m128i x =
                    _mm_or_si128(_mm_shuffle_epi8(load16(from), first), _mm_shuffle_epi8(load16(from + 18), second));
                store16(dst + r * stride, nibbles(by, _mm_or_si128(x, _mm_shuffle_epi8(load16(from + 36), third))));
            }
    }
}

static void rows_of_blocks(uint8_t *dst, size_t stride, neosig_snova_blocks b)
{
    for (; b.rows > 0; b.rows--, dst += b.l * stride, b.at += b.columns * b.l * b.l)
        row_of_blocks(dst, stride, b.at, b.columns, b.l, b.shift);
}

/* The low and the high nibbles of packed bytes, interleaved: 16 elements from 8 bytes of each half. */
INLINE void unpack16(__m128i e[2], __m128i packed)
{
    const __m128i mask = _mm_set1_epi8(15);
    __m128i low = _mm_and_si128(packed, mask), high = _mm_and_si128(_mm_srli_epi16(packed, 4), mask);
    e[0] = _mm_unpacklo_epi8(low, high);
    e[1] = _mm_unpackhi_epi8(low, high);
}

static void rows_of_packed_2(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count)
{
    /* A row of a block is one byte. Those of row 0 of 8 blocks go to the low half, those of row 1 to the high one. */
    const __m128i sort = _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    const __m256i sort2 = _mm256_broadcastsi128_si256(sort), mask = _mm256_set1_epi8(15);
    for (; rows > 0; rows--, dst += 2 * stride, packed += 2 * count) {
        size_t k = 0;
        for (; k + 8 < count; k += 16) {
            __m256i x = _mm256_shuffle_epi8(load32(packed + 2 * k), sort2);
            __m256i low = _mm256_and_si256(x, mask), high = _mm256_and_si256(_mm256_srli_epi16(x, 4), mask);
            store32(dst + 2 * k, _mm256_unpacklo_epi8(low, high));
            store32(dst + stride + 2 * k, _mm256_unpackhi_epi8(low, high));
        }
        if (k < count) {
            __m128i e[2];
            unpack16(e, _mm_shuffle_epi8(load16(packed + 2 * k), sort));
            store16(dst + 2 * k, e[0]);
            store16(dst + stride + 2 * k, e[1]);
        }
    }
}

static void rows_of_packed_4(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count)
{
    /* A row of a block is two bytes. The rows of two blocks are brought together, then those of eight. */
    const __m128i sort = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    for (; rows > 0; rows--, dst += 4 * stride, packed += 8 * count)
        for (size_t k = 0; k < count; k += 8) {
            const uint8_t *from = packed + 8 * k;
            __m128i x[4], y[4];
            UNROLL for (int i = 0; i < 4; i++) x[i] = _mm_shuffle_epi8(load16(from + 16 * i), sort);
            UNROLL for (int i = 0; i < 2; i++)
            {
                y[i] = _mm_unpacklo_epi32(x[2 * i], x[2 * i + 1]);
                y[i + 2] = _mm_unpackhi_epi32(x[2 * i], x[2 * i + 1]);
            }
            x[0] = _mm_unpacklo_epi64(y[0], y[1]);
            x[1] = _mm_unpackhi_epi64(y[0], y[1]);
            x[2] = _mm_unpacklo_epi64(y[2], y[3]);
            x[3] = _mm_unpackhi_epi64(y[2], y[3]);
            UNROLL for (int r = 0; r < 4; r++)
            {
                __m128i e[2];
                uint8_t *to = dst + (size_t)r * stride + 4 * k;
                unpack16(e, x[r]);
                store16(to, e[0]);
                if (count - k > 4)
                    store16(to + 16, e[1]);
            }
        }
}

/* index: numbers of bytes in vectors that follow one another. Returns the indices for a shuffle of one of these
 * vectors, of number `vector`. The shuffle gives 0 where a byte is in another vector. */
INLINE __m128i only(__m128i index, int vector)
{
    __m128i i = _mm_sub_epi8(index, _mm_set1_epi8((char)(16 * vector)));
    return _mm_or_si128(i, _mm_cmpgt_epi8(i, _mm_set1_epi8(15)));
}

/* Index tables of rows_of_packed for odd l. A step makes 15 lanes: from five blocks of 3 x 3, which are 45 elements in
 * 23 bytes, or from three blocks of 5 x 5, which are 75 elements in 38 bytes. The first element is in the low nibble
 * (odd = 0) or the high nibble (odd = 1) of the first byte. Lane l k + c of row r is element l l k + l r + c. */
typedef struct fifteen {
    __m128i part[3][5]; /* in bytes 0 to 15, 16 to 31, 32 to 47 */
    __m128i high[5];
} fifteen;

INLINE fifteen fifteen_from(const int odd, const int l)
{
    const __m128i element = l == 3 ? _mm_setr_epi8(0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 28, 29, 36, 37, 38, 0)
                                   : _mm_setr_epi8(0, 1, 2, 3, 4, 25, 26, 27, 28, 29, 50, 51, 52, 53, 54, 0);
    const __m128i one = _mm_set1_epi8(1);
    fifteen f;
    UNROLL for (int r = 0; r < l; r++)
    {
        __m128i nibble = _mm_add_epi8(element, _mm_set1_epi8((char)(l * r + odd)));
        __m128i byte = _mm_and_si128(_mm_srli_epi16(nibble, 1), _mm_set1_epi8(0x7f));
        UNROLL for (int i = 0; i < 3; i++) f.part[i][r] = only(byte, i);
        f.high[r] = _mm_cmpeq_epi8(_mm_and_si128(nibble, one), one);
    }
    return f;
}

INLINE void fifteen_lanes(uint8_t *dst, size_t stride, const uint8_t *packed, const fifteen *f, const int l)
{
    __m128i x = load16(packed), y = load16(packed + 16), z = load16(packed + 32);
    UNROLL for (int r = 0; r < l; r++)
    {
        __m128i bytes = _mm_or_si128(_mm_shuffle_epi8(x, f->part[0][r]), _mm_shuffle_epi8(y, f->part[1][r]));
        if (l == 5)
            bytes = _mm_or_si128(bytes, _mm_shuffle_epi8(z, f->part[2][r]));
        __m128i e = _mm_blendv_epi8(bytes, _mm_srli_epi16(bytes, 4), f->high[r]);
        store16(dst + (size_t)r * stride, _mm_and_si128(e, _mm_set1_epi8(15)));
    }
}

INLINE void rows_of_packed_odd(uint8_t *dst, size_t stride, neosig_snova_blocks b, const int l)
{
    const fifteen low = fifteen_from(0, l), high = fifteen_from(1, l);
    const size_t n = (size_t)l, blocks = 15 / n;
    size_t first = b.shift / 4;
    for (; b.rows > 0; b.rows--, dst += n * stride, first += n * n * b.columns)
        for (size_t k = 0; k < b.columns; k += blocks) {
            size_t at = first + n * n * k;
            fifteen_lanes(dst + n * k, stride, b.at + at / 2, at % 2 ? &high : &low, l);
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

INLINE void store_nibbles(uint8_t *even, uint8_t *odd, __m128i x)
{
    store16(even, nibbles(_mm_cvtsi32_si128(0), x));
    store16(odd, nibbles(_mm_cvtsi32_si128(4), x));
}

/* Eight columns of packed 2 x 2 blocks by eight block rows: their 16-bit blocks are transposed. */
INLINE void columns_2_packed(uint8_t *dst, size_t stride, const uint8_t *const rows[8], size_t at)
{
    __m128i x[8], y[8];
    UNROLL for (int j = 0; j < 8; j++) x[j] = load16(rows[j] + at);
    /* Three rounds of zipping row i with row i + 4: each moves one bit of the row number into the column number. */
    UNROLL for (int round = 0; round < 3; round++)
    {
        UNROLL for (int i = 0; i < 4; i++)
        {
            y[2 * i] = _mm_unpacklo_epi16(x[i], x[i + 4]);
            y[2 * i + 1] = _mm_unpackhi_epi16(x[i], x[i + 4]);
        }
        UNROLL for (int i = 0; i < 8; i++) x[i] = y[i];
    }
    UNROLL for (int k = 0; k < 8; k++, dst += 2 * stride) store_nibbles(dst, dst + stride, x[k]);
}

/* Two columns of packed 4 x 4 blocks by four block rows. A row of a block has two bytes: columns 0 and 1, then columns
 * 2 and 3. */
INLINE void columns_4_packed(uint8_t *dst, size_t stride, const uint8_t *const rows[4], size_t at)
{
    const __m128i sort = _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    __m128i x[4];
    UNROLL for (int j = 0; j < 4; j++) x[j] = load16(rows[j] + at);
    UNROLL for (int k = 0; k < 2; k++, dst += 4 * stride)
    {
        __m128i y[2];
        UNROLL for (int i = 0; i < 2; i++) y[i] = _mm_shuffle_epi8(
            k ? _mm_unpackhi_epi64(x[2 * i], x[2 * i + 1]) : _mm_unpacklo_epi64(x[2 * i], x[2 * i + 1]), sort);
        store_nibbles(dst, dst + stride, _mm_unpacklo_epi64(y[0], y[1]));
        store_nibbles(dst + 2 * stride, dst + 3 * stride, _mm_unpackhi_epi64(y[0], y[1]));
    }
}

#include "snova/snova_columns_body.h"

/* The four tables of a block row for l = 2: t[p] has the table of pair p and row 0 in the low half, that of row 1 in
 * the high one. */
INLINE void load_halves(__m256i t[2], const neosig_gf16_table *a)
{
    UNROLL for (int p = 0; p < 2; p++) t[p] = _mm256_blend_epi32(load_table(a + p), load_table(a + 2 + p), 0xf0);
}

INLINE __m128i sum_of_halves(__m256i x)
{
    return _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

/* sort holds the indices of bytes in a half of the register: first those of row 0, then those of row 1. The bytes of
 * row 0, from both halves, go to the low half of the result, those of row 1 to the high one. */
INLINE __m256i sorted_rows(const uint8_t *from, __m128i sort)
{
    const __m256i x = _mm256_shuffle_epi8(load32(from), _mm256_broadcastsi128_si256(sort));
    return _mm256_permute4x64_epi64(x, 0xd8);
}

/* Two pair rows of multiply_packed for 16 blocks: even and odd columns apart until the end. */
INLINE void packed_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                        size_t rows)
{
    const __m128i sort = _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    const __m256i mask = _mm256_set1_epi8(15);
    __m256i sum[2][2]; /* [pair][parity of the column] */
    UNROLL for (int i = 0; i < 4; i++) sum[i / 2][i % 2] = _mm256_setzero_si256();
    for (; rows > 0; rows--, a += 4, b += b_stride) {
        __m256i t[2];
        load_halves(t, a);
        const __m256i x = sorted_rows(b, sort);
        const __m256i even = _mm256_and_si256(x, mask), odd = _mm256_and_si256(_mm256_srli_epi16(x, 4), mask);
        UNROLL for (int p = 0; p < 2; p++)
        {
            sum[p][0] = _mm256_xor_si256(sum[p][0], _mm256_shuffle_epi8(t[p], even));
            sum[p][1] = _mm256_xor_si256(sum[p][1], _mm256_shuffle_epi8(t[p], odd));
        }
    }
    UNROLL for (int p = 0; p < 2; p++, c += c_stride)
    {
        const __m128i even = sum_of_halves(sum[p][0]), odd = sum_of_halves(sum[p][1]);
        store16(c, _mm_xor_si128(load16(c), _mm_unpacklo_epi8(even, odd)));
        store16(c + 16, _mm_xor_si128(load16(c + 16), _mm_unpackhi_epi8(even, odd)));
    }
}

/* The same for 32 blocks, whose two rows are alternate bytes. For row r, a load from byte r has the bytes of 16 blocks
 * in even places, and a load from byte 31 + r has those of the other 16 blocks in odd places. */
INLINE void packed_tile_2(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                          size_t rows)
{
    const __m256i mask = _mm256_set1_epi8(15), second = _mm256_set1_epi16((short)0xff00);
    __m256i sum[2][2]; /* [pair][parity of the column] */
    UNROLL for (int i = 0; i < 4; i++) sum[i / 2][i % 2] = _mm256_setzero_si256();
    for (; rows > 0; rows--, a += 4, b += b_stride)
        UNROLL for (int r = 0; r < 2; r++)
        {
            const __m256i x = _mm256_blendv_epi8(load32(b + r), load32(b + 31 + r), second);
            const __m256i even = _mm256_and_si256(x, mask), odd = _mm256_and_si256(_mm256_srli_epi16(x, 4), mask);
            UNROLL for (int p = 0; p < 2; p++)
            {
                const __m256i t = load_table(a + 2 * r + p);
                sum[p][0] = _mm256_xor_si256(sum[p][0], _mm256_shuffle_epi8(t, even));
                sum[p][1] = _mm256_xor_si256(sum[p][1], _mm256_shuffle_epi8(t, odd));
            }
        }
    UNROLL for (int p = 0; p < 2; p++, c += c_stride)
    {
        const __m256i even = sum[p][0], odd = sum[p][1];
        const __m256i x = _mm256_blendv_epi8(even, _mm256_slli_epi16(odd, 8), second);
        const __m256i y = _mm256_blendv_epi8(_mm256_srli_epi16(even, 8), odd, second);
        store32(c, _mm256_xor_si256(load32(c), x));
        store32(c + 32, _mm256_xor_si256(load32(c + 32), y));
    }
}

static void multiply_packed(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b)
{
    const size_t b_stride = 2 * b.columns;
    size_t count = b.columns;
    for (; count > 16; count -= count < 32 ? count : 32, b.at += 64, c.at += 64)
        packed_tile_2(c.at, c.stride, a, b.at, b_stride, b.rows);
    if (count > 0)
        packed_tile(c.at, c.stride, a, b.at, b_stride, b.rows);
}

/* Two pair rows of multiply_blocks: G times 8 blocks. */
INLINE void blocks_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                        size_t rows, __m128i by, const int G)
{
    const __m128i sort = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    __m256i sum[2][4];
    UNROLL for (int g = 0; g < G; g++) sum[0][g] = sum[1][g] = _mm256_setzero_si256();
    for (; rows > 0; rows--, a += 4, b += b_stride) {
        __m256i t[2];
        load_halves(t, a);
        UNROLL for (int g = 0; g < G; g++)
        {
            const __m256i y = _mm256_srl_epi16(sorted_rows(b + 32 * g, sort), by);
            const __m256i x = _mm256_and_si256(y, _mm256_set1_epi8(15));
            UNROLL for (int p = 0; p < 2; p++) sum[p][g] = _mm256_xor_si256(sum[p][g], _mm256_shuffle_epi8(t[p], x));
        }
    }
    UNROLL for (int p = 0; p < 2; p++) UNROLL for (int g = 0; g < G; g++)
    {
        uint8_t *to = c + (size_t)p * c_stride + 16 * g;
        store16(to, _mm_xor_si128(load16(to), sum_of_halves(sum[p][g])));
    }
}

static void multiply_blocks(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b)
{
    const __m128i by = _mm_cvtsi32_si128((int)b.shift);
    const size_t b_stride = 4 * b.columns;
    size_t groups = (b.columns + 7) / 8;
    for (; groups >= 4; groups -= 4, b.at += 128, c.at += 64)
        blocks_tile(c.at, c.stride, a, b.at, b_stride, b.rows, by, 4);
    for (; groups >= 2; groups -= 2, b.at += 64, c.at += 32)
        blocks_tile(c.at, c.stride, a, b.at, b_stride, b.rows, by, 2);
    if (groups > 0)
        blocks_tile(c.at, c.stride, a, b.at, b_stride, b.rows, by, 1);
}

INLINE void blocks_of_row(uint8_t *blocks, const uint8_t *src, size_t stride, size_t count, unsigned l)
{
    if (l == 4) {
        for (size_t k = 0; k < count; k += 4, src += 16, blocks += 64) {
            __m128i x[4], y[4];
            UNROLL for (int r = 0; r < 4; r++) x[r] = load16(src + (size_t)r * stride);
            UNROLL for (int i = 0; i < 2; i++)
            {
                y[i] = _mm_unpacklo_epi32(x[2 * i], x[2 * i + 1]);
                y[i + 2] = _mm_unpackhi_epi32(x[2 * i], x[2 * i + 1]);
            }
            store16(blocks, _mm_unpacklo_epi64(y[0], y[1]));
            store16(blocks + 16, _mm_unpackhi_epi64(y[0], y[1]));
            store16(blocks + 32, _mm_unpacklo_epi64(y[2], y[3]));
            store16(blocks + 48, _mm_unpackhi_epi64(y[2], y[3]));
        }
    } else if (l == 2) {
        for (size_t k = 0; k < count; k += 8, src += 16, blocks += 32) {
            __m128i x = load16(src), y = load16(src + stride);
            store16(blocks, _mm_unpacklo_epi16(x, y));
            store16(blocks + 16, _mm_unpackhi_epi16(x, y));
        }
    } else if (l == 5) {
        for (size_t k = 0; k < count; k++, src += 5, blocks += 25)
            for (unsigned r = 0; r < 5; r++)
                store8(blocks + 5 * r, load8(src + (size_t)r * stride));
    } else {
        /* Lane 3k + c of row r, number 16r + 3k + c here, goes to byte 9k + 3r + c, five blocks at a time. */
        const __m128i index[3] = {
            _mm_setr_epi8(0, 1, 2, 16, 17, 18, 32, 33, 34, 3, 4, 5, 19, 20, 21, 35),
            _mm_setr_epi8(36, 37, 6, 7, 8, 22, 23, 24, 38, 39, 40, 9, 10, 11, 25, 26),
            _mm_setr_epi8(27, 41, 42, 43, 12, 13, 14, 28, 29, 30, 44, 45, 46, -1, -1, -1),
        };
        for (size_t k = 0; k < count; k += 5, src += 15, blocks += 45)
            UNROLL for (int i = 0; i < 3; i++)
            {
                __m128i sum = _mm_setzero_si128();
                UNROLL for (int r = 0; r < 3; r++) sum =
                    _mm_or_si128(sum, _mm_shuffle_epi8(load16(src + (size_t)r * stride), only(index[i], r)));
                store16(blocks + 16 * i, sum);
            }
    }
}

static void blocks_of_rows(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t columns, unsigned l)
{
    for (; rows > 0; rows--, src += l * stride, blocks += columns * l * l)
        blocks_of_row(blocks, src, stride, columns, l);
}

const neosig_snova_kernels neosig_snova_avx2 = {
    .name = "avx2",
    .add_two_rows = NEOSIG_IF_SIGNING(add_two_rows),
    .multiply_picked = multiply_picked,
    .rows_of_blocks = rows_of_blocks,
    .rows_of_packed = rows_of_packed,
    .columns_of_packed = NEOSIG_IF_SIGNING(columns_of_packed),
    .blocks_of_rows = NEOSIG_IF_SIGNING(blocks_of_rows),
    .multiply_sizes = 1 << 2,
    .multiply_packed = multiply_packed,
    .multiply_blocks = NEOSIG_IF_SIGNING(multiply_blocks),
};

NEOSIG_TARGET_END

#endif
