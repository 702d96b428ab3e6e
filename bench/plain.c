#include "gf16.h"
#include "mldsa/mldsa_poly.h"
#include "ntt/ntt_8380417_portable_tables.h"
#include "technique.h"

static inline void add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    for (unsigned i = 0; i < l; i++)
        for (unsigned j = 0; j < l; j++)
            c[i * l + j] = a[i * l + j] ^ b[i * l + j];
}

void neosig_bench_plain_add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    if (l == 4)
        add(4, c, a, b);
    else if (l == 3)
        add(3, c, a, b);
    else
        add(2, c, a, b);
}

void neosig_bench_plain_multiply(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    if (l == 4)
        gf16_multiply(4, 4, 4, 0, c, a, b);
    else if (l == 3)
        gf16_multiply(3, 3, 3, 0, c, a, b);
    else
        gf16_multiply(2, 2, 2, 0, c, a, b);
}

/* In the field of `bits` bits, over the field of half as many. These are GF(4) by x^2 = x + 1, GF(16) by y^2 = y + x,
 * GF(256) by z^2 = z + xy. */
static inline uint8_t product_2(uint8_t a, uint8_t b)
{
    unsigned r = (a & 1u) * b ^ (a >> 1) * ((unsigned)b << 1);
    return (uint8_t)(r ^ (r >> 2) * 7);
}

static inline uint8_t product_4(uint8_t a, uint8_t b)
{
    uint8_t a0 = a & 3, a1 = a >> 2, b0 = b & 3, b1 = b >> 2;
    uint8_t low = product_2(a0, b0), high = product_2(a1, b1), both = product_2(a0 ^ a1, b0 ^ b1);
    return (uint8_t)((low ^ product_2(2, high)) | (low ^ both) << 2);
}

static inline uint8_t product_8(uint8_t a, uint8_t b)
{
    uint8_t a0 = a & 15, a1 = a >> 4, b0 = b & 15, b1 = b >> 4;
    uint8_t low = product_4(a0, b0), high = product_4(a1, b1), both = product_4(a0 ^ a1, b0 ^ b1);
    return (uint8_t)((low ^ product_4(8, high)) | (low ^ both) << 4);
}

uint8_t neosig_bench_plain_tower(unsigned bits, uint8_t a, uint8_t b)
{
    return bits == 8 ? product_8(a, b) : product_4(a, b);
}

void neosig_bench_plain_combine(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, uint8_t scalar)
{
    if (bits == 8)
        for (size_t i = 0; i < bytes; i++)
            c[i] ^= product_8(scalar, a[i]);
    else
        for (size_t i = 0; i < bytes; i++)
            c[i] ^= (uint8_t)(product_4(scalar, a[i] & 15) | product_4(scalar, a[i] >> 4) << 4);
}

/* In [0, q), q being a constant to the compiler. */
static inline int32_t mod_q(int64_t a)
{
    int32_t r = (int32_t)(a % NEOSIG_MLDSA_Q);
    return r < 0 ? r + NEOSIG_MLDSA_Q : r;
}

void neosig_bench_plain_ntt(int32_t w[256], const int32_t zeta[256][2])
{
    for (size_t len = 128, m = 1; len >= 1; len /= 2)
        for (size_t start = 0; start < 256; start += 2 * len, m++)
            for (size_t j = start; j < start + len; j++) {
                const int32_t t = mod_q((int64_t)zeta[m][0] * w[j + len]);
                w[j + len] = mod_q((int64_t)w[j] - t);
                w[j] = mod_q((int64_t)w[j] + t);
            }
}

void neosig_bench_plain_intt(int32_t w[256], const int32_t zeta[256][2])
{
    for (size_t len = 1, m = 255; len < 256; len *= 2)
        for (size_t start = 0; start < 256; start += 2 * len, m--)
            for (size_t j = start; j < start + len; j++) {
                const int64_t t = w[j];
                w[j] = mod_q(t + w[j + len]);
                w[j + len] = mod_q(-(int64_t)zeta[m][0] * (t - w[j + len]));
            }
    for (size_t j = 0; j < 256; j++)
        w[j] = mod_q((int64_t)w[j] * ntt_8380417_scale[0][0]);
}

void neosig_bench_plain_ntt_multiply(int32_t r[256], const int32_t a[256])
{
    for (size_t i = 0; i < 256; i++)
        r[i] = mod_q((int64_t)mod_q((int64_t)r[i] * a[i]) * 8265825); /* 2^-32 */
}

void neosig_bench_plain_uniform(uint8_t a[768], const uint8_t *xof)
{
    for (size_t i = 0; i < 256; xof += 3) {
        const int32_t candidate = xof[0] | xof[1] << 8 | (xof[2] & 127) << 16;
        if (candidate >= NEOSIG_MLDSA_Q)
            continue;
        a[3 * i] = xof[0];
        a[3 * i + 1] = xof[1];
        a[3 * i + 2] = xof[2] & 127;
        i++;
    }
}
