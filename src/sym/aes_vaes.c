/* AES-CTR by VAES: two blocks a register, sixteen at a time. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_VAES

#include "neosig/neosig.h"
#include "sym/aes.h"

#include <immintrin.h>
#include <string.h>

#define UNROLL _Pragma("GCC unroll 8")

static inline __m256i twice(const uint8_t block[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)block));
}

/* Counters are kept with the bytes of their blocks reversed, to be increased as the low 32-bit word. */
void neosig_aes_ctr_vaes(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16],
                         uint32_t first_block)
{
    const __m256i reverse = _mm256_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11,
                                             10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i first = _mm256_setr_epi32((int)first_block, 0, 0, 0, (int)(first_block + 1), 0, 0, 0);
    __m256i counter = _mm256_add_epi32(_mm256_shuffle_epi8(twice(iv), reverse), first), x[8];
    while (bytes) {
        const __m256i first_key = twice(key->round_keys[0]), last_key = twice(key->round_keys[key->rounds]);
        UNROLL for (int i = 0; i < 8; i++) x[i] = _mm256_xor_si256(
            _mm256_shuffle_epi8(_mm256_add_epi32(counter, _mm256_setr_epi32(2 * i, 0, 0, 0, 2 * i, 0, 0, 0)), reverse),
            first_key);
        counter = _mm256_add_epi32(counter, _mm256_setr_epi32(16, 0, 0, 0, 16, 0, 0, 0));
        for (unsigned r = 1; r < key->rounds; r++) {
            const __m256i k = twice(key->round_keys[r]);
            UNROLL for (int i = 0; i < 8; i++) x[i] = _mm256_aesenc_epi128(x[i], k);
        }
        uint8_t last[256], *const to = bytes < sizeof last ? last : out;
        UNROLL for (int i = 0; i < 8; i++)
            _mm256_storeu_si256((__m256i *)(void *)(to + 32 * i), _mm256_aesenclast_epi128(x[i], last_key));
        if (to == last) {
            memcpy(out, last, bytes);
            neosig_wipe(last, sizeof last);
            return;
        }
        out += sizeof last;
        bytes -= sizeof last;
    }
}

NEOSIG_TARGET_END

#endif
