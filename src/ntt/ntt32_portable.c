/* The kernels of ntt32.h in plain C. zetas and scale are the tables that tools/ntt_tables.py lays out. */
#include "core/inline.h"
#include "ntt/ntt32.h"
#include "ntt/ntt_64513_portable_tables.h"
#include "ntt/ntt_8380417_portable_tables.h"

INLINE void ntt32_forward(int32_t r[256], const int32_t zetas[256][2], int32_t q)
{
    neosig_mod32_assert_below(r, 256, q + 1);
    for (unsigned layer = 0; layer < 8; layer++) {
        const size_t half = (size_t)128 >> layer;
        for (size_t start = 0, k = (size_t)1 << layer; start < 256; start += 2 * half, k++) {
            const int32_t zeta = zetas[k][0], quotient = zetas[k][1];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = neosig_mod32_mul(r[i + half], zeta, quotient, q);
                r[i + half] = r[i] - t;
                r[i] += t;
            }
        }
        neosig_ntt32_assert_forward(r, layer + 1, q);
    }
}

INLINE void ntt32_inverse(int32_t r[256], const int32_t zetas[256][2], const int32_t scale[2][2], int32_t q, int q_bits)
{
    neosig_mod32_assert_below(r, 256, neosig_ntt32_sum_bound(0, q));
    for (unsigned layer = 0; layer < 7; layer++) {
        const size_t half = (size_t)1 << layer;
        for (size_t start = 0, k = ((size_t)256 >> layer) - 1; start < 256; start += 2 * half, k--) {
            const int32_t zeta = zetas[k][0], quotient = zetas[k][1];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = r[i + half] - r[i];
                r[i] += r[i + half];
                r[i + half] = neosig_mod32_mul(t, zeta, quotient, q);
            }
        }
        neosig_ntt32_assert_inverse(r, layer + 1, 5, q);
        if (layer == 3) {
            for (size_t i = 0; i < 256; i += 16)
                r[i] -= ((r[i] + (1 << (q_bits - 1))) >> q_bits) * q;
            neosig_ntt32_assert_inverse(r, 4, 4, q);
        }
    }
    for (size_t i = 0; i < 128; i++) {
        int32_t t = r[i + 128] - r[i];
        r[i] = neosig_mod32_mul(r[i] + r[i + 128], scale[0][0], scale[0][1], q);
        r[i + 128] = neosig_mod32_mul(t, scale[1][0], scale[1][1], q);
    }
    neosig_mod32_assert_below(r, 256, INT64_C(65) * q / 100);
}

INLINE void ntt32_multiply(int32_t r[256], const int32_t a[256], const int32_t b[256], int32_t q, int32_t q_inverse)
{
    neosig_mod32_assert_below(a, 256, 6 * q);
    neosig_mod32_assert_below(b, 256, 6 * q);
    for (size_t i = 0; i < 256; i++) /* q/2 + 36 q^2 / 2^32 < q (1/2 + 36/512) */
        r[i] = neosig_mod32_montgomery((int64_t)a[i] * b[i], q, q_inverse);
}

#define TRANSFORMS(q)                                                                                                  \
    NEOSIG_NTT32_ASSERT_REDUCTION(q, NTT_##q##_BITS, 4);                                                               \
    static void ntt32_forward_##q(int32_t r[256])                                                                      \
    {                                                                                                                  \
        ntt32_forward(r, ntt_##q##_zeta, q);                                                                           \
    }                                                                                                                  \
    static void ntt32_inverse_##q(int32_t r[256])                                                                      \
    {                                                                                                                  \
        ntt32_inverse(r, ntt_##q##_zeta, ntt_##q##_scale, q, NTT_##q##_BITS);                                          \
    }                                                                                                                  \
    static void ntt32_multiply_##q(int32_t r[256], const int32_t a[256], const int32_t b[256])                         \
    {                                                                                                                  \
        ntt32_multiply(r, a, b, q, NTT_##q##_INVERSE);                                                                 \
    }

TRANSFORMS(8380417)
TRANSFORMS(64513)
NEOSIG_NTT32_TABLE(8380417, portable)
NEOSIG_NTT32_TABLE(64513, portable)
