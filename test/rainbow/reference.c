/* The library against the reference, which is written from the specification in another way: keys and signatures from
 * the same random bytes, verification of each other's signatures, altered ones included; messages of any length. */
#include "reference.h"
#include "drbg.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static void compare(const neosig_alg *alg, unsigned number)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    if (!CHECK(reference != NULL))
        return;
    uint8_t *pk[2], *sk[2], sig[2][256], msg[300], seed[48] = {77, (uint8_t)number};
    size_t made[2] = {0};
    test_drbg drbg;
    for (unsigned i = 0; i < 2; i++) {
        pk[i] = allocate(alg->public_key_bytes);
        sk[i] = allocate(alg->secret_key_bytes);
    }
    neosig_options options = {.flags = NEOSIG_ALLOW_INSECURE, .random = test_drbg_random, .random_state = &drbg};
    test_drbg_seed(&drbg, seed);
    CHECK(neosig_keypair(alg, pk[0], sk[0], &options) == NEOSIG_OK);
    test_drbg_seed(&drbg, seed);
    CHECK(reference->keypair(alg, pk[1], sk[1], test_drbg_random, &drbg) == 0);
    CHECK(memcmp(pk[0], pk[1], alg->public_key_bytes) == 0);
    CHECK(memcmp(sk[0], sk[1], alg->secret_key_bytes) == 0);

    for (unsigned i = 0; i < 4; i++) {
        size_t bytes = (number * 31 + i * i * 40) % sizeof msg;
        test_drbg_random(&drbg, msg, sizeof msg);
        CHECK(neosig_sign(alg, sig[0], &made[0], msg, bytes, sk[0], alg->secret_key_bytes, NULL) == NEOSIG_OK);
        CHECK(reference->sign(alg, sig[1], &made[1], msg, bytes, sk[1], test_drbg_random, &drbg) == 0);
        CHECK(made[0] == alg->signature_bytes && made[1] == made[0] && memcmp(sig[0], sig[1], made[0]) == 0);
        CHECK(neosig_verify(alg, sig[1], made[1], msg, bytes, pk[1], alg->public_key_bytes, NULL) == NEOSIG_OK);
        CHECK(reference->verify(alg, sig[0], made[0], msg, bytes, pk[0]) == 0);

        /* A signature of zero vinegar, and so of many zero products; neither accepts it. */
        memset(sig[0], 0, 20);
        CHECK(neosig_verify(alg, sig[0], made[0], msg, bytes, pk[0], alg->public_key_bytes, NULL) ==
              NEOSIG_ERR_SIGNATURE);
        CHECK(reference->verify(alg, sig[0], made[0], msg, bytes, pk[0]) != 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        free(pk[i]);
        free(sk[i]);
    }
}

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (strcmp(alg->scheme, "rainbow") != 0)
            continue;
#ifdef NEOSIG_SLOW_CPU
        unsigned count = alg->level == 1 ? 2 : 1;
#else
        unsigned count = alg->level == 1 ? 8 : 2;
#endif
        for (size_t b = 0; b < neosig_backend_count(); b++) {
            if (!neosig_backend_usable(neosig_backend_name(b)))
                continue;
#ifdef NEOSIG_SLOW_CPU
            if (alg->level != 1 && b != 0)
                continue;
#endif
            unsigned failed = test_failed;
            CHECK(neosig_backend_select(neosig_backend_name(b)) == NEOSIG_OK);
            for (unsigned k = 0; k < count; k++)
                compare(alg, (unsigned)(16 * i + k));
            if (test_failed != failed)
                fprintf(stderr, "%s, backend %s\n", alg->name, neosig_backend_name(b));
        }
    }
    return test_end();
}
