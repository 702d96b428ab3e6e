/* The key schedule (FIPS 197 section 5.2), over any constant-time SubWord. Included by each implementation. */
#ifndef NEOSIG_SYM_AES_SCHEDULE_H
#define NEOSIG_SYM_AES_SCHEDULE_H

#include "sym/aes.h"
#include "sym/bytes.h"

/* nk and nr are constants where this function is inlined. Byte i of a word is its bits 8 i to 8 i + 7, so RotWord is a
 * rotation to the right. */
static inline void neosig_aes_schedule_of(uint8_t *w, const uint8_t *bytes, size_t nk, size_t nr,
                                          uint32_t (*sub_word)(uint32_t))
{
    uint32_t t = 0, rcon = 1;
    memcpy(w, bytes, 4 * nk);
    for (size_t i = nk; i < 4 * (nr + 1); i += nk) {
        t = sub_word(neosig_load32_le(w + 4 * (i - 1)));
        t = (t >> 8 | t << 24) ^ rcon;
        rcon = (rcon << 1 ^ (rcon >> 7) * 0x1b) & 0xff;
        for (size_t j = 0; j < nk && i + j < 4 * (nr + 1); j++) {
            if (j == 4) /* 256-bit keys only */
                t = sub_word(t);
            t ^= neosig_load32_le(w + 4 * (i + j - nk));
            neosig_store32_le(w + 4 * (i + j), t);
        }
    }
}

static inline void neosig_aes_schedule(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes,
                                       uint32_t (*sub_word)(uint32_t))
{
    uint8_t *const w = (uint8_t *)key->round_keys;
    if (key_bytes == 16) {
        key->rounds = 10;
        neosig_aes_schedule_of(w, bytes, 4, 10, sub_word);
    } else {
        key->rounds = 14;
        neosig_aes_schedule_of(w, bytes, 8, 14, sub_word);
    }
}

#endif
