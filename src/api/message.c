/* Whole messages signed and verified, and mu. */
#include "api/api.h"
#include "api/job.h"

static neosig_error sign_message(const neosig_given_key *key, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                 size_t msg_bytes, const neosig_options *options)
{
    const neosig_region regions[] = {{NEOSIG_RESULT, sig, neosig_given_key_signature_bytes(key)},
                                     {NEOSIG_RESULT, sig_bytes, sizeof *sig_bytes},
                                     {NEOSIG_READ, msg, msg_bytes},
                                     key->region};
    neosig_call call;
    neosig_job job;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, key->error != NEOSIG_OK, key->error);
    neosig_refuse(&call, sig == NULL || sig_bytes == NULL, NEOSIG_ERR_ARGUMENT);
    if (neosig_call_begins(&call)) {
        call.error = neosig_job_start(&job, 1, key, NULL, 0, &call.options);
        if (call.error == NEOSIG_OK)
            call.error = neosig_job_update(&job, msg, msg_bytes);
        job.message = msg;
        if (call.error == NEOSIG_OK)
            call.error = neosig_job_end(&job, 1, sig, sig_bytes);
        neosig_wipe(&job, sizeof job);
    }
    return neosig_call_end(&call);
}

static neosig_error verify_message(const neosig_given_key *key, const uint8_t *sig, size_t sig_bytes,
                                   const uint8_t *msg, size_t msg_bytes, const neosig_options *options)
{
    const neosig_region regions[] = {
        {NEOSIG_READ, sig, neosig_at_most(sig_bytes, neosig_given_key_signature_bytes(key))},
        {NEOSIG_READ, msg, msg_bytes},
        key->region};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, key->error != NEOSIG_OK, key->error);
    if (neosig_call_begins(&call))
        call.error = neosig_job_verify(key, sig, sig_bytes, msg, msg_bytes, &call.options);
    return neosig_call_end(&call);
}

neosig_error neosig_sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                         const uint8_t *sk, size_t sk_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_raw_key(1, alg, sk, sk_bytes);
    return sign_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_sign_prepared(const void *prepared, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                  size_t msg_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_prepared_key(1, prepared);
    return sign_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                           size_t msg_bytes, const uint8_t *pk, size_t pk_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_raw_key(0, alg, pk, pk_bytes);
    return verify_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_verify_prepared(const void *prepared, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                    size_t msg_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_prepared_key(0, prepared);
    return verify_message(&key, sig, sig_bytes, msg, msg_bytes, options);
}

neosig_error neosig_mu(const neosig_alg *alg, uint8_t mu[64], const uint8_t *msg, size_t msg_bytes, const uint8_t *pk,
                       size_t pk_bytes, const neosig_options *options)
{
    const neosig_given_key key = neosig_given_raw_key(0, alg, pk, pk_bytes);
    const neosig_region regions[] = {{NEOSIG_RESULT, mu, NEOSIG_MU_BYTES}, {NEOSIG_READ, msg, msg_bytes}, key.region};
    neosig_call call;
    neosig_job job;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, key.error != NEOSIG_OK, key.error);
    neosig_refuse(&call, key.alg != NULL && (alg->features & NEOSIG_HAS_EXTERNAL_MU) == 0, NEOSIG_ERR_UNSUPPORTED);
    neosig_refuse(&call, mu == NULL || (call.options.flags & NEOSIG_EXTERNAL_MU) != 0, NEOSIG_ERR_ARGUMENT);
    if (neosig_call_begins(&call)) {
        const neosig_source source = neosig_source_of(call.options.random, call.options.random_state);
        call.error = neosig_job_open(&job, 0, &key, &call.options);
        if (call.error == NEOSIG_OK)
            call.error = job.scheme->begin(&job, 0, &source);
        if (call.error == NEOSIG_OK)
            call.error = neosig_job_update(&job, msg, msg_bytes);
        if (call.error == NEOSIG_OK)
            call.error = neosig_job_check_length(&job);
        if (call.error == NEOSIG_OK)
            job.scheme->mu(&job, mu);
        neosig_wipe(&job, sizeof job);
    }
    return neosig_call_end(&call);
}
