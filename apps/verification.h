/* One file and its signature: what verify finds out. */
#ifndef VERIFICATION_H
#define VERIFICATION_H

#include "armor.h"
#include "file.h"
#include "mode.h"
#include "signing.h"
#include "trust.h"

typedef struct verification {
    const trust *trust;
    const mode *mode;
    const char *path, *sig_path;
    const trusted *by; /* the key of a good signature, or the only key; NULL: none is known */
    char reason[800];  /* why there is no good signature; "": it just does not verify */
    int armored, embedded;
    armor head;           /* where armored */
    int is_ahead, answer; /* verification_ahead has the answer: EXIT_GOOD or EXIT_INVALID */
} verification;

/* Verifies the signatures of up to SIGNING_TOGETHER small files, of VERIFICATION_SMALL bytes at most, together.
 * verification_detached then has the answers. Nothing is told here, and where anything is not as it should be it is as
 * if this had not been called. */
enum { VERIFICATION_SMALL = 1 << 16 };
void verification_ahead(verification *const *v, size_t n);

/* Verifies the signature in the file sig_path: EXIT_GOOD, EXIT_INVALID without a message, or EXIT_INPUT after one. */
int verification_detached(verification *v, const signing_message *message);

/* Verifies a signed file, and gives copy, which may be NULL, the file inside: good or not, as the exit code says then.
 * What is no signed file is let be, without a message. */
enum { VERIFICATION_NO_SIGNED_FILE = -1 };
int verification_embedded(verification *v, file_consumer *copy, void *to);

/* Whether a file that can be read twice begins as a signed file does. */
int verification_is_signed(const char *path);

#endif
