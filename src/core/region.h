/* The memory that a call is given. */
#ifndef NEOSIG_CORE_REGION_H
#define NEOSIG_CORE_REGION_H

#include "core/contract.h"

#include <stddef.h>

/* The memory of a call: each piece of the caller's that it reads or writes. What is only read comes first. */
typedef enum neosig_use {
    NEOSIG_READ,       /* an input */
    NEOSIG_READ_FIRST, /* an input that is done with before any result is written */
    NEOSIG_WORK,       /* written, and nothing is left in it */
    NEOSIG_RESULT      /* an output: zero after a failure */
} neosig_use;

typedef struct neosig_region {
    neosig_use use;
    const void *start; /* NULL: not given */
    size_t bytes;
} neosig_region;

/* Whether nothing that is written overlaps anything else; a result may lie in an input read first. */
int neosig_regions_apart(const neosig_region *regions, size_t count)
    NEOSIG_CONTRACT(requires(count <= 8 && is_fresh(regions, count * sizeof *regions)), assigns(),
                    ensures(returned == 0 || returned == 1));

/* After a failure: zeroes the results, but for one that overlaps an input: a call that is refused loses no input. */
void neosig_regions_clear(const neosig_region *regions, size_t count);

#define NEOSIG_COUNT(array) (sizeof(array) / sizeof(array)[0])

#endif
