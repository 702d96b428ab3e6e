/* Rainbow's public map by GFNI: one instruction multiplies 32 bytes by a matrix of bits, such as that of multiplying by
 * a scalar of either field, so that vectors need no buckets. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_GFNI

#include "gf/tower.h"

#include <assert.h>
#include <immintrin.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

/* The matrix of multiplying by b is linear in b: here are those of the powers of two. Byte 7 - i of one is its row i,
 * the bits of an element that sum up to bit i of the product. A scalar of GF(16) multiplies both nibbles, as GF(256) is
 * a vector space over GF(16). */
#define BIT(b, i, matrix) ((b) >> (i)&1 ? UINT64_C(matrix) : 0)
#define MATRIX(b)                                                                                                      \
    (BIT(b, 0, 0x0102040810204080) ^ BIT(b, 1, 0x0203080c203080c0) ^ BIT(b, 2, 0x080c050a80c050a0) ^                   \
     BIT(b, 3, 0x0c040a0fc040a0f0) ^ BIT(b, 4, 0xc040a0f011224488) ^ BIT(b, 5, 0x4080f050223388cc) ^                   \
     BIT(b, 6, 0xf05060b088cc55aa) ^ BIT(b, 7, 0x50a0b0d0cc44aaff))
#define FOUR(b) MATRIX(b), MATRIX(b + 1), MATRIX(b + 2), MATRIX(b + 3)
#define SIXTEEN(b) FOUR(b), FOUR(b + 4), FOUR(b + 8), FOUR(b + 12)
#define ALL_64(b) SIXTEEN(b), SIXTEEN(b + 16), SIXTEEN(b + 32), SIXTEEN(b + 48)

static const uint64_t matrices[256] = {ALL_64(0), ALL_64(64), ALL_64(128), ALL_64(192)};

/* Of byte `at` of each of n rows and those after it, summed: 4, 16, 32. */
INLINE __m128i sum_4(const uint8_t *const *rows, const int n, size_t at)
{
    int32_t sum = 0, x;
    UNROLL for (int r = 0; r < n; r++)
    {
        memcpy(&x, rows[r] + at, sizeof x);
        sum ^= x;
    }
    return _mm_cvtsi32_si128(sum);
}

INLINE __m128i sum_16(const uint8_t *const *rows, const int n, size_t at)
{
    __m128i sum = _mm_loadu_si128((const __m128i *)(const void *)(rows[0] + at));
    UNROLL for (int r = 1; r < n; r++) sum =
        _mm_xor_si128(sum, _mm_loadu_si128((const __m128i *)(const void *)(rows[r] + at)));
    return sum;
}

INLINE __m256i sum_32(const uint8_t *const *rows, const int n, size_t at)
{
    __m256i sum = _mm256_loadu_si256((const __m256i *)(const void *)(rows[0] + at));
    UNROLL for (int r = 1; r < n; r++) sum =
        _mm256_xor_si256(sum, _mm256_loadu_si256((const __m256i *)(const void *)(rows[r] + at)));
    return sum;
}

/* All products go to the bucket of 1. A vector has 4 bytes or none, then 16 or none, then 32 each. */
INLINE void scatter_block(uint8_t *buckets, const uint8_t *const *rows, const int n, const size_t bytes,
                          const uint8_t *b, size_t first, size_t end)
{
    uint8_t *const sum = buckets + 2 * neosig_tower_bucket_stride(bytes) - bytes;
    const size_t head = bytes % 16, half = bytes % 32 - head, wide = bytes / 32;
    const uint8_t *here[NEOSIG_TOWER_MAX_ROWS];
    assert(head == 0 || head == 4);
    __m128i sum_head = _mm_setzero_si128(), sum_half = sum_head;
    __m256i sums[3];
    UNROLL for (int r = 0; r < n; r++) here[r] = rows[r];
    UNROLL for (size_t i = 0; i < wide; i++) sums[i] = _mm256_setzero_si256();
    for (size_t at = first * bytes; first < end; first++, at += bytes) {
        const __m256i matrix = _mm256_set1_epi64x((int64_t)matrices[b[first]]);
        const __m128i low = _mm256_castsi256_si128(matrix);
        if (head > 0)
            sum_head = _mm_xor_si128(sum_head, _mm_gf2p8affine_epi64_epi8(sum_4(here, n, at), low, 0));
        if (half > 0)
            sum_half = _mm_xor_si128(sum_half, _mm_gf2p8affine_epi64_epi8(sum_16(here, n, at + head), low, 0));
        UNROLL for (size_t i = 0; i < wide; i++)
        {
            const __m256i x = sum_32(here, n, at + head + half + 32 * i);
            sums[i] = _mm256_xor_si256(sums[i], _mm256_gf2p8affine_epi64_epi8(x, matrix, 0));
        }
    }
    if (head > 0) {
        int32_t x;
        memcpy(&x, sum, sizeof x);
        x ^= _mm_cvtsi128_si32(sum_head);
        memcpy(sum, &x, sizeof x);
    }
    if (half > 0) {
        __m128i *to = (__m128i *)(void *)(sum + head);
        _mm_storeu_si128(to, _mm_xor_si128(_mm_loadu_si128(to), sum_half));
    }
    UNROLL for (size_t i = 0; i < wide; i++)
    {
        __m256i *to = (__m256i *)(void *)(sum + head + half + 32 * i);
        _mm256_storeu_si256(to, _mm256_xor_si256(_mm256_loadu_si256(to), sums[i]));
    }
}

#define SCATTER(bytes) scatter_gfni_##bytes
#include "gf/tower_scatter_blocks.h"

void neosig_tower_scatter_gfni_vartime(uint8_t *buckets, const uint8_t *const *rows, size_t n, size_t bytes,
                                       const uint8_t *b, size_t first, size_t end)
{
    scatter_vartime(buckets, rows, n, bytes, b, first, end);
}

NEOSIG_TARGET_END

#endif
