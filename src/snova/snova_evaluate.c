#include <string.h>

#include "snova/snova.h"

const uint8_t *neosig_snova_powers_of_s(size_t l)
{
    static const uint8_t powers[3][64] = {
        {1, 0, 0, 1, 8, 7, 7, 6},
        {1, 0, 0, 0, 1, 0, 0, 0, 1, 8, 7, 6, 7, 6, 5, 6, 5, 4, 13, 1, 6, 1, 3, 11, 6, 11, 6},
        {1,  0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 8, 7, 6, 5, 7, 6,  5, 4,  6, 5, 4, 3, 5, 4,  3, 2,
         15, 6, 9, 1, 6, 0, 7, 4, 9, 7, 3, 0, 1, 4, 0, 0, 6, 3, 8, 7, 3, 10, 4, 12, 8, 4, 7, 1, 7, 12, 1, 6},
    };
    return powers[l - 2];
}

void neosig_snova_ring_matrices(uint8_t entries[16][16], const neosig_snova_shape *s, uint8_t by_s[4][16])
{
    const uint8_t *powers = neosig_snova_powers_of_s(s->l);
    for (size_t e = 0; e < s->L; e++) {
        neosig_gf16_group sum = {0}, zero = {0};
        for (size_t p = 0; p < s->l; p++)
            sum ^= neosig_gf16_mul_group(neosig_gf16_load(by_s[p]), zero + powers[p * s->L + e]);
        neosig_gf16_store(entries[e], sum);
    }
}

void neosig_snova_entry_pairs(uint8_t *out, const neosig_snova_shape *s, uint8_t entries[16][16], size_t rows,
                              size_t columns)
{
    uint8_t pairs[16][16] = {{0}};
    size_t half = (columns + 1) / 2;
    for (size_t row = 0; row < rows; row++, entries += columns)
        for (size_t p = 0; p < half; p++) {
            neosig_gf16_group high = {0};
            if (p + half < columns)
                high = neosig_gf16_load(entries[p + half]) << 4;
            neosig_gf16_store(pairs[row * half + p], neosig_gf16_load(entries[p]) | high);
        }
    s->gf->transpose(out, rows * half, pairs[0], 16, rows * half, s->L);
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
    uint8_t *x_rows = scratch, *product = x_rows + l * stride, *rows = product + s->u_pairs * stride;
    uint8_t *pairs = rows + s->sigmas * stride;
    s->gf->rows_of_blocks(x_rows, stride, x, 1, count, (unsigned)l, 0);
    const uint8_t *powers = neosig_snova_powers_of_s(l);
    uint8_t columns[4 * 8];
    neosig_gf16_table power_tables[4 * 8];
    for (size_t k = 0; k < l; k++)
        for (size_t p = 0; p < s->u_pairs; p++) {
            size_t other = p + s->u_pairs; /* row s l + r of the powers: entry k */
            columns[k * s->u_pairs + p] =
                (uint8_t)(powers[p * l + k] | (other < s->L ? powers[other * l + k] << 4 : 0));
        }
    s->gf->tables(power_tables, columns, l * s->u_pairs);
    s->gf->multiply(product, stride, power_tables, s->u_pairs, x_rows, stride, s->u_pairs, l, width);

    /* Pair p of row (j, r) of U is columns p and p + u_pairs, each some (s, q). */
    if (l % 2 == 0) {
        /* Pair row (s, r) of the product holds S^s and S^(s + l/2): its bytes are U's already. */
        for (size_t k = 0; k < l / 2; k++)
            for (size_t r = 0; r < l; r++) {
                const uint8_t *from = product + (k * l + r) * stride;
                uint8_t *to = pairs + r * s->u_pairs + k * l;
                for (size_t j = 0; j < count; j++)
                    memcpy(to + j * l * s->u_pairs, from + j * l, l == 4 ? 4 : 2);
            }
    } else {
        neosig_gf16_split(rows, stride, product, stride, s->u_pairs, width);
        for (size_t p = 0; p < s->u_pairs; p++)
            for (size_t r = 0; r < l; r++) {
                size_t other = p + s->u_pairs;
                const uint8_t *low = rows + (p / l * l + r) * stride + p % l;
                const uint8_t *high = rows + (other / l * l + r) * stride + other % l;
                uint8_t *to = pairs + r * s->u_pairs + p;
                if (other < s->L)
                    for (size_t j = 0; j < count; j++)
                        to[j * l * s->u_pairs] = (uint8_t)(low[j * l] | high[j * l] << 4);
                else
                    for (size_t j = 0; j < count; j++)
                        to[j * l * s->u_pairs] = low[j * l];
            }
    }
    s->gf->tables(tables, pairs, width * s->u_pairs);
}

void neosig_snova_transpose_w(uint8_t *wt, const neosig_snova_shape *s, const uint8_t *w, size_t w_stride, size_t rows,
                              uint8_t *scratch)
{
    neosig_snova_transpose_pairs(wt, s->columns, s, w, w_stride, s->u_pairs * s->m, rows, scratch);
}

/* The low or the high rows of a matrix in pair form, one right after the other: row p is from src + p * src_stride. */
static void split_half(uint8_t *dst, const uint8_t *src, size_t src_stride, size_t pairs, size_t lanes, int high)
{
    for (size_t p = 0; p < pairs; p++, dst += lanes, src += src_stride)
        for (size_t i = 0; i < lanes; i += 16) {
            neosig_gf16_group x = neosig_gf16_load(src + i);
            neosig_gf16_store(dst + i, high ? x >> 4 : x & 15);
        }
}

/* What evaluate works in. */
typedef struct space {
    uint8_t *pairs;            /* products in pair form */
    uint8_t *e;                /* E[tau][(sigma, i)] */
    uint8_t *y1;               /* [alpha][q'][(sigma, i)] */
    uint8_t *y2;               /* [c][alpha][(sigma, i)] */
    uint8_t *bytes;            /* of tables */
    neosig_gf16_table *tables; /* [(alpha, sigma)][r] at most */
} space;

static size_t lay_out(space *a, uint8_t *base, const neosig_snova_shape *s)
{
    neosig_arena arena = {base, 0};
    size_t c = s->columns;
    size_t y1 = s->u_pairs * neosig_gf16_round(s->l * c), y2 = s->L * s->l_pairs * neosig_gf16_round(c);
    a->pairs = neosig_carve(&arena, (y1 > y2 ? y1 : y2) + NEOSIG_GF16_SLACK);
    a->e = neosig_carve(&arena, s->sigmas * c + NEOSIG_GF16_SLACK);
    a->y1 = neosig_carve(&arena, s->sigmas * s->l * c + NEOSIG_GF16_SLACK);
    a->y2 = neosig_carve(&arena, 2 * s->l_pairs * s->L * c + NEOSIG_GF16_SLACK);
    size_t tables = s->L * s->sigmas * s->l_pairs;
    a->bytes = neosig_carve(&arena, tables + NEOSIG_GF16_SLACK);
    a->tables = neosig_carve(&arena, neosig_gf16_round(tables) * sizeof *a->tables);
    return arena.used;
}

size_t neosig_snova_evaluate_bytes(const neosig_snova_shape *s)
{
    space a;
    return lay_out(&a, NULL, s);
}

void neosig_snova_evaluate(uint8_t *out, const neosig_snova_shape *s, neosig_snova_map *map, const neosig_gf16_table *u,
                           const uint8_t *wt, size_t rows, uint8_t *workspace)
{
    space a;
    lay_out(&a, workspace, s);
    size_t l = s->l, c = s->columns, c_round = neosig_gf16_round(c);

    /* E = W U: rows tau, lanes (sigma, i). */
    s->gf->multiply(a.pairs, c_round, u, s->u_pairs, wt, c, s->u_pairs, rows, c);
    neosig_gf16_split(a.e, c, a.pairs, c_round, s->u_pairs, c);

    /* Y1[alpha][q'] = sum over t of q2[alpha][t] E[(t, q')]. */
    for (size_t t = 0; t < l; t++)
        neosig_gf16_join(a.bytes + t * s->u_pairs, map->q2[t], map->q2[t] + s->u_pairs, s->u_pairs);
    s->gf->tables(a.tables, a.bytes, l * s->u_pairs);
    size_t y1_row = neosig_gf16_round(l * c);
    s->gf->multiply(a.pairs, y1_row, a.tables, s->u_pairs, a.e, l * c, s->u_pairs, l, l * c);
    neosig_gf16_split(a.y1, l * c, a.pairs, y1_row, s->u_pairs, l * c);

    /* Y2[c][alpha] = sum over q' of Y1[alpha][q'] B[alpha][q'][c]. */
    neosig_snova_entry_pairs(a.bytes, s, map->b, l, l);
    s->gf->tables(a.tables, a.bytes, s->L * l * s->l_pairs);
    for (size_t alpha = 0; alpha < s->L; alpha++) {
        uint8_t *product = a.pairs + alpha * s->l_pairs * c_round;
        s->gf->multiply(product, c_round, a.tables + alpha * l * s->l_pairs, s->l_pairs, a.y1 + alpha * l * c, c,
                        s->l_pairs, l, c);
    }
    for (size_t p = 0; p < s->l_pairs; p++)
        split_half(a.y2 + p * s->L * c, a.pairs + p * c_round, s->l_pairs * c_round, s->L, c, 0);
    for (size_t p = 0; p < s->l_pairs; p++)
        split_half(a.y2 + (p + s->l_pairs) * s->L * c, a.pairs + p * c_round, s->l_pairs * c_round, s->L, c, 1);

    /* Block entry (r, c) = sum over alpha, (s, q) of q1[alpha][s] A[alpha][r][q] Y2[c][alpha][(s, q)]. */
    for (size_t sigma = 0; sigma < s->sigmas; sigma++) {
        uint8_t product[4][16] = {{0}};
        for (size_t r = 0; r < l && sigma < s->L; r++)
            neosig_gf16_store(product[r], neosig_gf16_mul_group(neosig_gf16_load(map->q1[sigma / l]),
                                                                neosig_gf16_load(map->a[r * l + sigma % l])));
        uint8_t pairs[2][16];
        for (size_t p = 0; p < s->l_pairs; p++)
            neosig_gf16_join(pairs[p], product[p], product[p + s->l_pairs], 16);
        for (size_t alpha = 0; alpha < s->L; alpha++)
            for (size_t p = 0; p < s->l_pairs; p++)
                a.bytes[(alpha * s->sigmas + sigma) * s->l_pairs + p] = pairs[p][alpha];
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
