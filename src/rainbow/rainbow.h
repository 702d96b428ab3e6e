/* Rainbow, round 3: what the parts of the scheme share.
 *
 * There are v vinegar variables (the specification's v1), and o1 and o2 oil variables: n = v + o1 + o2 variables and
 * m = o1 + o2 equations. The public map is S o F o T, where F is the central map of two layers. Other names are the
 * specification's. */
#ifndef NEOSIG_RAINBOW_RAINBOW_H
#define NEOSIG_RAINBOW_RAINBOW_H

#include "core/contract.h"
#include "gf/buckets.h"
#include "gf/gf16.h"
#include "gf/quadratic.h"
#include "scheme/scheme.h"
#include "sym/aes.h"

#define NEOSIG_RAINBOW_SEED_BYTES 32
#define NEOSIG_RAINBOW_SALT_BYTES 16
#define NEOSIG_RAINBOW_ATTEMPTS 128
#define NEOSIG_RAINBOW_MAX_V 96
#define NEOSIG_RAINBOW_MAX_O1 36
#define NEOSIG_RAINBOW_MAX_O2 64
#define NEOSIG_RAINBOW_MAX_M 100
#define NEOSIG_RAINBOW_MAX_N 196
#define NEOSIG_RAINBOW_MAX_DIGEST_BYTES 64

typedef enum neosig_rainbow_version {
    NEOSIG_RAINBOW_CLASSIC,        /* both keys whole */
    NEOSIG_RAINBOW_CIRCUMZENITHAL, /* most of the public key from a seed */
    NEOSIG_RAINBOW_COMPRESSED      /* the same, and the secret key is two seeds */
} neosig_rainbow_version;

/* ---- Parameter sets: rainbow_params.c */

/* A set's row. */
typedef struct neosig_rainbow_set {
    neosig_alg alg;
    unsigned bits, v, o1, o2, digest_bytes;
    neosig_rainbow_version version;
} neosig_rainbow_set;

extern const neosig_rainbow_set neosig_rainbow_sets[];
extern const size_t neosig_rainbow_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_rainbow_row_fault(const neosig_alg *alg);

/* What an operation works with: a set and the kernels of its backend. x_bytes are the bytes of a packed vector of x
 * elements. */
typedef struct neosig_rainbow_ctx {
    const neosig_rainbow_set *set;
    const neosig_tower_kernels *fields;
    const neosig_tower *field; /* in the tower's basis */
    const neosig_gf16_kernels *gf16;
    const neosig_aes_kernels *aes;
    size_t v, o1, o2, n, m;
    size_t v_bytes, o1_bytes, o2_bytes, n_bytes, m_bytes;
} neosig_rainbow_ctx;

/* ---- Where things are in keys: rainbow_encode.c */

/* A block of a quadratic map in a key has the terms x_i x_j where i is a variable of one kind (v, o1 or o2) and j one
 * of another. Each term has a vector of coefficients, one for each equation of the layer. */

/* The blocks of one layer, with the specification's numbers:
 *
 *     1  v, v      2  v, o1      3  v, o2      5  o1, o1      6  o1, o2      9  o2, o2
 *
 * A block that a key does not hold has base NULL. */
typedef struct neosig_rainbow_map {
    size_t bytes; /* of a vector */
    neosig_block b1, b2, b3, b5, b6, b9;
} neosig_rainbow_map;

/* The parts of a secret key that is not compressed: seed | s1 | t1 | t4 | t3 | the central map. While a key is made, t2
 * stands in the place of t4. A key that is not whole has no central map. */
typedef struct neosig_rainbow_secret {
    uint8_t *seed, *s1, *t1, *t4, *t3;
    neosig_rainbow_map layer1, layer2; /* blocks 1, 2 and 1, 2, 3, 5, 6, one after another */
    size_t bytes;
} neosig_rainbow_secret;

/* Bytes of a secret key that is not compressed, and of a classic public key. */
size_t neosig_rainbow_prepared_secret_bytes(const neosig_rainbow_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(ctx->set->version == NEOSIG_RAINBOW_COMPRESSED ||
                            returned == ctx->set->alg.secret_key_bytes));
size_t neosig_rainbow_prepared_public_bytes(const neosig_rainbow_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(ctx->set->version != NEOSIG_RAINBOW_CLASSIC || returned == ctx->set->alg.public_key_bytes));

neosig_rainbow_secret neosig_rainbow_secret_parts(const neosig_rainbow_ctx *ctx, uint8_t *sk, int whole)
    NEOSIG_CONTRACT(requires(is_context(ctx)),
                    requires(is_fresh(sk, whole ? neosig_rainbow_prepared_secret_bytes(ctx)
                                                : NEOSIG_RAINBOW_SEED_BYTES + 2 * ctx->o1_bytes * ctx->o2 +
                                                      ctx->v_bytes * (ctx->o1 + ctx->o2))),
                    assigns(), ensures(returned.seed == sk && returned.s1 == sk + NEOSIG_RAINBOW_SEED_BYTES),
                    ensures(returned.t3 + ctx->o1_bytes * ctx->o2 ==
                            (whole ? returned.layer1.b1.base : sk + returned.bytes)),
                    ensures(implies(whole, returned.bytes == neosig_rainbow_prepared_secret_bytes(ctx) &&
                                               returned.layer2.b6.base + ctx->o2_bytes * ctx->o1 * ctx->o2 ==
                                                   sk + returned.bytes)));

/* Layer 1 or 2 of a classic public key, and of another public key, which has blocks 3, 5, 6, 9 of layer 1 and 9 of
 * layer 2. */
neosig_rainbow_map neosig_rainbow_classic_layer(const neosig_rainbow_ctx *ctx, uint8_t *pk, unsigned layer)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(pk, neosig_rainbow_prepared_public_bytes(ctx))),
                    requires(layer == 1 || layer == 2), assigns(),
                    ensures(returned.bytes == (layer == 1 ? ctx->o1_bytes : ctx->o2_bytes)),
                    ensures(returned.b9.base + returned.bytes == pk + (layer == 1 ? ctx->o1_bytes : ctx->m_bytes)),
                    ensures(returned.b9.n == ctx->n && returned.b9.step == ctx->m_bytes));
neosig_rainbow_map neosig_rainbow_stored_layer(const neosig_rainbow_ctx *ctx, uint8_t *pk, unsigned layer)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(pk, ctx->set->alg.public_key_bytes)),
                    requires(ctx->set->version != NEOSIG_RAINBOW_CLASSIC && (layer == 1 || layer == 2)), assigns(),
                    ensures(returned.b9.n == ctx->o2 && returned.b9.step == returned.bytes),
                    ensures(returned.b9.base + neosig_triangle(ctx->o2) * returned.bytes +
                                (layer == 1 ? neosig_triangle(ctx->o2) * ctx->o2_bytes : 0) ==
                            pk + ctx->set->alg.public_key_bytes));

/* ---- Hashing and the generator of pseudorandom bytes: rainbow_drbg.c */

/* The digest of first | second. If out_bytes are more than a digest, the digest's own digest follows, and so on. */
void neosig_rainbow_hash(const neosig_rainbow_ctx *ctx, uint8_t *out, size_t out_bytes, const uint8_t *first,
                         size_t first_bytes, const uint8_t *second, size_t second_bytes);

/* NIST's CTR_DRBG with AES-256. One generate call is any number of reads and an end. */
typedef struct neosig_rainbow_drbg {
    neosig_aes_key key;
    uint64_t v_high, v_low;
    uint8_t block[16]; /* its last left bytes come next */
    size_t left;
} neosig_rainbow_drbg;

void neosig_rainbow_drbg_init(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const uint8_t *seed,
                              size_t bytes);
void neosig_rainbow_drbg_read(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, uint8_t *out, size_t bytes);
void neosig_rainbow_drbg_end(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg);
void neosig_rainbow_drbg_generate(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, uint8_t *out, size_t bytes);

/* ---- From seeds to parts of keys: rainbow_expand.c */

/* draw_st draws s1 | t1 | t2 | t3 from the secret seed's generator, with t2 in the place of t4. t2_to_t4 makes t4 of
 * it. */
void neosig_rainbow_draw_st(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const neosig_rainbow_secret *s);
void neosig_rainbow_t2_to_t4(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s);

/* Draws blocks from one generator: those of the central map, or those of the public map in their place. */
void neosig_rainbow_draw_blocks(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg,
                                const neosig_rainbow_secret *s);

/* ---- Operations: rainbow_keygen.c, rainbow_sign.c, rainbow_verify.c; *_bytes is the size of the workspace */

size_t neosig_rainbow_keypair_bytes(const neosig_rainbow_ctx *ctx, unsigned flags);
neosig_error neosig_rainbow_keypair(const neosig_rainbow_ctx *ctx, uint8_t *pk, uint8_t *sk,
                                    const neosig_source *source, void *workspace, unsigned flags);

/* A prepared secret key is the secret key that is not compressed. */
size_t neosig_rainbow_prepare_sign_bytes(const neosig_rainbow_ctx *ctx);
neosig_error neosig_rainbow_prepare_sign(const neosig_rainbow_ctx *ctx, uint8_t *prepared, const uint8_t *sk,
                                         void *workspace);

/* sk: as the set has it, or a prepared one. */
size_t neosig_rainbow_sign_bytes(const neosig_rainbow_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_rainbow_sign(const neosig_rainbow_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                                 int prepared, void *workspace);

/* A prepared public key is the classic public key. The workspace is that of verification. */
size_t neosig_rainbow_prepare_verify_bytes(const neosig_rainbow_ctx *ctx);
neosig_error neosig_rainbow_prepare_verify(const neosig_rainbow_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                           void *workspace);

/* pk: as the set has it, or a prepared one. */
size_t neosig_rainbow_verify_bytes(const neosig_rainbow_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_rainbow_verify(const neosig_rainbow_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                   const uint8_t *pk, int prepared, void *workspace);

/* ---- rainbow_scheme.c */

/* backend may be NULL where only sizes are asked for that no backend changes. */
neosig_rainbow_ctx neosig_rainbow_open(const neosig_alg *alg, const neosig_backend *backend);

#endif
