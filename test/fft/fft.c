/* The kernels of fft.h in every backend this CPU runs, bit by bit against the layers one by one in integers; and the
 * integers against this machine's floating point. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "fft/fft.h"
#include "fft/values.h"
#include "neosig/neosig.h"
#include "test.h"

#include <math.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
enum { MILLIONS = 1 };
#else
enum { MILLIONS = 16 };
#endif
enum { MAX_N = 1024 };

static const neosig_fft *fft;
static uint64_t state = 1;

static double of_bits(uint64_t bits)
{
    double a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static uint64_t bits_of(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

/* A pattern with an exponent in +-range; every other mantissa is at an edge. */
static uint64_t pattern(unsigned range)
{
    const uint64_t r = splitmix64(&state), low = (UINT64_C(1) << 52) - 1;
    uint64_t mantissa = splitmix64(&state) & low;
    switch (r & 15) {
    case 0:
        mantissa = low;
        break;
    case 1:
        mantissa = 0;
        break;
    case 2:
        mantissa = low - (mantissa & 15);
        break;
    case 3:
        mantissa &= 15;
        break;
    case 4:
        mantissa &= low << 26;
        break;
    case 5:
        mantissa = (low << (mantissa & 63)) & low;
        break;
    case 6:
        mantissa = (UINT64_C(1) << mantissa % 52) ^ (r & 16 ? low : 0);
        break;
    case 7:
        mantissa |= low >> (r >> 8 & 31);
        break;
    }
    return (r >> 63) << 63 | (1023 - range + (r >> 16) % (2 * range)) << 52 | mantissa;
}

static void test_integers(void)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < MILLIONS * 250000; i++) {
        uint64_t a = pattern(60), b = pattern(60);
        if (i % 2) /* like exponents */
            b = (b & ~(UINT64_C(0x7ff) << 52)) | ((a & UINT64_C(0x7ff) << 52) + ((splitmix64(&state) % 5 - 2) << 52));
        if (i % 64 == 0)
            b &= UINT64_C(1) << 63;
        if (i % 128 == 0)
            a &= UINT64_C(1) << 63;
        const double x = of_bits(a), y = of_bits(b);
        const int64_t whole = (int64_t)splitmix64(&state) >> (11 + i % 53);
        bad += real_integer_add(a, b) != bits_of(x + y);
        bad += real_integer_multiply(a, b) != bits_of(x * y);
        bad += real_integer_truncate(a) != (int64_t)x;
        bad += real_integer_of_int(whole) != bits_of((double)whole);
        if (x != 0) {
            bad += real_integer_reciprocal(a) != bits_of(1 / x);
            bad += real_integer_root(bits_of(fabs(x))) != bits_of(sqrt(fabs(x)));
        }
    }
    CHECK(bad == 0);
}

/* Of real.h, whichever it is made of. */
static void test_conversions(void)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < MILLIONS * 50000; i++) {
        const uint64_t a = pattern(40), b = i % 4 ? pattern(40) : a;
        const neosig_real r = neosig_real_of_bits(a), s = neosig_real_of_bits(b);
        const double x = of_bits(a);
        bad += neosig_real_floor(r) != (int64_t)floor(x);
        bad += neosig_real_round(r) != (int64_t)nearbyint(x);
        bad += neosig_real_less(r, s) != (x < of_bits(b));
        bad += neosig_real_bits(neosig_real_half(r)) != bits_of(x / 2);
        const double fraction = fabs(x) - floor(fabs(x));
        bad += neosig_real_fraction63(neosig_real_of_bits(bits_of(fraction))) != (int64_t)(fraction * 0x1p63);
    }
    for (int64_t twice = -9; twice <= 9; twice++) {
        const neosig_real r = neosig_real_half(neosig_real_of_int(twice));
        bad += neosig_real_round(r) != (int64_t)nearbyint((double)twice / 2);
        bad += neosig_real_floor(r) != (int64_t)floor((double)twice / 2);
    }
    CHECK(bad == 0);
}

/* ---- Layers one by one */

static void plain_forward(value *f, unsigned logn)
{
    const size_t half = (size_t)1 << logn >> 1;
    for (size_t size = half, blocks = 1; size > 1; size /= 2, blocks *= 2)
        for (size_t i = 0; i < blocks; i++)
            for (size_t j = i * size; j < i * size + size / 2; j++) {
                const value a = f[j], b = product(f[j + size / 2], root(blocks + i));
                f[j] = sum(a, b);
                f[j + size / 2] = difference(a, b);
            }
}

static void plain_inverse(value *f, unsigned logn)
{
    const size_t half = (size_t)1 << logn >> 1;
    for (size_t size = 2, blocks = half / 2; size <= half; size *= 2, blocks /= 2)
        for (size_t i = 0; i < blocks; i++)
            for (size_t j = i * size; j < i * size + size / 2; j++) {
                const value a = f[j], b = f[j + size / 2];
                f[j] = sum(a, b);
                f[j + size / 2] = product(difference(a, b), conjugate(root(blocks + i)));
            }
    for (size_t i = 0; i < half; i++)
        f[i] = scaled(f[i], (uint64_t)(1024 - logn) << 52);
}

/* ---- Kernels */

static neosig_real a[MAX_N], b[MAX_N], c[MAX_N], d[MAX_N], r[MAX_N];

static value value_at(const neosig_real *f, unsigned logn, size_t i)
{
    const size_t half = (size_t)1 << logn >> 1;
    return (value){neosig_real_bits(f[i]), neosig_real_bits(f[half + i])};
}

static int is(const neosig_real *f, unsigned logn, size_t i, value expected)
{
    const value got = value_at(f, logn, i);
    return same(got.re, expected.re) && same(got.im, expected.im);
}

static void random_poly(neosig_real *f, unsigned range)
{
    for (size_t i = 0; i < MAX_N; i++)
        f[i] = range == 0 ? neosig_real_of_int((int64_t)(splitmix64(&state) % 255) - 127)
                          : neosig_real_of_bits(pattern(range));
}

static void test_transforms(unsigned logn, unsigned range)
{
    const size_t half = (size_t)1 << logn >> 1;
    value expected[MAX_N / 2];
    unsigned bad = 0;
    random_poly(r, range);
    for (size_t i = 0; i < half; i++)
        expected[i] = value_at(r, logn, i);
    plain_forward(expected, logn);
    fft->forward(r, logn);
    for (size_t i = 0; i < half; i++)
        bad += !is(r, logn, i, expected[i]);
    plain_inverse(expected, logn);
    fft->inverse(r, logn);
    for (size_t i = 0; i < half; i++)
        bad += !is(r, logn, i, expected[i]);
    CHECK(bad == 0);
}

static void test_elements(unsigned logn)
{
    const size_t half = (size_t)1 << logn >> 1;
    const neosig_real x = neosig_real_of_bits(pattern(20));
    random_poly(a, 20);
    random_poly(b, 20);
    random_poly(c, 20);
    random_poly(d, 20);
#define TEST(call, expected)                                                                                           \
    do {                                                                                                               \
        unsigned bad = 0;                                                                                              \
        call;                                                                                                          \
        for (size_t i = 0; i < half; i++) {                                                                            \
            const value A = value_at(a, logn, i), B = value_at(b, logn, i);                                            \
            const value C = value_at(c, logn, i), D = value_at(d, logn, i);                                            \
            (void)A, (void)B, (void)C, (void)D;                                                                        \
            bad += !(expected);                                                                                        \
        }                                                                                                              \
        CHECK(bad == 0);                                                                                               \
    } while (0)
#define COMPLEX(call, expected) TEST(call, is(r, logn, i, expected))
#define REAL(call, expected) TEST(call, same(neosig_real_bits(r[i]), expected))
    COMPLEX(fft->add(r, a, b, logn), sum(A, B));
    COMPLEX(fft->sub(r, a, b, logn), difference(A, B));
    COMPLEX(fft->scale(r, a, x, logn), scaled(A, neosig_real_bits(x)));
    COMPLEX(fft->adjoint(r, a, logn), conjugate(A));
    COMPLEX(fft->multiply(r, a, b, logn), product(A, B));
    COMPLEX(fft->multiply_adjoint(r, a, b, logn), product(A, conjugate(B)));
    COMPLEX(fft->multiply_adjoint_2(r, a, b, c, d, logn), sum(product(A, conjugate(B)), product(C, conjugate(D))));
    REAL(fft->norm(r, a, b, logn), real_integer_add(squared(A), squared(B)));
    REAL(fft->inverse_norm(r, a, b, logn), real_integer_reciprocal(real_integer_add(squared(A), squared(B))));
    COMPLEX(fft->multiply_self_adjoint(r, a, d, logn), scaled(A, D.re));
    COMPLEX(fft->divide_self_adjoint(r, a, d, logn), scaled(A, real_integer_reciprocal(D.re)));
}

/* The reciprocal is the nearest number, of all mantissas at the edges and of random ones. */
static void test_reciprocals(void)
{
    unsigned bad = 0;
    for (size_t i = 0; i < MAX_N; i++)
        a[i] = neosig_real_of_int(1);
    for (unsigned round = 0; round < MILLIONS * 1000000 / MAX_N; round++) {
        random_poly(d, 60);
        if (round == 0) /* all ones: Markstein's exception */
            for (unsigned i = 0; i < MAX_N; i++)
                d[i] = neosig_real_of_bits((uint64_t)(512 + i) << 52 | ((UINT64_C(1) << 52) - 1));
        fft->divide_self_adjoint(r, a, d, 10);
        for (size_t i = 0; i < MAX_N / 2; i++)
            bad += neosig_real_bits(r[i]) != bits_of(1 / of_bits(neosig_real_bits(d[i])));
    }
    CHECK(bad == 0);
}

int main(void)
{
    test_integers();
    test_conversions();
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        const unsigned failed = test_failed;
        fft = neosig_backend_now()->fft;
        for (unsigned logn = 1; logn <= 10; logn++) {
            for (unsigned range = 0; range < 60; range += 20)
                test_transforms(logn, range);
            test_elements(logn);
        }
        test_reciprocals();
        if (test_failed != failed)
            fprintf(stderr, "backend %s\n", neosig_backend_name(i));
    }
    return test_end();
}
