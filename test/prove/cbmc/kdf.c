#include "key/kdf.c"
#include "sha256.h"

void harness_neosig_pbkdf2(void)
{
    size_t bytes, passphrase_bytes, salt_bytes;
    uint64_t iterations;
    __CPROVER_assume(fits(bytes) && fits(passphrase_bytes) && fits(salt_bytes) && iterations >= 1);
    neosig_pbkdf2(any_bytes(bytes), bytes, any_bytes(passphrase_bytes), passphrase_bytes, any_bytes(salt_bytes),
                  salt_bytes, iterations);
}
