/* Merkle trees: the nodes of a level are hashed side by side. */
#include "core/assertion.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

#define BATCH 32 /* lanes of H at a time */

static size_t subtree_height(size_t height)
{
    return height < NEOSIG_SLHDSA_SUBTREE ? height : NEOSIG_SLHDSA_SUBTREE;
}

neosig_slhdsa_memory neosig_slhdsa_lay_out(const neosig_slhdsa_ctx *ctx, neosig_arena *arena, int trees)
{
    const size_t n = ctx->n, keys = trees ? NEOSIG_SLHDSA_LEAVES : 1;
    neosig_slhdsa_memory memory = {.lanes_count = neosig_larger(keys * ctx->len, ctx->k)};
    if (trees) {
        memory.nodes = neosig_carve(arena, (n << neosig_larger(ctx->tree_height, subtree_height(ctx->a))) * 2);
        memory.upper = neosig_carve(arena, (n << (ctx->a - subtree_height(ctx->a))) * 2);
    }
    memory.values = neosig_carve(arena, n * neosig_larger(keys * ctx->len, 3 * ctx->k));
    memory.lanes = neosig_carve(arena, memory.lanes_count * sizeof *memory.lanes);
    return memory;
}

/* Where level z begins, in nodes: levels 0 to z - 1 have 2^height + ... + 2^(height - z + 1). */
static size_t level(size_t height, size_t z)
{
    return ((size_t)2 << height) - ((size_t)2 << (height - z));
}

/* All levels above the leaves. These are nodes `first` and following of height `base` in their tree. */
static void make_levels(const neosig_slhdsa_tree *tree, uint8_t *nodes, size_t height, size_t base, uint32_t first)
{
    const size_t n = tree->key->ctx->n;
    neosig_slhdsa_lane lanes[BATCH];
    for (size_t z = 1; z <= height; z++) {
        const uint8_t *const below = nodes + level(height, z - 1) * n;
        uint8_t *const here = nodes + level(height, z) * n;
        const size_t count = (size_t)1 << (height - z);
        for (size_t i = 0; i < count; i++) {
            lanes[i % BATCH] = (neosig_slhdsa_lane){
                .words = {tree->word1, (uint32_t)(base + z), (first >> z) + (uint32_t)i},
                .in = below + 2 * i * n,
                .out = here + i * n,
            };
            if (i % BATCH == BATCH - 1 || i == count - 1)
                neosig_slhdsa_h(tree->key, &tree->place, lanes, i % BATCH + 1);
        }
    }
}

void neosig_slhdsa_copy_path(const neosig_slhdsa_ctx *ctx, uint8_t *path, const uint8_t *nodes, size_t height,
                             uint32_t leaf)
{
    for (size_t z = 0; z < height; z++)
        memcpy(path + z * ctx->n, nodes + (level(height, z) + ((leaf >> z) ^ 1)) * ctx->n, ctx->n);
}

void neosig_slhdsa_make_tree(const neosig_slhdsa_tree *tree, uint8_t *root, uint32_t leaf, uint8_t *path)
{
    const neosig_slhdsa_ctx *ctx = tree->key->ctx;
    const size_t n = ctx->n, below = subtree_height(tree->height), above = tree->height - below;
    uint8_t *const nodes = tree->memory->nodes, *const upper = tree->memory->upper;
    NEOSIG_ASSERT(leaf >> tree->height == 0 && above <= NEOSIG_SLHDSA_SUBTREE);
    for (uint32_t i = 0; i < (uint32_t)1 << above; i++) {
        const uint32_t first = tree->first + (i << below);
        tree->leaves(tree->owner, nodes, first, (size_t)1 << below);
        make_levels(tree, nodes, below, 0, first);
        if (path != NULL && leaf >> below == i)
            neosig_slhdsa_copy_path(ctx, path, nodes, below, leaf & (((uint32_t)1 << below) - 1));
        memcpy(above != 0 ? upper + i * n : root, nodes + level(below, below) * n, n);
    }
    if (above == 0)
        return;
    make_levels(tree, upper, above, below, tree->first >> below);
    if (path != NULL)
        neosig_slhdsa_copy_path(ctx, path + below * n, upper, above, leaf >> below);
    memcpy(root, upper + level(above, above) * n, n);
}

/* n is 16, 24 or 32: 16 bytes at each end. */
static void copy_node(uint8_t *to, const uint8_t *from, size_t n)
{
    memcpy(to, from, 16);
    memcpy(to + n - 16, from + n - 16, 16);
}

void neosig_slhdsa_climb(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory,
                         const neosig_slhdsa_place *place, uint32_t word1, size_t height, size_t count,
                         const uint32_t *leaves, const uint8_t *paths, size_t step)
{
    const size_t n = key->ctx->n;
    const size_t most = count < 4 ? count : count / 4 * 4; /* no idle slot, and each tree at most once */
    uint8_t *const nodes = memory->values, *const pairs = nodes + count * n;
    neosig_slhdsa_lane *const lanes = memory->lanes;
    size_t z = 0, i = 0;
    for (size_t left = height * count, batch; left != 0; left -= batch) {
        batch = left < most ? left : most;
        for (size_t j = 0; j < batch; j++) {
            const uint32_t leaf = leaves[i];
            const size_t right = leaf >> z & 1; /* whether the node is a right child */
            uint8_t *const pair = pairs + 2 * i * n, *const node = nodes + i * n;
            copy_node(pair + right * n, node, n);
            copy_node(pair + (1 - right) * n, paths + i * step + z * n, n);
            lanes[j] = (neosig_slhdsa_lane){
                .words = {word1, (uint32_t)z + 1, ((uint32_t)i << (height - z - 1)) + (leaf >> (z + 1))},
                .in = pair,
                .out = node,
            };
            if (++i == count) {
                i = 0;
                z++;
            }
        }
        neosig_slhdsa_h(key, place, lanes, batch);
    }
}
