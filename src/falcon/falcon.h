/* Falcon (specification 2021-10-01, code 2021-11-01) and Pornin's provisional FN-DSA: what the parts of the scheme
 * share.
 *
 * R = Z[X] / (X^n + 1), q = 12289. Short f, g, F, G with f G - g F = q are the secret basis, h = g / f mod q is the
 * public key. A nonce and the message are hashed to a point c of R mod q. A signature is an s2 for which, with
 * s1 = c - s2 h, |s1|^2 + |s2|^2 is at most a bound. Names are the specification's. */
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

/* The two versions of the scheme.
 *
 *                            ROUND3 (NIST's competition)      FNDSA (c-fn-dsa, 2025-06).
 *     seed of a key pair     48 bytes                         32 bytes.
 *     sampler's seed         48 bytes                         56 bytes.
 *     sampler's generator    ChaCha20                         SHAKE256.
 *     Babai's reduction      binary64                         fixed point.
 *     before the message     the nonce                        the nonce, the public key's hash, FIPS 204's prefix.
 *     attempts               share one nonce and one stream   have a nonce and a seed each. */
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
    unsigned f_bits;   /* of a coefficient of f or g in a secret key; those of F have 8 */
    size_t seed_bytes; /* of the sampler's generator */
} neosig_falcon_ctx;

/* backend may be NULL where only sizes are asked for. */
neosig_falcon_ctx neosig_falcon_open(const neosig_alg *alg, const neosig_backend *backend);

/* ---- Byte layouts (falcon_encode.c). n coefficients each; encodings are as strict as they can be. */

/* Coefficients in two's complement of 5, 6 or 8 bits, most significant bit first. The coefficients given to pack_small
 * must fit. unpack returns nonzero if a coefficient is -2^(bits-1), which no key has. Constant time. */
void neosig_falcon_pack_small(const neosig_falcon_ctx *ctx, uint8_t *out, const int8_t *a, unsigned bits);
unsigned neosig_falcon_unpack_small(const neosig_falcon_ctx *ctx, int8_t *a, const uint8_t *in, unsigned bits);

/* A secret key: header, f, g, F. unpack returns NEOSIG_ERR_KEY for a wrong header or a coefficient that no key has. */
void neosig_falcon_pack_secret_key(const neosig_falcon_ctx *ctx, uint8_t *sk, const int8_t *f, const int8_t *g,
                                   const int8_t *F);
neosig_error neosig_falcon_unpack_secret_key(const neosig_falcon_ctx *ctx, int8_t *f, int8_t *g, int8_t *F,
                                             const uint8_t *sk);

/* A public key: header, then the coefficients of h in [0, q), of 14 bits. unpack makes them balanced, |h| <= q/2. It
 * returns NEOSIG_ERR_KEY for a wrong header or a coefficient of q or more. */
void neosig_falcon_pack_public_key(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint16_t *h);
neosig_error neosig_falcon_unpack_public_key_vartime(const neosig_falcon_ctx *ctx, int16_t *h, const uint8_t *pk);

/* A signature: header, nonce, and s2 compressed (algorithms 17 and 18), |s2| < 2048. pack sets *sig_bytes, or returns
 * -1 if s2 does not fit. s2 and its length are public, since the norm has been accepted. */
int neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                         const uint8_t *nonce, const int16_t *s2);
/* Returns NEOSIG_ERR_SIGNATURE for anything but the one encoding that pack writes. */
neosig_error neosig_falcon_unpack_signature_vartime(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *sig,
                                                    size_t sig_bytes);

/* ---- Arithmetic modulo q (falcon_ring.c). Constant time; arrays of n, 64-byte aligned. */

/* h = g / f mod q in [0, q). Returns nonzero if f has no inverse; then h must not be used. scratch: n numbers. */
unsigned neosig_falcon_public(const neosig_falcon_ctx *ctx, uint16_t *h, const int8_t *f, const int8_t *g,
                              int16_t *scratch);

/* The public key that belongs to a secret key, and the SHAKE256 of that public key. They return NEOSIG_ERR_KEY if the
 * secret key is malformed or f has no inverse. */
neosig_error neosig_falcon_public_key_of(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint8_t *sk);
neosig_error neosig_falcon_hash_of_secret_key(const neosig_falcon_ctx *ctx, uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES],
                                              const uint8_t *sk);

/* ---- Messages (falcon_message.c) */

neosig_error neosig_falcon_message_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret,
                                         const neosig_source *source);
void neosig_falcon_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes);
/* The point of the message of a job that verifies: n numbers in [0, q). */
void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm);

/* Begins an attempt at a signature, 0 or later. Writes its nonce, its point hm (n numbers in [0, q)), and
 * ctx->seed_bytes of a seed for the sampler's generator. Signing by round 3's rules calls this for attempt 0 alone:
 * later attempts have the same nonce and point, and the generator runs on. Signing by FN-DSA's rules calls it for each
 * attempt. An error ends signing. */
typedef neosig_error neosig_falcon_start(void *state, unsigned attempt, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES],
                                         uint16_t *hm, uint8_t *seed);

/* The state of neosig_falcon_message_start. */
typedef struct neosig_falcon_signing {
    const neosig_falcon_ctx *ctx;
    neosig_job *job;
    const neosig_source *source;
} neosig_falcon_signing;

/* A neosig_falcon_start. By FN-DSA's rules each attempt hashes the message again, so a third attempt is not possible at
 * a message that came in pieces without pre-hash: NEOSIG_ERR_ATTEMPTS. An attempt is rejected about once in a thousand
 * with fn-dsa-1024-pre, less than once in 20,000 with fn-dsa-512-pre. So this error ends about one signature of
 * fn-dsa-1024-pre in a million, and far fewer of fn-dsa-512-pre. */
neosig_error neosig_falcon_message_start(void *signing, unsigned attempt, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES],
                                         uint16_t *hm, uint8_t *seed);

/* ---- Operations. Each size function runs its operation's lay_out without memory. */

size_t neosig_falcon_keypair_bytes(const neosig_falcon_ctx *ctx, unsigned flags);
/* Draws alg.seed_bytes from source. flags: NEOSIG_LOW_MEMORY or 0. */
neosig_error neosig_falcon_keypair(const neosig_falcon_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags);

/* A prepared key of FN-DSA begins with the public key's hash. The other parts begin at this offset. */
static inline size_t neosig_falcon_prepared_key_offset(const neosig_falcon_ctx *ctx)
{
    return ctx->rules == NEOSIG_FALCON_FNDSA ? NEOSIG_FALCON_KEY_HASH_BYTES : 0;
}

/* These parts of a prepared secret key hold what signing would compute from the secret key, bit for bit. */
size_t neosig_falcon_prepared_secret_bytes(const neosig_falcon_ctx *ctx);
size_t neosig_falcon_prepare_sign_bytes(const neosig_falcon_ctx *ctx);
neosig_error neosig_falcon_prepare_sign(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace);

/* Returns NEOSIG_ERR_KEY for a secret key that cannot be prepared. The workspace is that of neosig_falcon_sign. */
neosig_error neosig_falcon_check_secret_key(const neosig_falcon_ctx *ctx, const uint8_t *sk, void *workspace);

size_t neosig_falcon_sign_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags);
/* key: the secret key, or a prepared key from its offset on. sig has room for alg.signature_bytes. */
neosig_error neosig_falcon_sign(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                neosig_falcon_start *start, void *state, const uint8_t *key, int prepared,
                                unsigned flags, void *workspace);

size_t neosig_falcon_prepared_public_bytes(const neosig_falcon_ctx *ctx);
neosig_error neosig_falcon_prepare_verify(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *pk);
size_t neosig_falcon_verify_bytes(const neosig_falcon_ctx *ctx, int prepared);
neosig_error neosig_falcon_verify(const neosig_falcon_ctx *ctx, neosig_job *job, void *workspace);

#endif
