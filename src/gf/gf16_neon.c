/* GF(16) kernels on NEON: a table is a register, TBL looks up 16 elements at once. Included again with
 * NEOSIG_GF16_EOR3 to sum two products by one EOR3. */
#if defined(__aarch64__)
#ifndef __clang__
/* GCC's first scheduling pass hoists loads until the tiles' registers do not suffice. */
#pragma GCC optimize("no-schedule-insns")
#endif
#include "core/inline.h"
#include "gf/gf16.h"

#include <arm_neon.h>
#include <string.h>

#ifdef NEOSIG_GF16_EOR3
#define KERNELS neosig_gf16_neon_sha3
#define ROWS 2 /* of B that a tile takes at a time */
#define WIDE 4 /* pair rows that a tile may have with four groups of lanes */
#else
#define KERNELS neosig_gf16_neon
#define ROWS 1
#define WIDE 6
#endif

INLINE uint8x16_t eor3(uint8x16_t x, uint8x16_t y, uint8x16_t z)
{
#ifdef NEOSIG_GF16_EOR3
    return veor3q_u8(x, y, z);
#else
    return veorq_u8(veorq_u8(x, y), z);
#endif
}

static uint8x16_t twice(uint8x16_t p)
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

/* One table from the bits of its index: the sum of 2^bit times the pair where the index has that bit. */
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
        p = twice(p);
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
        w[2] = twice(w[1]);
        w[4] = twice(w[2]);
        w[8] = twice(w[4]);
        w[3] = veorq_u8(w[1], w[2]);
        UNROLL for (int x = 5; x < 8; x++) w[x] = veorq_u8(w[4], w[x - 4]);
        UNROLL for (int x = 9; x < 16; x++) w[x] = veorq_u8(w[8], w[x - 8]);
        transpose16(w);
        UNROLL for (int i = 0; i < 16; i++) vst1q_u8(t[i].bytes, w[i]);
    }
    for (; count > 0; count--, t++, pairs++)
        vst1q_u8(t->bytes, table_of(*pairs));
}

/* n groups, 1 to 4, by one instruction. */
INLINE void load_groups(uint8x16_t *x, const uint8_t *from, const int n)
{
    if (n == 4) {
        uint8x16x4_t y = vld1q_u8_x4(from);
        UNROLL for (int i = 0; i < 4; i++) x[i] = y.val[i];
    } else if (n == 3) {
        uint8x16x3_t y = vld1q_u8_x3(from);
        UNROLL for (int i = 0; i < 3; i++) x[i] = y.val[i];
    } else if (n == 2) {
        uint8x16x2_t y = vld1q_u8_x2(from);
        UNROLL for (int i = 0; i < 2; i++) x[i] = y.val[i];
    } else {
        x[0] = vld1q_u8(from);
    }
}

/* n registers by one instruction, ld1 or the deinterleaving ld2, that also steps the pointer. GCC does so by itself
 * only where the step is the size of the load. */
#ifndef __clang__
#define LOAD_STEP(instruction, type, registers, n)                                                                     \
    {                                                                                                                  \
        type y;                                                                                                        \
        __asm__(instruction " {" registers "}, [%1], %2"                                                               \
                : "=w"(y), "+r"(from)                                                                                  \
                : "r"(step), "m"(*(const uint8_t(*)[16 * (n)]) from));                                                 \
        UNROLL for (int i = 0; i < (n); i++) x[i] = y.val[i];                                                          \
    }
#endif

/* n groups, 1 to 4. */
INLINE const uint8_t *load_step(uint8x16_t *x, const uint8_t *from, size_t step, const int n)
{
#ifdef __clang__
    load_groups(x, from, n);
    return from + step;
#else
    if (n == 4)
        LOAD_STEP("ld1", uint8x16x4_t, "%S0.16b - %V0.16b", 4)
    else if (n == 3)
        LOAD_STEP("ld1", uint8x16x3_t, "%S0.16b - %U0.16b", 3)
    else if (n == 2)
        LOAD_STEP("ld1", uint8x16x2_t, "%S0.16b - %T0.16b", 2)
    else
        __asm__("ld1 {%0.16b}, [%1], %2" : "=w"(*x), "+r"(from) : "r"(step), "m"(*(const uint8_t(*)[16])from));
    return from;
#endif
}

/* The even bytes of two groups and their odd ones. */
INLINE const uint8_t *load_step_2(uint8x16_t x[2], const uint8_t *from, size_t step)
{
#ifdef __clang__
    const uint8x16x2_t y = vld2q_u8(from);
    x[0] = y.val[0];
    x[1] = y.val[1];
    return from + step;
#else
    LOAD_STEP("ld2", uint8x16x2_t, "%S0.16b - %T0.16b", 2)
    return from;
#endif
}

/* The same for storing one. */
INLINE uint8_t *store_step(uint8_t *to, uint8x16_t x, size_t step)
{
#ifdef __clang__
    vst1q_u8(to, x);
    return to + step;
#else
    __asm__("st1 {%2.16b}, [%0], %3" : "+r"(to), "=m"(*(uint8_t(*)[16])to) : "w"(x), "r"(step));
    return to;
#endif
}

/* The bytes of two groups in turn. */
INLINE uint8_t *store_step_2(uint8_t *to, uint8x16_t even, uint8x16_t odd, size_t step)
{
    const uint8x16x2_t x = {{even, odd}};
#ifdef __clang__
    vst2q_u8(to, x);
    return to + step;
#else
    __asm__("st2 {%S2.16b - %T2.16b}, [%0], %3" : "+r"(to), "=m"(*(uint8_t(*)[32])to) : "w"(x), "r"(step));
    return to;
#endif
}

INLINE void store_groups(uint8_t *to, const uint8x16_t *x, const int n)
{
    if (n == 4) {
        uint8x16x4_t y = {{x[0], x[1], x[2], x[3]}};
        vst1q_u8_x4(to, y);
    } else if (n == 3) {
        uint8x16x3_t y = {{x[0], x[1], x[2]}};
        vst1q_u8_x3(to, y);
    } else if (n == 2) {
        uint8x16x2_t y = {{x[0], x[1]}};
        vst1q_u8_x2(to, y);
    } else {
        vst1q_u8(to, x[0]);
    }
}

/* sum += table x, as one statement: of many sums, GCC otherwise looks up more products before it adds any than there
 * are registers for. */
INLINE void add_looked_up(uint8x16_t *sum, uint8x16_t table, uint8x16_t x)
{
    uint8x16_t product;
    __asm__("tbl %1.16b, {%2.16b}, %3.16b\n\teor %0.16b, %0.16b, %1.16b"
            : "+w"(*sum), "=&w"(product)
            : "w"(table), "w"(x));
}

/* P pair rows by 16*N lanes of the product, all in registers: P * N <= 24. Split: of a pair row, one row and another
 * half rows behind. */
INLINE void tile(uint8_t *c, size_t c_stride, size_t half, const neosig_gf16_table *a, size_t a_stride,
                 const uint8_t *b, size_t b_stride, size_t rows, const int P, const int N, const int split)
{
    /* Tables at a time, as many as registers allow. */
    const int left = (31 - P * N) / ROWS - N, K = left < 4 ? left : 4;
    /* From the first tables to the next of a row, and from the last to those of the next row. */
    const size_t row = 16 * a_stride, step = 16 * (size_t)K, last = row - (size_t)((P - 1) / K) * step;
    const uint8_t *table = a->bytes;
    uint8x16_t sum[24];
    UNROLL for (int p = 0; p < P; p++) UNROLL for (int n = 0; n < N; n++) sum[p * N + n] = vdupq_n_u8(0);
#ifdef NEOSIG_GF16_EOR3
    for (const uint8_t *next = table + row; rows >= 2; rows -= 2) {
        uint8x16_t x[8], y[8];
        b = load_step(x, b, b_stride, N);
        b = load_step(y, b, b_stride, N);
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
        b = load_step(x, b, b_stride, N);
        UNROLL for (int p = 0; p < P; p += K)
        {
            uint8x16_t t[4];
            const int Q = P - p < K ? P - p : K;
            table = load_step(t, table, p + K < P ? step : last, Q);
            UNROLL for (int q = 0; q < Q; q++) UNROLL for (int n = 0; n < N; n++) sum[(p + q) * N + n] =
                veorq_u8(sum[(p + q) * N + n], vqtbl1q_u8(t[q], x[n]));
        }
    }
    if (!split) {
        UNROLL for (int p = 0; p < P; p++, c += c_stride) UNROLL for (int n = 0; n < N; n++)
            vst1q_u8(c + 16 * n, sum[p * N + n]);
        return;
    }
    uint8_t *high = c + half * c_stride;
    UNROLL for (int p = 0; p < P; p++, c += c_stride) UNROLL for (int n = 0; n < N; n++)
        vst1q_u8(c + 16 * n, vandq_u8(sum[p * N + n], vdupq_n_u8(15)));
    UNROLL for (int p = 0; p < P; p++, high += c_stride) UNROLL for (int n = 0; n < N; n++)
        vst1q_u8(high + 16 * n, vshrq_n_u8(sum[p * N + n], 4));
}

/* From the last lanes on: what a row has past its end, the first lanes of the next overwrite. */
INLINE void strip(uint8_t *c, size_t c_stride, size_t half, const neosig_gf16_table *a, size_t a_stride,
                  const uint8_t *b, size_t b_stride, size_t rows, size_t lanes, const int P, const int split)
{
    const int N = P <= WIDE ? 4 : P <= WIDE + 2 ? 3 : 2;
    size_t groups = (lanes + 15) / 16;
    b += 16 * groups;
    c += 16 * groups;
    /* N + 1 groups are N - 1 and two. */
    for (; groups >= (size_t)N && groups != (size_t)N + 1; groups -= (size_t)N)
        tile(c -= 16 * N, c_stride, half, a, a_stride, b -= 16 * N, b_stride, rows, P, N, split);
    for (; N > 3 && groups >= 3; groups -= 3)
        tile(c -= 48, c_stride, half, a, a_stride, b -= 48, b_stride, rows, P, 3, split);
    for (; groups >= 2; groups -= 2)
        tile(c -= 32, c_stride, half, a, a_stride, b -= 32, b_stride, rows, P, 2, split);
    if (groups)
        tile(c - 16, c_stride, half, a, a_stride, b - 16, b_stride, rows, P, 1, split);
}

static void multiply(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, size_t a_stride, const uint8_t *b,
                     size_t b_stride, size_t pairs, size_t rows, size_t lanes)
{
    for (size_t strips = (pairs + 7) / 8; strips > 0; strips--) {
        size_t p = (pairs + strips - 1) / strips; /* strips of equal height */
        switch (p) {
        case 1:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 1, 0);
            break;
        case 2:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 2, 0);
            break;
        case 3:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 3, 0);
            break;
        case 4:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 4, 0);
            break;
        case 5:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 5, 0);
            break;
        case 6:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 6, 0);
            break;
        case 7:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 7, 0);
            break;
        case 8:
            strip(c, c_stride, 0, a, a_stride, b, b_stride, rows, lanes, 8, 0);
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
    for (; blocks > 0; blocks--, b += rows * b_stride, c += 2 * half * c_stride)
        if (pairs == 4)
            strip(c, c_stride, half, a, a_stride, b, b_stride, rows, lanes, 4, 1);
        else if (pairs == 3)
            strip(c, c_stride, half, a, a_stride, b, b_stride, rows, lanes, 3, 1);
        else if (pairs == 2)
            strip(c, c_stride, half, a, a_stride, b, b_stride, rows, lanes, 2, 1);
        else
            strip(c, c_stride, half, a, a_stride, b, b_stride, rows, lanes, 1, 1);
}

INLINE void add_pairs_groups(uint8_t *sums, size_t stride, const uint8_t *b, size_t b_stride, size_t blocks,
                             const unsigned l, const int N)
{
    for (; blocks > 0; blocks--) {
        uint8x16_t x[5][4];
        UNROLL for (unsigned i = 0; i < l; i++) b = load_step(x[i], b, b_stride, N);
        UNROLL for (unsigned i = 0; i < l; i++) UNROLL for (unsigned j = i + 1; j < l; j++, sums += stride)
        {
            uint8x16_t y[4];
            UNROLL for (int n = 0; n < N; n++) y[n] = veorq_u8(x[i][n], x[j][n]);
            store_groups(sums, y, N);
        }
    }
}

INLINE void add_pairs_of(uint8_t *sums, const uint8_t *b, size_t b_stride, size_t blocks, const unsigned l,
                         size_t lanes)
{
    size_t lane = 0;
    for (; lanes - lane >= 64; lane += 64)
        add_pairs_groups(sums + lane, lanes, b + lane, b_stride, blocks, l, 4);
    for (; lanes - lane >= 32; lane += 32)
        add_pairs_groups(sums + lane, lanes, b + lane, b_stride, blocks, l, 2);
    if (lane < lanes)
        add_pairs_groups(sums + lane, lanes, b + lane, b_stride, blocks, l, 1);
}

static void add_pairs(uint8_t *sums, const uint8_t *b, size_t b_stride, size_t blocks, unsigned l, size_t lanes)
{
    if (l == 2)
        add_pairs_of(sums, b, b_stride, blocks, 2, lanes);
    else if (l == 3)
        add_pairs_of(sums, b, b_stride, blocks, 3, lanes);
    else if (l == 4)
        add_pairs_of(sums, b, b_stride, blocks, 4, lanes);
    else
        add_pairs_of(sums, b, b_stride, blocks, 5, lanes);
}

/* N groups, 1 to 4. */
INLINE void update_groups(uint8_t *m, size_t m_stride, const neosig_gf16_table *t, size_t pairs, const uint8_t *pair,
                          const int N)
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

static void update(uint8_t *m, size_t m_stride, const neosig_gf16_table *t, size_t pairs, const uint8_t *pair,
                   size_t lanes)
{
    size_t groups = (lanes + 15) / 16;
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            update_groups(m, m_stride, t, pairs, pair, 4);
        else if (n == 3)
            update_groups(m, m_stride, t, pairs, pair, 3);
        else if (n == 2)
            update_groups(m, m_stride, t, pairs, pair, 2);
        else
            update_groups(m, m_stride, t, pairs, pair, 1);
        m += 16 * n;
        pair += 16 * n;
        groups -= n;
    }
}

static void factors(uint8_t *sums, const uint8_t *window, size_t stride, size_t pairs, const uint8_t numbers[8])
{
    const uint8x8_t at = vld1_u8(numbers); /* TBL gives 0 for numbers past its bytes */
    for (; pairs > 0; pairs--, window += stride, sums += 4) {
        uint8x8_t x = vqtbl2_u8(vld1q_u8_x2(window), at);
        vst1_lane_u32((uint32_t *)(void *)sums, vreinterpret_u32_u8(veor_u8(x, vext_u8(x, x, 4))), 0);
    }
}

INLINE unsigned highest(const neosig_gf16_groups *found)
{
    static const uint8_t numbers[32] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                        17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
    const uint8x16x2_t number = vld1q_u8_x2(numbers);
    return vmaxvq_u8(
        vmaxq_u8(vandq_u8((uint8x16_t)found->g[0], number.val[0]), vandq_u8((uint8x16_t)found->g[1], number.val[1])));
}

INLINE neosig_gf16_group picked(const neosig_gf16_groups *row, neosig_gf16_group number)
{
    const uint8x16x2_t x = {{(uint8x16_t)row->g[0], (uint8x16_t)row->g[1]}};
    return (neosig_gf16_group)vqtbl2q_u8(x, (uint8x16_t)number);
}

INLINE neosig_gf16_group product(neosig_gf16_group x, neosig_gf16_group y)
{
    return (neosig_gf16_group)vmulq_p8((poly8x16_t)x, (poly8x16_t)y);
}

#include "gf/gf16_pivots.h"

static void transpose(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride, size_t rows,
                      size_t columns)
{
    for (size_t r = 0; r < rows; r += 16)
        for (size_t c = 0; c < columns; c += 16) {
            uint8_t *to = dst + c * dst_stride + r;
            uint8x16_t x[16];
            UNROLL for (int i = 0; i < 16; i++) x[i] = vld1q_u8(src + (r + (size_t)i) * src_stride + c);
            transpose16(x);
            UNROLL for (int i = 0; i < 16; i++) to = store_step(to, x[i], dst_stride);
        }
}

/* count rows of transpose_pairs, 16 at the most, from 16 pair rows, of which only left count. */
INLINE void pairs_tile(uint8_t *low, size_t stride, const uint8_t *from, size_t from_stride, const uint8_t *src,
                       size_t src_stride, size_t pairs, size_t left, size_t count, const int add)
{
    const uint8x16_t used = (uint8x16_t)neosig_gf16_below(left);
    const uint8_t *from_high = add ? from + pairs : NULL;
    uint8_t *high = low + pairs;
    uint8x16_t x[16];
    UNROLL for (int i = 0; i < 16; i++) x[i] = vld1q_u8(src + (size_t)i * src_stride);
    transpose16(x);
    UNROLL for (size_t i = 0; i < 16; i++)
    {
        if (i >= count)
            return;
        uint8x16_t pair[2] = {vandq_u8(x[i], vdupq_n_u8(15)), vshrq_n_u8(x[i], 4)}, y[2];
        if (add) {
            from = load_step(&y[0], from, from_stride, 1);
            from_high = load_step(&y[1], from_high, from_stride, 1);
            UNROLL for (int h = 0; h < 2; h++) pair[h] = veorq_u8(y[h], vandq_u8(pair[h], used));
        }
        low = store_step(low, pair[0], stride);
        high = store_step(high, pair[1], stride);
    }
}

enum { PAIRS_LANES = 16 };

INLINE void pairs_lanes(uint8_t *to, size_t stride, const uint8_t *from, size_t from_stride, const uint8_t *src,
                        size_t src_stride, size_t pairs, size_t left, size_t count, const int add)
{
    if (count >= 16)
        pairs_tile(to, stride, from, from_stride, src, src_stride, pairs, left, 16, add);
    else
        pairs_tile(to, stride, from, from_stride, src, src_stride, pairs, left, count, add);
}

#include "gf/gf16_pairs.h"

/* The product of polynomials, or sum and it. */
INLINE uint8x16_t add_product(uint8x16_t sum, uint8x16_t x, uint8x16_t y, const int first)
{
    uint8x16_t product = vreinterpretq_u8_p8(vmulq_p8(vreinterpretq_p8_u8(x), vreinterpretq_p8_u8(y)));
    return first ? product : veorq_u8(sum, product);
}

/* x^4 = x + 1: the high part, h x^4, takes itself off and adds h (x + 1). */
INLINE uint8x16_t reduce(uint8x16_t x)
{
    poly8x16_t high = vreinterpretq_p8_u8(vshrq_n_u8(x, 4));
    return veorq_u8(x, vreinterpretq_u8_p8(vmulq_p8(high, vdupq_n_p8(0x13))));
}

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

INLINE void store_reduced(uint8_t *c, size_t c_step, uint8x16_t *sum, const int C, const int G)
{
    UNROLL for (int j = 0; j < C; j++, c += c_step)
    {
        UNROLL for (int g = 0; g < G; g++) sum[j * G + g] = reduce(sum[j * G + g]);
        store_groups(c, sum + j * G, G);
    }
}

INLINE void lanes_tile(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_column, const uint8_t *b, size_t b_step,
                       size_t b_row, size_t inner, const int C, const int G)
{
    uint8x16_t sum[20];
    lanes_step(sum, a, b, b_step, C, G, 1);
    while (--inner > 0)
        lanes_step(sum, a += a_column, b += b_row, b_step, C, G, 0);
    store_reduced(c, c_step, sum, C, G);
}

INLINE void lanes_strip(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_row, size_t a_column, const uint8_t *b,
                        size_t b_step, size_t rows, size_t inner, size_t columns, const int G)
{
    const size_t b_row = columns * b_step;
    for (; rows > 0; rows--, a += a_row) {
        const uint8_t *from = b;
        size_t left = columns;
        for (; left == 5 || left >= 9; left -= 5, from += 5 * b_step, c += 5 * c_step)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 5, G);
        for (; left >= 4; left -= 4, from += 4 * b_step, c += 4 * c_step)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 4, G);
        if (left == 3)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 3, G);
        else if (left == 2)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 2, G);
        else if (left == 1)
            lanes_tile(c, c_step, a, a_column, from, b_step, b_row, inner, 1, G);
        c += left * c_step;
    }
}

static void multiply_lanes(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_row, size_t a_column, const uint8_t *b,
                           size_t b_step, size_t rows, size_t inner, size_t columns, size_t lanes)
{
    size_t groups = (lanes + 15) / 16;
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            lanes_strip(c, c_step, a, a_row, a_column, b, b_step, rows, inner, columns, 4);
        else if (n == 3)
            lanes_strip(c, c_step, a, a_row, a_column, b, b_step, rows, inner, columns, 3);
        else if (n == 2)
            lanes_strip(c, c_step, a, a_row, a_column, b, b_step, rows, inner, columns, 2);
        else
            lanes_strip(c, c_step, a, a_row, a_column, b, b_step, rows, inner, columns, 1);
        a += 16 * n;
        b += 16 * n;
        c += 16 * n;
        groups -= n;
    }
}

/* C columns of multiply_picked in 16*G lanes. */
INLINE void picked_step(uint8x16_t *sum, const uint8_t *a, const uint8_t *b, size_t b_step, const uint8x16_t *number,
                        const int C, const int G, const int first)
{
    uint8x16_t x[4];
    load_groups(x, a, G);
    UNROLL for (int j = 0; j < C; j++, b += b_step)
    {
        uint8x16_t y = vld1q_u8(b);
        UNROLL for (int g = 0; g < G; g++) sum[j * G + g] =
            add_product(sum[j * G + g], x[g], vqtbl1q_u8(y, number[g]), first);
    }
}

INLINE void picked_tile(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b, const size_t *at,
                        size_t b_step, const uint8_t *numbers, size_t inner, const int C, const int G)
{
    uint8x16_t sum[16], number[4];
    load_groups(number, numbers, G);
    picked_step(sum, a, b + *at, b_step, number, C, G, 1);
    while (--inner > 0)
        picked_step(sum, a += a_step, b + *++at, b_step, number, C, G, 0);
    store_reduced(c, c_step, sum, C, G);
}

INLINE void picked_strip(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b, const size_t *at,
                         size_t b_step, const uint8_t *numbers, size_t inner, size_t columns, const int G)
{
    for (; columns >= 4 && columns != 5; columns -= 4, b += 4 * b_step, c += 4 * c_step)
        picked_tile(c, c_step, a, a_step, b, at, b_step, numbers, inner, 4, G);
    for (; columns >= 3; columns -= 3, b += 3 * b_step, c += 3 * c_step)
        picked_tile(c, c_step, a, a_step, b, at, b_step, numbers, inner, 3, G);
    if (columns == 2)
        picked_tile(c, c_step, a, a_step, b, at, b_step, numbers, inner, 2, G);
    else if (columns == 1)
        picked_tile(c, c_step, a, a_step, b, at, b_step, numbers, inner, 1, G);
}

static void multiply_picked(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b,
                            const size_t *at, size_t b_step, const uint8_t *numbers, size_t inner, size_t columns,
                            size_t lanes)
{
    size_t groups = (lanes + 15) / 16;
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            picked_strip(c, c_step, a, a_step, b, at, b_step, numbers, inner, columns, 4);
        else if (n == 3)
            picked_strip(c, c_step, a, a_step, b, at, b_step, numbers, inner, columns, 3);
        else if (n == 2)
            picked_strip(c, c_step, a, a_step, b, at, b_step, numbers, inner, columns, 2);
        else
            picked_strip(c, c_step, a, a_step, b, at, b_step, numbers, inner, columns, 1);
        a += 16 * n;
        c += 16 * n;
        numbers += 16 * n;
        groups -= n;
    }
}

/* The low (shift 0) or the high nibbles (4). */
INLINE uint8x16_t nibbles(const unsigned shift, uint8x16_t x)
{
    return shift == 0 ? vandq_u8(x, vdupq_n_u8(15)) : vshrq_n_u8(x, 4);
}

INLINE void row_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t count, unsigned l,
                          const unsigned shift)
{
    if (l == 4) {
        for (size_t k = 0; k < count; k += 4, dst += 16, blocks += 64) {
            uint32x4x4_t x = vld4q_u32((const uint32_t *)(const void *)blocks);
            UNROLL for (int r = 0; r < 4; r++)
                vst1q_u8(dst + (size_t)r * stride, nibbles(shift, vreinterpretq_u8_u32(x.val[r])));
        }
    } else if (l == 2) {
        for (size_t k = 0; k < count; k += 8, dst += 16, blocks += 32) {
            uint16x8x2_t x = vld2q_u16((const uint16_t *)(const void *)blocks);
            UNROLL for (int r = 0; r < 2; r++)
                vst1q_u8(dst + (size_t)r * stride, nibbles(shift, vreinterpretq_u8_u16(x.val[r])));
        }
    } else if (l == 3) {
        /* Five blocks at a time: byte 9k + c + 3r goes to lane 3k + c of row r. */
        static const uint8_t index[16] = {0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 28, 29, 36, 37, 38, 255};
        const uint8x16_t at = vld1q_u8(index);
        for (size_t k = 0; k < count; k += 5, dst += 15, blocks += 45) {
            uint8x16x3_t x = {{vld1q_u8(blocks), vld1q_u8(blocks + 16), vld1q_u8(blocks + 32)}};
            UNROLL for (int r = 0; r < 3; r++) vst1q_u8(
                dst + (size_t)r * stride, nibbles(shift, vqtbl3q_u8(x, vaddq_u8(at, vdupq_n_u8((uint8_t)(3 * r))))));
        }
    } else {
        for (size_t k = 0; k < count; k++, dst += 5, blocks += 25)
            UNROLL for (int r = 0; r < 5; r++)
            {
                uint8x8_t x = vld1_u8(blocks + 5 * r); /* five, and what the next block overwrites */
                vst1_u8(dst + (size_t)r * stride, shift == 0 ? vand_u8(x, vdup_n_u8(15)) : vshr_n_u8(x, 4));
            }
    }
}

static void rows_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count, unsigned l,
                           unsigned shift)
{
    for (; rows > 0; rows--, dst += l * stride, blocks += count * l * l)
        if (shift == 0)
            row_of_blocks(dst, stride, blocks, count, l, 0);
        else
            row_of_blocks(dst, stride, blocks, count, l, 4);
}

INLINE uint8x16_t zip64(uint8x16_t x, uint8x16_t y, const int half)
{
    uint64x2_t a = vreinterpretq_u64_u8(x), b = vreinterpretq_u64_u8(y);
    return vreinterpretq_u8_u64(half ? vzip2q_u64(a, b) : vzip1q_u64(a, b));
}

/* Four columns of 2 x 2 blocks by eight block rows: 32-bit blocks are transposed, then their bytes told apart. */
INLINE void columns_2(uint8_t *dst, size_t stride, const uint8_t *const rows[8], size_t at, const unsigned shift)
{
    uint8x16_t x[2][4]; /* [half of the block rows][block column]: four blocks each */
    UNROLL for (int h = 0; h < 2; h++)
    {
        uint32x4_t r[4];
        UNROLL for (int j = 0; j < 4; j++) r[j] = vreinterpretq_u32_u8(vld1q_u8(rows[4 * h + j] + at));
        UNROLL for (int half = 0; half < 2; half++)
        {
            uint8x16_t even = vreinterpretq_u8_u32(half ? vtrn2q_u32(r[0], r[1]) : vtrn1q_u32(r[0], r[1]));
            uint8x16_t odd = vreinterpretq_u8_u32(half ? vtrn2q_u32(r[2], r[3]) : vtrn1q_u32(r[2], r[3]));
            x[h][half] = zip64(even, odd, 0);
            x[h][half + 2] = zip64(even, odd, 1);
        }
    }
    UNROLL for (int k = 0; k < 4; k++, dst += 2 * stride)
    {
        vst1q_u8(dst, nibbles(shift, vuzp1q_u8(x[0][k], x[1][k])));
        vst1q_u8(dst + stride, nibbles(shift, vuzp2q_u8(x[0][k], x[1][k])));
    }
}

/* One column of 4 x 4 blocks by four block rows. */
INLINE void columns_4(uint8_t *dst, size_t stride, const uint8_t *const rows[4], size_t at, const unsigned shift)
{
    uint8x16_t x[4];
    UNROLL for (int j = 0; j < 4; j++) x[j] = vld1q_u8(rows[j] + at);
    uint8x16_t even[2] = {vuzp1q_u8(x[0], x[1]), vuzp1q_u8(x[2], x[3])};
    uint8x16_t odd[2] = {vuzp2q_u8(x[0], x[1]), vuzp2q_u8(x[2], x[3])};
    vst1q_u8(dst, nibbles(shift, vuzp1q_u8(even[0], even[1])));
    vst1q_u8(dst + stride, nibbles(shift, vuzp1q_u8(odd[0], odd[1])));
    vst1q_u8(dst + 2 * stride, nibbles(shift, vuzp2q_u8(even[0], even[1])));
    vst1q_u8(dst + 3 * stride, nibbles(shift, vuzp2q_u8(odd[0], odd[1])));
}

/* Two columns of packed 4 x 4 blocks by four block rows. */
INLINE void columns_4_packed(uint8_t *dst, size_t stride, const uint8_t *const rows[4], size_t at)
{
    uint8x16_t x[4];
    UNROLL for (int j = 0; j < 4; j++) x[j] = vld1q_u8(rows[j] + at);
    UNROLL for (int k = 0; k < 2; k++, dst += 4 * stride)
    {
        uint8x16_t y[2] = {zip64(x[0], x[1], k), zip64(x[2], x[3], k)};
        uint8x16_t even = vuzp1q_u8(y[0], y[1]), odd = vuzp2q_u8(y[0], y[1]);
        vst1q_u8(dst, nibbles(0, even));
        vst1q_u8(dst + stride, nibbles(4, even));
        vst1q_u8(dst + 2 * stride, nibbles(0, odd));
        vst1q_u8(dst + 3 * stride, nibbles(4, odd));
    }
}

/* Eight columns of packed 2 x 2 blocks by eight block rows: their 16-bit blocks are transposed. */
INLINE void columns_2_packed(uint8_t *dst, size_t stride, const uint8_t *const rows[8], size_t at)
{
    uint16x8_t x[8], y[8];
    UNROLL for (int j = 0; j < 8; j++) x[j] = vreinterpretq_u16_u8(vld1q_u8(rows[j] + at));
    UNROLL for (int j = 0; j < 4; j++)
    {
        y[2 * j] = vtrn1q_u16(x[2 * j], x[2 * j + 1]);
        y[2 * j + 1] = vtrn2q_u16(x[2 * j], x[2 * j + 1]);
    }
    UNROLL for (int j = 0; j < 4; j++) /* blocks j and j + 4 of block rows 0 to 3 and 4 to 7 */
    {
        const int from = j % 2;
        uint32x4_t low[2] = {vreinterpretq_u32_u16(y[from]), vreinterpretq_u32_u16(y[2 + from])};
        uint32x4_t high[2] = {vreinterpretq_u32_u16(y[4 + from]), vreinterpretq_u32_u16(y[6 + from])};
        uint8x16_t a = vreinterpretq_u8_u32(j < 2 ? vtrn1q_u32(low[0], low[1]) : vtrn2q_u32(low[0], low[1]));
        uint8x16_t b = vreinterpretq_u8_u32(j < 2 ? vtrn1q_u32(high[0], high[1]) : vtrn2q_u32(high[0], high[1]));
        UNROLL for (int half = 0; half < 2; half++)
        {
            uint8x16_t blocks = zip64(a, b, half);
            uint8_t *to = dst + (size_t)(2 * j + 8 * half) * stride;
            vst1q_u8(to, nibbles(0, blocks));
            vst1q_u8(to + stride, nibbles(4, blocks));
        }
    }
}

#include "gf/gf16_columns.h"

INLINE void columns_of_nibbles(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count,
                               unsigned l, const unsigned shift)
{
    const size_t group = l == 4 ? 4 : 8, step = count * l * l, end = l == 4 ? step : (step + 15) / 16 * 16;
    for (size_t j = 0; j < rows; j += group, dst += 16, blocks += group * step) {
        const uint8_t *from[8];
        uint8_t *to = dst;
        if (l == 4) {
            row_pointers(from, blocks, step, rows - j, 4);
            for (size_t at = 0; at < end; at += 16, to += 4 * stride)
                columns_4(to, stride, from, at, shift);
        } else {
            row_pointers(from, blocks, step, rows - j, 8);
            for (size_t at = 0; at < end; at += 16, to += 8 * stride)
                columns_2(to, stride, from, at, shift);
        }
    }
}

static void columns_of_blocks(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count, unsigned l,
                              unsigned shift)
{
    if (shift == 0)
        columns_of_nibbles(dst, stride, blocks, rows, count, l, 0);
    else
        columns_of_nibbles(dst, stride, blocks, rows, count, l, 4);
}

/* For odd l, 15 lanes at a time: five blocks of 3 x 3, 45 elements from 23 bytes, or three of 5 x 5, 75 elements from
 * 38 bytes, which begin in the low (0) or the high nibble (1) of the first byte. */
typedef struct fifteen {
    uint8x16_t byte[5]; /* where lane l k + c of row r, element l l k + l r + c, is found */
    int8x16_t shift[5];
} fifteen;

INLINE fifteen fifteen_from(const int odd, const int l)
{
    static const uint8_t elements[2][16] = {
        {0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 28, 29, 36, 37, 38, 0},
        {0, 1, 2, 3, 4, 25, 26, 27, 28, 29, 50, 51, 52, 53, 54, 0},
    };
    fifteen f;
    UNROLL for (int r = 0; r < l; r++)
    {
        uint8x16_t nibble = vaddq_u8(vld1q_u8(elements[l / 4]), vdupq_n_u8((uint8_t)(l * r + odd)));
        f.byte[r] = vshrq_n_u8(nibble, 1);
        f.shift[r] = vreinterpretq_s8_u8(vandq_u8(vtstq_u8(nibble, vdupq_n_u8(1)), vdupq_n_u8((uint8_t)-4)));
    }
    return f;
}

INLINE void fifteen_lanes(uint8_t *dst, size_t stride, const uint8_t *packed, const fifteen *f, const int l)
{
    uint8x16x2_t x;
    uint8x16x3_t y;
    if (l == 3)
        x = vld1q_u8_x2(packed);
    else
        y = vld1q_u8_x3(packed);
    UNROLL for (int r = 0; r < l; r++)
    {
        uint8x16_t z = l == 3 ? vqtbl2q_u8(x, f->byte[r]) : vqtbl3q_u8(y, f->byte[r]);
        vst1q_u8(dst + (size_t)r * stride, vandq_u8(vshlq_u8(z, f->shift[r]), vdupq_n_u8(15)));
    }
}

INLINE void rows_of_packed_odd(uint8_t *dst, size_t stride, const uint8_t *packed, size_t first, size_t rows,
                               size_t count, const int l)
{
    const fifteen low = fifteen_from(0, l), high = fifteen_from(1, l);
    const int blocks = 15 / l, elements = 15 * l;
    for (; rows > 0; rows--, dst += (size_t)l * stride, first += (size_t)(l * l) * count) {
        const uint8_t *from = packed + first / 2;
        uint8_t *to = dst;
        ptrdiff_t left = (ptrdiff_t)count;
        if (first % 2) {
            fifteen_lanes(to, stride, from, &high, l);
            from += elements / 2 + 1;
            to += 15;
            left -= blocks;
        }
        for (; left > blocks; left -= 2 * blocks, from += elements, to += 30) {
            fifteen_lanes(to, stride, from, &low, l);
            fifteen_lanes(to + 15, stride, from + elements / 2, &high, l);
        }
        if (left > 0)
            fifteen_lanes(to, stride, from, &low, l);
    }
}

/* 32 elements from 16 bytes, in order. */
INLINE uint8_t *unpack_step(uint8_t *to, uint8x16_t packed, size_t step)
{
    return store_step_2(to, vandq_u8(packed, vdupq_n_u8(15)), vshrq_n_u8(packed, 4), step);
}

/* 16 elements from 8 bytes. */
INLINE uint8x16_t unpacked_8(uint8x8_t packed)
{
    uint8x8x2_t z = vzip_u8(vand_u8(packed, vdup_n_u8(15)), vshr_n_u8(packed, 4));
    return vcombine_u8(z.val[0], z.val[1]);
}

static void rows_of_packed_4(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count)
{
    /* A block row is two bytes: eight blocks at a time, then those left by fours. */
    for (; rows > 0; rows--, dst += 4 * stride, packed += 8 * count) {
        const uint8_t *from = packed;
        uint8_t *to = dst;
        ptrdiff_t left = (ptrdiff_t)count;
        for (; left > 4; left -= 8, from += 64) {
            uint16x8x4_t x = vld4q_u16((const uint16_t *)(const void *)from);
            UNROLL for (int r = 0; r < 4; r++) to =
                unpack_step(to, vreinterpretq_u8_u16(x.val[r]), r < 3 ? stride : 32 - 3 * stride);
        }
        if (left > 0) {
            uint16x4x4_t x = vld4_u16((const uint16_t *)(const void *)from);
            UNROLL for (int r = 0; r < 4; r++, to += stride)
            {
                const uint8x8_t pairs = vreinterpret_u8_u16(x.val[r]);
                const uint8x8x2_t y = {{vand_u8(pairs, vdup_n_u8(15)), vshr_n_u8(pairs, 4)}};
                vst2_u8(to, y);
            }
        }
    }
}

/* A block row of l = 2 is one byte. 16 blocks: even and odd columns of each of the two rows. */
INLINE const uint8_t *sixteen_blocks(uint8x16_t even[2], uint8x16_t odd[2], const uint8_t *packed, size_t step)
{
    uint8x16_t x[2];
    packed = load_step_2(x, packed, step);
    UNROLL for (int r = 0; r < 2; r++)
    {
        even[r] = vandq_u8(x[r], vdupq_n_u8(15));
        odd[r] = vshrq_n_u8(x[r], 4);
    }
    return packed;
}

/* 8 blocks: the two rows. */
INLINE const uint8_t *eight_blocks(uint8x16_t row[2], const uint8_t *packed, size_t step)
{
    uint8x16_t x[1];
    packed = load_step(x, packed, step, 1);
    const uint8x16_t even = vandq_u8(x[0], vdupq_n_u8(15)), odd = vshrq_n_u8(x[0], 4);
    row[0] = vtrn1q_u8(even, odd);
    row[1] = vtrn2q_u8(even, odd);
    return packed;
}

static void rows_of_packed_2(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count)
{
    for (; rows > 0; rows--, dst += 2 * stride, packed += 2 * count) {
        const uint8_t *from = packed;
        uint8_t *to = dst;
        ptrdiff_t left = (ptrdiff_t)count;
        for (; left > 8; left -= 16) {
            uint8x16_t even[2], odd[2];
            from = sixteen_blocks(even, odd, from, 32);
            UNROLL for (int r = 0; r < 2; r++) to = store_step_2(to, even[r], odd[r], r < 1 ? stride : 32 - stride);
        }
        if (left > 0) {
            uint8x16_t x[2];
            eight_blocks(x, from, 16);
            vst1q_u8(to, x[0]);
            vst1q_u8(to + stride, x[1]);
        }
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

/* Two pair rows of multiply_packed: G times 16 blocks straight from the packed form, even and odd columns apart until
 * the end; or 8 blocks (G = 0). */
INLINE void packed_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                        size_t rows, const int G)
{
    uint8x16_t sum[2][4];
    const int N = G > 0 ? 2 * G : 1;
    UNROLL for (int n = 0; n < N; n++) sum[0][n] = sum[1][n] = vdupq_n_u8(0);
    _Pragma("GCC unroll 2") for (; rows > 0; rows--, a += 4)
    {
        uint8x16_t x[4][2], t[4]; /* [group of lanes][row] */
        if (G == 0)
            b = eight_blocks(x[0], b, b_stride);
        UNROLL for (int g = 0; g < G; g++) b =
            sixteen_blocks(x[2 * g], x[2 * g + 1], b, g + 1 < G ? 32 : b_stride - 32 * (size_t)(G - 1));
        load_groups(t, a->bytes, 4);
        UNROLL for (int p = 0; p < 2; p++) UNROLL for (int n = 0; n < N; n++) sum[p][n] =
            eor3(sum[p][n], vqtbl1q_u8(t[p], x[n][0]), vqtbl1q_u8(t[2 + p], x[n][1]));
    }
    UNROLL for (int p = 0; p < 2; p++, c += c_stride)
    {
        if (G == 0)
            vst1q_u8(c, veorq_u8(vld1q_u8(c), sum[p][0]));
        UNROLL for (int g = 0; g < G; g++)
        {
            uint8_t *to = c + 32 * g;
            uint8x16_t even = sum[p][2 * g], odd = sum[p][2 * g + 1];
            vst1q_u8(to, veorq_u8(vld1q_u8(to), vzip1q_u8(even, odd)));
            vst1q_u8(to + 16, veorq_u8(vld1q_u8(to + 16), vzip2q_u8(even, odd)));
        }
    }
}

/* Two pair rows of multiply_packed: one or two blocks. Lane 8k + 4r + 2p + c is for element (r, c) of block k and for
 * pair p, whose four tables, of rows r and pairs p, are looked up in by one instruction. */
INLINE void packed_end(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                       size_t rows)
{
    static const uint8_t byte[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    static const uint8_t table[16] = {0, 0, 16, 16, 32, 32, 48, 48, 0, 0, 16, 16, 32, 32, 48, 48};
    static const uint8_t lanes_of_pairs[16] = {0, 1, 8, 9, 2, 3, 10, 11};
    const uint8x16_t bytes = vld1q_u8(byte), tables_at = vld1q_u8(table);
    const int8x16_t shifts = vreinterpretq_s8_u16(vdupq_n_u16(0xfc00)); /* 0 and -4 */
    uint8x16_t sum = vdupq_n_u8(0);
    _Pragma("GCC unroll 2") for (; rows > 0; rows--, a += 4)
    {
        uint8x16_t x[1];
        b = load_step(x, b, b_stride, 1);
        uint8x16_t element = vandq_u8(vshlq_u8(vqtbl1q_u8(x[0], bytes), shifts), vdupq_n_u8(15));
        sum = veorq_u8(sum, vqtbl4q_u8(vld1q_u8_x4(a->bytes), vorrq_u8(element, tables_at)));
    }
    sum = veorq_u8(sum, vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(sum)))); /* both rows */
    const uint32x4_t of_pair = vreinterpretq_u32_u8(vqtbl1q_u8(sum, vld1q_u8(lanes_of_pairs)));
    const uint32_t sums[2] = {vgetq_lane_u32(of_pair, 0), vgetq_lane_u32(of_pair, 1)};
    for (int p = 0; p < 2; p++, c += c_stride) {
        uint32_t old;
        memcpy(&old, c, sizeof old);
        old ^= sums[p];
        memcpy(c, &old, sizeof old);
    }
}

/* Two pair rows of multiply_blocks: G times 8 blocks. */
INLINE void blocks_tile(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                        size_t rows, const int G, const unsigned shift)
{
    uint8x16_t sum[2][4];
    UNROLL for (int g = 0; g < G; g++) sum[0][g] = sum[1][g] = vdupq_n_u8(0);
    for (; rows > 0; rows--, a += 4, b += b_stride) {
        uint8x16_t x[4][2], t[4]; /* [group of lanes][row] */
        load_groups(t, a->bytes, 4);
        UNROLL for (int g = 0; g < G; g++)
        {
            uint16x8x2_t y = vld2q_u16((const uint16_t *)(const void *)(b + 32 * g));
            UNROLL for (int r = 0; r < 2; r++) x[g][r] = nibbles(shift, vreinterpretq_u8_u16(y.val[r]));
        }
        UNROLL for (int p = 0; p < 2; p++) UNROLL for (int g = 0; g < G; g++) sum[p][g] =
            eor3(sum[p][g], vqtbl1q_u8(t[p], x[g][0]), vqtbl1q_u8(t[2 + p], x[g][1]));
    }
    UNROLL for (int p = 0; p < 2; p++, c += c_stride)
    {
        uint8x16_t y[4];
        load_groups(y, c, G);
        UNROLL for (int g = 0; g < G; g++) y[g] = veorq_u8(y[g], sum[p][g]);
        store_groups(c, y, G);
    }
}

INLINE void multiply_nibbles(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *blocks,
                             size_t rows, size_t count, const unsigned shift)
{
    size_t groups = (count + 7) / 8;
    for (size_t strips = (groups + 3) / 4; strips > 0; strips--) {
        size_t n = (groups + strips - 1) / strips; /* strips of equal width */
        if (n == 4)
            blocks_tile(c, c_stride, a, blocks, 4 * count, rows, 4, shift);
        else if (n == 3)
            blocks_tile(c, c_stride, a, blocks, 4 * count, rows, 3, shift);
        else if (n == 2)
            blocks_tile(c, c_stride, a, blocks, 4 * count, rows, 2, shift);
        else
            blocks_tile(c, c_stride, a, blocks, 4 * count, rows, 1, shift);
        c += 16 * n;
        blocks += 32 * n;
        groups -= n;
    }
}

static void multiply_blocks(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *blocks, size_t rows,
                            size_t count, unsigned shift)
{
    if (shift == 0)
        multiply_nibbles(c, c_stride, a, blocks, rows, count, 0);
    else
        multiply_nibbles(c, c_stride, a, blocks, rows, count, 4);
}

static void multiply_packed(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t rows,
                            size_t count)
{
    const size_t b_stride = 2 * count;
    for (; count > 24; count -= count < 32 ? count : 32, b += 64, c += 64)
        packed_tile(c, c_stride, a, b, b_stride, rows, 2);
    for (; count > 8; count -= count < 16 ? count : 16, b += 32, c += 32)
        packed_tile(c, c_stride, a, b, b_stride, rows, 1);
    if (count > 2)
        packed_tile(c, c_stride, a, b, b_stride, rows, 0);
    else if (count > 0)
        packed_end(c, c_stride, a, b, b_stride, rows);
}

/* Lanes of the rows of packed blocks: 8, even and odd columns apart, or 4 in order. */
INLINE void rows_of_4(uint8x16_t x[4][2], const uint8_t *packed, const int N)
{
    if (N == 2) {
        uint16x8x4_t y = vld4q_u16((const uint16_t *)(const void *)packed);
        UNROLL for (int r = 0; r < 4; r++)
        {
            x[r][0] = vandq_u8(vreinterpretq_u8_u16(y.val[r]), vdupq_n_u8(15));
            x[r][1] = vshrq_n_u8(vreinterpretq_u8_u16(y.val[r]), 4);
        }
    } else {
        uint16x4x4_t y = vld4_u16((const uint16_t *)(const void *)packed);
        UNROLL for (int r = 0; r < 4; r++) x[r][0] = unpacked_8(vreinterpret_u8_u16(y.val[r]));
    }
}

/* sum += the eight pairs of tables, those of four rows, times these rows; the tables after them. */
INLINE const uint8_t *add_products_4(uint8x16_t sum[8][2], const uint8_t *tables, uint8x16_t x[4][2], const int N)
{
    const uint8_t *next = tables + 16 * 8; /* of the row after that of tables */
    UNROLL for (int r = 0; r < 4; r += ROWS)
    {
        UNROLL for (int p = 0; p < 8; p += 4)
        {
            const size_t step = 16 * (size_t)(p == 0 ? 4 : 4 + 8 * (ROWS - 1));
            uint8x16_t t[4], v[4];
            tables = load_step(t, tables, step, 4);
            if (ROWS == 2)
                next = load_step(v, next, step, 4);
            UNROLL for (int q = 0; q < 4; q++) UNROLL for (int n = 0; n < N; n++)
            {
                if (ROWS == 2)
                    sum[p + q][n] = eor3(sum[p + q][n], vqtbl1q_u8(t[q], x[r][n]), vqtbl1q_u8(v[q], x[r + 1][n]));
                else if (N == 1)
                    sum[p + q][n] = veorq_u8(sum[p + q][n], vqtbl1q_u8(t[q], x[r][n]));
                else
                    add_looked_up(&sum[p + q][n], t[q], x[r][n]);
            }
        }
    }
    return tables;
}

/* Eight pair rows of multiply_packed_4: 8 blocks, or up to 4. */
INLINE void packed_tile_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                          size_t rows, const int N)
{
    const uint8_t *tables = a->bytes;
    uint8x16_t sum[8][2];
    UNROLL for (int p = 0; p < 8; p++) sum[p][0] = sum[p][1] = vdupq_n_u8(0);
    for (; rows > 0; rows--, b += b_stride) {
        uint8x16_t x[4][2];
        rows_of_4(x, b, N);
        tables = add_products_4(sum, tables, x, N);
    }
    UNROLL for (int p = 0; p < 8; p++, c += c_stride)
    {
        vst1q_u8(c, veorq_u8(vld1q_u8(c), N == 2 ? vzip1q_u8(sum[p][0], sum[p][1]) : sum[p][0]));
        if (N == 2)
            vst1q_u8(c + 16, veorq_u8(vld1q_u8(c + 16), vzip2q_u8(sum[p][0], sum[p][1])));
    }
}

static void multiply_packed_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t rows,
                              size_t count)
{
    const size_t b_stride = 8 * count;
    for (; count > 4; count -= count < 8 ? count : 8, b += 64, c += 32)
        packed_tile_4(c, c_stride, a, b, b_stride, rows, 2);
    if (count > 0)
        packed_tile_4(c, c_stride, a, b, b_stride, rows, 1);
}

/* Eight pair rows of multiply_blocks_4: N times 4 blocks. */
INLINE void blocks_tile_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t b_stride,
                          size_t rows, const int N, const unsigned shift)
{
    const uint8_t *tables = a->bytes;
    uint8x16_t sum[8][2];
    UNROLL for (int p = 0; p < 8; p++) sum[p][0] = sum[p][1] = vdupq_n_u8(0);
    for (; rows > 0; rows--, b += b_stride) {
        uint8x16_t x[4][2];
        UNROLL for (int n = 0; n < N; n++)
        {
            uint32x4x4_t y = vld4q_u32((const uint32_t *)(const void *)(b + 64 * n));
            UNROLL for (int r = 0; r < 4; r++) x[r][n] = nibbles(shift, vreinterpretq_u8_u32(y.val[r]));
        }
        tables = add_products_4(sum, tables, x, N);
    }
    UNROLL for (int p = 0; p < 8; p++, c += c_stride)
    {
        uint8x16_t y[2];
        UNROLL for (int n = 0; n < N; n++) y[n] = vld1q_u8(c + 16 * n);
        UNROLL for (int n = 0; n < N; n++) y[n] = veorq_u8(y[n], sum[p][n]);
        UNROLL for (int n = 0; n < N; n++) vst1q_u8(c + 16 * n, y[n]);
    }
}

INLINE void multiply_nibbles_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *b, size_t rows,
                               size_t count, const unsigned shift)
{
    const size_t b_stride = 16 * count;
    for (; count > 4; count -= count < 8 ? count : 8, b += 128, c += 32)
        blocks_tile_4(c, c_stride, a, b, b_stride, rows, 2, shift);
    if (count > 0)
        blocks_tile_4(c, c_stride, a, b, b_stride, rows, 1, shift);
}

static void multiply_blocks_4(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *blocks,
                              size_t rows, size_t count, unsigned shift)
{
    if (shift == 0)
        multiply_nibbles_4(c, c_stride, a, blocks, rows, count, 0);
    else
        multiply_nibbles_4(c, c_stride, a, blocks, rows, count, 4);
}

INLINE void blocks_of_row(uint8_t *blocks, const uint8_t *src, size_t stride, size_t count, unsigned l)
{
    if (l == 4) {
        for (size_t k = 0; k < count; k += 4, src += 16, blocks += 64) {
            uint32x4x4_t x;
            UNROLL for (int r = 0; r < 4; r++) x.val[r] = vreinterpretq_u32_u8(vld1q_u8(src + (size_t)r * stride));
            vst4q_u32((uint32_t *)(void *)blocks, x);
        }
    } else if (l == 2) {
        for (size_t k = 0; k < count; k += 8, src += 16, blocks += 32) {
            uint16x8x2_t x;
            UNROLL for (int r = 0; r < 2; r++) x.val[r] = vreinterpretq_u16_u8(vld1q_u8(src + (size_t)r * stride));
            vst2q_u16((uint16_t *)(void *)blocks, x);
        }
    } else if (l == 5) {
        for (size_t k = 0; k < count; k++, src += 5, blocks += 25)
            UNROLL for (int r = 0; r < 5; r++) vst1_u8(blocks + 5 * r, vld1_u8(src + (size_t)r * stride));
    } else {
        /* Lane 3k + c of row r goes to byte 9k + 3r + c, five blocks at a time. */
        static const uint8_t index[3][16] = {
            {0, 1, 2, 16, 17, 18, 32, 33, 34, 3, 4, 5, 19, 20, 21, 35},
            {36, 37, 6, 7, 8, 22, 23, 24, 38, 39, 40, 9, 10, 11, 25, 26},
            {27, 41, 42, 43, 12, 13, 14, 28, 29, 30, 44, 45, 46, 255, 255, 255},
        };
        for (size_t k = 0; k < count; k += 5, src += 15, blocks += 45) {
            uint8x16x3_t x = {{vld1q_u8(src), vld1q_u8(src + stride), vld1q_u8(src + 2 * stride)}};
            UNROLL for (int i = 0; i < 3; i++) vst1q_u8(blocks + 16 * i, vqtbl3q_u8(x, vld1q_u8(index[i])));
        }
    }
}

static void blocks_of_rows(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t count, unsigned l)
{
    for (; rows > 0; rows--, src += l * stride, blocks += count * l * l)
        blocks_of_row(blocks, src, stride, count, l);
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
    .columns_of_blocks = NEOSIG_IF_SIGNING(columns_of_blocks),
    .columns_of_packed = columns_of_packed,
    .blocks_of_rows = NEOSIG_IF_SIGNING(blocks_of_rows),
    .multiply_packed = multiply_packed,
    .multiply_blocks = NEOSIG_IF_SIGNING(multiply_blocks),
    .multiply_packed_4 = multiply_packed_4,
    .multiply_blocks_4 = NEOSIG_IF_SIGNING(multiply_blocks_4),
};

#endif
