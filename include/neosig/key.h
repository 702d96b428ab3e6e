/* Keys as files: DER and PEM, plain or under a passphrase.
 *
 *     neosig_key key;
 *     neosig_error error = neosig_key_read(&key, NEOSIG_KEY_SECRET, text, text_bytes, NULL, 0);
 *     if (error != NEOSIG_OK)
 *         fprintf(stderr, "%s %s\n", path, key.wrong);
 *     ... neosig_sign(key.alg, sig, &sig_bytes, msg, msg_bytes, key.secret_key, key.alg->secret_key_bytes, NULL) ...
 *     neosig_key_release(&key);
 *
 * Formats
 * - A public key is a SubjectPublicKeyInfo (RFC 5280), with the PEM label PUBLIC KEY.
 * - A secret key is a OneAsymmetricKey (RFC 5958: PKCS #8 in its version 1 or 2), with the PEM label PRIVATE KEY.
 * - A secret key under a passphrase is an EncryptedPrivateKeyInfo, with the PEM label ENCRYPTED PRIVATE KEY. Its
 *   protection is PBES2 (RFC 8018): AES-256-CBC, with scrypt or with PBKDF2 of HMAC-SHA-256. OpenSSL writes and reads
 *   the same.
 * - The object identifier in the file names the algorithm.
 * - The secret key of ML-DSA has one of the three forms of RFC 9881: the seed, the expanded key, or both. All others
 *   are the scheme's secret key as it is. What oqs-provider writes is read, too: the secret key and the public key
 *   behind it, in an OCTET STRING of their own.
 * - PEM is read as RFC 7468 allows: text before, between and after blocks, lines of any width with any ends, a byte
 *   order mark. Of several blocks the first of the wanted kind counts.
 *
 * Checks
 * - Opening a file takes at most 1 GiB of memory and 1 MiB more, and some ten seconds of a common processor, whatever
 *   the file asks for. So scrypt's 128 N r is at most 2^30, its 128 r (p + 2) at most 2^20 and its N r p at most 2^24.
 *   PBKDF2 has at most 10,000,000 iterations, and a salt at most 1,024 bytes. A file that asks for more is not opened,
 *   and none is written.
 * - A secret key must be one (neosig_check_keypair). A public key in its file must be the one that belongs to it.
 * - Most seeds with a wrong bit make another good key pair. So a secret key is written with an attribute that holds a
 *   digest of it, and is read only if the digest is right. Files of other programs need not have it. Other attributes
 *   are skipped (docs/formats.md).
 *
 * This header is for programs that are linked to the whole library. The sources in src/ alone lack its functions.
 */
#ifndef NEOSIG_KEY_H
#define NEOSIG_KEY_H

#include "neosig/neosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NEOSIG_KEY_ANY is for reading: either kind. */
typedef enum neosig_key_kind { NEOSIG_KEY_PUBLIC, NEOSIG_KEY_SECRET, NEOSIG_KEY_ANY } neosig_key_kind;

/* Bits of neosig_key.form and neosig_key_format.flags. */
#define NEOSIG_KEY_DER 1u               /* DER in place of PEM */
#define NEOSIG_KEY_EXPANDED 2u          /* ML-DSA: the expanded key in place of the seed, */
#define NEOSIG_KEY_BOTH 4u              /* or both */
#define NEOSIG_KEY_WITH_PUBLIC 8u       /* a secret key with its public key in it (version 2 of PKCS #8) */
#define NEOSIG_KEY_PROTECTED 16u        /* of a key that was read: it is under a passphrase */
#define NEOSIG_KEY_EMPTY_PASSPHRASE 32u /* of a key to write: an empty passphrase is meant */

/* A key in memory that neosig_key_release wipes and frees. Members that are not known are NULL. A public key has no
 * secret members. A key has its seed only if it was read or made from one. A secret key may have been read without its
 * public key: that is then known if the secret key tells it (neosig_public_key). */
typedef struct neosig_key {
    const neosig_alg *alg;
    uint8_t *public_key;
    uint8_t *secret_key;
    uint8_t *seed;
    neosig_key_kind kind; /* after reading: what was found, NEOSIG_KEY_ANY if no key was */
    unsigned form;        /* and how it stands there: NEOSIG_KEY_DER and so on */
    char wrong[192];      /* after an error what is wrong, to stand after a name: "is cut: its END line is missing" */
} neosig_key;

/* Reads a key from PEM or DER, told apart by their beginnings. passphrase: NULL if none was given. A failure sets
 * key->kind and key->wrong, and of key->alg and key->form what is known by then: NEOSIG_KEY_PROTECTED where the
 * key is under a passphrase. All else is zero.
 * Errors: ARGUMENT; MEMORY;
 * KEY: no key of this kind is in it, or it is damaged;
 * LENGTH: the key in it has another length than its algorithm's;
 * UNSUPPORTED: neosig does not know the algorithm or the protection, or the protection asks for too much;
 * PASSPHRASE: one is needed, or this one does not open it. */
NEOSIG_API neosig_error neosig_key_read(neosig_key *key, neosig_key_kind kind, const void *text, size_t bytes,
                                        const void *passphrase, size_t passphrase_bytes);

/* Makes a key with all its members, from a seed of alg->seed_bytes. Where seed is NULL it is made from random bytes,
 * and has a seed only if files of this algorithm hold the seed: ML-DSA. options and errors are neosig_keypair's. */
NEOSIG_API neosig_error neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed,
                                        const neosig_options *options);

typedef enum neosig_key_kdf { NEOSIG_KDF_SCRYPT, NEOSIG_KDF_PBKDF2 } neosig_key_kdf;

/* How to write a key. NULL in place of a pointer to this means all zero: PEM, not protected, an ML-DSA key as its seed
 * if that is known. An empty passphrase protects nothing: it is an error without NEOSIG_KEY_EMPTY_PASSPHRASE. */
typedef struct neosig_key_format {
    unsigned flags;         /* not NEOSIG_KEY_PROTECTED: the passphrase says that */
    const void *passphrase; /* NULL: not protected. Secret keys only */
    size_t passphrase_bytes;
    neosig_key_kdf kdf;
    unsigned long cost;    /* scrypt's N, with r = 8 and p = 1, or PBKDF2's iterations. 0: 16384, or 600000 */
    neosig_random *random; /* of the salt; NULL: the operating system's generator */
    void *random_state;
} neosig_key_format;

/* Writes a key into memory of its own, *text, for neosig_key_free(*text, *bytes). key needs alg and the members that
 * the format names; they may be the caller's. An ML-DSA key with its seed alone, without secret_key, is written without
 * the digest. After an error *text is NULL.
 * Errors: RANDOM; MEMORY;
 * ARGUMENT: among others, a member that is needed is NULL, or the passphrase is empty;
 * UNSUPPORTED: the flags are of ML-DSA, and the key is not. */
NEOSIG_API neosig_error neosig_key_write(uint8_t **text, size_t *bytes, const neosig_key *key, neosig_key_kind kind,
                                         const neosig_key_format *format);

/* Wipes and frees; NULL is allowed. A released key is all zero. */
NEOSIG_API void neosig_key_free(void *text, size_t bytes);
NEOSIG_API void neosig_key_release(neosig_key *key);

/* The name of a public key for people: SHA-256 of its SubjectPublicKeyInfo. Errors: ARGUMENT, LENGTH, MEMORY. */
NEOSIG_API neosig_error neosig_fingerprint(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes,
                                           uint8_t fingerprint[32]);

#ifdef __cplusplus
}
#endif
#endif
