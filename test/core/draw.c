/* Drawing with assertions: a generator that reports success and leaves what it was to fill is found out, by all sets.
 * This is the library's own file, compiled with them, in place of the one in the library. */
#define NEOSIG_ASSERTIONS 1
#include "core/entropy.c"
#include "test.h"

#include <string.h>

/* What a generator leaves unwritten at the end. */
static int fills_but(void *state, uint8_t *out, size_t bytes)
{
    const size_t *left = state;
    for (size_t i = 0; bytes > *left && i < bytes - *left; i++)
        out[i] ^= 0xff; /* random bytes could be the pattern's */
    return 0;
}

static int fails(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    memset(out, 0xa5, bytes);
    return -1;
}

static void check_draws(void)
{
    uint8_t out[64];
    for (size_t bytes = 0; bytes <= sizeof out; bytes++)
        for (size_t left = 0; left <= bytes; left++) {
            const neosig_source source = {fills_but, &left};
            const int found = left >= PATTERN_BYTES;
            memset(out, 1, sizeof out);
            CHECK(neosig_draw(&source, out, bytes) == (found ? NEOSIG_ERR_RANDOM : NEOSIG_OK));
            for (size_t i = 0; found && i < bytes; i++)
                CHECK(out[i] == 0);
        }
    const neosig_source failing = {fails, NULL}, good = {neosig_entropy, NULL};
    CHECK(neosig_draw(&failing, out, sizeof out) == NEOSIG_ERR_RANDOM && out[0] == 0);
    CHECK(neosig_draw(&good, out, sizeof out) == NEOSIG_OK);
}

/* Key pairs and signatures of every set whose keys are of a size for a quick test. */
static void check_sets(void)
{
    static uint8_t pk[4096], sk[8192], sig[NEOSIG_MAX_SIGNATURE_BYTES];
    size_t left = SIZE_MAX, sig_bytes;
    neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *const alg = neosig_alg_at(i);
        if (alg->public_key_bytes > sizeof pk || alg->secret_key_bytes > sizeof sk)
            continue;
        options.random = fills_but;
        options.random_state = &left;
        CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_ERR_RANDOM);
        options.random = NULL;
        CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
        if ((alg->features & NEOSIG_HAS_HEDGED) == 0)
            continue;
        options.random = fills_but;
        CHECK(neosig_sign(alg, sig, &sig_bytes, sk, 1, sk, alg->secret_key_bytes, &options) == NEOSIG_ERR_RANDOM);
    }
}

int main(void)
{
    check_draws();
    check_sets();
    return test_end();
}
