#include "carved.h"
#include "gf/gf16_solve.c"
enum { SYSTEMS = 1 };
#include "solve.h"

static void any_tables(neosig_gf16_table *tables, const uint8_t *pairs, size_t count)
{
    const size_t whole_groups = count < 4 ? count : neosig_gf16_round(count);
    __CPROVER_assert(__CPROVER_w_ok(tables, whole_groups * sizeof *tables), "tables have room");
    __CPROVER_assert(__CPROVER_r_ok(pairs, whole_groups), "pairs");
}

static void any_transpose(neosig_gf16_matrix dst, neosig_gf16_view src)
{
    const size_t rows = neosig_gf16_round(src.rows), lanes = neosig_gf16_round(src.lanes);
    __CPROVER_assert(__CPROVER_w_ok(dst.at, (lanes - 1) * dst.stride + rows), "a matrix has room");
    __CPROVER_assert(__CPROVER_r_ok(src.at, (rows - 1) * src.stride + lanes), "a matrix");
}

neosig_gf16_group any_product(neosig_gf16_group a, neosig_gf16_group b)
{
    return a;
}

void neosig_gf16_pack(uint8_t *restrict packed, const uint8_t *restrict row, size_t n)
{
    __CPROVER_assert(__CPROVER_w_ok(packed, (n + 1) / 2) && __CPROVER_r_ok(row, n), "elements");
}

static const neosig_gf16_kernels kernels = {.tables = any_tables,
                                            .transpose = any_transpose,
                                            .pivots = any_pivots,
                                            .pivot_lanes = any_pivot_lanes,
                                            .update = any_update,
                                            .dot = any_dot};

/* Of any system, with up to two unknowns more than equations: any four rows. */
workspace any_system(size_t i, size_t *k)
{
    size_t n, free;
    neosig_arena arena = {any_bytes(1), 0};
    __CPROVER_assume(1 <= n && n <= 256 && free <= NEOSIG_GF16_MOST_FREE && (n % 2 == 0 || free == 0));
    workspace w = lay_out(n, n + free, &arena);
    w.m = any_bytes(w.n / 2 * w.stride + NEOSIG_GF16_SLACK);
    __CPROVER_assume(*k % 4 == 0 && *k < w.n);
    return w;
}

/* All small systems, and those of SNOVA's sets. */
void harness_neosig_gf16_solve(void)
{
    const uint8_t sizes[] = {68, 72, 80, 96, 99, 100, 120, 128, 132, 135, 150, 160};
    for (size_t i = 1; i <= 16 + sizeof sizes; i++) {
        const size_t n = i <= 16 ? i : sizes[i - 17];
        uint8_t *const system = any_bytes(neosig_gf16_system_bytes(n));
        for (size_t lane = 0; n % 2 != 0 && lane <= n; lane++)
            system[n / 2 * neosig_gf16_system_stride(n) + lane] &= 15;
        __CPROVER_assert(neosig_gf16_solve_bytes(n) > 0, "memory");
        neosig_gf16_solve(&kernels, any_bytes(n), system, n, any_bytes(1));
    }
}

/* Equations and unknowns of MAYO's, UOV's and Rainbow's sets. */
static const uint8_t dimensions[][2] = {{32, 32}, {64, 64}, {64, 65}, {80, 80}, {108, 110}, {142, 144}};

void any_clear_last(const columns_workspace *c, size_t first, size_t free)
{
    __CPROVER_assert(first < free && free <= NEOSIG_GF16_MOST_FREE, "a vector of the kernel");
}

void harness_neosig_gf16_solve_columns(void)
{
    for (size_t i = 0; i < sizeof dimensions / sizeof dimensions[0]; i++) {
        const size_t n = dimensions[i][0], unknowns = dimensions[i][1];
        __CPROVER_assert(neosig_gf16_solve_columns_bytes(n, unknowns) > 0, "memory");
        neosig_gf16_solve_columns(&kernels, any_bytes((unknowns + 1) / 2),
                                  any_bytes(neosig_gf16_columns_bytes(n, unknowns)), n, unknowns, any_bytes(1));
    }
}

void harness_clear_last(void)
{
    neosig_arena arena = {any_bytes(1), 0};
    const columns_workspace c = lay_out_columns(108, 110, &arena);
    for (size_t lane = 0; lane < c.w.stride; lane++)
        __CPROVER_assume(c.kernel[0][lane] < 16 && c.kernel[1][lane] < 16);
    clear_last(&c, 0, 2);
    clear_last(&c, 1, 2);
}
