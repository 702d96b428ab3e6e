/* Signing (algorithm 49), and keys prepared for it.
 *
 * An attempt's y is uniform in the ball of radius B. The rule by which z = y + (-1)^b c s is accepted makes accepted z
 * uniform in the ball of radius B', for any s. So neither a rejection nor the challenge of a rejected attempt says
 * anything of the key. */
#include "core/attempt.h"
#include "haetae/haetae.h"
#include "haetae/haetae_round.h"

#include <string.h>

#define ATTEMPTS 2000 /* five or six in the mean: all fail with probability below (5/6)^2000 < 2^-256 */
#define MAX_HASHED (NEOSIG_HAETAE_MAX_K * NEOSIG_HAETAE_HIGH_BYTES + 32)

typedef struct workspace {
    uint16_t *a;    /* A1 by rows; one row in low memory; NULL with a prepared key */
    int16_t *s_hat; /* transforms of s1 and s2 modulo 12289; NULL with a prepared key */
    int32_t *y;     /* k + l polynomials */
    int32_t *w;     /* k polynomials */
    neosig_haetae_hyperball_workspace ball;
    neosig_arena shared; /* behind this: samples of the ball, and when these are used up, what follows */
    int32_t *z;          /* k + l polynomials */
    int32_t *t;          /* l polynomials */
    int32_t *h;          /* k polynomials */
    uint8_t *scratch;
    uint8_t *xof;
} workspace;

static size_t lay_out_draw(const neosig_haetae_ctx *ctx, workspace *w)
{
    neosig_arena arena = w->shared;
    neosig_haetae_hyperball_carve(ctx, &arena, &w->ball);
    return arena.used;
}

static size_t lay_out_response(const neosig_haetae_ctx *ctx, workspace *w)
{
    const size_t k = ctx->k, l = ctx->l, polynomial = 1024;
    neosig_arena arena = w->shared;
    w->z = neosig_carve(&arena, polynomial * (k + l));
    w->t = neosig_carve(&arena, polynomial * l);
    w->h = neosig_carve(&arena, polynomial * k);
    w->scratch = neosig_carve(&arena, 256 * (l + k));
    w->xof = neosig_carve(&arena, NEOSIG_HAETAE_XOF_BYTES);
    return arena.used;
}

static workspace lay_out(const neosig_haetae_ctx *ctx, neosig_arena *arena, int prepared, unsigned flags)
{
    const size_t k = ctx->k, l = ctx->l, polynomial = 1024;
    workspace w = {0};
    if (!prepared) {
        w.a = neosig_carve(arena, 512 * l * (flags & NEOSIG_LOW_MEMORY ? 1 : k));
        w.s_hat = neosig_carve(arena, 512 * neosig_haetae_secrets(ctx));
    }
    w.y = neosig_carve(arena, polynomial * (k + l));
    w.w = neosig_carve(arena, polynomial * k);
    w.ball = neosig_haetae_hyperball_lay_out(ctx, arena, flags);
    w.shared = *arena;
    const size_t draw = lay_out_draw(ctx, &w), response = lay_out_response(ctx, &w);
    arena->used = draw > response ? draw : response;
    return w;
}

size_t neosig_haetae_sign_bytes(const neosig_haetae_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared, flags);
    return arena.used;
}

/* The transforms of s1 and s2 from an encoded key. Returns nonzero if a coefficient is out of range. */
static unsigned transform_secrets(const neosig_haetae_ctx *ctx, int16_t *s_hat, const neosig_haetae_secret *secret)
{
    int8_t s[256];
    unsigned bad = 0;
    for (size_t i = 0; i < neosig_haetae_secrets(ctx); i++, s_hat += 256) {
        if (i < ctx->m)
            bad |= neosig_haetae_unpack_small(s, secret->s1 + 64 * i, 1);
        else
            bad |= neosig_haetae_unpack_small(s, secret->s2 + ctx->s2_bytes * (i - ctx->m), ctx->set->d != 0 ? 2 : 1);
        for (size_t j = 0; j < 256; j++)
            s_hat[j] = s[j];
        ctx->ntt16->forward(s_hat);
    }
    neosig_wipe(s, sizeof s);
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    return bad;
}

size_t neosig_haetae_prepare_sign_bytes(const neosig_haetae_ctx *ctx)
{
    (void)ctx;
    return NEOSIG_HAETAE_XOF_BYTES;
}

size_t neosig_haetae_prepared_secret_bytes(const neosig_haetae_ctx *ctx)
{
    return neosig_haetae_prepared_layout(ctx, 1).size;
}

neosig_error neosig_haetae_prepare_sign(const neosig_haetae_ctx *ctx, void *prepared, const uint8_t *sk, void *memory)
{
    const neosig_haetae_prepared layout = neosig_haetae_prepared_layout(ctx, 1);
    const neosig_haetae_secret parts = neosig_haetae_secret_of(ctx, sk);
    uint8_t *out = prepared;
    neosig_declassify(sk, ctx->set->alg.public_key_bytes, "a secret key begins with the public key");
    neosig_haetae_prepare(ctx, &layout, prepared, sk, memory);
    memcpy(out + layout.key, parts.key, NEOSIG_HAETAE_SEED_BYTES);
    return transform_secrets(ctx, (int16_t *)(void *)(out + layout.s), &parts) ? NEOSIG_ERR_KEY : NEOSIG_OK;
}

/* ---- An attempt */

/* What signing has of the key. */
typedef struct signer {
    const neosig_haetae_ctx *ctx;
    const uint8_t *pk; /* low memory: rows of A are made from it at each use; else NULL */
    const uint16_t *a; /* all of A, or a row in low memory */
    const int16_t *s_hat;
    workspace w;
    uint8_t seed[64];
    unsigned nonce;
} signer;

static int32_t rounded(int32_t a)
{
    return (a + NEOSIG_HAETAE_ONE / 2) >> NEOSIG_HAETAE_FRACTION_BITS;
}

/* w = A round(y) mod 2q. hashed gets the high bits of w and the parities of y's first polynomial. */
static void commit(const signer *me, uint8_t *hashed)
{
    const neosig_haetae_ctx *ctx = me->ctx;
    const size_t k = ctx->k, l = ctx->l;
    const int32_t top = neosig_haetae_top(ctx);
    const unsigned log_alpha = ctx->set->log_alpha;
    int32_t *first = me->w.z, *high = me->w.h;
    for (size_t i = 0; i < 256 * l; i++)
        me->w.t[i] = rounded(me->w.y[i]);
    memcpy(first, me->w.t, 1024);
    neosig_haetae_hashed_parity(ctx, hashed, first);
    for (size_t i = 0; i < l; i++)
        ctx->ntt->forward(me->w.t + 256 * i);
    for (size_t i = 0; i < k; i++) {
        const uint16_t *row = me->a + 256 * l * i;
        int32_t *w = me->w.w + 256 * i;
        const int32_t *y2 = me->w.y + 256 * (l + i);
        if (me->pk != NULL) {
            neosig_haetae_expand_rows(ctx, me->w.a, me->pk, i, 1, me->w.xof);
            row = me->w.a;
        }
        ctx->poly->inner(w, row, me->w.t, l, 0);
        ctx->ntt->inverse(w);
        for (size_t j = 0; j < 256; j++) { /* |2 round(y)| <= 2 B < 0.7 q */
            w[j] = neosig_haetae_from_crt(w[j] + 2 * rounded(y2[j]), i == 0 ? first[j] & 1 : 0);
            high[j] = neosig_haetae_high(w[j], log_alpha, top);
        }
        neosig_haetae_hashed_high(ctx, hashed, i, high);
    }
}

/* z = y + (-1)^b c s. Returns nonzero if it is rejected: |z| > B', or |2z - y| < B and b'. */
static int respond(const signer *me, const uint8_t c[32], unsigned bits)
{
    const neosig_haetae_ctx *ctx = me->ctx;
    const int32_t sign = (int32_t)(1 - 2 * (bits & 1)) * NEOSIG_HAETAE_ONE;
    _Alignas(64) int16_t c_hat[256], product[256];
    uint64_t z_norm = 0, other_norm = 0;
    for (size_t j = 0; j < 256; j++)
        c_hat[j] = c[j / 8] >> j % 8 & 1;
    for (size_t i = 0; i < ctx->k + ctx->l; i++) {
        const int32_t *y = me->w.y + 256 * i;
        int32_t *z = me->w.z + 256 * i;
        if (i == 0) { /* the first polynomial of s is 1 */
            memcpy(product, c_hat, sizeof product);
            ctx->ntt16->forward(c_hat);
        } else { /* |c s| <= 2 tau < 0.19 12289 */
            ctx->ntt16->multiply(product, me->s_hat + 256 * (i - 1), c_hat);
            ctx->ntt16->inverse(product);
        }
        for (size_t j = 0; j < 256; j++) {
            const int32_t x = y[j] + sign * product[j], other = 2 * x - y[j];
            z[j] = x;
            z_norm += (uint64_t)((int64_t)x * x);
            other_norm += (uint64_t)((int64_t)other * other);
        }
    }
    neosig_wipe(product, sizeof product);
    const uint64_t b1 = ctx->set->b1_squared << 2 * NEOSIG_HAETAE_FRACTION_BITS;
    const uint64_t b0 = ctx->set->b0_squared << 2 * NEOSIG_HAETAE_FRACTION_BITS;
    const uint64_t large = (b1 - z_norm) >> 63, small = (other_norm - b0) >> 63;
    int bad = (int)(large | (small & (bits >> 1)));
    neosig_declassify(&bad, sizeof bad, "a rejected response says nothing of the key");
    return bad;
}

/* The hints, and z1 rounded: what the signature holds. */
static void hint(const signer *me)
{
    const neosig_haetae_ctx *ctx = me->ctx;
    const int32_t top = neosig_haetae_top(ctx);
    const unsigned log_alpha = ctx->set->log_alpha;
    for (size_t i = 0; i < 256 * ctx->l; i++)
        me->w.t[i] = rounded(me->w.z[i]);
    for (size_t i = 0; i < 256 * ctx->k; i++) {
        const int32_t w = me->w.w[i], z2 = rounded(me->w.z[256 * ctx->l + i]);
        const int32_t without = neosig_haetae_mod_2q(w - 2 * z2);
        int32_t h = neosig_haetae_high(w, log_alpha, top) - neosig_haetae_high(without, log_alpha, top);
        me->w.h[i] = h + (top & h >> 31);
    }
}

static neosig_error attempts(signer *me, uint8_t *sig, const uint8_t *mu)
{
    uint8_t hashed[MAX_HASHED], c[32];
    neosig_error error = NEOSIG_ERR_ATTEMPTS;
    memset(hashed, 0, sizeof hashed);
    for (unsigned i = 0; i < ATTEMPTS && error != NEOSIG_OK; i++) {
        neosig_attempt_begins();
        lay_out_draw(me->ctx, &me->w);
        const unsigned bits = neosig_haetae_hyperball(me->ctx, me->w.y, me->seed, &me->nonce, &me->w.ball);
        lay_out_response(me->ctx, &me->w);
        commit(me, hashed);
        neosig_haetae_challenge(me->ctx, c, hashed, mu);
        if (respond(me, c, bits))
            continue;
        hint(me);
        uint32_t *lost = (uint32_t *)me->w.z; /* z is not needed any more: its rounded part is t, and the hints are h */
        if (neosig_haetae_pack_signature(me->ctx, sig, c, me->w.t, me->w.h, me->w.scratch, lost) == 0)
            error = NEOSIG_OK;
    }
    neosig_wipe(hashed, sizeof hashed);
    return error;
}

neosig_error neosig_haetae_sign(const neosig_haetae_ctx *ctx, uint8_t *sig, const uint8_t mu[64], const uint8_t rnd[32],
                                const uint8_t *key, int prepared, unsigned flags, void *memory)
{
    neosig_arena arena = {memory, 0};
    signer me = {.ctx = ctx, .w = lay_out(ctx, &arena, prepared, flags)};
    neosig_shake shake;
    if (prepared) {
        const neosig_haetae_prepared layout = neosig_haetae_prepared_layout(ctx, 1);
        me.a = (const uint16_t *)(const void *)(key + layout.a);
        me.s_hat = (const int16_t *)(const void *)(key + layout.s);
        key += layout.key;
    } else {
        const neosig_haetae_secret parts = neosig_haetae_secret_of(ctx, key);
        neosig_declassify(parts.pk, ctx->set->alg.public_key_bytes, "a secret key begins with the public key");
        if (transform_secrets(ctx, me.w.s_hat, &parts))
            return NEOSIG_ERR_KEY;
        me.s_hat = me.w.s_hat;
        me.a = me.w.a;
        if (flags & NEOSIG_LOW_MEMORY)
            me.pk = parts.pk;
        else
            neosig_haetae_expand_rows(ctx, me.w.a, parts.pk, 0, ctx->k, me.w.xof);
        key = parts.key;
    }
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, key, NEOSIG_HAETAE_SEED_BYTES);
    neosig_shake_absorb(&shake, rnd, NEOSIG_HAETAE_SEED_BYTES);
    neosig_shake_absorb(&shake, mu, NEOSIG_HAETAE_MU_BYTES);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, me.seed, sizeof me.seed);
    neosig_wipe(&shake, sizeof shake);
    const neosig_error error = attempts(&me, sig, mu);
    neosig_wipe(&me, sizeof me);
    return error;
}
