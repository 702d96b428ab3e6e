/* neosig-bench kernels: the kernels of SNOVA, Rainbow and ML-DSA one by one. Three implementations: the reference's,
 * the papers' technique (AArch64 only), and the library's backend in use, each on data in its own layout. All must
 * agree.
 */
#include "bench.h"
#include "core/backend.h"
#include "cycles.h"
#include "gf/gf16.h"
#include "gf/tower.h"
#include "mldsa/mldsa_poly.h"
#include "ntt/ntt32.h"
#include "ntt/ntt_8380417_portable_tables.h"
#include "sym.h"
#include "sym/aes.h"
#include "sym/keccak.h"
#include "system.h"
#include "technique.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 64, STREAM = 32768, LANES = 4 * BATCH + NEOSIG_GF16_SLACK, VECTOR = 512, VECTORS = 16, COLUMNS = 32 };
enum { XOF = 5 * NEOSIG_SHAKE128_RATE }; /* bytes that a polynomial of ML-DSA's matrix is drawn from */
enum { REFERENCE, PAPERS, NEOSIG, IMPLEMENTATIONS };
static const char *const names[IMPLEMENTATIONS] = {"reference", "papers", "neosig"};

typedef struct data {
    const neosig_backend *backend;
    unsigned l;
    size_t count;                                 /* blocks, or Keccak states */
    uint8_t a[16], b[BATCH * 16], c[BATCH * 16];  /* blocks */
    uint8_t pairs[4 * 2], rows[4 * LANES];        /* a and b in the library's layout */
    uint8_t pair_rows[2 * LANES], sum[2 * LANES]; /* b and c in pair rows, rows lanes_of() apart */
    neosig_gf16_table tables[4 * 2];
    uint8_t key[16], round_keys[11][16], stream[STREAM];
    neosig_aes_key aes;
    uint64_t states[100];
    unsigned bits;                             /* of Rainbow's field */
    size_t bytes;                              /* of a vector */
    uint8_t scalars[VECTORS], packed[VECTORS]; /* one a byte, and packed as the library takes them */
    uint8_t tower[16][16], vectors[VECTORS * VECTOR], vector[VECTOR];
    _Alignas(16) uint8_t scalar_tables[VECTORS * 32];
    uint8_t matrix[VECTORS * COLUMNS], packed_matrix[VECTORS * COLUMNS], products[COLUMNS * VECTOR];
    _Alignas(16) uint8_t pair_tables[VECTORS * COLUMNS / 2 * 64];
    _Alignas(64) int32_t polynomial[256], factor[256]; /* of the ring of ML-DSA */
    uint8_t xof[XOF], uniform[NEOSIG_MLDSA_UNIFORM_BYTES];
} data;

/* ---- The kernels ---- */

static void add_reference(data *d)
{
    for (size_t i = 0, L = d->l * d->l; i < d->count; i++)
        neosig_bench_plain_add(d->l, d->c + i * L, d->c + i * L, d->b + i * L);
}

static void multiply_reference(data *d)
{
    for (size_t i = 0, L = d->l * d->l; i < d->count; i++)
        neosig_bench_plain_multiply(d->l, d->c + i * L, d->a, d->b + i * L);
}

static void aes_reference(data *d)
{
    neosig_reference_aes128_ctr(d->stream, STREAM, d->key);
}

static void keccak_reference(data *d)
{
    for (size_t i = 0; i < d->count; i++)
        neosig_reference_keccak(d->states + 25 * i);
}

static void combine_reference(data *d)
{
    for (size_t k = 0; k < d->count; k++)
        neosig_bench_plain_combine(d->bits, d->vector, d->bytes, d->vectors + k * VECTOR, d->scalars[k]);
}

/* Repeated in place. What the transform gives is out of bounds for another one, hence both together; the inverse bears
 * it. */
static void ntt_intt_reference(data *d)
{
    neosig_bench_plain_ntt(d->polynomial, ntt_zeta);
    neosig_bench_plain_intt(d->polynomial, ntt_zeta);
}

static void intt_reference(data *d)
{
    neosig_bench_plain_intt(d->polynomial, ntt_zeta);
}

static void ring_multiply_reference(data *d)
{
    neosig_bench_plain_ring_multiply(d->polynomial, d->factor);
}

static void uniform_reference(data *d)
{
    neosig_bench_plain_uniform(d->uniform, d->xof);
}

/* The vectors times a matrix: every vector by many scalars. */
static void matrix_reference(data *d)
{
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < d->count; k++)
            neosig_bench_plain_combine(d->bits, d->products + j * VECTOR, d->bytes, d->vectors + k * VECTOR,
                                       d->matrix[k * COLUMNS + j]);
}

#if defined(__aarch64__)
static void matrix_papers(data *d)
{
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < d->count; k++)
            neosig_bench_technique_combine(d->bits, d->products + j * VECTOR, d->bytes, d->vectors + k * VECTOR,
                                           d->matrix[k * COLUMNS + j], (const uint8_t(*)[16])d->tower);
}

static void combine_papers(data *d)
{
    for (size_t k = 0; k < d->count; k++)
        neosig_bench_technique_combine(d->bits, d->vector, d->bytes, d->vectors + k * VECTOR, d->scalars[k],
                                       (const uint8_t(*)[16])d->tower);
}

static void add_papers(data *d)
{
    for (size_t i = 0, L = d->l * d->l; i < d->count; i++)
        neosig_bench_technique_add(d->l, d->c + i * L, d->c + i * L, d->b + i * L);
}

static void multiply_papers(data *d)
{
    for (size_t i = 0, L = d->l * d->l; i < d->count; i++)
        neosig_bench_technique_multiply(d->l, d->c + i * L, d->a, d->b + i * L);
}

static void aes_papers(data *d)
{
    neosig_bench_technique_aes128_ctr(d->stream, STREAM, (const uint8_t(*)[16])d->round_keys);
}
#else
#define matrix_papers NULL
#define combine_papers NULL
#define add_papers NULL
#define multiply_papers NULL
#define aes_papers NULL
#endif

static size_t pairs_of(const data *d)
{
    return (d->l + 1) / 2;
}

static size_t lanes_of(const data *d)
{
    return d->l * d->count;
}

static void add_neosig(data *d)
{
    neosig_gf16_add(d->sum, d->pair_rows, pairs_of(d) * lanes_of(d));
}

static void multiply_neosig(data *d)
{
    size_t pairs = pairs_of(d);
    const neosig_gf16_kernels *gf16 = d->backend->gf16;
    gf16->tables(d->tables, d->pairs, d->l * pairs);
    gf16->multiply(d->sum, lanes_of(d), d->tables, pairs, d->rows, LANES, pairs, d->l, lanes_of(d));
}

static void aes_neosig(data *d)
{
    static const uint8_t iv[16];
    d->backend->aes->expand(&d->aes, d->key, sizeof d->key);
    d->backend->aes->ctr(d->stream, STREAM, &d->aes, iv, 0);
}

static void keccak_neosig(data *d)
{
    const neosig_keccak_kernels *keccak = d->backend->keccak;
    if (d->count == 4)
        keccak->f1600_x4(d->states);
    else if (d->count == 2)
        keccak->f1600_x2(d->states);
    else
        keccak->f1600(d->states);
}

static void combine_neosig(data *d)
{
    const neosig_tower *field = d->bits == 8 ? &d->backend->tower->gf256 : &d->backend->tower->gf16;
    field->scalars(d->scalar_tables, d->packed, d->count);
    field->combine(d->vector, d->bytes, d->vectors, VECTOR, d->scalar_tables, d->count);
}

static void matrix_neosig(data *d)
{
    const neosig_tower *field = d->bits == 8 ? &d->backend->tower->gf256 : &d->backend->tower->gf16;
    uint32_t offsets[COLUMNS];
    for (uint32_t i = 0; i < COLUMNS; i++)
        offsets[i] = i * VECTOR;
    field->pairs(d->pair_tables, d->packed_matrix, d->count, COLUMNS, COLUMNS, 1);
    field->multiply(d->products, offsets, COLUMNS, d->vectors, offsets, d->count, d->pair_tables, d->bytes);
}

static void ntt_intt_neosig(data *d)
{
    d->backend->ntt_8380417->forward(d->polynomial);
    d->backend->ntt_8380417->inverse(d->polynomial);
}

static void intt_neosig(data *d)
{
    d->backend->ntt_8380417->inverse(d->polynomial);
}

static void ring_multiply_neosig(data *d)
{
    d->backend->ntt_8380417->multiply(d->polynomial, d->polynomial, d->factor);
}

static void uniform_neosig(data *d)
{
    d->backend->mldsa->uniform_vartime(d->uniform, 0, d->xof, XOF);
}

static const struct kernel {
    const char *name;
    unsigned l;   /* block size, or 0 */
    size_t count; /* of blocks, Keccak states, or vectors; 0: AES */
    void (*run[IMPLEMENTATIONS])(data *d);
    unsigned bits; /* of an element of Rainbow's field */
    size_t bytes;  /* of a vector over it */
} kernels[] = {
    {"add-2x2", 2, 1, {add_reference, add_papers, add_neosig}, 0, 0},
    {"add-3x3", 3, 1, {add_reference, add_papers, add_neosig}, 0, 0},
    {"add-4x4", 4, 1, {add_reference, add_papers, add_neosig}, 0, 0},
    {"add-2x2-batch", 2, BATCH, {add_reference, add_papers, add_neosig}, 0, 0},
    {"add-3x3-batch", 3, BATCH, {add_reference, add_papers, add_neosig}, 0, 0},
    {"add-4x4-batch", 4, BATCH, {add_reference, add_papers, add_neosig}, 0, 0},
    {"multiply-2x2", 2, 1, {multiply_reference, multiply_papers, multiply_neosig}, 0, 0},
    {"multiply-3x3", 3, 1, {multiply_reference, multiply_papers, multiply_neosig}, 0, 0},
    {"multiply-4x4", 4, 1, {multiply_reference, multiply_papers, multiply_neosig}, 0, 0},
    {"multiply-2x2-batch", 2, BATCH, {multiply_reference, multiply_papers, multiply_neosig}, 0, 0},
    {"multiply-3x3-batch", 3, BATCH, {multiply_reference, multiply_papers, multiply_neosig}, 0, 0},
    {"multiply-4x4-batch", 4, BATCH, {multiply_reference, multiply_papers, multiply_neosig}, 0, 0},
    {"aes-128-ctr-32k", 0, 0, {aes_reference, aes_papers, aes_neosig}, 0, 0},
    {"keccak-f1600", 0, 1, {keccak_reference, NULL, keccak_neosig}, 0, 0},
    {"keccak-f1600-x2", 0, 2, {keccak_reference, NULL, keccak_neosig}, 0, 0},
    {"keccak-f1600-x4", 0, 4, {keccak_reference, NULL, keccak_neosig}, 0, 0},
    {"rainbow-gf16-16", 0, 1, {combine_reference, combine_papers, combine_neosig}, 4, 16},
    {"rainbow-gf16-512", 0, 1, {combine_reference, combine_papers, combine_neosig}, 4, VECTOR},
    {"rainbow-gf16-512x16", 0, VECTORS, {combine_reference, combine_papers, combine_neosig}, 4, VECTOR},
    {"rainbow-gf16-512x16x32", 0, VECTORS, {matrix_reference, matrix_papers, matrix_neosig}, 4, VECTOR},
    {"rainbow-gf256-16", 0, 1, {combine_reference, combine_papers, combine_neosig}, 8, 16},
    {"rainbow-gf256-512", 0, 1, {combine_reference, combine_papers, combine_neosig}, 8, VECTOR},
    {"rainbow-gf256-512x16", 0, VECTORS, {combine_reference, combine_papers, combine_neosig}, 8, VECTOR},
    {"rainbow-gf256-512x16x32", 0, VECTORS, {matrix_reference, matrix_papers, matrix_neosig}, 8, VECTOR},
    {"ring-ntt-intt", 0, 1, {ntt_intt_reference, NULL, ntt_intt_neosig}, 0, 0},
    {"ring-intt", 0, 1, {intt_reference, NULL, intt_neosig}, 0, 0},
    {"ring-multiply", 0, 1, {ring_multiply_reference, NULL, ring_multiply_neosig}, 0, 0},
    {"ring-uniform", 0, 1, {uniform_reference, NULL, uniform_neosig}, 0, 0},
};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* ---- Data ---- */

/* The pair rows of blocks side by side: block i at lanes i*l. */
static void pair_up(uint8_t *pair_rows, const data *d, const uint8_t *blocks)
{
    size_t L = d->l * d->l, pairs = pairs_of(d);
    memset(pair_rows, 0, pairs * lanes_of(d));
    for (size_t i = 0; i < d->count; i++)
        for (size_t r = 0; r < d->l; r++)
            for (size_t c = 0; c < d->l; c++)
                pair_rows[r % pairs * lanes_of(d) + i * d->l + c] |=
                    (uint8_t)(blocks[i * L + r * d->l + c] << (r < pairs ? 0 : 4));
}

static void fill(data *d, const struct kernel *kernel)
{
    uint64_t state = 1;
    memset(d, 0, sizeof *d);
    d->backend = neosig_backend_now();
    d->l = kernel->l;
    d->count = kernel->count;
    neosig_bench_random(&state, d->key, sizeof d->key);
    neosig_bench_random(&state, (uint8_t *)d->states, sizeof d->states);
    d->backend->aes->expand(&d->aes, d->key, sizeof d->key);
    memcpy(d->round_keys, d->aes.round_keys, sizeof d->round_keys);
    d->bits = kernel->bits;
    d->bytes = kernel->bytes;
    neosig_bench_random(&state, d->vectors, sizeof d->vectors);
    neosig_bench_random(&state, d->scalars, sizeof d->scalars);
    for (size_t k = 0; k < VECTORS; k++) {
        d->scalars[k] &= d->bits == 8 ? 255 : 15;
        d->packed[d->bits == 8 ? k : k / 2] |= (uint8_t)(d->scalars[k] << (d->bits == 8 ? 0 : k % 2 * 4));
    }
    neosig_bench_random(&state, d->matrix, sizeof d->matrix);
    for (size_t i = 0; i < sizeof d->matrix; i++) {
        d->matrix[i] &= d->bits == 8 ? 255 : 15;
        d->packed_matrix[d->bits == 8 ? i : i / 2] |= (uint8_t)(d->matrix[i] << (d->bits == 8 ? 0 : i % 2 * 4));
    }
    for (unsigned i = 0; i < 256; i++)
        d->tower[i / 16][i % 16] = neosig_bench_plain_tower(4, (uint8_t)(i / 16), (uint8_t)(i % 16));
    neosig_bench_random(&state, (uint8_t *)d->polynomial, sizeof d->polynomial);
    neosig_bench_random(&state, (uint8_t *)d->factor, sizeof d->factor);
    neosig_bench_random(&state, d->xof, sizeof d->xof);
    for (size_t i = 0; i < 256; i++) {
        d->polynomial[i] = (int32_t)((uint32_t)d->polynomial[i] % NEOSIG_MLDSA_Q);
        d->factor[i] = (int32_t)((uint32_t)d->factor[i] % NEOSIG_MLDSA_Q);
    }
    if (d->l == 0)
        return;

    size_t l = d->l, L = l * l, pairs = pairs_of(d);
    neosig_bench_random(&state, d->a, sizeof d->a);
    neosig_bench_random(&state, d->b, sizeof d->b);
    neosig_bench_random(&state, d->c, sizeof d->c);
    for (size_t i = 0; i < sizeof d->a; i++)
        d->a[i] &= 15;
    for (size_t i = 0; i < sizeof d->b; i++) {
        d->b[i] &= 15;
        d->c[i] &= 15;
    }
    for (size_t r = 0; r < l; r++)
        for (size_t c = 0; c < l; c++)
            d->pairs[c * pairs + r % pairs] |= (uint8_t)(d->a[r * l + c] << (r < pairs ? 0 : 4));
    for (size_t i = 0; i < d->count; i++)
        for (size_t e = 0; e < L; e++)
            d->rows[e / l * LANES + i * l + e % l] = d->b[i * L + e];
    pair_up(d->pair_rows, d, d->b);
    pair_up(d->sum, d, d->c);
}

/* Whether the CPU has what an implementation needs. */
static int runs(const struct kernel *kernel, unsigned which)
{
    if (which == PAPERS && kernel->count == 0 && !(neosig_cpu() & NEOSIG_CPU_AES))
        return 0;
    return kernel->run[which] != NULL;
}

/* Whether one run gives what the reference gives. */
static int agrees(data *d, const struct kernel *kernel, unsigned which)
{
    static uint8_t c[sizeof d->c], stream[sizeof d->stream], sum[sizeof d->sum], vector[VECTOR];
    static uint8_t products[sizeof d->products], uniform[sizeof d->uniform];
    static uint64_t states[100];
    static int32_t polynomial[256];
    fill(d, kernel);
    kernel->run[REFERENCE](d);
    memcpy(c, d->c, sizeof c);
    memcpy(stream, d->stream, sizeof stream);
    memcpy(states, d->states, sizeof states);
    memcpy(vector, d->vector, sizeof vector);
    memcpy(products, d->products, sizeof products);
    memcpy(uniform, d->uniform, sizeof uniform);
    memcpy(polynomial, d->polynomial, sizeof polynomial);
    if (kernel->l)
        pair_up(sum, d, d->c);
    fill(d, kernel);
    kernel->run[which](d);
    for (size_t i = 0; i < 256; i++)
        if ((d->polynomial[i] - polynomial[i]) % NEOSIG_MLDSA_Q != 0)
            return 0;
    if (kernel->l && which == NEOSIG)
        return memcmp(sum, d->sum, pairs_of(d) * lanes_of(d)) == 0;
    return memcmp(c, d->c, sizeof c) == 0 && memcmp(stream, d->stream, sizeof stream) == 0 &&
           memcmp(states, d->states, sizeof states) == 0 && memcmp(vector, d->vector, sizeof vector) == 0 &&
           memcmp(products, d->products, sizeof products) == 0 && memcmp(uniform, d->uniform, sizeof uniform) == 0;
}

/* ---- Measurement ---- */

static void repeat(data *d, const struct kernel *kernel, unsigned which, size_t n)
{
    while (n-- > 0)
        kernel->run[which](d);
}

/* The implementations take turns; each sample is long enough for a coarse counter. */
static void measure(data *d, const struct kernel *kernel, const cycles_source *counter,
                    neosig_bench_quartiles results[IMPLEMENTATIONS])
{
    static double samples[IMPLEMENTATIONS][NEOSIG_BENCH_SAMPLES];
    for (unsigned which = 0; which < IMPLEMENTATIONS; which++)
        results[which] = (neosig_bench_quartiles){0, 0, 0};
    fill(d, kernel);
    for (size_t s = 0; s < NEOSIG_BENCH_SAMPLES; s++)
        for (unsigned which = 0; which < IMPLEMENTATIONS; which++) {
            size_t n = kernel->count == 0 ? 1 : kernel->run[REFERENCE] == matrix_reference ? 4 : 256;
            if (!runs(kernel, which))
                continue;
            uint64_t start = counter->now();
            repeat(d, kernel, which, n);
            samples[which][s] = (double)(counter->now() - start) / (double)n;
        }
    for (unsigned which = 0; which < IMPLEMENTATIONS; which++)
        if (runs(kernel, which))
            results[which] = neosig_bench_summarise(samples[which], NEOSIG_BENCH_SAMPLES);
}

static void print_row(const char *name, const neosig_bench_quartiles results[IMPLEMENTATIONS], int csv)
{
    const double reference = results[REFERENCE].median, papers = results[PAPERS].median,
                 neosig = results[NEOSIG].median;
    if (csv) {
        for (unsigned which = 0; which < IMPLEMENTATIONS; which++)
            if (results[which].median > 0)
                printf("%s,%s,%.1f,%.1f,%.1f,%.2f\n", name, names[which], results[which].median, results[which].low,
                       results[which].high, reference / results[which].median);
        return;
    }
    printf("%-24s %12.1f ", name, reference);
    if (papers > 0)
        printf("%12.1f %7.2f ", papers, reference / papers);
    else
        printf("%12s %7s ", "-", "-");
    printf("%12.1f %7.2f\n", neosig, reference / neosig);
}

static int measure_all(data *d, int csv)
{
    const cycles_source *counter = cycles_open();
    char cpu[SYSTEM_TEXT];
    system_cpu(cpu);
    if (csv)
        printf("kernel,implementation,%s,q1,q3,ratio\n", counter->unit);
    else
        printf("%s (%s), %s, %s, backend %s\nA batch is %d blocks. AES and Keccak: 32 KiB; 1, 2 or 4 states. Rainbow: "
               "vectors of 16 or 512 bytes, 1 or 16, by one scalar each or by 32. Ring: a polynomial of ML-DSA.\n\n"
               "%-24s %12s %12s %7s %12s %7s\n",
               counter->unit, counter->detail, cpu, system_compiler(), neosig_backend_active(), BATCH, "", "reference",
               "papers", "ratio", "neosig", "ratio");
    for (size_t k = 0; k < KERNELS; k++) {
        neosig_bench_quartiles results[IMPLEMENTATIONS];
        measure(d, &kernels[k], counter, results);
        print_row(kernels[k].name, results, csv);
    }
    return 0;
}

static int run_one(data *d, const char *name, const char *implementation, const char *number)
{
    size_t k = 0;
    unsigned which = 0;
    char *rest;
    unsigned long n = strtoul(number, &rest, 10);
    while (k < KERNELS && strcmp(kernels[k].name, name) != 0)
        k++;
    while (which < IMPLEMENTATIONS && strcmp(names[which], implementation) != 0)
        which++;
    if (k == KERNELS || which == IMPLEMENTATIONS || *rest || !runs(&kernels[k], which)) {
        fprintf(stderr, "neosig-bench: no such kernel, implementation or number: %s %s %s\n", name, implementation,
                number);
        return 2;
    }
    fill(d, &kernels[k]);
    repeat(d, &kernels[k], which, n);
    return 0;
}

int neosig_bench_kernels(int argc, char **argv)
{
    int csv = argc == 1 && strcmp(argv[0], "--csv") == 0, list = argc == 1 && strcmp(argv[0], "--list") == 0;
    if (argc != 0 && argc != 3 && !csv && !list) {
        fputs("usage: neosig-bench kernels [--csv|--list|NAME IMPLEMENTATION N]\n", stderr);
        return 2;
    }
    static data memory;
    data *d = &memory;
    int result = 0;
    for (size_t k = 0; k < KERNELS && !result; k++)
        for (unsigned which = PAPERS; which < IMPLEMENTATIONS && argc != 3; which++) {
            if (!runs(&kernels[k], which))
                continue;
            if (!agrees(d, &kernels[k], which)) {
                fprintf(stderr, "neosig-bench: %s: %s differs from the reference\n", kernels[k].name, names[which]);
                result = 1;
            }
        }
    if (argc == 3)
        result = run_one(d, argv[0], argv[1], argv[2]);
    else if (list)
        for (size_t k = 0; k < KERNELS; k++)
            for (unsigned which = 0; which < IMPLEMENTATIONS; which++) {
                if (runs(&kernels[k], which))
                    printf("%s %s\n", kernels[k].name, names[which]);
            }
    else if (!result)
        result = measure_all(d, csv);
    return result;
}
