#include "app.h"
#include "attempts.h"
#include "footprint.h"
#include "json.h"
#include "progress.h"
#include "speed.h"
#include "system.h"
#include "text.h"
#include "timing.h"

#include <stdlib.h>
#include <string.h>

enum { COMPARE_RUNS = 5 };

static const neosig_operation operations[] = {NEOSIG_OP_KEYPAIR, NEOSIG_OP_SIGN, NEOSIG_OP_VERIFY,
                                              NEOSIG_OP_SIGN_PREPARED, NEOSIG_OP_VERIFY_PREPARED};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* ---- Measurement ---- */

static int failed(const neosig_bench_case *c)
{
    return app_fail("%s, %s: %s failed", c->alg->name, c->backend, neosig_operation_name(c->operation));
}

/* Times the cases, side by side, and puts their samples, medians and sums behind those of the runs before; share is a
 * sum of seconds until the end. */
static int time_run(speed_plan *p, neosig_bench_case *cases, size_t count, speed_figure *figures, uint64_t **samples)
{
    static timing_series series[BACKENDS_MOST];
    const neosig_operation operation = cases[0].operation;
    const int signs = operation == NEOSIG_OP_SIGN || operation == NEOSIG_OP_SIGN_PREPARED;
    for (size_t i = 0; i < count; i++)
        series[i] = (timing_series){.run = neosig_bench_run,
                                    .turn = neosig_bench_select,
                                    .state = &cases[i],
                                    .events = signs && !cases[i].reference ? &attempts : NULL};
    const timing_series *bad = timing_measure(series, count, p->counter, p->budget);
    if (bad)
        return failed(bad->state);
    for (size_t i = 0; i < count; i++) {
        speed_figure *f = &figures[i];
        memcpy(samples[i] + f->time.samples, series[i].samples, series[i].count * sizeof samples[i][0]);
        f->time.samples += series[i].count;
        f->seconds += series[i].cpu_seconds;
        f->share += series[i].seconds;
        f->taken += series[i].taken;
        f->disturbed += series[i].disturbed;
        f->attempts += (double)series[i].happened;
        f->runs[f->run_count++] = timing_summarise(series[i].samples, series[i].count).median;
    }
    return 0;
}

/* Makes means of sums. */
static void finish(speed_plan *p, speed_figure *f, uint64_t *samples)
{
    const size_t n = f->time.samples;
    p->seconds += f->share;
    p->cpu_seconds += f->seconds;
    p->taken += f->taken;
    p->disturbed += f->disturbed;
    f->share = speed_share(f->seconds, f->share);
    f->seconds /= (double)f->taken;
    f->attempts /= (double)n;
    f->time = timing_summarise(samples, n);
}

/* The operation in these backends, in every run with buffers and messages of its own. */
static int measure_time(speed_plan *p, const neosig_alg *alg, neosig_operation operation, const char *const *backends,
                        size_t count, uint64_t references[NEOSIG_OPERATIONS])
{
    static neosig_bench_case cases[BACKENDS_MOST];
    speed_figure figures[BACKENDS_MOST] = {{.run_count = 0}};
    uint64_t *samples[BACKENDS_MOST] = {NULL};
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        samples[i] = malloc(TIMING_SAMPLES * p->runs * sizeof samples[i][0]);
        code = samples[i] ? 0 : app_fail("out of memory");
    }
    for (size_t run = 0; run < p->runs && !code; run++) {
        size_t begun = 0;
        for (; begun < count && !code; begun++)
            if (neosig_bench_begin(&cases[begun], alg, operation, backends[begun], cases[begun].number))
                code = failed(&cases[begun]);
        if (!code)
            code = time_run(p, cases, count, figures, samples);
        for (size_t i = 0; i < begun; i++)
            neosig_bench_end(&cases[i]);
    }
    progress_clear();
    for (size_t i = 0; i < count && !code; i++) {
        finish(p, &figures[i], samples[i]);
        if (cases[i].reference)
            references[operation] = figures[i].time.median;
    }
    /* The reference has no prepared keys: what they do is compared with the whole operation. */
    neosig_operation counterpart = operation == NEOSIG_OP_SIGN_PREPARED     ? NEOSIG_OP_SIGN
                                   : operation == NEOSIG_OP_VERIFY_PREPARED ? NEOSIG_OP_VERIFY
                                                                            : operation;
    for (size_t i = 0; i < count && !code; i++)
        if (p->old)
            code = comparison_add(p->old, &cases[i], &figures[i]);
        else
            speed_print_time(p, &cases[i], &figures[i], p->values ? samples[i] : NULL, references[counterpart]);
    for (size_t i = 0; i < count; i++) {
        cases[i].number = 0;
        free(samples[i]);
    }
    return code;
}

typedef struct weighing {
    neosig_bench_case *c;
    int failed;
} weighing;

static void weigh(void *state)
{
    weighing *w = state;
    w->failed = neosig_bench_run(w->c);
}

static int measure_memory(speed_plan *p, const neosig_alg *alg, neosig_operation operation, const char *const *backends,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        neosig_bench_case c;
        footprint f;
        weighing w = {&c, 0};
        if (neosig_bench_begin(&c, alg, operation, backends[i], 0))
            return failed(&c);
        c.options.workspace = NULL; /* let the library allocate, and see it */
        const int bad = neosig_bench_select(&c) || footprint_measure(&f, weigh, &w) || w.failed;
        neosig_bench_end(&c);
        if (bad)
            return failed(&c);
        progress_clear();
        speed_print_footprint(p, &c, &f);
    }
    return 0;
}

static int measure_operation(speed_plan *p, const neosig_alg *alg, neosig_operation operation,
                             uint64_t references[NEOSIG_OPERATIONS])
{
    const char *backends[BACKENDS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < p->backend_count; i++)
        if (!neosig_bench_refusal(alg, operation, p->backends[i]) &&
            (!p->old || comparison_has(p->old, alg, operation, p->backends[i])))
            backends[count++] = p->backends[i];
    if (count == 0)
        return 0;
    progress_show("%s: %s ...", alg->name, neosig_operation_name(operation));
    return p->memory ? measure_memory(p, alg, operation, backends, count)
                     : measure_time(p, alg, operation, backends, count, references);
}

static int measure_alg(speed_plan *p, const neosig_alg *alg)
{
    uint64_t references[NEOSIG_OPERATIONS] = {0}; /* medians */
    int code = 0;
    speed_print_heading(p, alg);
    for (size_t i = 0; i < OPERATIONS && !code; i++)
        code = measure_operation(p, alg, operations[i], references);
    return code;
}

/* ---- The command line ---- */

static const char *known_backend(const char *name, size_t length)
{
    const char *known;
    for (size_t i = 0; (known = neosig_backend_name(i)) != NULL; i++)
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return known;
    return strlen(neosig_bench_reference) == length && memcmp(neosig_bench_reference, name, length) == 0
               ? neosig_bench_reference
               : NULL;
}

static int add_backend(speed_plan *p, const char *name)
{
    if (p->backend_count == BACKENDS_MOST)
        return app_usage("--backend: more than %d", BACKENDS_MOST);
    p->backends[p->backend_count++] = name;
    return 0;
}

static int choose_backends(speed_plan *p, const char *list)
{
    int code = 0;
    if (!list) {
        code = add_backend(p, neosig_bench_reference);
        for (size_t i = neosig_backend_count(); i-- && !code;) { /* the slowest first, as in the ratios */
            const char *name = neosig_backend_name(i);
            code = neosig_backend_usable(name) ? add_backend(p, name) : 0;
        }
        return code;
    }
    while (*list && !code) {
        size_t length = strcspn(list, ",");
        const char *known = known_backend(list, length);
        if (!known)
            return app_usage("--backend: there is no backend %.*s in this build (see neosig info)", (int)length, list);
        if (known != neosig_bench_reference && !neosig_backend_usable(known))
            return app_usage("--backend: this CPU cannot run %s", known);
        code = add_backend(p, known);
        list += length + (list[length] == ',');
    }
    return code;
}

static int add_alg(speed_plan *p, const neosig_alg *alg)
{
    if (p->alg_count == ALGORITHMS_MOST)
        return app_usage("more than %d algorithms", ALGORITHMS_MOST);
    p->algs[p->alg_count++] = alg;
    return 0;
}

/* name: an algorithm, a scheme, or NULL for all; quick: of all, one a scheme. */
static int choose_algs(speed_plan *p, const char *name, int quick)
{
    const neosig_alg *alg;
    const char *last = "";
    size_t before = p->alg_count;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        int first = strcmp(alg->scheme, last) != 0;
        last = alg->scheme;
        if ((name ? strcmp(alg->scheme, name) == 0 : first || !quick) && add_alg(p, alg))
            return EXIT_USAGE;
    }
    if (!name || p->alg_count > before)
        return 0;
    alg = app_algorithm(name);
    return alg ? add_alg(p, alg) : EXIT_USAGE;
}

static int run(const app_command *self, int argc, char **argv)
{
    int quick = 0, json = 0, csv = 0;
    const char *backends = NULL, *milliseconds = NULL, *runs = NULL, *compare = NULL;
    static speed_plan p;
    static comparison old;
    const app_option options[] = {
        {'b', "backend", "BACKENDS", "only these backends, comma-separated; also reference", NULL, &backends},
        {0, "quick", NULL, "30 ms for each figure; without ALG, one set of each scheme", &quick, NULL},
        {0, "time", "MS", "milliseconds for each figure (250)", NULL, &milliseconds},
        {0, "runs", "N", "measure N times, with new buffers (1; with --compare 5)", NULL, &runs},
        {0, "compare", "FILE", "compare with FILE, which --json of another build wrote", NULL, &compare},
        {0, "memory", NULL, "measure memory instead of time", &p.memory, NULL},
        {0, "json", NULL, "print JSON", &json, NULL},
        {0, "samples", NULL, "with --json, print every sample too", &p.values, NULL},
        {0, "csv", NULL, "print CSV", &csv, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    if (code >= 0)
        return code;
    if (json && csv)
        return app_usage("--json and --csv exclude each other");
    if (compare && (json || csv || p.memory))
        return app_usage("--compare excludes --json, --csv and --memory");
    if (p.values && (!json || p.memory))
        return app_usage("--samples goes with --json, of time");
    p.form = json ? SPEED_JSON : csv ? SPEED_CSV : SPEED_TABLE;
    p.budget = quick ? 0.03 : 0.25;
    if (milliseconds) {
        char *end;
        double value = strtod(milliseconds, &end);
        if (end == milliseconds || *end || !(value >= 0 && value <= 1e6))
            return app_usage("--time: %s is not a number of milliseconds", milliseconds);
        p.budget = value / 1000;
    }
    p.runs = compare ? COMPARE_RUNS : 1;
    if (runs) {
        p.runs = app_number("runs", runs, compare ? 2 : 1, RUNS_MOST);
        if (p.runs == 0)
            return EXIT_USAGE;
    }
    code = choose_backends(&p, backends);
    if (!code && argc == 0)
        code = choose_algs(&p, NULL, quick);
    for (int i = 0; i < argc && !code; i++)
        code = choose_algs(&p, argv[i], quick);
    if (code)
        return code;
    p.counter = cycles_open(); /* from here on on one CPU, of which there may be several kinds */
    p.load = system_load();
    system_cpu(p.cpu);
    system_os(p.os);
    text_hide_controls(p.cpu); /* a virtual machine's is what its host says */
    text_hide_controls(p.os);
    if (compare) {
        p.old = &old;
        code = comparison_open(p.old, compare, p.counter->unit, p.cpu);
    }
    if (!code)
        speed_print_environment(&p);
    for (size_t i = 0; i < p.alg_count && !code; i++)
        code = measure_alg(&p, p.algs[i]);
    if (p.form == SPEED_JSON)
        json_end();
    if (p.old && !code)
        code = comparison_print(p.old);
    if (!code)
        speed_print_share(&p);
    if (p.form == SPEED_JSON)
        json_end();
    if (p.old)
        comparison_close(p.old);
    return code;
}

const app_command command_speed = {
    "speed",
    "[OPTION]... [ALG]...",
    "ALG",
    "Measure speed or memory of every operation in every backend",
    "ALG is an algorithm or a scheme; without ALG, all algorithms are measured. Prints the median and the\n"
    "quartiles of making a key pair, signing and verifying, and of signing and verifying with prepared keys. A\n"
    "ratio says how many times faster a backend is than the reference. The reference is our plain oracle: the\n"
    "scheme written for tests, as its specification says it. Other libraries are faster than the reference. The\n"
    "unit is CPU cycles if the system lets a program read a cycle counter; the first lines name the unit.\n\n"
    "--compare prints the ratio to each figure of FILE. It calls a figure faster or slower if the ratio is\n"
    "further from 1 than repeated runs of one build are from each other.",
    run};
