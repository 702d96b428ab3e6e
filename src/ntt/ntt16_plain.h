/* The kernels of ntt16.h in plain C: a body to include in one file for each length.
 *
 * Parameters, in the file NTT_TABLES: NTT_N; ntt_scale, ntt_zeta and ntt_zeta_quotient as tools/ntt_tables.py lays them
 * out. */
#include "ntt/ntt16.h"
#include NTT_TABLES

static void reduce_all(int16_t *r)
{
    for (size_t i = 0; i < NTT_N; i++)
        r[i] = neosig_mod16_reduce(r[i]);
}

static void ntt16_forward(int16_t *r)
{
    unsigned layers = 0;
    neosig_mod16_assert_within(r, NTT_N, NEOSIG_MOD16_Q / 2);
    for (size_t half = NTT_N / 2, k = 1; half > 0; half /= 2) {
        if (layers != 0 && layers % 3 == 0)
            reduce_all(r);
        for (size_t start = 0; start < NTT_N; start += 2 * half, k++) {
            const int16_t zeta = ntt_zeta[k], quotient = ntt_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int16_t t = neosig_mod16_mul(r[i + half], zeta, quotient);
                r[i + half] = (int16_t)(r[i] - t);
                r[i] = (int16_t)(r[i] + t);
            }
        }
        layers++;
    }
    neosig_mod16_assert_within(r, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
}

static void ntt16_inverse(int16_t *r)
{
    unsigned layers = 0;
    neosig_mod16_assert_within(r, NTT_N, 12 * NEOSIG_MOD16_Q / 10);
    for (size_t half = 1, k = NTT_N - 1; half < NTT_N / 2; half *= 2) {
        for (size_t start = 0; start < NTT_N; start += 2 * half, k--) {
            const int16_t zeta = ntt_zeta[k], quotient = ntt_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int16_t t = (int16_t)(r[i + half] - r[i]);
                r[i] = (int16_t)(r[i] + r[i + half]);
                r[i + half] = neosig_mod16_mul(t, zeta, quotient);
            }
        }
        if (++layers % 2 == 1)
            reduce_all(r);
    }
    for (size_t i = 0; i < NTT_N / 2; i++) {
        const int16_t sum = (int16_t)(r[i] + r[i + NTT_N / 2]), t = (int16_t)(r[i + NTT_N / 2] - r[i]);
        r[i] = neosig_mod16_mul(sum, ntt_scale[0][0], ntt_scale[0][1]);
        r[i + NTT_N / 2] = neosig_mod16_mul(t, ntt_scale[1][0], ntt_scale[1][1]);
    }
    neosig_mod16_assert_within(r, NTT_N, 7 * NEOSIG_MOD16_Q / 10);
}

static void ntt16_multiply(int16_t *r, const int16_t *a, const int16_t *b)
{
    neosig_mod16_assert_within(a, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < NTT_N; i++) /* q/2 + 3.61 q^2 / 2^16 < 1.2 q */
        r[i] = neosig_mod16_montgomery(a[i], b[i]);
}
