/* Kernels of SNOVA's shapes: its blocks and their packed form, products by them without a copy in rows, products of
 * which each lane picks its own element. gf/gf16.h says what rows, pair rows, tables and lanes are. */
#ifndef NEOSIG_SNOVA_SNOVA_KERNELS_H
#define NEOSIG_SNOVA_SNOVA_KERNELS_H

#include "gf/gf16.h"

/* Everything may be secret but counts, strides and numbers. No alignment is asked of bytes. Outputs overlap no inputs.
 */
typedef struct neosig_snova_kernels {
    const char *name;

    /* Of each of blocks blocks of l rows of B, l <= 5, the sums of rows i and j, i < j, in this order, without gaps
     * between rows. lanes: a multiple of 16. Up to 16 bytes more are read of a row and written after the last. */
    void (*add_pairs)(uint8_t *sums, const uint8_t *b, size_t b_stride, size_t blocks, unsigned l, size_t lanes);

    /* multiply_lanes of gf16.h for one row, a[k] at a + k * a_step, where each lane of b[k][j] is picked by its number
     * from 16 bytes: element numbers[lane] from b + at[k] + j * b_step on. numbers, which are public, are below 16, and
     * whole groups of them are read. */
    void (*multiply_picked)(uint8_t *c, size_t c_step, const uint8_t *a, size_t a_step, const uint8_t *b,
                            const size_t *at, size_t b_step, const uint8_t *numbers, size_t inner, size_t columns,
                            size_t lanes);

    /* rows rows of count l x l blocks, l = 2, 3, 4, 5, one after another, each block row-major: row r of block row j
     * goes to dst + (j * l + r) * stride. The elements are in the low (shift 0) or the high nibbles (4), the others are
     * of no concern. The same from packed elements first, first + 1, ... (even unless l is odd); and back. Up to 15
     * bytes past the last lane of a row, and SLACK bytes past the last block, may be read or overwritten. */
    void (*rows_of_blocks)(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count, unsigned l,
                           unsigned shift);
    void (*rows_of_packed)(uint8_t *dst, size_t stride, const uint8_t *packed, size_t first, size_t rows, size_t count,
                           unsigned l);
    void (*blocks_of_rows)(uint8_t *blocks, const uint8_t *src, size_t stride, size_t rows, size_t count, unsigned l);

    /* The transpose of what rows_of_blocks gives, and of what rows_of_packed gives from the first element on, for l = 2
     * and 4: lane r of block row j, row c of block column k is at dst + (k * l + c) * stride + j * l + r. Whole groups
     * of lanes are written, and rows up to the next multiple of 16. NULL where rows and transpose do as well. */
    void (*columns_of_blocks)(uint8_t *dst, size_t stride, const uint8_t *blocks, size_t rows, size_t count, unsigned l,
                              unsigned shift);
    void (*columns_of_packed)(uint8_t *dst, size_t stride, const uint8_t *packed, size_t rows, size_t count,
                              unsigned l);

    /* C += A B for two pairs, with B in packed 2 x 2 blocks: 2 * rows rows of 2 * count lanes. Of C, whole pairs of
     * groups of lanes are changed. The same for B as rows_of_blocks takes it. Both are NULL where they gain nothing
     * over rows and multiply, as the next two may be. */
    void (*multiply_packed)(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *packed, size_t rows,
                            size_t count);
    void (*multiply_blocks)(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *blocks, size_t rows,
                            size_t count, unsigned shift);

    /* The two for 4 x 4 blocks and eight pairs. */
    void (*multiply_packed_4)(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *packed,
                              size_t rows, size_t count);
    void (*multiply_blocks_4)(uint8_t *c, size_t c_stride, const neosig_gf16_table *a, const uint8_t *blocks,
                              size_t rows, size_t count, unsigned shift);
} neosig_snova_kernels;

extern const neosig_snova_kernels neosig_snova_portable;
extern const neosig_snova_kernels neosig_snova_neon;
extern const neosig_snova_kernels neosig_snova_neon_sha3; /* EOR3 */
extern const neosig_snova_kernels neosig_snova_avx2;

#endif
