/* SNOVA's constants and rules for F16[S], from their definitions: the powers of S, the way back from a matrix of F16[S]
 * to its coefficients, the replaced coefficient, invertible matrices; A, B, Q1, Q2 of the round-3 sets. Elements are
 * multiplied here one by one. */
#include "snova/snova.h"
#include "test.h"

#include <stdlib.h>

enum { GROUP = 16, MAX_L = 5, BLOCK = 25 };

static uint8_t times(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (unsigned i = 0; i < 4; i++)
        product ^= (b >> i & 1) * ((unsigned)a << i);
    for (unsigned i = 6; i >= 4; i--)
        if (product >> i & 1)
            product ^= 0x13u << (i - 4); /* x^4 + x + 1 */
    return (uint8_t)product;
}

static uint8_t entry_of_s(size_t i, size_t j)
{
    return (uint8_t)(i + j == 8 ? 9 : 8 - i - j);
}

/* S^p in powers[p]. */
static void make_powers(uint8_t powers[MAX_L][BLOCK], size_t l)
{
    memset(powers, 0, MAX_L * BLOCK);
    for (size_t i = 0; i < l; i++)
        powers[0][i * l + i] = 1;
    for (size_t p = 1; p < l; p++)
        for (size_t i = 0; i < l; i++)
            for (size_t j = 0; j < l; j++)
                for (size_t k = 0; k < l; k++)
                    powers[p][i * l + j] ^= times(powers[p - 1][i * l + k], entry_of_s(k, j));
}

/* Along row number row, over the columns in the bit set: no signs in characteristic 2. */
static uint8_t determinant(const uint8_t *m, size_t l, size_t row, unsigned columns)
{
    uint8_t sum = 0;
    if (row == l)
        return 1;
    for (size_t j = 0; j < l; j++)
        if (columns >> j & 1)
            sum ^= times(m[row * l + j], determinant(m, l, row + 1, columns & ~(1u << j)));
    return sum;
}

/* Every element of F16[S], 16 at a time: to its matrix and back; all but zero are invertible. */
static void test_field(size_t l)
{
    uint8_t powers[MAX_L][BLOCK];
    make_powers(powers, l);

    size_t wrong = 0, singular = 0;
    for (unsigned first = 0; first < 1u << 4 * l; first += GROUP) {
        uint8_t coefficients[4 * 16] = {0}, matrices[16 * 16] = {0}, back[4 * 16] = {0};
        for (size_t p = 0; p < l; p++)
            for (unsigned alpha = 0; alpha < GROUP; alpha++)
                coefficients[16 * p + alpha] = (uint8_t)((first + alpha) >> 4 * p & 15);
        neosig_snova_field_matrices(matrices, l, coefficients);
        neosig_snova_field_coefficients(back, l, matrices);
        for (unsigned alpha = 0; alpha < GROUP; alpha++) {
            uint8_t m[16] = {0};
            for (size_t p = 0; p < l; p++) {
                wrong += back[16 * p + alpha] != coefficients[16 * p + alpha];
                for (size_t e = 0; e < l * l; e++)
                    m[e] ^= times(coefficients[16 * p + alpha], powers[p][e]);
            }
            for (size_t e = 0; e < l * l; e++)
                wrong += matrices[16 * e + alpha] != m[e];
            singular += determinant(m, l, 0, ~0u) == 0;
        }
    }
    CHECK(wrong == 0);
    CHECK(singular == 1);
}

/* The table of powers, and many elements at once in pair form. */
static void test_field_pairs(const neosig_snova_ctx *ctx)
{
    uint8_t powers[MAX_L][BLOCK], coefficients[MAX_L][64] = {{0}}, pairs[13][64];
    size_t wrong = 0, l = ctx->l, count = 40;
    uint32_t state = 1;
    make_powers(powers, l);
    for (size_t p = 0; p < l; p++) {
        CHECK(memcmp(powers[p], neosig_snova_powers_of_s(l) + p * l * l, l * l) == 0);
        for (size_t k = 0; k < count; k++) {
            state = state * 1664525 + 1013904223;
            coefficients[p][k] = (uint8_t)(state >> 28);
        }
    }
    neosig_snova_field_pairs(ctx, pairs[0], 64, coefficients[0], 64, count);
    for (size_t k = 0; k < count; k++)
        for (size_t e = 0; e < 2 * ctx->s_pairs; e++) {
            uint8_t sum = 0, pair = pairs[e % ctx->s_pairs][k];
            for (size_t p = 0; p < l && e < l * l; p++)
                sum ^= times(coefficients[p][k], powers[p][e]);
            wrong += (e < ctx->s_pairs ? pair & 15 : pair >> 4) != sum;
        }
    CHECK(wrong == 0);
}

/* A last coefficient of zero becomes 15 if the first is zero too, else 16 less the first. */
static void test_replace_zero(void)
{
    uint8_t first[256], last[256];
    for (unsigned i = 0; i < 256; i++) {
        first[i] = (uint8_t)(i / 16);
        last[i] = (uint8_t)(i % 16);
    }
    neosig_snova_replace_zero(last, first, 256);
    for (unsigned i = 0; i < 256; i++)
        CHECK(last[i] == (i % 16 != 0 ? i % 16 : i / 16 == 0 ? 15 : 16 - i / 16));
}

/* a S is added for a = 1, 2, ... one after another as long as the matrix is singular. Returns how often. */
static unsigned make_invertible(uint8_t *m, size_t l)
{
    unsigned added = 0;
    while (determinant(m, l, 0, ~0u) == 0) {
        added++;
        for (size_t e = 0; e < l * l; e++)
            m[e] ^= times((uint8_t)((added - 1) % 15 + 1), entry_of_s(e / l, e % l));
    }
    return added;
}

/* Matrices of all kinds: any, with a zero row, with two equal rows, zero. */
static void test_make_invertible(size_t l)
{
    uint32_t state = 1;
    unsigned most = 0;
    size_t wrong = 0;
    for (unsigned round = 0; round < 500; round++) {
        uint8_t matrices[16 * 16] = {0}, m[16][16] = {{0}};
        for (size_t alpha = 0; alpha < l * l; alpha++) {
            for (size_t e = 0; e < l * l; e++) {
                state = state * 1664525 + 1013904223;
                m[alpha][e] = (uint8_t)(round + alpha == 0 ? 0 : state >> 28);
                if (alpha % 3 == 1 && e < l)
                    m[alpha][e] = 0;
                if (alpha % 3 == 2 && e >= l && e < 2 * l)
                    m[alpha][e] = m[alpha][e - l];
            }
            for (size_t e = 0; e < l * l; e++)
                matrices[16 * e + alpha] = m[alpha][e];
        }
        neosig_snova_make_invertible_vartime(matrices, l);
        for (size_t alpha = 0; alpha < l * l; alpha++) {
            unsigned added = make_invertible(m[alpha], l);
            most = added > most ? added : most;
            for (size_t e = 0; e < l * l; e++)
                wrong += matrices[16 * e + alpha] != m[alpha][e];
        }
    }
    CHECK(wrong == 0);
    CHECK(most >= 2);
}

/* Element number at of SHAKE256("SNOVA_ABQ"). */
static uint8_t nibble(const uint8_t *stream, size_t at)
{
    return stream[at / 2] >> at % 2 * 4 & 15;
}

/* The entries of a matrix, or coefficients, of equation i and alpha that follow element first of the stream; square
 * ones are made invertible if that is asked for. */
static size_t wrong_entries(const neosig_snova_ctx *ctx, const uint8_t *rows, const uint8_t *stream, size_t first,
                            size_t entries, size_t i, size_t alpha, int invertible)
{
    uint8_t m[64];
    size_t wrong = 0;
    for (size_t e = 0; e < entries; e++)
        m[e] = nibble(stream, first + (i * ctx->alphas + alpha) * entries + e);
    if (invertible)
        make_invertible(m, ctx->l);
    for (size_t e = 0; e < entries; e++)
        wrong += rows[e * ctx->abq_lanes + i * ctx->alphas + alpha] != m[e];
    return wrong;
}

/* The constants of a round-3 set, and zeros in the lanes past the last. */
static void test_constants(const neosig_snova_ctx *ctx)
{
    static uint8_t stream[16384];
    size_t count = ctx->o * ctx->alphas, rr = ctx->r * ctx->r, wrong = 0;
    uint8_t *abq = malloc(neosig_snova_abq_bytes(ctx)), *scratch = malloc(neosig_snova_abq_scratch_bytes(ctx));
    if (abq == NULL || scratch == NULL)
        exit(2);
    memset(abq, 0x5a, neosig_snova_abq_bytes(ctx));
    neosig_shake256(ctx->backend->keccak, stream, sizeof stream, (const uint8_t *)"SNOVA_ABQ", 9);
    ctx->set->rules->expand_abq_vartime(ctx, abq, NULL, scratch);
    const neosig_snova_abq c = neosig_snova_abq_of(ctx, abq);
    for (size_t i = 0; i < ctx->o; i++)
        for (size_t alpha = 0; alpha < ctx->alphas; alpha++) {
            int square = ctx->r == ctx->l;
            size_t b = count * rr, q1 = b + count * ctx->lr, q2 = q1 + count * ctx->l;
            wrong += wrong_entries(ctx, c.a, stream, 0, rr, i, alpha, square);
            wrong += wrong_entries(ctx, c.b, stream, b, ctx->lr, i, alpha, square);
            wrong += wrong_entries(ctx, c.q1, stream, q1, ctx->l, i, alpha, 0);
            wrong += wrong_entries(ctx, c.q2, stream, q2, ctx->l, i, alpha, 0);
        }
    for (size_t e = 0; e < rr + ctx->lr + 2 * ctx->l; e++)
        for (size_t lane = count; lane < ctx->abq_lanes; lane++)
            wrong += abq[e * ctx->abq_lanes + lane] != 0;
    CHECK(wrong == 0);
    free(abq);
    free(scratch);
}

int main(void)
{
    unsigned round3 = 0;
    for (size_t l = 2; l <= 4; l++) {
        test_field(l);
        test_make_invertible(l);
    }
    test_replace_zero();
    for (size_t i = 0; i < neosig_snova_sets_count; i++) {
        const neosig_snova_set *set = &neosig_snova_sets[i];
        round3 += set->round == 3;
        for (size_t b = 0; b < neosig_backends_count; b++) {
            if ((neosig_backends[b]->needs & ~neosig_cpu()) != 0)
                continue;
            const neosig_snova_ctx ctx = neosig_snova_open(&set->alg, neosig_backends[b]);
            test_field_pairs(&ctx);
            if (set->round == 3)
                test_constants(&ctx);
        }
    }
    CHECK(round3 > 0);
    return test_end();
}
