/* The schemes written straight from their specifications, slow and plain: the tests' oracle and the benchmarks'
 * yardstick. Never part of the library, not constant-time, not for use. */
#ifndef NEOSIG_REFERENCE_H
#define NEOSIG_REFERENCE_H

#include "neosig/neosig.h"

/* Each function returns 0, or -1 (verify: also when the signature is wrong). random is asked exactly as the library
 * asks it. Sizes are those of alg. */
typedef struct neosig_reference {
    const char *scheme; /* matches neosig_alg.scheme */
    int (*keypair)(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state);
    int (*sign)(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state);
    int (*verify)(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk);
} neosig_reference;

/* The reference of alg's scheme, NULL if there is none. */
const neosig_reference *neosig_reference_of(const neosig_alg *alg);

#endif
