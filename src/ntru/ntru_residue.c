/* Depths 0 and 1: products modulo two primes below 2^28. F f of depth 0, the largest number there, has hardly more than
 * 2^28, F of depth 1 hardly more than 2^40; what does not fit is no solution in the end. And FIXED's k f of
 * depths 1 to 4. */
#include "ntru/ntru_internal.h"

#include <string.h>

static inline int32_t montgomery(int64_t a, const neosig_ntru_prime *prime)
{
    return neosig_mod32_montgomery(a, prime->p, prime->p_inverse);
}

static inline int32_t times(int32_t a, const int32_t pair[2], const neosig_ntru_prime *prime)
{
    return neosig_mod32_mul(a, pair[0], pair[1], prime->p);
}

/* r[i] = a[2i] a[2i + 1] / 2^32: the transform of the norm. */
static void norm(int32_t *r, const int32_t *a, size_t n, const neosig_ntru_prime *prime)
{
    for (size_t i = 0; i < n; i++)
        r[i] = montgomery((int64_t)a[2 * i] * a[2 * i + 1], prime);
}

static void times_r(int32_t *r, size_t n, const neosig_ntru_prime *prime)
{
    for (size_t i = 0; i < n; i++)
        r[i] = times(r[i], prime->r, prime);
}

/* The numbers of least size that have these residues: below 0.6 of the primes' product. */
static void join(int64_t *x, const int32_t *r0, const int32_t *r1, size_t n)
{
    const neosig_ntru_prime *prime = &neosig_ntru_primes[1];
    for (size_t i = 0; i < n; i++)
        x[i] = r0[i] + (int64_t)neosig_ntru_primes[0].p * times(r1[i] - r0[i], prime->inverse[0], prime);
}

/* Those of f and g of depth 1 are in me->fg_hat. */
static int32_t *hat_of(const neosig_ntru *me, unsigned depth, unsigned p, unsigned which)
{
    return depth == 0 ? me->fg0_hat[p][which] : me->fg_hat + neosig_ntru_degree(me, 1) * (2 * p + which);
}

/* The transforms of f, g of depth 1 over 2^32. */
static void norm_hat(const neosig_ntru *me, unsigned p, unsigned which, int32_t *r)
{
    norm(r, me->fg0_hat[p][which], neosig_ntru_degree(me, 1), &neosig_ntru_primes[p]);
}

void neosig_ntru_norm_residues(const neosig_ntru *me, const int8_t *f, const int8_t *g)
{
    const size_t n = neosig_ntru_degree(me, 0);
    const int8_t *const fg[2] = {f, g};
    for (unsigned which = 0; which < 2; which++) {
        for (unsigned p = 0; p < 2; p++) {
            const neosig_ntru_prime *prime = &neosig_ntru_primes[p];
            for (size_t i = 0; i < n; i++)
                me->fg0_hat[p][which][i] = fg[which][i];
            me->kernels->forward(me->fg0_hat[p][which], me->set->logn, prime);
            norm_hat(me, p, which, me->residues[p]);
            times_r(me->residues[p], n / 2, prime);
            norm(me->residues[p], me->residues[p], n / 4, prime); /* i <= 2i */
            me->kernels->inverse(me->residues[p], me->set->logn - 2, prime);
        }
        join(me->coefficients[0][0], me->residues[0], me->residues[1], n / 4);
        const size_t rows = me->set->rows[2];
        for (size_t i = 0; i < n / 4; i++) {
            int64_t x = me->coefficients[0][0][i];
            int32_t *out = me->fg[2] + which * (n / 4) + i;
            for (size_t row = 0; row + 1 < rows; row++, x >>= NEOSIG_NTRU_DIGIT_BITS)
                out[n / 2 * row] = (int32_t)(x & NEOSIG_NTRU_DIGIT_MASK);
            out[n / 2 * (rows - 1)] = (int32_t)x;
        }
    }
}

void neosig_ntru_lift_residues(const neosig_ntru *me, unsigned depth)
{
    const size_t half = neosig_ntru_degree(me, depth + 1);
    const size_t polynomials = neosig_ntru_polynomials(me->set, depth);
    for (unsigned p = 0; p < 2; p++) {
        const neosig_ntru_prime *prime = &neosig_ntru_primes[p];
        for (unsigned which = 0; which < 2 && depth == 1; which++) {
            norm_hat(me, p, which, hat_of(me, 1, p, which));
            times_r(hat_of(me, 1, p, which), 2 * half, prime);
        }
        for (unsigned which = 0; which < polynomials; which++) {
            int32_t *below = me->residues[0], *out = me->FG_hat[p][which];
            const int32_t *other = hat_of(me, depth, p, 1 - which);
            if (depth == 1)
                neosig_ntru_rows_modulo(below, me->FG_below + which * half, neosig_ntru_rows(me->set->small[2]),
                                        polynomials * half, half, prime);
            else
                for (size_t i = 0; i < half; i++)
                    below[i] = neosig_mod32_mul((int32_t)me->coefficients[1][which][i], 1, 8, prime->p);
            me->kernels->forward(below, me->set->logn - depth - 1, prime);
            for (size_t i = 0; i < half; i++) {
                out[2 * i] = montgomery((int64_t)below[i] * other[2 * i + 1], prime);
                out[2 * i + 1] = montgomery((int64_t)below[i] * other[2 * i], prime);
            }
        }
    }
}

void neosig_ntru_FG_coefficients(const neosig_ntru *me)
{
    const size_t n = neosig_ntru_degree(me, 1);
    for (unsigned which = 0; which < neosig_ntru_polynomials(me->set, 1); which++) {
        for (unsigned p = 0; p < 2; p++) {
            memcpy(me->residues[p], me->FG_hat[p][which], n * sizeof **me->residues);
            me->kernels->inverse(me->residues[p], me->set->logn - 1, &neosig_ntru_primes[p]);
        }
        join(me->coefficients[1][which], me->residues[0], me->residues[1], n);
    }
}

void neosig_ntru_fg_coefficients(const neosig_ntru *me)
{
    const size_t n = neosig_ntru_degree(me, 1);
    for (unsigned which = 0; which < neosig_ntru_polynomials(me->set, 1); which++) {
        norm_hat(me, 0, which, me->residues[0]);
        me->kernels->inverse(me->residues[0], me->set->logn - 1, &neosig_ntru_primes[0]);
        for (size_t i = 0; i < n; i++)
            me->coefficients[1][which][i] = me->residues[0][i];
    }
}

/* r[i] = 2^64 / a[i]: nonzero if an a[i] is zero, and r is of no use then. By Montgomery's trick: products of halves of
 * what is left, down to four numbers, then the inverses of these, and back up. scratch: n numbers. */
static uint32_t invert_all(int32_t *r, const int32_t *a, size_t n, int32_t *scratch, const neosig_ntru_kernels *kernels,
                           const neosig_ntru_prime *prime)
{
    enum { FEW = 4 };
    int32_t *level = scratch, power[FEW];
    const int32_t *above = a;
    for (size_t half = n / 2; half >= FEW; half /= 2) { /* levels one behind the other: n / 2, n / 4, ... */
        kernels->multiply(level, above, above + half, half, prime);
        above = level;
        level += half;
    }
    uint32_t zero = 0;
    memcpy(power, above, sizeof power);
    for (int32_t bit = 1 << 26; bit > 0; bit >>= 1) { /* to the power p - 2, of 28 bits */
        kernels->multiply(power, power, power, FEW, prime);
        if ((prime->p - 2) & bit)
            kernels->multiply(power, power, above, FEW, prime);
    }
    for (size_t i = 0; i < FEW; i++)
        zero |= ((uint32_t)power[i] - 1) & ~(uint32_t)power[i];
    memcpy(r, power, sizeof power);
    for (size_t half = FEW; half < n; half *= 2) {
        level -= half;
        above = 2 * half == n ? a : level - 2 * half;
        kernels->multiply(r + half, r, above, half, prime);
        kernels->multiply(r, r, above + half, half, prime);
    }
    return zero >> 31;
}

unsigned neosig_ntru_complete_residues(const neosig_ntru *me)
{
    const size_t n = neosig_ntru_degree(me, 0);
    uint32_t zero = 0;
    for (unsigned p = 0; p < 2; p++) {
        const neosig_ntru_prime *prime = &neosig_ntru_primes[p];
        const int32_t q = montgomery(montgomery(me->set->q, prime), prime);
        int32_t *inverse = me->residues[0], *G_hat = me->FG_hat[p][1];
        zero |= invert_all(inverse, me->fg0_hat[p][0], n, me->residues[1], me->kernels, prime);
        me->kernels->multiply(G_hat, me->fg0_hat[p][1], me->FG_hat[p][0], n, prime);
        for (size_t i = 0; i < n; i++)
            G_hat[i] += q;
        me->kernels->multiply(G_hat, G_hat, inverse, n, prime);
    }
    return zero ^ 1;
}

/* The transform of an adjoint is the transform in reverse. */
void neosig_ntru_gram_coefficients(const neosig_ntru *me)
{
    const size_t n = neosig_ntru_degree(me, 0);
    const neosig_ntru_prime *prime = neosig_ntru_primes;
    for (unsigned p = 0; p < 2; p++, prime++) {
        int32_t *const *FG_hat = me->FG_hat[p], *const *hat = me->fg0_hat[p];
        for (size_t i = 0; i < n; i++)
            me->residues[p][i] =
                times(montgomery((int64_t)FG_hat[0][i] * hat[0][n - 1 - i] + (int64_t)FG_hat[1][i] * hat[1][n - 1 - i],
                                 prime),
                      prime->r, prime);
        me->kernels->inverse(me->residues[p], me->set->logn, prime);
    }
    join(me->coefficients[0][0], me->residues[0], me->residues[1], n);
    prime = neosig_ntru_primes;
    for (size_t i = 0; i < n; i++)
        me->residues[0][i] = montgomery((int64_t)me->fg0_hat[0][0][i] * me->fg0_hat[0][0][n - 1 - i] +
                                            (int64_t)me->fg0_hat[0][1][i] * me->fg0_hat[0][1][n - 1 - i],
                                        prime);
    me->kernels->inverse(me->residues[0], me->set->logn, prime);
    for (size_t i = 0; i < n; i++)
        me->coefficients[0][1][i] = me->residues[0][i];
}

void neosig_ntru_subtract_residues(const neosig_ntru *me, unsigned depth, const int64_t *k)
{
    const size_t n = neosig_ntru_degree(me, depth);
    const neosig_ntru_prime *prime = &neosig_ntru_primes[0];
    int32_t *r = me->residues[0];
    for (size_t i = 0; i < n; i++) { /* in two halves of 28 bits, the upper one signed */
        const int32_t high = (int32_t)(k[i] >> NEOSIG_NTRU_DIGIT_BITS);
        const int32_t sum = times(high, prime->digit, prime) + (int32_t)(k[i] & NEOSIG_NTRU_DIGIT_MASK);
        r[i] = neosig_mod32_mul(sum, 1, 8, prime->p);
    }
    me->kernels->forward(r, me->set->logn - depth, prime);
    for (unsigned which = 0; which < 2; which++) {
        int32_t *FG_hat = me->FG_hat[0][which], *product = me->residues[1];
        me->kernels->multiply(product, r, hat_of(me, depth, 0, which), n, prime);
        for (size_t i = 0; i < n; i++)
            FG_hat[i] = neosig_mod32_mul(FG_hat[i] - product[i], 1, 8, prime->p);
    }
}

void neosig_ntru_transform_rows(const neosig_ntru *me, unsigned depth)
{
    const size_t n = neosig_ntru_degree(me, depth), rows = me->set->rows[depth];
    int32_t *hat = me->fg_hat;
    for (unsigned p = 0; p < neosig_ntru_primes_for(me->set, depth); p++)
        for (size_t which = 0; which < neosig_ntru_polynomials(me->set, depth); which++, hat += n) {
            neosig_ntru_rows_modulo(hat, me->fg[depth] + which * n, rows, 2 * n, n, &neosig_ntru_primes[p]);
            me->kernels->forward(hat, me->set->logn - depth, &neosig_ntru_primes[p]);
        }
}

void neosig_ntru_subtract_product(const neosig_ntru *me, unsigned depth, size_t rows, unsigned shift)
{
    const size_t n = neosig_ntru_degree(me, depth), primes = neosig_ntru_primes_for(me->set, depth);
    const size_t polynomials = neosig_ntru_polynomials(me->set, depth);
    const unsigned logn = me->set->logn - depth;
    int32_t *product = me->products, *k_hat = product + polynomials * n * primes;
    for (size_t p = 0; p < primes; p++) {
        for (size_t i = 0; i < n; i++) /* within 2^27 + 8 (2^28 - p) < 0.51 p */
            k_hat[i] = me->k[i] - (((me->k[i] >> 27) + 1) >> 1) * neosig_ntru_primes[p].p;
        me->kernels->forward(k_hat, logn, &neosig_ntru_primes[p]);
        for (size_t which = 0; which < polynomials; which++, product += n) {
            const int32_t *hat =
                depth == 1 ? hat_of(me, 1, (unsigned)p, (unsigned)which) : me->fg_hat + n * (polynomials * p + which);
            me->kernels->multiply(product, k_hat, hat, n, &neosig_ntru_primes[p]);
            me->kernels->inverse(product, logn, &neosig_ntru_primes[p]);
        }
    }
    me->kernels->subtract_residues(me->FG, rows, me->products, primes, polynomials * n, shift);
}

void neosig_ntru_reduced_coefficients(const neosig_ntru *me, unsigned depth)
{
    const size_t n = neosig_ntru_degree(me, depth);
    for (unsigned which = 0; which < 2; which++) {
        memcpy(me->residues[0], me->FG_hat[0][which], n * sizeof **me->residues);
        me->kernels->inverse(me->residues[0], me->set->logn - depth, &neosig_ntru_primes[0]);
        for (size_t i = 0; i < n; i++)
            me->coefficients[depth][which][i] = me->residues[0][i];
    }
}

unsigned neosig_ntru_check_residues(const neosig_ntru *me)
{
    const neosig_ntru_prime *prime = neosig_ntru_primes;
    const int32_t q = montgomery(montgomery(me->set->q, prime), prime);
    int32_t *const *FG_hat = me->FG_hat[0], *const *hat = me->fg0_hat[0];
    int32_t wrong = 0;
    for (size_t i = 0; i < neosig_ntru_degree(me, 0); i++) {
        const int32_t difference =
            montgomery((int64_t)hat[0][i] * FG_hat[1][i] - (int64_t)hat[1][i] * FG_hat[0][i], prime) - q;
        wrong |= neosig_mod32_mul(difference, 1, 8, prime->p);
    }
    return 1 ^ ((uint32_t)(wrong | -wrong) >> 31);
}
