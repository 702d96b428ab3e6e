/* ChaCha20, four blocks at a time in NEON. */
#if defined(__aarch64__)
#include "sym/chacha20.h"

#include <arm_neon.h>

#define WORDS_LANES 4

typedef uint32x4_t words;

static inline words words_all(uint32_t a)
{
    return vdupq_n_u32(a);
}

static inline words words_load(const uint32_t *p)
{
    return vld1q_u32(p);
}

static inline void words_store(uint8_t *p, words a)
{
    vst1q_u8(p, vreinterpretq_u8_u32(a));
}

static inline words words_add(words a, words b)
{
    return vaddq_u32(a, b);
}

static inline words words_xor(words a, words b)
{
    return veorq_u32(a, b);
}

static inline words words_left_16(words a)
{
    return vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(a)));
}

static inline words words_left_12(words a)
{
    return vsriq_n_u32(vshlq_n_u32(a, 12), a, 20);
}

static inline words words_left_8(words a)
{
    static const uint8_t rotated[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
    return vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(a), vld1q_u8(rotated)));
}

static inline words words_left_7(words a)
{
    return vsriq_n_u32(vshlq_n_u32(a, 7), a, 25);
}

#include "sym/chacha20_vector_body.h"

const neosig_chacha20 neosig_chacha20_neon = {.name = "neon", .eight = eight};

#endif
