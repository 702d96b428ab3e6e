/* Key generation, with the tests of the reference code in its order. The answer of a test becomes public, since f and g
 * are dropped if it is no. */
#include "core/attempt.h"
#include "hawk/hawk.h"
#include "ntru/ntru_fixed_point.h"
#include "ntt/mod32.h"

#include <string.h>

#define ATTEMPTS 20000 /* 70 in the mean for n = 256, fewer for others: all fail with probability below 2^-400 */

typedef struct workspace {
    int8_t *fg, *FG; /* 2 n */
    uint8_t *streams;
    int32_t *hat[4];                /* n: transforms of f, g, F, G modulo the solver's first prime */
    int32_t *q[3];                  /* n: q00, q01, q11 */
    int16_t *short_q00, *short_q01; /* n/2, n */
    void *numbers;                  /* n fixed-point numbers, then the solver's memory */
} workspace;

static size_t lay_out(workspace *w, void *base, const neosig_hawk_ctx *ctx)
{
    const size_t n = ctx->n, solver = neosig_ntru_solve_bytes(&ctx->set->ntru);
    neosig_arena arena = {base, 0};
    w->fg = neosig_carve(&arena, 2 * n);
    w->FG = neosig_carve(&arena, 2 * n);
    w->streams = neosig_carve(&arena, NEOSIG_HAWK_STREAM_BYTES);
    for (size_t i = 0; i < 4; i++)
        w->hat[i] = neosig_carve(&arena, 4 * n);
    for (size_t i = 0; i < 3; i++)
        w->q[i] = neosig_carve(&arena, 4 * n);
    w->short_q00 = neosig_carve(&arena, n);
    w->short_q01 = neosig_carve(&arena, 2 * n);
    w->numbers = neosig_carve(&arena, solver > 8 * n ? solver : 8 * n);
    return arena.used;
}

size_t neosig_hawk_keypair_bytes(const neosig_hawk_ctx *ctx, unsigned flags)
{
    workspace w;
    (void)flags;
    return lay_out(&w, NULL, ctx);
}

static unsigned declassified(unsigned good)
{
    unsigned bad = good ^ 1;
    neosig_declassify(&bad, sizeof bad, "that f and g are dropped says nothing of the next ones");
    return !bad;
}

/* Whether f and g have odd sums of coefficients: with an even one, a resultant would be even. */
static unsigned are_odd(const neosig_hawk_ctx *ctx, const int8_t *fg)
{
    uint8_t sums[2] = {0, 0};
    for (size_t j = 0; j < 2; j++)
        for (size_t i = 0; i < ctx->n; i++)
            sums[j] ^= (uint8_t)fg[j * ctx->n + i];
    return declassified(sums[0] & sums[1] & 1);
}

static unsigned are_long_enough(const neosig_hawk_ctx *ctx, const int8_t *fg)
{
    uint32_t norm = 0;
    for (size_t i = 0; i < 2 * ctx->n; i++)
        norm += (uint32_t)(fg[i] * fg[i]);
    return declassified(1 ^ (norm - ctx->set->least_norm) >> 31);
}

/* ---- Products modulo the solver's first prime. True coefficients are below 2^20 in size, so they come out as they are
 * (ntru.h). */

static void transform(const neosig_hawk_ctx *ctx, int32_t *hat, const int8_t *a)
{
    for (size_t i = 0; i < ctx->n; i++)
        hat[i] = a[i];
    ctx->backend->ntru->forward(hat, ctx->logn, &neosig_ntru_primes[0]);
}

/* a c* + b d*; the transform of an adjoint is the transform in reverse. */
static void product(const neosig_hawk_ctx *ctx, int32_t *r, const int32_t *a, const int32_t *b, const int32_t *c,
                    const int32_t *d)
{
    const neosig_ntru_prime *prime = &neosig_ntru_primes[0];
    const size_t last = ctx->n - 1;
    for (size_t i = 0; i < ctx->n; i++)
        r[i] = neosig_mod32_montgomery((int64_t)a[i] * c[last - i] + (int64_t)b[i] * d[last - i], prime->p,
                                       prime->p_inverse);
    ctx->backend->ntru->inverse(r, ctx->logn, prime);
}

/* Whether q00 has an inverse modulo the two primes of verification. */
static unsigned is_invertible(const neosig_hawk_ctx *ctx, const int32_t *q00, int32_t *scratch)
{
    unsigned good = 1;
    for (size_t p = 0; p < 2; p++) {
        for (size_t i = 0; i < ctx->n; i++)
            scratch[i] = q00[i];
        ctx->kernels->forward(scratch, ctx->logn, ctx->n / 2, &neosig_hawk_primes[p]);
        for (size_t i = 0; i < ctx->n / 2; i++)
            good &= (uint32_t)-scratch[i] >> 31;
    }
    return declassified(good);
}

/* Whether the constant coefficient of 1 / q00 is small enough. It is the mean of the inverses of q00's transform, with
 * the roundings of ntrugen's inverse transform. */
static unsigned has_short_inverse(const neosig_hawk_ctx *ctx, const int32_t *q00, int64_t *numbers)
{
    const size_t half = ctx->n / 2;
    for (size_t i = 0; i < ctx->n; i++)
        numbers[i] = (int64_t)((uint64_t)(int64_t)q00[i] << 32);
    neosig_fixed_forward(numbers, ctx->logn);
    uint64_t beyond = 0; /* set by an inverse of 2^31 or more, with which no mean is small enough */
    for (size_t i = 0; i < half; i++) {
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(numbers[i]);
        numbers[i] = neosig_fixed_divide(INT64_C(1) << 32, &divisor, &beyond);
    }
    for (size_t distance = 1; distance < half; distance *= 2)
        for (size_t i = 0; i < half; i += 2 * distance)
            numbers[i] = neosig_fixed_add(neosig_fixed_add(numbers[i], numbers[i + distance]), 1) >> 1;
    const uint64_t long_one = (uint64_t)neosig_fixed_sub(ctx->set->most_inverse, numbers[0]) >> 63;
    return declassified(1 ^ (unsigned)(long_one | (beyond & 1)));
}

/* All ones if -2^size < a < 2^size. */
static uint32_t is_within(int32_t a, unsigned size)
{
    const int32_t limit = 1 << size;
    return 0 - ((uint32_t)(a - limit) >> 31 & (uint32_t)(-limit - a) >> 31);
}

/* Writes q00 and q01 as short numbers. Returns 0 if a coefficient of q00, q01 or q11 is not within its bounds. */
static unsigned make_public(const neosig_hawk_ctx *ctx, const workspace *w)
{
    const neosig_hawk_set *set = ctx->set;
    uint32_t good = UINT32_MAX;
    for (size_t i = 0; i < 2; i++)
        transform(ctx, w->hat[2 + i], w->FG + i * ctx->n);
    product(ctx, w->q[1], w->hat[2], w->hat[3], w->hat[0], w->hat[1]);
    product(ctx, w->q[2], w->hat[2], w->hat[3], w->hat[2], w->hat[3]);
    good &= is_within(w->q[0][0], 15);
    for (size_t i = 0; i < ctx->n; i++) {
        if (i > 0)
            good &= is_within(w->q[0][i], set->q00.size) & is_within(w->q[2][i], set->q11_size);
        good &= is_within(w->q[1][i], set->q01.size);
        w->short_q01[i] = (int16_t)w->q[1][i];
    }
    for (size_t i = 0; i < ctx->n / 2; i++)
        w->short_q00[i] = (int16_t)w->q[0][i];
    return declassified(good & 1);
}

static unsigned is_key(const neosig_hawk_ctx *ctx, const workspace *w)
{
    const int8_t *f = w->fg, *g = f + ctx->n;
    int8_t *F = w->FG, *G = F + ctx->n;
    if (!are_odd(ctx, w->fg) || !are_long_enough(ctx, w->fg))
        return 0;
    transform(ctx, w->hat[0], f);
    transform(ctx, w->hat[1], g);
    product(ctx, w->q[0], w->hat[0], w->hat[1], w->hat[0], w->hat[1]);
    return is_invertible(ctx, w->q[0], w->q[1]) && has_short_inverse(ctx, w->q[0], w->numbers) &&
           neosig_ntru_solve(&ctx->set->ntru, ctx->backend, F, G, f, g, w->numbers) == NEOSIG_NTRU_SOLVED &&
           make_public(ctx, w);
}

static void pack_secret_key(const neosig_hawk_ctx *ctx, uint8_t *sk, const uint8_t *seed, const int8_t *FG,
                            const uint8_t *pk)
{
    uint8_t *F2 = sk + ctx->seed_bytes, *G2 = F2 + ctx->n / 8;
    memcpy(sk, seed, ctx->seed_bytes);
    neosig_hawk_parities(F2, FG, ctx->n);
    neosig_hawk_parities(G2, FG + ctx->n, ctx->n);
    neosig_shake256(ctx->backend->keccak, G2 + ctx->n / 8, ctx->key_hash_bytes, pk, ctx->set->alg.public_key_bytes);
}

neosig_error neosig_hawk_keypair(const neosig_hawk_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                 void *memory, unsigned flags)
{
    (void)flags;
    uint8_t seed[NEOSIG_HAWK_MAX_SEED_BYTES];
    neosig_error error = NEOSIG_ERR_ATTEMPTS;
    workspace w;
    lay_out(&w, memory, ctx);
    for (unsigned i = 0; i < ATTEMPTS; i++) {
        neosig_attempt_begins();
        error = neosig_draw(source, seed, ctx->seed_bytes);
        if (error != NEOSIG_OK)
            break;
        error = NEOSIG_ERR_ATTEMPTS;
        neosig_hawk_expand(ctx, w.fg, seed, w.streams);
        if (!is_key(ctx, &w))
            continue;
        neosig_declassify(w.short_q00, ctx->n, "the public key, or f and g are dropped");
        neosig_declassify(w.short_q01, 2 * ctx->n, "the public key, or f and g are dropped");
        if (neosig_hawk_pack_public_key_vartime(ctx, pk, w.short_q00, w.short_q01) == 0) {
            pack_secret_key(ctx, sk, seed, w.FG, pk);
            error = NEOSIG_OK;
            break;
        }
    }
    neosig_wipe(seed, sizeof seed);
    return error;
}
