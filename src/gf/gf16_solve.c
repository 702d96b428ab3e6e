#include "core/arena.h"
#include "core/assertion.h"
#include "gf/gf16.h"

#include <string.h>

/* Elimination of a system of n equations, in which no branch and no address depends on an element.
 *
 * Equations are rows; lane 0 of a row holds its right side, and lanes 1 to L its coefficients. L is the number of
 * unknowns: n or a few more. Row k has its pivot in lane L - k. Rows are finished in order, and lanes from the last one
 * down, so that both drop out of the work.
 *
 * Where row k has a zero in lane L - k, another lane, in which row k is not zero, is added to that lane, in the four
 * rows that are finished together and in all later ones. This is a change of unknowns, x[other] = x'[other] + x'[L -
 * k], and substitution undoes it. The other lane is sought in a window only, which the four rows share: the last 28
 * lanes up to the pivot's lane of the first of them. These and the four lanes of a unit matrix fill two registers.
 *
 * A regular matrix may so be taken for a singular one: if a row has zeros in all lanes of its window. A window that
 * reaches down to lane 1 has all lanes that are left, and zeros there mean that M is singular. Any other window has 28
 * lanes. In the last of the four rows, three of these are zero already: the pivots' lanes of the three rows before. Up
 * to three more are zero in all equations of the caller. At first these are the lanes of the unknowns that add_missing
 * adds, where n is rounded up to a multiple of four. When a pivot's lane is such a lane, another lane is added to it,
 * and both are then equal in all equations of the caller. So what clears the pivot's lane in later rows clears the
 * other lane, too: one zero lane is used up, and one is made. There are never more than three. In a random matrix the
 * remaining lanes, 22 or more, are all zero with a probability of at most 16^-22 = 2^-88. The three rows before have
 * more lanes: 23, 24 and 25. So four rows fail with at most 2^-88 (1 + 1/16 + 1/16^2 + 1/16^3), which is less than 4 *
 * 2^-89. If n is a multiple of four, there are 25 lanes and more in place of 22, and 2^-100 in place of 2^-88.
 *
 * Four rows, which are two pair rows, are finished at a time. The kernel pivots copies their window, puts a unit matrix
 * beside it, and eliminates in the copy. The unit matrix becomes the scalars by which the four rows are multiplied. The
 * scalars for the later rows are their elements in the four pivots' lanes, which pivot_lanes reads. Then update changes
 * the four rows and the later rows in all lanes below the pivots'. Substitution goes back from the last four rows to
 * the first, by dot.
 *
 * If there are more unknowns than equations, the first lanes stay without a pivot: these unknowns are free. With zeros
 * for them substitution gives one solution. With a one for one of them, and zeros for the right sides, it gives a
 * vector of the kernel. From these follows the solution that is 0 off the leftmost independent columns, wherever pivots
 * were looked for: a column depends on those before it exactly if a vector of the kernel has its last nonzero element
 * there. So the kernel's basis is brought to echelon form from the right, and multiples are added to the solution. */
#define WINDOW 28

typedef struct workspace {
    size_t n, lanes, stride;   /* equations and unknowns, both rounded up by as many */
    uint8_t *m;                /* n/2 pair rows */
    uint8_t *numbers;          /* eight for every four rows, as pivots writes them */
    uint8_t *values;           /* of the unknowns, in their lanes */
    uint8_t *scalars;          /* four for each pair row: what update multiplies the four rows by */
    neosig_gf16_table *tables; /* of the scalars */
} workspace;

/* Elimination takes four rows at a time. So n is rounded up to a multiple of four, and add_missing adds the equation
 * x_i = 0 for each new unknown. */
static size_t whole(size_t n)
{
    return (n + 3) / 4 * 4;
}

static workspace lay_out(size_t n, size_t unknowns, neosig_arena *arena)
{
    workspace w = {0};
    w.n = whole(n);
    w.lanes = unknowns + w.n - n;
    w.stride = neosig_gf16_round(w.lanes + 1);
    w.tables = neosig_carve(arena, neosig_gf16_round(2 * w.n) * sizeof *w.tables);
    w.numbers = neosig_carve(arena, 2 * w.n);
    w.values = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
    w.scalars = neosig_carve(arena, neosig_gf16_round(2 * w.n));
    return w;
}

size_t neosig_gf16_system_stride(size_t n)
{
    return neosig_gf16_round(whole(n) + 1);
}

size_t neosig_gf16_system_bytes(size_t n)
{
    return whole(n) / 2 * neosig_gf16_system_stride(n) + NEOSIG_GF16_SLACK;
}

size_t neosig_gf16_solve_bytes(size_t n)
{
    neosig_arena arena = {NULL, 0};
    lay_out(n, n, &arena);
    return arena.used;
}

static void add_missing(const workspace *w, size_t n)
{
    const size_t unknowns = w->lanes - w->n + n;
    for (size_t p = 0; p < w->n / 2 && n < w->n; p++) {
        uint8_t *pair = w->m + p * w->stride;
        const size_t given = 2 * p < n ? unknowns + 1 : 0; /* lanes */
        memset(pair + given, 0, w->lanes + 1 - given);
        if (2 * p >= n)
            pair[unknowns - n + 2 * p + 1] = 1;
        if (2 * p + 1 >= n)
            pair[unknowns - n + 2 * p + 2] |= 1 << 4;
    }
}

/* The first of the 28 lanes of the window for rows k, ..., k + 3. The last one is lane L - k, or a later lane if
 * L - k < 27. Lane 0, the right side, is then among them, but the search leaves it out. */
static size_t window_of(const workspace *w, size_t k)
{
    const size_t lane = w->lanes - k;
    return lane < WINDOW ? 0 : lane - (WINDOW - 1);
}

/* Finishes rows k, ..., k + 3 and adds their multiples to the rows behind. The result is not 0 if a row has no pivot.
 */
static unsigned eliminate(const neosig_gf16_kernels *kernels, const workspace *w, size_t k)
{
    const size_t count = (w->n - k) / 2 - 2, lanes = w->lanes - k - 3, at = window_of(w, k);
    uint8_t *pair = w->m + k / 2 * w->stride, *next = pair + 2 * w->stride, *numbers = w->numbers + 2 * k;
    const size_t first = at == 0 ? 1 : 0; /* lane 0 of the rows has the right sides, and is no pivot's */
    unsigned singular = kernels->pivots(w->scalars, numbers, pair + at, w->stride, first, w->lanes - k - at);
    kernels->pivot_lanes(w->scalars + 8, next + at, w->stride, count, numbers);
    kernels->tables(w->tables, w->scalars, 8 + 4 * count);
    kernels->update(pair, w->stride, w->tables, 2, pair, lanes);
    kernels->update(next, w->stride, w->tables + 8, count, pair, lanes);
    return singular;
}

/* Finds the unknowns of rows k, ..., k + 3 from those of lower lanes, and undoes these rows' changes of unknowns. */
static void substitute(const neosig_gf16_kernels *kernels, const workspace *w, size_t k)
{
    uint8_t sums[4], *window = w->values + window_of(w, k);
    kernels->dot(sums, w->m + k / 2 * w->stride, w->stride, w->values, w->lanes - k - 3);
    for (size_t j = 0; j < 4; j++)
        w->values[w->lanes - k - j] = sums[j];
    neosig_gf16_group lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (size_t g = 0; g < 2; g++, lanes += 16) {
        neosig_gf16_group x = neosig_gf16_load(window + 16 * g);
        for (size_t j = 0; j < 4; j++)
            x ^= (neosig_gf16_group)(lanes == w->numbers[2 * k + j]) & sums[j];
        neosig_gf16_store(window + 16 * g, x);
    }
}

/* Finds all unknowns, given those of the lanes without a pivot: those of all free lanes are 0, but for lane one. If it
 * is 0, that is the lane of the right sides. Else these are taken for zeros. */
static void substitute_all(const neosig_gf16_kernels *kernels, const workspace *w, size_t one)
{
    memset(w->values, 0, w->stride + NEOSIG_GF16_SLACK);
    w->values[one] = 1;
    for (size_t k = w->n; k > 0; k -= 4)
        substitute(kernels, w, k - 4);
}

static unsigned eliminate_all(const neosig_gf16_kernels *kernels, const workspace *w, size_t n)
{
    unsigned singular = 0;
    add_missing(w, n);
    for (size_t k = 0; k < w->n; k += 4)
        singular |= eliminate(kernels, w, k);
    return singular;
}

int neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, uint8_t *system, size_t n, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(n, n, &arena);
    w.m = system;
    NEOSIG_ASSERT(n >= 1);
    if (n % 2 != 0)
        for (size_t i = 0; i <= n; i++)
            NEOSIG_ASSERT(system[n / 2 * w.stride + i] < 16);
    const unsigned singular = eliminate_all(kernels, &w, n);
    substitute_all(kernels, &w, 0);
    memcpy(x, w.values + 1, n);
    return -(int)(singular & 1);
}

/* ---- More unknowns than equations */

/* Memory of neosig_gf16_solve_columns. */
typedef struct columns_workspace {
    workspace w;
    uint8_t *x; /* the solution, then the kernel's basis: rows of `stride` lanes */
    uint8_t *kernel[NEOSIG_GF16_MOST_FREE];
} columns_workspace;

static columns_workspace lay_out_columns(size_t n, size_t unknowns, neosig_arena *arena)
{
    columns_workspace c = {.w = lay_out(n, unknowns, arena)};
    c.w.m = neosig_carve(arena, neosig_gf16_round(n / 2) * c.w.stride + NEOSIG_GF16_SLACK);
    c.x = neosig_carve(arena, c.w.stride);
    for (size_t f = 0; f < unknowns - n; f++)
        c.kernel[f] = neosig_carve(arena, c.w.stride);
    return c;
}

size_t neosig_gf16_solve_columns_bytes(size_t n, size_t unknowns)
{
    neosig_arena arena = {NULL, 0};
    lay_out_columns(n, unknowns, &arena);
    return arena.used;
}

size_t neosig_gf16_columns_bytes(size_t n, size_t unknowns)
{
    return neosig_gf16_round(unknowns + 1) * (n / 2) + 16;
}

/* 255 if a is 0, else 0; a is an element. */
static uint8_t is_zero_mask(uint8_t a)
{
    return (uint8_t)((a - 1u) >> 8);
}

/* row += scalar times other, count lanes, in whole groups. */
static void add_multiple_of(uint8_t *row, uint8_t scalar, const uint8_t *other, size_t count)
{
    for (size_t i = 0; i < count; i += 16)
        neosig_gf16_store(row + i, neosig_gf16_load(row + i) ^ neosig_gf16_mul_group(neosig_gf16_load(other + i),
                                                                                     (neosig_gf16_group){0} + scalar));
}

/* Makes x zero where kernel vectors first, ..., free - 1 together have their last nonzero element, by vector first. The
 * later vectors become zero there, too. */
static void clear_last(const columns_workspace *c, size_t first, size_t free)
{
    const size_t lanes = c->w.stride;
    uint8_t last[NEOSIG_GF16_MOST_FREE] = {0}, x = 0;
    for (size_t i = 0; i < lanes; i++) {
        uint8_t any = 0;
        for (size_t f = first; f < free; f++)
            any |= c->kernel[f][i];
        const uint8_t zero = is_zero_mask(any);
        for (size_t f = first; f < free; f++)
            last[f] = (uint8_t)((last[f] & zero) | c->kernel[f][i]);
        x = (uint8_t)((x & zero) | (c->x[i] & ~zero));
    }
    for (size_t f = first + 1; f < free; f++) { /* the first vector that is not zero there is added to vector first */
        const uint8_t scalar = is_zero_mask(last[first]) & 1;
        add_multiple_of(c->kernel[first], scalar, c->kernel[f], lanes);
        last[first] ^= neosig_gf16_mul(scalar, last[f]);
    }
    const uint8_t inverse = neosig_gf16_inverse(last[first]);
    for (size_t f = first + 1; f < free; f++)
        add_multiple_of(c->kernel[f], neosig_gf16_mul(inverse, last[f]), c->kernel[first], lanes);
    add_multiple_of(c->x, neosig_gf16_mul(inverse, x), c->kernel[first], lanes);
}

int neosig_gf16_solve_columns(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *vectors, size_t n,
                              size_t unknowns, void *memory)
{
    neosig_arena arena = {memory, 0};
    const columns_workspace c = lay_out_columns(n, unknowns, &arena);
    const size_t free = unknowns - n;
    NEOSIG_ASSERT(n % 2 == 0 && unknowns >= n && free <= NEOSIG_GF16_MOST_FREE);
    kernels->transpose((neosig_gf16_matrix){c.w.m, c.w.stride, n / 2, unknowns + 1},
                       (neosig_gf16_view){vectors, n / 2, unknowns + 1, n / 2});
    const unsigned singular = eliminate_all(kernels, &c.w, n);
    substitute_all(kernels, &c.w, 0);
    memset(c.x, 0, c.w.stride);
    memcpy(c.x, c.w.values + 1, unknowns);
    for (size_t f = 0; f < free; f++) {
        substitute_all(kernels, &c.w, 1 + f);
        memset(c.kernel[f], 0, c.w.stride);
        memcpy(c.kernel[f], c.w.values + 1, unknowns);
    }
    for (size_t f = 0; f < free; f++)
        clear_last(&c, f, free);
    neosig_gf16_pack(x, c.x, unknowns);
    return -(int)(singular & 1);
}
