/* Binary64 by integers, on bit patterns: for real.h. Zeros and normal numbers in and out. */
#ifndef NEOSIG_FFT_REAL_INTEGER_H
#define NEOSIG_FFT_REAL_INTEGER_H

#include "core/wide.h"

#include <stdint.h>

#define REAL_SIGN (UINT64_C(1) << 63)
#define REAL_ONE (UINT64_C(1) << 52) /* a mantissa's first bit */

static inline uint64_t real_integer_exponent(uint64_t a)
{
    return a >> 52 & 0x7ff;
}

static inline uint64_t real_integer_mantissa(uint64_t a)
{
    return REAL_ONE | (a & (REAL_ONE - 1));
}

/* All ones if a is not zero. */
static inline uint64_t real_integer_nonzero(uint64_t a)
{
    return 0 - ((a | (0 - a)) >> 63);
}

/* z 2^(exponent - 1023 - 54) rounded, for z in [2^54, 2^55], whose lowest bit stands for all that follow it. A carry of
 * the mantissa goes into the exponent. */
static inline uint64_t real_integer_pack(uint64_t exponent, uint64_t z)
{
    const uint64_t up = z >> 1 & (z >> 2 | z) & 1;
    return (exponent << 52) + (z >> 2) - REAL_ONE + up;
}

static inline uint64_t real_integer_multiply(uint64_t a, uint64_t b)
{
    const neosig_wide product = neosig_wide_multiply(real_integer_mantissa(a), real_integer_mantissa(b));
    const uint64_t rest = neosig_wide_low(product) & ((UINT64_C(1) << 50) - 1);
    uint64_t z = neosig_wide_low(neosig_wide_right(product, 50)) | (real_integer_nonzero(rest) & 1);
    const uint64_t carry = z >> 55; /* z < 2^56 */
    z = z >> carry | (z & carry);
    const uint64_t exponents[2] = {real_integer_exponent(a), real_integer_exponent(b)};
    const uint64_t zero = ~(real_integer_nonzero(exponents[0]) & real_integer_nonzero(exponents[1]));
    return ((a ^ b) & REAL_SIGN) | (real_integer_pack(exponents[0] + exponents[1] - 1023 + carry, z) & ~zero);
}

static inline uint64_t real_integer_add(uint64_t a, uint64_t b)
{
    /* |a| >= |b| */
    const uint64_t swap = (a ^ b) & (0 - (((a & ~REAL_SIGN) - (b & ~REAL_SIGN)) >> 63));
    a ^= swap;
    b ^= swap;
    uint64_t exponent = real_integer_exponent(a);
    const uint64_t distance = exponent - real_integer_exponent(b);
    /* mantissas with three bits more, the last of b's standing for all that are shifted out */
    const uint64_t x = real_integer_mantissa(a) << 3 & real_integer_nonzero(exponent);
    uint64_t y = real_integer_mantissa(b) << 3 & real_integer_nonzero(real_integer_exponent(b));
    const uint64_t far = 0 - ((59 - distance) >> 63), shift = distance & 63;
    const uint64_t lost = y & (((UINT64_C(1) << shift) - 1) | far);
    y = (y >> shift & ~far) | (real_integer_nonzero(lost) & 1);
    const uint64_t minus = 0 - ((a ^ b) >> 63);
    uint64_t z = x + ((y ^ minus) - minus);
    /* z < 2^57 to [2^56, 2^57) */
    const uint64_t nonzero = real_integer_nonzero(z);
    exponent += 1;
    for (unsigned step = 32; step != 0; step /= 2) {
        const uint64_t small = 0 - (uint64_t)((z >> (57 - step)) == 0);
        z = (z & ~small) | (z << step & small);
        exponent -= step & small;
    }
    z = z >> 2 | (((z | z >> 1) & 1));
    const uint64_t sign = a & REAL_SIGN & (nonzero | ~minus); /* a zero is positive, but for -0 + -0 */
    return sign | (real_integer_pack(exponent, z) & nonzero);
}

static inline uint64_t real_integer_of_int(int64_t a)
{
    const uint64_t minus = 0 - ((uint64_t)a >> 63), nonzero = real_integer_nonzero((uint64_t)a);
    uint64_t z = ((uint64_t)a ^ minus) - minus;
    uint64_t exponent = 1023 + 53; /* |a| < 2^54 to [2^53, 2^54) */
    for (unsigned step = 32; step != 0; step /= 2) {
        const uint64_t small = 0 - (uint64_t)((z >> (54 - step)) == 0);
        z = (z & ~small) | (z << step & small);
        exponent -= step & small;
    }
    return (minus & REAL_SIGN) | (real_integer_pack(exponent, z << 1) & nonzero);
}

static inline int64_t real_integer_truncate(uint64_t a)
{
    const uint64_t up = real_integer_exponent(a) - 1023;     /* |a| >= 1 unless this is negative */
    const uint64_t one = ~(0 - (up >> 63)), shift = up & 63; /* |a| < 2^(shift + 1) */
    const uint64_t whole = real_integer_mantissa(a) << 11 >> (63 - shift) & one;
    const uint64_t minus = 0 - (a >> 63);
    return (int64_t)((whole ^ minus) - minus);
}

/* Long division of 2^107 by the mantissa. */
static inline uint64_t real_integer_reciprocal(uint64_t a)
{
    const uint64_t m = real_integer_mantissa(a);
    uint64_t rest = REAL_ONE, z = 0;
    for (unsigned i = 0; i < 56; i++) {
        const uint64_t fits = ~(0 - ((rest - m) >> 63));
        z = z << 1 | (fits & 1);
        rest = (rest - (m & fits)) << 1;
    }
    z |= real_integer_nonzero(rest) & 1;
    return (a & REAL_SIGN) | real_integer_pack(2045 - real_integer_exponent(a), z);
}

/* The root of mantissa 2^56, or twice that for an odd exponent, digit by digit. */
static inline uint64_t real_integer_root(uint64_t a)
{
    const uint64_t exponent = real_integer_exponent(a), odd = ~exponent & 1;
    uint64_t x = real_integer_mantissa(a) << (10 + odd), rest = 0, z = 0; /* two digits a step, from the highest */
    for (unsigned i = 0; i < 55; i++) {
        rest = rest << 2 | x >> 62;
        x <<= 2;
        const uint64_t trial = z << 2 | 1, fits = ~(0 - ((rest - trial) >> 63));
        rest -= trial & fits;
        z = z << 1 | (fits & 1);
    }
    z |= real_integer_nonzero(rest) & 1;
    return real_integer_pack((exponent - odd + 1023) >> 1, z);
}

#endif
