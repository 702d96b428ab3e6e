/* The public functions: checks, memory, randomness; one path for one-shot calls, streams and prepared keys. */
#include "core/core.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64
#define SIGNING UINT64_C(0x6e656f7369675331)
#define VERIFYING UINT64_C(0x6e656f7369675631)
#define PREPARED UINT64_C(0x6e656f7369674b31)
#define ALL_FLAGS                                                                                                      \
    (NEOSIG_ALLOW_INSECURE | NEOSIG_DETERMINISTIC | NEOSIG_EXTERNAL_MU | NEOSIG_INTERNAL | NEOSIG_LOW_MEMORY)
#define MU_BYTES 64

static_assert(sizeof(neosig_job) <= sizeof(neosig_stream), "neosig_stream is too small");

/* What a prepared key starts with; the scheme's part follows. */
typedef struct header {
    uint64_t magic;
    const neosig_alg *alg;
    uint64_t secret;
    uint8_t reserved[ALIGNMENT - 2 * sizeof(uint64_t) - sizeof(void *)];
} header;

static_assert(sizeof(header) == ALIGNMENT, "the scheme's part of a prepared key must stay aligned");

static int aligned(const void *pointer)
{
    return (uintptr_t)pointer % ALIGNMENT == 0;
}

static int overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    uintptr_t at = (uintptr_t)a, bt = (uintptr_t)b;
    return at < bt ? bt - at < a_bytes : at - bt < b_bytes;
}

/* After each call of a scheme on secrets, between neosig_dit_enter and here. */
static void secrets_leave(uint64_t dit)
{
    neosig_wipe_stack();
    neosig_dit_leave(dit);
}

/* ---- Workspaces */

typedef struct workspace {
    void *memory;
    size_t bytes;
    void *block; /* what malloc gave, NULL if the memory is the caller's */
} workspace;

/* What a scheme asks for. Preparing a key knows one way only. */
static size_t workspace_need(const neosig_scheme *scheme, const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    int preparing = op == NEOSIG_OP_PREPARE_SIGN || op == NEOSIG_OP_PREPARE_VERIFY;
    return scheme->workspace_bytes(alg, op, preparing ? 0 : flags & NEOSIG_LOW_MEMORY);
}

/* Whether the caller's workspace, if there is one, will do. */
static neosig_error workspace_check(size_t bytes, const neosig_options *options)
{
    if (options->workspace != NULL && (!aligned(options->workspace) || options->workspace_bytes < bytes))
        return NEOSIG_ERR_WORKSPACE;
    return NEOSIG_OK;
}

static neosig_error workspace_open(workspace *space, size_t bytes, const neosig_options *options)
{
    *space = (workspace){.memory = options->workspace, .bytes = bytes};
    if (options->workspace != NULL)
        return workspace_check(bytes, options);
    space->block = malloc(bytes + ALIGNMENT);
    if (space->block == NULL)
        return NEOSIG_ERR_MEMORY;
    space->memory = (uint8_t *)space->block + (ALIGNMENT - (uintptr_t)space->block % ALIGNMENT);
    return NEOSIG_OK;
}

static void workspace_close(workspace *space, int secret)
{
    if (secret)
        neosig_wipe(space->memory, space->bytes);
    free(space->block);
}

size_t neosig_workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || (unsigned)op >= NEOSIG_OPERATIONS)
        return 0;
    return workspace_need(scheme, alg, op, flags);
}

/* ---- Options */

static neosig_error options_open(neosig_options *out, const neosig_options *options)
{
    *out = options != NULL ? *options : (neosig_options){0};
    return (out->flags & ~ALL_FLAGS) == 0 ? NEOSIG_OK : NEOSIG_ERR_ARGUMENT;
}

static neosig_source source_of(const neosig_options *options)
{
    if (options->random != NULL)
        return (neosig_source){options->random, options->random_state};
    return (neosig_source){neosig_entropy, NULL};
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
    unsigned asked = 0;
    if (context || internal)
        asked |= NEOSIG_HAS_CONTEXT;
    if (prehash)
        asked |= NEOSIG_HAS_PREHASH;
    if (mu)
        asked |= NEOSIG_HAS_EXTERNAL_MU;
    if (secret && (options->flags & NEOSIG_DETERMINISTIC) != 0)
        asked |= NEOSIG_HAS_DETERMINISTIC;
    return (asked & ~alg->features) == 0 ? NEOSIG_OK : NEOSIG_ERR_UNSUPPORTED;
}

/* ---- Key pairs */

static neosig_error keypair(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *sk,
                            const neosig_source *seed, const neosig_options *options)
{
    neosig_options opts;
    neosig_error error = options_open(&opts, options);
    if (error != NEOSIG_OK)
        return error;
    if ((alg->status == NEOSIG_WITHDRAWN || alg->status == NEOSIG_BROKEN) && (opts.flags & NEOSIG_ALLOW_INSECURE) == 0)
        return NEOSIG_ERR_INSECURE;
    neosig_source source = seed != NULL ? *seed : source_of(&opts);
    workspace space;
    error = workspace_open(&space, workspace_need(scheme, alg, NEOSIG_OP_KEYPAIR, opts.flags), &opts);
    if (error != NEOSIG_OK)
        return error;
    uint64_t dit = neosig_dit_enter();
    error = scheme->keypair(alg, neosig_backend_now(), pk, sk, &source, space.memory, opts.flags);
    secrets_leave(dit);
    workspace_close(&space, 1);
    return error;
}

static neosig_error keypair_or_zeros(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const neosig_source *seed,
                                     neosig_error error, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (pk == NULL || sk == NULL || overlap(pk, alg->public_key_bytes, sk, alg->secret_key_bytes))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK)
        error = keypair(scheme, alg, pk, sk, seed, options);
    if (error != NEOSIG_OK) {
        neosig_wipe(pk, alg->public_key_bytes);
        neosig_wipe(sk, alg->secret_key_bytes);
    }
    return error;
}

neosig_error neosig_keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const neosig_options *options)
{
    return keypair_or_zeros(alg, pk, sk, NULL, NEOSIG_OK, options);
}

/* A generator that plays a seed, once. */
typedef struct player {
    const uint8_t *next;
    size_t left;
} player;

static int play(void *state, uint8_t *out, size_t bytes)
{
    player *seed = state;
    if (bytes > seed->left)
        return -1;
    memcpy(out, seed->next, bytes);
    seed->next += bytes;
    seed->left -= bytes;
    return 0;
}

neosig_error neosig_keypair_from_seed(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                                      size_t seed_bytes, const neosig_options *options)
{
    player state = {seed, seed_bytes};
    neosig_source source = {play, &state};
    neosig_error error = NEOSIG_OK;
    if (seed == NULL)
        error = NEOSIG_ERR_ARGUMENT;
    else if (neosig_scheme_of(alg) != NULL && seed_bytes != alg->seed_bytes)
        error = NEOSIG_ERR_LENGTH;
    else if (neosig_scheme_of(alg) != NULL && (overlap(seed, seed_bytes, pk, alg->public_key_bytes) ||
                                               overlap(seed, seed_bytes, sk, alg->secret_key_bytes)))
        error = NEOSIG_ERR_ARGUMENT;
    return keypair_or_zeros(alg, pk, sk, &source, error, options);
}

/* ---- Prepared keys */

size_t neosig_prepared_bytes(const neosig_alg *alg, int secret)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    return scheme != NULL ? sizeof(header) + scheme->prepared_bytes(alg, secret != 0) : 0;
}

static neosig_error prepare(const neosig_scheme *scheme, const neosig_alg *alg, int secret, void *prepared,
                            const uint8_t *key, const neosig_options *options)
{
    neosig_options opts;
    neosig_error error = options_open(&opts, options);
    if (error != NEOSIG_OK)
        return error;
    workspace space;
    neosig_operation op = secret ? NEOSIG_OP_PREPARE_SIGN : NEOSIG_OP_PREPARE_VERIFY;
    error = workspace_open(&space, workspace_need(scheme, alg, op, opts.flags), &opts);
    if (error != NEOSIG_OK)
        return error;
    *(header *)prepared = (header){.magic = PREPARED, .alg = alg, .secret = (uint64_t)secret};
    uint64_t dit = secret ? neosig_dit_enter() : 0;
    error = scheme->prepare(alg, neosig_backend_now(), secret, (header *)prepared + 1, key, space.memory);
    if (secret)
        secrets_leave(dit);
    workspace_close(&space, secret);
    return error;
}

static neosig_error prepare_or_zeros(const neosig_alg *alg, int secret, void *prepared, size_t prepared_bytes,
                                     const uint8_t *key, size_t key_bytes, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || prepared == NULL)
        return NEOSIG_ERR_ARGUMENT;
    size_t bytes = neosig_prepared_bytes(alg, secret);
    neosig_error error;
    if (prepared_bytes < bytes || !aligned(prepared))
        error = NEOSIG_ERR_WORKSPACE;
    else if (key == NULL)
        error = NEOSIG_ERR_ARGUMENT;
    else if (key_bytes != (secret ? alg->secret_key_bytes : alg->public_key_bytes))
        error = NEOSIG_ERR_LENGTH;
    else if (overlap(prepared, bytes, key, key_bytes))
        error = NEOSIG_ERR_ARGUMENT;
    else
        error = prepare(scheme, alg, secret, prepared, key, options);
    if (error != NEOSIG_OK)
        neosig_wipe(prepared, prepared_bytes < bytes ? prepared_bytes : bytes);
    return error;
}

neosig_error neosig_prepare_sign(const neosig_alg *alg, void *prepared, size_t prepared_bytes, const uint8_t *sk,
                                 size_t sk_bytes, const neosig_options *options)
{
    return prepare_or_zeros(alg, 1, prepared, prepared_bytes, sk, sk_bytes, options);
}

neosig_error neosig_prepare_sign_from_seed(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                           const uint8_t *seed, size_t seed_bytes, const neosig_options *options)
{
    if (neosig_scheme_of(alg) == NULL)
        return NEOSIG_ERR_ARGUMENT;
    const size_t bytes = alg->public_key_bytes + alg->secret_key_bytes;
    uint8_t *pk = malloc(bytes);
    if (pk == NULL) {
        if (prepared != NULL)
            neosig_wipe(prepared, prepared_bytes);
        return NEOSIG_ERR_MEMORY;
    }
    uint8_t *sk = pk + alg->public_key_bytes;
    neosig_error error = neosig_keypair_from_seed(alg, pk, sk, seed, seed_bytes, options);
    if (error == NEOSIG_OK)
        error = neosig_prepare_sign(alg, prepared, prepared_bytes, sk, alg->secret_key_bytes, options);
    else if (prepared != NULL)
        neosig_wipe(prepared, prepared_bytes);
    neosig_wipe(pk, bytes);
    free(pk);
    return error;
}

neosig_error neosig_prepare_verify(const neosig_alg *alg, void *prepared, size_t prepared_bytes, const uint8_t *pk,
                                   size_t pk_bytes, const neosig_options *options)
{
    return prepare_or_zeros(alg, 0, prepared, prepared_bytes, pk, pk_bytes, options);
}

/* The algorithm of a prepared key of this kind, NULL if it is not one. */
static const neosig_alg *prepared_alg(const void *prepared, int secret)
{
    const header *head = prepared;
    if (head->magic != PREPARED || head->secret != (uint64_t)secret || neosig_scheme_of(head->alg) == NULL)
        return NULL;
    return head->alg;
}

/* ---- Jobs: one message signed or verified */

static neosig_operation job_operation(const neosig_job *job, int secret)
{
    if (secret)
        return job->prepared ? NEOSIG_OP_SIGN_PREPARED : NEOSIG_OP_SIGN;
    return job->prepared ? NEOSIG_OP_VERIFY_PREPARED : NEOSIG_OP_VERIFY;
}

static size_t job_workspace_bytes(const neosig_job *job, int secret)
{
    return workspace_need(job->scheme, job->alg, job_operation(job, secret), job->options.flags);
}

/* The first step of a job: its algorithm and key. */
static neosig_error job_key(neosig_job *job, int secret, const neosig_alg *alg, const uint8_t *key, size_t key_bytes)
{
    memset(job, 0, sizeof *job);
    job->scheme = neosig_scheme_of(alg);
    job->alg = alg;
    job->key = key;
    if (job->scheme == NULL || key == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (key_bytes != (secret ? alg->secret_key_bytes : alg->public_key_bytes))
        return NEOSIG_ERR_LENGTH;
    return NEOSIG_OK;
}

static neosig_error job_prepared_key(neosig_job *job, int secret, const void *prepared)
{
    memset(job, 0, sizeof *job);
    if (prepared == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (!aligned(prepared))
        return NEOSIG_ERR_WORKSPACE;
    job->alg = prepared_alg(prepared, secret);
    if (job->alg == NULL)
        return NEOSIG_ERR_KEY;
    job->scheme = neosig_scheme_of(job->alg);
    job->key = (const header *)prepared + 1;
    job->prepared = 1;
    return NEOSIG_OK;
}

static neosig_error job_begin(neosig_job *job, int secret, const uint8_t *sig, size_t sig_bytes,
                              const neosig_options *options)
{
    neosig_error error = options_open(&job->options, options);
    if (error == NEOSIG_OK)
        error = check_mode(job->alg, secret, &job->options);
    if (error == NEOSIG_OK)
        error = workspace_check(job_workspace_bytes(job, secret), &job->options);
    if (error != NEOSIG_OK)
        return error;
    if (!secret) {
        size_t most = job->alg->signature_bytes;
        int variable = (job->scheme->traits & NEOSIG_VARIABLE_SIGNATURE) != 0;
        if (sig == NULL)
            return NEOSIG_ERR_ARGUMENT;
        if (sig_bytes == 0 || sig_bytes > most || (sig_bytes != most && !variable))
            return NEOSIG_ERR_SIGNATURE;
        job->signature = sig;
        job->signature_bytes = sig_bytes;
    }
    job->backend = neosig_backend_now();
    neosig_source source = source_of(&job->options);
    uint64_t dit = secret ? neosig_dit_enter() : 0;
    error = job->scheme->begin(job, secret, &source);
    if (secret)
        secrets_leave(dit);
    return error;
}

/* The second step, after a first one that gave error: the signature, options, and what is hashed before the message.
 * A job that failed to start is wiped, and no later call takes it for one. */
static neosig_error job_start(neosig_job *job, int secret, neosig_error error, const uint8_t *sig, size_t sig_bytes,
                              const neosig_options *options)
{
    if (error == NEOSIG_OK)
        error = job_begin(job, secret, sig, sig_bytes, options);
    if (error == NEOSIG_OK)
        job->magic = secret ? SIGNING : VERIFYING;
    else
        neosig_wipe(job, sizeof *job);
    return error;
}

static neosig_error job_update(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (data == NULL && bytes != 0)
        return NEOSIG_ERR_ARGUMENT;
    job->message_bytes += bytes;
    if (bytes != 0)
        job->scheme->absorb(job, data, bytes);
    return NEOSIG_OK;
}

/* Ends a job: signs into sig, or verifies if sig is NULL. */
static neosig_error job_end(neosig_job *job, int secret, uint8_t *sig, size_t *sig_bytes)
{
    if ((job->options.flags & NEOSIG_EXTERNAL_MU) != 0 && job->message_bytes != MU_BYTES)
        return NEOSIG_ERR_LENGTH;
    workspace space;
    neosig_error error = workspace_open(&space, job_workspace_bytes(job, secret), &job->options);
    if (error != NEOSIG_OK)
        return error;
    if (secret) {
        neosig_source source = source_of(&job->options);
        uint64_t dit = neosig_dit_enter();
        error = job->scheme->sign(job, sig, sig_bytes, &source, space.memory);
        secrets_leave(dit);
    } else {
        error = job->scheme->verify(job, space.memory);
    }
    workspace_close(&space, secret);
    return error;
}

static neosig_error job_sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes)
{
    neosig_error error = NEOSIG_ERR_ARGUMENT;
    size_t made = 0;
    size_t key_bytes = job->prepared ? neosig_prepared_bytes(job->alg, 1) - sizeof(header) : job->alg->secret_key_bytes;
    if (sig != NULL && sig_bytes != NULL && !overlap(sig, job->alg->signature_bytes, job->key, key_bytes))
        error = job_end(job, 1, sig, &made);
    if (error != NEOSIG_OK) {
        neosig_wipe(sig, job->alg->signature_bytes);
        made = 0;
    }
    if (sig_bytes != NULL)
        *sig_bytes = made;
    neosig_wipe(job, sizeof *job);
    return error;
}

static neosig_error job_verify(neosig_job *job)
{
    neosig_error error = job_end(job, 0, NULL, NULL);
    neosig_wipe(job, sizeof *job);
    return error;
}

/* ---- One-shot */

/* The rest of signing after a start that gave error. */
static neosig_error sign_message(neosig_job *job, neosig_error error, const neosig_alg *alg, uint8_t *sig,
                                 size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes)
{
    if (error == NEOSIG_OK) {
        error =
            overlap(sig, alg->signature_bytes, msg, msg_bytes) ? NEOSIG_ERR_ARGUMENT : job_update(job, msg, msg_bytes);
        if (error == NEOSIG_OK)
            return job_sign(job, sig, sig_bytes);
        neosig_wipe(job, sizeof *job);
    }
    if (neosig_scheme_of(alg) != NULL)
        neosig_wipe(sig, alg->signature_bytes);
    if (sig_bytes != NULL)
        *sig_bytes = 0;
    return error;
}

static neosig_error verify_message(neosig_job *job, neosig_error error, const uint8_t *msg, size_t msg_bytes)
{
    if (error == NEOSIG_OK)
        error = job_update(job, msg, msg_bytes);
    if (error == NEOSIG_OK)
        return job_verify(job);
    neosig_wipe(job, sizeof *job);
    return error;
}

neosig_error neosig_sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                         const uint8_t *sk, size_t sk_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_error error = job_key(&job, 1, alg, sk, sk_bytes);
    error = job_start(&job, 1, error, NULL, 0, options);
    return sign_message(&job, error, alg, sig, sig_bytes, msg, msg_bytes);
}

neosig_error neosig_sign_prepared(const void *prepared, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                  size_t msg_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_error error = job_prepared_key(&job, 1, prepared);
    const neosig_alg *alg = job.alg;
    error = job_start(&job, 1, error, NULL, 0, options);
    return sign_message(&job, error, alg, sig, sig_bytes, msg, msg_bytes);
}

neosig_error neosig_verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                           size_t msg_bytes, const uint8_t *pk, size_t pk_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_error error = job_key(&job, 0, alg, pk, pk_bytes);
    error = job_start(&job, 0, error, sig, sig_bytes, options);
    return verify_message(&job, error, msg, msg_bytes);
}

neosig_error neosig_verify_prepared(const void *prepared, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                    size_t msg_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_error error = job_prepared_key(&job, 0, prepared);
    error = job_start(&job, 0, error, sig, sig_bytes, options);
    return verify_message(&job, error, msg, msg_bytes);
}

/* ---- Streams */

/* The job in a stream that is at work on this kind of operation. */
static neosig_error stream_job(neosig_stream *stream, uint64_t magic, neosig_job **job)
{
    *job = (neosig_job *)stream;
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    return (*job)->magic == magic ? NEOSIG_OK : NEOSIG_ERR_STATE;
}

neosig_error neosig_sign_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sk, size_t sk_bytes,
                              const neosig_options *options)
{
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_job *job = (neosig_job *)stream;
    return job_start(job, 1, job_key(job, 1, alg, sk, sk_bytes), NULL, 0, options);
}

neosig_error neosig_sign_init_prepared(neosig_stream *stream, const void *prepared, const neosig_options *options)
{
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_job *job = (neosig_job *)stream;
    return job_start(job, 1, job_prepared_key(job, 1, prepared), NULL, 0, options);
}

neosig_error neosig_sign_update(neosig_stream *stream, const uint8_t *data, size_t bytes)
{
    neosig_job *job;
    neosig_error error = stream_job(stream, SIGNING, &job);
    return error == NEOSIG_OK ? job_update(job, data, bytes) : error;
}

neosig_error neosig_sign_final(neosig_stream *stream, uint8_t *sig, size_t *sig_bytes)
{
    neosig_job *job;
    neosig_error error = stream_job(stream, SIGNING, &job);
    if (error == NEOSIG_OK)
        return job_sign(job, sig, sig_bytes);
    if (sig_bytes != NULL)
        *sig_bytes = 0;
    return error;
}

neosig_error neosig_verify_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes,
                                const uint8_t *pk, size_t pk_bytes, const neosig_options *options)
{
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_job *job = (neosig_job *)stream;
    return job_start(job, 0, job_key(job, 0, alg, pk, pk_bytes), sig, sig_bytes, options);
}

neosig_error neosig_verify_init_prepared(neosig_stream *stream, const void *prepared, const uint8_t *sig,
                                         size_t sig_bytes, const neosig_options *options)
{
    if (stream == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_job *job = (neosig_job *)stream;
    return job_start(job, 0, job_prepared_key(job, 0, prepared), sig, sig_bytes, options);
}

neosig_error neosig_verify_update(neosig_stream *stream, const uint8_t *data, size_t bytes)
{
    neosig_job *job;
    neosig_error error = stream_job(stream, VERIFYING, &job);
    return error == NEOSIG_OK ? job_update(job, data, bytes) : error;
}

neosig_error neosig_verify_final(neosig_stream *stream)
{
    neosig_job *job;
    neosig_error error = stream_job(stream, VERIFYING, &job);
    return error == NEOSIG_OK ? job_verify(job) : error;
}
