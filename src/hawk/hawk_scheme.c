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

static size_t verifier_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, NULL);
    (void)flags;
    if (op == NEOSIG_OP_PREPARE_VERIFY)
        return neosig_hawk_prepare_verify_bytes(&ctx);
    return neosig_hawk_verify_bytes(&ctx, op == NEOSIG_OP_VERIFY_PREPARED);
}

static size_t prepared_public_bytes(const neosig_alg *alg)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, NULL);
    return neosig_hawk_prepared_public_bytes(&ctx);
}

static size_t signer_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, NULL);
    (void)flags;
    if (op == NEOSIG_OP_KEYPAIR)
        return neosig_hawk_keypair_bytes(&ctx);
    if (op == NEOSIG_OP_PREPARE_SIGN)
        return neosig_hawk_prepare_sign_bytes(&ctx);
    return neosig_hawk_sign_bytes(&ctx, op == NEOSIG_OP_SIGN_PREPARED);
}

static size_t prepared_secret_bytes(const neosig_alg *alg)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, NULL);
    return neosig_hawk_prepared_secret_bytes(&ctx);
}

static neosig_error keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, void *workspace, unsigned flags)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, backend);
    (void)flags;
    return neosig_hawk_keypair(&ctx, pk, sk, source, workspace);
}

static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, NULL);
    (void)pk;
    memcpy(seed, neosig_hawk_secret_of(&ctx, sk).seed, alg->seed_bytes);
    return NEOSIG_OK;
}

static neosig_error prepare_sign(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                 const uint8_t *sk, void *workspace)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, backend);
    neosig_hawk_prepare_sign(&ctx, prepared, sk, workspace);
    return NEOSIG_OK;
}

static neosig_error prepare_verify(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                   const uint8_t *pk, void *workspace)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, backend);
    return neosig_hawk_prepare_verify(&ctx, prepared, pk, workspace);
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    (void)secret;
    (void)source;
    neosig_shake_init(&job->hash.shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
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

const neosig_scheme neosig_hawk_scheme = {
    .name = "hawk",
    .rows = neosig_hawk_sets,
    .row_bytes = sizeof neosig_hawk_sets[0],
    .count = &neosig_hawk_sets_count,
    .row_fault = neosig_hawk_row_fault,
    .begin = begin,
    .absorb = neosig_job_absorb_shake,
    .verifier_bytes = verifier_bytes,
    .prepared_public_bytes = prepared_public_bytes,
    .prepare_verify = prepare_verify,
    .verify = verify,
    .signer_bytes = NEOSIG_IF_SIGNING(signer_bytes),
    .prepared_secret_bytes = NEOSIG_IF_SIGNING(prepared_secret_bytes),
    .keypair = NEOSIG_IF_SIGNING(keypair),
    .prepare_sign = NEOSIG_IF_SIGNING(prepare_sign),
    .sign = NEOSIG_IF_SIGNING(sign),
    .seed_of = NEOSIG_IF_SIGNING(seed_of),
    .traits = NEOSIG_MESSAGE_FIRST,
};
