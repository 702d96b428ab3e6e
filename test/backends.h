/* The backends that a test tries. */
#ifndef NEOSIG_TEST_BACKENDS_H
#define NEOSIG_TEST_BACKENDS_H

#include "neosig/neosig.h"
#include "test.h"

/* Selects backend number i; 0 where this CPU cannot run it. An emulated CPU tries its best backend alone: the kernels
 * of the others have tests of their own, and the known answers have all. */
static inline int test_backend(size_t i)
{
    const char *name = neosig_backend_name(i);
#if defined(NEOSIG_SLOW_CPU) && !defined(NEOSIG_SANITIZED)
    for (size_t better = 0; better < i; better++)
        if (neosig_backend_usable(neosig_backend_name(better)))
            return 0;
#endif
    return neosig_backend_usable(name) && CHECK(neosig_backend_select(name) == NEOSIG_OK);
}

#endif
