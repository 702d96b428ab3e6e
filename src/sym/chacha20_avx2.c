/* ChaCha20, eight blocks at a time in AVX2. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "sym/chacha20.h"

#include <immintrin.h>

#define WORDS_LANES 8

typedef __m256i words;

static inline words words_all(uint32_t a)
{
    return _mm256_set1_epi32((int)a);
}

static inline words words_load(const uint32_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static inline void words_store(uint8_t *p, words a)
{
    _mm256_storeu_si256((__m256i *)(void *)p, a);
}

static inline words words_add(words a, words b)
{
    return _mm256_add_epi32(a, b);
}

static inline words words_xor(words a, words b)
{
    return _mm256_xor_si256(a, b);
}

static inline words words_left_16(words a)
{
    return _mm256_shuffle_epi8(a, _mm256_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2, 13, 12, 15, 14,
                                                  9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2));
}

static inline words words_left_12(words a)
{
    return _mm256_or_si256(_mm256_slli_epi32(a, 12), _mm256_srli_epi32(a, 20));
}

static inline words words_left_8(words a)
{
    return _mm256_shuffle_epi8(a, _mm256_set_epi8(14, 13, 12, 15, 10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3, 14, 13, 12, 15,
                                                  10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3));
}

static inline words words_left_7(words a)
{
    return _mm256_or_si256(_mm256_slli_epi32(a, 7), _mm256_srli_epi32(a, 25));
}

#include "sym/chacha20_vector_body.h"

const neosig_chacha20 neosig_chacha20_avx2 = {.name = "avx2", .eight = eight};

NEOSIG_TARGET_END

#endif
