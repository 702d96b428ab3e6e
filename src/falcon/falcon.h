/* Falcon (specification 2021-10-01, code 2021-11-01) and Pornin's provisional FN-DSA: what the parts of the scheme
 * share.
 *
 * R = Z[X] / (X^n + 1), q = 12289. Short f, g, F, G with f G - g F = q are the secret basis, h = g / f mod q is the
 * public key. A nonce and the message are hashed to a point c of R mod q. A signature is an s2 for which, with
 * s1 = c - s2 h, |s1|^2 + |s2|^2 is at most a bound. Names are the specification's. */
#ifndef NEOSIG_FALCON_FALCON_H
#define NEOSIG_FALCON_FALCON_H

#include "core/contract.h"
#include "core/secret.h"
#include "ntt/ntt16.h"
#include "scheme/scheme.h"

#define NEOSIG_FALCON_Q 12289
#define NEOSIG_FALCON_MAX_N 1024
#define NEOSIG_FALCON_NONCE_BYTES 40
#define NEOSIG_FALCON_MU_BYTES 64
#define NEOSIG_FALCON_KEY_HASH_BYTES 64 /* FN-DSA: SHAKE256 of the public key, at the end of a secret key */
#define NEOSIG_FNDSA_SEED_BYTES 40      /* drawn for a signature; what is derived from it; SHAKE256 of f and g */

/* The two versions of the scheme.
 *
 *                            ROUND3 (NIST's competition)      FNDSA (c-fn-dsa, 2026-07).
 *     bits of encodings      from the highest                 from the lowest.
 *     a public key           h                                the transform of h modulo q.
 *     a secret key           f, g, F                          f, g, F, the hash of the public key.
 *     seed of a key pair     48 bytes                         32 bytes.
 *     sampler's generator    ChaCha20                         SHAKE256.
 *     Babai's reduction      binary64, of F and G             fixed point, of F.
 *     the point c            of the nonce and the message     of the nonce and mu, which is as in ML-DSA.
 *     attempts               share one nonce and one stream   have a stream each, which begins with the nonce.
 *     |s1|, |s2| at most     (q - 1) / 2, 2047                840, 840. */
typedef enum neosig_falcon_rules { NEOSIG_FALCON_ROUND3, NEOSIG_FALCON_FNDSA } neosig_falcon_rules;

struct neosig_falcon_sampler; /* falcon_sampler.h */

typedef struct neosig_falcon_set {
    neosig_alg alg;
    neosig_falcon_rules rules;
    unsigned logn;
    int padded;     /* signatures have one length, and zeros at the end */
    uint32_t bound; /* of |s1|^2 + |s2|^2, inclusive */
} neosig_falcon_set;

extern const neosig_falcon_set neosig_falcon_sets[];
extern const size_t neosig_falcon_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_falcon_row_fault(const neosig_alg *alg);

/* What an operation works with. */
typedef struct neosig_falcon_ctx {
    const neosig_falcon_set *set;
    const neosig_backend *backend;
    const neosig_ntt16 *ntt;
    neosig_falcon_rules rules;
    unsigned logn;
    size_t n;
    unsigned f_bits;           /* of a coefficient of f or g in a secret key; those of F have 8 */
    uint16_t most_s1, most_s2; /* the largest coefficients in size that a signature may have */
} neosig_falcon_ctx;

/* backend may be NULL where only sizes are asked for. */
neosig_falcon_ctx neosig_falcon_open(const neosig_alg *alg, const neosig_backend *backend);

/* ---- Byte layouts (falcon_encode.c). n coefficients each; encodings are as strict as they can be. */

/* Coefficients in two's complement of 5, 6 or 8 bits. The coefficients given to pack_small must fit. unpack returns
 * nonzero if a coefficient is -2^(bits-1), which no key has. Constant time. */
void neosig_falcon_pack_small(const neosig_falcon_ctx *ctx, uint8_t *out, const int8_t *a, unsigned bits)
    NEOSIG_CONTRACT(requires(is_context(ctx) && (bits == ctx->f_bits || bits == 8)),
                    requires(is_fresh(out, ctx->n / 8 * bits) && is_fresh(a, ctx->n)),
                    assigns(upto(out, ctx->n / 8 * bits)));
unsigned neosig_falcon_unpack_small(const neosig_falcon_ctx *ctx, int8_t *a, const uint8_t *in, unsigned bits)
    NEOSIG_CONTRACT(requires(is_context(ctx) && (bits == ctx->f_bits || bits == 8)),
                    requires(is_fresh(a, ctx->n) && is_fresh(in, ctx->n / 8 * bits)), assigns(upto(a, ctx->n)));

/* A secret key: header, f, g, F. unpack returns NEOSIG_ERR_KEY for a wrong header or a coefficient that no key has. In
 * FN-DSA the hash of the public key follows, which pack_key_hash writes; in round 3 that writes nothing. */
void neosig_falcon_pack_secret_key(const neosig_falcon_ctx *ctx, uint8_t *sk, const int8_t *f, const int8_t *g,
                                   const int8_t *F)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sk, ctx->set->alg.secret_key_bytes)),
                    requires(is_fresh(f, ctx->n) && is_fresh(g, ctx->n) && is_fresh(F, ctx->n)),
                    assigns(upto(sk, 1 + ctx->n / 8 * (2 * ctx->f_bits + 8))));
neosig_error neosig_falcon_unpack_secret_key(const neosig_falcon_ctx *ctx, int8_t *f, int8_t *g, int8_t *F,
                                             const uint8_t *sk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sk, ctx->set->alg.secret_key_bytes)),
                    requires(is_fresh(f, ctx->n) && is_fresh(g, ctx->n) && is_fresh(F, ctx->n)),
                    assigns(upto(f, ctx->n), upto(g, ctx->n), upto(F, ctx->n)),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_KEY));

void neosig_falcon_pack_key_hash(const neosig_falcon_ctx *ctx, uint8_t *sk, const uint8_t *pk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sk, ctx->set->alg.secret_key_bytes)),
                    requires(is_fresh(pk, ctx->set->alg.public_key_bytes)),
                    assigns(upto(sk + ctx->set->alg.secret_key_bytes - NEOSIG_FALCON_KEY_HASH_BYTES,
                                 NEOSIG_FALCON_KEY_HASH_BYTES)));

/* A public key: header, then n numbers in [0, q), of 14 bits: in round 3 the coefficients of h, in FN-DSA its
 * transform in the order of ctx->ntt. pack writes these numbers. unpack returns NEOSIG_ERR_KEY for a wrong header or a
 * number of q or more; else it makes the transform by either rules, |h[i]| < 1.8 q. */
void neosig_falcon_pack_public_key(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint16_t *h)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(pk, ctx->set->alg.public_key_bytes)),
                    requires(is_fresh(h, 2 * ctx->n)), assigns(upto(pk, ctx->set->alg.public_key_bytes)));
neosig_error neosig_falcon_unpack_public_key_vartime(const neosig_falcon_ctx *ctx, int16_t *h, const uint8_t *pk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(h, 2 * ctx->n)),
                    requires(is_fresh(pk, ctx->set->alg.public_key_bytes)), assigns(upto(h, 2 * ctx->n)),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_KEY));

/* A signature: header, nonce, and s2 compressed (algorithms 17 and 18), |s2| <= most_s2. pack sets *sig_bytes, or
 * returns -1 if s2 does not fit. s2 and its length are public, since the norm has been accepted. */
int neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                         const uint8_t *nonce, const int16_t *s2)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes)),
                    requires(is_fresh(sig_bytes, sizeof *sig_bytes) && is_fresh(s2, 2 * ctx->n)),
                    requires(is_fresh(nonce, NEOSIG_FALCON_NONCE_BYTES)),
                    assigns(upto(sig, ctx->set->alg.signature_bytes), *sig_bytes),
                    ensures(returned == -1 || (returned == 0 && *sig_bytes <= ctx->set->alg.signature_bytes)));
/* Returns NEOSIG_ERR_SIGNATURE for anything but the one encoding that pack writes. */
neosig_error neosig_falcon_unpack_signature_vartime(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *sig,
                                                    size_t sig_bytes)
    NEOSIG_CONTRACT(requires(is_context(ctx) && fits(sig_bytes) && is_fresh(sig, sig_bytes)),
                    requires(is_fresh(s2, 2 * ctx->n)), assigns(upto(s2, 2 * ctx->n)),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_SIGNATURE));

/* ---- Arithmetic modulo q (falcon_ring.c). Constant time; arrays of n, 64-byte aligned. */

/* The numbers of the public key of h = g / f mod q (neosig_falcon_pack_public_key). Returns nonzero if f has no
 * inverse; then h must not be used. scratch: n numbers. */
unsigned neosig_falcon_public(const neosig_falcon_ctx *ctx, uint16_t *h, const int8_t *f, const int8_t *g,
                              int16_t *scratch);

/* 1 if f has an inverse. Public. scratch: n numbers. */
unsigned neosig_falcon_is_invertible(const neosig_falcon_ctx *ctx, const int8_t *f, int16_t *scratch);

/* The public key that belongs to a secret key. Returns NEOSIG_ERR_KEY if the secret key is malformed or f has no
 * inverse. */
neosig_error neosig_falcon_public_key_of(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint8_t *sk);

/* FN-DSA: SHAKE256 of f and g as they stand in a secret key. It stands for the secret key where a signature's seed is
 * derived. */
void neosig_falcon_hash_of_fg(const neosig_falcon_ctx *ctx, uint8_t hash[NEOSIG_FNDSA_SEED_BYTES], const uint8_t *sk);

/* ---- Messages (falcon_message.c) */

/* Whether the signature to verify is long enough for a header and a nonce. */
static inline int neosig_falcon_has_nonce(const neosig_job *job)
{
    return job->signature_bytes >= 1 + NEOSIG_FALCON_NONCE_BYTES;
}

neosig_error neosig_falcon_message_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret,
                                         const neosig_source *source);
void neosig_falcon_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes);
/* The point of the message of a job that verifies: n numbers in [0, q). */
void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm);
/* The same for jobs that have not begun (neosig_scheme.verify_many), side by side: point i at hm + i * ctx->n. Their
 * signatures have nonces. */
void neosig_falcon_message_verify_many(const neosig_falcon_ctx *ctx, neosig_job *const *jobs, size_t n, uint16_t *hm);

/* What all attempts at a signature share: the job, which has absorbed the message; in FN-DSA, once attempt 0 has begun,
 * also mu and the derived seed. */
typedef struct neosig_falcon_signing {
    const neosig_falcon_ctx *ctx;
    neosig_job *job;
    const neosig_source *source;
    uint8_t mu[NEOSIG_FALCON_MU_BYTES], seed[NEOSIG_FNDSA_SEED_BYTES];
} neosig_falcon_signing;

/* Begins an attempt at a signature, 0 or later: the sampler's generator is ready. Writes the nonce, and the point hm (n
 * numbers in [0, q)). In round 3 only attempt 0 writes these: later attempts have the same nonce and point. An error
 * ends signing. */
neosig_error neosig_falcon_message_attempt(neosig_falcon_signing *signing, unsigned attempt,
                                           struct neosig_falcon_sampler *sampler,
                                           uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES], uint16_t *hm);

/* ---- Operations. Each size function runs its operation's lay_out without memory. */

size_t neosig_falcon_keypair_bytes(const neosig_falcon_ctx *ctx, unsigned flags);
/* Draws alg.seed_bytes from source. flags: NEOSIG_LOW_MEMORY or 0. */
neosig_error neosig_falcon_keypair(const neosig_falcon_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags);

/* A prepared key of FN-DSA begins with the public key's hash. A prepared secret key has the hash of f and g behind it.
 * The other parts begin at this offset, aligned to 64 bytes. */
#define NEOSIG_FALCON_FG_HASH_AT NEOSIG_FALCON_KEY_HASH_BYTES
static inline size_t neosig_falcon_prepared_offset(const neosig_falcon_ctx *ctx, int secret)
{
    return ctx->rules == NEOSIG_FALCON_ROUND3 ? 0
           : secret                           ? 2 * NEOSIG_FALCON_KEY_HASH_BYTES
                                              : NEOSIG_FALCON_KEY_HASH_BYTES;
}

/* Behind the hashes a prepared secret key holds what signing would compute from the secret key, bit for bit. */
size_t neosig_falcon_prepared_secret_bytes(const neosig_falcon_ctx *ctx);
size_t neosig_falcon_prepare_sign_bytes(const neosig_falcon_ctx *ctx);
neosig_error neosig_falcon_prepare_sign(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace);

/* Returns NEOSIG_ERR_KEY for a secret key that cannot be prepared. The workspace is that of neosig_falcon_sign. */
neosig_error neosig_falcon_check_secret_key(const neosig_falcon_ctx *ctx, const uint8_t *sk, void *workspace);

size_t neosig_falcon_sign_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags);
/* key: the secret key, or a prepared one. sig has room for alg.signature_bytes. */
neosig_error neosig_falcon_sign(neosig_falcon_signing *signing, uint8_t *sig, size_t *sig_bytes, const uint8_t *key,
                                int prepared, unsigned flags, void *workspace);

size_t neosig_falcon_prepared_public_bytes(const neosig_falcon_ctx *ctx);
size_t neosig_falcon_prepare_verify_bytes(const neosig_falcon_ctx *ctx);
neosig_error neosig_falcon_prepare_verify(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *pk,
                                          void *workspace);
size_t neosig_falcon_verify_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_falcon_verify(const neosig_falcon_ctx *ctx, neosig_job *job, void *workspace);
void neosig_falcon_verify_many(const neosig_falcon_ctx *ctx, neosig_job *jobs, size_t n, neosig_error *errors,
                               void *workspace);

#endif
