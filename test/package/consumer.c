/* A program of somebody else: NIST's functions for the set that NEOSIG_NIST_ALG names. C and C++, in the shape of
 * NIST's and SUPERCOP's harnesses or, with MUPQ, of mupq's and PQClean's. */
#ifdef MUPQ
#define NEOSIG_NIST_SIZE size_t
#endif
#include <neosig/nist.h>
#include <stdio.h>
#include <string.h>

#ifdef MUPQ
typedef size_t length;
#else
typedef unsigned long long length;
#endif

/* The sizes are constants. */
static unsigned char pk[CRYPTO_PUBLICKEYBYTES], sk[CRYPTO_SECRETKEYBYTES], sm[5 + CRYPTO_BYTES], m[5 + CRYPTO_BYTES];
static unsigned char sig[CRYPTO_BYTES];

int main(void)
{
    const neosig_alg *alg = neosig_nist_alg();
    const unsigned char *const hello = (const unsigned char *)"hello";
    length smlen, mlen, siglen;
    int good = alg != NULL && strcmp(alg->name, CRYPTO_ALGNAME) == 0 && alg->public_key_bytes == sizeof pk &&
               alg->secret_key_bytes == sizeof sk && neosig_nist_bytes(alg) == CRYPTO_BYTES;
    good = good && crypto_sign_keypair(pk, sk) == 0 && crypto_sign(sm, &smlen, hello, 5, sk) == 0 &&
           smlen <= sizeof sm && crypto_sign_open(m, &mlen, sm, smlen, pk) == 0 && mlen == 5 &&
           memcmp(m, "hello", 5) == 0;
    sm[0] ^= 1;
    good = good && crypto_sign_open(m, &mlen, sm, smlen, pk) != 0 && mlen == 0;
    good = good && crypto_sign_signature(sig, &siglen, hello, 5, sk) == 0 && siglen <= sizeof sig &&
           crypto_sign_verify(sig, siglen, hello, 5, pk) == 0 && crypto_sign_verify(sig, siglen, hello, 4, pk) != 0;
    printf("%s: %s\n", CRYPTO_ALGNAME, good ? "good" : "bad");
    return !good;
}
