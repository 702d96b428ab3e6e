/* HAETAE 1.2.0 (2026-09): what the parts of the scheme share.
 *
 * R = Z[X] / (X^256 + 1), q = 64513. A has k x (k + l) polynomials. s = (1, s1, s2) is the secret key, and
 * A s = q j mod 2q for j = (1, 0, ..., 0). A signature is z = y + (-1)^b c s, where y is uniform in a ball of real
 * vectors. Real numbers are kept with 13 fractional bits. Names are the specification's; its algorithms are given by
 * their numbers in version 1.1.2, of which 1.2.0 changed the Gaussian alone (algorithms 14 to 16). */
#ifndef NEOSIG_HAETAE_HAETAE_H
#define NEOSIG_HAETAE_HAETAE_H

#include "core/contract.h"
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

/* A parameter set. A real bound is given as the greatest integer that it allows. */
typedef struct neosig_haetae_set {
    neosig_alg alg;
    unsigned k, l, tau, d;
    unsigned log_alpha;                          /* alpha_h = 2^log_alpha: the hints' modulus */
    uint64_t b0_squared, b1_squared, b2_squared; /* B^2, B'^2, B''^2 */
    int32_t gamma_squared_n;                     /* gamma^2 n */
    uint64_t scale;                         /* floor(2^13 B + sqrt(256 (k + l)) / 2): radius that rounding y needs */
    neosig_haetae_fixed cube, three_halves; /* y^3 and 3/2 y for y = 1 / sqrt(256 (k + l) + 2), to the nearest */
    unsigned base_z1, base_h;               /* the least encoded sizes */
    int z1_offset;                          /* symbol of 0: half of z1's symbols, rounded down */
    int h_offset;                           /* values of h that have no symbol, between the small and the large */
    neosig_haetae_model z1, h;
} neosig_haetae_set;

extern const neosig_haetae_set neosig_haetae_sets[];
extern const size_t neosig_haetae_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_haetae_row_fault(const neosig_alg *alg);

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

neosig_haetae_secret neosig_haetae_secret_of(const neosig_haetae_ctx *ctx, const uint8_t *sk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sk, ctx->set->alg.secret_key_bytes)), assigns(),
                    ensures(returned.key + NEOSIG_HAETAE_SEED_BYTES == sk + ctx->set->alg.secret_key_bytes));

/* Offsets in bytes of a prepared key's parts; size is the end. Both kinds begin with the sponge that has absorbed the
 * public key. A prepared secret key goes on with key, A, and the transforms of s1 and s2 modulo 12289. A prepared
 * public key goes on with A. */
typedef struct neosig_haetae_prepared {
    size_t key, a, s, size;
} neosig_haetae_prepared;

neosig_haetae_prepared neosig_haetae_prepared_layout(const neosig_haetae_ctx *ctx, int secret)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(returned.key <= returned.a && returned.a < returned.s && returned.s <= returned.size));

/* 256 numbers of bits bits, little-endian. */
void neosig_haetae_pack(uint8_t *out, const int32_t w[256], unsigned bits)
    NEOSIG_CONTRACT(requires(bits == 2 || bits == 3 || bits == 8 || bits == 9 || bits == 15 || bits == 16),
                    requires(is_fresh(out, 32 * bits) && is_fresh(w, 1024)), assigns(upto(out, 32 * bits)));
void neosig_haetae_unpack(int32_t w[256], const uint8_t *in, unsigned bits)
    NEOSIG_CONTRACT(requires(bits == 2 || bits == 3 || bits == 15 || bits == 16),
                    requires(is_fresh(w, 1024) && is_fresh(in, 32 * bits)), assigns(upto(w, 1024)),
                    ensures(all_below(w, 256, 256, 1u << bits)));

/* Coefficients |s| <= most, as most - s: in 2 bits for most = 1, in 3 bits for most = 2. unpack returns nonzero if a
 * coefficient is out of range. */
void neosig_haetae_pack_small(uint8_t *out, const int8_t s[256], unsigned most)
    NEOSIG_CONTRACT(requires(most == 1 || most == 2), requires(is_fresh(out, 32 * (most + 1)) && is_fresh(s, 256)),
                    assigns(upto(out, 32 * (most + 1))));
unsigned neosig_haetae_unpack_small(int8_t s[256], const uint8_t *in, unsigned most)
    NEOSIG_CONTRACT(requires(most == 1 || most == 2), requires(is_fresh(s, 256) && is_fresh(in, 32 * (most + 1))),
                    assigns(upto(s, 256)), ensures((returned == 0) == all_within(s, 256, 256, (int)most)));

/* A signature from c, of 256 bits, z1 (l polynomials, rounded) and the hints h (k polynomials). Returns -1 if they do
 * not fit the signature's length or the coder's ranges; this becomes public. */
int neosig_haetae_pack_signature(const neosig_haetae_ctx *ctx, uint8_t *sig, const uint8_t c[32], const int32_t *z1,
                                 const int32_t *h, uint8_t *scratch, uint32_t *lost)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes) && is_fresh(c, 32)),
                    requires(is_fresh(z1, 1024 * ctx->l) && is_fresh(h, 1024 * ctx->k)),
                    requires(is_fresh(scratch, 256 * (ctx->l + ctx->k)) && is_fresh(lost, 1024 * (ctx->l + ctx->k))),
                    assigns(whole(sig), whole(scratch), whole(lost)), ensures(returned == 0 || returned == -1));
/* The inverse of pack_signature. Returns -1 for anything but the one encoding that pack_signature writes. All of it is
 * public. */
int neosig_haetae_unpack_signature_vartime(const neosig_haetae_ctx *ctx, const uint8_t *sig, uint8_t c[32], int32_t *z1,
                                           int32_t *h, uint8_t *scratch)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes) && is_fresh(c, 32)),
                    requires(is_fresh(z1, 1024 * ctx->l) && is_fresh(h, 1024 * ctx->k)),
                    requires(is_fresh(scratch, 256 * ctx->l)),
                    assigns(upto(c, 32), upto(z1, 1024 * ctx->l), upto(h, 1024 * ctx->k), upto(scratch, 256 * ctx->l)),
                    ensures(returned == 0 || returned == -1));

/* ---- From seeds to objects (haetae_expand.c) */

/* Bytes of streams for up to four polynomials of A, or of the secrets. */
#define NEOSIG_HAETAE_XOF_BYTES (4 * 4 * NEOSIG_SHAKE128_RATE)

/* Rows first, first + 1, ... of the matrix a | A0, or of A0 in a set without a (algorithms 4 and 5). Rows are `step`
 * numbers apart. */
void neosig_haetae_expand_a0(const neosig_haetae_ctx *ctx, uint16_t *a, size_t step, const uint8_t *rho, size_t first,
                             size_t rows, uint8_t *xof);
/* Rows of A1 mod q, transformed, 256 l numbers apart. The first polynomial of a row comes from b, the others are those
 * of 2 A0. */
void neosig_haetae_expand_rows(const neosig_haetae_ctx *ctx, uint16_t *a, const uint8_t *pk, size_t first, size_t rows,
                               uint8_t *xof);
/* s1, then s2 (algorithm 8), of 256 bytes for each polynomial. Each has its own nonce, from `nonce` on. */
void neosig_haetae_expand_s(const neosig_haetae_ctx *ctx, int8_t *s, const uint8_t *sigma, unsigned nonce,
                            uint8_t *xof);

/* The challenge, 256 bits, from hashed bytes (high bits, parities) and mu (algorithm 18). A challenge is public, even
 * that of a rejected attempt. */
void neosig_haetae_challenge(const neosig_haetae_ctx *ctx, uint8_t c[32], const uint8_t *hashed, const uint8_t *mu);

/* ---- The ball (haetae_hyperball.c) */

/* Memory of neosig_haetae_hyperball. */
typedef struct neosig_haetae_hyperball_workspace {
    uint64_t *samples; /* k + l polynomials */
    uint8_t *signs;    /* 32 bytes each */
    uint8_t *xof;
    neosig_haetae_candidates *candidates;
    size_t streams; /* side by side: 4, or 1 to save memory */
    /* Where an odd number of streams leaves a place, it is the next call's first stream, whose first byte this call
     * needs. These are the first blocks of that stream and its state, or NULL. */
    uint8_t *ahead;
    uint64_t *ahead_state;
} neosig_haetae_hyperball_workspace;

/* Carves what stays from one call of neosig_haetae_hyperball to the next. */
neosig_haetae_hyperball_workspace neosig_haetae_hyperball_lay_out(const neosig_haetae_ctx *ctx, neosig_arena *arena,
                                                                  unsigned flags);

/* Carves, before each call, what does not stay. */
void neosig_haetae_hyperball_carve(const neosig_haetae_ctx *ctx, neosig_arena *arena,
                                   neosig_haetae_hyperball_workspace *workspace);

/* Samples of one polynomial: `have` of the `wanted` ones are there, and square_sum is the sum of their squares. */
typedef struct neosig_haetae_samples {
    uint64_t *to;
    size_t wanted, have;
    neosig_wide square_sum;
} neosig_haetae_samples;

/* Makes candidates (algorithm 14) from in, at most `count`, and keeps the accepted ones until there are enough. Returns
 * nonzero if there are not enough. Time and addresses follow which candidates are rejected. c is scratch memory. */
int neosig_haetae_accept_vartime(const neosig_haetae_kernels *poly, neosig_haetae_samples *samples, const uint8_t *in,
                                 size_t count, neosig_haetae_candidates *c);

/* y, k + l polynomials, uniform in the ball of radius B (algorithm 11). Streams take nonces from *nonce on, which is
 * advanced; it is 0 at the first call with a seed. Returns the two bits b, b'. */
unsigned neosig_haetae_hyperball(const neosig_haetae_ctx *ctx, int32_t *y, const uint8_t seed[64], unsigned *nonce,
                                 const neosig_haetae_hyperball_workspace *workspace);

/* ---- Key generation's test (haetae_singular.c) */

/* A bound of tau |c s|^2 over all challenges c, rounded (algorithm 42). It is 256 times the square of the bound of the
 * singular value. A key is good if this is at most gamma^2 n. s: s1, then s2. */
int32_t neosig_haetae_singular_value(const neosig_haetae_ctx *ctx, const int8_t *s);

/* Whether s is so large that the sums of neosig_haetae_singular_value could overflow. A key that was not made by HAETAE
 * can be so: its numbers are -1, 0, 1, or -2 to 2 in s2 of sets with d != 0. Of other keys the sum S of |s(w)|^2 over
 * all polynomials is at most 2^14 at each root w.
 *
 * Then the sums of `spectrum` stay below 2^15. Its s(w) is off by e < 0.04: of 8 layers each doubles the error and the
 * size, at first 2^-15.5 and 2, and adds 2^-15.5 for rounded products and 2^-16.5 |s(w)| for a rounded root. That is
 * e < 255 2^-15.5 + 10 256 2^-16.5. A sum of 10 squares is off by less than 2 sqrt(10 S) e + 10 e^2 < 35. This test is
 * itself off by less than 20. */
unsigned neosig_haetae_is_far_too_large(const neosig_haetae_ctx *ctx, const int8_t *s);

/* ---- Operations. Each size function runs its operation's lay_out without memory. */

size_t neosig_haetae_keypair_bytes(const neosig_haetae_ctx *ctx, unsigned flags);
neosig_error neosig_haetae_keypair(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags);

/* Makes the public key that belongs to a secret key, and again, in `again`, all parts of the secret key but the last.
 * Returns NEOSIG_ERR_KEY if s1 or s2 is no encoding or is too large. The workspace is that of neosig_haetae_keypair. */
neosig_error neosig_haetae_remake(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *again, const uint8_t *sk,
                                  void *workspace);

size_t neosig_haetae_sign_bytes(const neosig_haetae_ctx *ctx, int prepared, unsigned flags);
/* key: the secret key, or a prepared one. */
neosig_error neosig_haetae_sign(const neosig_haetae_ctx *ctx, uint8_t *sig, const uint8_t mu[64], const uint8_t rnd[32],
                                const uint8_t *key, int prepared, unsigned flags, void *workspace);
size_t neosig_haetae_prepare_sign_bytes(const neosig_haetae_ctx *ctx);
size_t neosig_haetae_prepared_secret_bytes(const neosig_haetae_ctx *ctx);
neosig_error neosig_haetae_prepare_sign(const neosig_haetae_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace);

/* Writes the parts of a prepared key, of either kind, that come from the public key. workspace: as for preparing. */
void neosig_haetae_prepare(const neosig_haetae_ctx *ctx, const neosig_haetae_prepared *layout, void *prepared,
                           const uint8_t *pk, void *workspace);
size_t neosig_haetae_prepare_verify_bytes(const neosig_haetae_ctx *ctx);
size_t neosig_haetae_prepared_public_bytes(const neosig_haetae_ctx *ctx);
neosig_error neosig_haetae_prepare_verify(const neosig_haetae_ctx *ctx, void *prepared, const uint8_t *pk,
                                          void *workspace);
size_t neosig_haetae_verify_bytes(const neosig_haetae_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_haetae_verify(const neosig_haetae_ctx *ctx, const uint8_t *sig, const uint8_t mu[64],
                                  const uint8_t *key, int prepared, unsigned flags, void *workspace);

#endif
