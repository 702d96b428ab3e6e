/* neosig_der_take and neosig_der_take_oid as their callers may know them: what the contract in key/der.h promises,
 * which is proved of neosig_der_take, and no more. Each piece is an object of its own, so that no byte beside it may be
 * read. */
#include "piece.h"

int neosig_der_take(neosig_der_piece *in, uint8_t tag, neosig_der_piece *content)
{
    _Bool there;
    size_t rest, length;
    __CPROVER_assert(__CPROVER_r_ok(in->data, in->bytes), "what is read is there");
    if (!there)
        return 0;
    __CPROVER_assume(rest <= in->bytes && length <= in->bytes - rest && in->bytes - rest - length >= 2);
    *content = (neosig_der_piece){any_bytes(length), length};
    *in = (neosig_der_piece){any_bytes(rest), rest};
    return 1;
}

int neosig_der_take_oid(neosig_der_piece *in, const char *dotted)
{
    neosig_der_piece oid;
    return neosig_der_take(in, NEOSIG_DER_OBJECT_IDENTIFIER, &oid);
}
