/* The kernels of mldsa_poly.h in AVX2 and BMI2; what is not here is the plain code, vectorised by the compiler. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "core/inline.h"
#include "mldsa/mldsa_poly_plain_body.h"
#include "ntt/mod32_avx2.h"
#include "sym/bytes.h"

/* ---- Products */

/* 24 bytes as two halves of 12 bytes, each in the first 12 bytes of its 128 bits, or in the last 12 if from_end. */
static inline __m256i load24x8(const uint8_t *in, int from_end)
{
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(in - (from_end ? 4 : 0)));
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(in + 12 - (from_end ? 4 : 0)));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Indices for the even or the odd numbers of four numbers of three bytes, each to 64 bits. shift: where their 12 bytes
 * start. */
#define PICK(first, second, shift)                                                                                     \
    _mm256_broadcastsi128_si256(_mm_setr_epi8((first) + (shift), (first) + 1 + (shift), (first) + 2 + (shift), -1, -1, \
                                              -1, -1, -1, (second) + (shift), (second) + 1 + (shift),                  \
                                              (second) + 2 + (shift), -1, -1, -1, -1, -1))

static void inner(int32_t r[256], const uint8_t *a, const int32_t *b, size_t n, int add)
{
    neosig_mod32_assert_below(b, 256 * n, 6 * Q);
    for (size_t i = 0; i < 256; i += 32) {
        __m256i even_sum[4], odd_sum[4];
        for (size_t g = 0; g < 4; g++)
            even_sum[g] = odd_sum[g] = _mm256_setzero_si256();
        for (size_t j = 0; j < n; j++) {
            const uint8_t *x = a + 768 * j + 3 * i;
            const int32_t *y = b + 256 * j + i;
            for (size_t g = 0; g < 4; g++) {
                const int end = g == 3; /* not past the end */
                const __m256i bytes = load24x8(x + 24 * g, end), z = neosig_mod32_load(y + 8 * g);
                const __m256i u = _mm256_shuffle_epi8(bytes, end ? PICK(0, 6, 4) : PICK(0, 6, 0));
                const __m256i w = _mm256_shuffle_epi8(bytes, end ? PICK(3, 9, 4) : PICK(3, 9, 0));
                even_sum[g] = _mm256_add_epi64(even_sum[g], _mm256_mul_epi32(u, z));
                odd_sum[g] = _mm256_add_epi64(odd_sum[g], _mm256_mul_epi32(w, neosig_mod32_odd(z)));
            }
        }
        for (size_t g = 0; g < 4; g++) { /* q/2 + 8 q 6q / 2^32 < 0.6 q */
            __m256i sum = neosig_mod32_reduce(even_sum[g], odd_sum[g], Q, NEOSIG_MLDSA_Q_INVERSE);
            if (add)
                sum = _mm256_add_epi32(sum, neosig_mod32_load(r + i + 8 * g));
            neosig_mod32_store(r + i + 8 * g, sum);
        }
    }
}

/* ---- Sampling */

/* The top bits of groups of three bytes cleared: 32 bytes from any of the first three places. */
static const uint8_t top_bits_off[34] = {0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f,
                                         0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f,
                                         0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff};

static size_t mldsa_avx2_uniform_vartime(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
{
    /* 32 numbers at a time, kept as they are but for their top bits, up to the first one that is too large. */
    const __m256i spread =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
    const __m256i spread_end =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1));
    const __m256i most = _mm256_set1_epi32(Q - 1), mask = _mm256_set1_epi32(0x7fffff);
    const uint8_t *end = in + bytes;
    while (end - in >= 96 && have <= 224) {
        __m256i large[4];
        for (size_t g = 0; g < 4; g++) {
            const __m256i x = _mm256_shuffle_epi8(load24x8(in + 24 * g, g == 3), g == 3 ? spread_end : spread);
            large[g] = _mm256_cmpgt_epi32(_mm256_and_si256(x, mask), most);
        }
        for (size_t g = 0; g < 3; g++) {
            const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(in + 32 * g));
            const __m256i keep = _mm256_loadu_si256((const __m256i *)(const void *)(top_bits_off + (32 * g) % 3));
            _mm256_storeu_si256((__m256i *)(void *)(a + 3 * have + 32 * g), _mm256_and_si256(x, keep));
        }
        const __m256i any = _mm256_or_si256(_mm256_or_si256(large[0], large[1]), _mm256_or_si256(large[2], large[3]));
        size_t good = 32;
        if (!_mm256_testz_si256(any, any)) {
            uint32_t bad = 0;
            for (size_t g = 0; g < 4; g++)
                bad |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(large[g])) << 8 * g;
            good = (size_t)__builtin_ctz(bad);
            in += 3;
        }
        have += good;
        in += 3 * good;
    }
    return mldsa_plain_uniform_vartime(a, have, in, (size_t)(end - in));
}

static size_t mldsa_avx2_eta_vartime(int8_t s[272], size_t have, const uint8_t *in, size_t bytes, unsigned eta)
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

static void unpack_z(int32_t r[256], const uint8_t *in, int32_t gamma1)
{
    /* Windows of three bytes: four fields in 9 or 10 bytes. The last load starts early, to end at the end. */
    const __m256i tables[2][2] = {
        {_mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 4, 5, 6, -1, 6, 7, 8, -1)),
         _mm256_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 4, 5, 6, -1, 6, 7, 8, -1, 7, 8, 9, -1, 9, 10, 11, -1, 11, 12, 13,
                          -1, 13, 14, 15, -1)},
        {_mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 5, 6, 7, -1, 7, 8, 9, -1)),
         _mm256_setr_epi8(0, 1, 2, -1, 2, 3, 4, -1, 5, 6, 7, -1, 7, 8, 9, -1, 6, 7, 8, -1, 8, 9, 10, -1, 11, 12, 13, -1,
                          13, 14, 15, -1)}};
    const size_t kind = gamma1 == 1 << 19, step = kind ? 10 : 9;
    const __m256i shift = kind ? _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4) : _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    const __m256i mask = _mm256_set1_epi32(2 * gamma1 - 1), gamma1_x8 = _mm256_set1_epi32(gamma1);
    for (size_t i = 0; i < 256; i += 16, in += 4 * step) {
        for (size_t g = 0; g < 2; g++) {
            const uint8_t *low = in + 2 * step * g, *high = g == 0 ? in + step : in + 4 * step - 16;
            const __m256i bytes =
                _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                        _mm_loadu_si128((const __m128i *)(const void *)high), 1);
            const __m256i x = _mm256_srlv_epi32(_mm256_shuffle_epi8(bytes, tables[kind][g]), shift);
            neosig_mod32_store(r + i + 8 * g, _mm256_sub_epi32(gamma1_x8, _mm256_and_si256(x, mask)));
        }
    }
}

INLINE void pack_z_of(uint8_t *out, const int32_t r[256], const int bits)
{
    const __m256i gamma1 = _mm256_set1_epi32(1 << (bits - 1));
    for (size_t i = 0; i < 256; i += 8, out += bits) {
        /* In each half: two fields in each 64 bits; then all four, the last bits in the second 64 bits. */
        const __m256i v = _mm256_sub_epi32(gamma1, neosig_mod32_load(r + i));
        const __m256i even = _mm256_blend_epi32(v, _mm256_setzero_si256(), 0xaa);
        const __m256i pairs = _mm256_or_si256(even, _mm256_slli_epi64(neosig_mod32_odd(v), bits));
        const __m256i low = _mm256_or_si256(pairs, _mm256_slli_epi64(_mm256_bsrli_epi128(pairs, 8), 2 * bits));
        const __m256i fours = _mm256_blend_epi32(low, _mm256_srli_epi64(pairs, 64 - 2 * bits), 0xcc);
        uint8_t bytes[32];
        _mm256_storeu_si256((__m256i *)(void *)bytes, fours);
        memcpy(out, bytes, (size_t)bits / 2);
        memcpy(out + bits / 2, bytes + 16, (size_t)bits / 2);
    }
}

static void pack_z(uint8_t *out, const int32_t r[256], int32_t gamma1)
{
    neosig_mod32_assert_below(r, 256, gamma1);
    if (gamma1 == 1 << 17)
        pack_z_of(out, r, 18);
    else
        pack_z_of(out, r, 20);
}

/* Fields of 3 or 4 bits: a product with 1 and 2^bits joins neighbours to pairs, another one pairs of 3 bits. */
static void pack_s(uint8_t *out, const int8_t s[256], unsigned eta)
{
    const __m128i etas = _mm_set1_epi8((char)eta);
    for (size_t i = 0; i < 256; i += 16, out += eta == 2 ? 6 : 8) {
        const __m128i x = _mm_sub_epi8(etas, _mm_loadu_si128((const __m128i *)(const void *)(s + i)));
        uint64_t bytes;
        if (eta == 2) {
            const __m128i pairs = _mm_maddubs_epi16(x, _mm_set1_epi16(8 << 8 | 1));
            const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(64 << 16 | 1));
            const __m128i eights = _mm_or_si128(fours, _mm_srli_epi64(fours, 20)); /* other bits from the 24th on */
            const __m128i order = _mm_setr_epi8(0, 1, 2, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
            bytes = (uint64_t)_mm_cvtsi128_si64(_mm_shuffle_epi8(eights, order));
            memcpy(out, &bytes, 6);
        } else {
            const __m128i pairs = _mm_maddubs_epi16(x, _mm_set1_epi16(16 << 8 | 1));
            bytes = (uint64_t)_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs));
            memcpy(out, &bytes, 8);
        }
    }
}

/* Spreads 24 bits of each 64 to eight fields of 3 bits in bytes of their own. */
static inline __m256i spread(__m256i x)
{
    x = _mm256_and_si256(_mm256_or_si256(x, _mm256_slli_epi64(x, 20)), _mm256_set1_epi32(0xfff));
    x = _mm256_and_si256(_mm256_or_si256(x, _mm256_slli_epi64(x, 10)), _mm256_set1_epi16(0x3f));
    return _mm256_and_si256(_mm256_or_si256(x, _mm256_slli_epi64(x, 5)), _mm256_set1_epi8(7));
}

static int unpack_s(int8_t s[512], const uint8_t *in, unsigned eta)
{
    const __m256i threes = _mm256_setr_epi8(0, 1, 2, -1, -1, -1, -1, -1, 3, 4, 5, -1, -1, -1, -1, -1, 6, 7, 8, -1, -1,
                                            -1, -1, -1, 9, 10, 11, -1, -1, -1, -1, -1);
    const __m256i etas = _mm256_set1_epi8((char)eta);
    __m256i most = _mm256_setzero_si256();
    for (size_t i = 0; i < 256; i += 32) {
        __m256i x;
        if (eta == 2) {
            const uint8_t *from = in + 3 * i / 8;
            const __m128i twelve = _mm_insert_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from),
                                                    (int)neosig_load32_le(from + 8), 2);
            x = spread(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(twelve), threes));
        } else {
            const __m256i pairs = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)(in + i / 2)));
            x = _mm256_and_si256(_mm256_or_si256(pairs, _mm256_slli_epi16(pairs, 4)), _mm256_set1_epi8(15));
        }
        most = _mm256_max_epu8(most, x);
        _mm256_storeu_si256((__m256i *)(void *)(s + i), _mm256_sub_epi8(x, etas));
        _mm256_storeu_si256((__m256i *)(void *)(s + 256 + i), _mm256_sub_epi8(etas, x));
    }
    return _mm256_movemask_epi8(_mm256_cmpgt_epi8(most, _mm256_add_epi8(etas, etas)));
}

/* high_bits of the plain code, for eight numbers in (-q, q). */
INLINE __m256i high_bits_x8(__m256i r, const int32_t gamma2, __m256i *low)
{
    const int wide = gamma2 == NEOSIG_MLDSA_GAMMA2_32, shift = wide ? 22 : 24;
    const __m256i a = _mm256_add_epi32(r, _mm256_and_si256(_mm256_srai_epi32(r, 31), _mm256_set1_epi32(Q)));
    const __m256i part = _mm256_srli_epi32(_mm256_add_epi32(a, _mm256_set1_epi32(127)), 7);
    const __m256i product = _mm256_mullo_epi32(part, _mm256_set1_epi32(wide ? 1025 : 11275));
    const __m256i high = _mm256_srli_epi32(_mm256_add_epi32(product, _mm256_set1_epi32(1 << (shift - 1))), shift);
    const __m256i wrap = _mm256_cmpgt_epi32(high, _mm256_set1_epi32(number_of_w1(gamma2) - 1));
    *low = _mm256_add_epi32(_mm256_sub_epi32(a, _mm256_mullo_epi32(high, _mm256_set1_epi32(2 * gamma2))), wrap);
    neosig_mod32_assert_vector(*low, gamma2 + 1);
    return _mm256_andnot_si256(wrap, high);
}

/* 32 numbers in bytes, in order; those that do not fit become the nearest that does. */
INLINE __m256i narrow(const __m256i x[4])
{
    /* Packing leaves eight groups of four numbers in the order 0, 2, 4, 6, 1, 3, 5, 7. */
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i low = _mm256_packs_epi32(x[0], x[1]), high = _mm256_packs_epi32(x[2], x[3]);
    return _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order);
}

/* 32 numbers w1, encoded: products with 1 and 2^bits join neighbours to pairs, and for 6 bits pairs to fours. */
INLINE void pack_w1(uint8_t *out, __m256i bytes, const int32_t gamma2)
{
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32) {
        const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi16(16 << 8 | 1));
        const __m128i low = _mm256_castsi256_si128(pairs), next = _mm256_extracti128_si256(pairs, 1);
        _mm_storeu_si128((__m128i *)(void *)out, _mm_packus_epi16(low, next));
    } else {
        const __m256i order =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
        const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi16(64 << 8 | 1));
        const __m256i fours = _mm256_shuffle_epi8(_mm256_madd_epi16(pairs, _mm256_set1_epi32(4096 << 16 | 1)), order);
        const __m128i low = _mm256_castsi256_si128(fours), next = _mm256_extracti128_si256(fours, 1);
        _mm_storeu_si128((__m128i *)(void *)out, _mm_or_si128(low, _mm_bslli_si128(next, 12)));
        _mm_storel_epi64((__m128i *)(void *)(out + 16), _mm_bsrli_si128(next, 4));
    }
}

INLINE void decompose_for_x8(uint8_t *w1, int32_t r[256], const int32_t gamma2)
{
    for (size_t i = 0; i < 256; i += 32, w1 += gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 16 : 24) {
        __m256i high[4], low;
        for (size_t g = 0; g < 4; g++) {
            high[g] = high_bits_x8(neosig_mod32_load(r + i + 8 * g), gamma2, &low);
            neosig_mod32_store(r + i + 8 * g, low);
        }
        pack_w1(w1, narrow(high), gamma2);
    }
}

static void decompose(uint8_t *w1, int32_t r[256], int32_t gamma2)
{
    neosig_mod32_assert_below(r, 256, Q);
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
        decompose_for_x8(w1, r, NEOSIG_MLDSA_GAMMA2_32);
    else
        decompose_for_x8(w1, r, NEOSIG_MLDSA_GAMMA2_88);
}

INLINE void use_hint_for_x8(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], const int32_t gamma2)
{
    const __m256i m = _mm256_set1_epi8((char)number_of_w1(gamma2)), ones = _mm256_set1_epi8(1);
    for (size_t i = 0; i < 256; i += 32, w1 += gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? 16 : 24) {
        __m256i high[4], low[4];
        for (size_t g = 0; g < 4; g++)
            high[g] = high_bits_x8(neosig_mod32_load(r + i + 8 * g), gamma2, &low[g]);
        const __m256i bits = _mm256_loadu_si256((const __m256i *)(const void *)(hint + i));
        const __m256i down = _mm256_cmpgt_epi8(ones, narrow(low)); /* w0 <= 0 */
        __m256i x = _mm256_add_epi8(narrow(high), _mm256_sub_epi8(_mm256_xor_si256(bits, down), down));
        x = _mm256_andnot_si256(_mm256_cmpeq_epi8(x, m), x); /* m becomes 0 */
        x = _mm256_min_epu8(x, _mm256_sub_epi8(m, ones));    /* -1 becomes m - 1 */
        pack_w1(w1, x, gamma2);
    }
}

static void use_hint(uint8_t *w1, const int32_t r[256], const uint8_t hint[256], int32_t gamma2)
{
    neosig_mod32_assert_below(r, 256, Q);
    if (gamma2 == NEOSIG_MLDSA_GAMMA2_32)
        use_hint_for_x8(w1, r, hint, NEOSIG_MLDSA_GAMMA2_32);
    else
        use_hint_for_x8(w1, r, hint, NEOSIG_MLDSA_GAMMA2_88);
}

/* Four fields of 10 bits in five bytes, each in two bytes from `at` on. */
#define TENS(at)                                                                                                       \
    (at), (at) + 1, -1, -1, (at) + 1, (at) + 2, -1, -1, (at) + 2, (at) + 3, -1, -1, (at) + 3, (at) + 4, -1, -1

static void unpack_t1(int32_t r[256], const uint8_t in[320])
{
    /* Sixteen fields in 20 bytes, of which the first 16 bytes and the last 16 are loaded. */
    const __m256i tables[2] = {_mm256_setr_epi8(TENS(0), TENS(5)), _mm256_setr_epi8(TENS(6), TENS(11))};
    const __m256i shift = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6), mask = _mm256_set1_epi32(0x3ff);
    for (size_t i = 0; i < 256; i += 16, in += 20) {
        for (size_t g = 0; g < 2; g++) {
            const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(in + 4 * g));
            const __m256i windows = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), tables[g]);
            const __m256i fields = _mm256_and_si256(_mm256_srlv_epi32(windows, shift), mask);
            neosig_mod32_store(r + i + 8 * g, _mm256_slli_epi32(fields, NEOSIG_MLDSA_D));
        }
    }
}

static int mldsa_avx2_add_sparse_vartime(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c,
                                         unsigned eta, int negative, int32_t bound)
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
                int32_t *out = r + 32 * i + 8 * g;
                neosig_mod32_store(out, negative ? _mm256_sub_epi32(neosig_mod32_load(out), x)
                                                 : _mm256_add_epi32(neosig_mod32_load(out), x));
            }
        }
    }
    return mldsa_plain_exceeds(r, bound);
}

const neosig_mldsa_kernels neosig_mldsa_avx2 = {
    .name = "avx2",
    .inner = inner,
    .uniform_vartime = mldsa_avx2_uniform_vartime,
    .eta_vartime = NEOSIG_IF_SIGNING(mldsa_avx2_eta_vartime),
    .unpack_z = unpack_z,
    .pack_z = NEOSIG_IF_SIGNING(pack_z),
    .unpack_s = NEOSIG_IF_SIGNING(unpack_s),
    .pack_s = NEOSIG_IF_SIGNING(pack_s),
    .unpack_t1 = unpack_t1,
    .unpack_t0 = NEOSIG_IF_SIGNING(mldsa_plain_unpack_t0),
    .power2round = NEOSIG_IF_SIGNING(mldsa_plain_power2round),
    .decompose = NEOSIG_IF_SIGNING(decompose),
    .use_hint = use_hint,
    .add_sparse_vartime = NEOSIG_IF_SIGNING(mldsa_avx2_add_sparse_vartime),
    .exceeds = mldsa_plain_exceeds,
    .make_hint = NEOSIG_IF_SIGNING(mldsa_plain_make_hint),
};

NEOSIG_TARGET_END

#endif
