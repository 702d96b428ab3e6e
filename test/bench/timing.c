#define _POSIX_C_SOURCE 200809L

/* Samples are what the counter counted; which of them other programs disturbed, and what becomes of these; what a
 * figure says of its samples; what the user is told of the counter and the load. */
#include "system.h"
#include "test.h"
#include "timing.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* Counters that calls move by hand. One runs on while this thread waits, for all that it says. */
static uint64_t ticks;

static uint64_t ticks_now(void)
{
    return ticks;
}

static const cycles_source runs_on = {"ticks", "moved by the test", 1, ticks_now};
static const cycles_source stops = {"cycles", "moved by the test", 0, ticks_now};

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

/* Each sample is of one call, as it was counted. Which calls are left out, to warm the caches or as disturbed, the
 * machine decides. */
static void test_samples(void)
{
    static timing_series series;
    calls c = {0, 0, 0};
    series = (timing_series){.run = call, .state = &c, .events = &c.events};
    CHECK(timing_measure(&series, 1, &stops, 0) == NULL);
    CHECK(series.count >= 3 && series.happened == 3 * series.count && series.taken >= series.count);
    for (size_t i = 0; i < series.count; i++)
        CHECK(series.samples[i] >= (i ? series.samples[i - 1] + 1 : 1000) && series.samples[i] < 1000 + c.count);
}

/* Calls that wait are seen to be disturbed; of a counter that runs on they get their share. */
static void test_waiting(const cycles_source *counter)
{
    static timing_series series;
    calls c = {0, 1, 0};
    series = (timing_series){.run = call, .state = &c};
    CHECK(timing_measure(&series, 1, counter, 0) == NULL);
    CHECK(series.count >= 3 && series.disturbed == series.taken && series.taken == series.count);
    CHECK(series.cpu_seconds < 0.9 * series.seconds);
    for (size_t i = 0; i < series.count; i++) {
        CHECK(series.calls[i].cpu_seconds < 0.99 * series.calls[i].seconds);
        CHECK((series.samples[i] < 1000) == counter->runs_on);
    }
}

/* Calls that took 10, 20, ... ticks, of which some had the CPU for a quarter of their time. */
static void settle(timing_series *s, const char *pattern, int counter_runs_on)
{
    *s = (timing_series){.count = 0};
    for (; pattern[s->count]; s->count++) {
        const size_t i = s->count;
        s->samples[i] = 10 * (i + 1);
        s->calls[i] = (timing_call){1e-3, pattern[i] == 'x' ? 0.25e-3 : 1e-3, i};
    }
    timing_settle(s, counter_runs_on);
}

static void test_settling(void)
{
    static timing_series s;
    for (int on = 0; on < 2; on++) {
        settle(&s, ".x..x.", on); /* some disturbed: dropped, with what happened in them */
        CHECK(s.taken == 6 && s.disturbed == 2 && s.count == 4 && s.happened == 0 + 2 + 3 + 5);
        CHECK(s.samples[0] == 10 && s.samples[1] == 30 && s.samples[2] == 40 && s.samples[3] == 60);
        settle(&s, "....", on);
        CHECK(s.taken == 4 && s.disturbed == 0 && s.count == 4 && s.samples[3] == 40);
        settle(&s, "", on);
        CHECK(s.taken == 0 && s.disturbed == 0 && s.count == 0);
        settle(&s, "...xxx", on); /* no more than half: as many clean ones are enough */
        CHECK(s.count == 3 && s.disturbed == 3 && s.samples[2] == 30);
        for (int few = 0; few < 2; few++) { /* most, or all but too few: they stay */
            settle(&s, few ? "x.." : "x.x.xx.x", on);
            CHECK(s.count == s.taken && s.disturbed == (few ? 1 : 5));
            CHECK(s.samples[0] == (on ? 2 : 10) && s.samples[1] == 20);
        }
    }
    /* What the clocks themselves take is no disturbance: the thread seems to have had more than all. */
    settle(&s, "...", 1);
    s.calls[0].cpu_seconds = 1.2e-3;
    s.calls[1].cpu_seconds = 0.995e-3;
    timing_settle(&s, 1);
    CHECK(s.disturbed == 0 && s.samples[0] == 10 && s.samples[1] == 20);
}

static void test_failure(void)
{
    static timing_series series;
    calls c = {100, 0, 0};
    series = (timing_series){.run = call, .state = &c};
    CHECK(timing_measure(&series, 1, &runs_on, 0) == &series);
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

#if defined(__linux__) && __has_include(<linux/perf_event.h>)
/* Each reason that a counter cannot be opened for has an advice of its own. */
static void test_enable(void)
{
    CHECK(strstr(cycles_linux_enable(EACCES, 4), "kernel.perf_event_paranoid=2"));
    CHECK(strstr(cycles_linux_enable(EPERM, 3), "kernel.perf_event_paranoid=2"));
    CHECK(strstr(cycles_linux_enable(EPERM, 2), "container"));
    CHECK(strstr(cycles_linux_enable(ENOSYS, 2), "perf_event"));
    CHECK(strstr(cycles_linux_enable(ENOENT, 2), "bare metal"));
    const cycles_source *counter = cycles_open();
    CHECK(strcmp(counter->unit, "cycles") == 0 || cycles_enable());
}
#else
static void test_enable(void)
{
}
#endif

/* What every POSIX system tells. */
static void test_load(void)
{
#if !defined(_WIN32)
    CHECK(system_load() >= 0);
    CHECK(system_cpus() >= 1);
#endif
}

int main(void)
{
    test_samples();
    test_waiting(&runs_on);
    test_waiting(&stops);
    test_settling();
    test_failure();
    test_figure();
    test_enable();
    test_load();
    return test_end();
}
