/* Gaussian elimination over GF(16) or GF(256): n equations come to echelon form, and substitution finds the unknowns.
 * No branch and no address depends on an element. The including file first defines LINE_ROWS, the rows of a line: 2
 * over GF(16), where a line is a pair row, and 1 over GF(256).
 *
 * A row is an equation, and a lane a column. Lane 0 has the right sides, and lanes 1 to L the coefficients. L is the
 * number of unknowns: n or a few more. Row k has its pivot in lane L - k. Rows are finished in order, and lanes from
 * the last one down, so that both drop out of the work.
 *
 * If row k has a zero in lane L - k, a lane in which row k is not zero is added to lane L - k, in all rows that are not
 * finished. This is a change of unknowns, x[other] = x'[other] + x'[L - k], which substitution undoes.
 *
 * Four rows are finished at a time. The kernel pivots copies a window of their lanes, puts a unit matrix beside it, and
 * eliminates in the copy. The unit matrix becomes the scalars by which the four rows are multiplied. The scalars for
 * the later rows are their elements in the four pivots' lanes, which pivot_lanes reads. Then update changes the four
 * rows and the later ones in all lanes below the pivots'. Substitution goes back from the last four rows to the first,
 * by dot.
 *
 * The window is the last lanes up to the pivot's lane of the first of the four rows. It fills one register or two with
 * the four lanes of the unit matrix. Other lanes are sought in the window only. So a regular matrix may be taken for a
 * singular one: if a row has zeros in all lanes of its window. A window that reaches down to lane 1 has all lanes that
 * are left, and zeros there mean that the matrix is singular. In any other window, the last of the four rows has zeros
 * already in three lanes: the pivots' lanes of the three rows before. The including file says how likely zeros in the
 * others are. */
#include "core/arena.h"
#include "core/assertion.h"
#include "gf/gf16.h"
#include "gf/gf256_solve.h"

#include <string.h>

#if LINE_ROWS == 2
typedef neosig_gf16_kernels kernels_of;
typedef neosig_gf16_table table;
#else
typedef neosig_gf256_kernels kernels_of;
typedef uint8_t table; /* a scalar is its own */
#endif

enum { WINDOW_GROUPS = LINE_ROWS, WINDOW = 16 * WINDOW_GROUPS - 4 };

typedef struct workspace {
    size_t n, lanes, stride; /* equations and unknowns, both rounded up by as many */
    uint8_t *m;              /* n / LINE_ROWS lines */
    uint8_t *numbers;        /* eight for every four rows, as pivots writes them */
    uint8_t *values;         /* of the unknowns, in their lanes */
    uint8_t *scalars;        /* four for each line: what update multiplies the four rows by */
    table *tables;           /* of the scalars */
} workspace;

/* n rounded up to a multiple of four. The including file adds the equation x_i = 0 for each new unknown. */
static size_t round_four(size_t n)
{
    return (n + 3) / 4 * 4;
}

static workspace lay_out(size_t n, size_t unknowns, neosig_arena *arena)
{
    workspace w = {0};
    w.n = round_four(n);
    w.lanes = unknowns + w.n - n;
    w.stride = LINE_ROWS == 2 ? neosig_gf16_round(w.lanes + 1) : neosig_gf16_round_two(w.lanes + 1);
    w.tables = neosig_carve(arena, neosig_gf16_round(4 / LINE_ROWS * w.n) * sizeof *w.tables);
    w.numbers = neosig_carve(arena, 2 * w.n);
    w.values = neosig_carve(arena, w.stride + NEOSIG_GF16_SLACK);
    w.scalars = LINE_ROWS == 1 ? (uint8_t *)w.tables : neosig_carve(arena, neosig_gf16_round(2 * w.n));
    return w;
}

/* The first lane of the window for rows k, ..., k + 3. The last one is lane L - k, or a later lane if
 * L - k < WINDOW - 1. Lane 0, the right side, is then among them, but the search leaves it out. */
static size_t window_of(const workspace *w, size_t k)
{
    const size_t lane = w->lanes - k;
    return lane < WINDOW ? 0 : lane - (WINDOW - 1);
}

/* Finishes rows k, ..., k + 3 and adds their multiples to the rows behind. The result is not 0 if a row has no pivot.
 */
static unsigned eliminate(const kernels_of *kernels, const workspace *w, size_t k)
{
    const size_t own = 4 / LINE_ROWS, count = (w->n - k) / LINE_ROWS - own, lanes = w->lanes - k - 3,
                 at = window_of(w, k);
    uint8_t *four = w->m + k / LINE_ROWS * w->stride, *next = four + own * w->stride, *numbers = w->numbers + 2 * k;
    const size_t first = at == 0 ? 1 : 0; /* lane 0 of the rows has the right sides, and is no pivot's */
    unsigned singular = kernels->pivots(w->scalars, numbers, four + at, w->stride, first, w->lanes - k - at);
    kernels->pivot_lanes(w->scalars + 4 * own, next + at, w->stride, count, numbers);
#if LINE_ROWS == 2
    kernels->tables(w->tables, w->scalars, 4 * own + 4 * count);
#endif
    kernels->update(four, w->stride, w->tables, own, four, lanes);
    kernels->update(next, w->stride, w->tables + 4 * own, count, four, lanes);
    return singular;
}

/* Finds the unknowns of rows k, ..., k + 3 from those of lower lanes, and undoes these rows' changes of unknowns. */
static void substitute(const kernels_of *kernels, const workspace *w, size_t k)
{
    uint8_t sums[4], *window = w->values + window_of(w, k);
    kernels->dot(sums, w->m + k / LINE_ROWS * w->stride, w->stride, w->values, w->lanes - k - 3);
    for (size_t j = 0; j < 4; j++)
        w->values[w->lanes - k - j] = sums[j];
    neosig_gf16_group lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (size_t g = 0; g < WINDOW_GROUPS; g++, lanes += 16) {
        neosig_gf16_group x = neosig_gf16_load(window + 16 * g);
        for (size_t j = 0; j < 4; j++) {
            const neosig_gf16_group number = (neosig_gf16_group){0} + w->numbers[2 * k + j];
            const neosig_gf16_group here = (neosig_gf16_group)(lanes == number);
            x ^= here & sums[j];
        }
        neosig_gf16_store(window + 16 * g, x);
    }
}

/* Finds all unknowns, given those of the lanes without a pivot: those of all free lanes are 0, but for lane one. If it
 * is 0, that is the lane of the right sides. Else these are taken for zeros. */
static void substitute_all(const kernels_of *kernels, const workspace *w, size_t one)
{
    memset(w->values, 0, w->stride + NEOSIG_GF16_SLACK);
    w->values[one] = 1;
    for (size_t k = w->n; k > 0; k -= 4)
        substitute(kernels, w, k - 4);
}

static unsigned eliminate_all(const kernels_of *kernels, const workspace *w)
{
    unsigned singular = 0;
    for (size_t k = 0; k < w->n; k += 4)
        singular |= eliminate(kernels, w, k);
    return singular;
}
