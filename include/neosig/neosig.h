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
 * - What a call writes is its outputs, the whole workspace that it is given, and a stream. They overlap nothing else
 *   that the call is given: inputs, options and context included. A call where they do is refused before any work, with
 *   NEOSIG_ERR_ARGUMENT. An output that overlaps an input is then left as it is instead of zeroed: no input is lost.
 *   The pieces of a streamed message are read when they are given, and may lie anywhere but in the stream.
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
    NEOSIG_ERR_RANDOM,      /* the random generator failed, or there is none: without an operating system */
    NEOSIG_ERR_MEMORY,      /* the library could not allocate a workspace */
    NEOSIG_ERR_WORKSPACE,   /* the caller's workspace or prepared key is too small or misaligned */
    NEOSIG_ERR_STATE,       /* a stream was used out of order */
    NEOSIG_ERR_ATTEMPTS,    /* signing or key generation gave up after the specification's limit of attempts */
    NEOSIG_ERR_BACKEND,     /* there is no such backend, or this CPU cannot run it. Operations return this where the
                             * environment variable NEOSIG_BACKEND names such a one */
    NEOSIG_ERR_PASSPHRASE   /* a protected key needs a passphrase, or another one (neosig/key.h) */
} neosig_error;

/* A sentence for an error code; never NULL. */
NEOSIG_API const char *neosig_strerror(neosig_error error);

/* ---- Algorithms */

/* A set whose best published attack costs less than its level asks (neosig_level_bits) is withdrawn or broken. */
typedef enum neosig_status {
    NEOSIG_STANDARD,   /* standardised, use it */
    NEOSIG_CANDIDATE,  /* in a running standardisation */
    NEOSIG_SUPERSEDED, /* replaced by a successor */
    NEOSIG_WITHDRAWN,  /* given up or replaced by its designers, after an attack or for another reason; or proposed by
                        * nobody */
    NEOSIG_BROKEN      /* by an attack that was carried out, on this set or on a smaller one of its kind */
} neosig_status;

/* What a set follows: its keys and signatures are those of this version. A date is a year, a month "2026-08" or a day
 * "2026-08-31", as exactly as it is known. */
typedef struct neosig_specification {
    const char *version;  /* "3.0" */
    const char *date;     /* when it was published */
    const char *source;   /* the standard, or the code, by its commit, that gives the same answers */
    const char *compared; /* when it was last compared with what its authors publish */
    const char *newer;    /* what they published since, by version and date; NULL if nothing is known */
} neosig_specification;

/* The best attack on a set that is published. */
typedef struct neosig_attack {
    unsigned bits;     /* it costs about 2^bits, or at most that; 0: less than the level asks, nobody says how much */
    const char *date;  /* as in neosig_specification */
    const char *paper; /* where it is published, and what it does */
} neosig_attack;

/* Bits of neosig_alg.features. */
#define NEOSIG_HAS_CONTEXT 1u       /* context strings */
#define NEOSIG_HAS_DETERMINISTIC 2u /* signing that draws nothing, on request */
#define NEOSIG_HAS_HEDGED 4u        /* signing that draws random bytes (the default where present) */
#define NEOSIG_HAS_PREHASH 8u       /* pre-hash modes */
#define NEOSIG_HAS_EXTERNAL_MU 16u  /* the message argument may be the 64-byte mu */

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
    const neosig_attack *attack; /* NULL: none that costs less than the designers say */
} neosig_alg;

/* The algorithms: how many there are, and number i of them. */
NEOSIG_API size_t neosig_alg_count(void);
NEOSIG_API const neosig_alg *neosig_alg_at(size_t i); /* NULL if i is out of range */

/* The algorithm of this name, NULL if there is none. Case does not count, nor do '-', '_' and spaces: "ML-DSA-65",
 * "MLDSA65" and "ml_dsa_65" are one name. So the names that designers write are found: "SNOVA_I_K_AES", "FALCON1024",
 * "HAWK-512", "Rainbow-I-Classic". Elsewhere a name may mean another scheme:
 * - "dilithium3" is Dilithium 3 of round 3 (version 3.1). It is not ML-DSA-65, and neither takes keys or signatures of
 *   the other.
 * - "SNOVA_24_5_4" and the like, without the 16, are liboqs' names of SNOVA's round 2, which is not here.
 * - "FN-DSA-512" is not found: the standard is not published. */
NEOSIG_API const neosig_alg *neosig_alg_find(const char *name);

/* The algorithm whose keys have this object identifier, NULL if there is none. */
NEOSIG_API const neosig_alg *neosig_alg_by_oid(const char *dotted);

/* The word for a status: "standard", "candidate", "superseded", "withdrawn", "broken". */
NEOSIG_API const char *neosig_status_name(neosig_status status);

/* What breaking a level has to cost: 2^bits classical gates. Levels 1 to 5 are 143, 146, 207, 210 and 272, from NIST's
 * call for proposals (2016, section 4.A.5); 0 for any other. */
NEOSIG_API unsigned neosig_level_bits(unsigned level);

/* ---- Options */

/* Fills out[0..bytes-1] and returns 0, or returns anything else to report failure.
 *
 * Take care: a function can return 0 by accident, and others return 0 when they fail (OpenSSL's RAND_bytes returns 1
 * for success). The library cannot tell bytes that were never written from random ones, and a key made of them may be
 * everyone's. Your function may call code of another language or library. Let that code report success by a value that
 * nothing returns by accident, and return 0 for that value alone. A library compiled with NEOSIG_ASSERTIONS looks at
 * the end of what was to be filled: if it was not written, the call fails with RANDOM. */
typedef int neosig_random(void *state, uint8_t *out, size_t bytes);

/* Bits of neosig_options.flags. */
#define NEOSIG_ALLOW_INSECURE 1u /* make keys of broken and withdrawn sets too */
#define NEOSIG_DETERMINISTIC 2u  /* sign without drawing random bytes (NEOSIG_HAS_DETERMINISTIC) */
#define NEOSIG_EXTERNAL_MU 4u    /* the message is the 64-byte mu (NEOSIG_HAS_EXTERNAL_MU) */
#define NEOSIG_INTERNAL 8u       /* the specification's internal interface: no context prefix (for its test vectors) */
#define NEOSIG_LOW_MEMORY 16u    /* least workspace instead of most speed, where a scheme offers the choice */
#define NEOSIG_DIGEST 32u        /* the message is its digest already, by the function that prehash names */

/* Pre-hash functions (NEOSIG_HAS_PREHASH). The library hashes the message with the function named here. With
 * NEOSIG_DIGEST it is given the digest instead of the message: 28, 32, 48 or 64 bytes as the name says, 32 of SHAKE128,
 * 64 of SHAKE256. Errors: LENGTH for another length, ARGUMENT for NEOSIG_DIGEST without a function. */
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

/* How to do an operation. NULL in place of a pointer to this means all zero: the operating system's random bytes, an
 * allocated workspace, no context, no pre-hash.
 *
 *     neosig_options options = {.size = sizeof options, .flags = NEOSIG_DETERMINISTIC};      (C)
 *     neosig_options options{}; options.size = sizeof options;                               (C++)
 *
 * The size tells the library which members there are, so that later versions can append some. Errors: ARGUMENT for a
 * size that no version has, UNSUPPORTED for a member that this library does not know and that is not zero. */
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

#define NEOSIG_OPERATIONS 7 /* they are 0 ... NEOSIG_OPERATIONS - 1 */

/* The word for an operation: "keypair", "sign", "verify", "prepare-sign", "prepare-verify", "sign-prepared",
 * "verify-prepared"; NULL for an unknown one. */
NEOSIG_API const char *neosig_operation_name(neosig_operation op);

/* Workspace an operation of alg needs; 0 for a NULL alg or an unknown operation. flags: NEOSIG_LOW_MEMORY or 0. */
NEOSIG_API size_t neosig_workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags);

/* Size of a prepared key for signing (secret != 0; 0 in a build that only verifies) or verifying (secret == 0). */
NEOSIG_API size_t neosig_prepared_bytes(const neosig_alg *alg, int secret);

/* The largest values over all algorithms, for static buffers. */
#define NEOSIG_MAX_PUBLIC_KEY_BYTES 1930600
#define NEOSIG_MAX_SECRET_KEY_BYTES 1408736
#define NEOSIG_MAX_SIGNATURE_BYTES 4627
#define NEOSIG_MAX_SEED_BYTES 64

/* ---- Keys, signatures */

/* Makes a key pair. pk and sk take alg->public_key_bytes and alg->secret_key_bytes.
 * Errors: ARGUMENT, INSECURE, RANDOM, MEMORY, WORKSPACE, ATTEMPTS. */
NEOSIG_API neosig_error neosig_keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const neosig_options *options);

/* The same from a seed of exactly alg->seed_bytes, the bytes that neosig_keypair would have drawn. HAWK refuses most
 * seeds, with ATTEMPTS: its neosig_keypair draws one seed after another until one makes a key pair.
 * Errors: LENGTH too. */
NEOSIG_API neosig_error neosig_keypair_from_seed(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                                                 size_t seed_bytes, const neosig_options *options);

/* The public key that a secret key belongs to. For all sets but rainbow-*-circumzenithal, whose secret keys lack a part
 * of it (UNSUPPORTED). With the public key the call computes everything in sk that follows from the rest of sk. KEY if
 * sk has something else there, or is no encoding. Parts that follow from nothing are not looked at, such as ML-DSA's K,
 * which hedges signatures. A workspace that is given must do for both NEOSIG_OP_KEYPAIR and NEOSIG_OP_SIGN. Beside it
 * the call allocates memory for a key pair, wipes it and frees it.
 * Errors: ARGUMENT, LENGTH, KEY, UNSUPPORTED, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_public_key(const neosig_alg *alg, uint8_t *pk, const uint8_t *sk, size_t sk_bytes,
                                          const neosig_options *options);

/* NEOSIG_OK if sk is a secret key, checked as above, and pk the public key that it belongs to. Else NEOSIG_ERR_KEY. For
 * all sets. Other errors: ARGUMENT, LENGTH, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_check_keypair(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes,
                                             const uint8_t *sk, size_t sk_bytes, const neosig_options *options);

/* Signs msg. sig takes alg->signature_bytes; *sig_bytes is set to the length made.
 * Errors: ARGUMENT, LENGTH, KEY, UNSUPPORTED, RANDOM, MEMORY, WORKSPACE, ATTEMPTS. */
NEOSIG_API neosig_error neosig_sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                    size_t msg_bytes, const uint8_t *sk, size_t sk_bytes,
                                    const neosig_options *options);

/* NEOSIG_OK if sig is a signature of msg under pk, NEOSIG_ERR_SIGNATURE if it is not.
 * Other errors: ARGUMENT, LENGTH, KEY, UNSUPPORTED, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                      size_t msg_bytes, const uint8_t *pk, size_t pk_bytes,
                                      const neosig_options *options);

/* mu of a message, for signing it elsewhere (NEOSIG_EXTERNAL_MU). It is FIPS 204's hash of public key, context and
 * message, or the message's digest where the options ask for a pre-hash. ML-DSA only (NEOSIG_HAS_EXTERNAL_MU). No
 * workspace is used.
 * Errors: ARGUMENT (NEOSIG_EXTERNAL_MU among them), LENGTH, UNSUPPORTED. */
NEOSIG_API neosig_error neosig_mu(const neosig_alg *alg, uint8_t mu[64], const uint8_t *msg, size_t msg_bytes,
                                  const uint8_t *pk, size_t pk_bytes, const neosig_options *options);

/* ---- Prepared keys */

/* A prepared key is neosig's expanded form of a key, made once and used many times. It lies in memory of the caller,
 * neosig_prepared_bytes(alg, secret) bytes, 64-byte aligned, and holds no pointer to the key that it was made of. A
 * prepared secret key is a secret: wipe it with neosig_wipe.
 * Errors: ARGUMENT, LENGTH, KEY, MEMORY, WORKSPACE. */
NEOSIG_API neosig_error neosig_prepare_sign(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                            const uint8_t *sk, size_t sk_bytes, const neosig_options *options);

/* The same from a seed, for those who keep the seed as their secret key: neosig_keypair_from_seed, and then
 * neosig_prepare_sign. The call allocates memory for the key pair in between, wipes it and frees it. A workspace that
 * is given must do for both NEOSIG_OP_KEYPAIR and NEOSIG_OP_PREPARE_SIGN. Errors: INSECURE and ATTEMPTS too. */
NEOSIG_API neosig_error neosig_prepare_sign_from_seed(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                                      const uint8_t *seed, size_t seed_bytes,
                                                      const neosig_options *options);

NEOSIG_API neosig_error neosig_prepare_verify(const neosig_alg *alg, void *prepared, size_t prepared_bytes,
                                              const uint8_t *pk, size_t pk_bytes, const neosig_options *options);

/* neosig_sign and neosig_verify with a prepared key. Errors: KEY too, if the memory holds no prepared key of this kind;
 * WORKSPACE if it is misaligned. */
NEOSIG_API neosig_error neosig_sign_prepared(const void *prepared, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                             size_t msg_bytes, const neosig_options *options);
NEOSIG_API neosig_error neosig_verify_prepared(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                               const uint8_t *msg, size_t msg_bytes, const neosig_options *options);

/* ---- Streams */

/* A message given in pieces: init, update any number of times, final. The key (or prepared key), the signature to
 * verify, the context and what options point to must stay in place until final. An update that fails changes nothing.
 * final ends the stream and wipes it, also when it fails. Wipe a stream that you give up earlier:
 * neosig_wipe(&stream, sizeof stream). */
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

/* A backend is a complete set of kernels, by name: "portable", "neon", "neon-aes", "neon-sha3", "avx2". The best one
 * that this CPU runs is used, unless the environment variable NEOSIG_BACKEND or neosig_backend_select names another.
 * The variable may name one that is not in this build, or that this CPU cannot run. Whoever sets it means that backend:
 * every operation then fails with NEOSIG_ERR_BACKEND, and neosig_backend_active is what the library would use without
 * the variable. A program that selects a backend itself overrides the variable. */
NEOSIG_API size_t neosig_backend_count(void);                    /* backends in this build */
NEOSIG_API const char *neosig_backend_name(size_t i);            /* best first; NULL if out of range */
NEOSIG_API int neosig_backend_usable(const char *name);          /* 1 if this CPU runs it */
NEOSIG_API const char *neosig_backend_active(void);              /* the one in use */
NEOSIG_API const char *neosig_backend_why(void);                 /* why that one: a sentence */
NEOSIG_API neosig_error neosig_backend_select(const char *name); /* NULL: as at first. Takes effect for later calls */

/* What the library looks for in a CPU. The bits mean the same on every machine. 64u was the dot
 * products of bytes in version 0.1, and means nothing else. */
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
#define NEOSIG_CPU_FAST_SHA3 2048u /* 64-bit Arm: SHA-3 instructions on every vector pipe, not on one */
#define NEOSIG_CPU_VAES 4096u      /* x86-64: AES on two blocks at once */
#define NEOSIG_CPU_GFNI 8192u      /* x86-64: matrices of bits times bytes */

/* The bits of this CPU, constant during a process; and the word for one bit, or NULL for anything else: "neon", "aes",
 * "pmull", "sha2", "sha3", "sha512", "dit", "avx2", "aes-ni", "sha-ni", "fast-sha3", "vaes", "gfni". */
NEOSIG_API uint32_t neosig_cpu(void);
NEOSIG_API const char *neosig_cpu_feature_name(uint32_t feature);

/* ---- Other */

/* Overwrites memory with zeros in a way the compiler does not remove. */
NEOSIG_API void neosig_wipe(void *memory, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
