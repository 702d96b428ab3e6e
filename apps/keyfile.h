/* Key files of the program. */
#ifndef KEYFILE_H
#define KEYFILE_H

#include "neosig/key.h"

/* Reads a key from a file, for neosig_key_release: 0, or EXIT_INPUT after a message. The passphrase of a protected key
 * is in the file at passphrase_path, or asked for where that is NULL. */
int keyfile_load(neosig_key *key, const char *path, neosig_key_kind kind, const char *passphrase_path);

/* What a key file is. */
typedef struct keyfile_facts {
    neosig_key key; /* key.alg is NULL where a passphrase was needed and none given */
    int is_secret, is_der, is_encrypted;
    const char *form; /* of a secret key: "seed", "expanded", "both" (RFC 9881), "scheme" (its own); NULL: not known */
    int has_public;   /* a secret key with its public key in the file */
} keyfile_facts;

/* Tells them from a file's content, for keyfile_release: NULL, or what is wrong, to stand behind its name. passphrase:
 * NULL if there is none; one that does not open the key is wrong. */
const char *keyfile_inspect(keyfile_facts *facts, const uint8_t *text, size_t bytes, const char *passphrase,
                            size_t passphrase_bytes);
void keyfile_release(keyfile_facts *facts);

/* The most bytes that a key file has. */
size_t keyfile_most_bytes(neosig_key_kind kind);

#endif
