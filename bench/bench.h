/* neosig-bench: what its subcommands share beside the harness. */
#ifndef NEOSIG_BENCH_H
#define NEOSIG_BENCH_H

#include <stdint.h>

/* Each subcommand: arguments after its name; the exit code, 0 good, 1 failed, 2 usage or not to be had. */
int neosig_bench_op(int argc, char **argv);
int neosig_bench_kernels(int argc, char **argv);
int neosig_bench_papers(int argc, char **argv);

/* A message on stderr, "neosig-bench: what: which"; returns 2. */
int neosig_bench_no(const char *what, const char *which);

/* text as a number. 0, or -1 if it is none of 32 bits. */
int neosig_bench_number(uint32_t *number, const char *text);

#endif
