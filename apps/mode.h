/* How a file is signed: context string, pre-hash, whether random bytes are drawn. Options of sign and verify. */
#ifndef MODE_H
#define MODE_H

#include "neosig/neosig.h"

enum { MODE_CONTEXT_MOST = 255 };

typedef struct mode {
    const char *context, *context_hex, *prehash; /* as given, or NULL */
    int deterministic, twice;
    uint8_t bytes[MODE_CONTEXT_MOST]; /* of the context */
    neosig_options options;           /* points into this object */
} mode;

#define MODE_OPTIONS(m)                                                                                                \
    {0, "context", "TEXT", "context string, at most 255 bytes", NULL, &(m).context},                                   \
        {0, "context-hex", "HEX", "the same, as hexadecimal digits", NULL, &(m).context_hex},                          \
    {                                                                                                                  \
        0, "prehash", "HASH", "sign a hash of the file: sha2-512, shake256, ... (list above)", NULL, &(m).prehash      \
    }

#define MODE_HELP                                                                                                      \
    "Hashes for --prehash: sha2-224, sha2-256, sha2-384, sha2-512, sha2-512-224, sha2-512-256, sha3-224, sha3-256,\n"  \
    "sha3-384, sha3-512, shake128, shake256."

/* Fills options from what was given; what can be checked before any file is opened. 0, or EXIT_USAGE after a message.
 */
int mode_read(mode *m);

/* Whether the algorithm has what was given. The same. */
int mode_fits(const mode *m, const neosig_alg *alg);

/* What of it the algorithm has not, as "context strings"; NULL if it has all. */
const char *mode_lacks(const mode *m, const neosig_alg *alg);

/* The word for a pre-hash function, NULL for an unknown one or for none; and the way back, NEOSIG_PREHASH_NONE. */
const char *mode_prehash_name(neosig_prehash prehash);
neosig_prehash mode_prehash(const char *name);

#endif
