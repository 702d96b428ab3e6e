/* Times of functions that are compared with one another. */
#ifndef NEOSIG_HARNESS_TIMING_H
#define NEOSIG_HARNESS_TIMING_H

#include "cycles.h"

#include <stddef.h>
#include <stdint.h>

enum { TIMING_SAMPLES = 1000 };

typedef struct timing_series {
    int (*run)(void *state);  /* what is timed; 0 if it went well */
    int (*turn)(void *state); /* called before each turn, untimed; NULL: nothing to do */
    void *state;
    int failed;             /* a call did not go well */
    double seconds;         /* spent */
    double cpu_seconds;     /* of them this thread had the CPU, with what measuring takes */
    const uint64_t *events; /* a counter of what happens in a call, attempts at a signature; NULL: none */
    uint64_t happened;      /* such events in the calls that the samples are of */
    size_t count;           /* of samples */
    uint64_t samples[TIMING_SAMPLES];
} timing_series;

/* In the counter's unit. All 0: nothing was measured. */
typedef struct timing_figure {
    uint64_t median, q1, q3, minimum, deciles[9];
    double mean;
    size_t samples;
} timing_figure;

/* Gives each of count series about so many seconds and at least 3 samples; run, turn and state are set. They take
 * turns, so that a disturbance of the machine meets all and leaves the ratios. NULL, or a series that failed. */
timing_series *timing_measure(timing_series *series, size_t count, const cycles_source *counter, double seconds);

/* Sorts count samples and sums them up. Quartiles and deciles are samples themselves. */
timing_figure timing_summarise(uint64_t *samples, size_t count);

#endif
