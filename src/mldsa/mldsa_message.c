/* The representative mu of a message: mu = H(tr || M'), with FIPS 204's prefixes and pre-hash modes in M'. */
#include "mldsa/mldsa.h"

#include <string.h>

static int external_mu(const neosig_job *job)
{
    return (job->options.flags & NEOSIG_EXTERNAL_MU) != 0;
}

void neosig_mldsa_message_begin(neosig_job *job, const uint8_t *tr)
{
    const neosig_mldsa_set *set = (const neosig_mldsa_set *)(const void *)job->alg;
    const neosig_options *options = &job->options;
    const int prehash = options->prehash != NEOSIG_PREHASH_NONE;

    if (external_mu(job))
        return;
    neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->outer, tr, set->tr_bytes);
    if (set->fips && (options->flags & NEOSIG_INTERNAL) == 0) {
        const uint8_t prefix[2] = {(uint8_t)prehash, (uint8_t)options->context_bytes};
        neosig_shake_absorb(&job->outer, prefix, sizeof prefix);
        neosig_shake_absorb(&job->outer, options->context, options->context_bytes);
    }
    if (prehash) {
        uint8_t oid[NEOSIG_PREHASH_OID_BYTES];
        neosig_prehash_oid(options->prehash, oid);
        neosig_shake_absorb(&job->outer, oid, sizeof oid);
        neosig_prehash_init(&job->hash, options, job->backend->keccak);
    }
}

int neosig_mldsa_message_waits(const neosig_job *job)
{
    return !external_mu(job) && job->outer.kernels == NULL;
}

void neosig_mldsa_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (neosig_mldsa_message_waits(job))
        return;
    if (external_mu(job))
        for (size_t i = 0, place = (size_t)job->message_bytes - bytes; i < bytes && place < NEOSIG_MLDSA_MU_BYTES;
             i++, place++)
            job->scratch[place] = data[i];
    else if (job->options.prehash == NEOSIG_PREHASH_NONE)
        neosig_shake_absorb(&job->outer, data, bytes);
    else
        neosig_prehash_absorb(&job->hash, &job->options, data, bytes);
}

void neosig_mldsa_message_mu(neosig_job *job, uint8_t mu[64])
{
    if (external_mu(job)) {
        memcpy(mu, job->scratch, NEOSIG_MLDSA_MU_BYTES);
        return;
    }
    if (job->options.prehash != NEOSIG_PREHASH_NONE) {
        uint8_t digest[NEOSIG_PREHASH_MAX_BYTES];
        const size_t bytes = neosig_prehash_final(&job->hash, &job->options, digest);
        neosig_shake_absorb(&job->outer, digest, bytes);
    }
    neosig_shake_finish(&job->outer);
    neosig_shake_squeeze(&job->outer, mu, NEOSIG_MLDSA_MU_BYTES);
}
