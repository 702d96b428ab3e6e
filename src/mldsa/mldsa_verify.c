/* Verification (FIPS 204, algorithm 8). All of it is public. */
#include "mldsa/mldsa.h"

#include <string.h>

typedef struct workspace {
    int32_t *z; /* transforms of l polynomials */
    int32_t *c; /* the transform of -c */
    int32_t *r;
    uint8_t *hint; /* k polynomials, one byte a coefficient */
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

neosig_error neosig_mldsa_verify(const neosig_mldsa_ctx *ctx, const uint8_t *sig, const uint8_t mu[64],
                                 const uint8_t *key, int prepared, void *memory, unsigned flags)
{
    const neosig_mldsa_set *set = ctx->set;
    const neosig_mldsa_kernels *poly = ctx->poly;
    const neosig_ntt32 *ntt = ctx->ntt;
    const neosig_mldsa_signature_layout sig_layout = neosig_mldsa_signature_layout_of(ctx);
    const neosig_mldsa_public_layout pk_layout = neosig_mldsa_public_layout_of(ctx);
    const neosig_mldsa_prepared_layout prepared_layout = neosig_mldsa_prepared_layout_of(ctx, 0);
    neosig_arena arena = {memory, 0};
    workspace ws = lay_out(ctx, &arena, flags);
    uint8_t expected[64], w1[192];
    neosig_mldsa_sparse c;
    neosig_shake shake;

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

    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, mu, NEOSIG_MLDSA_MU_BYTES);
    neosig_mldsa_rows_begin(&ws.rows, ctx, key + pk_layout.rho);
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
        neosig_shake_absorb(&shake, w1, ctx->w1_bytes);
    }
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

    memset(prepared, 0, to.a);
    neosig_shake256(ctx->keccak, prepared + NEOSIG_MLDSA_PREPARED_TR, ctx->set->tr_bytes, pk, from.bytes);
    for (size_t i = 0; i < ctx->k; i++) {
        ctx->poly->unpack_t1(t1 + 256 * i, pk + from.t1 + NEOSIG_MLDSA_T1_BYTES * i);
        ctx->ntt->forward(t1 + 256 * i);
    }
    neosig_mldsa_expand_a(ctx, prepared + to.a, pk + from.rho, 0, 1, ctx->k * ctx->l, memory);
    return NEOSIG_OK;
}
