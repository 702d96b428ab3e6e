#include "bench.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: neosig-bench SUBCOMMAND ...\n"
    "\n"
    "  kernels [--csv]                 the kernels of SNOVA and Rainbow: reference, the papers' technique, neosig\n"
    "  kernels --list                  which of them there are\n"
    "  kernels NAME IMPLEMENTATION N   one of them N times, for counting instructions\n"
    "  papers [--csv|--markdown] [ALG...]\n"
    "                                  the tables of the papers: reference, optimised, gain, beside the published "
    "ones\n"
    "  bound [--csv] [ALG...]          what an operation should cost at most, in AArch64 instructions\n"
    "  list                            the names of the algorithms\n"
    "  op ALG OPERATION N [--backend NAME|reference]\n"
    "                                  one operation N times, the same each time it is run, for counting instructions\n"
    "\n"
    "Operations: keypair, sign, verify, prepare-sign, prepare-verify, sign-prepared, verify-prepared.\n";

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } subcommands[] = {
        {"op", neosig_bench_op},       {"kernels", neosig_bench_kernels}, {"papers", neosig_bench_papers},
        {"bound", neosig_bench_bound}, {"list", neosig_bench_list},
    };
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
