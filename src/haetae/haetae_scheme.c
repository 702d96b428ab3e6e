/* HAETAE as the roof sees it. mu = SHAKE256(public key | context's length | context | message), algorithms 46 to 50. */
#include "haetae/haetae.h"

#include <string.h>

neosig_haetae_ctx neosig_haetae_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_haetae_set *set = (const neosig_haetae_set *)(const void *)alg;
    return (neosig_haetae_ctx){
        .set = set,
        .backend = backend,
        .poly = backend != NULL ? backend->haetae : NULL,
        .ntt = backend != NULL ? backend->ntt_64513 : NULL,
        .ntt16 = backend != NULL ? backend->ntt_12289_256 : NULL,
        .k = set->k,
        .l = set->l,
        .m = set->l - 1,
        .b_bits = 16 - set->d,
        .b_bytes = 32 * (16 - (size_t)set->d),
        .s2_bytes = set->d != 0 ? 96 : 64,
    };
}

static neosig_error remake(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, void *workspace, unsigned flags)
{
    const neosig_haetae_ctx ctx = neosig_haetae_open(alg, backend);
    (void)flags;
    return neosig_haetae_remake(&ctx, pk, again, sk, workspace);
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    neosig_shake *shake = &job->hash.shake;
    (void)secret;
    (void)source;
    neosig_shake_init(shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    if (job->prepared) {
        memcpy(shake->state, job->key, sizeof shake->state);
        shake->offset = (uint32_t)(job->alg->public_key_bytes % NEOSIG_SHAKE256_RATE);
    } else { /* a secret key begins with the public key */
        neosig_shake_absorb(shake, job->key, job->alg->public_key_bytes);
    }
    if ((job->options.flags & NEOSIG_INTERNAL) == 0) {
        const uint8_t length = (uint8_t)job->options.context_bytes;
        neosig_shake_absorb(shake, &length, 1);
        neosig_shake_absorb(shake, job->options.context, job->options.context_bytes);
    }
    return NEOSIG_OK;
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_haetae_ctx ctx = neosig_haetae_open(job->alg, job->backend);
    uint8_t mu[NEOSIG_HAETAE_MU_BYTES], rnd[NEOSIG_HAETAE_SEED_BYTES];
    neosig_error error = neosig_draw(source, rnd, sizeof rnd);
    if (error != NEOSIG_OK)
        return error;
    neosig_job_finish_shake(job, mu, sizeof mu);
    error = neosig_haetae_sign(&ctx, sig, mu, rnd, job->key, job->prepared, job->options.flags, workspace);
    neosig_wipe(rnd, sizeof rnd);
    *sig_bytes = job->alg->signature_bytes;
    return error;
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_haetae_ctx ctx = neosig_haetae_open(job->alg, job->backend);
    uint8_t mu[NEOSIG_HAETAE_MU_BYTES];
    neosig_job_finish_shake(job, mu, sizeof mu);
    return neosig_haetae_verify(&ctx, job->signature, mu, job->key, job->prepared, job->options.flags, workspace);
}

#define SCHEME haetae
#include "scheme/adapter_body.h"

const neosig_scheme neosig_haetae_scheme = {
    NEOSIG_ADAPTED,
    .name = "haetae",
    .begin = begin,
    .absorb = neosig_job_absorb_shake,
    .remake = NEOSIG_IF_SIGNING(remake),
};
