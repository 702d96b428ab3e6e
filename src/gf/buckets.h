/* Quadratic maps at public variables, by buckets.
 *
 * There is a bucket for each value of a product x_i x_j. The vector of each term is added to the bucket of its value,
 * and at the end each bucket is multiplied once by its value (neosig_tower_gather). Rows i of a block with the same
 * value x_i have the same bucket in each column, and are added together. */
#ifndef NEOSIG_GF_BUCKETS_H
#define NEOSIG_GF_BUCKETS_H

#include "gf/tower.h"

/* Variables, one a byte, with zeros after them: what kernels read. */
#define NEOSIG_BUCKETS_GROUP_BYTES ((NEOSIG_TOWER_MAX_VARIABLES + 32 + 31) / 32 * 32)

/* Adds a block's terms to the buckets. It has a row for each of `height` variables at rows, and a column for each of
 * `width` at columns; it is a triangle if columns is rows, and then height is width. terms: their vectors, row by row.
 * Of a rectangle 15 bytes before the first may be read. products: NEOSIG_BUCKETS_GROUP_BYTES of memory. */
void neosig_bucket_block_vartime(const neosig_tower *field, uint8_t *buckets, uint8_t *products, const uint8_t *terms,
                                 size_t bytes, const uint8_t *rows, size_t height, const uint8_t *columns,
                                 size_t width);

/* The products of a block's variables, in the order of its terms. 32 bytes behind them may be written. The result is
 * where they end. */
uint8_t *neosig_bucket_products(const neosig_tower *field, uint8_t *products, const uint8_t *rows, size_t height,
                                const uint8_t *columns, size_t width);

#endif
