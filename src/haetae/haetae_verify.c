/* Verification (algorithm 50), and keys prepared for it. All of it is public. */
#include "haetae/haetae.h"
#include "haetae/haetae_round.h"

#include <string.h>

typedef struct workspace {
    int32_t *z1; /* l polynomials */
    int32_t *h;  /* k polynomials */
    int32_t *w;  /* one */
    uint16_t *a; /* A1; one row in low memory */
    uint8_t *xof, *scratch;
} workspace;

static workspace lay_out(const neosig_haetae_ctx *ctx, neosig_arena *arena, int prepared, unsigned flags)
{
    workspace w = {.z1 = neosig_carve(arena, 1024 * ctx->l)};
    w.h = neosig_carve(arena, 1024 * ctx->k);
    w.w = neosig_carve(arena, 1024);
    w.scratch = neosig_carve(arena, 256 * ctx->l);
    if (!prepared) {
        w.a = neosig_carve(arena, 512 * ctx->l * (flags & NEOSIG_LOW_MEMORY ? 1 : ctx->k));
        w.xof = neosig_carve(arena, NEOSIG_HAETAE_XOF_BYTES);
    }
    return w;
}

size_t neosig_haetae_verify_bytes(const neosig_haetae_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared, flags);
    return arena.used;
}

void neosig_haetae_prepare(const neosig_haetae_ctx *ctx, const neosig_haetae_prepared *layout, void *prepared,
                           const uint8_t *pk, void *memory)
{
    uint8_t *out = prepared;
    neosig_shake shake;
    memset(out, 0, layout->a);
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, pk, ctx->set->alg.public_key_bytes);
    memcpy(out, shake.state, sizeof shake.state);
    neosig_haetae_expand_rows(ctx, (uint16_t *)(void *)(out + layout->a), pk, 0, ctx->k, memory);
}

size_t neosig_haetae_prepare_verify_bytes(const neosig_haetae_ctx *ctx)
{
    (void)ctx;
    return NEOSIG_HAETAE_XOF_BYTES;
}

size_t neosig_haetae_prepared_public_bytes(const neosig_haetae_ctx *ctx)
{
    return neosig_haetae_prepared_layout(ctx, 0).size;
}

neosig_error neosig_haetae_prepare_verify(const neosig_haetae_ctx *ctx, void *prepared, const uint8_t *pk, void *memory)
{
    const neosig_haetae_prepared layout = neosig_haetae_prepared_layout(ctx, 0);
    neosig_haetae_prepare(ctx, &layout, prepared, pk, memory);
    return NEOSIG_OK;
}

neosig_error neosig_haetae_verify(const neosig_haetae_ctx *ctx, const uint8_t *sig, const uint8_t mu[64],
                                  const uint8_t *key, int prepared, unsigned flags, void *memory)
{
    const neosig_haetae_prepared layout = neosig_haetae_prepared_layout(ctx, 0);
    const int32_t top = neosig_haetae_top(ctx), q = NEOSIG_HAETAE_Q;
    const unsigned log_alpha = ctx->set->log_alpha;
    uint8_t hashed[NEOSIG_HAETAE_MAX_K * NEOSIG_HAETAE_HIGH_BYTES + 32] = {0}, c[32], expected[32];
    int32_t parity[256];
    uint64_t norm = 0;
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena, prepared, flags);
    if (neosig_haetae_unpack_signature_vartime(ctx, sig, c, w.z1, w.h, w.scratch) != 0)
        return NEOSIG_ERR_SIGNATURE;
    for (size_t i = 0; i < 256 * ctx->l; i++)
        norm += (uint64_t)((int64_t)w.z1[i] * w.z1[i]);
    for (size_t i = 0; i < 32; i++)
        for (size_t j = 0; j < 8; j++)
            parity[8 * i + j] = (w.z1[8 * i + j] ^ (c[i] >> j)) & 1;
    neosig_haetae_hashed_parity(ctx, hashed, parity);
    for (size_t i = 0; i < ctx->l; i++)
        ctx->ntt->forward(w.z1 + 256 * i);
    const int low = !prepared && (flags & NEOSIG_LOW_MEMORY) != 0;
    const uint16_t *a = prepared ? (const uint16_t *)(const void *)(key + layout.a) : w.a;
    if (!prepared && !low)
        neosig_haetae_expand_rows(ctx, w.a, key, 0, ctx->k, w.xof);
    for (size_t i = 0; i < ctx->k; i++) {
        const uint16_t *row = a + 256 * ctx->l * i;
        int32_t *h = w.h + 256 * i;
        if (low) {
            neosig_haetae_expand_rows(ctx, w.a, key, i, 1, w.xof);
            row = w.a;
        }
        ctx->poly->inner(w.w, row, w.z1, ctx->l, 0);
        ctx->ntt->inverse(w.w);
        for (size_t j = 0; j < 256; j++) {
            const int32_t odd = i == 0 ? parity[j] : 0, r = neosig_haetae_from_crt(w.w[j], odd);
            int32_t high = neosig_haetae_high(r, log_alpha, top) + h[j];
            high -= top & ~((high - top) >> 31);
            h[j] = high;
            /* 2 z2 = alpha high - r + parity, even, in [-q, q) modulo 2q */
            int32_t z2 = (high << log_alpha) - r + odd;
            z2 += 2 * q & (z2 + q) >> 31;
            z2 -= 2 * q & ~((z2 - q) >> 31);
            z2 >>= 1;
            norm += (uint64_t)((int64_t)z2 * z2);
        }
        neosig_haetae_hashed_high(ctx, hashed, i, h);
    }
    if (norm > ctx->set->b2_squared)
        return NEOSIG_ERR_SIGNATURE;
    neosig_haetae_challenge(ctx, expected, hashed, mu);
    return memcmp(c, expected, sizeof c) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
