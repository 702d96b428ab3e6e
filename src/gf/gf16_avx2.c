/* GF(16) kernels on AVX2: as on NEON, with a table broadcast to both halves of a register and PSHUFB for TBL. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "core/inline.h"
#include "gf/gf16.h"

#include <immintrin.h>
#include <string.h>

static __m128i load16(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static void store16(uint8_t *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)p, x);
}

static __m128i load8(const uint8_t *p)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)p);
}

static void store8(uint8_t *p, __m128i x)
{
    _mm_storel_epi64((__m128i *)(void *)p, x);
}

static __m256i load32(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static void store32(uint8_t *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)p, x);
}

static __m256i load_table(const neosig_gf16_table *t)
{
    return _mm256_broadcastsi128_si256(load16(t->bytes));
}

/* Two groups of lanes, or one. */
INLINE __m256i load_lanes(const uint8_t *p, const int two)
{
    return two ? load32(p) : _mm256_castsi128_si256(load16(p));
}

INLINE void store_lanes(uint8_t *p, __m256i x, const int two)
{
    if (two)
        store32(p, x);
    else
        store16(p, _mm256_castsi256_si128(x));
}

static __m256i twice(__m256i p)
{
    __m256i h = _mm256_and_si256(_mm256_srli_epi16(p, 3), _mm256_set1_epi8(0x11));
    __m256i shifted = _mm256_and_si256(_mm256_add_epi8(p, p), _mm256_set1_epi8((char)0xee));
    return _mm256_xor_si256(shifted, _mm256_xor_si256(h, _mm256_add_epi8(h, h)));
}

/* Of both halves. */
INLINE void transpose16(__m256i x[16])
{
    /* Four rounds of zipping row i with row i + 8: each moves one bit of the row number into the column number. */
    UNROLL for (int round = 0; round < 4; round++)
    {
        __m256i y[16];
        UNROLL for (int i = 0; i < 8; i++)
        {
            y[2 * i] = _mm256_unpacklo_epi8(x[i], x[i + 8]);
            y[2 * i + 1] = _mm256_unpackhi_epi8(x[i], x[i + 8]);
        }
        UNROLL for (int i = 0; i < 16; i++) x[i] = y[i];
    }
}

/* Rows of 16 bytes; those of the second half after those of the first, if there are two. */
INLINE void store_halves(uint8_t *dst, size_t stride, const __m256i x[16], const int two)
{
    UNROLL for (size_t i = 0; i < 16; i++) store16(dst + i * stride, _mm256_castsi256_si128(x[i]));
    if (two)
        UNROLL for (size_t i = 0; i < 16; i++) store16(dst + (16 + i) * stride, _mm256_extracti128_si256(x[i], 1));
}

/* One table from the bits of its index: the sum of 2^bit times the pair where the index has that bit. */
static __m128i table_of(uint8_t pair)
{
    const __m128i index = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i p = _mm256_set1_epi8((char)pair);
    __m128i t = _mm_setzero_si128();
    for (int bit = 0; bit < 4; bit++) {
        const __m128i one = _mm_set1_epi8((char)(1 << bit));
        const __m128i has = _mm_cmpeq_epi8(_mm_and_si128(index, one), one);
        t = _mm_xor_si128(t, _mm_and_si128(_mm256_castsi256_si128(p), has));
        p = twice(p);
    }
    return t;
}

/* The tables of 32 pairs, or of 16. */
INLINE void tables_block(neosig_gf16_table *t, const uint8_t *pairs, const int two)
{
    __m256i w[16];
    w[0] = _mm256_setzero_si256();
    w[1] = load_lanes(pairs, two);
    w[2] = twice(w[1]);
    w[4] = twice(w[2]);
    w[8] = twice(w[4]);
    w[3] = _mm256_xor_si256(w[1], w[2]);
    UNROLL for (int x = 5; x < 8; x++) w[x] = _mm256_xor_si256(w[4], w[x - 4]);
    UNROLL for (int x = 9; x < 16; x++) w[x] = _mm256_xor_si256(w[8], w[x - 8]);
    transpose16(w);
    store_halves(t->bytes, sizeof *t, w, two);
}

static void tables(neosig_gf16_table *t, const uint8_t *pairs, size_t count)
{
    for (; count > 16; count -= count < 32 ? count : 32, t += 32, pairs += 32)
        tables_block(t, pairs, 1);
    if (count >= 4) {
        tables_block(t, pairs, 0);
        return;
    }
    for (; count > 0; count--, t++, pairs++)
        store16(t->bytes, table_of(*pairs));
}

/* P pair rows by 32*N lanes of the product, all in registers: P * N <= 12. */
INLINE void tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, size_t a_stride, const uint8_t *b,
                 size_t b_stride, size_t rows, const int P, const int N)
{
    __m256i sum[12];
    UNROLL for (int i = 0; i < P * N; i++) sum[i] = _mm256_setzero_si256();
    for (; rows > 0; rows--, a += a_stride, b += b_stride) {
        __m256i x[4];
        UNROLL for (int n = 0; n < N; n++) x[n] = load32(b + 32 * n);
        UNROLL for (int p = 0; p < P; p++)
        {
            __m256i t = load_table(a + p);
            UNROLL for (int n = 0; n < N; n++) sum[p * N + n] =
                _mm256_xor_si256(sum[p * N + n], _mm256_shuffle_epi8(t, x[n]));
        }
    }
    UNROLL for (int p = 0; p < P; p++) UNROLL for (int n = 0; n < N; n++)
        store32(c + (size_t)p * c_stride + 32 * n, sum[p * N + n]);
}

/* The same for the last 16 lanes. */
INLINE void half_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, size_t a_stride, const uint8_t *b,
                      size_t b_stride, size_t rows, const int P)
{
    __m128i sum[6];
    UNROLL for (int p = 0; p < P; p++) sum[p] = _mm_setzero_si128();
    for (; rows > 0; rows--, a += a_stride, b += b_stride) {
        __m128i x = load16(b);
        UNROLL for (int p = 0; p < P; p++) sum[p] = _mm_xor_si128(sum[p], _mm_shuffle_epi8(load16(a[p].bytes), x));
    }
    UNROLL for (int p = 0; p < P; p++) store16(c + (size_t)p * c_stride, sum[p]);
}

INLINE void strip(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, size_t a_stride, const uint8_t *b,
                  size_t b_stride, size_t rows, size_t lanes, const int P)
{
    const int N = P <= 3 ? 3 : 2;
    size_t groups = (lanes + 15) / 16;
    for (; groups >= 2 * (size_t)N; groups -= 2 * (size_t)N, b += 32 * N, c += 32 * N)
        tile(c, c_stride, a, a_stride, b, b_stride, rows, P, N);
    for (; groups >= 2; groups -= 2, b += 32, c += 32)
        tile(c, c_stride, a, a_stride, b, b_stride, rows, P, 1);
    if (groups)
        half_tile(c, c_stride, a, a_stride, b, b_stride, rows, P);
}

static void multiply(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, size_t a_stride, const uint8_t *b,
                     size_t b_stride, size_t pairs, size_t rows, size_t lanes)
{
    for (size_t strips = (pairs + 5) / 6; strips > 0; strips--) {
        size_t p = (pairs + strips - 1) / strips; /* strips of equal height */
        switch (p) {
        case 1:
            strip(c, c_stride, a, a_stride, b, b_stride, rows, lanes, 1);
            break;
        case 2:
            strip(c, c_stride, a, a_stride, b, b_stride, rows, lanes, 2);
            break;
        case 3:
            strip(c, c_stride, a, a_stride, b, b_stride, rows, lanes, 3);
            break;
        case 4:
            strip(c, c_stride, a, a_stride, b, b_stride, rows, lanes, 4);
            break;
        case 5:
            strip(c, c_stride, a, a_stride, b, b_stride, rows, lanes, 5);
            break;
        case 6:
            strip(c, c_stride, a, a_stride, b, b_stride, rows, lanes, 6);
            break;
        }
        c += p * c_stride;
        a += p;
        pairs -= p;
    }
}

static void multiply_rows(uint8_t *c, size_t c_stride, size_t half, const neosig_gf16_table *a, size_t a_stride,
                          const uint8_t *b, size_t b_stride, size_t pairs, size_t rows, size_t lanes, size_t blocks)
{
    neosig_gf16_multiply_rows(&neosig_gf16_avx2, c, c_stride, half, a, a_stride, b, b_stride, pairs, rows, lanes,
                              blocks);
}

INLINE void add_pairs_of(uint8_t *sums, const uint8_t *b, size_t b_stride, size_t blocks, size_t lanes, const size_t l)
{
    for (; blocks > 0; blocks--, b += l * b_stride, sums += l * (l - 1) / 2 * lanes)
        for (size_t end = (lanes + 31) / 32 * 32; end > 0; end -= 32) { /* the next rows overwrite the excess */
            const uint8_t *from = b + end - 32;
            uint8_t *to = sums + end - 32;
            __m256i x[5];
            UNROLL for (size_t i = 0; i < l; i++, from += b_stride) x[i] = load32(from);
            UNROLL for (size_t i = 0; i < l; i++) UNROLL for (size_t j = i + 1; j < l; j++, to += lanes)
                store32(to, _mm256_xor_si256(x[i], x[j]));
        }
}

static void add_pairs(uint8_t *sums, const uint8_t *b, size_t b_stride, size_t blocks, unsigned l, size_t lanes)
{
    if (l == 2)
        add_pairs_of(sums, b, b_stride, blocks, lanes, 2);
    else if (l == 3)
        add_pairs_of(sums, b, b_stride, blocks, lanes, 3);
    else if (l == 4)
        add_pairs_of(sums, b, b_stride, blocks, lanes, 4);
    else
        add_pairs_of(sums, b, b_stride, blocks, lanes, 5);
}

static void update(uint8_t *m, size_t m_stride, const neosig_gf16_table *t, size_t pairs, const uint8_t *pair,
                   size_t lanes)
{
    size_t groups = (lanes + 15) / 16, g = 0;
    const __m256i fifteen = _mm256_set1_epi8(15);
    for (; g + 2 <= groups; g += 2) {
        __m256i x[4];
        UNROLL for (int p = 0; p < 2; p++)
        {
            const __m256i row = load32(pair + (size_t)p * m_stride + 16 * g);
            x[2 * p] = _mm256_and_si256(row, fifteen);
            x[2 * p + 1] = _mm256_and_si256(_mm256_srli_epi16(row, 4), fifteen);
        }
        uint8_t *to = m + 16 * g;
        for (size_t p = 0; p < pairs; p++, to += m_stride) {
            __m256i sum = load32(to);
            UNROLL for (size_t r = 0; r < 4; r++) sum =
                _mm256_xor_si256(sum, _mm256_shuffle_epi8(load_table(t + 4 * p + r), x[r]));
            store32(to, sum);
        }
    }
    if (g < groups) {
        __m128i x[4];
        UNROLL for (int p = 0; p < 2; p++)
        {
            const __m128i row = load16(pair + (size_t)p * m_stride + 16 * g);
            x[2 * p] = _mm_and_si128(row, _mm256_castsi256_si128(fifteen));
            x[2 * p + 1] = _mm_and_si128(_mm_srli_epi16(row, 4), _mm256_castsi256_si128(fifteen));
        }
        uint8_t *to = m + 16 * g;
        for (size_t p = 0; p < pairs; p++, to += m_stride) {
            __m128i sum = load16(to);
            UNROLL for (size_t r = 0; r < 4; r++) sum =
                _mm_xor_si128(sum, _mm_shuffle_epi8(load16(t[4 * p + r].bytes), x[r]));
            store16(to, sum);
        }
    }
}

/* Of 32 lanes, those that each lane of number says. A shuffle takes an index of four bits, or gives 0 where the highest
 * bit is set. */
INLINE __m128i picked_of(__m128i low, __m128i high, __m128i number)
{
    const __m128i least = _mm_set1_epi8(112);
    __m128i x = _mm_shuffle_epi8(low, _mm_adds_epu8(number, least));
    return _mm_xor_si128(x, _mm_shuffle_epi8(high, _mm_adds_epu8(_mm_sub_epi8(number, _mm_set1_epi8(16)), least)));
}

static void factors(uint8_t *sums, const uint8_t *window, size_t stride, size_t pairs, const uint8_t numbers[8])
{
    const __m128i number = load8(numbers);
    for (; pairs > 0; pairs--, window += stride, sums += 4) {
        __m128i x = picked_of(load16(window), load16(window + 16), number);
        const int32_t four = _mm_cvtsi128_si32(_mm_xor_si128(x, _mm_srli_si128(x, 4)));
        memcpy(sums, &four, sizeof four);
    }
}

INLINE unsigned highest(const neosig_gf16_groups *found)
{
    const unsigned low = (unsigned)_mm_movemask_epi8((__m128i)found->g[0]);
    const unsigned high = (unsigned)_mm_movemask_epi8((__m128i)found->g[1]);
    return 63 - (unsigned)__builtin_clzll((uint64_t)high << 17 | low << 1 | 1);
}

INLINE neosig_gf16_group picked(const neosig_gf16_groups *row, neosig_gf16_group number)
{
    return (neosig_gf16_group)picked_of((__m128i)row->g[0], (__m128i)row->g[1], (__m128i)number);
}

/* Products of two elements are sums of logarithms to the base x. That of 0 is one that every sum leaves above 127, of
 * which a shuffle makes 0. */
static const uint8_t logarithms[16] = {192, 0, 1, 4, 2, 8, 5, 10, 3, 14, 9, 7, 6, 13, 11, 12};
static const uint8_t powers[16] = {1, 2, 4, 8, 3, 6, 12, 11, 5, 10, 7, 14, 15, 13, 9, 1};

INLINE __m256i logarithms_of(__m256i x)
{
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(logarithms)), x);
}

/* x^(a + b), a and b being logarithms: sums from 15 on less 15. */
INLINE __m256i power_of_sum(__m256i a, __m256i b)
{
    const __m256i sum = _mm256_adds_epu8(a, b);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(powers)),
                               _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15))));
}

INLINE neosig_gf16_group product(neosig_gf16_group x, neosig_gf16_group y)
{
    const __m256i a = logarithms_of(_mm256_castsi128_si256((__m128i)x));
    const __m256i b = logarithms_of(_mm256_castsi128_si256((__m128i)y));
    return (neosig_gf16_group)_mm256_castsi256_si128(power_of_sum(a, b));
}

#include "gf/gf16_pivots.h"

INLINE void transpose_block(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride, const int two)
{
    __m256i x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] = load_lanes(src + i * src_stride, two);
    transpose16(x);
    store_halves(dst, dst_stride, x, two);
}

static void transpose(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride, size_t rows,
                      size_t columns)
{
    for (size_t r = 0; r < rows; r += 16) {
        size_t c = 0;
        for (; c + 16 < columns; c += 32)
            transpose_block(dst + c * dst_stride + r, dst_stride, src + r * src_stride + c, src_stride, 1);
        if (c < columns)
            transpose_block(dst + c * dst_stride + r, dst_stride, src + r * src_stride + c, src_stride, 0);
    }
}

/* count rows of transpose_pairs, 16 at the most or 32 if there are two halves, from 16 pair rows, of which only left
 * count. */
INLINE void pairs_block(uint8_t *to, size_t stride, const uint8_t *from, size_t from_stride, const uint8_t *src,
                        size_t src_stride, size_t pairs, size_t left, size_t count, const int two, const int add)
{
    const __m128i used = (__m128i)neosig_gf16_below(left), nibble = _mm_set1_epi8(15);
    const __m128i mask = add ? _mm_and_si128(used, nibble) : nibble;
    __m256i x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] = load_lanes(src + i * src_stride, two);
    transpose16(x);
    for (int half = 0; half <= two; half++)
        UNROLL for (size_t i = 0; i < 16; i++, to += stride)
        {
            if (16 * (size_t)half + i >= count)
                return;
            __m128i y = half ? _mm256_extracti128_si256(x[i], 1) : _mm256_castsi256_si128(x[i]);
            __m128i low = _mm_and_si128(y, mask), high = _mm_and_si128(_mm_srli_epi16(y, 4), mask);
            if (add) {
                low = _mm_xor_si128(low, load16(from));
                high = _mm_xor_si128(high, load16(from + pairs));
                from += from_stride;
            }
            store16(to, low);
            store16(to + pairs, high);
        }
}

enum { PAIRS_LANES = 32 };

INLINE void pairs_lanes(uint8_t *to, size_t stride, const uint8_t *from, size_t from_stride, const uint8_t *src,
                        size_t src_stride, size_t pairs, size_t left, size_t count, const int add)
{
    if (count > 16)
        pairs_block(to, stride, from, from_stride, src, src_stride, pairs, left, count, 1, add);
    else
        pairs_block(to, stride, from, from_stride, src, src_stride, pairs, left, count, 0, add);
}

#include "gf/gf16_pairs.h"

/* Up to four columns of one row of multiply_lanes. */
INLINE void lanes_tile(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_column, const uint8_t *b, size_t b_step,
                       size_t b_row, size_t inner, const int C, const int two)
{
    __m256i sum[4];
    UNROLL for (int j = 0; j < C; j++) sum[j] = _mm256_setzero_si256();
    for (; inner > 0; inner--, a += a_column, b += b_row) {
        const __m256i x = logarithms_of(load_lanes(a, two));
        UNROLL for (int j = 0; j < C; j++) sum[j] =
            _mm256_xor_si256(sum[j], power_of_sum(x, logarithms_of(load_lanes(b + (size_t)j * b_step, two))));
    }
    UNROLL for (int j = 0; j < C; j++) store_lanes(c + (size_t)j * c_step, sum[j], two);
}

INLINE void lanes_strip(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_row, size_t a_column, const uint8_t *b,
                        size_t b_step, size_t rows, size_t inner, size_t columns, const int two)
{
    const size_t b_row = columns * b_step;
    for (; rows > 0; rows--, a += a_row) {
        const uint8_t *from = b;
        size_t left = columns;
        for (; left >= 4; left -= 4, from += 4 * b_step, c += 4 * c_step)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 4, two);
        for (; left > 0; left--, from += b_step, c += c_step)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 1, two);
    }
}

static void multiply_lanes(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_row, size_t a_column, const uint8_t *b,
                           size_t b_step, size_t rows, size_t inner, size_t columns, size_t lanes)
{
    size_t lane = 0;
    for (; lane + 16 < lanes; lane += 32)
        lanes_strip(c + lane, c_step, a + lane, a_row, a_column, b + lane, b_step, rows, inner, columns, 1);
    if (lane < lanes)
        lanes_strip(c + lane, c_step, a + lane, a_row, a_column, b + lane, b_step, rows, inner, columns, 0);
}

/* Up to four columns of multiply_picked. */
INLINE void picked_tile(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b, const size_t *at,
                        size_t b_step, __m256i numbers, size_t inner, const int C, const int two)
{
    __m256i sum[4];
    UNROLL for (int j = 0; j < C; j++) sum[j] = _mm256_setzero_si256();
    for (; inner > 0; inner--, a += a_step, at++) {
        const __m256i x = logarithms_of(load_lanes(a, two));
        UNROLL for (int j = 0; j < C; j++)
        {
            const __m256i y = _mm256_broadcastsi128_si256(load16(b + *at + (size_t)j * b_step));
            sum[j] = _mm256_xor_si256(sum[j], power_of_sum(x, logarithms_of(_mm256_shuffle_epi8(y, numbers))));
        }
    }
    UNROLL for (int j = 0; j < C; j++) store_lanes(c + (size_t)j * c_step, sum[j], two);
}

INLINE void picked_strip(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b, const size_t *at,
                         size_t b_step, const uint8_t *numbers, size_t inner, size_t columns, const int two)
{
    const __m256i number = load_lanes(numbers, two);
    for (; columns >= 4; columns -= 4, b += 4 * b_step, c += 4 * c_step)
        picked_tile(c, c_step, a, a_step, b, at, b_step, number, inner, 4, two);
    for (; columns > 0; columns--, b += b_step, c += c_step)
        picked_tile(c, c_step, a, a_step, b, at, b_step, number, inner, 1, two);
}

static void multiply_picked(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b,
                            const size_t *at, size_t b_step, const uint8_t *numbers, size_t inner, size_t columns,
                            size_t lanes)
{
    size_t lane = 0;
    for (; lane + 16 < lanes; lane += 32)
        picked_strip(c + lane, c_step, a + lane, a_step, b, at, b_step, numbers + lane, inner, columns, 1);
    if (lane < lanes)
        picked_strip(c + lane, c_step, a + lane, a_step, b, at, b_step, numbers + lane, inner, columns, 0);
}

/* The low (by 0) or the high nibbles (4). */
INLINE __m128i nibbles(__m128i by, __m128i x)
{
    return _mm_and_si128(_mm_srl_epi16(x, by), _mm_set1_epi8(15));
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
        /* Five blocks at a time: byte 9k + c of row r's share goes to lane 3k + c. */
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

static void rows_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count, unsigned l,
                           unsigned shift)
{
    for (; rows > 0; rows--, dst += l * stride, blocks += count * l * l)
        row_of_blocks(dst, stride, blocks, count, l, shift);
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
    /* A block row is one byte: those of row 0 of 8 blocks to the low half, of row 1 to the high one. */
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
    /* A block row is two bytes: two blocks by rows, then eight. */
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

/* A shuffle's index into vector number vector of several, all others out of reach. */
INLINE __m128i only(__m128i index, int vector)
{
    __m128i i = _mm_sub_epi8(index, _mm_set1_epi8((char)(16 * vector)));
    return _mm_or_si128(i, _mm_cmpgt_epi8(i, _mm_set1_epi8(15)));
}

/* For odd l, 15 lanes at a time: five blocks of 3 x 3, 45 elements from 23 bytes, or three of 5 x 5, 75 elements from
 * 38 bytes, which begin in the low (0) or the high nibble (1) of the first byte: where lane l k + c of row r, element
 * l l k + l r + c, is found. */
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

INLINE void rows_of_packed_odd(uint8_t *dst, size_t stride, const uint8_t *packed, size_t first, size_t rows,
                               size_t count, const int l)
{
    const fifteen low = fifteen_from(0, l), high = fifteen_from(1, l);
    const size_t n = (size_t)l, blocks = 15 / n;
    for (; rows > 0; rows--, dst += n * stride, first += n * n * count)
        for (size_t k = 0; k < count; k += blocks) {
            size_t at = first + n * n * k;
            fifteen_lanes(dst + n * k, stride, packed + at / 2, at % 2 ? &high : &low, l);
        }
}

static void rows_of_packed(uint8_t *dst, size_t stride, const uint8_t *packed, size_t first, size_t rows, size_t count,
                           unsigned l)
{
    if (l == 4)
        rows_of_packed_4(dst, stride, packed + first / 2, rows, count);
    else if (l == 2)
        rows_of_packed_2(dst, stride, packed + first / 2, rows, count);
    else if (l == 3)
        rows_of_packed_odd(dst, stride, packed, first, rows, count, 3);
    else
        rows_of_packed_odd(dst, stride, packed, first, rows, count, 5);
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

/* Two columns of packed 4 x 4 blocks by four block rows: of a row, the first byte has columns 0 and 1, the second 2
 * and 3. */
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

#include "gf/gf16_columns.h"

/* The tables of a row of 2 x 2 blocks, four: those of each pair for row 0 in the low half, for row 1 in the high one.
 */
INLINE void load_halves(__m256i t[2], const neosig_gf16_table *a)
{
    UNROLL for (int p = 0; p < 2; p++) t[p] = _mm256_blend_epi32(load_table(a + p), load_table(a + 2 + p), 0xf0);
}

INLINE __m128i sum_of_halves(__m256i x)
{
    return _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

/* Of each half, the bytes that sort says for row 0 to the low half of the whole, those for row 1 to the high one. */
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

/* The same for 32 blocks: of two registers of them, loads one byte apart bring the bytes of one row together, those of
 * the second between those of the first. */
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

static void multiply_packed(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t rows,
                            size_t count)
{
    const size_t b_stride = 2 * count;
    for (; count > 16; count -= count < 32 ? count : 32, b += 64, c += 64)
        packed_tile_2(c, c_stride, a, b, b_stride, rows);
    if (count > 0)
        packed_tile(c, c_stride, a, b, b_stride, rows);
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

static void multiply_blocks(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *blocks, size_t rows,
                            size_t count, unsigned shift)
{
    const __m128i by = _mm_cvtsi32_si128((int)shift);
    const size_t b_stride = 4 * count;
    size_t groups = (count + 7) / 8;
    for (; groups >= 4; groups -= 4, blocks += 128, c += 64)
        blocks_tile(c, c_stride, a, blocks, b_stride, rows, by, 4);
    for (; groups >= 2; groups -= 2, blocks += 64, c += 32)
        blocks_tile(c, c_stride, a, blocks, b_stride, rows, by, 2);
    if (groups > 0)
        blocks_tile(c, c_stride, a, blocks, b_stride, rows, by, 1);
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

static void blocks_of_rows(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t count, unsigned l)
{
    for (; rows > 0; rows--, src += l * stride, blocks += count * l * l)
        blocks_of_row(blocks, src, stride, count, l);
}

const neosig_gf16_kernels neosig_gf16_avx2 = {
    .name = "avx2",
    .tables = tables,
    .multiply = multiply,
    .multiply_rows = multiply_rows,
    .add_pairs = NEOSIG_IF_SIGNING(add_pairs),
    .pivots = NEOSIG_IF_SIGNING(pivots),
    .factors = NEOSIG_IF_SIGNING(factors),
    .update = NEOSIG_IF_SIGNING(update),
    .dot = NEOSIG_IF_SIGNING(dot),
    .transpose = transpose,
    .transpose_pairs = transpose_pairs,
    .multiply_lanes = multiply_lanes,
    .multiply_picked = multiply_picked,
    .rows_of_blocks = rows_of_blocks,
    .rows_of_packed = rows_of_packed,
    .columns_of_packed = columns_of_packed,
    .blocks_of_rows = NEOSIG_IF_SIGNING(blocks_of_rows),
    .multiply_packed = multiply_packed,
    .multiply_blocks = NEOSIG_IF_SIGNING(multiply_blocks),
};

NEOSIG_TARGET_END

#endif
