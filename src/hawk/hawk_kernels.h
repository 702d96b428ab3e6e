/* HAWK's kernels: its sampler, products modulo 2, and the transforms that verification is defined by.
 *
 * All backends compute the same numbers. n = 2^logn, 8 <= logn <= 10.
 *
 * What holds unless a kernel says otherwise: Data are secret. Time and addresses depend on lengths alone. Pointers do
 * not overlap. Data are aligned as their types are. Nothing is read or written outside of what is named. */
#ifndef NEOSIG_HAWK_HAWK_KERNELS_H
#define NEOSIG_HAWK_HAWK_KERNELS_H

#include "core/build.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_HAWK_STREAMS 4      /* instances of SHAKE that run in step */
#define NEOSIG_HAWK_GROUP 16       /* samples: four of each instance */
#define NEOSIG_HAWK_GROUP_BYTES 40 /* of each instance: four low parts of 8 bytes, four high parts of 2 */

/* The distribution of a number whose parity is given. Entry k of column 0 is for even numbers: 2^78 times the
 * probability of a size of 2k + 2 or more. Entry k of column 1 is for odd numbers: of a size of 2k + 3 or more. An
 * entry of 78 bits has 15 high bits and 63 low bits. From entry NEOSIG_HAWK_HIGH on the high bits are zero. */
#define NEOSIG_HAWK_HIGH 5
#define NEOSIG_HAWK_ENTRIES 13
typedef struct neosig_hawk_gauss {
    uint16_t high[NEOSIG_HAWK_HIGH][2];
    uint64_t low[NEOSIG_HAWK_ENTRIES][2];
} neosig_hawk_gauss;

/* A prime below 2^31 with what transforms modulo it need. r2 is {b, round(b 2^31 / p)}, for neosig_mod32_mul; so are
 * zeta[i] and quotient[i]. */
typedef struct neosig_hawk_prime {
    int32_t p, p_inverse; /* p^-1 modulo 2^32 */
    int32_t r2[2];        /* b = 2^64 mod p */
    int32_t zeta[1024], quotient[1024];
} neosig_hawk_prime;

extern const neosig_hawk_prime neosig_hawk_primes[2];
extern const int32_t neosig_hawk_roots[512][2];

/* The public key as verification works with it: transforms modulo each prime, in [0, p), and transforms in 32-bit fixed
 * point. q00 is self-adjoint. So the second half of its transform modulo a prime is the first half in reverse, and its
 * fixed-point transform has imaginary parts of zero; neither is kept. */
typedef struct neosig_hawk_expanded_key {
    int32_t *q00_fft;    /* n/2, with the constant coefficient */
    int32_t *q01_fft;    /* n */
    int32_t *q00[2];     /* n/2 */
    int32_t *inverse[2]; /* n/2: 2^64 / q00 */
    int32_t *q01[2];     /* n */
} neosig_hawk_expanded_key;

typedef struct neosig_hawk_kernels {
    const char *name;

    /* Centred sums of n / 64 bits each: the number of ones, less n / 128.
     *   in   of each instance, `words` words of 8 bytes.
     *   out  for each word number, 4096 / n numbers of instance 0, then of instance 1, and so on. */
    void (*sums_of_bits)(int8_t *out, const uint8_t *const in[NEOSIG_HAWK_STREAMS], size_t words, unsigned logn);

    /* Samples, NEOSIG_HAWK_GROUP in a group.
     *   in       of each instance, NEOSIG_HAWK_GROUP_BYTES for each group.
     *   t        two bytes for each group: bit i of t is the parity of x[i].
     *   x        the samples of `groups` groups; four in turn come from each instance.
     *   returns  the sum of their squares. */
    uint32_t (*sample)(int8_t *x, const uint8_t *const in[NEOSIG_HAWK_STREAMS], const uint8_t *t, size_t groups,
                       const neosig_hawk_gauss *table);

    /* r += a b modulo 2 and X^n + 1; n bits, in n / 8 bytes, each. */
    void (*multiply_add)(uint8_t *r, const uint8_t *a, const uint8_t *b, unsigned logn);

    /* ---- Public numbers, in verification */

    /* The transform modulo a prime, in place, in the order of FIPS 204's.
     *   r        n numbers; in: |r[i]| < p; out: the first `outputs` are in [0, p), others are of no use.
     *   outputs  n, or n/2, which is all of a self-adjoint polynomial's transform. */
    void (*forward)(int32_t *r, unsigned logn, size_t outputs, const neosig_hawk_prime *prime);

    /* r[i] = 2^64 / a[i] for i < count, a multiple of 8; all numbers are in [0, p). Returns nonzero if an a[i] is 0;
     * then r is of no use. */
    unsigned (*invert)(int32_t *r, const int32_t *a, size_t count, const neosig_hawk_prime *prime);

    /* Half the trace of t1 t1* / q00 + q00 e e* with e = t0 + q01 t1 / q00, modulo prime number `which`. It is the sum
     * over the first half of the transforms. t0, t1: n numbers in [0, p), transformed. */
    uint32_t (*half_trace)(const int32_t *t0, const int32_t *t1, const neosig_hawk_expanded_key *key, unsigned logn,
                           unsigned which);

    /* Transforms of n fixed-point numbers modulo X^n + 1, in place. The result is n/2 complex numbers in bit-reversed
     * order: the real parts, then the imaginary parts. Roots are times 2^31. A layer of fft makes x + root y and
     * x - root y from 2^31 x and a product, and divides by 2^32, rounding down; so each layer halves. The layers of
     * fft_inverse halve, too. Sums wrap around. */
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
