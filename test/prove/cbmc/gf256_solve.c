#include "carved.h"
#include "gf/gf256_solve.c"
enum { SYSTEMS = 7 };
#include "solve.h"

static const kernels_of kernels = {
    .pivots = any_pivots, .pivot_lanes = any_pivot_lanes, .update = any_update, .dot = any_dot};

workspace any_system(size_t i, size_t *k)
{
    static const uint8_t sizes[SYSTEMS] = {32, 36, 44, 48, 64, 72, 96};
    neosig_arena arena = {any_bytes(1), 0};
    const workspace w = lay_out_rows(sizes[i], &arena);
    __CPROVER_assume(*k % 4 == 0 && *k < w.n);
    return w;
}

void neosig_tower_transpose(const neosig_tower *field, uint8_t *dst, size_t dst_stride, const uint8_t *src,
                            size_t src_stride, size_t rows, size_t columns)
{
    __CPROVER_assert(rows >= 16 && columns >= 16, "squares");
    __CPROVER_assert(__CPROVER_w_ok(dst, (columns - 1) * dst_stride + rows), "a matrix has room");
    __CPROVER_assert(__CPROVER_r_ok(src, (rows - 1) * src_stride + columns), "a matrix");
}

void harness_neosig_gf256_solve(void)
{
    const neosig_tower field = {.bits = 8, .solver = &kernels};
    for (size_t n = 16; n <= 100; n++) {
        __CPROVER_assert(neosig_gf256_solve_bytes(n) > 0, "memory");
        neosig_gf256_solve(&field, any_bytes(n), any_bytes((n + 1) * n), n, any_bytes(1));
    }
}
