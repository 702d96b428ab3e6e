/* Products A B of matrices where A is public and B may be secret.
 *
 * Each row of B has a table of its multiples by all scalars, and an element of A chooses one. So addresses follow A. A
 * byte chooses: over GF(256) it is an element, and a table belongs to a row. Over GF(16) it is two elements, and a
 * table belongs to two rows. This takes fewer instructions than products by tables of A's elements, since what is
 * looked up is a whole row of the product.
 *
 * A is given for all equations at once, by blocks of vectors as in gf/quadratic.h. */
#ifndef NEOSIG_GF_MULTIPLES_H
#define NEOSIG_GF_MULTIPLES_H

#include "gf/gf16.h"
#include "gf/quadratic.h"

#define NEOSIG_MULTIPLES_MAX_VECTORS 6 /* of 16 bytes, of a row of B and of a vector of A */

/* B has `rows` packed rows of row_bytes, one every stride. row_bytes is at least 16 and at most
 * 16 * NEOSIG_MULTIPLES_MAX_VECTORS. basis: what the bits of an element of A stand for, as elements of `field`.
 * memory: neosig_factor_bytes, on a multiple of 16 bytes. */
typedef struct neosig_factor {
    const neosig_tower *field;
    const uint8_t *basis;
    const uint8_t *stored;
    size_t rows, row_bytes, stride;
    uint8_t *memory;
} neosig_factor;

size_t neosig_factor_bytes(size_t row_bytes);

/* The product of a line has a row for each equation. The distance between two rows, where what stands behind a row's
 * elements is of no effect; and the bytes of a line. bytes: of a vector of A. */
size_t neosig_product_stride(size_t row_bytes);
size_t neosig_product_bytes(const neosig_factor *b, size_t bytes);

/* Tables are made of a few rows of B at a time: at most neosig_factor_piece, from row `start` on. */
size_t neosig_factor_piece(const neosig_factor *b);
void neosig_factor_make_tables(const neosig_factor *b, size_t start);

/* c += A B, line by line, as far as it belongs to the rows of B from row `start` on whose tables were made last. The
 * lines of A are those of block a. bytes: the length of a vector, at least 16 and at most
 * 16 * NEOSIG_MULTIPLES_MAX_VECTORS. a is public. */
void neosig_add_public_product_vartime(const neosig_factor *b, size_t start, uint8_t *c, size_t bytes,
                                       const neosig_block *a, neosig_direction direction, size_t lines);

#endif
