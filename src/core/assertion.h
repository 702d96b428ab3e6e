/* What the code states of its numbers, checked as it runs: in builds with NEOSIG_ASSERTIONS, which only tests make:
 * with sanitizers, for fuzzers, without optimisation, for 32 bits. What users build has none, whatever NDEBUG is. */
#ifndef NEOSIG_CORE_ASSERTION_H
#define NEOSIG_CORE_ASSERTION_H

#ifdef NEOSIG_CBMC /* for which abort is no fault */
#define NEOSIG_ASSERT(condition) __CPROVER_assert(condition, #condition)
#elif defined(NEOSIG_ASSERTIONS)
#include <stdio.h>
#include <stdlib.h>

static inline _Noreturn void neosig_assertion_failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, what);
    abort();
}

#define NEOSIG_ASSERT(condition) ((condition) ? (void)0 : neosig_assertion_failed(#condition, __FILE__, __LINE__))
#else
#define NEOSIG_ASSERT(condition) ((void)sizeof(condition))
#endif

#endif
