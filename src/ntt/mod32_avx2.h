/* mod32.h in AVX2: 32-bit lanes by way of the even and the odd ones. */
#ifndef NEOSIG_NTT_MOD32_AVX2_H
#define NEOSIG_NTT_MOD32_AVX2_H

#include "ntt/mod32.h"

#include <immintrin.h>

static inline __m256i neosig_mod32_load(const int32_t *p)
{
    return _mm256_load_si256((const __m256i *)(const void *)p);
}

static inline void neosig_mod32_store(int32_t *p, __m256i v)
{
    _mm256_store_si256((__m256i *)(void *)p, v);
}

/* The odd lanes, each in place of the even one before it. */
static inline __m256i neosig_mod32_odd(__m256i v)
{
    return _mm256_srli_epi64(v, 32);
}

/* Montgomery's reduction of four and four 64-bit sums to eight lanes, given each sum times q^-1 in even_m and odd_m. */
static inline __m256i neosig_mod32_reduce_by(__m256i even_sum, __m256i odd_sum, __m256i even_m, __m256i odd_m,
                                             int32_t q_)
{
    const __m256i q = _mm256_set1_epi32(q_);
    even_sum = _mm256_sub_epi64(even_sum, _mm256_mul_epi32(even_m, q));
    odd_sum = _mm256_sub_epi64(odd_sum, _mm256_mul_epi32(odd_m, q));
    return _mm256_blend_epi32(neosig_mod32_odd(even_sum), odd_sum, 0xaa);
}

/* neosig_mod32_montgomery of four and four sums. */
static inline __m256i neosig_mod32_reduce(__m256i even_sum, __m256i odd_sum, int32_t q, int32_t q_inverse)
{
    const __m256i inverse = _mm256_set1_epi32(q_inverse);
    return neosig_mod32_reduce_by(even_sum, odd_sum, _mm256_mul_epi32(even_sum, inverse),
                                  _mm256_mul_epi32(odd_sum, inverse), q);
}

/* a b mod q for constants b: z = b 2^32 mod q, y = z q^-1 mod 2^32, those of the even lanes and those of the odd ones.
 * Within q/2 + |a z| / 2^32 <= q (1/2 + |a| / 2^33), for |z| < q/2. */
static inline __m256i neosig_mod32_mul_by(__m256i a, __m256i z, __m256i y, __m256i odd_z, __m256i odd_y, int32_t q)
{
    const __m256i a_odd = neosig_mod32_odd(a);
    return neosig_mod32_reduce_by(_mm256_mul_epi32(a, z), _mm256_mul_epi32(a_odd, odd_z), _mm256_mul_epi32(a, y),
                                  _mm256_mul_epi32(a_odd, odd_y), q);
}

/* With assertions: the lanes of v are below bound in size. */
static inline void neosig_mod32_assert_vector(__m256i v, int64_t bound)
{
#ifdef NEOSIG_ASSERTIONS
    int32_t lanes[8];
    _mm256_storeu_si256((__m256i *)(void *)lanes, v);
    neosig_mod32_assert_below(lanes, 8, bound);
#else
    (void)v;
    (void)bound;
#endif
}

#endif
