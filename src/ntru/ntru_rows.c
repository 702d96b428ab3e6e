/* Depths 2 and more: polynomials in rows of digits. Products go digit by digit and coefficient by coefficient: the
 * degrees are small where the numbers are long. */
#include "ntru/ntru_internal.h"

#include <string.h>

#define DIGIT_BITS NEOSIG_NTRU_DIGIT_BITS
#define DIGIT_MASK NEOSIG_NTRU_DIGIT_MASK

void neosig_ntru_take_signed(int32_t *out, size_t room, const int32_t *in, size_t words, size_t count)
{
    const size_t rows = neosig_ntru_rows(room), top = (NEOSIG_NTRU_WORD_BITS * words - 1) / DIGIT_BITS;
    const unsigned bit = (unsigned)(NEOSIG_NTRU_WORD_BITS * words - 1) % DIGIT_BITS; /* the sign */
    memmove(out, in, top * count * sizeof *in);
    for (size_t i = 0; i < count; i++) {
        const int32_t digit = in[top * count + i], sign = -(digit >> bit & 1);
        out[top * count + i] = (digit & ((1 << bit) - 1)) | (int32_t)((uint32_t)sign << bit);
        for (size_t row = top + 1; row < rows; row++)
            out[row * count + i] = sign;
    }
    for (size_t row = top; row + 1 < rows; row++)
        for (size_t i = 0; i < count; i++)
            out[row * count + i] &= DIGIT_MASK;
}

void neosig_ntru_rows_modulo(int32_t *r, const int32_t *in, size_t rows, size_t stride, size_t n,
                             const neosig_ntru_prime *prime)
{
    const int32_t p = prime->p;
    for (size_t i = 0; i < n; i++)
        r[i] = in[(rows - 1) * stride + i];
    for (size_t row = rows - 1; row-- > 0;) /* within p/2 (1 + 1/8), and a digit more */
        for (size_t i = 0; i < n; i++)
            r[i] = neosig_mod32_mul(r[i], prime->digit[0], prime->digit[1], p) + in[row * stride + i];
    for (size_t i = 0; i < n; i++)
        r[i] = neosig_mod32_mul(r[i], 1, 8, p);
}

void neosig_ntru_norm_rows(const neosig_ntru *me, unsigned depth)
{
    const size_t n = neosig_ntru_degree(me, depth), half = n / 2, rows = me->set->rows[depth];
    const size_t rows_out = me->set->rows[depth + 1];
    for (size_t which = 0; which < 2; which++) {
        const int32_t *f = me->fg[depth] + which * n;
        int32_t *out = me->fg[depth + 1] + which * half;
        for (size_t row = 0; row < rows; row++) { /* -a | a and b | -b, for f = a(X^2) + X b(X^2) */
            int32_t *e = me->extended + 2 * n * row;
            for (size_t i = 0; i < half; i++) {
                e[half + i] = f[2 * n * row + 2 * i];
                e[i] = -e[half + i];
                e[n + i] = f[2 * n * row + 2 * i + 1];
                e[n + half + i] = -e[n + i];
            }
        }
        const neosig_ntru_term terms[2] = {
            {.a = f,
             .terms = half,
             .step_a = 2,
             .stride_a = 2 * n,
             .rows_a = rows,
             .e = me->extended + half,
             .step_e = 1,
             .stride_e = 2 * n,
             .rows_e = rows},
            {.a = f + 1,
             .terms = half,
             .step_a = 2,
             .stride_a = 2 * n,
             .rows_a = rows,
             .e = me->extended + n + half - 1,
             .step_e = 1,
             .stride_e = 2 * n,
             .rows_e = rows},
        };
        me->kernels->product(out, half, rows_out, n, terms, 2);
    }
    int32_t *top = me->fg[depth + 1] + n * (rows_out - 1);
    for (size_t i = 0; i < n; i++)
        top[i] = (int32_t)((uint32_t)top[i] << (32 - DIGIT_BITS)) >> (32 - DIGIT_BITS);
}

void neosig_ntru_extend(const neosig_ntru *me, unsigned depth)
{
    const size_t n = neosig_ntru_degree(me, depth), polynomials = neosig_ntru_polynomials(me->set, depth);
    for (size_t row = 0; row < me->set->rows[depth]; row++)
        for (size_t which = 0; which < polynomials; which++) {
            const int32_t *f = me->fg[depth] + n * (2 * row + which);
            int32_t *e = me->extended + 2 * n * (polynomials * row + which);
            for (size_t i = 0; i < n; i++) {
                e[i] = -f[i];
                e[n + i] = f[i];
            }
        }
}

void neosig_ntru_lift_rows(const neosig_ntru *me, unsigned depth)
{
    const size_t n = neosig_ntru_degree(me, depth), rows = me->set->rows[depth];
    const size_t polynomials = neosig_ntru_polynomials(me->set, depth);
    for (size_t which = 0; which < polynomials; which++) {
        const int32_t *other = me->fg[depth] + (1 - which) * n;
        for (size_t row = 0; row < rows; row++) { /* -g(-X) | g(-X) */
            int32_t *e = me->extended + 2 * n * row;
            for (size_t i = 0; i < n; i += 2) {
                e[n + i] = other[2 * n * row + i];
                e[n + i + 1] = -other[2 * n * row + i + 1];
                e[i] = -e[n + i];
                e[i + 1] = -e[n + i + 1];
            }
        }
        const neosig_ntru_term term = {.a = me->FG_below + which * (n / 2),
                                       .terms = n / 2,
                                       .step_a = 1,
                                       .stride_a = n / 2 * neosig_ntru_polynomials(me->set, depth + 1),
                                       .rows_a = neosig_ntru_rows(me->set->small[depth + 1]),
                                       .e = me->extended + n,
                                       .step_e = 2,
                                       .stride_e = 2 * n,
                                       .rows_e = rows};
        me->kernels->product(me->FG + which * n, n, neosig_ntru_rows(me->set->large[depth]), polynomials * n, &term, 1);
    }
}

unsigned neosig_ntru_check_rows(const neosig_ntru *me, unsigned depth)
{
    const neosig_ntru_prime *prime = &neosig_ntru_primes[0];
    const size_t n = neosig_ntru_degree(me, depth);
    int32_t *r[2][2] = {{me->extended, me->extended + n}, {me->extended + 2 * n, me->extended + 3 * n}};
    int32_t wrong = 0;
    for (size_t which = 0; which < 2; which++) {
        neosig_ntru_rows_modulo(r[0][which], me->fg[depth] + which * n, me->set->rows[depth], 2 * n, n, prime);
        neosig_ntru_rows_modulo(r[1][which], me->FG_below + which * n, neosig_ntru_rows(me->set->small[depth]), 2 * n,
                                n, prime);
        if (n >= 4)
            for (size_t i = 0; i < 2; i++)
                me->kernels->forward(r[i][which], me->set->logn - depth, prime);
    }
    if (n == 2) { /* the transform of degree 2 is that of kernels less its first layers */
        for (size_t i = 0; i < 4; i++) {
            int32_t *a = me->extended + n * i;
            const int32_t t = neosig_mod32_mul(a[1], prime->zeta[1], prime->quotient[1], prime->p);
            a[1] = a[0] - t;
            a[0] += t;
        }
    }
    const int32_t q = neosig_mod32_montgomery(me->set->q, prime->p, prime->p_inverse);
    for (size_t i = 0; i < n; i++) {
        const int32_t d = neosig_mod32_montgomery((int64_t)r[0][0][i] * r[1][1][i] - (int64_t)r[0][1][i] * r[1][0][i],
                                                  prime->p, prime->p_inverse) -
                          q;
        const int32_t reduced =
            neosig_mod32_mul(d, 1, 8, prime->p); /* 0, or p or -p if d is p/2 or so: never 0 mod p */
        wrong |= reduced;
    }
    return 1 ^ ((uint32_t)(wrong | -wrong) >> 31);
}
