/* The transforms of ntt32.h, in every backend this CPU runs, against the definition, against the product of
 * polynomials, and at the edges of their bounds. */
#include "core/backend.h"
#include "neosig/neosig.h"
#include "ntt/ntt32.h"
#include "test.h"
#include "test/ntt/polys.h"

#include <string.h>

static const neosig_ntt32 *ntt;
static int64_t q, root, r32, r32_inverse; /* root of X^256 + 1; 2^32 and 2^-32 mod q */

static int64_t power(int64_t a, unsigned e)
{
    int64_t r = 1;
    for (; e > 0; e >>= 1, a = mod(a * a, q))
        r = e & 1 ? mod(r * a, q) : r;
    return r;
}

static unsigned reverse8(unsigned k)
{
    unsigned r = 0;
    for (unsigned i = 0; i < 8; i++)
        r |= (k >> i & 1) << (7 - i);
    return r;
}

static void use(const neosig_ntt32 *kernels, int64_t modulus, int64_t root_)
{
    ntt = kernels;
    q = modulus;
    root = root_;
    r32 = (INT64_C(1) << 32) % q;
    r32_inverse = power(r32, (unsigned)q - 2);
    CHECK(ntt->q == q && power(root, 256) == q - 1 && mod(r32 * r32_inverse, q) == 1);
}

/* Values at the odd powers of the root, in the order of FIPS 204, algorithm 41; and back. */
static void test_transforms(void)
{
    static int64_t powers[512], expected[256];
    _Alignas(64) int32_t a[256], b[256];
    for (unsigned i = 0; i < 512; i++)
        powers[i] = power(root, i);
    for (unsigned round = 0; round < 12; round++) {
        edge_poly(a, q, round);
        memcpy(b, a, sizeof a);
        for (unsigned i = 0; i < 256; i++) {
            expected[i] = 0;
            for (unsigned j = 0; j < 256; j++)
                expected[i] += mod(a[j] * powers[(2 * reverse8(i) + 1) * j % 512], q);
        }
        ntt->forward(b);
        CHECK(same_mod(b, expected, q) && largest(b) < 6 * q);
        ntt->inverse(b);
        for (size_t i = 0; i < 256; i++)
            expected[i] = a[i] * r32;
        CHECK(same_mod(b, expected, q) && 100 * largest(b) < 65 * q);
    }
    for (unsigned round = 0; round < 256 + 12; round++) { /* single coefficients, then all */
        if (round < 256) {
            memset(a, 0, sizeof a);
            a[round] = (int32_t)(8 * q - 1);
        } else {
            edge_poly(a, 8 * q - 1, round - 256);
        }
        memcpy(b, a, sizeof a);
        ntt->inverse(b);
        CHECK(100 * largest(b) < 65 * q);
        ntt->forward(b);
        for (size_t i = 0; i < 256; i++)
            expected[i] = mod(a[i], q) * r32;
        CHECK(same_mod(b, expected, q));
    }
    /* Small true values come out as themselves. */
    for (size_t i = 0; i < 256; i++) {
        a[i] = between(-3 * q / 10, 3 * q / 10);
        b[i] = (int32_t)mod(a[i] * r32_inverse, q);
    }
    ntt->forward(b);
    ntt->inverse(b);
    CHECK(memcmp(a, b, sizeof a) == 0);
}

/* The largest values, with every pattern of signs that follows bits of the index. So at each layer of the inverse, all
 * sums or all differences of coefficients that have only been added are as large as can be. */
static void test_signs(void)
{
    _Alignas(64) int32_t a[256], b[256];
    int64_t expected[256];
    for (unsigned pattern = 0; pattern < 256; pattern++) {
        for (unsigned i = 0; i < 256; i++) {
            unsigned odd = i & pattern;
            for (unsigned s = 4; s > 0; s /= 2)
                odd ^= odd >> s;
            a[i] = (int32_t)(odd & 1 ? 1 - 8 * q : 8 * q - 1);
        }
        memcpy(b, a, sizeof a);
        ntt->inverse(b);
        CHECK(100 * largest(b) < 65 * q);
        ntt->forward(b);
        for (size_t i = 0; i < 256; i++)
            expected[i] = mod(a[i], q) * r32;
        CHECK(same_mod(b, expected, q));
    }
}

static void test_products(void)
{
    _Alignas(64) int32_t a[256], b[256], r[256];
    int64_t expected[256];
    for (unsigned round = 0; round < 8; round++) { /* by coefficients */
        edge_poly(a, 6 * q - 1, round);
        edge_poly(b, 6 * q - 1, round / 2);
        for (size_t i = 0; i < 256; i++)
            expected[i] = mod((int64_t)a[i] * b[i], q) * r32_inverse;
        ntt->multiply(r, a, b);
        CHECK(same_mod(r, expected, q) && 10 * largest(r) < 6 * q);
        ntt->multiply(a, a, b);
        CHECK(memcmp(a, r, sizeof r) == 0);
    }
    for (unsigned round = 0; round < 12; round++) { /* modulo X^256 + 1, by the book */
        edge_poly(a, q, round);
        edge_poly(b, q, 11 - round);
        memset(expected, 0, sizeof expected);
        for (size_t i = 0; i < 256; i++) {
            for (size_t j = 0; j < 256; j++) {
                int64_t term = (int64_t)a[i] * b[j];
                expected[(i + j) % 256] = mod(expected[(i + j) % 256] + (i + j < 256 ? term : -term), q);
            }
        }
        ntt->forward(a);
        ntt->forward(b);
        ntt->multiply(r, a, b);
        ntt->inverse(r);
        CHECK(same_mod(r, expected, q) && 100 * largest(r) < 65 * q);
    }
}

/* The two products of mod32.h, within their bounds, at the ends of 32 and of 64 bits too. */
static void test_mod32(void)
{
    uint32_t q_inverse = (uint32_t)q; /* right modulo 8; a step doubles the bits that are */
    for (unsigned i = 0; i < 4; i++)
        q_inverse *= 2 - (uint32_t)q * q_inverse;
    CHECK((uint32_t)q * q_inverse == 1);
    for (unsigned round = 0; round < 10000; round++) {
        const int32_t a = between(INT32_MIN, INT32_MAX), b = between(-(q - 1) / 2, (q - 1) / 2);
        const int64_t scaled = 2 * (int64_t)b * (INT64_C(1) << 31) + q;
        const int32_t quotient = (int32_t)((scaled - mod(scaled, 2 * q)) / (2 * q));
        const int64_t r = neosig_mod32_mul(a, b, quotient, (int32_t)q), size = r < 0 ? -r : r;
        const int64_t a_size = a < 0 ? -(int64_t)a : a;
        CHECK(mod(r - (int64_t)a * b, q) == 0);
        CHECK((size << 32) <= q * ((INT64_C(1) << 31) + a_size));

        const int64_t sum = (int64_t)a * between(INT32_MIN, INT32_MAX), sum_size = sum < 0 ? -sum : sum;
        const int64_t t = neosig_mod32_montgomery(sum, (int32_t)q, (int32_t)q_inverse), t_size = t < 0 ? -t : t;
        CHECK(mod(mod(t, q) * r32 - sum, q) == 0);
        CHECK(t_size <= q / 2 + 1 + (sum_size >> 32));
    }
}

static void test_modulus(void)
{
    test_transforms();
    test_signs();
    test_products();
    test_mod32();
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *backend = neosig_backends[i];
        const unsigned failed = test_failed;
        if ((backend->needs & ~neosig_cpu()) != 0)
            continue;
        state = 1;
        use(backend->ntt_8380417, 8380417, 1753);
        test_modulus();
        use(backend->ntt_64513, 64513, 426);
        test_modulus();
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", backend->name);
    }
    return test_end();
}
