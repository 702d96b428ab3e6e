/* Keccak-f[1600] on vectors of four lanes, one of each state, and on four states. The file that includes this one
 * defines XOR3(a, b, c), which is a ^ b ^ c, and CHI(a, b, c), which is a ^ (~b & c), of vectors.
 *
 * A round works in place, so that few lanes leave the registers: a plane of the next state takes the places of the five
 * lanes that it is made of. After i rounds lane (x, y) stands at x + 5 y', where (x, y') = N^i (x, y) with N = (1 0, 1
 * 2) modulo 5, and N^4 = 1 (Bertoni and others, Keccak implementation overview, section 2.5). */
#ifndef NEOSIG_SYM_KECCAK_AVX2_BODY_H
#define NEOSIG_SYM_KECCAK_AVX2_BODY_H

#include "core/inline.h"
#include "sym/keccak_internal.h"

#include <immintrin.h>

typedef uint64_t vector __attribute__((vector_size(32)));

INLINE vector rotated(vector x, const unsigned n)
{
    return n == 0 ? x : x << n | x >> (64 - n);
}

/* Lane (x, y) stands at x + 5 ((s x + t y) mod 5): N^i is (1 0, s t). */
#define PLACE(s, t, x, y) ((x) + 5 * (((s) * (x) + (t) * (y)) % 5))

INLINE void round_in_place(vector a[25], const unsigned s, const unsigned t, uint64_t constant)
{
    static const uint8_t rho[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                    25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
    vector c[5], d[5];
    UNROLL for (unsigned x = 0; x < 5; x++) c[x] =
        XOR3(a[PLACE(s, t, x, 0)] ^ a[PLACE(s, t, x, 1)], a[PLACE(s, t, x, 2)], a[PLACE(s, t, x, 3)]) ^
        a[PLACE(s, t, x, 4)];
    UNROLL for (unsigned x = 0; x < 5; x++) d[x] = c[(x + 4) % 5] ^ rotated(c[(x + 1) % 5], 1);
    UNROLL for (unsigned y = 0; y < 5; y++)
    {
        vector b[5]; /* pi: lane (x, y) comes from (x + 3 y, x) */
        UNROLL for (unsigned x = 0; x < 5; x++)
        {
            const unsigned from = (x + 3 * y) % 5;
            b[x] = rotated(a[PLACE(s, t, from, x)] ^ d[from], rho[from + 5 * x]);
        }
        UNROLL for (unsigned x = 0; x < 5; x++) a[PLACE(s + t, 2 * t, x, y)] =
            CHI(b[x], b[(x + 1) % 5], b[(x + 2) % 5]);
        __asm__ volatile(""); /* GCC 12 would mix the planes, which takes 6 % more time on Zen 4 */
    }
    a[0] ^= (vector){constant, constant, constant, constant};
}

INLINE void permute(vector a[25])
{
    for (unsigned i = 0; i < 24; i += 4) {
        round_in_place(a, 0, 1, neosig_keccak_round_constants[i][0]);
        round_in_place(a, 1, 2, neosig_keccak_round_constants[i + 1][0]);
        round_in_place(a, 3, 4, neosig_keccak_round_constants[i + 2][0]);
        round_in_place(a, 2, 3, neosig_keccak_round_constants[i + 3][0]);
    }
}

/* Two lanes each of two states that are 50 words apart. */
INLINE __m256i load_lanes(const uint64_t *state)
{
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)state);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(state + 50));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

INLINE void store_lanes(uint64_t *state, __m256i lanes)
{
    _mm_storeu_si128((__m128i *)(void *)state, _mm256_castsi256_si128(lanes));
    _mm_storeu_si128((__m128i *)(void *)(state + 50), _mm256_extracti128_si256(lanes, 1));
}

static void f1600_x4(uint64_t states[100])
{
    vector a[25];
    for (unsigned i = 0; i < 24; i += 2) {
        const __m256i even = load_lanes(states + i), odd = load_lanes(states + 25 + i); /* states 0, 2 and 1, 3 */
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

#undef PLACE

#endif
