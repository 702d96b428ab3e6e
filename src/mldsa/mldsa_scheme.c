/* ML-DSA and Dilithium as the core sees them; prepared keys. */
#include "mldsa/mldsa.h"

#include <string.h>

neosig_mldsa_secret neosig_mldsa_secret_of(const neosig_mldsa_set *set, const uint8_t *sk)
{
    neosig_mldsa_secret out = {.rho = sk, .key = sk + 32, .tr = sk + 64};
    out.s = out.tr + set->tr_bytes;
    out.t0 = out.s + neosig_mldsa_short_bytes(set) * ((size_t)set->k + set->l);
    return out;
}

neosig_mldsa_prepared neosig_mldsa_prepared_layout(const neosig_mldsa_set *set, int secret)
{
    const size_t k = set->k, l = set->l;
    neosig_mldsa_prepared out = {.tr = 0, .key = 64, .a = 128};
    out.s = out.a + k * l * NEOSIG_MLDSA_UNIFORM_BYTES;
    out.t = out.s + (secret ? (k + l) * NEOSIG_MLDSA_SHORT_BYTES : 0);
    out.size = out.t + k * 1024;
    return out;
}

static size_t count(void)
{
    return neosig_mldsa_sets_count;
}

static const neosig_alg *at(size_t i)
{
    return i < neosig_mldsa_sets_count ? &neosig_mldsa_sets[i].alg : NULL;
}

static size_t workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_mldsa_set *set = neosig_mldsa_set_of(alg);
    switch (op) {
    case NEOSIG_OP_KEYPAIR:
        return neosig_mldsa_keypair_workspace(set, flags);
    case NEOSIG_OP_SIGN:
        return neosig_mldsa_sign_workspace(set, 0, flags);
    case NEOSIG_OP_SIGN_PREPARED:
        return neosig_mldsa_sign_workspace(set, 1, flags);
    case NEOSIG_OP_VERIFY:
    case NEOSIG_OP_VERIFY_PREPARED:
        return neosig_mldsa_verify_workspace(set, flags);
    case NEOSIG_OP_PREPARE_SIGN:
    case NEOSIG_OP_PREPARE_VERIFY:
        return NEOSIG_MLDSA_XOF_BYTES;
    }
    return 0;
}

static size_t prepared_bytes(const neosig_alg *alg, int secret)
{
    return neosig_mldsa_prepared_layout(neosig_mldsa_set_of(alg), secret).size;
}

static neosig_error prepare(const neosig_alg *alg, const neosig_backend *backend, int secret, void *prepared,
                            const uint8_t *key, void *workspace)
{
    const neosig_mldsa_set *set = neosig_mldsa_set_of(alg);
    const neosig_mldsa_kernels *poly = backend->mldsa;
    const neosig_mldsa_prepared layout = neosig_mldsa_prepared_layout(set, secret);
    uint8_t *out = prepared;
    int32_t *t = (int32_t *)(void *)(out + layout.t);

    memset(out, 0, layout.a);
    if (secret) {
        const neosig_mldsa_secret parts = neosig_mldsa_secret_of(set, key);
        int bad = 0;
        neosig_declassify(parts.rho, 32, "rho is part of the public key");
        memcpy(out + layout.tr, parts.tr, set->tr_bytes);
        memcpy(out + layout.key, parts.key, 32);
        for (size_t i = 0; i < (size_t)set->k + set->l; i++)
            bad |= poly->unpack_short((int8_t *)out + layout.s + NEOSIG_MLDSA_SHORT_BYTES * i,
                                      parts.s + neosig_mldsa_short_bytes(set) * i, set->eta);
        neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
        if (bad)
            return NEOSIG_ERR_KEY;
        for (size_t i = 0; i < set->k; i++)
            poly->unpack_t0(t + 256 * i, parts.t0 + NEOSIG_MLDSA_T0_BYTES * i);
    } else {
        neosig_shake256(backend->keccak, out + layout.tr, set->tr_bytes, key, alg->public_key_bytes);
        for (size_t i = 0; i < set->k; i++)
            poly->unpack_t1(t + 256 * i, key + 32 + NEOSIG_MLDSA_T1_BYTES * i);
    }
    for (size_t i = 0; i < set->k; i++)
        poly->ntt(t + 256 * i);
    neosig_mldsa_expand_a(set, backend, out + layout.a, key, 0, 1, (size_t)set->k * set->l, workspace);
    return NEOSIG_OK;
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    const neosig_mldsa_set *set = neosig_mldsa_set_of(job->alg);
    uint8_t hash[64];
    const uint8_t *tr = hash;
    (void)source;
    if (job->prepared)
        tr = (const uint8_t *)job->key + neosig_mldsa_prepared_layout(set, secret).tr;
    else if (secret)
        tr = neosig_mldsa_secret_of(set, job->key).tr;
    else if ((job->options.flags & NEOSIG_EXTERNAL_MU) == 0)
        neosig_shake256(job->backend->keccak, hash, set->tr_bytes, job->key, job->alg->public_key_bytes);
    neosig_mldsa_message_begin(job, tr);
    return NEOSIG_OK;
}

const neosig_scheme neosig_mldsa_scheme = {
    .name = "ml-dsa",
    .count = count,
    .at = at,
    .workspace_bytes = workspace_bytes,
    .prepared_bytes = prepared_bytes,
    .keypair = neosig_mldsa_keypair,
    .prepare = prepare,
    .begin = begin,
    .absorb = neosig_mldsa_message_absorb,
    .sign = neosig_mldsa_sign,
    .verify = neosig_mldsa_verify,
};
