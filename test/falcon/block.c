/* falcon_kernels.h's `block` in every backend this CPU runs, bit by bit against the walk node by node in integers.
 * Compared are what the sampler is given, in which order, and what comes back. The linker puts a sampler of this test
 * before the library's (--wrap), which rounds down. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "falcon/falcon_kernels.h"
#include "fft/values.h"
#include "neosig/neosig.h"
#include "test.h"

#include <string.h>

enum { LEVEL = NEOSIG_FALCON_BLOCK_LEVEL, N = 1 << LEVEL, STEP = 4, CALLS = N };

/* ---- The sampler */

static uint64_t seen[CALLS][3];
static size_t calls;

uint64_t __wrap_neosig_falcon_sample_vartime(struct neosig_falcon_sampler *s, neosig_real mu0, neosig_real mu1,
                                             neosig_real leaf);
uint64_t __wrap_neosig_falcon_sample_vartime(struct neosig_falcon_sampler *s, neosig_real mu0, neosig_real mu1,
                                             neosig_real leaf)
{
    (void)s;
    if (calls < CALLS) {
        seen[calls][0] = without_sign_of_zero(neosig_real_bits(mu0));
        seen[calls][1] = without_sign_of_zero(neosig_real_bits(mu1));
        seen[calls][2] = neosig_real_bits(leaf);
    }
    calls++;
    return (uint32_t)neosig_real_floor(mu0) | (uint64_t)(uint32_t)neosig_real_floor(mu1) << 32;
}

/* ---- The walk, algorithm 11 of the specification, in the order of the reference code */

typedef struct walk {
    const neosig_real *l10[LEVEL + 1]; /* by level, of the next node */
    const neosig_real *leaf;
} walk;

static value take(const neosig_real *f, size_t i, size_t distance)
{
    return (value){neosig_real_bits(f[i]), neosig_real_bits(f[distance + i])};
}

static void walk_node(walk *w, unsigned k, value *t0, value *t1, int16_t *z0, int16_t *z1, size_t step);

/* t becomes z, whose coefficients are z[i step]. */
static void walk_half(walk *w, unsigned k, value *t, int16_t *z, size_t step)
{
    const size_t pairs = (size_t)1 << k >> 2;
    value halves[2][N / 4];
    if (k == 1) {
        const uint64_t both = __wrap_neosig_falcon_sample_vartime(NULL, neosig_real_of_bits(t->re),
                                                                  neosig_real_of_bits(t->im), *w->leaf++);
        z[0] = (int16_t)both;
        z[step] = (int16_t)(both >> 32);
        *t = (value){real_integer_of_int(z[0]), real_integer_of_int(z[step])};
        return;
    }
    for (size_t u = 0; u < pairs; u++) {
        value both[2];
        split_pair(both, t + 2 * u, root(pairs + u), power_of_two(-1));
        halves[0][u] = both[0];
        halves[1][u] = both[1];
    }
    walk_node(w, k - 1, halves[0], halves[1], z, z + step, 2 * step);
    for (size_t u = 0; u < pairs; u++) {
        const value both[2] = {halves[0][u], halves[1][u]};
        merge_pair(t + 2 * u, both, root(pairs + u));
    }
}

static void walk_node(walk *w, unsigned k, value *t0, value *t1, int16_t *z0, int16_t *z1, size_t step)
{
    const size_t entries = (size_t)1 << k >> 1;
    const neosig_real *l10 = w->l10[k];
    value given[N / 2];
    w->l10[k] += 2 * entries;
    memcpy(given, t1, entries * sizeof given[0]);
    walk_half(w, k, t1, z1, step);
    for (size_t i = 0; i < entries; i++)
        t0[i] = sum(t0[i], product(difference(given[i], t1[i]), take(l10, i, entries)));
    walk_half(w, k, t0, z0, step);
}

/* ---- */

static uint64_t state = 1;

/* Of a size between 2^-range and 2^range. */
static neosig_real random_real(unsigned range)
{
    const uint64_t r = splitmix64(&state);
    return neosig_real_of_bits(r >> 63 << 63 | (1023 - range + (r >> 52) % (2 * range)) << 52 |
                               (r & ((UINT64_C(1) << 52) - 1)));
}

static void test_block(const neosig_falcon_kernels *kernels)
{
    neosig_real tree[NEOSIG_FALCON_BLOCK], t[2][N];
    value expected[2][N / 2];
    int16_t z[2][STEP * N], expected_z[2][STEP * N];
    uint64_t expected_seen[CALLS][3];
    unsigned bad = 0;
    walk w = {.l10 = {NULL, tree + 16, tree + 8, tree}, .leaf = tree + 24};
    for (size_t i = 0; i < NEOSIG_FALCON_BLOCK; i++)
        tree[i] = random_real(3);
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < N; j++)
            t[i][j] = random_real(6);
        for (size_t j = 0; j < N / 2; j++)
            expected[i][j] = take(t[i], j, N / 2);
    }
    memset(z, 0, sizeof z);
    memset(expected_z, 0, sizeof expected_z);
    calls = 0;
    walk_node(&w, LEVEL, expected[0], expected[1], expected_z[0], expected_z[1], STEP);
    CHECK(calls == CALLS);
    memcpy(expected_seen, seen, sizeof seen);
    calls = 0;
    kernels->block(NULL, t[0], t[1], z[0], z[1], STEP, tree);
    CHECK(calls == CALLS);
    CHECK(memcmp(seen, expected_seen, sizeof seen) == 0);
    CHECK(memcmp(z, expected_z, sizeof z) == 0);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < N / 2; j++)
            bad += !same_values(take(t[i], j, N / 2), expected[i][j]);
    CHECK(bad == 0);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        const unsigned failed = test_failed;
        for (unsigned round = 0; round < 2000; round++)
            test_block(neosig_backend_now()->falcon);
        if (test_failed != failed)
            fprintf(stderr, "backend %s\n", neosig_backend_name(i));
    }
    return test_end();
}
