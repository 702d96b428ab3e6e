/* The kernels of mldsa_poly.h in AVX2 and BMI2; what is not here is the plain code, vectorised by the compiler. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "mldsa/mldsa_poly_avx2_tables.h"
#include "mldsa/mldsa_poly_plain.h"

#include <immintrin.h>

/* ---- Products times 2^-32 mod q, of 32-bit lanes by way of the even and the odd ones */

static inline __m256i load(const int32_t *p)
{
    return _mm256_load_si256((const __m256i *)(const void *)p);
}

static inline void store(int32_t *p, __m256i v)
{
    _mm256_store_si256((__m256i *)(void *)p, v);
}

static inline __m256i odd(__m256i v)
{
    return _mm256_srli_epi64(v, 32);
}

/* Four and four 64-bit sums to eight lanes: x 2^-32 mod q, within q / 2 + |x| / 2^32. */
static inline __m256i reduce(__m256i even_sum, __m256i odd_sum, __m256i even_m, __m256i odd_m)
{
    const __m256i q = _mm256_set1_epi32(Q);
    even_sum = _mm256_sub_epi64(even_sum, _mm256_mul_epi32(even_m, q));
    odd_sum = _mm256_sub_epi64(odd_sum, _mm256_mul_epi32(odd_m, q));
    return _mm256_blend_epi32(odd(even_sum), odd_sum, 0xaa);
}

static inline __m256i reduce_sums(__m256i even_sum, __m256i odd_sum)
{
    const __m256i inverse = _mm256_set1_epi32(MLDSA_Q_INVERSE);
    return reduce(even_sum, odd_sum, _mm256_mul_epi32(even_sum, inverse), _mm256_mul_epi32(odd_sum, inverse));
}

/* A constant b: z = b 2^32 mod q, y = z q^-1 mod 2^32, in all lanes alike or with the odd ones given apart. */
static inline __m256i mul_constants(__m256i a, __m256i z, __m256i y, __m256i odd_z, __m256i odd_y)
{
    const __m256i a_odd = odd(a);
    return reduce(_mm256_mul_epi32(a, z), _mm256_mul_epi32(a_odd, odd_z), _mm256_mul_epi32(a, y),
                  _mm256_mul_epi32(a_odd, odd_y));
}

static inline __m256i mul_one(__m256i a, const int32_t pair[2])
{
    const __m256i z = _mm256_set1_epi32(pair[0]), y = _mm256_set1_epi32(pair[1]);
    return mul_constants(a, z, y, z, y);
}

static inline __m256i mul_eight(__m256i a, const int32_t pairs[16])
{
    const __m256i z = load(pairs), y = load(pairs + 8);
    return mul_constants(a, z, y, odd(z), odd(y));
}

#define BUTTERFLY(a, b, product)                                                                                       \
    do {                                                                                                               \
        const __m256i t_ = product;                                                                                    \
        (b) = _mm256_sub_epi32(a, t_);                                                                                 \
        (a) = _mm256_add_epi32(a, t_);                                                                                 \
    } while (0)

/* d is the name for b - a inside product. */
#define INVERSE_BUTTERFLY(a, b, product)                                                                               \
    do {                                                                                                               \
        const __m256i d = _mm256_sub_epi32(b, a);                                                                      \
        (a) = _mm256_add_epi32(a, b);                                                                                  \
        (b) = product;                                                                                                 \
    } while (0)

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

static void ntt(int32_t r[256])
{
    __m256i v[8];
    neosig_mldsa_assert_below(r, 256, Q + 1);
    for (size_t i = 0; i < 32; i += 8) { /* layers of 128, 64 and 32 */
        for (size_t j = 0; j < 8; j++)
            v[j] = load(r + 32 * j + i);
        for (size_t j = 0; j < 4; j++)
            BUTTERFLY(v[j], v[j + 4], mul_one(v[j + 4], forward_pairs[1]));
        for (size_t j = 0; j < 8; j += 4) {
            BUTTERFLY(v[j], v[j + 2], mul_one(v[j + 2], forward_pairs[2 + j / 4]));
            BUTTERFLY(v[j + 1], v[j + 3], mul_one(v[j + 3], forward_pairs[2 + j / 4]));
        }
        for (size_t j = 0; j < 8; j += 2)
            BUTTERFLY(v[j], v[j + 1], mul_one(v[j + 1], forward_pairs[4 + j / 2]));
        for (size_t j = 0; j < 8; j++)
            store(r + 32 * j + i, v[j]);
    }
    for (size_t g = 0; g < 4; g++) { /* of 16 and 8; transposed, of 4, 2 and 1 */
        int32_t *at = r + 64 * g;
        const int32_t(*c)[16] = forward_eights[g];
        for (size_t j = 0; j < 8; j++)
            v[j] = load(at + 8 * j);
        for (size_t j = 0; j < 8; j += 4) {
            BUTTERFLY(v[j], v[j + 2], mul_one(v[j + 2], forward_pairs[8 + 2 * g + j / 4]));
            BUTTERFLY(v[j + 1], v[j + 3], mul_one(v[j + 3], forward_pairs[8 + 2 * g + j / 4]));
        }
        for (size_t j = 0; j < 8; j += 2)
            BUTTERFLY(v[j], v[j + 1], mul_one(v[j + 1], forward_pairs[16 + 4 * g + j / 2]));
        transpose(v);
        for (size_t j = 0; j < 4; j++)
            BUTTERFLY(v[j], v[j + 4], mul_eight(v[j + 4], c[0]));
        for (size_t j = 0; j < 8; j += 4) {
            BUTTERFLY(v[j], v[j + 2], mul_eight(v[j + 2], c[1 + j / 4]));
            BUTTERFLY(v[j + 1], v[j + 3], mul_eight(v[j + 3], c[1 + j / 4]));
        }
        for (size_t j = 0; j < 8; j += 2)
            BUTTERFLY(v[j], v[j + 1], mul_eight(v[j + 1], c[3 + j / 2]));
        transpose(v);
        for (size_t j = 0; j < 8; j++)
            store(at + 8 * j, v[j]);
    }
    neosig_mldsa_assert_below(r, 256, 6 * Q);
}

static void intt(int32_t r[256])
{
    __m256i v[8];
    neosig_mldsa_assert_below(r, 256, INT64_C(8) * Q);
    for (size_t g = 0; g < 4; g++) {
        int32_t *at = r + 64 * g;
        const int32_t(*c)[16] = backward_eights[g];
        for (size_t j = 0; j < 8; j++)
            v[j] = load(at + 8 * j);
        transpose(v);
        for (size_t j = 0; j < 8; j += 2)
            INVERSE_BUTTERFLY(v[j], v[j + 1], mul_eight(d, c[3 + j / 2]));
        for (size_t j = 0; j < 8; j += 4) {
            INVERSE_BUTTERFLY(v[j], v[j + 2], mul_eight(d, c[1 + j / 4]));
            INVERSE_BUTTERFLY(v[j + 1], v[j + 3], mul_eight(d, c[1 + j / 4]));
        }
        for (size_t j = 0; j < 4; j++)
            INVERSE_BUTTERFLY(v[j], v[j + 4], mul_eight(d, c[0]));
        /* v[0] has only been added so far: 64q. The others are below 5q. */
        const __m256i rounded = _mm256_srai_epi32(_mm256_add_epi32(v[0], _mm256_set1_epi32(1 << 22)), 23);
        v[0] = _mm256_sub_epi32(v[0], _mm256_mullo_epi32(rounded, _mm256_set1_epi32(Q)));
        transpose(v);
        for (size_t j = 0; j < 8; j += 2)
            INVERSE_BUTTERFLY(v[j], v[j + 1], mul_one(d, backward_pairs[16 + 4 * g + j / 2]));
        for (size_t j = 0; j < 8; j += 4) {
            INVERSE_BUTTERFLY(v[j], v[j + 2], mul_one(d, backward_pairs[8 + 2 * g + j / 4]));
            INVERSE_BUTTERFLY(v[j + 1], v[j + 3], mul_one(d, backward_pairs[8 + 2 * g + j / 4]));
        }
        for (size_t j = 0; j < 8; j++)
            store(at + 8 * j, v[j]);
    }
    for (size_t i = 0; i < 32; i += 8) {
        for (size_t j = 0; j < 8; j++)
            v[j] = load(r + 32 * j + i);
        for (size_t j = 0; j < 8; j += 2)
            INVERSE_BUTTERFLY(v[j], v[j + 1], mul_one(d, backward_pairs[4 + j / 2]));
        for (size_t j = 0; j < 8; j += 4) {
            INVERSE_BUTTERFLY(v[j], v[j + 2], mul_one(d, backward_pairs[2 + j / 4]));
            INVERSE_BUTTERFLY(v[j + 1], v[j + 3], mul_one(d, backward_pairs[2 + j / 4]));
        }
        for (size_t j = 0; j < 4; j++) {
            INVERSE_BUTTERFLY(v[j], v[j + 4], mul_one(d, backward_pairs[1]));
            v[j] = mul_one(v[j], backward_pairs[0]);
        }
        for (size_t j = 0; j < 8; j++)
            store(r + 32 * j + i, v[j]);
    }
    neosig_mldsa_assert_below(r, 256, INT64_C(65) * Q / 100);
}

static void mul(int32_t r[256], const int32_t a[256], const int32_t b[256])
{
    neosig_mldsa_assert_below(a, 256, 6 * Q);
    neosig_mldsa_assert_below(b, 256, 6 * Q);
    for (size_t i = 0; i < 256; i += 8) {
        const __m256i x = load(a + i), y = load(b + i);
        store(r + i, reduce_sums(_mm256_mul_epi32(x, y), _mm256_mul_epi32(odd(x), odd(y))));
    }
}

/* 24 bytes as two halves of 12, each in the first 12 bytes of its 128 bits; from_end: in the last 12. */
static inline __m256i load24x8(const uint8_t *in, int from_end)
{
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(in - (from_end ? 4 : 0)));
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(in + 12 - (from_end ? 4 : 0)));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* The even and the odd ones of four numbers of three bytes in a half, each in 64 bits; shift: where the 12 bytes start.
 */
#define PICK(first, second, shift)                                                                                     \
    _mm256_broadcastsi128_si256(_mm_setr_epi8((first) + (shift), (first) + 1 + (shift), (first) + 2 + (shift), -1, -1, \
                                              -1, -1, -1, (second) + (shift), (second) + 1 + (shift),                  \
                                              (second) + 2 + (shift), -1, -1, -1, -1, -1))

static void inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    neosig_mldsa_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i += 32) {
        __m256i even_sum[4], odd_sum[4];
        for (size_t g = 0; g < 4; g++)
            even_sum[g] = odd_sum[g] = _mm256_setzero_si256();
        for (size_t j = 0; j < n; j++) {
            const uint8_t *x = a + 768 * j + 3 * i;
            const int32_t *y = b + 256 * j + i;
            for (size_t g = 0; g < 4; g++) {
                const int end = g == 3; /* not past the end */
                const __m256i bytes = load24x8(x + 24 * g, end), z = load(y + 8 * g);
                const __m256i u = _mm256_shuffle_epi8(bytes, end ? PICK(0, 6, 4) : PICK(0, 6, 0));
                const __m256i w = _mm256_shuffle_epi8(bytes, end ? PICK(3, 9, 4) : PICK(3, 9, 0));
                even_sum[g] = _mm256_add_epi64(even_sum[g], _mm256_mul_epi32(u, z));
                odd_sum[g] = _mm256_add_epi64(odd_sum[g], _mm256_mul_epi32(w, odd(z)));
            }
        }
        for (size_t g = 0; g < 4; g++) {
            __m256i sum = reduce_sums(even_sum[g], odd_sum[g]);
            if (add)
                sum = _mm256_add_epi32(sum, load(r + i + 8 * g));
            store(r + i + 8 * g, sum);
        }
    }
}

/* ---- Sampling */

static size_t uniform(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
{
    /* 32 numbers at a time, kept as they are but for their top bits if none is too large. */
    const __m256i spread =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
    const __m256i spread_end =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1));
    const __m256i most = _mm256_set1_epi32(Q - 1), mask = _mm256_set1_epi32(0x7fffff);
    const uint8_t *end = in + bytes;
    while (in != end && have < 256) {
        while (end - in >= 96 && have <= 224) {
            __m256i large = _mm256_setzero_si256();
            for (size_t g = 0; g < 4; g++) {
                const __m256i x = _mm256_shuffle_epi8(load24x8(in + 24 * g, g == 3), g == 3 ? spread_end : spread);
                large = _mm256_or_si256(large, _mm256_cmpgt_epi32(_mm256_and_si256(x, mask), most));
            }
            if (!_mm256_testz_si256(large, large))
                break;
            for (size_t g = 0; g < 3; g++) {
                const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(in + 32 * g));
                const __m256i keep = _mm256_loadu_si256((const __m256i *)(const void *)(top_bits_off + (32 * g) % 3));
                _mm256_storeu_si256((__m256i *)(void *)(a + 3 * have + 32 * g), _mm256_and_si256(x, keep));
            }
            have += 32;
            in += 96;
        }
        const size_t now = end - in >= 96 ? 96 : (size_t)(end - in);
        have = plain_uniform(a, have, in, now);
        in += now;
    }
    return have;
}

static size_t eta_sample(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta)
{
    const __m128i value = eta == 2 ? _mm_setr_epi8(2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 0)
                                   : _mm_setr_epi8(4, 3, 2, 1, 0, -1, -2, -3, -4, 0, 0, 0, 0, 0, 0, 0);
    const __m128i limit = _mm_set1_epi8(eta == 2 ? 15 : 9);
    for (size_t i = 0; i < bytes && have < 256; i += 8) {
        const __m128i packed = _mm_loadl_epi64((const __m128i *)(const void *)(in + i)), low = _mm_set1_epi8(15);
        const __m128i half =
            _mm_unpacklo_epi8(_mm_and_si128(packed, low), _mm_and_si128(_mm_srli_epi16(packed, 4), low));
        const __m128i good = _mm_cmpgt_epi8(limit, half), chosen = _mm_shuffle_epi8(value, half);
        uint64_t masks[2] = {(uint64_t)_mm_cvtsi128_si64(good), (uint64_t)_mm_extract_epi64(good, 1)};
        const uint64_t values[2] = {(uint64_t)_mm_cvtsi128_si64(chosen), (uint64_t)_mm_extract_epi64(chosen, 1)};
        neosig_declassify(masks, sizeof masks, "which candidates are rejected says nothing of the others");
        for (size_t g = 0; g < 2; g++) {
            const uint64_t kept = _pext_u64(values[g], masks[g]);
            memcpy(s + have, &kept, 8);
            have += (size_t)_mm_popcnt_u64(masks[g]) / 8;
        }
    }
    return have < 256 ? have : 256;
}

/* ---- Encodings, challenge products */

static void unpack_z(int32_t r[256], const uint8_t *in, unsigned bits)
{
    /* Windows of three bytes: four fields in 9 or 10 bytes. The last load starts early, to end at the end. */
    const __m256i tables[2][2] = {
        {_mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 4, 5, 6, -1, 6, 7, 8, -1)),
         _mm256_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 4, 5, 6, -1, 6, 7, 8, -1, 7, 8, 9, -1, 9, 10, 11, -1, 11, 12, 13,
                          -1, 13, 14, 15, -1)},
        {_mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 5, 6, 7, -1, 7, 8, 9, -1)),
         _mm256_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 5, 6, 7, -1, 7, 8, 9, -1, 6, 7, 8, -1, 8, 9, 10, -1, 11, 12, 13, -1,
                          13, 14, 15, -1)}};
    const size_t kind = bits == 20, step = bits / 2;
    const __m256i shift = kind ? _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4) : _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    const __m256i mask = _mm256_set1_epi32((1 << bits) - 1), gamma1 = _mm256_set1_epi32(1 << (bits - 1));
    for (size_t i = 0; i < 256; i += 16, in += 4 * step) {
        for (size_t g = 0; g < 2; g++) {
            const uint8_t *low = in + 2 * step * g, *high = g == 0 ? in + step : in + 4 * step - 16;
            const __m256i bytes =
                _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                        _mm_loadu_si128((const __m128i *)(const void *)high), 1);
            const __m256i x = _mm256_srlv_epi32(_mm256_shuffle_epi8(bytes, tables[kind][g]), shift);
            store(r + i + 8 * g, _mm256_sub_epi32(gamma1, _mm256_and_si256(x, mask)));
        }
    }
}

static int add_sparse(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c, unsigned eta, int negative,
                      int32_t bound)
{
    const size_t terms = (size_t)c->plus + c->minus, most = eta == 2 ? 63 : 31; /* slices whose sum fits 8 bits */
    for (size_t done = 0; done < terms; done += most) {
        const size_t end = terms - done < most ? terms : done + most;
        size_t k = done;
        __m256i sum[8];
        for (size_t i = 0; i < 8; i++)
            sum[i] = _mm256_setzero_si256();
        for (; k < end && k < c->plus; k++) {
            const int8_t *slice = s + 256 - c->exponent[k];
            for (size_t i = 0; i < 8; i++)
                sum[i] = _mm256_add_epi8(sum[i], _mm256_loadu_si256((const __m256i *)(const void *)(slice + 32 * i)));
        }
        for (; k < end; k++) {
            const int8_t *slice = s + 256 - c->exponent[k];
            for (size_t i = 0; i < 8; i++)
                sum[i] = _mm256_sub_epi8(sum[i], _mm256_loadu_si256((const __m256i *)(const void *)(slice + 32 * i)));
        }
        for (size_t i = 0; i < 8; i++) {
            for (size_t g = 0; g < 4; g++) {
                const __m128i half = g < 2 ? _mm256_castsi256_si128(sum[i]) : _mm256_extracti128_si256(sum[i], 1);
                const __m256i x = _mm256_cvtepi8_epi32(g % 2 == 0 ? half : _mm_srli_si128(half, 8));
                int32_t *at = r + 32 * i + 8 * g;
                store(at, negative ? _mm256_sub_epi32(load(at), x) : _mm256_add_epi32(load(at), x));
            }
        }
    }
    return plain_exceeds(r, bound);
}

const neosig_mldsa_kernels neosig_mldsa_avx2 = {
    .name = "avx2",
    .ntt = ntt,
    .intt = intt,
    .mul = mul,
    .inner = inner,
    .uniform = uniform,
    .eta = eta_sample,
    .unpack_z = unpack_z,
    .pack_z = plain_pack_z,
    .unpack_short = plain_unpack_short,
    .pack_short = plain_pack_short,
    .unpack_t1 = plain_unpack_t1,
    .unpack_t0 = plain_unpack_t0,
    .power2round = plain_power2round,
    .decompose = plain_decompose,
    .use_hint = plain_use_hint,
    .add_sparse = add_sparse,
    .exceeds = plain_exceeds,
    .make_hint = plain_make_hint,
};

NEOSIG_TARGET_END

#endif
