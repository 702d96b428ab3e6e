/* HAWK's kernels: its sampler, products modulo 2, and the transforms that verification is defined by.
 *
 * All backends compute the same. Unless a kernel says otherwise, numbers are secret, pointers do not overlap, and time
 * and addresses depend on lengths alone. n = 2^logn, 8 <= logn <= 10. */
#ifndef NEOSIG_HAWK_HAWK_KERNELS_H
#define NEOSIG_HAWK_HAWK_KERNELS_H

#include "core/build.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_HAWK_STREAMS 4      /* instances of SHAKE that run in step */
#define NEOSIG_HAWK_GROUP 16       /* samples: four of each instance */
#define NEOSIG_HAWK_GROUP_BYTES 40 /* of each instance: four low parts of 8 bytes, four high parts of 2 */

/* A distribution of numbers of given parity by a table of 78-bit tails, high 15 bits and low 63: of the numbers from 2k
 * + 2 on in size (even) and from 2k + 3 on (odd). From entry NEOSIG_HAWK_HIGH on the high bits are zero. */
#define NEOSIG_HAWK_HIGH 5
#define NEOSIG_HAWK_ENTRIES 13
typedef struct neosig_hawk_gauss {
    uint16_t high[NEOSIG_HAWK_HIGH][2];
    uint64_t low[NEOSIG_HAWK_ENTRIES][2];
} neosig_hawk_gauss;

/* A prime below 2^31 with what transforms modulo it need; pairs are {b, round(b 2^31 / p)} for neosig_mod32_mul. */
typedef struct neosig_hawk_prime {
    int32_t p, p_inverse; /* modulo 2^32 */
    int32_t r2[2];        /* 2^64 */
    int32_t zeta[1024], quotient[1024];
} neosig_hawk_prime;

extern const neosig_hawk_prime neosig_hawk_primes[2];
extern const int32_t neosig_hawk_roots[512][2];

/* The public key as verification works with it: transforms modulo each prime, in [0, p), and in 32-bit fixed point.
 * q00 is self-adjoint, so half of its transforms is the rest in reverse, or zero. */
typedef struct neosig_hawk_expanded_key {
    int32_t *q00_fft;    /* n/2, with the constant coefficient */
    int32_t *q01_fft;    /* n */
    int32_t *q00[2];     /* n/2 */
    int32_t *inverse[2]; /* n/2: 2^64 / q00 */
    int32_t *q01[2];     /* n */
} neosig_hawk_expanded_key;

typedef struct neosig_hawk_kernels {
    const char *name;

    /* `words` words of 8 bytes of each instance, in turn, as centred sums of n / 64 bits each: 4096 / n numbers of a
     * word. */
    void (*sums_of_bits)(int8_t *out, const uint8_t *const in[NEOSIG_HAWK_STREAMS], size_t words, unsigned logn);

    /* `groups` groups of samples: bit i of t is the parity of x[i]. Returns the sum of squares. */
    uint32_t (*sample)(int8_t *x, const uint8_t *const in[NEOSIG_HAWK_STREAMS], const uint8_t *t, size_t groups,
                       const neosig_hawk_gauss *table);

    /* r += a b modulo 2 and X^n + 1, n bits each. */
    void (*multiply_add)(uint8_t *r, const uint8_t *a, const uint8_t *b, unsigned logn);

    /* ---- Public numbers, in verification */

    /* The transform modulo a prime in place, in the order of FIPS 204's, of which the first `outputs` are made: n, or
     * n/2, which are all there is to a self-adjoint polynomial. In: |r[i]| < p. Out: in [0, p). */
    void (*forward)(int32_t *r, unsigned logn, size_t outputs, const neosig_hawk_prime *prime);

    /* r = 2^64 / a, count numbers in [0, p), count a multiple of 8; nonzero if one of a is 0: r is of no use then. */
    unsigned (*invert)(int32_t *r, const int32_t *a, size_t count, const neosig_hawk_prime *prime);

    /* The sum of t1 t1* / q00 + q00 e e*, e = t0 + q01 t1 / q00, over the first half of transforms modulo prime number
     * `which`: half the trace, modulo it. */
    uint32_t (*half_trace)(const int32_t *t0, const int32_t *t1, const neosig_hawk_expanded_key *key, unsigned logn,
                           unsigned which);

    /* Transforms of polynomials of fixed-point numbers modulo X^n + 1: n/2 complex numbers in bit-reversed order, real
     * parts, then imaginary ones. A layer of fft halves: sums with a product by a root are over 2^32, rounded down, its
     * root over 2^31. The layers of fft_inverse halve too. */
    void (*fft)(int32_t *a, unsigned logn);
    void (*fft_inverse)(int32_t *a, unsigned logn);
} neosig_hawk_kernels;

extern const neosig_hawk_kernels neosig_hawk_portable;
#if defined(__x86_64__)
extern const neosig_hawk_kernels neosig_hawk_avx2;
#endif
extern const neosig_hawk_kernels neosig_hawk_neon;
extern const neosig_hawk_kernels neosig_hawk_neon_pmull;

#endif
