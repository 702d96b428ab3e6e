#include "bench.h"
#include "neosig/neosig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: neosig-bench SUBCOMMAND ...\n"
    "\n"
    "  kernels [--csv]                 the kernels of the schemes: reference, the papers' technique, neosig\n"
    "  kernels --list                  which of them there are\n"
    "  kernels NAME IMPLEMENTATION N   one of them N times, for counting instructions\n"
    "  papers [--csv|--markdown] [ALG...]\n"
    "                                  the tables of the papers: reference, optimised, gain, beside the published "
    "ones\n"
    "  list                            the names of the algorithms\n"
    "  op ALG OPERATION N [--backend NAME|reference] [--skip K] [--messages M]\n"
    "                                  one operation N times, the same each time it is run, for counting\n"
    "                                  instructions; key pairs or messages K to K + N - 1\n"
    "\n"
    "Operations: keypair, sign, verify, prepare-sign, prepare-verify, sign-prepared, verify-prepared.\n"
    "Exit status: 0 good, 1 failed, 2 usage, or this build or CPU has no such thing.\n";

static int list(int argc, char **argv)
{
    if (argc != 0)
        return neosig_bench_no("list takes no argument", argv[0]);
    for (size_t i = 0; i < neosig_alg_count(); i++)
        puts(neosig_alg_at(i)->name);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } subcommands[] = {
        {"op", neosig_bench_op}, {"kernels", neosig_bench_kernels}, {"papers", neosig_bench_papers}, {"list", list}};
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return 0;
    }
    for (size_t i = 0; argc >= 2 && i < sizeof subcommands / sizeof subcommands[0]; i++)
        if (strcmp(argv[1], subcommands[i].name) == 0)
            return subcommands[i].run(argc - 2, argv + 2);
    fputs(usage, stderr);
    return 2;
}
