/* UOV as the roof sees it. The message is hashed with the salt behind it, so that it streams both ways; but a digest in
 * its place would be another scheme. */
#include "uov/uov.h"

#include <assert.h>
#include <string.h>

static_assert(NEOSIG_UOV_MAX_M <= NEOSIG_TOWER_MAX_COLUMNS, "too many columns");
static_assert(NEOSIG_UOV_MAX_N <= NEOSIG_TOWER_MAX_VARIABLES, "too many variables");
static_assert(NEOSIG_UOV_MAX_M <= NEOSIG_TOWER_MAX_BUCKET, "vectors too long for buckets");

neosig_uov_ctx neosig_uov_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_uov_set *set = (const neosig_uov_set *)alg;
    const neosig_tower_kernels *fields = backend != NULL ? backend->tower : &neosig_tower_portable;
    neosig_uov_ctx ctx = {
        .set = set,
        .fields = fields,
        .field = set->bits == 4 ? &fields->polynomial16 : &fields->polynomial256,
        .products = set->bits == 4 ? &fields->polynomial16 : &fields->gf256,
        .gf16 = backend != NULL ? backend->gf16 : NULL,
        .aes = backend != NULL ? backend->aes : NULL,
        .keccak = backend != NULL ? backend->keccak : NULL,
        .v = set->v,
        .o = set->o,
        .n = set->v + set->o,
    };
    const neosig_tower *const by_gfni = neosig_tower_by_gfni(fields);
    if (set->bits == 8 && by_gfni != NULL)
        ctx.field = by_gfni;
    ctx.width = neosig_tower_columns(ctx.products, ctx.o);
    ctx.v_bytes = (ctx.v * set->bits + 7) / 8;
    ctx.m_bytes = ctx.o * set->bits / 8;
    ctx.n_bytes = ctx.v_bytes + ctx.m_bytes;
    ctx.p1_bytes = neosig_triangle(ctx.v) * ctx.m_bytes;
    ctx.p2_bytes = ctx.s_bytes = ctx.v * ctx.o * ctx.m_bytes;
    ctx.p3_bytes = neosig_triangle(ctx.o) * ctx.m_bytes;
    ctx.o_bytes = ctx.o * ctx.v_bytes;
    ctx.o_step = set->bits == 4 ? 2 * ctx.v_bytes : ctx.v_bytes;
    return ctx;
}

/* Every secret key begins with the seed. */
static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    (void)alg;
    (void)pk;
    memcpy(seed, sk, NEOSIG_UOV_SEED_BYTES);
    return NEOSIG_OK;
}

static const char *const *other_names(const neosig_alg *alg)
{
    return ((const neosig_uov_set *)alg)->other_names;
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_uov_ctx ctx = neosig_uov_open(job->alg, job->backend);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_uov_sign(&ctx, sig, &job->hash.shake, job->key, job->prepared, source, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_uov_ctx ctx = neosig_uov_open(job->alg, job->backend);
    return neosig_uov_verify(&ctx, job->signature, &job->hash.shake, job->key, job->prepared, workspace);
}

#define SCHEME uov
#include "scheme/adapter_body.h"

const neosig_scheme neosig_uov_scheme = {
    NEOSIG_ADAPTED,
    .name = "uov",
    .other_names = other_names,
    .begin = neosig_job_begin_shake,
    .absorb = neosig_job_absorb_shake,
    .seed_of = NEOSIG_IF_SIGNING(seed_of),
    .traits = NEOSIG_MESSAGE_FIRST,
};
