/* How many attempts signing makes: all that the specification allows if each fails, and two where the first system over
 * GF(256) is singular, which no known answer has. */
#include "compare.h"
#include "core/attempt.h"
#include "uov/uov.h"

static unsigned attempts;

/* Called once an attempt: this definition is taken in place of the library's. */
void neosig_attempt_begins(void)
{
    attempts++;
}

/* A key whose S is zero has no system that is not singular. */
static void test_limit(const neosig_alg *alg)
{
    const neosig_uov_ctx ctx = neosig_uov_open(alg, NULL);
    uint8_t *sk = use_allocate(alg->secret_key_bytes), *sig = use_allocate(alg->signature_bytes);
    size_t made;
    use_random source;
    const neosig_options options = use_options(&source, 1, 0);
    memset(sk, 1, alg->secret_key_bytes);
    memset(neosig_uov_secret_parts(&ctx, sk).S, 0, ctx.s_bytes);
    attempts = 0;
    CHECK(neosig_sign(alg, sig, &made, sk, 5, sk, alg->secret_key_bytes, &options) == NEOSIG_ERR_ATTEMPTS);
    CHECK(attempts == NEOSIG_UOV_ATTEMPTS);
    free(sk);
    free(sig);
}

/* Of the reference's two signatures with this seed the library makes one in two attempts, in each of five ways: with
 * keys of each form, prepared and not, and in little memory. */
static void test_retry(const neosig_alg *alg)
{
    enum { SEED = 56 };
    use_random source;
    const neosig_options options = use_options(&source, SEED, 0);
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes);
    uint8_t *sig = use_allocate(alg->signature_bytes), msg[COMPARE_MESSAGE_BYTES];
    unsigned most = 0;
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    nist_drbg_random(&source.drbg, msg, sizeof msg);
    for (unsigned i = 0; i < 2; i++) {
        size_t made;
        const neosig_options signing = use_options(&source, (uint8_t)(SEED + 1 + i), 0);
        attempts = 0;
        CHECK(neosig_sign(alg, sig, &made, msg, (SEED * 31 + i * 137) % COMPARE_MESSAGE_BYTES, sk,
                          alg->secret_key_bytes, &signing) == NEOSIG_OK);
        most = attempts > most ? attempts : most;
        nist_drbg_random(&source.drbg, msg, sizeof msg);
    }
    CHECK(most == 2);
    compare_set(alg, 2, SEED);
    free(pk);
    free(sk);
    free(sig);
}

int main(void)
{
    for (size_t i = 0; i < neosig_uov_sets_count; i++)
        if (neosig_uov_sets[i].version == NEOSIG_UOV_CLASSIC)
            test_limit(&neosig_uov_sets[i].alg);
    test_retry(neosig_alg_find("uov-Ip-pkc"));
    test_retry(neosig_alg_find("uov-Ip-pkc-skc"));
    return test_end();
}
