/* AES-CTR by VAES: two blocks a register, sixteen at a time, then four, then two. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_VAES

#include "core/inline.h"
#include "neosig/neosig.h"
#include "sym/aes.h"

#include <immintrin.h>
#include <string.h>

INLINE __m256i twice(const uint8_t block[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)block));
}

/* The bytes of each block in the other order. */
INLINE __m256i reversed(__m256i x)
{
    const __m128i order = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order));
}

INLINE void encrypt(const int n, __m256i x[8], const uint8_t round_key[16])
{
    const __m256i k = twice(round_key);
    UNROLL for (int i = 0; i < n; i++) x[i] = _mm256_aesenc_epi128(x[i], k);
}

/* Writes n registers of key stream, and returns the counter after them. Counters have their bytes reversed, so that
 * they count in the low 32-bit word. */
INLINE __m256i registers(const int n, uint8_t *out, const neosig_aes_key *key, __m256i counter)
{
    const __m256i first_key = twice(key->round_keys[0]), last_key = twice(key->round_keys[key->rounds]);
    __m256i x[8];
    UNROLL for (int i = 0; i < n; i++) x[i] = _mm256_xor_si256(
        reversed(_mm256_add_epi32(counter, _mm256_setr_epi32(2 * i, 0, 0, 0, 2 * i, 0, 0, 0))), first_key);
    UNROLL for (unsigned r = 1; r < 10; r++) encrypt(n, x, key->round_keys[r]);
    if (key->rounds > 10)
        UNROLL for (unsigned r = 10; r < 14; r++) encrypt(n, x, key->round_keys[r]);
    UNROLL for (int i = 0; i < n; i++)
        _mm256_storeu_si256((__m256i *)(void *)(out + 32 * i), _mm256_aesenclast_epi128(x[i], last_key));
    return _mm256_add_epi32(counter, _mm256_setr_epi32(2 * n, 0, 0, 0, 2 * n, 0, 0, 0));
}

void neosig_aes_ctr_vaes(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16],
                         uint32_t first_block)
{
    const __m256i first = _mm256_setr_epi32((int)first_block, 0, 0, 0, (int)(first_block + 1), 0, 0, 0);
    __m256i counter = _mm256_add_epi32(reversed(twice(iv)), first);
    for (; bytes >= 256; bytes -= 256, out += 256)
        counter = registers(8, out, key, counter);
    for (; bytes >= 64; bytes -= 64, out += 64)
        counter = registers(2, out, key, counter);
    for (; bytes >= 32; bytes -= 32, out += 32)
        counter = registers(1, out, key, counter);
    if (bytes > 0) {
        uint8_t last[32];
        registers(1, last, key, counter);
        memcpy(out, last, bytes);
        neosig_wipe(last, sizeof last);
    }
}

NEOSIG_TARGET_END

#endif
