/* Signing: algorithms 19 and 12. */
#include "core/attempt.h"
#include "slhdsa/slhdsa.h"

size_t neosig_slhdsa_sign_bytes(const neosig_slhdsa_ctx *ctx, int prepared, unsigned flags)
{
    (void)prepared;
    return neosig_slhdsa_keypair_bytes(ctx, flags);
}

neosig_error neosig_slhdsa_sign(const neosig_slhdsa_ctx *ctx, uint8_t *sig, const neosig_slhdsa_message *message,
                                const uint8_t *sk, int prepared, const neosig_source *source, void *workspace)
{
    neosig_arena arena = {workspace, 0};
    const neosig_slhdsa_memory memory = neosig_slhdsa_lay_out(ctx, &arena, 1);
    const neosig_slhdsa_secret secret = neosig_slhdsa_secret_of(ctx, sk, prepared);
    neosig_slhdsa_key key;
    neosig_slhdsa_selection selection;
    neosig_hash hash;
    uint8_t random[NEOSIG_SLHDSA_MAX_N], digest[NEOSIG_SLHDSA_MAX_M], root[NEOSIG_SLHDSA_MAX_N];
    const uint8_t *opt_rand = secret.public_seed;
    if (source != NULL) {
        const neosig_error error = neosig_draw(source, random, ctx->n);
        if (error != NEOSIG_OK)
            return error;
        opt_rand = random;
    }
    neosig_declassify(secret.public_seed, 2 * ctx->n, "the public key");

    neosig_attempt_begins();
    uint8_t *const r = sig;
    ctx->hash->randomizer(ctx, r, secret.prf, opt_rand, message);
    neosig_wipe(random, sizeof random);
    neosig_declassify(r, ctx->n, "R is part of the signature");
    ctx->hash->digest_begin(ctx, &hash, r, secret.public_seed);
    ctx->hash->digest_absorb(ctx, &hash, message->head, message->head_bytes);
    ctx->hash->digest_absorb(ctx, &hash, message->body, message->body_bytes);
    ctx->hash->digest_finish(ctx, &hash, digest, r, secret.public_seed);
    neosig_slhdsa_select(ctx, &selection, digest);

    sig += ctx->n;
    neosig_slhdsa_open_key(&key, ctx, secret.public_seed);
    neosig_slhdsa_sign_fors(&key, &memory, secret.seed, sig, root, &selection);
    sig += ctx->k * ctx->fors_bytes;
    neosig_slhdsa_xmss xmss = {.key = &key, .memory = &memory, .tree = selection.tree};
    uint32_t leaf = selection.leaf;
    for (size_t layer = 0; layer < ctx->d; layer++, sig += ctx->xmss_bytes) {
        xmss.layer = (uint32_t)layer;
        if (layer == ctx->d - 1 && secret.nodes != NULL)
            neosig_slhdsa_sign_xmss(&xmss, secret.seed, sig, root, leaf, secret.nodes);
        else
            neosig_slhdsa_make_xmss(&xmss, secret.seed, root, sig, root, leaf);
        leaf = (uint32_t)(xmss.tree & (((uint64_t)1 << ctx->tree_height) - 1));
        xmss.tree >>= ctx->tree_height;
    }
    return NEOSIG_OK;
}
