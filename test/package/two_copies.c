/* A program, in C or C++, of somebody who has the amalgamation under a prefix, and the library for something else. */
#include "neosig.h"

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
const char *neosig_version(void);
#ifdef __cplusplus
}
#endif

static unsigned char pk[NEOSIG_ML_DSA_44_PUBLIC_KEY_BYTES], sk[NEOSIG_ML_DSA_44_SECRET_KEY_BYTES];
static unsigned char sig[NEOSIG_ML_DSA_44_SIGNATURE_BYTES];

int main(void)
{
    const unsigned char *const msg = (const unsigned char *)"message";
    const my_neosig_alg *alg = my_neosig_alg_find(NEOSIG_ML_DSA_44_NAME);
    size_t bytes = 0;
    int good = my_neosig_keypair(alg, pk, sk, NULL) == NEOSIG_OK &&
               my_neosig_sign(alg, sig, &bytes, msg, 7, sk, sizeof sk, NULL) == NEOSIG_OK &&
               my_neosig_verify(alg, sig, bytes, msg, 7, pk, sizeof pk, NULL) == NEOSIG_OK &&
               my_neosig_verify(alg, sig, bytes, msg, 6, pk, sizeof pk, NULL) == NEOSIG_ERR_SIGNATURE;
    good = good && strcmp(my_neosig_version(), neosig_version()) == 0;
    printf("two copies of neosig %s: %s\n", my_neosig_version(), good ? "good" : "bad");
    return !good;
}
