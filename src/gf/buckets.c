#include "gf/buckets.h"

#include <string.h>

/* Bytes that may be read before a vector, rounded up to a cache line, so that the vector is aligned. */
#define BEFORE 64

static size_t round_up(size_t count)
{
    return (count + 31) & ~(size_t)31;
}

/* The first vector of a triangle, before which there may be nothing to read, is added from a copy. */
static void add_corner_vartime(const neosig_tower *field, uint8_t *buckets, uint8_t *products, const uint8_t *terms,
                               size_t bytes, const uint8_t *rows)
{
    uint8_t corner[BEFORE + NEOSIG_TOWER_MAX_BUCKET] = {0};
    memcpy(corner + BEFORE, terms, bytes);
    field->scale(products, rows, 32, rows[0]);
    field->scatter_vartime(buckets, (const uint8_t *const[]){corner + BEFORE}, 1, products, 0, 1, bytes);
}

/* The rows of each value, one after another: first[value], then next[row]; `height` where there is no more. */
typedef struct chains {
    uint16_t first[256], next[NEOSIG_TOWER_MAX_VARIABLES];
} chains;

static void make_chains(chains *c, const uint8_t *rows, size_t height)
{
    for (size_t value = 0; value < 256; value++)
        c->first[value] = (uint16_t)height;
    for (size_t i = height; i-- > 0;) {
        c->next[i] = c->first[rows[i]];
        c->first[rows[i]] = (uint16_t)i;
    }
    c->first[0] = (uint16_t)height; /* rows of value 0 have no terms */
}

/* Rows of a triangle begin at their own columns, so each more begins a stretch with one row more. */
static void add_triangle_vartime(const neosig_tower *field, uint8_t *buckets, uint8_t *products, const uint8_t *terms,
                                 size_t bytes, const uint8_t *x, size_t n)
{
    chains c;
    make_chains(&c, x, n);
    add_corner_vartime(field, buckets, products, terms, bytes, x);
    for (size_t i = 0; i < n; i++) {
        if (c.first[x[i]] != i)
            continue;
        const uint8_t *together[NEOSIG_TOWER_MAX_ROWS]; /* where column 0 of each would be */
        size_t count = 0;
        field->scale(products + i, x + i, round_up(n - i), x[i]);
        for (size_t row = i; row < n; row = c.next[row]) {
            together[count++] = terms + bytes * (row * (2 * n - row - 1) / 2);
            const int full = count == NEOSIG_TOWER_MAX_ROWS;
            field->scatter_vartime(buckets, together, count, products, row > 0 ? row : 1, full ? n : c.next[row],
                                   bytes);
            if (full)
                count = 0;
        }
    }
}

void neosig_bucket_block_vartime(const neosig_tower *field, uint8_t *buckets, uint8_t *products, const uint8_t *terms,
                                 size_t bytes, const uint8_t *rows, size_t height, const uint8_t *columns, size_t width)
{
    if (rows == columns) {
        add_triangle_vartime(field, buckets, products, terms, bytes, rows, height);
        return;
    }
    chains c;
    make_chains(&c, rows, height);
    for (size_t i = 0; i < height; i++) {
        if (c.first[rows[i]] != i)
            continue;
        const uint8_t *together[NEOSIG_TOWER_MAX_ROWS];
        size_t count = 0;
        field->scale(products, columns, round_up(width), rows[i]);
        for (size_t row = i; row < height; row = c.next[row]) {
            together[count++] = terms + bytes * row * width;
            if (count < NEOSIG_TOWER_MAX_ROWS && c.next[row] < height)
                continue;
            field->scatter_vartime(buckets, together, count, products, 0, width, bytes);
            count = 0;
        }
    }
}

uint8_t *neosig_bucket_products(const neosig_tower *field, uint8_t *products, const uint8_t *rows, size_t height,
                                const uint8_t *columns, size_t width)
{
    for (size_t i = 0; i < height; i++) {
        const size_t start = rows == columns ? i : 0;
        field->scale(products, columns + start, round_up(width - start), rows[i]);
        products += width - start;
    }
    return products;
}
