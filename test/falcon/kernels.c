/* The kernels of falcon_kernels.h in every backend this CPU runs, but for `block` (block.c). The tree and the walks are
 * compared bit by bit with the definitions in integers, candidates at and beside every threshold; public numbers as
 * well. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "falcon/falcon_base_sampler.h"
#include "fft/values.h"
#include "neosig/neosig.h"
#include "test.h"

#include <string.h>

#ifdef NEOSIG_SLOW_CPU
enum { MILLIONS = 1 };
#else
enum { MILLIONS = 8 };
#endif
enum { LOGN = 10, N = 1 << LOGN, ENTRIES = N / 2 };

static const neosig_falcon_kernels *kernels;
static uint64_t state = 1;
static neosig_real a[N], b[N], c[N], out[4 * N];

/* The size between 2^-range and 2^range; every fourth mantissa is at an edge. */
static neosig_real random_real(unsigned range, int positive)
{
    const uint64_t r = splitmix64(&state), low = (UINT64_C(1) << 52) - 1;
    uint64_t mantissa = splitmix64(&state) & low;
    if (r % 4 == 0)
        mantissa = r & 4 ? low - (mantissa & 7) : mantissa & 7;
    return neosig_real_of_bits((positive ? 0 : r >> 63 << 63) | (1023 - range + (r >> 8) % (2 * range)) << 52 |
                               mantissa);
}

static void random_reals(neosig_real *r, size_t n, unsigned range, int positive)
{
    for (size_t i = 0; i < n; i++)
        r[i] = random_real(range, positive);
}

/* Zeros may differ in sign. */
static unsigned differences(const neosig_real *x, const neosig_real *y, size_t n)
{
    unsigned bad = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t p = neosig_real_bits(x[i]), q = neosig_real_bits(y[i]);
        bad += p != q && (p | q) << 1 != 0;
    }
    return bad;
}

/* ---- The tree, node by node in integers: the decomposition of the rules in other words */

typedef struct matrix {
    value a, b, c;
} matrix;

/* Round 3: mu = b (a* (1 / |a|^2)), d11 = c - mu b*. FN-DSA, where a and c are real: mu = b (1 / a), d11 = c - Re(mu
 * b*). */
static value plain_ldl(value *l10, matrix m, int is_fndsa)
{
    const uint64_t inverse = real_integer_reciprocal(is_fndsa ? m.a.re : squared(m.a));
    const value mu = is_fndsa ? scaled(m.b, inverse) : product(m.b, scaled(conjugate(m.a), inverse));
    const value mu_b = product(mu, conjugate(m.b));
    *l10 = conjugate(mu);
    return difference(m.c, is_fndsa ? (value){mu_b.re, 0} : mu_b);
}

/* Complex number i of an array of real parts, then imaginary parts; of real numbers if it has no such. */
static value at(const neosig_real *f, size_t i, int is_real)
{
    return (value){neosig_real_bits(f[i]), is_real ? 0 : neosig_real_bits(f[ENTRIES + i])};
}

static int is(const neosig_real *f, size_t i, value expected, int is_real)
{
    return same(neosig_real_bits(f[i]), expected.re) &&
           (is_real || same(neosig_real_bits(f[ENTRIES + i]), expected.im));
}

/* One level: l10 and the matrices of the children, of twice the halves of d00 and d11. */
static void test_level(unsigned k, int is_fndsa, const neosig_real *g11)
{
    const size_t period = (size_t)1 << k >> 2;
    neosig_real *const l10 = out, *const next_a = out + N, *const next_b = out + 2 * N;
    unsigned bad = 0;
    memset(out, 0, sizeof out);
    (is_fndsa ? kernels->ldl_fndsa : kernels->ldl_round3)(l10, next_a, next_b, a, b, g11, k, LOGN);
    for (size_t u = 0; u < ENTRIES / 2; u++) {
        const value s = root(period + u % period);
        value pivots[2][2], l[2];
        for (size_t i = 0; i < 2; i++) {
            const matrix m = {at(a, 2 * u + i, is_fndsa), at(b, 2 * u + i, 0), at(g11, 2 * u + i, is_fndsa)};
            pivots[0][i] = m.a;
            pivots[1][i] = plain_ldl(&l[i], m, is_fndsa);
            bad += !is(l10, 2 * u + i, l[i], 0);
        }
        for (size_t child = 0; child < 2; child++) {
            const size_t j = ENTRIES / 2 * child + u;
            value halves[2];
            split_pair(halves, pivots[child], s, power_of_two(0));
            bad += !is(next_a, j, halves[0], is_fndsa);
            bad += !is(next_b, j, halves[1], 0);
        }
    }
    CHECK(bad == 0);
}

static void test_levels(void)
{
    for (unsigned k = 2; k <= LOGN; k++) {
        random_reals(a, N, 8, 1);
        random_reals(b, N, 8, 0);
        random_reals(c, N, 8, 0);
        for (int is_fndsa = 0; is_fndsa < 2; is_fndsa++) {
            test_level(k, is_fndsa, a);
            test_level(k, is_fndsa, c);
        }
    }
}

/* Level 1: a is positive and b so small beside it that both pivots are positive. */
static void test_leaves(void)
{
    const neosig_real scale = random_real(4, 1);
    neosig_real *const l10 = out, *const leaves = out + N;
    unsigned bad = 0;
    random_reals(a, N, 8, 1);
    random_reals(b, N, 2, 0);
    for (size_t i = 0; i < ENTRIES; i++) {
        const uint64_t size = neosig_real_bits(a[i]) - (UINT64_C(3) << 52);
        b[i] = neosig_real_of_bits(size ^ (neosig_real_bits(b[i]) >> 63 << 63));
        b[ENTRIES + i] = neosig_real_of_bits(size - (UINT64_C(1) << 52));
    }
    for (int is_fndsa = 0; is_fndsa < 2; is_fndsa++) {
        memset(out, 0, sizeof out);
        (is_fndsa ? kernels->leaves_fndsa : kernels->leaves_round3)(l10, leaves, a, b, scale, LOGN);
        for (size_t i = 0; i < ENTRIES; i++) {
            const matrix m = {at(a, i, is_fndsa), at(b, i, 0), at(a, i, is_fndsa)};
            value l;
            const uint64_t pivots[2] = {m.a.re, plain_ldl(&l, m, is_fndsa).re};
            bad += !is(l10, i, l, 0);
            for (size_t which = 0; which < 2; which++) {
                const uint64_t down = real_integer_multiply(pivots[which], power_of_two(1 - LOGN));
                bad += neosig_real_bits(leaves[ENTRIES * which + i]) !=
                       real_integer_multiply(real_integer_root(down), neosig_real_bits(scale));
            }
        }
    }
    CHECK(bad == 0);
}

/* Roots of many numbers: those of pivots where b = 0. */
static void test_roots(void)
{
    unsigned bad = 0;
    const unsigned rounds = kernels == &neosig_falcon_portable ? 1 : MILLIONS * 1000000 / ENTRIES;
    memset(b, 0, sizeof b);
    for (unsigned round = 0; round < rounds; round++) {
        random_reals(a, ENTRIES, 60, 1);
        kernels->leaves_fndsa(out, out + N, a, b, neosig_real_of_int(1), LOGN);
        for (size_t i = 0; i < ENTRIES; i++)
            bad += neosig_real_bits(out[N + i]) !=
                       real_integer_root(neosig_real_bits(a[i]) - ((LOGN - UINT64_C(1)) << 52)) ||
                   neosig_real_bits(out[N + ENTRIES + i]) != neosig_real_bits(out[N + i]);
    }
    CHECK(bad == 0);
}

/* ---- Walks */

/* Complex number i of a node of n reals, of `distance` reals from a real part to its imaginary part. */
static value node_at(const neosig_real *f, size_t i, size_t distance)
{
    return (value){neosig_real_bits(f[i]), neosig_real_bits(f[distance + i])};
}

static int halves_are(const neosig_real *halves, size_t pairs, size_t u, const value expected[2])
{
    return same_values(node_at(halves, u, pairs), expected[0]) &&
           same_values(node_at(halves + 2 * pairs, u, pairs), expected[1]);
}

static void test_walks(void)
{
    neosig_real *const halves = out, *const z1 = out + N, *const merged = out + 2 * N;
    static neosig_real given[N];
    for (unsigned k = 4; k <= LOGN; k++) {
        const size_t n = (size_t)1 << k, half = n / 2, pairs = n / 4;
        unsigned bad = 0;
        random_reals(a, n, 20, 0);
        random_reals(b, n, 20, 0);
        random_reals(c, N, 8, 0);
        random_reals(given, n, 20, 0);
        memset(out, 0, sizeof out);
        kernels->split(halves, a, k);
        for (size_t u = 0; u < pairs; u++) {
            const value pair[2] = {node_at(a, 2 * u, half), node_at(a, 2 * u + 1, half)};
            value expected[2];
            split_pair(expected, pair, root(pairs + u), power_of_two(-1));
            bad += !halves_are(halves, pairs, u, expected);
        }
        memcpy(halves, given, sizeof given);
        kernels->cross(halves, z1, b, a, c, ENTRIES, k);
        kernels->merge(merged, given, k);
        for (size_t u = 0; u < pairs; u++) {
            const value both[2] = {node_at(given, u, pairs), node_at(given + half, u, pairs)};
            value z[2], t[2], expected[2];
            merge_pair(z, both, root(pairs + u));
            for (size_t i = 0; i < 2; i++) {
                const size_t j = 2 * u + i;
                const value distance = difference(node_at(a, j, half), z[i]);
                t[i] = sum(node_at(b, j, half), product(distance, node_at(c, j, ENTRIES)));
                bad += !same_values(node_at(z1, j, half), z[i]);
                bad += !same_values(node_at(merged, j, half), z[i]);
            }
            split_pair(expected, t, root(pairs + u), power_of_two(-1));
            bad += !halves_are(halves, pairs, u, expected);
        }
        CHECK(bad == 0);
    }
}

/* ---- Candidates */

#define ROW(x, y, z) {x, y, z},
static const uint32_t thresholds[2][FALCON_THRESHOLDS][3] = {{FALCON_EACH_THRESHOLD_ROUND3(ROW)},
                                                             {FALCON_EACH_THRESHOLD_FNDSA(ROW)}};

/* A number in three limbs, the highest first, of which the lower two have 24 bits. */
static int compare_limbs(const uint32_t x[3], const uint32_t y[3])
{
    for (size_t i = 0; i < 3; i++)
        if (x[i] != y[i])
            return x[i] > y[i] ? 1 : -1;
    return 0;
}

/* Bit `at` of bytes whose lowest bit is the first. */
static uint32_t low_bit(const uint8_t *in, size_t at)
{
    return in[at / 8] >> at % 8 & 1;
}

/* Where the sign and the number begin in the ten bytes of a candidate. */
static const struct layout {
    size_t sign, number, bits;
} layouts[2] = {{72, 0, 72}, {0, 1, 79}};

/* How many thresholds are greater than a candidate's number. */
static int64_t definition(const uint8_t *in, int is_fndsa)
{
    const struct layout *layout = &layouts[is_fndsa];
    uint32_t number[3] = {0};
    int64_t z0 = 0;
    for (size_t i = 0; i < layout->bits; i++)
        number[i < 24 ? 2 : i < 48 ? 1 : 0] |= low_bit(in, layout->number + i) << (i < 48 ? i % 24 : i - 48);
    for (size_t t = 0; t < FALCON_THRESHOLDS; t++)
        z0 += compare_limbs(thresholds[is_fndsa][t], number) > 0;
    return z0;
}

/* Writes a threshold, or one more or less, as a candidate's number. */
static void write_threshold(uint8_t *in, int is_fndsa, uint64_t r)
{
    const struct layout *layout = &layouts[is_fndsa];
    const uint32_t *threshold = thresholds[is_fndsa][r % FALCON_THRESHOLDS];
    const uint64_t low = (threshold[2] | (uint64_t)threshold[1] << 24) + (r >> 32) % 3 - 1;
    for (size_t i = 0; i < layout->bits; i++) {
        const size_t at = layout->number + i;
        const unsigned bit = (unsigned)(i < 48 ? low >> i : threshold[0] >> (i - 48)) & 1;
        in[at / 8] = (uint8_t)((in[at / 8] & ~(1u << at % 8)) | bit << at % 8);
    }
}

static void test_candidates(int is_fndsa)
{
    static uint8_t in[7 * NEOSIG_FALCON_CANDIDATE_STEP + 16];
    neosig_falcon_candidates got;
    unsigned bad = 0;
    for (unsigned round = 0; round < MILLIONS * 5000; round++) {
        (void)splitmix64_random(&state, in, sizeof in);
        for (size_t i = 0; i < NEOSIG_FALCON_BATCH && round % 2; i++)
            write_threshold(in + NEOSIG_FALCON_CANDIDATE_STEP * i, is_fndsa, splitmix64(&state));
        (is_fndsa ? kernels->candidates_fndsa : kernels->candidates_round3)(&got, in);
        for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++) {
            const uint8_t *number = in + NEOSIG_FALCON_CANDIDATE_STEP * i;
            const int64_t z0 = definition(number, is_fndsa);
            const int64_t z = low_bit(number, layouts[is_fndsa].sign) ? 1 + z0 : -z0;
            const neosig_real expected[2] = {
                neosig_real_of_int(z),
                neosig_real_multiply(neosig_real_of_int(z0 * z0), neosig_real_of_bits(falcon_base_factor))};
            bad += differences(&got.z[i], &expected[0], 1) + differences(&got.bias[i], &expected[1], 1);
        }
    }
    CHECK(bad == 0);
}

/* ---- Public numbers */

enum { Q = 12289 };

static int16_t balanced(uint32_t x)
{
    return (int16_t)(x > Q / 2 ? (int32_t)x - Q : (int32_t)x);
}

/* Every number of 14 bits at every place of sixteen; one from q on is found. */
static void test_numbers_of_key(int is_fndsa)
{
    enum { GROUP = 16 };
    static uint8_t in[1 + 14 * GROUP / 8]; /* a byte before them may be read */
    int16_t h[GROUP];
    unsigned bad = 0;
    for (uint32_t x = 0; x < 1 << 14; x++)
        for (size_t place = 0; place < GROUP; place++) {
            uint32_t numbers[GROUP];
            memset(in, 0, sizeof in);
            for (size_t i = 0; i < GROUP; i++) {
                numbers[i] = i == place ? x : (uint32_t)(splitmix64(&state) % Q);
                for (size_t j = 0; j < 14; j++) {
                    const size_t at = 14 * i + (is_fndsa ? j : 13 - j);
                    in[1 + at / 8] |= (uint8_t)((numbers[i] >> j & 1) << (is_fndsa ? at % 8 : 7 - at % 8));
                }
            }
            const unsigned refused =
                (is_fndsa ? kernels->numbers_of_key_fndsa : kernels->numbers_of_key_round3)(h, in + 1, GROUP);
            bad += (refused != 0) != (x >= Q);
            for (size_t i = 0; i < GROUP && x < Q; i++)
                bad += h[i] != (is_fndsa ? (int16_t)numbers[i] : balanced(numbers[i]));
        }
    CHECK(bad == 0);
}

static void test_numbers_of_block(int is_fndsa)
{
    enum { NUMBERS = NEOSIG_FALCON_BLOCK_NUMBERS, ALL = NUMBERS + NEOSIG_FALCON_BLOCK_BEYOND };
    static const uint16_t edges[] = {0, Q - 1, Q, 2 * Q - 1, 2 * Q, 3 * Q, 4 * Q - 1, 4 * Q, 5 * Q - 1, 5 * Q, 65535};
    uint16_t block[ALL], hm[ALL];
    uint8_t bytes[2 * ALL];
    unsigned bad = 0;
    for (unsigned round = 0; round < 20000; round++) {
        const unsigned chance = 1 + round % 7;
        size_t have = 0, found;
        uint16_t expected[NUMBERS];
        memset(bytes, 255, sizeof bytes);
        for (size_t i = 0; i < NUMBERS; i++) {
            const uint64_t r = splitmix64(&state);
            const uint16_t w =
                r % chance == 0 ? edges[(r >> 8) % (sizeof edges / sizeof edges[0])] : (uint16_t)(r >> 16);
            bytes[2 * i + (size_t)is_fndsa] = (uint8_t)(w >> 8);
            bytes[2 * i + 1 - (size_t)is_fndsa] = (uint8_t)w;
            if (w < 5 * Q)
                expected[have++] = w % Q;
        }
        memcpy(block, bytes, sizeof block);
        found =
            (is_fndsa ? kernels->numbers_of_block_fndsa_vartime : kernels->numbers_of_block_round3_vartime)(hm, block);
        bad += found != have || memcmp(hm, expected, have * sizeof hm[0]) != 0;
    }
    CHECK(bad == 0);
}

static uint64_t mirror(uint64_t word)
{
    uint64_t mirrored = 0;
    for (size_t i = 0; i < 64; i++)
        mirrored |= (word >> i & 1) << (63 - i);
    return mirrored;
}

/* A code and bits behind it. FN-DSA's word is the mirror image, but for the order of the seven bits. */
static uint64_t code_word(int is_fndsa, uint64_t sign, uint64_t size, uint64_t behind)
{
    const uint64_t one = (UINT64_C(1) << 55) >> (size >> 7), tail = one | (behind & (one - 1));
    return is_fndsa ? sign | (size & 127) << 1 | mirror(tail) : sign << 63 | (size & 127) << 56 | tail;
}

/* Every number, before any bits; of those refused, every one that reading signatures may bring. */
static void test_numbers_of_codes(int is_fndsa)
{
    const uint64_t most = is_fndsa ? NEOSIG_FNDSA_MOST : NEOSIG_FALCON_MOST_S2;
    unsigned bad = 0;
    for (uint64_t size = 0; size < 46 * 128; size++)
        for (uint64_t sign = 0; sign < 2; sign++) {
            uint64_t words[8];
            int16_t s2[8];
            const size_t place = splitmix64(&state) % 8;
            for (size_t i = 0; i < 8; i++)
                words[i] = i == place ? code_word(is_fndsa, sign, size, splitmix64(&state))
                                      : code_word(is_fndsa, 0, 1, splitmix64(&state));
            const int fits = size <= most && (size != 0 || sign == 0);
            const unsigned refused =
                (is_fndsa ? kernels->numbers_of_codes_fndsa : kernels->numbers_of_codes_round3)(s2, words, 8);
            bad += (refused == 0) != fits;
            for (size_t i = 0; i < 8 && fits; i++)
                bad += s2[i] != (i != place ? 1 : sign ? -(int32_t)size : (int32_t)size);
        }
    CHECK(bad == 0);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        const unsigned failed = test_failed;
        kernels = neosig_backend_now()->falcon;
        test_levels();
        test_leaves();
        test_roots();
        test_walks();
        for (int is_fndsa = 0; is_fndsa < 2; is_fndsa++) {
            test_candidates(is_fndsa);
            test_numbers_of_key(is_fndsa);
            test_numbers_of_block(is_fndsa);
            test_numbers_of_codes(is_fndsa);
        }
        if (test_failed != failed)
            fprintf(stderr, "backend %s\n", neosig_backend_name(i));
    }
    return test_end();
}
