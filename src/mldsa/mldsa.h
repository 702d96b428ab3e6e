/* ML-DSA (FIPS 204) and Dilithium round 3.1: one scheme, the differences are data of the sets. */
#ifndef NEOSIG_MLDSA_MLDSA_H
#define NEOSIG_MLDSA_MLDSA_H

#include "core/scheme.h"
#include "core/secret.h"
#include "mldsa/mldsa_poly.h"

/* A parameter set, in the letters of FIPS 204, table 1. */
typedef struct neosig_mldsa_set {
    neosig_alg alg;
    uint8_t k, l, eta, tau, omega;
    uint8_t gamma1_bits;  /* gamma1 = 2^(gamma1_bits - 1): coefficients of z take gamma1_bits bits */
    uint8_t m;            /* gamma2 = (q - 1) / m, 32 or 88 */
    uint8_t tr_bytes;     /* 64, round 3.1: 32 */
    uint8_t ctilde_bytes; /* lambda / 4, round 3.1: 32 */
    uint8_t fips;         /* key generation hashes k and l; messages have a prefix; signing hashes rnd */
} neosig_mldsa_set;

extern const neosig_mldsa_set neosig_mldsa_sets[];
extern const size_t neosig_mldsa_sets_count;

#define NEOSIG_MLDSA_MAX_K 8
#define NEOSIG_MLDSA_MAX_L 7
#define NEOSIG_MLDSA_SEED_BYTES 32
#define NEOSIG_MLDSA_MU_BYTES 64
#define NEOSIG_MLDSA_T1_BYTES 320
#define NEOSIG_MLDSA_T0_BYTES 416

static inline const neosig_mldsa_set *neosig_mldsa_set_of(const neosig_alg *alg)
{
    return (const neosig_mldsa_set *)(const void *)alg;
}

static inline int32_t neosig_mldsa_beta(const neosig_mldsa_set *set)
{
    return set->tau * set->eta;
}

static inline size_t neosig_mldsa_short_bytes(const neosig_mldsa_set *set)
{
    return set->eta == 2 ? 96 : 128;
}

static inline size_t neosig_mldsa_z_bytes(const neosig_mldsa_set *set)
{
    return 32 * (size_t)set->gamma1_bits;
}

static inline size_t neosig_mldsa_w1_bytes(const neosig_mldsa_set *set)
{
    return set->m == 32 ? 128 : 192;
}

/* The parts of an encoded secret key (skEncode). */
typedef struct neosig_mldsa_secret {
    const uint8_t *rho, *key, *tr, *s, *t0; /* s: s1, then s2 */
} neosig_mldsa_secret;

neosig_mldsa_secret neosig_mldsa_secret_of(const neosig_mldsa_set *set, const uint8_t *sk);

/* A prepared secret key: key and tr as encoded, A as uniform polynomials row by row, s1 and s2 in short form, the
 * transforms of t0. A prepared public key: tr, A, the transforms of t1 2^d. Offsets in bytes; size is the end. */
typedef struct neosig_mldsa_prepared {
    size_t tr, key, a, s, t, size;
} neosig_mldsa_prepared;

neosig_mldsa_prepared neosig_mldsa_prepared_layout(const neosig_mldsa_set *set, int secret);

/* ---- expand.c. XOF buffers have NEOSIG_MLDSA_XOF_BYTES and no alignment. */

#define NEOSIG_MLDSA_XOF_BYTES 3360 /* four times five blocks of SHAKE128 */

/* Polynomials first, first + step, ... (count of them) of A, numbered row by row, as uniform polynomials. */
void neosig_mldsa_expand_a(const neosig_mldsa_set *set, const neosig_backend *backend, uint8_t *a,
                           const uint8_t rho[32], size_t first, size_t step, size_t count, uint8_t *xof);

/* The rows of A one after another, sampled `batch` polynomials at a time wherever the rows' ends fall: products of A
 * with a vector need no more of A than this. */
typedef struct neosig_mldsa_rows {
    const neosig_mldsa_set *set;
    const neosig_backend *backend;
    const uint8_t *rho;
    uint8_t *a, *xof;
    size_t batch; /* 4, or 2 to save memory */
    size_t next;  /* the first polynomial not used yet; its multiple of batch below is the first one in a */
} neosig_mldsa_rows;

/* The memory that takes, for NEOSIG_LOW_MEMORY or not, and a start at the first row; xof is free between rows. */
neosig_mldsa_rows neosig_mldsa_rows_carve(neosig_arena *arena, unsigned flags);
void neosig_mldsa_rows_begin(neosig_mldsa_rows *rows, const neosig_mldsa_set *set, const neosig_backend *backend,
                             const uint8_t rho[32]);

/* r = (add ? r : 0) + the next row times the l transforms in b, as the kernel `inner` says. */
void neosig_mldsa_rows_next(neosig_mldsa_rows *rows, int32_t r[256], const int32_t *b, int add);

/* ExpandS: l + k polynomials of 256 int8_t, and 16 bytes more are written. */
void neosig_mldsa_expand_s(const neosig_mldsa_set *set, const neosig_backend *backend, int8_t *s,
                           const uint8_t seed[64], uint8_t *xof);

/* ExpandMask: count polynomials, at most 4, from nonce kappa on, as the z_bytes encoded bytes that SHAKE delivers. y[i]
 * may be xof where count is 1. */
void neosig_mldsa_expand_mask(const neosig_mldsa_set *set, const neosig_backend *backend, uint8_t *const *y,
                              const uint8_t seed[64], size_t kappa, size_t count, uint8_t *xof);

/* SampleInBall. The challenge is public. */
void neosig_mldsa_challenge_vartime(const neosig_mldsa_set *set, const neosig_backend *backend, neosig_mldsa_sparse *c,
                                    const uint8_t *ctilde);

/* r = c, or -c if negative. */
void neosig_mldsa_challenge_dense(int32_t r[256], const neosig_mldsa_sparse *c, int negative);

/* ---- message.c: from the message to mu (algorithms 2 to 5, 7 and 8). */

void neosig_mldsa_message_begin(neosig_job *job, const uint8_t *tr);
void neosig_mldsa_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes);
void neosig_mldsa_message_mu(neosig_job *job, uint8_t mu[64]);

/* ---- Operations. Each workspace function is run by its operation too: with a NULL base it only counts. */

size_t neosig_mldsa_keypair_workspace(const neosig_mldsa_set *set, unsigned flags);
neosig_error neosig_mldsa_keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                                  const neosig_source *source, void *workspace, unsigned flags);

size_t neosig_mldsa_sign_workspace(const neosig_mldsa_set *set, int prepared, unsigned flags);
neosig_error neosig_mldsa_sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source,
                               void *workspace);

size_t neosig_mldsa_verify_workspace(const neosig_mldsa_set *set, unsigned flags);
neosig_error neosig_mldsa_verify(neosig_job *job, void *workspace);

extern const neosig_scheme neosig_mldsa_scheme;

#endif
