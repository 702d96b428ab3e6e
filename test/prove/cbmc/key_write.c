/* The functions that write DER ask for the room that they need (put.h). */
#include "key/key_write.c"
#include "put.h"
#include "sha256.h"

int neosig_alg_is_known(const neosig_alg *alg)
{
    return alg != NULL;
}

void harness_neosig_fingerprint(void)
{
    neosig_alg alg;
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    neosig_fingerprint(&alg, any_bytes(bytes), bytes, any_bytes(32));
}
