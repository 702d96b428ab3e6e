/* neosig-bench kernels: the kernels of SNOVA, Rainbow and ML-DSA one by one. Three implementations: the reference's,
 * the papers' technique (AArch64 only), and the library's backend in use, each on data in its own layout. All must
 * agree.
 */
#include "bench.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "gf/gf16.h"
#include "gf/tower.h"
#include "mldsa/mldsa_poly.h"
#include "neosig/neosig.h"
#include "ntt/ntt32.h"
#include "ntt/ntt_8380417_portable_tables.h"
#include "sym.h"
#include "sym/aes.h"
#include "sym/keccak.h"
#include "sym/sha2.h"
#include "system.h"
#include "technique.h"
#include "timing.h"

#include <stdio.h>
#include <string.h>

enum { BATCH = 64, STREAM = 32768, LANES = 4 * BATCH + NEOSIG_GF16_SLACK, VECTOR = 512, VECTORS = 16, COLUMNS = 32 };
enum { XOF = 5 * NEOSIG_SHAKE128_RATE }; /* bytes that a polynomial of ML-DSA's matrix is drawn from */
enum { REFERENCE, PAPERS, NEOSIG, IMPLEMENTATIONS };
static const char *const names[IMPLEMENTATIONS] = {"reference", "papers", "neosig"};
static const double SECONDS = 0.03; /* for a figure */

/* Where all implementations leave the same bytes. */
typedef struct results {
    uint64_t states[100];
    uint8_t stream[STREAM], vector[VECTOR], products[COLUMNS * VECTOR], uniform[NEOSIG_MLDSA_UNIFORM_BYTES];
} results;

typedef struct data {
    const neosig_backend *backend;
    unsigned l;
    size_t count;                                 /* as in kernel */
    uint8_t a[16], b[BATCH * 16], c[BATCH * 16];  /* blocks */
    uint8_t pairs[4 * 2], rows[4 * LANES];        /* a and b in the library's layout */
    uint8_t pair_rows[2 * LANES], sum[2 * LANES]; /* b and c in pair rows, rows lanes_of() apart */
    neosig_gf16_table tables[4 * 2];
    uint8_t key[16], round_keys[11][16];
    neosig_aes_key aes;
    const neosig_tower *field; /* Rainbow's, of bits bits */
    unsigned bits;
    size_t bytes;                              /* of a vector */
    uint8_t scalars[VECTORS], packed[VECTORS]; /* one a byte, and packed as the library takes them */
    uint8_t tower[16][16], vectors[VECTORS * VECTOR];
    _Alignas(16) uint8_t scalar_tables[VECTORS * 32];
    uint8_t matrix[VECTORS * COLUMNS], packed_matrix[VECTORS * COLUMNS];
    _Alignas(16) uint8_t pair_tables[VECTORS * COLUMNS / 2 * 64];
    _Alignas(64) int32_t polynomial[256], factor[256]; /* modulo ML-DSA's q */
    uint8_t xof[XOF];
    results out;
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
    neosig_reference_aes128_ctr(d->out.stream, STREAM, d->key);
}

/* count is the digest's bytes. */
static void sha2_reference(data *d)
{
    neosig_reference_sha2(d->out.vector, d->count, d->out.stream, STREAM);
}

static void keccak_reference(data *d)
{
    for (size_t i = 0; i < d->count; i++)
        neosig_reference_keccak(d->out.states + 25 * i);
}

static void combine_reference(data *d)
{
    for (size_t k = 0; k < d->count; k++)
        neosig_bench_plain_combine(d->bits, d->out.vector, d->bytes, d->vectors + k * VECTOR, d->scalars[k]);
}

/* Repeated in place. What the transform gives is out of bounds for another one, hence both together; the inverse bears
 * it. */
static void ntt_intt_reference(data *d)
{
    neosig_bench_plain_ntt(d->polynomial, ntt_8380417_zeta);
    neosig_bench_plain_intt(d->polynomial, ntt_8380417_zeta);
}

static void intt_reference(data *d)
{
    neosig_bench_plain_intt(d->polynomial, ntt_8380417_zeta);
}

static void ntt_multiply_reference(data *d)
{
    neosig_bench_plain_ntt_multiply(d->polynomial, d->factor);
}

static void uniform_reference(data *d)
{
    neosig_bench_plain_uniform(d->out.uniform, d->xof);
}

/* The vectors times a matrix: every vector by many scalars. */
static void matrix_reference(data *d)
{
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < d->count; k++)
            neosig_bench_plain_combine(d->bits, d->out.products + j * VECTOR, d->bytes, d->vectors + k * VECTOR,
                                       d->matrix[k * COLUMNS + j]);
}

#if defined(__aarch64__)
static void matrix_papers(data *d)
{
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < d->count; k++)
            neosig_bench_technique_combine(d->bits, d->out.products + j * VECTOR, d->bytes, d->vectors + k * VECTOR,
                                           d->matrix[k * COLUMNS + j], (const uint8_t(*)[16])d->tower);
}

static void combine_papers(data *d)
{
    for (size_t k = 0; k < d->count; k++)
        neosig_bench_technique_combine(d->bits, d->out.vector, d->bytes, d->vectors + k * VECTOR, d->scalars[k],
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
    neosig_bench_technique_aes128_ctr(d->out.stream, STREAM, (const uint8_t(*)[16])d->round_keys);
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
    gf16->multiply((neosig_gf16_pairs){d->sum, lanes_of(d), pairs, lanes_of(d)}, (neosig_gf16_factor){d->tables, pairs},
                   (neosig_gf16_view){d->rows, LANES, d->l, lanes_of(d)});
}

static void aes_neosig(data *d)
{
    static const uint8_t iv[16];
    d->backend->aes->expand(&d->aes, d->key, sizeof d->key);
    d->backend->aes->ctr(d->out.stream, STREAM, &d->aes, iv, 0);
}

static void sha256_neosig(data *d)
{
    neosig_sha256 hash;
    neosig_sha256_init(&hash, d->count);
    neosig_sha256_update(&hash, d->out.stream, STREAM);
    neosig_sha256_final(&hash, d->out.vector, d->count);
}

static void sha512_neosig(data *d)
{
    neosig_sha512 hash;
    neosig_sha512_init(&hash, d->count);
    neosig_sha512_update(&hash, d->out.stream, STREAM);
    neosig_sha512_final(&hash, d->out.vector, d->count);
}

static void keccak_neosig(data *d)
{
    const neosig_keccak_kernels *keccak = d->backend->keccak;
    if (d->count == 4)
        keccak->f1600_x4(d->out.states);
    else if (d->count == 2)
        keccak->f1600_x2(d->out.states);
    else
        keccak->f1600(d->out.states);
}

static void combine_neosig(data *d)
{
    d->field->scalars(d->scalar_tables, d->packed, d->count);
    d->field->combine(d->out.vector, d->bytes, d->vectors, VECTOR, d->scalar_tables, d->count);
}

static void matrix_neosig(data *d)
{
    uint32_t offsets[COLUMNS];
    for (uint32_t i = 0; i < COLUMNS; i++)
        offsets[i] = i * VECTOR;
    d->field->pairs(d->pair_tables, d->packed_matrix, d->count, COLUMNS, COLUMNS, 1);
    d->field->multiply(&(neosig_tower_vectors){d->out.products, offsets, COLUMNS},
                       &(neosig_tower_vectors){d->vectors, offsets, d->count}, d->pair_tables, d->bytes);
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

static void ntt_multiply_neosig(data *d)
{
    d->backend->ntt_8380417->multiply(d->polynomial, d->polynomial, d->factor);
}

static void uniform_neosig(data *d)
{
    d->backend->mldsa->uniform_vartime(d->out.uniform, 0, d->xof, XOF);
}

typedef struct kernel {
    const char *name;
    void (*run[IMPLEMENTATIONS])(data *d); /* NULL: there is none */
    size_t count;                          /* of blocks, Keccak states, vectors, or bytes of a digest */
    unsigned l;                            /* block size of SNOVA, or 0 */
    unsigned bits;                         /* of an element of the tower, or 0 */
    size_t bytes;                          /* of a vector over it */
} kernel;

static const kernel kernels[] = {
    {"add-2x2", {add_reference, add_papers, add_neosig}, 1, 2, 0, 0},
    {"add-3x3", {add_reference, add_papers, add_neosig}, 1, 3, 0, 0},
    {"add-4x4", {add_reference, add_papers, add_neosig}, 1, 4, 0, 0},
    {"add-2x2-batch", {add_reference, add_papers, add_neosig}, BATCH, 2, 0, 0},
    {"add-3x3-batch", {add_reference, add_papers, add_neosig}, BATCH, 3, 0, 0},
    {"add-4x4-batch", {add_reference, add_papers, add_neosig}, BATCH, 4, 0, 0},
    {"multiply-2x2", {multiply_reference, multiply_papers, multiply_neosig}, 1, 2, 0, 0},
    {"multiply-3x3", {multiply_reference, multiply_papers, multiply_neosig}, 1, 3, 0, 0},
    {"multiply-4x4", {multiply_reference, multiply_papers, multiply_neosig}, 1, 4, 0, 0},
    {"multiply-2x2-batch", {multiply_reference, multiply_papers, multiply_neosig}, BATCH, 2, 0, 0},
    {"multiply-3x3-batch", {multiply_reference, multiply_papers, multiply_neosig}, BATCH, 3, 0, 0},
    {"multiply-4x4-batch", {multiply_reference, multiply_papers, multiply_neosig}, BATCH, 4, 0, 0},
    {"aes-128-ctr-32k", {aes_reference, aes_papers, aes_neosig}, 1, 0, 0, 0},
    {"sha-256-32k", {sha2_reference, NULL, sha256_neosig}, 32, 0, 0, 0},
    {"sha-512-32k", {sha2_reference, NULL, sha512_neosig}, 64, 0, 0, 0},
    {"keccak-f1600", {keccak_reference, NULL, keccak_neosig}, 1, 0, 0, 0},
    {"keccak-f1600-x2", {keccak_reference, NULL, keccak_neosig}, 2, 0, 0, 0},
    {"keccak-f1600-x4", {keccak_reference, NULL, keccak_neosig}, 4, 0, 0, 0},
    {"tower-gf16-16", {combine_reference, combine_papers, combine_neosig}, 1, 0, 4, 16},
    {"tower-gf16-512", {combine_reference, combine_papers, combine_neosig}, 1, 0, 4, VECTOR},
    {"tower-gf16-512x16", {combine_reference, combine_papers, combine_neosig}, VECTORS, 0, 4, VECTOR},
    {"tower-gf16-512x16x32", {matrix_reference, matrix_papers, matrix_neosig}, VECTORS, 0, 4, VECTOR},
    {"tower-gf256-16", {combine_reference, combine_papers, combine_neosig}, 1, 0, 8, 16},
    {"tower-gf256-512", {combine_reference, combine_papers, combine_neosig}, 1, 0, 8, VECTOR},
    {"tower-gf256-512x16", {combine_reference, combine_papers, combine_neosig}, VECTORS, 0, 8, VECTOR},
    {"tower-gf256-512x16x32", {matrix_reference, matrix_papers, matrix_neosig}, VECTORS, 0, 8, VECTOR},
    {"ntt-8380417-both", {ntt_intt_reference, NULL, ntt_intt_neosig}, 1, 0, 0, 0},
    {"ntt-8380417-inverse", {intt_reference, NULL, intt_neosig}, 1, 0, 0, 0},
    {"ntt-8380417-multiply", {ntt_multiply_reference, NULL, ntt_multiply_neosig}, 1, 0, 0, 0},
    {"mldsa-uniform", {uniform_reference, NULL, uniform_neosig}, 1, 0, 0, 0},
};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* Whether this machine has what an implementation needs. */
static int runs(const kernel *k, unsigned which)
{
    int needs_aes = which == PAPERS && k->run[REFERENCE] == aes_reference;
    return k->run[which] && (!needs_aes || neosig_cpu() & NEOSIG_CPU_AES);
}

static void repeat(data *d, const kernel *k, unsigned which, uint32_t n)
{
    while (n-- > 0)
        k->run[which](d);
}

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

/* Random elements of a field of 4 or 8 bits, one a byte. */
static void draw(uint64_t *state, uint8_t *elements, size_t count, unsigned bits)
{
    splitmix64_random(state, elements, count);
    for (size_t i = 0; bits == 4 && i < count; i++)
        elements[i] &= 15;
}

static void pack(uint8_t *packed, const uint8_t *elements, size_t count, unsigned bits)
{
    for (size_t i = 0; i < count; i++)
        packed[i * bits / 8] |= (uint8_t)(elements[i] << i * bits % 8);
}

static void draw_polynomial(uint64_t *state, int32_t polynomial[256])
{
    uint32_t words[256];
    splitmix64_random(state, (uint8_t *)words, sizeof words);
    for (size_t i = 0; i < 256; i++)
        polynomial[i] = (int32_t)(words[i] % NEOSIG_MLDSA_Q);
}

static void fill_blocks(data *d, uint64_t *state)
{
    size_t l = d->l, L = l * l, pairs = pairs_of(d);
    draw(state, d->a, sizeof d->a, 4);
    draw(state, d->b, sizeof d->b, 4);
    draw(state, d->c, sizeof d->c, 4);
    for (size_t r = 0; r < l; r++)
        for (size_t c = 0; c < l; c++)
            d->pairs[c * pairs + r % pairs] |= (uint8_t)(d->a[r * l + c] << (r < pairs ? 0 : 4));
    for (size_t i = 0; i < d->count; i++)
        for (size_t e = 0; e < L; e++)
            d->rows[e / l * LANES + i * l + e % l] = d->b[i * L + e];
    pair_up(d->pair_rows, d, d->b);
    pair_up(d->sum, d, d->c);
}

static void fill(data *d, const kernel *k)
{
    uint64_t state = 1;
    memset(d, 0, sizeof *d);
    d->backend = neosig_backend_now();
    d->l = k->l;
    d->count = k->count;
    d->bits = k->bits;
    d->bytes = k->bytes;
    d->field = k->bits == 8 ? &d->backend->tower->gf256 : &d->backend->tower->gf16;
    splitmix64_random(&state, d->key, sizeof d->key);
    splitmix64_random(&state, (uint8_t *)d->out.states, sizeof d->out.states);
    d->backend->aes->expand(&d->aes, d->key, sizeof d->key);
    memcpy(d->round_keys, d->aes.round_keys, sizeof d->round_keys);
    splitmix64_random(&state, d->vectors, sizeof d->vectors);
    splitmix64_random(&state, d->xof, sizeof d->xof);
    draw_polynomial(&state, d->polynomial);
    draw_polynomial(&state, d->factor);
    for (unsigned i = 0; i < 256; i++)
        d->tower[i / 16][i % 16] = neosig_bench_plain_tower(4, (uint8_t)(i / 16), (uint8_t)(i % 16));
    if (d->bits) {
        draw(&state, d->scalars, sizeof d->scalars, d->bits);
        pack(d->packed, d->scalars, sizeof d->scalars, d->bits);
        draw(&state, d->matrix, sizeof d->matrix, d->bits);
        pack(d->packed_matrix, d->matrix, sizeof d->matrix, d->bits);
    }
    if (d->l)
        fill_blocks(d, &state);
}

/* Whether one run gives what the reference gives. */
static int agrees(const kernel *k, unsigned which)
{
    static data expected, got;
    fill(&expected, k);
    repeat(&expected, k, REFERENCE, 1);
    fill(&got, k);
    repeat(&got, k, which, 1);
    if (k->l) {
        pair_up(expected.sum, &expected, expected.c);
        if (which != NEOSIG)
            pair_up(got.sum, &got, got.c);
    }
    for (size_t i = 0; i < 256; i++)
        if ((expected.polynomial[i] - got.polynomial[i]) % NEOSIG_MLDSA_Q != 0)
            return 0;
    return memcmp(expected.sum, got.sum, pairs_of(&got) * lanes_of(&got)) == 0 &&
           memcmp(&expected.out, &got.out, sizeof got.out) == 0;
}

/* ---- Measurement ---- */

typedef struct repetition {
    data *d;
    const kernel *k;
    unsigned which;
    uint32_t n; /* enough for a coarse counter */
} repetition;

static int run_repetition(void *state)
{
    const repetition *r = state;
    repeat(r->d, r->k, r->which, r->n);
    return 0;
}

static void print_row(const char *name, const double medians[IMPLEMENTATIONS])
{
    printf("%-24s %12.1f ", name, medians[REFERENCE]);
    if (medians[PAPERS] > 0)
        printf("%12.1f %7.2f ", medians[PAPERS], medians[REFERENCE] / medians[PAPERS]);
    else
        printf("%12s %7s ", "-", "-");
    printf("%12.1f %7.2f\n", medians[NEOSIG], medians[REFERENCE] / medians[NEOSIG]);
}

static void measure(const kernel *k, const cycles_source *counter, int csv)
{
    static data d;
    static timing_series series[IMPLEMENTATIONS];
    repetition repetitions[IMPLEMENTATIONS];
    double medians[IMPLEMENTATIONS] = {0};
    unsigned order[IMPLEMENTATIONS];
    size_t count = 0;
    const int streams = k->run[REFERENCE] == aes_reference || k->run[REFERENCE] == sha2_reference;
    const uint32_t n = streams ? 1 : k->run[REFERENCE] == matrix_reference ? 4 : 256;
    fill(&d, k);
    for (unsigned which = 0; which < IMPLEMENTATIONS; which++)
        if (runs(k, which)) {
            repetitions[count] = (repetition){&d, k, which, n};
            series[count] = (timing_series){.run = run_repetition, .state = &repetitions[count]};
            order[count++] = which;
        }
    timing_measure(series, count, counter, SECONDS);
    for (size_t i = 0; i < count; i++) {
        timing_figure f = timing_summarise(series[i].samples, series[i].count);
        medians[order[i]] = (double)f.median / n;
        if (csv)
            printf("%s,%s,%.1f,%.1f,%.1f,%.2f\n", k->name, names[order[i]], (double)f.median / n, (double)f.q1 / n,
                   (double)f.q3 / n, medians[REFERENCE] / medians[order[i]]);
    }
    if (!csv)
        print_row(k->name, medians);
    fflush(stdout);
}

static void measure_all(int csv)
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
    for (size_t i = 0; i < KERNELS; i++)
        measure(&kernels[i], counter, csv);
}

static int run_one(const char *name, const char *implementation, const char *number)
{
    static data d;
    uint32_t n;
    size_t i = 0;
    unsigned which = 0;
    while (i < KERNELS && strcmp(kernels[i].name, name) != 0)
        i++;
    while (which < IMPLEMENTATIONS && strcmp(names[which], implementation) != 0)
        which++;
    if (i == KERNELS)
        return neosig_bench_no("no such kernel", name);
    if (which == IMPLEMENTATIONS || !runs(&kernels[i], which))
        return neosig_bench_no("no such implementation", implementation);
    if (neosig_bench_number(&n, number))
        return neosig_bench_no("not a number", number);
    fill(&d, &kernels[i]);
    repeat(&d, &kernels[i], which, n);
    return 0;
}

static void print_list(void)
{
    for (const kernel *k = kernels; k < kernels + KERNELS; k++)
        for (unsigned which = 0; which < IMPLEMENTATIONS; which++)
            if (runs(k, which))
                printf("%s %s\n", k->name, names[which]);
}

/* Nothing is measured or listed that does not agree. */
int neosig_bench_kernels(int argc, char **argv)
{
    int csv = argc == 1 && strcmp(argv[0], "--csv") == 0, list = argc == 1 && strcmp(argv[0], "--list") == 0;
    int failed = 0;
    if (argc == 3)
        return run_one(argv[0], argv[1], argv[2]);
    if (argc != 0 && !csv && !list)
        return neosig_bench_no("usage", "kernels [--csv|--list|NAME IMPLEMENTATION N]");
    for (const kernel *k = kernels; k < kernels + KERNELS; k++)
        for (unsigned which = PAPERS; which < IMPLEMENTATIONS; which++)
            if (runs(k, which) && !agrees(k, which)) {
                fprintf(stderr, "neosig-bench: %s: %s differs from the reference\n", k->name, names[which]);
                failed = 1;
            }
    if (failed)
        return 1;
    if (list)
        print_list();
    else
        measure_all(csv);
    return 0;
}
