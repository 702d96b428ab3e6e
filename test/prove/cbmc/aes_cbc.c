#include "any.h"
#include "key/aes_cbc.c"
#include "wiped.h"

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(key, sizeof *key) && __CPROVER_r_ok(bytes, key_bytes), "the key is there");
    key->rounds = 14;
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && __CPROVER_r_ok(iv, 16), "the block is there");
}

const neosig_aes_kernels neosig_aes_portable = {.expand = expand, .ctr = ctr};

void any_block(uint64_t words[2], const neosig_aes_key *key)
{
    __CPROVER_assert(__CPROVER_w_ok(words, 16) && key->rounds == 14, "the block is there");
}

void harness_neosig_aes_cbc_encrypt(void)
{
    uint8_t *out;
    const uint8_t *in, *key, *iv;
    size_t bytes;
    neosig_aes_cbc_encrypt(out, in, bytes, key, iv);
}

void harness_neosig_aes_cbc_decrypt(void)
{
    uint8_t *out;
    const uint8_t *in, *key, *iv;
    size_t bytes;
    neosig_aes_cbc_decrypt(out, in, bytes, key, iv);
}

/* What is cut off is padding, and padding is cut off. */
void harness_all_padding(void)
{
    size_t bytes;
    __CPROVER_assume(bytes != 0 && bytes % 16 == 0 && fits(bytes));
    uint8_t *const out = any_bytes(bytes);
    const size_t used = neosig_aes_cbc_decrypt(out, any_bytes(bytes), bytes, any_bytes(32), any_bytes(16));
    const size_t count = out[bytes - 1];
    int is_padding = 1 <= count && count <= 16;
    for (size_t i = 0; i < 16; i++)
        is_padding &= i >= count || out[bytes - 1 - i] == count;
    __CPROVER_assert(used == (is_padding ? bytes - count : bytes), "the text's length");
}

void harness_decrypt_block(void)
{
    uint64_t words[2];
    neosig_aes_key key;
    key.rounds = 14;
    decrypt_block(words, &key);
}
