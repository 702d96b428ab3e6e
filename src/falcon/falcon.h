/* Falcon (specification 2021-10-01, code 2021-11-01) and Pornin's provisional FN-DSA: what the parts of the scheme
 * share.
 *
 * R = Z[X] / (X^n + 1), q = 12289. Short f, g, F, G with f G - g F = q are the secret basis, h = g / f mod q is the
 * public key. The message is hashed, after a nonce, to a point c of R mod q; a signature is s2 with s1 = c - s2 h and
 * |s1|^2 + |s2|^2 at most a bound. Names are the specification's. */
#ifndef NEOSIG_FALCON_FALCON_H
#define NEOSIG_FALCON_FALCON_H

#include "core/secret.h"
#include "ntt/ntt16.h"
#include "scheme/scheme.h"

#define NEOSIG_FALCON_Q 12289
#define NEOSIG_FALCON_MAX_N 1024
#define NEOSIG_FALCON_NONCE_BYTES 40
#define NEOSIG_FALCON_KEY_HASH_BYTES 64 /* SHAKE256 of the public key, hashed before the message by FN-DSA */
#define NEOSIG_FALCON_MAX_SEED_BYTES 56

/* Round 3 of NIST's competition: seeds of 48 bytes, ChaCha20 in the sampler, Babai's reduction in binary64; one nonce
 * and one stream for all attempts. FN-DSA as c-fn-dsa has it (2025-06): a key from 32 bytes, the sampler's seed of 56
 * bytes and SHAKE256, reduction in fixed point; the key's hash before the message; a nonce and a seed for each attempt.
 */
typedef enum neosig_falcon_rules { NEOSIG_FALCON_ROUND3, NEOSIG_FALCON_FNDSA } neosig_falcon_rules;

typedef struct neosig_falcon_set {
    neosig_alg alg;
    neosig_falcon_rules rules;
    unsigned logn;
    int padded;     /* signatures have one length, and zeros at the end */
    uint32_t bound; /* of |s1|^2 + |s2|^2, inclusive */
} neosig_falcon_set;

extern const neosig_falcon_set neosig_falcon_sets[];
extern const size_t neosig_falcon_sets_count;

/* What an operation works with. */
typedef struct neosig_falcon_ctx {
    const neosig_falcon_set *set;
    const neosig_backend *backend;
    const neosig_ntt16 *ntt;
    neosig_falcon_rules rules;
    unsigned logn;
    size_t n;
    unsigned f_bits;   /* of a coefficient of f or g in a secret key; those of F have 8 */
    size_t seed_bytes; /* of the sampler's generator */
} neosig_falcon_ctx;

/* backend may be NULL where only sizes are asked for. */
neosig_falcon_ctx neosig_falcon_open(const neosig_alg *alg, const neosig_backend *backend);

/* ---- Byte layouts (falcon_encode.c). n coefficients each; encodings are as strict as they can be. */

/* Coefficients in bits bits, most significant first, two's complement; unpack returns nonzero if one is -2^(bits-1),
 * which no key has. bits 5, 6 or 8. Constant time. pack_small may be given only what fits. */
void neosig_falcon_pack_small(const neosig_falcon_ctx *ctx, uint8_t *out, const int8_t *a, unsigned bits);
unsigned neosig_falcon_unpack_small(const neosig_falcon_ctx *ctx, int8_t *a, const uint8_t *in, unsigned bits);

/* A secret key: header, f, g, F. unpack returns NEOSIG_ERR_KEY for another header or a coefficient that no key has. */
void neosig_falcon_pack_secret_key(const neosig_falcon_ctx *ctx, uint8_t *sk, const int8_t *f, const int8_t *g,
                                   const int8_t *F);
neosig_error neosig_falcon_unpack_secret_key(const neosig_falcon_ctx *ctx, int8_t *f, int8_t *g, int8_t *F,
                                             const uint8_t *sk);

/* A public key: header, h in [0, q) in 14 bits. unpack returns NEOSIG_ERR_KEY for another header or a value from q on.
 * h of unpack is balanced, |h| <= q/2. */
void neosig_falcon_pack_public_key(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint16_t *h);
neosig_error neosig_falcon_unpack_public_key_vartime(const neosig_falcon_ctx *ctx, int16_t *h, const uint8_t *pk);

/* A signature: header, nonce, s2 compressed (algorithms 17 and 18), |s2| < 2048. pack returns -1 if it does not fit,
 * and else sets *sig_bytes. s2 is public once its norm has passed, its length too. */
int neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                         const uint8_t *nonce, const int16_t *s2);
/* NEOSIG_ERR_SIGNATURE for anything but the one encoding that pack writes. */
neosig_error neosig_falcon_unpack_signature_vartime(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *sig,
                                                    size_t sig_bytes);

/* ---- Arithmetic modulo q (falcon_ring.c). Constant time; arrays of n, 64-byte aligned. */

/* h = g / f mod q in [0, q); nonzero if f has no inverse, and then h is of no use. scratch: n numbers. */
unsigned neosig_falcon_public(const neosig_falcon_ctx *ctx, uint16_t *h, const int8_t *f, const int8_t *g,
                              int16_t *scratch);

/* The public key of a secret one, and its SHAKE256. NEOSIG_ERR_KEY if that is malformed or f has no inverse. */
neosig_error neosig_falcon_public_key_of(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint8_t *sk);
neosig_error neosig_falcon_hash_of_secret_key(const neosig_falcon_ctx *ctx, uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES],
                                              const uint8_t *sk);

/* ---- Messages (falcon_message.c) */

neosig_error neosig_falcon_message_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret,
                                         const neosig_source *source);
void neosig_falcon_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes);
/* The point of the message of a job that verifies: n numbers in [0, q). */
void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm);

/* An attempt at a signature, 0 or later, begins: its nonce, its point hm in [0, q), n numbers, and the seed of the
 * sampler's generator, ctx->seed_bytes. Round 3 asks for attempt 0 alone: the later ones have its nonce and point, and
 * its generator runs on. FN-DSA asks for each. An error ends signing. */
typedef neosig_error neosig_falcon_start(void *state, unsigned attempt, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES],
                                         uint16_t *hm, uint8_t *seed);

/* What a job starts attempts from, the state of neosig_falcon_message_start. */
typedef struct neosig_falcon_signing {
    const neosig_falcon_ctx *ctx;
    neosig_job *job;
    const neosig_source *source;
} neosig_falcon_signing;

/* A neosig_falcon_start. NEOSIG_ERR_ATTEMPTS for the third attempt of FN-DSA at a message that came in pieces and is
 * not hashed before: about one signature of fn-dsa-1024-pre in a million, of fn-dsa-512-pre far fewer (an attempt does
 * not fit once in a thousand, and less than once in 20,000). */
neosig_error neosig_falcon_message_start(void *signing, unsigned attempt, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES],
                                         uint16_t *hm, uint8_t *seed);

/* ---- Operations. Each size function runs its operation's lay_out without memory. */

size_t neosig_falcon_keypair_bytes(const neosig_falcon_ctx *ctx, unsigned flags);
/* Draws alg.seed_bytes from source. flags: NEOSIG_LOW_MEMORY or 0. */
neosig_error neosig_falcon_keypair(const neosig_falcon_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags);

/* A prepared key of FN-DSA begins with the public key's hash. The rest is at this offset. */
static inline size_t neosig_falcon_prepared_key_offset(const neosig_falcon_ctx *ctx)
{
    return ctx->rules == NEOSIG_FALCON_FNDSA ? NEOSIG_FALCON_KEY_HASH_BYTES : 0;
}

/* The rest of a prepared secret key holds what signing computes from the secret key, bit for bit. */
size_t neosig_falcon_prepared_secret_bytes(const neosig_falcon_ctx *ctx);
size_t neosig_falcon_prepare_sign_bytes(const neosig_falcon_ctx *ctx);
neosig_error neosig_falcon_prepare_sign(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace);

/* NEOSIG_ERR_KEY for a secret key that cannot be prepared. In the workspace of neosig_falcon_sign. */
neosig_error neosig_falcon_check_secret_key(const neosig_falcon_ctx *ctx, const uint8_t *sk, void *workspace);

size_t neosig_falcon_sign_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags);
/* key: the secret key, or the rest of a prepared one. sig takes alg.signature_bytes. */
neosig_error neosig_falcon_sign(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                neosig_falcon_start *start, void *state, const uint8_t *key, int prepared,
                                unsigned flags, void *workspace);

size_t neosig_falcon_prepared_public_bytes(const neosig_falcon_ctx *ctx);
neosig_error neosig_falcon_prepare_verify(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *pk);
size_t neosig_falcon_verify_bytes(const neosig_falcon_ctx *ctx, int prepared);
neosig_error neosig_falcon_verify(const neosig_falcon_ctx *ctx, neosig_job *job, void *workspace);

#endif
