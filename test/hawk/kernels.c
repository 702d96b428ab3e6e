/* HAWK's kernels: the plain ones against their definitions, those of every backend against the plain ones. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "hawk/hawk.h"
#include "sym/bytes.h"
#include "test.h"

#include <string.h>

enum { N = NEOSIG_HAWK_MAX_N };

static uint64_t state = 1;

static uint64_t random64(void)
{
    return splitmix64(&state);
}

static void random_bytes(uint8_t *out, size_t bytes)
{
    splitmix64_random(&state, out, bytes);
}

/* ---- Sums of bits */

static void check_sums(const neosig_hawk_kernels *kernels)
{
    enum { WORDS = 5 };
    uint8_t in[4][8 * WORDS];
    const uint8_t *const streams[4] = {in[0], in[1], in[2], in[3]};
    int8_t out[4 * 16 * WORDS];
    for (unsigned logn = 8; logn <= 10; logn++)
        for (unsigned round = 0; round < 20; round++) {
            const unsigned width = 1u << (logn - 6);
            random_bytes(in[0], sizeof in);
            if (round < 2)
                memset(in, round == 0 ? 0 : 255, sizeof in);
            kernels->sums_of_bits(out, streams, WORDS, logn);
            size_t at = 0, wrong = 0;
            for (size_t word = 0; word < WORDS; word++)
                for (size_t j = 0; j < 4; j++)
                    for (unsigned bit = 0; bit < 64; at++) {
                        int sum = -(int)width / 2;
                        for (unsigned i = 0; i < width; i++, bit++)
                            sum += in[j][8 * word + bit / 8] >> bit % 8 & 1;
                        wrong += out[at] != sum;
                    }
            CHECK(wrong == 0);
        }
}

/* ---- Samples: by comparison of all 78 bits with every entry */

static int expected_sample(uint64_t low, uint16_t high, unsigned odd, const neosig_hawk_gauss *table)
{
    int size = (int)odd;
    for (size_t i = 0; i < NEOSIG_HAWK_ENTRIES; i++) {
        const unsigned entry_high = i < NEOSIG_HAWK_HIGH ? table->high[i][odd] : 0, v_high = high & 0x7fff;
        const uint64_t entry = table->low[i][odd], v = low & INT64_MAX;
        size += v_high < entry_high || (v_high == entry_high && v < entry) ? 2 : 0;
    }
    return low >> 63 != 0 ? -size : size;
}

static void check_samples(const neosig_hawk_kernels *kernels)
{
    enum { GROUPS = 5 };
    uint8_t in[4][NEOSIG_HAWK_GROUP_BYTES * GROUPS], t[2 * GROUPS];
    const uint8_t *const streams[4] = {in[0], in[1], in[2], in[3]};
    int8_t x[NEOSIG_HAWK_GROUP * GROUPS];
    for (unsigned round = 0; round < 3000; round++) {
        const neosig_hawk_gauss *table = neosig_hawk_sets[round % 3].gauss;
        random_bytes(in[0], sizeof in);
        random_bytes(t, sizeof t);
        for (size_t j = 0; j < 4; j++) /* at an entry, next to it, and where few samples are */
            for (size_t i = 0; i < 4 * GROUPS; i++) {
                const size_t entry = (size_t)(random64() % NEOSIG_HAWK_ENTRIES), odd = random64() % 2,
                             kind = random64() % 8;
                const uint64_t sign = random64() << 63, off = random64() % 3 - 1;
                const uint64_t low = ((table->low[entry][odd] + off) & INT64_MAX) | sign;
                const unsigned high =
                    (entry < NEOSIG_HAWK_HIGH ? table->high[entry][odd] : 0) | (sign != 0 ? 0x8000 : 0);
                uint8_t *group = in[j] + NEOSIG_HAWK_GROUP_BYTES * (i / 4);
                if (kind < 3)
                    neosig_store64_le(group + 8 * (i % 4), low);
                if (kind < 4) {
                    group[32 + 2 * (i % 4)] = (uint8_t)high;
                    group[33 + 2 * (i % 4)] = (uint8_t)(high >> 8);
                }
            }
        const uint32_t squares = kernels->sample(x, streams, t, GROUPS, table);
        uint32_t sum = 0, wrong = 0;
        for (size_t i = 0; i < sizeof x; i++) {
            const uint8_t *group = in[i % 16 / 4] + NEOSIG_HAWK_GROUP_BYTES * (i / 16);
            const int expected =
                expected_sample(neosig_load64_le(group + 8 * (i % 4)), neosig_load16_le(group + 32 + 2 * (i % 4)),
                                t[i / 8] >> i % 8 & 1, table);
            wrong += x[i] != expected;
            sum += (uint32_t)(expected * expected);
        }
        CHECK(wrong == 0 && squares == sum);
    }
}

/* ---- Products modulo 2 */

static unsigned bit(const uint8_t *a, size_t i)
{
    return a[i / 8] >> i % 8 & 1;
}

static void check_products(const neosig_hawk_kernels *kernels)
{
    for (unsigned logn = 8; logn <= 10; logn++)
        for (unsigned round = 0; round < 8; round++) {
            const size_t n = (size_t)1 << logn;
            uint8_t a[N / 8], b[N / 8], r[N / 8], expected[N / 8];
            random_bytes(a, n / 8);
            random_bytes(b, n / 8);
            random_bytes(r, n / 8);
            if (round == 0)
                memset(a, 255, n / 8);
            if (round < 2)
                memset(b, round == 0 ? 255 : 0, n / 8);
            if (round == 1)
                b[n / 8 - 1] = 0x80;
            memcpy(expected, r, n / 8);
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < n; j++)
                    expected[(i + j) % n / 8] ^= (uint8_t)((bit(a, i) & bit(b, j)) << (i + j) % n % 8);
            kernels->multiply_add(r, a, b, logn);
            CHECK(memcmp(r, expected, n / 8) == 0);
        }
}

/* ---- Residues */

static int64_t power(int64_t a, int64_t e, int64_t p)
{
    int64_t r = 1;
    for (; e > 0; e >>= 1, a = a * a % p)
        r = (e & 1) != 0 ? r * a % p : r;
    return r;
}

static void random_residues(int32_t *r, size_t n, int32_t p, unsigned round)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = (int32_t)((int64_t)(random64() % (2 * (uint64_t)p - 1)) - (p - 1));
        if (round < 3)
            r[i] = round == 0 ? p - 1 : round == 1 ? 1 - p : 0;
    }
}

static int32_t positive(int64_t a, int32_t p)
{
    return (int32_t)((a % p + p) % p);
}

/* The first outputs against the polynomial's values; the rest against the plain kernel. */
static void check_forward(const neosig_hawk_kernels *kernels)
{
    static int32_t in[N], out[N], plain[N], half[N];
    for (unsigned which = 0; which < 2; which++)
        for (unsigned logn = 8; logn <= 10; logn++)
            for (unsigned round = 0; round < 6; round++) {
                const neosig_hawk_prime *prime = &neosig_hawk_primes[which];
                const size_t n = (size_t)1 << logn;
                random_residues(in, n, prime->p, round);
                memcpy(out, in, sizeof in);
                memcpy(plain, in, sizeof in);
                memcpy(half, in, sizeof in);
                kernels->forward(out, logn, n, prime);
                kernels->forward(half, logn, n / 2, prime);
                neosig_hawk_portable.forward(plain, logn, n, prime);
                CHECK(memcmp(out, plain, n * sizeof *out) == 0);
                CHECK(memcmp(half, plain, n / 2 * sizeof *out) == 0);
                for (size_t i = 0; i < 2; i++) { /* zeta[n/2], the root of order 2n, and its negative */
                    int64_t value = 0;
                    const int64_t root = i == 0 ? prime->zeta[n / 2] : -(int64_t)prime->zeta[n / 2];
                    for (size_t j = n; j-- > 0;)
                        value = (value * root + in[j]) % prime->p;
                    CHECK(positive(value, prime->p) == out[i]);
                }
            }
}

static void check_invert(const neosig_hawk_kernels *kernels)
{
    static int32_t a[N / 2], r[N / 2];
    for (unsigned which = 0; which < 2; which++)
        for (size_t count = 128; count <= N / 2; count *= 2) {
            const neosig_hawk_prime *prime = &neosig_hawk_primes[which];
            const int64_t p = prime->p, r32 = (INT64_C(1) << 32) % p, r64 = r32 * r32 % p;
            unsigned wrong = 0;
            for (size_t i = 0; i < count; i++)
                a[i] = 1 + (int32_t)(random64() % (uint64_t)(p - 1));
            a[0] = 1;
            a[count - 1] = (int32_t)p - 1;
            CHECK(kernels->invert(r, a, count, prime) == 0);
            for (size_t i = 0; i < count; i++)
                wrong += r[i] < 0 || r[i] >= p || (int64_t)r[i] * a[i] % p != r64;
            CHECK(wrong == 0);
            for (size_t zero = 0; zero < count; zero += zero < 8 ? 1 : 37) {
                const int32_t before = a[zero];
                a[zero] = 0;
                CHECK(kernels->invert(r, a, count, prime) != 0);
                a[zero] = before;
            }
            CHECK(power(3, p - 1, p) == 1); /* p is prime, as far as this says */
        }
}

static void check_half_trace(const neosig_hawk_kernels *kernels)
{
    static int32_t t0[N], t1[N], q00[N / 2], inverse[N / 2], q01[N];
    for (unsigned which = 0; which < 2; which++)
        for (unsigned logn = 8; logn <= 10; logn++)
            for (unsigned round = 0; round < 5; round++) {
                const int64_t p = neosig_hawk_primes[which].p;
                const size_t n = (size_t)1 << logn;
                int32_t *const all[5] = {t0, t1, q01, q00, inverse};
                for (size_t k = 0; k < 5; k++)
                    for (size_t i = 0; i < (k < 3 ? n : n / 2); i++)
                        all[k][i] = round == 0 ? (int32_t)p - 1 : (int32_t)(random64() % (uint64_t)p);
                const neosig_hawk_expanded_key key = {
                    .q00 = {q00, q00}, .inverse = {inverse, inverse}, .q01 = {q01, q01}};
                const int64_t r32 = (INT64_C(1) << 32) % p, unscaled = power(r32 * r32 % p, p - 2, p);
                int64_t sum = 0;
                for (size_t i = 0, j = n - 1; i < n / 2; i++, j--) {
                    const int64_t one = (int64_t)inverse[i] * unscaled % p, d0 = t1[i] * one % p, d1 = t1[j] * one % p;
                    const int64_t e0 = (t0[i] + q01[i] * d0) % p, e1 = (t0[j] + q01[j] * d1) % p;
                    sum = (sum + d0 * t1[j] + e0 * e1 % p * q00[i] % p) % p;
                }
                CHECK(kernels->half_trace(t0, t1, &key, logn, which) == (uint32_t)sum);
            }
}

/* ---- Fixed point */

static void check_fft(const neosig_hawk_kernels *kernels)
{
    static int32_t a[N], b[N];
    for (unsigned logn = 8; logn <= 10; logn++)
        for (unsigned round = 0; round < 12; round++) {
            const size_t n = (size_t)1 << logn;
            for (size_t i = 0; i < n; i++) {
                a[i] = (int32_t)(uint32_t)random64() >> round; /* any number, and those that do not overflow */
                if (round == 0 && i % 3 == 0)
                    a[i] = i % 2 == 0 ? INT32_MIN : INT32_MAX;
            }
            memcpy(b, a, sizeof a);
            kernels->fft(a, logn);
            neosig_hawk_portable.fft(b, logn);
            CHECK(memcmp(a, b, n * sizeof *a) == 0);
            kernels->fft_inverse(a, logn);
            neosig_hawk_portable.fft_inverse(b, logn);
            CHECK(memcmp(a, b, n * sizeof *a) == 0);
        }
    /* Of 1, scaled: 2^29 / 2^(logn - 1) everywhere, and no imaginary part. */
    memset(a, 0, sizeof a);
    a[0] = 1 << 29;
    kernels->fft(a, 9);
    unsigned wrong = 0;
    for (size_t i = 0; i < 256; i++)
        wrong += a[i] != 1 << 21 || a[256 + i] != 0;
    CHECK(wrong == 0);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const unsigned failed = test_failed;
        const neosig_hawk_kernels *kernels = neosig_backends[i]->hawk;
        if (!neosig_backend_usable(neosig_backends[i]->name))
            continue;
        check_sums(kernels);
        check_samples(kernels);
        check_products(kernels);
        check_forward(kernels);
        check_invert(kernels);
        check_half_trace(kernels);
        check_fft(kernels);
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", neosig_backends[i]->name);
    }
    return test_end();
}
