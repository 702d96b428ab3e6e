/* Rainbow's public map by GFNI: one instruction multiplies 32 bytes by a matrix of bits, such as that of multiplying by
 * a scalar of either field, so that vectors need no buckets. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_GFNI

#include "core/inline.h"
#include "gf/tower.h"

#include <immintrin.h>

/* MATRIX(b) is the matrix of multiplying by b: the sum of the matrices of b's bits. Byte 7 - i of a matrix is row i, a
 * mask of the bits of the other element that sum up to bit i of the product. A scalar of GF(16) multiplies both
 * nibbles, as GF(256) is a vector space over GF(16). */
#define BIT(b, i, matrix) ((b) >> (i)&1 ? UINT64_C(matrix) : 0)
#define MATRIX(b)                                                                                                      \
    (BIT(b, 0, 0x0102040810204080) ^ BIT(b, 1, 0x0203080c203080c0) ^ BIT(b, 2, 0x080c050a80c050a0) ^                   \
     BIT(b, 3, 0x0c040a0fc040a0f0) ^ BIT(b, 4, 0xc040a0f011224488) ^ BIT(b, 5, 0x4080f050223388cc) ^                   \
     BIT(b, 6, 0xf05060b088cc55aa) ^ BIT(b, 7, 0x50a0b0d0cc44aaff))
#define FOUR(b) MATRIX(b), MATRIX(b + 1), MATRIX(b + 2), MATRIX(b + 3)
#define SIXTEEN(b) FOUR(b), FOUR(b + 4), FOUR(b + 8), FOUR(b + 12)
#define ALL_64(b) SIXTEEN(b), SIXTEEN(b + 16), SIXTEEN(b + 32), SIXTEEN(b + 48)

static const uint64_t matrices[256] = {ALL_64(0), ALL_64(64), ALL_64(128), ALL_64(192)};

INLINE __m256i load(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

INLINE void store(uint8_t *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)p, x);
}

INLINE __m256i times(__m256i x, uint64_t matrix)
{
    return _mm256_gf2p8affine_epi64_epi8(x, _mm256_set1_epi64x((int64_t)matrix), 0);
}

/* A vector is in w registers. The last register ends where the vector does, so it may overlap the one before. For each
 * i, the sum over j of x_j times vector (i, j) is multiplied by x_i. */
INLINE void quadratic(uint8_t *y, const uint8_t *vectors, size_t bytes, const uint8_t *x, size_t n, const int w)
{
    const size_t last = bytes - 32;
    uint64_t by[NEOSIG_TOWER_MAX_VARIABLES];
    uint8_t total_bytes[NEOSIG_TOWER_MAX_BUCKET];
    __m256i total[4];
    for (size_t i = 0; i < n; i++)
        by[i] = matrices[x[i]];
    UNROLL for (int k = 0; k < w; k++) total[k] = _mm256_setzero_si256();
    for (size_t i = 0; i < n; i++) {
        __m256i row[4];
        UNROLL for (int k = 0; k < w; k++) row[k] = _mm256_setzero_si256();
        for (size_t j = i; j < n; j++, vectors += bytes)
            UNROLL for (int k = 0; k < w; k++) row[k] =
                _mm256_xor_si256(row[k], times(load(vectors + (k + 1 < w ? 32 * (size_t)k : last)), by[j]));
        UNROLL for (int k = 0; k < w; k++) total[k] = _mm256_xor_si256(total[k], times(row[k], by[i]));
    }
    UNROLL for (int k = 0; k < w; k++) store(total_bytes + (k + 1 < w ? 32 * (size_t)k : last), total[k]);
    for (size_t i = 0; i < bytes; i++)
        y[i] ^= total_bytes[i];
}

void neosig_tower_quadratic_gfni_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes, const uint8_t *x, size_t n)
{
    if (bytes > 96)
        quadratic(y, vectors, bytes, x, n, 4);
    else if (bytes > 64)
        quadratic(y, vectors, bytes, x, n, 3);
    else if (bytes > 32)
        quadratic(y, vectors, bytes, x, n, 2);
    else
        quadratic(y, vectors, bytes, x, n, 1);
}

NEOSIG_TARGET_END

#endif
