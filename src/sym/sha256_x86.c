/* SHA-256 on the instructions of x86-64 (SHA-NI). They keep its state in the orders f, e, b, a and h, g, d, c. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_SHANI

#include "sym/sha2.h"

#include <immintrin.h>

#define LOAD(pointer) _mm_loadu_si128((const __m128i *)(const void *)(pointer))
#define STORE(pointer, x) _mm_storeu_si128((__m128i *)(void *)(pointer), x)

void neosig_sha256_x86(void *h, const uint8_t *in, size_t blocks)
{
    const uint32_t *const k = neosig_sha256_constants;
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    /* Words 0 to 3 are a b c d. */
    const __m128i badc = _mm_shuffle_epi32(LOAD(h), 0xb1), hgfe = _mm_shuffle_epi32(LOAD((uint32_t *)h + 4), 0x1b);
    __m128i feba = _mm_alignr_epi8(badc, hgfe, 8), hgdc = _mm_blend_epi16(hgfe, badc, 0xf0);
    for (; blocks; blocks--, in += 64) {
        const __m128i feba_before = feba, hgdc_before = hgdc;
        __m128i w[4];
        for (unsigned i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(LOAD(in + 16 * i), big_endian);
            /* w[i % 4] holds W_4i to W_4i+3; after its use, those 16 further on. */
#pragma GCC unroll 16
        for (unsigned i = 0; i < 16; i++) {
            __m128i *now = &w[i % 4], next = w[(i + 1) % 4], second = w[(i + 2) % 4], third = w[(i + 3) % 4];
            const __m128i kw = _mm_add_epi32(*now, LOAD(k + 4 * i));
            hgdc = _mm_sha256rnds2_epu32(hgdc, feba, kw);
            feba = _mm_sha256rnds2_epu32(feba, hgdc, _mm_shuffle_epi32(kw, 0x0e));
            if (i < 12) {
                const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*now, next), _mm_alignr_epi8(third, second, 4));
                *now = _mm_sha256msg2_epu32(sum, third);
            }
        }
        feba = _mm_add_epi32(feba, feba_before);
        hgdc = _mm_add_epi32(hgdc, hgdc_before);
    }
    const __m128i abef = _mm_shuffle_epi32(feba, 0x1b), ghcd = _mm_shuffle_epi32(hgdc, 0xb1);
    STORE(h, _mm_blend_epi16(abef, ghcd, 0xf0));
    STORE((uint32_t *)h + 4, _mm_alignr_epi8(ghcd, abef, 8));
}

NEOSIG_TARGET_END

#endif
