/* The key equations modulo q. */
#include "falcon/falcon.h"

#include <string.h>

static void widen(const neosig_falcon_ctx *ctx, int16_t *r, const int8_t *a)
{
    for (size_t i = 0; i < ctx->n; i++)
        r[i] = a[i];
}

/* In [0, q) from |a| < q. */
static uint16_t positive(int16_t a)
{
    return (uint16_t)(a + (a >> 15 & NEOSIG_FALCON_Q));
}

unsigned neosig_falcon_public(const neosig_falcon_ctx *ctx, uint16_t *h, const int8_t *f, const int8_t *g,
                              int16_t *scratch)
{
    int16_t *r = (int16_t *)h;
    widen(ctx, r, g);
    widen(ctx, scratch, f);
    ctx->ntt->forward(r);
    ctx->ntt->forward(scratch);
    const unsigned bad = ctx->ntt->divide(r, r, scratch);
    ctx->ntt->inverse(r);
    for (size_t i = 0; i < ctx->n; i++)
        h[i] = positive(r[i]);
    return bad;
}

/* f, g and h = g / f mod q in [0, q), n numbers each, from a secret key; h is declassified. */
static neosig_error public_of(const neosig_falcon_ctx *ctx, uint16_t *h, int8_t *f, int8_t *g, const uint8_t *sk)
{
    _Alignas(64) int16_t scratch[NEOSIG_FALCON_MAX_N]; /* at first F, which is not needed here */
    neosig_error error = neosig_falcon_unpack_secret_key(ctx, f, g, (int8_t *)scratch, sk);
    if (error == NEOSIG_OK) {
        unsigned bad = neosig_falcon_public(ctx, h, f, g, scratch);
        neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
        error = bad ? NEOSIG_ERR_KEY : NEOSIG_OK;
    }
    if (error == NEOSIG_OK)
        neosig_declassify(h, ctx->n * sizeof h[0], "the public key");
    neosig_wipe(scratch, sizeof scratch);
    return error;
}

neosig_error neosig_falcon_public_key_of(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint8_t *sk)
{
    _Alignas(64) uint16_t h[NEOSIG_FALCON_MAX_N];
    int8_t f[NEOSIG_FALCON_MAX_N], g[NEOSIG_FALCON_MAX_N];
    const neosig_error error = public_of(ctx, h, f, g, sk);
    if (error == NEOSIG_OK)
        neosig_falcon_pack_public_key(ctx, pk, h);
    neosig_wipe(f, sizeof f);
    neosig_wipe(g, sizeof g);
    return error;
}

neosig_error neosig_falcon_hash_of_secret_key(const neosig_falcon_ctx *ctx, uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES],
                                              const uint8_t *sk)
{
    _Alignas(64) uint16_t h[NEOSIG_FALCON_MAX_N];
    union {
        int8_t secret[2][NEOSIG_FALCON_MAX_N]; /* f, g */
        uint8_t pk[1 + 14 * NEOSIG_FALCON_MAX_N / 8];
    } key;
    const neosig_error error = public_of(ctx, h, key.secret[0], key.secret[1], sk);
    if (error == NEOSIG_OK) {
        neosig_falcon_pack_public_key(ctx, key.pk, h);
        neosig_shake256(ctx->backend->keccak, hash, NEOSIG_FALCON_KEY_HASH_BYTES, key.pk,
                        ctx->set->alg.public_key_bytes);
    }
    neosig_wipe(&key, sizeof key);
    return error;
}
