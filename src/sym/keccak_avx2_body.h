/* Keccak-f[1600] on vectors of four lanes, one of each state. A file that includes this one defines KECCAK_AVX512VL if
 * theta and chi are to be made of VPTERNLOGQ.
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

#ifdef KECCAK_AVX512VL
#define TERNARY(a, b, c, table) ((vector)_mm256_ternarylogic_epi64((__m256i)(a), (__m256i)(b), (__m256i)(c), (table)))
#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define CHI(a, b, c) TERNARY(a, b, c, 0xd2)
#else
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define CHI(a, b, c) ((a) ^ (~(b) & (c)))
#endif

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

INLINE void four_rounds(vector a[25], unsigned first)
{
    round_in_place(a, 0, 1, neosig_keccak_round_constants[first][0]);
    round_in_place(a, 1, 2, neosig_keccak_round_constants[first + 1][0]);
    round_in_place(a, 3, 4, neosig_keccak_round_constants[first + 2][0]);
    round_in_place(a, 2, 3, neosig_keccak_round_constants[first + 3][0]);
}

INLINE void permute(vector a[25])
{
    for (unsigned i = 0; i < 24; i += 4)
        four_rounds(a, i);
}

/* Two lanes each of two states. */
INLINE __m256i load_lanes(const uint64_t *state, const uint64_t *other)
{
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)state);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)other);
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

#undef PLACE

#endif
