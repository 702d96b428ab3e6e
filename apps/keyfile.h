/* Key files of the program. */
#ifndef KEYFILE_H
#define KEYFILE_H

#include "neosig/key.h"

/* Reads a key from a file, for neosig_key_release: 0, or EXIT_INPUT after a message. The passphrase of a protected key
 * is in the file at passphrase_path, or asked for where that is NULL. */
int keyfile_load(neosig_key *key, const char *path, neosig_key_kind kind, const char *passphrase_path);

/* The key file to use where the command line names none, for free(): the one that NEOSIG_KEY names, or default.key in
 * the user's configuration folder, if it is there. For a public key: NAME.pub in place of NAME.key. NULL after a
 * message, which begins with needs. */
char *keyfile_default(neosig_key_kind kind, const char *needs);

#define KEYFILE_DEFAULT_HELP                                                                                           \
    "The default key is the file that NEOSIG_KEY in the environment names, or default.key in the folder neosig of\n"   \
    "$XDG_CONFIG_HOME or ~/.config (on macOS ~/Library/Application Support, on Windows %APPDATA%). Its public key\n"   \
    "has the name with .pub in place of .key."

/* NAME.pub for NAME.key, for free(); NULL for any other name. */
char *keyfile_public_name(const char *path);

/* The most bytes that a key file has. */
size_t keyfile_most_bytes(neosig_key_kind kind);

#endif
