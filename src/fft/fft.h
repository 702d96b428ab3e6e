/* Transforms of real polynomials modulo X^n + 1 in binary64, and products of the transformed. Each operation has the
 * order of Falcon's reference code (round 3): radix-2 butterflies, products of complex numbers by four products.
 *
 * A polynomial is a neosig_real[n], n = 2^logn, 1 <= logn <= 10. Its transform is n/2 complex numbers, the values at
 * half of the roots of X^n + 1, in bit-reversed order: n/2 real parts, then n/2 imaginary ones. A self-adjoint
 * transform has imaginary parts of zero, and is kept as its n/2 real parts.
 *
 * Of all kernels:
 * - All backends compute the same bits.
 * - Polynomials are secret; time and addresses depend on logn alone.
 * - Arrays have the alignment of a neosig_real. A result may be one of the inputs, and overlaps none otherwise.
 * - n or n/2 numbers are written, and nothing beside them. */
#ifndef NEOSIG_FFT_FFT_H
#define NEOSIG_FFT_FFT_H

#include "fft/real.h"

typedef struct neosig_fft {
    const char *name;

    /* The transform in place, and its inverse with the factor 2 / n. */
    void (*forward)(neosig_real *f, unsigned logn);
    void (*inverse)(neosig_real *f, unsigned logn);

    /* n numbers, of a polynomial or of a transform: a + b, a - b, a x. */
    void (*add)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*sub)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*scale)(neosig_real *r, const neosig_real *a, neosig_real x, unsigned logn);

    /* Of transforms, * for the adjoint: a*, a b, a b*, a b* + c d*. */
    void (*adjoint)(neosig_real *r, const neosig_real *a, unsigned logn);
    void (*multiply)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*multiply_adjoint)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*multiply_adjoint_2)(neosig_real *r, const neosig_real *a, const neosig_real *b, const neosig_real *c,
                               const neosig_real *d, unsigned logn);

    /* Of transforms: a a* + b b*, and its inverse. The result is self-adjoint: n/2 numbers. */
    void (*norm)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);
    void (*inverse_norm)(neosig_real *r, const neosig_real *a, const neosig_real *b, unsigned logn);

    /* A transform a by a self-adjoint d, of n/2 numbers: a d, and a (1 / d). */
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
