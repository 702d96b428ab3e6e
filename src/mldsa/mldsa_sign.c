/* Signing (FIPS 204, algorithm 7).
 *
 * An attempt is given up at the first polynomial that breaks a bound. w - c s2 is tried before z, since its bound is
 * the tighter one.
 *
 * It may become public that an attempt failed, and at which polynomial: each coefficient breaks its bound with a
 * probability that does not depend on the secret key. A challenge may become public, too, since it is a hash of
 * unpredictable input (round 3.1's specification, section 5.5). */
#include "core/attempt.h"
#include "mldsa/mldsa.h"

#include <string.h>

/* FIPS 204, appendix C, as its errata of 2026-07-31 correct it: so many that all fail with probability below 2^-256. If
 * one attempt in r succeeds, that takes 256 / -log2(1 - 1/r) attempts. ML-DSA-65 takes most. z and w - c s2 are in
 * bounds once in r = 5.118 attempts, which gives 817 (table 1's r = 5.1 gives 814). There are not too many hints either
 * in one of some 5.14 attempts, which gives 820 or 821. */
#define ATTEMPTS 821

typedef struct workspace {
    int32_t *w;       /* k polynomials: w, then its low parts, then these less c s2 */
    uint8_t *y;       /* the masks as SHAKE delivers them; NULL if a column is made at a time */
    int32_t *columns; /* transforms of that many masks */
    size_t width;
    uint8_t *batch; /* four uniform polynomials where A is made again */
    uint8_t *xof;
    int32_t *poly[2];
    int8_t *doubled; /* for those of s1, s2 that are made again */
    uint8_t *w1;     /* k polynomials, encoded: at most 1024 bytes */
    /* What is kept of a key that is not prepared, or NULL: A, and the first s_count polynomials of s1 and s2. */
    uint8_t *a;
    int8_t *s;
    size_t s_count;
} workspace;

#define MOST_BYTES (64 * 1024 - 64) /* the default stays below 64 KiB */

/* The default keeps A, the masks, several columns, and as much of s1 and s2 as still fits. Low memory keeps w only.
 *
 * Memory is used again in the phases of an attempt. w is not needed while masks or A are expanded. The columns, at
 * least four, are not needed after w is made; from then on the XOF gives one mask at a time, from 680 bytes. */
static workspace lay_out(const neosig_mldsa_ctx *ctx, neosig_arena *arena, int prepared, unsigned flags)
{
    const size_t k = ctx->k, l = ctx->l;
    const int low = (flags & NEOSIG_LOW_MEMORY) != 0;
    workspace ws = {.w = neosig_carve(arena, k * 1024)};
    ws.width = low ? 1 : prepared || l <= 5 ? l : 4;
    ws.columns = neosig_carve(arena, ws.width * 1024);
    ws.poly[0] = ws.columns;
    if (low) {
        ws.xof = neosig_carve(arena, NEOSIG_MLDSA_XOF_BYTES);
        ws.w1 = ws.xof != NULL ? ws.xof + 1024 : NULL;
        if (prepared) { /* which has A and all of s1, s2 */
            ws.poly[1] = neosig_carve(arena, 1024);
            return ws;
        }
        ws.batch = neosig_carve(arena, 4 * NEOSIG_MLDSA_UNIFORM_BYTES);
        ws.poly[1] = (int32_t *)(void *)ws.batch;
        ws.doubled = ws.batch != NULL ? (int8_t *)ws.batch + 1024 : NULL;
        return ws;
    }
    ws.xof = (uint8_t *)ws.w;
    ws.poly[1] = ws.columns != NULL ? ws.columns + 256 : NULL;
    ws.doubled = ws.columns != NULL ? (int8_t *)(ws.columns + 512) : NULL;
    ws.w1 = ws.columns != NULL ? (uint8_t *)(ws.columns + 640) : NULL;
    ws.y = neosig_carve(arena, l * ctx->z_bytes);
    if (!prepared) {
        ws.a = neosig_carve(arena, k * l * NEOSIG_MLDSA_UNIFORM_BYTES);
        const size_t room = (MOST_BYTES - arena->used) / NEOSIG_MLDSA_DOUBLED_BYTES;
        ws.s_count = room < k + l ? room : k + l;
        ws.s = neosig_carve(arena, ws.s_count * NEOSIG_MLDSA_DOUBLED_BYTES);
    }
    return ws;
}

size_t neosig_mldsa_sign_bytes(const neosig_mldsa_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared, flags);
    return arena.used;
}

typedef struct signer {
    const neosig_mldsa_ctx *ctx;
    workspace ws;
    /* The key: its encoded parts, and those of its parts that are there as signing uses them. A part that is NULL is
     * made again from its encoding at each use. */
    const uint8_t *rho, *key, *s_encoded, *t0_encoded;
    const uint8_t *a;
    const int8_t *s;
    size_t s_count; /* polynomials of s1, s2 there */
    const int32_t *t0;
    uint8_t seed[64];
    size_t kappa;
    uint8_t spare[3 * 640]; /* masks of the next attempt, which the last batch of four made besides */
    size_t spares;
} signer;

/* The i-th polynomial of s1, s2, doubled. */
static const int8_t *doubled(const signer *me, size_t i)
{
    if (i < me->s_count)
        return me->s + NEOSIG_MLDSA_DOUBLED_BYTES * i;
    me->ctx->poly->unpack_s(me->ws.doubled, me->s_encoded + me->ctx->s_bytes * i, me->ctx->set->eta);
    return me->ws.doubled;
}

/* Writes the masks of this attempt to y. Nonces go on from one attempt to the next, so a batch of four masks may belong
 * to two attempts. */
static void next_masks(signer *me)
{
    const size_t bytes = me->ctx->z_bytes, l = me->ctx->l;
    size_t have = me->spares;
    memcpy(me->ws.y, me->spare, have * bytes);
    for (; have < l; have += 4) {
        uint8_t *y[4];
        for (size_t i = 0; i < 4; i++)
            y[i] = have + i < l ? me->ws.y + bytes * (have + i) : me->spare + bytes * (have + i - l);
        neosig_mldsa_expand_mask(me->ctx, y, me->seed, me->kappa + have, 4, me->ws.xof);
    }
    me->spares = have - l;
}

static void unpack_mask(const signer *me, int32_t r[256], size_t j)
{
    uint8_t *y = me->ws.xof;
    if (me->ws.y != NULL)
        y = me->ws.y + me->ctx->z_bytes * j;
    else
        neosig_mldsa_expand_mask(me->ctx, &y, me->seed, me->kappa + j, 1, me->ws.xof);
    me->ctx->poly->unpack_z(r, y, me->ctx->set->gamma1);
}

/* w = intt(A ntt(y)). Columns are taken as many at a time as there is memory for. */
static void commit(signer *me)
{
    const neosig_mldsa_kernels *poly = me->ctx->poly;
    const neosig_ntt32 *ntt = me->ctx->ntt;
    const size_t k = me->ctx->k, l = me->ctx->l;
    const neosig_mldsa_matrix matrix = {.rho = me->rho, .xof = me->ws.xof};
    if (me->ws.y != NULL)
        next_masks(me);
    for (size_t j = 0; j < l; j += me->ws.width) {
        const size_t n = l - j < me->ws.width ? l - j : me->ws.width;
        for (size_t i = 0; i < n; i++) {
            unpack_mask(me, me->ws.columns + 256 * i, j + i);
            ntt->forward(me->ws.columns + 256 * i);
        }
        for (size_t i = 0; i < k; i++) {
            const uint8_t *a;
            if (me->a != NULL) {
                a = me->a + NEOSIG_MLDSA_UNIFORM_BYTES * (i * l + j);
            } else {
                if (i % 4 == 0) /* the next four rows of this column */
                    neosig_mldsa_expand_a(me->ctx, me->ws.batch, &matrix, i * l + j, l, k - i < 4 ? k - i : 4);
                a = me->ws.batch + NEOSIG_MLDSA_UNIFORM_BYTES * (i % 4);
            }
            poly->inner(me->ws.w + 256 * i, a, me->ws.columns, n, j != 0);
        }
    }
    for (size_t i = 0; i < k; i++) {
        ntt->inverse(me->ws.w + 256 * i);
        poly->decompose(me->ws.w1 + me->ctx->w1_bytes * i, me->ws.w + 256 * i, me->ctx->set->gamma2);
    }
}

static int rejected(int bad)
{
    neosig_declassify(&bad, sizeof bad, "a broken bound says nothing of the key");
    return bad != 0;
}

/* w -= c s2, and z = y + c s1, which is encoded. Returns nonzero if the attempt is rejected. */
static int respond(signer *me, uint8_t *z_out, const neosig_mldsa_sparse *c)
{
    const neosig_mldsa_ctx *ctx = me->ctx;
    const neosig_mldsa_kernels *poly = ctx->poly;
    for (size_t i = 0; i < ctx->k; i++)
        if (rejected(poly->add_sparse_vartime(me->ws.w + 256 * i, doubled(me, ctx->l + i), c, ctx->set->eta, 1,
                                              ctx->set->gamma2 - ctx->beta)))
            return 1;
    for (size_t j = 0; j < ctx->l; j++) {
        int32_t *z = me->ws.poly[0];
        unpack_mask(me, z, j);
        if (rejected(poly->add_sparse_vartime(z, doubled(me, j), c, ctx->set->eta, 0, ctx->set->gamma1 - ctx->beta)))
            return 1;
        poly->pack_z(z_out + ctx->z_bytes * j, z, ctx->set->gamma1);
    }
    return 0;
}

/* Makes and encodes the hints. Returns nonzero if the attempt is rejected. */
static int hints(signer *me, uint8_t *out, const neosig_mldsa_sparse *c)
{
    const neosig_mldsa_ctx *ctx = me->ctx;
    const neosig_mldsa_kernels *poly = ctx->poly;
    const neosig_ntt32 *ntt = ctx->ntt;
    const int32_t gamma2 = ctx->set->gamma2;
    uint8_t bits[NEOSIG_MLDSA_MAX_K][32];
    int32_t *challenge = me->ws.poly[0], *t0 = me->ws.poly[1];
    unsigned count = 0;

    neosig_mldsa_challenge_dense_vartime(challenge, c, 0);
    ntt->forward(challenge);
    for (size_t i = 0; i < ctx->k; i++) {
        if (me->t0 != NULL) {
            ntt->multiply(t0, me->t0 + 256 * i, challenge);
        } else {
            poly->unpack_t0(t0, me->t0_encoded + NEOSIG_MLDSA_T0_BYTES * i);
            ntt->forward(t0);
            ntt->multiply(t0, t0, challenge);
        }
        ntt->inverse(t0);
        if (rejected(poly->exceeds(t0, gamma2)))
            return 1;
        count += poly->make_hint(bits[i], me->ws.w + 256 * i, t0, me->ws.w1 + ctx->w1_bytes * i, gamma2);
    }
    if (rejected(count > ctx->set->omega))
        return 1;
    neosig_declassify(bits, sizeof bits, "the hints of the signature");
    neosig_mldsa_pack_hints_vartime(ctx, out, bits);
    return 0;
}

static neosig_error attempts(signer *me, uint8_t *sig, const uint8_t mu[64])
{
    const neosig_mldsa_ctx *ctx = me->ctx;
    const neosig_mldsa_signature_layout layout = neosig_mldsa_signature_layout_of(me->ctx);
    neosig_mldsa_sparse c;
    for (unsigned i = 0; i < ATTEMPTS; i++, me->kappa += ctx->l) {
        neosig_shake shake;
        neosig_attempt_begins();
        commit(me);
        neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
        neosig_shake_absorb(&shake, mu, NEOSIG_MLDSA_MU_BYTES);
        neosig_shake_absorb(&shake, me->ws.w1, ctx->w1_bytes * ctx->k);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, sig + layout.ctilde, ctx->set->ctilde_bytes);
        neosig_wipe(&shake, sizeof shake);
        neosig_declassify(sig + layout.ctilde, ctx->set->ctilde_bytes,
                          "a challenge, even a rejected one, is a hash of unpredictable input");
        neosig_mldsa_challenge_vartime(ctx, &c, sig + layout.ctilde);
        if (!respond(me, sig + layout.z, &c) && !hints(me, sig + layout.hint, &c))
            return NEOSIG_OK;
    }
    return NEOSIG_ERR_ATTEMPTS;
}

/* Brings a key to what signing uses. Returns NEOSIG_ERR_KEY if s1 or s2 is no encoding. */
static neosig_error open_key(signer *me, const uint8_t *key, int prepared)
{
    const neosig_mldsa_ctx *ctx = me->ctx;
    const workspace *ws = &me->ws;
    int bad = 0;
    if (prepared) {
        const neosig_mldsa_prepared_layout layout = neosig_mldsa_prepared_layout_of(ctx, 1);
        me->key = key + layout.key;
        me->a = key + layout.a;
        me->s = (const int8_t *)key + layout.s;
        me->s_count = ctx->l + ctx->k;
        me->t0 = (const int32_t *)(const void *)(key + layout.t);
        return NEOSIG_OK;
    }
    const neosig_mldsa_secret_layout layout = neosig_mldsa_secret_layout_of(ctx);
    me->rho = key + layout.rho;
    me->key = key + layout.key;
    me->s_encoded = key + layout.s;
    me->t0_encoded = key + layout.t0;
    neosig_declassify(me->rho, 32, "rho is part of the public key");
    for (size_t i = 0; i < ctx->l + ctx->k; i++) {
        int8_t *out = i < ws->s_count ? ws->s + NEOSIG_MLDSA_DOUBLED_BYTES * i : ws->doubled;
        bad |= ctx->poly->unpack_s(out, me->s_encoded + ctx->s_bytes * i, ctx->set->eta);
    }
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    if (bad)
        return NEOSIG_ERR_KEY;
    me->s = ws->s;
    me->s_count = ws->s_count;
    const neosig_mldsa_matrix matrix = {.rho = me->rho, .xof = ws->xof};
    if (ws->a != NULL)
        neosig_mldsa_expand_a(ctx, ws->a, &matrix, 0, 1, ctx->k * ctx->l);
    me->a = ws->a;
    return NEOSIG_OK;
}

neosig_error neosig_mldsa_sign(const neosig_mldsa_ctx *ctx, uint8_t *sig, const uint8_t mu[64], const uint8_t *key,
                               int prepared, const neosig_source *source, void *memory, unsigned flags)
{
    neosig_arena arena = {memory, 0};
    signer me = {.ctx = ctx, .ws = lay_out(ctx, &arena, prepared, flags)};
    uint8_t rnd[NEOSIG_MLDSA_SEED_BYTES] = {0};

    neosig_error error = open_key(&me, key, prepared);
    if (error == NEOSIG_OK && source != NULL)
        error = neosig_draw(source, rnd, sizeof rnd);
    if (error == NEOSIG_OK) {
        neosig_shake shake;
        neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
        neosig_shake_absorb(&shake, me.key, 32);
        if (ctx->set->fips)
            neosig_shake_absorb(&shake, rnd, sizeof rnd);
        neosig_shake_absorb(&shake, mu, NEOSIG_MLDSA_MU_BYTES);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, me.seed, sizeof me.seed);
        neosig_wipe(&shake, sizeof shake);
        error = attempts(&me, sig, mu);
    }
    neosig_wipe(&me, sizeof me);
    neosig_wipe(rnd, sizeof rnd);
    return error;
}

size_t neosig_mldsa_prepare_sign_bytes(const neosig_mldsa_ctx *ctx)
{
    (void)ctx;
    return NEOSIG_MLDSA_XOF_BYTES;
}

size_t neosig_mldsa_prepared_secret_bytes(const neosig_mldsa_ctx *ctx)
{
    return neosig_mldsa_prepared_layout_of(ctx, 1).bytes;
}

neosig_error neosig_mldsa_prepare_sign(const neosig_mldsa_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *memory)
{
    const neosig_mldsa_secret_layout from = neosig_mldsa_secret_layout_of(ctx);
    const neosig_mldsa_prepared_layout to = neosig_mldsa_prepared_layout_of(ctx, 1);
    int32_t *t0 = (int32_t *)(void *)(prepared + to.t);
    int bad = 0;

    neosig_declassify(sk + from.rho, 32, "rho is part of the public key");
    memset(prepared, 0, to.a);
    memcpy(prepared + NEOSIG_MLDSA_PREPARED_TR, sk + NEOSIG_MLDSA_SECRET_TR, ctx->set->tr_bytes);
    memcpy(prepared + to.key, sk + from.key, 32);
    for (size_t i = 0; i < ctx->l + ctx->k; i++)
        bad |= ctx->poly->unpack_s((int8_t *)prepared + to.s + NEOSIG_MLDSA_DOUBLED_BYTES * i,
                                   sk + from.s + ctx->s_bytes * i, ctx->set->eta);
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    if (bad)
        return NEOSIG_ERR_KEY;
    for (size_t i = 0; i < ctx->k; i++) {
        ctx->poly->unpack_t0(t0 + 256 * i, sk + from.t0 + NEOSIG_MLDSA_T0_BYTES * i);
        ctx->ntt->forward(t0 + 256 * i);
    }
    const neosig_mldsa_matrix matrix = {.rho = sk + from.rho, .xof = memory};
    neosig_mldsa_expand_a(ctx, prepared + to.a, &matrix, 0, 1, ctx->k * ctx->l);
    return NEOSIG_OK;
}
