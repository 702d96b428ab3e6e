/* What making, writing and reading a key share. */
#ifndef NEOSIG_KEY_KEY_PARTS_H
#define NEOSIG_KEY_KEY_PARTS_H

#include "core/contract.h"
#include "neosig/key.h"

/* The labels of the structures in PEM: of the two kinds of keys, and of a secret key under a passphrase. */
enum { NEOSIG_LABEL_PROTECTED = NEOSIG_KEY_SECRET + 1, NEOSIG_LABELS };
extern const char *const neosig_key_labels[NEOSIG_LABELS];

/* Whether RFC 9881 says how a secret key of the set stands in a file: it is of ML-DSA. */
int neosig_key_has_forms(const neosig_alg *alg)
    NEOSIG_CONTRACT(requires(__CPROVER_r_ok(alg, sizeof *alg) && is_text(alg->scheme)), assigns(),
                    ensures(returned == 0 || returned == 1));

/* Says in key->wrong what is wrong. Returns error. */
neosig_error neosig_key_wrong(neosig_key *key, neosig_error error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For free(); NULL if there is no memory. */
uint8_t *neosig_key_copy(const uint8_t *bytes, size_t count)
    NEOSIG_CONTRACT(requires(fits(count) && __CPROVER_r_ok(bytes, count)), assigns(),
                    ensures(returned == NULL || is_fresh(returned, count)));

#endif
