#include "carved.h"
#include "copied.h"
#include "core/contract.h"
#include "mldsa/mldsa_encode.c"
#include "mldsa/mldsa_expand.c"
#include "mldsa/mldsa_message.c"
#include "mldsa/mldsa_params.c"
#include "mldsa/mldsa_scheme.c"
#include "mldsa/mldsa_verify.c"
#include "symmetric.h"

void harness_neosig_mldsa_public_layout_of(void)
{
    ANY_SET (mldsa, ctx)
        neosig_mldsa_public_layout_of(&ctx);
}

void harness_neosig_mldsa_secret_layout_of(void)
{
    ANY_SET (mldsa, ctx)
        neosig_mldsa_secret_layout_of(&ctx);
}

void harness_neosig_mldsa_signature_layout_of(void)
{
    ANY_SET (mldsa, ctx)
        neosig_mldsa_signature_layout_of(&ctx);
}

void harness_neosig_mldsa_prepared_layout_of(void)
{
    int secret;
    ANY_SET (mldsa, ctx)
        neosig_mldsa_prepared_layout_of(&ctx, secret);
}

void harness_neosig_mldsa_unpack_hints_vartime(void)
{
    uint8_t *hint;
    const uint8_t *in;
    ANY_SET (mldsa, ctx)
        neosig_mldsa_unpack_hints_vartime(&ctx, hint, in);
}

void harness_put_ones(void)
{
    size_t room, next;
    uint8_t byte;
    unsigned before;
    const size_t ones = (size_t)__builtin_popcount(byte);
    __CPROVER_assume(fits(room) && next <= room && ones <= room - next && before < 256);
    __CPROVER_assert(put_ones(any_bytes(room), next, before, byte) == next + ones, "as many places as ones");
}

static size_t most_ones; /* of all polynomials */

size_t any_ones(uint8_t *out, size_t next, unsigned before, unsigned byte)
{
    size_t ones;
    __CPROVER_assume(ones <= 8 && next + ones <= most_ones);
    __CPROVER_assert(before < 256 && __CPROVER_w_ok(out, next + ones), "the ones have room");
    return next + ones;
}

void harness_neosig_mldsa_pack_hints_vartime(void)
{
    uint8_t *out, (*bits)[32];
    UNKNOWN_SET (mldsa, ctx) {
        most_ones = ctx.set->omega;
        neosig_mldsa_pack_hints_vartime(&ctx, out, bits);
    }
}

/* Kernels, and functions with proofs of their own or none: what they read and write, in polynomials. */
static void is_poly(const int32_t *r)
{
    __CPROVER_assert(__CPROVER_w_ok(r, 1024), "a polynomial");
}

static void any_transform(int32_t r[256])
{
    is_poly(r);
}

static void any_multiply(int32_t r[256], const int32_t a[256], const int32_t b[256])
{
    is_poly(r);
    __CPROVER_assert(__CPROVER_r_ok(a, 1024) && __CPROVER_r_ok(b, 1024), "factors");
}

static void any_inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    is_poly(r);
    __CPROVER_assert(1 <= n && n <= 8, "a number of products");
    __CPROVER_assert(__CPROVER_r_ok(a, n * NEOSIG_MLDSA_UNIFORM_BYTES) && __CPROVER_r_ok(b, n * 1024), "vectors");
}

static void any_unpack_z(int32_t r[256], const uint8_t *in, int32_t gamma1)
{
    is_poly(r);
    __CPROVER_assert(__CPROVER_r_ok(in, gamma1 == 1 << 17 ? 576 : 640), "encoded numbers");
}

static void any_unpack_t1(int32_t r[256], const uint8_t in[320])
{
    is_poly(r);
    __CPROVER_assert(__CPROVER_r_ok(in, 320), "encoded numbers");
}

static int any_exceeds(const int32_t r[256], int32_t bound)
{
    int beyond;
    __CPROVER_assert(__CPROVER_r_ok(r, 1024) && bound > 0, "a polynomial and a bound");
    return beyond;
}

static void any_use_hint(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2)
{
    __CPROVER_assert(__CPROVER_w_ok(w1, gamma2 == NEOSIG_MLDSA_GAMMA2_88 ? 192 : 128), "w1 has room");
    __CPROVER_assert(__CPROVER_r_ok(r, 1024) && __CPROVER_r_ok(hint, 256), "a polynomial and its hints");
}

neosig_error any_hints(const neosig_mldsa_ctx *ctx, uint8_t *hint, const uint8_t *in)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(hint, 256 * ctx->k) && __CPROVER_r_ok(in, ctx->hint_bytes), "hints");
    return error;
}

void any_challenge(const neosig_mldsa_ctx *ctx, neosig_mldsa_sparse *c, const uint8_t *ctilde)
{
    __CPROVER_assert(__CPROVER_r_ok(ctilde, ctx->set->ctilde_bytes), "a hash");
    __CPROVER_havoc_object(c);
    __CPROVER_assume(c->plus <= ctx->set->tau && c->plus + c->minus == ctx->set->tau);
}

void any_dense(int32_t r[256], const neosig_mldsa_sparse *c, int negative)
{
    is_poly(r);
    __CPROVER_assert(c->plus + c->minus <= 64, "a challenge");
}

void any_expand_a(const neosig_mldsa_ctx *ctx, uint8_t *a, const neosig_mldsa_matrix *matrix, size_t first, size_t step,
                  size_t count)
{
    const size_t streams = count < 4 ? count : 4;
    __CPROVER_assert(__CPROVER_r_ok(matrix->rho, 32) && step == 1, "a seed");
    __CPROVER_assert(1 <= count && first + count <= ctx->k * ctx->l, "polynomials of A");
    __CPROVER_assert(__CPROVER_w_ok(a, count * NEOSIG_MLDSA_UNIFORM_BYTES), "A has room");
    __CPROVER_assert(__CPROVER_w_ok(matrix->xof, NEOSIG_MLDSA_XOF_BYTES * streams / 4), "a stream has room");
    if (matrix->beside != NULL) {
        const size_t absorbed = 5 * NEOSIG_SHAKE256_RATE; /* beside five blocks of SHAKE128 */
        if (matrix->beside->bytes < absorbed)
            matrix->beside->absorbed = 1;
        else
            matrix->beside->bytes -= absorbed;
    }
}

void neosig_shake256(const neosig_keccak_kernels *of, uint8_t *out, size_t out_bytes, const uint8_t *in,
                     size_t in_bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(out, out_bytes) && __CPROVER_r_ok(in, in_bytes), "what is hashed is there");
}

void any_message_begin(neosig_job *job, const uint8_t *tr)
{
    const neosig_mldsa_set *set = (const neosig_mldsa_set *)(const void *)job->alg;
    __CPROVER_assert(__CPROVER_r_ok(tr, set->tr_bytes), "the public key's hash");
}

void any_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_r_ok(data, bytes), "a message");
}

void any_message_mu(neosig_job *job, uint8_t mu[64])
{
    __CPROVER_assert(__CPROVER_w_ok(mu, NEOSIG_MLDSA_MU_BYTES), "mu has room");
}

static neosig_keccak_kernels sponges;
static const neosig_ntt32 ntt = {.forward = any_transform, .inverse = any_transform, .multiply = any_multiply};
static const neosig_mldsa_kernels kernels = {.inner = any_inner,
                                             .unpack_z = any_unpack_z,
                                             .unpack_t1 = any_unpack_t1,
                                             .exceeds = any_exceeds,
                                             .use_hint = any_use_hint};

#define EACH(ctx)                                                                                                      \
    EACH_SET (mldsa, ctx)                                                                                              \
        for (ctx.keccak = &sponges, ctx.poly = &kernels, ctx.ntt = &ntt; ctx.ntt != NULL; ctx.ntt = NULL)

void harness_neosig_mldsa_verify(void)
{
    enum { WAITS, BEGUN, PREPARED, CASES };
    EACH(ctx)
    for (int is = WAITS; is < CASES; is++)
        for (unsigned flags = 0; flags <= NEOSIG_LOW_MEMORY; flags += NEOSIG_LOW_MEMORY) {
            const int prepared = is == PREPARED;
            const size_t bytes = prepared ? neosig_mldsa_prepared_public_bytes(&ctx) : ctx.set->alg.public_key_bytes;
            __CPROVER_assert(neosig_mldsa_verify_bytes(&ctx, prepared, flags) > 0, "memory");
            neosig_job job;
            __CPROVER_assume(fits(job.message_bytes));
            job.outer.kernels = is == WAITS ? NULL : &sponges;
            job.alg = &ctx.set->alg;
            job.key = any_bytes(bytes);
            job.prepared = prepared;
            job.signature = any_bytes(ctx.set->alg.signature_bytes);
            job.message = any_bytes(job.message_bytes);
            job.options.flags = flags;
            neosig_mldsa_verify(&ctx, &job, any_bytes(1));
        }
}

void harness_neosig_mldsa_prepare_verify(void)
{
    EACH(ctx)
    neosig_mldsa_prepare_verify(&ctx, any_bytes(neosig_mldsa_prepared_public_bytes(&ctx)),
                                any_bytes(ctx.set->alg.public_key_bytes),
                                any_bytes(neosig_mldsa_prepare_verify_bytes(&ctx)));
}

void harness_neosig_mldsa_rows_next(void)
{
    EACH(ctx)
    for (unsigned flags = 0; flags <= NEOSIG_LOW_MEMORY; flags += NEOSIG_LOW_MEMORY) {
        const size_t pk_bytes = ctx.set->alg.public_key_bytes;
        for (int alone = 0; alone < 2; alone++) {
            neosig_arena arena = {any_bytes(1), 0};
            neosig_mldsa_rows rows = neosig_mldsa_rows_lay_out(&arena, flags);
            neosig_beside hash;
            neosig_beside_begin(&hash, NULL, any_bytes(pk_bytes), pk_bytes);
            neosig_mldsa_rows_begin(&rows, &ctx, any_bytes(32), alone ? NULL : &hash);
            for (size_t i = 0; i < ctx.k; i++)
                neosig_mldsa_rows_next(&rows, any_bytes(1024), any_bytes(1024 * ctx.l), 0);
            __CPROVER_assert(rows.next == ctx.k * ctx.l, "all of A");
        }
    }
}

void harness_neosig_mldsa_challenge_dense_vartime(void)
{
    _Bool negative;
    neosig_mldsa_sparse c;
    __CPROVER_assume(c.plus + c.minus <= 64);
    neosig_mldsa_challenge_dense_vartime(any_bytes(1024), &c, negative);
}

/* The options of a job that check_mode of src/api/job.c lets pass. */
void neosig_prehash_oid(neosig_prehash function, uint8_t oid[NEOSIG_PREHASH_OID_BYTES])
{
    __CPROVER_assert(function != NEOSIG_PREHASH_NONE, "a function");
    __CPROVER_assert(__CPROVER_w_ok(oid, NEOSIG_PREHASH_OID_BYTES), "an identifier has room");
}

void neosig_prehash_init(neosig_hash *hash, const neosig_options *options, const neosig_keccak_kernels *of)
{
    __CPROVER_assert(options->prehash != NEOSIG_PREHASH_NONE && __CPROVER_w_ok(hash, sizeof *hash), "a function");
}

void neosig_prehash_absorb(neosig_hash *hash, const neosig_options *options, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(options->prehash != NEOSIG_PREHASH_NONE && __CPROVER_r_ok(data, bytes), "a message");
}

size_t neosig_prehash_final(neosig_hash *hash, const neosig_options *options, uint8_t *digest)
{
    const size_t bytes = neosig_prehash_bytes(options->prehash);
    __CPROVER_assert(__CPROVER_w_ok(digest, bytes), "a digest");
    return bytes;
}

void harness_neosig_mldsa_message_begin(void)
{
    size_t bytes;
    uint8_t mu[NEOSIG_MLDSA_MU_BYTES];
    neosig_job job;
    neosig_mldsa_set set;
    const neosig_backend backend;
    __CPROVER_assume(job.options.context_bytes <= 255 && (unsigned)job.options.prehash <= NEOSIG_PREHASH_SHAKE256);
    __CPROVER_assume(fits(bytes) && bytes <= job.message_bytes);
    job.options.context = job.options.context_bytes != 0 ? any_bytes(job.options.context_bytes) : NULL;
    job.alg = &set.alg;
    job.backend = &backend;
    neosig_mldsa_message_begin(&job, any_bytes(set.tr_bytes));
    neosig_mldsa_message_absorb(&job, any_bytes(bytes), bytes);
    neosig_mldsa_message_mu(&job, mu);
}
