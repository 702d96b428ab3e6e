/* The kernels of ntt32.h in NEON. The tables are those that tools/ntt_tables.py lays out. */
#if defined(__aarch64__)
#include "core/inline.h"
#include "ntt/mod32_neon.h"
#include "ntt/ntt32.h"
#include "ntt/ntt_64513_neon_tables.h"
#include "ntt/ntt_8380417_neon_tables.h"

/* ---- Transforms: four layers on 16 vectors in registers, twice */

/* b times number k, modulo q: lane k % 4 of a pair of vectors, k a constant. */
INLINE int32x4_t mul_number(int32x4_t b, const int32x4_t *zeta, const int32x4_t *quotient, const int k, int32x4_t q)
{
    const int32x4_t z = zeta[k / 4], y = quotient[k / 4];
    switch (k % 4) {
    case 0:
        return NEOSIG_MOD32_MUL_LANE(b, z, y, 0, q);
    case 1:
        return NEOSIG_MOD32_MUL_LANE(b, z, y, 1, q);
    case 2:
        return NEOSIG_MOD32_MUL_LANE(b, z, y, 2, q);
    default:
        return NEOSIG_MOD32_MUL_LANE(b, z, y, 3, q);
    }
}

/* Cooley and Tukey: (a, b) = (a + b zeta, a - b zeta), given b zeta. */
INLINE void butterfly(int32x4_t *a, int32x4_t *b, int32x4_t product)
{
    *b = vsubq_s32(*a, product);
    *a = vaddq_s32(*a, product);
}

/* Gentleman and Sande: (a, b) = (a + b, (b - a) zeta), but for the product: b - a is returned. */
INLINE int32x4_t inverse_butterfly(int32x4_t *a, int32x4_t b)
{
    const int32x4_t difference = vsubq_s32(b, *a);
    *a = vaddq_s32(*a, b);
    return difference;
}

/* The twiddle factors of the first four layers of the forward transform, number 1 to 15. */
typedef struct twiddles {
    int32x4_t zeta[4], quotient[4], q;
} twiddles;

INLINE twiddles load_twiddles(const int32_t first[32], int32_t q)
{
    twiddles t = {.q = vdupq_n_s32(q)};
    NEOSIG_KEEP("r", first);
    for (size_t i = 0; i < 4; i++) {
        t.zeta[i] = vld1q_s32(first + 4 * i);
        t.quotient[i] = vld1q_s32(first + 16 + 4 * i);
    }
    return t;
}

INLINE void forward(int32x4_t *a, int32x4_t *b, const twiddles *t, const int k)
{
    butterfly(a, b, mul_number(*b, t->zeta, t->quotient, k, t->q));
}

INLINE void backward(int32x4_t *a, int32x4_t *b, const twiddles *t, const int k)
{
    *b = mul_number(inverse_butterfly(a, *b), t->zeta, t->quotient, k, t->q);
}

static inline void transpose(int32x4_t v[4])
{
    const int32x4_t a = vtrn1q_s32(v[0], v[1]), b = vtrn2q_s32(v[0], v[1]);
    const int32x4_t c = vtrn1q_s32(v[2], v[3]), d = vtrn2q_s32(v[2], v[3]);
    v[0] = vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(c)));
    v[1] = vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(b), vreinterpretq_s64_s32(d)));
    v[2] = vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(c)));
    v[3] = vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(b), vreinterpretq_s64_s32(d)));
}

/* The last four layers on 16 coefficients, group j of four: k has the factors of whole vectors, for all four groups,
 * c those by lanes of this one. */
INLINE void forward_group(int32_t *r, const int32x4_t k[6], const int j, const int32_t *c, int32x4_t q)
{
    const int32x4_t zeta[2] = {k[0], k[2 + j / 2 * 2]}, quotient[2] = {k[1], k[3 + j / 2 * 2]};
    int32x4_t u[4], d[6];
    for (size_t i = 0; i < 6; i++)
        d[i] = vld1q_s32(c + 4 * i);
    for (size_t i = 0; i < 4; i++)
        u[i] = vld1q_s32(r + 4 * i);
    butterfly(&u[0], &u[2], mul_number(u[2], zeta, quotient, j, q));
    butterfly(&u[1], &u[3], mul_number(u[3], zeta, quotient, j, q));
    butterfly(&u[0], &u[1], mul_number(u[1], zeta, quotient, 4 + 2 * j % 4, q));
    butterfly(&u[2], &u[3], mul_number(u[3], zeta, quotient, 5 + 2 * j % 4, q));
    transpose(u);
    butterfly(&u[0], &u[2], neosig_mod32_mul_lanes(u[2], d[0], d[1], q));
    butterfly(&u[1], &u[3], neosig_mod32_mul_lanes(u[3], d[0], d[1], q));
    butterfly(&u[0], &u[1], neosig_mod32_mul_lanes(u[1], d[2], d[3], q));
    butterfly(&u[2], &u[3], neosig_mod32_mul_lanes(u[3], d[4], d[5], q));
    transpose(u);
    for (size_t i = 0; i < 4; i++)
        vst1q_s32(r + 4 * i, u[i]);
}

INLINE void ntt32_forward(int32_t r[256], const int32_t first[32], const int32_t inner[480], int32_t q)
{
    const twiddles t = load_twiddles(first, q);
    int32x4_t v[16];

    neosig_mod32_assert_below(r, 256, q + 1);
    for (size_t i = 0; i < 16; i += 4) {
        for (size_t j = 0; j < 16; j++)
            v[j] = vld1q_s32(r + 16 * j + i);
        forward(&v[0], &v[8], &t, 1);
        forward(&v[1], &v[9], &t, 1);
        forward(&v[2], &v[10], &t, 1);
        forward(&v[3], &v[11], &t, 1);
        forward(&v[4], &v[12], &t, 1);
        forward(&v[5], &v[13], &t, 1);
        forward(&v[6], &v[14], &t, 1);
        forward(&v[7], &v[15], &t, 1);
        forward(&v[0], &v[4], &t, 2);
        forward(&v[1], &v[5], &t, 2);
        forward(&v[2], &v[6], &t, 2);
        forward(&v[3], &v[7], &t, 2);
        forward(&v[8], &v[12], &t, 3);
        forward(&v[9], &v[13], &t, 3);
        forward(&v[10], &v[14], &t, 3);
        forward(&v[11], &v[15], &t, 3);
        forward(&v[0], &v[2], &t, 4);
        forward(&v[1], &v[3], &t, 4);
        forward(&v[4], &v[6], &t, 5);
        forward(&v[5], &v[7], &t, 5);
        forward(&v[8], &v[10], &t, 6);
        forward(&v[9], &v[11], &t, 6);
        forward(&v[12], &v[14], &t, 7);
        forward(&v[13], &v[15], &t, 7);
        forward(&v[0], &v[1], &t, 8);
        forward(&v[2], &v[3], &t, 9);
        forward(&v[4], &v[5], &t, 10);
        forward(&v[6], &v[7], &t, 11);
        forward(&v[8], &v[9], &t, 12);
        forward(&v[10], &v[11], &t, 13);
        forward(&v[12], &v[13], &t, 14);
        forward(&v[14], &v[15], &t, 15);
        for (size_t j = 0; j < 16; j++)
            vst1q_s32(r + 16 * j + i, v[j]);
    }
    neosig_ntt32_assert_forward(r, 4, q);

    /* Groups of 16 coefficients, four at a time; transposed for the layers inside a vector. */
    const int32_t *c = inner;
    for (size_t g = 0; g < 16; g += 4, r += 64, c += 120) {
        int32x4_t k[6];
        for (size_t i = 0; i < 6; i++)
            k[i] = vld1q_s32(c + 4 * i);
        forward_group(r, k, 0, c + 24, t.q);
        forward_group(r + 16, k, 1, c + 48, t.q);
        forward_group(r + 32, k, 2, c + 72, t.q);
        forward_group(r + 48, k, 3, c + 96, t.q);
    }
    neosig_ntt32_assert_forward(r - 256, 8, q);
}

/* The first four layers of the inverse, as forward_group. */
INLINE void inverse_group(int32_t *r, const int32x4_t k[6], const int j, const int32_t *c, int32x4_t q)
{
    const int32x4_t zeta[2] = {k[0], k[2 + j / 2 * 2]}, quotient[2] = {k[1], k[3 + j / 2 * 2]};
    int32x4_t u[4], e[6];
    for (size_t i = 0; i < 6; i++)
        e[i] = vld1q_s32(c + 4 * i);
    for (size_t i = 0; i < 4; i++)
        u[i] = vld1q_s32(r + 4 * i);
    transpose(u);
    u[1] = neosig_mod32_mul_lanes(inverse_butterfly(&u[0], u[1]), e[0], e[1], q);
    u[3] = neosig_mod32_mul_lanes(inverse_butterfly(&u[2], u[3]), e[2], e[3], q);
    u[2] = neosig_mod32_mul_lanes(inverse_butterfly(&u[0], u[2]), e[4], e[5], q);
    u[3] = neosig_mod32_mul_lanes(inverse_butterfly(&u[1], u[3]), e[4], e[5], q);
    transpose(u);
    u[1] = mul_number(inverse_butterfly(&u[0], u[1]), zeta, quotient, 4 + 2 * j % 4, q);
    u[3] = mul_number(inverse_butterfly(&u[2], u[3]), zeta, quotient, 5 + 2 * j % 4, q);
    u[2] = mul_number(inverse_butterfly(&u[0], u[2]), zeta, quotient, j, q);
    u[3] = mul_number(inverse_butterfly(&u[1], u[3]), zeta, quotient, j, q);
    for (size_t i = 0; i < 4; i++)
        vst1q_s32(r + 4 * i, u[i]);
}

/* a times a factor of the last layer: lane 0 or 1 of scales, the quotients are in lanes 2 and 3. */
INLINE int32x4_t scale(int32x4_t a, int32x4_t scales, const int lane, int32x4_t q)
{
    return lane == 0 ? vmlsq_s32(vmulq_laneq_s32(a, scales, 0), vqrdmulhq_laneq_s32(a, scales, 2), q)
                     : vmlsq_s32(vmulq_laneq_s32(a, scales, 1), vqrdmulhq_laneq_s32(a, scales, 3), q);
}

INLINE void ntt32_inverse(int32_t r[256], const int32_t first[32], const int32_t inner[480], const int32_t factors[4],
                          int32_t modulus, int q_bits)
{
    const int32x4_t q = vdupq_n_s32(modulus), scales = vld1q_s32(factors);
    int32x4_t v[16];

    neosig_mod32_assert_below(r, 256, neosig_ntt32_sum_bound(0, modulus));
    const int32_t *c = inner;
    for (size_t g = 0; g < 16; g += 4, c += 120) {
        int32x4_t k[6];
        for (size_t i = 0; i < 6; i++)
            k[i] = vld1q_s32(c + 4 * i);
        inverse_group(r + 16 * g, k, 0, c + 24, q);
        inverse_group(r + 16 * g + 16, k, 1, c + 48, q);
        inverse_group(r + 16 * g + 32, k, 2, c + 72, q);
        inverse_group(r + 16 * g + 48, k, 3, c + 96, q);
    }
    neosig_ntt32_assert_inverse(r, 4, 5, modulus);
    const twiddles t = load_twiddles(first, modulus);
    for (size_t i = 0; i < 16; i += 4) {
        for (size_t j = 0; j < 16; j++)
            v[j] = vld1q_s32(r + 16 * j + i);
        if (i == 0) /* lane 0 has only been added so far: 128q */
            for (size_t j = 0; j < 16; j++)
                v[j] = vmlsq_s32(v[j], vrshlq_s32(v[j], vdupq_n_s32(-q_bits)), q);
        neosig_mod32_assert_vectors(v, 16, neosig_ntt32_product_bound(4, modulus));
        backward(&v[0], &v[1], &t, 15);
        backward(&v[2], &v[3], &t, 14);
        backward(&v[4], &v[5], &t, 13);
        backward(&v[6], &v[7], &t, 12);
        backward(&v[8], &v[9], &t, 11);
        backward(&v[10], &v[11], &t, 10);
        backward(&v[12], &v[13], &t, 9);
        backward(&v[14], &v[15], &t, 8);
        backward(&v[0], &v[2], &t, 7);
        backward(&v[1], &v[3], &t, 7);
        backward(&v[4], &v[6], &t, 6);
        backward(&v[5], &v[7], &t, 6);
        backward(&v[8], &v[10], &t, 5);
        backward(&v[9], &v[11], &t, 5);
        backward(&v[12], &v[14], &t, 4);
        backward(&v[13], &v[15], &t, 4);
        backward(&v[0], &v[4], &t, 3);
        backward(&v[1], &v[5], &t, 3);
        backward(&v[2], &v[6], &t, 3);
        backward(&v[3], &v[7], &t, 3);
        backward(&v[8], &v[12], &t, 2);
        backward(&v[9], &v[13], &t, 2);
        backward(&v[10], &v[14], &t, 2);
        backward(&v[11], &v[15], &t, 2);
        for (size_t j = 0; j < 8; j++) {
            v[j + 8] = scale(inverse_butterfly(&v[j], v[j + 8]), scales, 1, q);
            v[j] = scale(v[j], scales, 0, q);
        }
        for (size_t j = 0; j < 16; j++)
            vst1q_s32(r + 16 * j + i, v[j]);
    }
    neosig_mod32_assert_below(r, 256, INT64_C(65) * modulus / 100);
}

/* ---- Products */

INLINE void ntt32_multiply(int32_t r[256], const int32_t a[256], const int32_t b[256], int32_t q, int32_t q_inverse)
{
    const int32x4_t constants = neosig_mod32_constants(q, q_inverse);
    neosig_mod32_assert_below(a, 256, 6 * q);
    neosig_mod32_assert_below(b, 256, 6 * q);
    for (size_t i = 0; i < 256; i += 16) {
        int32x4_t x[4], y[4];
        for (size_t g = 0; g < 4; g++) {
            x[g] = vld1q_s32(a + i + 4 * g);
            y[g] = vld1q_s32(b + i + 4 * g);
        }
        for (size_t g = 0; g < 4; g++) /* q/2 + 36 q^2 / 2^32 < q (1/2 + 36/512) */
            x[g] = neosig_mod32_reduce(vmull_s32(vget_low_s32(x[g]), vget_low_s32(y[g])), vmull_high_s32(x[g], y[g]),
                                       constants);
        for (size_t g = 0; g < 4; g++)
            vst1q_s32(r + i + 4 * g, x[g]);
    }
}

#define TRANSFORMS(q)                                                                                                  \
    NEOSIG_NTT32_ASSERT_REDUCTION(q, NTT_##q##_BITS, 4);                                                               \
    static void ntt32_forward_##q(int32_t r[256])                                                                      \
    {                                                                                                                  \
        ntt32_forward(r, ntt_##q##_first, ntt_##q##_forward, q);                                                       \
    }                                                                                                                  \
    static void ntt32_inverse_##q(int32_t r[256])                                                                      \
    {                                                                                                                  \
        ntt32_inverse(r, ntt_##q##_first, ntt_##q##_backward, ntt_##q##_scale, q, NTT_##q##_BITS);                     \
    }                                                                                                                  \
    static void ntt32_multiply_##q(int32_t r[256], const int32_t a[256], const int32_t b[256])                         \
    {                                                                                                                  \
        ntt32_multiply(r, a, b, q, NTT_##q##_INVERSE);                                                                 \
    }

TRANSFORMS(8380417)
TRANSFORMS(64513)
NEOSIG_NTT32_TABLE(8380417, neon)
NEOSIG_NTT32_TABLE(64513, neon)

#endif
