/* The DER that says how a key is protected. What it needs of the core is not called here. */
#include "key/pbes2.c"
#include "taken.h"

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
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    const neosig_der_piece body = {any_bytes(bytes), bytes};
    derivation d = {.is_scrypt = 0};
    neosig_der_piece iv, data;
    const char *wrong;
    take_apart(body, &d, &iv, &data, &wrong);
}
