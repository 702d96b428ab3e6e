/* Prints the expanded secret key of a seed in hexadecimal: expand ALGORITHM SEED-IN-HEX. For interop.py. */
#include "common/hex.h"
#include "neosig/neosig.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static uint8_t pk[2592], sk[4896], seed[32];
    const neosig_alg *alg = argc == 3 ? neosig_alg_find(argv[1]) : NULL;
    if (alg == NULL || alg->public_key_bytes > sizeof pk || alg->secret_key_bytes > sizeof sk)
        return 2;
    if (hex_decode(seed, sizeof seed, argv[2]) != 0)
        return 2;
    if (neosig_keypair_from_seed(alg, pk, sk, seed, sizeof seed, NULL) != NEOSIG_OK)
        return 1;
    for (size_t i = 0; i < alg->secret_key_bytes; i++)
        printf("%02x", sk[i]);
    puts("");
    return 0;
}
