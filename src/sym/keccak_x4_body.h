/* Keccak-f[1600] on four states, by the vectors of keccak_avx2_body.h. */
#ifndef NEOSIG_SYM_KECCAK_X4_BODY_H
#define NEOSIG_SYM_KECCAK_X4_BODY_H

#include "sym/keccak_avx2_body.h"

/* Two lanes each of two states that are 50 words apart. */
INLINE void store_lanes(uint64_t *state, __m256i lanes)
{
    _mm_storeu_si128((__m128i *)(void *)state, _mm256_castsi256_si128(lanes));
    _mm_storeu_si128((__m128i *)(void *)(state + 50), _mm256_extracti128_si256(lanes, 1));
}

static void f1600_x4(uint64_t states[100])
{
    vector a[25];
    for (unsigned i = 0; i < 24; i += 2) {
        const __m256i even = load_lanes(states + i, states + 50 + i);
        const __m256i odd = load_lanes(states + 25 + i, states + 75 + i);
        a[i] = (vector)_mm256_unpacklo_epi64(even, odd);
        a[i + 1] = (vector)_mm256_unpackhi_epi64(even, odd);
    }
    a[24] = (vector){states[24], states[49], states[74], states[99]};
    permute(a);
    for (unsigned i = 0; i < 24; i += 2) {
        store_lanes(states + i, _mm256_unpacklo_epi64((__m256i)a[i], (__m256i)a[i + 1]));
        store_lanes(states + 25 + i, _mm256_unpackhi_epi64((__m256i)a[i], (__m256i)a[i + 1]));
    }
    for (unsigned i = 0; i < 4; i++)
        states[25 * i + 24] = a[24][i];
}

#endif
