/* Every kernel of haetae_poly.h, in every backend this CPU runs, against plain code; those that the specification gives
 * by its roundings, against these written out in limbs; the Gaussian's, against the reference code's candidates at the
 * edges of its table and of its rejection.
 *
 *     poly EDGES */
#include "common/hex.h"
#include "core/backend.h"
#include "haetae/haetae_poly.h"
#include "haetae/haetae_poly_plain_body.h"
#include "neosig/neosig.h"
#include "sym/sha2.h"
#include "test.h"
#include "test/ntt/polys.h"

#include <inttypes.h>
#include <stdio.h>
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

/* The chance in 2^48 of a candidate whose square is given, of which x^2 / 2^8 is taken away: each product rounded up.
 */
static int64_t limb_exponential(const uint64_t square[2], uint64_t x)
{
    static const int64_t coefficients[] = {
        -743564434,     6953427278,      -55833338892,    390932311155,     -2345623661771,
        11728123872951, -46912496106200, 140737488354861, -281474976710650, 281474976710657,
    };
    const uint64_t excess = ((square[0] >> 28) + (square[1] << 20) - (x * x << 40) + 1) >> 1;
    int64_t r = 55868746;
    for (size_t i = 0; i < sizeof coefficients / sizeof coefficients[0]; i++) {
        uint64_t high, low = limb_product((uint64_t)(r < 0 ? -r : r), excess, &high);
        r = (r < 0 ? -(int64_t)high : (int64_t)high + (low != 0)) + coefficients[i];
    }
    return r;
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

/* Entry j of the table plus `more`, as the first bytes of a candidate, and the five bits behind them. */
static void put_entry(uint8_t *candidate, size_t j, int more)
{
    const uint64_t digit[3] = {haetae_gaussian[3 * j], haetae_gaussian[3 * j + 1], haetae_gaussian[3 * j + 2]};
    neosig_wide number =
        neosig_wide_add(neosig_wide_of(digit[0] | digit[1] << 31), neosig_wide_left(neosig_wide_of(digit[2]), 62));
    number = neosig_wide_add(number, neosig_wide_join(more < 0 ? UINT64_MAX : 0, (uint64_t)(int64_t)more));
    neosig_store64_le(candidate, neosig_wide_low(number));
    number = neosig_wide_right(number, 64);
    for (size_t i = 0; i < 3; i++)
        candidate[8 + i] = (uint8_t)(neosig_wide_low(number) >> 8 * i);
    candidate[10] = (uint8_t)((candidate[10] & 7) | (next() << 3));
}

/* The table is data, which no rule gives: by digest. */
static void test_table_digest(void)
{
    static const char expected[] = "c1bcca65e429333fea9c98de4bf8ce48a0ffcd7c956ddb44eec746982de96e81";
    uint8_t bytes[11], digest[32], wanted[32];
    neosig_sha256 hash;
    neosig_sha256_init(&hash, sizeof digest);
    for (size_t j = 0; j < 166; j++) {
        put_entry(bytes, j, 0);
        bytes[10] &= 7;
        neosig_sha256_update(&hash, bytes, sizeof bytes);
    }
    neosig_sha256_final(&hash, digest, sizeof digest);
    CHECK(hex_decode(wanted, sizeof wanted, expected) == 0 && memcmp(digest, wanted, sizeof digest) == 0);
}

/* Every entry and its neighbours: a candidate with noise 0 is its integer part. */
static void test_table(void)
{
    static uint8_t in[NEOSIG_HAETAE_BATCH * NEOSIG_HAETAE_CANDIDATE_BYTES];
    static neosig_haetae_candidates c;
    for (size_t j = 0; j < 166; j++)
        for (int more = -1; more <= 1; more++) {
            const size_t n = 1 + (size_t)next() % NEOSIG_HAETAE_BATCH, at = (size_t)next() % n;
            fill(in, sizeof in);
            uint8_t *candidate = in + NEOSIG_HAETAE_CANDIDATE_BYTES * at;
            put_entry(candidate, j, more);
            memset(candidate + 17, 0, 9);
            poly->candidates(&c, in, n);
            CHECK(c.sample[at] == (uint64_t)(j + (more > 0)) << 56);
        }
}

static void test_gaussian(void)
{
    static uint8_t in[NEOSIG_HAETAE_BATCH * NEOSIG_HAETAE_CANDIDATE_BYTES];
    static neosig_haetae_candidates c, expected;
    for (unsigned round = 0; round < 400; round++) {
        const size_t n = 1 + next() % NEOSIG_HAETAE_BATCH;
        fill(in, sizeof in);
        for (size_t i = 0; i < n; i += 3) { /* the table's entries and their neighbours, and what is above all */
            uint8_t *candidate = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i;
            put_entry(candidate, (size_t)(next() % 166), (int)(next() % 3) - 1);
            if (round % 5 == 0)
                memset(candidate, 0xff, 11);
            if (round % 2 == 0) /* near the end of its interval */
                candidate[25] |= 0xfc;
        }
        if (round % 7 == 0) /* a sample of zero */
            memset(in, 0, NEOSIG_HAETAE_CANDIDATE_BYTES), in[11] = (uint8_t)round;
        poly->candidates(&c, in, n);
        haetae_plain_candidates(&expected, in, n);
        CHECK(memcmp(c.sample, expected.sample, n * sizeof c.sample[0]) == 0);
        CHECK(memcmp(c.accepted, expected.accepted, n) == 0);
        uint64_t sum[3] = {0}; /* in words of 48 bits */
        for (size_t i = 0; i < n; i++) {
            const uint8_t *at = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i;
            const uint64_t low = neosig_load64_le(at), high = neosig_load64_le(at + 3) >> 40 & 0x7ffff;
            uint64_t x = 0, square[2];
            for (size_t j = 0; j < 166; j++) {
                const uint64_t *digit =
                    (uint64_t[]){haetae_gaussian[3 * j], haetae_gaussian[3 * j + 1], haetae_gaussian[3 * j + 2]};
                const uint64_t entry_low = digit[0] | digit[1] << 31 | digit[2] << 62, entry_high = digit[2] >> 2;
                x += entry_high < high || (entry_high == high && entry_low < low);
            }
            const uint64_t y[2] = {neosig_load64_le(at + 17) & MASK, neosig_load64_le(at + 18) >> 40 | x << 24};
            limb_square(square, y);
            CHECK(c.sample[i] == (y[1] << 32) + (((y[0] >> 15) + 1) >> 1));
            const int64_t chance = limb_exponential(square, x), v = (int64_t)(neosig_load64_le(at + 11) & MASK);
            CHECK(c.accepted[i] == ((v & ~INT64_C(1)) < chance && (c.sample[i] != 0 || v & 1)));
            sum[0] += square[0] & (0 - (uint64_t)c.accepted[i]);
            sum[1] += square[1] & (0 - (uint64_t)c.accepted[i]);
        }
        sum[1] += sum[0] >> 48;
        CHECK(neosig_wide_low(c.square_sum) == ((sum[0] & MASK) | sum[1] << 48));
        CHECK(neosig_wide_low(neosig_wide_right(c.square_sum, 64)) == sum[1] >> 16);
    }
}

/* A chance, and numbers below, at and above it: the last of 48 bits decides, where random numbers show some 30. */
static void test_ties(void)
{
    static uint8_t in[NEOSIG_HAETAE_BATCH * NEOSIG_HAETAE_CANDIDATE_BYTES];
    static neosig_haetae_candidates c;
    unsigned bad = 0, accepted = 0, rejected = 0;
    for (unsigned round = 0; round < 200; round++) {
        int64_t v[NEOSIG_HAETAE_BATCH], chance[NEOSIG_HAETAE_BATCH];
        fill(in, sizeof in);
        for (size_t i = 0; i < NEOSIG_HAETAE_BATCH; i++) {
            uint8_t *at = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i;
            uint64_t square[2];
            memset(at, 0, 11);
            put_entry(at, (size_t)(next() % 40), 0); /* its integer part is the number of the entry */
            memcpy(at + 17, (uint8_t[9]){0}, 9);
            poly->candidates(&c, at, 1);
            const uint64_t x = c.sample[0] >> 56;
            fill(at + 17, 9);
            const uint64_t y[2] = {neosig_load64_le(at + 17) & MASK, neosig_load64_le(at + 18) >> 40 | x << 24};
            limb_square(square, y);
            chance[i] = limb_exponential(square, x);
            v[i] = (chance[i] + (int64_t)(next() % 5) - 2) & (int64_t)MASK;
            for (size_t j = 0; j < 6; j++)
                at[11 + j] = (uint8_t)(v[i] >> 8 * j);
        }
        poly->candidates(&c, in, NEOSIG_HAETAE_BATCH);
        for (size_t i = 0; i < NEOSIG_HAETAE_BATCH; i++) {
            const int is_below = (v[i] & ~INT64_C(1)) < chance[i];
            bad += c.sample[i] == 0 || c.accepted[i] != is_below;
            accepted += (unsigned)is_below;
            rejected += (unsigned)!is_below;
        }
    }
    CHECK(bad == 0 && accepted > 1000 && rejected > 1000);
}

static void test_scale(void)
{
    static uint64_t samples[256];
    static uint8_t signs[32];
    static int32_t y[256];
    for (unsigned round = 0; round < 100; round++) {
        const neosig_haetae_fixed factor = {{next() & MASK, next() >> (23 + round % 4)}};
        for (size_t i = 0; i < 256; i++)
            samples[i] = (next() >> round % 20) % ((UINT64_C(167) << 56) + 1);
        if (round == 0)
            samples[0] = UINT64_C(167) << 56;
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

/* The reference code's candidates: bytes, verdict, magnitude, its square, and it scaled by three factors, the second
 * time with the sign bit set (haetae.edges). */
static void test_edges(const char *path)
{
    static const neosig_haetae_fixed factors[3] = {
        {{0x89abcdef0123, 0xfb1234567}}, {{0xfedcba987654, 0x17d89abcde}}, {{0x0123456789ab, 0x1a5fedcba9}}};
    static neosig_haetae_candidates c;
    FILE *file = fopen(path, "r");
    char line[400], hex[53];
    unsigned lines = 0;
    if (!CHECK(file != NULL))
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        uint8_t in[NEOSIG_HAETAE_CANDIDATE_BYTES];
        unsigned accepted;
        unsigned long long magnitude, high, low;
        int32_t scaled[3];
        if (line[0] == '#')
            continue;
        if (!CHECK(sscanf(line, "%52s %u %llx %llx %llx %" SCNd32 " %" SCNd32 " %" SCNd32, hex, &accepted, &magnitude,
                          &high, &low, &scaled[0], &scaled[1], &scaled[2]) == 8 &&
                   hex_decode(in, sizeof in, hex) == 0))
            break;
        poly->candidates(&c, in, 1);
        int same = c.accepted[0] == accepted && c.sample[0] == magnitude;
        memset(in + 11, 0, 6); /* to be accepted, and to have a square */
        in[11] = 1;
        poly->candidates(&c, in, 1);
        same &= c.accepted[0] == 1 && (neosig_wide_low(c.square_sum) & MASK) == low &&
                neosig_wide_low(neosig_wide_right(c.square_sum, 48)) == high;
        for (size_t i = 0; i < 3; i++) {
            uint64_t samples[256];
            uint8_t signs[32];
            int32_t y[256];
            for (size_t j = 0; j < 256; j++)
                samples[j] = magnitude;
            memset(signs, i == 1 ? 0xff : 0, sizeof signs);
            poly->scale(y, samples, signs, &factors[i]);
            same &= y[0] == scaled[i] && y[255] == scaled[i];
        }
        if (!CHECK(same))
            fprintf(stderr, "%s: %s", poly->name, line);
        lines++;
    }
    CHECK(lines == 2016);
    fclose(file);
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

int main(int argc, char **argv)
{
    test_table_digest();
    for (size_t i = 0; i < neosig_backends_count; i++) {
        if ((neosig_backends[i]->needs & ~neosig_cpu()) != 0)
            continue;
        poly = neosig_backends[i]->haetae;
        test_inner();
        test_samplers();
        test_spectrum();
        test_table();
        test_gaussian();
        test_ties();
        test_scale();
        CHECK(argc == 2);
        test_edges(argv[1]);
        for (unsigned round = 0; round < 20; round++)
            test_look_up();
    }
    return test_end();
}
