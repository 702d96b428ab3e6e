/* HAWK (specification 1.1, NIST's rounds 1 and 2) as its specification and its reference code define it, to the bit.
 *
 * R = Z[x] / (x^n + 1); a* is a(1/x). A secret key is short f, g, F, G with f G - g F = 1, a public key q00 = f f* +
 * g g*, q01 = F f* + G g*. A signature of a message hashed to bits h0, h1 is s1, such that h - 2 s is short in the
 * norm of Q = (q00, q01; q01*, q11), for the best s0. */
#include "hawk/hawk.h"
#include "ntru.h"
#include "reference.h"
#include "sym.h"

#include <string.h>

#define MAX_N 1024
#define SHAKE256_RATE 136
#define SALT_BYTES 40 /* at most */

static const int64_t primes[2] = {2147473409, 2147389441};

typedef struct shape {
    unsigned logn;
    size_t n, seed_bytes, salt_bytes, hash_bytes;
    int64_t least_norm, most_inverse, most_norm;
    unsigned low00, size00, low01, size01, low1, size1, size11, size0; /* bits: of codes; of bounds */
    const uint16_t (*high)[2];
    const uint64_t (*low)[2];
    size_t entries; /* of the table; of high, one of whose columns is 0 at the end, 5 */
    neosig_reference_ntru equation;
} shape;

/* Tails of the distributions of deviation 2.02, 2.556 and 2.598, of even and of odd numbers: 15 bits, 63 bits. */
static const uint16_t high_256[5][2] = {{0x4d70, 0x268b}, {0x0f80, 0x04fa}, {0x0144, 0x0041}, {0x000a, 0x0001}};
static const uint64_t low_256[10][2] = {
    {0x71fbd58485d45050, 0x1408a4b181c718b1}, {0x54114f1dc2fa7ac9, 0x614569cc54722dc9},
    {0x42f74adda0b5ae61, 0x151c5cdcbaff49a3}, {0x252e2152ab5d758b, 0x23460c30ac398322},
    {0x0fde62196c1718fc, 0x01355a8330c44097}, {0x00127325ddf8ceba, 0x0000dc8de401fd12},
    {0x000008100822c548, 0x0000003b0ffb28f0}, {0x0000000152a6e9ae, 0x0000000005efcd99},
    {0x000000000014da4a, 0x0000000000003953}, {0x000000000000007b, 0x0000000000000000},
};
static const uint16_t high_512[5][2] = {
    {0x580b, 0x35f9}, {0x1d34, 0x0dd7}, {0x05b7, 0x020c}, {0x00a2, 0x002b}, {0x000a, 0x0001}};
static const uint64_t low_512[13][2] = {
    {0x0c27920a04f8f267, 0x3c689d9213449dc9}, {0x1c4ff17c204aa058, 0x7b908c81fce3524f},
    {0x5e63263be0098ffd, 0x4ebefd8ff4f07378}, {0x56aedfb0876a3bd8, 0x4628bc6b23887196},
    {0x061e21d588cc61cc, 0x7f769211f07b326f}, {0x2ba568d92eec18e7, 0x0668f461693dff8f},
    {0x00cf0f8687d3b009, 0x001670db65964485}, {0x000216a0c344eb45, 0x00002ab6e11c2552},
    {0x000002edf0b98a84, 0x0000002c253c7e81}, {0x000000023af3b2e7, 0x0000000018c14abf},
    {0x0000000000ebcc6a, 0x000000000007876e}, {0x00000000000034cf, 0x000000000000013d},
    {0x0000000000000006, 0x0000000000000000},
};
static const uint16_t high_1024[5][2] = {
    {0x58b0, 0x36fe}, {0x1e3a, 0x0ea0}, {0x0632, 0x024a}, {0x00bc, 0x0034}, {0x000c, 0x0002}};
static const uint64_t low_1024[13][2] = {
    {0x3aaa2eb76504e560, 0x01ae2b17728df2de}, {0x70e1c03e49bb683e, 0x6a00b82c69624c93},
    {0x55cda662ef2d1c48, 0x2685db30348656a4}, {0x31e874b355421bb7, 0x430192770e205503},
    {0x57c0676c029895a7, 0x5353bd4091aa96db}, {0x3d4d67696e51f820, 0x09915a53d8667bee},
    {0x014a1a8a93f20738, 0x0026670030160d5f}, {0x0003daf47e8dfb21, 0x0000557cd1c5f797},
    {0x000006634617b3ff, 0x0000006965e15b13}, {0x00000005dbefb646, 0x0000000047e9ab38},
    {0x0000000002f93038, 0x00000000001b2445}, {0x000000000000d5a7, 0x00000000000005aa},
    {0x0000000000000021, 0x0000000000000000},
};

static shape shape_of(const neosig_alg *alg)
{
    static const struct {
        const uint16_t (*high)[2];
        const uint64_t (*low)[2];
        size_t entries;
    } tables[3] = {{high_256, low_256, 10}, {high_512, low_512, 13}, {high_1024, low_1024, 13}};
    const neosig_hawk_set *set = (const neosig_hawk_set *)alg;
    shape s = {
        .logn = set->logn,
        .n = (size_t)1 << set->logn,
        .salt_bytes = set->salt_bytes,
        .least_norm = set->least_norm,
        .most_inverse = set->most_inverse,
        .most_norm = set->most_norm,
        .low00 = set->q00.low,
        .size00 = set->q00.size,
        .low01 = set->q01.low,
        .size01 = set->q01.size,
        .low1 = set->s1.low,
        .size1 = set->s1.size,
        .size11 = set->q11_size,
        .size0 = set->s0_size,
        .high = tables[set->logn - 8].high,
        .low = tables[set->logn - 8].low,
        .entries = tables[set->logn - 8].entries,
        .equation = {.fixed = 1, .q = 1, .step = set->ntru.step},
    };
    for (size_t d = 0; d < NEOSIG_NTRU_MAX_LOGN; d++) {
        s.equation.large[d] = set->ntru.large[d];
        s.equation.windows[d] = set->ntru.window[d];
    }
    for (size_t d = 0; d <= NEOSIG_NTRU_MAX_LOGN; d++)
        s.equation.small[d] = set->ntru.small[d];
    s.seed_bytes = 8 + s.n / 32;
    s.hash_bytes = s.n / 16;
    return s;
}

/* ---- Integers modulo x^n + 1 */

static void adjoint(int64_t *out, const int64_t *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[(n - i) % n] = i == 0 ? a[0] : -a[i];
}

/* out += a b */
static void multiply_add(int64_t *out, const int64_t *a, const int64_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[(i + j) % n] += i + j < n ? a[i] * b[j] : -a[i] * b[j];
}

/* a c* + b d* */
static void gram(int64_t *out, const int64_t *a, const int64_t *b, const int64_t *c, const int64_t *d, size_t n)
{
    int64_t x[MAX_N] = {0};
    memset(out, 0, n * sizeof *out);
    adjoint(x, c, n);
    multiply_add(out, a, x, n);
    adjoint(x, d, n);
    multiply_add(out, b, x, n);
}

/* ---- Values at the roots of x^n + 1 modulo a prime */

static int64_t power(int64_t a, int64_t e, int64_t p)
{
    int64_t r = 1;
    for (; e > 0; e >>= 1, a = a * a % p)
        r = (e & 1) != 0 ? r * a % p : r;
    return r;
}

/* At root^(2i + 1): even and odd parts at its square, by and by; the coefficients of a are `step` apart. */
static void values_of(int64_t *values, const int64_t *a, size_t n, size_t step, int64_t root, int64_t p)
{
    if (n == 1) {
        values[0] = (a[0] % p + p) % p;
        return;
    }
    int64_t even[MAX_N / 2], odd[MAX_N / 2], x = root;
    values_of(even, a, n / 2, 2 * step, root * root % p, p);
    values_of(odd, a + step, n / 2, 2 * step, root * root % p, p);
    for (size_t i = 0; i < n; i++) {
        values[i] = (even[i % (n / 2)] + x * odd[i % (n / 2)]) % p;
        x = x * (root * root % p) % p;
    }
}

static void evaluate(int64_t *values, const int64_t *a, size_t n, int64_t p)
{
    int64_t root = 2;
    while (power(root, (p - 1) / 2, p) == 1)
        root++;
    values_of(values, a, n, 1, power(root, (p - 1) / (2 * (int64_t)n), p), p);
}

/* ---- f, g from a seed: sums of n / 64 bits of four streams in turn */

static void draw(const shape *s, int64_t *f, int64_t *g, const uint8_t *seed)
{
    const unsigned width = (unsigned)s->n / 64;
    const size_t of_word = 64 / width;
    for (uint8_t j = 0; j < 4; j++) {
        neosig_reference_shake shake;
        neosig_reference_shake_init(&shake, SHAKE256_RATE);
        neosig_reference_shake_absorb(&shake, seed, s->seed_bytes);
        neosig_reference_shake_absorb(&shake, &j, 1);
        for (size_t word = 0; word * 4 * of_word < 2 * s->n; word++) {
            uint8_t bytes[8];
            neosig_reference_shake_squeeze(&shake, bytes, sizeof bytes);
            for (size_t i = 0; i < of_word; i++) {
                const size_t at = (4 * word + j) * of_word + i;
                int64_t sum = -(int64_t)width / 2;
                for (size_t bit = i * width; bit < (i + 1) * width; bit++)
                    sum += bytes[bit / 8] >> bit % 8 & 1;
                *(at < s->n ? &f[at] : &g[at - s->n]) = sum;
            }
        }
    }
}

/* ---- Bits, of a byte the lowest first */

typedef struct bits {
    uint8_t *data;
    size_t at, end;
    int bad; /* more were put or got than there are */
} bits;

static void put(bits *out, unsigned bit)
{
    if (out->at == out->end)
        out->bad = 1;
    else if (bit != 0)
        out->data[out->at / 8] |= (uint8_t)(1u << out->at % 8);
    out->at += out->at < out->end;
}

static unsigned get(bits *in)
{
    if (in->at == in->end) {
        in->bad = 1;
        return 0;
    }
    const unsigned bit = in->data[in->at / 8] >> in->at % 8 & 1;
    in->at++;
    return bit;
}

/* Signs; low bits; as many zeros as the rest, and a one. */
static void put_code(bits *out, const int64_t *a, size_t n, unsigned low)
{
    for (size_t i = 0; i < n; i++)
        put(out, a[i] < 0);
    for (size_t i = 0; i < n; i++)
        for (unsigned j = 0; j < low; j++)
            put(out, (a[i] < 0 ? -1 - a[i] : a[i]) >> j & 1);
    for (size_t i = 0; i < n; i++) {
        for (int64_t j = (a[i] < 0 ? -1 - a[i] : a[i]) >> low; j > 0; j--)
            put(out, 0);
        put(out, 1);
    }
}

static int get_code(bits *in, int64_t *a, size_t n, unsigned low, unsigned size)
{
    uint8_t minus[MAX_N];
    for (size_t i = 0; i < n; i++)
        minus[i] = (uint8_t)get(in);
    for (size_t i = 0; i < n; i++) {
        a[i] = 0;
        for (unsigned j = 0; j < low; j++)
            a[i] |= (int64_t)get(in) << j;
    }
    for (size_t i = 0; i < n; i++) {
        while (!in->bad && get(in) == 0)
            a[i] += (int64_t)1 << low;
        if (a[i] >= (int64_t)1 << size)
            return -1;
        a[i] = minus[i] ? -1 - a[i] : a[i];
    }
    return in->bad ? -1 : 0;
}

static int rest_is_zero(bits *in)
{
    unsigned any = 0;
    while (in->at < in->end)
        any |= get(in);
    return any == 0;
}

/* ---- Keys */

static void shake256(uint8_t *out, size_t out_bytes, const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(&shake, a, a_bytes);
    neosig_reference_shake_absorb(&shake, b, b_bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

static int put_public(const neosig_alg *alg, const shape *s, uint8_t *pk, const int64_t *q00, const int64_t *q01)
{
    const unsigned extra = 16 - s->size00;
    int64_t half[MAX_N / 2];
    bits out = {pk, 0, 8 * alg->public_key_bytes, 0};
    memset(pk, 0, alg->public_key_bytes);
    memcpy(half, q00, s->n / 2 * sizeof *half);
    half[0] >>= extra;
    put_code(&out, half, s->n / 2, s->low00);
    for (unsigned i = 0; i < extra; i++)
        put(&out, q00[0] >> i & 1);
    while (out.at % 8 != 0)
        put(&out, 0);
    put_code(&out, q01, s->n, s->low01);
    return out.bad ? -1 : 0;
}

static int get_public(const neosig_alg *alg, const shape *s, int64_t *q00, int64_t *q01, const uint8_t *pk)
{
    const unsigned extra = 16 - s->size00;
    bits in = {(uint8_t *)(uintptr_t)pk, 0, 8 * alg->public_key_bytes, 0};
    unsigned any = 0;
    if (get_code(&in, q00, s->n / 2, s->low00, s->size00) != 0)
        return -1;
    q00[0] *= (int64_t)1 << extra;
    for (unsigned i = 0; i < extra; i++)
        q00[0] += (int64_t)get(&in) << i;
    while (in.at % 8 != 0)
        any |= get(&in);
    q00[s->n / 2] = 0;
    for (size_t i = 1; i < s->n / 2; i++)
        q00[s->n - i] = -q00[i];
    return any == 0 && get_code(&in, q01, s->n, s->low01, s->size01) == 0 && rest_is_zero(&in) && q00[0] >= 0 ? 0 : -1;
}

static int is_invertible(const int64_t *a, size_t n, int64_t p)
{
    int64_t values[MAX_N];
    int zero = 0;
    evaluate(values, a, n, p);
    for (size_t i = 0; i < n; i++)
        zero |= values[i] == 0;
    return !zero;
}

/* The constant coefficient of 1 / q00, in ntrugen's fixed point. */
static int has_short_inverse(const shape *s, const int64_t *q00)
{
    uint64_t a[MAX_N];
    for (size_t i = 0; i < s->n; i++)
        a[i] = (uint64_t)q00[i] << 32;
    neosig_reference_transform_fixed(a, s->n);
    for (size_t i = 0; i < s->n / 2; i++)
        a[i] = neosig_reference_over(UINT64_C(1) << 32, a[i]);
    for (size_t left = s->n / 2; left > 1; left /= 2)
        for (size_t i = 0; i < left / 2; i++)
            a[i] = (uint64_t)((int64_t)(a[2 * i] + a[2 * i + 1] + 1) >> 1);
    return (int64_t)a[0] <= s->most_inverse;
}

static int within(const int64_t *a, size_t first, size_t n, unsigned size)
{
    int good = 1;
    for (size_t i = first; i < n; i++)
        good &= a[i] > -((int64_t)1 << size) && a[i] < (int64_t)1 << size;
    return good;
}

/* 0 if the seed makes a key. */
static int key_of(const neosig_alg *alg, const shape *s, uint8_t *pk, uint8_t *sk, const uint8_t *seed)
{
    const size_t n = s->n;
    int64_t b[4][MAX_N], q00[MAX_N], q01[MAX_N], q11[MAX_N], norm = 0, odd_f = 0, odd_g = 0;
    int8_t small[4][MAX_N];
    draw(s, b[0], b[1], seed);
    for (size_t i = 0; i < n; i++) {
        odd_f ^= b[0][i] & 1;
        odd_g ^= b[1][i] & 1;
        norm += b[0][i] * b[0][i] + b[1][i] * b[1][i];
        small[0][i] = (int8_t)b[0][i];
        small[1][i] = (int8_t)b[1][i];
    }
    if (odd_f == 0 || odd_g == 0 || norm < s->least_norm)
        return -1;
    gram(q00, b[0], b[1], b[0], b[1], n);
    if (!is_invertible(q00, n, primes[0]) || !is_invertible(q00, n, primes[1]) || !has_short_inverse(s, q00) ||
        neosig_reference_ntru_solve(&s->equation, small[2], small[3], small[0], small[1], n) != 0)
        return -1;
    for (size_t j = 2; j < 4; j++)
        for (size_t i = 0; i < n; i++)
            b[j][i] = small[j][i];
    gram(q01, b[2], b[3], b[0], b[1], n);
    gram(q11, b[2], b[3], b[2], b[3], n);
    if (!within(q00, 0, 1, 15) || !within(q00, 1, n, s->size00) || !within(q01, 0, n, s->size01) ||
        !within(q11, 1, n, s->size11) || put_public(alg, s, pk, q00, q01) != 0)
        return -1;
    memset(sk, 0, alg->secret_key_bytes);
    memcpy(sk, seed, s->seed_bytes);
    bits out = {sk + s->seed_bytes, 0, 2 * n, 0};
    for (size_t j = 2; j < 4; j++)
        for (size_t i = 0; i < n; i++)
            put(&out, (unsigned)small[j][i] & 1);
    shake256(sk + s->seed_bytes + n / 4, s->hash_bytes, pk, alg->public_key_bytes, NULL, 0);
    return 0;
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    const shape s = shape_of(alg);
    uint8_t seed[40];
    for (unsigned tries = 0; tries < 100000; tries++) {
        if (random(state, seed, s.seed_bytes) != 0)
            return -1;
        if (key_of(alg, &s, pk, sk, seed) == 0)
            return 0;
    }
    return -1;
}

/* ---- Signatures */

static unsigned bit_of(const uint8_t *h, size_t i)
{
    return h[i / 8] >> i % 8 & 1;
}

/* Bits of a product modulo 2, added to out. */
static void multiply_parities(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n && bit_of(a, i); j++)
            out[(i + j) % n / 8] ^= (uint8_t)(bit_of(b, j) << (i + j) % n % 8);
}

static void begin(neosig_reference_shake *shake, const shape *s, const uint8_t *hm, const uint8_t *seed, unsigned count)
{
    const uint8_t counter[4] = {(uint8_t)count, (uint8_t)(count >> 8)};
    neosig_reference_shake_init(shake, SHAKE256_RATE);
    neosig_reference_shake_absorb(shake, hm, 64);
    neosig_reference_shake_absorb(shake, seed, s->seed_bytes);
    neosig_reference_shake_absorb(shake, counter, sizeof counter);
}

/* A number of the parity of t: 80 bits, of which those of sign and one more lie apart. */
static int64_t sample(const shape *s, const uint8_t low_bytes[8], const uint8_t high_bytes[2], unsigned odd)
{
    uint64_t low = 0;
    for (size_t i = 8; i-- > 0;)
        low = low << 8 | low_bytes[i];
    const unsigned high = (high_bytes[0] | (unsigned)high_bytes[1] << 8) & 0x7fff, minus = (unsigned)(low >> 63);
    int64_t x = odd;
    low &= INT64_MAX;
    for (size_t i = 0; i < s->entries; i++) {
        const unsigned entry = i < 5 ? s->high[i][odd] : 0;
        x += high < entry || (high == entry && low < s->low[i][odd]) ? 2 : 0;
    }
    return minus ? -x : x;
}

static int64_t sample_all(const shape *s, int64_t *x0, int64_t *x1, const uint8_t *t, const uint8_t *hm,
                          const uint8_t *seed, unsigned count, const uint8_t random[40])
{
    int64_t norm = 0;
    for (uint8_t j = 0; j < 4; j++) {
        neosig_reference_shake shake;
        begin(&shake, s, hm, seed, count);
        neosig_reference_shake_absorb(&shake, random, 40);
        neosig_reference_shake_absorb(&shake, &j, 1);
        for (size_t first = 4 * j; first < 2 * s->n; first += 16) {
            uint8_t bytes[40];
            neosig_reference_shake_squeeze(&shake, bytes, sizeof bytes);
            for (size_t i = 0; i < 4; i++) {
                const size_t at = first + i;
                const int64_t x = sample(s, bytes + 8 * i, bytes + 32 + 2 * i, bit_of(t, at));
                *(at < s->n ? &x0[at] : &x1[at - s->n]) = x;
                norm += x * x;
            }
        }
    }
    return norm;
}

/* 1 if the first coefficient that is not 0 is positive. */
static int begins_positive(const int64_t *a, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] == 0)
        i++;
    return i < n && a[i] > 0;
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    const shape s = shape_of(alg);
    const size_t n = s.n;
    const uint8_t *F2 = sk + s.seed_bytes, *G2 = F2 + n / 8, *key_hash = G2 + n / 8;
    uint8_t hm[64], salt[SALT_BYTES], drawn[40], h[MAX_N / 4], f2[MAX_N / 8] = {0}, g2[MAX_N / 8] = {0};
    int64_t f[MAX_N], g[MAX_N], x0[MAX_N], x1[MAX_N], w[MAX_N];
    draw(&s, f, g, sk);
    for (size_t i = 0; i < n; i++) {
        f2[i / 8] |= (uint8_t)((f[i] & 1) << i % 8);
        g2[i / 8] |= (uint8_t)((g[i] & 1) << i % 8);
    }
    shake256(hm, sizeof hm, msg, msg_bytes, key_hash, s.hash_bytes);
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        uint8_t t[MAX_N / 4] = {0};
        neosig_reference_shake shake;
        if (random(state, drawn, s.salt_bytes) != 0)
            return -1;
        begin(&shake, &s, hm, sk, 2 * attempt);
        neosig_reference_shake_absorb(&shake, drawn, s.salt_bytes);
        neosig_reference_shake_squeeze(&shake, salt, s.salt_bytes);
        shake256(h, n / 4, hm, sizeof hm, salt, s.salt_bytes);
        multiply_parities(t, h, f2, n);
        multiply_parities(t, h + n / 8, F2, n);
        multiply_parities(t + n / 8, h, g2, n);
        multiply_parities(t + n / 8, h + n / 8, G2, n);
        if (random(state, drawn, 40) != 0)
            return -1;
        if (sample_all(&s, x0, x1, t, hm, sk, 2 * attempt + 1, drawn) > s.most_norm)
            continue;
        memset(w, 0, sizeof w); /* f x1 - g x0 */
        multiply_add(w, g, x0, n);
        for (size_t i = 0; i < n; i++)
            w[i] = -w[i];
        multiply_add(w, f, x1, n);
        const int64_t sign_of_w = begins_positive(w, n) ? -1 : 1;
        bits out = {sig, 0, 8 * alg->signature_bytes, 0};
        for (size_t i = 0; i < n; i++)
            w[i] = (sign_of_w * w[i] + (int64_t)bit_of(h + n / 8, i)) / 2; /* it is even */
        if (!within(w, 0, n, s.size1))
            for (size_t i = 0; i < n; i++)
                out.bad |= w[i] < -((int64_t)1 << s.size1) || w[i] >= (int64_t)1 << s.size1;
        memset(sig, 0, alg->signature_bytes);
        memcpy(sig, salt, s.salt_bytes);
        out.at = 8 * s.salt_bytes;
        if (!out.bad)
            put_code(&out, w, n, s.low1);
        if (!out.bad) {
            *sig_bytes = alg->signature_bytes;
            return 0;
        }
    }
    return -1;
}

/* ---- Verification: s0 in numbers of 32 bits whose point moves by one at each layer */

typedef struct pair {
    int32_t re, im;
} pair;

static int32_t upper(uint64_t a)
{
    return (int32_t)(uint32_t)(a >> 32);
}

static void layer(int32_t *a, size_t n, size_t blocks, int back)
{
    const size_t distance = n / 4 / blocks;
    for (size_t b = 0; b < blocks; b++) {
        int64_t root[2];
        neosig_reference_root(root, 2 * blocks + b);
        for (size_t i = 2 * distance * b, j = i + distance; i < 2 * distance * b + distance; i++, j++) {
            const pair x = {a[i], a[i + n / 2]}, y = {a[j], a[j + n / 2]};
            if (back) {
                const int32_t re = (int32_t)((uint32_t)x.re - (uint32_t)y.re);
                const int32_t im = (int32_t)((uint32_t)x.im - (uint32_t)y.im);
                a[i] = (int32_t)((uint32_t)x.re + (uint32_t)y.re) >> 1;
                a[i + n / 2] = (int32_t)((uint32_t)x.im + (uint32_t)y.im) >> 1;
                a[j] = upper((uint64_t)(re * root[0]) + (uint64_t)(im * root[1]));
                a[j + n / 2] = upper((uint64_t)(im * root[0]) - (uint64_t)(re * root[1]));
            } else {
                const uint64_t re = (uint64_t)(y.re * root[0]) - (uint64_t)(y.im * root[1]);
                const uint64_t im = (uint64_t)(y.re * root[1]) + (uint64_t)(y.im * root[0]);
                const uint64_t up_re = (uint64_t)(int64_t)x.re << 31, up_im = (uint64_t)(int64_t)x.im << 31;
                a[i] = upper(up_re + re);
                a[i + n / 2] = upper(up_im + im);
                a[j] = upper(up_re - re);
                a[j + n / 2] = upper(up_im - im);
            }
        }
    }
}

static void transform(int32_t *out, const int64_t *a, size_t n, unsigned shift)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int32_t)((uint32_t)a[i] << shift);
    for (size_t blocks = 1; blocks < n / 2; blocks *= 2)
        layer(out, n, blocks, 0);
}

/* x / y towards 0; -1 if that is not below 2^32. */
static int quotient(int32_t *out, int64_t x, int64_t y)
{
    const int64_t size = x < 0 ? -x : x;
    *out = (int32_t)(uint32_t)(uint64_t)(x / y);
    return size >> 32 >= y ? -1 : 0;
}

/* t0 = h0 - 2 s0 for s0 near (h0 + q01 t1 / q00) / 2. */
static int find_t0(const shape *s, int64_t *t0, const int64_t *q00, const int64_t *q01, const int64_t *t1,
                   const uint8_t *h0)
{
    const size_t n = s->n;
    const unsigned up00 = 29 - s->size00, up01 = 29 - s->size01, up1 = 28 - s->size1;
    const unsigned shift = up1 + up01 - up00 - (s->logn - 1);
    int64_t rest[MAX_N];
    int32_t a[MAX_N], b[MAX_N], c[MAX_N];
    memcpy(rest, q00, n * sizeof *rest);
    rest[0] = 0;
    transform(a, rest, n, up00);
    transform(b, q01, n, up01);
    transform(c, t1, n, up1);
    for (size_t i = 0, j = n / 2; i < n / 2; i++, j++) {
        const int64_t y = (int64_t)((uint32_t)a[i] + ((uint32_t)q00[0] << (up00 - (s->logn - 1))));
        const int64_t re = (int64_t)b[i] * c[i] - (int64_t)b[j] * c[j];
        const int64_t im = (int64_t)b[i] * c[j] + (int64_t)b[j] * c[i];
        if ((uint32_t)y == 0 || (uint32_t)y >= 0x40000000)
            return -1;
        if (quotient(&a[i], re, (uint32_t)y) != 0 || quotient(&a[j], im, (uint32_t)y) != 0)
            return -1;
    }
    for (size_t blocks = n / 4; blocks >= 1; blocks /= 2)
        layer(a, n, blocks, 1);
    for (size_t i = 0; i < n; i++) {
        const uint32_t sum = ((uint32_t)bit_of(h0, i) << shift) + (uint32_t)a[i] + ((uint32_t)1 << shift);
        const int64_t s0 = (int32_t)sum >> (shift + 1);
        if (s0 < -((int64_t)1 << s->size0) || s0 >= (int64_t)1 << s->size0)
            return -1;
        t0[i] = (int16_t)(uint16_t)((int64_t)bit_of(h0, i) - 2 * s0);
    }
    return 0;
}

/* n/2 times the norm, modulo p; -1 if q00 has no inverse. The trace of q00 e e* + t1 t1* / q00, e = t0 + q01 t1 / q00,
 * is its sum over all roots. */
static int64_t half_norm(const shape *s, const int64_t *q00, const int64_t *q01, const int64_t *t0, const int64_t *t1,
                         int64_t p)
{
    const size_t n = s->n;
    const int64_t *const numbers[4] = {q00, q01, t0, t1};
    int64_t values[4][MAX_N], adjoints[4][MAX_N], sum = 0;
    for (size_t j = 0; j < 4; j++) {
        int64_t a[MAX_N];
        adjoint(a, numbers[j], n);
        evaluate(values[j], numbers[j], n, p);
        evaluate(adjoints[j], a, n, p);
    }
    for (size_t i = 0; i < n; i++) {
        if (values[0][i] == 0)
            return -1;
        const int64_t inverse = power(values[0][i], p - 2, p);
        const int64_t d = values[3][i] * inverse % p, d_adjoint = adjoints[3][i] * inverse % p;
        const int64_t e = (values[2][i] + values[1][i] * d) % p;
        const int64_t e_adjoint = (adjoints[2][i] + adjoints[1][i] * d_adjoint) % p;
        sum = (sum + values[0][i] * (e * e_adjoint % p) % p + d * adjoints[3][i]) % p;
    }
    return sum * ((p + 1) / 2) % p;
}

static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    const shape s = shape_of(alg);
    const size_t n = s.n;
    int64_t q00[MAX_N], q01[MAX_N], t0[MAX_N], t1[MAX_N];
    uint8_t key_hash[64], hm[64], h[MAX_N / 4];
    bits in = {(uint8_t *)(uintptr_t)sig, 8 * s.salt_bytes, 8 * sig_bytes, 0};
    if (sig_bytes != alg->signature_bytes || get_public(alg, &s, q00, q01, pk) != 0 ||
        get_code(&in, t1, n, s.low1, s.size1) != 0 || !rest_is_zero(&in))
        return -1;
    shake256(key_hash, s.hash_bytes, pk, alg->public_key_bytes, NULL, 0);
    shake256(hm, sizeof hm, msg, msg_bytes, key_hash, s.hash_bytes);
    shake256(h, n / 4, hm, sizeof hm, sig, s.salt_bytes);
    for (size_t i = 0; i < n; i++)
        t1[i] = (int64_t)bit_of(h + n / 8, i) - 2 * t1[i];
    if (!begins_positive(t1, n) || find_t0(&s, t0, q00, q01, t1, h) != 0)
        return -1;
    const int64_t norm = half_norm(&s, q00, q01, t0, t1, primes[0]);
    const int64_t unit = (int64_t)n / 2;
    return norm >= 0 && norm == half_norm(&s, q00, q01, t0, t1, primes[1]) && norm % unit == 0 &&
                   norm / unit <= s.most_norm
               ? 0
               : -1;
}

const neosig_reference neosig_reference_hawk = {"hawk", keypair, sign, verify};
