/* Products by values at points and by symmetry, against U and T multiplied out: for every set that has them, in every
 * backend. */
#include "core/backend.h"
#include "snova/snova.h"
#include "test.h"

enum { LANES = 40, STRIDE = 48 };

static uint32_t state = 1;

/* count random elements, with room for whole groups. */
static uint8_t *elements(size_t count)
{
    uint8_t *e = test_allocate(count + NEOSIG_GF16_SLACK);
    for (size_t i = 0; i < count + NEOSIG_GF16_SLACK; i++) {
        state = state * 1664525 + 1013904223;
        e[i] = (uint8_t)(state >> 28);
    }
    return e;
}

static neosig_gf16_table *tables(size_t count)
{
    return test_allocate(neosig_gf16_round(count) * sizeof(neosig_gf16_table));
}

/* Entry (y, q) of S^s X. */
static uint8_t entry_of_u(const neosig_snova_ctx *ctx, const uint8_t *x, size_t s, size_t y, size_t q)
{
    const uint8_t *power = neosig_snova_powers_of_s(ctx->l) + s * ctx->L;
    uint8_t sum = 0;
    for (size_t k = 0; k < ctx->l; k++)
        sum ^= neosig_gf16_mul(power[y * ctx->l + k], x[k * ctx->r + q]);
    return sum;
}

/* Entry (y, c) of block (j, k) of T. */
static uint8_t entry_of_t(const neosig_snova_ctx *ctx, const uint8_t *coefficients, size_t j, size_t k, size_t y,
                          size_t c)
{
    uint8_t sum = 0;
    for (size_t p = 0; p < ctx->l; p++)
        sum ^= neosig_gf16_mul(coefficients[p * neosig_snova_lanes_bytes(ctx->v * ctx->o) + j * ctx->o + k],
                               neosig_snova_powers_of_s(ctx->l)[p * ctx->L + y * ctx->l + c]);
    return sum;
}

/* How many lanes of product are not the sum over j, y of scalars[(j, y)] times rows. */
static size_t wrong_lanes(const neosig_snova_ctx *ctx, const uint8_t *product, const uint8_t *scalars,
                          const uint8_t *rows)
{
    size_t wrong = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        uint8_t sum = 0;
        for (size_t row = 0; row < ctx->V; row++)
            sum ^= neosig_gf16_mul(scalars[row], rows[row * STRIDE + lane]);
        wrong += product[lane] != sum;
    }
    return wrong;
}

static void test_products(const neosig_snova_ctx *ctx)
{
    size_t l = ctx->l, r = ctx->r, v = ctx->v, width = neosig_snova_larger(r, ctx->o), wrong = 0;
    uint8_t *x = elements(v * ctx->lr), *rows = elements(ctx->V * STRIDE), *scalars = elements(ctx->V);
    uint8_t *coefficients = elements(l * neosig_snova_lanes_bytes(v * ctx->o));
    uint8_t *values = elements(2 * (l - 1) * v * STRIDE), *product = elements((l + 1) * width * STRIDE);
    uint8_t *memory = elements(neosig_snova_larger(neosig_snova_points_x_tables_bytes(ctx, v),
                                                   neosig_snova_product_tables_bytes(ctx->points, ctx->o, v)));
    uint8_t *sums = elements(neosig_snova_points_sums_bytes(ctx, width, LANES));
    neosig_arena arena = {NULL, 0};
    neosig_snova_points_carve_constants(ctx, &arena);
    neosig_gf16_table *constants = test_allocate(arena.used);
    neosig_gf16_table *u = tables(neosig_snova_points_tables_count(ctx, r, v));
    neosig_gf16_table *t = tables(neosig_snova_points_tables_count(ctx, ctx->o, v));
    neosig_snova_points_make_constants(ctx, constants);
    const neosig_snova_values at =
        neosig_snova_points_values(ctx, values, constants, (neosig_gf16_view){rows, STRIDE, ctx->V, LANES}, v);

    neosig_snova_points_x_tables(ctx, u, constants, x, v, memory);
    neosig_snova_points_multiply_u(ctx, (neosig_gf16_matrix){product, STRIDE, ctx->lr, LANES}, u, constants, &at, sums);
    for (size_t s = 0; s < l; s++)
        for (size_t q = 0; q < r; q++) {
            for (size_t row = 0; row < ctx->V; row++)
                scalars[row] = entry_of_u(ctx, x + row / l * ctx->lr, s, row % l, q);
            wrong += wrong_lanes(ctx, product + (s * r + q) * STRIDE, scalars, rows);
        }
    CHECK(wrong == 0);

    neosig_snova_points_t_tables(ctx, t, constants, coefficients, memory);
    neosig_snova_points_multiply_t(ctx, (neosig_gf16_matrix){product, STRIDE, ctx->O, LANES}, t, constants, &at, sums);
    wrong = 0;
    for (size_t k = 0; k < ctx->o; k++)
        for (size_t c = 0; c < l; c++) {
            for (size_t row = 0; row < ctx->V; row++)
                scalars[row] = entry_of_t(ctx, coefficients, row / l, k, row % l, c);
            wrong += wrong_lanes(ctx, product + (k * l + c) * STRIDE, scalars, rows);
        }
    CHECK(wrong == 0);
    free(t);
    free(u);
    free(constants);
    free(sums);
    free(memory);
    free(product);
    free(values);
    free(coefficients);
    free(scalars);
    free(rows);
    free(x);
}

/* T^T times rows in pair form: low nibbles rows (k, c), high ones those of (k + half, c). */
static void test_symmetric(const neosig_snova_ctx *ctx)
{
    enum { MOST = 210, WIDE = 240 };
    const size_t lanes = 1 + (state >> 8) % MOST, half = ctx->t_pairs / ctx->l;
    uint8_t *rows = elements(ctx->V * WIDE), *product = elements(ctx->t_pairs * WIDE), *scalars = elements(ctx->V);
    uint8_t *coefficients = elements(ctx->l * neosig_snova_lanes_bytes(ctx->v * ctx->o));
    uint8_t *memory =
        elements(neosig_snova_larger(neosig_snova_t_tables_bytes(ctx), neosig_snova_multiply_t_bytes(ctx)));
    neosig_gf16_table *t = tables(neosig_snova_t_tables_count(ctx));
    neosig_snova_t_tables(ctx, t, coefficients, memory);
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){product, WIDE, ctx->t_pairs, lanes}, t,
                            (neosig_gf16_view){rows, WIDE, ctx->V, lanes}, memory);
    size_t wrong = 0;
    for (size_t k = 0; k < ctx->o; k++)
        for (size_t c = 0; c < ctx->l; c++) {
            for (size_t row = 0; row < ctx->V; row++)
                scalars[row] = entry_of_t(ctx, coefficients, row / ctx->l, k, row % ctx->l, c);
            for (size_t lane = 0; lane < lanes; lane++) {
                uint8_t sum = 0, pair = product[(k % half * ctx->l + c) * WIDE + lane];
                for (size_t row = 0; row < ctx->V; row++)
                    sum ^= neosig_gf16_mul(scalars[row], rows[row * WIDE + lane]);
                wrong += sum != (k < half ? pair & 15 : pair >> 4);
            }
        }
    CHECK(wrong == 0);
    free(t);
    free(memory);
    free(coefficients);
    free(scalars);
    free(product);
    free(rows);
}

int main(void)
{
    for (size_t i = 0; i < neosig_snova_sets_count; i++)
        for (size_t b = 0; b < neosig_backends_count; b++) {
            const neosig_snova_ctx ctx = neosig_snova_open(&neosig_snova_sets[i].alg, neosig_backends[b]);
            if ((neosig_backends[b]->needs & ~neosig_cpu()) != 0)
                continue;
            if (ctx.points != 0 && ctx.o <= NEOSIG_SNOVA_POINTS_MOST_WIDTH)
                test_products(&ctx);
            if (ctx.by_forms)
                test_symmetric(&ctx);
        }
    return test_end();
}
