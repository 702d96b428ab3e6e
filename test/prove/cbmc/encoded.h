/* In place of neosig_der_oid_encode: any identifier that fits. */
#include "any.h"
#include "key/der.h"

size_t any_encode(uint8_t oid[NEOSIG_DER_OID_BYTES], const char *dotted)
{
    size_t bytes;
    __CPROVER_assume(bytes <= NEOSIG_DER_OID_BYTES);
    return bytes;
}
