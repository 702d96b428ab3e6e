/* The backends that a test tries. */
#ifndef NEOSIG_TEST_BACKENDS_H
#define NEOSIG_TEST_BACKENDS_H

#include "neosig/neosig.h"
#include "test.h"

#include <string.h>

/* Selects backend number i; 0 where this CPU cannot run it. An emulated CPU with neon-sha3 and neon is spared neon-aes,
 * whose kernels are theirs, and portable, which takes longest and is tried natively; the known answers have all. */
static inline int test_backend(size_t i)
{
    const char *name = neosig_backend_name(i);
#ifdef NEOSIG_SLOW_CPU
    if (neosig_backend_usable("neon-sha3") && (strcmp(name, "neon-aes") == 0 || strcmp(name, "portable") == 0))
        return 0;
#endif
    return neosig_backend_usable(name) && CHECK(neosig_backend_select(name) == NEOSIG_OK);
}

#endif
