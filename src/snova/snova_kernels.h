/* Kernels of SNOVA's shapes: matrices of small blocks, and products in lanes of which each picks its operand.
 *
 * gf/gf16.h says what matrices, pairs, tables and lanes are, and what is read and written behind the last lane.
 *
 * multiply_blocks and multiply_packed save the rows that multiply would read: without both, verification takes 20 %
 * more instructions for l = 2 (snova-28-17-16-2-ssk) and 3 % for l = 4 (snova-24-5-16-4-esk), by neon-sha3 and
 * neon-aes. For odd l, blocks do not divide bytes, and in round 3 rows have too few lanes. multiply_picked saves a copy
 * of B in which each lane has its element (bench/count.py --operations verify). */
#ifndef NEOSIG_SNOVA_SNOVA_KERNELS_H
#define NEOSIG_SNOVA_SNOVA_KERNELS_H

#include "gf/gf16.h"

/* A matrix of rows x columns blocks of l x l elements, 2 <= l <= 5: block row after block row, each block row-major,
 * without gaps. As a matrix of elements it has l * rows rows of l * columns lanes: row j * l + r has row r of each
 * block of block row j.
 *
 * Either an element is a byte, in the low nibble (shift 0) or in the high one (shift 4); what stands in the other
 * nibble does not matter. Or the blocks are packed: two elements a byte, the first of them in the low nibble of the
 * first byte (shift 0) or in the high one (shift 4; for odd l only). Up to NEOSIG_GF16_SLACK bytes behind the last
 * block are read. */
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

/* The matrix B of multiply_picked: lane i of its entry (k, j) is byte numbers[i] of the 16 from b + at[k] + j * step
 * on. Numbers are below 16 and public, and are read in whole groups. */
typedef struct neosig_snova_picked {
    const uint8_t *b;
    const size_t *at;
    size_t step;
    const uint8_t *numbers;
} neosig_snova_picked;

/* Bytes and elements may be secret; pointers, strides, numbers of rows, lanes and blocks, l and shift are public.
 * Nothing is aligned. What is written overlaps nothing that is read. */
typedef struct neosig_snova_kernels {
    const char *name;

    /* The rows of blocks, byte or packed, one every stride. Up to 15 bytes behind the last lane of a row are written:
     * rows may be close, and are written in order. */
    void (*rows_of_blocks)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);
    void (*rows_of_packed)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);

    /* The reverse of rows_of_blocks: rows x columns blocks of l x l elements from rows, one every stride. Whole groups
     * of lanes are read, and up to NEOSIG_GF16_SLACK bytes behind the last block are written. */
    void (*blocks_of_rows)(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t columns, unsigned l);

    /* The transpose of these matrices, for l = 2 and 4: l * columns rows, one every stride, of l * rows lanes. Rows up
     * to the next multiple of 16 are written, in whole groups. Either is NULL where rows and transpose do as well. */
    void (*columns_of_blocks)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);
    void (*columns_of_packed)(uint8_t *dst, size_t stride, neosig_snova_blocks blocks);

    /* C += A B without a copy of B in rows, for l of which multiplied has bit l: B from its blocks, byte or packed
     * (shift 0). c: l * l / 2 pair rows. a: the tables of B's rows one after another, l * l / 2 of each. c.rows and
     * c.lanes are not looked at: whole pairs of groups of the lanes that B has are changed. */
    unsigned multiplied;
    void (*multiply_blocks)(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b);
    void (*multiply_packed)(neosig_gf16_pairs c, const neosig_gf16_table *a, neosig_snova_blocks b);

    /* C = A B in every lane, for A of one row: c.rows entries of c.lanes lanes, written in whole groups. a: its entries
     * are a.rows rows, read in whole groups; a.lanes is not looked at. */
    void (*multiply_picked)(neosig_gf16_matrix c, neosig_gf16_view a, neosig_snova_picked b);

    /* Of each of blocks blocks of l = b.rows rows, one after another, the sums of rows i and j, i < j, in this order:
     * blocks * l (l - 1) / 2 rows of b.lanes lanes, a multiple of 16, without gaps. 2 <= l <= 5. Up to 16 bytes are
     * read behind a row, and written behind the last one. */
    void (*add_pairs)(uint8_t *sums, neosig_gf16_view b, size_t blocks);
} neosig_snova_kernels;

extern const neosig_snova_kernels neosig_snova_portable;
extern const neosig_snova_kernels neosig_snova_neon;
extern const neosig_snova_kernels neosig_snova_neon_sha3; /* EOR3 */
extern const neosig_snova_kernels neosig_snova_avx2;

#endif
