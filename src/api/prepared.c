/* Prepared keys: a key in the form that its operation works in. */
#include "api/api.h"
#include "api/job.h"
#include "api/keys.h"
#include "api/workspace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PREPARED UINT64_C(0x6e656f7369674b31)

/* What a prepared key starts with; the scheme's part follows. */
typedef struct header {
    uint64_t magic;
    uint64_t secret;
    const neosig_alg *alg;
    uint8_t reserved[NEOSIG_ALIGNMENT - 2 * sizeof(uint64_t) - sizeof(void *)];
} header;

static_assert(sizeof(header) == NEOSIG_ALIGNMENT, "the scheme's part of a prepared key must stay aligned");

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
    neosig_error error = neosig_options_check(options);
    if (error != NEOSIG_OK)
        return error;
    neosig_workspace space;
    neosig_operation op = secret ? NEOSIG_OP_PREPARE_SIGN : NEOSIG_OP_PREPARE_VERIFY;
    error = neosig_workspace_open(&space, neosig_workspace_need(scheme, alg, op, options->flags), options);
    if (error != NEOSIG_OK)
        return error;
    *(header *)prepared = (header){.magic = PREPARED, .secret = (uint64_t)secret, .alg = alg};
    if (secret) {
        uint64_t dit = neosig_dit_enter();
        error = scheme->prepare_sign(alg, neosig_backend_now(), (header *)prepared + 1, key, space.memory);
        neosig_secrets_leave(dit);
    } else {
        error = scheme->prepare_verify(alg, neosig_backend_now(), (header *)prepared + 1, key, space.memory);
    }
    neosig_workspace_close(&space, secret);
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
    neosig_error error = neosig_keypair_of_seed(scheme, alg, pk, sk, seed, options);
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
    const size_t need = from == SEED         ? alg->seed_bytes
                        : from == SECRET_KEY ? alg->secret_key_bytes
                                             : alg->public_key_bytes;
    const size_t bytes = prepared_need(scheme, alg, from != PUBLIC_KEY);
    const neosig_region regions[] = {{NEOSIG_RESULT, prepared, neosig_at_most(prepared_bytes, bytes)},
                                     {NEOSIG_READ, key, neosig_at_most(key_bytes, need)}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, prepared_bytes < bytes || !neosig_is_aligned(prepared), NEOSIG_ERR_WORKSPACE);
    neosig_refuse(&call, key == NULL, NEOSIG_ERR_ARGUMENT);
    neosig_refuse(&call, key_bytes != need, NEOSIG_ERR_LENGTH);
    if (neosig_call_begins(&call))
        call.error = from == SEED ? prepare_seed(scheme, alg, prepared, key, &call.options)
                                  : prepare(scheme, alg, from == SECRET_KEY, prepared, key, &call.options);
    return neosig_call_end(&call);
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

neosig_region neosig_prepared_region(const neosig_scheme *scheme, const neosig_alg *alg, const void *data)
{
    return (neosig_region){NEOSIG_READ, (const header *)data - 1, prepared_need(scheme, alg, 1)};
}

neosig_given_key neosig_given_prepared_key(int secret, const void *prepared)
{
    neosig_given_key out = {.prepared = 1, .region = {NEOSIG_READ, prepared, sizeof(header)}};
    const header *head = prepared;
    if (prepared == NULL)
        out.error = NEOSIG_ERR_ARGUMENT;
    else if (!neosig_is_aligned(prepared))
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
