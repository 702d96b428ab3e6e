/* Keys under a passphrase, read. The functions that are called do what their headers say, and no more. */
#include "key/pbes2.c"
#include "put.h"
#include "taken.h"
#include "wiped.h"

int neosig_pbkdf2_is_bounded(uint64_t iterations)
{
    int is;
    return is;
}

int neosig_scrypt_is_bounded(uint64_t N, uint64_t r, uint64_t p)
{
    int is;
    return is;
}

void harness_take_apart(void)
{
    const neosig_der_piece body = any_piece();
    derivation d = {.is_scrypt = 0};
    neosig_der_piece iv, data;
    const char *wrong;
    if (take_apart(body, &d, &iv, &data, &wrong) == NEOSIG_OK) {
        __CPROVER_assert(iv.bytes == IV && data.bytes != 0 && data.bytes % 16 == 0, "what AES-CBC takes");
        __CPROVER_assert(d.salt.bytes <= NEOSIG_KDF_SALT_MOST && d.cost != 0, "what the derivations take");
    }
}

neosig_error neosig_scrypt(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes,
                           const uint8_t *salt, size_t salt_bytes, uint64_t N, uint64_t r, uint64_t p)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && __CPROVER_r_ok(passphrase, passphrase_bytes) &&
                         __CPROVER_r_ok(salt, salt_bytes),
                     "what is derived from is there");
    return error;
}

void neosig_pbkdf2(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes, const uint8_t *salt,
                   size_t salt_bytes, uint64_t iterations)
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && __CPROVER_r_ok(passphrase, passphrase_bytes) &&
                         __CPROVER_r_ok(salt, salt_bytes) && iterations >= 1,
                     "what is derived from is there");
}

size_t neosig_aes_cbc_decrypt(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t key[32],
                              const uint8_t iv[16])
{
    size_t padding;
    __CPROVER_assert(bytes != 0 && bytes % 16 == 0 && __CPROVER_w_ok(out, bytes) && __CPROVER_r_ok(in, bytes) &&
                         __CPROVER_r_ok(key, 32) && __CPROVER_r_ok(iv, 16),
                     "what AES-CBC takes");
    __CPROVER_assume(padding <= 16);
    return bytes - padding;
}

void harness_neosig_pbes2_decrypt(void)
{
    uint8_t *key;
    size_t *bytes, passphrase_bytes;
    neosig_der_piece body;
    const uint8_t *passphrase;
    const char **wrong;
    neosig_pbes2_decrypt(key, bytes, body, passphrase, passphrase_bytes, wrong);
}

neosig_error neosig_draw(const neosig_source *source, uint8_t *out, size_t bytes)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(out, bytes), "what is drawn has room");
    return error;
}

int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    return 0;
}

void neosig_aes_cbc_encrypt(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t key[32], const uint8_t iv[16])
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes + 16 - bytes % 16) && __CPROVER_r_ok(in, bytes) &&
                         __CPROVER_r_ok(key, 32) && __CPROVER_r_ok(iv, 16),
                     "what AES-CBC takes");
}

/* The longest object identifier here takes 11 bytes with its header. */
void neosig_der_put_oid(neosig_der_writer *w, const char *dotted)
{
    any_put(w, 6 + NEOSIG_DER_OID_BYTES, 11);
}

void harness_neosig_pbes2_encrypt(void)
{
    const uint8_t *key;
    size_t bytes;
    const neosig_key_format *format;
    __CPROVER_assume(fits(bytes));
    uint8_t *const buffer = any_bytes(bytes + NEOSIG_PBES2_AROUND), *const end = buffer + bytes + NEOSIG_PBES2_AROUND;
    neosig_der_writer w = {end, end};
    neosig_pbes2_encrypt(&w, key, bytes, format);
}
