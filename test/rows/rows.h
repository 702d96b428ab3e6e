/* Every row of the library that a test is linked to keeps the preconditions of its scheme. */
#ifndef NEOSIG_TEST_ROWS_ROWS_H
#define NEOSIG_TEST_ROWS_ROWS_H

#include "api/api.h"
#include "test.h"

static inline void rows_check(void)
{
    for (size_t s = 0; s < neosig_schemes_count; s++) {
        const neosig_scheme *scheme = neosig_schemes[s];
        for (size_t i = 0; scheme != NULL && i < *scheme->count; i++) {
            const neosig_alg *alg =
                (const neosig_alg *)(const void *)((const char *)scheme->rows + i * scheme->row_bytes);
            const char *fault = scheme->row_fault(alg);
            if (!CHECK(fault == NULL))
                fprintf(stderr, "%s breaks: %s\n", alg->name, fault);
        }
    }
}

#endif
