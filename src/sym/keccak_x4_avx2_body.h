/* Keccak-f[1600] on four states, by the vectors of keccak_avx2_body.h. */
#ifndef NEOSIG_SYM_KECCAK_X4_BODY_H
#define NEOSIG_SYM_KECCAK_X4_BODY_H

#include "sym/keccak_avx2_body.h"

/* Four lanes of four states, state by state. Stores of 32 bytes are half as many as stores of 16, and the time saved is
 * more than that of four more instructions in registers. */
INLINE void store_lanes(uint64_t *states, const vector a[4])
{
    const __m256i low = _mm256_unpacklo_epi64((__m256i)a[0], (__m256i)a[1]);
    const __m256i high = _mm256_unpackhi_epi64((__m256i)a[0], (__m256i)a[1]);
    const __m256i next_low = _mm256_unpacklo_epi64((__m256i)a[2], (__m256i)a[3]);
    const __m256i next_high = _mm256_unpackhi_epi64((__m256i)a[2], (__m256i)a[3]);
    _mm256_storeu_si256((__m256i *)(void *)states, _mm256_permute2x128_si256(low, next_low, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(states + 25), _mm256_permute2x128_si256(high, next_high, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(states + 50), _mm256_permute2x128_si256(low, next_low, 0x31));
    _mm256_storeu_si256((__m256i *)(void *)(states + 75), _mm256_permute2x128_si256(high, next_high, 0x31));
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
    UNROLL for (unsigned i = 0; i < 24; i += 4) store_lanes(states + i, a + i);
    for (unsigned i = 0; i < 4; i++)
        states[25 * i + 24] = a[24][i];
}

#endif
