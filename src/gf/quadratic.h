/* Quadratic maps in memory, and their products with matrices.
 *
 * A term of a map is the product of two variables. The term's vector has its coefficients in all equations. A block is
 * a rectangle or a triangle of terms, and a line of a block is one of its rows or columns.
 *
 * Sums c_j += sum over k of t[k][j] a_k compose a map with a linear map, and give a map's values at several points. The
 * vectors a_k are a line of one block, the vectors c_j are a line of another, and t is a matrix. */
#ifndef NEOSIG_GF_QUADRATIC_H
#define NEOSIG_GF_QUADRATIC_H

#include "gf/tower.h"

/* The tables of a matrix are made piece by piece. A piece has at most as many rows as have tables of
 * NEOSIG_QUADRATIC_BYTES, but this limit is never below NEOSIG_QUADRATIC_PIECE nor above NEOSIG_QUADRATIC_ROWS. */
#define NEOSIG_QUADRATIC_PIECE 48
#define NEOSIG_QUADRATIC_ROWS 160
#define NEOSIG_QUADRATIC_BYTES 196608

/* A block, whose vectors lie `step` bytes apart, row by row. If n is 0, the block is a rectangle of `width` columns
 * that begins at base. Otherwise a triangle of order n begins at base, with terms (i, j), i <= j, and term (i, j) of
 * the block is term (i0 + i, j0 + j) of the triangle. */
typedef struct neosig_block {
    uint8_t *base;
    size_t step;
    size_t n, i0, j0, width;
} neosig_block;

typedef enum neosig_direction { NEOSIG_ROW, NEOSIG_COLUMN } neosig_direction;

/* A matrix. Entry (i, j) is element i * row_step + j * column_step of a packed vector. columns is a multiple of
 * field->columns, at most NEOSIG_TOWER_MAX_COLUMNS. Over GF(16), row_step is 1 or even. pairs: memory of
 * neosig_matrix_pairs_bytes, which has the tables of the piece that begins at row first. If first is rows, no tables
 * are there yet. */
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

/* The offsets of vectors first ... end - 1 of line 0. neosig_line_offset is how much greater another line's are. */
void neosig_line_offsets(uint32_t *out, const neosig_block *b, neosig_direction direction, size_t first, size_t end);
size_t neosig_line_offset(const neosig_block *b, neosig_direction direction, size_t line);

static inline int neosig_block_is_triangle(const neosig_block *b)
{
    return b->n != 0 && b->i0 == b->j0;
}

/* first ... end - 1 are the vectors from start to stop - 1 that a line has: lines of a triangle are shorter. There may
 * be none. */
static inline void neosig_line_range(const neosig_block *b, neosig_direction direction, size_t line, size_t start,
                                     size_t stop, size_t *first, size_t *end)
{
    const int triangle = neosig_block_is_triangle(b);
    *first = triangle && direction == NEOSIG_ROW && start < line ? line : start;
    *end = triangle && direction == NEOSIG_COLUMN && stop > line + 1 ? line + 1 : stop;
}

/* c += a t. A line of a has t->rows vectors, in a triangle fewer. Each line of a times t is added to the line of c that
 * has the same number. If c is a triangle and its lines are columns, what belongs to term (i, j) with i > j is added to
 * term (j, i). bytes: the length of a vector. Offsets in a and c are below 2^32. */
void neosig_add_product(const neosig_tower *field, size_t bytes, const neosig_block *c, neosig_direction c_direction,
                        const neosig_block *a, neosig_direction a_direction, size_t lines, neosig_matrix *t);

/* The first `order` rows and columns of a triangle, row by row without gaps. */
void neosig_copy_triangle(uint8_t *to, const neosig_block *from, size_t order);

static inline size_t neosig_triangle(size_t n)
{
    return n * (n + 1) / 2;
}

#endif
