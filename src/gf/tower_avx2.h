/* What kernels of the tower fields on AVX2 are made of: nibbles, and tables of multiples in registers. */
#include "core/inline.h"
#include "gf/polynomial_tables.h"
#include "gf/tower.h"

#include <immintrin.h>
#include <string.h>

typedef __m128i vec;
typedef __m256i wide;

INLINE vec load(const uint8_t *p)
{
    return _mm_loadu_si128((const vec *)(const void *)p);
}

INLINE void store(uint8_t *p, vec x)
{
    _mm_storeu_si128((vec *)(void *)p, x);
}

INLINE wide load_wide(const uint8_t *p)
{
    return _mm256_loadu_si256((const wide *)(const void *)p);
}

INLINE void store_wide(uint8_t *p, wide x)
{
    _mm256_storeu_si256((wide *)(void *)p, x);
}

INLINE wide in_both_halves(vec x)
{
    return _mm256_broadcastsi128_si256(x);
}

INLINE vec all(unsigned byte)
{
    return _mm_set1_epi8((char)byte);
}

INLINE wide of_two(vec low, vec high)
{
    return _mm256_set_m128i(high, low);
}

INLINE vec first_half(wide x)
{
    return _mm256_castsi256_si128(x);
}

INLINE wide low_wide(wide x)
{
    return _mm256_and_si256(x, _mm256_set1_epi8(15));
}

INLINE wide high_wide(wide x)
{
    return low_wide(_mm256_srli_epi16(x, 4));
}

INLINE wide all_wide(unsigned byte)
{
    return _mm256_set1_epi8((char)byte);
}

INLINE vec low(vec x)
{
    return _mm_and_si128(x, all(15));
}

INLINE vec high(vec x)
{
    return low(_mm_srli_epi16(x, 4));
}

/* The low nibble of byte i is the low nibble of byte i of l; its high nibble is the low nibble of byte i of h.
 * join_high takes the high nibbles of both. */
INLINE vec join_low(vec l, vec h)
{
    return _mm_or_si128(low(l), _mm_slli_epi16(low(h), 4));
}

INLINE vec join_high(vec l, vec h)
{
    return _mm_or_si128(high(l), _mm_andnot_si128(all(15), h));
}

INLINE vec zip_low(vec x, vec y)
{
    return _mm_unpacklo_epi8(x, y);
}

INLINE vec zip_high(vec x, vec y)
{
    return _mm_unpackhi_epi8(x, y);
}

/* The last load of a length ends where the length ends, so it overlaps the load before. fresh: how many of its
 * bytes, the last ones, were in no load before. The masks have 255 in these, and 0 before. */
static const uint8_t slide[64] = {
    [32] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255,        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

INLINE vec last_mask(size_t fresh)
{
    return load(slide + 16 + fresh);
}

INLINE wide last_mask_wide(size_t fresh)
{
    return load_wide(slide + fresh);
}

INLINE void add_to(uint8_t *c, vec x, vec mask)
{
    store(c, _mm_xor_si128(load(c), _mm_and_si128(x, mask)));
}

INLINE void add_to_wide(uint8_t *c, wide x, wide mask)
{
    store_wide(c, _mm256_xor_si256(load_wide(c), _mm256_and_si256(x, mask)));
}

/* ---- Tables of multiples, from logarithms to the base y: all in registers. */

/* The powers of y. The logarithm of zero is so large that a sum with it has the top bit, also after 15 is subtracted. A
 * shuffle gives zero for such an index. */
static const uint8_t powers[16] = {1, 4, 6, 14, 5, 2, 8, 11, 7, 10, 3, 12, 13, 9, 15, 1};
static const uint8_t logarithms[16] = {192, 0, 5, 10, 1, 4, 2, 8, 6, 13, 9, 7, 11, 12, 3, 14};

/* 8 (which is xy) times a nibble, the logarithm of that product, and 8 times the square of a nibble. */
static const uint8_t times_8[16] = {0, 8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2};
static const uint8_t logarithms_8[16] = {192, 6, 11, 1, 7, 10, 8, 14, 12, 4, 0, 13, 2, 3, 9, 5};
static const uint8_t squares_8[16] = {0, 8, 4, 12, 7, 15, 3, 11, 14, 6, 10, 2, 9, 1, 13, 5};

INLINE wide look_up(const uint8_t table[16], wide x)
{
    return _mm256_shuffle_epi8(in_both_halves(load(table)), x);
}

INLINE wide log_of(wide x)
{
    return look_up(logarithms, x);
}

INLINE wide power(wide exponent)
{
    return look_up(powers, _mm256_min_epu8(exponent, _mm256_sub_epi8(exponent, all_wide(15))));
}

/* The products of nibbles whose logarithms are given. */
INLINE wide power_of_sum(wide log_a, wide log_b)
{
    return power(_mm256_adds_epu8(log_a, log_b));
}

INLINE wide join(wide low, wide high)
{
    return _mm256_or_si256(low, _mm256_slli_epi16(high, 4));
}

/* As join_low and join_high. */
INLINE wide join_low_wide(wide l, wide h)
{
    return join(low_wide(l), low_wide(h));
}

INLINE wide join_high_wide(wide l, wide h)
{
    return _mm256_or_si256(high_wide(l), _mm256_andnot_si256(all_wide(15), h));
}

/* Both in place, in 6 instructions for 8: the high nibbles of x and the low ones of y change places. What a loop summed
 * up is joined by the two above, as compilers else copy it in each round. */
INLINE void exchange(wide *x, wide *y)
{
    const wide differences = low_wide(_mm256_xor_si256(_mm256_srli_epi16(*x, 4), *y));
    *x = _mm256_xor_si256(*x, _mm256_slli_epi16(differences, 4));
    *y = _mm256_xor_si256(*y, differences);
}

/* The multiples of an element whose logarithm is in all bytes, or of two elements, one for each half of the register.
 * multiples_of_two has the multiples of log_low's element in the low nibbles, and those of log_high's in the high.
 */
INLINE wide multiples(wide log)
{
    return power_of_sum(log, in_both_halves(load(logarithms)));
}

INLINE wide multiples_of_two(wide log_low, wide log_high)
{
    return join(multiples(log_low), multiples(log_high));
}

/* The vectors from number first on, each from byte number at on. */
INLINE neosig_tower_vectors behind(neosig_tower_vectors v, size_t at, size_t first)
{
    return (neosig_tower_vectors){v.base + at, v.offsets + first, v.count - first};
}

/* Two tables of an element: its products with each value of a low nibble, and with each value of a high nibble. */
typedef struct halves {
    wide low, high;
} halves;

/* For the element that is in all bytes of a. a = a0 + a1 z times b1 z is 8 a1 b1 + (a0 + a1) b1 z, as z^2 = z + 8. */
INLINE halves halves_of(const int bits, wide a)
{
    if (bits == 4) {
        wide t = multiples(log_of(a));
        return (halves){t, _mm256_slli_epi16(t, 4)};
    }
    wide a0 = low_wide(a), a1 = high_wide(a);
    return (halves){multiples_of_two(log_of(a0), log_of(a1)),
                    multiples_of_two(look_up(logarithms_8, a1), log_of(_mm256_xor_si256(a0, a1)))};
}

/* 1 / a in GF(256), undefined for 0: (a0 + a1 + a1 z) / (a0 (a0 + a1) + 8 a1^2). The logarithm of 1 / b is 15 minus
 * the logarithm of b. */
INLINE wide inverse(wide a)
{
    wide a0 = low_wide(a), a1 = high_wide(a), log_sum = log_of(_mm256_xor_si256(a0, a1));
    wide norm = _mm256_xor_si256(power_of_sum(log_of(a0), log_sum), look_up(squares_8, a1));
    wide scale = _mm256_sub_epi8(all_wide(15), log_of(norm));
    return join(power_of_sum(log_sum, scale), power_of_sum(log_of(a1), scale));
}

/* In the polynomial basis of GF(16): the multiples of one or two elements, as multiples. */
INLINE wide polynomial_multiples(wide x)
{
    const wide sum =
        _mm256_adds_epu8(look_up(neosig_polynomial_logarithms, x), in_both_halves(load(neosig_polynomial_logarithms)));
    return look_up(neosig_polynomial_powers, _mm256_min_epu8(sum, _mm256_sub_epi8(sum, all_wide(15))));
}

/* In that of GF(256): the products of a scalar with the low nibbles, then with the high ones, by the scalar's bits. */
INLINE wide polynomial_table_of(unsigned scalar)
{
    wide sum = _mm256_setzero_si256();
    UNROLL for (int i = 0; i < 8; i++) sum = _mm256_xor_si256(
        sum, _mm256_and_si256(all_wide(0 - (scalar >> i & 1)), load_wide(neosig_polynomial_multiples + 32 * i)));
    return sum;
}

INLINE wide product(halves t, wide x0, wide x1)
{
    return _mm256_xor_si256(_mm256_shuffle_epi8(t.low, x0), _mm256_shuffle_epi8(t.high, x1));
}

/* Products of nibbles. */
INLINE wide halves_product(wide a, wide b)
{
    return power_of_sum(log_of(a), log_of(b));
}

INLINE vec times_8_of(vec x)
{
    return _mm_shuffle_epi8(load(times_8), x);
}
