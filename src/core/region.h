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

/* Of contracts: whether the region i of so many is a result that is given, and that the results of at most eight are
 * memory of their own. Where they are written if this is to be. */
#define has_result(regions, count, i) ((i) < (count) && (regions)[i].use == NEOSIG_RESULT && (regions)[i].start != NULL)
#define result_is_fresh(regions, count, i)                                                                             \
    (!has_result(regions, count, i) || (fits((regions)[i].bytes) && is_fresh((regions)[i].start, (regions)[i].bytes)))
#define results_are_fresh(regions, count)                                                                              \
    (result_is_fresh(regions, count, 0) && result_is_fresh(regions, count, 1) && result_is_fresh(regions, count, 2) && \
     result_is_fresh(regions, count, 3) && result_is_fresh(regions, count, 4) && result_is_fresh(regions, count, 5) && \
     result_is_fresh(regions, count, 6) && result_is_fresh(regions, count, 7))
#define result_if(is, regions, count, i)                                                                               \
    (is) && has_result(regions, count, i) : upto((void *)(regions)[i].start, (regions)[i].bytes)
#define results_if(is, regions, count)                                                                                 \
    result_if(is, regions, count, 0);                                                                                  \
    result_if(is, regions, count, 1);                                                                                  \
    result_if(is, regions, count, 2);                                                                                  \
    result_if(is, regions, count, 3);                                                                                  \
    result_if(is, regions, count, 4);                                                                                  \
    result_if(is, regions, count, 5);                                                                                  \
    result_if(is, regions, count, 6);                                                                                  \
    result_if(is, regions, count, 7)

/* Whether nothing that is written overlaps anything else; a result may lie in an input read first. */
int neosig_regions_apart(const neosig_region *regions, size_t count)
    NEOSIG_CONTRACT(requires(count <= 8 && is_fresh(regions, count * sizeof *regions)), assigns(),
                    ensures(returned == 0 || returned == 1));

/* After a failure: zeroes the results, but for one that overlaps an input: a call that is refused loses no input. */
void neosig_regions_clear(const neosig_region *regions, size_t count)
    NEOSIG_CONTRACT(requires(count <= 8 && is_fresh(regions, count * sizeof *regions)),
                    requires(results_are_fresh(regions, count)), assigns(results_if(1, regions, count)));

#define NEOSIG_COUNT(array) (sizeof(array) / sizeof(array)[0])

#endif
