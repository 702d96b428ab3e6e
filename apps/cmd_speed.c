#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app.h"
#include "cycles.h"
#include "footprint.h"
#include "reference.h"
#include "system.h"

enum { KEYPAIR, SIGN, VERIFY, PREPARED_SIGN, PREPARED_VERIFY, OPERATIONS };

static const struct {
    const char *title, *name;
    int counterpart; /* the reference's operation it is compared with */
    neosig_operation op;
} operations[OPERATIONS] = {{"key pair", "keypair", KEYPAIR, NEOSIG_OP_KEYPAIR},
                            {"sign", "sign", SIGN, NEOSIG_OP_SIGN},
                            {"verify", "verify", VERIFY, NEOSIG_OP_VERIFY},
                            {"prepared sign", "sign_prepared", SIGN, NEOSIG_OP_SIGN_PREPARED},
                            {"prepared verify", "verify_prepared", VERIFY, NEOSIG_OP_VERIFY_PREPARED}};

static const char reference_name[] = "reference";
static const double LONG_CALL = 0.01; /* seconds */

enum { MESSAGE = 32, SAMPLES_MOST = 1000, SAMPLES_LEAST = 3, ROUNDS = 8, BACKENDS_MOST = 8, ALGORITHMS_MOST = 256 };

/* ---- One set in one backend ---- */

/* A fast generator, the same for the library and the reference, so that the operating system's is not measured. The
 * keys it makes are thrown away. */
static int generate(void *state, uint8_t *out, size_t bytes)
{
    uint64_t *x = state;
    for (size_t i = 0; i < bytes; i++) {
        if (i % 8 == 0) {
            *x += UINT64_C(0x9e3779b97f4a7c15);
        }
        uint64_t z = (*x ^ *x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        out[i] = (uint8_t)((z ^ z >> 31) >> 8 * (i % 8));
    }
    return 0;
}

typedef struct bench {
    const neosig_alg *alg;
    const char *backend;
    const neosig_reference *reference; /* NULL: the library */
    int operation;                     /* the next call's */
    int failed;
    uint8_t *pk, *sk, *sig, *prepared_sk, *prepared_pk;
    size_t sig_bytes, prepared_sk_bytes, prepared_pk_bytes;
    uint64_t random;
    uint8_t msg[MESSAGE];
    neosig_options options;
} bench;

static void close_bench(bench *b)
{
    app_release(b->pk, b->alg->public_key_bytes);
    app_release(b->sk, b->alg->secret_key_bytes);
    app_release(b->sig, b->alg->signature_bytes);
    app_release(b->prepared_sk, b->prepared_sk_bytes);
    app_release(b->prepared_pk, b->prepared_pk_bytes);
    app_release(b->options.workspace, b->options.workspace_bytes);
}

/* Room for everything. The workspace given to the library is that of its hungriest operation. */
static int open_bench(bench *b, const neosig_alg *alg, const char *backend)
{
    const neosig_reference *reference = backend == reference_name ? neosig_reference_of(alg) : NULL;
    memset(b, 0, sizeof *b);
    b->alg = alg;
    b->backend = backend;
    b->reference = reference;
    b->pk = app_allocate(alg->public_key_bytes);
    b->sk = app_allocate(alg->secret_key_bytes);
    b->sig = app_allocate(alg->signature_bytes);
    if (!reference) {
        b->prepared_sk_bytes = neosig_prepared_bytes(alg, 1);
        b->prepared_pk_bytes = neosig_prepared_bytes(alg, 0);
        for (int op = NEOSIG_OP_KEYPAIR; op <= NEOSIG_OP_VERIFY_PREPARED; op++) {
            size_t bytes = neosig_workspace_bytes(alg, (neosig_operation)op, 0);
            b->options.workspace_bytes = bytes > b->options.workspace_bytes ? bytes : b->options.workspace_bytes;
        }
        b->prepared_sk = app_allocate(b->prepared_sk_bytes);
        b->prepared_pk = app_allocate(b->prepared_pk_bytes);
        b->options.workspace = app_allocate(b->options.workspace_bytes);
    }
    b->options.flags = NEOSIG_ALLOW_INSECURE;
    b->options.random = generate;
    b->options.random_state = &b->random;
    if (b->pk && b->sk && b->sig && (reference || (b->prepared_sk && b->prepared_pk && b->options.workspace))) {
        return 0;
    }
    close_bench(b);
    b->alg = NULL;
    return EXIT_INPUT;
}

/* One call. Each signature is of another message. */
static void call(void *state)
{
    bench *b = state;
    const neosig_alg *alg = b->alg;
    const neosig_reference *ref = b->reference;
    int bad = 0;
    switch (b->operation) {
    case KEYPAIR:
        bad = ref ? ref->keypair(alg, b->pk, b->sk, generate, &b->random) != 0
                  : neosig_keypair(alg, b->pk, b->sk, &b->options) != NEOSIG_OK;
        break;
    case SIGN:
        b->msg[0]++;
        bad = ref ? ref->sign(alg, b->sig, &b->sig_bytes, b->msg, MESSAGE, b->sk, generate, &b->random) != 0
                  : neosig_sign(alg, b->sig, &b->sig_bytes, b->msg, MESSAGE, b->sk, alg->secret_key_bytes,
                                &b->options) != NEOSIG_OK;
        break;
    case VERIFY:
        bad = ref ? ref->verify(alg, b->sig, b->sig_bytes, b->msg, MESSAGE, b->pk) != 0
                  : neosig_verify(alg, b->sig, b->sig_bytes, b->msg, MESSAGE, b->pk, alg->public_key_bytes,
                                  &b->options) != NEOSIG_OK;
        break;
    case PREPARED_SIGN:
        b->msg[0]++;
        bad = neosig_sign_prepared(b->prepared_sk, b->sig, &b->sig_bytes, b->msg, MESSAGE, &b->options) != NEOSIG_OK;
        break;
    default:
        bad = neosig_verify_prepared(b->prepared_pk, b->sig, b->sig_bytes, b->msg, MESSAGE, &b->options) != NEOSIG_OK;
    }
    b->failed |= bad;
}

/* Whether a set has this backend at all: its reference may not exist. */
static int exists(const neosig_alg *alg, const char *backend)
{
    return backend != reference_name || neosig_reference_of(alg) != NULL;
}

/* The reference has no prepared keys. */
static int has_operation(const bench *b, int operation)
{
    return !b->reference || operations[operation].counterpart == operation;
}

/* A backend is chosen for the whole process. */
static void select_backend(bench *b)
{
    b->failed |= !b->reference && neosig_backend_select(b->backend) != NEOSIG_OK;
}

/* What must have happened before an operation can be measured; its first call too. */
static int get_ready(bench *b, int operation)
{
    b->operation = operation;
    select_backend(b);
    if (operation == PREPARED_SIGN) {
        b->failed |= neosig_prepare_sign(b->alg, b->prepared_sk, b->prepared_sk_bytes, b->sk, b->alg->secret_key_bytes,
                                         &b->options) != NEOSIG_OK;
    } else if (operation == PREPARED_VERIFY) {
        b->failed |= neosig_prepare_verify(b->alg, b->prepared_pk, b->prepared_pk_bytes, b->pk,
                                           b->alg->public_key_bytes, &b->options) != NEOSIG_OK;
    }
    if (!b->failed) {
        call(b);
    }
    return b->failed;
}

/* ---- Time ---- */

typedef struct figure {
    uint64_t median, q1, q3;
    size_t samples; /* 0: not measured */
} figure;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* What one backend has given for the operation being measured. */
typedef struct series {
    bench b;
    int on;       /* it takes part */
    double spent; /* seconds */
    size_t count;
    uint64_t samples[SAMPLES_MOST];
} series;

/* One call. A counter that runs on while other programs have the CPU is corrected by the share that this thread had. */
static uint64_t time_call(bench *b, const cycles_source *counter)
{
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    uint64_t start = counter->now();
    call(b);
    uint64_t count = counter->now() - start;
    if (counter->runs_on) {
        cpu = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
        wall = seconds(CLOCK_MONOTONIC) - wall;
        count = cpu < 0.98 * wall ? (uint64_t)((double)count * cpu / wall) : count;
    }
    return count;
}

/* Calls for so many seconds, at least once. After the others' turns its code and data have left the caches, so the
 * first call does not count, unless it is so long that this does not matter. */
static void take_turn(series *s, const cycles_source *counter, double share)
{
    select_backend(&s->b);
    double begin = seconds(CLOCK_MONOTONIC);
    uint64_t first = time_call(&s->b, counter);
    double end = seconds(CLOCK_MONOTONIC);
    if (end > begin + LONG_CALL) {
        s->samples[s->count++] = first;
    } else {
        begin = end;
    }
    while (begin == end || (s->count < SAMPLES_MOST && end < begin + share)) {
        s->samples[s->count++] = time_call(&s->b, counter);
        end = seconds(CLOCK_MONOTONIC);
    }
    s->spent += end - begin;
}

/* Takes turns, so that a disturbance of the machine meets all and leaves the ratios. */
static void measure(series *all, size_t backends, const cycles_source *counter, double budget)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < backends; i++) {
            series *s = &all[i];
            int enough = s->count >= SAMPLES_LEAST && s->spent >= budget * round / (double)ROUNDS;
            if (s->on && !enough && s->count < SAMPLES_MOST) {
                take_turn(s, counter, budget / (double)ROUNDS);
            }
        }
    }
}

static figure summarise(series *s)
{
    size_t n = s->count;
    if (n == 0) {
        return (figure){0, 0, 0, 0};
    }
    qsort(s->samples, n, sizeof s->samples[0], ascending);
    return (figure){s->samples[n / 2], s->samples[n / 4], s->samples[n - 1 - n / 4], n};
}

/* ---- The run ---- */

typedef enum form { TABLE, JSON, CSV } form;

typedef struct plan {
    const neosig_alg *algs[ALGORITHMS_MOST];
    size_t alg_count;
    const char *backends[BACKENDS_MOST]; /* with reference_name among them */
    size_t backend_count;
    form form;
    double budget; /* seconds for one figure */
    int memory;
    const cycles_source *counter;
    char cpu[SYSTEM_TEXT], os[SYSTEM_TEXT];
    size_t printed; /* results so far */
} plan;

static void progress(const neosig_alg *alg, int operation)
{
    if (!isatty(STDERR_FILENO)) {
        return;
    }
    fputs("\r\033[K", stderr);
    if (alg) {
        fprintf(stderr, "%s: %s ...", alg->name, operations[operation].title);
    }
    fflush(stderr);
}

static void print_environment(const plan *p)
{
    const char *detail = p->memory ? "bytes" : p->counter->detail;
    if (p->form == TABLE) {
        printf("neosig %s, %s, %s, %s\n", NEOSIG_VERSION, p->cpu, p->os, system_compiler());
        if (!p->memory) {
            printf("Counter: %s. Message: %d bytes. Ratio: reference / backend.\n", detail, MESSAGE);
            if (system_emulated()) {
                printf("The CPU is emulated: these times say nothing about a real one.\n");
            }
        }
        return;
    }
    if (p->form == JSON) {
        printf("{\"version\": \"%s\", \"cpu\": ", NEOSIG_VERSION);
        app_json(stdout, p->cpu);
        printf(", \"emulated\": %s, \"os\": ", system_emulated() ? "true" : "false");
        app_json(stdout, p->os);
        printf(", \"compiler\": ");
        app_json(stdout, system_compiler());
        if (!p->memory) {
            printf(", \"message_bytes\": %d, \"unit\": \"%s\", \"counter\": ", MESSAGE, p->counter->unit);
            app_json(stdout, detail);
        }
        printf(", \"results\": [");
        return;
    }
    printf(p->memory ? "algorithm,backend,operation,workspace_bytes,heap_bytes,stack_bytes\n"
                     : "algorithm,backend,operation,unit,median,q1,q3,samples,ratio,version,cpu,os,compiler\n");
}

/* A CSV field that may hold anything. */
static void print_quoted(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"') {
            putchar('"');
        }
        putchar(*text);
    }
    putchar('"');
}

static void print_figure(plan *p, const neosig_alg *alg, const char *backend, int operation, const figure *f,
                         const figure *reference)
{
    char ratio[32] = "";
    if (reference->samples && f->median) {
        snprintf(ratio, sizeof ratio, "%.2f", (double)reference->median / (double)f->median);
    }
    unsigned long long median = f->median, q1 = f->q1, q3 = f->q3;
    const char *name = operations[operation].name;
    if (p->form == TABLE) {
        char a[28], b[28], c[28];
        printf("  %-15s  %-10s %15s %15s %15s %8s\n", operations[operation].title, backend, app_grouped(a, f->median),
               app_grouped(b, f->q1), app_grouped(c, f->q3), ratio[0] ? ratio : "-");
    } else if (p->form == JSON) {
        printf("%s\n  {\"algorithm\": \"%s\", \"backend\": \"%s\", \"operation\": \"%s\", ", p->printed ? "," : "",
               alg->name, backend, name);
        printf("\"median\": %llu, \"q1\": %llu, \"q3\": %llu, \"samples\": %zu, \"ratio\": %s}", median, q1, q3,
               f->samples, ratio[0] ? ratio : "null");
    } else {
        printf("%s,%s,%s,%s,%llu,%llu,%llu,%zu,%s,%s,", alg->name, backend, name, p->counter->unit, median, q1, q3,
               f->samples, ratio, NEOSIG_VERSION);
        print_quoted(p->cpu);
        putchar(',');
        print_quoted(p->os);
        putchar(',');
        print_quoted(system_compiler());
        putchar('\n');
    }
    p->printed++;
    fflush(stdout);
}

static int failed(const bench *b)
{
    progress(NULL, 0);
    return app_fail("%s, %s: %s failed", b->alg->name, b->backend, operations[b->operation].title);
}

static int time_operation(plan *p, const neosig_alg *alg, int op, series *all, figure *references)
{
    progress(alg, op);
    for (size_t i = 0; i < p->backend_count; i++) {
        series *s = &all[i];
        s->on = s->b.alg && has_operation(&s->b, op);
        s->spent = 0;
        s->count = 0;
        if (s->on && get_ready(&s->b, op)) {
            return failed(&s->b);
        }
    }
    measure(all, p->backend_count, p->counter, p->budget);
    progress(NULL, 0);
    for (size_t i = 0; i < p->backend_count; i++) {
        if (all[i].b.failed) {
            return failed(&all[i].b);
        }
        if (all[i].on && all[i].b.reference) {
            references[op] = summarise(&all[i]);
        }
    }
    for (size_t i = 0; i < p->backend_count; i++) {
        if (all[i].on) {
            figure f = summarise(&all[i]);
            print_figure(p, alg, p->backends[i], op, &f, &references[operations[op].counterpart]);
        }
    }
    return 0;
}

static int time_alg(plan *p, const neosig_alg *alg)
{
    static series all[BACKENDS_MOST];
    figure references[OPERATIONS];
    int code = 0;
    memset(references, 0, sizeof references);
    for (size_t i = 0; i < p->backend_count; i++) {
        all[i].b.alg = NULL;
        if (!code && exists(alg, p->backends[i])) {
            code = open_bench(&all[i].b, alg, p->backends[i]);
        }
    }
    if (!code && p->form == TABLE) {
        printf("\n%-29s %15s %15s %15s %8s\n", alg->name, p->counter->unit, "quartile 1", "quartile 3", "ratio");
    }
    for (int op = 0; op < OPERATIONS && !code; op++) {
        code = time_operation(p, alg, op, all, references);
    }
    for (size_t i = 0; i < p->backend_count; i++) {
        if (all[i].b.alg) {
            close_bench(&all[i].b);
        }
    }
    return code;
}

/* ---- Memory ---- */

static void print_footprint(plan *p, const bench *b, const footprint *f)
{
    int operation = b->operation;
    const char *backend = b->backend;
    size_t workspace = b->reference ? 0 : neosig_workspace_bytes(b->alg, operations[operation].op, 0);
    char heap[28] = "";
    if (f->has_heap) {
        snprintf(heap, sizeof heap, "%zu", f->heap);
    }
    if (p->form == TABLE) {
        char w[28], h[28], s[28];
        printf("  %-15s  %-10s %15s %15s %15s\n", operations[operation].title, backend, app_grouped(w, workspace),
               f->has_heap ? app_grouped(h, f->heap) : "-", app_grouped(s, f->stack));
    } else if (p->form == JSON) {
        printf("%s\n  {\"algorithm\": \"%s\", \"backend\": \"%s\", \"operation\": \"%s\", \"workspace_bytes\": %zu, "
               "\"heap_bytes\": %s, \"stack_bytes\": %zu}",
               p->printed ? "," : "", b->alg->name, backend, operations[operation].name, workspace,
               heap[0] ? heap : "null", f->stack);
    } else {
        printf("%s,%s,%s,%zu,%s,%zu\n", b->alg->name, backend, operations[operation].name, workspace, heap, f->stack);
    }
    p->printed++;
}

static int weigh_backend(plan *p, bench *b)
{
    for (int op = 0; op < OPERATIONS; op++) {
        if (!has_operation(b, op)) {
            continue;
        }
        progress(b->alg, op);
        footprint f;
        int code = 0;
        if (get_ready(b, op) == 0) {
            void *workspace = b->options.workspace;
            b->options.workspace = NULL; /* let the library allocate, and see it */
            code = footprint_measure(&f, call, b) ? app_fail("out of memory") : 0;
            b->options.workspace = workspace;
        }
        progress(NULL, 0);
        if (code || b->failed) {
            return code ? code : failed(b);
        }
        print_footprint(p, b, &f);
    }
    return 0;
}

static int weigh_alg(plan *p, const neosig_alg *alg)
{
    if (p->form == TABLE) {
        char secret[28], public[28];
        printf("\n%s: prepared secret key %s, prepared public key %s bytes\n", alg->name,
               app_grouped(secret, neosig_prepared_bytes(alg, 1)), app_grouped(public, neosig_prepared_bytes(alg, 0)));
        printf("%-29s %15s %15s %15s\n", "", "workspace", "peak heap", "peak stack");
    }
    for (size_t i = 0; i < p->backend_count; i++) {
        bench b;
        if (!exists(alg, p->backends[i])) {
            continue;
        }
        int code = open_bench(&b, alg, p->backends[i]);
        if (!code) {
            code = weigh_backend(p, &b);
            close_bench(&b);
        }
        if (code) {
            return code;
        }
    }
    return 0;
}

/* ---- The command line ---- */

static int known_backend(const char *name, size_t length, const char **known)
{
    for (size_t i = 0; (*known = neosig_backend_name(i)) != NULL; i++) {
        if (strlen(*known) == length && memcmp(*known, name, length) == 0) {
            return 1;
        }
    }
    *known = reference_name;
    return strlen(reference_name) == length && memcmp(reference_name, name, length) == 0;
}

static int choose_backends(plan *p, const char *list)
{
    if (!list) {
        const char *name;
        p->backends[p->backend_count++] = reference_name;
        for (size_t i = neosig_backend_count(); i--;) { /* the slowest first, as in the ratios */
            name = neosig_backend_name(i);
            if (neosig_backend_usable(name) && p->backend_count < BACKENDS_MOST) {
                p->backends[p->backend_count++] = name;
            }
        }
        return 0;
    }
    while (*list) {
        size_t length = strcspn(list, ",");
        const char *known;
        if (!known_backend(list, length, &known)) {
            return app_usage("--backend: there is no backend %.*s in this build (see neosig info)", (int)length, list);
        }
        if (known != reference_name && !neosig_backend_usable(known)) {
            return app_usage("--backend: this CPU cannot run %s", known);
        }
        if (p->backend_count == BACKENDS_MOST) {
            return app_usage("--backend: more than %d", BACKENDS_MOST);
        }
        p->backends[p->backend_count++] = known;
        list += length + (list[length] == ',');
    }
    return 0;
}

static int add_alg(plan *p, const neosig_alg *alg)
{
    if (p->alg_count == ALGORITHMS_MOST) {
        return app_usage("more than %d algorithms", ALGORITHMS_MOST);
    }
    p->algs[p->alg_count++] = alg;
    return 0;
}

/* name: an algorithm, a scheme, or NULL for all; quick: of all, one a scheme. */
static int choose_algs(plan *p, const char *name, int quick)
{
    const neosig_alg *alg;
    const char *last = "";
    size_t before = p->alg_count;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        int first = strcmp(alg->scheme, last) != 0;
        last = alg->scheme;
        if ((name ? strcmp(alg->scheme, name) == 0 : first || !quick) && add_alg(p, alg)) {
            return EXIT_USAGE;
        }
    }
    if (!name || p->alg_count > before) {
        return 0;
    }
    alg = app_algorithm(name);
    return alg ? add_alg(p, alg) : EXIT_USAGE;
}

static int run(const app_command *self, int argc, char **argv)
{
    int quick = 0, json = 0, csv = 0;
    const char *backends = NULL, *milliseconds = NULL;
    static plan p;
    const app_option options[] = {
        {'b', "backend", "LIST", "only these, comma-separated; reference is one too", NULL, &backends},
        {0, "quick", NULL, "30 ms a figure; without ALG, one set a scheme", &quick, NULL},
        {0, "time", "MS", "milliseconds a figure (250)", NULL, &milliseconds},
        {0, "memory", NULL, "measure memory instead of time", &p.memory, NULL},
        {0, "json", NULL, "print JSON", &json, NULL},
        {0, "csv", NULL, "print CSV", &csv, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    if (code >= 0) {
        return code;
    }
    if (json && csv) {
        return app_usage("--json and --csv exclude each other");
    }
    p.form = json ? JSON : csv ? CSV : TABLE;
    p.budget = quick ? 0.03 : 0.25;
    if (milliseconds) {
        char *end;
        double value = strtod(milliseconds, &end);
        if (end == milliseconds || *end || !(value >= 0 && value <= 1e6)) {
            return app_usage("--time: %s is not a number of milliseconds", milliseconds);
        }
        p.budget = value / 1000;
    }
    code = choose_backends(&p, backends);
    if (!code && argc == 0) {
        code = choose_algs(&p, NULL, quick);
    }
    for (int i = 0; i < argc && !code; i++) {
        code = choose_algs(&p, argv[i], quick);
    }
    if (code) {
        return code;
    }
    system_cpu(p.cpu);
    system_os(p.os);
    p.counter = cycles_open();
    print_environment(&p);
    for (size_t i = 0; i < p.alg_count && !code; i++) {
        code = p.memory ? weigh_alg(&p, p.algs[i]) : time_alg(&p, p.algs[i]);
    }
    if (p.form == JSON) {
        printf("\n]}\n");
    }
    return code;
}

const app_command command_speed = {
    "speed", "[OPTION]... [ALG]...", "Measure speed or memory of every operation in every backend",
    "ALG is an algorithm or a scheme; without one, all are measured. Prints median and quartiles of making a key "
    "pair,\n"
    "signing, verifying, and the last two with prepared keys, and how many times faster each backend is than the\n"
    "reference: the scheme written plainly from its specification. The unit is CPU cycles if the system lets a\n"
    "program read a cycle counter, else what the first lines say.",
    run};
