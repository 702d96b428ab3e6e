/* The kernels of haetae_poly.h in AVX2: the Gaussian's table. What is not here is the plain code, which the compiler
 * vectorises. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "core/inline.h"
#include "haetae/haetae_gaussian_tables.h"
#include "haetae/haetae_poly_plain_body.h"

#include <immintrin.h>

/* The binary search of haetae_poly_neon.c for 32 numbers side by side. */

static inline __m128i load(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/* Byte j of all numbers in u[j], for 32 candidates one after another. */
static inline void numbers(__m256i u[16], const uint8_t *in)
{
    __m256i v[16];
    for (size_t i = 0; i < 16; i++, in += NEOSIG_HAETAE_CANDIDATE_BYTES)
        u[i] =
            _mm256_inserti128_si256(_mm256_castsi128_si256(load(in)), load(in + 16 * NEOSIG_HAETAE_CANDIDATE_BYTES), 1);
    UNROLL for (size_t round = 0; round < 4; round++) /* of a transposition */
    {
        memcpy(v, u, sizeof v);
        UNROLL for (size_t i = 0; i < 8; i++)
        {
            u[2 * i] = _mm256_unpacklo_epi8(v[i], v[i + 8]);
            u[2 * i + 1] = _mm256_unpackhi_epi8(v[i], v[i + 8]);
        }
    }
    u[HAETAE_NUMBER_BYTES - 1] = _mm256_and_si256(u[HAETAE_NUMBER_BYTES - 1], _mm256_set1_epi8(7)); /* 83 bits */
}

/* A step of the search through nodes from `first` on, in parts of 16. A look-up gives 0 for an index above 127: the
 * nodes of other parts. */
INLINE __m256i step(const __m256i u[HAETAE_NUMBER_BYTES], __m256i node, size_t first, size_t parts)
{
    const __m256i bias = _mm256_set1_epi8(-128); /* comparisons are signed */
    __m256i index[6], less = _mm256_setzero_si256();
    UNROLL for (size_t k = 0; k < parts; k++)
    {
        const __m256i at = _mm256_sub_epi8(node, _mm256_set1_epi8((char)(first + 16 * k)));
        index[k] = _mm256_adds_epu8(at, _mm256_set1_epi8(112));
    }
    UNROLL for (size_t j = 0; j < HAETAE_NUMBER_BYTES; j++)
    {
        __m256i entry = bias;
        UNROLL for (size_t k = 0; k < parts; k++)
        {
            const uint8_t *bytes = haetae_gaussian_tree + HAETAE_NODES * j + first + 16 * k;
            const __m256i part = _mm256_broadcastsi128_si256(load(bytes));
            entry = _mm256_xor_si256(entry, _mm256_shuffle_epi8(part, index[k]));
        }
        const __m256i same = _mm256_cmpeq_epi8(u[j], entry), greater = _mm256_cmpgt_epi8(u[j], entry);
        less = _mm256_or_si256(greater, _mm256_and_si256(same, less));
    }
    return _mm256_sub_epi8(_mm256_add_epi8(node, node), less);
}

static void below(uint8_t *x, const uint8_t *in, size_t n)
{
    uint8_t last[32 * NEOSIG_HAETAE_CANDIDATE_BYTES];
    for (size_t i = 0; i < n; i += 32) {
        const uint8_t *from = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i;
        __m256i u[16], node = _mm256_set1_epi8(1);
        if (n - i < 32) {
            memset(last, 0, sizeof last);
            from = memcpy(last, from, NEOSIG_HAETAE_CANDIDATE_BYTES * (n - i));
        }
        numbers(u, from);
        for (size_t j = 0; j < HAETAE_NUMBER_BYTES; j++)
            u[j] = _mm256_xor_si256(u[j], _mm256_set1_epi8(-128));
        for (size_t layer = 0; layer < 4; layer++)
            node = step(u, node, 0, 1);
        node = step(u, node, 16, 1);
        node = step(u, node, 32, 2);
        node = step(u, node, 64, 3);
        node = step(u, node, 128, 6);
        _mm256_storeu_si256((__m256i *)(void *)(x + i), node); /* 256 + x, modulo 256 */
    }
    neosig_wipe(last, sizeof last);
}

static void candidates(neosig_haetae_candidates *out, const uint8_t *in, size_t n)
{
    haetae_plain_candidates_by(below, haetae_plain_exponential, out, in, n);
}

const neosig_haetae_kernels neosig_haetae_avx2 = {
    .name = "avx2",
    .inner = haetae_plain_inner,
    .uniform_vartime = haetae_plain_uniform_vartime,
    .ternary_vartime = NEOSIG_IF_SIGNING(haetae_plain_ternary_vartime),
    .spectrum = NEOSIG_IF_SIGNING(haetae_plain_spectrum),
    .candidates = NEOSIG_IF_SIGNING(candidates),
    .scale = NEOSIG_IF_SIGNING(haetae_plain_scale),
    .look_up = haetae_plain_look_up,
};

NEOSIG_TARGET_END

#endif
