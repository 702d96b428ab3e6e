/* Signing, and keys prepared for it.
 *
 * h is the hash, and t = B h mod 2. x = (x0, x1) is a Gaussian point of the lattice 2 Z^2n + t. So h - B^-1 x = 2 s
 * with s in Z^2n, and s is near h/2. Only its second half is computed, from w = f x1 - g x0 = h1 - 2 s1. The point h -
 * s is as near, with -w in place of w. The signature is s1 of that point whose w begins with a positive coefficient. */
#include "core/attempt.h"
#include "hawk/hawk.h"
#include "sym/bytes.h"

#include <string.h>

#define ATTEMPTS 1000 /* one of seven fails for n = 256, fewer for others: all fail with probability 7^-1000 */
#define RANDOM_BYTES 40

/* What signing has of the key. */
typedef struct signer {
    int16_t *hat[2];         /* n: transforms of f, g modulo 12289 */
    uint8_t *f2, *g2;        /* n/8: parities */
    neosig_hawk_secret rest; /* of the secret key */
} signer;

typedef struct workspace {
    signer key;      /* unless it is prepared */
    int8_t *fg;      /* 2 n; in the same place as x, which comes after it */
    int8_t *x;       /* 2 n */
    int16_t *w, *w1; /* n */
    uint8_t *streams;
} workspace;

static void carve_key(signer *key, neosig_arena *arena, const neosig_hawk_ctx *ctx)
{
    for (size_t i = 0; i < 2; i++)
        key->hat[i] = neosig_carve_unfenced(arena, 2 * ctx->n);
    key->f2 = neosig_carve_unfenced(arena, ctx->n / 8);
    key->g2 = neosig_carve_unfenced(arena, ctx->n / 8);
}

static size_t lay_out(workspace *w, void *base, const neosig_hawk_ctx *ctx, int prepared)
{
    neosig_arena arena = {base, 0};
    *w = (workspace){0};
    if (!prepared) {
        carve_key(&w->key, &arena, ctx);
        neosig_carve_fence(&arena);
    }
    w->fg = w->x = neosig_carve(&arena, 2 * ctx->n);
    w->w = neosig_carve(&arena, 2 * ctx->n);
    w->w1 = neosig_carve(&arena, 2 * ctx->n);
    w->streams = neosig_carve(&arena, NEOSIG_HAWK_STREAM_BYTES);
    return arena.used;
}

size_t neosig_hawk_sign_bytes(const neosig_hawk_ctx *ctx, int prepared, unsigned flags)
{
    workspace w;
    (void)flags;
    return lay_out(&w, NULL, ctx, prepared);
}

static void widen(int16_t *out, const int8_t *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = in[i];
}

static void expand_key(const neosig_hawk_ctx *ctx, signer *key, const uint8_t *sk, int8_t *fg, uint8_t *streams)
{
    key->rest = neosig_hawk_secret_of(ctx, sk);
    neosig_hawk_expand(ctx, fg, key->rest.seed, streams);
    neosig_hawk_parities(key->f2, fg, ctx->n);
    neosig_hawk_parities(key->g2, fg + ctx->n, ctx->n);
    for (size_t i = 0; i < 2; i++) {
        widen(key->hat[i], fg + i * ctx->n, ctx->n);
        ctx->ntt->forward(key->hat[i]);
    }
}

/* ---- Prepared keys: what expand_key makes, then the secret key. */

static size_t prepared_layout(signer *key, uint8_t **sk, void *base, const neosig_hawk_ctx *ctx)
{
    neosig_arena arena = {base, 0};
    carve_key(key, &arena, ctx);
    *sk = neosig_carve_unfenced(&arena, ctx->set->alg.secret_key_bytes);
    return arena.used;
}

size_t neosig_hawk_prepared_secret_bytes(const neosig_hawk_ctx *ctx)
{
    signer key;
    uint8_t *sk;
    return prepared_layout(&key, &sk, NULL, ctx);
}

static size_t lay_out_prepare(int8_t **fg, uint8_t **streams, void *base, const neosig_hawk_ctx *ctx)
{
    neosig_arena arena = {base, 0};
    *fg = neosig_carve(&arena, 2 * ctx->n);
    *streams = neosig_carve(&arena, NEOSIG_HAWK_STREAM_BYTES);
    return arena.used;
}

size_t neosig_hawk_prepare_sign_bytes(const neosig_hawk_ctx *ctx)
{
    int8_t *fg;
    uint8_t *streams;
    return lay_out_prepare(&fg, &streams, NULL, ctx);
}

neosig_error neosig_hawk_prepare_sign(const neosig_hawk_ctx *ctx, void *prepared, const uint8_t *sk, void *memory)
{
    int8_t *fg;
    uint8_t *copy, *streams;
    signer key;
    lay_out_prepare(&fg, &streams, memory, ctx);
    memset(prepared, 0, neosig_hawk_prepared_secret_bytes(ctx));
    prepared_layout(&key, &copy, prepared, ctx);
    memcpy(copy, sk, ctx->set->alg.secret_key_bytes);
    expand_key(ctx, &key, sk, fg, streams);
    return NEOSIG_OK;
}

/* ---- An attempt */

/* A SHAKE256 that has absorbed the hash of the message, the key's seed and a counter. Salts and samples come from it
 * and from random bytes, so that bad random bytes do no harm. */
static neosig_shake seeded(const neosig_hawk_ctx *ctx, const signer *key, const uint8_t *hm, uint32_t counter)
{
    uint8_t bytes[4];
    neosig_shake shake;
    neosig_store32_le(bytes, counter);
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, hm, NEOSIG_HAWK_MESSAGE_HASH_BYTES);
    neosig_shake_absorb(&shake, key->rest.seed, ctx->seed_bytes);
    neosig_shake_absorb(&shake, bytes, sizeof bytes);
    return shake;
}

static neosig_error make_salt(const neosig_hawk_ctx *ctx, const signer *key, uint8_t *salt, const uint8_t *hm,
                              uint32_t counter, const neosig_source *source)
{
    const size_t bytes = ctx->set->salt_bytes;
    const neosig_error error = neosig_draw(source, salt, bytes);
    if (error != NEOSIG_OK)
        return error;
    neosig_shake shake = seeded(ctx, key, hm, counter);
    neosig_shake_absorb(&shake, salt, bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, salt, bytes);
    neosig_wipe(&shake, sizeof shake);
    neosig_declassify(salt, bytes, "a salt is part of the signature, or of an attempt that is dropped");
    return NEOSIG_OK;
}

/* x by its parities t. *norm: the sum of its squares. */
static neosig_error sample(const neosig_hawk_ctx *ctx, const signer *key, const workspace *w, const uint8_t *t,
                           const uint8_t *hm, uint32_t counter, const neosig_source *source, uint32_t *norm)
{
    enum { MOST = NEOSIG_HAWK_STREAM_BLOCKS * NEOSIG_SHAKE256_RATE / NEOSIG_HAWK_GROUP_BYTES };
    uint8_t random[RANDOM_BYTES];
    const uint8_t *in[NEOSIG_HAWK_STREAMS];
    neosig_shakes streams;
    const neosig_error error = neosig_draw(source, random, sizeof random);
    if (error != NEOSIG_OK)
        return error;
    neosig_shake common = seeded(ctx, key, hm, counter);
    neosig_shake_absorb(&common, random, sizeof random);
    neosig_hawk_streams_init(&streams, &common);
    const size_t groups = 2 * ctx->n / NEOSIG_HAWK_GROUP;
    *norm = 0;
    for (size_t done = 0; done < groups; done += MOST) {
        const size_t now = groups - done < MOST ? groups - done : MOST, bytes = NEOSIG_HAWK_GROUP_BYTES * now;
        neosig_hawk_streams_squeeze(&streams, in, w->streams,
                                    (bytes + NEOSIG_SHAKE256_RATE - 1) / NEOSIG_SHAKE256_RATE);
        *norm += ctx->kernels->sample(w->x + NEOSIG_HAWK_GROUP * done, in, t + NEOSIG_HAWK_GROUP / 8 * done, now,
                                      ctx->set->gauss);
    }
    neosig_wipe(&common, sizeof common);
    neosig_wipe(&streams, sizeof streams);
    neosig_wipe(random, sizeof random);
    return NEOSIG_OK;
}

/* w = f x1 - g x0, modulo 12289. Coefficients of a signature's w are below 2^11 in size and come out as they are. */
static void multiply(const neosig_hawk_ctx *ctx, const signer *key, const workspace *w)
{
    const neosig_ntt16 *ntt = ctx->ntt;
    widen(w->w1, w->x, ctx->n);
    ntt->forward(w->w1);
    ntt->multiply(w->w1, w->w1, key->hat[1]);
    widen(w->w, w->x + ctx->n, ctx->n);
    ntt->forward(w->w);
    ntt->multiply(w->w, w->w, key->hat[0]);
    for (size_t i = 0; i < ctx->n; i++)
        w->w[i] = neosig_mod16_reduce((int16_t)(w->w[i] - w->w1[i]));
    ntt->inverse(w->w);
}

/* Makes s1 = (h1 - w) / 2 of w, or (h1 + w) / 2 if w begins with a negative coefficient. Returns 1 if it is within the
 * code's bounds, which is public. */
static unsigned halve(const neosig_hawk_ctx *ctx, const workspace *space, const uint8_t *h1)
{
    int16_t *w = space->w;
    int8_t *bits = (int8_t *)space->w1;
    const int16_t minus = (int16_t) - (int)neosig_hawk_begins_positive(w, ctx->n);
    const int16_t limit = (int16_t)(1 << ctx->set->s1.size), outside = (int16_t) ~(2 * limit - 1);
    int16_t out = 0;
    neosig_hawk_bits(bits, h1, ctx->n);
    for (size_t i = 0; i < ctx->n; i++) {
        w[i] = (int16_t)((int16_t)((w[i] ^ minus) - minus + bits[i]) >> 1);
        out |= (int16_t)((w[i] + limit) & outside);
    }
    unsigned bad = out != 0;
    neosig_declassify(&bad, sizeof bad, "an attempt that is out of range is dropped");
    return !bad;
}

static void hash_message(const neosig_hawk_ctx *ctx, neosig_job *job, const signer *key, uint8_t *hm)
{
    neosig_shake *shake = &job->hash.shake;
    neosig_declassify(key->rest.key_hash, ctx->key_hash_bytes, "the public key's hash");
    neosig_shake_absorb(shake, key->rest.key_hash, ctx->key_hash_bytes);
    neosig_shake_finish(shake);
    neosig_shake_squeeze(shake, hm, NEOSIG_HAWK_MESSAGE_HASH_BYTES);
}

neosig_error neosig_hawk_sign(const neosig_hawk_ctx *ctx, neosig_job *job, uint8_t *sig, const neosig_source *source,
                              void *memory)
{
    const size_t eighth = ctx->n / 8;
    uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES], salt[NEOSIG_HAWK_MAX_SALT_BYTES];
    uint8_t h[NEOSIG_HAWK_MAX_N / 4], t[NEOSIG_HAWK_MAX_N / 4];
    neosig_error error = NEOSIG_ERR_ATTEMPTS;
    workspace w;
    lay_out(&w, memory, ctx, job->prepared);
    signer key = w.key;
    if (job->prepared) {
        uint8_t *sk;
        prepared_layout(&key, &sk, (void *)(uintptr_t)job->key, ctx);
        key.rest = neosig_hawk_secret_of(ctx, sk);
    } else {
        expand_key(ctx, &key, job->key, w.fg, w.streams);
    }
    hash_message(ctx, job, &key, hm);
    for (uint32_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint32_t norm;
        neosig_attempt_begins();
        error = make_salt(ctx, &key, salt, hm, 2 * attempt, source);
        if (error != NEOSIG_OK)
            break;
        neosig_hawk_hash(ctx, h, hm, salt);
        memset(t, 0, sizeof t);
        ctx->kernels->multiply_add(t, key.f2, h, ctx->logn);
        ctx->kernels->multiply_add(t, key.rest.F2, h + eighth, ctx->logn);
        ctx->kernels->multiply_add(t + eighth, key.g2, h, ctx->logn);
        ctx->kernels->multiply_add(t + eighth, key.rest.G2, h + eighth, ctx->logn);
        error = sample(ctx, &key, &w, t, hm, 2 * attempt + 1, source, &norm);
        if (error != NEOSIG_OK)
            break;
        error = NEOSIG_ERR_ATTEMPTS;
        unsigned bad = (ctx->set->most_norm - norm) >> 31;
        neosig_declassify(&bad, sizeof bad, "an attempt that is too long is dropped");
        if (bad)
            continue;
        multiply(ctx, &key, &w);
        if (!halve(ctx, &w, h + eighth))
            continue;
        neosig_declassify(w.w, 2 * ctx->n, "the signature, or an attempt that is too long for its code");
        if (neosig_hawk_pack_signature_vartime(ctx, sig, salt, w.w) == 0) {
            error = NEOSIG_OK;
            break;
        }
    }
    neosig_wipe(t, sizeof t);
    return error;
}
