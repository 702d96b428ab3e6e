#include "encoded.h"
#include "key/attributes.c"
#include "key/der.c"
#include "sha256.h"

void harness_neosig_attributes_put(void)
{
    const neosig_key *key;
    uint8_t *const buffer = any_bytes(NEOSIG_ATTRIBUTES_BYTES);
    neosig_der_writer w = {buffer + NEOSIG_ATTRIBUTES_BYTES, buffer + NEOSIG_ATTRIBUTES_BYTES};
    neosig_attributes_put(&w, key);
}
