/* Numbers of keys, hashes and signatures: kernels in plain C. */
#include "falcon/falcon.h"
#include "falcon/falcon_numbers.h"
#include "sym/bytes.h"

unsigned neosig_falcon_numbers_of_key_round3(int16_t *h, const uint8_t *in, size_t n)
{
    int16_t bad = 0;
    in--; /* to read eight bytes for seven */
    for (size_t i = 0; i < n; i += 4, in += 7) {
        const uint64_t word = neosig_load64_be(in);
        for (unsigned j = 0; j < 4; j++)
            h[i + j] = (int16_t)(word >> (42 - 14 * j) & 0x3fff);
    }
    for (size_t i = 0; i < n; i++) {
        const int16_t over = (int16_t)(NEOSIG_FALCON_Q / 2 - h[i]);
        bad |= (int16_t)(NEOSIG_FALCON_Q - 1 - h[i]);
        h[i] = (int16_t)(h[i] - (over >> 15 & NEOSIG_FALCON_Q));
    }
    return bad < 0;
}

unsigned neosig_falcon_numbers_of_key_fndsa(int16_t *h, const uint8_t *in, size_t n)
{
    int16_t bad = 0;
    in--; /* to read eight bytes for seven */
    for (size_t i = 0; i < n; i += 4, in += 7) {
        const uint64_t word = neosig_load64_le(in) >> 8;
        for (unsigned j = 0; j < 4; j++) {
            h[i + j] = (int16_t)(word >> 14 * j & 0x3fff);
            bad |= (int16_t)(NEOSIG_FALCON_Q - 1 - h[i + j]);
        }
    }
    return bad < 0;
}

/* x - times q, or x if that is negative: modulo 2^16 a negative number comes out above x. */
static uint16_t subtract_q(uint16_t x, unsigned times)
{
    const uint16_t less = (uint16_t)(x - times * NEOSIG_FALCON_Q);
    return less < x ? less : x;
}

static inline size_t numbers_of_block(uint16_t *hm, const uint16_t *block, int swapped)
{
    enum { FOUR = 4 };
    uint16_t r[NEOSIG_FALCON_BLOCK_NUMBERS], refused[NEOSIG_FALCON_BLOCK_NUMBERS];
    size_t have = 0;
    for (size_t i = 0; i < NEOSIG_FALCON_BLOCK_NUMBERS; i++) {
        const uint16_t w = (uint16_t)(swapped ? block[i] << 8 | block[i] >> 8 : block[i]);
        refused[i] = w >= 5 * NEOSIG_FALCON_Q;
        r[i] = subtract_q(subtract_q(subtract_q(w, 4), 2), 1);
    }
    for (size_t i = 0; i < NEOSIG_FALCON_BLOCK_NUMBERS; i += FOUR) {
        uint64_t any;
        memcpy(&any, refused + i, sizeof any);
        memcpy(hm + have, r + i, FOUR * sizeof r[0]);
        if (any != 0)
            for (size_t j = i, to = have; j < i + FOUR; j++) {
                hm[to] = r[j];
                to += (size_t)1 - refused[j];
                have -= refused[j];
            }
        have += FOUR;
    }
    return have;
}

size_t neosig_falcon_numbers_of_block_round3_vartime(uint16_t *hm, const uint16_t *block)
{
    return numbers_of_block(hm, block, !NEOSIG_BIG_ENDIAN);
}

size_t neosig_falcon_numbers_of_block_fndsa_vartime(uint16_t *hm, const uint16_t *block)
{
    return numbers_of_block(hm, block, NEOSIG_BIG_ENDIAN);
}

unsigned neosig_falcon_numbers_of_codes_round3(int16_t *s2, const uint64_t *words, size_t n)
{
    int16_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        const int16_t zeros = (int16_t)__builtin_clzll(words[i] << 8), minus = (int16_t) - (int16_t)(words[i] >> 63);
        const int16_t size = (int16_t)(zeros << 7 | (int16_t)(words[i] >> 56 & 127));
        bad |= (int16_t)(NEOSIG_FALCON_MOST_S2 - size) | (int16_t)(size + minus); /* too large; minus zero */
        s2[i] = (int16_t)((size ^ minus) - minus);
    }
    return bad < 0;
}

/* A code of 840 or less has at most 6 zeros, and all of them in the second byte. Where that byte is zero, 8 are
 * counted, which is 1024 or more. */
unsigned neosig_falcon_numbers_of_codes_fndsa(int16_t *s2, const uint64_t *words, size_t n)
{
    int16_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t low = (uint32_t)words[i];
        const int16_t zeros = (int16_t)__builtin_ctz(low >> 8 | 256), minus = (int16_t) - (int16_t)(low & 1);
        const int16_t size = (int16_t)(zeros << 7 | (int16_t)(low >> 1 & 127));
        bad |= (int16_t)(NEOSIG_FNDSA_MOST - size) | (int16_t)(size + minus); /* too large; minus zero */
        s2[i] = (int16_t)((size ^ minus) - minus);
    }
    return bad < 0;
}
