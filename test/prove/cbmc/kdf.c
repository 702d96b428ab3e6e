#include "copied.h"
#include "key/kdf.c"
#include "sha256.h"

void harness_neosig_pbkdf2(void)
{
    uint8_t *out, *passphrase, *salt;
    size_t bytes, passphrase_bytes, salt_bytes;
    uint64_t iterations;
    has_free();
    neosig_pbkdf2(out, bytes, passphrase, passphrase_bytes, salt, salt_bytes, iterations);
}
