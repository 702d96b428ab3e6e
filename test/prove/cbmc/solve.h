/* Elimination: what its kernels read and write, and that they get windows as they need them. The including file defines
 * LINE_ROWS, and the number SYSTEMS. */
enum { WINDOW_BYTES = LINE_ROWS * 16, LINES = 4 / LINE_ROWS };

static unsigned any_pivots(uint8_t *scalars, uint8_t numbers[8], const uint8_t *window, size_t stride, size_t first,
                           size_t last)
{
    unsigned singular;
    __CPROVER_assert(__CPROVER_w_ok(scalars, 4 * LINES) && __CPROVER_w_ok(numbers, 8), "results have room");
    __CPROVER_assert(__CPROVER_r_ok(window, (LINES - 1) * stride + WINDOW_BYTES), "four rows");
    __CPROVER_assert(first + 3 <= last && last < WINDOW_BYTES - 4, "lanes of a window");
    return singular;
}

static void any_pivot_lanes(uint8_t *sums, const uint8_t *window, size_t stride, size_t lines, const uint8_t numbers[8])
{
    __CPROVER_assert(__CPROVER_r_ok(numbers, 8), "numbers");
    if (lines > 0) {
        __CPROVER_assert(__CPROVER_w_ok(sums, 4 * lines), "sums have room");
        __CPROVER_assert(__CPROVER_r_ok(window, (lines - 1) * stride + WINDOW_BYTES), "later rows");
    }
}

static void any_update(uint8_t *m, size_t stride, const table *tables, size_t lines, const uint8_t *four, size_t lanes)
{
    const size_t bytes = LINE_ROWS == 2 ? neosig_gf16_round(lanes) : neosig_gf16_round_two(lanes);
    if (lines > 0) {
        __CPROVER_assert(__CPROVER_w_ok(m, (lines - 1) * stride + bytes), "rows");
        __CPROVER_assert(__CPROVER_r_ok(four, (LINES - 1) * stride + bytes), "four rows");
        __CPROVER_assert(__CPROVER_r_ok(tables, 4 * lines * sizeof *tables), "scalars");
    }
    __CPROVER_assert(LINE_ROWS == 2 || (lines % 4 == 0 && (m != four || lines == 4)), "lines in fours");
}

static void any_dot(uint8_t sums[4], const uint8_t *four, size_t stride, const uint8_t *values, size_t lanes)
{
    const size_t bytes = neosig_gf16_round(lanes);
    __CPROVER_assert(__CPROVER_w_ok(sums, 4) && __CPROVER_r_ok(values, bytes), "sums and values");
    __CPROVER_assert(__CPROVER_r_ok(four, (LINES - 1) * stride + bytes), "four rows");
}

static const kernels_of kernels;
/* System i, with room for its rows, and the first of any four rows. */
workspace any_system(size_t i, size_t *k);

void harness_eliminate(void)
{
    for (size_t i = 0; i < SYSTEMS; i++) {
        size_t k;
        const workspace w = any_system(i, &k);
        eliminate(&kernels, &w, k);
    }
}

void harness_substitute(void)
{
    for (size_t i = 0; i < SYSTEMS; i++) {
        size_t k;
        const workspace w = any_system(i, &k);
        substitute(&kernels, &w, k);
    }
}

unsigned any_eliminate(const kernels_of *with, const workspace *w, size_t k)
{
    unsigned singular;
    __CPROVER_assert(k % 4 == 0 && k < w->n, "four rows");
    return singular;
}

void any_substitute(const kernels_of *with, const workspace *w, size_t k)
{
    __CPROVER_assert(k % 4 == 0 && k < w->n, "four rows");
}
