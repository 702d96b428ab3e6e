/* combine of tower_neon.c in the basis of the powers of x: by tower_lazy_neon.S, which says how products are summed up
 * unreduced. A scalar is its own table. */

/* Over GF(256) the products of the first and the last eight bytes, over GF(16) those of whole bytes and of high
 * nibbles. */
typedef struct unreduced {
    vec low, high;
} unreduced;

INLINE vec reduced(unreduced p)
{
    const vec x = vuzp2q_u8(p.low, p.high);
    const halves by = {vld1q_u8(neosig_polynomial_reduce), vld1q_u8(neosig_polynomial_reduce + 16)};
    return veorq_u8(vuzp1q_u8(p.low, p.high), product(by, x));
}

/* The sums of high nibbles have 7 bits, and so have those of low ones without what the high nibbles add. */
INLINE vec reduced_nibbles(unreduced p)
{
    const vec sums = veorq_u8(p.low, vshlq_n_u8(p.high, 4)), over = join_high(sums, p.high);
    return sum3(join_low(sums, p.high), over, vshlq_n_u8(over, 1)); /* x^4 = x + 1 */
}

#ifndef NEOSIG_TOWER_EOR3
#define LAZY(bytes) neosig_tower_neon_lazy_##bytes
#else
#define LAZY(bytes) neosig_tower_neon_sha3_lazy_##bytes
#endif

/* Assembly: tower_lazy_neon.S. */
typedef void lazy_function(uint8_t *sums, const uint8_t *a, size_t stride, size_t back, const uint8_t *scalars,
                           size_t count);
extern lazy_function LAZY(16_16), LAZY(16_31), LAZY(16_32), LAZY(16_48), LAZY(16_64), LAZY(16_80), LAZY(16_128),
    LAZY(256_16), LAZY(256_32), LAZY(256_48), LAZY(256_64), LAZY(256_72), LAZY(256_80), LAZY(256_96), LAZY(256_128);

/* The bytes of the front and of the back. */
typedef struct lazy_kernel {
    lazy_function *sum;
    uint8_t front, back;
} lazy_kernel;

/* The longest vector besides 128 bytes. */
#define LAZY_MOST(bits) ((bits) == 4 ? 80 : 96)

/* For 16 bytes to LAZY_MOST(bits). */
INLINE lazy_kernel lazy_kernel_of(const int bits, size_t bytes)
{
    static const lazy_kernel of_16[] = {{LAZY(16_16), 16, 0},
                                        {LAZY(16_31), 16, 16},
                                        {LAZY(16_48), 32, 16},
                                        {LAZY(16_64), 32, 32},
                                        {LAZY(16_80), 64, 16}},
                             of_256[] = {{LAZY(256_16), 16, 0},  {LAZY(256_32), 16, 16}, {LAZY(256_48), 32, 16},
                                         {LAZY(256_64), 32, 32}, {LAZY(256_80), 64, 16}, {LAZY(256_96), 64, 32}};
    if (bits == 4 && bytes == 32)
        return (lazy_kernel){LAZY(16_32), 32, 0};
    if (bits == 8 && bytes == 72)
        return (lazy_kernel){LAZY(256_72), 64, 8};
    return (bits == 4 ? of_16 : of_256)[(bytes - 1) / 16];
}

INLINE vec next_sum(const int bits, const uint8_t **sums)
{
    const unreduced p = {vld1q_u8(*sums), vld1q_u8(*sums + 16)};
    *sums += 32;
    return bits == 8 ? reduced(p) : reduced_nibbles(p);
}

/* bytes: as the kernel takes them. If the back begins with bytes of the front, these are not added again. */
INLINE void combine_by(const int bits, lazy_kernel kernel, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                       const uint8_t *scalars, size_t count)
{
    const size_t back = bytes - kernel.back, whole = bytes % 16 == 0 ? bytes : kernel.front;
    uint8_t sums[256];
    const uint8_t *from = sums;
    kernel.sum(sums, a, stride, back, scalars, count);
    _Pragma("GCC unroll 2") for (size_t at = 0; at < whole; at += 16)
        vst1q_u8(c + at, veorq_u8(vld1q_u8(c + at), next_sum(bits, &from)));
    if (whole == bytes)
        return;
    const vec sum = next_sum(bits, &from);
    if (kernel.back == 8) {
        vst1_u8(c + back, veor_u8(vld1_u8(c + back), vget_low_u8(sum)));
        return;
    }
    add_to(c + back, sum, last_mask(16 - (whole - back)));
    if (kernel.back > 16)
        vst1q_u8(c + back + 16, veorq_u8(vld1q_u8(c + back + 16), next_sum(bits, &from)));
}

#define FEW 4

/* By tables. */
static void combine_16(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count);
static void combine_256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count);

/* Tables take less for few scalars: nothing has to be reduced. */
INLINE void combine_polynomial(const int bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                               const uint8_t *scalars, size_t count)
{
    if (count <= FEW) {
        uint8_t few[FEW * 32];
        for (size_t i = 0; i < count; i++)
            if (bits == 8)
                store_halves(few + 32 * i, polynomial_halves_of(vld1q_dup_u8(scalars + i)));
            else
                vst1q_u8(few + 16 * i, polynomial16_multiples(vld1q_dup_u8(scalars + i)));
        (bits == 8 ? combine_256 : combine_16)(c, bytes, a, stride, few, count);
        return;
    }
    const lazy_kernel of_128 = {bits == 4 ? LAZY(16_128) : LAZY(256_128), 64, 64};
    for (; bytes >= 144 || bytes == 128; bytes -= 128, c += 128, a += 128)
        combine_by(bits, of_128, c, 128, a, stride, scalars, count);
    while (bytes > 0) {
        const size_t some = bytes > LAZY_MOST(bits) ? 64 : bytes;
        combine_by(bits, lazy_kernel_of(bits, some), c, some, a, stride, scalars, count);
        bytes -= some;
        c += some;
        a += some;
    }
}

static void combine_polynomial16(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                                 size_t count)
{
    combine_polynomial(4, c, bytes, a, stride, scalars, count);
}

static void combine_polynomial256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars,
                                  size_t count)
{
    combine_polynomial(8, c, bytes, a, stride, scalars, count);
}
