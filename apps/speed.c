#include "app.h"
#include "json.h"
#include "speed.h"
#include "text.h"

#include <string.h>
#include <time.h>

double speed_share(double cpu_seconds, double seconds)
{
    return cpu_seconds < seconds ? cpu_seconds / seconds : 1;
}

/* What the machine does not tell is null. */
static void print_known(const char *name, const char *text)
{
    json_text(name, text && text[0] ? text : NULL);
}

static void print_positive(const char *name, uint64_t number)
{
    if (number)
        json_number(name, number);
    else
        json_null(name);
}

static void print_algorithms(const speed_plan *p)
{
    json_array("algorithms");
    for (size_t i = 0; i < p->alg_count; i++) {
        const neosig_alg *alg = p->algs[i];
        json_object(NULL);
        json_text("name", alg->name);
        json_text("scheme", alg->scheme);
        json_number("level", alg->level);
        json_text("status", neosig_status_name(alg->status));
        json_text("status_since", alg->status_since);
        json_text("status_citation", alg->status_citation);
        json_number("public_key_bytes", alg->public_key_bytes);
        json_number("secret_key_bytes", alg->secret_key_bytes);
        json_number("signature_bytes", alg->signature_bytes);
        json_end();
    }
    json_end();
}

/* What a time was measured on and of. */
static void print_conditions(const speed_plan *p)
{
    const system_core core = system_this_core();
    const time_t now = time(NULL);
    const struct tm *utc = gmtime(&now);
    char date[32] = "", midr[32] = "";
    if (utc)
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    if (core.midr)
        snprintf(midr, sizeof midr, "0x%llx", core.midr);
    if (date[0])
        json_text("date", date);
    if (system_commit())
        json_text("commit", system_commit());
    print_known("flags", system_flags());
    print_known("midr", midr);
    print_known("governor", core.governor);
    print_positive("frequency_khz", core.now);
    print_positive("frequency_most_khz", core.most);
    json_number("message_bytes", BENCH_MESSAGE_BYTES);
    json_text("unit", p->counter->unit);
    json_text("counter", p->counter->detail);
    print_positive("cpus", system_cpus());
    json_decimal("load_before", p->load, 2);
    print_algorithms(p);
}

/* How this machine's cycles would be counted, or read with less disturbance. */
static void print_enable(const speed_plan *p)
{
    const int counted = strcmp(p->counter->unit, "cycles") == 0;
    const char *how = cycles_enable();
    if (!how)
        return;
    if (p->form == SPEED_TABLE)
        printf("%s: %s.\n", counted ? "To read the counter in user mode" : "To count cycles", how);
    else if (!counted)
        app_warn("cycles are not counted; to count them: %s", how);
}

void speed_print_environment(const speed_plan *p)
{
    if (!p->memory && !p->old && p->form != SPEED_TABLE)
        print_enable(p);
    if (p->old) {
        printf("neosig %s, %s, %s. Ratio: now / before, so below 1 is faster.\n", neosig_version(), p->cpu,
               system_compiler());
    } else if (p->form == SPEED_TABLE) {
        printf("neosig %s, %s, %s, %s\n", neosig_version(), p->cpu, p->os, system_compiler());
        if (!p->memory) {
            printf("Counter: %s. Message: %d bytes.\n", p->counter->detail, BENCH_MESSAGE_BYTES);
            print_enable(p);
            printf("Ratio: reference / backend. The reference is our plain oracle, not another library.\n");
            if (system_emulated())
                printf("The CPU is emulated: these times say nothing about a real one.\n");
        }
    } else if (p->form == SPEED_JSON) {
        json_object(NULL);
        if (!p->memory)
            json_text("format", "neosig-speed-1");
        json_text("version", neosig_version());
        json_text("cpu", p->cpu);
        json_flag("emulated", system_emulated());
        json_text("os", p->os);
        json_text("compiler", system_compiler());
        if (!p->memory)
            print_conditions(p);
        json_array("results");
    } else {
        printf("algorithm,backend,operation,%s\n", p->memory
                                                       ? "workspace_bytes,heap_bytes,stack_bytes"
                                                       : "unit,median,q1,q3,samples,ratio,version,cpu,os,compiler,"
                                                         "disturbed,cpu_share");
    }
}

/* How a result begins in every form. */
static void print_subject(const speed_plan *p, const neosig_bench_case *c)
{
    const char *operation = neosig_operation_name(c->operation);
    if (p->form == SPEED_TABLE) {
        printf("  %-15s  %-10s", operation, c->backend);
    } else if (p->form == SPEED_JSON) {
        json_object(NULL);
        json_text("algorithm", c->alg->name);
        json_text("backend", c->backend);
        json_text("operation", operation);
    } else {
        printf("%s,%s,%s,", c->alg->name, c->backend, operation);
    }
}

/* A SPEED_CSV field that may hold anything, after a comma. */
static void print_quoted(const char *text)
{
    printf(",\"");
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void print_list(const char *name, const uint64_t *numbers, size_t count)
{
    json_array(name);
    for (size_t i = 0; i < count; i++)
        json_number(NULL, numbers[i]);
    json_end();
}

/* ratio: negative where there is none. */
static void print_json_time(const speed_figure *figure, const uint64_t *samples, double ratio)
{
    const timing_figure *f = &figure->time;
    json_number("median", f->median);
    json_number("q1", f->q1);
    json_number("q3", f->q3);
    json_decimal("mean", f->mean, 1);
    json_number("minimum", f->minimum);
    print_list("deciles", f->deciles, sizeof f->deciles / sizeof f->deciles[0]);
    json_number("samples", f->samples);
    json_number("disturbed", figure->disturbed);
    json_decimal("cpu_share", figure->share, 3);
    print_list("runs", figure->runs, figure->run_count);
    if (figure->attempts > 0)
        json_decimal("attempts", figure->attempts, 4);
    json_decimal("mean_cpu_ns", figure->seconds * 1e9, 0);
    json_decimal("ratio", ratio, 2);
    if (samples)
        print_list("values", samples, f->samples);
    json_end();
}

void speed_print_time(const speed_plan *p, const neosig_bench_case *c, const speed_figure *figure,
                      const uint64_t *samples, uint64_t reference)
{
    const timing_figure *f = &figure->time;
    char ratio[32] = "", a[28], b[28], d[28];
    if (reference && f->median)
        snprintf(ratio, sizeof ratio, "%.2f", (double)reference / (double)f->median);
    unsigned long long median = f->median, q1 = f->q1, q3 = f->q3;
    print_subject(p, c);
    if (p->form == SPEED_TABLE) {
        printf(" %15s %15s %15s %8s\n", text_grouped(a, median), text_grouped(b, q1), text_grouped(d, q3),
               ratio[0] ? ratio : "-");
    } else if (p->form == SPEED_JSON) {
        print_json_time(figure, samples, ratio[0] ? (double)reference / (double)f->median : -1);
    } else {
        printf("%s,%llu,%llu,%llu,%zu,%s,%s", p->counter->unit, median, q1, q3, f->samples, ratio, neosig_version());
        print_quoted(p->cpu);
        print_quoted(p->os);
        print_quoted(system_compiler());
        printf(",%zu,%.3f\n", figure->disturbed, figure->share);
    }
    fflush(stdout);
}

void speed_print_footprint(const speed_plan *p, const neosig_bench_case *c, const footprint *f)
{
    size_t workspace = c->reference ? 0 : neosig_workspace_bytes(c->alg, c->operation, 0);
    char heap[28] = "", w[28], h[28], s[28];
    if (f->has_heap)
        snprintf(heap, sizeof heap, "%zu", f->heap);
    print_subject(p, c);
    if (p->form == SPEED_TABLE) {
        printf(" %15s %15s %15s\n", text_grouped(w, workspace), f->has_heap ? text_grouped(h, f->heap) : "-",
               text_grouped(s, f->stack));
    } else if (p->form == SPEED_JSON) {
        json_number("workspace_bytes", workspace);
        if (f->has_heap)
            json_number("heap_bytes", f->heap);
        else
            json_null("heap_bytes");
        json_number("stack_bytes", f->stack);
        json_end();
    } else {
        printf("%zu,%s,%zu\n", workspace, heap, f->stack);
    }
}

void speed_print_heading(const speed_plan *p, const neosig_alg *alg)
{
    if (p->old)
        return;
    if (p->form == SPEED_TABLE && p->memory) {
        char secret[28], public[28];
        printf("\n%s: prepared secret key %s, prepared public key %s bytes\n", alg->name,
               text_grouped(secret, neosig_prepared_bytes(alg, 1)),
               text_grouped(public, neosig_prepared_bytes(alg, 0)));
        printf("%-29s %15s %15s %15s\n", "", "workspace", "peak heap", "peak stack");
    } else if (p->form == SPEED_TABLE) {
        printf("\n%-29s %15s %15s %15s %8s\n", alg->name, p->counter->unit, "quartile 1", "quartile 3", "ratio");
    }
}

void speed_print_share(const speed_plan *p)
{
    const double share = speed_share(p->cpu_seconds, p->seconds);
    char taken[28], disturbed[28];
    if (p->memory || p->taken == 0)
        return;
    const double load = system_load();
    if (p->form == SPEED_JSON) {
        json_decimal("cpu_share", share, 3);
        json_decimal("load_after", load, 2);
    }
    if (p->form == SPEED_TABLE) {
        printf("\nThis program had %.0f %% of the CPU. Other programs disturbed %s of %s samples%s\n", 100 * share,
               text_grouped(disturbed, p->disturbed), text_grouped(taken, p->taken),
               p->disturbed
                   ? ".\nThese are dropped. But if most samples of a figure are disturbed, they stay, and each "
                     "counts by the\nshare of the CPU that it had."
                   : ".");
        if (p->load >= 0 && load >= 0)
            printf("Load average: %.2f before, %.2f after, on %u CPUs. This program by itself makes 1.\n", p->load,
                   load, system_cpus());
    }
    if (share < 0.9) {
        app_warn("other programs had this CPU %.0f %% of the time, and used its caches: measure on a quieter machine",
                 100 * (1 - share));
    }
}
