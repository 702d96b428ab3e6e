/* A program without an operating system, on a Cortex-M3: keys, signatures and verification of each scheme by a
 * generator of its own, and the error without one. Its output and its end are the debugger's, by semihosting. */
#include "common/splitmix64.h"
#include "neosig.h"
#include "test/sets.h"

#include <stdio.h>
#include <stdlib.h>

extern void _start(void);

/* Where the core finds its stack and its first instruction. */
extern void (*const vectors[2])(void);
__attribute__((section(".vectors"))) void (*const vectors[])(void) = {(void (*)(void))0x400000, _start};

static int works(const char *name)
{
    static const uint8_t msg[] = "message";
    const neosig_alg *alg = neosig_alg_find(name);
    uint64_t state = 1;
    neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    size_t bytes = 0;
    if (alg == NULL)
        return 0;
    uint8_t *pk = malloc(alg->public_key_bytes), *sk = malloc(alg->secret_key_bytes);
    uint8_t *sig = malloc(alg->signature_bytes);
    int good = pk != NULL && sk != NULL && sig != NULL &&
               neosig_keypair(alg, pk, sk, &options) == NEOSIG_ERR_RANDOM; /* there is no generator */
    options.random = splitmix64_random;
    options.random_state = &state;
    good = good && neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK &&
           neosig_sign(alg, sig, &bytes, msg, sizeof msg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK &&
           neosig_verify(alg, sig, bytes, msg, sizeof msg, pk, alg->public_key_bytes, NULL) == NEOSIG_OK &&
           neosig_verify(alg, sig, bytes, msg, 1, pk, alg->public_key_bytes, NULL) == NEOSIG_ERR_SIGNATURE;
    free(pk);
    free(sk);
    free(sig);
    printf("%s: %s\n", name, good ? "good" : "bad");
    return good;
}

int main(void)
{
    static const char *const names[] = {TEST_SETS(TEST_SET_NAME, TEST_SET_NONE)};
    int good = 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        good &= works(names[i]);
    return !good;
}
