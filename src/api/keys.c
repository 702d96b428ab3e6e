/* Key pairs: made, and made again from what a secret key holds. */
#include "api/api.h"
#include "api/keys.h"
#include "api/workspace.h"
#include "core/secret.h"

#include <stdlib.h>
#include <string.h>

static neosig_error keypair(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, const neosig_options *options)
{
    if (!NEOSIG_SIGNERS)
        return NEOSIG_ERR_UNSUPPORTED;
    neosig_error error = neosig_options_check(options);
    if (error != NEOSIG_OK)
        return error;
    if ((alg->status == NEOSIG_WITHDRAWN || alg->status == NEOSIG_BROKEN) &&
        (options->flags & NEOSIG_ALLOW_INSECURE) == 0)
        return NEOSIG_ERR_INSECURE;
    neosig_workspace space;
    error =
        neosig_workspace_open(&space, neosig_workspace_need(scheme, alg, NEOSIG_OP_KEYPAIR, options->flags), options);
    if (error != NEOSIG_OK)
        return error;
    uint64_t dit = neosig_dit_enter();
    error = scheme->keypair(alg, neosig_backend_now(), pk, sk, source, space.memory, options->flags);
    neosig_secrets_leave(dit);
    neosig_workspace_close(&space, 1);
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

neosig_error neosig_keypair_of_seed(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *sk,
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
    const neosig_region regions[] = {{NEOSIG_RESULT, pk, alg->public_key_bytes},
                                     {NEOSIG_RESULT, sk, alg->secret_key_bytes}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, pk == NULL || sk == NULL, NEOSIG_ERR_ARGUMENT);
    if (neosig_call_begins(&call)) {
        const neosig_source source = neosig_source_of(call.options.random, call.options.random_state);
        call.error = keypair(scheme, alg, pk, sk, &source, &call.options);
    }
    return neosig_call_end(&call);
}

neosig_error neosig_keypair_from_seed(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                                      size_t seed_bytes, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    const neosig_region regions[] = {{NEOSIG_RESULT, pk, alg->public_key_bytes},
                                     {NEOSIG_RESULT, sk, alg->secret_key_bytes},
                                     {NEOSIG_READ, seed, neosig_at_most(seed_bytes, alg->seed_bytes)}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, seed != NULL && seed_bytes != alg->seed_bytes, NEOSIG_ERR_LENGTH);
    neosig_refuse(&call, pk == NULL || sk == NULL || seed == NULL, NEOSIG_ERR_ARGUMENT);
    if (neosig_call_begins(&call))
        call.error = neosig_keypair_of_seed(scheme, alg, pk, sk, seed, &call.options);
    return neosig_call_end(&call);
}

/* ---- The key pair that a secret key belongs to */

/* Makes the key pair of sk again, from the seed in it or from the parts that determine the others. */
static neosig_error remake(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, const uint8_t *given_pk, const neosig_options *options)
{
    const size_t of_keypair = neosig_workspace_need(scheme, alg, NEOSIG_OP_KEYPAIR, options->flags),
                 of_sign = neosig_workspace_need(scheme, alg, NEOSIG_OP_SIGN, options->flags),
                 bytes = of_keypair > of_sign ? of_keypair : of_sign;
    neosig_error error = neosig_options_check(options);
    if (error == NEOSIG_OK)
        error = neosig_workspace_check(bytes, options);
    if (error != NEOSIG_OK)
        return error;
    if (scheme->seed_of != NULL) {
        uint8_t seed[NEOSIG_MAX_SEED_BYTES];
        neosig_options allowing = *options; /* a key that there is may be looked at */
        allowing.flags |= NEOSIG_ALLOW_INSECURE;
        error = scheme->seed_of(alg, seed, sk, given_pk);
        if (error == NEOSIG_OK)
            error = neosig_keypair_of_seed(scheme, alg, pk, again, seed, &allowing);
        neosig_wipe(seed, sizeof seed);
        return error == NEOSIG_ERR_ATTEMPTS ? NEOSIG_ERR_KEY : error;
    }
    neosig_workspace space;
    error = neosig_workspace_open(&space, bytes, options);
    if (error != NEOSIG_OK)
        return error;
    memcpy(again, sk, alg->secret_key_bytes);
    uint64_t dit = neosig_dit_enter();
    error = scheme->remake(alg, neosig_backend_now(), pk, again, sk, space.memory, options->flags);
    neosig_secrets_leave(dit);
    neosig_workspace_close(&space, 1);
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
    const neosig_region regions[] = {{NEOSIG_RESULT, pk, alg->public_key_bytes},
                                     {NEOSIG_READ, sk, neosig_at_most(sk_bytes, alg->secret_key_bytes)}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, sk != NULL && sk_bytes != alg->secret_key_bytes, NEOSIG_ERR_LENGTH);
    neosig_refuse(&call, pk == NULL || sk == NULL, NEOSIG_ERR_ARGUMENT);
    if (neosig_call_begins(&call))
        call.error = check_pair(scheme, alg, pk, NULL, sk, &call.options);
    return neosig_call_end(&call);
}

neosig_error neosig_check_keypair(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes, const uint8_t *sk,
                                  size_t sk_bytes, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL)
        return NEOSIG_ERR_ARGUMENT;
    const neosig_region regions[] = {{NEOSIG_READ, pk, neosig_at_most(pk_bytes, alg->public_key_bytes)},
                                     {NEOSIG_READ, sk, neosig_at_most(sk_bytes, alg->secret_key_bytes)}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, pk == NULL || sk == NULL, NEOSIG_ERR_ARGUMENT);
    neosig_refuse(&call, pk_bytes != alg->public_key_bytes || sk_bytes != alg->secret_key_bytes, NEOSIG_ERR_LENGTH);
    if (neosig_call_begins(&call))
        call.error = check_pair(scheme, alg, NULL, pk, sk, &call.options);
    return neosig_call_end(&call);
}
