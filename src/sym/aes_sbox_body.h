/* AES's S-box on bit planes, for any word type with C's operators. Define word before including this. */
#ifndef NEOSIG_SYM_AES_SBOX_BODY_H
#define NEOSIG_SYM_AES_SBOX_BODY_H

/* The S-box inverts in a tower of fields, each with a normal basis over the one below.
 *
 *     GF(4)     basis W^2, W over GF(2)      W = 0xbc                      trace 1.
 *     GF(16)    basis Z^4, Z over GF(4)      Z = 0x5c, norm Z^5 = W        trace 1.
 *     GF(256)   basis Y^16, Y over GF(16)    Y = 0xfe, norm Y^17 = 0xec    trace 1.
 *
 * Hexadecimal numbers are elements of AES's field. With these bases the two changes of basis are cheapest. A field
 * element has a bit in each of several words, its planes. A word holds this bit of as many elements as it has bits. */
typedef struct gf4 {
    word h, l;
} gf4;

typedef struct gf16 {
    gf4 h, l;
} gf16;

static inline gf4 gf4_add(gf4 a, gf4 b)
{
    return (gf4){a.h ^ b.h, a.l ^ b.l};
}

static inline gf4 gf4_mul(gf4 a, gf4 b)
{
    const word t = (a.h ^ a.l) & (b.h ^ b.l);
    return (gf4){t ^ (a.h & b.h), t ^ (a.l & b.l)};
}

static inline gf4 gf4_mul_w(gf4 a)
{
    return (gf4){a.h ^ a.l, a.h};
}

/* Squaring, which is also inversion. */
static inline gf4 gf4_square(gf4 a)
{
    return (gf4){a.l, a.h};
}

static inline gf16 gf16_add(gf16 a, gf16 b)
{
    return (gf16){gf4_add(a.h, b.h), gf4_add(a.l, b.l)};
}

static inline gf16 gf16_mul(gf16 a, gf16 b)
{
    const gf4 t = gf4_mul_w(gf4_mul(gf4_add(a.h, a.l), gf4_add(b.h, b.l)));
    return (gf16){gf4_add(t, gf4_mul(a.h, b.h)), gf4_add(t, gf4_mul(a.l, b.l))};
}

static inline gf16 gf16_invert(gf16 a)
{
    const gf4 norm = gf4_add(gf4_mul(a.h, a.l), gf4_mul_w(gf4_square(gf4_add(a.h, a.l))));
    const gf4 inverse = gf4_square(norm);
    return (gf16){gf4_mul(inverse, a.l), gf4_mul(inverse, a.h)};
}

/* Y^17 a^2 */
static inline gf16 gf16_square_scale(gf16 a)
{
    return (gf16){{a.l.l ^ a.h.l, a.l.h ^ a.h.h}, {a.l.h, a.l.l ^ a.l.h}};
}

/* SubBytes without its constant 0x63. Plane i of the bytes is q[i]. The caller adds the constant: for instance to the
 * next round key, since ShiftRows and MixColumns do not change it. */
static inline void sub_bytes(word q[8])
{
    /* Into the tower. */
    const word s06 = q[0] ^ q[6], s13 = q[1] ^ q[3];
    const word t5 = q[5] ^ s06, t1 = q[1] ^ t5, t2 = q[2] ^ t1;
    const gf16 l = {{q[4] ^ t5, q[7] ^ t2}, {q[7] ^ t5, t1}};
    const gf16 h = {{q[0], q[0] ^ q[4] ^ q[7] ^ s13}, {q[2] ^ s06 ^ s13, t5}};

    /* The inverse of h Y^16 + l Y is l / n Y^16 + h / n Y, n = h l + (h + l)^2 Y^17. */
    const gf16 inverse = gf16_invert(gf16_add(gf16_mul(h, l), gf16_square_scale(gf16_add(h, l))));
    const gf16 rh = gf16_mul(inverse, l), rl = gf16_mul(inverse, h);

    /* Back, through the linear part of the affine map of FIPS 197 section 5.1.1. */
    const word r0 = rl.l.l, r1 = rl.l.h, r2 = rl.h.l, r3 = rl.h.h, r4 = rh.l.l, r5 = rh.l.h, r6 = rh.h.l, r7 = rh.h.h;
    const word u06 = r0 ^ r6, u13 = r1 ^ r3, u206 = r2 ^ u06, u357 = r7 ^ r3 ^ r5;
    q[0] = r4 ^ u13;
    q[1] = r4 ^ r0 ^ r1;
    q[2] = u06 ^ u357;
    q[3] = u206 ^ u13;
    q[4] = u206;
    q[5] = r3 ^ r5;
    q[6] = r2 ^ r6;
    q[7] = u06;
}

#endif
