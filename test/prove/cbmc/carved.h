/* Memory that is always there: CBMC then knows each place as a constant. Each buffer of a workspace is an object of
 * exactly its size. */
#include <stdlib.h>
#define malloc(bytes) __CPROVER_allocate(bytes, 0)
#include "any.h"
#include "core/arena.h"
#include "moved.h"

static void *any_carve(neosig_arena *arena, size_t bytes)
{
    arena->used += bytes;
    return arena->base != NULL ? any_bytes(bytes) : NULL;
}

#define neosig_carve any_carve
