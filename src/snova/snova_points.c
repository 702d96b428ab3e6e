/* Products with U and T by values at points, for l = 3, 4, 5.
 *
 * F16[S] is a field, whose products are those of polynomials in S. Let v be a vector, v != 0. Then each p in F16^l is
 * pi(S) v for exactly one polynomial pi of degree < l. Let a_0, ..., a_(D-1) be D = 2 l - 1 points of F16, a_e = e. Psi
 * is the matrix for which (Psi p)_e = pi(a_e). Phi is the matrix for which, for all x in F16^l and all n < D,
 * x^T S^n v = sum over e of a_e^n (Phi x)_e. Then
 *
 *   x^T S^s p = sum over e of a_e^s (Phi x)_e (Psi p)_e               for s < l,
 *   t(S) p    = Phi^T y with y_e = t(a_e) (Psi p)_e                   for polynomials t of degree < l.
 *
 * For by the definition of Phi, x^T g(S) v = sum over e of g(a_e) (Phi x)_e for all x and all polynomials g of degree
 * < D. With g(z) = z^s pi(z) this is the first equation. With g(z) = t(z) pi(z) it is the second.
 *
 * U has l l r scalars for a block, (S^s X_j)[y][q], and T has l l o for a block row. First each l rows of the other
 * factor are replaced by their D values, which is a product by Psi. Then a product by U takes D r scalars for a block,
 * and a product by T takes D o for a block row. The same values serve U and T. v is chosen so that the first row of Psi
 * is a unit vector: row 0 of a block is its value at a_0 = 0. */
#include "core/assertion.h"
#include "snova/snova.h"
#include "snova/snova_points_tables.h"

#include <string.h>

/* ---- The constants: tables of Psi without its first row, Phi, the powers, and the transposes of powers and Phi */

static size_t constants_count(const neosig_snova_ctx *ctx)
{
    return ctx->l == 3 ? NEOSIG_SNOVA_POINTS_3 : ctx->l == 4 ? NEOSIG_SNOVA_POINTS_4 : NEOSIG_SNOVA_POINTS_5;
}

neosig_gf16_table *neosig_snova_points_carve(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_gf16_round(constants_count(ctx)) * sizeof(neosig_gf16_table));
}

void neosig_snova_points_open(const neosig_snova_ctx *ctx, neosig_gf16_table *constants)
{
    const uint8_t *pairs = ctx->l == 3   ? neosig_snova_points_3
                           : ctx->l == 4 ? neosig_snova_points_4
                                         : neosig_snova_points_5;
    ctx->gf->tables(constants, pairs, constants_count(ctx));
}

static const neosig_gf16_table *phi(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return constants + (ctx->l - 1) * ctx->l;
}

static const neosig_gf16_table *powers(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return phi(ctx, constants) + ctx->L;
}

static const neosig_gf16_table *powers_transposed(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return powers(ctx, constants) + ctx->L;
}

static const neosig_gf16_table *phi_transposed(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return powers_transposed(ctx, constants) + ctx->points * ((ctx->l + 1) / 2);
}

/* ---- Values */

size_t neosig_snova_points_tables(const neosig_snova_ctx *ctx, size_t width, size_t count)
{
    return count * ctx->points * ((width + 1) / 2);
}

typedef struct x_workspace {
    uint8_t *rows; /* rows p of X, lanes (j, q) */
    void *values;  /* of neosig_snova_values_tables */
} x_workspace;

static x_workspace lay_out_x(const neosig_snova_ctx *ctx, size_t count, neosig_arena *arena)
{
    x_workspace w = {0};
    w.rows = neosig_carve(arena, ctx->l * neosig_snova_lanes_bytes(count * ctx->r));
    w.values = neosig_carve(arena, neosig_snova_values_bytes(ctx->points, ctx->r, count));
    return w;
}

size_t neosig_snova_points_of_x_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    neosig_arena arena = {NULL, 0};
    lay_out_x(ctx, count, &arena);
    return arena.used;
}

void neosig_snova_points_of_x(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                              const neosig_gf16_table *constants, const uint8_t *x, size_t count, void *memory)
{
    const size_t lanes = count * ctx->r, stride = neosig_snova_lanes_bytes(lanes);
    neosig_arena arena = {memory, 0};
    const x_workspace w = lay_out_x(ctx, count, &arena);
    neosig_snova_rows_of_x(ctx, w.rows, stride, x, count);
    neosig_snova_values_tables(ctx, tables, phi(ctx, constants), ctx->points,
                               (neosig_gf16_view){w.rows, stride, ctx->l, lanes}, ctx->r, count, w.values);
}

void neosig_snova_points_of_t(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                              const neosig_gf16_table *constants, const uint8_t *coefficients, void *memory)
{
    const size_t lanes = ctx->v * ctx->o;
    neosig_snova_values_tables(ctx, tables, powers(ctx, constants), ctx->points,
                               (neosig_gf16_view){coefficients, neosig_snova_lanes_bytes(lanes), ctx->l, lanes}, ctx->o,
                               ctx->v, memory);
}

size_t neosig_snova_points_values_bytes(const neosig_snova_ctx *ctx, size_t stride, size_t count)
{
    return neosig_snova_rows_bytes(count * (ctx->points - 1), stride);
}

neosig_snova_values neosig_snova_points_of_rows(const neosig_snova_ctx *ctx, uint8_t *others,
                                                const neosig_gf16_table *constants, neosig_gf16_view rows, size_t count)
{
    const size_t l = ctx->l;
    ctx->gf->multiply_rows((neosig_gf16_matrix){others, rows.stride, 2 * (l - 1), rows.lanes},
                           (neosig_gf16_factor){constants, l - 1}, l - 1,
                           (neosig_gf16_view){rows.at, rows.stride, l, rows.lanes}, count);
    return (neosig_snova_values){rows.at, others, l * rows.stride, rows.stride, count};
}

size_t neosig_snova_points_stored_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    return (count * ctx->stride + neosig_snova_points_values_bytes(ctx, ctx->stride, count) + 63) & ~(size_t)63;
}

neosig_snova_values neosig_snova_points_stored(const neosig_snova_ctx *ctx, const uint8_t *stored, size_t count)
{
    return (neosig_snova_values){stored, stored + count * ctx->stride, ctx->stride, ctx->stride, count};
}

void neosig_snova_points_store(const neosig_snova_ctx *ctx, uint8_t *stored, const neosig_gf16_table *constants,
                               neosig_gf16_view rows, size_t count)
{
    for (size_t j = 0; j < count; j++)
        memcpy(stored + j * rows.stride, rows.at + j * ctx->l * rows.stride, rows.stride);
    neosig_snova_points_of_rows(ctx, stored + count * rows.stride, constants, rows, count);
}

/* ---- Products */

size_t neosig_snova_points_sums_bytes(const neosig_snova_ctx *ctx, size_t width, size_t lanes)
{
    return neosig_snova_rows_bytes(ctx->points * 2 * ((width + 1) / 2), neosig_gf16_round(lanes));
}

/* Makes l rows s of out for each q < width. They begin at q * q_step; from s to s + 1 it is out.stride bytes. First the
 * tables give sums over all blocks, one for each point and q. The rows of q are matrix times the sums of q. */
static void multiply(const neosig_snova_ctx *ctx, neosig_gf16_matrix out, size_t q_step,
                     const neosig_gf16_table *tables, const neosig_gf16_table *matrix, size_t width,
                     const neosig_snova_values *values, uint8_t *sums)
{
    NEOSIG_ASSERT(width <= NEOSIG_SNOVA_POINTS_MOST_WIDTH);
    const neosig_gf16_kernels *gf = ctx->gf;
    const size_t half = (width + 1) / 2, stride = neosig_gf16_round(out.lanes), pairs = (ctx->l + 1) / 2;
    neosig_gf16_view at_point = {values->at_0, values->step, values->blocks, out.lanes};
    for (size_t e = 0; e < ctx->points; e++) {
        gf->multiply_rows((neosig_gf16_matrix){sums + e * 2 * half * stride, stride, 2 * half, out.lanes},
                          (neosig_gf16_factor){tables + e * half, ctx->points * half}, half, at_point, 1);
        at_point.at = values->others + e * values->stride;
        at_point.stride = (ctx->points - 1) * values->stride;
    }
    out.rows = 2 * pairs;
    for (size_t q = 0; q < width; q++, out.at += q_step)
        gf->multiply_rows(out, (neosig_gf16_factor){matrix, pairs}, pairs,
                          (neosig_gf16_view){sums + q * stride, 2 * half * stride, ctx->points, out.lanes}, 1);
}

void neosig_snova_points_multiply_u(const neosig_snova_ctx *ctx, neosig_gf16_matrix out,
                                    const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                    const neosig_snova_values *values, uint8_t *sums)
{
    const size_t q_step = out.stride;
    out.stride *= ctx->r;
    multiply(ctx, out, q_step, tables, powers_transposed(ctx, constants), ctx->r, values, sums);
}

void neosig_snova_points_multiply_t(const neosig_snova_ctx *ctx, neosig_gf16_matrix out,
                                    const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                    const neosig_snova_values *values, uint8_t *sums)
{
    multiply(ctx, out, ctx->l * out.stride, tables, phi_transposed(ctx, constants), ctx->o, values, sums);
}

neosig_snova_values neosig_snova_points_multiply_w(const neosig_snova_ctx *ctx, uint8_t *e,
                                                   const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                                   neosig_gf16_view w, size_t count, uint8_t *wt, uint8_t *others,
                                                   uint8_t *sums)
{
    const neosig_gf16_view w_rows = {wt, ctx->wt_stride, w.lanes, w.rows};
    ctx->gf->transpose((neosig_gf16_matrix){wt, ctx->wt_stride, w.lanes, w.rows}, w);
    const neosig_snova_values values = neosig_snova_points_of_rows(ctx, others, constants, w_rows, count);
    neosig_snova_points_multiply_u(ctx, (neosig_gf16_matrix){e, ctx->wt_stride, ctx->lr, w.rows}, tables, constants,
                                   &values, sums);
    return values;
}
