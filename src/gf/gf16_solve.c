/* Systems over GF(16), by pair rows. solve_body.h has the method.
 *
 * A window of 28 lanes fills two registers with the unit matrix. In the last of four rows up to three more of its lanes
 * are zero in all equations of the caller. At first these are the lanes of the unknowns that add_missing adds. When a
 * pivot's lane is such a lane, another lane is added to it, and both are then equal in all equations of the caller. So
 * what clears the pivot's lane in later rows clears the other lane, too: one zero lane is used up, and one is made.
 * There are never more than three. In a random matrix the remaining lanes, 22 or more, are all zero with a probability
 * of at most 16^-22 = 2^-88. The three rows before have more lanes: 23, 24 and 25. So four rows fail with at most
 * 2^-88 (1 + 1/16 + 1/16^2 + 1/16^3), which is less than 4 * 2^-89. If n is a multiple of four, there are 25 lanes and
 * more in place of 22, and 2^-100 in place of 2^-88.
 *
 * If there are more unknowns than equations, the first lanes stay without a pivot: these unknowns are free. With zeros
 * for them substitution gives one solution. With a one for one of them, and zeros for the right sides, it gives a
 * vector of the kernel. From these follows the solution that is 0 off the leftmost independent columns, wherever pivots
 * were looked for: a column depends on those before it exactly if a vector of the kernel has its last nonzero element
 * there. So the kernel's basis is brought to echelon form from the right, and multiples are added to the solution. */
#define LINE_ROWS 2
#include "gf/solve_body.h"

size_t neosig_gf16_system_stride(size_t n)
{
    return neosig_gf16_round(round_four(n) + 1);
}

size_t neosig_gf16_system_bytes(size_t n)
{
    return round_four(n) / 2 * neosig_gf16_system_stride(n) + NEOSIG_GF16_SLACK;
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

int neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, uint8_t *system, size_t n, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(n, n, &arena);
    w.m = system;
    NEOSIG_ASSERT(n >= 1);
    if (n % 2 != 0)
        for (size_t i = 0; i <= n; i++)
            NEOSIG_ASSERT(system[n / 2 * w.stride + i] < 16);
    add_missing(&w, n);
    const unsigned singular = eliminate_all(kernels, &w);
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
    add_missing(&c.w, n);
    const unsigned singular = eliminate_all(kernels, &c.w);
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
