#define _POSIX_C_SOURCE 200809L

/* Samples are what the counter counted, whatever else the machine does; what is not counted, and what a figure says of
 * its samples. */
#include "test.h"
#include "timing.h"

#include <time.h>

/* A counter that calls move by hand, and that runs on while this thread waits. */
static uint64_t ticks;

static uint64_t ticks_now(void)
{
    return ticks;
}

static const cycles_source counter = {"ticks", "moved by the test", 1, ticks_now};

typedef struct calls {
    unsigned count;
    int waits; /* each gives the CPU away, as if other programs had it */
    uint64_t events;
} calls;

/* Call i takes 1000 + i ticks. */
static int call(void *state)
{
    calls *c = state;
    const struct timespec wait = {0, 1000000};
    if (c->waits)
        nanosleep(&wait, NULL);
    ticks += 1000 + c->count++;
    c->events += 3;
    return c->count > 100;
}

/* Each sample is of one call, as it was counted. Which calls are left out, to warm the caches, the machine decides. */
static void test_samples(int waits)
{
    static timing_series series;
    calls c = {0, waits, 0};
    series = (timing_series){.run = call, .state = &c, .events = &c.events};
    CHECK(timing_measure(&series, 1, &counter, 0) == NULL);
    CHECK(series.count >= 3 && series.happened == 3 * series.count);
    for (size_t i = 0; i < series.count; i++)
        CHECK(series.samples[i] >= (i ? series.samples[i - 1] + 1 : 1000) && series.samples[i] < 1000 + c.count);
    if (waits)
        CHECK(series.cpu_seconds < 0.9 * series.seconds);
}

static void test_failure(void)
{
    static timing_series series;
    calls c = {100, 0, 0};
    series = (timing_series){.run = call, .state = &c};
    CHECK(timing_measure(&series, 1, &counter, 0) == &series);
}

static void test_figure(void)
{
    uint64_t samples[101];
    for (size_t i = 0; i < 101; i++)
        samples[i] = (i * 37 + 5) % 101 + 200; /* 200 to 300, in disorder */
    const timing_figure f = timing_summarise(samples, 101), none = timing_summarise(samples, 0);
    CHECK(f.samples == 101 && f.minimum == 200 && f.q1 == 225 && f.median == 250 && f.q3 == 275);
    CHECK(f.mean > 249.999 && f.mean < 250.001);
    for (size_t i = 0; i < 9; i++)
        CHECK(f.deciles[i] == 210 + 10 * i);
    CHECK(none.samples == 0 && none.median == 0);
}

int main(void)
{
    test_samples(0);
    test_samples(1);
    test_failure();
    test_figure();
    return test_end();
}
