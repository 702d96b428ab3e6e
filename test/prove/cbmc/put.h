/* Writing DER, from the end of an object to its beginning, as its callers may know it: each function asks for the room
 * that key/der.h or key/attributes.h names, and takes as much of it or less. */
#include "any.h"
#include "key/attributes.h"
#include "key/der.h"

static void any_put(neosig_der_writer *w, size_t room, size_t most)
{
    size_t bytes;
    __CPROVER_assert(offset(w->at) >= room, "there is room");
    __CPROVER_assume(bytes <= most);
    w->at -= bytes;
}

void neosig_der_put(neosig_der_writer *w, const void *data, size_t bytes)
{
    __CPROVER_assert(bytes == 0 || __CPROVER_r_ok(data, bytes), "what is put is there");
    __CPROVER_assert(offset(w->at) >= bytes, "there is room");
    w->at -= bytes;
}

void neosig_der_put_header(neosig_der_writer *w, uint8_t tag, const uint8_t *stop)
{
    __CPROVER_assert(in_order(w->at, w->at, stop), "the content ends behind its beginning");
    any_put(w, 6, 6);
}

void neosig_der_put_algorithm(neosig_der_writer *w, const char *dotted)
{
    any_put(w, 12 + NEOSIG_DER_OID_BYTES, 12 + NEOSIG_DER_OID_BYTES);
}

void neosig_attributes_put(neosig_der_writer *w, const neosig_key *key)
{
    any_put(w, NEOSIG_ATTRIBUTES_BYTES, NEOSIG_ATTRIBUTES_BYTES);
}
