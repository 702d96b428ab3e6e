/* Signing: algorithms 19 and 12. */
#include "core/attempt.h"
#include "core/parts.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

/* A part of a signature: FORS, or the tree of a layer. Each layer signs the root of the part before. */
typedef struct part {
    neosig_slhdsa_memory memory;
    neosig_slhdsa_xmss xmss;
    uint32_t leaf; /* the key that signs */
    uint8_t root[NEOSIG_SLHDSA_MAX_N];
} part;

/* A signature being made, one after another in `memory`, or in parts. */
typedef struct signing {
    const neosig_slhdsa_ctx *ctx;
    const neosig_options *options;
    neosig_slhdsa_secret secret;
    neosig_slhdsa_memory memory;
    part *parts; /* with NEOSIG_PARTS: 1 + d of them, FORS first; else NULL */
    neosig_slhdsa_key key;
    neosig_slhdsa_selection selection;
    uint8_t *fors, *layers; /* in the signature */
} signing;

/* first: the memory of FORS. */
static part *lay_out_parts(const neosig_slhdsa_ctx *ctx, neosig_arena *arena, const neosig_slhdsa_memory *first)
{
    part *const parts = neosig_carve(arena, (1 + ctx->d) * sizeof *parts);
    for (size_t i = 0; i <= ctx->d; i++) {
        const neosig_slhdsa_memory memory = i == 0 ? *first : neosig_slhdsa_lay_out(ctx, arena, 1);
        if (parts != NULL)
            parts[i].memory = memory;
    }
    return parts;
}

size_t neosig_slhdsa_sign_bytes(const neosig_slhdsa_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    const neosig_slhdsa_memory memory = neosig_slhdsa_lay_out(ctx, &arena, 1);
    (void)prepared;
    if (flags & NEOSIG_PARTS)
        lay_out_parts(ctx, &arena, &memory);
    return arena.used;
}

/* The nodes of the tree of layer d - 1, if they are known. */
static const uint8_t *known_nodes(const signing *s, const neosig_slhdsa_xmss *xmss)
{
    return xmss->layer == s->ctx->d - 1 ? s->secret.nodes : NULL;
}

/* A key signs while its tree is made, and no chain is walked twice. */
static void sign_in_turn(const signing *s)
{
    uint8_t root[NEOSIG_SLHDSA_MAX_N], *sig = s->layers;
    neosig_slhdsa_xmss xmss = {.key = &s->key, .memory = &s->memory, .tree = s->selection.tree};
    uint32_t leaf = s->selection.leaf;
    neosig_slhdsa_sign_fors(&s->key, &s->memory, s->secret.seed, s->fors, root, &s->selection);
    for (; xmss.layer < s->ctx->d; sig += s->ctx->xmss_bytes) {
        const uint8_t *const nodes = known_nodes(s, &xmss);
        if (nodes != NULL)
            neosig_slhdsa_sign_xmss(&xmss, s->secret.seed, sig, root, leaf, nodes);
        else
            neosig_slhdsa_make_xmss(&xmss, s->secret.seed, root, sig, root, leaf);
        neosig_slhdsa_next_layer(&xmss, &leaf);
    }
}

static void make_part(void *work, size_t i)
{
    const signing *const s = work;
    part *const p = &s->parts[i];
    if (i == 0)
        neosig_slhdsa_sign_fors(&s->key, &p->memory, s->secret.seed, s->fors, p->root, &s->selection);
    else
        neosig_slhdsa_make_xmss(&p->xmss, s->secret.seed, p->root, NULL, NULL, 0);
}

static void sign_layer(void *work, size_t layer)
{
    const signing *const s = work;
    const part *const p = &s->parts[1 + layer];
    const uint8_t *const nodes = known_nodes(s, &p->xmss);
    neosig_slhdsa_sign_xmss(&p->xmss, s->secret.seed, s->layers + layer * s->ctx->xmss_bytes, s->parts[layer].root,
                            p->leaf, nodes != NULL ? nodes : p->memory.nodes);
}

/* Trees need nothing of each other. When all roots are known, layers sign. */
static neosig_error sign_in_parts(signing *s)
{
    const size_t d = s->ctx->d;
    neosig_slhdsa_xmss xmss = {.key = &s->key, .tree = s->selection.tree};
    uint32_t leaf = s->selection.leaf;
    for (part *p = s->parts + 1; xmss.layer < d; p++) {
        p->xmss = xmss;
        p->xmss.memory = &p->memory;
        p->leaf = leaf;
        neosig_slhdsa_next_layer(&xmss, &leaf);
    }
    const size_t trees = s->secret.nodes != NULL ? d - 1 : d;
    const neosig_error error = neosig_run_parts(s->options, make_part, s, 1 + trees);
    return error == NEOSIG_OK ? neosig_run_parts(s->options, sign_layer, s, d) : error;
}

static neosig_error make_signature(signing *s, uint8_t *sig, const neosig_slhdsa_message *message,
                                   const uint8_t *opt_rand)
{
    const neosig_slhdsa_ctx *const ctx = s->ctx;
    neosig_error error = NEOSIG_OK;
    uint8_t digest[NEOSIG_SLHDSA_MAX_M];
    ctx->hash->randomizer(ctx, sig, s->secret.prf, opt_rand, message);
    neosig_declassify(sig, ctx->n, "R is part of the signature");
    neosig_slhdsa_digest(ctx, digest, sig, s->secret.public_seed, message);
    neosig_slhdsa_select(ctx, &s->selection, digest);
    neosig_slhdsa_open_key(&s->key, ctx, s->secret.public_seed);
    s->fors = sig + ctx->n;
    s->layers = s->fors + ctx->k * ctx->fors_bytes;
    if (s->parts != NULL)
        error = sign_in_parts(s);
    else
        sign_in_turn(s);
    neosig_declassify(sig, ctx->set->alg.signature_bytes, "the signature, once it is whole");
    return error;
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
    signing s = {.ctx = ctx, .options = &job->options};
    s.secret = neosig_slhdsa_secret_of(ctx, job->key, job->prepared);
    s.memory = neosig_slhdsa_lay_out(ctx, &arena, 1);
    const uint8_t *const public_seed = s.secret.public_seed;
    const unsigned flags = job->options.flags;
    const size_t bytes = job->alg->signature_bytes;
    neosig_error error = NEOSIG_OK;
    uint8_t random[NEOSIG_SLHDSA_MAX_N];
    const uint8_t *opt_rand = public_seed;
    if ((flags & NEOSIG_DETERMINISTIC) == 0) {
        error = neosig_draw(source, random, ctx->n);
        if (error != NEOSIG_OK)
            return error;
        opt_rand = random;
    }
    neosig_declassify(public_seed, 2 * ctx->n, "the public key");

    neosig_attempt_begins();
    if ((flags & NEOSIG_PARTS) != 0)
        s.parts = lay_out_parts(ctx, &arena, &s.memory);
    error = make_signature(&s, sig, message, opt_rand);
    if ((flags & NEOSIG_SIGN_TWICE) != 0 && error == NEOSIG_OK) { /* sig has room for one, so digests are compared */
        uint8_t once[32], twice[32];
        fingerprint(once, sig, bytes);
        error = make_signature(&s, sig, message, opt_rand);
        fingerprint(twice, sig, bytes);
        if (error == NEOSIG_OK && memcmp(once, twice, sizeof once) != 0)
            error = NEOSIG_ERR_FAULT;
    }
    neosig_wipe(random, sizeof random);
    if ((flags & NEOSIG_VERIFY_SIGNED) != 0 && error == NEOSIG_OK) {
        uint8_t digest[NEOSIG_SLHDSA_MAX_M];
        neosig_slhdsa_digest(ctx, digest, sig, public_seed, message);
        if (neosig_slhdsa_verify(ctx, sig, digest, public_seed, workspace) != NEOSIG_OK)
            error = NEOSIG_ERR_FAULT;
    }
    return error;
}
