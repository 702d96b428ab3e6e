/* SLH-DSA (FIPS 205). Numbers of algorithms and sections in this folder are those of FIPS 205.
 *
 * A signature is R, a FORS signature of the message's digest, and d signatures by WOTS+ keys: the first of the FORS
 * public key, each other one of the root of the tree below. All keys of a layer follow from SK.seed, and the signer
 * makes d + k whole trees a signature. So nearly all work is F, the step of a chain, on many independent lanes
 * (slhdsa_kernels.h). The two families of hash functions, SHA2 and SHAKE, are tables of one type (neosig_slhdsa_hash).
 *
 * Public are the keys' public parts, R, the digest, indices and digits, addresses, nodes of trees, and all that a
 * signature has. Secret are SK.seed, SK.prf, and chain values and FORS secrets that are not published. */
#ifndef NEOSIG_SLHDSA_SLHDSA_H
#define NEOSIG_SLHDSA_SLHDSA_H

#include "core/contract.h"
#include "core/secret.h"
#include "scheme/scheme.h"
#include "slhdsa/slhdsa_kernels.h"

/* A parameter set, in the letters of table 2. A row of slhdsa_params.c. */
typedef struct neosig_slhdsa_set {
    neosig_alg alg;
    uint8_t shake; /* SHAKE, or SHA2 */
    uint8_t n, h, d, tree_height, a, k, m;
} neosig_slhdsa_set;

extern const neosig_slhdsa_set neosig_slhdsa_sets[];
extern const size_t neosig_slhdsa_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_slhdsa_row_fault(const neosig_alg *alg);

#define NEOSIG_SLHDSA_MAX_N 32
#define NEOSIG_SLHDSA_MAX_K 64
#define NEOSIG_SLHDSA_MAX_M 64
#define NEOSIG_SLHDSA_MAX_LEN 67 /* 2n + 3 */

struct neosig_slhdsa_hash;

/* What an operation works with: a set, the kernels of its backend, sizes. */
typedef struct neosig_slhdsa_ctx {
    const neosig_slhdsa_set *set;
    const struct neosig_slhdsa_hash *hash;
    const neosig_slhdsa_kernels *kernels;
    const struct neosig_keccak_kernels *keccak;
    size_t n, k, a, d, tree_height;
    size_t len; /* digits that a WOTS+ key signs */
    size_t fors_bytes, wots_bytes, xmss_bytes;
} neosig_slhdsa_ctx;

/* backend may be NULL where only sizes are asked for. */
neosig_slhdsa_ctx neosig_slhdsa_open(const neosig_alg *alg, const neosig_backend *backend);

/* ---- slhdsa_encode.c: keys, signatures and digests as bytes */

/* sk is SK.seed | SK.prf | PK.seed | PK.root, each of n bytes, and pk its second half. A prepared secret key is sk and
 * the nodes of the tree of layer d - 1: level by level from the leaves, without the root. */
typedef struct neosig_slhdsa_secret {
    const uint8_t *seed, *prf, *public_seed, *root;
    const uint8_t *nodes; /* NULL: not prepared */
} neosig_slhdsa_secret;

neosig_slhdsa_secret neosig_slhdsa_secret_of(const neosig_slhdsa_ctx *ctx, const uint8_t *key, int prepared)
    NEOSIG_CONTRACT(requires(is_context(ctx)),
                    requires(is_fresh(key, ctx->set->alg.secret_key_bytes +
                                               (prepared ? (((size_t)2 << ctx->tree_height) - 2) * ctx->n : 0))),
                    assigns(), ensures(returned.seed == key && returned.root == returned.public_seed + ctx->n),
                    ensures(returned.root + ctx->n == key + ctx->set->alg.secret_key_bytes),
                    ensures(returned.nodes == (prepared ? returned.root + ctx->n : NULL)));

/* What a digest selects (algorithm 19, lines 6 to 10; algorithm 16, line 2). */
typedef struct neosig_slhdsa_selection {
    uint32_t fors[NEOSIG_SLHDSA_MAX_K]; /* the leaf of each tree of FORS */
    uint64_t tree;                      /* of layer 0 */
    uint32_t leaf;                      /* in this tree */
} neosig_slhdsa_selection;

void neosig_slhdsa_select(const neosig_slhdsa_ctx *ctx, neosig_slhdsa_selection *selection, const uint8_t *digest)
    NEOSIG_CONTRACT(
        requires(is_context(ctx) && is_fresh(selection, sizeof *selection) && is_fresh(digest, ctx->set->m)),
        assigns(*selection), ensures(selection->leaf >> ctx->tree_height == 0),
        ensures(ctx->set->h - ctx->tree_height >= 64 || selection->tree >> (ctx->set->h - ctx->tree_height) == 0),
        ensures(all_below(selection->fors, ctx->k, NEOSIG_SLHDSA_MAX_K, 1u << ctx->a)));

/* The digits of a message of n bytes and of its checksum (algorithm 7, lines 1 to 7). All of it is public. */
void neosig_slhdsa_digits(const neosig_slhdsa_ctx *ctx, uint8_t digits[NEOSIG_SLHDSA_MAX_LEN], const uint8_t *message)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(digits, ctx->len) && is_fresh(message, ctx->n)),
                    assigns(upto(digits, ctx->len)), ensures(all_below(digits, ctx->len, NEOSIG_SLHDSA_MAX_LEN, 16)));

/* ---- The functions of section 11: slhdsa_sha2.c and slhdsa_shake.c, for the two families */

/* Types of addresses (section 4.2). */
enum {
    NEOSIG_SLHDSA_WOTS_HASH,
    NEOSIG_SLHDSA_WOTS_PK,
    NEOSIG_SLHDSA_TREE,
    NEOSIG_SLHDSA_FORS_TREE,
    NEOSIG_SLHDSA_FORS_ROOTS,
    NEOSIG_SLHDSA_WOTS_PRF,
    NEOSIG_SLHDSA_FORS_PRF
};

/* The part of an address that the lanes of a call share. */
typedef struct neosig_slhdsa_place {
    uint32_t layer, type;
    uint64_t tree;
} neosig_slhdsa_place;

/* A set's functions with PK.seed in place. */
typedef struct neosig_slhdsa_key {
    const neosig_slhdsa_ctx *ctx;
    const uint8_t *public_seed;
    uint32_t h256[8]; /* SHA2: the states behind the block of PK.seed */
    uint64_t h512[8];
} neosig_slhdsa_key;

/* M' (algorithms 22 to 25): head is the prefix, and body the message. With a pre-hash the head is all of M'. */
#define NEOSIG_SLHDSA_HEAD_BYTES (2 + 255 + NEOSIG_PREHASH_OID_BYTES + NEOSIG_PREHASH_MAX_BYTES)
typedef struct neosig_slhdsa_message {
    uint8_t head[NEOSIG_SLHDSA_HEAD_BYTES];
    size_t head_bytes;
    const uint8_t *body;
    size_t body_bytes;
} neosig_slhdsa_message;

/* A family of hash functions. */
typedef struct neosig_slhdsa_hash {
    /* What follows from key->public_seed. */
    void (*open_key)(neosig_slhdsa_key *key);

    /* PRF at place `prf`, and then F at place `hash`, `steps` times. All lanes, at least one, have the same steps and
     * take SK.seed. */
    void (*prf_f)(const neosig_slhdsa_key *key, const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                  const neosig_slhdsa_lane *lanes, size_t count);

    /* F: each lane takes n bytes. H: 2n bytes. T_l: l n bytes. H and T_l ignore steps. */
    void (*f)(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count);
    void (*h)(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count);
    void (*t)(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count, size_t l);

    /* R = PRF_msg(prf, opt_rand, M'). */
    void (*randomizer)(const neosig_slhdsa_ctx *ctx, uint8_t *r, const uint8_t *prf, const uint8_t *opt_rand,
                       const neosig_slhdsa_message *message);

    /* H_msg(R, PK.seed, PK.root, M'), M' in any number of pieces. pk: PK.seed | PK.root. */
    void (*digest_begin)(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *r, const uint8_t *pk);
    void (*digest_absorb)(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, const uint8_t *data, size_t bytes);
    void (*digest_finish)(const neosig_slhdsa_ctx *ctx, neosig_hash *hash, uint8_t digest[NEOSIG_SLHDSA_MAX_M],
                          const uint8_t *r, const uint8_t *pk);
} neosig_slhdsa_hash;

extern const neosig_slhdsa_hash neosig_slhdsa_sha2_hash, neosig_slhdsa_shake_hash;

void neosig_slhdsa_open_key(neosig_slhdsa_key *key, const neosig_slhdsa_ctx *ctx, const uint8_t *public_seed)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(key, sizeof *key) && is_fresh(public_seed, ctx->n)),
                    assigns(*key), ensures(key->ctx == ctx && key->public_seed == public_seed));

static inline void neosig_slhdsa_prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *prf,
                                       const neosig_slhdsa_place *hash, const neosig_slhdsa_lane *lanes, size_t count)
{
    key->ctx->hash->prf_f(key, prf, hash, lanes, count);
}

static inline void neosig_slhdsa_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place,
                                   const neosig_slhdsa_lane *lanes, size_t count)
{
    key->ctx->hash->f(key, place, lanes, count);
}

static inline void neosig_slhdsa_h(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place,
                                   const neosig_slhdsa_lane *lanes, size_t count)
{
    key->ctx->hash->h(key, place, lanes, count);
}

static inline void neosig_slhdsa_t(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place,
                                   const neosig_slhdsa_lane *lanes, size_t count, size_t l)
{
    key->ctx->hash->t(key, place, lanes, count, l);
}

/* ---- slhdsa_tree.c: memory of an operation, and Merkle trees (algorithms 9, 11, 15 and 17) */

/* A tree of at most 2^9 leaves is made level by level. A higher tree, of FORS, is made of such subtrees, whose roots
 * are the leaves of an upper tree. */
#define NEOSIG_SLHDSA_SUBTREE 9

/* Leaves of WOTS+ are made four at a time. A key has an odd number of chains, and four keys have a multiple of four. So
 * kernels of one, two and four lanes have no idle slot, but in the group of the key that signs. */
#define NEOSIG_SLHDSA_LEAVES 4

typedef struct neosig_slhdsa_memory {
    uint8_t *nodes;            /* of a subtree: its levels one after another, the leaves first */
    uint8_t *upper;            /* of the tree above the subtrees, in the same way */
    uint8_t *values;           /* chains of NEOSIG_SLHDSA_LEAVES keys, or nodes of FORS and their siblings */
    neosig_slhdsa_lane *lanes; /* for each chain, and at least for each tree of FORS */
    size_t lanes_count;
} neosig_slhdsa_memory;

/* Signing and key generation make trees, verification does not. */
neosig_slhdsa_memory neosig_slhdsa_lay_out(const neosig_slhdsa_ctx *ctx, neosig_arena *arena, int trees);

/* A tree: the address of its nodes, where the leaves come from, and the number of its first leaf in its level. */
typedef struct neosig_slhdsa_tree {
    const neosig_slhdsa_key *key;
    const neosig_slhdsa_memory *memory;
    neosig_slhdsa_place place;
    uint32_t word1;
    uint32_t first;
    size_t height;
    /* Leaves number `first` to first + count - 1, to out. */
    void (*leaves)(const void *owner, uint8_t *out, uint32_t first, size_t count);
    const void *owner;
} neosig_slhdsa_tree;

/* The root of a tree, and the authentication path of a leaf, path == NULL: none. leaf is less than 2^height. A tree of
 * at most NEOSIG_SLHDSA_SUBTREE levels leaves all its nodes in memory->nodes. */
void neosig_slhdsa_make_tree(const neosig_slhdsa_tree *tree, uint8_t *root, uint32_t leaf, uint8_t *path);

/* The path of a leaf, of nodes as make_tree leaves them. */
void neosig_slhdsa_copy_path(const neosig_slhdsa_ctx *ctx, uint8_t *path, const uint8_t *nodes, size_t height,
                             uint32_t leaf);

/* Climbs count trees of one height side by side, from the nodes of n bytes in memory->values, node i that of leaf
 * leaves[i] of tree i, to the roots, which take the place of the nodes. Tree i begins at number i 2^height of its
 * level; its path is at paths + i step. */
void neosig_slhdsa_climb(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory,
                         const neosig_slhdsa_place *place, uint32_t word1, size_t height, size_t count,
                         const uint32_t *leaves, const uint8_t *paths, size_t step);

/* ---- slhdsa_xmss.c: WOTS+ and its trees (sections 5 and 6). slhdsa_fors.c (section 8) */

/* A tree of WOTS+ keys, by its layer and its number there. */
typedef struct neosig_slhdsa_xmss {
    const neosig_slhdsa_key *key;
    const neosig_slhdsa_memory *memory;
    uint32_t layer;
    uint64_t tree;
} neosig_slhdsa_xmss;

/* Goes on to the tree above, and to the leaf there that signs the root of the tree below (algorithms 12 and 13; in
 * slhdsa_encode.c). */
void neosig_slhdsa_next_layer(neosig_slhdsa_xmss *xmss, uint32_t *leaf)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(xmss, sizeof *xmss) && __CPROVER_r_ok(xmss->key, sizeof *xmss->key) &&
                             is_context(xmss->key->ctx)),
                    requires(is_fresh(leaf, sizeof *leaf)), assigns(xmss->tree, xmss->layer, *leaf),
                    ensures(*leaf >> xmss->key->ctx->tree_height == 0 && xmss->layer == before(xmss->layer) + 1),
                    ensures((xmss->tree << xmss->key->ctx->tree_height | *leaf) == before(xmss->tree)));

/* Its root, with all its nodes in memory->nodes. If sig is not NULL, also the signature of `message`, n bytes, by leaf
 * `leaf`: len chain values and the path (algorithms 7 and 10). */
void neosig_slhdsa_make_xmss(const neosig_slhdsa_xmss *xmss, const uint8_t *seed, uint8_t *root, uint8_t *sig,
                             const uint8_t *message, uint32_t leaf);

/* The signature alone, where the nodes are known. */
void neosig_slhdsa_sign_xmss(const neosig_slhdsa_xmss *xmss, const uint8_t *seed, uint8_t *sig, const uint8_t *message,
                             uint32_t leaf, const uint8_t *nodes);

/* The root that a signature of `message` leads to (algorithms 8 and 11). root may be message. */
void neosig_slhdsa_xmss_of(const neosig_slhdsa_xmss *xmss, uint8_t *root, const uint8_t *sig, const uint8_t *message,
                           uint32_t leaf);

/* The FORS signature of a selection, with the public key (algorithm 16); and the public key that a signature leads to
 * (algorithm 17). */
void neosig_slhdsa_sign_fors(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory, const uint8_t *seed,
                             uint8_t *sig, uint8_t *root, const neosig_slhdsa_selection *selection);
void neosig_slhdsa_fors_of(const neosig_slhdsa_key *key, const neosig_slhdsa_memory *memory, uint8_t *root,
                           const uint8_t *sig, const neosig_slhdsa_selection *selection);

/* ---- slhdsa_message.c: from a job to a digest (algorithms 22 to 25) */

/* secret: a signature is to be made. Without a pre-hash nothing is hashed then, and message_of takes job->message. */
void neosig_slhdsa_message_begin(neosig_job *job, const neosig_slhdsa_ctx *ctx, int secret);
void neosig_slhdsa_message_absorb(neosig_job *job, const neosig_slhdsa_ctx *ctx, const uint8_t *data, size_t bytes);

/* M' of a signature to be made, all of job->message or its digest. */
void neosig_slhdsa_message_of(neosig_job *job, neosig_slhdsa_message *message);

/* H_msg of a whole M'. pk: PK.seed | PK.root. */
void neosig_slhdsa_digest(const neosig_slhdsa_ctx *ctx, uint8_t digest[NEOSIG_SLHDSA_MAX_M], const uint8_t *r,
                          const uint8_t *pk, const neosig_slhdsa_message *message);

/* The digest of a job that verifies. */
void neosig_slhdsa_message_digest(neosig_job *job, const neosig_slhdsa_ctx *ctx, uint8_t digest[NEOSIG_SLHDSA_MAX_M]);

/* ---- Operations: slhdsa_keygen.c, slhdsa_sign.c, slhdsa_verify.c; *_bytes is the size of the workspace. */

size_t neosig_slhdsa_keypair_bytes(const neosig_slhdsa_ctx *ctx, unsigned flags);
neosig_error neosig_slhdsa_keypair(const neosig_slhdsa_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags);

size_t neosig_slhdsa_prepare_sign_bytes(const neosig_slhdsa_ctx *ctx);
size_t neosig_slhdsa_prepared_secret_bytes(const neosig_slhdsa_ctx *ctx);
neosig_error neosig_slhdsa_prepare_sign(const neosig_slhdsa_ctx *ctx, uint8_t *prepared, const uint8_t *sk,
                                        void *workspace);

/* The job gives the key and the flags. opt_rand comes from source; with NEOSIG_DETERMINISTIC it is PK.seed. */
size_t neosig_slhdsa_sign_bytes(const neosig_slhdsa_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_slhdsa_sign(const neosig_slhdsa_ctx *ctx, uint8_t *sig, const neosig_slhdsa_message *message,
                                const neosig_job *job, const neosig_source *source, void *workspace);

/* pk: PK.seed | PK.root, which is also the prepared public key. */
size_t neosig_slhdsa_verify_bytes(const neosig_slhdsa_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_slhdsa_verify(const neosig_slhdsa_ctx *ctx, const uint8_t *sig,
                                  const uint8_t digest[NEOSIG_SLHDSA_MAX_M], const uint8_t *pk, void *workspace);

size_t neosig_slhdsa_prepare_verify_bytes(const neosig_slhdsa_ctx *ctx);
size_t neosig_slhdsa_prepared_public_bytes(const neosig_slhdsa_ctx *ctx);
neosig_error neosig_slhdsa_prepare_verify(const neosig_slhdsa_ctx *ctx, void *prepared, const uint8_t *pk,
                                          void *workspace);

#endif
