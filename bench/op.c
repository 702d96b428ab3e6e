/* neosig-bench op: an operation N times and nothing else that depends on N, so that the difference between two values
 * of N is the operation alone. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int neosig_bench_op(int argc, char **argv)
{
    const char *backend = NULL;
    if (argc == 5 && strcmp(argv[3], "--backend") == 0)
        backend = argv[4];
    else if (argc != 3) {
        fputs("usage: neosig-bench op ALG OPERATION N [--backend NAME|reference]\n", stderr);
        return 2;
    }
    const neosig_alg *alg = neosig_alg_find(argv[0]);
    int operation = neosig_bench_operation(argv[1]);
    char *rest;
    unsigned long n = strtoul(argv[2], &rest, 10);
    if (!alg || operation < 0 || rest == argv[2] || *rest) {
        fprintf(stderr, "neosig-bench: no such %s: %s\n",
                !alg            ? "algorithm"
                : operation < 0 ? "operation"
                                : "number",
                argv[!alg            ? 0
                     : operation < 0 ? 1
                                     : 2]);
        return 2;
    }
    const neosig_reference *reference = NULL;
    if (backend && strcmp(backend, "reference") == 0) {
        reference = neosig_reference_of(alg);
        if (!reference) {
            fprintf(stderr, "neosig-bench: %s has no reference\n", alg->scheme);
            return 2;
        }
    } else if (backend && neosig_backend_select(backend)) {
        fprintf(stderr, "neosig-bench: this build or CPU has no backend %s\n", backend);
        return 2;
    }

    neosig_bench_case c;
    if (neosig_bench_begin(&c, alg, (neosig_operation)operation, reference))
        return 1;
    int failed = 0;
    for (unsigned long i = 0; i < n && !failed; i++)
        failed = neosig_bench_run(&c, i);
    neosig_bench_end(&c);
    if (failed)
        fprintf(stderr, "neosig-bench: %s of %s failed\n", argv[1], argv[0]);
    return failed ? 1 : 0;
}
