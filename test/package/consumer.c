/* A program of somebody else: NIST's functions for the set that NEOSIG_NIST_ALG names. C and C++. */
#include <neosig/nist.h>
#include <stdio.h>
#include <string.h>

/* The sizes are constants. */
static unsigned char pk[CRYPTO_PUBLICKEYBYTES], sk[CRYPTO_SECRETKEYBYTES], sm[5 + CRYPTO_BYTES], m[5 + CRYPTO_BYTES];

int main(void)
{
    const neosig_alg *alg = neosig_nist_alg();
    unsigned long long smlen, mlen;
    int good = alg != NULL && strcmp(alg->name, CRYPTO_ALGNAME) == 0 && alg->public_key_bytes == sizeof pk &&
               alg->secret_key_bytes == sizeof sk && neosig_nist_bytes(alg) == CRYPTO_BYTES;
    good = good && crypto_sign_keypair(pk, sk) == 0 &&
           crypto_sign(sm, &smlen, (const unsigned char *)"hello", 5, sk) == 0 && smlen == sizeof sm &&
           crypto_sign_open(m, &mlen, sm, smlen, pk) == 0 && mlen == 5 && memcmp(m, "hello", 5) == 0;
    sm[0] ^= 1;
    good = good && crypto_sign_open(m, &mlen, sm, smlen, pk) != 0;
    printf("%s: %s\n", CRYPTO_ALGNAME, good ? "good" : "bad");
    return !good;
}
