#include "api/internal.h"
#include "common/known_answer.h"
#include "neosig/nist.h"

#include <stdlib.h>
#include <string.h>

int known_answer_digest_is(const uint8_t *data, size_t bytes, const uint8_t expected[32])
{
    neosig_sha256 ctx;
    uint8_t digest[32];
    neosig_sha256_init(&ctx, 32);
    neosig_sha256_update(&ctx, data, bytes);
    neosig_sha256_final(&ctx, digest, 32);
    return memcmp(digest, expected, 32) == 0;
}

void known_answer_begin(nist_drbg *vectors)
{
    uint8_t seed[48];
    for (uint8_t i = 0; i < sizeof seed; i++)
        seed[i] = i;
    nist_drbg_seed(vectors, seed);
}

void known_answer_next(nist_drbg *vectors, size_t count, uint8_t seed[48], uint8_t *msg)
{
    nist_drbg_random(vectors, seed, 48);
    nist_drbg_random(vectors, msg, KNOWN_ANSWER_MESSAGE_BYTES(count));
}

/* Flips a bit of the message, wherever the scheme's format has it. */
static int spoil(uint8_t *sm, size_t sm_bytes, const uint8_t *msg, size_t msg_bytes)
{
    for (size_t at = 0; at + msg_bytes <= sm_bytes; at++) {
        if (memcmp(sm + at, msg, msg_bytes) == 0) {
            sm[at + msg_bytes / 2] ^= 1;
            return 0;
        }
    }
    return -1;
}

const char *known_answer_check(const neosig_alg *alg, unsigned flags, const uint8_t seed[48], const uint8_t *msg,
                               size_t msg_bytes, const known_answer_digests *expected)
{
    unsigned long long sm_bytes = 0, opened_bytes = 0;
    uint8_t *pk = malloc(alg->public_key_bytes), *sk = malloc(alg->secret_key_bytes);
    uint8_t *sm = malloc(msg_bytes + alg->signature_bytes), *opened = malloc(msg_bytes);
    const char *wrong = NULL;
    nist_drbg drbg;
    nist_drbg_seed(&drbg, seed);
    neosig_options options = {.size = sizeof options,
                              .flags = NEOSIG_ALLOW_INSECURE | flags,
                              .random = nist_drbg_random,
                              .random_state = &drbg};

    if (pk == NULL || sk == NULL || sm == NULL || opened == NULL)
        wrong = "out of memory";
    else if (neosig_nist_keypair(alg, pk, sk, &options) != NEOSIG_OK)
        wrong = "no key pair";
    else if (!known_answer_digest_is(pk, alg->public_key_bytes, expected->pk))
        wrong = "another public key";
    else if (!known_answer_digest_is(sk, alg->secret_key_bytes, expected->sk))
        wrong = "another secret key";
    else if (neosig_nist_sign(alg, sm, &sm_bytes, msg, msg_bytes, sk, &options) != NEOSIG_OK)
        wrong = "no signature";
    else if (!known_answer_digest_is(sm, (size_t)sm_bytes, expected->sm))
        wrong = "another signature";
    else if (neosig_nist_open(alg, opened, &opened_bytes, sm, sm_bytes, pk, &options) != NEOSIG_OK)
        wrong = "signature refused";
    else if (opened_bytes != msg_bytes || memcmp(opened, msg, msg_bytes) != 0)
        wrong = "another message";
    else if (spoil(sm, (size_t)sm_bytes, msg, msg_bytes) != 0)
        wrong = "the signed message does not hold the message";
    else if (neosig_nist_open(alg, opened, &opened_bytes, sm, sm_bytes, pk, &options) != NEOSIG_ERR_SIGNATURE)
        wrong = "changed message accepted";
    free(pk);
    free(sk);
    free(sm);
    free(opened);
    return wrong;
}
