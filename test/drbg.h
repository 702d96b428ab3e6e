/* NIST's AES-256-CTR generator without derivation function (SP 800-90A 10.2.1), as its known-answer programs use it. */
#ifndef NEOSIG_TEST_DRBG_H
#define NEOSIG_TEST_DRBG_H

#include <stddef.h>
#include <stdint.h>

typedef struct test_drbg {
    uint8_t key[32];
    uint8_t v[16];
} test_drbg;

void test_drbg_seed(test_drbg *drbg, const uint8_t seed[48]);

/* Has the type neosig_random; state is a test_drbg. Always 0. */
int test_drbg_random(void *state, uint8_t *out, size_t bytes);

#endif
