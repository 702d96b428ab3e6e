/* A counter for measurements: CPU cycles where the system lets a program read them, else the nearest thing, labelled.
 */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

typedef struct cycles_source {
    const char *unit;   /* "cycles", "ticks" or "ns" */
    const char *detail; /* where it comes from and what to make of it */
    int runs_on;        /* it counts while other programs have the CPU too */
    uint64_t (*now)(void);
} cycles_source;

/* Opens the best source and, on Linux, keeps this thread on the CPU it is on, whose counter it is. Call it from the
 * thread that measures; the result is valid from then on. */
const cycles_source *cycles_open(void);

/* What the user of this machine can do, after cycles_open: so that cycles are counted, or are read in a better way.
 * NULL: nothing, or nothing is known. */
const char *cycles_enable(void);

#if defined(__linux__) && __has_include(<linux/perf_event.h>)
/* The same where perf_event_open fails with this error while kernel.perf_event_paranoid has this value. */
const char *cycles_linux_enable(int error, int paranoid);
#endif

#endif
