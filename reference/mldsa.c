/* ML-DSA as FIPS 204 writes it (pure, empty context), and Dilithium round 3.1 where it differs. */
#include "mldsa/mldsa.h"
#include "reference.h"
#include "sym.h"

#include <string.h>

#define Q 8380417
#define N 256
#define D 13
#define MAX_K 8
#define MAX_L 7

typedef int32_t poly[N]; /* in [0, q) unless said */

typedef neosig_mldsa_set set;

static const set *set_of(const neosig_alg *alg)
{
    return (const set *)alg;
}

/* gamma1 = 2^17 or 2^19 */
static unsigned gamma1_bits(const set *p)
{
    return p->gamma1 == 1 << 17 ? 17 : 19;
}

static int32_t mod_q(int64_t a)
{
    return (int32_t)((a % Q + Q) % Q);
}

/* The representative in (-q/2, q/2]. */
static int32_t centered(int32_t a)
{
    return a > Q / 2 ? a - Q : a;
}

static int32_t norm(const poly a)
{
    int32_t most = 0;
    for (size_t i = 0; i < N; i++) {
        int32_t c = centered(a[i]);
        most = c > most ? c : -c > most ? -c : most;
    }
    return most;
}

static void h(uint8_t *out, size_t out_bytes, const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes,
              const uint8_t *c, size_t c_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, a, a_bytes);
    neosig_reference_shake_absorb(&shake, b, b_bytes);
    neosig_reference_shake_absorb(&shake, c, c_bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

/* zeta^brv(m), zeta = 1753. */
static int32_t zeta(unsigned m)
{
    int64_t r = 1, base = 1753;
    for (unsigned bit = 128; bit > 0; bit >>= 1, base = base * base % Q)
        if (m & bit)
            r = r * base % Q;
    return (int32_t)r;
}

/* Algorithm 41. */
static void ntt(poly w)
{
    for (size_t len = 128, m = 1; len >= 1; len /= 2) {
        for (size_t start = 0; start < N; start += 2 * len, m++) {
            const int64_t z = zeta((unsigned)m);
            for (size_t j = start; j < start + len; j++) {
                int32_t t = mod_q(z * w[j + len]);
                w[j + len] = mod_q((int64_t)w[j] - t);
                w[j] = mod_q((int64_t)w[j] + t);
            }
        }
    }
}

/* Algorithm 42. */
static void inverse_ntt(poly w)
{
    for (size_t len = 1, m = 255; len < N; len *= 2) {
        for (size_t start = 0; start < N; start += 2 * len, m--) {
            const int64_t z = -zeta((unsigned)m);
            for (size_t j = start; j < start + len; j++) {
                int32_t t = w[j];
                w[j] = mod_q((int64_t)t + w[j + len]);
                w[j + len] = mod_q(z * (t - w[j + len]));
            }
        }
    }
    for (size_t j = 0; j < N; j++)
        w[j] = mod_q((int64_t)w[j] * 8347681);
}

static void multiply_add(poly r, const poly a, const poly b)
{
    for (size_t i = 0; i < N; i++)
        r[i] = mod_q(r[i] + (int64_t)a[i] * b[i]);
}

/* BitPack of top - w, and back: bits bits a coefficient. */
static uint8_t *pack(uint8_t *out, const poly w, int32_t top, unsigned bits)
{
    memset(out, 0, 32 * bits);
    for (size_t i = 0; i < N * bits; i++) {
        const unsigned field = (unsigned)mod_q((int64_t)top - w[i / bits]);
        out[i / 8] = (uint8_t)(out[i / 8] | (field >> i % bits & 1) << i % 8);
    }
    return out + 32 * bits;
}

static const uint8_t *unpack(poly w, const uint8_t *in, int32_t top, unsigned bits)
{
    for (size_t i = 0; i < N; i++) {
        int32_t field = 0;
        for (unsigned j = 0; j < bits; j++)
            field |= (in[(i * bits + j) / 8] >> (i * bits + j) % 8 & 1) << j;
        w[i] = mod_q((int64_t)top - field);
    }
    return in + 32 * bits;
}

/* SimpleBitPack of numbers in [0, 2^bits). */
static uint8_t *simple_pack(uint8_t *out, const poly w, unsigned bits)
{
    poly negative;
    for (size_t i = 0; i < N; i++)
        negative[i] = mod_q(-(int64_t)w[i]);
    return pack(out, negative, 0, bits);
}

/* Algorithm 30. */
static void rej_ntt_poly(poly a, const uint8_t rho[32], size_t row, size_t column)
{
    const uint8_t nonce[2] = {(uint8_t)column, (uint8_t)row};
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 168);
    neosig_reference_shake_absorb(&shake, rho, 32);
    neosig_reference_shake_absorb(&shake, nonce, 2);
    for (size_t j = 0; j < N;) {
        uint8_t c[3];
        neosig_reference_shake_squeeze(&shake, c, 3);
        int32_t z = (c[2] & 127) << 16 | c[1] << 8 | c[0];
        if (z < Q)
            a[j++] = z;
    }
}

/* Algorithm 31. */
static void rej_bounded_poly(poly a, const set *p, const uint8_t rho[64], size_t number)
{
    const uint8_t nonce[2] = {(uint8_t)number, (uint8_t)(number >> 8)};
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, rho, 64);
    neosig_reference_shake_absorb(&shake, nonce, 2);
    for (size_t j = 0; j < N;) {
        uint8_t z;
        neosig_reference_shake_squeeze(&shake, &z, 1);
        for (unsigned half = 0; half < 2 && j < N; half++, z >>= 4)
            if (p->eta == 2 && (z & 15) < 15)
                a[j++] = mod_q(2 - (z & 15) % 5);
            else if (p->eta == 4 && (z & 15) < 9)
                a[j++] = mod_q(4 - (z & 15));
    }
}

/* Algorithm 29. */
static void sample_in_ball(poly c, const set *p, const uint8_t *seed)
{
    uint8_t signs[8];
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, seed, p->ctilde_bytes);
    neosig_reference_shake_squeeze(&shake, signs, 8);
    memset(c, 0, sizeof(poly));
    for (unsigned i = N - p->tau; i < N; i++) {
        uint8_t j;
        do
            neosig_reference_shake_squeeze(&shake, &j, 1);
        while (j > i);
        const unsigned bit = i + p->tau - N;
        c[i] = c[j];
        c[j] = signs[bit / 8] >> bit % 8 & 1 ? Q - 1 : 1;
    }
}

/* Algorithm 36. */
static int32_t decompose(const set *p, int32_t r, int32_t *low)
{
    *low = r % (2 * p->gamma2);
    if (*low > p->gamma2)
        *low -= 2 * p->gamma2;
    if (r - *low == Q - 1) {
        --*low;
        return 0;
    }
    return (r - *low) / (2 * p->gamma2);
}

/* A row of A times x, both as transforms. */
static void row_product(poly w, const set *p, const uint8_t rho[32], size_t row, poly *x)
{
    poly a;
    memset(w, 0, sizeof(poly));
    for (size_t column = 0; column < p->l; column++) {
        rej_ntt_poly(a, rho, row, column);
        multiply_add(w, a, x[column]);
    }
}

static unsigned eta_bits(const set *p)
{
    return p->eta == 2 ? 3 : 4;
}

static unsigned w1_bits(const set *p)
{
    return p->gamma2 == (Q - 1) / 32 ? 4 : 6;
}

/* Algorithm 6. */
static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    const set *p = set_of(alg);
    uint8_t xi[34], expanded[128];
    poly s1[MAX_L], s2, t, t1, t0;
    if (random(state, xi, 32) != 0)
        return -1;
    xi[32] = (uint8_t)p->k;
    xi[33] = (uint8_t)p->l;
    h(expanded, 128, xi, p->fips ? 34 : 32, NULL, 0, NULL, 0);
    memcpy(pk, expanded, 32);
    memcpy(sk, expanded, 32);
    memcpy(sk + 32, expanded + 96, 32);
    uint8_t *s_out = sk + 64 + p->tr_bytes, *t0_out = s_out + ((size_t)p->k + p->l) * 32 * eta_bits(p),
            *t1_out = pk + 32;
    for (size_t j = 0; j < p->l; j++) {
        rej_bounded_poly(s1[j], p, expanded + 32, j);
        s_out = pack(s_out, s1[j], (int32_t)p->eta, eta_bits(p));
        ntt(s1[j]);
    }
    for (size_t i = 0; i < p->k; i++) {
        rej_bounded_poly(s2, p, expanded + 32, p->l + i);
        s_out = pack(s_out, s2, (int32_t)p->eta, eta_bits(p));
        row_product(t, p, expanded, i, s1);
        inverse_ntt(t);
        for (size_t n = 0; n < N; n++) { /* algorithm 35 */
            t[n] = mod_q((int64_t)t[n] + s2[n]);
            int32_t low = t[n] % (1 << D);
            low = low > 1 << (D - 1) ? low - (1 << D) : low;
            t1[n] = (t[n] - low) >> D;
            t0[n] = mod_q(low);
        }
        t1_out = simple_pack(t1_out, t1, 10);
        t0_out = pack(t0_out, t0, 1 << (D - 1), D);
    }
    h(sk + 64, p->tr_bytes, pk, alg->public_key_bytes, NULL, 0, NULL, 0);
    return 0;
}

/* mu of the pure mode with an empty context. */
static void representative(uint8_t mu[64], const set *p, const uint8_t *tr, const uint8_t *msg, size_t msg_bytes)
{
    static const uint8_t prefix[2] = {0, 0};
    h(mu, 64, tr, p->tr_bytes, prefix, p->fips ? 2 : 0, msg, msg_bytes);
}

/* Algorithm 7. */
static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    const set *p = set_of(alg);
    const int32_t gamma1 = p->gamma1, beta = (int32_t)(p->tau * p->eta);
    poly s1[MAX_L], s2[MAX_K], t0[MAX_K], y[MAX_L], y_hat[MAX_L], w[MAX_K], w1[MAX_K], z[MAX_L];
    uint8_t mu[64], rnd[32] = {0}, rho2[64], w1_encoded[MAX_K * 32 * 6];
    poly c, product;
    const uint8_t *in = sk + 64 + p->tr_bytes;
    for (size_t j = 0; j < p->l; j++, ntt(s1[j - 1]))
        in = unpack(s1[j], in, (int32_t)p->eta, eta_bits(p));
    for (size_t i = 0; i < p->k; i++, ntt(s2[i - 1]))
        in = unpack(s2[i], in, (int32_t)p->eta, eta_bits(p));
    for (size_t i = 0; i < p->k; i++, ntt(t0[i - 1]))
        in = unpack(t0[i], in, 1 << (D - 1), D);
    if (p->fips && random(state, rnd, 32) != 0)
        return -1;
    representative(mu, p, sk + 64, msg, msg_bytes);
    h(rho2, 64, sk + 32, 32, rnd, p->fips ? 32 : 0, mu, 64);
    for (unsigned kappa = 0;; kappa += p->l) {
        uint8_t *out = w1_encoded;
        int good = 1;
        for (unsigned j = 0; j < p->l; j++) { /* algorithm 34 */
            const uint8_t nonce[2] = {(uint8_t)(kappa + j), (uint8_t)((kappa + j) >> 8)};
            uint8_t v[640];
            h(v, 32 * (gamma1_bits(p) + 1), rho2, 64, nonce, 2, NULL, 0);
            unpack(y[j], v, gamma1, gamma1_bits(p) + 1);
            memcpy(y_hat[j], y[j], sizeof(poly));
            ntt(y_hat[j]);
        }
        for (size_t i = 0; i < p->k; i++) {
            int32_t low;
            row_product(w[i], p, sk, i, y_hat);
            inverse_ntt(w[i]);
            for (size_t n = 0; n < N; n++)
                w1[i][n] = decompose(p, w[i][n], &low);
            out = simple_pack(out, w1[i], w1_bits(p));
        }
        h(sig, p->ctilde_bytes, mu, 64, w1_encoded, (size_t)(out - w1_encoded), NULL, 0);
        sample_in_ball(c, p, sig);
        ntt(c);
        for (size_t j = 0; j < p->l; j++) {
            memset(product, 0, sizeof product);
            multiply_add(product, c, s1[j]);
            inverse_ntt(product);
            for (size_t n = 0; n < N; n++)
                z[j][n] = mod_q((int64_t)y[j][n] + product[n]);
            good &= norm(z[j]) < gamma1 - beta;
        }
        uint8_t *hint = sig + p->ctilde_bytes + p->l * 32 * (gamma1_bits(p) + 1);
        unsigned count = 0;
        memset(hint, 0, p->omega + p->k);
        for (size_t i = 0; i < p->k; i++) {
            memset(product, 0, sizeof product);
            multiply_add(product, c, s2[i]);
            inverse_ntt(product);
            for (size_t n = 0; n < N; n++) {
                int32_t low;
                w[i][n] = mod_q((int64_t)w[i][n] - product[n]);
                decompose(p, w[i][n], &low);
                good &= low < p->gamma2 - beta && -low < p->gamma2 - beta;
            }
            memset(product, 0, sizeof product);
            multiply_add(product, c, t0[i]);
            inverse_ntt(product);
            good &= norm(product) < p->gamma2;
            for (size_t n = 0; n < N; n++) { /* algorithm 39, and 20 for as long as they fit */
                int32_t low;
                int32_t with = decompose(p, mod_q((int64_t)w[i][n] + product[n]), &low);
                if (with != decompose(p, w[i][n], &low) && count++ < p->omega)
                    hint[count - 1] = (uint8_t)n;
            }
            hint[p->omega + i] = (uint8_t)count;
        }
        if (good && count <= p->omega)
            break;
    }
    uint8_t *out = sig + p->ctilde_bytes;
    for (size_t j = 0; j < p->l; j++)
        out = pack(out, z[j], gamma1, gamma1_bits(p) + 1);
    *sig_bytes = alg->signature_bytes;
    return 0;
}

/* Algorithm 21. */
static int unpack_hints(uint8_t hint[MAX_K][N], const set *p, const uint8_t *y)
{
    unsigned index = 0;
    memset(hint, 0, MAX_K * N);
    for (size_t i = 0; i < p->k; i++) {
        const unsigned first = index, end = y[p->omega + i];
        if (end < index || end > p->omega)
            return -1;
        for (; index < end; index++) {
            if (index > first && y[index - 1] >= y[index])
                return -1;
            hint[i][y[index]] = 1;
        }
    }
    for (; index < p->omega; index++)
        if (y[index] != 0)
            return -1;
    return 0;
}

/* Algorithm 8. */
static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    const set *p = set_of(alg);
    const int32_t gamma1 = p->gamma1, beta = (int32_t)(p->tau * p->eta), most = (Q - 1) / (2 * p->gamma2);
    poly z[MAX_L];
    uint8_t hint[MAX_K][N], tr[64], mu[64], w1_encoded[MAX_K * 32 * 6], expected[64], *out = w1_encoded;
    poly c, w, t1, product;
    if (sig_bytes != alg->signature_bytes)
        return -1;
    const uint8_t *in = sig + p->ctilde_bytes;
    for (size_t j = 0; j < p->l; j++) {
        in = unpack(z[j], in, gamma1, gamma1_bits(p) + 1);
        if (norm(z[j]) >= gamma1 - beta)
            return -1;
        ntt(z[j]);
    }
    if (unpack_hints(hint, p, in) != 0)
        return -1;
    h(tr, p->tr_bytes, pk, alg->public_key_bytes, NULL, 0, NULL, 0);
    representative(mu, p, tr, msg, msg_bytes);
    sample_in_ball(c, p, sig);
    ntt(c);
    for (size_t i = 0; i < p->k; i++) {
        unpack(t1, pk + 32 + 320 * i, 0, 10); /* -t1 */
        for (size_t n = 0; n < N; n++)
            t1[n] = mod_q((int64_t)t1[n] * (1 << D));
        ntt(t1);
        row_product(w, p, pk, i, z);
        memset(product, 0, sizeof product);
        multiply_add(product, c, t1);
        for (size_t n = 0; n < N; n++)
            w[n] = mod_q((int64_t)w[n] + product[n]);
        inverse_ntt(w);
        for (size_t n = 0; n < N; n++) { /* algorithm 40 */
            int32_t low, high = decompose(p, w[n], &low);
            if (hint[i][n])
                high = low > 0 ? (high + 1) % most : (high + most - 1) % most;
            w[n] = high;
        }
        out = simple_pack(out, w, w1_bits(p));
    }
    h(expected, p->ctilde_bytes, mu, 64, w1_encoded, (size_t)(out - w1_encoded), NULL, 0);
    return memcmp(expected, sig, p->ctilde_bytes) == 0 ? 0 : -1;
}

const neosig_reference neosig_reference_ml_dsa = {"ml-dsa", keypair, sign, verify};
const neosig_reference neosig_reference_dilithium = {"dilithium", keypair, sign, verify};
