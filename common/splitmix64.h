/* splitmix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014): reproducible
 * inputs at next to no cost. Never for keys that are used. */
#ifndef NEOSIG_COMMON_SPLITMIX64_H
#define NEOSIG_COMMON_SPLITMIX64_H

#include <stddef.h>
#include <stdint.h>

/* The next word; state is the seed at first. */
static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Has the type neosig_random; state is a uint64_t. Draws whole words, low byte first. Always 0. */
static inline int splitmix64_random(void *state, uint8_t *out, size_t bytes)
{
    uint64_t word = 0;
    for (size_t i = 0; i < bytes; i++, word >>= 8) {
        if (i % 8 == 0)
            word = splitmix64(state);
        out[i] = (uint8_t)word;
    }
    return 0;
}

#endif
