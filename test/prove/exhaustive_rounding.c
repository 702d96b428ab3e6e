/* Every input of ML-DSA's roundings, hints and encodings of single coefficients, as src/mldsa/mldsa_poly.h bounds them,
 * in every place that a kernel may treat differently: position modulo 16. Expected results are those of FIPS 204's
 * algorithms 35 to 40. */
#include "exhaustive.h"
#include "mldsa/mldsa_poly.h"
#include "sym/bytes.h"

#define Q NEOSIG_MLDSA_Q

static const void *poly_of(const neosig_backend *backend)
{
    return backend->mldsa;
}

static uint32_t field_at(const uint8_t *in, size_t at, unsigned bits)
{
    uint32_t word = 0;
    const size_t first = at * bits / 8, last = (at * bits + bits - 1) / 8;
    for (size_t i = first; i <= last; i++)
        word |= (uint32_t)in[i] << 8 * (i - first);
    return word >> at * bits % 8 & ((UINT32_C(1) << bits) - 1);
}

static void put_field(uint8_t *out, size_t at, unsigned bits, uint32_t value)
{
    for (unsigned b = 0; b < bits; b++, value >>= 1)
        out[(at * bits + b) / 8] |= (uint8_t)((value & 1) << (at * bits + b) % 8);
}

/* The fields 16 run to 16 run + 15, of one value. */
static void put_run(uint8_t *out, size_t run, unsigned bits, int32_t value)
{
    uint64_t word = 0;
    unsigned have = 0;
    out += 2 * bits * run;
    for (unsigned i = 0; i < 16; i++) {
        word |= (uint64_t)(uint32_t)value << have;
        have += bits;
        if (have >= 32) {
            neosig_store32_le(out, (uint32_t)word);
            out += 4, word >>= 32, have -= 32;
        }
    }
    for (; have != 0; have -= 8, word >>= 8)
        *out++ = (uint8_t)word;
}

/* Of 256 places the next 16 numbers from `from` on: each in every place modulo 16. */
static int32_t number_at(int32_t from, size_t i)
{
    return from + (int32_t)(i / 16);
}

static const int32_t gammas[2] = {NEOSIG_MLDSA_GAMMA2_88, NEOSIG_MLDSA_GAMMA2_32};

static unsigned bits_of_w1(int32_t gamma2)
{
    return gamma2 == NEOSIG_MLDSA_GAMMA2_88 ? 6 : 4;
}

/* Algorithm 36, r in (-q, q). */
static int32_t decomposed(int32_t r, int32_t gamma2, int32_t *low)
{
    r += r < 0 ? Q : 0;
    *low = r % (2 * gamma2);
    *low -= *low > gamma2 ? 2 * gamma2 : 0;
    const int32_t rest = r - *low;
    *low -= rest == Q - 1;
    return rest == Q - 1 ? 0 : rest / (2 * gamma2) ^ (fault && r == 7654321);
}

static void decompose(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    static _Alignas(64) int32_t r[256], low[256];
    uint8_t w1[192], expected[192];
    for (unsigned which = 0; which < 2; which++) {
        const unsigned bits = bits_of_w1(gammas[which]);
        for (int32_t from = 1 - Q; from < Q; from += 16) {
            for (size_t i = 0; i < 256; i++)
                r[i] = number_at(from, i) < Q ? number_at(from, i) : 0;
            for (size_t run = 0; run < 16; run++) {
                put_run(expected, run, bits, decomposed(r[16 * run], gammas[which], &low[16 * run]));
                for (size_t i = 1; i < 16; i++)
                    low[16 * run + i] = low[16 * run];
            }
            k->decompose(w1, r, gammas[which]);
            check_all(256, memcmp(r, low, sizeof r) == 0 && memcmp(w1, expected, 32 * bits) == 0);
        }
    }
}

/* Algorithm 40. */
static void use_hint(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    static _Alignas(64) int32_t r[256];
    uint8_t w1[192], expected[192], hint[256];
    for (unsigned which = 0; which < 4; which++) {
        const int32_t gamma2 = gammas[which / 2], m = (Q - 1) / (2 * gamma2);
        memset(hint, (int)which % 2, sizeof hint);
        for (int32_t from = 1 - Q; from < Q; from += 16) {
            for (size_t i = 0; i < 256; i++)
                r[i] = number_at(from, i) < Q ? number_at(from, i) : 0;
            for (size_t run = 0; run < 16; run++) {
                int32_t low, high = decomposed(r[16 * run], gamma2, &low);
                if (which % 2)
                    high = (high + (low > 0 ? 1 : m - 1)) % m;
                put_run(expected, run, bits_of_w1(gamma2), high);
            }
            k->use_hint(w1, r, hint, gamma2);
            check_all(256, memcmp(w1, expected, 32 * bits_of_w1(gamma2)) == 0);
        }
    }
}

/* Algorithm 39: every sum of low parts with every w1, the sum made of two unequal halves. */
static void make_hint(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    static _Alignas(64) int32_t r[256], b[256], sum[256];
    uint8_t w1[192], hint[32], expected[32];
    for (unsigned which = 0; which < 2; which++) {
        const int32_t gamma2 = gammas[which], most = 2 * gamma2 - 2, m = (Q - 1) / (2 * gamma2);
        for (int32_t high = 0; high < m; high++) {
            for (size_t run = 0; run < 16; run++)
                put_run(w1, run, bits_of_w1(gamma2), high);
            for (int32_t from = -most; from <= most; from += 16) {
                for (size_t i = 0; i < 256; i++) {
                    sum[i] = number_at(from, i) <= most ? number_at(from, i) : 0;
                    b[i] = sum[i] / 2;
                    r[i] = sum[i] - b[i];
                }
                for (size_t run = 0; run < 16; run++) {
                    int32_t low, whole = high * 2 * gamma2 + sum[16 * run];
                    whole += whole < 0 ? Q : whole >= Q ? -Q : 0;
                    put_run(expected, run, 1, decomposed(whole, gamma2, &low) != high);
                }
                k->make_hint(hint, r, b, w1, gamma2);
                check_all(256, memcmp(hint, expected, sizeof hint) == 0 && memcmp(r, sum, sizeof r) == 0);
            }
        }
    }
}

/* Algorithm 35, and the range in which key generation uses it. */
static void power2round(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    static _Alignas(64) int32_t r[256];
    const int32_t most = (int32_t)((INT64_C(65) * Q - 1) / 100);
    int8_t s[256];
    uint8_t t1[320], t0[416], expected1[320], expected0[416];
    for (int add = -4; add <= 4; add++) {
        memset(s, add, sizeof s);
        for (int32_t from = -most; from <= most; from += 16) {
            for (size_t i = 0; i < 256; i++)
                r[i] = number_at(from, i) <= most ? number_at(from, i) : 0;
            for (size_t run = 0; run < 16; run++) {
                const int32_t sum = r[16 * run] + add, t = sum + (sum < 0 ? Q : 0);
                const int32_t low = t % 8192 - (t % 8192 > 4096 ? 8192 : 0) + (fault && t == 1234567);
                put_run(expected1, run, 10, (t - low) >> 13);
                put_run(expected0, run, 13, 4096 - low);
            }
            k->power2round(t1, t0, r, s);
            check_all(256, memcmp(t1, expected1, sizeof t1) == 0 && memcmp(t0, expected0, sizeof t0) == 0);
        }
    }
}

/* Every field of t1, t0, z, s1 and s2, read and, but for t1 and t0, written. */
static void encodings(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    static _Alignas(64) int32_t r[256];
    int8_t s[512];
    for (unsigned bits = 3; bits <= 20; bits++) {
        const unsigned eta = bits == 3 ? 2 : 4;
        if (bits > 4 && bits != 10 && bits != 13 && bits != 18 && bits != 20)
            continue;
        for (int32_t from = 0; from < 1 << bits; from += 16) {
            uint8_t in[640] = {0}, out[640];
            int bad = 0;
            for (size_t i = 0; i < 256; i++)
                put_field(in, i, bits, (uint32_t)(number_at(from, i) % (1 << bits)));
            memcpy(out, in, sizeof out);
            if (bits == 10)
                k->unpack_t1(r, in);
            else if (bits == 13)
                k->unpack_t0(r, in);
            else if (bits >= 18)
                k->unpack_z(r, in, 1 << (bits - 1));
            else
                bad = k->unpack_s(s, in, eta) != 0;
            for (size_t i = 0; i < 256; i++) {
                const int32_t value = number_at(from, i) % (1 << bits), half = 1 << (bits - 1);
                const int32_t centre = bits <= 4 ? (int32_t)eta : half, got = bits <= 4 ? s[256 + i] : r[i];
                check(got == (bits == 10 ? value * 8192 : centre - value) + (fault && value == 5));
                check(bits > 4 || s[i] == -s[256 + i]);
                if (bits >= 18 && r[i] == half) /* outside of pack_z's range */
                    r[i] = 0;
            }
            if (bits >= 18) {
                k->pack_z(out, r, 1 << (bits - 1));
                for (size_t i = 0; i < 256; i++)
                    check(1 << (bits - 1) == r[i] + (int32_t)field_at(out, i, bits));
            }
            check(bad == (bits <= 4)); /* with all values there are some above 2 eta */
        }
    }
    /* One field of s at a time: refused above 2 eta, else the same again. */
    for (unsigned eta = 2; eta <= 4; eta += 2) {
        const unsigned bits = eta == 2 ? 3 : 4;
        for (unsigned value = 0; value < 1u << bits; value++)
            for (size_t i = 0; i < 256; i++) {
                uint8_t in[128] = {0}, out[128] = {0};
                put_field(in, i, bits, value);
                check((k->unpack_s(s, in, eta) != 0) == (value > 2 * eta));
                if (value <= 2 * eta) {
                    k->pack_s(out, s + 256, eta);
                    check(memcmp(in, out, sizeof in) == 0);
                }
            }
    }
}

/* Algorithm 30's candidates: every group of three bytes, at every place of 16, with others refused before it. */
static void uniform(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    uint8_t in[3 * 256], a[768];
    for (uint32_t from = 0; from < 1u << 24; from += 16) {
        size_t have = 0;
        for (size_t i = 0; i < 256; i++) {
            const uint32_t group = from + (uint32_t)(i / 16);
            in[3 * i] = (uint8_t)group;
            in[3 * i + 1] = (uint8_t)(group >> 8);
            in[3 * i + 2] = (uint8_t)(group >> 16);
        }
        const size_t end = k->uniform_vartime(a, 0, in, sizeof in);
        for (size_t i = 0; i < 256; i++) {
            const uint32_t value = (from + (uint32_t)(i / 16)) & 0x7fffff;
            if (value < Q - (uint32_t)fault)
                have += (size_t)(have < end && field_at(a, have, 24) == value);
        }
        check(have == end);
        /* A group that is refused, or accepted, wherever it stands. */
        for (size_t i = 0; i < 16; i++) {
            uint8_t one[48];
            memset(one, 255, sizeof one);
            memcpy(one + 3 * i, in + 48 * i, 3);
            const uint32_t value = (from + (uint32_t)i) & 0x7fffff;
            check((k->uniform_vartime(a, 0, one, sizeof one) == 1) == (value < Q - (uint32_t)fault));
        }
    }
}

/* Algorithm 15's candidates: every byte at every place of 8. */
static void eta_candidates(const void *kernels)
{
    const neosig_mldsa_kernels *k = kernels;
    for (unsigned eta = 2; eta <= 4; eta += 2)
        for (unsigned byte = 0; byte < 256; byte++)
            for (unsigned other = 0; other < 256; other++)
                for (size_t i = 0; i < 8; i++) {
                    int8_t s[272];
                    uint8_t in[8];
                    size_t have = 0;
                    memset(in, (int)other, sizeof in);
                    in[i] = (uint8_t)byte;
                    const size_t end = k->eta_vartime(s, 0, in, sizeof in, eta);
                    int good = 1;
                    for (size_t j = 0; j < 16; j++) {
                        const int half = in[j / 2] >> j % 2 * 4 & 15;
                        if (half >= (eta == 2 ? 15 : 9))
                            continue;
                        good &= have < end && s[have] == (eta == 2 ? 2 - half % 5 : 4 - half) + (fault && byte == 77);
                        have++;
                    }
                    check(good && have == end);
                }
}

int main(int argc, char **argv)
{
    static const claim claims[] = {
        {"decompose", poly_of, decompose},     {"use-hint", poly_of, use_hint},   {"make-hint", poly_of, make_hint},
        {"power2round", poly_of, power2round}, {"encodings", poly_of, encodings}, {"uniform", poly_of, uniform},
        {"eta", poly_of, eta_candidates},
    };
    return exhaustive_main(argc, argv, claims, sizeof claims / sizeof claims[0]);
}
