/* Reading attributes; put.h has what writes them. */
#include "core/contract.h"
#define neosig_attributes_put source_attributes_put
#include "key/attributes.c"
#undef neosig_attributes_put
#include "encoded.h"
#include "piece.h"
#include "put.h"
#include "sha256.h"

/* The content is an object of its own, what follows is where it was. */
int neosig_der_take(neosig_der_piece *in, uint8_t tag, neosig_der_piece *content)
{
    _Bool there;
    size_t taken, length;
    __CPROVER_assert(__CPROVER_r_ok(in->data, in->bytes), "what is read is there");
    if (!there)
        return 0;
    __CPROVER_assume(2 <= taken && taken <= in->bytes && length <= taken - 2);
    *content = (neosig_der_piece){any_bytes(length), length};
    in->data += taken;
    in->bytes -= taken;
    return 1;
}

unsigned neosig_differ(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    unsigned differs;
    __CPROVER_assert(__CPROVER_r_ok(a, bytes) && __CPROVER_r_ok(b, bytes), "what is compared is there");
    return differs;
}

void harness_neosig_attributes_take(void)
{
    neosig_der_piece digest = {any_bytes(DIGEST), DIGEST};
    if (neosig_attributes_take(any_piece(), &digest))
        __CPROVER_assert(digest.bytes == DIGEST, "a digest's length");
}

void harness_neosig_attributes_match(void)
{
    neosig_der_piece digest;
    const neosig_key *key;
    neosig_attributes_match(digest, key);
}
