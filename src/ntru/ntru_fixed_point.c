/* Fixed-point numbers: division and transforms. */
#include "ntru/ntru_fixed_point.h"
#include "ntru/ntru_fixed_tables.h"

typedef struct complex_fixed {
    int64_t re, im;
} complex_fixed;

/* By three products. */
static inline complex_fixed multiply(complex_fixed a, complex_fixed b)
{
    const int64_t re = neosig_fixed_multiply(a.re, b.re), im = neosig_fixed_multiply(a.im, b.im);
    const int64_t both = neosig_fixed_multiply(neosig_fixed_add(a.re, a.im), neosig_fixed_add(b.re, b.im));
    return (complex_fixed){neosig_fixed_sub(re, im), neosig_fixed_sub(both, neosig_fixed_add(re, im))};
}

static inline int64_t half(int64_t a)
{
    return neosig_fixed_add(a, 1) >> 1;
}

int64_t neosig_fixed_divide(int64_t a, int64_t b)
{
    const uint64_t minus_a = 0 - ((uint64_t)a >> 63), minus_b = 0 - ((uint64_t)b >> 63);
    const uint64_t x = ((uint64_t)a ^ minus_a) - minus_a, y = ((uint64_t)b ^ minus_b) - minus_b;
    uint64_t rest = x >> 31, quotient = 0;
    for (unsigned i = 0; i <= 64; i++) { /* bit 63 - i of the quotient; the last round rounds */
        const uint64_t fits = 1 ^ ((rest - y) >> 63);
        quotient = i < 64 ? quotient << 1 | fits : quotient + fits;
        rest -= y & (0 - fits);
        rest = rest << 1 | (i <= 30 ? x >> (30 - i) & 1 : 0);
    }
    return (int64_t)((quotient ^ (minus_a ^ minus_b)) - (minus_a ^ minus_b));
}

void neosig_fixed_forward(int64_t *f, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t blocks = 1, distance = half_n / 2; distance > 0; blocks *= 2, distance /= 2)
        for (size_t block = 0; block < blocks; block++) {
            const complex_fixed root = {ntru_fixed_roots[blocks + block][0], ntru_fixed_roots[blocks + block][1]};
            int64_t *re = f + 2 * distance * block, *im = re + half_n;
            for (size_t i = 0; i < distance; i++) {
                const complex_fixed t = multiply(root, (complex_fixed){re[distance + i], im[distance + i]});
                re[distance + i] = neosig_fixed_sub(re[i], t.re);
                im[distance + i] = neosig_fixed_sub(im[i], t.im);
                re[i] = neosig_fixed_add(re[i], t.re);
                im[i] = neosig_fixed_add(im[i], t.im);
            }
        }
}

void neosig_fixed_inverse(int64_t *f, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t blocks = half_n / 2, distance = 1; blocks > 0; blocks /= 2, distance *= 2)
        for (size_t block = 0; block < blocks; block++) {
            const complex_fixed root = {ntru_fixed_roots[blocks + block][0], -ntru_fixed_roots[blocks + block][1]};
            int64_t *re = f + 2 * distance * block, *im = re + half_n;
            for (size_t i = 0; i < distance; i++) {
                const complex_fixed difference = {half(neosig_fixed_sub(re[i], re[distance + i])),
                                                  half(neosig_fixed_sub(im[i], im[distance + i]))};
                re[i] = half(neosig_fixed_add(re[i], re[distance + i]));
                im[i] = half(neosig_fixed_add(im[i], im[distance + i]));
                const complex_fixed t = multiply(root, difference);
                re[distance + i] = t.re;
                im[distance + i] = t.im;
            }
        }
}

void neosig_fixed_multiply_transformed(int64_t *a, const int64_t *b, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t i = 0; i < half_n; i++) {
        const complex_fixed t = multiply((complex_fixed){a[i], a[half_n + i]}, (complex_fixed){b[i], b[half_n + i]});
        a[i] = t.re;
        a[half_n + i] = t.im;
    }
}

static inline int64_t square_sum(int64_t a, int64_t b)
{
    return neosig_fixed_add(neosig_fixed_multiply(a, a), neosig_fixed_multiply(b, b));
}

void neosig_fixed_norm(int64_t *r, const int64_t *f, const int64_t *g, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    for (size_t i = 0; i < half_n; i++)
        r[i] = neosig_fixed_add(square_sum(f[i], f[half_n + i]), square_sum(g[i], g[half_n + i]));
}
