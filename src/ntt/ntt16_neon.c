/* The kernels of ntt16.h in NEON.
 *
 * Blocks of 64 coefficients are eight vectors: their layers of 32, 16 and 8 join vectors; transposed, so do those of 4,
 * 2 and 1, eight groups side by side. */
#if defined(__aarch64__)
#include "ntt/ntt16.h"
#include "ntt/ntt16_lengths.h"

#include <arm_neon.h>

/* neosig_mod16_limit of eight lanes. */
static inline int16x8_t limit(int16x8_t a)
{
    return vmlsq_n_s16(a, vqrdmulhq_n_s16(a, 3), NEOSIG_MOD16_Q);
}

/* Eight constants and their quotients. */
typedef struct constants {
    int16x8_t zeta, quotient;
} constants;

INLINE constants constants_from(const ntt16_length *t, size_t k)
{
    return (constants){vld1q_s16(t->zeta + k), vld1q_s16(t->quotient + k)};
}

/* neosig_mod16_mul of eight lanes, by as many constants or by one of them. */
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

static inline void forward_one(int16x8_t *a, int16x8_t *b, constants c, size_t i)
{
    butterfly(a, b, mul_one(*b, c.zeta[i], c.quotient[i]));
}

static inline void inverse_one(int16x8_t *a, int16x8_t *b, constants c, size_t i)
{
    const int16x8_t t = vsubq_s16(*b, *a);
    *a = limit(vaddq_s16(*a, *b));
    *b = mul_one(t, c.zeta[i], c.quotient[i]);
}

static inline void inverse_by(int16x8_t *a, int16x8_t *b, int16x8_t zeta, int16x8_t quotient)
{
    const int16x8_t t = vsubq_s16(*b, *a);
    *a = limit(vaddq_s16(*a, *b));
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

static inline void load_steps(int16x8_t *v, size_t count, const int16_t *r, size_t step)
{
    for (size_t j = 0; j < count; j++)
        v[j] = vld1q_s16(r + step * j);
}

static inline void store_steps(int16_t *r, size_t step, const int16x8_t *v, size_t count)
{
    for (size_t j = 0; j < count; j++)
        vst1q_s16(r + step * j, v[j]);
}

/* Layers down to that of 64: the three of 512 coefficients at once, others two at a time. */
INLINE void forward_far(int16_t *r, const ntt16_length *t)
{
    if (t->n == 512) {
        const constants c = constants_from(t, 0);
        for (size_t i = 0; i < t->n / 8; i += 8) {
            int16x8_t v[8];
            load_steps(v, 8, r + i, t->n / 8);
            for (size_t j = 0; j < 4; j++)
                forward_one(&v[j], &v[j + 4], c, 1);
            for (size_t j = 0; j < 2; j++) {
                forward_one(&v[j], &v[j + 2], c, 2);
                forward_one(&v[j + 4], &v[j + 6], c, 3);
            }
            for (size_t j = 0; j < 8; j += 2) {
                v[j] = limit(v[j]);
                forward_one(&v[j], &v[j + 1], c, 4 + j / 2);
            }
            store_steps(r + i, t->n / 8, v, 8);
        }
        return;
    }
    for (size_t half = t->n / 2, k = 1; half > 64; half /= 4, k *= 4)
        for (size_t block = 0; block < k; block++) {
            const constants c = constants_from(t, k + block), d = constants_from(t, 2 * (k + block));
            for (size_t i = 2 * half * block, end = i + half / 2; i < end; i += 8) {
                int16x8_t v[4];
                load_steps(v, 4, r + i, half / 2);
                forward_one(&v[0], &v[2], c, 0);
                forward_one(&v[1], &v[3], c, 0);
                if (half == 128) {
                    v[0] = limit(v[0]);
                    v[2] = limit(v[2]);
                }
                forward_one(&v[0], &v[1], d, 0);
                forward_one(&v[2], &v[3], d, 1);
                store_steps(r + i, half / 2, v, 4);
            }
        }
}

INLINE void ntt16_forward(int16_t *r, const ntt16_length *t)
{
    neosig_mod16_assert_within(r, t->n, NEOSIG_MOD16_Q / 2);
    forward_far(r, t);
    for (size_t block = 0; block < t->n / 64; block++) {
        int16_t *at = r + 64 * block;
        const constants c32 = constants_from(t, t->n / 64 + block), c16 = constants_from(t, t->n / 32 + 2 * block);
        const constants c8 = constants_from(t, t->n / 16 + 4 * block), c4 = constants_from(t, t->n / 8 + 8 * block);
        const size_t k2 = t->n / 4 + 16 * block, k1 = t->n / 2 + 32 * block;
        int16x8_t v[8];
        load_steps(v, 8, at, 8);
        for (size_t j = 0; j < 4; j++)
            forward_one(&v[j], &v[j + 4], c32, 0);
        for (size_t j = 0; j < 8; j += 4)
            for (size_t i = j; i < j + 2; i++) {
                v[i] = limit(v[i]);
                forward_one(&v[i], &v[i + 2], c16, j / 4);
            }
        for (size_t j = 0; j < 8; j += 2)
            forward_one(&v[j], &v[j + 1], c8, j / 2);
        transpose(v);
        for (size_t j = 0; j < 4; j++) {
            v[j] = limit(v[j]);
            butterfly(&v[j], &v[j + 4], mul_by(v[j + 4], c4.zeta, c4.quotient));
        }
        const int16x8x2_t zeta2 = vld2q_s16(t->zeta + k2), quotient2 = vld2q_s16(t->quotient + k2);
        for (size_t j = 0; j < 8; j += 4)
            for (size_t i = j; i < j + 2; i++)
                butterfly(&v[i], &v[i + 2], mul_by(v[i + 2], zeta2.val[j / 4], quotient2.val[j / 4]));
        const int16x8x4_t zeta1 = vld4q_s16(t->zeta + k1), quotient1 = vld4q_s16(t->quotient + k1);
        for (size_t j = 0; j < 8; j += 2) {
            v[j] = limit(v[j]);
            butterfly(&v[j], &v[j + 1], mul_by(v[j + 1], zeta1.val[j / 2], quotient1.val[j / 2]));
        }
        transpose(v);
        store_steps(at, 8, v, 8);
    }
    neosig_mod16_assert_within(r, t->n, 18 * NEOSIG_MOD16_Q / 10);
}

/* The layer of N / 2, with the scale. */
INLINE void inverse_last(int16x8_t *a, int16x8_t *b, const ntt16_length *t)
{
    const int16x8_t sum = vaddq_s16(*a, *b), difference = vsubq_s16(*b, *a);
    *a = mul_one(sum, t->scale[0][0], t->scale[0][1]);
    *b = mul_one(difference, t->scale[1][0], t->scale[1][1]);
}

/* Layers from that of 64 on, as many at a time as forward_far takes. */
INLINE void inverse_far(int16_t *r, const ntt16_length *t)
{
    if (t->n == 512) {
        const constants c = constants_from(t, 0);
        for (size_t i = 0; i < t->n / 8; i += 8) {
            int16x8_t v[8];
            load_steps(v, 8, r + i, t->n / 8);
            for (size_t j = 0; j < 8; j += 2)
                inverse_one(&v[j], &v[j + 1], c, 7 - j / 2);
            for (size_t j = 0; j < 2; j++) {
                inverse_one(&v[j], &v[j + 2], c, 3);
                inverse_one(&v[j + 4], &v[j + 6], c, 2);
            }
            for (size_t j = 0; j < 4; j++)
                inverse_last(&v[j], &v[j + 4], t);
            store_steps(r + i, t->n / 8, v, 8);
        }
        return;
    }
    for (size_t half = 64, end = t->n / 64; half < t->n / 2; half *= 4, end /= 4)
        for (size_t start = 0, k = end - 1; start < t->n; start += 4 * half, k -= 2) {
            const constants c = constants_from(t, k - 1), d = constants_from(t, (k - 1) / 2);
            for (size_t i = start; i < start + half; i += 8) {
                int16x8_t v[4];
                load_steps(v, 4, r + i, half);
                inverse_one(&v[0], &v[1], c, 1);
                inverse_one(&v[2], &v[3], c, 0);
                for (size_t j = 0; j < 2; j++)
                    if (half < t->n / 4)
                        inverse_one(&v[j], &v[j + 2], d, 0);
                    else
                        inverse_last(&v[j], &v[j + 2], t);
                store_steps(r + i, half, v, 4);
            }
        }
}

static inline void reverse(int16x8_t v[8])
{
    for (size_t j = 0; j < 4; j++) {
        const int16x8_t t = v[j];
        v[j] = v[7 - j];
        v[7 - j] = t;
    }
}

INLINE void ntt16_inverse(int16_t *r, const ntt16_length *t)
{
    neosig_mod16_assert_within(r, t->n, 12 * NEOSIG_MOD16_Q / 10);
    for (size_t block = 0; block < t->n / 64; block++) {
        int16_t *at = r + 64 * block;
        /* The layers' constants are those of the forward ones from the last to the first. */
        const size_t k1 = t->n - 32 - 32 * block, k2 = t->n / 2 - 16 - 16 * block;
        const constants c4 = constants_from(t, t->n / 4 - 8 - 8 * block),
                        c8 = constants_from(t, t->n / 8 - 4 - 4 * block);
        const constants c16 = constants_from(t, t->n / 16 - 2 - 2 * block),
                        c32 = constants_from(t, t->n / 32 - 1 - block);
        const int16x8x4_t zeta1 = vld4q_s16(t->zeta + k1), quotient1 = vld4q_s16(t->quotient + k1);
        const int16x8x2_t zeta2 = vld2q_s16(t->zeta + k2), quotient2 = vld2q_s16(t->quotient + k2);
        int16x8_t v[8];
        load_steps(v, 8, at, 8);
        reverse(v); /* so that lanes are in the order of their constants */
        transpose(v);
        for (size_t j = 0; j < 8; j += 2)
            inverse_by(&v[j], &v[j + 1], zeta1.val[3 - j / 2], quotient1.val[3 - j / 2]);
        for (size_t j = 0; j < 8; j += 4)
            for (size_t i = j; i < j + 2; i++)
                inverse_by(&v[i], &v[i + 2], zeta2.val[1 - j / 4], quotient2.val[1 - j / 4]);
        for (size_t j = 0; j < 4; j++)
            inverse_by(&v[j], &v[j + 4], c4.zeta, c4.quotient);
        transpose(v);
        reverse(v);
        for (size_t j = 0; j < 8; j += 2)
            inverse_one(&v[j], &v[j + 1], c8, 3 - j / 2);
        for (size_t j = 0; j < 8; j += 4)
            for (size_t i = j; i < j + 2; i++)
                inverse_one(&v[i], &v[i + 2], c16, 1 - j / 4);
        for (size_t j = 0; j < 4; j++)
            inverse_one(&v[j], &v[j + 4], c32, 0);
        store_steps(at, 8, v, 8);
    }
    inverse_far(r, t);
    neosig_mod16_assert_within(r, t->n, 81 * NEOSIG_MOD16_Q / 100);
}

/* neosig_mod16_montgomery: twice the high half of the product less that of m q, m the low half times q^-1, is twice the
 * result: an exact halving of the difference. */
static inline int16x8_t montgomery(int16x8_t x, int16x8_t y)
{
    const int16x8_t m = vmulq_n_s16(vmulq_s16(x, y), NEOSIG_MOD16_Q_INVERSE);
    return vhsubq_s16(vqdmulhq_s16(x, y), vqdmulhq_n_s16(m, NEOSIG_MOD16_Q));
}

INLINE void ntt16_multiply(int16_t *r, const int16_t *a, const int16_t *b, const ntt16_length *t)
{
    neosig_mod16_assert_within(a, t->n, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, t->n, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < t->n; i += 8)
        vst1q_s16(r + i, montgomery(vld1q_s16(a + i), vld1q_s16(b + i)));
}

/* b^-1 for b, by b^(q-2): 0 where b is 0. q - 2 is 10 111 111 111 111 in binary. A power of b comes with 2^-16 for each
 * product in it: b^(q-2) with 2^(-16 (q-3)) = 2^32. */
INLINE int16x8_t invert(int16x8_t one, const ntt16_length *t)
{
    const int16x8_t two = montgomery(one, one), three = montgomery(two, one);
    const int16x8_t seven = montgomery(montgomery(three, three), one);
    int16x8_t power = two;
    for (unsigned bits = 0; bits < 4; bits++) {
        for (unsigned j = 0; j < 3; j++)
            power = montgomery(power, power);
        power = montgomery(power, seven);
    }
    return mul_one(power, t->scale[2][0], t->scale[2][1]);
}

/* The inverse of a product of eight gives those of its factors (Montgomery's trick); each product brings 2^-16 into it,
 * and the products by which it loses its factors take them out again. */
INLINE unsigned ntt16_divide(int16_t *r, const int16_t *a, const int16_t *b, const ntt16_length *t)
{
    uint16x8_t zero = vdupq_n_u16(0);
    neosig_mod16_assert_within(a, t->n, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, t->n, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < t->n; i += 64) {
        int16x8_t factor[8], product[8], dividend[8];
        load_steps(factor, 8, b + i, 8);
        load_steps(dividend, 8, a + i, 8);
        product[0] = factor[0];
        for (size_t j = 1; j < 8; j++)
            product[j] = montgomery(product[j - 1], factor[j]);
        int16x8_t inverse = invert(product[7], t);
        zero = vorrq_u16(zero, vceqzq_s16(limit(inverse)));
        for (size_t j = 8; j-- > 1;) {
            vst1q_s16(r + i + 8 * j, montgomery(dividend[j], montgomery(inverse, product[j - 1])));
            inverse = montgomery(inverse, factor[j]);
        }
        vst1q_s16(r + i, montgomery(dividend[0], inverse));
    }
    return vmaxvq_u16(zero);
}

NTT16_KERNELS(256, neon)
NTT16_KERNELS(512, neon)
NTT16_KERNELS(1024, neon)

#endif
