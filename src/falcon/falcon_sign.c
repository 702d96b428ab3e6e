/* Signing (algorithm 10), and keys prepared for it. A signature with a compact key prepares the key first.
 *
 * The sampled z0 and z1 are integers, so s1 and s2 are computed modulo q: s2 = f z0 + F z1, and s1 = c - (g z0 + G z1).
 * Since h f = g and h F = G mod q, s1 = c - h s2. The results are balanced, in [-q/2, q/2]; the true coefficients have
 * a deviation below 169 and are never 36 deviations from 0, which is q/2. */
#include "core/attempt.h"
#include "falcon/falcon_tree.h"

#include <string.h>

/* Round 3: an attempt fails once in 10 times or less, so all fail with probability below 10^-128 < 2^-400. FN-DSA: its
 * limit; an attempt fails once in 800 times or less, so all fail with probability below 2^-256. */
#define ATTEMPTS_ROUND3 128
#define ATTEMPTS_FNDSA 27

/* ---- Prepared keys: f and F transformed, the tree, and h 2^16, f, F transformed modulo q */

typedef struct prepared_key {
    neosig_real *f, *F, *tree;
    int16_t *h_hat, *f_hat, *F_hat;
} prepared_key;

static void lay_out_key(prepared_key *key, neosig_arena *arena, const neosig_falcon_ctx *ctx)
{
    const size_t n = ctx->n;
    key->f = neosig_carve_unfenced(arena, n * sizeof *key->f);
    key->F = neosig_carve_unfenced(arena, n * sizeof *key->F);
    key->tree = neosig_carve_unfenced(arena, neosig_falcon_tree_reals(ctx) * sizeof *key->tree);
    key->h_hat = neosig_carve_unfenced(arena, n * sizeof *key->h_hat);
    key->f_hat = neosig_carve_unfenced(arena, n * sizeof *key->f_hat);
    key->F_hat = neosig_carve_unfenced(arena, n * sizeof *key->F_hat);
}

size_t neosig_falcon_prepared_secret_bytes(const neosig_falcon_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    prepared_key key;
    lay_out_key(&key, &arena, ctx);
    return neosig_falcon_prepared_offset(ctx, 1) + arena.used;
}

typedef struct prepare_workspace {
    int8_t *f, *g, *F, *G;
    int16_t *ring;
    neosig_real *g_fft, *G_fft, *tree;
} prepare_workspace;

static void lay_out_prepare(prepare_workspace *w, neosig_arena *arena, const neosig_falcon_ctx *ctx)
{
    const size_t n = ctx->n;
    w->f = neosig_carve(arena, n);
    w->g = neosig_carve(arena, n);
    w->F = neosig_carve(arena, n);
    w->G = neosig_carve(arena, n);
    w->ring = neosig_carve(arena, n * sizeof *w->ring);
    w->g_fft = neosig_carve(arena, n * sizeof *w->g_fft);
    w->G_fft = neosig_carve(arena, n * sizeof *w->G_fft);
    w->tree = neosig_carve(arena, 7 * n * sizeof *w->tree);
}

size_t neosig_falcon_prepare_sign_bytes(const neosig_falcon_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    prepare_workspace w;
    lay_out_prepare(&w, &arena, ctx);
    return arena.used;
}

static void transform(const neosig_falcon_ctx *ctx, neosig_real *restrict out, const int8_t *restrict a)
{
    for (size_t i = 0; i < ctx->n; i++)
        out[i] = neosig_real_of_int(a[i]);
    ctx->backend->fft->forward(out, ctx->logn);
}

static void transform_mod_q(const neosig_falcon_ctx *ctx, int16_t *restrict out, const int8_t *restrict a)
{
    for (size_t i = 0; i < ctx->n; i++)
        out[i] = a[i];
    ctx->ntt->forward(out);
}

/* a modulo q, balanced. Returns nonzero if a coefficient is 128 or more in size. */
static unsigned narrow(const neosig_falcon_ctx *ctx, int8_t *restrict out, const int16_t *restrict a)
{
    const size_t n = ctx->n;
    int16_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        const int16_t balanced = neosig_mod16_reduce(a[i]);
        bad |= (int16_t)(127 - balanced) | (int16_t)(127 + balanced);
        out[i] = (int8_t)(uint8_t)balanced;
    }
    return bad < 0;
}

/* Modulo q: the transforms of f, F and 2^16 h with h = g / f; and G = h F. Returns nonzero if f has no inverse or G is
 * not that of a key.
 *
 * divide() returns 2^-16 times a quotient, so 2^16 h comes from 2^32 g. multiply() returns 2^-16 times a product, so
 * 2^16 h and F give h F. inverse() returns 2^16 times a polynomial, so G is multiplied by 2^-16 before. */
enum {
    TWO_32 = -1337,          /* 2^32 mod q, balanced: 2^32 = 349497 q - 1337 */
    TWO_32_QUOTIENT = -3565, /* round(-1337 2^15 / q) = round(-3565.04), for neosig_mod16_mul */
};

static unsigned complete(const neosig_falcon_ctx *ctx, const prepared_key *key, prepare_workspace *w)
{
    transform_mod_q(ctx, key->f_hat, w->f);
    transform_mod_q(ctx, key->F_hat, w->F);
    for (size_t i = 0; i < ctx->n; i++)
        w->ring[i] = neosig_mod16_mul(w->g[i], TWO_32, TWO_32_QUOTIENT);
    ctx->ntt->forward(w->ring);
    unsigned bad = ctx->ntt->divide(key->h_hat, w->ring, key->f_hat);
    ctx->ntt->multiply(w->ring, key->h_hat, key->F_hat); /* G, without a factor */
    for (size_t i = 0; i < ctx->n; i++)
        w->ring[i] = neosig_mod16_montgomery(w->ring[i], 1);
    ctx->ntt->inverse(w->ring);
    bad |= narrow(ctx, w->G, w->ring);
    return bad;
}

/* Whether f G - g F is not q, computed with transforms. scratch: 2 n reals.
 *
 * G = h F mod q makes f G - g F a multiple of q. If it is not q, then f G - g F = q + q v for a polynomial v != 0 with
 * integer coefficients. The product of v's values at all roots is the norm of v, an integer other than 0; so one of
 * these values is 1 or more in size, and the transform of f G - g F is q or more away from q there. A rounding error is
 * less than 1. So each value is compared with q by a limit of q/2: the real part must be in [q/2, 3 q/2], and the
 * imaginary part at most q/2 in size. A value q or more away has a part sqrt(1/2) q away. */
static unsigned is_another_determinant(const neosig_falcon_ctx *ctx, const prepared_key *key,
                                       const prepare_workspace *w, neosig_real *scratch)
{
    const uint64_t half_q = UINT64_C(0x40b8008000000000);       /* 6144.5 */
    const uint64_t three_halves = UINT64_C(0x40d2006000000000); /* 18433.5 */
    neosig_real *const d = scratch, *const gF = scratch + ctx->n;
    uint64_t bad = 0;
    ctx->backend->fft->multiply(d, key->f, w->G_fft, ctx->logn);
    ctx->backend->fft->multiply(gF, w->g_fft, key->F, ctx->logn);
    ctx->backend->fft->sub(d, d, gF, ctx->logn);
    for (size_t i = 0; i < ctx->n / 2; i++) {
        const uint64_t re = neosig_real_bits(d[i]), im = neosig_real_bits(d[ctx->n / 2 + i]) & (UINT64_MAX >> 1);
        bad |= re | (re - half_q) | (three_halves - re) | (half_q - im);
    }
    return (unsigned)(bad >> 63);
}

static neosig_error prepare(const neosig_falcon_ctx *ctx, const prepared_key *key, const uint8_t *sk,
                            neosig_arena arena)
{
    prepare_workspace w;
    lay_out_prepare(&w, &arena, ctx);
    const neosig_error error = neosig_falcon_unpack_secret_key(ctx, w.f, w.g, w.F, sk);
    if (error != NEOSIG_OK)
        return error;
    unsigned bad = complete(ctx, key, &w);
    transform(ctx, key->f, w.f);
    transform(ctx, key->F, w.F);
    transform(ctx, w.g_fft, w.g);
    transform(ctx, w.G_fft, w.G);
    bad |= is_another_determinant(ctx, key, &w, w.tree);
    bad |= neosig_falcon_tree(ctx, key->tree, key->f, w.g_fft, key->F, w.G_fft, w.tree);
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    return bad ? NEOSIG_ERR_KEY : NEOSIG_OK;
}

neosig_error neosig_falcon_prepare_sign(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace)
{
    uint8_t *hashes = prepared;
    neosig_arena arena = {hashes + neosig_falcon_prepared_offset(ctx, 1), 0};
    prepared_key key;
    if (ctx->rules == NEOSIG_FALCON_FNDSA) {
        memset(hashes, 0, neosig_falcon_prepared_offset(ctx, 1));
        memcpy(hashes, sk + ctx->set->alg.secret_key_bytes - NEOSIG_FALCON_KEY_HASH_BYTES,
               NEOSIG_FALCON_KEY_HASH_BYTES);
        neosig_falcon_hash_of_fg(ctx, hashes + NEOSIG_FALCON_FG_HASH_AT, sk);
    }
    lay_out_key(&key, &arena, ctx);
    return prepare(ctx, &key, sk, (neosig_arena){workspace, 0});
}

neosig_error neosig_falcon_check_secret_key(const neosig_falcon_ctx *ctx, const uint8_t *sk, void *workspace)
{
    neosig_arena arena = {workspace, 0};
    prepared_key key;
    lay_out_key(&key, &arena, ctx);
    neosig_carve_fence(&arena);
    return prepare(ctx, &key, sk, arena);
}

/* ---- Signing */

typedef struct sign_workspace {
    neosig_falcon_sampler *sampler;
    neosig_real *t0, *t1, *walk;
    int16_t *z0, *z1, *s1, *s2;
    uint16_t *hm;
} sign_workspace;

static void lay_out_sign(sign_workspace *w, neosig_arena *arena, const neosig_falcon_ctx *ctx)
{
    const size_t n = ctx->n;
    w->sampler = neosig_carve(arena, sizeof *w->sampler);
    w->t0 = neosig_carve(arena, n * sizeof *w->t0);
    w->t1 = neosig_carve(arena, n * sizeof *w->t1);
    w->walk = neosig_carve(arena, 2 * n * sizeof *w->walk);
    w->z0 = neosig_carve(arena, n * sizeof *w->z0);
    w->z1 = neosig_carve(arena, n * sizeof *w->z1);
    w->s1 = neosig_carve(arena, n * sizeof *w->s1);
    w->s2 = neosig_carve(arena, n * sizeof *w->s2);
    w->hm = neosig_carve(arena, n * sizeof *w->hm);
}

size_t neosig_falcon_sign_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    prepared_key key;
    prepare_workspace before;
    sign_workspace w;
    (void)flags;
    if (!prepared) {
        lay_out_key(&key, &arena, ctx);
        neosig_carve_fence(&arena);
    }
    neosig_arena preparing = arena; /* the two workspaces are used one after the other, in the same place */
    lay_out_sign(&w, &arena, ctx);
    if (!prepared)
        lay_out_prepare(&before, &preparing, ctx);
    return arena.used > preparing.used ? arena.used : preparing.used;
}

/* (t0, t1) = (hm, 0) B^-1 = (-hm F / q, hm f / q). */
static void target(const neosig_falcon_ctx *ctx, const prepared_key *key, sign_workspace *w)
{
    const neosig_fft *fft = ctx->backend->fft;
    const neosig_real inverse_q = neosig_real_of_bits(UINT64_C(0x3f1554e39097a782)); /* 1 / 12289, rounded */
    for (size_t i = 0; i < ctx->n; i++)
        w->t0[i] = neosig_real_of_int(w->hm[i]);
    fft->forward(w->t0, ctx->logn);
    fft->multiply(w->t1, w->t0, key->f, ctx->logn);
    fft->scale(w->t1, w->t1, inverse_q, ctx->logn);
    fft->multiply(w->t0, w->t0, key->F, ctx->logn);
    fft->scale(w->t0, w->t0, neosig_real_negate(inverse_q), ctx->logn);
}

static void reduce(int16_t *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = neosig_mod16_reduce(a[i]);
}

/* s1 and s2 from z0 and z1, within 0.51 q. */
static void short_vector(const neosig_falcon_ctx *ctx, const prepared_key *key, sign_workspace *w)
{
    const size_t n = ctx->n;
    reduce(w->z0, n);
    reduce(w->z1, n);
    ctx->ntt->forward(w->z0);
    ctx->ntt->forward(w->z1);
    ctx->ntt->multiply(w->s2, w->z0, key->f_hat);
    ctx->ntt->multiply(w->s1, w->z1, key->F_hat);
    for (size_t i = 0; i < n; i++)
        w->s2[i] = neosig_mod16_reduce((int16_t)(w->s2[i] + w->s1[i]));
    ctx->ntt->multiply(w->s1, w->s2, key->h_hat);
    ctx->ntt->inverse(w->s1);
    ctx->ntt->inverse(w->s2);
    for (size_t i = 0; i < n; i++) {
        w->s1[i] = neosig_mod16_reduce((int16_t)(w->hm[i] - w->s1[i]));
        w->s2[i] = neosig_mod16_reduce(w->s2[i]);
    }
}

/* Whether the vector (s1, s2), its coefficients and the encoding of s2 are short enough. */
static int accepted(const neosig_falcon_ctx *ctx, const int16_t *s1, const int16_t *s2)
{
    const size_t n = ctx->n, skip = 1 + NEOSIG_FALCON_NONCE_BYTES;
    const size_t room = 8 * (ctx->set->alg.signature_bytes - (ctx->set->padded ? 0 : 2) - skip);
    uint64_t norm = 0;
    const uint32_t most_s2 = ctx->most_s2;
    uint32_t bits = 0, large = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t sign = 0 - (uint32_t)(s2[i] < 0), size = ((uint32_t)(int32_t)s2[i] ^ sign) - sign;
        norm += (uint64_t)((int32_t)s1[i] * s1[i] + (int32_t)s2[i] * s2[i]); /* below q^2 */
        bits += 9 + (size >> 7);
        large |= most_s2 - size;
    }
    for (size_t i = 0; i < n && ctx->rules == NEOSIG_FALCON_FNDSA; i++) /* round 3's limit is q/2: s1 is balanced */
        large |= (uint32_t)(ctx->most_s1 - s1[i]) | (uint32_t)(ctx->most_s1 + s1[i]);
    unsigned bad = (unsigned)((ctx->set->bound - norm) >> 63);
    neosig_declassify(&bad, sizeof bad, "an attempt that is too long says nothing of the key");
    if (bad)
        return 0;
    bad = (unsigned)((room - (uint64_t)bits) >> 63) | large >> 31;
    neosig_declassify(&bad, sizeof bad, "an encoding that is too long says nothing of the key");
    return !bad;
}

static neosig_error attempts(neosig_falcon_signing *signing, const prepared_key *key, sign_workspace *w, uint8_t *sig,
                             size_t *sig_bytes)
{
    const neosig_falcon_ctx *ctx = signing->ctx;
    const unsigned most = ctx->rules == NEOSIG_FALCON_ROUND3 ? ATTEMPTS_ROUND3 : ATTEMPTS_FNDSA;
    uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES];
    for (unsigned i = 0; i < most; i++) {
        neosig_attempt_begins();
        const neosig_error error = neosig_falcon_message_attempt(signing, i, w->sampler, nonce, w->hm);
        if (error != NEOSIG_OK)
            return error;
        target(ctx, key, w);
        neosig_falcon_sample_tree(ctx, w->sampler, w->z0, w->z1, w->t0, w->t1, key->tree, w->walk);
        short_vector(ctx, key, w);
        if (!accepted(ctx, w->s1, w->s2))
            continue;
        neosig_declassify(w->s2, ctx->n * sizeof *w->s2, "s2 is the signature");
        if (neosig_falcon_pack_signature_vartime(ctx, sig, sig_bytes, nonce, w->s2) == 0) {
            neosig_declassify(sig_bytes, sizeof *sig_bytes, "the length of the signature");
            return NEOSIG_OK;
        }
    }
    return NEOSIG_ERR_ATTEMPTS;
}

neosig_error neosig_falcon_sign(neosig_falcon_signing *signing, uint8_t *sig, size_t *sig_bytes, const uint8_t *key,
                                int prepared, unsigned flags, void *workspace)
{
    const neosig_falcon_ctx *ctx = signing->ctx;
    neosig_arena arena = {workspace, 0}, at_key = {NULL, 0};
    prepared_key k;
    sign_workspace w;
    (void)flags;
    if (prepared) {
        at_key.base = (uint8_t *)(uintptr_t)key + neosig_falcon_prepared_offset(ctx, 1); /* only read */
        lay_out_key(&k, &at_key, ctx);
    } else {
        lay_out_key(&k, &arena, ctx);
        neosig_carve_fence(&arena);
        const neosig_error error = prepare(ctx, &k, key, arena);
        if (error != NEOSIG_OK)
            return error;
    }
    lay_out_sign(&w, &arena, ctx);
    return attempts(signing, &k, &w, sig, sig_bytes);
}
