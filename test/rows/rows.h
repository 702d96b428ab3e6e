/* Every row of the library that a test is linked to keeps the preconditions of its scheme. */
#ifndef NEOSIG_TEST_ROWS_ROWS_H
#define NEOSIG_TEST_ROWS_ROWS_H

#include "api/api.h"
#include "test.h"

static inline void rows_check(void)
{
    for (const neosig_scheme *const *s = neosig_schemes; *s != NULL; s++)
        for (size_t i = 0; i < *(*s)->count; i++) {
            const neosig_alg *alg = (const neosig_alg *)(const void *)((const char *)(*s)->rows + i * (*s)->row_bytes);
            const char *fault = (*s)->row_fault(alg);
            if (!CHECK(fault == NULL))
                fprintf(stderr, "%s breaks: %s\n", alg->name, fault);
        }
}

#endif
