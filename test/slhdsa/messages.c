/* Messages of every length, with which the padding of each hash function begins everywhere in a block: the library
 * against the reference. The sets are the lowest of other_rows.c. */
#include "compare.h"

static void check_length(const neosig_alg *alg, const uint8_t *pk, const uint8_t *sk, size_t bytes)
{
    static uint8_t sig[2][8192], msg[150];
    const neosig_reference *reference = neosig_reference_of(alg);
    use_random source;
    neosig_options options = use_options(&source, (uint8_t)bytes, 0);
    size_t made[2] = {0};
    nist_drbg_random(&source.drbg, msg, bytes);
    use_options(&source, 1, 0);
    CHECK(reference->sign(alg, sig[0], &made[0], msg, bytes, sk, use_draw, &source) == 0);
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        if (!test_backend(b))
            continue;
        options = use_options(&source, 1, 0);
        CHECK(neosig_sign(alg, sig[1], &made[1], msg, bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
        if (!CHECK(made[0] == made[1] && memcmp(sig[0], sig[1], made[0]) == 0))
            fprintf(stderr, "%s, backend %s: %zu bytes\n", alg->name, neosig_backend_name(b), bytes);
        CHECK(neosig_verify(alg, sig[0], made[0], msg, bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        msg[bytes == 0 ? 0 : bytes - 1] ^= 1;
        CHECK(neosig_verify(alg, sig[0], made[0], msg, bytes == 0 ? 1 : bytes, pk, alg->public_key_bytes, NULL) ==
              NEOSIG_ERR_SIGNATURE);
        msg[bytes == 0 ? 0 : bytes - 1] ^= 1;
    }
}

int main(void)
{
    const size_t step = SLOW ? 7 : 1;
    const size_t most = 150; /* more than a block of any hash function */
    unsigned sets = 0;
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (strstr(alg->name, "-lowest-") == NULL)
            continue;
        uint8_t pk[64], sk[128];
        use_random source;
        const neosig_options options = use_options(&source, 9, 0);
        CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
        for (size_t bytes = 0; bytes <= most; bytes += step)
            check_length(alg, pk, sk, bytes);
        sets++;
    }
    CHECK(sets == 3);
    return test_end();
}
