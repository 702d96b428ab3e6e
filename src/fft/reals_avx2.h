/* Vectors of four reals in AVX2, without FMA, which AVX2 does not imply. */
#ifndef NEOSIG_FFT_REALS_AVX2_H
#define NEOSIG_FFT_REALS_AVX2_H

#include "fft/real.h"

#include <immintrin.h>
#include <stddef.h>

#define REALS_LANES 4

typedef __m256d reals;

/* Clang before 11 takes no register of 32 bytes in a function with a target of its own. It fuses nothing unless told to
 * by -ffp-contract=fast. */
#if defined(__clang__) && __clang_major__ < 11
#define REALS_ROUNDED(a)
#else
#define REALS_ROUNDED(a) NEOSIG_REAL_ROUNDED(a)
#endif
#include "fft/reals_arithmetic_body.h"

static inline reals reals_load(const neosig_real *p)
{
    return _mm256_loadu_pd(p);
}

static inline void reals_store(neosig_real *p, reals a)
{
    _mm256_storeu_pd(p, a);
}

static inline reals reals_all(neosig_real a)
{
    return _mm256_set1_pd(a);
}

/* Patterns. */
static inline reals reals_of_bits(const uint64_t *p)
{
    return _mm256_castsi256_pd(_mm256_loadu_si256((const __m256i *)(const void *)p));
}

static inline reals reals_all_of_bits(const uint64_t *p)
{
    return _mm256_castsi256_pd(_mm256_set1_epi64x((long long)*p));
}

/* period patterns again and again, period < REALS_LANES. */
static inline reals reals_repeat_of_bits(const uint64_t *p, size_t period)
{
    return period == 1 ? reals_all_of_bits(p) : _mm256_broadcast_pd((const __m128d *)(const void *)p);
}

/* c - a b rounded once, if a b lies within [c/2, 2c]: by Veltkamp's and Dekker's exact product. */
static inline reals reals_residual(reals c, reals a, reals b)
{
    const reals splitter = _mm256_set1_pd(134217729), product = reals_multiply(a, b);
    reals t = reals_multiply(a, splitter);
    const reals a1 = reals_sub(t, reals_sub(t, a)), a0 = reals_sub(a, a1);
    t = reals_multiply(b, splitter);
    const reals b1 = reals_sub(t, reals_sub(t, b)), b0 = reals_sub(b, b1);
    reals error = reals_sub(reals_multiply(a1, b1), product);
    error = reals_add(error, reals_multiply(a1, b0));
    error = reals_add(error, reals_multiply(a0, b1));
    error = reals_add(error, reals_multiply(a0, b0));
    return reals_sub(reals_sub(c, product), error);
}

/* x by one ulp up where more is all ones, down where less is; x > 0 or the size of x. */
static inline reals reals_step(reals x, reals more, reals less)
{
    const __m256i step = _mm256_sub_epi64(_mm256_castpd_si256(less), _mm256_castpd_si256(more));
    return _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(x), step));
}

/* Half an ulp of x, x > 0. */
static inline reals reals_half_ulp(reals x)
{
    const reals exponent = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7ffLL << 52));
    return reals_multiply(_mm256_and_pd(x, exponent), _mm256_set1_pd(0x1p-53));
}

/* Newton's iteration from an estimate by the exponent and 3 bits, to within 1.5 ulp. Then the exact residual 1 - |a| y
 * says which number is the nearest: it is compared with |a| times half an ulp of y, which is exact too. */
static inline reals reals_reciprocal(reals a)
{
    const reals sign = _mm256_and_pd(a, _mm256_set1_pd(-0.0)), size = _mm256_xor_pd(a, sign);
    const reals one = _mm256_set1_pd(1);
    const __m256i magic = _mm256_set1_epi64x(0x7fde623822fc16e6);
    reals y = _mm256_castsi256_pd(_mm256_sub_epi64(magic, _mm256_castpd_si256(size)));
    for (unsigned i = 0; i < 5; i++)
        y = reals_multiply(y, reals_sub(_mm256_set1_pd(2), reals_multiply(size, y)));
    const reals r = reals_residual(one, size, y), t = reals_multiply(size, reals_half_ulp(y));
    y = reals_step(y, _mm256_cmp_pd(r, t, _CMP_GT_OQ), _mm256_cmp_pd(r, reals_negate(t), _CMP_LT_OQ));
    return _mm256_or_pd(y, sign);
}

/* The same for 1 / sqrt(a), g = a / sqrt(a) and one step more for g. Then g + ulp / 2 is too small for the root if a -
 * g^2 > g ulp, and g - ulp / 2 is too large if a - g^2 <= -g ulp. All these are multiples of ulp^2. a > 0. */
static inline reals reals_root(reals a)
{
    const reals half = _mm256_set1_pd(0.5), three_halves = _mm256_set1_pd(1.5);
    const reals half_a = reals_multiply(half, a);
    const __m256i magic = _mm256_set1_epi64x(0x5fe6eb50c7b537a9);
    reals y = _mm256_castsi256_pd(_mm256_sub_epi64(magic, _mm256_srli_epi64(_mm256_castpd_si256(a), 1)));
    for (unsigned i = 0; i < 4; i++)
        y = reals_multiply(y, reals_sub(three_halves, reals_multiply(half_a, reals_multiply(y, y))));
    reals g = reals_multiply(a, y);
    g = reals_add(g, reals_multiply(reals_residual(a, g, g), reals_multiply(half, y)));
    const reals r = reals_residual(a, g, g);
    const reals t = reals_multiply(reals_add(g, g), reals_half_ulp(g));
    return reals_step(g, _mm256_cmp_pd(r, t, _CMP_GT_OQ), _mm256_cmp_pd(r, reals_negate(t), _CMP_LE_OQ));
}

/* Of pairs of neighbours the first, and the second. */
static inline void reals_load_pairs(const neosig_real *p, reals *a, reals *b)
{
    const reals low = _mm256_loadu_pd(p), high = _mm256_loadu_pd(p + 4);
    *a = _mm256_permute4x64_pd(_mm256_unpacklo_pd(low, high), 0xd8);
    *b = _mm256_permute4x64_pd(_mm256_unpackhi_pd(low, high), 0xd8);
}

static inline void reals_store_pairs(neosig_real *p, reals a, reals b)
{
    const reals low = _mm256_unpacklo_pd(a, b), high = _mm256_unpackhi_pd(a, b);
    _mm256_storeu_pd(p, _mm256_permute2f128_pd(low, high, 0x20));
    _mm256_storeu_pd(p + 4, _mm256_permute2f128_pd(low, high, 0x31));
}

/* Of fours of neighbours the first, the second, ... */
static inline void reals_transpose(reals v[4])
{
    const reals a = _mm256_unpacklo_pd(v[0], v[1]), b = _mm256_unpackhi_pd(v[0], v[1]);
    const reals c = _mm256_unpacklo_pd(v[2], v[3]), d = _mm256_unpackhi_pd(v[2], v[3]);
    v[0] = _mm256_permute2f128_pd(a, c, 0x20);
    v[1] = _mm256_permute2f128_pd(b, d, 0x20);
    v[2] = _mm256_permute2f128_pd(a, c, 0x31);
    v[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

static inline void reals_load_fours(const neosig_real *p, reals v[4])
{
    for (size_t i = 0; i < 4; i++)
        v[i] = _mm256_loadu_pd(p + 4 * i);
    reals_transpose(v);
}

static inline void reals_store_fours(neosig_real *p, const reals v[4])
{
    reals out[4] = {v[0], v[1], v[2], v[3]};
    reals_transpose(out);
    for (size_t i = 0; i < 4; i++)
        _mm256_storeu_pd(p + 4 * i, out[i]);
}

/* Of pairs of patterns the first. */
static inline reals reals_even_of_bits(const uint64_t *p)
{
    return _mm256_permute4x64_pd(_mm256_unpacklo_pd(reals_of_bits(p), reals_of_bits(p + 4)), 0xd8);
}

#endif
