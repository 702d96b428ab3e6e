/* combine of tower_neon.c in the basis of the powers of x: for the usual lengths by tower_lazy_neon.S, which says how
 * products are summed up unreduced. A scalar is its own table. */

/* Over GF(256) the products of the first and the last eight bytes, over GF(16) those of whole bytes and of high
 * nibbles. */
typedef struct unreduced {
    vec low, high;
} unreduced;

INLINE vec carryless_low(vec x, poly8x16_t scalar)
{
    return vreinterpretq_u8_p16(vmull_p8(vget_low_p8(vreinterpretq_p8_u8(x)), vget_low_p8(scalar)));
}

INLINE vec carryless_high(vec x, poly8x16_t scalar)
{
    return vreinterpretq_u8_p16(vmull_high_p8(vreinterpretq_p8_u8(x), scalar));
}

INLINE vec reduced(unreduced p)
{
    const vec x = vuzp2q_u8(p.low, p.high);
    const halves by = {vld1q_u8(neosig_polynomial_reduce), vld1q_u8(neosig_polynomial_reduce + 16)};
    return veorq_u8(vuzp1q_u8(p.low, p.high), product(by, x));
}

/* Elements of GF(16), of sums of 7 bits. The upper four bits are of no effect. */
INLINE vec reduced_nibbles(vec sum)
{
    const vec over = high(sum); /* x^4 = x + 1 */
    return veorq_u8(sum, veorq_u8(over, vshlq_n_u8(over, 1)));
}

INLINE vec reduced_sums(const int bits, unreduced p)
{
    if (bits == 8)
        return reduced(p);
    return vsliq_n_u8(reduced_nibbles(veorq_u8(p.low, vshlq_n_u8(p.high, 4))), reduced_nibbles(p.high), 4);
}

INLINE void add_unreduced(const int bits, unreduced *sum, vec x, poly8x16_t scalar)
{
    if (bits == 8) {
        sum->low = veorq_u8(sum->low, carryless_low(x, scalar));
        sum->high = veorq_u8(sum->high, carryless_high(x, scalar));
        return;
    }
    sum->low = veorq_u8(sum->low, vreinterpretq_u8_p8(vmulq_p8(vreinterpretq_p8_u8(x), scalar)));
    sum->high = veorq_u8(sum->high, vreinterpretq_u8_p8(vmulq_p8(vreinterpretq_p8_u8(high(x)), scalar)));
}

/* w vectors. If mask is not NULL, the last of them is at offset `last`, and only the bytes of mask are changed. */
INLINE void lazy_block(const int bits, const int w, uint8_t *c, size_t last, const vec *mask, const uint8_t *a,
                       size_t stride, const uint8_t *scalars, size_t count)
{
    const int whole = mask == NULL ? w : w - 1;
    unreduced sum[5];
    UNROLL for (int i = 0; i < w; i++) sum[i] = (unreduced){vdupq_n_u8(0), vdupq_n_u8(0)};
    for (; count > 0; count--, a += stride, scalars++) {
        const poly8x16_t s = vreinterpretq_p8_u8(vld1q_dup_u8(scalars));
        UNROLL for (int i = 0; i < w; i++) add_unreduced(bits, &sum[i], vld1q_u8(i < whole ? a + 16 * i : a + last), s);
    }
    UNROLL for (int i = 0; i < whole; i++)
        vst1q_u8(c + 16 * i, veorq_u8(vld1q_u8(c + 16 * i), reduced_sums(bits, sum[i])));
    if (mask != NULL)
        add_to(c + last, reduced_sums(bits, sum[w - 1]), *mask);
}

#ifndef NEOSIG_TOWER_EOR3
#define LAZY(bytes) neosig_tower_neon_lazy_##bytes
#else
#define LAZY(bytes) neosig_tower_neon_sha3_lazy_##bytes
#endif

/* Assembly: tower_lazy_neon.S. */
typedef void lazy_function(uint8_t *sums, const uint8_t *a, size_t stride, size_t back, const uint8_t *scalars,
                           size_t count);
extern lazy_function LAZY(16_32), LAZY(16_48), LAZY(16_128), LAZY(256_48), LAZY(256_72), LAZY(256_96), LAZY(256_128);

/* By assembly. The back of a vector begins at offset `back`. If its last 16 bytes begin with bytes of the front, these
 * are not added again. Of a back of eight bytes all are added. */
INLINE void lazy_sums(const int bits, lazy_function *function, uint8_t *c, size_t bytes, size_t back, const uint8_t *a,
                      size_t stride, const uint8_t *scalars, size_t count)
{
    uint8_t sums[256];
    const uint8_t *from = sums;
    function(sums, a, stride, back, scalars, count);
    for (size_t at = 0; at < bytes; at += 16, from += 32) {
        const vec sum = reduced_sums(bits, (unreduced){vld1q_u8(from), vld1q_u8(from + 16)});
        if (bytes - at < 16 && bytes - back < 16)
            vst1_u8(c + at, veor_u8(vld1_u8(c + at), vget_low_u8(sum)));
        else if (bytes - at < 16)
            add_to(c + back, sum, last_mask(bytes - at));
        else
            vst1q_u8(c + at, veorq_u8(vld1q_u8(c + at), sum));
    }
}

#define LAZY_CASES(w)                                                                                                  \
    case 2 * (w):                                                                                                      \
        lazy_block(bits, w, c, 0, NULL, a, stride, scalars, count);                                                    \
        break;                                                                                                         \
    case 2 * (w) + 1:                                                                                                  \
        lazy_block(bits, (w) + 1, c, last, &mask, a, stride, scalars, count);                                          \
        break

INLINE void combine_lazily(const int bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                           const uint8_t *scalars, size_t count)
{
    for (; bytes >= 144 || bytes == 128; bytes -= 128, c += 128, a += 128)
        lazy_sums(bits, bits == 4 ? LAZY(16_128) : LAZY(256_128), c, 128, 64, a, stride, scalars, count);
    if (bytes == 0)
        return;
    if (bytes > 32 && bytes <= 48) {
        lazy_sums(bits, bits == 4 ? LAZY(16_48) : LAZY(256_48), c, bytes, bytes - 16, a, stride, scalars, count);
        return;
    }
    if (bits == 4 ? bytes == 32 : bytes == 72 || bytes == 96) {
        lazy_sums(bits,
                  bits == 4     ? LAZY(16_32)
                  : bytes == 72 ? LAZY(256_72)
                                : LAZY(256_96),
                  c, bytes, 64, a, stride, scalars, count);
        return;
    }
    for (; bytes >= 80; bytes -= 64, c += 64, a += 64)
        lazy_block(bits, 4, c, 0, NULL, a, stride, scalars, count);
    const size_t last = bytes - 16;
    const vec mask = last_mask(bytes % 16);
    switch (bytes / 16 * 2 + (bytes % 16 != 0)) {
        LAZY_CASES(1);
        LAZY_CASES(2);
        LAZY_CASES(3);
        LAZY_CASES(4);
    }
}

#define FEW 4

/* Tables take less for few scalars: nothing has to be reduced. */
static void combine_polynomial256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                                  size_t count)
{
    const uint8_t *const elements = scalars;
    if (count < FEW) {
        uint8_t few[FEW * 32];
        for (size_t i = 0; i < count; i++)
            store_halves(few + 32 * i, polynomial_halves_of(vld1q_dup_u8(elements + i)));
        combine(8, c, bytes, a, stride, few, count);
        return;
    }
    combine_lazily(8, c, bytes, a, stride, elements, count);
}

static void combine_polynomial16(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                                 size_t count)
{
    const uint8_t *const elements = scalars;
    if (count < FEW) {
        uint8_t few[FEW * 16];
        for (size_t i = 0; i < count; i++)
            vst1q_u8(few + 16 * i, polynomial16_multiples(vld1q_dup_u8(elements + i)));
        combine(4, c, bytes, a, stride, few, count);
        return;
    }
    combine_lazily(4, c, bytes, a, stride, elements, count);
}
