#include "core/assertion.h"
#include "core/inline.h"
#include "gf/multiples.h"

#include <string.h>

#define TABLES NEOSIG_TOWER_MULTIPLES
#define MOST_BYTES (16 * NEOSIG_MULTIPLES_MAX_VECTORS)

static size_t whole(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

/* Rows of B that a table belongs to. */
static size_t rows_of_table(const neosig_tower *field)
{
    return field->bits == 4 ? 2 : 1;
}

size_t neosig_product_stride(size_t row_bytes)
{
    return whole(row_bytes);
}

size_t neosig_product_bytes(const neosig_factor *b, size_t bytes)
{
    return bytes * rows_of_table(b->field) * whole(b->row_bytes);
}

size_t neosig_factor_bytes(size_t row_bytes)
{
    return 256 * TABLES * whole(row_bytes);
}

static uint8_t *multiple_of(const neosig_factor *b, size_t t, size_t i)
{
    return b->memory + (t * 256 + i) * whole(b->row_bytes);
}

/* Each multiple is the sum of that without its number's highest bit and that of this bit alone. Two are made at a time,
 * for pairs of loads and stores. */
INLINE void fill_table(uint8_t *table, const size_t bytes)
{
    const size_t groups = bytes / 16;
    for (size_t bit = 2; bit < 256; bit *= 2) {
        neosig_gf16_group of_bit[NEOSIG_MULTIPLES_MAX_VECTORS], x[2 * NEOSIG_MULTIPLES_MAX_VECTORS];
        uint8_t *from = table, *to = table + bit * bytes;
        UNROLL for (size_t g = 0; g < groups; g++) of_bit[g] = neosig_gf16_load(to + 16 * g);
        for (size_t i = 0; i < bit; i += 2, from += 2 * bytes, to += 2 * bytes) {
            UNROLL for (size_t g = 0; g < 2 * groups; g++) x[g] = neosig_gf16_load(from + 16 * g) ^ of_bit[g % groups];
            UNROLL for (size_t g = 0; g < 2 * groups; g++) neosig_gf16_store(to + 16 * g, x[g]);
        }
    }
}

static void fill(uint8_t *table, size_t bytes)
{
    if (bytes == 96)
        fill_table(table, 96);
    else if (bytes == 80)
        fill_table(table, 80);
    else if (bytes == 64)
        fill_table(table, 64);
    else if (bytes == 48)
        fill_table(table, 48);
    else if (bytes == 32)
        fill_table(table, 32);
    else
        fill_table(table, 16);
}

size_t neosig_factor_piece(const neosig_factor *b)
{
    return TABLES * rows_of_table(b->field);
}

/* Where there is no row, all of the table's index is 0. */
void neosig_factor_make_tables(const neosig_factor *b, size_t start)
{
    _Alignas(16) uint8_t scalars[8 * NEOSIG_TOWER_SCALAR_MAX];
    const unsigned bits = b->field->bits;
    b->field->scalars(scalars, b->basis, bits);
    for (size_t t = 0; t < TABLES; t++) {
        memset(multiple_of(b, t, 0), 0, whole(b->row_bytes));
        for (size_t bit = 0; bit < 8; bit++) {
            const size_t other = bits == 4 && bit >= 4, row = start + t * rows_of_table(b->field) + other;
            uint8_t *const to = multiple_of(b, t, (size_t)1 << bit);
            memset(to, 0, whole(b->row_bytes));
            if (row < b->rows)
                b->field->combine(to, b->row_bytes, b->stored + row * b->stride, 0,
                                  scalars + (bit - 4 * other) * b->field->scalar_bytes, 1);
        }
        if (start + t * rows_of_table(b->field) < b->rows)
            fill(multiple_of(b, t, 0), whole(b->row_bytes));
    }
}

/* Elements of even and of odd number of two vectors, one vector's in the low nibbles and the other's in the high ones.
 */
INLINE void join_group(uint8_t *even, uint8_t *odd, const uint8_t *low, const uint8_t *high, size_t at)
{
    const neosig_gf16_group l = neosig_gf16_load(low + at), h = neosig_gf16_load(high + at);
    neosig_gf16_store(even + at, (l & 15) | h << 4);
    neosig_gf16_store(odd + at, l >> 4 | (h & 0xf0));
}

static void join(uint8_t *even, uint8_t *odd, const uint8_t *low, const uint8_t *high, size_t bytes)
{
    for (size_t at = 0; at + 16 < bytes; at += 16)
        join_group(even, odd, low, high, at);
    join_group(even, odd, low, high, bytes - 16);
}

void neosig_add_public_product_vartime(const neosig_factor *b, size_t start, uint8_t *c, size_t bytes,
                                       const neosig_block *a, neosig_direction direction, size_t lines)
{
    static const uint8_t none[MOST_BYTES] = {0};
    const size_t piece = neosig_factor_piece(b), stop = start + piece < b->rows ? start + piece : b->rows;
    const size_t step = whole(b->row_bytes);
    const uint8_t *vectors[2 * TABLES], *even[TABLES], *odd[TABLES];
    uint8_t joined[2 * TABLES][MOST_BYTES];
    uint32_t offsets[2 * TABLES];
    NEOSIG_ASSERT(bytes >= 16 && bytes <= MOST_BYTES && b->row_bytes >= 16 && b->row_bytes <= MOST_BYTES);
    for (size_t t = 0; t < TABLES; t++) {
        even[t] = joined[2 * t];
        odd[t] = joined[2 * t + 1];
    }
    neosig_line_offsets(offsets, a, direction, start, stop);
    for (size_t line = 0; line < lines; line++) {
        uint8_t *const to = c + line * neosig_product_bytes(b, bytes);
        size_t first, end;
        neosig_line_range(a, direction, line, start, stop, &first, &end);
        if (first >= end)
            continue;
        const uint8_t *const from = a->base + neosig_line_offset(a, direction, line);
        for (size_t r = 0; r < piece; r++)
            vectors[r] = r < first - start || r >= end - start ? none : from + offsets[r];
        if (piece == TABLES) {
            b->field->look_up_vartime(to, step, step, vectors, bytes, b->memory);
            continue;
        }
        for (size_t t = 0; t < TABLES; t++)
            join(joined[2 * t], joined[2 * t + 1], vectors[2 * t], vectors[2 * t + 1], bytes);
        b->field->look_up_vartime(to, 2 * step, step, even, bytes, b->memory);
        b->field->look_up_vartime(to + step, 2 * step, step, odd, bytes, b->memory);
    }
}
