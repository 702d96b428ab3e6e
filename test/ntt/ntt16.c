/* The transforms of ntt16.h, in every backend this CPU runs, against the definition, against the product of
 * polynomials, and at the edges of their bounds. */
#include "core/backend.h"
#include "neosig/neosig.h"
#include "ntt/ntt16.h"
#include "test.h"
#include "test/ntt/polys.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, Q = NEOSIG_MOD16_Q };

static const neosig_ntt16 *ntt;
static unsigned n, logn;
static int64_t root; /* of X^n + 1 */

static int64_t power(int64_t a, unsigned e)
{
    int64_t r = 1;
    for (; e > 0; e >>= 1, a = mod(a * a, Q))
        r = e & 1 ? mod(r * a, Q) : r;
    return r;
}

static void narrow(int16_t r[MOST], const int32_t a[MOST])
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)a[i];
}

/* edge_poly of n coefficients. */
static void edges(int32_t a[MOST], int64_t bound, unsigned round)
{
    for (size_t i = 0; i < n; i += 256)
        edge_poly(a + i, bound, round);
}

/* r times factor is what was expected, modulo q and in size. */
static int is(const int16_t r[MOST], const int64_t expected[MOST], int64_t factor, int64_t bound)
{
    for (size_t i = 0; i < n; i++)
        if (mod(r[i] * factor - expected[i], Q) != 0 || abs(r[i]) >= bound)
            return 0;
    return 1;
}

/* Values at the odd powers of the root, in the order of FIPS 204, algorithm 41; and back. */
static void test_transforms(void)
{
    static int64_t powers[2 * MOST];
    const int64_t down = power(power(2, 16), Q - 2);
    int32_t a[MOST];
    int64_t values[MOST], coefficients[MOST];
    _Alignas(64) int16_t r[MOST];
    CHECK(power(root, n) == Q - 1);
    for (unsigned i = 0; i < 2 * n; i++)
        powers[i] = power(root, i);
    for (unsigned round = 0; round < 20; round++) {
        edges(a, Q / 2, round);
        narrow(r, a);
        for (unsigned i = 0; i < n; i++) {
            unsigned reversed = 0;
            for (unsigned bit = 0; bit < logn; bit++)
                reversed |= (i >> bit & 1) << (logn - 1 - bit);
            values[i] = 0;
            for (unsigned j = 0; j < n; j++)
                values[i] += mod(a[j] * powers[(2 * reversed + 1) * j % (2 * n)], Q);
            coefficients[i] = a[i];
        }
        ntt->forward(r);
        CHECK(is(r, values, 1, 18 * Q / 10));
        for (size_t i = 0; i < n; i++)
            r[i] = (int16_t)(mod(r[i], Q) - (i & 1 ? Q : 0)); /* the inverse takes less than 1.2 q */
        ntt->inverse(r);
        CHECK(is(r, coefficients, down, 81 * Q / 100));
    }
    for (unsigned round = 0; round < n; round++) { /* single values come back as themselves */
        memset(r, 0, sizeof r);
        r[round] = 12 * Q / 10;
        ntt->inverse(r);
        for (size_t i = 0; i < n; i++)
            coefficients[i] = r[i];
        CHECK(is(r, coefficients, 1, 81 * Q / 100));
        for (size_t i = 0; i < n; i++)
            r[i] = (int16_t)(mod(r[i], Q) > Q / 2 ? mod(r[i], Q) - Q : mod(r[i], Q));
        ntt->forward(r);
        memset(values, 0, sizeof values);
        values[round] = 12 * Q / 10 * power(2, 16);
        CHECK(is(r, values, 1, 18 * Q / 10));
    }
}

/* The largest values, with every pattern of signs that follows bits of the index. */
static void test_signs(void)
{
    for (unsigned pattern = 0; pattern < n; pattern++)
        for (unsigned forward = 0; forward < 2; forward++) {
            _Alignas(64) int16_t r[MOST], before[MOST];
            const int16_t most = forward ? Q / 2 : 12 * Q / 10;
            int64_t back[MOST];
            for (unsigned i = 0; i < n; i++) {
                unsigned odd = i & pattern;
                for (unsigned s = 8; s > 0; s /= 2)
                    odd ^= odd >> s;
                before[i] = r[i] = (int16_t)(odd & 1 ? -most : most);
                back[i] = mod(before[i], Q) * power(2, 16);
            }
            (forward ? ntt->forward : ntt->inverse)(r);
            for (size_t i = 0; i < n; i++) {
                CHECK(abs(r[i]) < (forward ? 180 : 81) * Q / 100);
                r[i] = (int16_t)mod(r[i], Q);
                r[i] = (int16_t)(r[i] > Q / 2 ? r[i] - Q : r[i]);
            }
            (forward ? ntt->inverse : ntt->forward)(r);
            CHECK(is(r, back, 1, 18 * Q / 10));
        }
}

static void test_products(void)
{
    const int64_t down = power(power(2, 16), Q - 2);
    int32_t a[MOST], b[MOST];
    int64_t expected[MOST];
    _Alignas(64) int16_t x[MOST], y[MOST], r[MOST];
    for (unsigned round = 0; round < 8; round++) { /* by coefficients */
        edges(a, 19 * Q / 10 - 1, round);
        edges(b, 19 * Q / 10 - 1, round / 2);
        for (size_t i = 0; i < n; i++)
            expected[i] = mod((int64_t)a[i] * b[i], Q) * down;
        narrow(x, a);
        narrow(y, b);
        ntt->multiply(r, x, y);
        CHECK(is(r, expected, 1, 12 * Q / 10));
        ntt->multiply(x, x, y);
        CHECK(memcmp(x, r, n * sizeof r[0]) == 0);
    }
    for (unsigned round = 0; round < 12; round++) { /* modulo X^n + 1, by the book */
        edges(a, Q / 2, round);
        edges(b, Q / 2, 11 - round);
        memset(expected, 0, sizeof expected);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const int64_t term = (int64_t)a[i] * b[j];
                expected[(i + j) % n] += i + j < n ? term : -term;
            }
        narrow(x, a);
        narrow(y, b);
        ntt->forward(x);
        ntt->forward(y);
        ntt->multiply(r, x, y);
        ntt->inverse(r);
        CHECK(is(r, expected, 1, 81 * Q / 100));
    }
}

/* Quotients times divisors are dividends; zeros, in each of the ways that they are represented, are found anywhere. */
static void test_quotients(void)
{
    const int64_t up = power(2, 16);
    int32_t a[MOST], b[MOST];
    int64_t expected[MOST];
    _Alignas(64) int16_t x[MOST], y[MOST], r[MOST];
    for (unsigned round = 0; round < 8; round++) {
        edges(a, 19 * Q / 10 - 1, round);
        edges(b, 19 * Q / 10 - 1, round / 2);
        for (size_t i = 0; i < n; i++) {
            b[i] += mod(b[i], Q) == 0;
            expected[i] = a[i];
        }
        narrow(x, a);
        narrow(y, b);
        CHECK(ntt->divide(r, x, y) == 0);
        for (size_t i = 0; i < n; i++)
            CHECK(mod(r[i] * (int64_t)b[i] * up - expected[i], Q) == 0 && abs(r[i]) < 12 * Q / 10);
        CHECK(ntt->divide(x, x, y) == 0 && memcmp(x, r, n * sizeof r[0]) == 0);
        narrow(x, a);
        CHECK(ntt->divide(y, x, y) == 0 && memcmp(y, r, n * sizeof r[0]) == 0);
    }
    for (unsigned i = 0; i < n; i++) {
        narrow(y, b);
        y[i] = (int16_t)(Q * ((int)(i % 3) - 1));
        CHECK(ntt->divide(r, x, y) != 0 && r[i] == 0);
    }
}

/* What mod16.h promises, for every 16-bit number. */
static void test_mod16(void)
{
    for (int32_t a = INT16_MIN; a <= INT16_MAX; a++) {
        const int32_t b = between(-(Q - 1) / 2, (Q - 1) / 2), other = between(INT16_MIN, INT16_MAX);
        const int64_t scaled = (int64_t)b * 65536 + Q;
        const int16_t quotient = (int16_t)((scaled - mod(scaled, 2 * Q)) / (2 * Q));
        const int16_t product = neosig_mod16_mul((int16_t)a, (int16_t)b, quotient);
        const int16_t reduced = neosig_mod16_reduce((int16_t)a), limited = neosig_mod16_limit((int16_t)a);
        CHECK(mod(product - (int64_t)a * b, Q) == 0 && abs(product) * INT64_C(65536) <= Q * (32768 + abs(a)));
        CHECK(mod(reduced - a, Q) == 0 && 100 * abs(reduced) <= 51 * Q);
        CHECK(mod(limited - a, Q) == 0 && 100 * abs(limited) <= (10 * abs(a) < 22 * Q ? 67 : 78) * Q);
        if (llabs((int64_t)a * other) < INT64_C(26000) << 16) {
            const int16_t small = neosig_mod16_montgomery((int16_t)a, (int16_t)other);
            CHECK(mod(small * INT64_C(65536) - (int64_t)a * other, Q) == 0);
            CHECK(abs(small) <= Q / 2 + (llabs((int64_t)a * other) >> 16) + 1);
        }
    }
}

static void test_length(const neosig_ntt16 *kernels, unsigned log, int64_t root_)
{
    ntt = kernels;
    logn = log;
    n = 1u << log;
    root = root_;
    CHECK(ntt->n == n);
    test_transforms();
    test_signs();
    test_products();
    test_quotients();
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *backend = neosig_backends[i];
        const unsigned failed = test_failed;
        if ((backend->needs & ~neosig_cpu()) != 0)
            continue;
        state = 1;
        test_length(backend->ntt_12289_256, 8, 3);
        test_length(backend->ntt_12289_512, 9, 49);
        test_length(backend->ntt_12289_1024, 10, 7);
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", backend->name);
    }
    test_mod16();
    return test_end();
}
