/* The kernels of ntt16.h in NEON: a body to include in one file for each length.
 *
 * Parameters, in the file NTT_TABLES: those of ntt16_plain.h. Blocks of 64 coefficients are eight vectors: their layers
 * of 32, 16 and 8 join vectors; transposed, so do those of 4, 2 and 1, eight groups side by side. */
#include "ntt/ntt16.h"
#include NTT_TABLES

#include <arm_neon.h>

static inline int16x8_t reduce(int16x8_t a)
{
    const int16x8_t t = vrshrq_n_s16(vqdmulhq_n_s16(a, 21844), 13);
    return vmlsq_n_s16(a, t, NEOSIG_MOD16_Q);
}

/* neosig_mod16_mul of eight lanes. */
static inline int16x8_t mul_by(int16x8_t a, int16x8_t b, int16x8_t quotient)
{
    return vmlsq_n_s16(vmulq_s16(a, b), vqrdmulhq_s16(a, quotient), NEOSIG_MOD16_Q);
}

static inline int16x8_t mul_one(int16x8_t a, int16_t b, int16_t quotient)
{
    return vmlsq_n_s16(vmulq_n_s16(a, b), vqrdmulhq_n_s16(a, quotient), NEOSIG_MOD16_Q);
}

static inline void butterfly(int16x8_t *a, int16x8_t *b, int16x8_t product)
{
    *b = vsubq_s16(*a, product);
    *a = vaddq_s16(*a, product);
}

static inline void forward_one(int16x8_t *a, int16x8_t *b, size_t k)
{
    butterfly(a, b, mul_one(*b, ntt_zeta[k], ntt_zeta_quotient[k]));
}

static inline void inverse_one(int16x8_t *a, int16x8_t *b, size_t k)
{
    const int16x8_t t = vsubq_s16(*b, *a);
    *a = vaddq_s16(*a, *b);
    *b = mul_one(t, ntt_zeta[k], ntt_zeta_quotient[k]);
}

static inline void inverse_by(int16x8_t *a, int16x8_t *b, int16x8_t zeta, int16x8_t quotient)
{
    const int16x8_t t = vsubq_s16(*b, *a);
    *a = vaddq_s16(*a, *b);
    *b = mul_by(t, zeta, quotient);
}

static inline void transpose(int16x8_t v[8])
{
    int16x8_t t[8];
    int32x4_t u[8];
    for (size_t i = 0; i < 8; i += 2) {
        t[i] = vtrn1q_s16(v[i], v[i + 1]);
        t[i + 1] = vtrn2q_s16(v[i], v[i + 1]);
    }
    for (size_t i = 0; i < 8; i += 4)
        for (size_t j = i; j < i + 2; j++) {
            const int32x4_t a = vreinterpretq_s32_s16(t[j]), b = vreinterpretq_s32_s16(t[j + 2]);
            u[j] = vtrn1q_s32(a, b);
            u[j + 2] = vtrn2q_s32(a, b);
        }
    for (size_t i = 0; i < 4; i++) {
        const int64x2_t a = vreinterpretq_s64_s32(u[i]), b = vreinterpretq_s64_s32(u[i + 4]);
        v[i] = vreinterpretq_s16_s64(vtrn1q_s64(a, b));
        v[i + 4] = vreinterpretq_s16_s64(vtrn2q_s64(a, b));
    }
}

/* Layers down to that of 64, two at a time where there are two left, vectors half apart. After every third layer,
 * counted by layers, coefficients are reduced. */
static inline unsigned forward_far(int16_t *r)
{
    unsigned layers = 0;
    size_t half = NTT_N / 2, k = 1;
    for (; half > 64; half /= 4, k *= 4, layers += 2)
        for (size_t block = 0; block < k; block++)
            for (size_t i = 2 * half * block, end = i + half / 2; i < end; i += 8) {
                int16x8_t v[4];
                for (size_t j = 0; j < 4; j++)
                    v[j] = vld1q_s16(r + i + half / 2 * j);
                if (layers == 2) /* the next but one would be too much */
                    for (size_t j = 0; j < 4; j++)
                        v[j] = reduce(v[j]);
                forward_one(&v[0], &v[2], k + block);
                forward_one(&v[1], &v[3], k + block);
                forward_one(&v[0], &v[1], 2 * (k + block));
                forward_one(&v[2], &v[3], 2 * (k + block) + 1);
                for (size_t j = 0; j < 4; j++)
                    vst1q_s16(r + i + half / 2 * j, v[j]);
            }
    if (half == 64) {
        for (size_t block = 0; block < k; block++)
            for (size_t i = 128 * block, end = i + 64; i < end; i += 8) {
                int16x8_t a = vld1q_s16(r + i), b = vld1q_s16(r + i + 64);
                forward_one(&a, &b, k + block);
                vst1q_s16(r + i, a);
                vst1q_s16(r + i + 64, b);
            }
        layers++;
    }
    return layers;
}

static void ntt16_forward(int16_t *r)
{
    neosig_mod16_assert_within(r, NTT_N, NEOSIG_MOD16_Q / 2);
    forward_far(r);
    for (size_t block = 0; block < NTT_N / 64; block++) {
        int16_t *at = r + 64 * block;
        int16x8_t v[8];
        for (size_t j = 0; j < 8; j++)
            v[j] = reduce(vld1q_s16(at + 8 * j)); /* from 1.82 q after two layers */
        for (size_t j = 0; j < 4; j++)
            forward_one(&v[j], &v[j + 4], NTT_N / 64 + block);
        for (size_t j = 0; j < 8; j += 4) {
            forward_one(&v[j], &v[j + 2], NTT_N / 32 + 2 * block + j / 4);
            forward_one(&v[j + 1], &v[j + 3], NTT_N / 32 + 2 * block + j / 4);
        }
        for (size_t j = 0; j < 8; j += 2)
            forward_one(&v[j], &v[j + 1], NTT_N / 16 + 4 * block + j / 2);
        for (size_t j = 0; j < 8; j++)
            v[j] = reduce(v[j]); /* from 2.66 q after three */
        transpose(v);
        const size_t k4 = NTT_N / 8 + 8 * block, k2 = 2 * k4, k1 = 4 * k4;
        const int16x8_t zeta = vld1q_s16(ntt_zeta + k4), quotient = vld1q_s16(ntt_zeta_quotient + k4);
        const int16x8x2_t zeta2 = vld2q_s16(ntt_zeta + k2), quotient2 = vld2q_s16(ntt_zeta_quotient + k2);
        const int16x8x4_t zeta1 = vld4q_s16(ntt_zeta + k1), quotient1 = vld4q_s16(ntt_zeta_quotient + k1);
        for (size_t j = 0; j < 4; j++)
            butterfly(&v[j], &v[j + 4], mul_by(v[j + 4], zeta, quotient));
        for (size_t j = 0; j < 8; j += 4) {
            butterfly(&v[j], &v[j + 2], mul_by(v[j + 2], zeta2.val[j / 4], quotient2.val[j / 4]));
            butterfly(&v[j + 1], &v[j + 3], mul_by(v[j + 3], zeta2.val[j / 4], quotient2.val[j / 4]));
        }
        for (size_t j = 0; j < 8; j += 2)
            v[j + 1] = mul_by(v[j + 1], zeta1.val[j / 2], quotient1.val[j / 2]);
        for (size_t j = 0; j < 8; j += 2) { /* from 1.82 q after two */
            const int16x8_t a = reduce(v[j]), t = v[j + 1];
            v[j] = vaddq_s16(a, t);
            v[j + 1] = vsubq_s16(a, t);
        }
        transpose(v);
        for (size_t j = 0; j < 8; j++)
            vst1q_s16(at + 8 * j, v[j]);
    }
    neosig_mod16_assert_within(r, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
}

static void ntt16_inverse(int16_t *r)
{
    neosig_mod16_assert_within(r, NTT_N, 12 * NEOSIG_MOD16_Q / 10);
    for (size_t block = 0; block < NTT_N / 64; block++) {
        int16_t *at = r + 64 * block;
        int16x8_t v[8];
        for (size_t j = 0; j < 8; j++)
            v[j] = vld1q_s16(at + 8 * j);
        transpose(v);
        /* The layers' constants are those of the forward ones from the last to the first. */
        const size_t k4 = NTT_N / 4 - 8 - 8 * block, k2 = NTT_N / 2 - 16 - 16 * block, k1 = NTT_N - 32 - 32 * block;
        const int16x8x4_t zeta1 = vld4q_s16(ntt_zeta + k1), quotient1 = vld4q_s16(ntt_zeta_quotient + k1);
        const int16x8x2_t zeta2 = vld2q_s16(ntt_zeta + k2), quotient2 = vld2q_s16(ntt_zeta_quotient + k2);
        const int16x8_t zeta = vld1q_s16(ntt_zeta + k4), quotient = vld1q_s16(ntt_zeta_quotient + k4);
#define REVERSED(x) vcombine_s16(vrev64_s16(vget_high_s16(x)), vrev64_s16(vget_low_s16(x)))
        for (size_t j = 0; j < 8; j += 2)
            inverse_by(&v[j], &v[j + 1], REVERSED(zeta1.val[3 - j / 2]), REVERSED(quotient1.val[3 - j / 2]));
        for (size_t j = 0; j < 8; j++)
            v[j] = reduce(v[j]);
        for (size_t j = 0; j < 8; j += 4) {
            const int16x8_t z = REVERSED(zeta2.val[1 - j / 4]), y = REVERSED(quotient2.val[1 - j / 4]);
            inverse_by(&v[j], &v[j + 2], z, y);
            inverse_by(&v[j + 1], &v[j + 3], z, y);
        }
        for (size_t j = 0; j < 4; j++)
            inverse_by(&v[j], &v[j + 4], REVERSED(zeta), REVERSED(quotient));
#undef REVERSED
        for (size_t j = 0; j < 8; j++)
            v[j] = reduce(v[j]);
        transpose(v);
        for (size_t j = 0; j < 8; j += 2)
            inverse_one(&v[j], &v[j + 1], NTT_N / 8 - 1 - 4 * block - j / 2);
        for (size_t j = 0; j < 8; j += 4) {
            inverse_one(&v[j], &v[j + 2], NTT_N / 16 - 1 - 2 * block - j / 4);
            inverse_one(&v[j + 1], &v[j + 3], NTT_N / 16 - 1 - 2 * block - j / 4);
        }
        for (size_t j = 0; j < 8; j++)
            v[j] = reduce(v[j]);
        for (size_t j = 0; j < 4; j++)
            inverse_one(&v[j], &v[j + 4], NTT_N / 32 - 1 - block);
        for (size_t j = 0; j < 8; j++)
            vst1q_s16(at + 8 * j, v[j]);
    }
    /* From 1.02 q: one layer to 2.04 and reduced, until the last. */
    for (size_t half = 64; half < NTT_N / 2; half *= 2)
        for (size_t start = 0, k = NTT_N / half - 1; start < NTT_N; start += 2 * half, k--)
            for (size_t i = start; i < start + half; i += 8) {
                int16x8_t a = vld1q_s16(r + i), b = vld1q_s16(r + i + half);
                inverse_one(&a, &b, k);
                vst1q_s16(r + i, reduce(a));
                vst1q_s16(r + i + half, reduce(b));
            }
    for (size_t i = 0; i < NTT_N / 2; i += 8) {
        const int16x8_t a = vld1q_s16(r + i), b = vld1q_s16(r + i + NTT_N / 2);
        vst1q_s16(r + i, mul_one(vaddq_s16(a, b), ntt_scale[0][0], ntt_scale[0][1]));
        vst1q_s16(r + i + NTT_N / 2, mul_one(vsubq_s16(b, a), ntt_scale[1][0], ntt_scale[1][1]));
    }
    neosig_mod16_assert_within(r, NTT_N, 7 * NEOSIG_MOD16_Q / 10);
}

/* Twice the high half of the product less that of m q, m the low half times q^-1, is twice the result: an exact halving
 * of the difference. */
static void ntt16_multiply(int16_t *r, const int16_t *a, const int16_t *b)
{
    neosig_mod16_assert_within(a, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < NTT_N; i += 8) {
        const int16x8_t x = vld1q_s16(a + i), y = vld1q_s16(b + i);
        const int16x8_t m = vmulq_n_s16(vmulq_s16(x, y), NEOSIG_MOD16_Q_INVERSE);
        vst1q_s16(r + i, vhsubq_s16(vqdmulhq_s16(x, y), vqdmulhq_n_s16(m, NEOSIG_MOD16_Q)));
    }
}
