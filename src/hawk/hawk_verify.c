/* Verification, and public keys prepared for it. All of it is public.
 *
 * t1 = h1 - 2 s1. s0 = (h0 + q01 t1 / q00) / 2, rounded: the specification fixes this to the last bit, in 32-bit fixed
 * point. t0 = h0 - 2 s0.
 *
 * The squared Q-norm of (t0, t1) is 1/n times the trace of q00 e e* + t1 t1* / q00, with e = t0 + q01 t1 / q00. It is
 * computed modulo two primes. The bounds of q00, q01, t0 and t1 keep the trace below the product of the primes. So if
 * both residues are the same number, it is the trace. */
#include "hawk/hawk.h"

#include <string.h>

typedef struct workspace {
    neosig_hawk_expanded_key key; /* unless it is prepared */
    uint8_t *key_hash;
    int32_t *x0;         /* n */
    neosig_arena shared; /* behind this: the first line for the key, then the others for the signature */
    int16_t *q00, *q01;  /* n/2, n */
    int16_t *t0, *t1;    /* n; t1 is s1 at first */
    int32_t *x1;         /* n */
} workspace;

static void carve_key(neosig_hawk_expanded_key *key, uint8_t **key_hash, neosig_arena *arena,
                      const neosig_hawk_ctx *ctx)
{
    key->q00_fft = neosig_carve_unfenced(arena, 2 * ctx->n);
    key->q01_fft = neosig_carve_unfenced(arena, 4 * ctx->n);
    for (size_t p = 0; p < 2; p++) {
        key->q00[p] = neosig_carve_unfenced(arena, 2 * ctx->n);
        key->inverse[p] = neosig_carve_unfenced(arena, 2 * ctx->n);
        key->q01[p] = neosig_carve_unfenced(arena, 4 * ctx->n);
    }
    *key_hash = neosig_carve_unfenced(arena, ctx->key_hash_bytes);
}

static size_t lay_out_key(workspace *w, const neosig_hawk_ctx *ctx)
{
    neosig_arena arena = w->shared;
    w->q00 = neosig_carve(&arena, ctx->n);
    w->q01 = neosig_carve(&arena, 2 * ctx->n);
    return arena.used;
}

static size_t lay_out_signature(workspace *w, const neosig_hawk_ctx *ctx)
{
    neosig_arena arena = w->shared;
    w->x1 = neosig_carve(&arena, 4 * ctx->n);
    w->t0 = neosig_carve(&arena, 2 * ctx->n);
    w->t1 = neosig_carve(&arena, 2 * ctx->n);
    return arena.used;
}

/* The part that is not shared. key: whether the expanded key is in it. */
static void lay_out(workspace *w, void *base, const neosig_hawk_ctx *ctx, int key)
{
    neosig_arena arena = {base, 0};
    *w = (workspace){0};
    if (key) {
        carve_key(&w->key, &w->key_hash, &arena, ctx);
        neosig_carve_fence(&arena);
    }
    w->x0 = neosig_carve(&arena, 4 * ctx->n);
    w->shared = arena;
}

size_t neosig_hawk_verify_bytes(const neosig_hawk_ctx *ctx, int prepared, unsigned flags)
{
    workspace w;
    (void)flags;
    lay_out(&w, NULL, ctx, !prepared);
    return lay_out_signature(&w, ctx); /* more than lay_out_key's */
}

size_t neosig_hawk_prepare_verify_bytes(const neosig_hawk_ctx *ctx)
{
    workspace w;
    lay_out(&w, NULL, ctx, 0);
    return lay_out_key(&w, ctx);
}

size_t neosig_hawk_prepared_public_bytes(const neosig_hawk_ctx *ctx)
{
    neosig_hawk_expanded_key key;
    uint8_t *key_hash;
    neosig_arena arena = {NULL, 0};
    carve_key(&key, &key_hash, &arena, ctx);
    return arena.used;
}

/* ---- Fixed point. Numbers of `size` bits are shifted up by 29 - size bits. Their transforms cannot overflow then. */

static unsigned shift_of(unsigned size)
{
    return 29 - size;
}

static void transform(const neosig_hawk_ctx *ctx, int32_t *out, const int16_t *in, unsigned shift)
{
    for (size_t i = 0; i < ctx->n; i++)
        out[i] = (int32_t)((uint32_t)(int32_t)in[i] << shift);
    ctx->kernels->fft(out, ctx->logn);
}

/* A self-adjoint polynomial from the first half of its coefficients. */
static void complete(int32_t *out, const int16_t *half, size_t n)
{
    out[0] = half[0];
    out[n / 2] = 0;
    for (size_t i = 1; i < n / 2; i++) {
        out[i] = half[i];
        out[n - i] = -half[i];
    }
}

/* Returns NEOSIG_ERR_KEY for a q00 that no key has: its constant coefficient is negative, a number of its transform is
 * not in [1, 2^30), or it has no inverse. */
static neosig_error expand_q00(const neosig_hawk_ctx *ctx, const neosig_hawk_expanded_key *key, const int16_t *q00,
                               int32_t *x)
{
    const size_t n = ctx->n;
    const unsigned shift = shift_of(ctx->set->q00.size);
    if (q00[0] < 0)
        return NEOSIG_ERR_KEY;
    complete(x, q00, n);
    x[0] = 0; /* the constant coefficient is too large to be shifted; it is added to the transform */
    for (size_t i = 1; i < n; i++)
        x[i] = (int32_t)((uint32_t)x[i] << shift);
    ctx->kernels->fft(x, ctx->logn);
    const uint32_t constant = (uint32_t)q00[0] << (shift - (ctx->logn - 1));
    for (size_t i = 0; i < n / 2; i++) {
        const uint32_t sum = constant + (uint32_t)x[i];
        if (sum - 1 >= 0x3fffffff)
            return NEOSIG_ERR_KEY;
        key->q00_fft[i] = (int32_t)sum;
    }
    for (size_t p = 0; p < 2; p++) {
        complete(x, q00, n);
        ctx->kernels->forward(x, ctx->logn, n / 2, &neosig_hawk_primes[p]);
        memcpy(key->q00[p], x, n / 2 * sizeof *x);
        if (ctx->kernels->invert(key->inverse[p], x, n / 2, &neosig_hawk_primes[p]))
            return NEOSIG_ERR_KEY;
    }
    return NEOSIG_OK;
}

static neosig_error expand_key(const neosig_hawk_ctx *ctx, const workspace *w, const neosig_hawk_expanded_key *key,
                               uint8_t *key_hash, const uint8_t *pk)
{
    neosig_error error = neosig_hawk_unpack_public_key_vartime(ctx, w->q00, w->q01, pk);
    if (error == NEOSIG_OK)
        error = expand_q00(ctx, key, w->q00, w->x0);
    if (error != NEOSIG_OK)
        return error;
    transform(ctx, key->q01_fft, w->q01, shift_of(ctx->set->q01.size));
    for (size_t p = 0; p < 2; p++) {
        for (size_t i = 0; i < ctx->n; i++)
            key->q01[p][i] = w->q01[i];
        ctx->kernels->forward(key->q01[p], ctx->logn, ctx->n, &neosig_hawk_primes[p]);
    }
    neosig_shake256(ctx->backend->keccak, key_hash, ctx->key_hash_bytes, pk, ctx->set->alg.public_key_bytes);
    return NEOSIG_OK;
}

neosig_error neosig_hawk_prepare_verify(const neosig_hawk_ctx *ctx, void *prepared, const uint8_t *pk, void *memory)
{
    workspace w;
    neosig_hawk_expanded_key key;
    uint8_t *key_hash;
    neosig_arena arena = {prepared, 0};
    lay_out(&w, memory, ctx, 0);
    lay_out_key(&w, ctx);
    carve_key(&key, &key_hash, &arena, ctx);
    memset(prepared, 0, arena.used);
    return expand_key(ctx, &w, &key, key_hash, pk);
}

/* ---- A signature */

/* Makes t1 of s1, in place. Returns 0 if its first coefficient that is not 0 is negative, or all are 0. */
static unsigned make_t1(const neosig_hawk_ctx *ctx, const workspace *w, const uint8_t *h1)
{
    int16_t *t1 = w->t1;
    int8_t *bits = (int8_t *)w->t0;
    neosig_hawk_bits(bits, h1, ctx->n);
    for (size_t i = 0; i < ctx->n; i++)
        t1[i] = (int16_t)(bits[i] - 2 * t1[i]);
    return neosig_hawk_begins_positive(t1, ctx->n);
}

/* x / y, rounded towards 0. Sets *beyond if the quotient is 2^32 or more in size. */
static inline int32_t quotient(uint64_t x, uint32_t y, unsigned *beyond)
{
    const int64_t result = (int64_t)x / y;
    *beyond |= (uint64_t)(result + UINT32_MAX) > 2 * (uint64_t)UINT32_MAX;
    return (int32_t)(uint32_t)(uint64_t)result;
}

/* x = q01 x / q00, all transformed. Returns 0 if a quotient is too large. */
static unsigned divide(int32_t *x, const neosig_hawk_expanded_key *key, size_t n)
{
    unsigned beyond = 0;
    for (size_t i = 0, j = n / 2; i < n / 2; i++, j++) {
        const int64_t a_re = key->q01_fft[i], a_im = key->q01_fft[j], b_re = x[i], b_im = x[j];
        const uint32_t y = (uint32_t)key->q00_fft[i];
        x[i] = quotient((uint64_t)(a_re * b_re) - (uint64_t)(a_im * b_im), y, &beyond);
        x[j] = quotient((uint64_t)(a_re * b_im) + (uint64_t)(a_im * b_re), y, &beyond);
    }
    return !beyond;
}

/* Makes t0 of x = q01 t1 / q00. Returns 0 if s0 is out of range. */
static unsigned make_t0(const neosig_hawk_ctx *ctx, const workspace *w, const int32_t *x, const uint8_t *h0)
{
    int16_t *t0 = w->t0;
    int8_t *bits = (int8_t *)w->x0;
    const neosig_hawk_set *set = ctx->set;
    const unsigned shift =
        shift_of(1 + set->s1.size) + shift_of(set->q01.size) - shift_of(set->q00.size) - (ctx->logn - 1);
    const int32_t limit = 1 << set->s0_size, outside = ~(2 * limit - 1);
    int32_t out = 0;
    neosig_hawk_bits(bits, h0, ctx->n);
    for (size_t i = 0; i < ctx->n; i++) {
        const int32_t bit = bits[i];
        const uint32_t sum = (uint32_t)x[i] + ((uint32_t)(bit + 1) << shift);
        const int32_t s0 = (int32_t)sum >> (shift + 1);
        out |= (s0 + limit) & outside;
        t0[i] = (int16_t)(uint16_t)(uint32_t)(bit - 2 * s0);
    }
    return out == 0;
}

static void load(const neosig_hawk_ctx *ctx, int32_t *x, const int16_t *in, size_t p)
{
    for (size_t i = 0; i < ctx->n; i++)
        x[i] = in[i];
    ctx->kernels->forward(x, ctx->logn, ctx->n, &neosig_hawk_primes[p]);
}

static int is_short(const neosig_hawk_ctx *ctx, const workspace *w, const neosig_hawk_expanded_key *key)
{
    uint32_t trace[2];
    for (size_t p = 0; p < 2; p++) {
        load(ctx, w->x0, w->t0, p);
        load(ctx, w->x1, w->t1, p);
        trace[p] = ctx->kernels->half_trace(w->x0, w->x1, key, ctx->logn, (unsigned)p);
    }
    return trace[0] == trace[1] && (trace[0] & (ctx->n / 2 - 1)) == 0 &&
           trace[0] >> (ctx->logn - 1) <= ctx->set->most_norm;
}

neosig_error neosig_hawk_verify(const neosig_hawk_ctx *ctx, neosig_job *job, void *memory)
{
    uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES], h[NEOSIG_HAWK_MAX_N / 4];
    neosig_shake *shake = &job->hash.shake;
    workspace w;
    lay_out(&w, memory, ctx, !job->prepared);
    neosig_hawk_expanded_key key = w.key;
    uint8_t *key_hash = w.key_hash;
    if (job->prepared) {
        neosig_arena arena = {(uint8_t *)(uintptr_t)job->key, 0};
        carve_key(&key, &key_hash, &arena, ctx);
    } else {
        lay_out_key(&w, ctx);
        const neosig_error error = expand_key(ctx, &w, &key, key_hash, job->key);
        if (error != NEOSIG_OK)
            return error;
    }
    lay_out_signature(&w, ctx);
    const neosig_error error = neosig_hawk_unpack_signature_vartime(ctx, w.t1, job->signature);
    if (error != NEOSIG_OK)
        return error;
    neosig_shake_absorb(shake, key_hash, ctx->key_hash_bytes);
    neosig_shake_finish(shake);
    neosig_shake_squeeze(shake, hm, sizeof hm);
    neosig_hawk_hash(ctx, h, hm, job->signature);
    if (!make_t1(ctx, &w, h + ctx->n / 8))
        return NEOSIG_ERR_SIGNATURE;
    transform(ctx, w.x1, w.t1, shift_of(1 + ctx->set->s1.size));
    if (!divide(w.x1, &key, ctx->n))
        return NEOSIG_ERR_SIGNATURE;
    ctx->kernels->fft_inverse(w.x1, ctx->logn);
    return make_t0(ctx, &w, w.x1, h) && is_short(ctx, &w, &key) ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
