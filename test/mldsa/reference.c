/* The library against the reference, which is FIPS 204 taken word by word. Keys and signatures come from the same
 * random bytes. Each verifies the other's signatures, altered ones included. Messages have any length, and every
 * backend is tried. */
#include "backends.h"
#include "common/nist_drbg.h"
#include "reference.h"
#include "test.h"

#include <string.h>

static uint8_t pk[2][2592], sk[2][4896], sig[2][4627];

static void compare(const neosig_alg *alg, unsigned number)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    uint8_t msg[300], seed[48] = {99, (uint8_t)number};
    size_t made[2] = {0}, bytes = number * 37 % sizeof msg;
    nist_drbg drbg[2];
    if (!CHECK(reference != NULL))
        return;
    neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg[0]};
    nist_drbg_seed(&drbg[0], seed);
    nist_drbg_seed(&drbg[1], seed);
    CHECK(neosig_keypair(alg, pk[0], sk[0], &options) == NEOSIG_OK);
    CHECK(reference->keypair(alg, pk[1], sk[1], nist_drbg_random, &drbg[1]) == 0);
    CHECK(memcmp(pk[0], pk[1], alg->public_key_bytes) == 0);
    CHECK(memcmp(sk[0], sk[1], alg->secret_key_bytes) == 0);
    memset(msg, (int)number, sizeof msg);
    options.flags = number & 1 ? NEOSIG_LOW_MEMORY : 0;
    CHECK(neosig_sign(alg, sig[0], &made[0], msg, bytes, sk[0], alg->secret_key_bytes, &options) == NEOSIG_OK);
    CHECK(reference->sign(alg, sig[1], &made[1], msg, bytes, sk[1], nist_drbg_random, &drbg[1]) == 0);
    CHECK(made[0] == made[1] && memcmp(sig[0], sig[1], made[0]) == 0);
    CHECK(neosig_verify(alg, sig[1], made[1], msg, bytes, pk[1], alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(reference->verify(alg, sig[0], made[0], msg, bytes, pk[0]) == 0);
    for (unsigned i = 0; i < 4; i++) { /* the two judge altered signatures alike, the hints' encoding too */
        size_t at = i < 2 ? made[0] - 1 - (number * 7 + i * 11) % 80 : (number * 1009 + i * 101) % made[0];
        uint8_t before = sig[0][at];
        sig[0][at] = (uint8_t)(i == 0 ? before + 1 : before ^ 1 << number % 8);
        neosig_error mine = neosig_verify(alg, sig[0], made[0], msg, bytes, pk[0], alg->public_key_bytes, NULL);
        CHECK(mine == NEOSIG_ERR_SIGNATURE && reference->verify(alg, sig[0], made[0], msg, bytes, pk[0]) != 0);
        sig[0][at] = before;
    }
}

static int play(void *state, uint8_t *out, size_t bytes)
{
    memcpy(out, state, bytes);
    return 0;
}

/* Seeds of ml-dsa-65 keys with a secret polynomial that two blocks of SHAKE are not enough for: one in 10^4. */
static void long_expansion(void)
{
    const neosig_alg *alg = neosig_alg_find("ml-dsa-65");
    const unsigned seeds[] = {10063, 14708, 28918};
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        uint8_t seed[32] = {(uint8_t)seeds[i], (uint8_t)(seeds[i] >> 8)};
        CHECK(neosig_keypair_from_seed(alg, pk[0], sk[0], seed, sizeof seed, NULL) == NEOSIG_OK);
        CHECK(neosig_reference_of(alg)->keypair(alg, pk[1], sk[1], play, seed) == 0);
        CHECK(memcmp(pk[0], pk[1], alg->public_key_bytes) == 0);
        CHECK(memcmp(sk[0], sk[1], alg->secret_key_bytes) == 0);
    }
}

int main(void)
{
    static const char *const names[] = {"ml-dsa-44",  "ml-dsa-65",  "ml-dsa-87",
                                        "dilithium2", "dilithium3", "dilithium5"};
#ifdef NEOSIG_SLOW_CPU
    const unsigned count = 2;
#else
    const unsigned count = 10;
#endif
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (size_t b = 0; b < neosig_backend_count(); b++) {
            const unsigned failed = test_failed;
            if (!test_backend(b))
                continue;
            if (i == 1)
                long_expansion();
            for (unsigned k = 0; k < count; k++)
                compare(neosig_alg_find(names[i]), k);
            if (test_failed != failed)
                fprintf(stderr, "%s, backend %s\n", names[i], neosig_backend_name(b));
        }
    }
    return test_end();
}
