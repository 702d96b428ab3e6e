/* neosig-tune: ways to compute the same, timed side by side on this machine. neosig takes one of them by what the CPU
 * is, or took one by models of cores (bench/choices.py). It is a program of its own, since neosig-bench is counted:
 * more in that program would move its data, by which the C library copies differently. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "gf/tower.h"
#include "sym/aes.h"
#include "sym/keccak.h"
#include "system.h"
#include "timing.h"
#include "tune.h"

#include <stdio.h>
#include <string.h>

enum { BYTES = 4096, VECTOR = 256, VECTORS = BYTES / VECTOR, WAYS = 5, REPEATED = 64 };
static const double SECONDS = 0.2; /* for a way */

static const char usage[] = "usage: neosig-tune [--csv]\n"
                            "\n"
                            "Times ways to compute the same, between which neosig chose by the CPU or by\n"
                            "models of cores, on this machine. Marks neosig's, and names a way that was\n"
                            "faster in three quarters of the samples.\n"
                            "Exit status: 0 good, 1 ways differ in what they compute, 2 usage.\n";

typedef struct data {
    uint64_t states[100];
    uint8_t in[BYTES], out[BYTES];
    neosig_aes_key key;
    _Alignas(16) uint8_t scalars[VECTORS * NEOSIG_TOWER_SCALAR_MAX];
} data;

typedef struct way {
    const char *name;
    uint32_t needs;      /* NEOSIG_CPU_... bits */
    const void *kernels; /* a family's table */
    neosig_bench_loop *loop;
    unsigned at_once; /* states of Keccak in a call */
} way;

typedef struct choice {
    const char *name;
    void (*run)(data *d, const struct choice *c, const way *w);
    unsigned states; /* of Keccak */
    way ways[WAYS];  /* the first without a name ends the list */
} choice;

/* ---- The choices ---- */

static void permute(data *d, const choice *c, const way *w)
{
    const neosig_keccak_kernels *keccak = w->kernels;
    for (unsigned i = 0; i < c->states; i += w->at_once) {
        uint64_t *states = d->states + (size_t)25 * i;
        if (w->at_once == 4)
            keccak->f1600_x4(states);
        else if (w->at_once == 2)
            keccak->f1600_x2(states);
        else
            keccak->f1600(states);
    }
}

static void encrypt(data *d, const choice *c, const way *w)
{
    static const uint8_t iv[16];
    const neosig_aes_kernels *aes = w->kernels;
    (void)c;
    aes->ctr(d->out, BYTES, &d->key, iv, 0);
}

#if defined(__aarch64__)
static void combine(data *d, const choice *c, const way *w)
{
    const neosig_tower *field = &((const neosig_tower_kernels *)w->kernels)->gf16;
    (void)c;
    field->scalars(d->scalars, d->in, VECTORS);
    field->combine(d->out, VECTOR, d->in, VECTOR, d->scalars, VECTORS);
}

static void repeat_loop(data *d, const choice *c, const way *w)
{
    (void)c;
    w->loop(d->out, d->in, BYTES);
}

#define GENERAL(at_once) NEOSIG_CPU_NEON, &neosig_keccak_aarch64, NULL, at_once
#define MIXED(at_once) NEOSIG_CPU_SHA3, &neosig_keccak_mixed, NULL, at_once
#define SHA3(at_once) NEOSIG_CPU_SHA3, &neosig_keccak_neon_sha3, NULL, at_once

static const choice choices[] = {
    {"Keccak, one state", permute, 1, {{"general registers", GENERAL(1)}, {"SHA-3 instructions", SHA3(1)}}},
    {"Keccak, two states",
     permute,
     2,
     {{"NEON", GENERAL(2)},
      {"NEON and SHA-3 instructions", MIXED(2)},
      {"general registers, one by one", GENERAL(1)},
      {"SHA-3 instructions", SHA3(2)}}},
    {"Keccak, four states",
     permute,
     4,
     {{"NEON and general registers", GENERAL(4)},
      {"NEON, SHA-3 instructions and general registers", MIXED(4)},
      {"NEON, two by two", GENERAL(2)},
      {"general registers, one by one", GENERAL(1)},
      {"SHA-3 instructions, two by two", SHA3(4)}}},
    {"AES-128, 4 KiB",
     encrypt,
     0,
     {{"AES instructions", NEOSIG_CPU_AES, &neosig_aes_armv8, NULL, 0},
      {"NEON, bit-sliced", NEOSIG_CPU_NEON, &neosig_aes_neon, NULL, 0}}},
    {"vectors by scalars of GF(16)",
     combine,
     0,
     {{"NEON", NEOSIG_CPU_NEON, &neosig_tower_neon, NULL, 0},
      {"NEON and EOR3", NEOSIG_CPU_SHA3, &neosig_tower_neon_sha3, NULL, 0}}},
    {"sums of products, 4 KiB",
     repeat_loop,
     0,
     {{"stored in pairs", 0, NULL, neosig_bench_products_stp, 0},
      {"stored by ST1 of four", 0, NULL, neosig_bench_products_st1, 0}}},
    {"copy, 4 KiB",
     repeat_loop,
     0,
     {{"vector registers", 0, NULL, neosig_bench_copy_vectors, 0},
      {"general registers", 0, NULL, neosig_bench_copy_general, 0}}},
};

/* The table that is in use where the library's is this one. */
static const void *in_use(const void *kernels)
{
    if (kernels == &neosig_keccak_armv8)
        return neosig_cpu() & NEOSIG_CPU_SHA3 ? &neosig_keccak_mixed : &neosig_keccak_aarch64;
    return kernels;
}
#elif defined(__x86_64__)
#define AVX512(at_once) NEOSIG_CPU_AVX2 | NEOSIG_CPU_AVX512VL, &neosig_keccak_avx512, NULL, at_once
#define AVX2(at_once) NEOSIG_CPU_AVX2, &neosig_keccak_avx2, NULL, at_once

static const neosig_aes_kernels aes_vaes = {.name = "vaes", .ctr = neosig_aes_ctr_vaes};
static const neosig_aes_kernels aes_ni = {.name = "aes-ni", .ctr = neosig_aes_ctr_aesni};

static const choice choices[] = {
    {"Keccak, one state", permute, 1, {{"AVX-512", AVX512(1)}, {"general registers", AVX2(1)}}},
    {"Keccak, two states", permute, 2, {{"AVX-512", AVX512(2)}, {"general registers, one by one", AVX2(2)}}},
    {"Keccak, four states",
     permute,
     4,
     {{"AVX-512", AVX512(4)},
      {"AVX-512, two by two", AVX512(2)},
      {"AVX-512, one by one", AVX512(1)},
      {"AVX2", AVX2(4)},
      {"general registers, one by one", AVX2(1)}}},
    {"AES-128, 4 KiB",
     encrypt,
     0,
     {{"VAES", NEOSIG_CPU_AVX2 | NEOSIG_CPU_VAES, &aes_vaes, NULL, 0},
      {"AES-NI", NEOSIG_CPU_AVX2 | NEOSIG_CPU_AESNI, &aes_ni, NULL, 0}}},
};

static const void *in_use(const void *kernels)
{
    if (kernels == &neosig_keccak_x86)
        return neosig_cpu() & NEOSIG_CPU_AVX512VL ? &neosig_keccak_avx512 : &neosig_keccak_avx2;
    if (kernels == &neosig_aes_x86)
        return neosig_cpu() & NEOSIG_CPU_VAES ? &aes_vaes : &aes_ni;
    return kernels;
}
#else
static const choice choices[] = {
    {"Keccak, one state", permute, 1, {{"portable", 0, &neosig_keccak_portable, NULL, 1}}},
    {"AES-128, 4 KiB", encrypt, 0, {{"portable", 0, &neosig_aes_portable, NULL, 0}}},
};

static const void *in_use(const void *kernels)
{
    return kernels;
}
#endif

enum { CHOICES = sizeof choices / sizeof choices[0] };

/* Whether neosig takes this way on this CPU. */
static int is_neosigs(const choice *c, const way *w)
{
    const neosig_backend *best = neosig_backend_best(neosig_cpu());
    const void *families[] = {best->keccak, best->aes, best->tower};
    if (w->loop)
        return w == c->ways;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (in_use(families[i]) == w->kernels)
            return w->at_once == c->states;
    return 0;
}

/* ---- Timing ---- */

typedef struct timed {
    const choice *c;
    const way *w;
    data *d;
    timing_figure figure; /* of REPEATED runs */
} timed;

static void fill(data *d)
{
    uint64_t state = 1;
    memset(d, 0, sizeof *d);
    splitmix64_random(&state, (uint8_t *)d->states, sizeof d->states);
    splitmix64_random(&state, d->in, sizeof d->in);
    splitmix64_random(&state, d->out, sizeof d->out);
    neosig_backend_now()->aes->expand(&d->key, d->in, 16);
}

static int run(void *state)
{
    const timed *t = state;
    for (unsigned i = 0; i < REPEATED; i++)
        t->c->run(t->d, t->c, t->w);
    return 0;
}

/* The ways of a choice that this CPU has. -1: they differ in what they compute. */
static int list(timed ways[WAYS], const choice *c, data *d)
{
    static data expected;
    int count = 0;
    for (const way *w = c->ways; w < c->ways + WAYS && w->name; w++) {
        if (w->needs & ~neosig_cpu())
            continue;
        ways[count] = (timed){.c = c, .w = w, .d = d};
        fill(d);
        c->run(d, c, w);
        if (count++ == 0)
            expected = *d;
        else if (memcmp(expected.states, d->states, sizeof d->states) != 0 ||
                 memcmp(expected.out, d->out, sizeof d->out) != 0) {
            fprintf(stderr, "neosig-tune: %s: %s differs from %s\n", c->name, w->name, ways[0].w->name);
            return -1;
        }
    }
    return count;
}

/* Three quarters of the samples of a are below three quarters of those of b. */
static int is_faster(const timing_figure *a, const timing_figure *b)
{
    return a->q3 < b->q1;
}

/* Of the ways that are faster than neosig's the fastest; NULL: none. */
static const timed *faster(const timed *ways, size_t count, const timed *ours)
{
    const timed *best = NULL;
    for (const timed *t = ways; t < ways + count; t++)
        if (is_faster(&t->figure, &ours->figure) && (!best || t->figure.median < best->figure.median))
            best = t;
    return best;
}

static void print(const timed *t, int csv)
{
    static const char row[] = "  %-32s %12.1f %12.1f %12.1f  %s\n", csv_row[] = "\"%s\",\"%s\",%.1f,%.1f,%.1f,%d\n";
    const double median = (double)t->figure.median / REPEATED;
    const double q1 = (double)t->figure.q1 / REPEATED, q3 = (double)t->figure.q3 / REPEATED;
    const int ours = is_neosigs(t->c, t->w);
    if (csv)
        printf(csv_row, t->c->name, t->w->name, median, q1, q3, ours);
    else
        printf(row, t->w->name, median, q1, q3, ours ? "neosig's" : "");
}

/* Adds to *others if another way is faster than neosig's. 0, or -1: the ways differ. */
static int tune(const choice *c, const cycles_source *counter, int csv, unsigned *others)
{
    static data d;
    static timing_series series[WAYS];
    timed ways[WAYS];
    const timed *ours = NULL;
    const int listed = list(ways, c, &d);
    const size_t count = listed > 0 ? (size_t)listed : 0;
    for (size_t i = 0; i < count; i++) {
        series[i] = (timing_series){.run = run, .state = &ways[i]};
        if (is_neosigs(c, ways[i].w))
            ours = &ways[i];
    }
    if (!ours)
        return listed < 0 ? -1 : 0;
    timing_measure(series, count, counter, SECONDS);
    if (!csv)
        printf("%s\n", c->name);
    for (size_t i = 0; i < count; i++) {
        ways[i].figure = timing_summarise(series[i].samples, series[i].count);
        print(&ways[i], csv);
    }
    const timed *best = faster(ways, count, ours);
    if (best && !csv)
        printf("  -> faster here: %s, %.2f times as fast as neosig's\n", best->w->name,
               (double)ours->figure.median / (double)best->figure.median);
    *others += best != NULL;
    fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    const int csv = argc == 2 && strcmp(argv[1], "--csv") == 0, help = argc == 2 && strcmp(argv[1], "--help") == 0;
    unsigned others = 0;
    if (help || argc != 1 + csv) {
        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    const cycles_source *counter = cycles_open();
    char cpu[SYSTEM_TEXT];
    system_cpu(cpu);
    if (csv)
        printf("choice,way,%s,q1,q3,neosig\n", counter->unit);
    else
        printf("%s (%s), %s, %s, backend %s\n\n  %-32s %12s %12s %12s\n", counter->unit, counter->detail, cpu,
               system_compiler(), neosig_backend_best(neosig_cpu())->name, "", "median", "quartile", "quartile");
    for (const choice *c = choices; c < choices + CHOICES; c++)
        if (tune(c, counter, csv, &others))
            return 1;
    if (!csv)
        printf("\n%u of neosig's choices would be others on this CPU.\n", others);
    return 0;
}
