/* From seeds to polynomials (FIPS 204, section 7.3). */
#include "mldsa/mldsa.h"

#include <string.h>

/* SHAKE(seed || nonce) for n nonces, 1 <= n <= 4: `blocks` blocks of each, one after another. */
static void squeeze(const neosig_keccak_kernels *keccak, unsigned rate, uint8_t *out, size_t blocks,
                    const uint8_t *seed, size_t seed_bytes, const uint16_t *nonce, size_t n)
{
    neosig_shakes shakes;
    uint8_t *outs[4];
    for (size_t i = 0; i < n; i++)
        outs[i] = out + i * blocks * rate;
    neosig_shakes_init(&shakes, keccak, rate, seed, seed_bytes, nonce, n);
    neosig_shakes_squeeze(&shakes, outs, blocks);
    neosig_wipe(&shakes, sizeof shakes);
}

/* The block after the first `skip` ones. */
static void squeeze_later(const neosig_keccak_kernels *keccak, unsigned rate, uint8_t *out, size_t skip,
                          const uint8_t *seed, size_t seed_bytes, unsigned nonce)
{
    neosig_shake shake;
    const uint8_t tail[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    neosig_shake_init(&shake, keccak, rate);
    neosig_shake_absorb(&shake, seed, seed_bytes);
    neosig_shake_absorb(&shake, tail, sizeof tail);
    neosig_shake_finish(&shake);
    for (size_t i = 0; i <= skip; i++)
        neosig_shake_squeeze(&shake, out, rate);
    neosig_wipe(&shake, sizeof shake);
}

#define A_BLOCKS 5 /* 280 candidates, each rejected with probability 2^-10: 25 rejections have one below 2^-132 */
#define S_BLOCKS 2 /* 544 candidates: one polynomial in 10^5 takes more for eta = 4, hardly any for eta = 2 */

/* Whether the next expansion takes a block of what is hashed beside it. */
static inline int goes_along(const neosig_beside *beside)
{
    return beside != NULL && !beside->absorbed;
}

/* How many of `count` polynomials, or of `places` if these are fewer, are expanded at a time. */
static inline size_t at_a_time(const neosig_beside *beside, size_t places, size_t count)
{
    const size_t most = places - (goes_along(beside) ? 1 : 0);
    return count < most ? count : most;
}

void neosig_mldsa_expand_a(const neosig_mldsa_ctx *ctx, uint8_t *a, const neosig_mldsa_matrix *matrix, size_t first,
                           size_t step, size_t count)
{
    const unsigned rate = NEOSIG_SHAKE128_RATE;
    size_t row = first / ctx->l, column = first % ctx->l;
    for (size_t done = 0, n; done < count; done += n) {
        uint16_t nonce[4];
        neosig_shakes shakes;
        uint8_t *outs[4];
        n = at_a_time(matrix->beside, 4, count - done);
        for (size_t i = 0; i < n; i++) {
            outs[i] = matrix->xof + i * A_BLOCKS * rate;
            nonce[i] = (uint16_t)(row << 8 | column);
            for (column += step; column >= ctx->l; column -= ctx->l)
                row++;
        }
        neosig_shakes_init(&shakes, ctx->keccak, rate, matrix->rho, 32, nonce, n);
        if (goes_along(matrix->beside))
            neosig_shakes_squeeze_beside(&shakes, outs, A_BLOCKS, matrix->beside);
        else
            neosig_shakes_squeeze(&shakes, outs, A_BLOCKS);
        for (size_t i = 0; i < n; i++, a += NEOSIG_MLDSA_UNIFORM_BYTES) {
            uint8_t *in = outs[i];
            size_t have = ctx->poly->uniform_vartime(a, 0, in, A_BLOCKS * rate);
            for (size_t blocks = A_BLOCKS; have < 256; blocks++) {
                squeeze_later(ctx->keccak, rate, in, blocks, matrix->rho, 32, nonce[i]);
                have = ctx->poly->uniform_vartime(a, have, in, rate);
            }
        }
    }
}

neosig_mldsa_rows neosig_mldsa_rows_lay_out(neosig_arena *arena, unsigned flags)
{
    neosig_mldsa_rows rows = {.batch = flags & NEOSIG_LOW_MEMORY ? 2 : 4};
    rows.a = neosig_carve(arena, rows.batch * NEOSIG_MLDSA_UNIFORM_BYTES);
    rows.matrix.xof = neosig_carve(arena, rows.batch * NEOSIG_MLDSA_XOF_BYTES / 4);
    return rows;
}

void neosig_mldsa_rows_begin(neosig_mldsa_rows *rows, const neosig_mldsa_ctx *ctx, const uint8_t rho[32],
                             neosig_beside *beside)
{
    rows->ctx = ctx;
    rows->matrix.rho = rho;
    rows->matrix.beside = beside;
    rows->next = rows->used = rows->have = 0;
}

void neosig_mldsa_rows_next(neosig_mldsa_rows *rows, int32_t r[256], const int32_t *b, int add)
{
    const neosig_mldsa_ctx *ctx = rows->ctx;
    const size_t l = ctx->l, all = l * ctx->k;
    for (size_t column = 0, n; column < l; column += n) {
        if (rows->used == rows->have) {
            rows->used = 0;
            rows->have = at_a_time(rows->matrix.beside, rows->batch, all - rows->next);
            neosig_mldsa_expand_a(ctx, rows->a, &rows->matrix, rows->next, 1, rows->have);
        }
        n = l - column < rows->have - rows->used ? l - column : rows->have - rows->used;
        ctx->poly->inner(r, rows->a + NEOSIG_MLDSA_UNIFORM_BYTES * rows->used, b + 256 * column, n, add);
        add = 1;
        rows->used += n;
        rows->next += n;
    }
}

void neosig_mldsa_expand_s(const neosig_mldsa_ctx *ctx, int8_t *s, const uint8_t seed[64], uint8_t *xof)
{
    const unsigned rate = NEOSIG_SHAKE256_RATE;
    const size_t count = ctx->l + ctx->k;
    for (size_t done = 0; done < count; done += 4) {
        const size_t n = count - done < 4 ? count - done : 4;
        uint16_t nonce[4];
        for (size_t i = 0; i < n; i++)
            nonce[i] = (uint16_t)(done + i);
        squeeze(ctx->keccak, rate, xof, S_BLOCKS, seed, 64, nonce, n);
        for (size_t i = 0; i < n; i++, s += 256) {
            uint8_t *in = xof + i * S_BLOCKS * rate;
            size_t have = ctx->poly->eta_vartime(s, 0, in, S_BLOCKS * rate, ctx->set->eta);
            for (size_t blocks = S_BLOCKS; have < 256; blocks++) {
                squeeze_later(ctx->keccak, rate, in, blocks, seed, 64, nonce[i]);
                have = ctx->poly->eta_vartime(s, have, in, rate, ctx->set->eta);
            }
        }
    }
}

void neosig_mldsa_expand_mask(const neosig_mldsa_ctx *ctx, uint8_t *const *y, const uint8_t seed[64], size_t kappa,
                              size_t count, uint8_t *xof)
{
    const unsigned rate = NEOSIG_SHAKE256_RATE;
    const size_t bytes = ctx->z_bytes, blocks = (bytes + rate - 1) / rate;
    uint16_t nonce[4] = {0};
    for (size_t i = 0; i < count; i++)
        nonce[i] = (uint16_t)(kappa + i);
    squeeze(ctx->keccak, rate, xof, blocks, seed, 64, nonce, count);
    for (size_t i = 0; i < count; i++)
        memmove(y[i], xof + i * blocks * rate, bytes);
}

void neosig_mldsa_challenge_vartime(const neosig_mldsa_ctx *ctx, neosig_mldsa_sparse *c, const uint8_t *ctilde)
{
    const neosig_mldsa_set *set = ctx->set;
    neosig_shake shake;
    uint8_t block[NEOSIG_SHAKE256_RATE];
    uint8_t exponent[64]; /* of the terms in the order they are made */
    uint8_t term[256];    /* 1 + the number of the term with this exponent, or 0 */
    uint64_t signs = 0;
    size_t used = 8;

    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, ctilde, set->ctilde_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, block, sizeof block);
    for (size_t i = 0; i < 8; i++)
        signs |= (uint64_t)block[i] << 8 * i;
    memset(term, 0, sizeof term);
    for (size_t t = 0, i = 256 - (size_t)set->tau; t < set->tau; t++, i++) {
        size_t j;
        do {
            if (used == sizeof block) {
                neosig_shake_squeeze(&shake, block, sizeof block);
                used = 0;
            }
            j = block[used++];
        } while (j > i);
        if (term[j] != 0)
            exponent[term[j] - 1] = (uint8_t)i;
        term[i] = term[j];
        term[j] = (uint8_t)(t + 1);
        exponent[t] = (uint8_t)j;
    }
    c->plus = c->minus = 0;
    for (size_t t = 0; t < set->tau; t++) /* from both ends */
        if (signs >> t & 1)
            c->exponent[set->tau - ++c->minus] = exponent[t];
        else
            c->exponent[c->plus++] = exponent[t];
}

void neosig_mldsa_challenge_dense_vartime(int32_t r[256], const neosig_mldsa_sparse *c, int negative)
{
    memset(r, 0, 256 * sizeof r[0]);
    for (size_t i = 0; i < c->plus; i++)
        r[c->exponent[i]] = negative ? -1 : 1;
    for (size_t i = c->plus; i < (size_t)c->plus + c->minus; i++)
        r[c->exponent[i]] = negative ? 1 : -1;
}
