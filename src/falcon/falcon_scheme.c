/* Falcon and FN-DSA as the roof sees them. */
#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"

#include <string.h>

neosig_falcon_ctx neosig_falcon_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_falcon_set *set = (const neosig_falcon_set *)(const void *)alg;
    neosig_falcon_ctx ctx = {
        .set = set,
        .backend = backend,
        .rules = set->rules,
        .logn = set->logn,
        .n = (size_t)1 << set->logn,
        .f_bits = set->logn == 9 ? 6 : 5,
        .most_s1 = set->rules == NEOSIG_FALCON_ROUND3 ? NEOSIG_FALCON_Q / 2 : NEOSIG_FNDSA_MOST,
        .most_s2 = set->rules == NEOSIG_FALCON_ROUND3 ? NEOSIG_FALCON_MOST_S2 : NEOSIG_FNDSA_MOST,
    };
    if (backend != NULL)
        ctx.ntt = set->logn == 9 ? backend->ntt_12289_512 : backend->ntt_12289_1024;
    return ctx;
}

/* F belongs to f and g: that is checked. Nothing else follows but FN-DSA's hash of the public key. */
static neosig_error remake(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, void *workspace, unsigned flags)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, backend);
    (void)flags;
    neosig_error error = neosig_falcon_check_secret_key(&ctx, sk, workspace);
    if (error == NEOSIG_OK)
        error = neosig_falcon_public_key_of(&ctx, pk, sk);
    if (error == NEOSIG_OK)
        neosig_falcon_pack_key_hash(&ctx, again, pk);
    return error;
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(job->alg, job->backend);
    return neosig_falcon_message_begin(&ctx, job, secret, source);
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(job->alg, job->backend);
    neosig_falcon_signing signing = {.ctx = &ctx, .job = job, .source = source};
    const neosig_error error =
        neosig_falcon_sign(&signing, sig, sig_bytes, job->key, job->prepared, job->options.flags, workspace);
    neosig_wipe(&signing, sizeof signing);
    return error;
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(job->alg, job->backend);
    return neosig_falcon_verify(&ctx, job, workspace);
}

static void verify_many(neosig_job *jobs, size_t n, neosig_error *errors, void *workspace)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(jobs[0].alg, jobs[0].backend);
    neosig_falcon_verify_many(&ctx, jobs, n, errors, workspace);
}

/* ---- NIST's signed message. Padded signatures: signature, message. Else: two bytes with the length of what follows
 * the message, the nonce, the message, a header that is not a signature's, s2. */

#define LENGTH_BYTES 2
#define HEADER_BITS 0x10 /* set in a signature, not set in a signed message */

static int padded(const neosig_alg *alg)
{
    return ((const neosig_falcon_set *)(const void *)alg)->padded;
}

static size_t overhead(const neosig_alg *alg)
{
    return alg->signature_bytes;
}

static size_t pack(const neosig_alg *alg, uint8_t *sm, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                   size_t msg_bytes)
{
    const size_t nonce = NEOSIG_FALCON_NONCE_BYTES, tail = sig_bytes - nonce;
    if (padded(alg)) {
        if (msg_bytes != 0)
            memmove(sm + sig_bytes, msg, msg_bytes);
        memcpy(sm, sig, sig_bytes);
        return sig_bytes + msg_bytes;
    }
    uint8_t *end = sm + LENGTH_BYTES + nonce + msg_bytes;
    if (msg_bytes != 0)
        memmove(sm + LENGTH_BYTES + nonce, msg, msg_bytes);
    sm[0] = (uint8_t)(tail >> 8);
    sm[1] = (uint8_t)tail;
    memcpy(sm + LENGTH_BYTES, sig + 1, nonce);
    end[0] = sig[0] ^ HEADER_BITS;
    memcpy(end + 1, sig + 1 + nonce, tail - 1);
    return LENGTH_BYTES + sig_bytes + msg_bytes;
}

static neosig_error unpack(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t **msg,
                           size_t *msg_bytes, const uint8_t *sm, size_t sm_bytes)
{
    const size_t nonce = NEOSIG_FALCON_NONCE_BYTES;
    if (padded(alg)) {
        if (sm_bytes < alg->signature_bytes)
            return NEOSIG_ERR_SIGNATURE;
        *sig_bytes = alg->signature_bytes;
        *msg = sm + *sig_bytes;
        *msg_bytes = sm_bytes - *sig_bytes;
        memcpy(sig, sm, *sig_bytes);
        return NEOSIG_OK;
    }
    if (sm_bytes < LENGTH_BYTES + nonce)
        return NEOSIG_ERR_SIGNATURE;
    const size_t tail = (size_t)sm[0] << 8 | sm[1];
    if (tail == 0 || tail > sm_bytes - LENGTH_BYTES - nonce || tail > alg->signature_bytes - nonce)
        return NEOSIG_ERR_SIGNATURE;
    const uint8_t *end = sm + sm_bytes - tail;
    sig[0] = end[0] ^ HEADER_BITS;
    memcpy(sig + 1, sm + LENGTH_BYTES, nonce);
    memcpy(sig + 1 + nonce, end + 1, tail - 1);
    *sig_bytes = nonce + tail;
    *msg = sm + LENGTH_BYTES + nonce;
    *msg_bytes = sm_bytes - LENGTH_BYTES - nonce - tail;
    return NEOSIG_OK;
}

#define SCHEME falcon
#include "scheme/adapter_body.h"

const neosig_scheme neosig_falcon_scheme = {
    NEOSIG_ADAPTED,
    .name = "falcon",
    .begin = begin,
    .absorb = neosig_falcon_message_absorb,
    .verify_many = verify_many,
    .remake = NEOSIG_IF_SIGNING(remake),
    .traits = NEOSIG_VARIABLE_SIGNATURE,
    .overhead = overhead,
    .pack = pack,
    .unpack = unpack,
};
