/* Comparing, of which only the places matter: any answer, 0 or 1. */
#include "core/wipe.h"

unsigned neosig_differ(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    _Bool differs;
    __CPROVER_assert(__CPROVER_r_ok(a, bytes) && __CPROVER_r_ok(b, bytes), "what is compared is there");
    return differs;
}
