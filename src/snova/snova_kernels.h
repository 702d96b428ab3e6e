/* SNOVA's kernels: from blocks to rows and back, products with blocks, and products in which each lane picks its own
 * operand.
 *
 * gf/gf16.h says what matrices, pairs, tables and lanes are, and what is read and written behind the last lane.
 *
 * multiply_blocks and multiply_packed read the blocks of B where they lie, so that B is not copied to rows first.
 * Without multiply_packed, verification takes more instructions: 20 % for l = 2 (snova-28-17-16-2-ssk, neon-sha3), 3 %
 * for l = 4 (snova-24-5-16-4-esk, neon-aes; bench/count.py --operations verify). Only signing with expanded keys uses
 * multiply_blocks. Neither is used for odd l: packed blocks do not begin at whole bytes then, and l l / 2 is no whole
 * number. Neither is used in round 3: the kernels make l l / 2 pair rows, but U^T B has l r / 2, and r > l in most
 * sets. multiply_picked reads for each lane the element of the lane's own public matrix, so that B is not copied to
 * lanes (i, alpha) first. */
#ifndef NEOSIG_SNOVA_SNOVA_KERNELS_H
#define NEOSIG_SNOVA_SNOVA_KERNELS_H

#include "gf/gf16.h"

/* A matrix of rows x columns blocks of l x l elements, 2 <= l <= 5: block row after block row, each block row-major,
 * without gaps. As a matrix of elements it has l * rows rows of l * columns lanes: row j * l + r has row r of each
 * block of block row j.
 *
 * There are two layouts, and a kernel says which one it takes:
 * - byte: one element in each byte, in the low nibble (shift 0) or in the high one (shift 4). The other nibble has any
 *   value.
 * - packed: two elements in each byte. The first element is the low nibble of the first byte (shift 0), or the high one
 *   (shift 4, for odd l only).
 * Up to NEOSIG_GF16_SLACK bytes behind the last block are read. */
typedef struct neosig_snova_blocks {
    const uint8_t *at;
    size_t rows, columns;
    unsigned l, shift;
} neosig_snova_blocks;

/* Packed blocks that begin with element first of packed. */
static inline neosig_snova_blocks neosig_snova_packed(const uint8_t *packed, size_t first, size_t rows, size_t columns,
                                                      unsigned l)
{
    return (neosig_snova_blocks){packed + first / 2, rows, columns, l, (unsigned)(first % 2) * 4};
}

/* The matrix B of multiply_picked. Entry (k, j) of lane i is byte numbers[i] of the 16 bytes from
 * at + offsets[k] + j * step on. All 16 are read. Offsets and numbers are public. There are a.rows offsets. numbers has
 * whole groups, and all numbers are below 16, also those behind the last lane. */
typedef struct neosig_snova_picked {
    const uint8_t *at;
    const size_t *offsets;
    size_t step;
    const uint8_t *numbers;
} neosig_snova_picked;

/* Bytes and elements may be secret. Pointers, strides, l, shift, and how many rows, lanes and blocks there are, are
 * public; all these counts are at least 1. No alignment is needed. What is written overlaps nothing that is read. A
 * kernel that only signing uses is NULL in builds that only verify: its place in a table is NEOSIG_IF_SIGNING(kernel).
 */
typedef struct neosig_snova_kernels {
    const char *name;

    /* The rows of byte blocks or of packed blocks, one every stride. The excess of a row is up to 15 bytes. Rows are
     * not close: stride is at least l * columns + 15. */
    void (*rows_of_blocks)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);
    void (*rows_of_packed)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);

    /* The reverse of rows_of_blocks: rows x columns blocks of l x l elements from rows, one every stride. Up to 15
     * bytes behind the last lane of a row are read, and up to NEOSIG_GF16_SLACK bytes behind the last block are
     * written. */
    void (*blocks_of_rows)(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t columns, unsigned l);

    /* The transpose of a matrix of byte blocks, or of packed blocks with shift 0, for l = 2 and 4. The result is
     * l * columns rows of l * rows lanes, one every stride. Whole groups of lanes are written, and the rows up to a
     * whole group may be written. NULL in some backends: then the caller makes rows, and transposes these. */
    void (*columns_of_blocks)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);
    void (*columns_of_packed)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);

    /* C += A B from the blocks of B, for each l whose bit 1 << l is in multiply_sizes. Such an l is even. B has byte
     * blocks, or packed blocks with shift 0. c: l * l / 2 pair rows; c.rows and c.lanes are not looked at. Of each pair
     * row, B's lanes are changed, and the lanes behind them, up to a multiple of 32, become undefined. So c.stride is
     * at least neosig_gf16_round_two of B's lanes, and the last pair row has as many bytes. a: the tables of A,
     * l * l / 2 for each row of B, in the order of B's rows. Both are NULL if multiply_sizes is 0. If it is not, the
     * backend has columns_of_packed, too, in builds that sign. */
    unsigned multiply_sizes;
    void (*multiply_blocks)(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b);
    void (*multiply_packed)(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b);

    /* C = A B in every lane, where A and C are small matrices of one row, whose entries are rows of lanes. C has c.rows
     * entries, written in whole groups. A has a.rows entries, read in whole groups. a.lanes is not looked at. */
    void (*multiply_picked)(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b);

    /* For each block row of l = b.rows rows, 2 <= l <= 5, the sums of rows i and j for all i < j < l. b: the first
     * block row; the others follow. Rows have b.lanes lanes, a multiple of 16. The sums are rows (block row, i, j)
     * without gaps. Up to 16 bytes behind a row of b are read. Up to 16 bytes behind the last sum are written. */
    void (*add_two_rows)(uint8_t *sums, neosig_gf16_view b, size_t block_rows);
} neosig_snova_kernels;

extern const neosig_snova_kernels neosig_snova_portable;
extern const neosig_snova_kernels neosig_snova_neon;
extern const neosig_snova_kernels neosig_snova_neon_sha3; /* snova_kernels_neon.c compiled again, with EOR3 */
extern const neosig_snova_kernels neosig_snova_avx2;

#endif
