/* HAWK (specification 1.1, NIST's rounds 1 and 2): what the parts of the scheme share.
 *
 * R = Z[X] / (X^n + 1), and a* is the adjoint of a. The secret key is a basis B = (f, F; g, G) with f G - g F = 1. The
 * public key is Q = B* B, of which it holds q00 = f f* + g g* and q01 = F f* + G g*. The message and the public key's
 * hash are hashed to bits h. A signature is s1 of a point s = (s0, s1) that is near h/2: the Q-norm of h/2 - s is at
 * most a bound. Names are the specification's. */
#ifndef NEOSIG_HAWK_HAWK_H
#define NEOSIG_HAWK_HAWK_H

#include "core/contract.h"
#include "core/secret.h"
#include "hawk/hawk_kernels.h"
#include "ntru/ntru.h"
#include "ntt/ntt16.h"
#include "scheme/scheme.h"

#define NEOSIG_HAWK_MAX_N 1024
#define NEOSIG_HAWK_MAX_SEED_BYTES 40
#define NEOSIG_HAWK_MAX_SALT_BYTES 40
#define NEOSIG_HAWK_MAX_KEY_HASH_BYTES 64
#define NEOSIG_HAWK_MESSAGE_HASH_BYTES 64

/* A Golomb-Rice code of n numbers in [-2^size, 2^size). A negative x is coded as -1 - x with its sign. There are three
 * parts: n signs; the `low` lowest bits of each number; and of each number as many zeros as its other bits say, then a
 * one. */
typedef struct neosig_hawk_code {
    unsigned low, size; /* numbers of bits; size <= low + 4, so that there are fewer than 16 zeros */
} neosig_hawk_code;

typedef struct neosig_hawk_set {
    neosig_alg alg;
    unsigned logn;
    size_t salt_bytes;
    uint32_t least_norm;  /* of |(f, g)|^2 */
    int64_t most_inverse; /* of the constant coefficient of 1 / q00, times 2^32 */
    uint32_t most_norm;   /* of |x|^2, which is the squared Q-norm of h - 2s */
    neosig_hawk_code q00, q01, s1;
    unsigned q11_size, s0_size; /* bits */
    const neosig_hawk_gauss *gauss;
    neosig_ntru_set ntru;
} neosig_hawk_set;

extern const neosig_hawk_set neosig_hawk_sets[];
extern const size_t neosig_hawk_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_hawk_row_fault(const neosig_alg *alg);

/* What an operation works with. */
typedef struct neosig_hawk_ctx {
    const neosig_hawk_set *set;
    const neosig_backend *backend;
    const neosig_hawk_kernels *kernels;
    const neosig_ntt16 *ntt;
    unsigned logn;
    size_t n;
    size_t seed_bytes, key_hash_bytes;
} neosig_hawk_ctx;

/* backend may be NULL where only sizes are asked for. */
neosig_hawk_ctx neosig_hawk_open(const neosig_alg *alg, const neosig_backend *backend);

/* ---- Byte layouts (hawk_encode.c) */

/* A secret key: the seed, n/8 bytes of F mod 2, of G mod 2, and the public key's hash. */
typedef struct neosig_hawk_secret {
    const uint8_t *seed, *F2, *G2, *key_hash;
} neosig_hawk_secret;

neosig_hawk_secret neosig_hawk_secret_of(const neosig_hawk_ctx *ctx, const uint8_t *sk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sk, ctx->set->alg.secret_key_bytes)), assigns(),
                    ensures(returned.key_hash + ctx->key_hash_bytes == sk + ctx->set->alg.secret_key_bytes));

/* n/8 bytes of parities. Constant time. */
void neosig_hawk_parities(uint8_t *out, const int8_t *a, size_t n)
    NEOSIG_CONTRACT(requires(n % 8 == 0 && n <= NEOSIG_HAWK_MAX_N && is_fresh(out, n / 8) && is_fresh(a, n)),
                    assigns(upto(out, n / 8)), ensures(all_parities(out, a, n, NEOSIG_HAWK_MAX_N)));

/* A public key: the code of half of q00, the lowest bits of q00's constant coefficient, the code of q01, and zeros.
 * pack returns -1 if these do not fit. unpack returns NEOSIG_ERR_KEY for anything but what pack writes. */
int neosig_hawk_pack_public_key_vartime(const neosig_hawk_ctx *ctx, uint8_t *pk, const int16_t *q00, const int16_t *q01)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(pk, ctx->set->alg.public_key_bytes)),
                    requires(is_fresh(q00, ctx->n) && is_fresh(q01, 2 * ctx->n)),
                    assigns(upto(pk, ctx->set->alg.public_key_bytes)), ensures(returned == 0 || returned == -1));
neosig_error neosig_hawk_unpack_public_key_vartime(const neosig_hawk_ctx *ctx, int16_t *q00, int16_t *q01,
                                                   const uint8_t *pk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(pk, ctx->set->alg.public_key_bytes)),
                    requires(is_fresh(q00, ctx->n) && is_fresh(q01, 2 * ctx->n)),
                    assigns(upto(q00, ctx->n), upto(q01, 2 * ctx->n)),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_KEY));

/* A signature: salt, code of s1, zeros. pack returns -1 if that does not fit. unpack returns NEOSIG_ERR_SIGNATURE for
 * anything but what pack writes. */
int neosig_hawk_pack_signature_vartime(const neosig_hawk_ctx *ctx, uint8_t *sig, const uint8_t *salt, const int16_t *s1)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes)),
                    requires(is_fresh(salt, ctx->set->salt_bytes) && is_fresh(s1, 2 * ctx->n)),
                    assigns(upto(sig, ctx->set->alg.signature_bytes)), ensures(returned == 0 || returned == -1));
neosig_error neosig_hawk_unpack_signature_vartime(const neosig_hawk_ctx *ctx, int16_t *s1, const uint8_t *sig)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes)),
                    requires(is_fresh(s1, 2 * ctx->n)), assigns(upto(s1, 2 * ctx->n)),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_SIGNATURE));

/* ---- f and g from a seed (hawk_expand.c) */

#define NEOSIG_HAWK_STREAM_BLOCKS 5 /* at a time, of each instance: 680 bytes are 17 groups of samples */
#define NEOSIG_HAWK_STREAM_BYTES (NEOSIG_HAWK_STREAMS * NEOSIG_HAWK_STREAM_BLOCKS * (size_t)NEOSIG_SHAKE256_RATE)

/* Forks four instances of SHAKE256: instance j absorbs all that `common` has absorbed, and then the byte j. */
void neosig_hawk_streams_init(neosig_shakes *streams, const neosig_shake *common);

/* Squeezes the next blocks of the four instances into `memory`; out[j] is where those of instance j begin. */
void neosig_hawk_streams_squeeze(neosig_shakes *streams, const uint8_t *out[NEOSIG_HAWK_STREAMS], uint8_t *memory,
                                 size_t blocks);

/* f and g, one after the other, n coefficients each. memory: NEOSIG_HAWK_STREAM_BYTES. */
void neosig_hawk_expand(const neosig_hawk_ctx *ctx, int8_t *fg, const uint8_t *seed, uint8_t *memory);

/* ---- Operations. Each size function runs its operation's lay_out without memory. */

size_t neosig_hawk_keypair_bytes(const neosig_hawk_ctx *ctx, unsigned flags);
/* Each attempt draws alg.seed_bytes from source, until they make a key. */
neosig_error neosig_hawk_keypair(const neosig_hawk_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                 void *workspace, unsigned flags);

size_t neosig_hawk_prepared_secret_bytes(const neosig_hawk_ctx *ctx);
size_t neosig_hawk_prepare_sign_bytes(const neosig_hawk_ctx *ctx);
neosig_error neosig_hawk_prepare_sign(const neosig_hawk_ctx *ctx, void *prepared, const uint8_t *sk, void *workspace);

size_t neosig_hawk_sign_bytes(const neosig_hawk_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_hawk_sign(const neosig_hawk_ctx *ctx, neosig_job *job, uint8_t *sig, const neosig_source *source,
                              void *workspace);

size_t neosig_hawk_prepared_public_bytes(const neosig_hawk_ctx *ctx);
size_t neosig_hawk_prepare_verify_bytes(const neosig_hawk_ctx *ctx);
neosig_error neosig_hawk_prepare_verify(const neosig_hawk_ctx *ctx, void *prepared, const uint8_t *pk, void *workspace);

size_t neosig_hawk_verify_bytes(const neosig_hawk_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_hawk_verify(const neosig_hawk_ctx *ctx, neosig_job *job, void *workspace);

/* The n bits of h as numbers. */
void neosig_hawk_bits(int8_t *out, const uint8_t *h, size_t n);

/* 1 if the first coefficient that is not 0 is positive, 0 if it is negative or there is none. Constant time. */
unsigned neosig_hawk_begins_positive(const int16_t *a, size_t n);

/* h, n/4 bytes, from the hash of the message and the salt. */
void neosig_hawk_hash(const neosig_hawk_ctx *ctx, uint8_t *h, const uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES],
                      const uint8_t *salt);

#endif
