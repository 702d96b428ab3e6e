/* The extended greatest common divisor of the resultants, in constant time: Bernstein and Yang's divsteps ("Fast
 * constant-time gcd computation and modular inversion", CHES 2019), 62 at a time, with Wuille's start at delta = 1/2.
 *
 * A divstep, with a odd, and up to the sign of a:
 *
 *     delta > 0 and b odd:  (delta, a, b) -> (1 - delta, b, (b - a) / 2)
 *     else:                 (delta, a, b) -> (1 + delta, a, (b + (b mod 2) a) / 2)
 *
 * The lowest 62 bits of a and b decide on 62 divsteps: on a matrix with |t00| + |t01|, |t10| + |t11| <= 2^62 that takes
 * (a, b) to 2^62 (a, b). It starts at (g, f). After (45907 bits + 26313) / 19929 divsteps b is 0, and a is the gcd up
 * to its sign. That bound is the one of Wuille's hull (https://github.com/sipa/safegcd-bounds). Should the bound fail,
 * a solution is missed and the pair dropped.
 *
 * The matrices also take (d, e), which begin as (0, 1), so that d f = a and e f = b modulo g. Each time d and e are
 * divided by 2^62 modulo g. So G / q = d or -d mod g in the end, and F / q = (f G / q - 1) / g.
 *
 * Numbers are arrays of limbs of 62 bits, the last one signed. Time and addresses depend on the lengths alone. */
#include "core/wide.h"
#include "ntru/ntru_internal.h"

#include <string.h>

#define BITS NEOSIG_NTRU_LIMB_BITS
#define MASK ((INT64_C(1) << BITS) - 1)

typedef struct matrix {
    int64_t t[2][2];
} matrix;

/* Odd a's inverse modulo 2^62: a is its own modulo 8, and each step doubles the bits. */
static int64_t inverse(int64_t a)
{
    const uint64_t odd = (uint64_t)a;
    uint64_t x = odd;
    for (unsigned bits = 3; bits < BITS; bits *= 2)
        x *= 2 - odd * x;
    return (int64_t)(x & (uint64_t)MASK);
}

/* `steps` divsteps, at most 31, on the low words of a and b; zeta = -(delta + 1/2). In a row of the matrix m so far, t0
 * + 2^32 t1, one addition does both: |t0|, |t1| <= 2^steps. */
static inline void some_divsteps(int64_t *zeta, uint64_t *low_a, uint64_t *low_b, matrix *m, unsigned steps)
{
    uint64_t a = *low_a, b = *low_b, t0 = 1, t1 = UINT64_C(1) << 32;
    for (unsigned i = 0; i < steps; i++) {
        const uint64_t odd = 0 - (b & 1), minus = 0 - ((uint64_t)*zeta >> 63), swap = minus & odd;
        b += ((a ^ minus) - minus) & odd;
        t1 += ((t0 ^ minus) - minus) & odd;
        *zeta = (int64_t)(((uint64_t)*zeta ^ swap) - 1);
        a += b & swap;
        t0 += t1 & swap;
        b >>= 1;
        t0 <<= 1;
    }
    *low_a = a;
    *low_b = b;
    const uint64_t t[2] = {t0, t1};
    for (size_t row = 0; row < 2; row++) {
        m->t[row][0] = (int32_t)(uint32_t)t[row];
        m->t[row][1] = (int64_t)(t[row] - (uint64_t)m->t[row][0]) >> 32;
    }
}

/* A matrix is of 21 + 21 + 20 divsteps. Returns zeta after them. */
static int64_t divsteps(matrix *m, int64_t zeta, int64_t low_a, int64_t low_b)
{
    uint64_t a = (uint64_t)low_a, b = (uint64_t)low_b;
    some_divsteps(&zeta, &a, &b, m, 21);
    for (unsigned steps = 21; steps > 19; steps--) {
        const matrix before = *m;
        matrix next;
        some_divsteps(&zeta, &a, &b, &next, steps);
        for (size_t row = 0; row < 2; row++)
            for (size_t column = 0; column < 2; column++)
                m->t[row][column] = next.t[row][0] * before.t[0][column] + next.t[row][1] * before.t[1][column];
    }
    return zeta;
}

static inline neosig_wide multiply_add(neosig_wide sum, int64_t a, int64_t b)
{
    return neosig_wide_add(sum, neosig_wide_multiply_signed(a, b));
}

static inline int64_t low_limb(neosig_wide a)
{
    return (int64_t)(neosig_wide_low(a) & (uint64_t)MASK);
}

/* (a, b) = m (a, b) / 2^62, exactly. */
static void apply(const matrix *m, int64_t *a, int64_t *b, size_t limbs)
{
    neosig_wide sum[2] = {neosig_wide_of(0), neosig_wide_of(0)};
    for (size_t row = 0; row < 2; row++) /* multiples of 2^62 */
        sum[row] = neosig_wide_right_signed(
            multiply_add(multiply_add(sum[row], m->t[row][0], a[0]), m->t[row][1], b[0]), BITS);
    for (size_t i = 1; i < limbs; i++) {
        const int64_t x = a[i], y = b[i];
        for (size_t row = 0; row < 2; row++)
            sum[row] = multiply_add(multiply_add(sum[row], m->t[row][0], x), m->t[row][1], y);
        a[i - 1] = low_limb(sum[0]);
        b[i - 1] = low_limb(sum[1]);
        for (size_t row = 0; row < 2; row++)
            sum[row] = neosig_wide_right_signed(sum[row], BITS);
    }
    a[limbs - 1] = (int64_t)neosig_wide_low(sum[0]);
    b[limbs - 1] = (int64_t)neosig_wide_low(sum[1]);
}

/* (d, e) = m (d, e) / 2^62 modulo g, all within (-2g, g): for negative d and e the matrix's products by g are added, so
 * that sums stay in (-2^62 g, 2^62 g); then the multiple of g, in (-2^62, 0], that makes the lowest limb zero. */
static void apply_modulo(const matrix *m, int64_t *d, int64_t *e, const int64_t *g, int64_t g_inverse, size_t limbs)
{
    const int64_t minus[2] = {d[limbs - 1] >> 63, e[limbs - 1] >> 63};
    neosig_wide sum[2] = {neosig_wide_of(0), neosig_wide_of(0)};
    int64_t factor[2];
    for (size_t row = 0; row < 2; row++) {
        factor[row] = (m->t[row][0] & minus[0]) + (m->t[row][1] & minus[1]);
        const uint64_t low = (uint64_t)m->t[row][0] * (uint64_t)d[0] + (uint64_t)m->t[row][1] * (uint64_t)e[0];
        factor[row] -= (int64_t)(((uint64_t)g_inverse * low + (uint64_t)factor[row]) & (uint64_t)MASK);
    }
    for (size_t row = 0; row < 2; row++)
        sum[row] = neosig_wide_right_signed(
            multiply_add(multiply_add(multiply_add(sum[row], m->t[row][0], d[0]), m->t[row][1], e[0]), factor[row],
                         g[0]),
            BITS);
    for (size_t i = 1; i < limbs; i++) {
        const int64_t x = d[i], y = e[i], z = g[i];
        for (size_t row = 0; row < 2; row++)
            sum[row] =
                multiply_add(multiply_add(multiply_add(sum[row], m->t[row][0], x), m->t[row][1], y), factor[row], z);
        d[i - 1] = low_limb(sum[0]);
        e[i - 1] = low_limb(sum[1]);
        for (size_t row = 0; row < 2; row++)
            sum[row] = neosig_wide_right_signed(sum[row], BITS);
    }
    d[limbs - 1] = (int64_t)neosig_wide_low(sum[0]);
    e[limbs - 1] = (int64_t)neosig_wide_low(sum[1]);
}

/* a += b where mask is all ones. */
static void add_masked(int64_t *a, const int64_t *b, int64_t mask, size_t limbs)
{
    int64_t carry = 0;
    for (size_t i = 0; i < limbs; i++) {
        carry += a[i] + (b[i] & mask);
        a[i] = i + 1 < limbs ? carry & MASK : carry;
        carry >>= BITS;
    }
}

/* a = -a where mask is all ones. */
static void negate_masked(int64_t *a, int64_t mask, size_t limbs)
{
    int64_t carry = 0;
    for (size_t i = 0; i < limbs; i++) {
        carry += (a[i] ^ mask) - mask;
        a[i] = i + 1 < limbs ? carry & MASK : carry;
        carry >>= BITS;
    }
}

/* The number in column `column` of a pair of rows of degree 1, which is not negative. */
static void from_rows(int64_t *a, size_t limbs, const int32_t *pair, size_t column, size_t rows)
{
    uint64_t held = 0;
    unsigned bits = 0;
    for (size_t i = 0, row = 0; i < limbs; i++) {
        uint64_t limb = held;
        while (bits < BITS && row < rows) {
            const uint64_t digit = (uint64_t)pair[2 * row++ + column];
            limb |= digit << bits;
            held = bits + NEOSIG_NTRU_DIGIT_BITS > BITS ? digit >> (BITS - bits) : 0;
            bits += NEOSIG_NTRU_DIGIT_BITS;
        }
        a[i] = (int64_t)(limb & (uint64_t)MASK);
        bits = bits > BITS ? bits - BITS : 0;
        held = bits > 0 ? held : 0;
    }
}

/* q a in rows; nonzero if it is not below 2^limit. */
static uint64_t to_rows(int32_t *pair, size_t column, size_t rows, const int64_t *a, size_t limbs, int32_t q,
                        unsigned limit)
{
    uint64_t carry = 0, held = 0, beyond = 0;
    unsigned bits = 0;
    size_t row = 0;
    for (size_t i = 0; i < limbs; i++) {
        const neosig_wide product =
            neosig_wide_add(neosig_wide_multiply((uint64_t)a[i], (uint64_t)q), neosig_wide_of(carry));
        uint64_t limb = neosig_wide_low(product) & (uint64_t)MASK;
        carry = neosig_wide_low(neosig_wide_right(product, BITS));
        if (limit < BITS * (i + 1))
            beyond |= limit <= BITS * i ? limb : limb >> (limit - BITS * i);
        /* held has `bits` bits, fewer than 28 */
        unsigned left = BITS;
        while (bits + left >= NEOSIG_NTRU_DIGIT_BITS) {
            if (row < rows)
                pair[2 * row + column] = (int32_t)((held | limb << bits) & NEOSIG_NTRU_DIGIT_MASK);
            row++;
            limb >>= NEOSIG_NTRU_DIGIT_BITS - bits;
            left -= NEOSIG_NTRU_DIGIT_BITS - bits;
            held = 0;
            bits = 0;
        }
        held |= limb << bits;
        bits += left;
    }
    for (; row < rows; row++, held = 0)
        pair[2 * row + column] = (int32_t)held;
    return beyond | carry;
}

/* v = (f u - 1) / g modulo 2^(62 limbs), from the lowest limb on; t is scratch. */
static void divide_exactly(int64_t *v, const int64_t *f, const int64_t *u, const int64_t *g, int64_t g_inverse,
                           size_t limbs, int64_t *t)
{
    memset(t, 0, limbs * sizeof *t);
    for (size_t i = 0; i < limbs; i++) {
        neosig_wide sum = neosig_wide_of(0);
        for (size_t j = i; j < limbs; j++) {
            sum = neosig_wide_add(multiply_add(sum, f[i], u[j - i]), neosig_wide_of((uint64_t)t[j]));
            t[j] = low_limb(sum);
            sum = neosig_wide_right_signed(sum, BITS);
        }
    }
    for (size_t i = 0; i < limbs; i++) { /* t = f u - 1: f u is odd but for a gcd that is not 1 */
        const uint64_t low = (uint64_t)t[i] - (i == 0);
        v[i] = (int64_t)(low * (uint64_t)g_inverse & (uint64_t)MASK);
        neosig_wide sum = neosig_wide_of(0);
        if (i == 0)
            sum = neosig_wide_multiply_signed(-1, 1);
        for (size_t j = i; j < limbs; j++) {
            sum = neosig_wide_add(multiply_add(sum, -v[i], g[j - i]), neosig_wide_of((uint64_t)t[j]));
            t[j] = low_limb(sum);
            sum = neosig_wide_right_signed(sum, BITS);
        }
    }
}

/* Limbs that a and b have after so many steps. A step takes 0.48 bits off them in the mean; 0.44, and 5 limbs more, is
 * what random numbers never fall behind; that nothing is cut off is seen to. */
static size_t length_after(unsigned steps, size_t limbs)
{
    const size_t off = steps * 11 / (25 * BITS);
    return off + 2 < limbs ? limbs - (off > 5 ? off - 5 : 0) : 7;
}

/* Joins the last limb, which is a sign, to the one before it; not zero if it is none. */
static int64_t cut(int64_t *a, size_t length)
{
    const uint64_t last = (uint64_t)a[length];
    a[length - 1] |= (int64_t)(last << BITS);
    return (int64_t)((last + 1) >> 1);
}

unsigned neosig_ntru_gcd(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, unsigned bits, int F_alone,
                         int32_t q, int64_t *scratch)
{
    const size_t limbs = neosig_ntru_limbs(rows_fg);
    int64_t *a = scratch, *b = a + limbs, *d = b + limbs, *e = d + limbs, *f = e + limbs, *g = f + limbs;
    int64_t *v = g + limbs, *t = v + limbs;
    from_rows(f, limbs, fg, 0, rows_fg);
    from_rows(g, limbs, fg, 1, rows_fg);
    memcpy(a, g, limbs * sizeof *a);
    memcpy(b, f, limbs * sizeof *b);
    memset(d, 0, limbs * sizeof *d);
    memset(e, 0, limbs * sizeof *e);
    e[0] = 1;
    const int64_t g_inverse = inverse(g[0]);
    int64_t zeta = -1;
    const unsigned steps = (45907 * bits + 26313) / 19929;
    size_t length = limbs;
    int64_t wrong = 0;
    for (unsigned done = 0; done < steps; done += BITS) {
        matrix m;
        zeta = divsteps(&m, zeta, a[0], b[0]);
        apply(&m, a, b, length);
        if (length > length_after(done + BITS, limbs)) { /* the last limb is a sign */
            length--;
            wrong |= cut(a, length) | cut(b, length);
        }
        apply_modulo(&m, d, e, g, g_inverse, limbs);
    }
    /* a = 1 or -1; d f = a mod g, d in (-2g, g) */
    const int64_t minus = a[length - 1] >> 63;
    negate_masked(a, minus, length);
    wrong |= a[0] ^ 1;
    for (size_t i = 1; i < length; i++)
        wrong |= a[i];
    add_masked(d, g, d[limbs - 1] >> 63, limbs);
    negate_masked(d, minus, limbs);
    add_masked(d, g, d[limbs - 1] >> 63, limbs);
    divide_exactly(v, f, d, g, g_inverse, limbs, t);
    const uint64_t F_beyond = to_rows(FG, 0, rows, v, limbs, q, bits),
                   G_beyond = to_rows(FG, 1, rows, d, limbs, q, bits);
    const uint64_t beyond = F_beyond | (F_alone ? 0 : G_beyond) | (uint64_t)wrong;
    return 1 ^ (unsigned)((beyond | (0 - beyond)) >> 63);
}
