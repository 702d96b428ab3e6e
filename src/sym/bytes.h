/* Words from and to bytes, whatever the byte order and the alignment. Compilers turn each into one load or store. */
#ifndef NEOSIG_SYM_BYTES_H
#define NEOSIG_SYM_BYTES_H

#include <stdint.h>

static inline uint32_t neosig_load32_le(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t neosig_load32_be(const uint8_t *p)
{
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

static inline uint64_t neosig_load64_le(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t neosig_load64_be(const uint8_t *p)
{
    return (uint64_t)p[7] | (uint64_t)p[6] << 8 | (uint64_t)p[5] << 16 | (uint64_t)p[4] << 24 | (uint64_t)p[3] << 32 |
           (uint64_t)p[2] << 40 | (uint64_t)p[1] << 48 | (uint64_t)p[0] << 56;
}

static inline void neosig_store32_le(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

static inline void neosig_store32_be(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

static inline void neosig_store64_le(uint8_t *p, uint64_t x)
{
    neosig_store32_le(p, (uint32_t)x);
    neosig_store32_le(p + 4, (uint32_t)(x >> 32));
}

static inline void neosig_store64_be(uint8_t *p, uint64_t x)
{
    neosig_store32_be(p, (uint32_t)(x >> 32));
    neosig_store32_be(p + 4, (uint32_t)x);
}

#endif
