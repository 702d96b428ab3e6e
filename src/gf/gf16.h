/* Matrices over GF(16) = GF(2)[x]/(x^4 + x + 1).
 *
 * Two forms of data:
 * - a row: one element a byte, in its low nibble (the high nibble is zero);
 * - a pair row: two elements a byte. A matrix of K rows in pair form has ceil(K/2) pair rows; pair p holds row p in the
 *   low nibbles and row p + ceil(K/2) in the high ones (zero where that row does not exist).
 *
 * One byte shuffle on a 16-byte table looks 16 elements x up at once, and the byte it finds has room for two products:
 * table[x] = a*x | (b*x) << 4. So one look-up and one XOR do 32 multiply-accumulates. Tables are made from the scalars
 * by arithmetic and the whole table sits in a register: no address depends on a scalar or on an element.
 *
 * Lanes (the elements of a row) are processed in groups of 16. Kernels read and write whole groups: buffers end with
 * NEOSIG_GF16_SLACK spare bytes, and lanes past the end hold nothing of use.
 */
#ifndef NEOSIG_GF_GF16_H
#define NEOSIG_GF_GF16_H

#include "core/build.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NEOSIG_GF16_SLACK 64

/* The table of one pair of scalars; its inside is the backend's own. */
typedef struct neosig_gf16_table {
    uint8_t bytes[16];
} neosig_gf16_table;

/* Everything may be secret but counts and strides. No alignment is asked of bytes. Outputs overlap no inputs. */
typedef struct neosig_gf16_kernels {
    const char *name;

    /* tables[i] for the pair of scalars pairs[i] = a | b << 4, i < count. From 4 on, whole groups of 16 tables are
     * written and as many pairs are read: both buffers have room for count rounded up to 16. */
    void (*tables)(neosig_gf16_table *tables, const uint8_t *pairs, size_t count);

    /* C = A B. A: rows x 2*pairs scalars as tables, transposed: the tables of B's row r are a[r * a_stride + p].
     * B: rows rows of lanes elements. C: pairs pair rows of lanes bytes. */
    void (*multiply)(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, size_t a_stride, const uint8_t *b,
                     size_t b_stride, size_t pairs, size_t rows, size_t lanes);

    /* For each of blocks blocks of rows rows of B, the product with the same A of 1 to 4 pairs, split: of each pair,
     * one row of C and another half rows behind; then those of the next block. Rows may be closer than whole groups:
     * what one has past its lanes, the next overwrites. */
    void (*multiply_rows)(uint8_t *c, size_t c_stride, size_t half, const neosig_gf16_table *a, size_t a_stride,
                          const uint8_t *b, size_t b_stride, size_t pairs, size_t rows, size_t lanes, size_t blocks);

    /* Four rows of the matrix of a linear system, in two pair rows, one every stride, are made pivots: of window, which
     * has 28 lanes, those last, last - 1, last - 2, last - 3. Row j is the first to have anything but zero in one of
     * its lanes first, ..., last - j, of which numbers[j] is one: that lane is added to the pivot's, whose number is
     * numbers[4 + j]; 255 if there is no need. scalars: what gives the four rows a one in their own pivots and zeros in
     * each other's, as update takes it, less the rows themselves. Not 0 if there was a row of zeros. Public: first,
     * last. 32 lanes are read. */
    unsigned (*pivots)(uint8_t scalars[8], uint8_t numbers[8], const uint8_t *window, size_t stride, size_t first,
                       size_t last);

    /* Of each pair row, the sums of two lanes below 32 by their numbers: sums[4 p + j] = window[p][numbers[j]] +
     * window[p][numbers[4 + j]], j < 4. Number 255 stands for zeros. */
    void (*factors)(uint8_t *sums, const uint8_t *window, size_t stride, size_t pairs, const uint8_t numbers[8]);

    /* Outer products of four rows added: m[p][lane] ^= tables[4 p] times the low nibble of pair[lane], tables[4 p + 1]
     * times the high one, and tables[4 p + 2], tables[4 p + 3] times those of the next pair row, m_stride behind. pair
     * may be m. */
    void (*update)(uint8_t *m, size_t m_stride, const neosig_gf16_table *tables, size_t pairs, const uint8_t *pair,
                   size_t lanes);

    /* The products of the four rows in two pair rows with values, in whole groups. */
    void (*dot)(uint8_t sums[4], const uint8_t *pair, size_t stride, const uint8_t *values, size_t lanes);

    /* dst[c][r] = src[r][c] for bytes of any kind; rows and columns rounded up to 16. */
    void (*transpose)(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride, size_t rows,
                      size_t columns);

    /* A matrix in pair form transposed, and added to one if from is not NULL: dst[c][r] = from[c][r] ^ low nibble of
     * src[r][c], dst[c][pairs + r] = from[c][pairs + r] ^ its high nibble, r < pairs, c < lanes. from may be dst. Whole
     * groups of src are read, its rows up to the next multiple of 16. Whole groups of dst are written: what a row has
     * past dst_stride, the next overwrites; in place, that must be zeros. dst_stride >= pairs + 16 unless pairs <= 16.
     */
    void (*transpose_pairs)(uint8_t *dst, size_t dst_stride, const uint8_t *from, size_t from_stride,
                            const uint8_t *src, size_t src_stride, size_t pairs, size_t lanes);

    /* A small matrix product in every lane: c[i][j] = sum over k of a[i][k] b[k][j], i < rows, k < inner, j < columns,
     * each entry being lanes elements: a[i][k] at a + i * a_row + k * a_column, b[k][j] at b + (k * columns + j) *
     * b_step, c[i][j] at c + (i * columns + j) * c_step. */
    void (*multiply_lanes)(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_row, size_t a_column, const uint8_t *b,
                           size_t b_step, size_t rows, size_t inner, size_t columns, size_t lanes);
} neosig_gf16_kernels;

/* multiply_rows by way of a backend's multiply. */
void neosig_gf16_multiply_rows(const neosig_gf16_kernels *kernels, uint8_t *c, size_t c_stride, size_t half,
                               const neosig_gf16_table *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                               size_t pairs, size_t rows, size_t lanes, size_t blocks);

extern const neosig_gf16_kernels neosig_gf16_portable;
extern const neosig_gf16_kernels neosig_gf16_neon;
extern const neosig_gf16_kernels neosig_gf16_neon_sha3; /* EOR3 */
extern const neosig_gf16_kernels neosig_gf16_avx2;

/* C = A B of any number of pairs, split: 2 * pairs rows. Only up to 4 pairs may rows be closer than whole groups. */
void neosig_gf16_multiply_split(const neosig_gf16_kernels *kernels, uint8_t *c, size_t c_stride,
                                const neosig_gf16_table *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                                size_t pairs, size_t rows, size_t lanes);

/* Bytes of n lanes in whole groups. */
static inline size_t neosig_gf16_round(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

/* In two groups at a time. */
static inline size_t neosig_gf16_round_pair(size_t n)
{
    return (n + 31) & ~(size_t)31;
}

/* a * b without a branch or a table. */
static inline uint8_t neosig_gf16_mul(uint8_t a, uint8_t b)
{
    unsigned r = (0u - (b & 1u)) & a;
    r ^= (0u - (b >> 1 & 1u)) & ((unsigned)a << 1);
    r ^= (0u - (b >> 2 & 1u)) & ((unsigned)a << 2);
    r ^= (0u - (b >> 3 & 1u)) & ((unsigned)a << 3);
    unsigned high = r >> 4; /* x^4 = x + 1, and high has three bits */
    return (uint8_t)((r & 15) ^ high ^ high << 1);
}

/* 1/a, and 0 for 0: nibble a of a constant, by a shift, whose time does not depend on its distance. */
static inline uint8_t neosig_gf16_inverse(uint8_t a)
{
    return (uint8_t)(0x834a5c2f67bde910u >> 4 * a & 15);
}

/* Plain packing: n elements from ceil(n/2) bytes, low nibble first; and back, an odd end padded with zero. */
void neosig_gf16_unpack(uint8_t *restrict row, const uint8_t *restrict packed, size_t n);
void neosig_gf16_pack(uint8_t *restrict packed, const uint8_t *restrict row, size_t n);

/* A group of 16 lanes. */
typedef uint8_t neosig_gf16_group __attribute__((vector_size(16)));

static inline neosig_gf16_group neosig_gf16_load(const uint8_t *from)
{
    neosig_gf16_group x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void neosig_gf16_store(uint8_t *to, neosig_gf16_group x)
{
    memcpy(to, &x, sizeof x);
}

/* 255 in the lanes below n, 0 in the others. */
static inline neosig_gf16_group neosig_gf16_below(size_t n)
{
    const neosig_gf16_group lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (neosig_gf16_group)(lane < (neosig_gf16_group){0} + (uint8_t)(n < 16 ? n : 16));
}

/* Two groups. */
typedef struct neosig_gf16_groups {
    neosig_gf16_group g[2];
} neosig_gf16_groups;

/* The sum of its lanes. */
static inline uint8_t neosig_gf16_sum(neosig_gf16_group x)
{
    uint64_t half[2];
    memcpy(half, &x, sizeof half);
    half[0] ^= half[1];
    half[0] ^= half[0] >> 32;
    half[0] ^= half[0] >> 16;
    return (uint8_t)(half[0] ^ half[0] >> 8);
}

/* Sums of unreduced products, polynomials of degree 6 at most: x^4 = x + 1. */
static inline neosig_gf16_group neosig_gf16_reduce(neosig_gf16_group r)
{
    neosig_gf16_group high = r >> 4;
    return (r & 15) ^ high ^ high << 1;
}

/* The products of 16 pairs of elements, unreduced. */
static inline neosig_gf16_group neosig_gf16_product(neosig_gf16_group a, neosig_gf16_group b)
{
    neosig_gf16_group r = -(b & 1) & a;
    r ^= -(b >> 1 & 1) & a << 1;
    r ^= -(b >> 2 & 1) & a << 2;
    return r ^ (-(b >> 3 & 1) & a << 3);
}

static inline neosig_gf16_group neosig_gf16_mul_group(neosig_gf16_group a, neosig_gf16_group b)
{
    return neosig_gf16_reduce(neosig_gf16_product(a, b));
}

/* The 2 * pairs rows of a matrix in pair form. Rows are written in order, in whole groups: with dst_stride = lanes they
 * end up one right after the other. */
void neosig_gf16_split(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride, size_t pairs,
                       size_t lanes);

/* pair[i] = low[i] | high[i] << 4 for i < n, in whole groups. */
static inline void neosig_gf16_join(uint8_t *pair, const uint8_t *low, const uint8_t *high, size_t n)
{
    for (size_t i = 0; i < n; i += 16)
        neosig_gf16_store(pair + i, neosig_gf16_load(low + i) | neosig_gf16_load(high + i) << 4);
}

/* The same added: pair[i] ^= low[i] | high[i] << 4. */
static inline void neosig_gf16_add_joined(uint8_t *pair, const uint8_t *low, const uint8_t *high, size_t n)
{
    for (size_t i = 0; i < n; i += 16)
        neosig_gf16_store(pair + i,
                          neosig_gf16_load(pair + i) ^ neosig_gf16_load(low + i) ^ neosig_gf16_load(high + i) << 4);
}

/* a[i] ^= b[i] for i < n and no further. */
static inline void neosig_gf16_add(uint8_t *a, const uint8_t *b, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16)
        neosig_gf16_store(a + i, neosig_gf16_load(a + i) ^ neosig_gf16_load(b + i));
    for (; i < n; i++)
        a[i] ^= b[i];
}

/* rows[r * stride + i] = src[i * l + r] for i < n, r < l: columns of a row of vectors of length l <= 8; and back. */
void neosig_gf16_deinterleave(uint8_t *restrict rows, size_t stride, const uint8_t *restrict src, size_t n, unsigned l);
void neosig_gf16_interleave(uint8_t *restrict dst, const uint8_t *restrict rows, size_t stride, size_t n, unsigned l);

/* Solves the square system M x = b of n equations by elimination without secret-dependent branches or addresses.
 * system: (n + 1) / 2 pair rows, one every system_stride, of any two equations each, or of one in the low nibbles: b in
 * lane 0, M in lanes 1 to n; it is overwritten. x: n elements. workspace: neosig_gf16_solve_bytes(n). Returns 0, or -1
 * where M is singular (x is then of no use). For n > 28 a regular M may be taken for singular, a random one with a
 * probability of n 2^-100. */
int neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, uint8_t *system, size_t n, void *workspace);
size_t neosig_gf16_solve_bytes(size_t n);
size_t neosig_gf16_system_stride(size_t n);
size_t neosig_gf16_system_bytes(size_t n);

#endif
