/* Rainbow as the core sees it. The message is hashed as it comes; begin and absorb are that hash. */
#include "rainbow/rainbow.h"

#include <string.h>

static size_t count(void)
{
    return neosig_rainbow_sets_count;
}

static const neosig_alg *at(size_t i)
{
    return &neosig_rainbow_sets[i].alg;
}

static size_t workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    neosig_rainbow r = neosig_rainbow_open(alg, NULL);
    neosig_arena arena = {NULL, 0};
    (void)flags;
    switch (op) {
    case NEOSIG_OP_KEYPAIR:
    case NEOSIG_OP_PREPARE_SIGN:
        neosig_rainbow_keypair_carve(&r, &arena, op == NEOSIG_OP_PREPARE_SIGN);
        break;
    case NEOSIG_OP_SIGN:
    case NEOSIG_OP_SIGN_PREPARED:
        neosig_rainbow_sign_carve(&r, &arena, op == NEOSIG_OP_SIGN_PREPARED);
        break;
    case NEOSIG_OP_VERIFY:
    case NEOSIG_OP_PREPARE_VERIFY:
    case NEOSIG_OP_VERIFY_PREPARED:
        neosig_rainbow_verify_carve(&r, &arena, op == NEOSIG_OP_VERIFY_PREPARED);
        break;
    }
    return arena.used;
}

/* A prepared key is the key itself, whole. */
static size_t prepared_bytes(const neosig_alg *alg, int secret)
{
    neosig_rainbow r = neosig_rainbow_open(alg, NULL);
    return secret ? neosig_rainbow_secret_bytes(&r) : neosig_rainbow_classic_bytes(&r);
}

static neosig_error keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, void *workspace, unsigned flags)
{
    neosig_rainbow r = neosig_rainbow_open(alg, backend);
    (void)flags;
    return neosig_rainbow_keypair(&r, pk, sk, source, workspace);
}

static neosig_error prepare(const neosig_alg *alg, const neosig_backend *backend, int secret, void *prepared,
                            const uint8_t *key, void *workspace)
{
    neosig_rainbow r = neosig_rainbow_open(alg, backend);
    neosig_rainbow_version version = r.set->version;
    if (secret && version == NEOSIG_RAINBOW_COMPRESSED)
        neosig_rainbow_expand_secret(&r, prepared, key, workspace);
    else if (!secret && version != NEOSIG_RAINBOW_CLASSIC)
        neosig_rainbow_expand_public(&r, prepared, key, workspace);
    else
        memcpy(prepared, key, secret ? alg->secret_key_bytes : alg->public_key_bytes);
    return NEOSIG_OK;
}

static unsigned digest_bytes(const neosig_job *job)
{
    return ((const neosig_rainbow_set *)job->alg)->digest_bytes;
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    (void)secret;
    (void)source;
    if (digest_bytes(job) == 32)
        neosig_sha256_init(&job->hash.sha256, 32);
    else
        neosig_sha512_init(&job->hash.sha512, digest_bytes(job));
    return NEOSIG_OK;
}

static void absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (digest_bytes(job) == 32)
        neosig_sha256_update(&job->hash.sha256, data, bytes);
    else
        neosig_sha512_update(&job->hash.sha512, data, bytes);
}

static void finish(neosig_job *job, uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST])
{
    if (digest_bytes(job) == 32)
        neosig_sha256_final(&job->hash.sha256, digest, 32);
    else
        neosig_sha512_final(&job->hash.sha512, digest, digest_bytes(job));
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    neosig_rainbow r = neosig_rainbow_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST];
    (void)source;
    finish(job, digest);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_rainbow_sign(&r, sig, digest, job->key, job->prepared, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    neosig_rainbow r = neosig_rainbow_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST];
    finish(job, digest);
    return neosig_rainbow_verify(&r, job->signature, digest, job->key, job->prepared, workspace);
}

const neosig_scheme neosig_rainbow_scheme = {
    .name = "rainbow",
    .count = count,
    .at = at,
    .workspace_bytes = workspace_bytes,
    .prepared_bytes = prepared_bytes,
    .keypair = keypair,
    .prepare = prepare,
    .begin = begin,
    .absorb = absorb,
    .sign = sign,
    .verify = verify,
    .traits = NEOSIG_MESSAGE_FIRST,
};
