/* Verification (FIPS 204, algorithm 8). All of it is public. */
#include "mldsa/mldsa.h"

#include <string.h>

typedef struct workspace {
    int32_t *z; /* transforms of l polynomials */
    int32_t *c; /* the transform of -c */
    int32_t *r;
    uint8_t *hint; /* k polynomials, one byte a coefficient; then w1, encoded */
    neosig_mldsa_rows rows;
} workspace;

static workspace lay_out(const neosig_mldsa_ctx *ctx, neosig_arena *arena, unsigned flags)
{
    workspace ws;
    ws.z = neosig_carve(arena, ctx->l * 1024);
    ws.c = neosig_carve(arena, 1024);
    ws.r = neosig_carve(arena, 1024);
    ws.hint = neosig_carve(arena, ctx->k * 256);
    ws.rows = neosig_mldsa_rows_lay_out(arena, flags);
    return ws;
}

size_t neosig_mldsa_verify_bytes(const neosig_mldsa_ctx *ctx, int prepared, unsigned flags)
{
    (void)prepared;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, flags);
    return arena.used;
}

/* What A is expanded beside, to save time: the hash of the public key, where there is room for it. Of 5 k l + n
 * permutations, n for the key, most go in calls for four states. The key's hash must fill one more such call, or the
 * polynomials that it leaves for the end go well in pairs. */
static neosig_beside *goes_beside(const neosig_mldsa_ctx *ctx, neosig_beside *key_hash)
{
    const size_t alone = ctx->k * ctx->l, both = alone + (key_hash->bytes / NEOSIG_SHAKE256_RATE + 1) / 5;
    return ctx->keccak->pairs || both / 4 > alone / 4 ? key_hash : NULL;
}

/* mu comes last, so that the hash of the public key, which mu begins with, goes beside the expansion of A. w1, which
 * is hashed behind mu, waits where hints were: its rows are shorter. */
neosig_error neosig_mldsa_verify(const neosig_mldsa_ctx *ctx, neosig_job *job, void *memory)
{
    const uint8_t *sig = job->signature, *key = job->key;
    const int prepared = job->prepared, waits = neosig_mldsa_message_waits(job);
    const neosig_mldsa_set *set = ctx->set;
    const neosig_mldsa_kernels *poly = ctx->poly;
    const neosig_ntt32 *ntt = ctx->ntt;
    const neosig_mldsa_signature_layout sig_layout = neosig_mldsa_signature_layout_of(ctx);
    const neosig_mldsa_public_layout pk_layout = neosig_mldsa_public_layout_of(ctx);
    const neosig_mldsa_prepared_layout prepared_layout = neosig_mldsa_prepared_layout_of(ctx, 0);
    neosig_arena arena = {memory, 0};
    workspace ws = lay_out(ctx, &arena, job->options.flags);
    uint8_t expected[64], w1[192], tr[64], mu[NEOSIG_MLDSA_MU_BYTES];
    neosig_mldsa_sparse c;
    neosig_shake shake;
    neosig_beside key_hash;

    if (neosig_mldsa_unpack_hints_vartime(ctx, ws.hint, sig + sig_layout.hint) != NEOSIG_OK)
        return NEOSIG_ERR_SIGNATURE;
    for (size_t j = 0; j < ctx->l; j++) {
        poly->unpack_z(ws.z + 256 * j, sig + sig_layout.z + ctx->z_bytes * j, set->gamma1);
        if (poly->exceeds(ws.z + 256 * j, set->gamma1 - ctx->beta))
            return NEOSIG_ERR_SIGNATURE;
        ntt->forward(ws.z + 256 * j);
    }
    neosig_mldsa_challenge_vartime(ctx, &c, sig + sig_layout.ctilde);
    neosig_mldsa_challenge_dense_vartime(ws.c, &c, 1);
    ntt->forward(ws.c);

    if (waits)
        neosig_beside_begin(&key_hash, ctx->keccak, key, pk_layout.bytes);
    neosig_mldsa_rows_begin(&ws.rows, ctx, key + pk_layout.rho, waits ? goes_beside(ctx, &key_hash) : NULL);
    for (size_t i = 0; i < ctx->k; i++) {
        if (prepared) {
            ntt->multiply(ws.r, (const int32_t *)(const void *)(key + prepared_layout.t) + 256 * i, ws.c);
            poly->inner(ws.r, key + prepared_layout.a + NEOSIG_MLDSA_UNIFORM_BYTES * ctx->l * i, ws.z, ctx->l, 1);
        } else {
            poly->unpack_t1(ws.r, key + pk_layout.t1 + NEOSIG_MLDSA_T1_BYTES * i);
            ntt->forward(ws.r);
            ntt->multiply(ws.r, ws.r, ws.c);
            neosig_mldsa_rows_next(&ws.rows, ws.r, ws.z, 1);
        }
        ntt->inverse(ws.r);
        poly->use_hint(w1, ws.r, ws.hint + 256 * i, set->gamma2);
        memcpy(ws.hint + ctx->w1_bytes * i, w1, ctx->w1_bytes);
    }
    if (waits) {
        neosig_beside_finish(&key_hash, tr, set->tr_bytes);
        neosig_mldsa_message_begin(job, tr);
        neosig_mldsa_message_absorb(job, job->message, (size_t)job->message_bytes);
    }
    neosig_mldsa_message_mu(job, mu);
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, mu, sizeof mu);
    neosig_shake_absorb(&shake, ws.hint, ctx->w1_bytes * ctx->k);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, expected, set->ctilde_bytes);
    return memcmp(expected, sig + sig_layout.ctilde, set->ctilde_bytes) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}

size_t neosig_mldsa_prepare_verify_bytes(const neosig_mldsa_ctx *ctx)
{
    (void)ctx;
    return NEOSIG_MLDSA_XOF_BYTES;
}

size_t neosig_mldsa_prepared_public_bytes(const neosig_mldsa_ctx *ctx)
{
    return neosig_mldsa_prepared_layout_of(ctx, 0).bytes;
}

neosig_error neosig_mldsa_prepare_verify(const neosig_mldsa_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                         void *memory)
{
    const neosig_mldsa_public_layout from = neosig_mldsa_public_layout_of(ctx);
    const neosig_mldsa_prepared_layout to = neosig_mldsa_prepared_layout_of(ctx, 0);
    int32_t *t1 = (int32_t *)(void *)(prepared + to.t);

    neosig_beside key_hash;

    memset(prepared, 0, to.a);
    neosig_beside_begin(&key_hash, ctx->keccak, pk, from.bytes);
    for (size_t i = 0; i < ctx->k; i++) {
        ctx->poly->unpack_t1(t1 + 256 * i, pk + from.t1 + NEOSIG_MLDSA_T1_BYTES * i);
        ctx->ntt->forward(t1 + 256 * i);
    }
    const neosig_mldsa_matrix matrix = {.rho = pk + from.rho, .xof = memory, .beside = goes_beside(ctx, &key_hash)};
    neosig_mldsa_expand_a(ctx, prepared + to.a, &matrix, 0, 1, ctx->k * ctx->l);
    neosig_beside_finish(&key_hash, prepared + NEOSIG_MLDSA_PREPARED_TR, ctx->set->tr_bytes);
    return NEOSIG_OK;
}
