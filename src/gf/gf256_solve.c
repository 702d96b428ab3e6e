/* Systems over GF(256), by rows. solve_body.h has the method.
 *
 * A window of 12 lanes fills one register with the unit matrix. The equations that round n up to a multiple of four
 * come first. Each of them has its one in its pivot's lane, and all other equations have zeros there. So in the last of
 * four rows nine lanes of the window are left, which in a random matrix are all zero with a probability of 2^-72. The
 * three rows before have more. */
#include "gf/tower.h"

#define LINE_ROWS 1
#include "gf/solve_body.h"

static workspace lay_out_rows(size_t n, neosig_arena *arena)
{
    workspace w = lay_out(n, n, arena);
    w.m = neosig_carve(arena, w.n * w.stride + NEOSIG_GF16_SLACK);
    return w;
}

size_t neosig_gf256_solve_bytes(size_t n)
{
    neosig_arena arena = {NULL, 0};
    lay_out_rows(n, &arena);
    return arena.used;
}

int neosig_gf256_solve(const struct neosig_tower *field, uint8_t *x, const uint8_t *vectors, size_t n, void *memory)
{
    const neosig_gf256_kernels *const kernels = field->solver;
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out_rows(n, &arena);
    const size_t missing = w.n - n;
    memset(w.m, 0, w.n * w.stride);
    for (size_t r = 0; r < missing; r++)
        w.m[r * w.stride + w.lanes - r] = 1;
    neosig_tower_transpose(field, w.m + missing * w.stride, w.stride, vectors, n, n + 1, n);
    const unsigned singular = eliminate_all(kernels, &w);
    substitute_all(kernels, &w, 0);
    memcpy(x, w.values + 1, n);
    return -(int)(singular & 1);
}
