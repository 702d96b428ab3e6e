/* The field F16[S] of polynomials in S. S is the symmetric l x l matrix S[i][j] = 8 - i - j, that is
 *   l = 2: 8 7    l = 3: 8 7 6    l = 4: 8 7 6 5
 *          7 6           7 6 5           7 6 5 4
 *                        6 5 4           6 5 4 3
 *                                        5 4 3 2
 * as elements of GF(16); for l = 5 the last entry, which would be 0, is 9. Its characteristic polynomial is
 * irreducible. The test snova-constants recomputes the tables from this. */
#include "snova/snova.h"

const uint8_t *neosig_snova_powers_of_s(size_t l)
{
    static const uint8_t powers[4][125] = {
        {1, 0, 0, 1, 8, 7, 7, 6},
        {1, 0, 0, 0, 1, 0, 0, 0, 1, 8, 7, 6, 7, 6, 5, 6, 5, 4, 13, 1, 6, 1, 3, 11, 6, 11, 6},
        {1,  0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 8, 7, 6, 5, 7, 6,  5, 4,  6, 5, 4, 3, 5, 4,  3, 2,
         15, 6, 9, 1, 6, 0, 7, 4, 9, 7, 3, 0, 1, 4, 0, 0, 6, 3, 8, 7, 3, 10, 4, 12, 8, 4, 7, 1, 7, 12, 1, 6},
        {1,  0,  0, 0,  0,  0,  1, 0, 0,  0,  0, 0, 1, 0,  0,  0,  0,  0,  1,  0, 0,  0,  0,  0, 1,
         8,  7,  6, 5,  4,  7,  6, 5, 4,  3,  6, 5, 4, 3,  2,  5,  4,  3,  2,  1, 4,  3,  2,  1, 9,
         12, 10, 1, 5,  4,  10, 5, 1, 7,  3,  1, 1, 7, 2,  14, 5,  7,  2,  1,  6, 4,  3,  14, 6, 14,
         14, 5,  9, 10, 13, 5,  1, 0, 13, 12, 9, 0, 5, 2,  12, 10, 13, 2,  15, 8, 13, 12, 12, 8, 8,
         7,  0,  6, 6,  6,  0,  8, 7, 3,  15, 6, 7, 9, 12, 12, 6,  3,  12, 6,  5, 6,  15, 12, 5, 1},
    };
    return powers[l - 2];
}

void neosig_snova_field_pairs(const neosig_snova_ctx *ctx, uint8_t *pairs, size_t stride, const uint8_t *coefficients,
                              size_t coefficients_stride, size_t count)
{
    /* Entry e is the sum over s of coefficient s times (S^s)[e]. */
    const uint8_t *powers = neosig_snova_powers_of_s(ctx->l);
    uint8_t scalars[5 * 16];
    neosig_gf16_table tables[5 * 16];
    for (size_t s = 0; s < ctx->l; s++)
        for (size_t e = 0; e < ctx->s_pairs; e++) {
            size_t other = e + ctx->s_pairs;
            scalars[s * ctx->s_pairs + e] =
                (uint8_t)(powers[s * ctx->L + e] | (other < ctx->L ? powers[s * ctx->L + other] << 4 : 0));
        }
    ctx->gf->tables(tables, scalars, ctx->l * ctx->s_pairs);
    ctx->gf->multiply((neosig_gf16_pairs){pairs, stride, ctx->s_pairs, count},
                      (neosig_gf16_factor){tables, ctx->s_pairs},
                      (neosig_gf16_view){coefficients, coefficients_stride, ctx->l, count});
}

void neosig_snova_field_matrices(uint8_t *matrices, size_t l, const uint8_t *coefficients)
{
    const uint8_t *powers = neosig_snova_powers_of_s(l);
    for (size_t e = 0; e < l * l; e++) {
        neosig_gf16_group sum = {0}, zero = {0};
        for (size_t s = 0; s < l; s++)
            sum ^= neosig_gf16_mul_group(neosig_gf16_load(coefficients + 16 * s), zero + powers[s * l * l + e]);
        neosig_gf16_store(matrices + 16 * e, sum);
    }
}

void neosig_snova_field_coefficients(uint8_t *coefficients, size_t l, const uint8_t *first_rows)
{
    /* A first row is the coefficients times the matrix of the first rows of S^0, S^1, ... This is its inverse. */
    static const uint8_t inverse[3][4][4] = {
        {{1, 0}, {5, 6}},
        {{1, 0, 0}, {8, 7, 7}, {8, 6, 1}},
        {{1, 0, 0, 0}, {3, 6, 2, 4}, {12, 6, 8, 13}, {3, 4, 9, 4}},
    };
    for (size_t s = 0; s < l; s++) {
        neosig_gf16_group sum = {0}, zero = {0};
        for (size_t c = 0; c < l; c++)
            sum ^= neosig_gf16_mul_group(neosig_gf16_load(first_rows + 16 * c), zero + inverse[l - 2][c][s]);
        neosig_gf16_store(coefficients + 16 * s, sum);
    }
}

void neosig_snova_replace_zero(uint8_t *restrict last, const uint8_t *restrict first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t instead = (uint8_t)(16 - (first[i] + (first[i] == 0)));
        last[i] = (uint8_t)(last[i] | (instead & (uint8_t) - (last[i] == 0)));
    }
}

/* Entry e of the matrices of all alpha. */
static neosig_gf16_group entry(const uint8_t *m, size_t e)
{
    return neosig_gf16_load(m + 16 * e);
}

static neosig_gf16_group minor(const uint8_t *m, size_t a, size_t b, size_t c, size_t d)
{
    return neosig_gf16_mul_group(entry(m, a), entry(m, d)) ^ neosig_gf16_mul_group(entry(m, b), entry(m, c));
}

/* The determinants of the matrices of all alpha. */
static neosig_gf16_group determinants(const uint8_t *m, size_t l)
{
    neosig_gf16_group det = {0};
    if (l == 2)
        return minor(m, 0, 1, 2, 3);
    if (l == 3) {
        for (size_t c = 0; c < 3; c++) {
            size_t c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            det ^= neosig_gf16_mul_group(entry(m, c), minor(m, 3 + c1, 3 + c2, 6 + c1, 6 + c2));
        }
        return det;
    }
    /* Laplace along the first two rows: all signs are + in characteristic 2. p and q are the other two columns; the
     * sum of i, j, p and q is 6. */
    for (size_t i = 0; i < 4; i++)
        for (size_t j = i + 1; j < 4; j++) {
            size_t p = i == 0 ? (j == 1 ? 2 : 1) : 0, q = 6 - i - j - p;
            det ^= neosig_gf16_mul_group(minor(m, i, j, 4 + i, 4 + j), minor(m, 8 + p, 8 + q, 12 + p, 12 + q));
        }
    return det;
}

void neosig_snova_make_invertible_vartime(uint8_t *matrices, size_t l)
{
    const uint8_t *s = neosig_snova_powers_of_s(l) + l * l;
    for (unsigned step = 0;; step++) {
        neosig_gf16_group d = determinants(matrices, l);
        int done = 1;
        for (size_t alpha = 0; alpha < l * l; alpha++) {
            if (d[alpha] != 0)
                continue;
            done = 0;
            for (size_t e = 0; e < l * l; e++)
                matrices[16 * e + alpha] ^= neosig_gf16_mul((uint8_t)(1 + step % 15), s[e]);
        }
        if (done)
            return;
    }
}
