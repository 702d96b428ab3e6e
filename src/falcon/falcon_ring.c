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

/* For neosig_mod16_mul: 2^16 = 5 q + 4091, and round(4091 2^15 / q) = round(10908.45). */
enum { TWO_16 = 4091, TWO_16_QUOTIENT = 10908 };

unsigned neosig_falcon_public(const neosig_falcon_ctx *ctx, uint16_t *h, const int8_t *f, const int8_t *g,
                              int16_t *scratch)
{
    int16_t *r = (int16_t *)h;
    widen(ctx, r, g);
    widen(ctx, scratch, f);
    ctx->ntt->forward(r);
    ctx->ntt->forward(scratch);
    const unsigned bad = ctx->ntt->divide(r, r, scratch);
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        for (size_t i = 0; i < ctx->n; i++)
            r[i] = neosig_mod16_mul(r[i], TWO_16, TWO_16_QUOTIENT);
    else
        ctx->ntt->inverse(r);
    for (size_t i = 0; i < ctx->n; i++)
        h[i] = positive(r[i]);
    return bad;
}

unsigned neosig_falcon_is_invertible(const neosig_falcon_ctx *ctx, const int8_t *f, int16_t *scratch)
{
    int16_t zero = 0;
    widen(ctx, scratch, f);
    ctx->ntt->forward(scratch);
    for (size_t i = 0; i < ctx->n; i++) {
        const int16_t value = neosig_mod16_reduce(scratch[i]); /* 0 for a multiple of q */
        zero |= (int16_t)((value - 1) & ~value);
    }
    unsigned bad = (unsigned)zero >> 15 & 1;
    neosig_declassify(&bad, sizeof bad, "that f has no inverse says that f is dropped");
    return bad == 0;
}

neosig_error neosig_falcon_public_key_of(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint8_t *sk)
{
    _Alignas(64) uint16_t h[NEOSIG_FALCON_MAX_N];
    _Alignas(64) int16_t scratch[NEOSIG_FALCON_MAX_N]; /* at first F, which is not needed here */
    int8_t f[NEOSIG_FALCON_MAX_N], g[NEOSIG_FALCON_MAX_N];
    neosig_error error = neosig_falcon_unpack_secret_key(ctx, f, g, (int8_t *)scratch, sk);
    if (error == NEOSIG_OK) {
        unsigned bad = neosig_falcon_public(ctx, h, f, g, scratch);
        neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
        error = bad ? NEOSIG_ERR_KEY : NEOSIG_OK;
    }
    if (error == NEOSIG_OK) {
        neosig_declassify(h, ctx->n * sizeof h[0], "the public key");
        neosig_falcon_pack_public_key(ctx, pk, h);
    }
    neosig_wipe(scratch, sizeof scratch);
    neosig_wipe(f, sizeof f);
    neosig_wipe(g, sizeof g);
    return error;
}
