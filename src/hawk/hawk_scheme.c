/* HAWK as the roof sees it. The message is hashed first, the public key's hash after it. */
#include "hawk/hawk.h"

#include <string.h>

neosig_hawk_ctx neosig_hawk_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_hawk_set *set = (const neosig_hawk_set *)(const void *)alg;
    neosig_hawk_ctx ctx = {
        .set = set,
        .backend = backend,
        .logn = set->logn,
        .n = (size_t)1 << set->logn,
        .seed_bytes = set->alg.seed_bytes,
        .key_hash_bytes = (size_t)1 << (set->logn - 4),
    };
    if (backend != NULL) {
        ctx.kernels = backend->hawk;
        ctx.ntt = set->logn == 8   ? backend->ntt_12289_256
                  : set->logn == 9 ? backend->ntt_12289_512
                                   : backend->ntt_12289_1024;
    }
    return ctx;
}

static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, NULL);
    (void)pk;
    memcpy(seed, neosig_hawk_secret_of(&ctx, sk).seed, alg->seed_bytes);
    return NEOSIG_OK;
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(job->alg, job->backend);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_hawk_sign(&ctx, job, sig, source, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(job->alg, job->backend);
    return neosig_hawk_verify(&ctx, job, workspace);
}

#define SCHEME hawk
#include "scheme/adapter_body.h"

const neosig_scheme neosig_hawk_scheme = {
    NEOSIG_ADAPTED,
    .name = "hawk",
    .begin = neosig_job_begin_shake,
    .absorb = neosig_job_absorb_shake,
    .seed_of = NEOSIG_IF_SIGNING(seed_of),
    .traits = NEOSIG_MESSAGE_FIRST,
};
