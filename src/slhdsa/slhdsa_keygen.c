/* Key pairs (algorithms 18 and 21), and prepared secret keys. */
#include "core/wipe.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

size_t neosig_slhdsa_keypair_bytes(const neosig_slhdsa_ctx *ctx, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    (void)flags;
    neosig_slhdsa_lay_out(ctx, &arena, 1);
    return arena.used;
}

/* The root of the tree of layer d - 1, whose nodes stay in memory->nodes. */
static void make_top(const neosig_slhdsa_ctx *ctx, const neosig_slhdsa_memory *memory, uint8_t *root,
                     const neosig_slhdsa_secret *secret)
{
    neosig_slhdsa_key key;
    const neosig_slhdsa_xmss xmss = {.key = &key, .memory = memory, .layer = (uint32_t)ctx->d - 1, .tree = 0};
    neosig_slhdsa_open_key(&key, ctx, secret->public_seed);
    neosig_slhdsa_make_xmss(&xmss, secret->seed, root, NULL, NULL, 0);
}

neosig_error neosig_slhdsa_keypair(const neosig_slhdsa_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags)
{
    neosig_arena arena = {workspace, 0};
    const neosig_slhdsa_memory memory = neosig_slhdsa_lay_out(ctx, &arena, 1);
    (void)flags;
    neosig_error error = neosig_draw(source, sk, 3 * ctx->n);
    if (error != NEOSIG_OK)
        return error;
    const neosig_slhdsa_secret secret = neosig_slhdsa_secret_of(ctx, sk, 0);
    neosig_declassify(secret.public_seed, ctx->n, "PK.seed is part of the public key");
    make_top(ctx, &memory, sk + 3 * ctx->n, &secret);
    memcpy(pk, secret.public_seed, 2 * ctx->n);
    return NEOSIG_OK;
}

/* Bytes of the nodes of a prepared key: all of the tree but the root. */
static size_t nodes_bytes(const neosig_slhdsa_ctx *ctx)
{
    return (((size_t)2 << ctx->tree_height) - 2) * ctx->n;
}

size_t neosig_slhdsa_prepare_sign_bytes(const neosig_slhdsa_ctx *ctx)
{
    return neosig_slhdsa_keypair_bytes(ctx, 0);
}

size_t neosig_slhdsa_prepared_secret_bytes(const neosig_slhdsa_ctx *ctx)
{
    return 4 * ctx->n + nodes_bytes(ctx);
}

neosig_error neosig_slhdsa_prepare_sign(const neosig_slhdsa_ctx *ctx, uint8_t *prepared, const uint8_t *sk,
                                        void *workspace)
{
    neosig_arena arena = {workspace, 0};
    const neosig_slhdsa_memory memory = neosig_slhdsa_lay_out(ctx, &arena, 1);
    const neosig_slhdsa_secret secret = neosig_slhdsa_secret_of(ctx, sk, 0);
    uint8_t root[NEOSIG_SLHDSA_MAX_N];
    make_top(ctx, &memory, root, &secret);
    memcpy(prepared, sk, 4 * ctx->n);
    memcpy(prepared + 4 * ctx->n, memory.nodes, nodes_bytes(ctx));
    const unsigned different = neosig_differ(root, secret.root, ctx->n);
    neosig_declassify(&different, sizeof different, "whether the key is well-formed");
    return different ? NEOSIG_ERR_KEY : NEOSIG_OK;
}
