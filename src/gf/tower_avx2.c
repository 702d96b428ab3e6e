/* The tower fields on AVX2: as on NEON, with PSHUFB for TBL. Where the same 16 bytes are multiplied by many scalars,
 * both halves of a register hold them and a table register has the tables of two pairs; where one scalar multiplies
 * many bytes, both halves hold its table. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "core/assertion.h"
#include "gf/gf16.h"
#include "gf/tower_avx2.h"
#include "neosig/neosig.h"

static void scale_bytes(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    const halves t = halves_of(8, all_wide(scalar));
    for (size_t i = 0; i < bytes; i += 32) {
        wide v = load_wide(x + i);
        store_wide(c + i, product(t, low_wide(v), high_wide(v)));
    }
}

/* Sums, and products of matrices, go by matrices of bits in gf16, gf256 and polynomial16, where the CPU multiplies by
 * them. */
static int by_gfni(void)
{
    return (neosig_cpu() & NEOSIG_CPU_GFNI) != 0;
}

static void scalars_16(void *tables, const uint8_t *x, size_t count)
{
    uint8_t *out = tables;
    if (by_gfni()) {
        neosig_tower_scalars_gfni(NEOSIG_TOWER_GFNI_16, tables, x, count);
        return;
    }
    for (size_t i = 0; i < count; i++, out += 16)
        store(out, first_half(halves_of(4, all_wide(neosig_tower_element(4, x, i))).low));
}

static void scalars_256(void *tables, const uint8_t *x, size_t count)
{
    uint8_t *out = tables;
    if (by_gfni()) {
        neosig_tower_scalars_gfni(NEOSIG_TOWER_GFNI_256, tables, x, count);
        return;
    }
    for (size_t i = 0; i < count; i++, out += 32) {
        halves t = halves_of(8, all_wide(x[i]));
        store(out, first_half(t.low));
        store(out + 16, first_half(t.high));
    }
}

/* ---- Scalars in the polynomial basis */

INLINE halves halves_of_table(wide t)
{
    return (halves){in_both_halves(first_half(t)), in_both_halves(_mm256_extracti128_si256(t, 1))};
}

static void scale_polynomial256(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    const halves t = halves_of_table(polynomial_table_of(scalar));
    for (size_t i = 0; i < bytes; i += 32) {
        wide v = load_wide(x + i);
        store_wide(c + i, product(t, low_wide(v), high_wide(v)));
    }
}

static void scale_polynomial16(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    const wide t = polynomial_multiples(all_wide(scalar));
    for (size_t i = 0; i < bytes; i += 32)
        store_wide(c + i, _mm256_shuffle_epi8(t, load_wide(x + i)));
}

static void scalars_polynomial16(void *tables, const uint8_t *x, size_t count)
{
    uint8_t *out = tables;
    if (by_gfni()) {
        neosig_tower_scalars_gfni(NEOSIG_TOWER_GFNI_POLYNOMIAL16, tables, x, count);
        return;
    }
    for (size_t i = 0; i < count; i++, out += 16)
        store(out, first_half(polynomial_multiples(all_wide(neosig_tower_element(4, x, i)))));
}

/* The image of a register's bytes by a linear map. */
INLINE wide mapped(const uint8_t images[32], wide x)
{
    return product(halves_of_table(load_wide(images)), low_wide(x), high_wide(x));
}

/* The tables of 16 scalars. t[n] has n times each scalar, and 16 n times each: transposed, the registers are the
 * tables. */
static void tables_of_16(uint8_t *tables, const uint8_t *x)
{
    const wide scalars = in_both_halves(load(x));
    wide t[16];
    t[0] = _mm256_setzero_si256();
    t[1] = _mm256_blend_epi32(scalars, mapped(neosig_polynomial_multiples + 32 * 4, scalars), 0xf0);
    UNROLL for (int i = 2; i < 16; i++) t[i] = (i & (i - 1)) == 0 ? mapped(neosig_polynomial_multiples + 32, t[i / 2])
                                                                  : _mm256_xor_si256(t[i & (i - 1)], t[i & -i]);
    UNROLL for (int round = 0; round < 4; round++)
    {
        wide y[16];
        UNROLL for (int i = 0; i < 8; i++)
        {
            y[2 * i] = _mm256_unpacklo_epi8(t[i], t[i + 8]);
            y[2 * i + 1] = _mm256_unpackhi_epi8(t[i], t[i + 8]);
        }
        UNROLL for (int i = 0; i < 16; i++) t[i] = y[i];
    }
    UNROLL for (int i = 0; i < 16; i++) store_wide(tables + 32 * i, t[i]);
}

static void scalars_polynomial256(void *tables, const uint8_t *x, size_t count)
{
    uint8_t *out = tables;
    for (; count >= 16; count -= 16, x += 16, out += 16 * 32)
        tables_of_16(out, x);
    for (; count > 0; count--, x++, out += 32)
        store_wide(out, polynomial_table_of(*x));
}

static void map(uint8_t *dst, const uint8_t *src, size_t bytes, const uint8_t images[32])
{
    for (; bytes >= 32; bytes -= 32, src += 32, dst += 32)
        store_wide(dst, mapped(images, load_wide(src)));
    if (bytes > 0) {
        uint8_t rest[32] = {0};
        memcpy(rest, src, bytes);
        store_wide(rest, mapped(images, load_wide(rest)));
        memcpy(dst, rest, bytes);
    }
}

/* ---- Sums of multiples of vectors */

INLINE halves load_halves(const int bits, const uint8_t *table)
{
    wide t = in_both_halves(load(table));
    return (halves){t, bits == 4 ? _mm256_slli_epi16(t, 4) : in_both_halves(load(table + 16))};
}

/* w wide vectors of c. The last one is at offset last, and only its bytes of mask are changed. */
INLINE void combine_block(const int bits, const int w, uint8_t *c, size_t last, wide mask, const uint8_t *a,
                          size_t stride, const uint8_t *table, size_t count)
{
    wide sum[4];
    UNROLL for (int i = 0; i < w; i++) sum[i] = _mm256_setzero_si256();
    for (; count > 0; count--, a += stride, table += 4 * bits) {
        halves t = load_halves(bits, table);
        UNROLL for (int i = 0; i < w; i++)
        {
            wide x = load_wide(i + 1 < w ? a + 32 * i : a + last);
            sum[i] = _mm256_xor_si256(sum[i], product(t, low_wide(x), high_wide(x)));
        }
    }
    sum[w - 1] = _mm256_and_si256(sum[w - 1], mask);
    UNROLL for (int i = 0; i < w; i++)
    {
        uint8_t *to = i + 1 < w ? c + 32 * i : c + last;
        store_wide(to, _mm256_xor_si256(load_wide(to), sum[i]));
    }
}

/* 16 bytes of c; those of mask are changed. */
INLINE void combine_short(const int bits, uint8_t *c, vec mask, const uint8_t *a, size_t stride, const uint8_t *table,
                          size_t count)
{
    vec sum = _mm_setzero_si128();
    for (; count > 0; count--, a += stride, table += 4 * bits) {
        vec t = load(table), u = bits == 4 ? _mm_slli_epi16(t, 4) : load(table + 16), x = load(a);
        sum = _mm_xor_si128(sum, _mm_xor_si128(_mm_shuffle_epi8(t, low(x)), _mm_shuffle_epi8(u, high(x))));
    }
    store(c, _mm_xor_si128(load(c), _mm_and_si128(sum, mask)));
}

INLINE void combine_by_tables(const int bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                              const uint8_t *tables, size_t count)
{
    const wide whole = _mm256_set1_epi8(-1);
    if (bytes < 32) {
        combine_short(bits, c, all(255), a, stride, tables, count);
        if (bytes > 16)
            combine_short(bits, c + bytes - 16, last_mask(bytes - 16), a + bytes - 16, stride, tables, count);
        return;
    }
    for (; bytes >= 160; bytes -= 128, c += 128, a += 128) /* 32 bytes at least must stay */
        combine_block(bits, 4, c, 96, whole, a, stride, tables, count);
    if (bytes > 128) {
        combine_block(bits, 3, c, 64, whole, a, stride, tables, count);
        bytes -= 96, c += 96, a += 96;
    }
    const size_t vectors = (bytes + 31) / 32, last = bytes - 32;
    const wide mask = last_mask_wide(bytes - 32 * (vectors - 1));
    switch (vectors) {
    case 1:
        combine_block(bits, 1, c, last, mask, a, stride, tables, count);
        break;
    case 2:
        combine_block(bits, 2, c, last, mask, a, stride, tables, count);
        break;
    case 3:
        combine_block(bits, 3, c, last, mask, a, stride, tables, count);
        break;
    default:
        combine_block(bits, 4, c, last, mask, a, stride, tables, count);
    }
}

static void combine(const unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                    size_t count)
{
    if (by_gfni())
        neosig_tower_combine_gfni(bits, c, bytes, a, stride, scalars, count);
    else if (bits == 4)
        combine_by_tables(4, c, bytes, a, stride, scalars, count);
    else
        combine_by_tables(8, c, bytes, a, stride, scalars, count);
}

/* ---- Systems over GF(256) */

static void update(uint8_t *m, size_t stride, const uint8_t *scalars, size_t rows, const uint8_t *four, size_t lanes)
{
    uint8_t tables[16 * 32];
    for (; rows > 0; rows -= 4, scalars += 16, m += 4 * stride) {
        tables_of_16(tables, scalars);
        for (size_t lane = 0; lane < lanes; lane += 32) {
            wide x0[4], x1[4];
            UNROLL for (size_t i = 0; i < 4; i++)
            {
                const wide x = load_wide(four + i * stride + lane);
                x0[i] = low_wide(x);
                x1[i] = high_wide(x);
            }
            UNROLL for (size_t r = 0; r < 4; r++)
            {
                uint8_t *const to = m + r * stride + lane;
                wide sum = load_wide(to);
                UNROLL for (size_t i = 0; i < 4; i++) sum =
                    _mm256_xor_si256(sum, product(load_halves(8, tables + 32 * (4 * r + i)), x0[i], x1[i]));
                store_wide(to, sum);
            }
        }
    }
}

/* In the tower's basis, in the first halves of registers: nothing waits for the other half. */
INLINE wide wide_of(neosig_gf16_group x)
{
    return _mm256_castsi128_si256((vec)x);
}

INLINE neosig_gf16_group lane_inverse(neosig_gf16_group x)
{
    return (neosig_gf16_group)first_half(inverse(wide_of(x)));
}

INLINE neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    const wide a0 = low_wide(wide_of(x)), a1 = high_wide(wide_of(x));
    const wide b0 = low_wide(wide_of(y)), b1 = high_wide(wide_of(y));
    const wide s0 = halves_product(a0, b0), s1 = halves_product(a1, b1);
    const wide s2 = halves_product(_mm256_xor_si256(a0, a1), _mm256_xor_si256(b0, b1));
    return (neosig_gf16_group)first_half(join(_mm256_xor_si256(s0, look_up(times_8, s1)), _mm256_xor_si256(s0, s2)));
}

#define TO_LANES(x) (neosig_gf16_group) first_half(mapped(neosig_polynomial_to_tower, wide_of(x)))
#define FROM_LANES(x) (neosig_gf16_group) first_half(mapped(neosig_polynomial_from_tower, wide_of(x)))
#include "gf/tower_solve_x86_body.h"

/* ---- Matrices */

#include "gf/tower_matrices_avx2_body.h"

#define COMBINE_POLYNOMIAL16 combine_16
#define POLYNOMIAL16_SCALAR 16
#define POLYNOMIAL256_SCALAR 32

/* ---- Buckets */

/* Byte `at` of each row and those after it, summed. */
INLINE __m256i sum_wide(const uint8_t *const *rows, const int n, size_t at)
{
    __m256i sum = load_wide(rows[0] + at);
    UNROLL for (int r = 1; r < n; r++) sum = _mm256_xor_si256(sum, load_wide(rows[r] + at));
    return sum;
}

INLINE __m128i sum_of(const uint8_t *const *rows, const int n, size_t at)
{
    __m128i sum = load(rows[0] + at);
    UNROLL for (int r = 1; r < n; r++) sum = _mm_xor_si128(sum, load(rows[r] + at));
    return sum;
}

/* The vectors at byte `at` of n rows. Vectors of 36 and 100 bytes have 4 bytes beside whole groups of 16, which are
 * added alone: a load of 16 would take longer. So are the 8 bytes of 72. For the 13 bytes of 45, 16 are loaded. */
INLINE void add_to_bucket(uint8_t *bucket, const uint8_t *const *rows, const int n, size_t at, const size_t bytes)
{
    const size_t head = bytes % 16, half = bytes % 32 - head;
    if (head == 8) {
        uint64_t sum, x;
        memcpy(&sum, bucket, 8);
        UNROLL for (int r = 0; r < n; r++)
        {
            memcpy(&x, rows[r] + at, 8);
            sum ^= x;
        }
        memcpy(bucket, &sum, 8);
    } else if (head > 4) {
        add_to(bucket + head - 16, sum_of(rows, n, at + head - 16), all(255));
    } else if (head > 0) {
        uint32_t sum, x;
        NEOSIG_ASSERT(head == 4);
        memcpy(&sum, bucket, 4);
        UNROLL for (int r = 0; r < n; r++)
        {
            memcpy(&x, rows[r] + at, 4);
            sum ^= x;
        }
        memcpy(bucket, &sum, 4);
    }
    if (half > 0)
        add_to(bucket + head, sum_of(rows, n, at + head), all(255));
    UNROLL for (size_t i = head + half; i < bytes; i += 32)
        store_wide(bucket + i, _mm256_xor_si256(load_wide(bucket + i), sum_wide(rows, n, at + i)));
}

/* Loads and stores take the time. So for one row the indices are loaded eight at a time. */
INLINE void scatter_block(uint8_t *buckets, const uint8_t *const *rows, const int n, const size_t bytes,
                          const uint8_t *b, size_t first, size_t end)
{
    const size_t stride = neosig_tower_bucket_stride(bytes);
    const uint8_t *here[NEOSIG_TOWER_MAX_ROWS];
    UNROLL for (int r = 0; r < n; r++) here[r] = rows[r];
    size_t at = first * bytes;
    buckets += stride - bytes;
    for (; n == 1 && end - first >= 8; first += 8) {
        uint64_t next;
        memcpy(&next, b + first, 8);
        UNROLL for (int t = 0; t < 8; t++, at += bytes, next >>= 8)
            add_to_bucket(buckets + (next & 255) * stride, here, n, at, bytes);
    }
    for (; first < end; first++, at += bytes)
        add_to_bucket(buckets + b[first] * stride, here, n, at, bytes);
}

#define SCATTER_CASE(n_, bytes_)                                                                                       \
    case n_:                                                                                                           \
        scatter_block(buckets, rows, n_, bytes_, b, first, end);                                                       \
        break

/* The lengths of whole public keys have a loop for each number of rows, the others one loop, for one row.
 */
#define SCATTER_CLASSIC(bytes_)                                                                                        \
    static void scatter_##bytes_(SCATTER_PARAMETERS)                                                                   \
    {                                                                                                                  \
        _Static_assert(NEOSIG_TOWER_MAX_ROWS == 6, "a case for each number of rows");                                  \
        switch (n) {                                                                                                   \
            SCATTER_CASE(1, bytes_);                                                                                   \
            SCATTER_CASE(2, bytes_);                                                                                   \
            SCATTER_CASE(3, bytes_);                                                                                   \
            SCATTER_CASE(4, bytes_);                                                                                   \
            SCATTER_CASE(5, bytes_);                                                                                   \
            SCATTER_CASE(6, bytes_);                                                                                   \
        }                                                                                                              \
    }

#define SCATTER_OTHER(bytes_)                                                                                          \
    static void scatter_##bytes_(SCATTER_PARAMETERS)                                                                   \
    {                                                                                                                  \
        for (size_t r = 0; r < n; r++)                                                                                 \
            scatter_block(buckets, rows + r, 1, bytes_, b, first, end);                                                \
    }

#define SCATTER(bytes) scatter_##bytes
#define SCATTER_LINKAGE static
#include "gf/tower_scatter_body.h"

SCATTER_CLASSIC(32)
SCATTER_CLASSIC(45)
SCATTER_CLASSIC(72)
SCATTER_CLASSIC(80)
SCATTER_CLASSIC(96)
SCATTER_CLASSIC(100)
SCATTER_OTHER(16)
SCATTER_OTHER(36)
SCATTER_OTHER(48)
SCATTER_OTHER(64)

static void combine_polynomial256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                                  size_t count)
{
    combine_by_tables(8, c, bytes, a, stride, scalars, count);
}

static int quadratic_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes, const neosig_tower_terms *terms)
{
    if (!by_gfni())
        return 0;
    neosig_tower_quadratic_gfni_vartime(y, vectors, bytes, terms);
    return 1;
}

/* Row by row, by tables of the columns. Buckets are faster for one row, which would pay for all the tables, and for
 * vectors of up to 64 bytes, whose buckets take half of the first cache. */
static int quadratic_polynomial256_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes,
                                           const neosig_tower_terms *terms)
{
    _Alignas(32) uint8_t columns[NEOSIG_TOWER_MAX_VARIABLES * POLYNOMIAL256_SCALAR], row[POLYNOMIAL256_SCALAR];
    if (terms->height == 1 || bytes <= 64)
        return 0;
    scalars_polynomial256(columns, terms->columns, terms->width);
    for (size_t i = 0; i < terms->height; i++) {
        const size_t first = terms->rows == terms->columns ? i : 0, count = terms->width - first;
        uint8_t sum[NEOSIG_TOWER_MAX_BUCKET] = {0};
        combine_by_tables(8, sum, bytes, vectors, bytes, columns + first * POLYNOMIAL256_SCALAR, count);
        scalars_polynomial256(row, terms->rows + i, 1);
        combine_by_tables(8, y, bytes, sum, 0, row, 1);
        vectors += count * bytes;
    }
    return 1;
}

#define NAME "avx2"
#define KERNELS neosig_tower_avx2
#define QUADRATIC quadratic_vartime
#define QUADRATIC_POLYNOMIAL256 quadratic_polynomial256_vartime
#define POLYNOMIAL256_GFNI &neosig_tower_polynomial256_gfni
#include "gf/tower_vector_body.h"

NEOSIG_TARGET_END

#endif
