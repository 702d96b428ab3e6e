/* Both keys of a key pair, prepared. */
#ifndef NEOSIG_TEST_PREPARED_H
#define NEOSIG_TEST_PREPARED_H

#include "neosig/neosig.h"
#include "test.h"

/* prepared[0] for verifying, prepared[1] for signing, each for the caller to free. */
static inline void test_prepare(void *prepared[2], const neosig_alg *alg, const uint8_t *pk, const uint8_t *sk)
{
    const size_t bytes[2] = {neosig_prepared_bytes(alg, 0), neosig_prepared_bytes(alg, 1)};
    for (size_t i = 0; i < 2; i++)
        prepared[i] = test_allocate(bytes[i]);
    CHECK(neosig_prepare_verify(alg, prepared[0], bytes[0], pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(alg, prepared[1], bytes[1], sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
}

#endif
