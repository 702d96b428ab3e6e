#ifndef NEOSIG_API_KEYS_H
#define NEOSIG_API_KEYS_H

#include "scheme/scheme.h"

/* The key pair of alg->seed_bytes of seed. ATTEMPTS if the scheme asks for more: it has refused the seed. */
neosig_error neosig_keypair_of_seed(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *pk, uint8_t *sk,
                                    const uint8_t *seed, const neosig_options *options);

#endif
