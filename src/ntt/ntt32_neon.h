/* The kernels of ntt32.h in NEON: a body to include in one file for each modulus.
 *
 * Parameters, in the file NTT_TABLES: NTT_Q; NTT_Q_BITS, its length; NTT_Q_INVERSE, modulo 2^32; ntt_first,
 * ntt_scale, ntt_forward and ntt_backward as tools/ntt_tables.py lays them out. */
#include "ntt/mod32_neon.h"
#include "ntt/ntt32.h"
#include NTT_TABLES

/* After four layers |r| < 128q: of r is left 2^(bits-1) by rounding, and 2^bits - q for each of at most 128 q taken. */
_Static_assert(NTT_Q < 1 << 23, "the bounds of ntt32.h");
_Static_assert((1 << (NTT_Q_BITS - 1)) + 128 * ((1 << NTT_Q_BITS) - NTT_Q) < 17 * 16 * (NTT_Q / 64),
               "the reduction of the inverse");

/* ---- Transforms: four layers on 16 vectors in registers, twice */

#define MUL_LANE(b, zeta, quotient, lane) NEOSIG_MOD32_MUL_LANE(b, zeta, quotient, lane, q)
#define MUL_VECTOR(b, zeta, quotient) NEOSIG_MOD32_MUL(b, zeta, quotient, q)

/* Cooley and Tukey: (a, b) = (a + b zeta, a - b zeta). */
#define BUTTERFLY(a, b, product)                                                                                       \
    do {                                                                                                               \
        const int32x4_t t_ = product;                                                                                  \
        (b) = vsubq_s32(a, t_);                                                                                        \
        (a) = vaddq_s32(a, t_);                                                                                        \
    } while (0)

/* Gentleman and Sande: (a, b) = (a + b, (b - a) zeta). d is the name for b - a inside product. */
#define INVERSE_BUTTERFLY(a, b, product)                                                                               \
    do {                                                                                                               \
        const int32x4_t d = vsubq_s32(b, a);                                                                           \
        (a) = vaddq_s32(a, b);                                                                                         \
        (b) = product;                                                                                                 \
    } while (0)

static inline void transpose(int32x4_t v[4])
{
    const int32x4_t a = vtrn1q_s32(v[0], v[1]), b = vtrn2q_s32(v[0], v[1]);
    const int32x4_t c = vtrn1q_s32(v[2], v[3]), d = vtrn2q_s32(v[2], v[3]);
    v[0] = vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(c)));
    v[1] = vreinterpretq_s32_s64(vtrn1q_s64(vreinterpretq_s64_s32(b), vreinterpretq_s64_s32(d)));
    v[2] = vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(c)));
    v[3] = vreinterpretq_s32_s64(vtrn2q_s64(vreinterpretq_s64_s32(b), vreinterpretq_s64_s32(d)));
}

static void ntt32_forward(int32_t r[256])
{
    const int32x4_t q = vdupq_n_s32(NTT_Q);
    int32x4_t z[4], y[4], v[16];

    neosig_mod32_assert_below(r, 256, NTT_Q + 1);
    const int32_t *first = ntt_first;
    NEOSIG_KEEP("r", first);
    for (size_t i = 0; i < 4; i++) {
        z[i] = vld1q_s32(first + 4 * i);
        y[i] = vld1q_s32(first + 16 + 4 * i);
    }
#define LAYER(a, b, k) BUTTERFLY(v[a], v[b], MUL_LANE(v[b], z[(k) / 4], y[(k) / 4], (k) % 4))
    for (size_t i = 0; i < 16; i += 4) {
        for (size_t j = 0; j < 16; j++)
            v[j] = vld1q_s32(r + 16 * j + i);
        LAYER(0, 8, 1);
        LAYER(1, 9, 1);
        LAYER(2, 10, 1);
        LAYER(3, 11, 1);
        LAYER(4, 12, 1);
        LAYER(5, 13, 1);
        LAYER(6, 14, 1);
        LAYER(7, 15, 1);
        LAYER(0, 4, 2);
        LAYER(1, 5, 2);
        LAYER(2, 6, 2);
        LAYER(3, 7, 2);
        LAYER(8, 12, 3);
        LAYER(9, 13, 3);
        LAYER(10, 14, 3);
        LAYER(11, 15, 3);
        LAYER(0, 2, 4);
        LAYER(1, 3, 4);
        LAYER(4, 6, 5);
        LAYER(5, 7, 5);
        LAYER(8, 10, 6);
        LAYER(9, 11, 6);
        LAYER(12, 14, 7);
        LAYER(13, 15, 7);
        LAYER(0, 1, 8);
        LAYER(2, 3, 9);
        LAYER(4, 5, 10);
        LAYER(6, 7, 11);
        LAYER(8, 9, 12);
        LAYER(10, 11, 13);
        LAYER(12, 13, 14);
        LAYER(14, 15, 15);
        for (size_t j = 0; j < 16; j++)
            vst1q_s32(r + 16 * j + i, v[j]);
    }
#undef LAYER
    neosig_ntt32_assert_forward(r, 4, NTT_Q);

    /* Groups of 16 coefficients, four at a time; transposed for the layers inside a vector. */
    const int32_t *c = ntt_forward;
    for (size_t g = 0; g < 16; g += 4, r += 64, c += 24) {
        int32x4_t k[6];
        for (size_t i = 0; i < 6; i++)
            k[i] = vld1q_s32(c + 4 * i);
#define GROUP(j)                                                                                                       \
    do {                                                                                                               \
        int32x4_t *u = v + 4 * (j), d[6];                                                                              \
        c += 24;                                                                                                       \
        for (size_t i = 0; i < 6; i++)                                                                                 \
            d[i] = vld1q_s32(c + 4 * i);                                                                               \
        for (size_t i = 0; i < 4; i++)                                                                                 \
            u[i] = vld1q_s32(r + 16 * (j) + 4 * i);                                                                    \
        BUTTERFLY(u[0], u[2], MUL_LANE(u[2], k[0], k[1], j));                                                          \
        BUTTERFLY(u[1], u[3], MUL_LANE(u[3], k[0], k[1], j));                                                          \
        BUTTERFLY(u[0], u[1], MUL_LANE(u[1], k[2 + (j) / 2 * 2], k[3 + (j) / 2 * 2], 2 * (j) % 4));                    \
        BUTTERFLY(u[2], u[3], MUL_LANE(u[3], k[2 + (j) / 2 * 2], k[3 + (j) / 2 * 2], 2 * (j) % 4 + 1));                \
        transpose(u);                                                                                                  \
        BUTTERFLY(u[0], u[2], MUL_VECTOR(u[2], d[0], d[1]));                                                           \
        BUTTERFLY(u[1], u[3], MUL_VECTOR(u[3], d[0], d[1]));                                                           \
        BUTTERFLY(u[0], u[1], MUL_VECTOR(u[1], d[2], d[3]));                                                           \
        BUTTERFLY(u[2], u[3], MUL_VECTOR(u[3], d[4], d[5]));                                                           \
        transpose(u);                                                                                                  \
        for (size_t i = 0; i < 4; i++)                                                                                 \
            vst1q_s32(r + 16 * (j) + 4 * i, u[i]);                                                                     \
    } while (0)
        GROUP(0);
        GROUP(1);
        GROUP(2);
        GROUP(3);
#undef GROUP
    }
    neosig_ntt32_assert_forward(r - 256, 8, NTT_Q);
}

static void ntt32_inverse(int32_t r[256])
{
    const int32x4_t q = vdupq_n_s32(NTT_Q), scales = vld1q_s32(ntt_scale);
    int32x4_t z[4], y[4], v[16];

    neosig_mod32_assert_below(r, 256, neosig_ntt32_sum_bound(0, NTT_Q));
    const int32_t *c = ntt_backward;
    for (size_t g = 0; g < 16; g += 4, c += 24) {
        int32x4_t k[6];
        for (size_t i = 0; i < 6; i++)
            k[i] = vld1q_s32(c + 4 * i);
#define GROUP(j)                                                                                                       \
    do {                                                                                                               \
        int32x4_t u[4], e[6];                                                                                          \
        c += 24;                                                                                                       \
        for (size_t i = 0; i < 6; i++)                                                                                 \
            e[i] = vld1q_s32(c + 4 * i);                                                                               \
        for (size_t i = 0; i < 4; i++)                                                                                 \
            u[i] = vld1q_s32(r + 16 * (g + (j)) + 4 * i);                                                              \
        transpose(u);                                                                                                  \
        INVERSE_BUTTERFLY(u[0], u[1], MUL_VECTOR(d, e[0], e[1]));                                                      \
        INVERSE_BUTTERFLY(u[2], u[3], MUL_VECTOR(d, e[2], e[3]));                                                      \
        INVERSE_BUTTERFLY(u[0], u[2], MUL_VECTOR(d, e[4], e[5]));                                                      \
        INVERSE_BUTTERFLY(u[1], u[3], MUL_VECTOR(d, e[4], e[5]));                                                      \
        transpose(u);                                                                                                  \
        INVERSE_BUTTERFLY(u[0], u[1], MUL_LANE(d, k[2 + (j) / 2 * 2], k[3 + (j) / 2 * 2], 2 * (j) % 4));               \
        INVERSE_BUTTERFLY(u[2], u[3], MUL_LANE(d, k[2 + (j) / 2 * 2], k[3 + (j) / 2 * 2], 2 * (j) % 4 + 1));           \
        INVERSE_BUTTERFLY(u[0], u[2], MUL_LANE(d, k[0], k[1], j));                                                     \
        INVERSE_BUTTERFLY(u[1], u[3], MUL_LANE(d, k[0], k[1], j));                                                     \
        for (size_t i = 0; i < 4; i++)                                                                                 \
            vst1q_s32(r + 16 * (g + (j)) + 4 * i, u[i]);                                                               \
    } while (0)
        GROUP(0);
        GROUP(1);
        GROUP(2);
        GROUP(3);
#undef GROUP
    }
    neosig_ntt32_assert_inverse(r, 4, 5, NTT_Q);
    const int32_t *first = ntt_first;
    NEOSIG_KEEP("r", first);
    for (size_t i = 0; i < 4; i++) {
        z[i] = vld1q_s32(first + 4 * i);
        y[i] = vld1q_s32(first + 16 + 4 * i);
    }
#define SCALE(a, lane) vmlsq_s32(vmulq_laneq_s32(a, scales, lane), vqrdmulhq_laneq_s32(a, scales, (lane) + 2), q)
#define LAYER(a, b, k) INVERSE_BUTTERFLY(v[a], v[b], MUL_LANE(d, z[(k) / 4], y[(k) / 4], (k) % 4))
    for (size_t i = 0; i < 16; i += 4) {
        for (size_t j = 0; j < 16; j++)
            v[j] = vld1q_s32(r + 16 * j + i);
        if (i == 0) /* lane 0 has only been added so far: 128q */
            for (size_t j = 0; j < 16; j++)
                v[j] = vmlsq_s32(v[j], vrshrq_n_s32(v[j], NTT_Q_BITS), q);
        neosig_mod32_assert_vectors(v, 16, neosig_ntt32_product_bound(4, NTT_Q));
        LAYER(0, 1, 15);
        LAYER(2, 3, 14);
        LAYER(4, 5, 13);
        LAYER(6, 7, 12);
        LAYER(8, 9, 11);
        LAYER(10, 11, 10);
        LAYER(12, 13, 9);
        LAYER(14, 15, 8);
        LAYER(0, 2, 7);
        LAYER(1, 3, 7);
        LAYER(4, 6, 6);
        LAYER(5, 7, 6);
        LAYER(8, 10, 5);
        LAYER(9, 11, 5);
        LAYER(12, 14, 4);
        LAYER(13, 15, 4);
        LAYER(0, 4, 3);
        LAYER(1, 5, 3);
        LAYER(2, 6, 3);
        LAYER(3, 7, 3);
        LAYER(8, 12, 2);
        LAYER(9, 13, 2);
        LAYER(10, 14, 2);
        LAYER(11, 15, 2);
        for (size_t j = 0; j < 8; j++) {
            INVERSE_BUTTERFLY(v[j], v[j + 8], SCALE(d, 1));
            v[j] = SCALE(v[j], 0);
        }
        for (size_t j = 0; j < 16; j++)
            vst1q_s32(r + 16 * j + i, v[j]);
    }
#undef LAYER
#undef SCALE
    neosig_mod32_assert_below(r, 256, INT64_C(65) * NTT_Q / 100);
}

/* ---- Products */

static void ntt32_multiply(int32_t r[256], const int32_t a[256], const int32_t b[256])
{
    const int32x4_t constants = neosig_mod32_constants(NTT_Q, NTT_Q_INVERSE);
    neosig_mod32_assert_below(a, 256, 6 * NTT_Q);
    neosig_mod32_assert_below(b, 256, 6 * NTT_Q);
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
