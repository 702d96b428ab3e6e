/* UOV, round 3: what the parts of the scheme share.
 *
 * There are v vinegar variables, o oil variables and o equations, so the specification's m is o. n = v + o. The public
 * map is P = (P1 P2; 0 P3), upper triangular. It vanishes on all (O u, u), and the matrix O is secret. Names are the
 * specification's. */
#ifndef NEOSIG_UOV_UOV_H
#define NEOSIG_UOV_UOV_H

#include "core/contract.h"
#include "gf/buckets.h"
#include "gf/gf16.h"
#include "gf/multiples.h"
#include "gf/quadratic.h"
#include "scheme/scheme.h"
#include "sym/aes.h"

#define NEOSIG_UOV_SEED_BYTES 32        /* seed_sk */
#define NEOSIG_UOV_PUBLIC_SEED_BYTES 16 /* seed_pk */
#define NEOSIG_UOV_SALT_BYTES 16
#define NEOSIG_UOV_ATTEMPTS 256
#define NEOSIG_UOV_MAX_N 259
#define NEOSIG_UOV_MAX_M 96

typedef enum neosig_uov_version {
    NEOSIG_UOV_CLASSIC, /* both keys whole */
    NEOSIG_UOV_PKC,     /* most of the public key from a seed */
    NEOSIG_UOV_PKC_SKC  /* the same, and the secret key is a seed */
} neosig_uov_version;

/* ---- Parameter sets: uov_params.c */

/* A set's row. bits: of an element. */
typedef struct neosig_uov_set {
    neosig_alg alg;
    unsigned bits, v, o;
    neosig_uov_version version;
    const char *other_names[3]; /* liboqs's, and the specification's where it has another; the last is NULL */
} neosig_uov_set;

extern const neosig_uov_set neosig_uov_sets[];
extern const size_t neosig_uov_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_uov_row_fault(const neosig_alg *alg);

/* What an operation works with: a set and the kernels of its backend. field has the specification's basis. products is
 * the same field in the basis in which matrices are multiplied without GFNI: for GF(256), the tower's. */
typedef struct neosig_uov_ctx {
    const neosig_uov_set *set;
    const neosig_tower_kernels *fields;
    const neosig_tower *field, *products;
    const neosig_gf16_kernels *gf16;
    const neosig_aes_kernels *aes;
    const neosig_keccak_kernels *keccak;
    size_t v, o, n;
    size_t v_bytes, m_bytes, n_bytes; /* of packed vectors of v, o and n elements */
    size_t width;                     /* o rounded up for products */
    size_t o_step;                    /* elements from one column of O to the next */
    size_t p1_bytes, p2_bytes, p3_bytes, s_bytes, o_bytes;
} neosig_uov_ctx;

/* Whether `field` is GF(256) by GFNI. Then only key generation in little memory multiplies in `products`. */
static inline int neosig_uov_by_gfni(const neosig_uov_ctx *ctx)
{
    return ctx->set->bits == 8 && neosig_tower_by_gfni(ctx->fields) != NULL;
}

/* ---- Where things are in keys: uov_encode.c */

/* A whole secret key: seed_sk | O | P1 | S, where S = (P1 + P1^T) O + P2. O has columns of v_bytes. */
typedef struct neosig_uov_secret {
    uint8_t *seed, *O, *P1, *S;
} neosig_uov_secret;

neosig_uov_secret neosig_uov_secret_parts(const neosig_uov_ctx *ctx, uint8_t *sk)
    NEOSIG_CONTRACT(requires(is_context(ctx) &&
                             __CPROVER_w_ok(sk, NEOSIG_UOV_SEED_BYTES + ctx->o_bytes + ctx->p1_bytes + ctx->s_bytes)),
                    assigns(), ensures(returned.seed == sk && returned.O == sk + NEOSIG_UOV_SEED_BYTES),
                    ensures(returned.P1 == returned.O + ctx->o_bytes && returned.S == returned.P1 + ctx->p1_bytes));
size_t neosig_uov_prepared_secret_bytes(const neosig_uov_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(returned == NEOSIG_UOV_SEED_BYTES + ctx->o_bytes + ctx->p1_bytes + ctx->s_bytes),
                    ensures(ctx->set->version == NEOSIG_UOV_PKC_SKC || returned == ctx->set->alg.secret_key_bytes));
size_t neosig_uov_prepared_public_bytes(const neosig_uov_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(returned == ctx->p1_bytes + ctx->p2_bytes + ctx->p3_bytes),
                    ensures(ctx->set->version != NEOSIG_UOV_CLASSIC || returned == ctx->set->alg.public_key_bytes));

/* Where key generation writes what it makes of seed_sk. A part that is NULL is not written. O, P1 and S are parts of a
 * whole secret key, P2 and P3 of a public key. */
typedef struct neosig_uov_parts {
    uint8_t *O, *P1, *P2, *S, *P3;
} neosig_uov_parts;

/* ---- From seeds to parts of keys: uov_expand.c */

/* seed_pk | O = SHAKE256(seed_sk). */
void neosig_uov_expand_secret(const neosig_uov_ctx *ctx, uint8_t public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES], uint8_t *O,
                              const uint8_t *seed);

/* Expands seed_pk to an AES key. Its key stream is P1 | P2. */
void neosig_uov_open_stream(const neosig_uov_ctx *ctx, neosig_aes_key *key, const uint8_t *public_seed);

/* Bytes offset ... offset + bytes - 1 of the stream. The result points to them: they begin offset % 16 bytes behind
 * memory, which has room for offset % 16 + bytes. */
uint8_t *neosig_uov_read_stream(const neosig_uov_ctx *ctx, const neosig_aes_key *key, uint8_t *memory, size_t offset,
                                size_t bytes);

/* From the specification's basis to that for products, in place, and back. */
void neosig_uov_to_products(const neosig_uov_ctx *ctx, uint8_t *x, size_t bytes);
void neosig_uov_from_products(const neosig_uov_ctx *ctx, uint8_t *to, const uint8_t *from, size_t bytes);

/* ---- Key generation in little memory: uov_keygen_rows.c */

size_t neosig_uov_make_by_rows_bytes(const neosig_uov_ctx *ctx);
void neosig_uov_make_by_rows(const neosig_uov_ctx *ctx, const neosig_uov_parts *to,
                             uint8_t public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES], const uint8_t *seed, void *memory);

/* ---- Operations: uov_keygen.c, uov_sign.c, uov_verify.c; *_bytes is the size of the workspace */

size_t neosig_uov_keypair_bytes(const neosig_uov_ctx *ctx, unsigned flags);
neosig_error neosig_uov_keypair(const neosig_uov_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                void *workspace, unsigned flags);

/* A prepared secret key is a whole one. */
size_t neosig_uov_prepare_sign_bytes(const neosig_uov_ctx *ctx);
neosig_error neosig_uov_prepare_sign(const neosig_uov_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *workspace);

/* message has absorbed the message. sk: as the set has it, or a prepared one. */
size_t neosig_uov_sign_bytes(const neosig_uov_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_uov_sign(const neosig_uov_ctx *ctx, uint8_t *sig, const neosig_shake *message, const uint8_t *sk,
                             int prepared, const neosig_source *source, void *workspace);

/* A prepared public key is a whole one. */
size_t neosig_uov_prepare_verify_bytes(const neosig_uov_ctx *ctx);
neosig_error neosig_uov_prepare_verify(const neosig_uov_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                       void *workspace);

/* pk: as the set has it, or a prepared one. */
size_t neosig_uov_verify_bytes(const neosig_uov_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_uov_verify(const neosig_uov_ctx *ctx, const uint8_t *sig, const neosig_shake *message,
                               const uint8_t *pk, int prepared, void *workspace);

/* SHAKE256(message | salt): the target of the public map. */
void neosig_uov_make_target(const neosig_uov_ctx *ctx, uint8_t *t, const neosig_shake *message_and_salt);

/* ---- uov_scheme.c */

/* backend may be NULL where only sizes are asked for. */
neosig_uov_ctx neosig_uov_open(const neosig_alg *alg, const neosig_backend *backend);

#endif
