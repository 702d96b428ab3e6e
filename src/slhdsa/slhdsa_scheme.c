/* SLH-DSA as the roof sees it. */
#include "slhdsa/slhdsa.h"

#include <string.h>

neosig_slhdsa_ctx neosig_slhdsa_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_slhdsa_set *set = (const neosig_slhdsa_set *)(const void *)alg;
    const size_t n = set->n, len = 2 * n + 3;
    neosig_slhdsa_ctx ctx = {
        .set = set,
        .hash = set->shake ? &neosig_slhdsa_shake_hash : &neosig_slhdsa_sha2_hash,
        .n = n,
        .k = set->k,
        .a = set->a,
        .d = set->d,
        .tree_height = set->tree_height,
        .len = len,
        .fors_bytes = n * (1 + (size_t)set->a),
        .wots_bytes = n * len,
        .xmss_bytes = n * (len + set->tree_height),
    };
    if (backend != NULL) {
        ctx.kernels = backend->slhdsa;
        ctx.keccak = backend->keccak;
    }
    return ctx;
}

static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    (void)pk;
    memcpy(seed, sk, alg->seed_bytes);
    return NEOSIG_OK;
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    const neosig_slhdsa_ctx ctx = neosig_slhdsa_open(job->alg, job->backend);
    (void)source;
    neosig_slhdsa_message_begin(job, &ctx, secret);
    return NEOSIG_OK;
}

static void absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    const neosig_slhdsa_ctx ctx = neosig_slhdsa_open(job->alg, job->backend);
    neosig_slhdsa_message_absorb(job, &ctx, data, bytes);
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_slhdsa_ctx ctx = neosig_slhdsa_open(job->alg, job->backend);
    neosig_slhdsa_message message;
    neosig_slhdsa_message_of(job, &message);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_slhdsa_sign(&ctx, sig, &message, job, source, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_slhdsa_ctx ctx = neosig_slhdsa_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_SLHDSA_MAX_M];
    neosig_slhdsa_message_digest(job, &ctx, digest);
    return neosig_slhdsa_verify(&ctx, job->signature, digest, job->key, workspace);
}

#define SCHEME slhdsa
#include "scheme/adapter_body.h"

const neosig_scheme neosig_slhdsa_scheme = {
    NEOSIG_ADAPTED, .name = "slh-dsa", .begin = begin, .absorb = absorb, .seed_of = NEOSIG_IF_SIGNING(seed_of),
};
