/* Times of functions that are compared with one another. */
#ifndef NEOSIG_HARNESS_TIMING_H
#define NEOSIG_HARNESS_TIMING_H

#include "cycles.h"

#include <stddef.h>
#include <stdint.h>

enum { TIMING_SAMPLES = 1000 };

/* What a call took, and how often happened what is counted in it. */
typedef struct timing_call {
    double seconds, cpu_seconds; /* the latter with what measuring takes */
    uint64_t happened;
} timing_call;

typedef struct timing_series {
    int (*run)(void *state);  /* what is timed; 0 if it went well */
    int (*turn)(void *state); /* called before each turn, untimed; NULL: nothing to do */
    void *state;
    int failed;             /* a call did not go well */
    double seconds;         /* spent */
    double cpu_seconds;     /* of them this thread had the CPU, with what measuring takes */
    const uint64_t *events; /* a counter of what happens in a call, attempts at a signature; NULL: none */
    uint64_t happened;      /* such events in the calls that the samples are of */
    size_t taken;           /* calls that were timed */
    size_t disturbed;       /* of them: other programs had the CPU meanwhile */
    size_t count;           /* of samples */
    uint64_t samples[TIMING_SAMPLES];
    timing_call calls[TIMING_SAMPLES];
} timing_series;

/* In the counter's unit. All 0: nothing was measured. */
typedef struct timing_figure {
    uint64_t median, q1, q3, minimum, deciles[9];
    double mean;
    size_t samples;
} timing_figure;

/* Gives each of count series about so many seconds and at least 3 samples, of slow calls as many as a second has, or
 * one; run, turn and state are set. They take turns, so that a disturbance of the machine meets all and leaves the
 * ratios. NULL, or a series that failed. */
timing_series *timing_measure(timing_series *series, size_t count, const cycles_source *counter, double seconds);

/* What timing_measure does at its end with the samples of count calls that are in the series. Those that were disturbed
 * are dropped. Where most were, calls are long: a disturbance says nothing against a sample, and the samples left would
 * be those of the short calls. So all stay. If the counter runs on while other programs have the CPU, a disturbed
 * sample counts at the share of the CPU that this thread had in it. */
void timing_settle(timing_series *series, int runs_on);

/* Sorts count samples and sums them up. Quartiles and deciles are samples themselves. */
timing_figure timing_summarise(uint64_t *samples, size_t count);

#endif
