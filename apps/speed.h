/* What neosig speed is asked to measure, and how it tells what it measured: as a table, as JSON or as CSV. */
#ifndef SPEED_H
#define SPEED_H

#include "case.h"
#include "compare.h"
#include "cycles.h"
#include "footprint.h"
#include "system.h"

enum { BACKENDS_MOST = 8, ALGORITHMS_MOST = 256 };

typedef enum speed_form { SPEED_TABLE, SPEED_JSON, SPEED_CSV } speed_form;

typedef struct speed_plan {
    const neosig_alg *algs[ALGORITHMS_MOST];
    size_t alg_count;
    const char *backends[BACKENDS_MOST]; /* with neosig_bench_reference among them */
    size_t backend_count;
    speed_form form;
    double budget; /* seconds for one figure in one run */
    size_t runs;
    int memory, values; /* values: print every sample too */
    comparison *old;    /* with an earlier build; NULL: print the figures themselves */
    const cycles_source *counter;
    double seconds, cpu_seconds; /* spent on samples; of them this program had the CPU */
    size_t taken, disturbed;     /* samples; of them other programs disturbed */
    double load;                 /* before the measurement */
    char cpu[SYSTEM_TEXT], os[SYSTEM_TEXT];
} speed_plan;

/* The share of the CPU that this program had in so many seconds; at most 1. */
double speed_share(double cpu_seconds, double seconds);

/* The beginning: what was measured on. Then, for each set, a heading. */
void speed_print_environment(const speed_plan *p);
void speed_print_heading(const speed_plan *p, const neosig_alg *alg);

/* One operation in one backend. samples: NULL, or all of the figure, to be printed too. reference: the median of the
 * reference, 0 if it was not measured. */
void speed_print_time(const speed_plan *p, const neosig_bench_case *c, const speed_figure *figure,
                      const uint64_t *samples, uint64_t reference);
void speed_print_footprint(const speed_plan *p, const neosig_bench_case *c, const footprint *f);

/* How much of the CPU this program had, at the end. */
void speed_print_share(const speed_plan *p);

#endif
