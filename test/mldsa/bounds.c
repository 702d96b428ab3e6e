/* The bounds of an attempt at a signature, one below each bound, at the bound and one beyond it: of w - c s2, of z, of
 * c t0 and of the number of hints. c t0 reaches its bound in no known answer. The bound of z in verification, too. */
#include "backends.h"
#include "core/backend.h"
#include "mldsa/mldsa_sign.c" /* of src/, for `respond` and `hints` */

#include <stdlib.h>

static uint8_t out[4700];

static void *memory; /* of the signer */

static size_t lay_out_blank(const neosig_mldsa_ctx *ctx, signer *me)
{
    const size_t s_bytes = NEOSIG_MLDSA_DOUBLED_BYTES * (ctx->k + ctx->l), t0_bytes = 1024 * ctx->k;
    neosig_arena arena = {memory, 0};
    *me = (signer){.ctx = ctx, .ws = lay_out(ctx, &arena, 1, 0), .s_count = ctx->k + ctx->l};
    int8_t *s = neosig_carve(&arena, s_bytes);
    int32_t *t0 = neosig_carve(&arena, t0_bytes);
    me->s = s;
    me->t0 = t0;
    if (memory != NULL) {
        memset(s, 0, s_bytes);
        memset(t0, 0, t0_bytes);
        memset(me->ws.w, 0, 1024 * ctx->k);
        memset(me->ws.w1, 0, ctx->w1_bytes * ctx->k);
    }
    return arena.used;
}

/* A signer with a prepared key of zeros and w = 0. */
static signer blank(const neosig_mldsa_ctx *ctx)
{
    signer me;
    free(memory);
    memory = NULL;
    memory = test_allocate(lay_out_blank(ctx, &me));
    lay_out_blank(ctx, &me);
    return me;
}

/* The challenge 1. */
static const neosig_mldsa_sparse one = {.plus = 1};

static void set_mask(const signer *me, size_t j, size_t at, int32_t value)
{
    _Alignas(64) int32_t y[256] = {0};
    y[at] = value;
    me->ctx->poly->pack_z(me->ws.y + me->ctx->z_bytes * j, y, me->ctx->set->gamma1);
}

static void test_responses(const neosig_mldsa_ctx *ctx)
{
    const int32_t gamma1 = ctx->set->gamma1, gamma2 = ctx->set->gamma2, beta = (int32_t)ctx->beta;
    for (int which = 0; which < 2; which++) /* w - c s2, then z */
        for (int32_t beyond = -1; beyond <= 1; beyond++)
            for (int32_t sign = -1; sign <= 1; sign += 2)
                for (size_t at = 0; at < 256; at += 51) {
                    signer me = blank(ctx);
                    const size_t last = which == 0 ? ctx->k - 1 : ctx->l - 1;
                    const int32_t value = sign * ((which == 0 ? gamma2 : gamma1) - beta + beyond);
                    for (size_t j = 0; j < ctx->l; j++)
                        set_mask(&me, j, at, which == 1 && j == last ? value : 0);
                    if (which == 0)
                        me.ws.w[256 * last + at] = value;
                    CHECK((respond(&me, out, &one) != 0) == (beyond >= 0));
                }
}

/* c t0, of which the prepared key has the transform. */
static void set_t0(const signer *me, size_t i, const int32_t t0[256])
{
    _Alignas(64) int32_t hat[256];
    memcpy(hat, t0, sizeof hat);
    me->ctx->ntt->forward(hat);
    memcpy((int32_t *)(uintptr_t)(me->t0 + 256 * i), hat, sizeof hat);
}

static void test_hints(const neosig_mldsa_ctx *ctx)
{
    const int32_t gamma2 = ctx->set->gamma2;
    const unsigned omega = ctx->set->omega;
    for (int32_t beyond = -1; beyond <= 1; beyond++)
        for (int32_t sign = -1; sign <= 1; sign += 2)
            for (size_t at = 0; at < 256; at += 51) {
                signer me = blank(ctx);
                int32_t t0[256] = {0};
                t0[at] = sign * (gamma2 + beyond);
                set_t0(&me, ctx->k - 1, t0);
                CHECK((hints(&me, out, &one) != 0) == (beyond >= 0));
            }
    for (unsigned count = omega - 1; count <= omega + 1; count++) {
        signer me = blank(ctx);
        for (unsigned i = 0; i < count; i++) /* c t0 carries each of these beyond its low part */
            me.ws.w[256 * (i % ctx->k) + i] = gamma2 - 1;
        for (size_t i = 0; i < ctx->k; i++) {
            int32_t t0[256] = {0};
            for (size_t j = 0; j < 256; j++)
                t0[j] = me.ws.w[256 * i + j] != 0 ? gamma2 - 1 : 0;
            set_t0(&me, i, t0);
        }
        CHECK((hints(&me, out, &one) != 0) == (count > omega));
    }
}

/* A signature with this coefficient of z, all others being zero, that is good but for the bound of z: under the public
 * key t1 = 0 anybody makes one, since no secret key is in what the challenge is compared with. The error of it. */
static neosig_error verify_response(const neosig_mldsa_ctx *ctx, size_t polynomial, size_t at, int32_t value)
{
    static const uint8_t pk[2592], mu[64], no_hints[256];
    _Alignas(64) static int32_t z[256 * 7], r[256];
    const neosig_mldsa_signature_layout layout = neosig_mldsa_signature_layout_of(ctx);
    uint8_t w1[192];
    neosig_shake shake;

    memset(out, 0, sizeof out);
    memset(z, 0, sizeof z);
    z[256 * polynomial + at] = value;
    for (size_t j = 0; j < ctx->l; j++) {
        ctx->poly->pack_z(out + layout.z + ctx->z_bytes * j, z + 256 * j, ctx->set->gamma1);
        ctx->ntt->forward(z + 256 * j);
    }
    free(memory);
    neosig_arena arena = {NULL, 0};
    neosig_mldsa_rows_lay_out(&arena, 0);
    const size_t needed = neosig_mldsa_verify_bytes(ctx, 0, 0);
    memory = test_allocate(needed > arena.used ? needed : arena.used);
    arena = (neosig_arena){memory, 0};
    neosig_mldsa_rows rows = neosig_mldsa_rows_lay_out(&arena, 0);
    neosig_mldsa_rows_begin(&rows, ctx, pk, NULL);
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, mu, sizeof mu);
    for (size_t i = 0; i < ctx->k; i++) {
        neosig_mldsa_rows_next(&rows, r, z, 0);
        ctx->ntt->inverse(r);
        ctx->poly->use_hint(w1, r, no_hints, ctx->set->gamma2);
        neosig_shake_absorb(&shake, w1, ctx->w1_bytes);
    }
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, out + layout.ctilde, ctx->set->ctilde_bytes);
    neosig_job job = {.alg = &ctx->set->alg, .key = pk, .signature = out, .options.flags = NEOSIG_EXTERNAL_MU};
    memcpy(job.scratch, mu, sizeof mu);
    return neosig_mldsa_verify(ctx, &job, memory);
}

static void test_verification(const neosig_mldsa_ctx *ctx)
{
    const int32_t bound = ctx->set->gamma1 - (int32_t)ctx->beta;
    for (int32_t beyond = -1; beyond <= 1; beyond++)
        for (int32_t sign = -1; sign <= 1; sign += 2)
            for (size_t at = 0; at < 256; at += 51)
                CHECK(verify_response(ctx, at % ctx->l, at, sign * (bound + beyond)) ==
                      (beyond < 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE));
}

int main(void)
{
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const unsigned failed = test_failed;
        if (!test_backend(i))
            continue;
        for (size_t s = 0; s < neosig_mldsa_sets_count; s++) {
            const neosig_mldsa_ctx ctx = neosig_mldsa_open(&neosig_mldsa_sets[s].alg, neosig_backend_now());
            test_responses(&ctx);
            test_hints(&ctx);
            test_verification(&ctx);
        }
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", neosig_backend_name(i));
    }
    free(memory);
    return test_end();
}
