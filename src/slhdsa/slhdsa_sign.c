/* Signing: algorithms 19 and 12. */
#include "core/attempt.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

size_t neosig_slhdsa_sign_bytes(const neosig_slhdsa_ctx *ctx, int prepared, unsigned flags)
{
    (void)prepared;
    return neosig_slhdsa_keypair_bytes(ctx, flags);
}

static void make_signature(const neosig_slhdsa_ctx *ctx, uint8_t *const whole, const neosig_slhdsa_message *message,
                           const neosig_slhdsa_secret *secret, const uint8_t *opt_rand,
                           const neosig_slhdsa_memory *memory)
{
    neosig_slhdsa_key key;
    neosig_slhdsa_selection selection;
    uint8_t digest[NEOSIG_SLHDSA_MAX_M], root[NEOSIG_SLHDSA_MAX_N];
    ctx->hash->randomizer(ctx, whole, secret->prf, opt_rand, message);
    neosig_declassify(whole, ctx->n, "R is part of the signature");
    neosig_slhdsa_digest(ctx, digest, whole, secret->public_seed, message);
    neosig_slhdsa_select(ctx, &selection, digest);

    uint8_t *sig = whole + ctx->n;
    neosig_slhdsa_open_key(&key, ctx, secret->public_seed);
    neosig_slhdsa_sign_fors(&key, memory, secret->seed, sig, root, &selection);
    sig += ctx->k * ctx->fors_bytes;
    neosig_slhdsa_xmss xmss = {.key = &key, .memory = memory, .tree = selection.tree};
    uint32_t leaf = selection.leaf;
    for (; xmss.layer < ctx->d; sig += ctx->xmss_bytes) {
        if (xmss.layer == ctx->d - 1 && secret->nodes != NULL)
            neosig_slhdsa_sign_xmss(&xmss, secret->seed, sig, root, leaf, secret->nodes);
        else
            neosig_slhdsa_make_xmss(&xmss, secret->seed, root, sig, root, leaf);
        neosig_slhdsa_next_layer(&xmss, &leaf);
    }
    neosig_declassify(whole, ctx->set->alg.signature_bytes, "the signature, once it is whole");
}

static void fingerprint(uint8_t out[32], const uint8_t *sig, size_t bytes)
{
    neosig_sha256 hash;
    neosig_sha256_init(&hash, 32);
    neosig_sha256_update(&hash, sig, bytes);
    neosig_sha256_final(&hash, out, 32);
}

neosig_error neosig_slhdsa_sign(const neosig_slhdsa_ctx *ctx, uint8_t *sig, const neosig_slhdsa_message *message,
                                const neosig_job *job, const neosig_source *source, void *workspace)
{
    neosig_arena arena = {workspace, 0};
    const neosig_slhdsa_memory memory = neosig_slhdsa_lay_out(ctx, &arena, 1);
    const neosig_slhdsa_secret secret = neosig_slhdsa_secret_of(ctx, job->key, job->prepared);
    const unsigned flags = job->options.flags;
    const size_t bytes = job->alg->signature_bytes;
    neosig_error error = NEOSIG_OK;
    uint8_t random[NEOSIG_SLHDSA_MAX_N];
    const uint8_t *opt_rand = secret.public_seed;
    if ((flags & NEOSIG_DETERMINISTIC) == 0) {
        error = neosig_draw(source, random, ctx->n);
        if (error != NEOSIG_OK)
            return error;
        opt_rand = random;
    }
    neosig_declassify(secret.public_seed, 2 * ctx->n, "the public key");

    neosig_attempt_begins();
    make_signature(ctx, sig, message, &secret, opt_rand, &memory);
    if ((flags & NEOSIG_SIGN_TWICE) != 0) { /* sig has room for one signature, so digests are compared */
        uint8_t once[32], twice[32];
        fingerprint(once, sig, bytes);
        make_signature(ctx, sig, message, &secret, opt_rand, &memory);
        fingerprint(twice, sig, bytes);
        if (memcmp(once, twice, sizeof once) != 0)
            error = NEOSIG_ERR_FAULT;
    }
    neosig_wipe(random, sizeof random);
    if ((flags & NEOSIG_VERIFY_SIGNED) != 0 && error == NEOSIG_OK) {
        uint8_t digest[NEOSIG_SLHDSA_MAX_M];
        neosig_slhdsa_digest(ctx, digest, sig, secret.public_seed, message);
        if (neosig_slhdsa_verify(ctx, sig, digest, secret.public_seed, workspace) != NEOSIG_OK)
            error = NEOSIG_ERR_FAULT;
    }
    return error;
}
