/* The inputs that the checks of this folder share. */
#ifndef NEOSIG_INPUTS_H
#define NEOSIG_INPUTS_H

#include "../sets.h"
#include "common/splitmix64.h"
#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Reproducible bytes: any two streams are unrelated. */
static inline void harness_bytes(uint8_t *out, size_t bytes, uint64_t stream)
{
    uint64_t state = splitmix64(&stream);
    splitmix64_random(&state, out, bytes);
}

/* A seed that makes a key pair, the first of a stream: a scheme may refuse most. pk and sk are memory. */
static inline void harness_seed(const neosig_alg *alg, uint8_t *seed, uint8_t *pk, uint8_t *sk, uint64_t stream)
{
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    do {
        harness_bytes(seed, alg->seed_bytes, stream);
        stream += UINT64_C(1) << 32;
    } while (strcmp(alg->scheme, TEST_REFUSES_SEEDS) == 0 &&
             neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &options) == NEOSIG_ERR_ATTEMPTS);
}

/* The short runs take the sets of the lowest level of each scheme, but for SNOVA and UOV, and TEST_QUICK_TOO. No set is
 * slow. */
static inline int quick_set(const neosig_alg *alg)
{
    static const char *const more[] = {TEST_QUICK_TOO};
    int lowest = strcmp(alg->scheme, "snova") != 0 && strcmp(alg->scheme, "uov") != 0, named = 0;
    for (size_t i = 0; i < neosig_alg_count(); i++)
        lowest &= strcmp(neosig_alg_at(i)->scheme, alg->scheme) != 0 || neosig_alg_at(i)->level >= alg->level;
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        named |= strcmp(alg->name, more[i]) == 0;
    return (lowest || named) && !test_is_slow(alg);
}

/* The first set of its scheme that is not slow. */
static inline int first_set(const neosig_alg *alg)
{
    size_t i = 0;
    while (strcmp(neosig_alg_at(i)->scheme, alg->scheme) != 0 || test_is_slow(neosig_alg_at(i)))
        i++;
    return neosig_alg_at(i) == alg;
}

#endif
