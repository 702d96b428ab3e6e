#include "core/arena.h"
#include "gf/gf16.h"

#include <string.h>

/* The system in pair rows of neighbours, 2p in the low nibbles and 2p + 1 in the high ones. Lane 0 is the right side.
 * Rows are finished in order, and lanes from the last down, so that both drop out of the work. Row k, in which any
 * element but zero may be the pivot, has its own lane chosen, and that lane is added to the last one that is left,
 * n - k: a change of unknowns, x[chosen] = x'[chosen] + x'[n - k], which back substitution undoes. So a pivot costs one
 * look at a row, where one sought down a column would have to be gathered from all rows. Two rows are done at a time.
 */
typedef struct workspace {
    size_t n, stride;
    uint8_t *m;                /* n/2 pair rows */
    uint8_t *chosen;           /* the lane that is added to lane n - k, or NONE */
    uint8_t *rows, *reduced;   /* the rows of a pair, and both after the first pivot */
    uint8_t *values;           /* of the unknowns, in their lanes */
    uint8_t *factors;          /* of each pair row, two: its elements in the lanes of the pivots */
    neosig_gf16_table *tables; /* of those */
} workspace;

#define NONE 255

static workspace lay_out(size_t n, neosig_arena *arena)
{
    workspace w = {0};
    w.n = n + n % 2; /* an odd system gets one more equation, x = 0 */
    w.stride = neosig_gf16_round(w.n + 1);
    w.tables = neosig_carve(arena, w.stride * sizeof *w.tables);
    w.m = neosig_carve(arena, w.stride * (w.n / 2) + NEOSIG_GF16_SLACK);
    w.chosen = neosig_carve(arena, w.stride);
    w.rows = neosig_carve(arena, 2 * w.stride + NEOSIG_GF16_SLACK);
    w.reduced = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
    w.values = neosig_carve(arena, w.stride);
    w.factors = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
    return w;
}

size_t neosig_gf16_solve_bytes(size_t n)
{
    neosig_arena arena = {NULL, 0};
    lay_out(n, &arena);
    return arena.used;
}

/* 0xff where a is 0, else 0, for a < 256. */
static unsigned is_zero(unsigned a)
{
    return (a - 1) >> 8 & 0xff;
}

static const neosig_gf16_group first_lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* One of the lanes 1, ..., last where row, in the low nibbles, is not zero; 0 where there is none. The row is read
 * whole: the choice shows nowhere. */
static uint8_t choose_lane(const uint8_t *row, size_t last)
{
    neosig_gf16_group lanes = first_lanes, chosen = {0};
    for (size_t lane = 0; lane <= last; lane += 16, lanes += 16) {
        neosig_gf16_group nonzero = (neosig_gf16_group)((neosig_gf16_load(row + lane) & 15) != 0);
        neosig_gf16_group here = lanes & nonzero & (neosig_gf16_group)(lanes <= (uint8_t)last);
        chosen ^= (chosen ^ here) & (neosig_gf16_group)(here != 0);
    }
    /* Of the lanes found, one in each byte, the first that is not zero of either half. */
    uint64_t half[2];
    memcpy(half, &chosen, sizeof half);
    uint64_t found = half[0] | (half[1] & (((half[0] | (0 - half[0])) >> 63) - 1));
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t nonzero = (((found & low) + low) | found) & ~low, first = nonzero & (0 - nonzero);
    found &= (first << 1) - (first >> 7);
    found |= found >> 32;
    found |= found >> 16;
    return (uint8_t)(found | found >> 8);
}

/* Chooses for row k, which is in the low nibbles of row. column: of both rows, the elements in lane n - k with the
 * chosen one. Whether there is no pivot: 0xff. */
static unsigned choose_pivot(const neosig_gf16_kernels *kernels, const workspace *w, size_t k, const uint8_t *row,
                             const uint8_t *pair, uint8_t column[2])
{
    size_t lane = w->n - k;
    uint8_t chosen = choose_lane(row, lane);
    w->chosen[k] = (uint8_t)(chosen | ~is_zero(row[lane] & 15)); /* NONE if the last lane will do */
    const uint8_t numbers[4] = {w->chosen[k], NONE, (uint8_t)lane, NONE};
    uint8_t sums[2];
    kernels->add_columns(sums, pair, w->stride, 1, lane + 1, numbers);
    column[0] = sums[0] & 15;
    column[1] = sums[0] >> 4;
    return is_zero(chosen);
}

/* Scales rows k and k + 1, k even, so that they have ones in their pivots and zeros in each other's. Whether there are
 * no pivots: 0xff. */
static unsigned make_pivots(const neosig_gf16_kernels *kernels, const workspace *w, size_t k)
{
    uint8_t *pair = w->m + k / 2 * w->stride, first[2], second[2], scalars[2];
    size_t lanes = w->n - k + 1;
    neosig_gf16_split(w->rows, w->stride, pair, w->stride, 1, lanes);
    unsigned singular = choose_pivot(kernels, w, k, w->rows, pair, first);

    /* The second row less the first one's share, and the first one scaled. */
    uint8_t inverse = neosig_gf16_inverse(first[0]), share = neosig_gf16_mul(inverse, first[1]);
    scalars[0] = (uint8_t)(share | inverse << 4);
    scalars[1] = 1;
    kernels->tables(w->tables, scalars, 2);
    kernels->multiply(w->reduced, w->stride, w->tables, 1, w->rows, w->stride, 1, 2, lanes);
    singular |= choose_pivot(kernels, w, k + 1, w->reduced, w->reduced, second);

    /* That one scaled, and the first less its share. */
    uint8_t scale = neosig_gf16_inverse(second[0]), back = neosig_gf16_mul(scale, second[1]);
    scalars[0] = (uint8_t)((inverse ^ neosig_gf16_mul(back, share)) | neosig_gf16_mul(scale, share) << 4);
    scalars[1] = (uint8_t)(back | scale << 4);
    kernels->tables(w->tables, scalars, 2);
    kernels->multiply(pair, w->stride, w->tables, 1, w->rows, w->stride, 1, 2, lanes - 1);
    return singular;
}

/* The unknowns of lanes n - k - 1 and n - k, whose rows are k + 1 and k, from those of the lanes below; and the change
 * of unknowns undone that these rows made. */
static void substitute(const neosig_gf16_kernels *kernels, const workspace *w, size_t k)
{
    uint8_t products[32];
    size_t lane = w->n - k, groups = (lane + 14) / 16;
    neosig_gf16_split(w->rows, w->stride, w->m + k / 2 * w->stride, w->stride, 1, lane - 1);
    kernels->multiply_lanes(products, 16, w->rows, w->stride, 16, w->values, 16, 2, groups, 1, 16);
    uint8_t even = neosig_gf16_sum(neosig_gf16_load(products)), odd = neosig_gf16_sum(neosig_gf16_load(products + 16));
    w->values[lane] = even;
    w->values[lane - 1] = odd;
    neosig_gf16_group lanes = first_lanes;
    for (size_t at = 0; at <= lane; at += 16, lanes += 16) {
        neosig_gf16_group change = (neosig_gf16_group)(lanes == w->chosen[k]) & even;
        change ^= (neosig_gf16_group)(lanes == w->chosen[k + 1]) & odd;
        neosig_gf16_store(w->values + at, neosig_gf16_load(w->values + at) ^ change);
    }
}

int neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *rows, size_t stride, size_t n,
                      void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(n, &arena);

    for (size_t r = 0; r + 1 < n; r += 2)
        neosig_gf16_join(w.m + r / 2 * w.stride, rows + r * stride, rows + (r + 1) * stride, n + 1);
    if (n % 2) {
        for (size_t p = 0; p < w.n / 2; p++)
            w.m[p * w.stride + w.n] = 0;
        uint8_t *last = w.m + n / 2 * w.stride;
        memcpy(last, rows + (n - 1) * stride, n + 1);
        last[w.n] = 1 << 4;
    }

    unsigned singular = 0;
    for (size_t k = 0; k < w.n; k += 2) {
        size_t count = w.n / 2 - k / 2 - 1, lane = w.n - k;
        uint8_t *pair = w.m + k / 2 * w.stride;
        singular |= make_pivots(kernels, &w, k);
        if (count == 0)
            break;
        const uint8_t numbers[4] = {w.chosen[k], w.chosen[k + 1], (uint8_t)lane, (uint8_t)(lane - 1)};
        kernels->add_columns(w.factors, pair + w.stride, w.stride, count, lane + 1, numbers);
        kernels->tables(w.tables, w.factors, 2 * count);
        kernels->update(pair + w.stride, w.stride, w.tables, count, pair, lane - 1);
    }

    memset(w.values, 0, w.stride);
    w.values[0] = 1; /* times the right side */
    for (size_t k = w.n; k > 0; k -= 2)
        substitute(kernels, &w, k - 2);
    memcpy(x, w.values + 1, n);
    return -(int)(singular & 1);
}
