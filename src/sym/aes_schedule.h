/* The key schedule (FIPS 197 section 5.2), over any constant-time SubWord. Included by each implementation. */
#ifndef NEOSIG_SYM_AES_SCHEDULE_H
#define NEOSIG_SYM_AES_SCHEDULE_H

#include "sym/aes.h"
#include "sym/bytes.h"

/* Words are little-endian: byte i of a word is bits 8i .. 8i + 7, so RotWord rotates right. */
static inline void neosig_aes_schedule(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes,
                                       uint32_t (*sub_word)(uint32_t))
{
    uint8_t *const w = (uint8_t *)key->round_keys;
    const size_t nk = key_bytes / 4;
    uint32_t last = 0, rcon = 1;
    key->rounds = (unsigned)nk + 6;
    for (size_t i = 0, step = 0; i < 4 * (nk + 7); i++, step = step + 1 == nk ? 0 : step + 1) {
        if (i < nk) {
            last = neosig_load32_le(bytes + 4 * i);
        } else {
            if (step == 0) {
                last = sub_word(last >> 8 | last << 24) ^ rcon;
                rcon = (rcon << 1 ^ (rcon >> 7) * 0x1b) & 0xff;
            } else if (step == 4) { /* 256-bit keys only */
                last = sub_word(last);
            }
            last ^= neosig_load32_le(w + 4 * (i - nk));
        }
        neosig_store32_le(w + 4 * i, last);
    }
}

#endif
