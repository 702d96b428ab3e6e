/* Key generation (FIPS 204, algorithm 6). */
#include "mldsa/mldsa.h"

#include <string.h>

typedef struct workspace {
    int32_t *s1; /* its transforms */
    int32_t *t;
    int8_t *s; /* s1, then s2 */
    neosig_mldsa_rows rows;
} workspace;

static workspace lay_out(const neosig_mldsa_ctx *ctx, neosig_arena *arena, unsigned flags)
{
    workspace ws;
    ws.s1 = neosig_carve(arena, ctx->l * 1024);
    ws.t = neosig_carve(arena, 1024);
    ws.s = neosig_carve(arena, (ctx->l + ctx->k) * 256 + 16);
    ws.rows = neosig_mldsa_rows_lay_out(arena, flags);
    return ws;
}

size_t neosig_mldsa_keypair_bytes(const neosig_mldsa_ctx *ctx, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, flags);
    return arena.used;
}

/* t1 and t0 of the keys, and tr, from rho in pk and s in the workspace. */
static void derive(const neosig_mldsa_ctx *ctx, uint8_t *pk, uint8_t *sk, workspace *ws)
{
    const size_t k = ctx->k, l = ctx->l;
    const neosig_mldsa_public_layout pk_layout = neosig_mldsa_public_layout_of(ctx);
    const neosig_mldsa_secret_layout sk_layout = neosig_mldsa_secret_layout_of(ctx);
    for (size_t j = 0; j < l; j++) {
        for (size_t i = 0; i < 256; i++)
            ws->s1[256 * j + i] = ws->s[256 * j + i];
        ctx->ntt->forward(ws->s1 + 256 * j);
    }
    neosig_mldsa_rows_begin(&ws->rows, ctx, pk + pk_layout.rho, NULL);
    for (size_t i = 0; i < k; i++) {
        neosig_mldsa_rows_next(&ws->rows, ws->t, ws->s1, 0);
        ctx->ntt->inverse(ws->t);
        ctx->poly->power2round(pk + pk_layout.t1 + NEOSIG_MLDSA_T1_BYTES * i,
                               sk + sk_layout.t0 + NEOSIG_MLDSA_T0_BYTES * i, ws->t, ws->s + 256 * (l + i));
    }
    neosig_declassify(pk, pk_layout.bytes, "the public key");
    neosig_shake256(ctx->keccak, sk + NEOSIG_MLDSA_SECRET_TR, ctx->set->tr_bytes, pk, pk_layout.bytes);
}

neosig_error neosig_mldsa_keypair(const neosig_mldsa_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                  void *memory, unsigned flags)
{
    const size_t k = ctx->k, l = ctx->l;
    const neosig_mldsa_public_layout pk_layout = neosig_mldsa_public_layout_of(ctx);
    const neosig_mldsa_secret_layout sk_layout = neosig_mldsa_secret_layout_of(ctx);
    neosig_arena arena = {memory, 0};
    workspace ws = lay_out(ctx, &arena, flags);
    uint8_t seed[NEOSIG_MLDSA_SEED_BYTES + 2], expanded[128]; /* rho, rho', K */

    neosig_error error = neosig_draw(source, seed, NEOSIG_MLDSA_SEED_BYTES);
    if (error != NEOSIG_OK)
        return error;
    seed[NEOSIG_MLDSA_SEED_BYTES] = (uint8_t)k;
    seed[NEOSIG_MLDSA_SEED_BYTES + 1] = (uint8_t)l;
    neosig_shake256(ctx->keccak, expanded, sizeof expanded, seed,
                    ctx->set->fips ? sizeof seed : NEOSIG_MLDSA_SEED_BYTES);
    memcpy(pk + pk_layout.rho, expanded, 32);
    neosig_declassify(pk + pk_layout.rho, 32, "rho is part of the public key");
    memcpy(sk + sk_layout.rho, pk + pk_layout.rho, 32);
    memcpy(sk + sk_layout.key, expanded + 96, 32);

    neosig_mldsa_expand_s(ctx, ws.s, expanded + 32, ws.rows.matrix.xof);
    for (size_t i = 0; i < l + k; i++)
        ctx->poly->pack_s(sk + sk_layout.s + i * ctx->s_bytes, ws.s + 256 * i, ctx->set->eta);
    derive(ctx, pk, sk, &ws);
    neosig_wipe(seed, sizeof seed);
    neosig_wipe(expanded, sizeof expanded);
    return NEOSIG_OK;
}

neosig_error neosig_mldsa_remake(const neosig_mldsa_ctx *ctx, uint8_t *pk, uint8_t *again, const uint8_t *sk,
                                 void *memory, unsigned flags)
{
    const neosig_mldsa_secret_layout sk_layout = neosig_mldsa_secret_layout_of(ctx);
    neosig_arena arena = {memory, 0};
    workspace ws = lay_out(ctx, &arena, flags);
    int8_t *doubled = (int8_t *)ws.t; /* -s, then s */
    int bad = 0;
    for (size_t i = 0; i < ctx->l + ctx->k; i++) {
        bad |= ctx->poly->unpack_s(doubled, sk + sk_layout.s + ctx->s_bytes * i, ctx->set->eta);
        memcpy(ws.s + 256 * i, doubled + 256, 256);
    }
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    if (bad)
        return NEOSIG_ERR_KEY;
    memcpy(pk + neosig_mldsa_public_layout_of(ctx).rho, sk + sk_layout.rho, 32);
    neosig_declassify(pk + neosig_mldsa_public_layout_of(ctx).rho, 32, "rho is part of the public key");
    derive(ctx, pk, again, &ws);
    return NEOSIG_OK;
}
