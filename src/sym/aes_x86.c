/* AES-CTR by AES-NI. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AESNI

#include "core/inline.h"
#include "neosig/neosig.h"
#include "sym/aes.h"
#include "sym/aes_schedule.h"
#include "sym/bytes.h"

#include <immintrin.h>
#include <string.h>

/* AESKEYGENASSIST leaves SubWord of word 1 in word 0. */
static uint32_t sub_word(uint32_t word)
{
    return (uint32_t)_mm_cvtsi128_si32(_mm_aeskeygenassist_si128(_mm_set1_epi32((int)word), 0));
}

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    neosig_aes_schedule(key, bytes, key_bytes, sub_word);
}

void neosig_aes_ctr_aesni(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16],
                          uint32_t first_block)
{
    /* The counter block has its bytes reversed, so that it counts in the low 32-bit word. */
    const __m128i reverse = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i counter = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)iv), reverse);
    counter = _mm_add_epi32(counter, _mm_cvtsi32_si128((int)first_block));

    const unsigned rounds = key->rounds;
    __m128i k[15], x[8];
    for (unsigned i = 0; i <= rounds; i++)
        k[i] = _mm_loadu_si128((const __m128i *)(const void *)key->round_keys[i]);

    while (bytes) {
        UNROLL for (int i = 0; i < 8; i++) x[i] =
            _mm_xor_si128(_mm_shuffle_epi8(_mm_add_epi32(counter, _mm_cvtsi32_si128(i)), reverse), k[0]);
        counter = _mm_add_epi32(counter, _mm_cvtsi32_si128(8));
        for (unsigned r = 1; r < rounds; r++)
            UNROLL for (int i = 0; i < 8; i++) x[i] = _mm_aesenc_si128(x[i], k[r]);
        uint8_t last[128], *const to = bytes < sizeof last ? last : out;
        UNROLL for (int i = 0; i < 8; i++)
            _mm_storeu_si128((__m128i *)(void *)(to + 16 * i), _mm_aesenclast_si128(x[i], k[rounds]));
        if (to == last) {
            memcpy(out, last, bytes);
            neosig_wipe(last, sizeof last);
            return;
        }
        out += sizeof last;
        bytes -= sizeof last;
    }
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    const int wide = bytes > 128 && (neosig_cpu() & NEOSIG_CPU_VAES) != 0; /* up to 128 are one pass of AES-NI */
    (wide ? neosig_aes_ctr_vaes : neosig_aes_ctr_aesni)(out, bytes, key, iv, first_block);
}

const neosig_aes_kernels neosig_aes_x86 = {"x86", expand, ctr};

NEOSIG_TARGET_END

#endif
