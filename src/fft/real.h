/* Binary64 numbers (IEEE 754), rounded to the nearest, ties to even: what Falcon's specification computes with.
 *
 * The same bits on every machine: a signature that one rounding changes discloses the key together with the one that it
 * should have been (Lin, Tibouchi, Yu, Zhang, https://eprint.iacr.org/2024/1709). So no product is ever fused with a
 * sum, whatever a compiler is told, and no order of operations is left to it.
 *
 * Numbers are zero or normal, and so are results; infinities and NaN do not occur. Secret: no branch and no address
 * depends on a number, and no instruction of variable time is used. Addition, multiplication and conversion are taken
 * from x86-64's SSE2 and AArch64's floating point, division and square root from integers. Other machines get integers
 * for everything; NEOSIG_REAL_INTEGER=1 asks for that anywhere. */
#ifndef NEOSIG_FFT_REAL_H
#define NEOSIG_FFT_REAL_H

#include "fft/real_integer.h"

#include <stdint.h>
#include <string.h>

#ifndef NEOSIG_REAL_INTEGER
#if defined(__x86_64__) || defined(__aarch64__)
#define NEOSIG_REAL_INTEGER 0
#else
#define NEOSIG_REAL_INTEGER 1
#endif
#endif

#if NEOSIG_REAL_INTEGER

typedef struct neosig_real {
    uint64_t bits;
} neosig_real;

static inline uint64_t neosig_real_bits(neosig_real a)
{
    return a.bits;
}

static inline neosig_real neosig_real_of_bits(uint64_t bits)
{
    return (neosig_real){bits};
}

static inline neosig_real neosig_real_add(neosig_real a, neosig_real b)
{
    return (neosig_real){real_integer_add(a.bits, b.bits)};
}

static inline neosig_real neosig_real_multiply(neosig_real a, neosig_real b)
{
    return (neosig_real){real_integer_multiply(a.bits, b.bits)};
}

static inline neosig_real neosig_real_negate(neosig_real a)
{
    return (neosig_real){a.bits ^ UINT64_C(1) << 63};
}

static inline neosig_real neosig_real_sub(neosig_real a, neosig_real b)
{
    return neosig_real_add(a, neosig_real_negate(b));
}

/* |a| <= 2^53. */
static inline neosig_real neosig_real_of_int(int64_t a)
{
    return (neosig_real){real_integer_of_int(a)};
}

/* Towards zero; |a| < 2^62. */
static inline int64_t neosig_real_truncate(neosig_real a)
{
    return real_integer_truncate(a.bits);
}

/* a 2^63 towards zero; 0 <= a < 1. */
static inline int64_t neosig_real_fraction63(neosig_real a)
{
    const uint64_t normal = 0 - (uint64_t)(a.bits >> 52 != 0);
    return real_integer_truncate(a.bits + ((UINT64_C(63) << 52) & normal));
}

#else

#if defined(__FAST_MATH__)
#error "signatures would disclose keys: compile without -ffast-math"
#endif
#include <float.h>
#if FLT_EVAL_METHOD != 0
#error "signatures would disclose keys: binary64 must not be computed with excess precision"
#endif

typedef double neosig_real;

static inline uint64_t neosig_real_bits(neosig_real a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline neosig_real neosig_real_of_bits(uint64_t bits)
{
    neosig_real a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* What passes here has been rounded: the compiler cannot fuse its operation with the next. In a register. */
#if defined(NEOSIG_REAL_ROUNDED) /* a test that takes it away */
#elif defined(__aarch64__)
#define NEOSIG_REAL_ROUNDED(a) __asm__("" : "+w"(a))
#else
#define NEOSIG_REAL_ROUNDED(a) __asm__("" : "+x"(a))
#endif

#define reals neosig_real
#define reals_add neosig_real_add
#define reals_sub neosig_real_sub
#define reals_multiply neosig_real_multiply
#define reals_negate neosig_real_negate
#define REALS_ROUNDED(a) NEOSIG_REAL_ROUNDED(a)
#include "fft/reals_arithmetic_body.h"
#undef reals
#undef reals_add
#undef reals_sub
#undef reals_multiply
#undef reals_negate

/* |a| <= 2^53. */
static inline neosig_real neosig_real_of_int(int64_t a)
{
    return (neosig_real)a;
}

/* Towards zero; |a| < 2^62. */
static inline int64_t neosig_real_truncate(neosig_real a)
{
    return (int64_t)a;
}

/* a 2^63 towards zero; 0 <= a < 1. */
static inline int64_t neosig_real_fraction63(neosig_real a)
{
    return (int64_t)(a * 0x1p63);
}

#endif

/* a / 2. */
static inline neosig_real neosig_real_half(neosig_real a)
{
    return neosig_real_multiply(a, neosig_real_of_bits(UINT64_C(0x3fe0000000000000)));
}

/* The greatest integer at most a; |a| < 2^52. */
static inline int64_t neosig_real_floor(neosig_real a)
{
#if defined(__aarch64__) && !NEOSIG_REAL_INTEGER
    int64_t floor;
    __asm__("fcvtms %0, %d1" : "=r"(floor) : "w"(a));
    return floor;
#else
    const int64_t near = neosig_real_truncate(a);
    const uint64_t rest = neosig_real_bits(neosig_real_sub(a, neosig_real_of_int(near)));
    return near - (int64_t)(rest >> 63);
#endif
}

/* To the nearest integer, ties to even; |a| < 2^51. The sum with 3 2^51 ends in the result. */
static inline int64_t neosig_real_round(neosig_real a)
{
    const uint64_t three = UINT64_C(0x4338000000000000);
    return (int64_t)(neosig_real_bits(neosig_real_add(a, neosig_real_of_bits(three))) - three);
}

/* 1 if a < b, else 0. */
static inline unsigned neosig_real_less(neosig_real a, neosig_real b)
{
    const uint64_t difference = neosig_real_bits(neosig_real_sub(a, b)); /* a zero is +0 */
    return (unsigned)(difference >> 63);
}

/* 1 / a. */
static inline neosig_real neosig_real_reciprocal(neosig_real a)
{
    return neosig_real_of_bits(real_integer_reciprocal(neosig_real_bits(a)));
}

/* The square root; a > 0. */
static inline neosig_real neosig_real_root(neosig_real a)
{
    return neosig_real_of_bits(real_integer_root(neosig_real_bits(a)));
}

#endif
