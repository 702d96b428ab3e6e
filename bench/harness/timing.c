#define _POSIX_C_SOURCE 200809L

#include "timing.h"

#include <stdlib.h>
#include <time.h>

enum { LEAST_SAMPLES = 3 };
static const int ROUNDS = 8;
static const double LONG_CALL = 0.01; /* seconds */
static const double SLOW_CALL = 1;    /* seconds: nobody waits for several */

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The inner pair of clocks sees less than the outer, so that an undisturbed call has no less CPU time than time. */
static uint64_t time_call(timing_series *s, const cycles_source *counter, timing_call *call)
{
    const uint64_t events = s->events ? *s->events : 0;
    const double cpu = now(CLOCK_THREAD_CPUTIME_ID), begin = now(CLOCK_MONOTONIC);
    const uint64_t start = counter->now();
    s->failed |= s->run(s->state);
    const uint64_t sample = counter->now() - start;
    call->seconds = now(CLOCK_MONOTONIC) - begin;
    call->cpu_seconds = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
    call->happened = s->events ? *s->events - events : 0;
    return sample;
}

/* Calls for so many seconds, for one sample at least. After the others' turns its code and data have left the caches,
 * so the first call does not count, unless it is so long that this does not matter. */
static void take_turn(timing_series *s, const cycles_source *counter, double share)
{
    const size_t before = s->count;
    timing_call call;
    if (s->turn)
        s->failed |= s->turn(s->state);
    double begin = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID), end = begin;
    for (int warm = 0; s->count == before || (s->count < TIMING_SAMPLES && end < begin + share); warm = 1) {
        const uint64_t sample = time_call(s, counter, &call);
        end = now(CLOCK_MONOTONIC);
        if (warm || call.cpu_seconds > LONG_CALL) {
            s->calls[s->count] = call;
            s->samples[s->count++] = sample;
        } else {
            begin = end;
            cpu = now(CLOCK_THREAD_CPUTIME_ID);
        }
    }
    s->seconds += end - begin;
    s->cpu_seconds += now(CLOCK_THREAD_CPUTIME_ID) - cpu;
}

static int is_disturbed(const timing_call *call)
{
#if defined(_WIN32) /* whose CPU time goes in steps of the scheduler */
    (void)call;
    return 0;
#else
    return call->cpu_seconds < 0.99 * call->seconds;
#endif
}

void timing_settle(timing_series *s, int runs_on)
{
    s->taken = s->count;
    s->disturbed = s->count = 0;
    s->happened = 0;
    for (size_t i = 0; i < s->taken; i++)
        s->disturbed += (size_t)is_disturbed(&s->calls[i]);
    const size_t clean = s->taken - s->disturbed;
    const int drops = clean >= LEAST_SAMPLES && clean >= s->disturbed;
    for (size_t i = 0; i < s->taken; i++) {
        const timing_call call = s->calls[i];
        const int disturbed = is_disturbed(&call);
        if (disturbed && drops)
            continue;
        if (disturbed && runs_on)
            s->samples[i] = (uint64_t)((double)s->samples[i] * (call.cpu_seconds / call.seconds));
        s->happened += call.happened;
        s->calls[s->count] = call;
        s->samples[s->count++] = s->samples[i];
    }
}

timing_series *timing_measure(timing_series *series, size_t count, const cycles_source *counter, double seconds)
{
    for (int round = 0; round < ROUNDS; round++)
        for (timing_series *s = series; s < series + count; s++) {
            const int samples = s->count >= LEAST_SAMPLES || (s->count != 0 && s->seconds >= SLOW_CALL);
            const int enough = samples && s->seconds >= seconds * round / ROUNDS;
            if (!enough && s->count < TIMING_SAMPLES)
                take_turn(s, counter, seconds / ROUNDS);
            if (s->failed)
                return s;
        }
    for (size_t i = 0; i < count; i++)
        timing_settle(&series[i], counter->runs_on);
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
