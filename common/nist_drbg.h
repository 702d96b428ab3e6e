/* NIST's AES-256-CTR generator without derivation function (SP 800-90A 10.2.1), as its known-answer programs use it. */
#ifndef NEOSIG_COMMON_NIST_DRBG_H
#define NEOSIG_COMMON_NIST_DRBG_H

#include <stddef.h>
#include <stdint.h>

typedef struct nist_drbg {
    uint8_t key[32];
    uint8_t v[16];
} nist_drbg;

void nist_drbg_seed(nist_drbg *drbg, const uint8_t seed[48]);

/* Has the type neosig_random; state is a nist_drbg. Always 0. */
int nist_drbg_random(void *state, uint8_t *out, size_t bytes);

#endif
