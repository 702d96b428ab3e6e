/* Keys as PEM text: SubjectPublicKeyInfo under "PUBLIC KEY", PKCS #8 under "PRIVATE KEY". The object identifier names
 * the algorithm. A private key is the scheme's secret key as it is, but for ML-DSA what RFC 9881 says: written as the
 * seed, read as the seed, the expanded key, or both. */
#ifndef KEYFILE_H
#define KEYFILE_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

typedef struct keyfile_key {
    const neosig_alg *alg;
    uint8_t *bytes; /* alg->public_key_bytes or alg->secret_key_bytes of them */
    size_t size;
    uint8_t *public_key; /* of a secret key, if keyfile_find_public was called and could tell */
} keyfile_key;

/* Whether a secret key of alg is written as the seed it was made from. */
int keyfile_keeps_seed(const neosig_alg *alg);

/* The text of a key: of a public key, or (secret) of the secret key or the seed. For app_release(text, *text_bytes);
 * NULL after a message. */
uint8_t *keyfile_encode(const neosig_alg *alg, int secret, const uint8_t *key, size_t *text_bytes);

/* Reads a text. Returns NULL, or what is wrong (then key->bytes is NULL). The sentence may be in a buffer that the
 * next call overwrites. */
const char *keyfile_decode(keyfile_key *key, int secret, const uint8_t *text, size_t text_bytes);

/* Reads a file: 0, or EXIT_INPUT after a message. */
int keyfile_load(keyfile_key *key, const char *path, int secret);

/* Makes the public key of a secret key again, where that is a seed. Returns NULL, or what is wrong. */
const char *keyfile_find_public(keyfile_key *key);

void keyfile_release(keyfile_key *key);

#endif
