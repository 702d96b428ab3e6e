/* Every kernel of mldsa_poly.h, in every backend this CPU runs, against plain code at the edges of its contract;
 * decompose and use_hint on every number modulo q. */
#include "core/backend.h"
#include "mldsa/mldsa_poly.h"
#include "neosig/neosig.h"
#include "test.h"
#include "test/ntt/polys.h"

#include <string.h>

#define Q NEOSIG_MLDSA_Q

static const neosig_mldsa_kernels *poly;

static int64_t mod_q(int64_t a)
{
    return mod(a, Q);
}

static uint32_t field(const uint8_t *in, size_t at, unsigned bits)
{
    uint32_t r = 0;
    for (size_t i = 0; i < bits; i++)
        r |= (uint32_t)(in[(at * bits + i) / 8] >> (at * bits + i) % 8 & 1) << i;
    return r;
}

#define INVERSE_2_32 INT64_C(8265825) /* 2^-32 mod q */

static void test_inner(void)
{
    static _Alignas(64) int32_t b[8 * 256], r[256], before[256];
    static uint8_t packed[8 * 768];
    int64_t expected[256];
    for (size_t n = 1; n <= 8; n++) {
        for (unsigned round = 0; round < 6; round++) {
            const int add = round & 1;
            for (size_t i = 0; i < 256; i++)
                expected[i] = add ? before[i] : 0;
            for (size_t j = 0; j < n; j++)
                edge_poly(b + 256 * j, INT64_C(6) * Q - 1, round);
            for (size_t i = 0; i < 256 * n; i++) {
                int32_t x = round < 2 ? Q - 1 : between(0, Q - 1);
                packed[3 * i] = (uint8_t)x;
                packed[3 * i + 1] = (uint8_t)(x >> 8);
                packed[3 * i + 2] = (uint8_t)(x >> 16);
                expected[i % 256] += mod_q(mod_q((int64_t)x * b[i]) * INVERSE_2_32);
            }
            memcpy(r, before, sizeof r);
            poly->inner(r, packed, b, n, add);
            CHECK(same_mod(r, expected, Q));
            CHECK(10 * (largest(r) - (add ? largest(before) : 0)) < 6 * (int64_t)Q);
            memcpy(before, r, sizeof r);
        }
    }
}

static size_t plain_uniform(uint8_t *a, size_t have, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes && have < 256; i += 3) {
        if ((in[i] | in[i + 1] << 8 | (in[i + 2] & 127) << 16) < Q) {
            memcpy(a + 3 * have, in + i, 3);
            a[3 * have++ + 2] &= 127;
        }
    }
    return have;
}

static void test_sampling(void)
{
    static uint8_t in[840], a[768], b[768];
    static int8_t s[272], t[512];
    for (unsigned round = 0; round < 200; round++) {
        size_t have = (size_t)(next() % 256), bytes = 3 * (size_t)(next() % 280 + 1);
        fill(in, sizeof in);
        if (round % 4 == 0) { /* often at the limit or above it */
            for (size_t i = 0; i < 280; i++) {
                if (next() % 32 == 0) {
                    in[3 * i + 2] |= 127;
                    in[3 * i + 1] = (uint8_t)(0xdf + next() % 3);
                    in[3 * i] = (uint8_t)(next() % 3);
                }
            }
        }
        fill(a, sizeof a);
        memcpy(b, a, sizeof a);
        size_t end = poly->uniform_vartime(a, have, in, bytes), expected = plain_uniform(b, have, in, bytes);
        CHECK(end == expected && memcmp(a, b, 3 * end) == 0);
    }
    for (unsigned round = 0; round < 200; round++) {
        const unsigned eta = round % 2 ? 2 : 4;
        size_t have = round < 4 ? 0 : (size_t)(next() % 256), bytes = 8 * (size_t)(next() % 40 + 1), expected = have;
        fill(in, sizeof in);
        fill((uint8_t *)s, 256);
        memcpy(t, s, 256);
        for (size_t i = 0; i < 2 * bytes && expected < 256; i++) {
            int half = in[i / 2] >> 4 * (i % 2) & 15;
            if (half < (eta == 2 ? 15 : 9))
                t[expected++] = (int8_t)(eta == 2 ? 2 - half % 5 : 4 - half);
        }
        size_t end = poly->eta_vartime(s, have, in, bytes, eta);
        CHECK(end == expected && memcmp(s, t, end) == 0);
    }
}

static void test_encodings(void)
{
    static uint8_t in[640 + 2], out[640 + 2];
    _Alignas(64) int32_t r[256];
    static int8_t s[512];
    for (unsigned bits = 18; bits <= 20; bits += 2) {
        const int32_t gamma1 = 1 << (bits - 1);
        int good = 1;
        fill(in, sizeof in);
        memset(in, 0, 40);
        memset(in + 40, 255, 40);
        memcpy(out, in, sizeof in);
        poly->unpack_z(r, in, gamma1);
        for (size_t i = 0; i < 256; i++)
            good &= r[i] == gamma1 - (int32_t)field(in, i, bits);
        CHECK(good);
        for (size_t i = 0; i < 256; i++)
            if (r[i] == gamma1) /* not in the range of pack_z */
                r[i]--;
        poly->pack_z(out, r, gamma1);
        CHECK(memcmp(out + 32 * bits, in + 32 * bits, 2) == 0);
        for (size_t i = 0; i < 256; i++)
            good &= r[i] == gamma1 - (int32_t)field(out, i, bits);
        CHECK(good);
    }
    for (unsigned eta = 2; eta <= 4; eta += 2) {
        const unsigned bits = eta == 2 ? 3 : 4;
        for (unsigned round = 0; round < 20 + 256; round++) {
            int good = 1, bad = 0;
            memset(in, 0, 128);
            for (size_t i = 0; i < 256; i++) {
                unsigned value = (unsigned)(next() % (2 * eta + 1));
                if (round >= 20 && i == round - 20)
                    value = 2 * eta + 1 + (unsigned)next() % (15 / eta * 2 / 5 + 1);
                for (unsigned b = 0; b < bits; b++)
                    in[(i * bits + b) / 8] |= (uint8_t)((value >> b & 1) << (i * bits + b) % 8);
            }
            for (size_t i = 0; i < 256; i++)
                bad |= field(in, i, bits) > 2 * eta;
            CHECK(bad == (round >= 20));
            CHECK((poly->unpack_s(s, in, eta) != 0) == bad);
            for (size_t i = 0; i < 256; i++)
                good &= s[256 + i] == (int)eta - (int)field(in, i, bits) && s[i] == -s[256 + i];
            CHECK(good);
            if (!bad) {
                out[32 * bits] = 0x5a;
                poly->pack_s(out, s + 256, eta);
                CHECK(memcmp(out, in, 32 * bits) == 0 && out[32 * bits] == 0x5a);
            }
        }
    }
    fill(in, sizeof in);
    int good = 1;
    poly->unpack_t1(r, in);
    for (size_t i = 0; i < 256; i++)
        good &= r[i] == (int32_t)field(in, i, 10) << 13;
    poly->unpack_t0(r, in);
    for (size_t i = 0; i < 256; i++)
        good &= r[i] == 4096 - (int32_t)field(in, i, 13);
    CHECK(good);
}

static void test_power2round(void)
{
    uint8_t t1[320], t0[416];
    _Alignas(64) int32_t r[256];
    int8_t s[256];
    for (unsigned round = 0; round < 50; round++) {
        int good = 1;
        random_poly(r, -65 * (int64_t)Q / 100 + 1, 65 * (int64_t)Q / 100 - 1);
        for (size_t i = 0; i < 256; i++) {
            s[i] = (int8_t)between(-4, 4);
            if (i % 8 == 0) /* around the ends of [0, q) and of a low part */
                r[i] = between(-5, 5) + (i % 16 == 0 ? 0 : 4096);
        }
        poly->power2round(t1, t0, r, s);
        for (size_t i = 0; i < 256; i++) {
            int64_t t = mod_q(r[i] + s[i]), low = t % 8192 > 4096 ? t % 8192 - 8192 : t % 8192;
            good &= field(t1, i, 10) == (t - low) >> 13 && field(t0, i, 13) == 4096 - low;
        }
        CHECK(good);
    }
}

/* Algorithm 36. */
static int64_t plain_decompose(int64_t r, int64_t gamma2, int64_t *low)
{
    r = mod_q(r);
    *low = r % (2 * gamma2);
    if (*low > gamma2)
        *low -= 2 * gamma2;
    if (r - *low == Q - 1) {
        --*low;
        return 0;
    }
    return (r - *low) / (2 * gamma2);
}

static void test_decompose(void)
{
    static uint8_t w1[192], hint[256];
    static _Alignas(64) int32_t r[256], w[256];
    for (unsigned which = 0; which < 2; which++) {
        const int32_t gamma2 = which ? NEOSIG_MLDSA_GAMMA2_88 : NEOSIG_MLDSA_GAMMA2_32;
        const unsigned bits = which ? 6 : 4, m = which ? 44 : 16; /* m of algorithm 40 */
        for (int32_t start = 0; start < Q; start += 256) {        /* all numbers, in this representation or the other */
            int good = 1;
            for (int32_t i = 0; i < 256; i++) {
                w[i] = start + i < Q ? start + i : Q - 1;
                if (next() % 2 && w[i] > 0)
                    w[i] -= Q;
                hint[i] = next() % 2;
            }
            memcpy(r, w, sizeof r);
            poly->decompose(w1, r, gamma2);
            for (size_t i = 0; i < 256; i++) {
                int64_t low;
                good &= field(w1, i, bits) == plain_decompose(w[i], gamma2, &low) && r[i] == low;
            }
            poly->use_hint(w1, w, hint, gamma2);
            for (size_t i = 0; i < 256; i++) {
                int64_t low, high = plain_decompose(w[i], gamma2, &low);
                if (hint[i])
                    high = (high + (low > 0 ? 1 : m - 1)) % m;
                good &= field(w1, i, bits) == high;
            }
            if (!good || start % 65536 == 0)
                CHECK(good);
        }
    }
}

static void test_make_hint(void)
{
    static uint8_t w1[192], hint[32];
    static _Alignas(64) int32_t r[256], b[256], before[256];
    for (unsigned round = 0; round < 400; round++) {
        const int32_t gamma2 = round % 2 ? NEOSIG_MLDSA_GAMMA2_32 : NEOSIG_MLDSA_GAMMA2_88;
        const unsigned bits = round % 2 ? 4 : 6, m = round % 2 ? 16 : 44;
        int good = 1;
        unsigned count = 0;
        random_poly(b, -gamma2 + 1, gamma2 - 1);
        for (size_t i = 0; i < 256; i++) {
            int32_t aim = (next() % 2 ? gamma2 : -gamma2) + between(-1, 1); /* the limits */
            before[i] = next() % 4 ? between(-gamma2 + 1, gamma2 - 1) : aim - b[i];
            if (before[i] >= gamma2 || before[i] <= -gamma2)
                before[i] = 0;
        }
        memset(w1, 0, sizeof w1);
        for (size_t i = 0; i < 256; i++) {
            uint32_t high = next() % 4 ? (uint32_t)(next() % m) : 0;
            for (unsigned j = 0; j < bits; j++)
                w1[(i * bits + j) / 8] |= (uint8_t)((high >> j & 1) << (i * bits + j) % 8);
        }
        memcpy(r, before, sizeof r);
        unsigned got = poly->make_hint(hint, r, b, w1, gamma2);
        for (size_t i = 0; i < 256; i++) {
            int64_t low, high = field(w1, i, bits), sum = before[i] + b[i];
            unsigned bit = plain_decompose(high * 2 * gamma2 + sum, gamma2, &low) != high; /* algorithm 39 */
            good &= (hint[i / 8] >> i % 8 & 1) == (int)bit && r[i] == sum;
            count += bit;
        }
        CHECK(good && got == count);
    }
}

static void test_sparse(void)
{
    static int8_t s[512];
    static _Alignas(64) int32_t r[256], before[256];
    for (unsigned round = 0; round < 60; round++) {
        const unsigned eta = round % 2 ? 2 : 4;
        const size_t tau = round < 4 ? 60 : 1 + (size_t)(next() % 60);
        const int negative = round % 4 < 2;
        neosig_mldsa_sparse c = {.plus = (uint8_t)(round < 4 ? 60 * (round & 1) : next() % (tau + 1))};
        int64_t expected[256];
        c.minus = (uint8_t)(tau - c.plus);
        for (size_t i = 0; i < 256; i++) {
            s[256 + i] = (int8_t)(round < 8 ? (int)eta : between(-(int)eta, (int)eta));
            s[i] = (int8_t)-s[256 + i];
        }
        for (size_t t = 0; t < tau; t++)
            c.exponent[t] = (uint8_t)(round < 4 ? 255 - t : next());
        random_poly(before, -(1 << 19), 1 << 19);
        for (size_t i = 0; i < 256; i++)
            expected[i] = before[i];
        for (size_t t = 0; t < tau; t++) {
            for (size_t i = 0; i < 256; i++) {
                size_t to = i + c.exponent[t];
                int sign = ((to >= 256) != (t >= c.plus)) != (negative != 0) ? -1 : 1;
                expected[to % 256] += sign * s[256 + i];
            }
        }
        int64_t most = 0;
        for (size_t i = 0; i < 256; i++) {
            int64_t size = expected[i] < 0 ? -expected[i] : expected[i];
            most = size > most ? size : most;
        }
        for (int more = 0; more < 2; more++) {
            memcpy(r, before, sizeof r);
            CHECK((poly->add_sparse_vartime(r, s, &c, eta, negative, (int32_t)most + more) != 0) == !more);
            CHECK(same_mod(r, expected, Q) && largest(r) == most);
        }
        CHECK(poly->exceeds(r, (int32_t)most) != 0 && poly->exceeds(r, (int32_t)most + 1) == 0);
    }
    for (size_t i = 0; i < 256; i++) {
        memset(r, 0, sizeof r);
        r[i] = i % 2 ? 1000 : -1000;
        CHECK(poly->exceeds(r, 1000) != 0 && poly->exceeds(r, 1001) == 0);
    }
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const unsigned failed = test_failed;
        if ((neosig_backends[i]->needs & ~neosig_cpu()) != 0)
            continue;
        poly = neosig_backends[i]->mldsa;
        state = 1;
        test_inner();
        test_sampling();
        test_encodings();
        test_power2round();
        test_decompose();
        test_make_hint();
        test_sparse();
        if (test_failed != failed)
            fprintf(stderr, "in backend %s, kernels %s\n", neosig_backends[i]->name, poly->name);
    }
    return test_end();
}
