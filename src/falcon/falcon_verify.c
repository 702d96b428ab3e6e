/* Verification (algorithm 16), and public keys prepared for it: h in NTT form, after the key's hash in FN-DSA. All of
 * it is public. */
#include "core/contract.h"
#include "core/inline.h"
#include "falcon/falcon.h"

#include <stdlib.h>
#include <string.h>

typedef struct workspace {
    int16_t *s2, *h; /* h: NULL with a prepared key */
    uint16_t *hm;
} workspace;

/* points: how many there are in hm. */
static size_t lay_out(workspace *w, void *base, const neosig_falcon_ctx *ctx, int prepared, size_t points)
{
    neosig_arena arena = {base, 0};
    *w = (workspace){0};
    w->s2 = neosig_carve(&arena, 2 * ctx->n);
    w->hm = neosig_carve(&arena, 2 * ctx->n * points);
    if (!prepared)
        w->h = neosig_carve(&arena, 2 * ctx->n);
    return arena.used;
}

size_t neosig_falcon_verify_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags)
{
    workspace w;
    (void)flags;
    return lay_out(&w, NULL, ctx, prepared, 1);
}

size_t neosig_falcon_prepared_public_bytes(const neosig_falcon_ctx *ctx)
{
    return neosig_falcon_prepared_offset(ctx, 0) + 2 * ctx->n;
}

size_t neosig_falcon_prepare_verify_bytes(const neosig_falcon_ctx *ctx)
{
    (void)ctx;
    return 0;
}

neosig_error neosig_falcon_prepare_verify(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *pk, void *memory)
{
    (void)memory;
    int16_t *h = (int16_t *)(void *)((uint8_t *)prepared + neosig_falcon_prepared_offset(ctx, 0));
    const neosig_error error = neosig_falcon_unpack_public_key_vartime(ctx, h, pk);
    if (error != NEOSIG_OK)
        return error;
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        neosig_shake256(ctx->backend->keccak, prepared, NEOSIG_FALCON_KEY_HASH_BYTES, pk,
                        ctx->set->alg.public_key_bytes);
    return NEOSIG_OK;
}

/* Whether s1 = hm - product mod q, balanced, and |s1|^2 + s2_norm are small enough. hm is in [0, q) and |product| <=
 * 0.81 q, so the difference is at most 1.81 q in size. has_limit, a constant: round 3 has no other limit of a
 * coefficient of s1 than q/2. */
static inline int is_short(const neosig_falcon_ctx *ctx, const uint16_t *hm, const int16_t *product, uint32_t s2_norm,
                           int has_limit)
{
    uint64_t norm = s2_norm;
    int16_t longest = 0;
    for (size_t i = 0; i < ctx->n; i += 64)
        NEOSIG_LOOP(assigns(i, norm, longest), invariant(i <= ctx->n && i % 64 == 0), decreases(ctx->n - i))
    {
        uint32_t part = 0; /* 64 (q/2)^2 < 2^32 */
        for (size_t j = i; j < i + 64; j++)
            NEOSIG_LOOP(assigns(j, part, longest), invariant(i <= j && j <= i + 64), decreases(i + 64 - j))
        {
            const int16_t s1 = neosig_mod16_limit((int16_t)(hm[j] - product[j])); /* |s1| < 0.67 q */
            const int16_t size = (int16_t)abs(s1), other = (int16_t)(NEOSIG_FALCON_Q - size);
            const int16_t least = size < other ? size : other;
            part += (uint32_t)(least * least);
            if (has_limit)
                longest = longest > least ? longest : least;
        }
        norm += part;
    }
    return norm <= ctx->set->bound && longest <= ctx->most_s1;
}

/* s2, and h of a raw key, to the workspace. */
static neosig_error unpack(const workspace *w, const neosig_falcon_ctx *ctx, const neosig_job *job)
{
    neosig_error error = NEOSIG_OK;
    if (!job->prepared)
        error = neosig_falcon_unpack_public_key_vartime(ctx, w->h, job->key);
    if (error == NEOSIG_OK)
        error = neosig_falcon_unpack_signature_vartime(ctx, w->s2, job->signature, job->signature_bytes);
    return error;
}

/* Of what is unpacked, and the message's point. GCC makes loops of fewer instructions where it is inlined. */
INLINE neosig_error decide(const workspace *w, const neosig_falcon_ctx *ctx, const neosig_job *job, const uint16_t *hm)
{
    int16_t *s2 = w->s2;
    const int16_t *h = w->h;
    uint32_t s2_norm = 0; /* 1024 2047^2 < 2^32 */
    if (job->prepared)
        h = (const int16_t *)(const void *)((const uint8_t *)job->key + neosig_falcon_prepared_offset(ctx, 0));
    for (size_t i = 0; i < ctx->n; i++)
        NEOSIG_LOOP(assigns(i, s2_norm), invariant(i <= ctx->n), decreases(ctx->n - i))
    {
        s2_norm += (uint32_t)(s2[i] * s2[i]);
    }
    ctx->ntt->forward(s2);
    ctx->ntt->multiply(s2, s2, h);
    ctx->ntt->inverse(s2);
    const int good =
        ctx->rules == NEOSIG_FALCON_FNDSA ? is_short(ctx, hm, s2, s2_norm, 1) : is_short(ctx, hm, s2, s2_norm, 0);
    return good ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}

neosig_error neosig_falcon_verify(const neosig_falcon_ctx *ctx, neosig_job *job, void *memory)
{
    workspace w;
    lay_out(&w, memory, ctx, job->prepared, 1);
    const neosig_error error = unpack(&w, ctx, job);
    if (error != NEOSIG_OK)
        return error;
    neosig_falcon_message_verify(ctx, job, w.hm);
    return decide(&w, ctx, job, w.hm);
}

/* Four points, s2 and h take less than four workspaces of one verification, each of s2 and a point. */
void neosig_falcon_verify_many(const neosig_falcon_ctx *ctx, neosig_job *jobs, size_t n, neosig_error *errors,
                               void *memory)
{
    workspace w;
    neosig_job *hashed[NEOSIG_SIDE_BY_SIDE] = {0};
    size_t count = 0;
    lay_out(&w, memory, ctx, 0, n);
    for (size_t i = 0; i < n; i++) {
        errors[i] = neosig_falcon_has_nonce(&jobs[i]) ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
        if (errors[i] == NEOSIG_OK)
            hashed[count++] = &jobs[i];
    }
    neosig_falcon_message_verify_many(ctx, hashed, count, w.hm);
    const uint16_t *hm = w.hm;
    for (size_t i = 0; i < n; i++) {
        if (errors[i] != NEOSIG_OK)
            continue;
        errors[i] = unpack(&w, ctx, &jobs[i]);
        if (errors[i] == NEOSIG_OK)
            errors[i] = decide(&w, ctx, &jobs[i], hm);
        hm += ctx->n;
    }
}
