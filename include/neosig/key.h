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
 * - A public key is a SubjectPublicKeyInfo (RFC 5280), PEM label PUBLIC KEY; a secret key a OneAsymmetricKey (RFC 5958,
 *   PKCS #8 in its version 1 or 2), PEM label PRIVATE KEY; under a passphrase an EncryptedPrivateKeyInfo, label
 *   ENCRYPTED PRIVATE KEY: PBES2 (RFC 8018) with AES-256-CBC and scrypt or PBKDF2 with HMAC-SHA-256, as OpenSSL writes
 *   and reads it. The object identifier names the algorithm.
 * - Opening takes at most 1 GiB of memory, 1 MiB besides, and some ten seconds of a common processor, whatever a file
 *   asks for: scrypt's 128 N r <= 2^30, 128 r (p + 2) <= 2^20 and N r p <= 2^24, at most 10,000,000 iterations of
 *   PBKDF2, and a salt of at most 1,024 bytes. What asks for more is neither opened nor written.
 * - The secret key of ML-DSA is in one of the three forms of RFC 9881: the seed, the expanded key, or both. That of all
 *   others is the scheme's secret key as it is; read is also what oqs-provider writes, the public key behind it, both
 *   in an OCTET STRING of their own.
 * - PEM is read as RFC 7468 allows: text before, between and after blocks, lines of any width with any ends, a byte
 *   order mark. Of several blocks the first of the wanted kind counts.
 * - A secret key must be one (neosig_check_keypair), and a public key in it the one that belongs to it. Most wrong bits
 *   of a seed make another good key; so a secret key is written with an attribute, a digest of it, and read only if
 *   that is right. Files of others are read without; other attributes are skipped (docs/formats.md).
 *
 * This header is for programs linked to the whole library; the sources in src/ alone are without it.
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

/* A key in memory that neosig_key_release wipes and frees. Members that are not known are NULL: of a public key the
 * secret ones; the seed of a key that was not read or made from one; the public key of a secret one that was read
 * without it and does not tell it (neosig_public_key). */
typedef struct neosig_key {
    const neosig_alg *alg;
    uint8_t *public_key;
    uint8_t *secret_key;
    uint8_t *seed;
    neosig_key_kind kind; /* after reading: what was found, NEOSIG_KEY_ANY if no key was */
    unsigned form;        /* and how it stands there: NEOSIG_KEY_DER and so on */
    char wrong[192];      /* after an error what is wrong, to stand after a name: "is cut: its END line is missing" */
} neosig_key;

/* Reads a key from PEM or DER, told apart by their beginnings. passphrase: NULL if none was given. On failure
 * nothing but key->kind and key->wrong is set, and key->alg and key->form as far as they are known: of a key under a
 * passphrase that was not given, that it is one.
 * Errors: ARGUMENT, KEY (no key of this kind is in it, or it is damaged), LENGTH (the key in it has another length than
 * its algorithm's), UNSUPPORTED (an algorithm or a protection that neosig does not know, or one that asks for too
 * much), PASSPHRASE (one is needed, or this one does not open it), MEMORY. */
NEOSIG_API neosig_error neosig_key_read(neosig_key *key, neosig_key_kind kind, const void *text, size_t bytes,
                                        const void *passphrase, size_t passphrase_bytes);

/* Makes a key with all its members: from a seed of alg->seed_bytes, or from random bytes where seed is NULL (the seed
 * is then kept if it is the form that files of this algorithm have). options as for neosig_keypair, whose errors it
 * has.
 */
NEOSIG_API neosig_error neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed,
                                        const neosig_options *options);

typedef enum neosig_key_kdf { NEOSIG_KDF_SCRYPT, NEOSIG_KDF_PBKDF2 } neosig_key_kdf;

/* How to write a key. NULL in place of a pointer to this means all zero: PEM, not protected; an ML-DSA key as its seed
 * if it is known. An empty passphrase protects nothing, and is an error without NEOSIG_KEY_EMPTY_PASSPHRASE. */
typedef struct neosig_key_format {
    unsigned flags;         /* not NEOSIG_KEY_PROTECTED: the passphrase says that */
    const void *passphrase; /* NULL: not protected. Secret keys only */
    size_t passphrase_bytes;
    neosig_key_kdf kdf;
    unsigned long cost;    /* 0: the default. scrypt's N (16384), r being 8 and p 1; PBKDF2's iterations (600000) */
    neosig_random *random; /* of the salt; NULL: the operating system's generator */
    void *random_state;
} neosig_key_format;

/* Writes a key into memory of its own, *text, for neosig_key_free(*text, *bytes). key needs alg and the members that
 * the format names; they may be the caller's. The digest in a secret key needs its secret_key member, and is left out
 * where an ML-DSA key has its seed alone. After an error *text is NULL. Errors: ARGUMENT (a member that is needed
 * is NULL, the passphrase is empty, among others), UNSUPPORTED (the flags are of ML-DSA, the key is not), RANDOM,
 * MEMORY. */
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
