/* Key generation (Falcon, algorithms 4 and 5), with the order of tests of the reference code (round 3) and of c-fn-dsa
 * (FN-DSA). */
#include "core/attempt.h"
#include "falcon/falcon_short.h"
#include "ntru/ntru.h"

typedef struct workspace {
    int8_t *fg[2], *FG[2]; /* n */
    uint16_t *h;           /* n */
    int16_t *scratch;      /* n */
    uint8_t *draws;
    void *numbers; /* 3 n numbers of 8 bytes; then the solver's memory */
} workspace;

/* ---- NTRU's parameters, which ntru.h explains. The tables of words and lengths are those of the reference code (round
 * 3) and of c-fn-dsa, since the reduction's rounding depends on them. `rows` and `bits` are ours: they hold f and g
 * (tools/ntru_lengths.py prints bits). */

#define LENGTHS                                                                                                        \
    {                                                                                                                  \
        {4, 0}, {11, 1}, {24, 1}, {50, 1}, {102, 1}, {202, 2}, {401, 4}, {794, 5}, {1577, 8},                          \
        {                                                                                                              \
            3138, 13                                                                                                   \
        }                                                                                                              \
    }
#define ROWS                                                                                                           \
    {                                                                                                                  \
        1, 1, 1, 2, 4, 8, 16, 30, 59, 117, 232                                                                         \
    }

#define ROUND3(logn_)                                                                                                  \
    {                                                                                                                  \
        .logn = (logn_), .rule = NEOSIG_NTRU_FLOAT, .q = NEOSIG_FALCON_Q,                                              \
        .small = {1, 1, 2, 2, 4, 7, 14, 27, 53, 106, 209}, .large = {2, 2, 5, 7, 12, 21, 40, 78, 157, 308},            \
        .rows = ROWS, .length = LENGTHS                                                                                \
    }

#define FNDSA(logn_, step_)                                                                                            \
    {                                                                                                                  \
        .logn = (logn_), .rule = NEOSIG_NTRU_FIXED_F, .q = NEOSIG_FALCON_Q,                                            \
        .small = {1, 1, 2, 3, 4, 8, 14, 27, 53, 104, 207}, .large = {1, 2, 3, 6, 11, 21, 40, 78, 155, 308},            \
        .rows = ROWS, .bits = {7, 13, 28, 55, 110}, .window = {1, 1, 2, 2, 2, 3, 3, 4, 5, 7}, .step = (step_)          \
    }

static const neosig_ntru_set ntru_sets[2][2] = {
    [NEOSIG_FALCON_ROUND3] = {ROUND3(9), ROUND3(10)},
    [NEOSIG_FALCON_FNDSA] = {FNDSA(9, 9), FNDSA(10, 8)},
};

const neosig_ntru_set *neosig_falcon_ntru_set(const neosig_falcon_ctx *ctx)
{
    return &ntru_sets[ctx->rules][ctx->logn - 9];
}

static size_t lay_out(workspace *w, void *base, const neosig_falcon_ctx *ctx)
{
    neosig_arena arena = {base, 0};
    for (size_t i = 0; i < 2; i++) {
        w->fg[i] = neosig_carve(&arena, ctx->n);
        w->FG[i] = neosig_carve(&arena, ctx->n);
    }
    w->h = neosig_carve(&arena, 2 * ctx->n);
    w->scratch = neosig_carve(&arena, 2 * ctx->n);
    w->draws = neosig_carve(&arena, NEOSIG_FALCON_DRAW_BYTES);
    const size_t solver = neosig_ntru_solve_bytes(neosig_falcon_ntru_set(ctx));
    w->numbers = neosig_carve(&arena, solver > 24 * ctx->n ? solver : 24 * ctx->n);
    return arena.used;
}

size_t neosig_falcon_keypair_bytes(const neosig_falcon_ctx *ctx, unsigned flags)
{
    workspace w;
    (void)flags;
    return lay_out(&w, NULL, ctx);
}

static unsigned is_solved(const neosig_falcon_ctx *ctx, const workspace *w)
{
    return neosig_ntru_solve(neosig_falcon_ntru_set(ctx), ctx->backend, w->FG[0], w->FG[1], w->fg[0], w->fg[1],
                             w->numbers) == NEOSIG_NTRU_SOLVED;
}

static void draw(const neosig_falcon_ctx *ctx, const workspace *w, size_t which, neosig_shake *shake)
{
    neosig_falcon_sample_short(ctx, w->fg[which], shake, w->draws);
}

/* A draw of f and g: 1 if they are short and f has an inverse. */
static unsigned round3_draw(const neosig_falcon_ctx *ctx, const workspace *w, neosig_shake *shake)
{
    draw(ctx, w, 0, shake);
    draw(ctx, w, 1, shake);
    return neosig_falcon_is_short(ctx, w->fg[0], w->fg[1]) &&
           neosig_falcon_is_dual_short(ctx, w->fg[0], w->fg[1], w->numbers) &&
           neosig_falcon_is_invertible(ctx, w->fg[0], w->scratch);
}

static unsigned fndsa_draw(const neosig_falcon_ctx *ctx, const workspace *w, neosig_shake *shake)
{
    draw(ctx, w, 0, shake);
    if (!neosig_falcon_is_invertible(ctx, w->fg[0], w->scratch))
        return 0;
    draw(ctx, w, 1, shake);
    return neosig_falcon_is_short(ctx, w->fg[0], w->fg[1]) &&
           neosig_falcon_is_dual_short(ctx, w->fg[0], w->fg[1], w->numbers);
}

neosig_error neosig_falcon_keypair(const neosig_falcon_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *memory, unsigned flags)
{
    const int round3 = ctx->rules == NEOSIG_FALCON_ROUND3;
    const size_t seed_bytes = ctx->set->alg.seed_bytes;
    uint8_t seed[NEOSIG_MAX_SEED_BYTES];
    neosig_shake shake;
    workspace w;
    (void)flags;
    lay_out(&w, memory, ctx);
    const neosig_error error = neosig_draw(source, seed, seed_bytes);
    if (error != NEOSIG_OK)
        return error;
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, seed, seed_bytes);
    neosig_shake_finish(&shake);
    do {
        neosig_attempt_begins();
    } while (!(round3 ? round3_draw : fndsa_draw)(ctx, &w, &shake) || !is_solved(ctx, &w));
    neosig_falcon_public(ctx, w.h, w.fg[0], w.fg[1], w.scratch);
    neosig_falcon_pack_secret_key(ctx, sk, w.fg[0], w.fg[1], w.FG[0]);
    neosig_declassify(w.h, 2 * ctx->n, "the public key");
    neosig_falcon_pack_public_key(ctx, pk, w.h);
    neosig_falcon_pack_key_hash(ctx, sk, pk);
    neosig_wipe(seed, sizeof seed);
    neosig_wipe(&shake, sizeof shake);
    return NEOSIG_OK;
}
