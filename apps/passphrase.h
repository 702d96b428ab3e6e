/* Passphrases of protected keys. */
#ifndef PASSPHRASE_H
#define PASSPHRASE_H

#include <stddef.h>

enum { PASSPHRASE_MOST = 1024 };

/* Reads a passphrase into text, *bytes of it: the first line of the file at path (- for standard input), or, where path
 * is NULL, what is typed on the terminal, unseen, after a question that names what it is for; a new one is asked for
 * twice. 0, or EXIT_INPUT after a message. The caller wipes text. */
int passphrase_get(char text[PASSPHRASE_MOST], size_t *bytes, const char *path, const char *what, int is_new);

#endif
