/* Rainbow as the roof sees it. The message is hashed as it comes; begin and absorb are that hash. */
#include "rainbow/rainbow.h"

#include <assert.h>
#include <string.h>

/* What the kernels ask: products and systems have o1 or o2 columns, vectors of the public map have m elements. */
static_assert(NEOSIG_RAINBOW_MAX_O1 <= NEOSIG_TOWER_MAX_COLUMNS, "too many columns");
static_assert(NEOSIG_RAINBOW_MAX_O2 <= NEOSIG_TOWER_MAX_COLUMNS, "too many columns");
static_assert(NEOSIG_RAINBOW_MAX_M <= NEOSIG_TOWER_MAX_BUCKET, "vectors too long for buckets");
static_assert(NEOSIG_RAINBOW_MAX_N <= NEOSIG_TOWER_MAX_VARIABLES, "too many variables");

neosig_rainbow_ctx neosig_rainbow_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_rainbow_set *set = (const neosig_rainbow_set *)alg;
    const neosig_tower_kernels *fields = backend != NULL ? backend->tower : &neosig_tower_portable;
    neosig_rainbow_ctx ctx = {
        .set = set,
        .fields = fields,
        .gf16 = backend != NULL ? backend->gf16 : NULL,
        .field = set->bits == 4 ? &fields->gf16 : &fields->gf256,
        .aes = backend != NULL ? backend->aes : &neosig_aes_portable,
        .v = set->v,
        .o1 = set->o1,
        .o2 = set->o2,
        .m = set->o1 + set->o2,
        .n = set->v + set->o1 + set->o2,
    };
    ctx.v_bytes = neosig_tower_bytes(ctx.field, ctx.v);
    ctx.o1_bytes = neosig_tower_bytes(ctx.field, ctx.o1);
    ctx.o2_bytes = neosig_tower_bytes(ctx.field, ctx.o2);
    ctx.m_bytes = neosig_tower_bytes(ctx.field, ctx.m);
    ctx.n_bytes = neosig_tower_bytes(ctx.field, ctx.n);
    return ctx;
}

/* Key generation draws the secret seed, then the public seed. A compressed secret key is the public seed and then the
 * secret seed. Other secret keys begin with the secret seed. */
static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    const size_t bytes = NEOSIG_RAINBOW_SEED_BYTES;
    const neosig_rainbow_version version = ((const neosig_rainbow_set *)alg)->version;
    const int compressed = version == NEOSIG_RAINBOW_COMPRESSED;
    const uint8_t *public_seed = compressed ? sk : pk;
    memcpy(seed, compressed ? sk + bytes : sk, bytes);
    if (version == NEOSIG_RAINBOW_CLASSIC)
        return NEOSIG_OK;
    if (public_seed == NULL)
        return NEOSIG_ERR_UNSUPPORTED;
    memcpy(seed + bytes, public_seed, bytes);
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

static void finish(neosig_job *job, uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST_BYTES])
{
    if (digest_bytes(job) == 32)
        neosig_sha256_final(&job->hash.sha256, digest, 32);
    else
        neosig_sha512_final(&job->hash.sha512, digest, digest_bytes(job));
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    neosig_rainbow_ctx ctx = neosig_rainbow_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST_BYTES];
    (void)source;
    finish(job, digest);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_rainbow_sign(&ctx, sig, digest, job->key, job->prepared, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    neosig_rainbow_ctx ctx = neosig_rainbow_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST_BYTES];
    finish(job, digest);
    return neosig_rainbow_verify(&ctx, job->signature, digest, job->key, job->prepared, workspace);
}

#define SCHEME rainbow
#include "scheme/adapter_body.h"

const neosig_scheme neosig_rainbow_scheme = {
    NEOSIG_ADAPTED,
    .name = "rainbow",
    .begin = begin,
    .absorb = absorb,
    .seed_of = NEOSIG_IF_SIGNING(seed_of),
    .traits = NEOSIG_MESSAGE_FIRST,
};
