/* The kernels of ntt16.h in plain C: a body to include in one file for each length.
 *
 * Parameters, in the file NTT_TABLES: NTT_N and its logarithm; ntt_scale, ntt_zeta and ntt_zeta_quotient as
 * tools/ntt_tables.py lays them out. */
#include "ntt/ntt16.h"
#include NTT_TABLES

static void ntt16_forward(int16_t *r)
{
    neosig_mod16_assert_within(r, NTT_N, NEOSIG_MOD16_Q / 2);
    for (size_t half = NTT_N / 2, k = 1; half > 0; half /= 2) {
        const int limited = half == 64 || half == 16 || half == 4 || half == 1;
        for (size_t start = 0; start < NTT_N; start += 2 * half, k++) {
            const int16_t zeta = ntt_zeta[k], quotient = ntt_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int16_t a = limited ? neosig_mod16_limit(r[i]) : r[i];
                const int16_t t = neosig_mod16_mul(r[i + half], zeta, quotient);
                r[i + half] = (int16_t)(a - t);
                r[i] = (int16_t)(a + t);
            }
        }
    }
    neosig_mod16_assert_within(r, NTT_N, 18 * NEOSIG_MOD16_Q / 10);
}

static void ntt16_inverse(int16_t *r)
{
    neosig_mod16_assert_within(r, NTT_N, 12 * NEOSIG_MOD16_Q / 10);
    for (size_t half = 1, k = NTT_N - 1; half < NTT_N / 2; half *= 2)
        for (size_t start = 0; start < NTT_N; start += 2 * half, k--) {
            const int16_t zeta = ntt_zeta[k], quotient = ntt_zeta_quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int16_t t = (int16_t)(r[i + half] - r[i]);
                r[i] = neosig_mod16_limit((int16_t)(r[i] + r[i + half]));
                r[i + half] = neosig_mod16_mul(t, zeta, quotient);
            }
        }
    for (size_t i = 0; i < NTT_N / 2; i++) {
        const int16_t sum = (int16_t)(r[i] + r[i + NTT_N / 2]), t = (int16_t)(r[i + NTT_N / 2] - r[i]);
        r[i] = neosig_mod16_mul(sum, ntt_scale[0][0], ntt_scale[0][1]);
        r[i + NTT_N / 2] = neosig_mod16_mul(t, ntt_scale[1][0], ntt_scale[1][1]);
    }
    neosig_mod16_assert_within(r, NTT_N, 81 * NEOSIG_MOD16_Q / 100);
}

static void ntt16_multiply(int16_t *r, const int16_t *a, const int16_t *b)
{
    neosig_mod16_assert_within(a, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < NTT_N; i++) /* q/2 + 3.61 q^2 / 2^16 < 1.2 q */
        r[i] = neosig_mod16_montgomery(a[i], b[i]);
}

/* q - 2 is 10 111 111 111 111 in binary. A power of b comes with 2^-16 for each product in it: b^(q-2) with
 * 2^(-16 (q-3)) = 2^32. */
static unsigned ntt16_divide(int16_t *r, const int16_t *a, const int16_t *b)
{
    unsigned zero = 0;
    neosig_mod16_assert_within(a, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, NTT_N, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < NTT_N; i++) {
        const int16_t one = b[i], two = neosig_mod16_montgomery(one, one);
        const int16_t three = neosig_mod16_montgomery(two, one), six = neosig_mod16_montgomery(three, three);
        const int16_t seven = neosig_mod16_montgomery(six, one);
        int16_t power = two;
        for (unsigned bits = 0; bits < 4; bits++) {
            for (unsigned j = 0; j < 3; j++)
                power = neosig_mod16_montgomery(power, power);
            power = neosig_mod16_montgomery(power, seven);
        }
        power = neosig_mod16_reduce(neosig_mod16_mul(power, ntt_scale[2][0], ntt_scale[2][1]));
        zero |= (((uint32_t)(int32_t)power | (0 - (uint32_t)(int32_t)power)) >> 31) ^ 1;
        r[i] = neosig_mod16_montgomery(a[i], power);
    }
    return zero;
}
