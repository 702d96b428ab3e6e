/* The kernels of ntru.h. Every backend's are compared with the portable ones, on random numbers of all shapes that the
 * solver has. Transforms, products and words are compared with their definitions, and division with division bit by
 * bit. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "ntru/ntru.h"
#include "ntru/ntru_fixed_point.h"
#include "ntru/ntru_internal.h"
#include "test.h"

#include <string.h>

static uint64_t seed = 1;

static uint64_t random64(void)
{
    return splitmix64(&seed);
}

static int32_t digit(void)
{
    const uint64_t r = random64(); /* often an extreme */
    return r % 4 == 0 ? NEOSIG_NTRU_DIGIT_MASK * (int32_t)(r >> 8 & 1) : (int32_t)(r >> 16 & NEOSIG_NTRU_DIGIT_MASK);
}

static int32_t below(int32_t bound)
{
    const uint64_t r = random64();
    const int32_t a = r % 8 == 0 ? bound - 1 : (int32_t)((r >> 8) % (uint32_t)bound);
    return r >> 60 & 1 ? a : -a;
}

static void fill(int32_t *a, size_t n, int extended)
{
    for (size_t i = 0; i < n; i++)
        a[i] = extended && random64() % 2 ? -digit() : digit();
}

static int32_t x[16384], y[16384], z[16384], k[512];

static void check_transforms(const neosig_ntru_kernels *kernels)
{
    for (unsigned p = 0; p < NEOSIG_NTRU_PRIMES; p++)
        for (unsigned logn = 2; logn <= NEOSIG_NTRU_MAX_LOGN; logn++) {
            const neosig_ntru_prime *prime = &neosig_ntru_primes[p];
            const size_t n = (size_t)1 << logn;
            for (size_t i = 0; i < n; i++)
                x[i] = y[i] = below(prime->p / 100 * 51);
            kernels->forward(x, logn, prime);
            /* f(zeta) + f(-zeta) is twice the even part's value at zeta^2 */
            for (size_t j = 0; j < n; j += n / 4 + 1) {
                const int64_t zeta = prime->zeta[n / 2 + j / 2], root = zeta * zeta % prime->p;
                int64_t even = 0, odd = 0;
                for (size_t i = n; i > 0; i -= 2) {
                    even = (even * root + y[i - 2]) % prime->p;
                    odd = (odd * root + y[i - 1]) % prime->p;
                }
                const int64_t plus = x[j & ~(size_t)1], minus = x[j | 1];
                CHECK((plus + minus - 2 * even) % prime->p == 0);
                CHECK((plus - minus - 2 * (odd * zeta % prime->p)) % prime->p == 0);
            }
            kernels->inverse(x, logn, prime);
            unsigned wrong = 0;
            for (size_t i = 0; i < n; i++)
                wrong |= (x[i] - y[i] * (INT64_C(1) << 32) % prime->p) % prime->p != 0;
            CHECK(!wrong);
        }
}

static void check_product(const neosig_ntru_kernels *kernels, size_t n, size_t rows_a, size_t rows_e, int lift)
{
    const size_t parts = lift ? 1 : 2, terms_each = lift ? n / 2 : n, stride_e = 4 * n;
    const neosig_ntru_term terms[2] = {
        {x, y + 2 * n, terms_each, lift ? 1 : 2, 2 * n, rows_a, lift ? 2 : 1, stride_e, rows_e},
        {x + 1, y + 2 * n - 1, terms_each, 2, 2 * n, rows_a, 1, stride_e, rows_e},
    };
    const size_t rows = rows_a + rows_e + 2;
    fill(x, 2 * n * rows_a + 16, 0);
    fill(y, stride_e * rows_e + 16, 1);
    memset(z, 0, sizeof z);
    static int32_t expected[16384];
    memset(expected, 0, sizeof expected);
    neosig_ntru_portable.product(expected, n, rows, n, terms, parts);
    kernels->product(z, n, rows, n, terms, parts);
    CHECK(memcmp(z, expected, 4 * n * rows) == 0);
}
static void check_subtract_from(const neosig_ntru_kernels *kernels, size_t n, size_t polynomials, size_t rows,
                                size_t rows_fg, unsigned shift)
{
    static int32_t expected[16384];
    fill(x, polynomials * n * rows, 0);
    memcpy(expected, x, sizeof expected);
    fill(y, 2 * polynomials * n * rows_fg, 1);
    for (size_t i = 0; i < n; i++)
        k[i] = random64() % 4 == 0 ? (random64() % 2 ? INT32_MIN : INT32_MAX) : (int32_t)(uint32_t)random64();
    neosig_ntru_portable.subtract(expected, rows, y, rows_fg, k, n, polynomials, shift);
    kernels->subtract(x, rows, y, rows_fg, k, n, polynomials, shift);
    CHECK(memcmp(x, expected, 4 * polynomials * n * rows) == 0);
}

/* Of F and G, and of F alone where the degree is 4 or more. */
static void check_subtract(const neosig_ntru_kernels *kernels, size_t n, size_t rows, size_t rows_fg, unsigned shift)
{
    for (size_t polynomials = n < 4 ? 2 : 1; polynomials <= 2; polynomials++)
        check_subtract_from(kernels, n, polynomials, rows, rows_fg, shift);
}

static void check_multiply(const neosig_ntru_kernels *kernels)
{
    for (size_t p = 0; p < NEOSIG_NTRU_PRIMES; p++) {
        const neosig_ntru_prime *prime = &neosig_ntru_primes[p];
        unsigned wrong = 0;
        for (size_t i = 0; i < 1024; i++) {
            x[i] = below(2 * prime->p);
            y[i] = below(2 * prime->p);
        }
        kernels->multiply(z, x, y, 1024, prime);
        for (size_t i = 0; i < 1024; i++) {
            const int64_t difference = z[i] * (INT64_C(1) << 32) % prime->p - (int64_t)x[i] * y[i] % prime->p;
            wrong |= difference % prime->p != 0 || z[i] >= prime->p / 5 * 4 || z[i] <= -(prime->p / 5 * 4);
        }
        CHECK(!wrong);
    }
}

/* Against products by one row of k after the other. */
static void check_subtract_long_from(const neosig_ntru_kernels *kernels, size_t n, size_t polynomials, size_t rows,
                                     size_t rows_fg)
{
    static int32_t expected[16384];
    int32_t rows_of_k[NEOSIG_NTRU_LONG_ROWS * NEOSIG_NTRU_LONG_DEGREE];
    fill(x, polynomials * n * rows, 0);
    memcpy(expected, x, sizeof expected);
    fill(y, 2 * polynomials * n * rows_fg, 1);
    fill(rows_of_k, n * NEOSIG_NTRU_LONG_ROWS, 0);
    for (size_t i = 0; i < n; i++)
        rows_of_k[n * (NEOSIG_NTRU_LONG_ROWS - 1) + i] = below(1 << 27);
    for (unsigned i = 0; i < NEOSIG_NTRU_LONG_ROWS; i++)
        neosig_ntru_portable.subtract(expected, rows, y, rows_fg, rows_of_k + n * i, n, polynomials,
                                      NEOSIG_NTRU_DIGIT_BITS * i);
    kernels->subtract_long(x, rows, y, rows_fg, rows_of_k, n, polynomials);
    CHECK(memcmp(x, expected, 4 * polynomials * n * rows) == 0);
}

static void check_subtract_long(const neosig_ntru_kernels *kernels, size_t n, size_t rows, size_t rows_fg)
{
    for (size_t polynomials = n < 4 ? 2 : 1; polynomials <= 2; polynomials++)
        check_subtract_long_from(kernels, n, polynomials, rows, rows_fg);
}

/* Numbers of as many digits as there are primes, taken away as products by 1. */
static void check_subtract_residues(const neosig_ntru_kernels *kernels, size_t primes, size_t rows, unsigned shift)
{
    enum { N = 16 };
    static int32_t expected[2 * N * 16];
    memset(y, 0, sizeof y);
    memset(k, 0, sizeof k);
    k[0] = 1;
    for (size_t i = 0; i < 2 * N; i++) {
        int32_t digits[NEOSIG_NTRU_PRIMES];
        for (size_t row = 0; row < primes; row++)
            digits[row] = digit();
        digits[primes - 1] = below(1 << 26); /* so that the number is below a quarter of the primes' product */
        for (size_t p = 0; p < primes; p++) {
            const neosig_ntru_prime *prime = &neosig_ntru_primes[p];
            int64_t r = 0;
            for (size_t row = primes; row-- > 0;)
                r = (r * (INT64_C(1) << NEOSIG_NTRU_DIGIT_BITS) + digits[row]) % prime->p;
            z[2 * N * p + i] = (int32_t)(2 * r > prime->p ? r - prime->p : 2 * r < -prime->p ? r + prime->p : r);
        }
        for (size_t row = 0; row < primes; row++) /* as an extended row; k takes no other column */
            y[4 * N * row + N + i + (i < N ? 0 : N)] = digits[row];
    }
    fill(x, 2 * N * rows, 0);
    memcpy(expected, x, sizeof expected);
    neosig_ntru_portable.subtract(expected, rows, y, primes, k, N, 2, shift);
    kernels->subtract_residues(x, rows, z, primes, 2 * N, shift);
    CHECK(memcmp(x, expected, 8 * N * rows) == 0);
}

static void check_words(const neosig_ntru_kernels *kernels, size_t count, size_t rows, unsigned bit, unsigned words)
{
    neosig_real reals[2][64];
    int64_t fixed[2][64];
    fill(x, count * rows, 0);
    for (size_t i = count * (rows - 1); i < count * rows && 28 * rows < bit + 31 * words; i++)
        x[i] -= 1 << 27;
    kernels->approximate(reals[0], x, count, rows, bit, words);
    neosig_ntru_portable.approximate(reals[1], x, count, rows, bit, words);
    CHECK(memcmp(reals[0], reals[1], count * sizeof reals[0][0]) == 0);
    for (uint32_t shift = 0; shift < 31 * (words + 3); shift += 1 + (uint32_t)(random64() % 9)) {
        kernels->approximate_fixed(fixed[0], x, count, rows, bit, words, shift);
        neosig_ntru_portable.approximate_fixed(fixed[1], x, count, rows, bit, words, shift);
        CHECK(memcmp(fixed[0], fixed[1], count * sizeof fixed[0][0]) == 0);
    }
    if (words <= 2 && rows <= 2) { /* by definition */
        int64_t value = 0;
        for (size_t row = rows; row-- > 0;)
            value = (int64_t)((uint64_t)value << NEOSIG_NTRU_DIGIT_BITS) + x[row * count];
        value = (int64_t)((uint64_t)(value >> bit) << (64 - 31 * words)) >> (64 - 31 * words);
        neosig_ntru_portable.approximate_fixed(fixed[0], x, count, rows, bit, words, 40);
        CHECK(fixed[0][0] == value >> 8);
        CHECK(words == 2 || neosig_real_truncate(reals[0][0]) == value);
    }
}

static void check_rounding(const neosig_ntru_kernels *kernels)
{
    static const int64_t halves[] = {0, 1, -1, 2, 3, -3, 5, 7, -7, 4294967293, -4294967293, 4294967294, 4294967295};
    static const int64_t expected[] = {0, 0, 0, 1, 2, -2, 2, 4, -4, 2147483646, -2147483646};
    neosig_real numbers[16];
    int64_t rounded[16];
    const neosig_real bound = neosig_real_of_int(INT32_MAX);
    for (size_t i = 0; i < 13; i++)
        numbers[i] = neosig_real_of_int(halves[i]);
    CHECK(kernels->round(rounded, numbers, 11, 1, bound) == 0 && memcmp(rounded, expected, sizeof expected) == 0);
    for (size_t i = 0; i < 11; i++)
        numbers[i] = neosig_real_of_int(expected[i]);
    CHECK(kernels->round(rounded, numbers, 11, 0, bound) == 0 && memcmp(rounded, expected, sizeof expected) == 0);
    CHECK(kernels->round(rounded, numbers, 12, 1, bound) == 1); /* 2147483647 is beyond */
    const int64_t fixed[4] = {INT64_C(1) << 31, (INT64_C(1) << 31) - 1, -(INT64_C(1) << 31), -(INT64_C(1) << 31) - 1};
    int32_t integers[4];
    kernels->round_fixed(integers, fixed, 4);
    CHECK(integers[0] == 1 && integers[1] == 0 && integers[2] == 0 && integers[3] == -1);
}

static void check_division(void)
{
    unsigned wrong = 0, compared = 0;
    for (unsigned i = 0; i < 200000; i++) {
        const int64_t a = (int64_t)(random64() >> (1 + random64() % 60)) * (random64() % 2 ? 1 : -1);
        const unsigned bits = 1 + (unsigned)(random64() % 62);
        int64_t b = (int64_t)(random64() >> (64 - bits));
        if (i % 3 == 1)
            b = (INT64_C(1) << bits) - (int64_t)(random64() % 3);
        if (i % 7 == 0)
            b = -b;
        uint64_t beyond = 0;
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(b);
        const int64_t quotient = neosig_fixed_divide(a, &divisor, &beyond);
        CHECK(b != 0 || beyond);
        if (!beyond) {
            wrong += quotient != neosig_fixed_divide_slowly(a, b);
            compared++;
        }
    }
    CHECK(wrong == 0 && compared > 100000);
    neosig_fixed_divisor seven = neosig_fixed_divisor_of(-7);
    uint64_t beyond = 0;
    CHECK(neosig_fixed_divide(21, &seven, &beyond) == -3 * (INT64_C(1) << 32) && !beyond);
}

int main(void)
{
    check_division();
    for (size_t i = 0; i < neosig_backends_count; i++) {
        if (!neosig_backend_usable(neosig_backends[i]->name))
            continue;
        const neosig_ntru_kernels *kernels = neosig_backends[i]->ntru;
        check_transforms(kernels);
        for (size_t n = 1; n <= 128; n *= 2) {
            const size_t rows = n <= 4 ? 59 : 128 / n + 1;
            check_product(kernels, n, rows, rows, 0);
            if (n >= 2) {
                check_product(kernels, n, n == 2 ? 232 : rows + 3, n == 2 ? 117 : rows, 1);
                for (unsigned shift = 0; shift < 28 * rows; shift += 13)
                    check_subtract(kernels, n, rows + 1, rows, shift);
            }
        }
        check_multiply(kernels);
        for (size_t rows = 1; rows < 14; rows++)
            for (size_t rows_fg = 1; rows_fg < 14; rows_fg++)
                for (size_t n = 2; n <= NEOSIG_NTRU_LONG_DEGREE; n *= 2)
                    check_subtract_long(kernels, n, rows, rows_fg);
        for (size_t primes = 2; primes <= NEOSIG_NTRU_PRIMES; primes++)
            for (size_t rows = 1; rows <= 8; rows++)
                for (unsigned shift = 0; shift < 28 * 8; shift++)
                    check_subtract_residues(kernels, primes, rows, shift);
        for (size_t count = 4; count <= 64; count *= 2)
            for (unsigned words = 1; words <= 10; words++)
                for (unsigned bit = 0; bit < 100; bit += 31) {
                    check_words(kernels, count, (bit + 31 * words + 27) / 28, bit, words);
                    check_words(kernels, count, (bit + 31 * words - 1) / 28, bit, words); /* a signed last row */
                }
        check_rounding(kernels);
    }
    return test_end();
}
