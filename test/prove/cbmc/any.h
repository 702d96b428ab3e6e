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

/* The statement after it is run for the context of each set of a scheme. */
#define EACH_SET(scheme, ctx)                                                                                          \
    for (size_t set_ = 0; set_ < neosig_##scheme##_sets_count; set_++)                                                 \
        for (neosig_##scheme##_ctx ctx = neosig_##scheme##_open(&neosig_##scheme##_sets[set_].alg, NULL);              \
             ctx.set != NULL; ctx.set = NULL)

#endif
