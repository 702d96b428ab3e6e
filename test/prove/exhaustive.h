/* Proofs by trying every input: a table of claims, each run in every backend that this CPU has.
 *
 * Without arguments all claims are run and must hold. With --self-test one expected result of all is wrong (`fault`).
 * Every claim must notice, and ends there. */
#ifndef NEOSIG_TEST_PROVE_EXHAUSTIVE_H
#define NEOSIG_TEST_PROVE_EXHAUSTIVE_H

#include "core/backend.h"
#include "neosig/neosig.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static int fault;
static unsigned long tried, wrong;
static jmp_buf noticed;

/* So many inputs tried, of which all have good results, or one has not. */
static inline void check_all(unsigned long count, int good)
{
    tried += count;
    wrong += !good;
    if (fault && !good)
        longjmp(noticed, 1);
}

static inline void check(int good)
{
    check_all(1, good);
}

typedef struct claim {
    const char *name;
    const void *(*kernels)(const neosig_backend *); /* what is under proof: a table shared by backends runs once */
    void (*run)(const void *kernels);
} claim;

static void attempt(const claim *tested, const void *kernels)
{
    if (setjmp(noticed) == 0)
        tested->run(kernels);
}

static int exhaustive_main(int argc, char **argv, const claim *claims, size_t count)
{
    int failed = 0;
    fault = argc > 1 && strcmp(argv[1], "--self-test") == 0;
    for (size_t c = 0; c < count; c++) {
        const void *last = NULL;
        for (size_t i = 0; i < neosig_backends_count; i++) {
            const neosig_backend *backend = neosig_backends[i];
            const void *kernels = claims[c].kernels(backend);
            if ((backend->needs & ~neosig_cpu()) != 0 || kernels == last)
                continue;
#ifdef NEOSIG_SLOW_CPU /* emulated: the portable kernels, best last, are tried without */
            if (last != NULL && i + 1 == neosig_backends_count)
                continue;
#endif
            last = kernels;
            tried = wrong = 0;
            attempt(&claims[c], kernels);
            const int good = tried > 0 && (wrong != 0) == fault;
            printf("%-18s %-10s %10lu tried, %lu wrong%s\n", claims[c].name, backend->name, tried, wrong,
                   good ? "" : ": FAILED");
            fflush(stdout);
            failed += !good;
        }
    }
    return failed != 0;
}

#endif
