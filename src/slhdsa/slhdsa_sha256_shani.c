/* SLH-DSA's kernel of SHA-256 by SHA-NI, two lanes side by side. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_SHANI

#include "core/inline.h"
#include "slhdsa/slhdsa_kernels.h"
#include "sym/sha2.h"

#include <immintrin.h>

#define LOAD(pointer) _mm_loadu_si128((const __m128i *)(const void *)(pointer))
#define STORE(pointer, x) _mm_storeu_si128((__m128i *)(void *)(pointer), x)

/* The state in the instructions' orders. */
typedef struct halves {
    __m128i feba, hgdc;
} halves;

INLINE halves four_steps(halves s, __m128i kw)
{
    s.hgdc = _mm_sha256rnds2_epu32(s.hgdc, s.feba, kw);
    s.feba = _mm_sha256rnds2_epu32(s.feba, s.hgdc, _mm_shuffle_epi32(kw, 0x0e));
    return s;
}

/* The 16 bytes of a and b, in this order, that begin with byte 10, of words whose halves have changed places in a and
 * b but not in the result. */
INLINE __m128i behind(__m128i b, __m128i a, __m128i halves_changed)
{
    return _mm_shuffle_epi8(_mm_alignr_epi8(b, a, 10), halves_changed);
}

INLINE void chains(uint32_t (*lanes)[16], const size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    const uint32_t *const k = neosig_sha256_constants;
    /* Where M stands in vectors 1 to 3, of 16 bits more than those of n bytes. */
    static const uint32_t masks[3][3][4] = {{{0, 0xffff, ~0u, ~0u}, {~0u, 0xffff0000, 0, 0}, {0}},
                                            {{0, 0xffff, ~0u, ~0u}, {~0u, ~0u, ~0u, 0xffff0000}, {0}},
                                            {{0, 0xffff, ~0u, ~0u}, {~0u, ~0u, ~0u, ~0u}, {~0u, 0xffff0000, 0, 0}}};
    const __m128i halves_changed = _mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302);
    const __m128i badc = _mm_shuffle_epi32(LOAD(h), 0xb1), hgfe = _mm_shuffle_epi32(LOAD(h + 4), 0x1b);
    const halves before = {_mm_alignr_epi8(badc, hgfe, 8), _mm_blend_epi16(hgfe, badc, 0xf0)};
    __m128i block[2][4], rest[2][4], mask[4];
    halves first[2]; /* behind the steps of vector 0, which is the same in all of a chain */
    for (unsigned i = 1; i < 4; i++)
        mask[i] = LOAD(masks[n / 8 - 2][i - 1]);
    UNROLL for (unsigned lane = 0; lane < count; lane++)
    {
        UNROLL for (unsigned i = 0; i < 4; i++) block[lane][i] = LOAD(lanes[lane] + 4 * i);
        UNROLL for (unsigned i = 1; i < 4; i++) rest[lane][i] = _mm_andnot_si128(mask[i], block[lane][i]);
        first[lane] = four_steps(before, _mm_add_epi32(block[lane][0], LOAD(k)));
    }
    for (; steps; steps--) {
        __m128i w[2][4];
        halves s[2];
        UNROLL for (unsigned lane = 0; lane < count; lane++)
        {
            UNROLL for (unsigned i = 0; i < 4; i++) w[lane][i] = block[lane][i];
            s[lane] = first[lane];
        }
        /* w[i % 4] holds W_4i to W_4i+3; after its use, those 16 further on. */
        UNROLL for (unsigned i = 0; i < 16; i++)
        {
            UNROLL for (unsigned lane = 0; lane < count; lane++)
            {
                __m128i *const now = &w[lane][i % 4], third = w[lane][(i + 3) % 4];
                if (i > 0)
                    s[lane] = four_steps(s[lane], _mm_add_epi32(*now, LOAD(k + 4 * i)));
                if (i < 12) {
                    const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*now, w[lane][(i + 1) % 4]),
                                                      _mm_alignr_epi8(third, w[lane][(i + 2) % 4], 4));
                    *now = _mm_sha256msg2_epu32(sum, third);
                }
            }
        }
        UNROLL for (unsigned lane = 0; lane < count; lane++)
        {
            const __m128i feba = _mm_add_epi32(s[lane].feba, before.feba);
            const __m128i hgdc = _mm_add_epi32(s[lane].hgdc, before.hgdc);
            const __m128i abef = _mm_shuffle_epi32(feba, 0x1b), ghcd = _mm_shuffle_epi32(hgdc, 0xb1);
            const __m128i abcd = _mm_shuffle_epi8(_mm_blend_epi16(abef, ghcd, 0xf0), halves_changed);
            const __m128i efgh = _mm_shuffle_epi8(_mm_alignr_epi8(ghcd, abef, 8), halves_changed);
            rest[lane][1] = _mm_add_epi32(rest[lane][1], _mm_set_epi32(0, 0, 0x10000, 0));
            block[lane][1] = behind(abcd, abcd, halves_changed);
            block[lane][2] = behind(efgh, abcd, halves_changed);
            block[lane][3] = behind(efgh, efgh, halves_changed);
            UNROLL for (unsigned i = 1; i < 4; i++) block[lane][i] =
                _mm_or_si128(_mm_and_si128(block[lane][i], mask[i]), rest[lane][i]);
        }
    }
    UNROLL for (unsigned lane = 0; lane < count; lane++) UNROLL for (unsigned i = 1; i < 4; i++)
        STORE(lanes[lane] + 4 * i, block[lane][i]);
}

void neosig_slhdsa_sha256_shani(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    for (; count >= 2; count -= 2, lanes += 2)
        chains(lanes, 2, h, n, steps);
    if (count != 0)
        chains(lanes, 1, h, n, steps);
}

NEOSIG_TARGET_END

#endif
