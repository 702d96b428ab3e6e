/* Every bit of signature and message counts, every byte of the public key but those of terms that are zero, and wrong
 * lengths are refused. For sets whose signatures have one length. */
#ifndef NEOSIG_TEST_FLIPS_H
#define NEOSIG_TEST_FLIPS_H

#include "common/nist_drbg.h"
#include "neosig/neosig.h"
#include "test.h"

#include <string.h>

enum { FLIPS_MESSAGE = 40 };

static inline neosig_error flips_verify(const void *prepared, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg)
{
    return neosig_verify_prepared(prepared, sig, sig_bytes, msg, FLIPS_MESSAGE, NULL);
}

/* How many of the bits are not seen by a verification. */
static inline size_t flips_unseen(uint8_t *bytes, size_t count, size_t step, const void *prepared, const uint8_t *sig,
                                  size_t sig_bytes, const uint8_t *msg)
{
    size_t unseen = 0;
    for (size_t bit = 0; bit < 8 * count; bit += step) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        unseen += flips_verify(prepared, sig, sig_bytes, msg) != NEOSIG_ERR_SIGNATURE;
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    return unseen;
}

/* step: of the signature's bits. probes: bytes of the public key that are changed, the first and the last among them,
 * of which at most `zero` belong to terms that are zero. */
static inline void flips_of(const neosig_alg *alg, size_t step, size_t probes, size_t zero)
{
    const size_t bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *pk = test_allocate(alg->public_key_bytes), *sk = test_allocate(alg->secret_key_bytes),
            *sig = test_allocate(alg->signature_bytes + 1), *prepared = test_allocate(bytes), msg[FLIPS_MESSAGE],
            seed[48] = {3};
    size_t made = 0, unseen = 0;
    nist_drbg drbg;
    const neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg};
    nist_drbg_seed(&drbg, seed);
    nist_drbg_random(&drbg, msg, sizeof msg);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(neosig_sign(alg, sig, &made, msg, sizeof msg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    CHECK(made == alg->signature_bytes);
    sig[made] = 0;
    CHECK(neosig_prepare_verify(alg, prepared, bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(flips_verify(prepared, sig, made, msg) == NEOSIG_OK);
    CHECK(flips_verify(prepared, sig, made - 1, msg) == NEOSIG_ERR_SIGNATURE);
    CHECK(flips_verify(prepared, sig, made + 1, msg) == NEOSIG_ERR_SIGNATURE);
    CHECK(flips_verify(prepared, sig, 0, msg) == NEOSIG_ERR_SIGNATURE);
    CHECK(neosig_verify_prepared(prepared, sig, made, msg, sizeof msg - 1, NULL) == NEOSIG_ERR_SIGNATURE);
    CHECK(flips_unseen(sig, made, step, prepared, sig, made, msg) == 0);
    CHECK(flips_unseen(msg, sizeof msg, 1, prepared, sig, made, msg) == 0);
    for (size_t i = 0; i < probes; i++) {
        uint8_t *const at = pk + i * (alg->public_key_bytes - 1) / (probes - 1);
        *at ^= 0x11;
        const neosig_error error = neosig_verify(alg, sig, made, msg, sizeof msg, pk, alg->public_key_bytes, NULL);
        CHECK(error == NEOSIG_ERR_SIGNATURE || error == NEOSIG_OK);
        unseen += error == NEOSIG_OK;
        *at ^= 0x11;
    }
    CHECK(unseen <= zero);
    CHECK(neosig_verify(alg, sig, made, msg, sizeof msg, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    free(prepared);
    free(sig);
    free(sk);
    free(pk);
}

#endif
