/* Numbers of keys, hashes and signatures: kernels in plain C. */
#include "falcon/falcon.h"
#include "falcon/falcon_numbers.h"
#include "sym/bytes.h"

unsigned neosig_falcon_numbers_of_key(int16_t *h, const uint8_t *in, size_t n)
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

/* x - times q, or x if that is negative: modulo 2^16 a negative number comes out above x. */
static uint16_t subtract_q(uint16_t x, unsigned times)
{
    const uint16_t less = (uint16_t)(x - times * NEOSIG_FALCON_Q);
    return less < x ? less : x;
}

size_t neosig_falcon_numbers_of_block_vartime(uint16_t *hm, const uint16_t *block)
{
    enum { FOUR = 4 };
    uint16_t r[NEOSIG_FALCON_BLOCK_NUMBERS], refused[NEOSIG_FALCON_BLOCK_NUMBERS];
    size_t have = 0;
    for (size_t i = 0; i < NEOSIG_FALCON_BLOCK_NUMBERS; i++) {
        const uint16_t w = NEOSIG_BIG_ENDIAN ? block[i] : (uint16_t)(block[i] << 8 | block[i] >> 8);
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

unsigned neosig_falcon_numbers_of_codes(int16_t *s2, const uint64_t *words, size_t n)
{
    int16_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        const int16_t zeros = (int16_t)__builtin_clzll(words[i] << 8), minus = (int16_t) - (int16_t)(words[i] >> 63);
        const int16_t size = (int16_t)(zeros << 7 | (int16_t)(words[i] >> 56 & 127));
        bad |= (int16_t)(NEOSIG_FALCON_S2_LIMIT - 1 - size) | (int16_t)(size + minus); /* too large; minus zero */
        s2[i] = (int16_t)((size ^ minus) - minus);
    }
    return bad < 0;
}
