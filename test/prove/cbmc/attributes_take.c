/* Reading attributes; put.h has what writes them. */
#include "core/contract.h"
#define neosig_attributes_put source_attributes_put
#include "key/attributes.c"
#undef neosig_attributes_put
#include "differ.h"
#include "encoded.h"
#include "piece.h"
#include "put.h"
#include "sha256.h"

static const uint8_t *contents; /* of every element: any bytes, of which any number */
static size_t most;

/* What follows is where it was. */
int neosig_der_take(neosig_der_piece *in, uint8_t tag, neosig_der_piece *content)
{
    _Bool there;
    size_t taken, length;
    __CPROVER_assert(__CPROVER_r_ok(in->data, in->bytes), "what is read is there");
    if (!there)
        return 0;
    __CPROVER_assume(2 <= taken && taken <= in->bytes && length <= taken - 2 && length <= most);
    *content = (neosig_der_piece){contents, length};
    in->data += taken;
    in->bytes -= taken;
    return 1;
}

void harness_neosig_attributes_take(void)
{
    neosig_der_piece attributes, *digest;
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    contents = any_bytes(bytes);
    most = bytes;
    neosig_attributes_take(attributes, digest);
}

void harness_neosig_attributes_match(void)
{
    neosig_der_piece digest;
    const neosig_key *key;
    neosig_attributes_match(digest, key);
}
