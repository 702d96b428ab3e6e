#define _POSIX_C_SOURCE 200809L

#include "timing.h"

#include <stdlib.h>
#include <time.h>

enum { LEAST_SAMPLES = 3 };
static const int ROUNDS = 8;
static const double LONG_CALL = 0.01; /* seconds */

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Calls for so many seconds, for one sample at least. After the others' turns its code and data have left the caches,
 * so the first call does not count, unless it is so long that this does not matter. */
static void take_turn(timing_series *s, const cycles_source *counter, double share)
{
    size_t before = s->count;
    int warm = 0;
    if (s->turn)
        s->failed |= s->turn(s->state);
    double begin = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID), end;
    do {
        uint64_t events = s->events ? *s->events : 0, start = counter->now();
        s->failed |= s->run(s->state);
        uint64_t sample = counter->now() - start;
        end = now(CLOCK_MONOTONIC);
        if (warm || end > begin + LONG_CALL) {
            s->samples[s->count++] = sample;
            s->happened += s->events ? *s->events - events : 0;
        } else {
            begin = end;
            cpu = now(CLOCK_THREAD_CPUTIME_ID);
        }
        warm = 1;
    } while (s->count == before || (s->count < TIMING_SAMPLES && end < begin + share));
    s->seconds += end - begin;
    s->cpu_seconds += now(CLOCK_THREAD_CPUTIME_ID) - cpu;
}

timing_series *timing_measure(timing_series *series, size_t count, const cycles_source *counter, double seconds)
{
    for (int round = 0; round < ROUNDS; round++)
        for (timing_series *s = series; s < series + count; s++) {
            int enough = s->count >= LEAST_SAMPLES && s->seconds >= seconds * round / ROUNDS;
            if (!enough && s->count < TIMING_SAMPLES)
                take_turn(s, counter, seconds / ROUNDS);
            if (s->failed)
                return s;
        }
    return NULL;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

timing_figure timing_summarise(uint64_t *samples, size_t n)
{
    timing_figure f = {.samples = n};
    if (n == 0)
        return f;
    qsort(samples, n, sizeof samples[0], ascending);
    f.minimum = samples[0];
    f.q1 = samples[n / 4];
    f.median = samples[n / 2];
    f.q3 = samples[n - 1 - n / 4];
    for (size_t i = 0; i < 9; i++)
        f.deciles[i] = samples[((i + 1) * (n - 1) + 5) / 10];
    for (size_t i = 0; i < n; i++)
        f.mean += (double)samples[i] / (double)n;
    return f;
}
