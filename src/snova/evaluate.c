#include <string.h>

#include "snova/snova.h"

void neosig_snova_powers_of_s(uint8_t *powers, size_t l)
{
    memset(powers, 0, l * l * l);
    for (size_t r = 0; r < l; r++)
        powers[r * l + r] = 1;
    for (size_t p = 1; p < l; p++)
        for (size_t r = 0; r < l; r++)
            for (size_t c = 0; c < l; c++)
                for (size_t k = 0; k < l; k++)
                    powers[(p * l + r) * l + c] ^=
                        neosig_gf16_mul(powers[((p - 1) * l + r) * l + k], (uint8_t)(8 - k - c));
}

/* Element of row row, lane lane of a matrix of 2 pairs rows in pair form. */
static uint8_t pair_element(const uint8_t *m, size_t stride, size_t pairs, size_t row, size_t lane)
{
    return (uint8_t)(row < pairs ? m[row * stride + lane] & 15 : m[(row - pairs) * stride + lane] >> 4);
}

void neosig_snova_u_tables(neosig_gf16_table *tables, const neosig_snova_shape *s, const uint8_t *x, size_t count,
                           uint8_t *scratch)
{
    /* Rows (s, r) of S^s X: sum over k of S^s[r][k] X[k], with lanes (j, q). */
    size_t l = s->l, width = count * l, stride = neosig_snova_lanes(width);
    uint8_t *x_rows = scratch, *product = x_rows + l * stride, *pairs = product + s->u_pairs * stride;
    s->gf->rows_of_blocks(x_rows, stride, x, count, (unsigned)l);
    uint8_t powers[64], column[8];
    neosig_gf16_table power_tables[4 * 8];
    neosig_snova_powers_of_s(powers, l);
    for (size_t k = 0; k < l; k++) {
        for (size_t p = 0; p < s->u_pairs; p++) {
            size_t other = p + s->u_pairs; /* row s l + r of the powers: entry k */
            column[p] = (uint8_t)(powers[p * l + k] | (other < s->L ? powers[other * l + k] << 4 : 0));
        }
        s->gf->tables(power_tables + k * s->u_pairs, column, s->u_pairs);
    }
    s->gf->multiply(product, stride, power_tables, s->u_pairs, x_rows, stride, s->u_pairs, l, width);

    /* Pair p of row (j, r) of U is columns p and p + u_pairs, each some (s, q). */
    for (size_t p = 0; p < s->u_pairs; p++) {
        size_t low = p, high = p + s->u_pairs;
        for (size_t r = 0; r < l; r++)
            for (size_t j = 0; j < count; j++) {
                uint8_t a = pair_element(product, stride, s->u_pairs, low / l * l + r, j * l + low % l), b = 0;
                if (high < s->L)
                    b = pair_element(product, stride, s->u_pairs, high / l * l + r, j * l + high % l);
                pairs[(j * l + r) * s->u_pairs + p] = (uint8_t)(a | b << 4);
            }
    }
    s->gf->tables(tables, pairs, width * s->u_pairs);
}

void neosig_snova_transpose_w(uint8_t *wt, const neosig_snova_shape *s, const uint8_t *w, size_t w_stride, size_t rows,
                              uint8_t *scratch)
{
    size_t half = s->u_pairs * s->m, stride = neosig_gf16_round(half);
    s->gf->transpose(scratch, stride, w, w_stride, half, rows);
    for (size_t row = 0; row < rows; row++)
        neosig_gf16_split(wt + row * s->columns, wt + row * s->columns + half, scratch + row * stride, half);
}

/* What evaluate works in, after the transpose. */
typedef struct space {
    uint8_t *pairs;            /* products in pair form */
    uint8_t *e;                /* E[tau][(sigma, i)] */
    uint8_t *y1;               /* [alpha][q'][(sigma, i)] */
    uint8_t *y2;               /* [c][alpha][(sigma, i)] */
    uint8_t *bytes;            /* of tables */
    neosig_gf16_table *tables; /* [(alpha, sigma)][r] at most */
} space;

static size_t lay_out(space *a, uint8_t *base, const neosig_snova_shape *s, size_t rows)
{
    neosig_arena arena = {base, 0};
    size_t c = s->columns, transposed = neosig_gf16_round(rows) * neosig_gf16_round(s->u_pairs * s->m);
    size_t product = s->u_pairs * neosig_gf16_round(s->l * c) + 16 * s->l;
    a->pairs = neosig_carve(&arena, (transposed > product ? transposed : product) + NEOSIG_GF16_SLACK);
    a->e = neosig_carve(&arena, s->sigmas * c + NEOSIG_GF16_SLACK);
    a->y1 = neosig_carve(&arena, s->sigmas * s->l * c + NEOSIG_GF16_SLACK);
    a->y2 = neosig_carve(&arena, 2 * s->l_pairs * s->L * c + NEOSIG_GF16_SLACK);
    size_t tables = s->L * s->sigmas * s->l_pairs;
    a->bytes = neosig_carve(&arena, tables + NEOSIG_GF16_SLACK);
    a->tables = neosig_carve(&arena, tables * sizeof *a->tables);
    return arena.used;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_shape *s, size_t rows)
{
    space a;
    return lay_out(&a, NULL, s, rows);
}

void neosig_snova_evaluate(uint8_t *out, const neosig_snova_shape *s, const neosig_snova_map *map,
                           const neosig_gf16_table *u, const uint8_t *w, size_t w_stride, size_t rows, uint8_t *wt,
                           uint8_t *workspace)
{
    space a;
    lay_out(&a, workspace, s, rows);
    size_t l = s->l, c = s->columns, c_round = neosig_gf16_round(c);

    /* E = W U: rows tau, lanes (sigma, i). */
    neosig_snova_transpose_w(wt, s, w, w_stride, rows, a.pairs);
    s->gf->multiply(a.pairs, c_round, u, s->u_pairs, wt, c, s->u_pairs, rows, c);
    for (size_t p = 0; p < s->u_pairs; p++)
        neosig_gf16_split(a.e + p * c, a.e + (p + s->u_pairs) * c, a.pairs + p * c_round, c);

    /* Y1[alpha][q'] = sum over t of q2[alpha][t] E[(t, q')]. */
    for (size_t t = 0; t < l; t++)
        neosig_gf16_join(a.bytes + t * s->u_pairs, map->q2[t], map->q2[t] + s->u_pairs, s->u_pairs);
    s->gf->tables(a.tables, a.bytes, l * s->u_pairs);
    size_t y1_row = neosig_gf16_round(l * c);
    s->gf->multiply(a.pairs, y1_row, a.tables, s->u_pairs, a.e, l * c, s->u_pairs, l, l * c);
    for (size_t p = 0; p < s->u_pairs; p++)
        neosig_gf16_split(a.y1 + p * l * c, a.y1 + (p + s->u_pairs) * l * c, a.pairs + p * y1_row, l * c);

    /* Y2[c][alpha] = sum over q' of Y1[alpha][q'] B[alpha][q'][c]. */
    for (size_t alpha = 0, at = 0; alpha < s->L; alpha++)
        for (size_t q = 0; q < l; q++)
            for (size_t p = 0; p < s->l_pairs; p++, at++) {
                size_t other = p + s->l_pairs;
                a.bytes[at] = (uint8_t)(map->b[q * l + p][alpha] | (other < l ? map->b[q * l + other][alpha] << 4 : 0));
            }
    s->gf->tables(a.tables, a.bytes, s->L * l * s->l_pairs);
    for (size_t alpha = 0; alpha < s->L; alpha++) {
        s->gf->multiply(a.pairs, c_round, a.tables + alpha * l * s->l_pairs, s->l_pairs, a.y1 + alpha * l * c, c,
                        s->l_pairs, l, c);
        for (size_t p = 0; p < s->l_pairs; p++)
            neosig_gf16_split(a.y2 + (p * s->L + alpha) * c, a.y2 + ((p + s->l_pairs) * s->L + alpha) * c,
                              a.pairs + p * c_round, c);
    }

    /* Block entry (r, c) = sum over alpha, (s, q) of q1[alpha][s] A[alpha][r][q] Y2[c][alpha][(s, q)]. */
    for (size_t sigma = 0; sigma < s->sigmas; sigma++) {
        uint8_t product[4][16] = {{0}};
        for (size_t r = 0; r < l && sigma < s->L; r++)
            neosig_gf16_mul_lanes(product[r], map->q1[sigma / l], map->a[r * l + sigma % l], 16);
        for (size_t alpha = 0; alpha < s->L; alpha++)
            for (size_t p = 0; p < s->l_pairs; p++)
                a.bytes[(alpha * s->sigmas + sigma) * s->l_pairs + p] =
                    (uint8_t)(product[p][alpha] | product[p + s->l_pairs][alpha] << 4);
    }
    s->gf->tables(a.tables, a.bytes, s->L * s->sigmas * s->l_pairs);
    size_t m_round = neosig_gf16_round(s->m);
    for (size_t column = 0; column < l; column++) {
        s->gf->multiply(a.pairs, m_round, a.tables, s->l_pairs, a.y2 + column * s->L * c, s->m, s->l_pairs,
                        s->L * s->sigmas, s->m);
        for (size_t r = 0; r < l; r++)
            for (size_t i = 0; i < s->m; i++)
                out[i * s->L + r * l + column] = pair_element(a.pairs, m_round, s->l_pairs, r, i);
    }
}

/* ---- Hashing */

void neosig_snova_digest(neosig_job *job, uint8_t *digest)
{
    neosig_shake_finish(&job->hash.shake);
    neosig_shake_squeeze(&job->hash.shake, digest, NEOSIG_SNOVA_DIGEST);
}

void neosig_snova_target(uint8_t *elements, const neosig_snova_shape *s, const uint8_t *public_seed,
                         const uint8_t *digest, const uint8_t *salt)
{
    uint8_t input[NEOSIG_SNOVA_PUBLIC_SEED + NEOSIG_SNOVA_DIGEST + NEOSIG_SNOVA_SALT], packed[128];
    memcpy(input, public_seed, NEOSIG_SNOVA_PUBLIC_SEED);
    memcpy(input + NEOSIG_SNOVA_PUBLIC_SEED, digest, NEOSIG_SNOVA_DIGEST);
    memcpy(input + NEOSIG_SNOVA_PUBLIC_SEED + NEOSIG_SNOVA_DIGEST, salt, NEOSIG_SNOVA_SALT);
    neosig_shake256(s->backend->keccak, packed, (s->m * s->L + 1) / 2, input, sizeof input);
    neosig_gf16_unpack(elements, packed, s->m * s->L);
}
