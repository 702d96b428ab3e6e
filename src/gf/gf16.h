/* Matrices over GF(16) = GF(2)[x]/(x^4 + x + 1): products, transposition, elimination.
 *
 * An element is a byte below 16. A row holds one element in each byte; the place of an element in its row is its lane.
 * A pair is two elements in one byte, the first in the low nibble; a pair row holds a pair in each byte. A matrix of K
 * rows has half = ceil(K/2) pair rows: pair row p holds row p in the low nibbles and row p + half in the high ones. The
 * high nibbles are zero where there is no such row.
 *
 * Products with scalars that all lanes share go by tables. A table belongs to a pair of scalars a and b. Backends with
 * a byte shuffle keep table[x] = a x | (b x) << 4 for the 16 elements x. A shuffle of 16 bytes looks up 16
 * elements, and each byte that it finds is two products. So it does 32 multiply-accumulates together with one XOR. The
 * portable backend has another table, and multiplies words by it (gf16_portable.c). Tables are computed from the
 * scalars, and a product loads the same bytes of every table. So no address depends on a scalar or on an element.
 *
 * A group is 16 lanes, what a vector of 128 bits holds. Unless a comment says otherwise, kernels read whole groups, and
 * may write whole groups.
 *
 * Three kernels multiply matrices; four more, pivots, pivot_lanes, update and dot, serve elimination. multiply does all
 * sizes. multiply_rows gives the same product in rows. On NEON it splits pairs in registers; otherwise pair rows would
 * be written to be read again, and signing with snova-i-s-aes would take 34 % more instructions (bench/count.py,
 * neon-sha3). The other backends call multiply. multiply_lanes multiplies small matrices that differ from lane to lane,
 * where tables are of no use.
 *
 * A kernel belongs here if it takes matrices of any shape. snova/snova_kernels.h has the kernels that know SNOVA's
 * blocks, that take no other sizes than SNOVA's, or in which each lane picks its own elements of B.
 */
#ifndef NEOSIG_GF_GF16_H
#define NEOSIG_GF_GF16_H

#include "core/build.h"
#include "core/contract.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes that a buffer has behind its last row. The last row's excess may lie there, and kernels that take several
 * groups at once (snova/snova_kernels.h) read there, or write. */
#define NEOSIG_GF16_SLACK 64

/* ---- Matrices
 *
 * A matrix is a struct that is passed by value. Row r, r < rows, begins at address at + r * stride and has lanes bytes.
 * matrix and view have rows of elements, pairs and pairs_view have pair rows. matrix and pairs are written, the views
 * are read. Some fields follow from other arguments. A function does not look at these fields, and its comment names
 * them.
 *
 * What is read: of each row, whole groups. What stands there behind the last lane does not matter.
 *
 * What is written: each row's lanes, and perhaps the bytes behind the last lane, to the end of the group. These bytes
 * are the row's excess: their values are undefined. The caller's buffer contains the excess of every row, also of the
 * last. If stride is at least neosig_gf16_round(lanes), no excess lies in another row. Functions that allow less, down
 * to stride = lanes, say that rows may be close. The result is then as if rows were written in order, each over the
 * excess of the row before. */
typedef struct neosig_gf16_matrix {
    uint8_t *at;
    size_t stride, rows, lanes;
} neosig_gf16_matrix;

typedef struct neosig_gf16_view {
    const uint8_t *at;
    size_t stride, rows, lanes;
} neosig_gf16_view;

typedef struct neosig_gf16_pairs {
    uint8_t *at;
    size_t stride, rows, lanes;
} neosig_gf16_pairs;

typedef struct neosig_gf16_pairs_view {
    const uint8_t *at;
    size_t stride, rows, lanes;
} neosig_gf16_pairs_view;

/* The table of one pair of scalars. Only the backend that made a table reads it. */
typedef struct neosig_gf16_table {
    uint8_t bytes[16];
} neosig_gf16_table;

/* The left factor A of a product A B, as tables. Those of column r of A, by which row r of B is multiplied, begin at
 * table at + r * stride: one for each pair row of the product. stride counts tables. */
typedef struct neosig_gf16_factor {
    const neosig_gf16_table *at;
    size_t stride;
} neosig_gf16_factor;

/* A small matrix of entries that are rows: entry (i, j) begins at address at + i * row_step + j * column_step. */
typedef struct neosig_gf16_entries {
    const uint8_t *at;
    size_t row_step, column_step, rows, columns;
} neosig_gf16_entries;

/* For the kernels and for the functions of this header: bytes and elements may be secret. Pointers, strides, steps and
 * counts of rows, columns, lanes, pairs and blocks are public. Counts are at least 1, unless a kernel allows 0. No
 * alignment is needed. What is written overlaps nothing that is read, unless a kernel says otherwise. A kernel that
 * only signing uses is NULL in builds that only verify: its place in a table is NEOSIG_IF_SIGNING(kernel). */
typedef struct neosig_gf16_kernels {
    const char *name;

    /* tables[i] for the pair pairs[i], i < count. count may be 0. From count = 4 on, pairs are read and tables written
     * in whole groups of 16: both buffers have neosig_gf16_round(count). */
    void (*tables)(neosig_gf16_table *tables, const uint8_t *pairs, size_t count);

    /* C = A B in pair rows. a has c.rows tables for each row of b. b.rows may be 0; b.lanes is not looked at. */
    void (*multiply)(neosig_gf16_pairs c, neosig_gf16_factor a, neosig_gf16_view b);

    /* C = A B in rows. pairs, 1 to 4, is how many pair rows the product has. c.rows is even, and half = c.rows / 2 is
     * at least pairs. The low nibbles of the product go to rows 0, ..., pairs - 1 of c, and the high ones to rows half,
     * ..., half + pairs - 1. The other rows of c keep their values. Rows of c may be close if half is pairs.
     *
     * For each row of b, a has as many tables as pairs says. b.rows may be 0; b.lanes is not looked at. blocks is how
     * many matrices the same A multiplies: matrix n begins n * b.rows rows behind the first, and its product n * c.rows
     * rows behind the first product. */
    void (*multiply_rows)(neosig_gf16_matrix c, neosig_gf16_factor a, size_t pairs, neosig_gf16_view b, size_t blocks);

    /* A matrix product in every lane. Entry (i, j) of C, at c + (i * b.columns + j) * c_step, is the sum over k <
     * b.rows of entry (i, k) of A times entry (k, j) of B. a.columns, which is b.rows, is not looked at. lanes is how
     * many lanes an entry has; c_step is at least neosig_gf16_round(lanes). */
    void (*multiply_lanes)(uint8_t *c, size_t c_step, neosig_gf16_entries a, neosig_gf16_entries b, size_t lanes);

    /* dst[c][r] = src[r][c] for bytes of any kind. Groups of 16 rows are read, and may be written: the buffer of src
     * has neosig_gf16_round(src.rows) rows, and that of dst neosig_gf16_round(src.lanes). dst.rows and dst.lanes are
     * not looked at. Rows of dst may be close if src.rows <= 16. */
    void (*transpose)(neosig_gf16_matrix dst, neosig_gf16_view src);

    /* Transposes pair rows to rows. dst has src.lanes rows, and no more are written. In row c, lane r is the low nibble
     * of src[r][c], and lane src.rows + r is the high nibble. If from.at is not NULL, the lanes of from[c] are added to
     * those of dst[c]. The buffer of src has neosig_gf16_round(src.rows) rows. In each row of dst,
     * neosig_gf16_round(src.rows) bytes are written from lane 0 on, and as many from lane src.rows on; the same bytes
     * of from are read. dst.rows, dst.lanes, from.rows and from.lanes are not looked at.
     *
     * Rows of dst may be nearer than their 2 * src.rows lanes: dst.stride is at least src.rows. The lanes from
     * dst.stride on are then lanes of the next row, too:
     * - If from is not dst, the next row overwrites them.
     * - from may be dst, with the same stride. Then the high nibbles of src that go to these lanes must be
     *   zeros. The excess of each row is written, too, and keeps its values. */
    void (*transpose_pairs)(neosig_gf16_matrix dst, neosig_gf16_view from, neosig_gf16_pairs_view src);

    /* The kernels of neosig_gf16_solve; solve_body.h has the method. Two pair rows hold four rows here: pair row p has
     * row 2 p in the low nibbles and row 2 p + 1 in the high ones. */

    /* Finds the pivots of four rows. window: 28 lanes of the two pair rows, which are stride apart. 32 lanes are read,
     * and the last four do not matter. first and last are public; first + 3 <= last < 28.
     *
     * For j = 0, 1, 2, 3 in turn, the pivot of row j is its element in lane last - j. If this element is zero, the
     * function chooses one of lanes first, ..., last - j - 1 in which row j is not zero, and adds that lane to lane
     * last - j in all four rows. Then it multiplies row j by the inverse of the pivot, and adds multiples of row j to
     * the other three rows, so that these have zeros in lane last - j. All this happens in a copy of the window.
     *
     * All results are secret. numbers[j] is the lane that was added, or 255 if none was; numbers[4 + j] is last - j.
     * scalars: eight pairs, which say how the four rows change. The kernel update takes the tables of these pairs, and
     * makes the same change in other lanes. For pair 4 p + i = (s, t), it adds s times row i to row 2 p, and t times
     * row i to row 2 p + 1, where row i is that before the change. The function returns 0, or 255 if a row j had only
     * zeros in lanes first, ..., last - j when its turn came. Then numbers[j] is 255, and the inverse of 0 is taken as
     * 0; the other kernels take such results, too. */
    unsigned (*pivots)(uint8_t scalars[8], uint8_t numbers[8], const uint8_t *window, size_t stride, size_t first,
                       size_t last);

    /* The elements of other rows in the pivots' lanes. Pair row p begins at window + p * stride, p < pairs; pairs may
     * be 0. sums[4 p + j], j < 4, is lane numbers[j] of pair row p plus its lane numbers[4 + j]. The numbers are secret
     * and below 32; 255 stands for a lane of zeros. 32 lanes are read, and exactly 4 * pairs bytes are written. */
    void (*pivot_lanes)(uint8_t *sums, const uint8_t *window, size_t stride, size_t pairs, const uint8_t numbers[8]);

    /* Adds multiples of four rows to pair rows of m, which begin at m + p * m_stride, p < pairs: to pair row p, table
     * 4 p + i times row i, i < 4. pairs may be 0. The four rows are in the pair rows at pair and pair + m_stride. pair
     * may be m: the multiples are those of the rows before the change. */
    void (*update)(uint8_t *m, size_t m_stride, const neosig_gf16_table *tables, size_t pairs, const uint8_t *pair,
                   size_t lanes);

    /* sums[i] is the sum over all lanes of row i times values, for the four rows in the pair rows at pair and
     * pair + stride. values has zeros behind lanes, up to the next multiple of 16; the rows need not. */
    void (*dot)(uint8_t sums[4], const uint8_t *pair, size_t stride, const uint8_t *values, size_t lanes);
} neosig_gf16_kernels;

/* The kernel multiply_rows for backends that have only multiply. */
void neosig_gf16_multiply_rows(const neosig_gf16_kernels *kernels, neosig_gf16_matrix c, neosig_gf16_factor a,
                               size_t pairs, neosig_gf16_view b, size_t blocks);

extern const neosig_gf16_kernels neosig_gf16_portable;
extern const neosig_gf16_kernels neosig_gf16_neon;
extern const neosig_gf16_kernels neosig_gf16_neon_sha3; /* gf16_neon.c compiled again, with EOR3 */
extern const neosig_gf16_kernels neosig_gf16_avx2;

/* C = A B in rows. c.rows is even: the product has c.rows / 2 pair rows. a has as many tables for each row of b. b.rows
 * may be 0; b.lanes is not looked at. Rows of c may be close if c.rows <= 8. */
void neosig_gf16_multiply_split(const neosig_gf16_kernels *kernels, neosig_gf16_matrix c, neosig_gf16_factor a,
                                neosig_gf16_view b);

/* n rounded up to whole groups. */
static inline size_t neosig_gf16_round(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

/* n rounded up to an even number of groups, for kernels that take two groups at a time. */
static inline size_t neosig_gf16_round_two(size_t n)
{
    return (n + 31) & ~(size_t)31;
}

/* a * b for a, b < 16, without a branch or a table. */
static inline uint8_t neosig_gf16_mul(uint8_t a, uint8_t b)
{
    unsigned r = (0u - (b & 1u)) & a;
    r ^= (0u - (b >> 1 & 1u)) & ((unsigned)a << 1);
    r ^= (0u - (b >> 2 & 1u)) & ((unsigned)a << 2);
    r ^= (0u - (b >> 3 & 1u)) & ((unsigned)a << 3);
    unsigned high = r >> 4; /* x^4 = x + 1, and high has three bits */
    return (uint8_t)((r & 15) ^ high ^ high << 1);
}

/* 1/a for a < 16, and 0 for 0: nibble a of a constant, by a shift, whose time does not depend on its distance. */
static inline uint8_t neosig_gf16_inverse(uint8_t a)
{
    return (uint8_t)(0x834a5c2f67bde910u >> 4 * a & 15);
}

/* n elements from ceil(n/2) bytes, the first of two in the low nibble; and back from elements below 16, with a zero in
 * the last high nibble if n is odd. Exactly these bytes are read and written. */
void neosig_gf16_unpack(uint8_t *restrict row, const uint8_t *restrict packed, size_t n)
    NEOSIG_CONTRACT(requires(fits(n) && is_fresh(row, n) && is_fresh(packed, n / 2 + n % 2)), assigns(whole(row)));
void neosig_gf16_pack(uint8_t *restrict packed, const uint8_t *restrict row, size_t n)
    NEOSIG_CONTRACT(requires(fits(n) && is_fresh(packed, n / 2 + n % 2) && is_fresh(row, n)), assigns(whole(packed)));

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

typedef struct neosig_gf16_one_group {
    neosig_gf16_group g[1];
} neosig_gf16_one_group;

typedef struct neosig_gf16_two_groups {
    neosig_gf16_group g[2];
} neosig_gf16_two_groups;

/* The sum of the 16 lanes of x. */
static inline uint8_t neosig_gf16_sum(neosig_gf16_group x)
{
    uint64_t half[2];
    memcpy(half, &x, sizeof half);
    half[0] ^= half[1];
    half[0] ^= half[0] >> 32;
    half[0] ^= half[0] >> 16;
    return (uint8_t)(half[0] ^ half[0] >> 8);
}

/* Reduces each lane, a polynomial of degree 6 at most, by x^4 = x + 1. */
static inline neosig_gf16_group neosig_gf16_reduce(neosig_gf16_group r)
{
    neosig_gf16_group high = r >> 4;
    return (r & 15) ^ high ^ high << 1;
}

/* In each lane, the product of two elements as polynomials, unreduced. */
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

/* Splits pair rows into 2 * src.rows rows: first the low nibbles of all pair rows, then the high ones. src.rows may be
 * 0. Rows of dst may be close; dst.rows and dst.lanes are not looked at. */
void neosig_gf16_split(neosig_gf16_matrix dst, neosig_gf16_pairs_view src);

/* pair[i] = low[i] | high[i] << 4 for i < n; elements are below 16. Whole groups are read and written. pair may be low
 * or high. */
static inline void neosig_gf16_join(uint8_t *pair, const uint8_t *low, const uint8_t *high, size_t n)
{
    for (size_t i = 0; i < n; i += 16)
        neosig_gf16_store(pair + i, neosig_gf16_load(low + i) | neosig_gf16_load(high + i) << 4);
}

/* pair[i] ^= low[i] | high[i] << 4, as neosig_gf16_join. */
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

/* n vectors, which follow each other in src, to rows, and back. A vector has `length` bytes, and byte r goes to row r:
 * rows[r * stride + i] = src[i * length + r], i < n, r < length. stride >= n. Exactly these bytes are written. */
void neosig_gf16_deinterleave(uint8_t *restrict rows, size_t stride, const uint8_t *restrict src, size_t n,
                              unsigned length);
void neosig_gf16_interleave(uint8_t *restrict dst, const uint8_t *restrict rows, size_t stride, size_t n,
                            unsigned length);

/* Solves M x = b, n >= 1 equations, by elimination. No branch and no address depends on an element.
 *
 * system: (n + 1) / 2 pair rows, one every neosig_gf16_system_stride(n). Lane 0 has b, and lanes 1 to n have M. A pair
 * row holds any two equations. If n is odd, the last pair row has one equation in the low nibbles, and zeros in the
 * high nibbles of lanes 0 to n. The buffer has neosig_gf16_system_bytes(n) and is overwritten; it need not be aligned.
 *
 * x: exactly n elements are written. memory: neosig_gf16_solve_bytes(n), on a multiple of 64 bytes. x, system and
 * memory do not overlap. The function returns 0, or -1 if M is singular; then x is undefined. The result is secret. For
 * n > 28 a regular M may be taken for a singular one: for a random M, with a probability below n 2^-100 if n is a
 * multiple of four, and below n 2^-89 otherwise. */
int neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, uint8_t *system, size_t n, void *memory);
size_t neosig_gf16_solve_bytes(size_t n);
size_t neosig_gf16_system_stride(size_t n);
size_t neosig_gf16_system_bytes(size_t n);

/* Solves A x = y with A given by packed columns: n equations, an even number, and up to NEOSIG_GF16_MOST_FREE unknowns
 * more than equations. Of the solutions x is the one that is 0 off the leftmost columns that are independent. Which
 * these are is secret, too.
 *
 * vectors: y and the columns of A one after another, of n / 2 bytes each. The buffer has neosig_gf16_columns_bytes.
 * x: the unknowns, packed; if their number is odd, the last high nibble is zero. memory: on a multiple of 64 bytes. x,
 * vectors and memory do not overlap. The function returns 0, or -1 if n columns of A are not independent; then x is
 * undefined. The result is secret. The probability of a wrong -1 is as above. */
#define NEOSIG_GF16_MOST_FREE 2
int neosig_gf16_solve_columns(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *vectors, size_t n,
                              size_t unknowns, void *memory);
size_t neosig_gf16_solve_columns_bytes(size_t n, size_t unknowns);
size_t neosig_gf16_columns_bytes(size_t n, size_t unknowns);

#endif
