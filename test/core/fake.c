#include "fake.h"

#include <string.h>

#define PK 32
#define SK 40
#define SIG 64
#define SALT FAKE_SALT

neosig_error fake_keypair_error, fake_remake_error, fake_prepare_error, fake_begin_error, fake_sign_error,
    fake_verify_error;
uint8_t fake_remade;
size_t fake_steps, fake_signature_bytes = SIG;

static const neosig_specification specification = {"1", "2000", "none", "2000", NULL};

#define ROW(row_name, scheme_name, row_status, row_features)                                                           \
    {                                                                                                                  \
        .name = row_name, .scheme = scheme_name, .level = 1, .status = row_status, .status_since = "2000-01",          \
        .status_citation = "none", .oid = "1.2.3." row_name, .public_key_bytes = PK, .secret_key_bytes = SK,           \
        .signature_bytes = SIG, .seed_bytes = SK, .features = row_features, .specification = &specification            \
    }

/* All in one array, a row's size apart: a pointer to one with a bit changed points to none. */
static const neosig_alg rows[] = {
    ROW("full", "fake", NEOSIG_STANDARD,
        NEOSIG_HAS_CONTEXT | NEOSIG_HAS_DETERMINISTIC | NEOSIG_HAS_HEDGED | NEOSIG_HAS_PREHASH |
            NEOSIG_HAS_EXTERNAL_MU | NEOSIG_HAS_FAULT_CHECKS | NEOSIG_HAS_PARTS),
    ROW("bare", "fake", NEOSIG_SUPERSEDED, 0),
    ROW("broken", "fake", NEOSIG_BROKEN, 0),
    ROW("withdrawn", "fake", NEOSIG_WITHDRAWN, 0),
    ROW("variable", "variable", NEOSIG_STANDARD, 0),
    ROW("formless", "formless", NEOSIG_STANDARD, 0),
};
enum { VARIABLE = 4, FORMLESS = 5 };
static const size_t fakes = 4, one = 1;

static size_t workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    (void)alg, (void)op;
    return (flags & NEOSIG_LOW_MEMORY) != 0 ? FAKE_WORKSPACE / 2 : FAKE_WORKSPACE;
}

static size_t prepared_bytes(const neosig_alg *alg)
{
    (void)alg;
    return FAKE_PREPARED;
}

/* What a real scheme would leave in its workspace. */
static void soil(void *workspace, unsigned flags)
{
    memset(workspace, 0xa5, workspace_bytes(NULL, 0, flags));
}

static neosig_error keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, void *workspace, unsigned flags)
{
    (void)alg;
    fake_steps++;
    soil(workspace, flags);
    neosig_error error = neosig_draw(source, sk, SK);
    if (error != NEOSIG_OK) {
        memset(pk, 0xa5, PK);
        memset(sk, 0xa5, SK);
        return error;
    }
    neosig_shake256(backend->keccak, pk, PK, sk, SK);
    return fake_keypair_error;
}

static neosig_error remake(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, void *workspace, unsigned flags)
{
    (void)alg;
    fake_steps++;
    soil(workspace, flags);
    neosig_shake256(backend->keccak, pk, PK, sk, SK);
    again[0] ^= fake_remade;
    return fake_remake_error;
}

/* Of a secret key that begins with 0, the public key tells part of the seed. */
static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    (void)alg;
    memcpy(seed, sk, SK);
    return sk[0] == 0 && pk == NULL ? NEOSIG_ERR_UNSUPPORTED : NEOSIG_OK;
}

/* A prepared key of either kind is the public key. */
static neosig_error prepare_sign(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                 const uint8_t *sk, void *workspace)
{
    (void)alg;
    fake_steps++;
    soil(workspace, 0);
    memset(prepared, 0xa5, FAKE_PREPARED);
    neosig_shake256(backend->keccak, prepared, PK, sk, SK);
    return fake_prepare_error;
}

static neosig_error prepare_verify(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                   const uint8_t *pk, void *workspace)
{
    (void)alg, (void)backend;
    fake_steps++;
    soil(workspace, 0);
    memset(prepared, 0xa5, FAKE_PREPARED);
    memcpy(prepared, pk, PK);
    return fake_prepare_error;
}

static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    (void)source;
    uint8_t pk[PK];
    fake_steps++;
    if (secret && !job->prepared)
        neosig_shake256(job->backend->keccak, pk, PK, job->key, SK);
    else
        memcpy(pk, job->key, PK);
    neosig_shake_init(&job->hash.shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->hash.shake, pk, PK);
    uint8_t mode[3] = {(uint8_t)job->options.context_bytes, (uint8_t)job->options.prehash,
                       (uint8_t)(job->options.flags & (NEOSIG_EXTERNAL_MU | NEOSIG_INTERNAL))};
    neosig_shake_absorb(&job->hash.shake, mode, sizeof mode);
    neosig_shake_absorb(&job->hash.shake, job->options.context, job->options.context_bytes);
    return fake_begin_error;
}

static void absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    neosig_shake_absorb(&job->hash.shake, data, bytes);
}

/* The rest of a signature of sig_bytes bytes, which it depends on, so that cutting a signature makes none. */
static void tag(neosig_job *job, uint8_t out[SIG - SALT], const uint8_t salt[SALT], size_t sig_bytes)
{
    const uint8_t length = (uint8_t)sig_bytes;
    neosig_shake_absorb(&job->hash.shake, salt, SALT);
    neosig_shake_absorb(&job->hash.shake, &length, 1);
    neosig_shake_finish(&job->hash.shake);
    neosig_shake_squeeze(&job->hash.shake, out, sig_bytes - SALT);
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    fake_steps++;
    soil(workspace, job->options.flags);
    memset(sig, 0, SALT);
    if ((job->options.flags & NEOSIG_DETERMINISTIC) == 0) {
        neosig_error error = neosig_draw(source, sig, SALT);
        if (error != NEOSIG_OK) {
            memset(sig, 0xa5, SIG);
            return error;
        }
    }
    *sig_bytes = (job->scheme->traits & NEOSIG_VARIABLE_SIGNATURE) != 0 ? fake_signature_bytes : SIG;
    tag(job, sig + SALT, sig, *sig_bytes);
    return fake_sign_error;
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    uint8_t expected[SIG - SALT];
    fake_steps++;
    soil(workspace, job->options.flags);
    if (fake_verify_error != NEOSIG_OK)
        return fake_verify_error;
    if (job->signature_bytes < FAKE_SHORTEST)
        return NEOSIG_ERR_SIGNATURE;
    tag(job, expected, job->signature, job->signature_bytes);
    int same = memcmp(expected, job->signature + SALT, job->signature_bytes - SALT) == 0;
    return same ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}

static void make_mu(neosig_job *job, uint8_t mu[64])
{
    fake_steps++;
    neosig_shake_finish(&job->hash.shake);
    neosig_shake_squeeze(&job->hash.shake, mu, 64);
}

/* Signed messages in the manner of Falcon: the bytes after the salt, two bytes big-endian | salt | message | these. */

static size_t overhead(const neosig_alg *alg)
{
    return alg->signature_bytes + 2;
}

static size_t pack(const neosig_alg *alg, uint8_t *sm, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                   size_t msg_bytes)
{
    const size_t rest = sig_bytes - SALT;
    (void)alg;
    if (msg_bytes != 0)
        memmove(sm + 2 + SALT, msg, msg_bytes);
    sm[0] = (uint8_t)(rest >> 8);
    sm[1] = (uint8_t)rest;
    memcpy(sm + 2, sig, SALT);
    memcpy(sm + 2 + SALT + msg_bytes, sig + SALT, rest);
    return 2 + sig_bytes + msg_bytes;
}

static neosig_error unpack(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t **msg,
                           size_t *msg_bytes, const uint8_t *sm, size_t sm_bytes)
{
    if (sm_bytes < 2 + SALT)
        return NEOSIG_ERR_SIGNATURE;
    const size_t rest = (size_t)sm[0] << 8 | sm[1], left = sm_bytes - 2 - SALT;
    if (rest > left || rest > alg->signature_bytes - SALT)
        return NEOSIG_ERR_SIGNATURE;
    memcpy(sig, sm + 2, SALT);
    memcpy(sig + SALT, sm + sm_bytes - rest, rest);
    *sig_bytes = SALT + rest;
    *msg = sm + 2 + SALT;
    *msg_bytes = left - rest;
    return NEOSIG_OK;
}

/* What all three schemes have. */
#define STEPS                                                                                                          \
    .row_bytes = sizeof rows[0], .begin = begin, .absorb = absorb, .verifier_bytes = workspace_bytes,                  \
    .prepared_public_bytes = prepared_bytes, .prepare_verify = prepare_verify, .verify = verify,                       \
    .signer_bytes = workspace_bytes, .prepared_secret_bytes = prepared_bytes, .keypair = keypair,                      \
    .prepare_sign = prepare_sign, .sign = sign

static const neosig_scheme fake = {
    .name = "fake", .rows = rows, .count = &fakes, .remake = remake, .mu = make_mu, STEPS};

static const neosig_scheme variable = {
    .name = "variable",
    .rows = &rows[VARIABLE],
    .count = &one,
    .seed_of = seed_of,
    STEPS,
    .traits = NEOSIG_VARIABLE_SIGNATURE,
    .overhead = overhead,
    .pack = pack,
    .unpack = unpack,
};

static const neosig_scheme formless = {
    .name = "formless",
    .rows = &rows[FORMLESS],
    .count = &one,
    .seed_of = seed_of,
    STEPS,
    .traits = NEOSIG_VARIABLE_SIGNATURE,
};

const neosig_scheme *const neosig_schemes[] = {&fake, NULL, &variable, &formless};
const size_t neosig_schemes_count = NEOSIG_COUNT(neosig_schemes);
