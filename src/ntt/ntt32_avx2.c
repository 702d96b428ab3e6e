/* The kernels of ntt32.h in AVX2. The tables are those that tools/ntt_tables.py lays out. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "core/inline.h"
#include "ntt/mod32_avx2.h"
#include "ntt/ntt32.h"
#include "ntt/ntt_64513_avx2_tables.h"
#include "ntt/ntt_8380417_avx2_tables.h"

INLINE __m256i mul_one(__m256i a, const int32_t pair[2], int32_t q)
{
    const __m256i z = _mm256_set1_epi32(pair[0]), y = _mm256_set1_epi32(pair[1]);
    return neosig_mod32_mul_by(a, z, y, z, y, q);
}

INLINE __m256i mul_eight(__m256i a, const int32_t eight[16], int32_t q)
{
    const __m256i z = neosig_mod32_load(eight), y = neosig_mod32_load(eight + 8);
    return neosig_mod32_mul_by(a, z, y, neosig_mod32_odd(z), neosig_mod32_odd(y), q);
}

/* Cooley and Tukey: (a, b) = (a + b zeta, a - b zeta), given b zeta. */
static inline void butterfly(__m256i *a, __m256i *b, __m256i product)
{
    *b = _mm256_sub_epi32(*a, product);
    *a = _mm256_add_epi32(*a, product);
}

/* Gentleman and Sande: (a, b) = (a + b, (b - a) zeta), but for the product: b - a is returned. */
static inline __m256i inverse_butterfly(__m256i *a, __m256i b)
{
    const __m256i difference = _mm256_sub_epi32(b, *a);
    *a = _mm256_add_epi32(*a, b);
    return difference;
}

static inline void transpose(__m256i v[8])
{
    __m256i t[8], u[8];
    for (size_t i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(v[i], v[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(v[i], v[i + 1]);
    }
    for (size_t i = 0; i < 8; i += 4) {
        u[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        u[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
        u[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
        u[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (size_t i = 0; i < 4; i++) {
        v[i] = _mm256_permute2x128_si256(u[i], u[i + 4], 0x20);
        v[i + 4] = _mm256_permute2x128_si256(u[i], u[i + 4], 0x31);
    }
}

INLINE void ntt32_forward(int32_t r[256], const int32_t pairs[32][2], const int32_t eights[4][7][16], int32_t q)
{
    __m256i v[8];
    neosig_mod32_assert_below(r, 256, q + 1);
    for (size_t i = 0; i < 32; i += 8) { /* layers of 128, 64 and 32 */
        for (size_t j = 0; j < 8; j++)
            v[j] = neosig_mod32_load(r + 32 * j + i);
        for (size_t j = 0; j < 4; j++)
            butterfly(&v[j], &v[j + 4], mul_one(v[j + 4], pairs[1], q));
        for (size_t j = 0; j < 8; j += 4) {
            butterfly(&v[j], &v[j + 2], mul_one(v[j + 2], pairs[2 + j / 4], q));
            butterfly(&v[j + 1], &v[j + 3], mul_one(v[j + 3], pairs[2 + j / 4], q));
        }
        for (size_t j = 0; j < 8; j += 2)
            butterfly(&v[j], &v[j + 1], mul_one(v[j + 1], pairs[4 + j / 2], q));
        for (size_t j = 0; j < 8; j++)
            neosig_mod32_store(r + 32 * j + i, v[j]);
    }
    neosig_ntt32_assert_forward(r, 3, q);
    for (size_t g = 0; g < 4; g++) { /* of 16 and 8; transposed, of 4, 2 and 1 */
        int32_t *group = r + 64 * g;
        const int32_t(*c)[16] = eights[g];
        for (size_t j = 0; j < 8; j++)
            v[j] = neosig_mod32_load(group + 8 * j);
        for (size_t j = 0; j < 8; j += 4) {
            butterfly(&v[j], &v[j + 2], mul_one(v[j + 2], pairs[8 + 2 * g + j / 4], q));
            butterfly(&v[j + 1], &v[j + 3], mul_one(v[j + 3], pairs[8 + 2 * g + j / 4], q));
        }
        for (size_t j = 0; j < 8; j += 2)
            butterfly(&v[j], &v[j + 1], mul_one(v[j + 1], pairs[16 + 4 * g + j / 2], q));
        transpose(v);
        for (size_t j = 0; j < 4; j++)
            butterfly(&v[j], &v[j + 4], mul_eight(v[j + 4], c[0], q));
        for (size_t j = 0; j < 8; j += 4) {
            butterfly(&v[j], &v[j + 2], mul_eight(v[j + 2], c[1 + j / 4], q));
            butterfly(&v[j + 1], &v[j + 3], mul_eight(v[j + 3], c[1 + j / 4], q));
        }
        for (size_t j = 0; j < 8; j += 2)
            butterfly(&v[j], &v[j + 1], mul_eight(v[j + 1], c[3 + j / 2], q));
        transpose(v);
        for (size_t j = 0; j < 8; j++)
            neosig_mod32_store(group + 8 * j, v[j]);
    }
    neosig_ntt32_assert_forward(r, 8, q);
}

INLINE void ntt32_inverse(int32_t r[256], const int32_t pairs[32][2], const int32_t eights[4][7][16], int32_t q,
                          int q_bits)
{
    __m256i v[8];
    neosig_mod32_assert_below(r, 256, neosig_ntt32_sum_bound(0, q));
    for (size_t g = 0; g < 4; g++) {
        int32_t *group = r + 64 * g;
        const int32_t(*c)[16] = eights[g];
        for (size_t j = 0; j < 8; j++)
            v[j] = neosig_mod32_load(group + 8 * j);
        transpose(v);
        for (size_t j = 0; j < 8; j += 2)
            v[j + 1] = mul_eight(inverse_butterfly(&v[j], v[j + 1]), c[3 + j / 2], q);
        for (size_t j = 0; j < 8; j += 4) {
            v[j + 2] = mul_eight(inverse_butterfly(&v[j], v[j + 2]), c[1 + j / 4], q);
            v[j + 3] = mul_eight(inverse_butterfly(&v[j + 1], v[j + 3]), c[1 + j / 4], q);
        }
        for (size_t j = 0; j < 4; j++)
            v[j + 4] = mul_eight(inverse_butterfly(&v[j], v[j + 4]), c[0], q);
        /* v[0] has only been added so far: 64q. */
        neosig_mod32_assert_vector(v[0], neosig_ntt32_sum_bound(3, q));
        const __m256i rounded = _mm256_srai_epi32(_mm256_add_epi32(v[0], _mm256_set1_epi32(1 << (q_bits - 1))), q_bits);
        v[0] = _mm256_sub_epi32(v[0], _mm256_mullo_epi32(rounded, _mm256_set1_epi32(q)));
        for (size_t j = 0; j < 8; j++)
            neosig_mod32_assert_vector(v[j], neosig_ntt32_product_bound(3, q));
        transpose(v);
        for (size_t j = 0; j < 8; j += 2)
            v[j + 1] = mul_one(inverse_butterfly(&v[j], v[j + 1]), pairs[16 + 4 * g + j / 2], q);
        for (size_t j = 0; j < 8; j += 4) {
            v[j + 2] = mul_one(inverse_butterfly(&v[j], v[j + 2]), pairs[8 + 2 * g + j / 4], q);
            v[j + 3] = mul_one(inverse_butterfly(&v[j + 1], v[j + 3]), pairs[8 + 2 * g + j / 4], q);
        }
        for (size_t j = 0; j < 8; j++)
            neosig_mod32_store(group + 8 * j, v[j]);
    }
    neosig_ntt32_assert_inverse(r, 5, 3, q);
    for (size_t i = 0; i < 32; i += 8) {
        for (size_t j = 0; j < 8; j++)
            v[j] = neosig_mod32_load(r + 32 * j + i);
        for (size_t j = 0; j < 8; j += 2)
            v[j + 1] = mul_one(inverse_butterfly(&v[j], v[j + 1]), pairs[4 + j / 2], q);
        for (size_t j = 0; j < 8; j += 4) {
            v[j + 2] = mul_one(inverse_butterfly(&v[j], v[j + 2]), pairs[2 + j / 4], q);
            v[j + 3] = mul_one(inverse_butterfly(&v[j + 1], v[j + 3]), pairs[2 + j / 4], q);
        }
        for (size_t j = 0; j < 4; j++) {
            v[j + 4] = mul_one(inverse_butterfly(&v[j], v[j + 4]), pairs[1], q);
            v[j] = mul_one(v[j], pairs[0], q);
        }
        for (size_t j = 0; j < 8; j++)
            neosig_mod32_store(r + 32 * j + i, v[j]);
    }
    neosig_mod32_assert_below(r, 256, INT64_C(65) * q / 100);
}

INLINE void ntt32_multiply(int32_t r[256], const int32_t a[256], const int32_t b[256], int32_t q, int32_t q_inverse)
{
    neosig_mod32_assert_below(a, 256, 6 * q);
    neosig_mod32_assert_below(b, 256, 6 * q);
    for (size_t i = 0; i < 256; i += 8) { /* q/2 + 36 q^2 / 2^32 < q (1/2 + 36/512) */
        const __m256i x = neosig_mod32_load(a + i), y = neosig_mod32_load(b + i);
        neosig_mod32_store(r + i, neosig_mod32_reduce(_mm256_mul_epi32(x, y),
                                                      _mm256_mul_epi32(neosig_mod32_odd(x), neosig_mod32_odd(y)), q,
                                                      q_inverse));
    }
}

#define TRANSFORMS(q)                                                                                                  \
    NEOSIG_NTT32_ASSERT_REDUCTION(q, NTT_##q##_BITS, 3);                                                               \
    static void ntt32_forward_##q(int32_t r[256])                                                                      \
    {                                                                                                                  \
        ntt32_forward(r, ntt_##q##_forward_pairs, ntt_##q##_forward_eights, q);                                        \
    }                                                                                                                  \
    static void ntt32_inverse_##q(int32_t r[256])                                                                      \
    {                                                                                                                  \
        ntt32_inverse(r, ntt_##q##_backward_pairs, ntt_##q##_backward_eights, q, NTT_##q##_BITS);                      \
    }                                                                                                                  \
    static void ntt32_multiply_##q(int32_t r[256], const int32_t a[256], const int32_t b[256])                         \
    {                                                                                                                  \
        ntt32_multiply(r, a, b, q, NTT_##q##_INVERSE);                                                                 \
    }

TRANSFORMS(8380417)
TRANSFORMS(64513)
NEOSIG_NTT32_TABLE(8380417, avx2)
NEOSIG_NTT32_TABLE(64513, avx2)

NEOSIG_TARGET_END

#endif
