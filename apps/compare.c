#include "app.h"
#include "compare.h"
#include "file.h"
#include "system.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 64 << 20 };

/* ---- The earlier results ---- */

/* A text of an object; empty where it has none. */
static void text_of(char text[SYSTEM_TEXT], json_value object, const char *name)
{
    json_value value;
    if (json_read_member(&value, object, name) || json_read_text(text, SYSTEM_TEXT, value))
        text[0] = '\0';
}

static int says(json_value object, const char *name, const char *expected)
{
    char text[SYSTEM_TEXT];
    text_of(text, object, name);
    return strcmp(text, expected) == 0;
}

static uint64_t count_of(json_value value)
{
    double number;
    return json_read_number(&number, value) == 0 && number >= 0 && number < 1e18 ? (uint64_t)number : 0;
}

int comparison_open(comparison *c, const char *path, const char *unit, const char *cpu)
{
    json_value file;
    char text[SYSTEM_TEXT];
    *c = (comparison){.path = file_name(path), .unit = unit};
    if (file_read(path, TEXT_MOST, &c->text, &c->bytes))
        return EXIT_INPUT;
    if (c->bytes > TEXT_MOST || json_read(&file, (const char *)c->text, c->bytes) ||
        !says(file, "format", "neosig-speed-1") || json_read_member(&c->results, file, "results"))
        return app_fail("%s is not what neosig speed --json writes", c->path);
    text_of(text, file, "unit");
    if (strcmp(text, unit) != 0)
        return app_fail("%s has the unit \"%s\", here it is \"%s\": they cannot be compared", c->path, text, unit);
    text_of(text, file, "cpu");
    if (strcmp(text, cpu) != 0)
        app_warn("%s is of another CPU, %s", c->path, text);
    return 0;
}

void comparison_close(comparison *c)
{
    app_release(c->text, c->bytes);
    free(c->rows);
}

/* The earlier figure. 0, or -1 if there is none. */
static int find(speed_figure *before, const comparison *c, const neosig_alg *alg, neosig_operation operation,
                const char *backend)
{
    json_value result = {NULL, NULL}, value, run = {NULL, NULL};
    while (json_read_next(&result, c->results) == 0) {
        if (!says(result, "algorithm", alg->name) || !says(result, "backend", backend) ||
            !says(result, "operation", neosig_operation_name(operation)))
            continue;
        *before = (speed_figure){.run_count = 0};
        if (json_read_member(&value, result, "median") == 0)
            before->time.median = count_of(value);
        if (json_read_member(&value, result, "runs") == 0)
            while (before->run_count < RUNS_MOST && json_read_next(&run, value) == 0)
                before->runs[before->run_count++] = count_of(run);
        return before->time.median ? 0 : -1;
    }
    return -1;
}

int comparison_has(const comparison *c, const neosig_alg *alg, neosig_operation operation, const char *backend)
{
    speed_figure before;
    return find(&before, c, alg, operation, backend) == 0;
}

int comparison_add(comparison *c, const neosig_bench_case *now, const speed_figure *figure)
{
    compared *more = realloc(c->rows, (c->count + 1) * sizeof *more);
    if (!more)
        return app_fail("out of memory");
    c->rows = more;
    compared *row = &more[c->count];
    *row = (compared){.alg = now->alg, .backend = now->backend, .operation = now->operation, .now = *figure};
    c->count += find(&row->before, c, now->alg, now->operation, now->backend) == 0;
    return 0;
}

/* ---- The comparison ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How far the runs of a build lie from their mean, as parts of it, behind what apart holds. Returns how many there are
 * then. */
static size_t add_distances(double *apart, size_t count, const speed_figure *f)
{
    double mean = 0;
    for (size_t i = 0; i < f->run_count; i++)
        mean += (double)f->runs[i] / (double)f->run_count;
    for (size_t i = 0; i < f->run_count && f->run_count > 1 && mean > 0; i++) {
        const double part = (double)f->runs[i] / mean - 1;
        apart[count++] = part < 0 ? -part : part;
    }
    return count;
}

/* What 95 of 100 runs of one build keep to. 0, or EXIT_INPUT after a message. */
static int find_threshold(double *threshold, const comparison *c)
{
    double *apart = malloc((2 * c->count * RUNS_MOST + 1) * sizeof *apart);
    size_t count = 0;
    if (!apart)
        return app_fail("out of memory");
    for (size_t i = 0; i < c->count; i++) {
        count = add_distances(apart, count, &c->rows[i].before);
        count = add_distances(apart, count, &c->rows[i].now);
    }
    qsort(apart, count, sizeof apart[0], ascending);
    *threshold = count ? apart[(count - 1) * 95 / 100] : 0;
    free(apart);
    return 0;
}

typedef struct range {
    double least, most;
} range;

/* Of the runs' medians and that of all samples. */
static range range_of(const speed_figure *f)
{
    range r = {(double)f->time.median, (double)f->time.median};
    for (size_t i = 0; i < f->run_count; i++) {
        const double run = (double)f->runs[i];
        r.least = run < r.least ? run : r.least;
        r.most = run > r.most ? run : r.most;
    }
    return r;
}

static void print_compared(const compared *row, double threshold)
{
    const range before = range_of(&row->before), now = range_of(&row->now);
    const double ratio = (double)row->now.time.median / (double)row->before.time.median;
    const double low = now.least / before.most, high = before.least > 0 ? now.most / before.least : 0;
    const char *verdict = high < 1 && ratio * (1 + threshold) < 1 ? "  faster"
                          : low > 1 && ratio > 1 + threshold      ? "  slower"
                                                                  : "";
    char a[28], b[28];
    printf("%-26s %-15s  %-10s %15s %15s  %6.3f  %6.3f to %6.3f%s\n", row->alg->name,
           neosig_operation_name(row->operation), row->backend, text_grouped(a, row->before.time.median),
           text_grouped(b, row->now.time.median), ratio, low, high, verdict);
}

int comparison_print(const comparison *c)
{
    double threshold = 0;
    if (c->count == 0)
        return app_fail("%s has none of these figures", c->path);
    if (find_threshold(&threshold, c))
        return EXIT_INPUT;
    printf("\n%-26s %-15s  %-10s %15s %15s  %6s  interval\n", c->unit, "", "", "before", "now", "ratio");
    for (size_t i = 0; i < c->count; i++)
        print_compared(&c->rows[i], threshold);
    printf("\nThreshold: %.1f %%. Of repeated runs of one build, 95 in 100 differ by no more from their mean.\n"
           "Interval: from this build's fastest run over the other's slowest, to this build's slowest over the other's "
           "fastest.\n"
           "A figure is faster or slower if its interval lies on one side of 1, and the ratio or its inverse exceeds 1 "
           "by more\nthan the threshold.\n",
           100 * threshold);
    return 0;
}
