/* The representative mu of a message: mu = H(tr || M'), with FIPS 204's prefixes and pre-hash modes in M'. */
#include "mldsa/mldsa.h"

#include <string.h>

typedef enum hash_family { SHA256, SHA512, KECCAK } hash_family;

/* A pre-hash function; its object identifier is 2.16.840.1.101.3.4.2.<oid>. */
typedef struct hash_function {
    hash_family family;
    uint8_t oid, digest_bytes, rate, padding;
} hash_function;

static const hash_function hash_functions[] = {
    [NEOSIG_PREHASH_SHA2_224] = {SHA256, 4, 28, 0, 0},       [NEOSIG_PREHASH_SHA2_256] = {SHA256, 1, 32, 0, 0},
    [NEOSIG_PREHASH_SHA2_384] = {SHA512, 2, 48, 0, 0},       [NEOSIG_PREHASH_SHA2_512] = {SHA512, 3, 64, 0, 0},
    [NEOSIG_PREHASH_SHA2_512_224] = {SHA512, 5, 28, 0, 0},   [NEOSIG_PREHASH_SHA2_512_256] = {SHA512, 6, 32, 0, 0},
    [NEOSIG_PREHASH_SHA3_224] = {KECCAK, 7, 28, 144, 0x06},  [NEOSIG_PREHASH_SHA3_256] = {KECCAK, 8, 32, 136, 0x06},
    [NEOSIG_PREHASH_SHA3_384] = {KECCAK, 9, 48, 104, 0x06},  [NEOSIG_PREHASH_SHA3_512] = {KECCAK, 10, 64, 72, 0x06},
    [NEOSIG_PREHASH_SHAKE128] = {KECCAK, 11, 32, 168, 0x1f}, [NEOSIG_PREHASH_SHAKE256] = {KECCAK, 12, 64, 136, 0x1f},
};

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
        const hash_function *function = &hash_functions[options->prehash];
        const uint8_t oid[] = {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, function->oid};
        neosig_shake_absorb(&job->outer, oid, sizeof oid);
        if (function->family == SHA256)
            neosig_sha256_init(&job->hash.sha256, function->digest_bytes);
        else if (function->family == SHA512)
            neosig_sha512_init(&job->hash.sha512, function->digest_bytes);
        else
            neosig_shake_init(&job->hash.shake, job->backend->keccak, function->rate);
    }
}

void neosig_mldsa_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (external_mu(job))
        for (size_t i = 0, place = (size_t)job->message_bytes - bytes; i < bytes && place < NEOSIG_MLDSA_MU_BYTES;
             i++, place++)
            job->scratch[place] = data[i];
    else if (job->options.prehash == NEOSIG_PREHASH_NONE)
        neosig_shake_absorb(&job->outer, data, bytes);
    else if (hash_functions[job->options.prehash].family == SHA256)
        neosig_sha256_update(&job->hash.sha256, data, bytes);
    else if (hash_functions[job->options.prehash].family == SHA512)
        neosig_sha512_update(&job->hash.sha512, data, bytes);
    else
        neosig_shake_absorb(&job->hash.shake, data, bytes);
}

void neosig_mldsa_message_mu(neosig_job *job, uint8_t mu[64])
{
    if (external_mu(job)) {
        memcpy(mu, job->scratch, NEOSIG_MLDSA_MU_BYTES);
        return;
    }
    if (job->options.prehash != NEOSIG_PREHASH_NONE) {
        const hash_function *function = &hash_functions[job->options.prehash];
        uint8_t digest[64];
        if (function->family == SHA256) {
            neosig_sha256_final(&job->hash.sha256, digest, function->digest_bytes);
        } else if (function->family == SHA512) {
            neosig_sha512_final(&job->hash.sha512, digest, function->digest_bytes);
        } else {
            neosig_shake_finish_as(&job->hash.shake, function->padding);
            neosig_shake_squeeze(&job->hash.shake, digest, function->digest_bytes);
        }
        neosig_shake_absorb(&job->outer, digest, function->digest_bytes);
    }
    neosig_shake_finish(&job->outer);
    neosig_shake_squeeze(&job->outer, mu, NEOSIG_MLDSA_MU_BYTES);
}
