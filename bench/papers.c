/* neosig-bench papers: the operations of the papers' tables, measured here beside our plain oracle. Only the published
 * gain is over the C of a scheme's team: docs/speed.md sets our gain over that C beside it. */
#include "bench.h"
#include "case.h"
#include "published.h"
#include "system.h"
#include "timing.h"

#include <stdio.h>
#include <string.h>

enum form { TEXT, CSV, MARKDOWN };
static const double SECONDS = 0.25; /* for a figure */

/* A row of a published table, in cycles. */
typedef struct row {
    char alg[64], operation[32];
    double before, after;
} row;

/* The reference's figure, and the library's with the backend in use. Returns 0 or -1. */
static int measure(timing_figure *before, timing_figure *after, const cycles_source *counter, const neosig_alg *alg,
                   neosig_operation operation)
{
    static timing_series series[2];
    static neosig_bench_case cases[2];
    const char *const names[2] = {neosig_backend_active(), neosig_bench_reference};
    int count = 0, failed = 0;
    while (count < 2 && !neosig_bench_refusal(alg, operation, names[count]) && !failed) {
        failed = neosig_bench_begin(&cases[count], alg, operation, names[count], 0);
        series[count] = (timing_series){.run = neosig_bench_run, .state = &cases[count]};
        count++;
    }
    failed = failed || timing_measure(series, (size_t)count, counter, SECONDS);
    *after = timing_summarise(series[0].samples, series[0].count);
    *before = timing_summarise(series[1].samples, series[1].count);
    while (count-- > 0)
        neosig_bench_end(&cases[count]);
    if (failed)
        fprintf(stderr, "neosig-bench: %s of %s failed\n", neosig_operation_name(operation), alg->name);
    return failed ? -1 : 0;
}

/* The share of time saved, in per cent, as the papers give it. */
static double gain(double before, double after)
{
    return 100 * (1 - after / before);
}

static void print_csv(const row *r, const timing_figure *before, const timing_figure *after)
{
    const double reference = (double)before->median, library = (double)after->median;
    printf("%s,%s,%.0f,%.0f,%.1f,", r->alg, r->operation, r->before, r->after, gain(r->before, r->after));
    if (before->samples)
        printf("%.0f,%.0f,%.0f,", reference, (double)before->q1, (double)before->q3);
    else
        printf(",,,");
    printf("%.0f,%.0f,%.0f,", library, (double)after->q1, (double)after->q3);
    if (before->samples)
        printf("%.1f\n", reference / library);
    else
        puts("");
}

static void print_row(enum form form, const row *r, const timing_figure *before, const timing_figure *after)
{
    const double reference = (double)before->median, library = (double)after->median;
    const char *bar = form == MARKDOWN ? " | " : "  ";
    char here[2][32] = {"-", "-"};
    if (before->samples) {
        snprintf(here[0], sizeof here[0], "%.3f", reference / 1e6);
        snprintf(here[1], sizeof here[1], "%.1f", reference / library);
    }
    printf("%s%-26s%s%-7s%s%9.3f%s%9.3f%s%6.1f%s%9.3f%s%10s%s%7s%s\n", form == MARKDOWN ? "| " : "", r->alg, bar,
           r->operation, bar, r->before / 1e6, bar, r->after / 1e6, bar, gain(r->before, r->after), bar, library / 1e6,
           bar, here[0], bar, here[1], form == MARKDOWN ? " |" : "");
}

static void print_head(enum form form, const char *about, const cycles_source *counter)
{
    char cpu[SYSTEM_TEXT];
    system_cpu(cpu);
    printf("%s%sPublished: millions of cycles on the machine above. Here, a different machine: millions of %s (%s),\n"
           "%s, %s, backend %s, and times faster than our plain oracle, which is no other library.\n\n",
           about, form == MARKDOWN ? "\n" : "", counter->unit, counter->detail, cpu, system_compiler(),
           neosig_backend_active());
    if (form == MARKDOWN)
        puts("| set | operation | published C | published optimised | gain % | neosig | plain oracle | times faster |\n"
             "|---|---|--:|--:|--:|--:|--:|--:|");
    else
        printf("%-26s  %-7s  %9s  %9s  %6s  %9s  %10s  %7s\n%-26s  %-7s  %9s  %9s  %6s  %9s  %10s  %7s\n", "", "",
               "published", "published", "gain", "here", "here", "times", "", "", "C", "optimised", "%", "neosig",
               "our oracle", "faster");
}

static int wanted(const char *alg, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(alg, argv[i]) == 0)
            return 1;
    return argc == 0;
}

/* The rows of one published table whose algorithm this build has. */
static int print_table(enum form form, const cycles_source *counter, const char *csv, int argc, char **argv)
{
    char about[1024] = "";
    int headed = form == CSV;
    for (const char *line = csv, *next; *line; line = next) {
        row r;
        neosig_operation operation;
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (*line == '#') {
            size_t used = strlen(about);
            snprintf(about + used, sizeof about - used, "%.*s", (int)(next - line) - 2, line + 2);
            continue;
        }
        if (sscanf(line, "%63[^,],%31[^,],%lf,%lf", r.alg, r.operation, &r.before, &r.after) != 4)
            continue;
        const neosig_alg *alg = neosig_alg_find(r.alg);
        timing_figure before, after;
        if (!alg || neosig_bench_find_operation(&operation, r.operation) || !wanted(r.alg, argc, argv))
            continue;
        if (measure(&before, &after, counter, alg, operation))
            return -1;
        if (!headed)
            print_head(form, about, counter);
        headed = 1;
        if (form == CSV)
            print_csv(&r, &before, &after);
        else
            print_row(form, &r, &before, &after);
        fflush(stdout);
    }
    if (headed && form != CSV)
        puts("");
    return 0;
}

int neosig_bench_papers(int argc, char **argv)
{
    enum form form = TEXT;
    if (argc > 0 && argv[0][0] == '-') {
        form = strcmp(argv[0], "--csv") == 0 ? CSV : MARKDOWN;
        if (form != CSV && strcmp(argv[0], "--markdown") != 0)
            return neosig_bench_no("usage", "papers [--csv|--markdown] [ALG...]");
        argc--;
        argv++;
    }
    for (int i = 0; i < argc; i++)
        if (!neosig_alg_find(argv[i]))
            return neosig_bench_no("no such algorithm", argv[i]);
    const cycles_source *counter = cycles_open();
    if (form == CSV)
        printf("alg,operation,published_c_cycles,published_optimised_cycles,published_gain_percent,"
               "oracle_%s,oracle_q1,oracle_q3,neosig_%s,neosig_q1,neosig_q3,oracle_ratio\n",
               counter->unit, counter->unit);
    for (size_t i = 0; neosig_bench_published[i]; i++)
        if (print_table(form, counter, neosig_bench_published[i], argc, argv))
            return 1;
    return 0;
}
