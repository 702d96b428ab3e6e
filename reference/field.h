/* GF(16) and GF(256) by logarithms, one element a byte, and what the schemes over them share: packing, elimination. */
#ifndef NEOSIG_REFERENCE_FIELD_H
#define NEOSIG_REFERENCE_FIELD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct gf {
    unsigned bits;              /* of an element: 4 or 8 */
    unsigned order;             /* of the generator */
    uint8_t exp[510], log[256]; /* its powers, and their logarithms */
} gf;

/* The product modulo the polynomial of degree bits: x^4 + x + 1, or AES's x^8 + x^4 + x^3 + x + 1. */
static inline unsigned field_by_polynomial(unsigned bits, unsigned a, unsigned b)
{
    unsigned modulus = bits == 4 ? 0x13 : 0x11b, product = 0;
    for (unsigned i = bits; i-- > 0;) {
        product <<= 1;
        product ^= (product >> bits & 1) * modulus;
        product ^= (b >> i & 1) * a;
    }
    return product;
}

/* generator: its powers are all elements but 0, of a field of `order` + 1 elements. */
static inline void field_make(gf *f, unsigned bits, unsigned order, unsigned generator,
                              unsigned (*multiply)(unsigned bits, unsigned a, unsigned b))
{
    unsigned power = 1;
    f->bits = bits;
    f->order = order;
    for (unsigned i = 0; i < order; i++) {
        f->exp[i] = f->exp[i + order] = (uint8_t)power;
        f->log[power] = (uint8_t)i;
        power = multiply(bits, power, generator);
    }
}

static inline uint8_t field_multiply(const gf *f, uint8_t a, uint8_t b)
{
    return a == 0 || b == 0 ? 0 : f->exp[f->log[a] + f->log[b]];
}

/* The quotient 1 / a; a is not 0. */
static inline uint8_t field_inverse(const gf *f, uint8_t a)
{
    return f->exp[f->order - f->log[a]];
}

/* Bytes of so many elements. */
static inline size_t field_bytes(const gf *f, size_t elements)
{
    return (elements * f->bits + 7) / 8;
}

/* Two elements of GF(16) a byte, the even one in the low nibble; or one of GF(256). */
static inline void field_unpack(const gf *f, uint8_t *elements, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        elements[i] = (uint8_t)(f->bits == 8 ? bytes[i] : bytes[i / 2] >> i % 2 * 4 & 15);
}

static inline void field_pack(const gf *f, uint8_t *bytes, const uint8_t *elements, size_t count)
{
    memset(bytes, 0, field_bytes(f, count));
    for (size_t i = 0; i < count; i++)
        bytes[i * f->bits / 8] |= (uint8_t)(f->bits == 8 ? elements[i] : elements[i] << i % 2 * 4);
}

/* c += a b for a vector b. */
static inline void field_add(const gf *f, uint8_t *c, uint8_t a, const uint8_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        c[i] ^= field_multiply(f, a, b[i]);
}

/* Brings the equations, rows of `unknowns` coefficients and a right side, to reduced echelon form, with pivots as far
 * to the left as possible. x is the solution that is 0 off the pivots' columns. -1 if an equation has no pivot. */
static inline int field_solve(const gf *f, uint8_t *x, uint8_t *system, size_t equations, size_t unknowns)
{
    size_t width = unknowns + 1, p = 0;
    memset(x, 0, unknowns);
    for (size_t c = 0; c < unknowns && p < equations; c++) {
        uint8_t *pivot = system + p * width;
        size_t r = p;
        while (r < equations && system[r * width + c] == 0)
            r++;
        if (r == equations)
            continue;
        for (size_t i = 0; i < width; i++) {
            uint8_t swap = system[r * width + i];
            system[r * width + i] = pivot[i];
            pivot[i] = swap;
        }
        field_add(f, pivot, field_inverse(f, pivot[c]) ^ 1, pivot, width);
        for (r = 0; r < equations; r++)
            if (r != p)
                field_add(f, system + r * width, system[r * width + c], pivot, width);
        p++;
    }
    if (p < equations)
        return -1;
    for (size_t r = 0; r < equations; r++) {
        size_t c = 0;
        while (system[r * width + c] == 0)
            c++;
        x[c] = system[r * width + unknowns];
    }
    return 0;
}

#endif
