/* Words from and to bytes, whatever the byte order and the alignment. */
#ifndef NEOSIG_SYM_BYTES_H
#define NEOSIG_SYM_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define NEOSIG_BIG_ENDIAN 1
#else
#define NEOSIG_BIG_ENDIAN 0
#endif

/* Compilers know this for one instruction. */
static inline uint32_t neosig_swap32(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

static inline uint64_t neosig_swap64(uint64_t x)
{
    return (uint64_t)neosig_swap32((uint32_t)x) << 32 | neosig_swap32((uint32_t)(x >> 32));
}

static inline uint16_t neosig_load16_le(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t neosig_load32_le(const uint8_t *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return NEOSIG_BIG_ENDIAN ? neosig_swap32(x) : x;
}

static inline uint32_t neosig_load32_be(const uint8_t *p)
{
    return neosig_swap32(neosig_load32_le(p));
}

static inline uint64_t neosig_load64_le(const uint8_t *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return NEOSIG_BIG_ENDIAN ? neosig_swap64(x) : x;
}

static inline uint64_t neosig_load64_be(const uint8_t *p)
{
    return neosig_swap64(neosig_load64_le(p));
}

static inline void neosig_store32_le(uint8_t *p, uint32_t x)
{
    x = NEOSIG_BIG_ENDIAN ? neosig_swap32(x) : x;
    memcpy(p, &x, sizeof x);
}

static inline void neosig_store32_be(uint8_t *p, uint32_t x)
{
    neosig_store32_le(p, neosig_swap32(x));
}

static inline void neosig_store64_le(uint8_t *p, uint64_t x)
{
    x = NEOSIG_BIG_ENDIAN ? neosig_swap64(x) : x;
    memcpy(p, &x, sizeof x);
}

static inline void neosig_store64_be(uint8_t *p, uint64_t x)
{
    neosig_store64_le(p, neosig_swap64(x));
}

#endif
