/* GF(16) kernels on AVX2. Products by tables are as on NEON, with a table broadcast to both halves of a register and
 * PSHUFB for TBL. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "core/assertion.h"
#include "gf/gf16_avx2.h"

/* p times the element x of the field, in both nibbles. */
static __m256i times_x(__m256i p)
{
    __m256i h = _mm256_and_si256(_mm256_srli_epi16(p, 3), _mm256_set1_epi8(0x11));
    __m256i shifted = _mm256_and_si256(_mm256_add_epi8(p, p), _mm256_set1_epi8((char)0xee));
    return _mm256_xor_si256(shifted, _mm256_xor_si256(h, _mm256_add_epi8(h, h)));
}

/* Transposes both halves: 16 rows of 16 bytes in each. */
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

/* Stores rows of 16 bytes: those of the first half, then, if there are two halves, those of the second. */
INLINE void store_halves(uint8_t *dst, size_t stride, const __m256i x[16], const int two)
{
    UNROLL for (size_t i = 0; i < 16; i++) store16(dst + i * stride, _mm256_castsi256_si128(x[i]));
    if (two)
        UNROLL for (size_t i = 0; i < 16; i++) store16(dst + (16 + i) * stride, _mm256_extracti128_si256(x[i], 1));
}

/* The table of one pair. Entry i is the sum, over the bits of i, of x^bit times the pair. */
static __m128i table_of(uint8_t pair)
{
    const __m128i index = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i p = _mm256_set1_epi8((char)pair);
    __m128i t = _mm_setzero_si128();
    for (int bit = 0; bit < 4; bit++) {
        const __m128i one = _mm_set1_epi8((char)(1 << bit));
        const __m128i has = _mm_cmpeq_epi8(_mm_and_si128(index, one), one);
        t = _mm_xor_si128(t, _mm_and_si128(_mm256_castsi256_si128(p), has));
        p = times_x(p);
    }
    return t;
}

/* The tables of 32 pairs, or of 16. */
INLINE void tables_block(neosig_gf16_table *t, const uint8_t *pairs, const int two)
{
    __m256i w[16];
    w[0] = _mm256_setzero_si256();
    w[1] = load_lanes(pairs, two);
    w[2] = times_x(w[1]);
    w[4] = times_x(w[2]);
    w[8] = times_x(w[4]);
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
INLINE void tile(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b, const int P, const int N)
{
    __m256i sum[12];
    UNROLL for (int i = 0; i < P * N; i++) sum[i] = _mm256_setzero_si256();
    for (; b.rows > 0; b.rows--, a.at += a.stride, b.at += b.stride) {
        __m256i x[4];
        UNROLL for (int n = 0; n < N; n++) x[n] = load32(b.at + 32 * n);
        UNROLL for (int p = 0; p < P; p++)
        {
            __m256i t = load_table(a.at + p);
            UNROLL for (int n = 0; n < N; n++) sum[p * N + n] =
                _mm256_xor_si256(sum[p * N + n], _mm256_shuffle_epi8(t, x[n]));
        }
    }
    UNROLL for (int p = 0; p < P; p++) UNROLL for (int n = 0; n < N; n++)
        store32(c.at + (size_t)p * c.stride + 32 * n, sum[p * N + n]);
}

/* The same for the last 16 lanes. */
INLINE void half_tile(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b, const int P)
{
    __m128i sum[6];
    UNROLL for (int p = 0; p < P; p++) sum[p] = _mm_setzero_si128();
    for (; b.rows > 0; b.rows--, a.at += a.stride, b.at += b.stride) {
        __m128i x = load16(b.at);
        UNROLL for (int p = 0; p < P; p++) sum[p] = _mm_xor_si128(sum[p], _mm_shuffle_epi8(load16(a.at[p].bytes), x));
    }
    UNROLL for (int p = 0; p < P; p++) store16(c.at + (size_t)p * c.stride, sum[p]);
}

INLINE void strip(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b, const int P)
{
    const int N = P <= 3 ? 3 : 2;
    size_t groups = (c.lanes + 15) / 16;
    for (; groups >= 2 * (size_t)N; groups -= 2 * (size_t)N, b.at += 32 * N, c.at += 32 * N)
        tile(c, a, b, P, N);
    for (; N > 2 && groups >= 4; groups -= 4, b.at += 64, c.at += 64)
        tile(c, a, b, P, 2);
    for (; groups >= 2; groups -= 2, b.at += 32, c.at += 32)
        tile(c, a, b, P, 1);
    if (groups)
        half_tile(c, a, b, P);
}

static void multiply(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b)
{
    for (size_t strips = (c.rows + 5) / 6; strips > 0; strips--) {
        size_t p = (c.rows + strips - 1) / strips; /* strips of equal height */
        switch (p) {
        case 1:
            strip(c, a, b, 1);
            break;
        case 2:
            strip(c, a, b, 2);
            break;
        case 3:
            strip(c, a, b, 3);
            break;
        case 4:
            strip(c, a, b, 4);
            break;
        case 5:
            strip(c, a, b, 5);
            break;
        case 6:
            strip(c, a, b, 6);
            break;
        }
        c.at += p * c.stride;
        a.at += p;
        c.rows -= p;
    }
}

static void multiply_rows(neosig_gf16_matrix c, neosig_gf16_factor a, size_t pairs, neosig_gf16_view b, size_t blocks)
{
    neosig_gf16_multiply_rows(&neosig_gf16_avx2, c, a, pairs, b, blocks);
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

/* Each lane of number chooses one of 32 lanes. The number 255 gives 0. A shuffle takes the low four bits of a byte as
 * index, and gives 0 if bit 7 is set. Adding 112 sets bit 7 of 16 and more. */
INLINE __m128i picked_of(__m128i low, __m128i high, __m128i number)
{
    const __m128i least = _mm_set1_epi8(112);
    __m128i x = _mm_shuffle_epi8(low, _mm_adds_epu8(number, least));
    return _mm_xor_si128(x, _mm_shuffle_epi8(high, _mm_adds_epu8(_mm_sub_epi8(number, _mm_set1_epi8(16)), least)));
}

static void pivot_lanes(uint8_t *sums, const uint8_t *window, size_t stride, size_t pairs, const uint8_t numbers[8])
{
    const __m128i number = load8(numbers);
    for (; pairs > 0; pairs--, window += stride, sums += 4) {
        __m128i x = picked_of(load16(window), load16(window + 16), number);
        const int32_t four = _mm_cvtsi128_si32(_mm_xor_si128(x, _mm_srli_si128(x, 4)));
        memcpy(sums, &four, sizeof four);
    }
}

INLINE unsigned highest(const neosig_gf16_two_groups *found)
{
    const unsigned low = (unsigned)_mm_movemask_epi8((__m128i)found->g[0]);
    const unsigned high = (unsigned)_mm_movemask_epi8((__m128i)found->g[1]);
    return 63 - (unsigned)__builtin_clzll((uint64_t)high << 17 | low << 1 | 1);
}

INLINE neosig_gf16_group picked(const neosig_gf16_two_groups *row, neosig_gf16_group number)
{
    return (neosig_gf16_group)picked_of((__m128i)row->g[0], (__m128i)row->g[1], (__m128i)number);
}

INLINE neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    const __m256i a = logarithms_of(_mm256_castsi128_si256((__m128i)x));
    const __m256i b = logarithms_of(_mm256_castsi128_si256((__m128i)y));
    return (neosig_gf16_group)_mm256_castsi256_si128(power_of_sum(a, b));
}

#define LINE_ROWS 2
#include "gf/pivots_body.h"

INLINE void transpose_block(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride, const int two)
{
    __m256i x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] = load_lanes(src + i * src_stride, two);
    transpose16(x);
    store_halves(dst, dst_stride, x, two);
}

static void transpose(neosig_gf16_matrix dst, neosig_gf16_view src)
{
    for (size_t r = 0; r < src.rows; r += 16) {
        const uint8_t *from = src.at + r * src.stride;
        size_t c = 0;
        for (; c + 16 < src.lanes; c += 32)
            transpose_block(dst.at + c * dst.stride + r, dst.stride, from + c, src.stride, 1);
        if (c < src.lanes)
            transpose_block(dst.at + c * dst.stride + r, dst.stride, from + c, src.stride, 0);
    }
}

/* Rows of transpose_pairs, at most 16, or 32 if there are two halves, from 16 pair rows of src. */
INLINE void pairs_block(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src, size_t pairs,
                        const int two, const int add)
{
    const __m128i used = (__m128i)neosig_gf16_below(src.rows), nibble = _mm_set1_epi8(15);
    const __m128i mask = add ? _mm_and_si128(used, nibble) : nibble;
    __m256i x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] = load_lanes(src.at + i * src.stride, two);
    transpose16(x);
    for (int half = 0; half <= two; half++)
        UNROLL for (size_t i = 0; i < 16; i++, dst.at += dst.stride)
        {
            if (16 * (size_t)half + i >= src.lanes)
                return;
            __m128i y = half ? _mm256_extracti128_si256(x[i], 1) : _mm256_castsi256_si128(x[i]);
            __m128i low = _mm_and_si128(y, mask), high = _mm_and_si128(_mm_srli_epi16(y, 4), mask);
            if (add) {
                low = _mm_xor_si128(low, load16(from.at));
                high = _mm_xor_si128(high, load16(from.at + pairs));
                from.at += from.stride;
            }
            store16(dst.at, low);
            store16(dst.at + pairs, high);
        }
}

enum { PAIRS_LANES = 32 };

INLINE void pairs_lanes(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src, size_t pairs,
                        const int add)
{
    if (src.lanes > 16)
        pairs_block(dst, from, src, pairs, 1, add);
    else
        pairs_block(dst, from, src, pairs, 0, add);
}

#include "gf/gf16_pairs_body.h"

/* C <= 4 columns of the row of the product that belongs to the row of A at a.at; b.at is the first of these columns of
 * B. */
INLINE void lanes_tile(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, const int C,
                       const int two)
{
    __m256i sum[4];
    UNROLL for (int j = 0; j < C; j++) sum[j] = _mm256_setzero_si256();
    for (; b.rows > 0; b.rows--, a.at += a.column_step, b.at += b.row_step) {
        const __m256i x = logarithms_of(load_lanes(a.at, two));
        UNROLL for (int j = 0; j < C; j++) sum[j] =
            _mm256_xor_si256(sum[j], power_of_sum(x, logarithms_of(load_lanes(b.at + (size_t)j * b.column_step, two))));
    }
    UNROLL for (int j = 0; j < C; j++) store_lanes(c + (size_t)j * c_step, sum[j], two);
}

INLINE void lanes_strip(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, const int two)
{
    for (; a.rows > 0; a.rows--, a.at += a.row_step) {
        neosig_gf16_entries from = b;
        for (; from.columns >= 4; from.columns -= 4, from.at += 4 * b.column_step, c += 4 * c_step)
            lanes_tile(c, c_step, a, from, 4, two);
        for (; from.columns > 0; from.columns--, from.at += b.column_step, c += c_step)
            lanes_tile(c, c_step, a, from, 1, two);
    }
}

static void multiply_lanes(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, size_t lanes)
{
    size_t lane = 0;
    NEOSIG_ASSERT(b.rows >= 1);
    for (; lane + 16 < lanes; lane += 32, c += 32, a.at += 32, b.at += 32)
        lanes_strip(c, c_step, a, b, 1);
    if (lane < lanes)
        lanes_strip(c, c_step, a, b, 0);
}

const neosig_gf16_kernels neosig_gf16_avx2 = {
    .name = "avx2",
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

NEOSIG_TARGET_END

#endif
