/* Polynomials for tests: random ones, those at the edges of a bound, comparison modulo q. */
#ifndef NEOSIG_TEST_NTT_POLYS_H
#define NEOSIG_TEST_NTT_POLYS_H

#include "common/splitmix64.h"

#include <stddef.h>
#include <stdint.h>

static uint64_t state; /* of next */

static inline uint64_t next(void)
{
    return splitmix64(&state);
}

static inline void fill(uint8_t *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)next();
}

/* In [low, high], the ends and 0 more often than others. */
static inline int32_t between(int64_t low, int64_t high)
{
    switch (next() % 8) {
    case 0:
        return (int32_t)low;
    case 1:
        return (int32_t)high;
    case 2:
        return low <= 0 && high >= 0 ? 0 : (int32_t)low;
    default:
        return (int32_t)(low + (int64_t)(next() % (uint64_t)(high - low + 1)));
    }
}

static inline void random_poly(int32_t r[256], int64_t low, int64_t high)
{
    for (size_t i = 0; i < 256; i++)
        r[i] = between(low, high);
}

/* Extreme inputs for the transforms: round 0 to 3 are constant or alternate in sign, the others are random. */
static inline void edge_poly(int32_t r[256], int64_t bound, unsigned round)
{
    random_poly(r, -bound, bound);
    for (size_t i = 0; i < 256 && round < 4; i++)
        r[i] = (int32_t)(round == 0 ? bound : round == 1 ? -bound : (round == 2 ? i & 1 : i >> 7) ? bound : -bound);
}

/* In [0, q). */
static inline int64_t mod(int64_t a, int64_t q)
{
    return (a % q + q) % q;
}

static inline int64_t largest(const int32_t r[256])
{
    int64_t most = 0;
    for (size_t i = 0; i < 256; i++) {
        int64_t size = r[i] < 0 ? -(int64_t)r[i] : r[i];
        most = size > most ? size : most;
    }
    return most;
}

static inline int same_mod(const int32_t a[256], const int64_t b[256], int64_t q)
{
    for (size_t i = 0; i < 256; i++)
        if (mod(a[i], q) != mod(b[i], q))
            return 0;
    return 1;
}

#endif
