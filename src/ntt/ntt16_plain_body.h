/* The kernels of ntt16.h in plain C: a body for the portable backend, and for AVX2, which the compiler makes of it. No
 * parameters. */
#include "ntt/ntt16.h"
#include "ntt/ntt16_lengths.h"

INLINE void ntt16_forward(int16_t *r, const ntt16_length *t)
{
    neosig_mod16_assert_within(r, t->n, NEOSIG_MOD16_Q / 2);
    for (size_t half = t->n / 2, k = 1; half > 0; half /= 2) {
        const int limited = half == 64 || half == 16 || half == 4 || half == 1;
        for (size_t start = 0; start < t->n; start += 2 * half, k++) {
            const int16_t zeta = t->zeta[k], quotient = t->quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int16_t a = limited ? neosig_mod16_limit(r[i]) : r[i];
                const int16_t product = neosig_mod16_mul(r[i + half], zeta, quotient);
                r[i + half] = (int16_t)(a - product);
                r[i] = (int16_t)(a + product);
            }
        }
    }
    neosig_mod16_assert_within(r, t->n, 18 * NEOSIG_MOD16_Q / 10);
}

INLINE void ntt16_inverse(int16_t *r, const ntt16_length *t)
{
    neosig_mod16_assert_within(r, t->n, 12 * NEOSIG_MOD16_Q / 10);
    for (size_t half = 1, k = t->n - 1; half < t->n / 2; half *= 2)
        for (size_t start = 0; start < t->n; start += 2 * half, k--) {
            const int16_t zeta = t->zeta[k], quotient = t->quotient[k];
            for (size_t i = start; i < start + half; i++) {
                const int16_t difference = (int16_t)(r[i + half] - r[i]);
                r[i] = neosig_mod16_limit((int16_t)(r[i] + r[i + half]));
                r[i + half] = neosig_mod16_mul(difference, zeta, quotient);
            }
        }
    for (size_t i = 0; i < t->n / 2; i++) {
        const int16_t sum = (int16_t)(r[i] + r[i + t->n / 2]), difference = (int16_t)(r[i + t->n / 2] - r[i]);
        r[i] = neosig_mod16_mul(sum, t->scale[0][0], t->scale[0][1]);
        r[i + t->n / 2] = neosig_mod16_mul(difference, t->scale[1][0], t->scale[1][1]);
    }
    neosig_mod16_assert_within(r, t->n, 81 * NEOSIG_MOD16_Q / 100);
}

INLINE void ntt16_multiply(int16_t *r, const int16_t *a, const int16_t *b, const ntt16_length *t)
{
    neosig_mod16_assert_within(a, t->n, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, t->n, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < t->n; i++) /* q/2 + 3.61 q^2 / 2^16 < 1.2 q */
        r[i] = neosig_mod16_montgomery(a[i], b[i]);
}

/* q - 2 is 10 111 111 111 111 in binary. A power of b comes with 2^-16 for each product in it: b^(q-2) with
 * 2^(-16 (q-3)) = 2^32. */
INLINE unsigned ntt16_divide(int16_t *r, const int16_t *a, const int16_t *b, const ntt16_length *t)
{
    unsigned zero = 0;
    neosig_mod16_assert_within(a, t->n, 19 * NEOSIG_MOD16_Q / 10);
    neosig_mod16_assert_within(b, t->n, 19 * NEOSIG_MOD16_Q / 10);
    for (size_t i = 0; i < t->n; i++) {
        const int16_t one = b[i], two = neosig_mod16_montgomery(one, one);
        const int16_t three = neosig_mod16_montgomery(two, one), six = neosig_mod16_montgomery(three, three);
        const int16_t seven = neosig_mod16_montgomery(six, one);
        int16_t power = two;
        for (unsigned bits = 0; bits < 4; bits++) {
            for (unsigned j = 0; j < 3; j++)
                power = neosig_mod16_montgomery(power, power);
            power = neosig_mod16_montgomery(power, seven);
        }
        power = neosig_mod16_reduce(neosig_mod16_mul(power, t->scale[2][0], t->scale[2][1]));
        zero |= (((uint32_t)(int32_t)power | (0 - (uint32_t)(int32_t)power)) >> 31) ^ 1;
        r[i] = neosig_mod16_montgomery(a[i], power);
    }
    return zero;
}
