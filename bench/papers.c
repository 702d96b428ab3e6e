/* neosig-bench papers: the tables of the papers, measured here. */
#include "bench.h"
#include "cycles.h"
#include "published.h"
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum format { TEXT, CSV, MARKDOWN };

/* Paired: reference and library take turns on the same messages. A median of 0 says: not measured. */
typedef struct measured {
    neosig_bench_quartiles reference, library;
} measured;

static int measure(measured *m, const cycles_source *counter, const neosig_alg *alg, neosig_operation operation)
{
    static double reference_times[NEOSIG_BENCH_SAMPLES], library_times[NEOSIG_BENCH_SAMPLES];
    const neosig_reference *reference = neosig_reference_of(alg);
    neosig_bench_case slow, fast;
    memset(m, 0, sizeof *m);
    if (neosig_bench_begin(&fast, alg, operation, NULL))
        return -1;
    if (reference && neosig_bench_begin(&slow, alg, operation, reference)) {
        neosig_bench_end(&fast);
        return -1;
    }
    int failed = neosig_bench_run(&fast, 0); /* to warm up */
    size_t count = 0;
    uint64_t start = counter->now(), now = start;
    while (!failed && count < NEOSIG_BENCH_SAMPLES &&
           (double)(now - start) < (count < 5 ? 10 : 1) * NEOSIG_BENCH_BUDGET) {
        uint64_t before = counter->now();
        if (reference)
            failed |= neosig_bench_run(&slow, count);
        uint64_t between = counter->now();
        failed |= neosig_bench_run(&fast, count);
        now = counter->now();
        reference_times[count] = (double)(between - before);
        library_times[count] = (double)(now - between);
        count++;
    }
    if (reference) {
        neosig_bench_end(&slow);
        m->reference = neosig_bench_summarise(reference_times, count);
    }
    neosig_bench_end(&fast);
    m->library = neosig_bench_summarise(library_times, count);
    return failed;
}

/* The share of time saved, in per cent, as the papers give it. */
static double gain(double before, double after)
{
    return 100 * (1 - after / before);
}

static void print_row(enum format format, const char *alg, const char *operation, double before, double after,
                      const measured *m)
{
    const neosig_bench_quartiles *r = &m->reference, *l = &m->library;
    if (format == CSV) {
        printf("%s,%s,%.0f,%.0f,%.1f,", alg, operation, before, after, gain(before, after));
        if (r->median > 0)
            printf("%.0f,%.0f,%.0f,", r->median, r->low, r->high);
        else
            printf(",,,");
        printf("%.0f,%.0f,%.0f,", l->median, l->low, l->high);
        if (r->median > 0)
            printf("%.2f,%.1f", gain(r->median, l->median), r->median / l->median);
        else
            putchar(',');
        putchar('\n');
        return;
    }
    const char *bar = format == MARKDOWN ? " | " : "  ";
    if (format == MARKDOWN)
        fputs("| ", stdout);
    printf("%-26s%s%-7s%s%9.3f%s%9.3f%s%6.1f", alg, bar, operation, bar, before / 1e6, bar, after / 1e6, bar,
           gain(before, after));
    if (r->median > 0)
        printf("%s%10.3f%s%9.3f%s%6.2f%s%7.1f", bar, r->median / 1e6, bar, l->median / 1e6, bar,
               gain(r->median, l->median), bar, r->median / l->median);
    else
        printf("%s%10s%s%9.3f%s%6s%s%7s", bar, "-", bar, l->median / 1e6, bar, "-", bar, "-");
    puts(format == MARKDOWN ? " |" : "");
}

static void print_head(enum format format, const char *about, const cycles_source *counter)
{
    char cpu[SYSTEM_TEXT];
    if (format == CSV)
        return;
    system_cpu(cpu);
    fputs(about, stdout);
    printf("%sPublished: millions of cycles on the machine above. Here, a different machine: millions of %s (%s),\n"
           "%s, %s, backend %s.\n\n",
           format == MARKDOWN ? "\n" : "", counter->unit, counter->detail, cpu, system_compiler(),
           neosig_backend_active());
    if (format == MARKDOWN)
        puts("| set | operation | published reference | published optimised | gain % | reference | neosig | gain % "
             "| ratio |\n|---|---|--:|--:|--:|--:|--:|--:|--:|");
    else
        printf("%-26s  %-7s  %9s  %9s  %6s  %10s  %9s  %6s  %7s\n%-26s  %-7s  %9s  %9s  %6s  %10s  %9s  %6s\n", "", "",
               "published", "published", "gain", "here", "here", "gain", "ratio", "", "", "reference", "optimised", "%",
               "reference", "neosig", "%");
}

static int wanted(const char *alg, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(alg, argv[i]) == 0)
            return 1;
    return argc == 0;
}

/* The rows of one published table whose algorithm this build has. */
static int print_table(enum format format, const cycles_source *counter, const char *csv, int argc, char **argv)
{
    char about[1024] = "";
    int headed = 0;
    for (const char *line = csv, *next; *line; line = next) {
        char alg_name[64], operation_name[32];
        double before, after;
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (*line == '#') {
            int length = (int)(next - line);
            size_t used = strlen(about);
            if (used + (size_t)length < sizeof about)
                snprintf(about + used, sizeof about - used, "%.*s", length - 2, line + 2);
            continue;
        }
        if (sscanf(line, "%63[^,],%31[^,],%lf,%lf", alg_name, operation_name, &before, &after) != 4)
            continue;
        const neosig_alg *alg = neosig_alg_find(alg_name);
        int operation = neosig_bench_operation(operation_name);
        if (!alg || operation < 0 || !wanted(alg_name, argc, argv))
            continue;
        measured m;
        if (measure(&m, counter, alg, (neosig_operation)operation))
            return 1;
        if (!headed)
            print_head(format, about, counter);
        headed = 1;
        print_row(format, alg_name, operation_name, before, after, &m);
        fflush(stdout);
    }
    if (headed && format != CSV)
        puts("");
    return 0;
}

int neosig_bench_papers(int argc, char **argv)
{
    enum format format = TEXT;
    if (argc > 0 && argv[0][0] == '-') {
        if (strcmp(argv[0], "--csv") == 0) {
            format = CSV;
        } else if (strcmp(argv[0], "--markdown") == 0) {
            format = MARKDOWN;
        } else {
            fputs("usage: neosig-bench papers [--csv|--markdown] [ALG...]\n", stderr);
            return 2;
        }
        argc--;
        argv++;
    }
    for (int i = 0; i < argc; i++)
        if (!neosig_alg_find(argv[i])) {
            fprintf(stderr, "neosig-bench: no such algorithm: %s\n", argv[i]);
            return 2;
        }
    const cycles_source *counter = cycles_open();
    if (format == CSV)
        printf("alg,operation,published_reference_cycles,published_optimised_cycles,published_gain_percent,"
               "reference_%s,reference_q1,reference_q3,neosig_%s,neosig_q1,neosig_q3,gain_percent,ratio\n",
               counter->unit, counter->unit);
    for (size_t i = 0; neosig_bench_published[i]; i++)
        if (print_table(format, counter, neosig_bench_published[i], argc, argv))
            return 1;
    return 0;
}
