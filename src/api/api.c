/* The public functions: checks, memory, randomness; one path for one-shot calls, streams and prepared keys. */
#include "api/api.h"
#include "core/cpu.h"
#include "core/secret.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64
#define SIGNING UINT64_C(0x6e656f7369675331)
#define VERIFYING UINT64_C(0x6e656f7369675631)
#define PREPARED UINT64_C(0x6e656f7369674b31)
#define ALL_FLAGS                                                                                                      \
    (NEOSIG_ALLOW_INSECURE | NEOSIG_DETERMINISTIC | NEOSIG_EXTERNAL_MU | NEOSIG_INTERNAL | NEOSIG_LOW_MEMORY |         \
     NEOSIG_DIGEST)
#define MU_BYTES 64

/* What a prepared key starts with; the scheme's part follows. */
typedef struct header {
    uint64_t magic;
    uint64_t secret;
    const neosig_alg *alg;
    uint8_t reserved[ALIGNMENT - 2 * sizeof(uint64_t) - sizeof(void *)];
} header;

static_assert(sizeof(header) == ALIGNMENT, "the scheme's part of a prepared key must stay aligned");

static int aligned(const void *pointer)
{
    return (uintptr_t)pointer % ALIGNMENT == 0;
}

/* Of an input with a length of its own, no more is read than the algorithm takes: a wrong length reaches no further. */
static size_t at_most(size_t bytes, size_t most)
{
    return bytes < most ? bytes : most;
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

/* What a scheme asks for; nothing for what this build cannot do. Preparing a key knows one way only. */
static size_t workspace_need(const neosig_scheme *scheme, const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const int preparing = op == NEOSIG_OP_PREPARE_SIGN || op == NEOSIG_OP_PREPARE_VERIFY;
    const int verifying = op == NEOSIG_OP_VERIFY || op == NEOSIG_OP_VERIFY_PREPARED || op == NEOSIG_OP_PREPARE_VERIFY;
    const unsigned low = preparing ? 0 : flags & NEOSIG_LOW_MEMORY;
    if (verifying)
        return scheme->verifier_bytes(alg, op, low);
    return NEOSIG_SIGNERS ? scheme->signer_bytes(alg, op, low) : 0;
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
    NEOSIG_OPEN_MEMORY(space->memory, space->bytes);
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

#define MOST_OPTIONS_BYTES 1024 /* no version has as many: a size that was never set is not followed */

neosig_error neosig_options_take(neosig_options *opts, const neosig_options *given)
{
    memset(opts, 0, sizeof *opts);
    opts->size = sizeof opts->size;
    if (given == NULL)
        return NEOSIG_OK;
    if (given->size < sizeof *opts || given->size > MOST_OPTIONS_BYTES) /* the first version has as many members */
        return NEOSIG_ERR_ARGUMENT;
    opts->size = given->size;
    for (size_t i = sizeof *opts; i < given->size; i++)
        if (((const uint8_t *)given)[i] != 0)
            return NEOSIG_ERR_UNSUPPORTED;
    *opts = *given;
    return NEOSIG_OK;
}

/* What every operation needs: flags that there are, and a backend. */
static neosig_error check_call(const neosig_options *options)
{
    return (options->flags & ~ALL_FLAGS) == 0 ? neosig_backend_error() : NEOSIG_ERR_ARGUMENT;
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
    return (asked & ~alg->features) == 0 ? NEOSIG_OK : NEOSIG_ERR_UNSUPPORTED;
}

/* ---- Key pairs */

static neosig_error keypair(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, const neosig_options *options)
{
    if (!NEOSIG_SIGNERS)
        return NEOSIG_ERR_UNSUPPORTED;
    neosig_error error = check_call(options);
    if (error != NEOSIG_OK)
        return error;
    if ((alg->status == NEOSIG_WITHDRAWN || alg->status == NEOSIG_BROKEN) &&
        (options->flags & NEOSIG_ALLOW_INSECURE) == 0)
        return NEOSIG_ERR_INSECURE;
    workspace space;
    error = workspace_open(&space, workspace_need(scheme, alg, NEOSIG_OP_KEYPAIR, options->flags), options);
    if (error != NEOSIG_OK)
        return error;
    uint64_t dit = neosig_dit_enter();
    error = scheme->keypair(alg, neosig_backend_now(), pk, sk, source, space.memory, options->flags);
    secrets_leave(dit);
    workspace_close(&space, 1);
    return error;
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

/* A scheme that asks for more has refused the seed (HAWK). */
static neosig_error keypair_of_seed(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *sk,
                                    const uint8_t *seed, const neosig_options *options)
{
    player state = {seed, alg->seed_bytes};
    const neosig_error error = keypair(scheme, alg, pk, sk, &(neosig_source){play, &state}, options);
    return error == NEOSIG_ERR_RANDOM ? NEOSIG_ERR_ATTEMPTS : error;
}

neosig_error neosig_keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_source source = neosig_source_of(opts.random, opts.random_state);
    const neosig_region regions[] = {{NEOSIG_RESULT, pk, alg->public_key_bytes},
                                     {NEOSIG_RESULT, sk, alg->secret_key_bytes},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    if (error == NEOSIG_OK && (pk == NULL || sk == NULL || !neosig_regions_apart(regions, NEOSIG_COUNT(regions))))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK)
        error = keypair(scheme, alg, pk, sk, &source, &opts);
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

neosig_error neosig_keypair_from_seed(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                                      size_t seed_bytes, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_RESULT, pk, alg->public_key_bytes},
                                     {NEOSIG_RESULT, sk, alg->secret_key_bytes},
                                     {NEOSIG_READ, seed, at_most(seed_bytes, alg->seed_bytes)},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    if (error == NEOSIG_OK && seed != NULL && seed_bytes != alg->seed_bytes)
        error = NEOSIG_ERR_LENGTH;
    if (error == NEOSIG_OK &&
        (pk == NULL || sk == NULL || seed == NULL || !neosig_regions_apart(regions, NEOSIG_COUNT(regions))))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK)
        error = keypair_of_seed(scheme, alg, pk, sk, seed, &opts);
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

/* ---- The key pair that a secret key belongs to */

/* Makes the key pair of sk again, from the seed in it or from the parts that determine the others. */
static neosig_error remake(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, const uint8_t *given_pk, const neosig_options *options)
{
    const size_t of_keypair = workspace_need(scheme, alg, NEOSIG_OP_KEYPAIR, options->flags),
                 of_sign = workspace_need(scheme, alg, NEOSIG_OP_SIGN, options->flags),
                 bytes = of_keypair > of_sign ? of_keypair : of_sign;
    neosig_error error = check_call(options);
    if (error == NEOSIG_OK)
        error = workspace_check(bytes, options);
    if (error != NEOSIG_OK)
        return error;
    if (scheme->seed_of != NULL) {
        uint8_t seed[NEOSIG_MAX_SEED_BYTES];
        neosig_options allowing = *options; /* a key that there is may be looked at */
        allowing.flags |= NEOSIG_ALLOW_INSECURE;
        error = scheme->seed_of(alg, seed, sk, given_pk);
        if (error == NEOSIG_OK)
            error = keypair_of_seed(scheme, alg, pk, again, seed, &allowing);
        neosig_wipe(seed, sizeof seed);
        return error == NEOSIG_ERR_ATTEMPTS ? NEOSIG_ERR_KEY : error;
    }
    workspace space;
    error = workspace_open(&space, bytes, options);
    if (error != NEOSIG_OK)
        return error;
    memcpy(again, sk, alg->secret_key_bytes);
    uint64_t dit = neosig_dit_enter();
    error = scheme->remake(alg, neosig_backend_now(), pk, again, sk, space.memory, options->flags);
    secrets_leave(dit);
    workspace_close(&space, 1);
    return error;
}

/* Whether sk is a secret key, and the one of given_pk if that is not NULL; its public key to out_pk if that is not. The
 * key pair made again is on the heap. */
static neosig_error check_pair(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *out_pk,
                               const uint8_t *given_pk, const uint8_t *sk, const neosig_options *options)
{
    const size_t bytes = alg->public_key_bytes + alg->secret_key_bytes;
    if (!NEOSIG_SIGNERS)
        return NEOSIG_ERR_UNSUPPORTED;
    uint8_t *made_pk = malloc(bytes);
    if (made_pk == NULL)
        return NEOSIG_ERR_MEMORY;
    uint8_t *made_sk = made_pk + alg->public_key_bytes;
    neosig_error error = remake(scheme, alg, made_pk, made_sk, sk, given_pk, options);
    if (error == NEOSIG_OK) {
        unsigned apart = neosig_differ(sk, made_sk, alg->secret_key_bytes);
        if (given_pk != NULL)
            apart |= neosig_differ(given_pk, made_pk, alg->public_key_bytes);
        neosig_wipe_stack();
        neosig_declassify(&apart, sizeof apart, "whether the key is well-formed");
        error = apart ? NEOSIG_ERR_KEY : NEOSIG_OK;
    }
    if (error == NEOSIG_OK && out_pk != NULL)
        memcpy(out_pk, made_pk, alg->public_key_bytes);
    neosig_wipe(made_pk, bytes);
    free(made_pk);
    return error;
}

neosig_error neosig_public_key(const neosig_alg *alg, uint8_t *pk, const uint8_t *sk, size_t sk_bytes,
                               const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_RESULT, pk, alg->public_key_bytes},
                                     {NEOSIG_READ, sk, at_most(sk_bytes, alg->secret_key_bytes)},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    if (error == NEOSIG_OK && sk != NULL && sk_bytes != alg->secret_key_bytes)
        error = NEOSIG_ERR_LENGTH;
    if (error == NEOSIG_OK && (pk == NULL || sk == NULL || !neosig_regions_apart(regions, NEOSIG_COUNT(regions))))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK)
        error = check_pair(scheme, alg, pk, NULL, sk, &opts);
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

neosig_error neosig_check_keypair(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes, const uint8_t *sk,
                                  size_t sk_bytes, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_options opts;
    const neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_READ, pk, at_most(pk_bytes, alg->public_key_bytes)},
                                     {NEOSIG_READ, sk, at_most(sk_bytes, alg->secret_key_bytes)},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    if (error != NEOSIG_OK)
        return error;
    if (pk == NULL || sk == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (pk_bytes != alg->public_key_bytes || sk_bytes != alg->secret_key_bytes)
        return NEOSIG_ERR_LENGTH;
    if (!neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        return NEOSIG_ERR_ARGUMENT;
    return check_pair(scheme, alg, NULL, pk, sk, &opts);
}

/* ---- Prepared keys */

/* With its header; 0 for one that this build cannot make. */
static size_t prepared_need(const neosig_scheme *scheme, const neosig_alg *alg, int secret)
{
    if (!secret)
        return sizeof(header) + scheme->prepared_public_bytes(alg);
    return NEOSIG_SIGNERS ? sizeof(header) + scheme->prepared_secret_bytes(alg) : 0;
}

size_t neosig_prepared_bytes(const neosig_alg *alg, int secret)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    return scheme != NULL ? prepared_need(scheme, alg, secret) : 0;
}

static neosig_error prepare(const neosig_scheme *scheme, const neosig_alg *alg, int secret, void *prepared,
                            const uint8_t *key, const neosig_options *options)
{
    if (secret && !NEOSIG_SIGNERS)
        return NEOSIG_ERR_UNSUPPORTED;
    neosig_error error = check_call(options);
    if (error != NEOSIG_OK)
        return error;
    workspace space;
    neosig_operation op = secret ? NEOSIG_OP_PREPARE_SIGN : NEOSIG_OP_PREPARE_VERIFY;
    error = workspace_open(&space, workspace_need(scheme, alg, op, options->flags), options);
    if (error != NEOSIG_OK)
        return error;
    *(header *)prepared = (header){.magic = PREPARED, .secret = (uint64_t)secret, .alg = alg};
    if (secret) {
        uint64_t dit = neosig_dit_enter();
        error = scheme->prepare_sign(alg, neosig_backend_now(), (header *)prepared + 1, key, space.memory);
        secrets_leave(dit);
    } else {
        error = scheme->prepare_verify(alg, neosig_backend_now(), (header *)prepared + 1, key, space.memory);
    }
    workspace_close(&space, secret);
    return error;
}

/* The key pair in between, of which only the secret key is used, is on the heap. */
static neosig_error prepare_seed(const neosig_scheme *scheme, const neosig_alg *alg, void *prepared,
                                 const uint8_t *seed, const neosig_options *options)
{
    const size_t bytes = alg->public_key_bytes + alg->secret_key_bytes;
    uint8_t *pk = malloc(bytes);
    if (pk == NULL)
        return NEOSIG_ERR_MEMORY;
    uint8_t *sk = pk + alg->public_key_bytes;
    neosig_error error = keypair_of_seed(scheme, alg, pk, sk, seed, options);
    if (error == NEOSIG_OK)
        error = prepare(scheme, alg, 1, prepared, sk, options);
    neosig_wipe(pk, bytes);
    free(pk);
    return error;
}

typedef enum origin { PUBLIC_KEY, SECRET_KEY, SEED } origin;

static neosig_error prepare_or_zeros(const neosig_alg *alg, origin from, void *prepared, size_t prepared_bytes,
                                     const uint8_t *key, size_t key_bytes, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || prepared == NULL)
        return NEOSIG_ERR_ARGUMENT;
    neosig_options opts;
    const neosig_error taken = neosig_options_take(&opts, options);
    const size_t need = from == SEED         ? alg->seed_bytes
                        : from == SECRET_KEY ? alg->secret_key_bytes
                                             : alg->public_key_bytes;
    const size_t bytes = neosig_prepared_bytes(alg, from != PUBLIC_KEY);
    const neosig_region regions[] = {{NEOSIG_RESULT, prepared, at_most(prepared_bytes, bytes)},
                                     {NEOSIG_READ, key, at_most(key_bytes, need)},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    neosig_error error;
    if (taken != NEOSIG_OK)
        error = taken;
    else if (prepared_bytes < bytes || !aligned(prepared))
        error = NEOSIG_ERR_WORKSPACE;
    else if (key == NULL)
        error = NEOSIG_ERR_ARGUMENT;
    else if (key_bytes != need)
        error = NEOSIG_ERR_LENGTH;
    else if (!neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        error = NEOSIG_ERR_ARGUMENT;
    else if (from == SEED)
        error = prepare_seed(scheme, alg, prepared, key, &opts);
    else
        error = prepare(scheme, alg, from == SECRET_KEY, prepared, key, &opts);
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

neosig_error neosig_prepare_sign(const neosig_alg *alg, void *prepared, size_t prepared_bytes, const uint8_t *sk,
                                 size_t sk_bytes, const neosig_options *options)
{
    return prepare_or_zeros(alg, SECRET_KEY, prepared, prepared_bytes, sk, sk_bytes, options);
}

neosig_error neosig_prepare_sign_from_seed(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                           const uint8_t *seed, size_t seed_bytes, const neosig_options *options)
{
    return prepare_or_zeros(alg, SEED, prepared, prepared_bytes, seed, seed_bytes, options);
}

neosig_error neosig_prepare_verify(const neosig_alg *alg, void *prepared, size_t prepared_bytes, const uint8_t *pk,
                                   size_t pk_bytes, const neosig_options *options)
{
    return prepare_or_zeros(alg, PUBLIC_KEY, prepared, prepared_bytes, pk, pk_bytes, options);
}

/* ---- Keys of a job */

/* A key as the caller gives it. */
typedef struct given_key {
    neosig_error error;
    const neosig_scheme *scheme; /* the one of alg, or NULL */
    const neosig_alg *alg;       /* a registered one, or NULL */
    const void *data;            /* what the scheme works with */
    int prepared;
    neosig_region region;
} given_key;

static given_key raw_key(int secret, const neosig_alg *alg, const uint8_t *bytes, size_t size)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return (given_key){.error = NEOSIG_ERR_ARGUMENT, .region = {NEOSIG_READ, bytes, size}};
    const size_t need = secret ? alg->secret_key_bytes : alg->public_key_bytes;
    given_key out = {.scheme = scheme, .alg = alg, .data = bytes, .region = {NEOSIG_READ, bytes, at_most(size, need)}};
    if (bytes == NULL)
        out.error = NEOSIG_ERR_ARGUMENT;
    else if (size != need)
        out.error = NEOSIG_ERR_LENGTH;
    return out;
}

static given_key prepared_key(int secret, const void *prepared)
{
    given_key out = {.prepared = 1, .region = {NEOSIG_READ, prepared, sizeof(header)}};
    const header *head = prepared;
    if (prepared == NULL)
        out.error = NEOSIG_ERR_ARGUMENT;
    else if (!aligned(prepared))
        out.error = NEOSIG_ERR_WORKSPACE;
    else if (head->magic == PREPARED && head->secret == (uint64_t)secret)
        out.scheme = neosig_scheme_of(head->alg);
    if (out.scheme != NULL) {
        out.alg = head->alg;
        out.data = head + 1;
        out.region.bytes = prepared_need(out.scheme, out.alg, secret);
    } else if (out.error == NEOSIG_OK) {
        out.error = NEOSIG_ERR_KEY;
    }
    return out;
}

static size_t signature_most(const given_key *key)
{
    return key->alg != NULL ? key->alg->signature_bytes : 0;
}

/* ---- Jobs: one message signed or verified */

static neosig_operation job_operation(const neosig_job *job, int secret)
{
    if (secret)
        return job->prepared ? NEOSIG_OP_SIGN_PREPARED : NEOSIG_OP_SIGN;
    return job->prepared ? NEOSIG_OP_VERIFY_PREPARED : NEOSIG_OP_VERIFY;
}

/* Key and options. */
static neosig_error job_open(neosig_job *job, int secret, const given_key *key, const neosig_options *options)
{
    memset(job, 0, sizeof *job);
    job->scheme = key->scheme;
    job->alg = key->alg;
    job->key = key->data;
    job->prepared = key->prepared;
    job->options = *options;
    job->backend = neosig_backend_now();
    const neosig_error error = check_call(options);
    return error == NEOSIG_OK ? check_mode(job->alg, secret, options) : error;
}

/* The first step: key, options, for verification the signature, and what is hashed before the message. */
static neosig_error job_start(neosig_job *job, int secret, const given_key *key, const uint8_t *sig, size_t sig_bytes,
                              const neosig_options *options)
{
    neosig_error error = job_open(job, secret, key, options);
    if (error == NEOSIG_OK) {
        job->workspace_bytes = workspace_need(job->scheme, job->alg, job_operation(job, secret), options->flags);
        error = workspace_check(job->workspace_bytes, options);
    }
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
    neosig_source source = neosig_source_of(options->random, options->random_state);
    uint64_t dit = secret ? neosig_dit_enter() : 0;
    error = job->scheme->begin(job, secret, &source);
    if (secret)
        secrets_leave(dit);
    return error;
}

/* Where the key of a job that signs lies. */
static neosig_region job_secret_key(const neosig_job *job)
{
    if (!job->prepared)
        return (neosig_region){NEOSIG_READ, job->key, job->alg->secret_key_bytes};
    return (neosig_region){NEOSIG_READ, (const header *)job->key - 1, prepared_need(job->scheme, job->alg, 1)};
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

/* Of messages that have one length. */
static neosig_error check_length(const neosig_job *job)
{
    if ((job->options.flags & NEOSIG_EXTERNAL_MU) != 0 && job->message_bytes != MU_BYTES)
        return NEOSIG_ERR_LENGTH;
    if ((job->options.flags & NEOSIG_DIGEST) != 0 && job->message_bytes != neosig_prehash_bytes(job->options.prehash))
        return NEOSIG_ERR_LENGTH;
    return NEOSIG_OK;
}

/* The last step: signs into sig, or verifies if secret is 0. */
static neosig_error job_end(neosig_job *job, int secret, uint8_t *sig, size_t *sig_bytes)
{
    workspace space;
    neosig_error error = check_length(job);
    if (error != NEOSIG_OK)
        return error;
    error = workspace_open(&space, job->workspace_bytes, &job->options);
    if (error != NEOSIG_OK)
        return error;
    if (secret) {
        neosig_source source = neosig_source_of(job->options.random, job->options.random_state);
        uint64_t dit = neosig_dit_enter();
        error = job->scheme->sign(job, sig, sig_bytes, &source, space.memory);
        secrets_leave(dit);
    } else {
        error = job->scheme->verify(job, space.memory);
    }
    workspace_close(&space, secret);
    return error;
}

/* ---- One-shot */

static neosig_error sign_message(const given_key *key, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                 size_t msg_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_RESULT, sig, signature_most(key)},
                                     {NEOSIG_RESULT, sig_bytes, sizeof *sig_bytes},
                                     {NEOSIG_READ, msg, msg_bytes},
                                     key->region,
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    error = error != NEOSIG_OK ? error : key->error;
    if (error == NEOSIG_OK &&
        (sig == NULL || sig_bytes == NULL || !neosig_regions_apart(regions, NEOSIG_COUNT(regions))))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK) {
        error = job_start(&job, 1, key, NULL, 0, &opts);
        if (error == NEOSIG_OK)
            error = job_update(&job, msg, msg_bytes);
        job.message = msg;
        if (error == NEOSIG_OK)
            error = job_end(&job, 1, sig, sig_bytes);
        neosig_wipe(&job, sizeof job);
    }
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

static neosig_error verify_message(const given_key *key, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                   size_t msg_bytes, const neosig_options *options)
{
    neosig_job job;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_READ, sig, at_most(sig_bytes, signature_most(key))},
                                     {NEOSIG_READ, msg, msg_bytes},
                                     key->region,
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    error = error != NEOSIG_OK ? error : key->error;
    if (error == NEOSIG_OK && !neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK) {
        error = job_start(&job, 0, key, sig, sig_bytes, &opts);
        if (error == NEOSIG_OK)
            error = job_update(&job, msg, msg_bytes);
        if (error == NEOSIG_OK)
            error = job_end(&job, 0, NULL, NULL);
        neosig_wipe(&job, sizeof job);
    }
    return error;
}

neosig_error neosig_sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                         const uint8_t *sk, size_t sk_bytes, const neosig_options *options)
{
    const given_key key = raw_key(1, alg, sk, sk_bytes);
    return sign_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_sign_prepared(const void *prepared, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                  size_t msg_bytes, const neosig_options *options)
{
    const given_key key = prepared_key(1, prepared);
    return sign_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                           size_t msg_bytes, const uint8_t *pk, size_t pk_bytes, const neosig_options *options)
{
    const given_key key = raw_key(0, alg, pk, pk_bytes);
    return verify_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_verify_prepared(const void *prepared, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                    size_t msg_bytes, const neosig_options *options)
{
    const given_key key = prepared_key(0, prepared);
    return verify_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_mu(const neosig_alg *alg, uint8_t mu[64], const uint8_t *msg, size_t msg_bytes, const uint8_t *pk,
                       size_t pk_bytes, const neosig_options *options)
{
    const given_key key = raw_key(0, alg, pk, pk_bytes);
    neosig_job job;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_RESULT, mu, MU_BYTES},
                                     {NEOSIG_READ, msg, msg_bytes},
                                     key.region,
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    error = error != NEOSIG_OK ? error : key.error;
    if (error == NEOSIG_OK && (alg->features & NEOSIG_HAS_EXTERNAL_MU) == 0)
        error = NEOSIG_ERR_UNSUPPORTED;
    if (error == NEOSIG_OK &&
        (mu == NULL || (opts.flags & NEOSIG_EXTERNAL_MU) != 0 || !neosig_regions_apart(regions, NEOSIG_COUNT(regions))))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK) {
        const neosig_source source = neosig_source_of(opts.random, opts.random_state);
        error = job_open(&job, 0, &key, &opts);
        if (error == NEOSIG_OK)
            error = job.scheme->begin(&job, 0, &source);
        if (error == NEOSIG_OK)
            error = job_update(&job, msg, msg_bytes);
        if (error == NEOSIG_OK)
            error = check_length(&job);
        if (error == NEOSIG_OK)
            job.scheme->mu(&job, mu);
        neosig_wipe(&job, sizeof job);
    }
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

/* ---- Streams */

typedef struct stream_content {
    uint64_t magic; /* which kind it is: SIGNING or VERIFYING */
    neosig_job job;
} stream_content;

static_assert(sizeof(stream_content) <= sizeof(neosig_stream), "neosig_stream is too small");

/* A stream that fails to start is zero, and no later call takes it for one. */
static neosig_error stream_init(neosig_stream *stream, int secret, const given_key *key, const uint8_t *sig,
                                size_t sig_bytes, const neosig_options *options)
{
    stream_content *content = (stream_content *)stream;
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    const neosig_region regions[] = {{NEOSIG_RESULT, stream, sizeof *stream},
                                     {NEOSIG_READ, sig, at_most(sig_bytes, signature_most(key))},
                                     key->region,
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    error = error != NEOSIG_OK ? error : key->error;
    if (stream == NULL || (error == NEOSIG_OK && !neosig_regions_apart(regions, NEOSIG_COUNT(regions))))
        error = NEOSIG_ERR_ARGUMENT;
    if (error == NEOSIG_OK)
        error = job_start(&content->job, secret, key, sig, sig_bytes, &opts);
    if (error == NEOSIG_OK)
        content->magic = secret ? SIGNING : VERIFYING;
    else
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
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
    return error == NEOSIG_OK ? job_update(&((stream_content *)stream)->job, data, bytes) : error;
}

neosig_error neosig_sign_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sk, size_t sk_bytes,
                              const neosig_options *options)
{
    const given_key key = raw_key(1, alg, sk, sk_bytes);
    return stream_init(stream, 1, &key, NULL, 0, options);
}

neosig_error neosig_sign_init_prepared(neosig_stream *stream, const void *prepared, const neosig_options *options)
{
    const given_key key = prepared_key(1, prepared);
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
                                     job_secret_key(job),
                                     NEOSIG_OPTIONS_REGIONS(NULL, job->options)};
    error = NEOSIG_ERR_ARGUMENT;
    if (sig != NULL && sig_bytes != NULL && neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        error = job_end(job, 1, sig, sig_bytes);
    if (error != NEOSIG_OK)
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    neosig_wipe(stream, sizeof(stream_content));
    return error;
}

neosig_error neosig_verify_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes,
                                const uint8_t *pk, size_t pk_bytes, const neosig_options *options)
{
    const given_key key = raw_key(0, alg, pk, pk_bytes);
    return stream_init(stream, 0, &key, sig, sig_bytes, options);
}

neosig_error neosig_verify_init_prepared(neosig_stream *stream, const void *prepared, const uint8_t *sig,
                                         size_t sig_bytes, const neosig_options *options)
{
    const given_key key = prepared_key(0, prepared);
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
    error = job_end(&((stream_content *)stream)->job, 0, NULL, NULL);
    neosig_wipe(stream, sizeof(stream_content));
    return error;
}

/* ---- Verifying what was signed */

/* If the message has gone into a hash that began as this one, this one takes what became of it. */
static int take_hash(void *hash, const void *begun, const void *hashed, size_t bytes)
{
    if (memcmp(begun, hashed, bytes) == 0 || memcmp(begun, hash, bytes) != 0)
        return 0;
    memcpy(hash, hashed, bytes);
    return 1;
}

/* FN-DSA signs with two hashes side by side, of which the signature says the one to verify with. */
static int take_message(neosig_job *job, const neosig_job *begun, const neosig_job *hashed)
{
    job->message_bytes = hashed->message_bytes;
    return hashed->message_bytes == 0 || take_hash(&job->hash, &begun->hash, &hashed->hash, sizeof job->hash) ||
           take_hash(&job->outer, &begun->outer, &hashed->outer, sizeof job->outer) ||
           take_hash(&job->outer, &begun->hash.shake, &hashed->hash.shake, sizeof job->outer);
}

neosig_error neosig_verify_signed(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                  const neosig_stream *begun, const neosig_stream *hashed)
{
    const given_key key = prepared_key(0, prepared);
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
    error = job_start(&job, 0, &key, sig, sig_bytes, &before->options);
    if (error == NEOSIG_OK)
        error = take_message(&job, before, after) ? job_end(&job, 0, NULL, NULL) : NEOSIG_ERR_SIGNATURE;
    neosig_wipe(&job, sizeof job);
    return error;
}
