/* Key files of the program. */
#ifndef KEYFILE_H
#define KEYFILE_H

#include "neosig/key.h"

/* Reads a key from a file, for neosig_key_release: 0, or EXIT_INPUT after a message. The passphrase of a protected key
 * is in the file at passphrase_path, or asked for where that is NULL. */
int keyfile_load(neosig_key *key, const char *path, neosig_key_kind kind, const char *passphrase_path);

/* The most bytes that a key file has. */
size_t keyfile_most_bytes(neosig_key_kind kind);

#endif
