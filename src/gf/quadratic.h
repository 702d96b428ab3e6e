/* Quadratic maps in memory, and their products with matrices.
 *
 * A map has a term for two variables, and a term has a vector: its coefficients in all equations. The composition of a
 * map with a linear one, and a map's values at several points, are made of sums c_j += sum over k of t[k][j] a_k, where
 * a_k are the vectors of a row or a column of one block, c_j those of another, and t is a matrix. */
#ifndef NEOSIG_GF_QUADRATIC_H
#define NEOSIG_GF_QUADRATIC_H

#include "gf/tower.h"

/* Tables of so many rows of a matrix are in memory at a time: of NEOSIG_QUADRATIC_PIECE, or of more, up to
 * NEOSIG_QUADRATIC_ROWS, as long as all take at most NEOSIG_QUADRATIC_BYTES. */
#define NEOSIG_QUADRATIC_PIECE 48
#define NEOSIG_QUADRATIC_ROWS 160
#define NEOSIG_QUADRATIC_BYTES 196608

/* A block of terms. They lie `step` bytes apart, row by row: a triangle of order n from (i0, j0) on, i <= j, or a
 * rectangle of `width` columns if n is 0. */
typedef struct neosig_block {
    uint8_t *base;
    size_t step;
    size_t n, i0, j0, width;
} neosig_block;

typedef enum neosig_direction { NEOSIG_ROW, NEOSIG_COLUMN } neosig_direction;

/* A matrix. Entry (i, j) is element i * row_step + j * column_step of a packed vector. columns is a multiple of
 * field->columns, at most NEOSIG_TOWER_MAX_COLUMNS. Over GF(16), row_step is 1 or even. pairs: memory of
 * neosig_matrix_pairs_bytes. Unless first is rows, the tables of the piece that starts at row first are there. */
typedef struct neosig_matrix {
    size_t rows, columns;
    const uint8_t *stored;
    size_t row_step, column_step;
    void *pairs;
    size_t first;
} neosig_matrix;

/* Memory for the tables of any matrix of at most so many rows. */
size_t neosig_matrix_pairs_bytes(const neosig_tower *field, size_t rows, size_t columns);

size_t neosig_block_offset(const neosig_block *b, size_t i, size_t j);

/* The offsets of vectors first ... end - 1 of line 0. Those of another line are neosig_line_offset more. */
void neosig_line_offsets(uint32_t *out, const neosig_block *b, neosig_direction direction, size_t first, size_t end);
size_t neosig_line_offset(const neosig_block *b, neosig_direction direction, size_t line);

static inline int neosig_block_is_triangle(const neosig_block *b)
{
    return b->n != 0 && b->i0 == b->j0;
}

/* Of the vectors start ... stop - 1 of a line, those that there are: first ... end - 1. There may be none. */
static inline void neosig_line_range(const neosig_block *b, neosig_direction direction, size_t line, size_t start,
                                     size_t stop, size_t *first, size_t *end)
{
    const int triangle = neosig_block_is_triangle(b);
    *first = triangle && direction == NEOSIG_ROW && start < line ? line : start;
    *end = triangle && direction == NEOSIG_COLUMN && stop > line + 1 ? line + 1 : stop;
}

/* c += a t. The lines of block a are its rows or its columns, of t->rows vectors each; in a triangle they are shorter.
 * Each line times t is added to the same line of c. If c is a triangle and the line a column, it is folded to the upper
 * half. bytes: the length of a vector. Offsets in a and c are below 2^32. */
void neosig_add_product(const neosig_tower *field, size_t bytes, const neosig_block *c, neosig_direction c_direction,
                        const neosig_block *a, neosig_direction a_direction, size_t lines, neosig_matrix *t);

/* The first `order` rows and columns of a triangle, row by row without gaps. */
void neosig_copy_triangle(uint8_t *to, const neosig_block *from, size_t order);

static inline size_t neosig_triangle(size_t n)
{
    return n * (n + 1) / 2;
}

#endif
