/* Passphrases of protected keys. */
#ifndef PASSPHRASE_H
#define PASSPHRASE_H

#include "neosig/neosig.h"

#include <stddef.h>

enum { PASSPHRASE_MOST = 1024 };

/* Of a key that is opened; of one that is made; of one that is opened and gets another. */
typedef enum passphrase_kind { PASSPHRASE_OLD, PASSPHRASE_NEW, PASSPHRASE_OTHER } passphrase_kind;

/* Reads a passphrase into text, *bytes of it. It is the first line of the file at path (- for standard input). Where
 * path is NULL, the user types it on the terminal, unseen: the question names what it is for, and a new one is asked
 * for twice. A new one must not be empty. 0, or EXIT_INPUT after a message. The caller wipes text. */
int passphrase_get(char text[PASSPHRASE_MOST], size_t *bytes, const char *path, const char *what, passphrase_kind kind);

#define PASSPHRASE_COST_HELP                                                                                           \
    "One try of a passphrase takes about a second: scrypt with N = 2^14, r = 8 and p = 32, in 16 MiB. --kdf-cost\n"    \
    "gives another N from 2 to 1048576, with p = 1, in N KiB. OpenSSL reads N up to 16384. 262144 is what age takes."

/* The cost that text says, NULL for the default, 0: 0, or EXIT_USAGE after a message. */
int passphrase_cost(unsigned long *cost, const char *text);

/* Says that a passphrase was given for a key that has none: its file was not even opened. */
void passphrase_warn_unused(const char *what);

/* The message of an error in protecting a key, which too high a cost may have caused. Returns EXIT_INPUT. */
int passphrase_error(const char *what, neosig_error error, unsigned long cost);

#endif
