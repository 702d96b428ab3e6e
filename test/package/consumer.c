/* A program of somebody else. */
#define NEOSIG_NIST_ALG "snova-24-5-16-4-ssk"
#include <neosig/nist.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static unsigned char pk[NEOSIG_MAX_PUBLIC_KEY_BYTES], sk[NEOSIG_MAX_SECRET_KEY_BYTES];
    static unsigned char sm[5 + NEOSIG_MAX_SIGNATURE_BYTES], m[5 + NEOSIG_MAX_SIGNATURE_BYTES];
    unsigned long long smlen, mlen;
    int good = crypto_sign_keypair(pk, sk) == 0 &&
               crypto_sign(sm, &smlen, (const unsigned char *)"hello", 5, sk) == 0 && smlen == 5 + CRYPTO_BYTES &&
               crypto_sign_open(m, &mlen, sm, smlen, pk) == 0 && mlen == 5 && memcmp(m, "hello", 5) == 0;
    sm[0] ^= 1;
    good = good && crypto_sign_open(m, &mlen, sm, smlen, pk) != 0;
    printf("%s: %s\n", CRYPTO_ALGNAME, good ? "good" : "bad");
    return !good;
}
