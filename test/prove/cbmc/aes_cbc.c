#include "any.h"
#include "key/aes_cbc.c"

void harness_decrypt_block(void)
{
    uint64_t words[2];
    neosig_aes_key key;
    key.rounds = 14;
    decrypt_block(words, &key);
}
