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

static size_t verifier_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, NULL);
    (void)flags;
    return op == NEOSIG_OP_PREPARE_VERIFY ? 0 : neosig_falcon_verify_bytes(&ctx, op == NEOSIG_OP_VERIFY_PREPARED);
}

static size_t prepared_public_bytes(const neosig_alg *alg)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, NULL);
    return neosig_falcon_prepared_public_bytes(&ctx);
}

static size_t signer_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, NULL);
    if (op == NEOSIG_OP_KEYPAIR)
        return neosig_falcon_keypair_bytes(&ctx, flags);
    if (op == NEOSIG_OP_PREPARE_SIGN)
        return neosig_falcon_prepare_sign_bytes(&ctx);
    return neosig_falcon_sign_bytes(&ctx, op == NEOSIG_OP_SIGN_PREPARED, flags);
}

static size_t prepared_secret_bytes(const neosig_alg *alg)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, NULL);
    return neosig_falcon_prepared_offset(&ctx, 1) + neosig_falcon_prepared_secret_bytes(&ctx);
}

static neosig_error keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, void *workspace, unsigned flags)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, backend);
    return neosig_falcon_keypair(&ctx, pk, sk, source, workspace, flags);
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

static neosig_error prepare_sign(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                 const uint8_t *sk, void *workspace)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, backend);
    uint8_t *hashes = prepared;
    if (ctx.rules == NEOSIG_FALCON_FNDSA) {
        memset(hashes, 0, neosig_falcon_prepared_offset(&ctx, 1));
        memcpy(hashes, sk + alg->secret_key_bytes - NEOSIG_FALCON_KEY_HASH_BYTES, NEOSIG_FALCON_KEY_HASH_BYTES);
        neosig_falcon_hash_of_fg(&ctx, hashes + NEOSIG_FALCON_FG_HASH_AT, sk);
    }
    return neosig_falcon_prepare_sign(&ctx, hashes + neosig_falcon_prepared_offset(&ctx, 1), sk, workspace);
}

static neosig_error prepare_verify(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                   const uint8_t *pk, void *workspace)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, backend);
    (void)workspace;
    return neosig_falcon_prepare_verify(&ctx, prepared, pk);
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
    const uint8_t *key = (const uint8_t *)job->key + (job->prepared ? neosig_falcon_prepared_offset(&ctx, 1) : 0);
    const neosig_error error =
        neosig_falcon_sign(&signing, sig, sig_bytes, key, job->prepared, job->options.flags, workspace);
    neosig_wipe(&signing, sizeof signing);
    return error;
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(job->alg, job->backend);
    return neosig_falcon_verify(&ctx, job, workspace);
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

const neosig_scheme neosig_falcon_scheme = {
    .name = "falcon",
    .rows = neosig_falcon_sets,
    .row_bytes = sizeof neosig_falcon_sets[0],
    .count = &neosig_falcon_sets_count,
    .row_fault = neosig_falcon_row_fault,
    .begin = begin,
    .absorb = neosig_falcon_message_absorb,
    .verifier_bytes = verifier_bytes,
    .prepared_public_bytes = prepared_public_bytes,
    .prepare_verify = prepare_verify,
    .verify = verify,
    .signer_bytes = NEOSIG_IF_SIGNING(signer_bytes),
    .prepared_secret_bytes = NEOSIG_IF_SIGNING(prepared_secret_bytes),
    .keypair = NEOSIG_IF_SIGNING(keypair),
    .prepare_sign = NEOSIG_IF_SIGNING(prepare_sign),
    .sign = NEOSIG_IF_SIGNING(sign),
    .remake = NEOSIG_IF_SIGNING(remake),
    .traits = NEOSIG_VARIABLE_SIGNATURE,
    .overhead = overhead,
    .pack = pack,
    .unpack = unpack,
};
