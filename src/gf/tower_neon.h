/* What kernels of the tower fields on NEON are made of: nibbles, and tables of multiples in registers. */
#include "core/inline.h"
#include "core/step.h"
#include "gf/polynomial_tables.h"
#include "gf/tower.h"

#include <arm_neon.h>
#include <string.h>

typedef uint8x16_t vec;

INLINE vec low(vec x)
{
    return vandq_u8(x, vdupq_n_u8(15));
}

INLINE vec high(vec x)
{
    return vshrq_n_u8(x, 4);
}

INLINE vec load(const uint8_t *p)
{
    return vld1q_u8(p);
}

INLINE void store(uint8_t *p, vec x)
{
    vst1q_u8(p, x);
}

/* The low nibble of byte i is the low nibble of byte i of l; its high nibble is the low nibble of byte i of h.
 * join_high takes the high nibbles of both. */
INLINE vec join_low(vec l, vec h)
{
    return vsliq_n_u8(l, h, 4);
}

INLINE vec join_high(vec l, vec h)
{
    return vsriq_n_u8(h, l, 4);
}

INLINE vec zip_low(vec x, vec y)
{
    return vzip1q_u8(x, y);
}

INLINE vec zip_high(vec x, vec y)
{
    return vzip2q_u8(x, y);
}

INLINE vec sum3(vec a, vec b, vec c)
{
#ifdef NEOSIG_TOWER_EOR3
    return veor3q_u8(a, b, c);
#else
    return veorq_u8(veorq_u8(a, b), c);
#endif
}

/* The last load of a length ends where the length ends, so it overlaps the load before. fresh: how many of its
 * bytes, the last ones, were in no load before. The mask has 255 in these, and 0 before. */
INLINE vec last_mask(size_t fresh)
{
    static const uint8_t slide[32] = {[16] = 255, 255, 255, 255, 255, 255, 255, 255,
                                      255,        255, 255, 255, 255, 255, 255, 255};
    return vld1q_u8(slide + fresh);
}

INLINE void add_to(uint8_t *c, vec x, vec mask)
{
    vst1q_u8(c, veorq_u8(vld1q_u8(c), vandq_u8(x, mask)));
}

/* w vectors that follow one another, at most seven, by as few instructions as possible. */
INLINE void load_vectors(const int w, vec *x, const uint8_t *in)
{
    int i = 0;
    if (w >= 4) {
        uint8x16x4_t v = vld1q_u8_x4(in);
        UNROLL for (; i < 4; i++) x[i] = v.val[i];
    }
    if (w - i == 3) {
        uint8x16x3_t v = vld1q_u8_x3(in + 16 * i);
        UNROLL for (int j = 0; j < 3; j++) x[i + j] = v.val[j];
    } else if (w - i == 2) {
        uint8x16x2_t v = vld1q_u8_x2(in + 16 * i);
        UNROLL for (int j = 0; j < 2; j++) x[i + j] = v.val[j];
    } else if (w - i == 1) {
        x[i] = vld1q_u8(in + 16 * i);
    }
}

/* ---- Tables of multiples, from logarithms to the base y: all in registers. */

/* The powers of y. A logarithm is below 15, or 64 for zero. So a sum with the logarithm of zero is 64 or more, and TBL
 * gives zero for it. */
static const uint8_t powers[32] = {1, 4, 6,  14, 5, 2, 8,  11, 7,  10, 3,  12, 13, 9,  15, 1,
                                   4, 6, 14, 5,  2, 8, 11, 7,  10, 3,  12, 13, 9,  15, 1,  4};
static const uint8_t logarithms[16] = {64, 0, 5, 10, 1, 4, 2, 8, 6, 13, 9, 7, 11, 12, 3, 14};

/* 8 (which is xy) times a nibble, and 8 times the square of a nibble. */
static const uint8_t times_8[16] = {0, 8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2};
static const uint8_t squares_8[16] = {0, 8, 4, 12, 7, 15, 3, 11, 14, 6, 10, 2, 9, 1, 13, 5};

/* Logarithms of nibbles, and powers of their sums. log_by is for logarithms of either basis. */
INLINE vec log_by(const uint8_t logs[16], vec x)
{
    return vqtbl1q_u8(vld1q_u8(logs), x);
}

INLINE vec log_of(vec x)
{
    return log_by(logarithms, x);
}

INLINE vec power(vec exponent)
{
    return vqtbl2q_u8(vld1q_u8_x2(powers), exponent);
}

/* The multiples of an element whose logarithm is in all bytes. multiples_of_two has those of two elements, in the low
 * and the high nibbles. y: powers, as an argument since compilers would load them again for each call. */
INLINE vec multiples_by(const uint8_t logs[16], uint8x16x2_t y, vec log)
{
    return vqtbl2q_u8(y, vaddq_u8(log, vld1q_u8(logs)));
}

INLINE vec multiples(uint8x16x2_t y, vec log)
{
    return multiples_by(logarithms, y, log);
}

INLINE vec multiples_of_two(uint8x16x2_t y, vec log_low, vec log_high)
{
    return vsliq_n_u8(multiples(y, log_low), multiples(y, log_high), 4);
}

/* Two tables of an element: its products with each value of a low nibble, and with each value of a high nibble. */
typedef struct halves {
    vec low, high;
} halves;

/* For an element a of GF(256). log_low and log_high have the logarithms of its nibbles in all bytes. a = a0 + a1 z
 * times b1 z is 8 a1 b1 + (a0 + a1) b1 z, as z^2 = z + 8. */
INLINE halves halves_of_logs(uint8x16x2_t y, vec log_low, vec log_high)
{
    vec t = multiples_of_two(y, log_low, log_high), t1 = high(t);
    return (halves){t, vsliq_n_u8(vqtbl1q_u8(vld1q_u8(times_8), t1), veorq_u8(t, t1), 4)};
}

/* For the element that is in all bytes of a. */
INLINE halves halves_of(const int bits, uint8x16x2_t y, vec a)
{
    if (bits == 8)
        return halves_of_logs(y, log_of(low(a)), log_of(high(a)));
    vec t = multiples(y, log_of(a));
    return (halves){t, vshlq_n_u8(t, 4)};
}

/* x^8 times a nibble is reduced by a table. */
INLINE vec polynomial_reduce(vec x)
{
    return vqtbl1q_u8(vld1q_u8(neosig_polynomial_reduce), x);
}

/* In the polynomial basis of GF(256), for the element that is in all bytes of a: the products with 0, ..., 15 have 11
 * bits. Those with 0, 16, ..., 240 are x^4 times these. */
INLINE halves polynomial_halves_of(vec a)
{
    static const uint8_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const poly8x16_t x = vreinterpretq_p8_u8(a), y = vreinterpretq_p8_u8(vld1q_u8(numbers));
    const vec p = vreinterpretq_u8_p16(vmull_p8(vget_low_p8(x), vget_low_p8(y))),
              q = vreinterpretq_u8_p16(vmull_high_p8(x, y));
    const vec t = veorq_u8(vuzp1q_u8(p, q), polynomial_reduce(vuzp2q_u8(p, q)));
    return (halves){t, veorq_u8(vshlq_n_u8(t, 4), polynomial_reduce(high(t)))};
}

INLINE vec product(halves t, vec x)
{
    return veorq_u8(vqtbl1q_u8(t.low, low(x)), vqtbl1q_u8(t.high, high(x)));
}

/* 1 / a in GF(256), undefined for 0: (a0 + a1 + a1 z) / (a0 (a0 + a1) + 8 a1^2). The logarithm of 1 / b is 15 minus
 * the logarithm of b. */
INLINE vec inverse(vec a)
{
    vec a0 = low(a), a1 = high(a), log_sum = log_of(veorq_u8(a0, a1));
    vec norm = veorq_u8(power(vaddq_u8(log_of(a0), log_sum)), vqtbl1q_u8(vld1q_u8(squares_8), a1));
    vec scale = vsubq_u8(vdupq_n_u8(15), log_of(norm));
    return vsliq_n_u8(power(vaddq_u8(log_sum, scale)), power(vaddq_u8(log_of(a1), scale)), 4);
}
