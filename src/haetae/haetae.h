/* HAETAE 1.1.2 (draft Korean standard "KS X", 2026-02): what the parts of the scheme share.
 *
 * R = Z[X] / (X^256 + 1), q = 64513. With A of k x (k + l) polynomials, A s = q j mod 2q for j = (1, 0, ..., 0), where
 * s = (1, s1, s2) is the secret key. A signature is z = y + (-1)^b c s for a y uniform in a ball of real vectors, which
 * are kept with 13 fractional bits. Names are the specification's; its algorithms are given by number. */
#ifndef NEOSIG_HAETAE_HAETAE_H
#define NEOSIG_HAETAE_HAETAE_H

#include "core/secret.h"
#include "core/wide.h"
#include "haetae/haetae_poly.h"
#include "ntt/ntt16.h"
#include "ntt/ntt32.h"
#include "scheme/scheme.h"

#define NEOSIG_HAETAE_SEED_BYTES 32
#define NEOSIG_HAETAE_MU_BYTES 64    /* the challenge takes the first 32 of them */
#define NEOSIG_HAETAE_HIGH_BYTES 288 /* of a polynomial's high bits where they are hashed */
#define NEOSIG_HAETAE_MAX_K 4
#define NEOSIG_HAETAE_MAX_L 7
#define NEOSIG_HAETAE_ONE (1 << NEOSIG_HAETAE_FRACTION_BITS)

/* A distribution of the range coder: symbol s has freq[s] of 1024. */
typedef struct neosig_haetae_model {
    unsigned symbols;
    uint16_t freq[33];
} neosig_haetae_model;

/* A parameter set. Real bounds are given as the greatest integer that they allow. */
typedef struct neosig_haetae_set {
    neosig_alg alg;
    unsigned k, l, tau, d;
    unsigned log_alpha;                          /* alpha_h = 2^log_alpha: the hints' modulus */
    uint64_t b0_squared, b1_squared, b2_squared; /* B^2, B'^2, B''^2 */
    int32_t gamma_squared_n;                     /* gamma^2 n */
    uint64_t scale;                              /* 2^13 B + sqrt(n m) / 2, the radius that rounding y needs */
    neosig_haetae_fixed cube, three_halves;      /* where Newton's iteration starts */
    unsigned base_z1, base_h;                    /* the least encoded sizes */
    int z1_offset, h_offset;
    neosig_haetae_model z1, h;
} neosig_haetae_set;

extern const neosig_haetae_set neosig_haetae_sets[];
extern const size_t neosig_haetae_sets_count;

/* What an operation works with. */
typedef struct neosig_haetae_ctx {
    const neosig_haetae_set *set;
    const neosig_backend *backend;
    const neosig_haetae_kernels *poly;
    const neosig_ntt32 *ntt;   /* modulo q */
    const neosig_ntt16 *ntt16; /* modulo 12289 */
    size_t k, l, m;            /* m = l - 1, polynomials of s1 */
    unsigned b_bits;
    size_t b_bytes, s2_bytes; /* of a polynomial in a key */
} neosig_haetae_ctx;

/* backend may be NULL where only sizes are asked for. */
neosig_haetae_ctx neosig_haetae_open(const neosig_alg *alg, const neosig_backend *backend);

/* The polynomials of the secret in one count: s1, then s2. */
static inline size_t neosig_haetae_secrets(const neosig_haetae_ctx *ctx)
{
    return ctx->m + ctx->k;
}

/* ---- Byte layouts (haetae_encode.c) */

/* The parts of a secret key: public key | s1 | s2 | key. */
typedef struct neosig_haetae_secret {
    const uint8_t *pk, *s1, *s2, *key;
} neosig_haetae_secret;

neosig_haetae_secret neosig_haetae_secret_of(const neosig_haetae_ctx *ctx, const uint8_t *sk);

/* A prepared secret key: key, A, and the transforms of s1 and s2 modulo 12289; a prepared public key: A. Both begin
 * with the sponge that has absorbed the public key. Offsets in bytes; size is the end. */
typedef struct neosig_haetae_prepared {
    size_t key, a, s, size;
} neosig_haetae_prepared;

neosig_haetae_prepared neosig_haetae_prepared_layout(const neosig_haetae_ctx *ctx, int secret);

/* 256 numbers of bits bits, little-endian. */
void neosig_haetae_pack(uint8_t *out, const int32_t w[256], unsigned bits);
void neosig_haetae_unpack(int32_t w[256], const uint8_t *in, unsigned bits);

/* Of most - s, and back: |s| <= most, 1 or 2, in 2 or 3 bits. unpack returns nonzero if a coefficient is out of range.
 */
void neosig_haetae_pack_small(uint8_t *out, const int8_t s[256], unsigned most);
unsigned neosig_haetae_unpack_small(int8_t s[256], const uint8_t *in, unsigned most);

/* A signature from c (bytes of 8 bits), z1 (l polynomials, rounded) and the hints h (k polynomials). -1 if they do not
 * fit the signature's length or the coders' ranges, which becomes public. scratch and lost: 256 (l + k) numbers each.
 */
int neosig_haetae_pack_signature(const neosig_haetae_ctx *ctx, uint8_t *sig, const uint8_t c[32], const int32_t *z1,
                                 const int32_t *h, uint8_t *scratch, uint32_t *lost);
/* The inverse; -1 for anything but the one encoding that pack_signature writes. Public. scratch: 256 l bytes. */
int neosig_haetae_unpack_signature_vartime(const neosig_haetae_ctx *ctx, const uint8_t *sig, uint8_t c[32], int32_t *z1,
                                           int32_t *h, uint8_t *scratch);

/* ---- From seeds to objects (haetae_expand.c) */

/* Bytes of streams for up to four polynomials of A, or of the secrets. */
#define NEOSIG_HAETAE_XOF_BYTES (4 * 4 * NEOSIG_SHAKE128_RATE)

/* Rows first, first + 1, ... of a | A0, or of A0 in a set without a, step numbers apart (algorithms 4 and 5). */
void neosig_haetae_expand_a0(const neosig_haetae_ctx *ctx, uint16_t *a, size_t step, const uint8_t *rho, size_t first,
                             size_t rows, uint8_t *xof);
/* Rows of A1 mod q, transformed, 256 l numbers apart: the first polynomial from b, the others 2 A0. */
void neosig_haetae_expand_rows(const neosig_haetae_ctx *ctx, uint16_t *a, const uint8_t *pk, size_t first, size_t rows,
                               uint8_t *xof);
/* s1, then s2, from nonce on (algorithm 8). s: 256 bytes each and 16 more. */
void neosig_haetae_expand_s(const neosig_haetae_ctx *ctx, int8_t *s, const uint8_t *sigma, unsigned nonce,
                            uint8_t *xof);

/* The challenge from hashed bytes (high bits, parities) and mu, as 256 bits (algorithm 18). A challenge is public, that
 * of a rejected attempt too. */
void neosig_haetae_challenge_vartime(const neosig_haetae_ctx *ctx, uint8_t c[32], const uint8_t *hashed,
                                     const uint8_t *mu);

/* ---- The ball (haetae_hyperball.c) */

/* Memory of neosig_haetae_hyperball. */
typedef struct neosig_haetae_hyperball_workspace {
    uint64_t *samples; /* k + l polynomials */
    uint8_t *signs;    /* 32 bytes each */
    uint8_t *xof;
    neosig_haetae_candidates *candidates;
    size_t streams; /* side by side: 4, or 1 to save memory */
    /* Where an odd number of streams leaves a place: the next call's first one, whose first byte this call needs. Its
     * first blocks and its state, or NULL. */
    uint8_t *ahead;
    uint64_t *ahead_state;
} neosig_haetae_hyperball_workspace;

/* What stays from one call to the next, from arena; the rest, which does not, from shared, which begins behind it. */
neosig_haetae_hyperball_workspace neosig_haetae_hyperball_lay_out(const neosig_haetae_ctx *ctx, neosig_arena *arena,
                                                                  neosig_arena *shared, unsigned flags);

/* Samples of one polynomial: of wanted ones there are have, and the sum of their squares. */
typedef struct neosig_haetae_samples {
    uint64_t *to;
    size_t wanted, have;
    neosig_wide square_sum;
} neosig_haetae_samples;

/* Takes of count candidates (algorithm 14) from in the accepted ones until there are enough. Returns nonzero if they
 * are not. Time and addresses follow which ones are rejected; c is memory. */
int neosig_haetae_accept_vartime(const neosig_haetae_kernels *poly, neosig_haetae_samples *samples, const uint8_t *in,
                                 size_t count, neosig_haetae_candidates *c);

/* y, k + l polynomials, uniform in the ball of radius B (algorithm 11), from nonce *nonce on, which is advanced: 0 at
 * the first call with a seed. Returns the two bits b, b'. */
unsigned neosig_haetae_hyperball(const neosig_haetae_ctx *ctx, int32_t *y, const uint8_t seed[64], unsigned *nonce,
                                 const neosig_haetae_hyperball_workspace *workspace);

/* ---- Key generation's test (haetae_singular.c) */

/* tau times the squared size, rounded, of what c s can be at most over all challenges c (algorithm 42), 256 times the
 * square of the singular value bound: a key is good if this is at most gamma^2 n. s: s1, then s2. */
int32_t neosig_haetae_singular_value(const neosig_haetae_ctx *ctx, const int8_t *s);

/* Whether secrets, which somebody may have made, are so large that the sums of neosig_haetae_singular_value overflow.
 */
unsigned neosig_haetae_is_far_too_large(const neosig_haetae_ctx *ctx, const int8_t *s);

/* ---- Operations. Each size function runs its operation's lay_out without memory. */

size_t neosig_haetae_keypair_bytes(const neosig_haetae_ctx *ctx);
neosig_error neosig_haetae_keypair(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace);

/* The public key of a secret one, and of `again`, a copy of it, all but its last part. NEOSIG_ERR_KEY if s1 or s2 is no
 * encoding or is too large. In the workspace of neosig_haetae_keypair. */
neosig_error neosig_haetae_remake(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *again, const uint8_t *sk,
                                  void *workspace);

size_t neosig_haetae_sign_bytes(const neosig_haetae_ctx *ctx, int prepared, unsigned flags);
/* key: the secret key, or a prepared one. */
neosig_error neosig_haetae_sign(const neosig_haetae_ctx *ctx, uint8_t *sig, const uint8_t mu[64], const uint8_t rnd[32],
                                const uint8_t *key, int prepared, unsigned flags, void *workspace);
/* Preparing takes a workspace of NEOSIG_HAETAE_XOF_BYTES. */
neosig_error neosig_haetae_prepare_sign(const neosig_haetae_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace);

/* What prepared keys of both kinds have of the public key. */
void neosig_haetae_prepare(const neosig_haetae_ctx *ctx, const neosig_haetae_prepared *layout, void *prepared,
                           const uint8_t *pk, void *workspace);
size_t neosig_haetae_verify_bytes(const neosig_haetae_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_haetae_verify(const neosig_haetae_ctx *ctx, const uint8_t *sig, const uint8_t mu[64],
                                  const uint8_t *key, int prepared, unsigned flags, void *workspace);

#endif
