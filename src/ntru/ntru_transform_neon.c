/* ntru.h's transforms modulo a prime in NEON, with the bounds of ntru_plain_body.h. */
#if defined(__aarch64__)
#include "ntru/ntru_neon.h"
#include "ntru/ntru_plain_body.h"
#include "ntt/mod32_neon.h"

#include <arm_neon.h>

static inline int32x4_t reduce_lanes(int32x4_t a, int32_t p)
{
    return vmlsq_n_s32(a, vrshrq_n_s32(a, 28), p);
}

static inline void butterfly(int32x4_t *a, int32x4_t *b, int32x4_t product)
{
    *b = vsubq_s32(*a, product);
    *a = vaddq_s32(*a, product);
}

void neosig_ntru_neon_forward(int32_t *r, unsigned logn, const neosig_ntru_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p, *zeta = prime->zeta, *quotient = prime->quotient;
    if (n < 16) {
        ntru_plain_forward(r, logn, prime);
        return;
    }
    neosig_mod32_assert_below(r, n, p / 100 * 51);
    size_t half = n / 2, k = 1;
    if (logn % 2 != 0) {
        for (size_t i = 0; i < half; i += 4) {
            int32x4_t a = vld1q_s32(r + i), b = vld1q_s32(r + half + i);
            butterfly(&a, &b, neosig_mod32_mul_one(b, zeta[1], quotient[1], p));
            vst1q_s32(r + i, a);
            vst1q_s32(r + half + i, b);
        }
        half /= 2;
        k = 2;
    }
    for (; half >= 8; half /= 4, k *= 4) /* the layers of half and half / 2 */
        for (size_t block = 0; block < k; block++) {
            const size_t j = k + block, quarter = half / 2;
            int32_t *at = r + 2 * half * block;
            for (size_t i = 0; i < quarter; i += 4) {
                int32x4_t v[4];
                for (size_t x = 0; x < 4; x++)
                    v[x] = vld1q_s32(at + i + quarter * x);
                butterfly(&v[0], &v[2], neosig_mod32_mul_one(v[2], zeta[j], quotient[j], p));
                butterfly(&v[1], &v[3], neosig_mod32_mul_one(v[3], zeta[j], quotient[j], p));
                butterfly(&v[0], &v[1], neosig_mod32_mul_one(v[1], zeta[2 * j], quotient[2 * j], p));
                butterfly(&v[2], &v[3], neosig_mod32_mul_one(v[3], zeta[2 * j + 1], quotient[2 * j + 1], p));
                for (size_t x = 0; x < 4; x++)
                    vst1q_s32(at + i + quarter * x, v[x]);
            }
        }
    const int32x4_t q = vdupq_n_s32(p);
    for (size_t i = 0; i < n; i += 16) { /* of 2 and 1: a lane is a block of 4 */
        int32x4x4_t v = vld4q_s32(r + i);
        const int32x4_t z = vld1q_s32(zeta + (n + i) / 4), y = vld1q_s32(quotient + (n + i) / 4);
        const int32x4x2_t z1 = vld2q_s32(zeta + (n + i) / 2), y1 = vld2q_s32(quotient + (n + i) / 2);
        butterfly(&v.val[0], &v.val[2], neosig_mod32_mul_lanes(v.val[2], z, y, q));
        butterfly(&v.val[1], &v.val[3], neosig_mod32_mul_lanes(v.val[3], z, y, q));
        butterfly(&v.val[0], &v.val[1], neosig_mod32_mul_lanes(v.val[1], z1.val[0], y1.val[0], q));
        butterfly(&v.val[2], &v.val[3], neosig_mod32_mul_lanes(v.val[3], z1.val[1], y1.val[1], q));
        for (size_t x = 0; x < 4; x++)
            v.val[x] = reduce_lanes(v.val[x], p);
        vst4q_s32(r + i, v);
    }
    neosig_mod32_assert_below(r, n, p / 100 * 51);
}

static inline int32x4_t reversed(int32x4_t a)
{
    a = vrev64q_s32(a);
    return vextq_s32(a, a, 2);
}

/* The sum, and the difference to be multiplied. */
static inline int32x4_t inverse_butterfly(int32x4_t *a, int32x4_t b)
{
    const int32x4_t difference = vsubq_s32(b, *a);
    *a = vaddq_s32(*a, b);
    return difference;
}

void neosig_ntru_neon_inverse(int32_t *r, unsigned logn, const neosig_ntru_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t p = prime->p, *zeta = prime->zeta, *quotient = prime->quotient;
    if (n < 32) {
        ntru_plain_inverse(r, logn, prime);
        return;
    }
    neosig_mod32_assert_below(r, n, 2 * (int64_t)p);
    const int32x4_t q = vdupq_n_s32(p);
    for (size_t i = 0; i < n; i += 16) {
        int32x4x4_t v = vld4q_s32(r + i);
        const size_t k1 = n - 8 - i / 2, k2 = n / 2 - 4 - i / 4;
        const int32x4x2_t z1 = vld2q_s32(zeta + k1), y1 = vld2q_s32(quotient + k1);
        const int32x4_t z2 = reversed(vld1q_s32(zeta + k2)), y2 = reversed(vld1q_s32(quotient + k2));
        int32x4_t t = inverse_butterfly(&v.val[0], v.val[1]);
        v.val[1] = neosig_mod32_mul_lanes(t, reversed(z1.val[1]), reversed(y1.val[1]), q);
        t = inverse_butterfly(&v.val[2], v.val[3]);
        v.val[3] = neosig_mod32_mul_lanes(t, reversed(z1.val[0]), reversed(y1.val[0]), q);
        v.val[0] = reduce_lanes(v.val[0], p);
        v.val[2] = reduce_lanes(v.val[2], p);
        t = inverse_butterfly(&v.val[0], v.val[2]);
        v.val[2] = neosig_mod32_mul_lanes(t, z2, y2, q);
        t = inverse_butterfly(&v.val[1], v.val[3]);
        v.val[3] = neosig_mod32_mul_lanes(t, z2, y2, q);
        vst4q_s32(r + i, v);
    }
    size_t half = 4, blocks = n / 16;
    for (; 4 * half <= n / 2; half *= 4, blocks /= 4) /* of half, which reduces, and 2 half; the last one is left */
        for (size_t block = 0; block < blocks; block++) {
            const size_t j = 2 * blocks - 1 - block, j1 = 4 * blocks - 1 - 2 * block;
            int32_t *at = r + 4 * half * block;
            for (size_t i = 0; i < half; i += 4) {
                int32x4_t v[4];
                for (size_t x = 0; x < 4; x++)
                    v[x] = vld1q_s32(at + i + half * x);
                v[1] = neosig_mod32_mul_one(inverse_butterfly(&v[0], v[1]), zeta[j1], quotient[j1], p);
                v[3] = neosig_mod32_mul_one(inverse_butterfly(&v[2], v[3]), zeta[j1 - 1], quotient[j1 - 1], p);
                v[0] = reduce_lanes(v[0], p);
                v[2] = reduce_lanes(v[2], p);
                v[2] = neosig_mod32_mul_one(inverse_butterfly(&v[0], v[2]), zeta[j], quotient[j], p);
                v[3] = neosig_mod32_mul_one(inverse_butterfly(&v[1], v[3]), zeta[j], quotient[j], p);
                for (size_t x = 0; x < 4; x++)
                    vst1q_s32(at + i + half * x, v[x]);
            }
        }
    if (half == n / 4) { /* one more before the last */
        for (size_t block = 0; block < 2; block++)
            for (size_t i = 0; i < half; i += 4) {
                int32_t *at = r + 2 * half * block + i;
                int32x4_t a = vld1q_s32(at);
                const int32x4_t t = inverse_butterfly(&a, vld1q_s32(at + half));
                vst1q_s32(at, reduce_lanes(a, p));
                vst1q_s32(at + half, neosig_mod32_mul_one(t, zeta[3 - block], quotient[3 - block], p));
            }
    }
    const int32_t(*scale)[2] = prime->scale[logn];
    for (size_t i = 0; i < n / 2; i += 4) {
        int32x4_t a = vld1q_s32(r + i);
        const int32x4_t t = inverse_butterfly(&a, vld1q_s32(r + n / 2 + i));
        vst1q_s32(r + i, neosig_mod32_mul_one(a, scale[0][0], scale[0][1], p));
        vst1q_s32(r + n / 2 + i, neosig_mod32_mul_one(t, scale[1][0], scale[1][1], p));
    }
    neosig_mod32_assert_below(r, n, p / 10 * 7);
}

void neosig_ntru_neon_multiply(int32_t *r, const int32_t *a, const int32_t *b, size_t n, const neosig_ntru_prime *prime)
{
    const int32x4_t constants = neosig_mod32_constants(prime->p, prime->p_inverse);
    neosig_mod32_assert_below(a, n, 2 * (int64_t)prime->p);
    neosig_mod32_assert_below(b, n, 2 * (int64_t)prime->p);
    for (size_t i = 0; i < n; i += 4) {
        const int32x4_t x = vld1q_s32(a + i), y = vld1q_s32(b + i);
        vst1q_s32(r + i,
                  neosig_mod32_reduce(vmull_s32(vget_low_s32(x), vget_low_s32(y)), vmull_high_s32(x, y), constants));
    }
}

#endif
