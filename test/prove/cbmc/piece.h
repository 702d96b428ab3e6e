#include "any.h"
#include "key/der.h"

/* Any bytes of any length. */
static neosig_der_piece any_piece(void)
{
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    return (neosig_der_piece){any_bytes(bytes), bytes};
}
