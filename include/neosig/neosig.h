/* neosig: post-quantum signatures on 64-bit Arm.
 *
 * This header is the manual. A program does four things.
 *
 *     const neosig_alg *alg = neosig_alg_find("ml-dsa-65");
 *     neosig_keypair(alg, pk, sk, NULL);
 *     neosig_sign(alg, sig, &sig_bytes, msg, msg_bytes, sk, alg->secret_key_bytes, NULL);
 *     neosig_verify(alg, sig, sig_bytes, msg, msg_bytes, pk, alg->public_key_bytes, NULL);
 *
 * Conventions
 * - Sizes are in bytes unless a name says otherwise. Buffers may have any alignment unless stated.
 * - Every function that can fail returns a neosig_error; NEOSIG_OK is 0. On failure every output is zeroed, and nothing
 *   of a secret is left behind.
 * - A call writes to its outputs, to the whole workspace that it is given, and to a stream. This memory must not
 *   overlap anything else that the call is given, such as inputs, options and context. If it does, the call does
 *   nothing and returns NEOSIG_ERR_ARGUMENT. An output that overlaps an input is then not zeroed, so that no input is
 *   lost. The pieces of a streamed message may lie anywhere outside of the stream: each call reads its piece at once.
 * - There is no initialisation. All functions may be called from any thread. A stream or a workspace belongs to one
 *   thread at a time. A prepared key, once made, may be shared by any number of threads.
 * - No call uses more than 16 KiB of stack, or 48 KiB if the library was compiled without optimisation.
 */
#ifndef NEOSIG_H
#define NEOSIG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. neosig_version is that of the library that a program runs with. */
#define NEOSIG_VERSION "0.2.0"

#if defined(NEOSIG_BUILD_SHARED) && defined(_WIN32)
#define NEOSIG_API __declspec(dllexport)
#elif defined(NEOSIG_BUILD_SHARED) && defined(__GNUC__)
#define NEOSIG_API __attribute__((visibility("default")))
#else
#define NEOSIG_API
#endif

NEOSIG_API const char *neosig_version(void);

/* ---- Errors */

typedef enum neosig_error {
    NEOSIG_OK = 0,
    NEOSIG_ERR_SIGNATURE,   /* the signature does not verify: forged, altered, of a wrong length, or not canonical */
    NEOSIG_ERR_ARGUMENT,    /* a NULL pointer, or a value outside what the function documents */
    NEOSIG_ERR_LENGTH,      /* a key, seed or buffer has the wrong length for this algorithm */
    NEOSIG_ERR_KEY,         /* a key of the right length that is not a valid encoding */
    NEOSIG_ERR_UNSUPPORTED, /* the algorithm has no such feature (context, pre-hash, external mu, ...), or the library
                             * was built to verify only and the call takes or makes a secret key */
    NEOSIG_ERR_INSECURE,    /* the set is broken or withdrawn and NEOSIG_ALLOW_INSECURE was not given */
    NEOSIG_ERR_RANDOM,      /* the random generator failed, or none was given and there is no operating system */
    NEOSIG_ERR_MEMORY,      /* the library could not allocate a workspace */
    NEOSIG_ERR_WORKSPACE,   /* the caller's workspace or prepared key is too small or misaligned */
    NEOSIG_ERR_STATE,       /* a stream was used out of order */
    NEOSIG_ERR_ATTEMPTS,    /* signing or key generation gave up after the specification's limit of attempts */
    NEOSIG_ERR_BACKEND,    /* there is no such backend, or this CPU cannot run it. Every operation returns this error if
                            * the environment variable NEOSIG_BACKEND names such a backend */
    NEOSIG_ERR_PASSPHRASE, /* a protected key needs a passphrase, or the passphrase is wrong (neosig/key.h) */
    NEOSIG_ERR_FAULT       /* a fault while signing, found by NEOSIG_VERIFY_SIGNED or NEOSIG_SIGN_TWICE */
} neosig_error;

/* A sentence for an error code; never NULL. */
NEOSIG_API const char *neosig_strerror(neosig_error error);

/* ---- Algorithms */

/* A set whose best published attack costs less than the set's level asks (neosig_level_bits) is withdrawn or broken.
 * The exception is uov-Is: it is a few bits below, and a candidate, since NIST has it in round 3. */
typedef enum neosig_status {
    NEOSIG_STANDARD,   /* the set is standardised: use it */
    NEOSIG_CANDIDATE,  /* the set is in a running standardisation */
    NEOSIG_SUPERSEDED, /* a successor replaces the set */
    NEOSIG_WITHDRAWN,  /* the designers gave the set up or replaced it, or nobody ever proposed it */
    NEOSIG_BROKEN      /* somebody carried out an attack, on this set or on a smaller set of its kind */
} neosig_status;

/* The version of a scheme that a set follows: the set has the keys and signatures of this version. A date is a year, a
 * month "2026-08" or a day "2026-08-31", as exactly as it is known. */
typedef struct neosig_specification {
    const char *version;  /* "3.0" */
    const char *date;     /* when it was published */
    const char *source;   /* the standard, or the code that gives the same answers, with its commit */
    const char *compared; /* when this version was last compared with what its authors publish */
    const char *newer;    /* what the authors have published since, by version and date; NULL: nothing is known */
} neosig_specification;

/* The best attack on a set that is published. */
typedef struct neosig_attack {
    unsigned bits; /* the attack costs about 2^bits or less; 0: less than the level asks, but no number is published */
    const char *date;  /* as in neosig_specification */
    const char *paper; /* where the attack is published, and what it does */
} neosig_attack;

/* Bits of neosig_alg.features. */
#define NEOSIG_HAS_CONTEXT 1u       /* context strings */
#define NEOSIG_HAS_DETERMINISTIC 2u /* signing without random bytes, on request */
#define NEOSIG_HAS_HEDGED 4u        /* signing with random bytes (the default where present) */
#define NEOSIG_HAS_PREHASH 8u       /* pre-hash modes */
#define NEOSIG_HAS_EXTERNAL_MU 16u  /* the message argument may be the 64-byte mu */
#define NEOSIG_READS_TWICE 32u      /* signing reads the message twice: streams sign by a pre-hash only */
#define NEOSIG_HAS_FAULT_CHECKS 64u /* NEOSIG_VERIFY_SIGNED and NEOSIG_SIGN_TWICE */
#define NEOSIG_HAS_PARTS 128u       /* NEOSIG_PARTS */

/* One parameter set. Constant data; read it, never copy or change it. Later versions append fields. */
typedef struct neosig_alg {
    const char *name;            /* "snova-24-5-16-4-esk" */
    const char *scheme;          /* "snova" */
    unsigned level;              /* NIST security level claimed by the designers: 1, 2, 3 or 5 */
    neosig_status status;        /* what is known today */
    const char *status_since;    /* "2024-08", when the status began */
    const char *status_citation; /* the papers or the standard that say so */
    const char *oid;             /* object identifier of its keys, dotted decimal */
    size_t public_key_bytes;
    size_t secret_key_bytes;
    size_t signature_bytes; /* exact, or the maximum where signatures vary in length */
    size_t seed_bytes;      /* what neosig_keypair draws (HAWK: again and again), and neosig_keypair_from_seed takes */
    unsigned features;      /* NEOSIG_HAS_... */
    const neosig_specification *specification;
    const neosig_attack *attack; /* NULL: no published attack costs less than the designers say */
} neosig_alg;

/* The algorithms: how many there are, and number i of them. */
NEOSIG_API size_t neosig_alg_count(void);
NEOSIG_API const neosig_alg *neosig_alg_at(size_t i); /* NULL if i is out of range */

/* The algorithm of this name, or NULL. Upper and lower case are the same, and '-', '_' and spaces do not count:
 * "ML-DSA-65", "MLDSA65" and "ml_dsa_65" are one name. The designers' own spellings are found, too: "SNOVA_I_K_AES",
 * "FALCON1024", "HAWK-512", "Rainbow-I-Classic", "uov-Ip-pkc+skc", and liboqs's "OV-Ip-pkc" and "MAYO-1". Three names
 * may surprise:
 * - "dilithium3" is Dilithium 3 of round 3 (version 3.1), not ML-DSA-65. Neither takes keys or signatures of the other.
 * - "SNOVA_24_5_4" and other names without the 16 are not found. In liboqs they are sets of SNOVA's round 2, which
 *   neosig does not have.
 * - "FN-DSA-512" is not found, since the standard is not published. */
NEOSIG_API const neosig_alg *neosig_alg_find(const char *name);

/* The algorithm whose keys have this object identifier, or NULL. */
NEOSIG_API const neosig_alg *neosig_alg_by_oid(const char *dotted);

/* The word for a status: "standard", "candidate", "superseded", "withdrawn", "broken". */
NEOSIG_API const char *neosig_status_name(neosig_status status);

/* Breaking a set of this level has to cost 2^bits classical gates. The bits of levels 1 to 5 are 143, 146, 207, 210 and
 * 272, from NIST's call for proposals (2016, section 4.A.5). 0 for any other level. */
NEOSIG_API unsigned neosig_level_bits(unsigned level);

/* ---- Options */

/* Fills out[0..bytes-1] and returns 0. Returns any other value to report failure.
 *
 * Take care: a function can return 0 by accident, and some generators return 0 when they fail. OpenSSL's RAND_bytes
 * returns 1 for success. The library cannot tell bytes that nobody wrote from random bytes, and others may make the
 * same key from them. If your function calls a generator of another language or library, return 0 only for the one
 * value by which this generator reports success. A library compiled with NEOSIG_ASSERTIONS looks at the last of the
 * bytes: if they were not written, the call fails with RANDOM. */
typedef int neosig_random(void *state, uint8_t *out, size_t bytes);

/* Bits of neosig_options.flags. */
#define NEOSIG_ALLOW_INSECURE 1u /* make keys of broken and withdrawn sets too */
#define NEOSIG_DETERMINISTIC 2u  /* sign without drawing random bytes (NEOSIG_HAS_DETERMINISTIC) */
#define NEOSIG_EXTERNAL_MU 4u    /* the message is the 64-byte mu (NEOSIG_HAS_EXTERNAL_MU) */
#define NEOSIG_INTERNAL 8u       /* the specification's internal interface: no context prefix (for its test vectors) */
#define NEOSIG_LOW_MEMORY 16u    /* least workspace instead of most speed, where a scheme offers the choice */
#define NEOSIG_DIGEST 32u        /* the caller gives the message's digest, by the function that prehash names */
#define NEOSIG_VERIFY_SIGNED 64u /* verify a signature before it is returned (NEOSIG_HAS_FAULT_CHECKS) */
#define NEOSIG_SIGN_TWICE 128u   /* make a signature twice, and return it if both are the same (the same feature) */
#define NEOSIG_PARTS 256u        /* have the parts of a signature made by options.run (NEOSIG_HAS_PARTS) */

/* Pre-hash functions (NEOSIG_HAS_PREHASH). The library hashes the message with the function named here. With
 * NEOSIG_DIGEST the caller gives the digest instead of the message: 28, 32, 48 or 64 bytes as the name says, 32 bytes
 * of SHAKE128, 64 of SHAKE256. Errors: LENGTH for another length, ARGUMENT for NEOSIG_DIGEST without a function. */
typedef enum neosig_prehash {
    NEOSIG_PREHASH_NONE = 0,
    NEOSIG_PREHASH_SHA2_224,
    NEOSIG_PREHASH_SHA2_256,
    NEOSIG_PREHASH_SHA2_384,
    NEOSIG_PREHASH_SHA2_512,
    NEOSIG_PREHASH_SHA2_512_224,
    NEOSIG_PREHASH_SHA2_512_256,
    NEOSIG_PREHASH_SHA3_224,
    NEOSIG_PREHASH_SHA3_256,
    NEOSIG_PREHASH_SHA3_384,
    NEOSIG_PREHASH_SHA3_512,
    NEOSIG_PREHASH_SHAKE128,
    NEOSIG_PREHASH_SHAKE256
} neosig_prehash;

/* Makes the parts of a signature side by side: calls part(work, i) once for each i below count, in any order and in any
 * threads, and returns when all calls have returned. Each thread needs as much stack as one that signs. Signing makes
 * two such calls, or four with NEOSIG_SIGN_TWICE. FAULT if a part was not called. */
typedef void neosig_run(void *state, void (*part)(void *work, size_t i), void *work, size_t count);

/* How to do an operation. NULL in place of a pointer to this means all zero: the operating system's random bytes, an
 * allocated workspace, no context, no pre-hash.
 *
 *     neosig_options options = {.size = sizeof options, .flags = NEOSIG_DETERMINISTIC};      (C)
 *     neosig_options options{}; options.size = sizeof options;                               (C++)
 *
 * From the size the library knows which members the structure has, so that later versions can append members. Errors:
 * ARGUMENT for a size that no version has, UNSUPPORTED for a member that this library does not know and that is not
 * zero. */
typedef struct neosig_options {
    size_t size; /* sizeof(neosig_options) */
    unsigned flags;
    neosig_prehash prehash;
    const uint8_t *context; /* at most 255 bytes */
    size_t context_bytes;
    neosig_random *random; /* NULL: the operating system's generator; RANDOM where there is no operating system */
    void *random_state;
    void *workspace; /* 64-byte aligned. NULL: the call allocates one and frees it. Wiped if it held a secret */
    size_t workspace_bytes;
    neosig_run *run; /* with NEOSIG_PARTS; else not looked at */
    void *run_state;
} neosig_options;

/* ---- Memory */

typedef enum neosig_operation {
    NEOSIG_OP_KEYPAIR,
    NEOSIG_OP_SIGN,
    NEOSIG_OP_VERIFY,
    NEOSIG_OP_PREPARE_SIGN,
    NEOSIG_OP_PREPARE_VERIFY,
    NEOSIG_OP_SIGN_PREPARED,
    NEOSIG_OP_VERIFY_PREPARED
} neosig_operation;

#define NEOSIG_OPERATIONS 7 /* the operations are 0 ... NEOSIG_OPERATIONS - 1 */

/* The word for an operation: "keypair", "sign", "verify", "prepare-sign", "prepare-verify", "sign-prepared",
 * "verify-prepared"; NULL for an unknown one. */
NEOSIG_API const char *neosig_operation_name(neosig_operation op);

/* Workspace an operation of alg needs; 0 for a NULL alg or an unknown operation. flags are those of the options, of
 * which NEOSIG_LOW_MEMORY and NEOSIG_PARTS count. Each part of a signature has memory of its own. */
NEOSIG_API size_t neosig_workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags);

/* Size of a prepared key for signing (secret != 0; 0 in a build that only verifies) or verifying (secret == 0). */
NEOSIG_API size_t neosig_prepared_bytes(const neosig_alg *alg, int secret);

/* The largest values over all algorithms, for static buffers. */
#define NEOSIG_MAX_PUBLIC_KEY_BYTES 3232320
#define NEOSIG_MAX_SECRET_KEY_BYTES 2801024
#define NEOSIG_MAX_SIGNATURE_BYTES 49856
#define NEOSIG_MAX_SEED_BYTES 96

/* ---- Keys, signatures */

/* Makes a key pair. pk and sk take alg->public_key_bytes and alg->secret_key_bytes.
 * Errors: ARGUMENT, INSECURE, RANDOM, MEMORY, WORKSPACE, ATTEMPTS. */
NEOSIG_API neosig_error neosig_keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const neosig_options *options);

/* Makes a key pair from a seed of exactly alg->seed_bytes, the bytes that neosig_keypair would have drawn. Most seeds
 * make no key pair of HAWK, and give ATTEMPTS. With HAWK neosig_keypair draws seeds until one of them makes a key pair.
 * Errors: those of neosig_keypair, and LENGTH. */
NEOSIG_API neosig_error neosig_keypair_from_seed(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                                                 size_t seed_bytes, const neosig_options *options);

/* The public key that belongs to a secret key. The secret keys of rainbow-*-circumzenithal do not determine the public
 * key: UNSUPPORTED. The call also computes every part of sk that follows from the other parts, and compares: KEY if a
 * part differs, or if sk is not a valid encoding. A part that nothing else depends on is not checked, such as ML-DSA's
 * K, which hedges signatures. A workspace of the caller must be large enough for NEOSIG_OP_KEYPAIR and for
 * NEOSIG_OP_SIGN. The call also allocates memory for a key pair, wipes it and frees it.
 * Errors: ARGUMENT, LENGTH, KEY, UNSUPPORTED, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_public_key(const neosig_alg *alg, uint8_t *pk, const uint8_t *sk, size_t sk_bytes,
                                          const neosig_options *options);

/* NEOSIG_OK if sk is a secret key, checked as neosig_public_key does, and pk is its public key. Otherwise
 * NEOSIG_ERR_KEY. Works for all sets. Other errors: ARGUMENT, LENGTH, UNSUPPORTED, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_check_keypair(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes,
                                             const uint8_t *sk, size_t sk_bytes, const neosig_options *options);

/* Signs msg. sig takes alg->signature_bytes; *sig_bytes is set to the length made.
 *
 * A fault while SLH-DSA signs can give a signature that helps to forge others, even if it verifies. NEOSIG_SIGN_TWICE
 * finds every fault that changes one of the two signatures. NEOSIG_VERIFY_SIGNED costs far less, and finds few of the
 * faults that help to forge: with sets whose names end in s, hardly any. Either gives FAULT, and no signature.
 * Errors: ARGUMENT, LENGTH, KEY, UNSUPPORTED, RANDOM, MEMORY, WORKSPACE, ATTEMPTS, FAULT. */
NEOSIG_API neosig_error neosig_sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                    size_t msg_bytes, const uint8_t *sk, size_t sk_bytes,
                                    const neosig_options *options);

/* NEOSIG_OK if sig is a signature of msg under pk, NEOSIG_ERR_SIGNATURE if it is not.
 * Other errors: ARGUMENT, LENGTH, KEY, UNSUPPORTED, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                      size_t msg_bytes, const uint8_t *pk, size_t pk_bytes,
                                      const neosig_options *options);

/* One of many signatures to verify. */
typedef struct neosig_item {
    const uint8_t *sig;
    size_t sig_bytes;
    const uint8_t *msg;
    size_t msg_bytes;
    const uint8_t *pk;
    size_t pk_bytes;
    const void *prepared; /* a key from neosig_prepare_verify, which any number of items share; NULL: pk is the key */
    neosig_error error;   /* the answer */
} neosig_item;

/* Verifies n signatures with the same options, and answers each: items[i].error becomes what neosig_verify returns for
 * this item, or neosig_verify_prepared. It is KEY if a prepared key is not one of alg. No item ends the others. The
 * call returns NEOSIG_OK if all signatures are good, else the first answer that is another. n may be 0.
 *
 * An error of the whole call is the answer of every item: an unknown alg, options that no operation takes, MEMORY. An
 * item's memory must overlap neither the items nor the workspace. If memory overlaps so, or if items is NULL and n is
 * not 0, the call returns ARGUMENT and writes nothing, no answers either.
 *
 * Falcon and FN-DSA hash the messages of four items side by side, so items with messages of about the same length
 * should stand together. All other algorithms verify one item after another. A workspace of the caller must be large
 * enough for NEOSIG_OP_VERIFY, for NEOSIG_OP_VERIFY_PREPARED, or for both, as the items are. Items go side by side only
 * if it has four times as many bytes. A workspace that the call allocates has, unless NEOSIG_LOW_MEMORY is given. */
NEOSIG_API neosig_error neosig_verify_many(const neosig_alg *alg, neosig_item *items, size_t n,
                                           const neosig_options *options);

/* Computes mu of a message, so that another program can sign the message (NEOSIG_EXTERNAL_MU). mu is FIPS 204's hash of
 * the public key, the context and the message. With a pre-hash the message's digest takes the place of the message.
 * ML-DSA only (NEOSIG_HAS_EXTERNAL_MU). The call uses no workspace.
 * Errors: ARGUMENT, also for the flag NEOSIG_EXTERNAL_MU; LENGTH, UNSUPPORTED. */
NEOSIG_API neosig_error neosig_mu(const neosig_alg *alg, uint8_t mu[64], const uint8_t *msg, size_t msg_bytes,
                                  const uint8_t *pk, size_t pk_bytes, const neosig_options *options);

/* ---- Prepared keys */

/* A prepared key is neosig's expanded form of a key, made once and used many times. It lies in memory of the caller,
 * neosig_prepared_bytes(alg, secret) bytes, 64-byte aligned, and holds no pointer to the original key. A prepared
 * secret key is a secret: wipe it with neosig_wipe.
 * Errors: ARGUMENT, LENGTH, KEY, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_prepare_sign(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                            const uint8_t *sk, size_t sk_bytes, const neosig_options *options);

/* neosig_keypair_from_seed and neosig_prepare_sign in one call, for programs that keep the seed as the secret key. The
 * call allocates memory for the key pair, wipes it and frees it. A workspace of the caller must be large enough for
 * NEOSIG_OP_KEYPAIR and for NEOSIG_OP_PREPARE_SIGN. Errors: those of neosig_prepare_sign, INSECURE, ATTEMPTS. */
NEOSIG_API neosig_error neosig_prepare_sign_from_seed(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                                      const uint8_t *seed, size_t seed_bytes,
                                                      const neosig_options *options);

NEOSIG_API neosig_error neosig_prepare_verify(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                              const uint8_t *pk, size_t pk_bytes, const neosig_options *options);

/* neosig_sign and neosig_verify with a prepared key. Further errors: KEY if the memory does not hold a prepared key of
 * this kind, WORKSPACE if the memory is misaligned. */
NEOSIG_API neosig_error neosig_sign_prepared(const void *prepared, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                             size_t msg_bytes, const neosig_options *options);
NEOSIG_API neosig_error neosig_verify_prepared(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                               const uint8_t *msg, size_t msg_bytes, const neosig_options *options);

/* ---- Streams */

/* A message in pieces: call init, update any number of times, and final. Until final, the key or prepared key, the
 * signature to verify, and everything that the options point to must stay in place. An update that fails changes
 * nothing. final ends the stream and wipes it, also when final fails. To give a stream up before, wipe it:
 * neosig_wipe(&stream, sizeof stream). A message is read once: UOV, which hashes its salt behind the message, draws the
 * salt in final. To sign, SLH-DSA reads a message twice (NEOSIG_READS_TWICE): neosig_sign_init returns UNSUPPORTED
 * unless the options name a pre-hash. */
typedef struct neosig_stream {
    uint64_t opaque[96];
} neosig_stream;

NEOSIG_API neosig_error neosig_sign_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sk,
                                         size_t sk_bytes, const neosig_options *options);
NEOSIG_API neosig_error neosig_sign_init_prepared(neosig_stream *stream, const void *prepared,
                                                  const neosig_options *options);
NEOSIG_API neosig_error neosig_sign_update(neosig_stream *stream, const uint8_t *data, size_t bytes);
NEOSIG_API neosig_error neosig_sign_final(neosig_stream *stream, uint8_t *sig, size_t *sig_bytes);

NEOSIG_API neosig_error neosig_verify_init(neosig_stream *stream, const neosig_alg *alg, const uint8_t *sig,
                                           size_t sig_bytes, const uint8_t *pk, size_t pk_bytes,
                                           const neosig_options *options);
NEOSIG_API neosig_error neosig_verify_init_prepared(neosig_stream *stream, const void *prepared, const uint8_t *sig,
                                                    size_t sig_bytes, const neosig_options *options);
NEOSIG_API neosig_error neosig_verify_update(neosig_stream *stream, const uint8_t *data, size_t bytes);
NEOSIG_API neosig_error neosig_verify_final(neosig_stream *stream);

/* ---- Backends */

/* A backend is a complete set of kernels, by name: "portable", "neon", "neon-aes", "neon-sha3", "avx2". The library
 * uses the best backend that this CPU runs. The environment variable NEOSIG_BACKEND names another backend, and
 * neosig_backend_select overrides the variable. If the variable names a backend that is not in this build, or that this
 * CPU cannot run, every operation fails with NEOSIG_ERR_BACKEND. neosig_backend_active then returns the backend that
 * the library would use without the variable. */
NEOSIG_API size_t neosig_backend_count(void);                    /* backends in this build */
NEOSIG_API const char *neosig_backend_name(size_t i);            /* best first; NULL if out of range */
NEOSIG_API int neosig_backend_usable(const char *name);          /* 1 if this CPU runs the backend */
NEOSIG_API const char *neosig_backend_active(void);              /* the backend in use */
NEOSIG_API const char *neosig_backend_why(void);                 /* a sentence: why this backend is in use */
NEOSIG_API neosig_error neosig_backend_select(const char *name); /* for later calls; NULL: as before any selection */

/* The features that the library looks for in a CPU. A bit means the same on every machine. Version 0.1 used the bit 64u
 * for dot products of bytes; this bit stays free. */
#define NEOSIG_CPU_NEON 1u    /* 64-bit Arm: Advanced SIMD */
#define NEOSIG_CPU_AES 2u     /* AESE, AESMC */
#define NEOSIG_CPU_PMULL 4u   /* products of polynomials of 64 bits */
#define NEOSIG_CPU_SHA2 8u    /* SHA-256 */
#define NEOSIG_CPU_SHA3 16u   /* EOR3, RAX1, XAR, BCAX */
#define NEOSIG_CPU_SHA512 32u /* SHA-512 */
#define NEOSIG_CPU_DIT 128u   /* PSTATE.DIT, data-independent timing */
#define NEOSIG_CPU_AVX2 256u  /* x86-64: with BMI1 and BMI2 */
#define NEOSIG_CPU_AESNI 512u
#define NEOSIG_CPU_SHANI 1024u
#define NEOSIG_CPU_FAST_SHA3 2048u /* 64-bit Arm: every vector pipe runs SHA-3 instructions, not one alone */
#define NEOSIG_CPU_VAES 4096u      /* x86-64: AES on two blocks at once */
#define NEOSIG_CPU_GFNI 8192u      /* x86-64: matrices of bits times bytes */
#define NEOSIG_CPU_AVX512VL 16384u /* x86-64: AVX-512 in registers of up to 256 bits */

/* The bits of this CPU, which stay the same during a process. And the word for one bit, or NULL for anything else:
 * "neon", "aes", "pmull", "sha2", "sha3", "sha512", "dit", "avx2", "aes-ni", "sha-ni", "fast-sha3", "vaes", "gfni",
 * "avx512vl". */
NEOSIG_API uint32_t neosig_cpu(void);
NEOSIG_API const char *neosig_cpu_feature_name(uint32_t feature);

/* ---- Other */

/* Overwrites memory with zeros in a way the compiler does not remove. */
NEOSIG_API void neosig_wipe(void *memory, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
