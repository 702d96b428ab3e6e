/* SNOVA as the roof sees it. */
#include "snova/snova.h"
#include "snova/snova_thresholds.h"

#include <string.h>

static size_t matrix_bytes(size_t elements)
{
    return (elements + NEOSIG_GF16_SLACK + 63) & ~(size_t)63;
}

neosig_snova_ctx neosig_snova_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_snova_set *set = (const neosig_snova_set *)alg;
    neosig_snova_ctx ctx = {.set = set,
                            .backend = backend,
                            .gf = backend ? backend->gf16 : NULL,
                            .kernels = backend ? backend->snova : NULL};
    ctx.v = set->v;
    ctx.o = set->o;
    ctx.m = set->m;
    ctx.l = set->l;
    ctx.r = set->r;
    ctx.lr = ctx.l * ctx.r;
    ctx.alphas = set->alphas;
    ctx.shared = set->round == 1 && ctx.o > 1;
    ctx.together = ctx.shared ? ctx.o : 1;
    ctx.map_lanes = neosig_gf16_round(ctx.o * ctx.alphas);
    ctx.abq_lanes = ctx.shared ? neosig_gf16_round(ctx.alphas) : ctx.map_lanes;
    ctx.n = ctx.v + ctx.o;
    ctx.L = ctx.l * ctx.l;
    ctx.V = ctx.v * ctx.l;
    ctx.O = ctx.o * ctx.l;
    ctx.N = ctx.n * ctx.l;
    ctx.u_pairs = (ctx.lr + 1) / 2;
    ctx.s_pairs = (ctx.L + 1) / 2;
    ctx.forms = ctx.l * (ctx.l + 1) / 2;
    ctx.by_forms = ctx.o >= NEOSIG_SNOVA_FORMS_LEAST_O;
    ctx.t_pairs = ctx.by_forms ? (ctx.o + 1) / 2 * ctx.l : (ctx.O + 1) / 2;
    ctx.r_pairs = (ctx.r + 1) / 2;
    ctx.w_lanes = 2 * ctx.u_pairs * ctx.m;
    ctx.wt_stride = neosig_gf16_round(ctx.w_lanes);
    ctx.stride = neosig_gf16_round(ctx.V + 2 * ctx.O) + 16;
    ctx.v_rows = neosig_gf16_round(ctx.V);
    ctx.v_stride = ctx.v_rows + 16;
    ctx.o_stride = neosig_gf16_round(ctx.O) + 16;
    ctx.t_bytes = matrix_bytes(ctx.o_stride * ctx.v_rows);
    ctx.r_bytes = matrix_bytes(ctx.stride * ctx.v_rows);
    ctx.p_bytes = matrix_bytes(ctx.stride * ctx.N);
    ctx.points = ctx.l > 3 || (ctx.l == 3 && ctx.v >= NEOSIG_SNOVA_POINTS_LEAST_V) ? 2 * ctx.l - 1 : 0;
    return ctx;
}

static neosig_error seed_of(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    const neosig_snova_ctx ctx = neosig_snova_open(alg, NULL);
    (void)pk;
    memcpy(seed, sk + neosig_snova_seeds_offset(&ctx), NEOSIG_SNOVA_SEEDS_BYTES);
    return NEOSIG_OK;
}

/* The digest SHAKE256(message) comes before everything else, so messages stream. */
static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    (void)source;
    neosig_shake_init(&job->hash.shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    if (secret)
        return NEOSIG_OK;
    const neosig_snova_set *set = (const neosig_snova_set *)job->alg;
    neosig_error error = neosig_snova_check_signature(set, job->signature);
    return error != NEOSIG_OK || job->prepared ? error : neosig_snova_check_public_key(set, job->key);
}

static neosig_error sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source, void *workspace)
{
    const neosig_snova_ctx ctx = neosig_snova_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_SNOVA_DIGEST_BYTES];
    neosig_job_finish_shake(job, digest, sizeof digest);
    *sig_bytes = job->alg->signature_bytes;
    return neosig_snova_sign(&ctx, sig, digest, job->key, job->prepared, source, workspace);
}

static neosig_error verify(neosig_job *job, void *workspace)
{
    const neosig_snova_ctx ctx = neosig_snova_open(job->alg, job->backend);
    uint8_t digest[NEOSIG_SNOVA_DIGEST_BYTES];
    neosig_job_finish_shake(job, digest, sizeof digest);
    return neosig_snova_verify(&ctx, job->signature, digest, job->key, job->prepared, workspace);
}

#define SCHEME snova
#include "scheme/adapter_body.h"

const neosig_scheme neosig_snova_scheme = {
    NEOSIG_ADAPTED,
    .name = "snova",
    .begin = begin,
    .absorb = neosig_job_absorb_shake,
    .seed_of = NEOSIG_IF_SIGNING(seed_of),
};
