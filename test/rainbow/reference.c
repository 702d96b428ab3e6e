/* The library against the reference, which is written from the specification in another way: keys and signatures from
 * the same random bytes, altered signatures; messages of any length. */
#include "backends.h"
#include "common/nist_drbg.h"
#include "reference.h"
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

/* A key pair and four messages of the reference's, and the same of the library in every backend. */
static void compare(const neosig_alg *alg, unsigned number)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    if (!CHECK(reference != NULL))
        return;
    uint8_t *pk[2], *sk[2], sig[4][256], other[256], msg[4][300], seed[48] = {77, (uint8_t)number};
    size_t made = 0, bytes[4];
    nist_drbg drbg;
    for (unsigned i = 0; i < 2; i++) {
        pk[i] = allocate(alg->public_key_bytes);
        sk[i] = allocate(alg->secret_key_bytes);
    }
    nist_drbg_seed(&drbg, seed);
    CHECK(reference->keypair(alg, pk[0], sk[0], nist_drbg_random, &drbg) == 0);
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (number * 31 + i * i * 40) % sizeof msg[i];
        nist_drbg_random(&drbg, msg[i], sizeof msg[i]);
        CHECK(reference->sign(alg, sig[i], &made, msg[i], bytes[i], sk[0], nist_drbg_random, &drbg) == 0);
        CHECK(made == alg->signature_bytes);
        CHECK(reference->verify(alg, sig[i], made, msg[i], bytes[i], pk[0]) == 0);
        sig[i][number % made] ^= 1;
        CHECK(reference->verify(alg, sig[i], made, msg[i], bytes[i], pk[0]) != 0);
        sig[i][number % made] ^= 1;
    }

    for (size_t b = 0; b < neosig_backend_count(); b++) {
        unsigned failed = test_failed;
        if (!test_backend(b))
            continue;
        neosig_options options = {
            .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = nist_drbg_random, .random_state = &drbg};
        nist_drbg_seed(&drbg, seed);
        CHECK(neosig_keypair(alg, pk[1], sk[1], &options) == NEOSIG_OK);
        CHECK(memcmp(pk[0], pk[1], alg->public_key_bytes) == 0);
        CHECK(memcmp(sk[0], sk[1], alg->secret_key_bytes) == 0);
        for (unsigned i = 0; i < 4; i++) {
            CHECK(neosig_sign(alg, other, &made, msg[i], bytes[i], sk[1], alg->secret_key_bytes, NULL) == NEOSIG_OK);
            CHECK(made == alg->signature_bytes && memcmp(sig[i], other, made) == 0);
            CHECK(neosig_verify(alg, other, made, msg[i], bytes[i], pk[1], alg->public_key_bytes, NULL) == NEOSIG_OK);
            /* Zero vinegar, and so many zero products. */
            memset(other, 0, 20);
            CHECK(neosig_verify(alg, other, made, msg[i], bytes[i], pk[1], alg->public_key_bytes, NULL) ==
                  NEOSIG_ERR_SIGNATURE);
        }
        if (test_failed != failed)
            fprintf(stderr, "%s, backend %s\n", alg->name, neosig_backend_name(b));
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
        if (alg->level == 5)
            continue;
        unsigned count = 1;
#else
        unsigned count = alg->level == 1 ? 6 : 1;
#endif
        for (unsigned k = 0; k < count; k++)
            compare(alg, (unsigned)(16 * i + k));
    }
    return test_end();
}
