/* WOTS+ (section 5), and trees of its keys (section 6). */
#include "slhdsa/slhdsa.h"

#include <string.h>

#define LAST 15 /* of a chain: w - 1 */

static neosig_slhdsa_place place_of(const neosig_slhdsa_xmss *xmss, uint32_t type)
{
    return (neosig_slhdsa_place){.layer = xmss->layer, .tree = xmss->tree, .type = type};
}

/* Orders chains so that neighbours end together in a kernel of two lanes. Pairs of equal digits stand in front. Chains
 * without a partner stand at the back, the highest digit last: its way to the end is shortest. Chain i goes to place
 * at[i]. */
static void pair_chains(uint8_t *at, const uint8_t *digits, size_t len)
{
    uint8_t waiting[LAST + 1] = {0}; /* of a digit: 1 more than the chain that has no partner yet */
    uint8_t place = 0;
    for (size_t i = 0; i < len; i++) {
        uint8_t *const other = &waiting[digits[i]];
        if (*other == 0) {
            *other = (uint8_t)(i + 1);
        } else {
            at[*other - 1] = place++;
            at[i] = place++;
            *other = 0;
        }
    }
    for (size_t j = 0; j <= LAST; j++)
        if (waiting[j] != 0)
            at[waiting[j] - 1] = place++;
}

/* Chains of key `key` from `in` to `out` (algorithm 5): from their starts to the values that digits select, or from
 * these to their ends. */
static void walk_chains(const neosig_slhdsa_xmss *xmss, uint8_t *out, const uint8_t *in, const uint8_t *digits,
                        int to_ends, uint32_t key)
{
    const size_t n = xmss->key->ctx->n, len = xmss->key->ctx->len;
    const neosig_slhdsa_place hash = place_of(xmss, NEOSIG_SLHDSA_WOTS_HASH);
    uint8_t at[NEOSIG_SLHDSA_MAX_LEN];
    pair_chains(at, digits, len);
    for (uint32_t i = 0; i < len; i++) {
        const uint32_t from = to_ends ? digits[i] : 0, to = to_ends ? LAST : digits[i];
        xmss->memory->lanes[at[i]] =
            (neosig_slhdsa_lane){.words = {key, i, from}, .steps = to - from, .in = in + i * n, .out = out + i * n};
    }
    neosig_slhdsa_f(xmss->key, &hash, xmss->memory->lanes, len);
}

/* The signature of key `key`. The starts of its chains go to `values`. */
static void sign_digits(const neosig_slhdsa_xmss *xmss, const uint8_t *seed, uint8_t *values, uint8_t *sig,
                        const uint8_t *digits, uint32_t key)
{
    const neosig_slhdsa_ctx *ctx = xmss->key->ctx;
    const neosig_slhdsa_place prf = place_of(xmss, NEOSIG_SLHDSA_WOTS_PRF);
    neosig_slhdsa_lane *const lanes = xmss->memory->lanes;
    for (uint32_t i = 0; i < ctx->len; i++)
        lanes[i] = (neosig_slhdsa_lane){.words = {key, i, 0}, .steps = 0, .in = seed, .out = values + i * ctx->n};
    neosig_slhdsa_prf_f(xmss->key, &prf, NULL, lanes, ctx->len);
    walk_chains(xmss, sig, values, digits, 0, key);
    neosig_declassify(sig, ctx->wots_bytes, "chain values that the signature publishes");
}

/* The keys of a tree, and what the tree signs meanwhile. */
typedef struct signer {
    const neosig_slhdsa_xmss *xmss;
    const uint8_t *seed, *digits;
    uint8_t *sig; /* NULL: nothing is signed */
    uint32_t leaf;
} signer;

/* Public keys of WOTS+ (algorithm 6), as leaves. The key that signs walks its chains to the
 * digits, where the values are the signature, and from there to the ends. */
static void make_leaves(const void *owner, uint8_t *out, uint32_t first, size_t count)
{
    const signer *me = owner;
    const neosig_slhdsa_xmss *xmss = me->xmss;
    const neosig_slhdsa_ctx *ctx = xmss->key->ctx;
    const neosig_slhdsa_memory *memory = xmss->memory;
    const neosig_slhdsa_place prf = place_of(xmss, NEOSIG_SLHDSA_WOTS_PRF),
                              hash = place_of(xmss, NEOSIG_SLHDSA_WOTS_HASH),
                              compress = place_of(xmss, NEOSIG_SLHDSA_WOTS_PK);
    for (size_t done = 0; done < count; done += NEOSIG_SLHDSA_LEAVES) {
        const size_t keys = count - done < NEOSIG_SLHDSA_LEAVES ? count - done : NEOSIG_SLHDSA_LEAVES;
        const uint32_t from = first + (uint32_t)done;
        const size_t signing = me->sig != NULL && me->leaf - from < keys ? me->leaf - from : keys;
        neosig_slhdsa_lane *lane = memory->lanes;
        uint8_t *value = memory->values;
        if (signing < keys) {
            uint8_t *const values = memory->values + signing * ctx->wots_bytes;
            sign_digits(xmss, me->seed, values, me->sig, me->digits, me->leaf);
            walk_chains(xmss, values, me->sig, me->digits, 1, me->leaf);
        }
        for (uint32_t key = 0; key < keys; key++)
            for (uint32_t i = 0; i < ctx->len; i++, value += ctx->n)
                if (key != signing)
                    *lane++ =
                        (neosig_slhdsa_lane){.words = {from + key, i, 0}, .steps = LAST, .in = me->seed, .out = value};
        neosig_slhdsa_prf_f(xmss->key, &prf, &hash, memory->lanes, (size_t)(lane - memory->lanes));
        for (uint32_t key = 0; key < keys; key++)
            memory->lanes[key] = (neosig_slhdsa_lane){.words = {from + key, 0, 0},
                                                      .in = memory->values + key * ctx->wots_bytes,
                                                      .out = out + (done + key) * ctx->n};
        neosig_slhdsa_t(xmss->key, &compress, memory->lanes, keys, ctx->len);
    }
}

void neosig_slhdsa_make_xmss(const neosig_slhdsa_xmss *xmss, const uint8_t *seed, uint8_t *root, uint8_t *sig,
                             const uint8_t *message, uint32_t leaf)
{
    const neosig_slhdsa_ctx *ctx = xmss->key->ctx;
    uint8_t digits[NEOSIG_SLHDSA_MAX_LEN];
    const signer me = {.xmss = xmss, .seed = seed, .digits = digits, .sig = sig, .leaf = leaf};
    const neosig_slhdsa_tree tree = {
        .key = xmss->key,
        .memory = xmss->memory,
        .place = place_of(xmss, NEOSIG_SLHDSA_TREE),
        .height = ctx->tree_height,
        .leaves = make_leaves,
        .owner = &me,
    };
    if (sig != NULL)
        neosig_slhdsa_digits(ctx, digits, message);
    neosig_slhdsa_make_tree(&tree, root, leaf, sig != NULL ? sig + ctx->wots_bytes : NULL);
    neosig_declassify(root, ctx->n, "the root of a tree of keys");
}

void neosig_slhdsa_sign_xmss(const neosig_slhdsa_xmss *xmss, const uint8_t *seed, uint8_t *sig, const uint8_t *message,
                             uint32_t leaf, const uint8_t *nodes)
{
    const neosig_slhdsa_ctx *ctx = xmss->key->ctx;
    uint8_t digits[NEOSIG_SLHDSA_MAX_LEN];
    neosig_slhdsa_digits(ctx, digits, message);
    sign_digits(xmss, seed, xmss->memory->values, sig, digits, leaf);
    neosig_slhdsa_copy_path(ctx, sig + ctx->wots_bytes, nodes, ctx->tree_height, leaf);
}

void neosig_slhdsa_xmss_of(const neosig_slhdsa_xmss *xmss, uint8_t *root, const uint8_t *sig, const uint8_t *message,
                           uint32_t leaf)
{
    const neosig_slhdsa_ctx *ctx = xmss->key->ctx;
    const neosig_slhdsa_memory *memory = xmss->memory;
    const neosig_slhdsa_place compress = place_of(xmss, NEOSIG_SLHDSA_WOTS_PK),
                              node = place_of(xmss, NEOSIG_SLHDSA_TREE);
    uint8_t digits[NEOSIG_SLHDSA_MAX_LEN];
    neosig_slhdsa_digits(ctx, digits, message);
    walk_chains(xmss, memory->values, sig, digits, 1, leaf);
    const neosig_slhdsa_lane whole = {.words = {leaf, 0, 0}, .in = memory->values, .out = memory->values};
    neosig_slhdsa_t(xmss->key, &compress, &whole, 1, ctx->len);
    neosig_slhdsa_climb(xmss->key, memory, &node, 0, ctx->tree_height, 1, &leaf, sig + ctx->wots_bytes, 0);
    memcpy(root, memory->values, ctx->n);
}
