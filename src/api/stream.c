/* Messages that come in pieces, and the verifying of what was signed so. */
#include "api/api.h"
#include "api/job.h"

#include <assert.h>
#include <string.h>

#define SIGNING UINT64_C(0x6e656f7369675331)
#define VERIFYING UINT64_C(0x6e656f7369675631)

typedef struct stream_content {
    uint64_t magic; /* which kind it is: SIGNING or VERIFYING */
    neosig_job job;
} stream_content;

static_assert(sizeof(stream_content) <= sizeof(neosig_stream), "neosig_stream is too small");

/* A stream that fails to start is zero, and no later call takes it for one. */
static neosig_error stream_init(neosig_stream *stream, int secret, const neosig_given_key *key, const uint8_t *sig,
                                size_t sig_bytes, const neosig_options *options)
{
    stream_content *content = (stream_content *)stream;
    const neosig_region regions[] = {
        {NEOSIG_RESULT, stream, sizeof *stream},
        {NEOSIG_READ, sig, neosig_at_most(sig_bytes, neosig_given_key_signature_bytes(key))},
        key->region};
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, key->error != NEOSIG_OK, key->error);
    if (secret && key->error == NEOSIG_OK)
        neosig_refuse(&call,
                      (key->alg->features & NEOSIG_READS_TWICE) != 0 && call.options.prehash == NEOSIG_PREHASH_NONE,
                      NEOSIG_ERR_UNSUPPORTED);
    if (neosig_call_begins(&call))
        call.error = neosig_job_start(&content->job, secret, key, sig, sig_bytes, &call.options);
    if (call.error == NEOSIG_OK)
        content->magic = secret ? SIGNING : VERIFYING;
    return neosig_call_end(&call);
}

/* Whether a stream is at work on this kind of operation. */
static neosig_error stream_check(const neosig_stream *stream, uint64_t magic)
{
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    return ((const stream_content *)stream)->magic == magic ? NEOSIG_OK : NEOSIG_ERR_STATE;
}

static neosig_error stream_update(neosig_stream *stream, uint64_t magic, const uint8_t *data, size_t bytes)
{
    const neosig_region regions[] = {{NEOSIG_WORK, stream, sizeof *stream}, {NEOSIG_READ, data, bytes}};
    neosig_error error = stream_check(stream, magic);
    if (error == NEOSIG_OK && !neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        error = NEOSIG_ERR_ARGUMENT;
    return error == NEOSIG_OK ? neosig_job_update(&((stream_content *)stream)->job, data, bytes) : error;
}

neosig_error neosig_sign_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sk, size_t sk_bytes,
                              const neosig_options *options)
{
    const neosig_given_key key = neosig_given_raw_key(1, alg, sk, sk_bytes);
    return stream_init(stream, 1, &key, NULL, 0, options);
}

neosig_error neosig_sign_init_prepared(neosig_stream *stream, const void *prepared, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_prepared_key(1, prepared);
    return stream_init(stream, 1, &key, NULL, 0, options);
}

neosig_error neosig_sign_update(neosig_stream *stream, const uint8_t *data, size_t bytes)
{
    return stream_update(stream, SIGNING, data, bytes);
}

neosig_error neosig_sign_final(neosig_stream *stream, uint8_t *sig, size_t *sig_bytes)
{
    neosig_error error = stream_check(stream, SIGNING);
    if (error != NEOSIG_OK) {
        const neosig_region regions[] = {{NEOSIG_RESULT, sig_bytes, sizeof *sig_bytes},
                                         {NEOSIG_READ, stream, sizeof *stream}};
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
        return error;
    }
    neosig_job *job = &((stream_content *)stream)->job;
    const neosig_region regions[] = {{NEOSIG_RESULT, sig, job->alg->signature_bytes},
                                     {NEOSIG_RESULT, sig_bytes, sizeof *sig_bytes},
                                     {NEOSIG_WORK, stream, sizeof *stream},
                                     neosig_job_secret_key(job)};
    neosig_call call;
    neosig_call_reopen(&call, &job->options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, sig == NULL || sig_bytes == NULL, NEOSIG_ERR_ARGUMENT);
    if (neosig_call_begins(&call))
        call.error = neosig_job_end(job, 1, sig, sig_bytes);
    neosig_call_end(&call);
    neosig_wipe(stream, sizeof(stream_content));
    return call.error;
}

neosig_error neosig_verify_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes,
                                const uint8_t *pk, size_t pk_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_raw_key(0, alg, pk, pk_bytes);
    return stream_init(stream, 0, &key, sig, sig_bytes, options);
}

neosig_error neosig_verify_init_prepared(neosig_stream *stream, const void *prepared, const uint8_t *sig,
                                         size_t sig_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_prepared_key(0, prepared);
    return stream_init(stream, 0, &key, sig, sig_bytes, options);
}

neosig_error neosig_verify_update(neosig_stream *stream, const uint8_t *data, size_t bytes)
{
    return stream_update(stream, VERIFYING, data, bytes);
}

neosig_error neosig_verify_final(neosig_stream *stream)
{
    neosig_error error = stream_check(stream, VERIFYING);
    if (error != NEOSIG_OK)
        return error;
    error = neosig_job_end(&((stream_content *)stream)->job, 0, NULL, NULL);
    neosig_wipe(stream, sizeof(stream_content));
    return error;
}

/* If the message has gone into a hash that began as this one, this one takes what became of it. */
static int take_hash(void *hash, const void *begun, const void *hashed, size_t bytes)
{
    if (memcmp(begun, hashed, bytes) == 0 || memcmp(begun, hash, bytes) != 0)
        return 0;
    memcpy(hash, hashed, bytes);
    return 1;
}

static int take_message(neosig_job *job, const neosig_job *begun, const neosig_job *hashed)
{
    job->message_bytes = hashed->message_bytes;
    return hashed->message_bytes == 0 || take_hash(&job->hash, &begun->hash, &hashed->hash, sizeof job->hash) ||
           take_hash(&job->outer, &begun->outer, &hashed->outer, sizeof job->outer);
}

neosig_error neosig_verify_signed(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                  const neosig_stream *begun, const neosig_stream *hashed)
{
    const neosig_given_key key = neosig_given_prepared_key(0, prepared);
    const neosig_job *before = &((const stream_content *)begun)->job, *after = &((const stream_content *)hashed)->job;
    neosig_job job;
    neosig_error error = key.error != NEOSIG_OK ? key.error : stream_check(begun, SIGNING);
    if (error == NEOSIG_OK)
        error = stream_check(hashed, SIGNING);
    if (error == NEOSIG_OK && key.alg != before->alg)
        error = NEOSIG_ERR_KEY;
    if (error == NEOSIG_OK && (before->options.flags & NEOSIG_EXTERNAL_MU) != 0) /* there is no hash */
        error = NEOSIG_ERR_UNSUPPORTED;
    if (error != NEOSIG_OK)
        return error;
    error = neosig_job_start(&job, 0, &key, sig, sig_bytes, &before->options);
    if (error == NEOSIG_OK)
        error = take_message(&job, before, after) ? neosig_job_end(&job, 0, NULL, NULL) : NEOSIG_ERR_SIGNATURE;
    neosig_wipe(&job, sizeof job);
    return error;
}
