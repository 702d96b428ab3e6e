/* FORS (section 8): k trees, of which a signature opens a leaf each. Leaves are numbered through all trees. */
#include "slhdsa/slhdsa.h"

#include <string.h>

static neosig_slhdsa_place place_of(const neosig_slhdsa_selection *selection, uint32_t type)
{
    return (neosig_slhdsa_place){.tree = selection->tree, .type = type};
}

typedef struct signer {
    const neosig_slhdsa_key *key;
    const neosig_slhdsa_memory *memory;
    const neosig_slhdsa_selection *selection;
    const uint8_t *seed;
} signer;

/* Secrets number `first` and following (algorithm 14); with steps = 1, F of them. */
static void make_values(const signer *me, uint8_t *out, uint32_t first, size_t count, uint32_t steps)
{
    const size_t n = me->key->ctx->n;
    const neosig_slhdsa_place prf = place_of(me->selection, NEOSIG_SLHDSA_FORS_PRF),
                              node = place_of(me->selection, NEOSIG_SLHDSA_FORS_TREE);
    neosig_slhdsa_lane *const lanes = me->memory->lanes;
    while (count != 0) {
        const size_t batch = count < me->memory->lanes_count ? count : me->memory->lanes_count;
        for (size_t i = 0; i < batch; i++)
            lanes[i] = (neosig_slhdsa_lane){.words = {me->selection->leaf, 0, first + (uint32_t)i},
                                            .steps = steps,
                                            .in = me->seed,
                                            .out = out + i * n};
        neosig_slhdsa_prf_f(me->key, &prf, &node, lanes, batch);
        count -= batch;
        first += (uint32_t)batch;
        out += batch * n;
    }
}

/* Algorithm 15, lines 2 to 5. */
static void make_leaves(const void *owner, uint8_t *out, uint32_t first, size_t count)
{
    make_values(owner, out, first, count, 1);
}

/* The public key: T_k of the roots. */
static void compress_roots(const neosig_slhdsa_key *key, uint8_t *root, const uint8_t *roots,
                           const neosig_slhdsa_selection *selection)
{
    const neosig_slhdsa_place place = place_of(selection, NEOSIG_SLHDSA_FORS_ROOTS);
    const neosig_slhdsa_lane lane = {.words = {selection->leaf, 0, 0}, .in = roots, .out = root};
    neosig_slhdsa_t(key, &place, &lane, 1, key->ctx->k);
}

void neosig_slhdsa_sign_fors(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory, const uint8_t *seed,
                             uint8_t *sig, uint8_t *root, const neosig_slhdsa_selection *selection)
{
    const neosig_slhdsa_ctx *ctx = key->ctx;
    const size_t n = ctx->n;
    const signer me = {.key = key, .memory = memory, .selection = selection, .seed = seed};
    neosig_slhdsa_tree tree = {
        .key = key,
        .memory = memory,
        .place = place_of(selection, NEOSIG_SLHDSA_FORS_TREE),
        .word1 = selection->leaf,
        .height = ctx->a,
        .leaves = make_leaves,
        .owner = &me,
    };
    for (uint32_t i = 0; i < ctx->k; i++, sig += ctx->fors_bytes) {
        const uint32_t leaf = selection->fors[i];
        tree.first = i << ctx->a;
        make_values(&me, sig, tree.first + leaf, 1, 0);
        neosig_declassify(sig, n, "a secret of FORS that the signature opens");
        neosig_slhdsa_make_tree(&tree, memory->values + i * n, leaf, sig + n);
    }
    compress_roots(key, root, memory->values, selection);
    neosig_declassify(root, n, "the public key of FORS");
}

void neosig_slhdsa_fors_of(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory, uint8_t *root,
                           const uint8_t *sig, const neosig_slhdsa_selection *selection)
{
    const neosig_slhdsa_ctx *ctx = key->ctx;
    const neosig_slhdsa_place node = place_of(selection, NEOSIG_SLHDSA_FORS_TREE);
    for (uint32_t i = 0; i < ctx->k; i++)
        memory->lanes[i] = (neosig_slhdsa_lane){.words = {selection->leaf, 0, (i << ctx->a) + selection->fors[i]},
                                                .steps = 1,
                                                .in = sig + i * ctx->fors_bytes,
                                                .out = memory->values + i * ctx->n};
    neosig_slhdsa_f(key, &node, memory->lanes, ctx->k);
    neosig_slhdsa_climb(key, memory, &node, selection->leaf, ctx->a, ctx->k, selection->fors, sig + ctx->n,
                        ctx->fors_bytes);
    compress_roots(key, root, memory->values, selection);
}
