#include <string.h>

#include "gf/gf16.h"

/* The system in pair rows of neighbours, 2p in the low nibbles and 2p + 1 in the high ones, so that finished rows drop
 * out of the work. Lane 0 is the right side; columns are eliminated from the last lane down, so that finished columns
 * drop out as well. */
typedef struct system {
    size_t n, stride;
    uint8_t *m;                /* n/2 pair rows */
    uint8_t *u;                /* n finished rows; row k has a 1 in lane n - k and zeros above it */
    uint8_t *t;                /* the transpose of u */
    uint8_t *row;              /* the pivot row */
    uint8_t *pairs;            /* a column of m, later the factors of the rows */
    uint8_t *masks;            /* the rows that make up the pivot row */
    neosig_gf16_table *tables; /* n/2 */
} system;

static size_t lay_out(system *s, uint8_t *base, size_t n)
{
    s->n = n + n % 2; /* an odd system gets one more equation, x = 0 */
    s->stride = neosig_gf16_round(s->n + 1);
    s->tables = (neosig_gf16_table *)(void *)base;
    size_t used = neosig_gf16_round(s->n / 2 + 1) * sizeof *s->tables;
    uint8_t **const parts[] = {&s->m, &s->u, &s->t, &s->row, &s->pairs, &s->masks};
    const size_t sizes[] = {
        s->stride * (s->n / 2), s->stride * s->stride, s->stride * s->stride, s->stride, s->stride, s->stride};
    for (size_t i = 0; i < 6; i++) {
        *parts[i] = base + used;
        used += sizes[i] + NEOSIG_GF16_SLACK;
    }
    return used;
}

size_t neosig_gf16_solve_bytes(size_t n)
{
    system s;
    uint8_t nowhere = 0;
    return lay_out(&s, &nowhere, n);
}

/* 0xff where a is 0, else 0, for a < 256. */
static unsigned is_zero(unsigned a)
{
    return (a - 1) >> 8 & 0xff;
}

#define NIBBLES 0x1111111111111111u

/* s->masks chooses row k and, where that has a zero in the pivot column, the first row below that has none; s->pairs
 * holds the column from pair k/2 on. The column is read whole, sixteen rows a word: the choice shows nowhere. */
static void choose_pivot_row(const system *s, size_t k, size_t count)
{
    uint64_t row_k = k % 2 ? 0x10 : 0x01, finished = k % 2, open = ~(uint64_t)0;
    for (size_t p = 0; p < count; p += 8, row_k = 0, finished = 0) {
        uint64_t w = 0;
        for (size_t i = 0; i < 8; i++)
            w |= (uint64_t)s->pairs[p + i] << 8 * i;
        uint64_t nonzero = (w | w >> 1 | w >> 2 | w >> 3) & NIBBLES & ~finished;
        uint64_t first = nonzero & (0 - nonzero) & open;
        open &= ((nonzero | (0 - nonzero)) >> 63) - 1;
        uint64_t mask = (first | row_k) * 15;
        for (size_t i = 0; i < 8; i++)
            s->masks[p + i] = (uint8_t)(mask >> 8 * i);
    }
}

int neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *rows, size_t stride, size_t n,
                      void *workspace)
{
    system s;
    lay_out(&s, workspace, n);

    for (size_t r = 0; r + 1 < n; r += 2)
        neosig_gf16_join(s.m + r / 2 * s.stride, rows + r * stride, rows + (r + 1) * stride, n + 1);
    if (n % 2) {
        for (size_t p = 0; p < s.n / 2; p++)
            s.m[p * s.stride + s.n] = 0;
        uint8_t *last = s.m + n / 2 * s.stride;
        memcpy(last, rows + (n - 1) * stride, n + 1);
        last[s.n] = 1 << 4;
    }

    uint8_t inverse;
    unsigned singular = 0;
    memset(s.u, 0, s.stride * s.n);
    for (size_t k = 0; k < s.n; k++) {
        size_t lane = s.n - k, lanes = neosig_gf16_round(lane + 1), first = k / 2, count = s.n / 2 - first;
        for (size_t p = 0; p < count; p++)
            s.pairs[p] = s.m[(first + p) * s.stride + lane];
        memset(s.pairs + count, 0, 8);
        choose_pivot_row(&s, k, count);
        kernels->sum_chosen(s.row, s.m + first * s.stride, s.stride, s.masks, count, lanes);
        singular |= is_zero(s.row[lane]);
        inverse = neosig_gf16_inverse(s.row[lane]);
        kernels->tables(s.tables, &inverse, 1);
        kernels->update(s.u + k * s.stride, s.stride, s.tables, 1, s.row, lanes);

        s.pairs[0] &= k % 2 ? 0 : 0xf0; /* only rows below k */
        kernels->tables(s.tables, s.pairs, count);
        kernels->update(s.m + first * s.stride, s.stride, s.tables, count, s.u + k * s.stride, lanes);
    }

    /* Back substitution by columns: lane c of u is x[c - 1], known once all lanes below c are taken off. */
    kernels->transpose(s.t, s.stride, s.u, s.stride, s.n, s.stride);
    for (size_t lane = 1; lane <= s.n; lane++) {
        size_t k = s.n - lane;
        uint8_t value = s.t[k];
        if (lane <= n)
            x[lane - 1] = value;
        kernels->tables(s.tables, &value, 1);
        kernels->update(s.t, s.stride, s.tables, 1, s.t + lane * s.stride, k);
    }
    return -(int)(singular & 1);
}
