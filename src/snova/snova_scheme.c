/* SNOVA as the core sees it. */
#include "snova/snova.h"

static size_t count(void)
{
    return neosig_snova_sets_count;
}

static const neosig_alg *at(size_t i)
{
    return &neosig_snova_sets[i].alg;
}

static size_t matrix_bytes(size_t elements)
{
    return (elements + NEOSIG_GF16_SLACK + 63) & ~(size_t)63;
}

/* backend: NULL where only sizes are asked for. */
static neosig_snova_ctx open_set(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_snova_set *set = (const neosig_snova_set *)alg;
    neosig_snova_ctx s = {.set = set, .backend = backend, .gf = backend ? backend->gf16 : NULL};
    s.v = set->v;
    s.o = s.m = set->o;
    s.l = set->l;
    s.n = s.v + s.o;
    s.L = s.l * s.l;
    s.V = s.v * s.l;
    s.O = s.o * s.l;
    s.N = s.n * s.l;
    s.u_pairs = (s.L + 1) / 2;
    s.o_pairs = (s.O + 1) / 2;
    s.l_pairs = (s.l + 1) / 2;
    s.sigmas = 2 * s.u_pairs;
    s.w_lanes = s.sigmas * s.m;
    s.stride = neosig_gf16_round(s.V + 2 * s.O) + 16;
    s.v_rows = neosig_gf16_round(s.V);
    s.v_stride = s.v_rows + 16;
    s.o_stride = neosig_gf16_round(s.O) + 16;
    s.t_bytes = matrix_bytes(s.o_stride * s.v_rows);
    s.r_bytes = matrix_bytes(s.stride * s.v_rows);
    s.p_bytes = matrix_bytes(s.stride * s.N);
    return s;
}

static size_t workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    (void)flags;
    const neosig_snova_ctx s = open_set(alg, NULL);
    switch (op) {
    case NEOSIG_OP_KEYPAIR:
        return neosig_snova_keypair_bytes(&s);
    case NEOSIG_OP_SIGN:
        return neosig_snova_sign_bytes(&s, 0);
    case NEOSIG_OP_SIGN_PREPARED:
        return neosig_snova_sign_bytes(&s, 1);
    case NEOSIG_OP_VERIFY:
        return neosig_snova_verify_bytes(&s, 0);
    case NEOSIG_OP_VERIFY_PREPARED:
        return neosig_snova_verify_bytes(&s, 1);
    case NEOSIG_OP_PREPARE_SIGN:
        return neosig_snova_prepare_sign_bytes(&s);
    case NEOSIG_OP_PREPARE_VERIFY:
        return neosig_snova_prepare_verify_bytes(&s);
    }
    return 0;
}

static size_t prepared_bytes(const neosig_alg *alg, int secret)
{
    const neosig_snova_ctx s = open_set(alg, NULL);
    return neosig_snova_prepared_bytes(&s, secret);
}

static neosig_error keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, void *workspace, unsigned flags)
{
    (void)flags;
    const neosig_snova_ctx s = open_set(alg, backend);
    return neosig_snova_keypair(&s, pk, sk, source, workspace);
}

static neosig_error prepare(const neosig_alg *alg, const neosig_backend *backend, int secret, void *prepared,
                            const uint8_t *key, void *workspace)
{
    const neosig_snova_ctx s = open_set(alg, backend);
    if (secret) {
        neosig_snova_prepare_sign(&s, prepared, key, workspace);
        return NEOSIG_OK;
    }
    neosig_error error = neosig_snova_check_public_key(&s, key);
    if (error == NEOSIG_OK)
        neosig_snova_prepare_verify(&s, prepared, key, workspace);
    return error;
}

/* The digest SHAKE256(message) comes before everything else, so messages stream. */
static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    (void)source;
    neosig_shake_init(&job->hash.shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    if (secret)
        return NEOSIG_OK;
    const neosig_snova_ctx s = open_set(job->alg, job->backend);
    neosig_error error = neosig_snova_check_signature(&s, job->signature);
    return error != NEOSIG_OK || job->prepared ? error : neosig_snova_check_public_key(&s, job->key);
}

static void absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    neosig_shake_absorb(&job->hash.shake, data, bytes);
}

static void finish(neosig_job *job, uint8_t digest[NEOSIG_SNOVA_DIGEST])
{
    neosig_shake_finish(&job->hash.shake);
    neosig_shake_squeeze(&job->hash.shake, digest, NEOSIG_SNOVA_DIGEST);
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_snova_ctx s = open_set(job->alg, job->backend);
    uint8_t digest[NEOSIG_SNOVA_DIGEST];
    finish(job, digest);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_snova_sign(&s, sig, digest, job->key, job->prepared, source, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_snova_ctx s = open_set(job->alg, job->backend);
    uint8_t digest[NEOSIG_SNOVA_DIGEST];
    finish(job, digest);
    return neosig_snova_verify(&s, job->signature, digest, job->key, job->prepared, workspace);
}

const neosig_scheme neosig_snova_scheme = {
    .name = "snova",
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
};
