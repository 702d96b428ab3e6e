/* combine of tower_neon.c in the polynomial basis of GF(256).
 *
 * A scalar is its own table. Its products with bytes, of 15 bits, are summed up unreduced. */

typedef struct unreduced {
    vec low, high; /* the products of the first and the last eight bytes */
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

/* w vectors, 1 to 8, that follow one another; but if last is not NULL, the last of them is at *last. */
INLINE void load_with_last(const int w, vec *x, const uint8_t *a, const size_t *last)
{
    const int whole = last == NULL ? w : w - 1;
    if (whole > 4) {
        load_vectors(4, x, a);
        load_vectors(whole - 4, x + 4, a + 64);
    } else if (whole > 0) {
        load_vectors(whole, x, a);
    }
    if (last != NULL)
        x[w - 1] = vld1q_u8(a + *last);
}

INLINE void lazy_block(const int w, uint8_t *c, const size_t *last, vec mask, const uint8_t *a, size_t stride,
                       const uint8_t *table, size_t count)
{
    unreduced sum[8];
    UNROLL for (int i = 0; i < w; i++) sum[i] = (unreduced){vdupq_n_u8(0), vdupq_n_u8(0)};
#ifdef NEOSIG_TOWER_EOR3
    for (; count >= 2; count -= 2, a += 2 * stride, table += 2) {
        const poly8x16_t s = vreinterpretq_p8_u8(vld1q_dup_u8(table)), t = vreinterpretq_p8_u8(vld1q_dup_u8(table + 1));
        vec x[8], y[8];
        load_with_last(w, x, a, last);
        load_with_last(w, y, a + stride, last);
        UNROLL for (int i = 0; i < w; i++)
        {
            sum[i].low = sum3(sum[i].low, carryless_low(x[i], s), carryless_low(y[i], t));
            sum[i].high = sum3(sum[i].high, carryless_high(x[i], s), carryless_high(y[i], t));
        }
    }
#endif
    for (; count > 0; count--, a += stride, table++) {
        const poly8x16_t s = vreinterpretq_p8_u8(vld1q_dup_u8(table));
        vec x[8];
        load_with_last(w, x, a, last);
        UNROLL for (int i = 0; i < w; i++)
        {
            sum[i].low = veorq_u8(sum[i].low, carryless_low(x[i], s));
            sum[i].high = veorq_u8(sum[i].high, carryless_high(x[i], s));
        }
    }
    UNROLL for (int i = 0; i < w; i++)
    {
        uint8_t *const to = last != NULL && i == w - 1 ? c + *last : c + 16 * i;
        if (last != NULL && i == w - 1)
            add_to(to, reduced(sum[i]), mask);
        else
            vst1q_u8(to, veorq_u8(vld1q_u8(to), reduced(sum[i])));
    }
}

#define LAZY_CASES(w)                                                                                                  \
    case 2 * (w):                                                                                                      \
        lazy_block(w, c, NULL, mask, a, stride, tables, count);                                                        \
        break;                                                                                                         \
    case 2 * (w) + 1:                                                                                                  \
        lazy_block((w) + 1, c, &last, mask, a, stride, tables, count);                                                 \
        break

#define FEW 4

/* Tables take less for few scalars: nothing has to be reduced. */
static void combine_polynomial256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                                  size_t count)
{
    const uint8_t *tables = scalars;
    if (count < FEW) {
        uint8_t few[FEW * 32];
        for (size_t i = 0; i < count; i++)
            store_halves(few + 32 * i, polynomial_halves_of(vld1q_dup_u8(tables + i)));
        combine(8, c, bytes, a, stride, few, count);
        return;
    }
    for (; bytes >= 112; bytes -= 96, c += 96, a += 96)
        lazy_block(6, c, NULL, vdupq_n_u8(0), a, stride, tables, count);
    const size_t last = bytes - 16;
    const vec mask = last_mask(bytes % 16);
    switch (bytes / 16 * 2 + (bytes % 16 != 0)) {
        LAZY_CASES(1);
        LAZY_CASES(2);
        LAZY_CASES(3);
        LAZY_CASES(4);
        LAZY_CASES(5);
        LAZY_CASES(6);
    }
}
