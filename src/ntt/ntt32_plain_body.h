/* The kernels of ntt32.h in plain C: a body to include in one file for each modulus.
 *
 * Parameters, in the file NTT_TABLES: NTT_Q; NTT_Q_BITS, its length; NTT_Q_INVERSE, modulo 2^32; ntt_scale and
 * ntt_zeta as tools/ntt_tables.py lays them out. */
#include "ntt/ntt32.h"
#include NTT_TABLES

/* After four layers |r| < 128q: of r is left 2^(bits-1) by rounding, and 2^bits - q for each of at most 128 q taken. */
_Static_assert(NTT_Q < 1 << 23, "the bounds of ntt32.h");
_Static_assert((1 << (NTT_Q_BITS - 1)) + 128 * ((1 << NTT_Q_BITS) - NTT_Q) < 17 * 16 * (NTT_Q / 64),
               "the reduction of the inverse");

static void ntt32_forward(int32_t r[256])
{
    neosig_mod32_assert_below(r, 256, NTT_Q + 1);
    for (unsigned layer = 0; layer < 8; layer++) {
        const size_t half = (size_t)128 >> layer;
        for (size_t start = 0, k = (size_t)1 << layer; start < 256; start += 2 * half, k++) {
            const int32_t zeta = ntt_zeta[k][0], quotient = ntt_zeta[k][1];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = neosig_mod32_mul(r[i + half], zeta, quotient, NTT_Q);
                r[i + half] = r[i] - t;
                r[i] += t;
            }
        }
        neosig_ntt32_assert_forward(r, layer + 1, NTT_Q);
    }
}

static void ntt32_inverse(int32_t r[256])
{
    neosig_mod32_assert_below(r, 256, neosig_ntt32_sum_bound(0, NTT_Q));
    for (unsigned layer = 0; layer < 7; layer++) {
        const size_t half = (size_t)1 << layer;
        for (size_t start = 0, k = ((size_t)256 >> layer) - 1; start < 256; start += 2 * half, k--) {
            const int32_t zeta = ntt_zeta[k][0], quotient = ntt_zeta[k][1];
            for (size_t i = start; i < start + half; i++) {
                int32_t t = r[i + half] - r[i];
                r[i] += r[i + half];
                r[i + half] = neosig_mod32_mul(t, zeta, quotient, NTT_Q);
            }
        }
        neosig_ntt32_assert_inverse(r, layer + 1, 5, NTT_Q);
        if (layer == 3) {
            for (size_t i = 0; i < 256; i += 16)
                r[i] -= ((r[i] + (1 << (NTT_Q_BITS - 1))) >> NTT_Q_BITS) * NTT_Q;
            neosig_ntt32_assert_inverse(r, 4, 4, NTT_Q);
        }
    }
    for (size_t i = 0; i < 128; i++) {
        int32_t t = r[i + 128] - r[i];
        r[i] = neosig_mod32_mul(r[i] + r[i + 128], ntt_scale[0][0], ntt_scale[0][1], NTT_Q);
        r[i + 128] = neosig_mod32_mul(t, ntt_scale[1][0], ntt_scale[1][1], NTT_Q);
    }
    neosig_mod32_assert_below(r, 256, INT64_C(65) * NTT_Q / 100);
}

static void ntt32_multiply(int32_t r[256], const int32_t a[256], const int32_t b[256])
{
    neosig_mod32_assert_below(a, 256, 6 * NTT_Q);
    neosig_mod32_assert_below(b, 256, 6 * NTT_Q);
    for (size_t i = 0; i < 256; i++) /* q/2 + 36 q^2 / 2^32 < q (1/2 + 36/512) */
        r[i] = neosig_mod32_montgomery((int64_t)a[i] * b[i], NTT_Q, NTT_Q_INVERSE);
}
