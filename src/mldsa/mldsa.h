/* ML-DSA (FIPS 204) and Dilithium round 3.1: one scheme, the differences are data of the sets. */
#ifndef NEOSIG_MLDSA_MLDSA_H
#define NEOSIG_MLDSA_MLDSA_H

#include "core/contract.h"
#include "core/secret.h"
#include "mldsa/mldsa_poly.h"
#include "ntt/ntt32.h"
#include "scheme/scheme.h"

/* A parameter set, in the letters of FIPS 204, table 1. A row of mldsa_params.c. */
typedef struct neosig_mldsa_set {
    neosig_alg alg;
    uint8_t k, l, eta, tau, omega;
    int32_t gamma1, gamma2;
    uint8_t tr_bytes;     /* 64, round 3.1: 32 */
    uint8_t ctilde_bytes; /* lambda / 4, round 3.1: 32 */
    uint8_t fips;         /* key generation hashes k and l; messages have a prefix; signing hashes rnd */
} neosig_mldsa_set;

extern const neosig_mldsa_set neosig_mldsa_sets[];
extern const size_t neosig_mldsa_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_mldsa_row_fault(const neosig_alg *alg);

#define NEOSIG_MLDSA_MAX_K 8
#define NEOSIG_MLDSA_MAX_L 7
#define NEOSIG_MLDSA_SEED_BYTES 32 /* xi, rho, K, rnd */
#define NEOSIG_MLDSA_MU_BYTES 64
#define NEOSIG_MLDSA_T1_BYTES 320
#define NEOSIG_MLDSA_T0_BYTES 416

/* What an operation works with: a set, the kernels of its backend, sizes. */
typedef struct neosig_mldsa_ctx {
    const neosig_mldsa_set *set;
    const struct neosig_keccak_kernels *keccak;
    const neosig_ntt32 *ntt;
    const neosig_mldsa_kernels *poly;
    size_t k, l;
    int32_t beta;
    size_t s_bytes, z_bytes, w1_bytes; /* of a polynomial of s1 or s2, of z, of w1, encoded */
    size_t hint_bytes;                 /* of all hints, encoded */
} neosig_mldsa_ctx;

/* ---- mldsa_encode.c: byte layouts. Offsets of the parts; bytes is the end. */

typedef struct neosig_mldsa_public_layout { /* pkEncode */
    size_t rho, t1, bytes;
} neosig_mldsa_public_layout;

typedef struct neosig_mldsa_secret_layout { /* skEncode; tr is before s; s: s1, then s2 */
    size_t rho, key, s, t0, bytes;
} neosig_mldsa_secret_layout;

typedef struct neosig_mldsa_signature_layout { /* sigEncode */
    size_t ctilde, z, hint, bytes;
} neosig_mldsa_signature_layout;

/* A prepared secret key: key and tr as encoded; A as uniform polynomials, row by row; s1 and s2, doubled; the
 * transforms of t0. A prepared public key: tr, A, and the transforms of t1 2^d. */
typedef struct neosig_mldsa_prepared_layout {
    size_t key, a, s, t, bytes;
} neosig_mldsa_prepared_layout;

/* tr, which is hashed before the message, is at one offset in the keys of all sets. */
#define NEOSIG_MLDSA_SECRET_TR 64u
#define NEOSIG_MLDSA_PREPARED_TR 0u

neosig_mldsa_public_layout neosig_mldsa_public_layout_of(const neosig_mldsa_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned.bytes == ctx->set->alg.public_key_bytes));
neosig_mldsa_secret_layout neosig_mldsa_secret_layout_of(const neosig_mldsa_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned.bytes == ctx->set->alg.secret_key_bytes));
neosig_mldsa_signature_layout neosig_mldsa_signature_layout_of(const neosig_mldsa_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned.bytes == ctx->set->alg.signature_bytes));
neosig_mldsa_prepared_layout neosig_mldsa_prepared_layout_of(const neosig_mldsa_ctx *ctx, int secret)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned.key < returned.a && returned.a < returned.s),
                    ensures(returned.s <= returned.t && returned.t < returned.bytes));

/* HintBitPack of k polynomials of 256 bits, at most omega of them ones. Public, as all of a signature. */
void neosig_mldsa_pack_hints_vartime(const neosig_mldsa_ctx *ctx, uint8_t *out, uint8_t bits[][32])
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(out, ctx->hint_bytes) && is_fresh(bits, 32 * ctx->k)),
                    assigns(whole(out)));

/* HintBitUnpack, to k polynomials of one byte a coefficient. Returns NEOSIG_ERR_SIGNATURE for anything but the one
 * encoding that HintBitPack writes. All of it is public. */
neosig_error neosig_mldsa_unpack_hints_vartime(const neosig_mldsa_ctx *ctx, uint8_t *hint, const uint8_t *in)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(hint, 256 * ctx->k) && is_fresh(in, ctx->hint_bytes)),
                    assigns(upto(hint, 256 * ctx->k)));

/* ---- mldsa_expand.c: from seeds to polynomials. XOF buffers have NEOSIG_MLDSA_XOF_BYTES and no
 * alignment. */

#define NEOSIG_MLDSA_XOF_BYTES 3360 /* four times five blocks of SHAKE128 */

/* What A is expanded from and with. */
typedef struct neosig_mldsa_matrix {
    const uint8_t *rho;
    uint8_t *xof;          /* a quarter of NEOSIG_MLDSA_XOF_BYTES for each of up to four polynomials at a time */
    neosig_beside *beside; /* what is hashed in the place of every fourth polynomial until it ends, or NULL */
} neosig_mldsa_matrix;

/* Polynomials first, first + step, ... (count of them) of A, numbered row by row, as uniform polynomials. */
void neosig_mldsa_expand_a(const neosig_mldsa_ctx *ctx, uint8_t *a, const neosig_mldsa_matrix *matrix, size_t first,
                           size_t step, size_t count);

/* The rows of A one after another, for products of A with a vector. `batch` polynomials are sampled at a time, and a
 * batch may belong to two rows. No more of A is in memory. */
typedef struct neosig_mldsa_rows {
    const neosig_mldsa_ctx *ctx;
    neosig_mldsa_matrix matrix;
    uint8_t *a;
    size_t batch;      /* 4, or 2 to save memory */
    size_t next;       /* the first polynomial not used yet */
    size_t used, have; /* of the polynomials in a */
} neosig_mldsa_rows;

/* Carves the memory for that, and starts at the first row, with beside as in neosig_mldsa_matrix. flags:
 * NEOSIG_LOW_MEMORY or not. Between rows matrix.xof is free for other uses. */
neosig_mldsa_rows neosig_mldsa_rows_lay_out(neosig_arena *arena, unsigned flags);
void neosig_mldsa_rows_begin(neosig_mldsa_rows *rows, const neosig_mldsa_ctx *ctx, const uint8_t rho[32],
                             neosig_beside *beside);

/* r = (add ? r : 0) + the next row times the l transforms in b, as the kernel `inner` says. */
void neosig_mldsa_rows_next(neosig_mldsa_rows *rows, int32_t r[256], const int32_t *b, int add);

/* ExpandS: l + k polynomials of 256 int8_t, and 16 bytes more are written. */
void neosig_mldsa_expand_s(const neosig_mldsa_ctx *ctx, int8_t *s, const uint8_t seed[64], uint8_t *xof);

/* ExpandMask: count polynomials, at most 4, with nonces from kappa on. They stay encoded, as the z_bytes bytes that
 * SHAKE delivers. y[i] may be xof if count is 1. */
void neosig_mldsa_expand_mask(const neosig_mldsa_ctx *ctx, uint8_t *const *y, const uint8_t seed[64], size_t kappa,
                              size_t count, uint8_t *xof);

/* SampleInBall. The challenge is public. */
void neosig_mldsa_challenge_vartime(const neosig_mldsa_ctx *ctx, neosig_mldsa_sparse *c, const uint8_t *ctilde);

/* r = c, or -c if negative. */
void neosig_mldsa_challenge_dense_vartime(int32_t r[256], const neosig_mldsa_sparse *c, int negative);

/* ---- Operations: mldsa_keygen.c, mldsa_sign.c, mldsa_verify.c; *_bytes is the size of the workspace. flags:
 * NEOSIG_LOW_MEMORY or not. */

size_t neosig_mldsa_keypair_bytes(const neosig_mldsa_ctx *ctx, unsigned flags);
neosig_error neosig_mldsa_keypair(const neosig_mldsa_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                  void *workspace, unsigned flags);

/* Makes the public key that belongs to a secret key, and again tr and t0, in `again`, a copy of the secret key. Returns
 * NEOSIG_ERR_KEY if s1 or s2 is no encoding. The workspace is that of neosig_mldsa_keypair. */
neosig_error neosig_mldsa_remake(const neosig_mldsa_ctx *ctx, uint8_t *pk, uint8_t *again, const uint8_t *sk,
                                 void *workspace, unsigned flags);

/* key: as encoded, or prepared. source: where rnd comes from; if it is NULL, rnd is 32 zero bytes. */
size_t neosig_mldsa_sign_bytes(const neosig_mldsa_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_mldsa_sign(const neosig_mldsa_ctx *ctx, uint8_t *sig, const uint8_t mu[64], const uint8_t *key,
                               int prepared, const neosig_source *source, void *workspace, unsigned flags);

/* NEOSIG_ERR_KEY if s1 or s2 is no encoding. */
size_t neosig_mldsa_prepare_sign_bytes(const neosig_mldsa_ctx *ctx);
size_t neosig_mldsa_prepared_secret_bytes(const neosig_mldsa_ctx *ctx);
neosig_error neosig_mldsa_prepare_sign(const neosig_mldsa_ctx *ctx, uint8_t *prepared, const uint8_t *sk,
                                       void *workspace);

size_t neosig_mldsa_verify_bytes(const neosig_mldsa_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_mldsa_verify(const neosig_mldsa_ctx *ctx, neosig_job *job, void *workspace);

size_t neosig_mldsa_prepare_verify_bytes(const neosig_mldsa_ctx *ctx);
size_t neosig_mldsa_prepared_public_bytes(const neosig_mldsa_ctx *ctx);
neosig_error neosig_mldsa_prepare_verify(const neosig_mldsa_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                         void *workspace);

/* ---- mldsa_message.c: from the message to mu (algorithms 2 to 5, 7 and 8). */

/* A verification that has all of its message need not begin before it absorbs: the message waits until tr is known.
 * Then it begins, and absorbs the message again. */
void neosig_mldsa_message_begin(neosig_job *job, const uint8_t *tr);
int neosig_mldsa_message_waits(const neosig_job *job);
void neosig_mldsa_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes);
void neosig_mldsa_message_mu(neosig_job *job, uint8_t mu[64]);

/* ---- mldsa_scheme.c */

/* backend may be NULL where only sizes are asked for. */
neosig_mldsa_ctx neosig_mldsa_open(const neosig_alg *alg, const neosig_backend *backend);

#endif
