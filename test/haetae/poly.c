/* Every kernel of haetae_poly.h, in every backend this CPU runs, against plain code; those that the specification gives
 * by its roundings, against these written out in limbs. */
#include "core/backend.h"
#include "haetae/haetae_poly.h"
#include "haetae/haetae_poly_plain_body.h"
#include "neosig/neosig.h"
#include "test.h"
#include "test/ntt/polys.h"

#include <string.h>

static const neosig_haetae_kernels *poly;

static void test_inner(void)
{
    static uint16_t a[7 * 256];
    static _Alignas(64) int32_t b[7 * 256], r[256], expected[256];
    for (unsigned round = 0; round < 20; round++) {
        const size_t n = 1 + round % 7;
        const int add = round & 1;
        for (size_t i = 0; i < 256 * n; i++) {
            a[i] = (uint16_t)(round < 4 ? Q - 1 : next() % Q);
            b[i] = between(-6 * Q + 1, 6 * Q - 1);
        }
        random_poly(r, -Q, Q);
        memcpy(expected, r, sizeof r);
        poly->inner(r, a, b, n, add);
        haetae_plain_inner(expected, a, b, n, add);
        CHECK(memcmp(r, expected, sizeof r) == 0);
    }
}

static void test_samplers(void)
{
    static uint8_t in[840];
    static uint16_t a[256], b[256];
    static int8_t s[336], t[336];
    for (unsigned round = 0; round < 200; round++) {
        const size_t bytes = (size_t)(2 * (next() % 421)), have = (size_t)(next() % 257);
        fill(in, sizeof in);
        for (size_t i = 0; i < sizeof in && round % 3 == 0;
             i += (size_t)(next() % 8)) /* many that are refused, and edges */
            in[i] = 0xff, in[(i + 1) % sizeof in] = 0xfb, i++;
        size_t end = poly->uniform_vartime(a, have, in, bytes),
               expected = haetae_plain_uniform_vartime(b, have, in, bytes);
        CHECK(end == expected && memcmp(a + have, b + have, (end - have) * sizeof a[0]) == 0);
        const size_t start = (size_t)(5 * (next() % 52)), few = (size_t)(next() % 137);
        end = poly->ternary_vartime(s, start, in, few);
        expected = haetae_plain_ternary_vartime(t, start, in, few);
        CHECK(end == expected && memcmp(s + start, t + start, end - start) == 0);
    }
}

static void test_spectrum(void)
{
    _Alignas(64) int32_t sum[256], expected[256];
    int8_t s[256];
    for (unsigned round = 0; round < 40; round++) {
        random_poly(sum, 0, 1 << 20);
        memcpy(expected, sum, sizeof sum);
        for (size_t i = 0; i < 256; i++)
            s[i] = (int8_t)(round < 6 ? (int)round % 5 - 2 : between(-2, 2));
        poly->spectrum(sum, s);
        haetae_plain_spectrum(expected, s);
        CHECK(memcmp(sum, expected, sizeof sum) == 0);
    }
}

/* ---- The Gaussian, as the specification's limbs of 48 bits have it */

#define MASK ((UINT64_C(1) << 48) - 1)

static uint64_t limb_product(uint64_t a, uint64_t b, uint64_t *high)
{
    const neosig_wide p = neosig_wide_multiply(a, b);
    *high = neosig_wide_low(neosig_wide_right(p, 48));
    return neosig_wide_low(p) & MASK;
}

static void limb_square(uint64_t out[2], const uint64_t y[2])
{
    uint64_t high, cross_high, low = limb_product(y[0], y[0], &high), cross = limb_product(y[0], y[1], &cross_high);
    const uint64_t top = y[1] * y[1];
    (void)low;
    low = (high + 2 * cross) >> 28;
    low += (2 * cross_high << 20 & MASK) + (top << 20 & MASK);
    out[0] = low & MASK;
    out[1] = (2 * cross_high >> 28) + (top >> 28) + (low >> 48);
}

/* The chance in 2^48 of a candidate whose square is given, of which x^2 / 2^8 is taken away: each product rounded to
 * the nearest, then each sum's first term. */
static uint64_t limb_exponential(const uint64_t square[2], uint64_t x)
{
    static const struct {
        int64_t coefficient;
        unsigned shift;
    } terms[] = {
        {0x0000B4BD4DF85227, 3}, {-0x0000887F727491E2, 3}, {0x0000AAAA643C7E8D, 2}, {-0x0000AAAAA98179E6, 2},
        {0x0000FFFFFFFB2E7A, 1}, {-0x0000FFFFFFFFF85F, 1}, {0x0000FFFFFFFFFFFC, 0},
    };
    const uint64_t excess = ((square[0] >> 28) + (square[1] << 20) - (x * x << 40) + 1) >> 1;
    int64_t r = -0x0000B6C6340925AE;
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        uint64_t high, low = limb_product((uint64_t)(r < 0 ? -r : r), excess, &high);
        if (r < 0) /* minus the product, rounded down, and half a unit more */
            r = -(int64_t)high - (low > MASK / 2 + 1);
        else
            r = (int64_t)high + (low > MASK / 2);
        const int64_t unit = INT64_C(1) << terms[i].shift, t = r + unit / 2;
        r = (t - (t & (unit - 1))) / unit + terms[i].coefficient;
    }
    return (uint64_t)r;
}

static int32_t limb_scale(uint64_t x, const uint64_t f[2])
{
    const uint64_t x0 = (x & 0xffffffff) << 16, x1 = x >> 32;
    uint64_t high, h1, h2, low = limb_product(x0, f[0], &high);
    low = high + (((low >> 47) + 1) >> 1) + limb_product(x0, f[1], &h1) + limb_product(x1, f[0], &h2);
    const neosig_wide top = neosig_wide_multiply(x1, f[1]);
    low = (low + (1 << 27)) >> 28;
    low += ((h1 + h2) << 20 & MASK) + (neosig_wide_low(top) << 20 & MASK);
    high = ((h1 + h2) >> 28) + neosig_wide_low(neosig_wide_right(top, 28)) + (low >> 48);
    return (int32_t)((high + (1 << 14)) >> 15);
}

static void test_gaussian(void)
{
    static uint8_t in[NEOSIG_HAETAE_BATCH * NEOSIG_HAETAE_CANDIDATE_BYTES];
    static neosig_haetae_candidates c, expected;
    for (unsigned round = 0; round < 400; round++) {
        const size_t n = 1 + next() % NEOSIG_HAETAE_BATCH;
        fill(in, sizeof in);
        for (size_t i = 0; i < n; i += 3) { /* the table's entries and their neighbours, and 2^16 - 1, above all */
            const unsigned u = round % 5 == 0 ? 65535 : haetae_gaussian[next() % 64] + (unsigned)(next() % 3) - 1;
            in[NEOSIG_HAETAE_CANDIDATE_BYTES * i] = (uint8_t)u;
            in[NEOSIG_HAETAE_CANDIDATE_BYTES * i + 1] = (uint8_t)(u >> 8);
            if (round % 2 == 0) /* near the end of its interval */
                in[NEOSIG_HAETAE_CANDIDATE_BYTES * i + 16] |= 0xfc;
        }
        if (round % 7 == 0) /* a sample of zero */
            memset(in, 0, NEOSIG_HAETAE_CANDIDATE_BYTES), in[2] = (uint8_t)round;
        poly->candidates(&c, in, n);
        haetae_plain_candidates(&expected, in, n);
        CHECK(memcmp(c.sample, expected.sample, n * sizeof c.sample[0]) == 0);
        CHECK(memcmp(c.accepted, expected.accepted, n) == 0);
        uint64_t sum[3] = {0}; /* in words of 48 bits */
        for (size_t i = 0; i < n; i++) {
            const uint8_t *at = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i;
            uint64_t x = 0, square[2];
            for (size_t j = 0; j < 64; j++)
                x += haetae_gaussian[j] < neosig_load16_le(at);
            const uint64_t y[2] = {neosig_load64_le(at + 8) & MASK, neosig_load64_le(at + 9) >> 40 | x << 24};
            limb_square(square, y);
            CHECK(c.sample[i] == ((y[0] >> 15) + (y[1] << 33) + 1) >> 1);
            const uint64_t chance = limb_exponential(square, x), v = neosig_load64_le(at) >> 16;
            CHECK(c.accepted[i] == ((v & ~UINT64_C(1)) < chance && (c.sample[i] != 0 || v & 1)));
            sum[0] += square[0] & (0 - (uint64_t)c.accepted[i]);
            sum[1] += square[1] & (0 - (uint64_t)c.accepted[i]);
        }
        sum[1] += sum[0] >> 48;
        CHECK(neosig_wide_low(c.square_sum) == ((sum[0] & MASK) | sum[1] << 48));
        CHECK(neosig_wide_low(neosig_wide_right(c.square_sum, 64)) == sum[1] >> 16);
    }
    static uint64_t samples[256];
    static uint8_t signs[32];
    static int32_t y[256];
    for (unsigned round = 0; round < 100; round++) {
        const neosig_haetae_fixed factor = {{next() & MASK, next() >> (22 + round % 4)}};
        for (size_t i = 0; i < 256; i++)
            samples[i] = next() >> (1 + round % 20);
        fill(signs, sizeof signs);
        poly->scale(y, samples, signs, &factor);
        int same = 1;
        for (size_t i = 0; i < 256; i++) {
            const int32_t size = limb_scale(samples[i], factor.limb);
            same &= y[i] == (signs[i / 8] >> i % 8 & 1 ? -size : size);
        }
        CHECK(same);
    }
}

static void test_look_up(void)
{
    uint64_t table[48], out[256];
    uint8_t in[256];
    fill((uint8_t *)table, sizeof table);
    const size_t entries = (size_t)(1 + next() % 48);
    for (size_t i = 0; i < 256; i++)
        in[i] = (uint8_t)(i % 48 < entries ? i % 48 : next() % entries);
    poly->look_up(out, in, table, entries);
    int same = 1;
    for (size_t i = 0; i < 256; i++)
        same &= out[i] == table[in[i]];
    CHECK(same);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        if ((neosig_backends[i]->needs & ~neosig_cpu()) != 0)
            continue;
        poly = neosig_backends[i]->haetae;
        test_inner();
        test_samplers();
        test_spectrum();
        test_gaussian();
        for (unsigned round = 0; round < 20; round++)
            test_look_up();
    }
    return test_end();
}
