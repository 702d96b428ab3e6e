/* GF(16) kernels on NEON: a table is a register, TBL looks up 16 elements at once. Compiled a second time with
 * NEOSIG_GF16_EOR3, to sum two products by one EOR3. */
#if defined(__aarch64__)
#include "core/assertion.h"
#include "gf/gf16_neon.h"

#ifdef NEOSIG_GF16_EOR3
#define KERNELS neosig_gf16_neon_sha3
#define WIDE 4 /* pair rows that a tile may have with four groups of lanes */
#else
#define KERNELS neosig_gf16_neon
#define WIDE 6
#endif

/* p times the element x of the field, in both nibbles. */
static uint8x16_t times_x(uint8x16_t p)
{
    uint8x16_t h = vandq_u8(vshrq_n_u8(p, 3), vdupq_n_u8(0x11));
    return veorq_u8(vandq_u8(vshlq_n_u8(p, 1), vdupq_n_u8(0xee)), veorq_u8(h, vshlq_n_u8(h, 1)));
}

INLINE void transpose16(uint8x16_t x[16])
{
    /* Four rounds of zipping row i with row i + 8: each moves one bit of the row number into the column number. */
    UNROLL for (int round = 0; round < 4; round++)
    {
        uint8x16_t y[16];
        UNROLL for (int i = 0; i < 8; i++)
        {
            y[2 * i] = vzip1q_u8(x[i], x[i + 8]);
            y[2 * i + 1] = vzip2q_u8(x[i], x[i + 8]);
        }
        UNROLL for (int i = 0; i < 16; i++) x[i] = y[i];
    }
}

/* The table of one pair. Entry i is the sum, over the bits of i, of x^bit times the pair. */
static uint8x16_t table_of(uint8_t pair)
{
    static const uint8_t masks[4][16] = {
        {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255},
        {0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255},
        {0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255},
        {0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255},
    };
    uint8x16_t p = vdupq_n_u8(pair), t = vandq_u8(p, vld1q_u8(masks[0]));
    for (int bit = 1; bit < 4; bit++) {
        p = times_x(p);
        t = veorq_u8(t, vandq_u8(p, vld1q_u8(masks[bit])));
    }
    return t;
}

static void tables(neosig_gf16_table *t, const uint8_t *pairs, size_t count)
{
    for (; count >= 4; count -= count < 16 ? count : 16, t += 16, pairs += 16) {
        /* w[x] = x times each of 16 pairs. */
        uint8x16_t w[16];
        w[0] = vdupq_n_u8(0);
        w[1] = vld1q_u8(pairs);
        w[2] = times_x(w[1]);
        w[4] = times_x(w[2]);
        w[8] = times_x(w[4]);
        w[3] = veorq_u8(w[1], w[2]);
        UNROLL for (int x = 5; x < 8; x++) w[x] = veorq_u8(w[4], w[x - 4]);
        UNROLL for (int x = 9; x < 16; x++) w[x] = veorq_u8(w[8], w[x - 8]);
        transpose16(w);
        UNROLL for (int i = 0; i < 16; i++) vst1q_u8(t[i].bytes, w[i]);
    }
    for (; count > 0; count--, t++, pairs++)
        vst1q_u8(t->bytes, table_of(*pairs));
}

/* P pair rows by 16*N lanes of the product, all in registers: P * N <= 24. If split is 0, c has pair rows, in
 * spite of its type. Else each pair row is stored as two rows, the second c.rows / 2 rows behind the first. */
INLINE void tile(neosig_gf16_matrix c, neosig_gf16_factor a, neosig_gf16_view b, const int P, const int N,
                 const int split)
{
    /* Tables that are loaded at a time: as many as registers allow. */
    const int left = (31 - P * N) / ROWS - N, K = left < 4 ? left : 4;
    /* Bytes. row: from the tables of one row of B to those of the next. step: from K tables to the next K. last: from
     * the last tables of one row to the first ones of the next. */
    const size_t row = 16 * a.stride, step = 16 * (size_t)K, last = row - (size_t)((P - 1) / K) * step;
    const uint8_t *table = a.at->bytes, *from = b.at;
    size_t rows = b.rows;
    uint8x16_t sum[24];
    UNROLL for (int p = 0; p < P; p++) UNROLL for (int n = 0; n < N; n++) sum[p * N + n] = vdupq_n_u8(0);
#ifdef NEOSIG_GF16_EOR3
    for (const uint8_t *next = table + row; rows >= 2; rows -= 2) {
        uint8x16_t x[8], y[8];
        from = load_step(x, from, b.stride, N);
        from = load_step(y, from, b.stride, N);
        UNROLL for (int p = 0; p < P; p += K)
        {
            uint8x16_t t[4], v[4];
            const int Q = P - p < K ? P - p : K;
            table = load_step(t, table, p + K < P ? step : last + row, Q);
            next = load_step(v, next, p + K < P ? step : last + row, Q);
            UNROLL for (int q = 0; q < Q; q++) UNROLL for (int n = 0; n < N; n++) sum[(p + q) * N + n] =
                veor3q_u8(sum[(p + q) * N + n], vqtbl1q_u8(t[q], x[n]), vqtbl1q_u8(v[q], y[n]));
        }
    }
#endif
    _Pragma("GCC unroll 2") for (; rows > 0; rows--)
    {
        uint8x16_t x[8];
        from = load_step(x, from, b.stride, N);
        UNROLL for (int p = 0; p < P; p += K)
        {
            uint8x16_t t[4];
            const int Q = P - p < K ? P - p : K;
            table = load_step(t, table, p + K < P ? step : last, Q);
            UNROLL for (int q = 0; q < Q; q++) UNROLL for (int n = 0; n < N; n++) sum[(p + q) * N + n] =
                veorq_u8(sum[(p + q) * N + n], vqtbl1q_u8(t[q], x[n]));
        }
    }
    uint8_t *to = c.at, *high = to + c.rows / 2 * c.stride;
    if (!split) {
        UNROLL for (int p = 0; p < P; p++, to += c.stride) UNROLL for (int n = 0; n < N; n++)
            vst1q_u8(to + 16 * n, sum[p * N + n]);
        return;
    }
    UNROLL for (int p = 0; p < P; p++, to += c.stride) UNROLL for (int n = 0; n < N; n++)
        vst1q_u8(to + 16 * n, vandq_u8(sum[p * N + n], vdupq_n_u8(15)));
    UNROLL for (int p = 0; p < P; p++, high += c.stride) UNROLL for (int n = 0; n < N; n++)
        vst1q_u8(high + 16 * n, vshrq_n_u8(sum[p * N + n], 4));
}

/* The last lanes first: rows may be close, and the first lanes of a row overwrite the excess of the row before. */
INLINE void strip(neosig_gf16_matrix c, neosig_gf16_factor a, neosig_gf16_view b, const int P, const int split)
{
    const int N = P <= WIDE ? 4 : P <= WIDE + 2 ? 3 : 2;
    size_t groups = (c.lanes + 15) / 16;
    b.at += 16 * groups;
    c.at += 16 * groups;
    /* If N + 1 groups remain and N > 2, the loops below take these, as tiles of N - 1 and of two groups. A tile of one
     * is slow. */
    for (; groups >= (size_t)N && groups != (size_t)N + 1; groups -= (size_t)N) {
        b.at -= 16 * N;
        c.at -= 16 * N;
        tile(c, a, b, P, N, split);
    }
    for (; N > 3 && groups >= 3; groups -= 3) {
        b.at -= 48;
        c.at -= 48;
        tile(c, a, b, P, 3, split);
    }
    for (; groups >= 2; groups -= 2) {
        b.at -= 32;
        c.at -= 32;
        tile(c, a, b, P, 2, split);
    }
    if (groups) {
        b.at -= 16;
        c.at -= 16;
        tile(c, a, b, P, 1, split);
    }
}

static void multiply(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b)
{
    for (size_t strips = (c.rows + 7) / 8; strips > 0; strips--) {
        const size_t p = (c.rows + strips - 1) / strips; /* strips of equal height */
        const neosig_gf16_matrix to = {c.at, c.stride, p, c.lanes};
        switch (p) {
        case 1:
            strip(to, a, b, 1, 0);
            break;
        case 2:
            strip(to, a, b, 2, 0);
            break;
        case 3:
            strip(to, a, b, 3, 0);
            break;
        case 4:
            strip(to, a, b, 4, 0);
            break;
        case 5:
            strip(to, a, b, 5, 0);
            break;
        case 6:
            strip(to, a, b, 6, 0);
            break;
        case 7:
            strip(to, a, b, 7, 0);
            break;
        case 8:
            strip(to, a, b, 8, 0);
            break;
        }
        c.at += p * c.stride;
        a.at += p;
        c.rows -= p;
    }
}

static void multiply_rows(neosig_gf16_matrix c, neosig_gf16_factor a, size_t pairs, neosig_gf16_view b, size_t blocks)
{
    NEOSIG_ASSERT(c.rows % 2 == 0 && pairs >= 1 && pairs <= 4 && pairs <= c.rows / 2);
    for (; blocks > 0; blocks--, b.at += b.rows * b.stride, c.at += c.rows * c.stride)
        if (pairs == 4)
            strip(c, a, b, 4, 1);
        else if (pairs == 3)
            strip(c, a, b, 3, 1);
        else if (pairs == 2)
            strip(c, a, b, 2, 1);
        else
            strip(c, a, b, 1, 1);
}

INLINE void update_vectors(const int N, uint8_t *m, size_t m_stride, const neosig_gf16_table *t, size_t pairs,
                           const uint8_t *pair)
{
    uint8x16_t x[4][4];
    UNROLL for (int p = 0; p < 2; p++) UNROLL for (int n = 0; n < N; n++)
    {
        uint8x16_t y = vld1q_u8(pair + (size_t)p * m_stride + 16 * n);
        x[2 * p][n] = vandq_u8(y, vdupq_n_u8(15));
        x[2 * p + 1][n] = vshrq_n_u8(y, 4);
    }
    for (; pairs > 0; pairs--, t += 4, m += m_stride) {
        uint8x16_t y[4], table[4];
        load_groups(table, t->bytes, 4);
        if (N < 4 || ROWS == 2) {
            load_groups(y, m, N);
            UNROLL for (int r = 0; r < 4; r += 2) UNROLL for (int n = 0; n < N; n++) y[n] =
                eor3(y[n], vqtbl1q_u8(table[r], x[r][n]), vqtbl1q_u8(table[r + 1], x[r + 1][n]));
            store_groups(m, y, N);
        } else {
            UNROLL for (int n = 0; n < N; n++) y[n] = vld1q_u8(m + 16 * n);
            UNROLL for (int r = 0; r < 4; r++) UNROLL for (int n = 0; n < N; n++)
                add_looked_up(&y[n], table[r], x[r][n]);
            UNROLL for (int n = 0; n < N; n++) vst1q_u8(m + 16 * n, y[n]);
        }
    }
}

INLINE uint8x8_t lanes_at(const uint8_t *window, uint8x8_t at)
{
    return vqtbl2_u8(vld1q_u8_x2(window), at); /* TBL gives 0 for numbers past its bytes */
}

#define TABLE neosig_gf16_table
#include "gf/solve_neon_body.h"

INLINE unsigned highest(const neosig_gf16_two_groups *found)
{
    static const uint8_t numbers[32] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                        17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
    const uint8x16x2_t number = vld1q_u8_x2(numbers);
    return vmaxvq_u8(
        vmaxq_u8(vandq_u8((uint8x16_t)found->g[0], number.val[0]), vandq_u8((uint8x16_t)found->g[1], number.val[1])));
}

INLINE neosig_gf16_group picked(const neosig_gf16_two_groups *row, neosig_gf16_group number)
{
    const uint8x16x2_t x = {{(uint8x16_t)row->g[0], (uint8x16_t)row->g[1]}};
    return (neosig_gf16_group)vqtbl2q_u8(x, (uint8x16_t)number);
}

INLINE neosig_gf16_group lane_product(neosig_gf16_group x, neosig_gf16_group y)
{
    return (neosig_gf16_group)vmulq_p8((poly8x16_t)x, (poly8x16_t)y);
}

#define LINE_ROWS 2
#include "gf/pivots_body.h"

static void transpose(neosig_gf16_matrix dst, neosig_gf16_view src)
{
    for (size_t r = 0; r < src.rows; r += 16)
        for (size_t c = 0; c < src.lanes; c += 16) {
            uint8_t *to = dst.at + c * dst.stride + r;
            uint8x16_t x[16];
            UNROLL for (int i = 0; i < 16; i++) x[i] = vld1q_u8(src.at + (r + (size_t)i) * src.stride + c);
            transpose16(x);
            UNROLL for (int i = 0; i < 16; i++) to = store_step(to, x[i], dst.stride);
        }
}

/* count rows of transpose_pairs, at most 16, from 16 pair rows of src. */
INLINE void pairs_tile(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src, size_t pairs,
                       size_t count, const int add)
{
    const uint8x16_t used = (uint8x16_t)neosig_gf16_below(src.rows);
    const uint8_t *from_low = from.at, *from_high = add ? from_low + pairs : NULL;
    uint8_t *low = dst.at, *high = low + pairs;
    uint8x16_t x[16];
    UNROLL for (int i = 0; i < 16; i++) x[i] = vld1q_u8(src.at + (size_t)i * src.stride);
    transpose16(x);
    UNROLL for (size_t i = 0; i < 16; i++)
    {
        if (i >= count)
            return;
        uint8x16_t pair[2] = {vandq_u8(x[i], vdupq_n_u8(15)), vshrq_n_u8(x[i], 4)}, y[2];
        if (add) {
            from_low = load_step(&y[0], from_low, from.stride, 1);
            from_high = load_step(&y[1], from_high, from.stride, 1);
            UNROLL for (int h = 0; h < 2; h++) pair[h] = veorq_u8(y[h], vandq_u8(pair[h], used));
        }
        low = store_step(low, pair[0], dst.stride);
        high = store_step(high, pair[1], dst.stride);
    }
}

enum { PAIRS_LANES = 16 };

INLINE void pairs_lanes(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src, size_t pairs,
                        const int add)
{
    if (src.lanes >= 16)
        pairs_tile(dst, from, src, pairs, 16, add);
    else
        pairs_tile(dst, from, src, pairs, src.lanes, add);
}

#include "gf/gf16_pairs_body.h"

/* C columns of one row of multiply_lanes in 16*G lanes: polynomial products of seven bits, summed unreduced. */
INLINE void lanes_step(uint8x16_t *sum, const uint8_t *a, const uint8_t *b, size_t b_step, const int C, const int G,
                       const int first)
{
    uint8x16_t x[4];
    load_groups(x, a, G);
    UNROLL for (int j = 0; j < C; j++, b += b_step)
    {
        uint8x16_t y[4];
        load_groups(y, b, G);
        UNROLL for (int g = 0; g < G; g++) sum[j * G + g] = add_product(sum[j * G + g], x[g], y[g], first);
    }
}

/* C columns of the row of the product that belongs to the row of A at a.at; b.at is the first of these columns of B. */
INLINE void lanes_tile(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, const int C,
                       const int G)
{
    uint8x16_t sum[20];
    lanes_step(sum, a.at, b.at, b.column_step, C, G, 1);
    while (--b.rows > 0)
        lanes_step(sum, a.at += a.column_step, b.at += b.row_step, b.column_step, C, G, 0);
    store_reduced(c, c_step, sum, C, G);
}

INLINE void lanes_strip(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, const int G)
{
    for (; a.rows > 0; a.rows--, a.at += a.row_step) {
        neosig_gf16_entries from = b;
        for (; from.columns == 5 || from.columns >= 9; from.columns -= 5, from.at += 5 * b.column_step, c += 5 * c_step)
            lanes_tile(c, c_step, a, from, 5, G);
        for (; from.columns >= 4; from.columns -= 4, from.at += 4 * b.column_step, c += 4 * c_step)
            lanes_tile(c, c_step, a, from, 4, G);
        if (from.columns == 3)
            lanes_tile(c, c_step, a, from, 3, G);
        else if (from.columns == 2)
            lanes_tile(c, c_step, a, from, 2, G);
        else if (from.columns == 1)
            lanes_tile(c, c_step, a, from, 1, G);
        c += from.columns * c_step;
    }
}

static void multiply_lanes(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, size_t lanes)
{
    size_t groups = (lanes + 15) / 16;
    NEOSIG_ASSERT(b.rows >= 1);
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            lanes_strip(c, c_step, a, b, 4);
        else if (n == 3)
            lanes_strip(c, c_step, a, b, 3);
        else if (n == 2)
            lanes_strip(c, c_step, a, b, 2);
        else
            lanes_strip(c, c_step, a, b, 1);
        a.at += 16 * n;
        b.at += 16 * n;
        c += 16 * n;
        groups -= n;
    }
}

const neosig_gf16_kernels KERNELS = {
#ifdef NEOSIG_GF16_EOR3
    .name = "neon-sha3",
#else
    .name = "neon",
#endif
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

#endif
