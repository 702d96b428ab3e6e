#include "carved.h"
#include "core/contract.h"
#include "slhdsa/slhdsa_encode.c"
#include "slhdsa/slhdsa_keygen.c"
#include "slhdsa/slhdsa_message.c"
#include "slhdsa/slhdsa_params.c"
#include "slhdsa/slhdsa_scheme.c"
#include "slhdsa/slhdsa_tree.c"
#include "slhdsa/slhdsa_xmss.c"

/* slhdsa_xmss.c has functions of these names, too. */
#define place_of place_of_fors
#define make_leaves make_leaves_of_fors
#define signer signer_of_fors
#include "slhdsa/slhdsa_fors.c"
#undef place_of
#undef make_leaves
#undef signer

/* Hash functions, of which only the places matter. */
static void any_lanes(const neosig_slhdsa_key *key, const neosig_slhdsa_lane *lanes, size_t count, size_t in_bytes)
{
    __CPROVER_assert(count != 0 && __CPROVER_r_ok(lanes, count * sizeof *lanes), "lanes");
    for (size_t i = 0; i < count; i++) {
        const uint8_t *const in = lanes[i].in, *const out = lanes[i].out;
        __CPROVER_assert(__CPROVER_r_ok(in, in_bytes) && __CPROVER_w_ok(out, key->ctx->n), "a lane's places");
        __CPROVER_assert(!__CPROVER_same_object(in, out) || in == out || offset(out) + key->ctx->n <= offset(in) ||
                             offset(in) + in_bytes <= offset(out),
                         "the places are apart, or the same");
    }
}

static void any_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
                  size_t count)
{
    any_lanes(key, lanes, count, key->ctx->n);
}

static void any_h(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
                  size_t count)
{
    any_lanes(key, lanes, count, 2 * key->ctx->n);
}

static void any_t(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
                  size_t count, size_t l)
{
    any_lanes(key, lanes, count, l * key->ctx->n);
}

static void any_prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                      const neosig_slhdsa_lane *lanes, size_t count)
{
    any_lanes(key, lanes, count, key->ctx->n);
    for (size_t i = 0; i < count; i++)
        __CPROVER_assert(lanes[i].steps == lanes[0].steps && (hash != NULL || lanes[i].steps == 0), "equal steps");
}

static void any_open_key(neosig_slhdsa_key *key)
{
    __CPROVER_assert(__CPROVER_w_ok(key, sizeof *key), "a key's place");
    __CPROVER_assert(__CPROVER_r_ok(key->public_seed, key->ctx->n), "PK.seed is there");
    write_any(key->h256, sizeof key->h256);
    write_any(key->h512, sizeof key->h512);
}

static void any_begin(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *r, const uint8_t *pk)
{
    __CPROVER_assert(__CPROVER_w_ok(hash, sizeof *hash), "a state");
    __CPROVER_assert(__CPROVER_r_ok(r, ctx->n) && __CPROVER_r_ok(pk, 2 * ctx->n), "R and the public key");
}

static void any_absorb(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(hash, sizeof *hash) && (bytes == 0 || __CPROVER_r_ok(data, bytes)), "a message");
}

static void any_finish(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, uint8_t *digest, const uint8_t *r,
                       const uint8_t *pk)
{
    any_begin(ctx, hash, r, pk);
    __CPROVER_assert(__CPROVER_w_ok(digest, ctx->set->m), "a digest");
}

static const neosig_slhdsa_hash any_hash = {.open_key = any_open_key,
                                            .prf_f = any_prf_f,
                                            .f = any_f,
                                            .h = any_h,
                                            .t = any_t,
                                            .digest_begin = any_begin,
                                            .digest_absorb = any_absorb,
                                            .digest_finish = any_finish};

/* The sets of SHAKE have the dimensions of those of SHA2, one by one. */
#define EACH(ctx)                                                                                                      \
    EACH_SET (slhdsa, ctx)                                                                                             \
        for (ctx.hash = ctx.set->shake ? NULL : &any_hash; ctx.hash != NULL; ctx.hash = NULL)

static void same_dimensions(const neosig_slhdsa_set *a, const neosig_slhdsa_set *b)
{
    __CPROVER_assert(a->n == b->n && a->h == b->h && a->d == b->d && a->tree_height == b->tree_height && a->a == b->a &&
                         a->k == b->k && a->m == b->m && a->alg.signature_bytes == b->alg.signature_bytes,
                     "the dimensions of the other family");
}

void harness_neosig_slhdsa_secret_of(void)
{
    const size_t half = neosig_slhdsa_sets_count / 2;
    for (size_t i = 0; i < half; i++)
        same_dimensions(&neosig_slhdsa_sets[i], &neosig_slhdsa_sets[half + i]);
    const uint8_t *key;
    int prepared;
    ANY_SET (slhdsa, ctx) {
        const size_t bytes = prepared ? neosig_slhdsa_prepared_secret_bytes(&ctx) : ctx.set->alg.secret_key_bytes;
        const neosig_slhdsa_secret parts = neosig_slhdsa_secret_of(&ctx, key, prepared);
        __CPROVER_assert(__CPROVER_OBJECT_SIZE(parts.seed) == bytes, "the key that the contract takes");
        __CPROVER_assert(!prepared ||
                             parts.nodes + level(ctx.tree_height, ctx.tree_height) * ctx.n == parts.seed + bytes,
                         "with the nodes, the prepared key");
    }
}

void harness_neosig_slhdsa_open_key(void)
{
    neosig_slhdsa_key *key;
    const uint8_t *public_seed;
    ANY_SET (slhdsa, ctx) {
        ctx.hash = &any_hash;
        neosig_slhdsa_open_key(key, &ctx, public_seed);
    }
}

void harness_to_numbers(void)
{
    EACH(ctx)
    {
        uint32_t numbers[NEOSIG_SLHDSA_MAX_K];
        const uint8_t *const bytes = any_bytes((ctx.k * ctx.a + 7) / 8);
        to_numbers(numbers, ctx.k, bytes, ctx.a);
        for (size_t i = 0; i < ctx.k; i++) {
            uint32_t number = 0;
            for (size_t j = i * ctx.a; j < (i + 1) * ctx.a; j++)
                number = number << 1 | (bytes[j / 8] >> (7 - j % 8) & 1);
            __CPROVER_assert(numbers[i] == number, "the bits in their order");
        }
    }
}

void harness_neosig_slhdsa_select(void)
{
    neosig_slhdsa_selection *selection;
    const uint8_t *digest;
    ANY_SET (slhdsa, ctx)
        neosig_slhdsa_select(&ctx, selection, digest);
}

void harness_neosig_slhdsa_next_layer(void)
{
    ANY_SET (slhdsa, ctx) {
        const neosig_slhdsa_key key = {.ctx = &ctx};
        neosig_slhdsa_xmss xmss;
        uint32_t *leaf;
        xmss.key = &key;
        neosig_slhdsa_next_layer(&xmss, leaf);
    }
}

void harness_neosig_slhdsa_digits(void)
{
    uint8_t *digits;
    const uint8_t *message;
    ANY_SET (slhdsa, ctx)
        neosig_slhdsa_digits(&ctx, digits, message);
}

void harness_level(void)
{
    size_t height, z;
    __CPROVER_assume(height <= NEOSIG_SLHDSA_SUBTREE && z < height);
    __CPROVER_assert(level(height, 0) == 0 && level(height, z + 1) == level(height, z) + ((size_t)1 << (height - z)),
                     "a level begins behind the one below");
}

/* Heights of the trees that an operation makes level by level: of keys, and of FORS. */
#define EACH_HEIGHT(ctx, height)                                                                                       \
    for (size_t i_ = 0, height = ctx.tree_height; i_ < 3;                                                              \
         height = ++i_ == 1 ? subtree_height(ctx.a) : ctx.a - subtree_height(ctx.a))

void harness_neosig_slhdsa_copy_path(void)
{
    EACH(ctx)
    EACH_HEIGHT(ctx, height)
    {
        uint32_t leaf;
        __CPROVER_assume(leaf >> height == 0);
        neosig_slhdsa_copy_path(&ctx, any_bytes(height * ctx.n), any_bytes(level(height, height) * ctx.n), height,
                                leaf);
    }
}

void harness_make_levels(void)
{
    EACH(ctx)
    {
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_tree tree = {.key = &key};
        EACH_HEIGHT(ctx, height)
        {
            uint32_t first;
            make_levels(&tree, any_bytes((level(height, height) + 1) * ctx.n), height, 0, first);
        }
    }
}

static neosig_slhdsa_memory any_memory(const neosig_slhdsa_ctx *ctx, int trees)
{
    neosig_arena arena = {any_bytes(1), 0};
    return neosig_slhdsa_lay_out(ctx, &arena, trees);
}

void any_levels(const neosig_slhdsa_tree *tree, uint8_t *nodes, size_t height, size_t base, uint32_t first)
{
    const size_t bytes = (level(height, height) + 1) * tree->key->ctx->n;
    __CPROVER_assert(height <= NEOSIG_SLHDSA_SUBTREE && base + height <= tree->height, "a height");
    __CPROVER_assert(__CPROVER_w_ok(nodes, bytes), "the levels have room");
}

void any_path(const neosig_slhdsa_ctx *ctx, uint8_t *path, const uint8_t *nodes, size_t height, uint32_t leaf)
{
    __CPROVER_assert(__CPROVER_w_ok(path, height * ctx->n), "the path has room");
    __CPROVER_assert(__CPROVER_r_ok(nodes, level(height, height) * ctx->n) && leaf >> height == 0, "a leaf of a tree");
}

static void any_leaves(const void *owner, uint8_t *out, uint32_t first, size_t count)
{
    const neosig_slhdsa_tree *const tree = owner;
    __CPROVER_assert(__CPROVER_w_ok(out, count * tree->key->ctx->n), "the leaves have room");
    __CPROVER_assert(first - tree->first <= ((uint32_t)1 << tree->height) - count, "leaves of the tree");
}

void harness_neosig_slhdsa_make_tree(void)
{
    EACH(ctx)
    for (int fors = 0; fors < 2; fors++) {
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 1);
        const size_t height = fors ? ctx.a : ctx.tree_height;
        uint32_t leaf, number;
        _Bool path;
        __CPROVER_assume(leaf >> height == 0 && number < (fors ? ctx.k : 1));
        neosig_slhdsa_tree tree = {.key = &key, .memory = &memory, .height = height, .leaves = any_leaves};
        tree.first = number << height;
        tree.owner = &tree;
        neosig_slhdsa_make_tree(&tree, any_bytes(ctx.n), leaf, path ? any_bytes(height * ctx.n) : NULL);
    }
}

void any_copy_node(uint8_t *to, const uint8_t *from, size_t n)
{
    __CPROVER_assert(__CPROVER_w_ok(to, n) && __CPROVER_r_ok(from, n), "a node and its place");
}

void harness_copy_node(void)
{
    for (size_t n = 16; n <= NEOSIG_SLHDSA_MAX_N; n += 8)
        copy_node(any_bytes(n), any_bytes(n), n);
}

/* Trees of FORS side by side, and a tree of keys. */
void harness_neosig_slhdsa_climb(void)
{
    EACH(ctx)
    {
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 0);
        const neosig_slhdsa_place place;
        uint32_t word1, leaves[NEOSIG_SLHDSA_MAX_K];
        neosig_slhdsa_climb(&key, &memory, &place, word1, ctx.a, ctx.k, leaves,
                            (const uint8_t *)any_bytes(ctx.k * ctx.fors_bytes) + ctx.n, ctx.fors_bytes);
        neosig_slhdsa_climb(&key, &memory, &place, 0, ctx.tree_height, 1, leaves, any_bytes(ctx.tree_height * ctx.n),
                            0);
    }
}

/* The options of a job that check_mode of src/api/job.c lets pass. */
static neosig_job any_job(const neosig_alg *alg)
{
    neosig_job job;
    neosig_options *const options = &job.options;
    const _Bool prefix = (options->flags & NEOSIG_INTERNAL) == 0;
    __CPROVER_assume(options->context_bytes <= 255 && (unsigned)options->prehash <= NEOSIG_PREHASH_SHAKE256);
    __CPROVER_assume(prefix || (options->context_bytes == 0 && !prehashes(&job)));
    options->context = options->context_bytes != 0 ? any_bytes(options->context_bytes) : NULL;
    job.alg = alg;
    job.key = any_bytes(alg->public_key_bytes);
    job.signature = any_bytes(alg->signature_bytes);
    job.backend = any_bytes(sizeof *job.backend);
    return job;
}

void neosig_prehash_oid(neosig_prehash function, uint8_t oid[NEOSIG_PREHASH_OID_BYTES])
{
    __CPROVER_assert(function != NEOSIG_PREHASH_NONE, "a function");
    __CPROVER_assert(__CPROVER_w_ok(oid, NEOSIG_PREHASH_OID_BYTES), "an identifier has room");
}

void neosig_prehash_init(neosig_hash *hash, const neosig_options *options, const neosig_keccak_kernels *kernels)
{
    __CPROVER_assert(options->prehash != NEOSIG_PREHASH_NONE && __CPROVER_w_ok(hash, sizeof *hash), "a function");
}

void neosig_prehash_absorb(neosig_hash *hash, const neosig_options *options, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(options->prehash != NEOSIG_PREHASH_NONE && __CPROVER_r_ok(data, bytes), "a function");
}

size_t neosig_prehash_final(neosig_hash *hash, const neosig_options *options, uint8_t *digest)
{
    const size_t bytes = neosig_prehash_bytes(options->prehash);
    __CPROVER_assert(options->prehash != NEOSIG_PREHASH_NONE, "a function");
    __CPROVER_assert(__CPROVER_w_ok(digest, bytes), "a digest has room");
    return bytes;
}

void harness_neosig_slhdsa_message_of(void)
{
    neosig_job job = any_job(&neosig_slhdsa_sets[0].alg);
    neosig_slhdsa_message *const message = any_bytes(sizeof *message);
    neosig_slhdsa_message_of(&job, message);
    const size_t options_bytes = job.options.context_bytes + (prehashes(&job) ? NEOSIG_PREHASH_OID_BYTES : 0);
    const size_t digest_bytes = neosig_prehash_bytes(job.options.prehash);
    __CPROVER_assert(message->head_bytes <= sizeof message->head, "within the head");
    __CPROVER_assert(message->head_bytes ==
                         ((job.options.flags & NEOSIG_INTERNAL) != 0 ? 0 : 2 + options_bytes + digest_bytes),
                     "the parts are the head");
}

void harness_neosig_slhdsa_message_begin(void)
{
    EACH(ctx)
    for (int secret = 0; secret < 2; secret++) {
        size_t bytes;
        uint8_t digest[NEOSIG_SLHDSA_MAX_M];
        neosig_job job = any_job(&ctx.set->alg);
        __CPROVER_assume(fits(bytes));
        neosig_slhdsa_message_begin(&job, &ctx, secret);
        neosig_slhdsa_message_absorb(&job, &ctx, any_bytes(bytes), bytes);
        if (!secret)
            neosig_slhdsa_message_digest(&job, &ctx, digest);
    }
}

void harness_seed_of(void)
{
    EACH_SET (slhdsa, ctx) {
        const neosig_alg *const alg = &ctx.set->alg;
        seed_of(alg, any_bytes(alg->seed_bytes), any_bytes(alg->secret_key_bytes), NULL);
    }
}

static void is_opened(const neosig_job *job, const neosig_slhdsa_ctx *ctx)
{
    __CPROVER_assert(&ctx->set->alg == job->alg && ctx->kernels == job->backend->slhdsa, "the job's set and kernels");
}

void any_message_begin(neosig_job *job, const neosig_slhdsa_ctx *ctx, int secret)
{
    is_opened(job, ctx);
}

void any_message_absorb(neosig_job *job, const neosig_slhdsa_ctx *ctx, const uint8_t *data, size_t bytes)
{
    is_opened(job, ctx);
    __CPROVER_assert(__CPROVER_r_ok(data, bytes), "a message");
}

void any_message_of(neosig_job *job, neosig_slhdsa_message *message)
{
    __CPROVER_assert(__CPROVER_w_ok(message, sizeof *message), "M' has room");
}

void any_message_digest(neosig_job *job, const neosig_slhdsa_ctx *ctx, uint8_t digest[NEOSIG_SLHDSA_MAX_M])
{
    is_opened(job, ctx);
    __CPROVER_assert(__CPROVER_w_ok(digest, ctx->set->m), "a digest has room");
}

neosig_error neosig_slhdsa_sign(const neosig_slhdsa_ctx *ctx, uint8_t *sig, const neosig_slhdsa_message *message,
                                const neosig_job *job, const neosig_source *source, void *workspace)
{
    neosig_error error;
    is_opened(job, ctx);
    __CPROVER_assert(__CPROVER_w_ok(sig, ctx->set->alg.signature_bytes), "a signature has room");
    __CPROVER_assert(__CPROVER_r_ok(message, sizeof *message), "M'");
    return error;
}

neosig_error neosig_slhdsa_verify(const neosig_slhdsa_ctx *ctx, const uint8_t *sig,
                                  const uint8_t digest[NEOSIG_SLHDSA_MAX_M], const uint8_t *pk, void *workspace)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(sig, ctx->set->alg.signature_bytes), "a signature");
    __CPROVER_assert(__CPROVER_r_ok(digest, ctx->set->m), "a digest");
    __CPROVER_assert(__CPROVER_r_ok(pk, ctx->set->alg.public_key_bytes), "a key");
    return error;
}

void harness_all_of_a_job(void)
{
    EACH_SET (slhdsa, ctx) {
        _Bool secret;
        size_t bytes, sig_bytes;
        const neosig_alg *const alg = &ctx.set->alg;
        neosig_job job = any_job(alg);
        __CPROVER_assume(fits(bytes));
        begin(&job, secret, NULL);
        absorb(&job, any_bytes(bytes), bytes);
        sign(&job, any_bytes(alg->signature_bytes), &sig_bytes, NULL, NULL);
        __CPROVER_assert(sig_bytes == alg->signature_bytes, "the signature's length");
        verify(&job, NULL);
    }
}

void any_climb(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory, const neosig_slhdsa_place *place,
               uint32_t word1, size_t height, size_t count, const uint32_t *leaves, const uint8_t *paths, size_t step)
{
    const size_t n = key->ctx->n;
    __CPROVER_assert(__CPROVER_w_ok(memory->values, 3 * count * n) && count <= memory->lanes_count, "nodes and lanes");
    __CPROVER_assert(__CPROVER_r_ok(paths, (count - 1) * step + height * n), "the paths");
    __CPROVER_assert(__CPROVER_r_ok(leaves, count * sizeof *leaves), "the leaves");
}

static neosig_slhdsa_selection any_selection(const neosig_slhdsa_ctx *ctx)
{
    neosig_slhdsa_selection selection;
    for (size_t i = 0; i < ctx->k; i++)
        __CPROVER_assume(selection.fors[i] >> ctx->a == 0);
    return selection;
}

void harness_neosig_slhdsa_fors_of(void)
{
    EACH(ctx)
    {
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 0);
        const neosig_slhdsa_selection selection = any_selection(&ctx);
        neosig_slhdsa_fors_of(&key, &memory, any_bytes(ctx.n), any_bytes(ctx.k * ctx.fors_bytes), &selection);
    }
}

void any_make_tree(const neosig_slhdsa_tree *tree, uint8_t *root, uint32_t leaf, uint8_t *path)
{
    const size_t n = tree->key->ctx->n, height = tree->height;
    __CPROVER_assert(__CPROVER_w_ok(root, n) && __CPROVER_w_ok(path, height * n) && leaf >> height == 0, "a tree");
}

void harness_neosig_slhdsa_sign_fors(void)
{
    EACH(ctx)
    {
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 1);
        const neosig_slhdsa_selection selection = any_selection(&ctx);
        neosig_slhdsa_sign_fors(&key, &memory, any_bytes(ctx.n), any_bytes(ctx.k * ctx.fors_bytes), any_bytes(ctx.n),
                                &selection);
    }
}

/* Leaves of a subtree of FORS. */
void harness_all_leaves_of_fors(void)
{
    EACH(ctx)
    {
        uint32_t first;
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 1);
        const neosig_slhdsa_selection selection;
        const signer_of_fors me = {.key = &key, .memory = &memory, .selection = &selection, .seed = any_bytes(ctx.n)};
        const size_t count = (size_t)1 << subtree_height(ctx.a);
        make_leaves_of_fors(&me, any_bytes(count * ctx.n), first, count);
    }
}

void harness_pair_chains(void)
{
    EACH(ctx)
    {
        const uint8_t *const digits = any_bytes(ctx.len);
        for (size_t i = 0; i < ctx.len; i++)
            __CPROVER_assume(digits[i] < 16);
        pair_chains(any_bytes(ctx.len), digits, ctx.len);
    }
}

/* Whether chains stay in their order. Else they are at any places, and what is there is not looked at: so the places of
 * the lanes are proved, and what each lane holds. */
static int ordered = 1;

void any_pairs(uint8_t *at, const uint8_t *digits, size_t len)
{
    __CPROVER_assert(__CPROVER_r_ok(digits, len), "digits");
    for (size_t i = 0; i < len; i++) {
        uint8_t place;
        __CPROVER_assume(place < len);
        at[i] = ordered ? (uint8_t)i : place;
    }
}

static void any_chains(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
                       size_t count)
{
    __CPROVER_assert(__CPROVER_r_ok(lanes, count * sizeof *lanes), "lanes");
    if (!ordered)
        return;
    any_lanes(key, lanes, count, key->ctx->n);
    for (size_t i = 0; i < count; i++)
        __CPROVER_assert(lanes[i].words[2] <= 15 && lanes[i].steps <= 15 - lanes[i].words[2], "steps of a chain");
}

static const neosig_slhdsa_hash hash_of_chains = {.f = any_chains};

/* Of the two sets with one n, one: their chains are the same. */
void harness_walk_chains(void)
{
    EACH(ctx)
    for (ordered = 0; ordered < 2 && ctx.tree_height >= 8; ordered++) {
        uint32_t number;
        _Bool to_ends;
        neosig_slhdsa_lane lanes[ctx.len];
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = {.lanes = lanes};
        const neosig_slhdsa_xmss xmss = {.key = &key, .memory = &memory};
        uint8_t *const digits = any_bytes(ctx.len);
        for (size_t i = 0; i < ctx.len; i++)
            __CPROVER_assume(digits[i] < 16);
        ctx.hash = &hash_of_chains;
        walk_chains(&xmss, any_bytes(ctx.wots_bytes), any_bytes(ctx.wots_bytes), digits, to_ends, number);
    }
}

void any_walk(const neosig_slhdsa_xmss *xmss, uint8_t *out, const uint8_t *in, const uint8_t *digits, int to_ends,
              uint32_t key)
{
    const neosig_slhdsa_ctx *const ctx = xmss->key->ctx;
    __CPROVER_assert(__CPROVER_w_ok(out, ctx->wots_bytes) && __CPROVER_r_ok(in, ctx->wots_bytes), "chains");
    __CPROVER_assert(!__CPROVER_same_object(in, out), "chains and their ends are apart");
    __CPROVER_assert(__CPROVER_r_ok(digits, ctx->len), "digits");
    __CPROVER_assert(__CPROVER_w_ok(xmss->memory->lanes, ctx->len * sizeof *xmss->memory->lanes), "lanes");
}

void harness_neosig_slhdsa_xmss_of(void)
{
    EACH(ctx)
    {
        uint32_t leaf;
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 0);
        const neosig_slhdsa_xmss xmss = {.key = &key, .memory = &memory};
        uint8_t *const root = any_bytes(ctx.n);
        neosig_slhdsa_xmss_of(&xmss, root, any_bytes(ctx.xmss_bytes), root, leaf);
    }
}

void harness_neosig_slhdsa_sign_xmss(void)
{
    EACH(ctx)
    {
        uint32_t leaf;
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 1);
        const neosig_slhdsa_xmss xmss = {.key = &key, .memory = &memory};
        __CPROVER_assume(leaf >> ctx.tree_height == 0);
        neosig_slhdsa_sign_xmss(&xmss, any_bytes(ctx.n), any_bytes(ctx.xmss_bytes), any_bytes(ctx.n), leaf,
                                any_bytes(level(ctx.tree_height, ctx.tree_height) * ctx.n));
    }
}

void any_tree_of_keys(const neosig_slhdsa_tree *tree, uint8_t *root, uint32_t leaf, uint8_t *path)
{
    const neosig_slhdsa_ctx *const ctx = tree->key->ctx;
    const signer *const me = tree->owner;
    __CPROVER_assert(__CPROVER_w_ok(root, ctx->n) && leaf >> tree->height == 0, "a tree");
    __CPROVER_assert(tree->first == 0 && tree->height == ctx->tree_height && tree->leaves == make_leaves, "of keys");
    __CPROVER_assert((path == NULL) == (me->sig == NULL), "a path for what signs");
    if (path == NULL)
        return;
    __CPROVER_assert(__CPROVER_w_ok(me->sig, ctx->wots_bytes) && __CPROVER_w_ok(path, tree->height * ctx->n),
                     "a signature");
    for (size_t i = 0; i < ctx->len; i++)
        __CPROVER_assert(me->digits[i] < 16, "a digit");
}

void harness_neosig_slhdsa_make_xmss(void)
{
    EACH(ctx)
    for (int signs = 0; signs < 2; signs++) {
        uint32_t leaf;
        const neosig_slhdsa_key key = {.ctx = &ctx};
        const neosig_slhdsa_memory memory = any_memory(&ctx, 1);
        const neosig_slhdsa_xmss xmss = {.key = &key, .memory = &memory};
        __CPROVER_assume(leaf >> ctx.tree_height == 0);
        neosig_slhdsa_make_xmss(&xmss, any_bytes(ctx.n), any_bytes(ctx.n), signs ? any_bytes(ctx.xmss_bytes) : NULL,
                                signs ? any_bytes(ctx.n) : NULL, leaf);
    }
}
