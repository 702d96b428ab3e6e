#include "core/arena.h"
#include "gf/gf16.h"

#include <string.h>

/* The system in pair rows of neighbours, 2p in the low nibbles and 2p + 1 in the high ones, so that finished rows drop
 * out of the work. Lane 0 is the right side; columns are eliminated from the last lane down, so that finished columns
 * drop out as well. */
typedef struct workspace {
    size_t n, stride;
    uint8_t *m;                /* n/2 pair rows */
    uint8_t *u;                /* n finished rows; row k has a 1 in lane n - k and zeros above it */
    uint8_t *t;                /* the transpose of u */
    uint8_t *row;              /* the pivot row */
    uint8_t *pairs;            /* a column of m, later the factors of the rows */
    uint8_t *masks;            /* the rows that make up the pivot row */
    neosig_gf16_table *tables; /* n/2 */
} workspace;

static workspace lay_out(size_t n, neosig_arena *arena)
{
    workspace w = {0};
    w.n = n + n % 2; /* an odd system gets one more equation, x = 0 */
    w.stride = neosig_gf16_round(w.n + 1);
    w.tables = neosig_carve(arena, neosig_gf16_round(w.n / 2 + 1) * sizeof *w.tables);
    w.m = neosig_carve(arena, w.stride * (w.n / 2) + NEOSIG_GF16_SLACK);
    w.u = neosig_carve(arena, w.stride * w.stride + NEOSIG_GF16_SLACK);
    w.t = neosig_carve(arena, w.stride * w.stride + NEOSIG_GF16_SLACK);
    w.row = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
    w.pairs = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
    w.masks = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
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

#define NIBBLES 0x1111111111111111u

/* w->masks chooses row k and, where that has a zero in the pivot column, the first row below that has none; w->pairs
 * holds the column from pair k/2 on. The column is read whole, sixteen rows a word: the choice shows nowhere. */
static void choose_pivot_row(const workspace *w, size_t k, size_t count)
{
    uint64_t row_k = k % 2 ? 0x10 : 0x01, finished = k % 2, open = ~(uint64_t)0;
    for (size_t p = 0; p < count; p += 8, row_k = 0, finished = 0) {
        uint64_t column = 0;
        for (size_t i = 0; i < 8; i++)
            column |= (uint64_t)w->pairs[p + i] << 8 * i;
        uint64_t nonzero = (column | column >> 1 | column >> 2 | column >> 3) & NIBBLES & ~finished;
        uint64_t first = nonzero & (0 - nonzero) & open;
        open &= ((nonzero | (0 - nonzero)) >> 63) - 1;
        uint64_t mask = (first | row_k) * 15;
        for (size_t i = 0; i < 8; i++)
            w->masks[p + i] = (uint8_t)(mask >> 8 * i);
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

    uint8_t inverse;
    unsigned singular = 0;
    memset(w.u, 0, w.stride * w.n);
    for (size_t k = 0; k < w.n; k++) {
        size_t lane = w.n - k, lanes = neosig_gf16_round(lane + 1), first = k / 2, count = w.n / 2 - first;
        for (size_t p = 0; p < count; p++)
            w.pairs[p] = w.m[(first + p) * w.stride + lane];
        memset(w.pairs + count, 0, 8);
        choose_pivot_row(&w, k, count);
        kernels->sum_chosen(w.row, w.m + first * w.stride, w.stride, w.masks, count, lanes);
        singular |= is_zero(w.row[lane]);
        inverse = neosig_gf16_inverse(w.row[lane]);
        kernels->tables(w.tables, &inverse, 1);
        kernels->update(w.u + k * w.stride, w.stride, w.tables, 1, w.row, lanes);

        const uint8_t below = k % 2 ? 0 : 0xf0; /* the rows below k in its pair */
        w.pairs[0] &= below;
        kernels->tables(w.tables, w.pairs, count);
        kernels->update(w.m + first * w.stride, w.stride, w.tables, count, w.u + k * w.stride, lanes);
    }

    /* Back substitution by columns: lane c of u is x[c - 1], known once all lanes below c are taken off. */
    kernels->transpose(w.t, w.stride, w.u, w.stride, w.n, w.stride);
    for (size_t lane = 1; lane <= w.n; lane++) {
        size_t k = w.n - lane;
        uint8_t value = w.t[k];
        if (lane <= n)
            x[lane - 1] = value;
        kernels->tables(w.tables, &value, 1);
        kernels->update(w.t, w.stride, w.tables, 1, w.t + lane * w.stride, k);
    }
    return -(int)(singular & 1);
}
