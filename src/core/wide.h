/* Numbers of 128 bits, where the compiler has them and where it has not (32-bit machines). */
#ifndef NEOSIG_CORE_WIDE_H
#define NEOSIG_CORE_WIDE_H

#include <stdint.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 neosig_wide;

static inline neosig_wide neosig_wide_of(uint64_t a)
{
    return a;
}

static inline neosig_wide neosig_wide_multiply(uint64_t a, uint64_t b)
{
    return (neosig_wide)a * b;
}

static inline neosig_wide neosig_wide_add(neosig_wide a, neosig_wide b)
{
    return a + b;
}

/* 0 < n < 128 in both. */
static inline neosig_wide neosig_wide_right(neosig_wide a, unsigned n)
{
    return a >> n;
}

static inline neosig_wide neosig_wide_left(neosig_wide a, unsigned n)
{
    return a << n;
}

static inline neosig_wide neosig_wide_join(uint64_t high, uint64_t low)
{
    return (neosig_wide)high << 64 | low;
}

/* The low 64 bits. */
static inline uint64_t neosig_wide_low(neosig_wide a)
{
    return (uint64_t)a;
}

/* The same numbers as two's complement ones. */
static inline neosig_wide neosig_wide_multiply_signed(int64_t a, int64_t b)
{
    __extension__ typedef __int128 signed_wide;
    return (neosig_wide)((signed_wide)a * b);
}

static inline neosig_wide neosig_wide_right_signed(neosig_wide a, unsigned n)
{
    __extension__ typedef __int128 signed_wide;
    return (neosig_wide)((signed_wide)a >> n);
}

#else

typedef struct neosig_wide {
    uint64_t low, high;
} neosig_wide;

static inline neosig_wide neosig_wide_of(uint64_t a)
{
    return (neosig_wide){a, 0};
}

static inline neosig_wide neosig_wide_multiply(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    return (neosig_wide){a * b, a1 * b1 + (middle >> 32) + (other >> 32)};
}

static inline neosig_wide neosig_wide_add(neosig_wide a, neosig_wide b)
{
    const uint64_t low = a.low + b.low;
    return (neosig_wide){low, a.high + b.high + (low < a.low)};
}

static inline neosig_wide neosig_wide_right(neosig_wide a, unsigned n)
{
    return n < 64 ? (neosig_wide){a.low >> n | a.high << (64 - n), a.high >> n} : (neosig_wide){a.high >> (n - 64), 0};
}

static inline neosig_wide neosig_wide_left(neosig_wide a, unsigned n)
{
    return n < 64 ? (neosig_wide){a.low << n, a.high << n | a.low >> (64 - n)} : (neosig_wide){0, a.low << (n - 64)};
}

static inline neosig_wide neosig_wide_join(uint64_t high, uint64_t low)
{
    return (neosig_wide){low, high};
}

static inline uint64_t neosig_wide_low(neosig_wide a)
{
    return a.low;
}

static inline neosig_wide neosig_wide_multiply_signed(int64_t a, int64_t b)
{
    neosig_wide product = neosig_wide_multiply((uint64_t)a, (uint64_t)b);
    product.high -= ((uint64_t)b & (0 - ((uint64_t)a >> 63))) + ((uint64_t)a & (0 - ((uint64_t)b >> 63)));
    return product;
}

static inline neosig_wide neosig_wide_right_signed(neosig_wide a, unsigned n)
{
    const uint64_t sign = 0 - (a.high >> 63);
    const neosig_wide shifted = neosig_wide_right(a, n);
    return neosig_wide_add(shifted, neosig_wide_left((neosig_wide){sign, sign}, 128 - n));
}

#endif

#endif
