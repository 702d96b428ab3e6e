/* A job: one message signed or verified with one key. One-shot calls and streams are made of its steps. */
#ifndef NEOSIG_API_JOB_H
#define NEOSIG_API_JOB_H

#include "core/contract.h"
#include "core/region.h"
#include "scheme/scheme.h"

#define NEOSIG_MU_BYTES 64

/* A key as the caller gives it. */
typedef struct neosig_given_key {
    neosig_error error;
    const neosig_scheme *scheme; /* the one of alg, or NULL */
    const neosig_alg *alg;       /* a registered one, or NULL */
    const void *data;            /* what the scheme works with */
    int prepared;
    neosig_region region;
} neosig_given_key;

/* No byte is read. What is named as read is no more than a key of the set has. */
neosig_given_key neosig_given_raw_key(int secret, const neosig_alg *alg, const uint8_t *bytes, size_t size)
    NEOSIG_CONTRACT(assigns(), ensures(returned.region.start == bytes && returned.region.bytes <= size),
                    ensures(implies(returned.error == NEOSIG_OK, returned.data == bytes && returned.alg == alg)),
                    ensures(implies(returned.error == NEOSIG_OK,
                                    size == (secret ? alg->secret_key_bytes : alg->public_key_bytes))));
neosig_given_key neosig_given_prepared_key(int secret, const void *prepared);

static inline size_t neosig_given_key_signature_bytes(const neosig_given_key *key)
{
    return key->alg != NULL ? key->alg->signature_bytes : 0;
}

/* Key and options. */
neosig_error neosig_job_open(neosig_job *job, int secret, const neosig_given_key *key, const neosig_options *options);

/* Key, options, and for verification the signature. */
neosig_error neosig_job_take(neosig_job *job, int secret, const neosig_given_key *key, const uint8_t *sig,
                             size_t sig_bytes, const neosig_options *options);

/* The first step: these, and what is hashed before the message. */
neosig_error neosig_job_start(neosig_job *job, int secret, const neosig_given_key *key, const uint8_t *sig,
                              size_t sig_bytes, const neosig_options *options);

neosig_error neosig_job_update(neosig_job *job, const uint8_t *data, size_t bytes);

/* Of messages that have one length. */
neosig_error neosig_job_check_length(const neosig_job *job)
    NEOSIG_CONTRACT(requires(__CPROVER_r_ok(job, sizeof *job)),
                    requires((unsigned)job->options.prehash <= NEOSIG_PREHASH_SHAKE256), assigns(),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_LENGTH),
                    ensures(implies(returned == NEOSIG_OK && job->options.flags & NEOSIG_EXTERNAL_MU,
                                    job->message_bytes == NEOSIG_MU_BYTES)));

/* The last step: signs into sig, or verifies if secret is 0. */
neosig_error neosig_job_end(neosig_job *job, int secret, uint8_t *sig, size_t *sig_bytes);

/* All steps of a verification. */
neosig_error neosig_job_verify(const neosig_given_key *key, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                               size_t msg_bytes, const neosig_options *options);

/* Where the key of a job that signs lies. */
neosig_region neosig_job_secret_key(const neosig_job *job);

/* A prepared secret key with its header, of which the scheme has the part at data. */
neosig_region neosig_prepared_region(const neosig_scheme *scheme, const neosig_alg *alg, const void *data);

#endif
