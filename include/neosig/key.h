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
 * - The secret key of ML-DSA has one of the three forms of RFC 9881: the seed, the expanded key, or both. The secret
 *   key of any other scheme has the scheme's own encoding, as RFC 9909 says for SLH-DSA. The form that oqs-provider
 *   writes is read, too: the secret key and, behind it, the public key, in an OCTET STRING of their own.
 * - PEM is read as RFC 7468 allows: text before, between and after blocks, lines of any width with any ends, a byte
 *   order mark. The first block of the wanted kind is taken.
 *
 * Checks
 * - Opening a file takes at most 1 GiB of memory and 1 MiB more, and some ten seconds of a common processor, whatever
 *   the file asks for. So scrypt's 128 N r is at most 2^30, its 128 r (p + 2) at most 2^20 and its N r p at most 2^24.
 *   PBKDF2 has at most 10,000,000 iterations, and a salt at most 1,024 bytes. A file that asks for more is neither read
 *   nor written.
 * - A secret key must be well-formed (neosig_check_keypair). If its file also has a public key, the two must belong
 *   together.
 * - Most seeds with a wrong bit are the seed of another key pair. So the file of a secret key holds a digest of the key
 *   in an attribute, and the key is read only if the digest is right. Files of other programs need not have this
 *   attribute. Other attributes are skipped (docs/formats.md).
 *
 * This header is for programs that are linked to the whole library: its functions are in key/, not in src/.
 */
#ifndef NEOSIG_KEY_H
#define NEOSIG_KEY_H

#include "neosig/neosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NEOSIG_KEY_ANY is for reading a key of either kind. */
typedef enum neosig_key_kind { NEOSIG_KEY_PUBLIC, NEOSIG_KEY_SECRET, NEOSIG_KEY_ANY } neosig_key_kind;

/* Bits of neosig_key.form and neosig_key_format.flags. */
#define NEOSIG_KEY_DER 1u               /* DER in place of PEM */
#define NEOSIG_KEY_EXPANDED 2u          /* ML-DSA: the expanded key in place of the seed */
#define NEOSIG_KEY_BOTH 4u              /* ML-DSA: the seed and the expanded key */
#define NEOSIG_KEY_WITH_PUBLIC 8u       /* a secret key's file also has the public key (version 2 of PKCS #8) */
#define NEOSIG_KEY_PROTECTED 16u        /* in form only: the key was under a passphrase */
#define NEOSIG_KEY_EMPTY_PASSPHRASE 32u /* in flags only: write the key although the passphrase is empty */

/* A key in memory that neosig_key_release wipes and frees. Members that are not known are NULL. A public key has no
 * secret members. A key has its seed only if it was read or made from a seed. If a file of a secret key has no public
 * key, neosig_key_read computes the public key from the secret key, where that is possible (neosig_public_key). */
typedef struct neosig_key {
    const neosig_alg *alg;
    uint8_t *public_key;
    uint8_t *secret_key;
    uint8_t *seed;
    neosig_key_kind kind; /* after reading: the kind of the key that was found, NEOSIG_KEY_ANY if there was no key */
    unsigned form;        /* after reading: the form of the key in the file, NEOSIG_KEY_DER and so on */
    char wrong[192];      /* after an error: what is wrong with the key, as "is cut: its END line is missing" */
} neosig_key;

/* Reads a key from PEM or DER. The first bytes tell which of the two it is. passphrase may be NULL. A failure sets
 * key->kind and key->wrong. It also sets key->alg and key->form as far as they are known by then, with
 * NEOSIG_KEY_PROTECTED if the key is under a passphrase. All other members are zero.
 * Errors: ARGUMENT; MEMORY;
 * KEY: there is no key of this kind, or the key is damaged.
 * LENGTH: the key has another length than its algorithm's keys.
 * UNSUPPORTED: neosig does not know the algorithm or the protection, or the protection asks for too much.
 * PASSPHRASE: the key needs a passphrase, or this passphrase does not open it. */
NEOSIG_API neosig_error neosig_key_read(neosig_key *key, neosig_key_kind kind, const void *text, size_t bytes,
                                        const void *passphrase, size_t passphrase_bytes);

/* Makes a key with all its members, from a seed of alg->seed_bytes. If seed is NULL, the key is made from random bytes.
 * The member seed is then set for ML-DSA alone, whose key files hold the seed. options and errors are
 * neosig_keypair's. */
NEOSIG_API neosig_error neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed,
                                        const neosig_options *options);

typedef enum neosig_key_kdf { NEOSIG_KDF_SCRYPT, NEOSIG_KDF_PBKDF2 } neosig_key_kdf;

/* How to write a key. NULL in place of a pointer to this means all zero: PEM, not protected, and an ML-DSA key as its
 * seed if the seed is known. An empty passphrase is an error without NEOSIG_KEY_EMPTY_PASSPHRASE, since it protects
 * nothing.
 * The cost 0 means 600,000 iterations of PBKDF2, or scrypt with N = 2^14, r = 8 and p = 32. scrypt then takes about a
 * second, and 16 MiB. OpenSSL opens no file whose scrypt takes more than 32 MiB, so none with N = 2^15 and r = 8. */
typedef struct neosig_key_format {
    unsigned flags;         /* without NEOSIG_KEY_PROTECTED: a passphrase alone makes the key protected */
    const void *passphrase; /* NULL: not protected. Secret keys only */
    size_t passphrase_bytes;
    neosig_key_kdf kdf;
    unsigned long cost;    /* scrypt's N, with r = 8 and p = 1, or PBKDF2's iterations. 0: as below */
    neosig_random *random; /* makes the salt; NULL: the operating system's generator */
    void *random_state;
} neosig_key_format;

/* Writes a key into memory that the call allocates, *text. Free it with neosig_key_free(*text, *bytes). key needs alg
 * and the members that the format asks for; they may point to the caller's memory. An ML-DSA key with its seed but
 * without secret_key is written without the digest. After an error *text is NULL.
 * Errors: RANDOM; MEMORY;
 * ARGUMENT: for example, a member that is needed is NULL, or the passphrase is empty;
 * UNSUPPORTED: the flags are for ML-DSA, and the key is of another scheme. */
NEOSIG_API neosig_error neosig_key_write(uint8_t **text, size_t *bytes, const neosig_key *key, neosig_key_kind kind,
                                         const neosig_key_format *format);

/* Wipe and free. NULL is allowed. A released key is all zero. */
NEOSIG_API void neosig_key_free(void *text, size_t bytes);
NEOSIG_API void neosig_key_release(neosig_key *key);

/* The SHA-256 of a public key's SubjectPublicKeyInfo, for people to compare. Errors: ARGUMENT, LENGTH, MEMORY. */
NEOSIG_API neosig_error neosig_fingerprint(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes,
                                           uint8_t fingerprint[32]);

#ifdef __cplusplus
}
#endif
#endif
