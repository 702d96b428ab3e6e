/* What harnesses begin with. A variable without a value has any. */
#ifndef NEOSIG_ANY_H
#define NEOSIG_ANY_H

#include <stdint.h>
#include <stdlib.h>

/* So many bytes of any value; CBMC finds each access outside of them. */
static void *any_bytes(size_t bytes)
{
    void *const p = malloc(bytes);
    __CPROVER_assume(p != NULL);
    return p;
}

#endif
