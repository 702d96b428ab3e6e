/* MAYO as the roof sees it. The digest comes before everything else, so messages stream. */
#include "mayo/mayo.h"

#include <assert.h>
#include <string.h>

neosig_mayo_ctx neosig_mayo_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_mayo_set *set = (const neosig_mayo_set *)alg;
    neosig_mayo_ctx ctx = {
        .set = set,
        .field = backend != NULL ? &backend->tower->polynomial16 : &neosig_tower_portable.polynomial16,
        .gf16 = backend != NULL ? backend->gf16 : NULL,
        .aes = backend != NULL ? backend->aes : NULL,
        .keccak = backend != NULL ? backend->keccak : NULL,
        .v = set->v,
        .o = set->o,
        .n = set->v + set->o,
        .m = set->m,
        .k = set->k,
        .salt_bytes = set->salt_bytes,
        .digest_bytes = set->digest_bytes,
    };
    ctx.o_width = neosig_tower_columns(ctx.field, ctx.o);
    ctx.k_width = neosig_tower_columns(ctx.field, ctx.k);
    ctx.m_bytes = ctx.m / 2;
    ctx.lanes = neosig_gf16_round(ctx.m);
    ctx.n_bytes = (ctx.k * ctx.n + 1) / 2;
    ctx.v_bytes = (ctx.v + 1) / 2;
    ctx.ko_bytes = (ctx.k * ctx.o + 1) / 2;
    ctx.o_bytes = (ctx.v * ctx.o + 1) / 2;
    ctx.p1_bytes = neosig_triangle(ctx.v) * ctx.m_bytes;
    ctx.p2_bytes = ctx.v * ctx.o * ctx.m_bytes;
    ctx.p3_bytes = neosig_triangle(ctx.o) * ctx.m_bytes;
    for (size_t i = 0; i < ctx.n; i++)
        ctx.offsets[i] = (uint32_t)(i * ctx.m_bytes);
    return ctx;
}

/* A secret key is its seed. */
static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    (void)pk;
    memcpy(seed, sk, alg->seed_bytes);
    return NEOSIG_OK;
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_mayo_ctx ctx = neosig_mayo_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_MAYO_MAX_DIGEST_BYTES];
    neosig_job_finish_shake(job, digest, ctx.digest_bytes);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_mayo_sign(&ctx, sig, digest, job->key, job->prepared, source, workspace, job->options.flags);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_mayo_ctx ctx = neosig_mayo_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_MAYO_MAX_DIGEST_BYTES];
    neosig_job_finish_shake(job, digest, ctx.digest_bytes);
    return neosig_mayo_verify(&ctx, job->signature, digest, job->key, job->prepared, workspace);
}

#define SCHEME mayo
#include "scheme/adapter_body.h"

const neosig_scheme neosig_mayo_scheme = {
    NEOSIG_ADAPTED,
    .name = "mayo",
    .begin = neosig_job_begin_shake,
    .absorb = neosig_job_absorb_shake,
    .seed_of = NEOSIG_IF_SIGNING(seed_of),
};
