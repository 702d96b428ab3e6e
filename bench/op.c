/* neosig-bench op: an operation N times and nothing else that depends on N, so that the difference between two values
 * of N is the operation alone. */
#include "bench.h"
#include "case.h"

#include <stdio.h>
#include <string.h>

int neosig_bench_op(int argc, char **argv)
{
    const char *backend = neosig_backend_active();
    uint32_t n, first = 0, messages = 1;
    neosig_operation operation;
    if (argc < 3)
        return neosig_bench_no("usage", "op ALG OPERATION N [--backend NAME|reference] [--skip K] [--messages M]");
    const neosig_alg *alg = neosig_alg_find(argv[0]);
    if (!alg)
        return neosig_bench_no("no such algorithm", argv[0]);
    if (neosig_bench_find_operation(&operation, argv[1]))
        return neosig_bench_no("no such operation", argv[1]);
    if (neosig_bench_number(&n, argv[2]))
        return neosig_bench_no("not a number", argv[2]);
    for (int i = 3; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--backend") == 0)
            backend = value;
        else if (strcmp(argv[i], "--skip") != 0 && strcmp(argv[i], "--messages") != 0)
            return neosig_bench_no("no such option", argv[i]);
        else if (neosig_bench_number(strcmp(argv[i], "--skip") == 0 ? &first : &messages, value))
            return neosig_bench_no("not a number", value);
    }
    const char *refusal = neosig_bench_refusal(alg, operation, backend);
    if (refusal)
        return neosig_bench_no(backend, refusal);

    neosig_bench_case c;
    int failed = neosig_bench_begin(&c, alg, operation, backend, first);
    c.messages = messages;
    for (uint32_t i = 0; i < n && !failed; i++)
        failed = neosig_bench_run(&c);
    neosig_bench_end(&c);
    if (failed)
        fprintf(stderr, "neosig-bench: %s of %s failed\n", argv[1], argv[0]);
    return failed ? 1 : 0;
}
