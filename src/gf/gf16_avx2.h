/* What kernels over GF(16) on AVX2 are made of: two groups of 16 lanes in a register, or one. */
#include "core/inline.h"
#include "gf/gf16.h"

#include <immintrin.h>
#include <string.h>

INLINE __m128i load16(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

INLINE void store16(uint8_t *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)p, x);
}

INLINE __m128i load8(const uint8_t *p)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)p);
}

INLINE void store8(uint8_t *p, __m128i x)
{
    _mm_storel_epi64((__m128i *)(void *)p, x);
}

INLINE __m256i load32(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

INLINE void store32(uint8_t *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)p, x);
}

INLINE __m256i load_table(const neosig_gf16_table *t)
{
    return _mm256_broadcastsi128_si256(load16(t->bytes));
}

/* Two groups of lanes, or one. */
INLINE __m256i load_lanes(const uint8_t *p, const int two)
{
    return two ? load32(p) : _mm256_castsi128_si256(load16(p));
}

INLINE void store_lanes(uint8_t *p, __m256i x, const int two)
{
    if (two)
        store32(p, x);
    else
        store16(p, _mm256_castsi256_si128(x));
}

/* A product of two elements is a sum of logarithms to the base x. The logarithm of 0 is so large that every sum with it
 * is above 127; a shuffle gives 0 for those. */
static const uint8_t logarithms[16] = {192, 0, 1, 4, 2, 8, 5, 10, 3, 14, 9, 7, 6, 13, 11, 12};
static const uint8_t powers[16] = {1, 2, 4, 8, 3, 6, 12, 11, 5, 10, 7, 14, 15, 13, 9, 1};

INLINE __m256i logarithms_of(__m256i x)
{
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(logarithms)), x);
}

/* x^(a + b) for logarithms a and b. 15 is subtracted from sums of 15 and more. */
INLINE __m256i power_of_sum(__m256i a, __m256i b)
{
    const __m256i sum = _mm256_adds_epu8(a, b);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(powers)),
                               _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15))));
}

/* The low (by 0) or the high nibbles (4). */
INLINE __m128i nibbles(__m128i by, __m128i x)
{
    return _mm_and_si128(_mm_srl_epi16(x, by), _mm_set1_epi8(15));
}
