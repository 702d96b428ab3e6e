/* SNOVA's kernels: from blocks to rows and back, products with blocks, and products in which each lane picks its own
 * operand.
 *
 * gf/gf16.h says what matrices, pairs, tables and lanes are, and what is read and written behind the last lane.
 *
 * With multiply_blocks and multiply_packed no rows need be made for multiply. Without both, verification takes 20 %
 * more instructions for l = 2 (snova-28-17-16-2-ssk, neon-sha3) and 3 % more for l = 4 (snova-24-5-16-4-esk, neon-aes;
 * bench/count.py --operations verify). They are not used for odd l, whose blocks do not begin at whole bytes, nor in
 * round 3, whose rows have few lanes. With multiply_picked no copy of B need be made in which each lane has its
 * element.
 */
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

/* The matrix B of multiply_picked: lane i of entry (k, j) is (b + at[k] + j * step)[numbers[i]]. 16 bytes are read
 * there. Numbers are below 16 and public, and are read in whole groups. */
typedef struct neosig_snova_picked {
    const uint8_t *b;
    const size_t *at;
    size_t step;
    const uint8_t *numbers;
} neosig_snova_picked;

/* Bytes and elements may be secret; pointers, strides, numbers of rows, lanes and blocks, l and shift are public.
 * Nothing is aligned. What is written overlaps nothing that is read. A kernel that only signing uses is NULL in builds
 * that only verify: its place in a table is NEOSIG_IF_SIGNING(kernel). */
typedef struct neosig_snova_kernels {
    const char *name;

    /* The rows of byte blocks or of packed blocks, one every stride. Up to 15 bytes behind the last lane of a row are
     * written: rows may be close, and are written in order. */
    void (*rows_of_blocks)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);
    void (*rows_of_packed)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);

    /* The reverse of rows_of_blocks: rows x columns blocks of l x l elements from rows, one every stride. Up to 15
     * bytes behind the last lane of a row are read, and up to NEOSIG_GF16_SLACK bytes behind the last block are
     * written. */
    void (*blocks_of_rows)(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t columns, unsigned l);

    /* The transpose of these matrices, for l = 2 and 4: l * columns rows, one every stride, of l * rows lanes. Rows up
     * to the next multiple of 16 are written, in whole groups. A backend may have NULL here: then the rows and
     * transpose do the same. */
    void (*columns_of_blocks)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);
    void (*columns_of_packed)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);

    /* C += A B from the blocks of B, for each l whose bit 1 << l is in multiplied. B has byte blocks, or packed blocks
     * (shift 0). c: l * l / 2 pair rows. a: the tables of B's rows one after another, l * l / 2 of each. c.rows and
     * c.lanes are not looked at: whole pairs of groups of the lanes that B has are changed. */
    unsigned multiplied;
    void (*multiply_blocks)(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b);
    void (*multiply_packed)(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b);

    /* C = A B in every lane, for A of one row: c.rows entries of c.lanes lanes, written in whole groups. a: its entries
     * are a.rows rows, read in whole groups; a.lanes is not looked at. */
    void (*multiply_picked)(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b);

    /* For each block, the sums of its rows i and j for all i < j < l, with l = b.rows, 2 <= l <= 5. The rows of the
     * blocks follow one another. The sums are rows (block, i, j) of b.lanes lanes, a multiple of 16, without gaps. AVX2
     * takes two groups at a time: up to 16 bytes are read behind a row, and written behind the last one. */
    void (*add_two_rows)(uint8_t *sums, neosig_gf16_view b, size_t blocks);
} neosig_snova_kernels;

extern const neosig_snova_kernels neosig_snova_portable;
extern const neosig_snova_kernels neosig_snova_neon;
extern const neosig_snova_kernels neosig_snova_neon_sha3; /* snova_kernels_neon.c compiled again, with EOR3 */
extern const neosig_snova_kernels neosig_snova_avx2;

#endif
