#include "encoded.h"
#include "key/attributes.c"
#include "key/der.c"
#include "sha256.h"

void harness_neosig_attributes_put(void)
{
    neosig_alg alg;
    __CPROVER_assume(fits(alg.secret_key_bytes));
    const neosig_key key = {.alg = &alg, .secret_key = any_bytes(alg.secret_key_bytes)};
    uint8_t *const buffer = any_bytes(NEOSIG_ATTRIBUTES_BYTES);
    neosig_der_writer w = {buffer + NEOSIG_ATTRIBUTES_BYTES, buffer + NEOSIG_ATTRIBUTES_BYTES};
    neosig_attributes_put(&w, &key);
    __CPROVER_assert(w.at < w.end && __CPROVER_r_ok(w.at, w.end - w.at), "what was written is there");
}
