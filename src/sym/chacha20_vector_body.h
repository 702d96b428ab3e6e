/* ChaCha20 with one block in each lane of vectors of 32-bit words. The file that includes this one defines the type
 * `words` and its functions words_all, words_load, words_store, words_add, words_xor, words_left_16, _12, _8, _7. */
#ifndef NEOSIG_SYM_CHACHA20_VECTOR_BODY_H
#define NEOSIG_SYM_CHACHA20_VECTOR_BODY_H

#include "sym/chacha20.h"

#include <stddef.h>

static inline void quarter_round(words *a, words *b, words *c, words *d)
{
    *a = words_add(*a, *b);
    *d = words_left_16(words_xor(*d, *a));
    *c = words_add(*c, *d);
    *b = words_left_12(words_xor(*b, *c));
    *a = words_add(*a, *b);
    *d = words_left_8(words_xor(*d, *a));
    *c = words_add(*c, *d);
    *b = words_left_7(words_xor(*b, *c));
}

/* One block in each lane, with numbers from counter on. */
static inline void blocks(uint8_t *out, const uint32_t seed[12], uint64_t counter)
{
    uint32_t low[WORDS_LANES], high[WORDS_LANES];
    words x[16];
    for (uint64_t i = 0; i < WORDS_LANES; i++) {
        low[i] = seed[10] ^ (uint32_t)(counter + i);
        high[i] = seed[11] ^ (uint32_t)((counter + i) >> 32);
    }
    for (size_t v = 0; v < 4; v++)
        x[v] = words_all(neosig_chacha20_constants[v]);
    for (size_t v = 4; v < 14; v++)
        x[v] = words_all(seed[v - 4]);
    x[14] = words_load(low);
    x[15] = words_load(high);
    for (unsigned round = 0; round < 20; round += 2) {
        quarter_round(&x[0], &x[4], &x[8], &x[12]);
        quarter_round(&x[1], &x[5], &x[9], &x[13]);
        quarter_round(&x[2], &x[6], &x[10], &x[14]);
        quarter_round(&x[3], &x[7], &x[11], &x[15]);
        quarter_round(&x[0], &x[5], &x[10], &x[15]);
        quarter_round(&x[1], &x[6], &x[11], &x[12]);
        quarter_round(&x[2], &x[7], &x[8], &x[13]);
        quarter_round(&x[3], &x[4], &x[9], &x[14]);
    }
    for (size_t v = 0; v < 4; v++)
        words_store(out + 32 * v, words_add(x[v], words_all(neosig_chacha20_constants[v])));
    for (size_t v = 4; v < 14; v++)
        words_store(out + 32 * v, words_add(x[v], words_all(seed[v - 4])));
    words_store(out + 32 * 14, words_add(x[14], words_load(low)));
    words_store(out + 32 * 15, words_add(x[15], words_load(high)));
}

static void eight(uint8_t out[NEOSIG_CHACHA20_EIGHT_BYTES], const uint32_t seed[12], uint64_t counter)
{
    for (size_t i = 0; i < 8; i += WORDS_LANES)
        blocks(out + 4 * i, seed, counter + i);
}

#endif
