/* Passphrases of protected keys. */
#ifndef PASSPHRASE_H
#define PASSPHRASE_H

#include <stddef.h>

enum { PASSPHRASE_MOST = 1024 };

/* Reads a passphrase into text, *bytes of it. It is the first line of the file at path (- for standard input). Where
 * path is NULL, the user types it on the terminal, unseen: the question names what it is for, and a new one is asked
 * for twice. 0, or EXIT_INPUT after a message. The caller wipes text. */
int passphrase_get(char text[PASSPHRASE_MOST], size_t *bytes, const char *path, const char *what, int is_new);

#endif
