/* What a scheme gives to the roof (src/api), and what the roof gives to a scheme. */
#ifndef NEOSIG_SCHEME_SCHEME_H
#define NEOSIG_SCHEME_SCHEME_H

#include "core/arena.h"
#include "core/backend.h"
#include "core/build.h"
#include "core/oid.h"
#include "core/source.h"
#include "neosig/neosig.h"
#include "sym/prehash.h"

/* One operation on one message. */
typedef struct neosig_job {
    const struct neosig_scheme *scheme;   /* the one of alg */
    const neosig_alg *alg;                /* points into the scheme's own row */
    const void *key;                      /* the raw key, or the prepared one */
    const uint8_t *signature;             /* verification: what to verify */
    size_t signature_bytes;               /* alg->signature_bytes, or 1 to that if NEOSIG_VARIABLE_SIGNATURE */
    int prepared;                         /* key is a prepared key (after its header) */
    neosig_options options;               /* a copy, zeros for NULL; schemes draw from source, not from here */
    const struct neosig_backend *backend; /* fixed for the whole operation */
    size_t workspace_bytes;               /* what sign or verify takes */
    uint64_t message_bytes; /* absorbed so far. In sign and verify the length is right: 64 with NEOSIG_EXTERNAL_MU,
                             * that of a digest with NEOSIG_DIGEST */
    const uint8_t *message; /* all of it, in sign, verify_many, and a verification's begin; NULL if it came in pieces */
    neosig_hash hash;       /* of the message */
    neosig_shake outer;     /* a second hash for pre-hash modes */
    uint8_t scratch[96];    /* what a scheme keeps between begin and finish (a nonce, say) */
} neosig_job;

/* The hash of a message that is one SHAKE256, for a scheme's begin, absorb, sign and verify: job->hash.shake. */
static inline neosig_error neosig_job_begin_shake(neosig_job *job, int secret, const neosig_source *source)
{
    (void)secret;
    (void)source;
    neosig_shake_init(&job->hash.shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    return NEOSIG_OK;
}

static inline void neosig_job_absorb_shake(neosig_job *job, const uint8_t *data, size_t bytes)
{
    neosig_shake_absorb(&job->hash.shake, data, bytes);
}

static inline void neosig_job_finish_shake(neosig_job *job, uint8_t *digest, size_t bytes)
{
    neosig_shake_finish(&job->hash.shake);
    neosig_shake_squeeze(&job->hash.shake, digest, bytes);
}

/* Bits of neosig_scheme.traits. */
#define NEOSIG_MESSAGE_FIRST 1u      /* NIST's signed message is message | signature, else signature | message */
#define NEOSIG_VARIABLE_SIGNATURE 2u /* signatures may be shorter than alg->signature_bytes */

/* A scheme. Its parameter sets are rows of its own type whose first member is a neosig_alg.
 * Lengths, NULL pointers, flags against features, and workspaces are checked by the roof before any call; outputs are
 * zeroed and workspaces wiped by the roof after it. Workspaces and prepared keys are 64-byte aligned. A prepared key
 * may be made with one backend and used with another. */
typedef struct neosig_scheme {
    const char *name;
    const void *rows; /* of row_bytes each, *count of them */
    size_t row_bytes;
    const size_t *count;
    /* The first precondition of the code that a row breaks, in words; NULL if it breaks none. For tests. */
    const char *(*row_fault)(const neosig_alg *alg);

    /* Names that others give a set: the last is NULL. NULL if the scheme has no such names. */
    const char *const *(*other_names)(const neosig_alg *alg);

    /* What hashes the message, for both operations. begin: whatever of key, context and signature comes before the
     * message. It may refuse a malformed key or signature here, before any work. secret says whether this is a
     * signature being made. The scheme's context is opened once, by sign or verify; begin does with the row. */
    neosig_error (*begin)(neosig_job *job, int secret, const neosig_source *source);
    void (*absorb)(neosig_job *job, const uint8_t *data, size_t bytes);
    /* With NEOSIG_HAS_EXTERNAL_MU: mu of a job begun as a verification, but without a signature. */
    void (*mu)(neosig_job *job, uint8_t mu[64]);

    /* Verifying. op: one of the three that take a public key. flags: NEOSIG_LOW_MEMORY or 0, always 0 for preparing. */
    size_t (*verifier_bytes)(const neosig_alg *alg, neosig_operation op, unsigned flags);
    size_t (*prepared_public_bytes)(const neosig_alg *alg);
    neosig_error (*prepare_verify)(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                   const uint8_t *pk, void *workspace);
    neosig_error (*verify)(neosig_job *job, void *workspace);

    /* Verifies 1 to NEOSIG_SIDE_BY_SIDE jobs of one set side by side, keys of both kinds among them; errors[i] is what
     * becomes of jobs[i]. Instead of begin and absorb, a job has its message and message_bytes, whose length is right.
     * workspace: as large as NEOSIG_SIDE_BY_SIDE of those that the jobs take. NULL where it would gain nothing. */
    void (*verify_many)(neosig_job *jobs, size_t n, neosig_error *errors, void *workspace);

    /* Signing: all that follows is NULL in a build that only verifies, and the roof calls none of it there.
     * The workspace of one of the other four operations; flags as above, with NEOSIG_PARTS for algorithms that have
     * parts. */
    size_t (*signer_bytes)(const neosig_alg *alg, neosig_operation op, unsigned flags);
    size_t (*prepared_secret_bytes)(const neosig_alg *alg);

    /* flags are those of neosig_options. */
    neosig_error (*keypair)(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                            const neosig_source *source, void *workspace, unsigned flags);
    neosig_error (*prepare_sign)(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                 const uint8_t *sk, void *workspace);
    neosig_error (*sign)(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source,
                         void *workspace);

    /* The key pair that a secret key belongs to, in one of two ways; the other is NULL. The core compares what comes
     * out with sk, and with the public key if it is given. seed_of, where sk holds what keypair drew: alg->seed_bytes
     * of it. pk: the public key, or NULL if none is given; NEOSIG_ERR_UNSUPPORTED where a part is in pk alone. remake,
     * where it does not: pk, and of `again`, which begins as a copy of sk, what follows from the rest of it.
     * NEOSIG_ERR_KEY if sk is not well-formed. The workspace does for NEOSIG_OP_KEYPAIR and NEOSIG_OP_SIGN. */
    neosig_error (*seed_of)(const neosig_alg *alg, uint8_t *seed, const uint8_t *sk, const uint8_t *pk);
    neosig_error (*remake)(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *again,
                           const uint8_t *sk, void *workspace, unsigned flags);

    unsigned traits; /* NEOSIG_MESSAGE_FIRST, ... */

    /* NIST's signed message where the scheme's submission has a format of its own; NULL, all three: message and
     * signature one after the other, for signatures of one length. overhead: the most bytes that a signed message is
     * longer than its message. pack writes sm and returns its bytes; msg may overlap sm. unpack copies from
     * sm, which may be anything, the signature of 1 to alg->signature_bytes, and finds the message, which lies in sm;
     * or it returns NEOSIG_ERR_SIGNATURE. */
    size_t (*overhead)(const neosig_alg *alg);
    size_t (*pack)(const neosig_alg *alg, uint8_t *sm, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                   size_t msg_bytes);
    neosig_error (*unpack)(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t **msg,
                           size_t *msg_bytes, const uint8_t *sm, size_t sm_bytes);
} neosig_scheme;

#endif
