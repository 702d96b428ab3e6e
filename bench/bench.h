/* neosig-bench: what its subcommands share. */
#ifndef NEOSIG_BENCH_H
#define NEOSIG_BENCH_H

#include "neosig/neosig.h"
#include "reference.h"

/* Each subcommand: arguments after its name; the exit code, 0 good, 1 failed, 2 usage. */
int neosig_bench_op(int argc, char **argv);
int neosig_bench_kernels(int argc, char **argv);
int neosig_bench_papers(int argc, char **argv);
int neosig_bench_bound(int argc, char **argv);
int neosig_bench_list(int argc, char **argv);

/* ---- Operations ---- */

/* splitmix64, a generator that costs next to nothing. Each draw takes whole words, low byte first. */
int neosig_bench_random(void *state, uint8_t *out, size_t bytes);

/* One operation of one algorithm, ready to be repeated. Key pairs come from splitmix64 seeded with 1, the random bytes
 * of signatures from splitmix64 seeded with 2, messages are 33 bytes 07 with the first replaced. */
typedef struct neosig_bench_case {
    const neosig_alg *alg;
    neosig_operation operation;
    const neosig_reference *reference; /* NULL: the library, with the backend now selected */
    neosig_options options;
    uint64_t key_state, sign_state;
    uint8_t message[33];
    uint8_t *pk, *sk, *sig;
    size_t sig_bytes;
    void *prepared;
    size_t prepared_bytes;
    void *memory; /* what all buffers lie in */
} neosig_bench_case;

/* "keypair", "sign", "verify", "prepare-sign", "prepare-verify", "sign-prepared", "verify-prepared". -1: no such. */
extern const char *const neosig_bench_operations[7];
int neosig_bench_operation(const char *name);

/* Makes keys and a signature as the operation needs them, by the library, which is quicker. 0, or -1 with a message on
 * stderr. */
int neosig_bench_begin(neosig_bench_case *c, const neosig_alg *alg, neosig_operation operation,
                       const neosig_reference *reference);
/* The operation once; signing takes message number i. 0, or -1. */
int neosig_bench_run(neosig_bench_case *c, size_t i);
void neosig_bench_end(neosig_bench_case *c);

/* ---- Time ---- */

/* Three quartiles of samples, which are sorted in place. */
typedef struct neosig_bench_quartiles {
    double low, median, high;
} neosig_bench_quartiles;
neosig_bench_quartiles neosig_bench_summarise(double *samples, size_t count);

/* How many samples to take at most, and after how many cycles or nanoseconds to take no more. */
#define NEOSIG_BENCH_SAMPLES 101
#define NEOSIG_BENCH_BUDGET 3e8

#endif
