#include "gf/quadratic.h"

#include <string.h>

/* How many bytes the term in the next row is behind this one. */
static size_t down(const neosig_block *b, size_t i)
{
    return b->step * (b->n != 0 ? b->n - 1 - (b->i0 + i) : b->width);
}

size_t neosig_block_offset(const neosig_block *b, size_t i, size_t j)
{
    size_t row = b->i0 + i;
    return b->step * (b->n != 0 ? row * (2 * b->n - row - 1) / 2 + b->j0 + j : i * b->width + j);
}

/* Offsets of terms: those of row `line` from column first to end - 1; those of column `line` from row first to end - 1.
 */
static void row_offsets(uint32_t *out, const neosig_block *b, size_t line, size_t first, size_t end)
{
    uint32_t offset = (uint32_t)neosig_block_offset(b, line, first);
    for (size_t j = first; j < end; j++, offset += (uint32_t)b->step)
        *out++ = offset;
}

static void column_offsets(uint32_t *out, const neosig_block *b, size_t line, size_t first, size_t end)
{
    uint32_t offset = (uint32_t)neosig_block_offset(b, first, line);
    for (size_t i = first; i < end; i++) {
        *out++ = offset;
        offset += (uint32_t)down(b, i);
    }
}

void neosig_line_offsets(uint32_t *out, const neosig_block *b, neosig_direction direction, size_t first, size_t end)
{
    if (direction == NEOSIG_ROW)
        row_offsets(out, b, 0, first, end);
    else
        column_offsets(out, b, 0, first, end);
}

size_t neosig_line_offset(const neosig_block *b, neosig_direction direction, size_t line)
{
    const int row = direction == NEOSIG_ROW;
    return neosig_block_offset(b, row ? line : 0, row ? 0 : line) - neosig_block_offset(b, 0, 0);
}

static size_t even(size_t rows)
{
    return (rows + 1) & ~(size_t)1;
}

/* Rows whose tables are in memory at a time, at most. */
static size_t most_rows(const neosig_tower *field, size_t columns)
{
    const size_t most = NEOSIG_QUADRATIC_BYTES / (columns / 2 * neosig_tower_pair_room_bytes(field));
    if (most > NEOSIG_QUADRATIC_ROWS)
        return NEOSIG_QUADRATIC_ROWS;
    return most < NEOSIG_QUADRATIC_PIECE ? NEOSIG_QUADRATIC_PIECE : most;
}

/* Pieces have an even number of rows, so that over GF(16) they begin with a byte. */
static size_t piece_of(const neosig_tower *field, size_t rows, size_t columns)
{
    const size_t most = most_rows(field, columns), pieces = (rows + most - 1) / most;
    return even((rows + pieces - 1) / pieces);
}

size_t neosig_matrix_pairs_bytes(const neosig_tower *field, size_t rows, size_t columns)
{
    const size_t most = even(most_rows(field, columns)), all = even(rows);
    return (all < most ? all : most) * columns / 2 * neosig_tower_pair_room_bytes(field);
}

void neosig_add_product(const neosig_tower *field, size_t bytes, const neosig_block *c, neosig_direction c_direction,
                        const neosig_block *a, neosig_direction a_direction, size_t lines, neosig_matrix *t)
{
    uint32_t a_offsets[NEOSIG_QUADRATIC_ROWS], c_offsets[NEOSIG_TOWER_MAX_COLUMNS];
    const size_t piece = piece_of(field, t->rows, t->columns);
    const int folds = c_direction == NEOSIG_COLUMN && neosig_block_is_triangle(c);
    if (!folds)
        neosig_line_offsets(c_offsets, c, c_direction, 0, t->columns);
    for (size_t start = 0; start < t->rows; start += piece) {
        const size_t stop = start + piece < t->rows ? start + piece : t->rows;
        if (t->first != start)
            field->pairs(t->pairs, t->stored + neosig_tower_bytes(field, start * t->row_step), stop - start, t->columns,
                         t->row_step, t->column_step);
        t->first = start;
        neosig_line_offsets(a_offsets, a, a_direction, start, stop);
        for (size_t line = 0; line < lines; line++) {
            size_t first, end;
            neosig_line_range(a, a_direction, line, start, stop, &first, &end);
            if (first >= end)
                continue;
            if (folds) {
                column_offsets(c_offsets, c, line, 0, line);
                row_offsets(c_offsets + line, c, line, line, t->columns);
            }
            const neosig_tower_vectors to = {c->base + (folds ? 0 : neosig_line_offset(c, c_direction, line)),
                                             c_offsets, t->columns};
            const neosig_tower_vectors from = {a->base + neosig_line_offset(a, a_direction, line),
                                               a_offsets + (first - start), end - first};
            field->multiply(&to, &from,
                            (const uint8_t *)t->pairs + (first - start) * (t->columns / 2) * field->pair_bytes, bytes);
        }
    }
}

void neosig_copy_triangle(uint8_t *to, const neosig_block *from, size_t order)
{
    for (size_t i = 0; i < order; i++) {
        const size_t bytes = (order - i) * from->step;
        memcpy(to, from->base + neosig_block_offset(from, i, i), bytes);
        to += bytes;
    }
}
