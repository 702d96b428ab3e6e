/* From a message to M' and to the digest that is signed. To sign, the message is hashed twice: for R, and behind R. So
 * only its digest can come in pieces. */
#include "slhdsa/slhdsa.h"

#include <string.h>

static int prehashes(const neosig_job *job)
{
    return job->options.prehash != NEOSIG_PREHASH_NONE;
}

/* What stands in M' before the message or its digest. */
static void begin_head(const neosig_job *job, neosig_slhdsa_message *message)
{
    const neosig_options *options = &job->options;
    message->head_bytes = 0;
    message->body = NULL;
    message->body_bytes = 0;
    if ((options->flags & NEOSIG_INTERNAL) != 0)
        return;
    message->head[0] = (uint8_t)prehashes(job);
    message->head[1] = (uint8_t)options->context_bytes;
    message->head_bytes = 2;
    if (options->context_bytes != 0)
        memcpy(message->head + 2, options->context, options->context_bytes);
    message->head_bytes += options->context_bytes;
    if (prehashes(job)) {
        neosig_prehash_oid(options->prehash, message->head + message->head_bytes);
        message->head_bytes += NEOSIG_PREHASH_OID_BYTES;
    }
}

void neosig_slhdsa_digest(const neosig_slhdsa_ctx *ctx, uint8_t digest[NEOSIG_SLHDSA_MAX_M], const uint8_t *r,
                          const uint8_t *pk, const neosig_slhdsa_message *message)
{
    neosig_hash hash;
    ctx->hash->digest_begin(ctx, &hash, r, pk);
    ctx->hash->digest_absorb(ctx, &hash, message->head, message->head_bytes);
    ctx->hash->digest_absorb(ctx, &hash, message->body, message->body_bytes);
    ctx->hash->digest_finish(ctx, &hash, digest, r, pk);
}

void neosig_slhdsa_message_begin(neosig_job *job, const neosig_slhdsa_ctx *ctx, int secret)
{
    job->scratch[0] = (uint8_t)secret;
    if (prehashes(job)) {
        neosig_prehash_init(&job->hash, &job->options, job->backend->keccak);
    } else if (!secret) {
        neosig_slhdsa_message message;
        begin_head(job, &message);
        ctx->hash->digest_begin(ctx, &job->hash, job->signature, job->key);
        ctx->hash->digest_absorb(ctx, &job->hash, message.head, message.head_bytes);
    }
}

void neosig_slhdsa_message_absorb(neosig_job *job, const neosig_slhdsa_ctx *ctx, const uint8_t *data, size_t bytes)
{
    if (prehashes(job))
        neosig_prehash_absorb(&job->hash, &job->options, data, bytes);
    else if (!job->scratch[0])
        ctx->hash->digest_absorb(ctx, &job->hash, data, bytes);
}

void neosig_slhdsa_message_of(neosig_job *job, neosig_slhdsa_message *message)
{
    begin_head(job, message);
    if (prehashes(job)) {
        message->head_bytes += neosig_prehash_final(&job->hash, &job->options, message->head + message->head_bytes);
    } else {
        message->body = job->message;
        message->body_bytes = (size_t)job->message_bytes;
    }
}

void neosig_slhdsa_message_digest(neosig_job *job, const neosig_slhdsa_ctx *ctx, uint8_t digest[NEOSIG_SLHDSA_MAX_M])
{
    if (prehashes(job)) {
        neosig_slhdsa_message message;
        neosig_slhdsa_message_of(job, &message);
        neosig_slhdsa_digest(ctx, digest, job->signature, job->key, &message);
    } else {
        ctx->hash->digest_finish(ctx, &job->hash, digest, job->signature, job->key);
    }
}
