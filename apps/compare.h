/* Figures of this build beside those of an earlier one, which neosig speed --json wrote. */
#ifndef COMPARE_H
#define COMPARE_H

#include "case.h"
#include "json_reader.h"
#include "timing.h"

enum { RUNS_MOST = 20 };

/* One operation in one backend, over all runs. */
typedef struct speed_figure {
    timing_figure time;
    uint64_t runs[RUNS_MOST]; /* the medians */
    size_t run_count;
    double attempts;         /* at a signature, mean; 0: not seen */
    double seconds;          /* of CPU time a call, mean */
    double share;            /* of the CPU that this program had */
    size_t taken, disturbed; /* calls timed; of them while other programs had the CPU (timing_settle) */
} speed_figure;

typedef struct compared {
    const neosig_alg *alg;
    const char *backend;
    neosig_operation operation;
    speed_figure before, now;
} compared;

typedef struct comparison {
    const char *path, *unit;
    uint8_t *text;
    size_t bytes;
    json_value results; /* in the text */
    compared *rows;
    size_t count;
} comparison;

/* Reads the earlier results. 0, or EXIT_INPUT after a message: they cannot be read or have another unit. */
int comparison_open(comparison *c, const char *path, const char *unit, const char *cpu);
void comparison_close(comparison *c);

/* Whether there is an earlier figure. */
int comparison_has(const comparison *c, const neosig_alg *alg, neosig_operation operation, const char *backend);

/* Adds a figure that there is an earlier one of. 0, or EXIT_INPUT after a message. */
int comparison_add(comparison *c, const neosig_bench_case *now, const speed_figure *figure);

/* Prints all that were added, with their ratios. 0, or EXIT_INPUT after a message. */
int comparison_print(const comparison *c);

#endif
