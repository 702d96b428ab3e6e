/* ML-DSA and Dilithium as the roof sees them. */
#include "mldsa/mldsa.h"

neosig_mldsa_ctx neosig_mldsa_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_mldsa_set *set = (const neosig_mldsa_set *)(const void *)alg;
    neosig_mldsa_ctx ctx = {
        .set = set,
        .k = set->k,
        .l = set->l,
        .beta = set->tau * set->eta,
        .s_bytes = set->eta == 2 ? 96 : 128,
        .z_bytes = set->gamma1 == 1 << 17 ? 576 : 640,
        .w1_bytes = set->gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 128 : 192,
        .hint_bytes = (size_t)set->omega + set->k,
    };
    if (backend != NULL) {
        ctx.keccak = backend->keccak;
        ctx.ntt = backend->ntt_8380417;
        ctx.poly = backend->mldsa;
    }
    return ctx;
}

static neosig_error remake(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, void *workspace, unsigned flags)
{
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(alg, backend);
    return neosig_mldsa_remake(&ctx, pk, again, sk, workspace, flags);
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    const neosig_mldsa_set *set = (const neosig_mldsa_set *)(const void *)job->alg;
    const uint8_t *key = job->key;
    uint8_t hash[64];
    const uint8_t *tr = hash;
    (void)source;
    if (job->prepared)
        tr = key + NEOSIG_MLDSA_PREPARED_TR;
    else if (secret)
        tr = key + NEOSIG_MLDSA_SECRET_TR;
    else if (job->message != NULL) /* verification hashes the key beside other work */
        return NEOSIG_OK;
    else if ((job->options.flags & NEOSIG_EXTERNAL_MU) == 0)
        neosig_shake256(job->backend->keccak, hash, set->tr_bytes, key, job->alg->public_key_bytes);
    neosig_mldsa_message_begin(job, tr);
    return NEOSIG_OK;
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(job->alg, job->backend);
    const int hedged = ctx.set->fips && (job->options.flags & NEOSIG_DETERMINISTIC) == 0;
    uint8_t mu[NEOSIG_MLDSA_MU_BYTES];
    neosig_mldsa_message_mu(job, mu);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_mldsa_sign(&ctx, sig, mu, job->key, job->prepared, hedged ? source : NULL, workspace,
                             job->options.flags);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(job->alg, job->backend);
    return neosig_mldsa_verify(&ctx, job, workspace);
}

#define SCHEME mldsa
#include "scheme/adapter_body.h"

const neosig_scheme neosig_mldsa_scheme = {
    NEOSIG_ADAPTED,
    .name = "ml-dsa",
    .begin = begin,
    .absorb = neosig_mldsa_message_absorb,
    .mu = neosig_mldsa_message_mu,
    .remake = NEOSIG_IF_SIGNING(remake),
};
