/* Transforms of real polynomials modulo X^n + 1 in binary64, and products of the transformed, each operation in the
 * order of Falcon's reference code (round 3): radix-2 butterflies, products of complex numbers by four products.
 *
 * A polynomial is a neosig_real[n], n = 2^logn, 1 <= logn <= 10, any alignment. Transformed it is n/2 complex numbers,
 * the values at half of the roots of X^n + 1 in bit-reversed order: the real parts, then the imaginary ones. A
 * self-adjoint one has imaginary parts of zero and is kept as its n/2 real parts.
 *
 * All backends compute the same bits. Polynomials are secret; time and addresses depend on logn alone. A result may be
 * one of the inputs, and overlaps none otherwise. */
#ifndef NEOSIG_FFT_FFT_H
#define NEOSIG_FFT_FFT_H

#include "fft/real.h"

typedef struct neosig_fft {
    const char *name;

    void (*forward)(neosig_real *f, unsigned logn);
    void (*inverse)(neosig_real *f, unsigned logn);

    /* Of polynomials in either form: a + b, a - b, a x. */
    void (*add)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*sub)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*scale)(neosig_real *r, const neosig_real *a, neosig_real x, unsigned logn);

    /* Of transformed ones, * for the adjoint: a*, a b, a b*, a b* + c d*. */
    void (*adjoint)(neosig_real *r, const neosig_real *a, unsigned logn);
    void (*multiply)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*multiply_adjoint)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*multiply_adjoint_2)(neosig_real *r, const neosig_real *a, const neosig_real *b, const neosig_real *c,
                               const neosig_real *d, unsigned logn);

    /* Self-adjoint results: a a* + b b*, and its inverse. */
    void (*norm)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*inverse_norm)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);

    /* By a self-adjoint d: a d, and a (1 / d). */
    void (*multiply_self_adjoint)(neosig_real *r, const neosig_real *a, const neosig_real *d, unsigned logn);
    void (*divide_self_adjoint)(neosig_real *r, const neosig_real *a, const neosig_real *d, unsigned logn);
} neosig_fft;

extern const neosig_fft neosig_fft_portable;
#if NEOSIG_REAL_INTEGER /* vectors are of floating-point numbers */
#define neosig_fft_neon neosig_fft_portable
#define neosig_fft_avx2 neosig_fft_portable
#else
extern const neosig_fft neosig_fft_neon;
extern const neosig_fft neosig_fft_avx2;
#endif

#endif
