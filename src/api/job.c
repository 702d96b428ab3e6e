#include "api/api.h"
#include "api/job.h"
#include "api/workspace.h"

#include <string.h>

neosig_given_key neosig_given_raw_key(int secret, const neosig_alg *alg, const uint8_t *bytes, size_t size)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return (neosig_given_key){.error = NEOSIG_ERR_ARGUMENT, .region = {NEOSIG_READ, bytes, size}};
    const size_t need = secret ? alg->secret_key_bytes : alg->public_key_bytes;
    neosig_given_key out = {
        .scheme = scheme, .alg = alg, .data = bytes, .region = {NEOSIG_READ, bytes, neosig_at_most(size, need)}};
    if (bytes == NULL)
        out.error = NEOSIG_ERR_ARGUMENT;
    else if (size != need)
        out.error = NEOSIG_ERR_LENGTH;
    return out;
}

/* The options that say what is signed, against what the algorithm has. */
static neosig_error check_mode(const neosig_alg *alg, int secret, const neosig_options *options)
{
    int internal = (options->flags & NEOSIG_INTERNAL) != 0;
    int mu = (options->flags & NEOSIG_EXTERNAL_MU) != 0;
    int context = options->context_bytes != 0;
    int prehash = options->prehash != NEOSIG_PREHASH_NONE;

    if (options->context_bytes > 255 || (context && options->context == NULL))
        return NEOSIG_ERR_ARGUMENT;
    if ((unsigned)options->prehash > NEOSIG_PREHASH_SHAKE256)
        return NEOSIG_ERR_ARGUMENT;
    if ((internal || mu) && (context || prehash)) /* there is no prefix to put them in */
        return NEOSIG_ERR_ARGUMENT;
    if ((options->flags & NEOSIG_DIGEST) != 0 && !prehash) /* of which function? */
        return NEOSIG_ERR_ARGUMENT;
    if (secret && !NEOSIG_SIGNERS)
        return NEOSIG_ERR_UNSUPPORTED;
    unsigned asked = 0;
    if (context || internal)
        asked |= NEOSIG_HAS_CONTEXT;
    if (prehash)
        asked |= NEOSIG_HAS_PREHASH;
    if (mu)
        asked |= NEOSIG_HAS_EXTERNAL_MU;
    if (secret && (options->flags & NEOSIG_DETERMINISTIC) != 0)
        asked |= NEOSIG_HAS_DETERMINISTIC;
    if (secret && (options->flags & (NEOSIG_VERIFY_SIGNED | NEOSIG_SIGN_TWICE)) != 0)
        asked |= NEOSIG_HAS_FAULT_CHECKS;
    if (secret && (options->flags & NEOSIG_PARTS) != 0)
        asked |= NEOSIG_HAS_PARTS;
    return (asked & ~alg->features) == 0 ? NEOSIG_OK : NEOSIG_ERR_UNSUPPORTED;
}

static neosig_operation job_operation(const neosig_job *job, int secret)
{
    if (secret)
        return job->prepared ? NEOSIG_OP_SIGN_PREPARED : NEOSIG_OP_SIGN;
    return job->prepared ? NEOSIG_OP_VERIFY_PREPARED : NEOSIG_OP_VERIFY;
}

neosig_error neosig_job_open(neosig_job *job, int secret, const neosig_given_key *key, const neosig_options *options)
{
    memset(job, 0, sizeof *job);
    job->scheme = key->scheme;
    job->alg = key->alg;
    job->key = key->data;
    job->prepared = key->prepared;
    job->options = *options;
    job->backend = neosig_backend_now();
    const neosig_error error = neosig_options_check(options);
    return error == NEOSIG_OK ? check_mode(job->alg, secret, options) : error;
}

neosig_error neosig_job_take(neosig_job *job, int secret, const neosig_given_key *key, const uint8_t *sig,
                             size_t sig_bytes, const neosig_options *options)
{
    neosig_error error = neosig_job_open(job, secret, key, options);
    if (error == NEOSIG_OK) {
        job->workspace_bytes = neosig_workspace_need(job->scheme, job->alg, job_operation(job, secret), options->flags);
        error = neosig_workspace_check(job->workspace_bytes, options);
    }
    if (error == NEOSIG_OK && !secret) {
        size_t most = job->alg->signature_bytes;
        int variable = (job->scheme->traits & NEOSIG_VARIABLE_SIGNATURE) != 0;
        if (sig == NULL)
            return NEOSIG_ERR_ARGUMENT;
        if (sig_bytes == 0 || sig_bytes > most || (sig_bytes != most && !variable))
            return NEOSIG_ERR_SIGNATURE;
        job->signature = sig;
        job->signature_bytes = sig_bytes;
    }
    return error;
}

/* What is hashed before the message. */
static neosig_error begin(neosig_job *job, int secret, const neosig_options *options)
{
    neosig_source source = neosig_source_of(options->random, options->random_state);
    uint64_t dit = secret ? neosig_dit_enter() : 0;
    const neosig_error error = job->scheme->begin(job, secret, &source);
    if (secret)
        neosig_secrets_leave(dit);
    return error;
}

neosig_error neosig_job_start(neosig_job *job, int secret, const neosig_given_key *key, const uint8_t *sig,
                              size_t sig_bytes, const neosig_options *options)
{
    const neosig_error error = neosig_job_take(job, secret, key, sig, sig_bytes, options);
    return error == NEOSIG_OK ? begin(job, secret, options) : error;
}

neosig_region neosig_job_secret_key(const neosig_job *job)
{
    if (!job->prepared)
        return (neosig_region){NEOSIG_READ, job->key, job->alg->secret_key_bytes};
    return neosig_prepared_region(job->scheme, job->alg, job->key);
}

neosig_error neosig_job_update(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (data == NULL && bytes != 0)
        return NEOSIG_ERR_ARGUMENT;
    job->message_bytes += bytes;
    if (bytes != 0)
        job->scheme->absorb(job, data, bytes);
    return NEOSIG_OK;
}

neosig_error neosig_job_check_length(const neosig_job *job)
{
    if ((job->options.flags & NEOSIG_EXTERNAL_MU) != 0 && job->message_bytes != NEOSIG_MU_BYTES)
        return NEOSIG_ERR_LENGTH;
    if ((job->options.flags & NEOSIG_DIGEST) != 0 && job->message_bytes != neosig_prehash_bytes(job->options.prehash))
        return NEOSIG_ERR_LENGTH;
    return NEOSIG_OK;
}

neosig_error neosig_job_end(neosig_job *job, int secret, uint8_t *sig, size_t *sig_bytes)
{
    neosig_workspace space;
    neosig_error error = neosig_job_check_length(job);
    if (error != NEOSIG_OK)
        return error;
    error = neosig_workspace_open(&space, job->workspace_bytes, &job->options);
    if (error != NEOSIG_OK)
        return error;
    if (secret) {
        neosig_source source = neosig_source_of(job->options.random, job->options.random_state);
        uint64_t dit = neosig_dit_enter();
        error = job->scheme->sign(job, sig, sig_bytes, &source, space.memory);
        neosig_secrets_leave(dit);
    } else {
        error = job->scheme->verify(job, space.memory);
    }
    neosig_workspace_close(&space, secret);
    return error;
}

neosig_error neosig_job_verify(const neosig_given_key *key, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                               size_t msg_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_error error = neosig_job_take(&job, 0, key, sig, sig_bytes, options);
    job.message = msg;
    if (error == NEOSIG_OK)
        error = begin(&job, 0, options);
    if (error == NEOSIG_OK)
        error = neosig_job_update(&job, msg, msg_bytes);
    if (error == NEOSIG_OK)
        error = neosig_job_end(&job, 0, NULL, NULL);
    neosig_wipe(&job, sizeof job);
    return error;
}
