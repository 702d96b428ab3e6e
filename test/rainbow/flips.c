/* Every bit of signature and message counts, and every byte of the public key; wrong lengths are refused; keys of these
 * broken sets are made on demand only. */
#include "common/nist_drbg.h"
#include "neosig/neosig.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
#define PROBES 60
#define MOST_LEVEL 3
#else
#define PROBES 1500
#define MOST_LEVEL 5
#endif

static neosig_error verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                           size_t msg_bytes, const uint8_t *pk)
{
    return neosig_verify(alg, sig, sig_bytes, msg, msg_bytes, pk, alg->public_key_bytes, NULL);
}

static void test_set(const neosig_alg *alg)
{
    uint8_t *pk = test_allocate(alg->public_key_bytes), *sk = test_allocate(alg->secret_key_bytes), sig[256] = {0},
            msg[40];
    uint8_t seed[48] = {3};
    size_t made = 0, wrong = 0;
    nist_drbg drbg;
    neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg};
    nist_drbg_seed(&drbg, seed);
    nist_drbg_random(&drbg, msg, sizeof msg);
    CHECK(alg->status == NEOSIG_BROKEN);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_ERR_INSECURE);
    options.flags = NEOSIG_ALLOW_INSECURE;
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(neosig_sign(alg, sig, &made, msg, sizeof msg, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(made == alg->signature_bytes);

    CHECK(verify(alg, sig, made, msg, sizeof msg, pk) == NEOSIG_OK);
    CHECK(verify(alg, sig, made - 1, msg, sizeof msg, pk) == NEOSIG_ERR_SIGNATURE);
    CHECK(verify(alg, sig, made + 1, msg, sizeof msg, pk) == NEOSIG_ERR_SIGNATURE);
    CHECK(verify(alg, sig, 0, msg, sizeof msg, pk) == NEOSIG_ERR_SIGNATURE);
    CHECK(verify(alg, sig, made, msg, sizeof msg - 1, pk) == NEOSIG_ERR_SIGNATURE);

    /* From a prepared key, which costs the same for all three versions. */
    size_t bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *prepared = test_allocate(bytes);
    CHECK(neosig_prepare_verify(alg, prepared, bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_prepared(prepared, sig, made, msg, sizeof msg, NULL) == NEOSIG_OK);
    for (size_t bit = 0; bit < 8 * made; bit++) {
        sig[bit / 8] ^= (uint8_t)(1u << bit % 8);
        wrong += neosig_verify_prepared(prepared, sig, made, msg, sizeof msg, NULL) != NEOSIG_ERR_SIGNATURE;
        sig[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * sizeof msg; bit++) {
        msg[bit / 8] ^= (uint8_t)(1u << bit % 8);
        wrong += neosig_verify_prepared(prepared, sig, made, msg, sizeof msg, NULL) != NEOSIG_ERR_SIGNATURE;
        msg[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(wrong == 0);

    /* A changed coefficient shows unless its term is zero at the signature: 1 in 8 over GF(16), 1 in 128 over GF(256).
     * The last byte and the first are among those tried. */
    size_t unseen = 0;
    for (size_t i = 0; i < PROBES; i++) {
        size_t at = i * (alg->public_key_bytes - 1) / (PROBES - 1);
        pk[at] ^= 0x11;
        neosig_error error = verify(alg, sig, made, msg, sizeof msg, pk);
        CHECK(error == NEOSIG_ERR_SIGNATURE || error == NEOSIG_OK);
        unseen += error == NEOSIG_OK;
        pk[at] ^= 0x11;
    }
    CHECK(unseen < PROBES / (alg->level == 1 ? 4 : 16));
    CHECK(verify(alg, sig, made, msg, sizeof msg, pk) == NEOSIG_OK);
    free(prepared);
    free(pk);
    free(sk);
}

int main(void)
{
    unsigned sets = 0;
    for (size_t i = 0; i < neosig_alg_count(); i++)
        if (strcmp(neosig_alg_at(i)->scheme, "rainbow") == 0 && neosig_alg_at(i)->level <= MOST_LEVEL) {
            test_set(neosig_alg_at(i));
            sets++;
        }
    CHECK(sets == (MOST_LEVEL == 5 ? 9 : 6));
    return test_end();
}
