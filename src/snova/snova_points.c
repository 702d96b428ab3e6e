/* Products with U and T by values at points, for l = 3, 4, 5.
 *
 * F16[S] is a field, whose products are those of polynomials in S. Let w be a vector, w != 0. Then each d in F16^l is
 * pi(S) w for exactly one polynomial pi of degree < l. Let a_0, ..., a_(D-1) be D = 2 l - 1 points of F16, a_e = e. Psi
 * is the matrix for which (Psi d)_e = pi(a_e). Phi is the matrix for which, for all f in F16^l and all k < D,
 * f^T S^k w = sum over e of a_e^k (Phi f)_e. Then
 *
 *   f^T S^s d = sum over e of a_e^s (Phi f)_e (Psi d)_e               for s < l,
 *   tau(S) d  = Phi^T b with b_e = tau(a_e) (Psi d)_e                 for polynomials tau of degree < l.
 *
 * For by the definition of Phi, f^T g(S) w = sum over e of g(a_e) (Phi f)_e for all f and all polynomials g of degree
 * < D. With g(z) = z^s pi(z) this is the first equation. With g(z) = tau(z) pi(z) it is the second.
 *
 * In U^T M, f is a column of X_j and d a column of l rows of M. In T^T M, tau is a block of T. So the values of M, such
 * as R, P or W^T, are Psi times the l rows of each block row. The values of X are Phi times the l rows of X_j. The
 * values of a block of T are tau(a_e).
 *
 * For each block row, U has l l r scalars, (S^s X_j)[y][q], and T has l l o. By values, U takes D r scalars and T takes
 * D o. The same values of M serve U and T. w is chosen so that the first row of Psi is a unit vector: row 0 of a block
 * row is its value at a_0 = 0. */
#include "core/assertion.h"
#include "snova/snova.h"
#include "snova/snova_points_tables.h"

#include <string.h>

/* ---- The constants: tables of Psi without its first row, of Phi, of the powers a_e^s, and of the transposes of the
 * powers and of Phi */

static size_t constants_count(const neosig_snova_ctx *ctx)
{
    return ctx->l == 3 ? NEOSIG_SNOVA_POINTS_3 : ctx->l == 4 ? NEOSIG_SNOVA_POINTS_4 : NEOSIG_SNOVA_POINTS_5;
}

neosig_gf16_table *neosig_snova_points_carve_constants(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_gf16_round(constants_count(ctx)) * sizeof(neosig_gf16_table));
}

void neosig_snova_points_make_constants(const neosig_snova_ctx *ctx, neosig_gf16_table *constants)
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

static const neosig_gf16_table *powers_of_points(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return phi(ctx, constants) + ctx->L;
}

static const neosig_gf16_table *powers_transposed(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return powers_of_points(ctx, constants) + ctx->L;
}

static const neosig_gf16_table *phi_transposed(const neosig_snova_ctx *ctx, const neosig_gf16_table *constants)
{
    return powers_transposed(ctx, constants) + ctx->points * ((ctx->l + 1) / 2);
}

/* ---- Values */

size_t neosig_snova_points_tables_count(const neosig_snova_ctx *ctx, size_t width, size_t count)
{
    return count * ctx->points * ((width + 1) / 2);
}

typedef struct x_workspace {
    uint8_t *rows; /* rows y of X, lanes (j, q) */
    void *values;  /* of neosig_snova_product_tables */
} x_workspace;

static x_workspace lay_out_x(const neosig_snova_ctx *ctx, size_t count, neosig_arena *arena)
{
    x_workspace w = {0};
    w.rows = neosig_carve(arena, ctx->l * neosig_snova_lanes_bytes(count * ctx->r));
    w.values = neosig_carve(arena, neosig_snova_product_tables_bytes(ctx->points, ctx->r, count));
    return w;
}

size_t neosig_snova_points_x_tables_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    neosig_arena arena = {NULL, 0};
    lay_out_x(ctx, count, &arena);
    return arena.used;
}

void neosig_snova_points_x_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                                  const neosig_gf16_table *constants, const uint8_t *x, size_t count, void *memory)
{
    const size_t lanes = count * ctx->r, stride = neosig_snova_lanes_bytes(lanes);
    neosig_arena arena = {memory, 0};
    const x_workspace w = lay_out_x(ctx, count, &arena);
    neosig_snova_rows_of_x(ctx, w.rows, stride, x, count);
    neosig_snova_product_tables(ctx, tables, phi(ctx, constants), ctx->points,
                                (neosig_gf16_view){w.rows, stride, ctx->l, lanes}, ctx->r, count, w.values);
}

void neosig_snova_points_t_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                                  const neosig_gf16_table *constants, const uint8_t *coefficients, void *memory)
{
    const size_t lanes = ctx->v * ctx->o;
    neosig_snova_product_tables(ctx, tables, powers_of_points(ctx, constants), ctx->points,
                                (neosig_gf16_view){coefficients, neosig_snova_lanes_bytes(lanes), ctx->l, lanes},
                                ctx->o, ctx->v, memory);
}

size_t neosig_snova_points_values_bytes(const neosig_snova_ctx *ctx, size_t stride, size_t count)
{
    return neosig_snova_rows_bytes(count * (ctx->points - 1), stride);
}

neosig_snova_values neosig_snova_points_values(const neosig_snova_ctx *ctx, uint8_t *others,
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

neosig_snova_values neosig_snova_points_find_stored(const neosig_snova_ctx *ctx, const uint8_t *stored, size_t count)
{
    return (neosig_snova_values){stored, stored + count * ctx->stride, ctx->stride, ctx->stride, count};
}

void neosig_snova_points_store(const neosig_snova_ctx *ctx, uint8_t *stored, const neosig_gf16_table *constants,
                               neosig_gf16_view rows, size_t count)
{
    for (size_t j = 0; j < count; j++)
        memcpy(stored + j * rows.stride, rows.at + j * ctx->l * rows.stride, rows.stride);
    neosig_snova_points_values(ctx, stored + count * rows.stride, constants, rows, count);
}

/* ---- Products */

size_t neosig_snova_points_sums_bytes(const neosig_snova_ctx *ctx, size_t width, size_t lanes)
{
    return neosig_snova_rows_bytes(ctx->points * 2 * ((width + 1) / 2), neosig_gf16_round(lanes));
}

/* For each q < width, makes l rows of the product: rows (s, q) of U^T M, s < l; or rows (q, s) of T^T M, where q is the
 * block column of T. Row s of q begins at q * q_step + s * out.stride. For odd l, a row of zeros follows. First the
 * tables give sums over all block rows, one for each point and q. The l rows of q are the product of the small matrix
 * (powers or Phi, transposed) and the sums of q. */
static void multiply_by_values(const neosig_snova_ctx *ctx, neosig_gf16_matrix out, size_t q_step,
                               const neosig_gf16_table *tables, const neosig_gf16_table *matrix, size_t width,
                               const neosig_snova_values *values, uint8_t *sums)
{
    NEOSIG_ASSERT(width <= NEOSIG_SNOVA_POINTS_MOST_WIDTH);
    const neosig_gf16_kernels *gf = ctx->gf;
    const size_t half = (width + 1) / 2, stride = neosig_gf16_round(out.lanes), pairs = (ctx->l + 1) / 2;
    neosig_gf16_view at_point = {values->at_0, values->step, values->block_rows, out.lanes};
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
    multiply_by_values(ctx, out, q_step, tables, powers_transposed(ctx, constants), ctx->r, values, sums);
}

void neosig_snova_points_multiply_t(const neosig_snova_ctx *ctx, neosig_gf16_matrix out,
                                    const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                    const neosig_snova_values *values, uint8_t *sums)
{
    multiply_by_values(ctx, out, ctx->l * out.stride, tables, phi_transposed(ctx, constants), ctx->o, values, sums);
}

neosig_snova_values neosig_snova_points_multiply_w(const neosig_snova_ctx *ctx, uint8_t *e,
                                                   const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                                   neosig_gf16_view w, size_t count, uint8_t *wt, uint8_t *others,
                                                   uint8_t *sums)
{
    const neosig_gf16_view w_rows = {wt, ctx->wt_stride, w.lanes, w.rows};
    ctx->gf->transpose((neosig_gf16_matrix){wt, ctx->wt_stride, w.lanes, w.rows}, w);
    const neosig_snova_values values = neosig_snova_points_values(ctx, others, constants, w_rows, count);
    neosig_snova_points_multiply_u(ctx, (neosig_gf16_matrix){e, ctx->wt_stride, ctx->lr, w.rows}, tables, constants,
                                   &values, sums);
    return values;
}
