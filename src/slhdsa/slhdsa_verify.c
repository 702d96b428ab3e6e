/* Verification: algorithms 20 and 13. */
#include "core/wipe.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

size_t neosig_slhdsa_verify_bytes(const neosig_slhdsa_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    (void)prepared;
    (void)flags;
    neosig_slhdsa_lay_out(ctx, &arena, 0);
    return arena.used;
}

neosig_error neosig_slhdsa_verify(const neosig_slhdsa_ctx *ctx, const uint8_t *sig,
                                  const uint8_t digest[NEOSIG_SLHDSA_MAX_M], const uint8_t *pk, void *workspace)
{
    neosig_arena arena = {workspace, 0};
    const neosig_slhdsa_memory memory = neosig_slhdsa_lay_out(ctx, &arena, 0);
    neosig_slhdsa_key key;
    neosig_slhdsa_selection selection;
    uint8_t root[NEOSIG_SLHDSA_MAX_N];
    neosig_slhdsa_select(ctx, &selection, digest);
    neosig_slhdsa_open_key(&key, ctx, pk);

    sig += ctx->n;
    neosig_slhdsa_fors_of(&key, &memory, root, sig, &selection);
    sig += ctx->k * ctx->fors_bytes;
    neosig_slhdsa_xmss xmss = {.key = &key, .memory = &memory, .tree = selection.tree};
    uint32_t leaf = selection.leaf;
    for (; xmss.layer < ctx->d; sig += ctx->xmss_bytes) {
        neosig_slhdsa_xmss_of(&xmss, root, sig, root, leaf);
        neosig_slhdsa_next_layer(&xmss, &leaf);
    }
    return neosig_differ(root, pk + ctx->n, ctx->n) ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK;
}

/* A public key is as short as can be, and what follows from it is a block of SHA-2. */
size_t neosig_slhdsa_prepare_verify_bytes(const neosig_slhdsa_ctx *ctx)
{
    (void)ctx;
    return 0;
}

size_t neosig_slhdsa_prepared_public_bytes(const neosig_slhdsa_ctx *ctx)
{
    return 2 * ctx->n;
}

neosig_error neosig_slhdsa_prepare_verify(const neosig_slhdsa_ctx *ctx, void *prepared, const uint8_t *pk,
                                          void *workspace)
{
    (void)workspace;
    memcpy(prepared, pk, 2 * ctx->n);
    return NEOSIG_OK;
}
