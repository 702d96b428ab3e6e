#include <neosig/neosig.h>
#include <neosig/sizes.h>
#include <stdio.h>

static uint8_t pk[NEOSIG_ML_DSA_44_PUBLIC_KEY_BYTES], sk[NEOSIG_ML_DSA_44_SECRET_KEY_BYTES];
static uint8_t sig[NEOSIG_ML_DSA_44_SIGNATURE_BYTES];

int main(void)
{
    const uint8_t msg[] = "a message";
    const neosig_alg *alg = neosig_alg_find(NEOSIG_ML_DSA_44_NAME);
    size_t bytes = 0;
    const int good = neosig_keypair(alg, pk, sk, NULL) == NEOSIG_OK &&
                     neosig_sign(alg, sig, &bytes, msg, sizeof msg, sk, sizeof sk, NULL) == NEOSIG_OK &&
                     neosig_verify(alg, sig, bytes, msg, sizeof msg, pk, sizeof pk, NULL) == NEOSIG_OK;
    printf("neosig %s: %s\n", neosig_version(), good ? "good" : "bad");
    return !good;
}
