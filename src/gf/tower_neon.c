/* The tower fields on NEON. A table is a register of the 16 multiples of one or two elements of GF(16). TBL looks up 16
 * nibbles at once. Compiled a second time with NEOSIG_TOWER_EOR3, to sum three terms by one instruction. */
#if defined(__aarch64__)
#include "gf/tower_neon.h"

INLINE void scale_by(halves t, uint8_t *c, const uint8_t *x, size_t bytes)
{
    for (const uint8_t *end = x + bytes; x != end; x += 32, c += 32) {
        vec x0 = vld1q_u8(x), x1 = vld1q_u8(x + 16);
        vst1q_u8(c, product(t, x0));
        vst1q_u8(c + 16, product(t, x1));
    }
}

static void scale_bytes(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    scale_by(halves_of(8, vld1q_u8_x2(powers), vdupq_n_u8(scalar)), c, x, bytes);
}

/* Up to 16 elements of a packed vector, one a byte. */
INLINE vec load_elements(const int bits, const uint8_t *x, size_t count)
{
    uint8_t e[16] = {0};
    if (count < 16) {
        memcpy(e, x, bits == 4 ? (count + 1) / 2 : count);
        x = e;
    }
    if (bits == 8)
        return vld1q_u8(x);
    uint8x8_t v = vld1_u8(x);
    return vcombine_u8(vzip1_u8(vand_u8(v, vdup_n_u8(15)), vshr_n_u8(v, 4)),
                       vzip2_u8(vand_u8(v, vdup_n_u8(15)), vshr_n_u8(v, 4)));
}

static void scalars_16(void *tables, const uint8_t *x, size_t count)
{
    const uint8x16x2_t y = vld1q_u8_x2(powers);
    uint8_t *out = tables, logs[16];
    for (size_t i = 0; i < count; i += 16) {
        size_t some = count - i < 16 ? count - i : 16;
        vst1q_u8(logs, log_of(load_elements(4, x + i / 2, some)));
        if (some == 16) /* the same loop, unrolled */
            UNROLL for (size_t j = 0; j < 16; j++) vst1q_u8(out + 16 * j, multiples(y, vld1q_dup_u8(logs + j)));
        else
            for (size_t j = 0; j < some; j++)
                vst1q_u8(out + 16 * j, multiples(y, vld1q_dup_u8(logs + j)));
        out += 16 * some;
    }
}

INLINE void store_halves(uint8_t *out, halves t)
{
    vst1q_u8(out, t.low);
    vst1q_u8(out + 16, t.high);
}

static void scalars_256(void *tables, const uint8_t *x, size_t count)
{
    const uint8x16x2_t y = vld1q_u8_x2(powers);
    uint8_t *out = tables;
    for (; count >= 4; count -= 4, x += 4, out += 128) {
        uint32_t four;
        memcpy(&four, x, 4);
        vec e = vreinterpretq_u8_u32(vdupq_n_u32(four)), log_low = log_of(low(e)), log_high = log_of(high(e));
        store_halves(out, halves_of_logs(y, vdupq_laneq_u8(log_low, 0), vdupq_laneq_u8(log_high, 0)));
        store_halves(out + 32, halves_of_logs(y, vdupq_laneq_u8(log_low, 1), vdupq_laneq_u8(log_high, 1)));
        store_halves(out + 64, halves_of_logs(y, vdupq_laneq_u8(log_low, 2), vdupq_laneq_u8(log_high, 2)));
        store_halves(out + 96, halves_of_logs(y, vdupq_laneq_u8(log_low, 3), vdupq_laneq_u8(log_high, 3)));
    }
    for (; count > 0; count--, x++, out += 32)
        store_halves(out, halves_of(8, y, vld1q_dup_u8(x)));
}

/* ---- Scalars in the polynomial basis */

static void scale_polynomial256(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    scale_by(polynomial_halves_of(vdupq_n_u8(scalar)), c, x, bytes);
}

/* The multiples of the element that is in all bytes of a. */
INLINE vec polynomial16_multiples(vec a)
{
    const uint8_t *const logs = neosig_polynomial_logarithms;
    return multiples_by(logs, vld1q_u8_x2(neosig_polynomial_powers), log_by(logs, a));
}

static void scale_polynomial16(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar)
{
    const vec t = polynomial16_multiples(vdupq_n_u8(scalar));
    for (size_t i = 0; i < bytes; i += 16)
        vst1q_u8(c + i, vqtbl1q_u8(t, vld1q_u8(x + i)));
}

/* combine multiplies by the scalars themselves, one a byte. */
static void scalars_polynomial16(void *tables, const uint8_t *x, size_t count)
{
    uint8_t *const out = tables;
    for (size_t i = 0; i < count; i++)
        out[i] = neosig_tower_element(4, x, i);
}

static void scalars_polynomial256(void *tables, const uint8_t *x, size_t count)
{
    memcpy(tables, x, count);
}

static void map(uint8_t *dst, const uint8_t *src, size_t bytes, const uint8_t images[32])
{
    const halves t = {vld1q_u8(images), vld1q_u8(images + 16)};
    for (; bytes >= 64; bytes -= 64) {
        vec x[4];
        load_vectors(4, x, src);
        src += 64;
        NEOSIG_STEP(src);
        UNROLL for (int i = 0; i < 4; i++) x[i] = product(t, x[i]);
        vst1q_u8_x4(dst, ((uint8x16x4_t){{x[0], x[1], x[2], x[3]}}));
        dst += 64;
        NEOSIG_STEP(dst);
    }
    for (; bytes >= 16; bytes -= 16, src += 16, dst += 16)
        vst1q_u8(dst, product(t, vld1q_u8(src)));
    if (bytes > 0) {
        uint8_t rest[16] = {0};
        memcpy(rest, src, bytes);
        vst1q_u8(rest, product(t, vld1q_u8(rest)));
        memcpy(dst, rest, bytes);
    }
}

/* ---- Sums of multiples of vectors */

INLINE halves load_halves(const int bits, const uint8_t *table)
{
    vec t = vld1q_u8(table);
    return bits == 4 ? (halves){t, vshlq_n_u8(t, 4)} : (halves){t, vld1q_u8(table + 16)};
}

INLINE vec add_product(vec sum, halves t, vec x)
{
    return sum3(sum, vqtbl1q_u8(t.low, low(x)), vqtbl1q_u8(t.high, high(x)));
}

/* Adds the next product to the sums of w vectors. The first `whole` vectors follow one another. If whole < w, one more
 * is at offset last. */
INLINE void combine_next(const int bits, const int w, const int whole, vec *sum, size_t last, const uint8_t **a,
                         size_t stride, const uint8_t **table)
{
    const int steps = 16 * (whole - 1) / 64 * 64;
    const halves t = load_halves(bits, *table);
    vec x[4];
    *table += 4 * bits;
    NEOSIG_STEP(*table);
    if (whole < w)
        sum[w - 1] = add_product(sum[w - 1], t, vld1q_u8(*a + last));
    UNROLL for (int i = 0; i < whole; i += 4)
    {
        const int some = whole - i < 4 ? whole - i : 4;
        load_vectors(some, x, *a);
        if (i + some < whole) {
            *a += 64;
            NEOSIG_STEP(*a);
        }
        UNROLL for (int j = 0; j < some; j++) sum[i + j] = add_product(sum[i + j], t, x[j]);
    }
    *a += stride - (size_t)steps;
}

/* w vectors of c. If mask is not NULL, the last vector is at offset last, and only the bytes of mask are changed. */
INLINE void combine_block(const int bits, const int w, uint8_t *c, size_t last, const vec *mask, const uint8_t *a,
                          size_t stride, const uint8_t *table, size_t count)
{
    const int whole = mask == NULL ? w : w - 1;
    vec sum[8];
    UNROLL for (int i = 0; i < whole; i++) sum[i] = vld1q_u8(c + 16 * i);
    if (mask != NULL)
        sum[w - 1] = vdupq_n_u8(0);
    if (w <= 4) /* two rounds of more vectors would not fit into registers */
        _Pragma("GCC unroll 2") for (; count > 0; count--) combine_next(bits, w, whole, sum, last, &a, stride, &table);
    else
        for (; count > 0; count--)
            combine_next(bits, w, whole, sum, last, &a, stride, &table);
    UNROLL for (int i = 0; i < whole; i++) vst1q_u8(c + 16 * i, sum[i]);
    if (mask != NULL)
        add_to(c + last, sum[w - 1], *mask);
}

/* c is one vector over GF(16), and the vectors of a follow one another. Four of them are loaded at a time, and four
 * tables. */
INLINE void combine_narrow(uint8_t *c, const uint8_t *a, const uint8_t *table, size_t count)
{
    vec sum = vld1q_u8(c), high_sum = vdupq_n_u8(0);
    for (; count >= 4; count -= 4) {
        vec x[4], t[4];
        load_vectors(4, x, a);
        a += 64;
        NEOSIG_STEP(a);
        load_vectors(4, t, table);
        table += 64;
        NEOSIG_STEP(table);
        UNROLL for (int i = 0; i < 4; i += 2)
        {
            sum = sum3(sum, vqtbl1q_u8(t[i], low(x[i])), vqtbl1q_u8(t[i + 1], low(x[i + 1])));
            high_sum = sum3(high_sum, vqtbl1q_u8(t[i], high(x[i])), vqtbl1q_u8(t[i + 1], high(x[i + 1])));
        }
    }
    for (; count > 0; count--, a += 16, table += 16)
        sum = add_product(sum, load_halves(4, table), vld1q_u8(a));
    vst1q_u8(c, veorq_u8(sum, vshlq_n_u8(high_sum, 4)));
}

#define COMBINE_CASES(w)                                                                                               \
    case 2 * (w):                                                                                                      \
        combine_block(bits, w, c, 0, NULL, a, stride, tables, count);                                                  \
        break;                                                                                                         \
    case 2 * (w) + 1:                                                                                                  \
        combine_block(bits, (w) + 1, c, last, &mask, a, stride, tables, count);                                        \
        break

INLINE void combine(const int bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const uint8_t *tables,
                    size_t count)
{
    if (bits == 4 && bytes == 16 && stride == 16) {
        combine_narrow(c, a, tables, count);
        return;
    }
    if (count == 1) { /* one table for the whole length */
        /* At least 16 bytes stay for the end, or none. */
        const size_t short_end = bytes % 64 < 16 && bytes % 64 > 0, blocks = bytes / 64 - short_end;
        const halves t = load_halves(bits, tables);
        _Pragma("GCC unroll 2") for (size_t left = blocks; left > 0; left--)
        {
            vec x[4];
            load_vectors(4, x, a);
            a += 64;
            NEOSIG_STEP(a);
            uint8x16x4_t sum = vld1q_u8_x4(c);
            UNROLL for (int i = 0; i < 4; i++) sum.val[i] = add_product(sum.val[i], t, x[i]);
            UNROLL for (int i = 0; i < 4; i++) vst1q_u8(c + 16 * i, sum.val[i]);
            c += 64;
            NEOSIG_STEP(c);
        }
        bytes -= 64 * blocks;
    }
    for (; bytes >= 144 || bytes == 128; bytes -= 128, c += 128, a += 128)
        combine_block(bits, 8, c, 0, NULL, a, stride, tables, count);
    const size_t last = bytes - 16;
    const vec mask = last_mask(bytes % 16);
    switch (bytes / 16 * 2 + (bytes % 16 != 0)) {
        COMBINE_CASES(1);
        COMBINE_CASES(2);
        COMBINE_CASES(3);
        COMBINE_CASES(4);
        COMBINE_CASES(5);
        COMBINE_CASES(6);
        COMBINE_CASES(7);
    case 17: /* 129 ... 143 bytes */
        combine_block(bits, 8, c, 0, NULL, a, stride, tables, count);
        combine_block(bits, 1, c, last, &mask, a, stride, tables, count);
    }
}

#include "gf/tower_lazy_neon_body.h"
#include "gf/tower_solve_neon_body.h"

/* ---- Matrices
 *
 * A table of two scalars' multiples serves both at once: one TBL and one EOR for 32 products of GF(16). Over GF(256)
 * the products by a0 + a1 z of x0 + x1 z are summed in three parts, S0 = a0 x0, S1 = a1 x1, S2 = (a0 + a1)(x0 + x1),
 * and put together at the end: S0 + 8 S1 + (S0 + S2) z. */

/* Elements of B for one vector of logarithms: `some` rows of two neighbouring columns, if columns lie in memory one
 * after another; else two elements of a row at a time. */
typedef struct scattered {
    const uint8_t *b;
    size_t row_step, column_step;
} scattered;

INLINE vec gather(const int bits, scattered b, size_t k, size_t j, size_t some)
{
    uint8_t e[16] = {0};
    for (size_t l = 0; l < some; l++) {
        const size_t i = k * b.row_step + (j + l) * b.column_step;
        e[l] = (uint8_t)(bits == 8 ? b.b[i] : b.b[i / 2] >> i % 2 * 4 & 15);
    }
    return vld1q_u8(e);
}

/* Logarithms of what the tables of an element are made of: of the element, or over GF(256) of its low nibble, its high
 * nibble and their sum. */
INLINE void logs_of(const int bits, const uint8_t logs[16], uint8_t out[3][16], vec a)
{
    vst1q_u8(out[0], log_by(logs, bits == 8 ? low(a) : a));
    if (bits == 4)
        return;
    vst1q_u8(out[1], log_by(logs, high(a)));
    vst1q_u8(out[2], log_by(logs, veorq_u8(low(a), high(a))));
}

INLINE void store_pair(const int bits, const uint8_t logs[16], uint8x16x2_t y, uint8_t *out, uint8_t even[3][16],
                       uint8_t odd[3][16], size_t at_even, size_t at_odd)
{
    const int parts = bits == 4 ? 1 : 3;
    UNROLL for (int i = 0; i < parts; i++)
    {
        const vec low_half = multiples_by(logs, y, vld1q_dup_u8(even[i] + at_even));
        vst1q_u8(out + 16 * i, vsliq_n_u8(low_half, multiples_by(logs, y, vld1q_dup_u8(odd[i] + at_odd)), 4));
    }
}

INLINE void pairs_by(const int bits, const uint8_t logs[16], const uint8_t powers_[32], uint8_t *out, scattered b,
                     size_t rows, size_t columns)
{
    const size_t pair = bits == 4 ? 16 : 48, row = columns / 2 * pair;
    const uint8x16x2_t y = vld1q_u8_x2(powers_);
    uint8_t even[3][16], odd[3][16];
    if (b.row_step == 1 && b.column_step * (size_t)bits % 8 == 0) {
        for (size_t j = 0; j < columns; j += 2, out += pair)
            for (size_t k = 0; k < rows; k += 16) {
                const uint8_t *const column = b.b + (k + j * b.column_step) * (size_t)bits / 8;
                const size_t some = rows - k < 16 ? rows - k : 16;
                logs_of(bits, logs, even, load_elements(bits, column, some));
                logs_of(bits, logs, odd, load_elements(bits, column + b.column_step * (size_t)bits / 8, some));
                for (size_t l = 0; l < some; l++)
                    store_pair(bits, logs, y, out + (k + l) * row, even, odd, l, l);
            }
        return;
    }
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < columns; j += 16) {
            const size_t some = columns - j < 16 ? columns - j : 16;
            logs_of(bits, logs, even, gather(bits, b, k, j, some));
            for (size_t l = 0; l < some; l += 2, out += pair)
                store_pair(bits, logs, y, out, even, even, l, l + 1);
        }
}

static void pairs_16(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    pairs_by(4, logarithms, powers, tables, (scattered){b, row_step, column_step}, rows, columns);
}

static void pairs_256(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step)
{
    pairs_by(8, logarithms, powers, tables, (scattered){b, row_step, column_step}, rows, columns);
}

static void pairs_polynomial16(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step,
                               size_t column_step)
{
    pairs_by(4, neosig_polynomial_logarithms, neosig_polynomial_powers, tables, (scattered){b, row_step, column_step},
             rows, columns);
}

#include "gf/tower_tiles_neon_body.h"

/* ---- Buckets: tower_scatter_neon.S */

#define SCATTER(bytes) neosig_tower_neon_scatter_##bytes
#define SCATTER_LINKAGE extern
#include "gf/tower_scatter_body.h"

#ifndef NEOSIG_TOWER_EOR3
#define NAME "neon"
#define KERNELS neosig_tower_neon
#else
#define NAME "neon-sha3"
#define KERNELS neosig_tower_neon_sha3
#endif

#ifndef NEOSIG_TOWER_EOR3
#define LOOK_UP(bytes) neosig_tower_neon_look_up_##bytes
#else
#define LOOK_UP(bytes) neosig_tower_neon_sha3_look_up_##bytes
#endif
#define COMBINE_POLYNOMIAL16 combine_polynomial16
#define POLYNOMIAL16_SCALAR 1
#define POLYNOMIAL256_SCALAR 1
#define COLUMNS_16 2
#define COLUMNS_256 2
#define QUADRATIC NULL
#define QUADRATIC_POLYNOMIAL256 NULL
#define POLYNOMIAL256_GFNI NULL
#include "gf/tower_vector_body.h"

#endif
