/* neosig-bench list: the names of all algorithms, one a line. */
#include "bench.h"

#include <stdio.h>

int neosig_bench_list(int argc, char **argv)
{
    (void)argv;
    if (argc != 0) {
        fputs("usage: neosig-bench list\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < neosig_alg_count(); i++)
        puts(neosig_alg_at(i)->name);
    return 0;
}
