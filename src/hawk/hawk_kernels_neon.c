/* hawk_kernels.h in Arm's NEON intrinsics. */
#if defined(__aarch64__)
#include "hawk/hawk_kernels_plain_body.h"
#include "hawk/hawk_neon.h"
#include "ntt/mod32_neon.h"

#include <arm_neon.h>

/* ---- Secret polynomials */

/* A sum is of 4, 8 or 16 bits: the number of ones in half a byte, in a byte, or in two bytes. */
static void hawk_neon_sums_of_bits(int8_t *out, const uint8_t *const in[NEOSIG_HAWK_STREAMS], size_t words,
                                   unsigned logn)
{
    const int8x16_t centre = vdupq_n_s8((int8_t)(1 << (logn - 7)));
    for (size_t i = 0; i < 8 * words; i += 8) {
        uint8x16_t x[2];
        for (size_t j = 0; j < 2; j++)
            x[j] = vcombine_u8(vld1_u8(in[2 * j] + i), vld1_u8(in[2 * j + 1] + i));
        if (logn == 10) {
            const uint8x16_t sums = vpaddq_u8(vcntq_u8(x[0]), vcntq_u8(x[1]));
            vst1q_s8(out, vsubq_s8(vreinterpretq_s8_u8(sums), centre));
            out += 16;
            continue;
        }
        for (size_t j = 0; j < 2; j++) {
            if (logn == 9) {
                vst1q_s8(out, vsubq_s8(vreinterpretq_s8_u8(vcntq_u8(x[j])), centre));
                out += 16;
                continue;
            }
            const uint8x16_t low = vcntq_u8(vandq_u8(x[j], vdupq_n_u8(15))), high = vcntq_u8(vshrq_n_u8(x[j], 4));
            vst1q_s8(out, vsubq_s8(vreinterpretq_s8_u8(vzip1q_u8(low, high)), centre));
            vst1q_s8(out + 16, vsubq_s8(vreinterpretq_s8_u8(vzip2q_u8(low, high)), centre));
            out += 32;
        }
    }
}

/* Products modulo 2 by PMULL of bytes.
 *
 * Words. Word k of the result is the sum of all a[i] b[k - i]. These products have 128 bits, and their high halves go
 * to word k + 1.
 *
 * Bytes. For r = 0, ..., 7, byte j of a[i] is multiplied by byte j + r mod 8 of b[k - i], for all j side by side.
 * Products of the same r are summed over i, and the sums are brought to their places once for each word. The product of
 * bytes j and j + r belongs at byte 2j + r, and that of bytes j and j + r - 8 at byte 2j + r - 8. */
static inline uint8x16_t place(const poly16x8_t sums[8])
{
    static const uint16_t ones[16] = {0, 0, 0, 0, 0, 0, 0, 0, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535};
    const uint8x16_t zero = vdupq_n_u8(0);
    uint8x16_t all = vreinterpretq_u8_p16(sums[0]);
#define PLACE(r)                                                                                                       \
    do {                                                                                                               \
        const uint8x16_t sum = vreinterpretq_u8_p16(sums[r]), last = vreinterpretq_u8_u16(vld1q_u16(ones + (r)));      \
        all = veorq_u8(all, vextq_u8(zero, vbicq_u8(sum, last), 16 - (r)));                                            \
        all = veorq_u8(all, vextq_u8(vandq_u8(sum, last), zero, 8 - (r)));                                             \
    } while (0)
    PLACE(1);
    PLACE(2);
    PLACE(3);
    PLACE(4);
    PLACE(5);
    PLACE(6);
    PLACE(7);
#undef PLACE
    return all;
}

static void hawk_neon_multiply_add(uint8_t *r, const uint8_t *a, const uint8_t *b, unsigned logn)
{
    enum { MOST_WORDS = 16 };
    const size_t words = (size_t)1 << (logn - 6);
    uint8_t twice[MOST_WORDS][16]; /* words of b, each two times, so that byte r begins it turned by r */
    uint8x8_t carry = vdup_n_u8(0);
    for (size_t i = 0; i < words; i++) {
        vst1_u8(twice[i], vld1_u8(b + 8 * i));
        vst1_u8(twice[i] + 8, vld1_u8(b + 8 * i));
    }
    for (size_t k = 0; k < words; k++) {
        poly16x8_t sums[8];
        for (size_t turn = 0; turn < 8; turn++)
            sums[turn] = vdupq_n_p16(0);
        for (size_t i = 0; i < words; i++) {
            const poly8x8_t word = vreinterpret_p8_u8(vld1_u8(a + 8 * i));
            const uint8_t *by = twice[(k - i) & (words - 1)];
            for (size_t turn = 0; turn < 8; turn++) {
                const uint16x8_t product =
                    vreinterpretq_u16_p16(vmull_p8(word, vreinterpret_p8_u8(vld1_u8(by + turn))));
                sums[turn] = vreinterpretq_p16_u16(veorq_u16(vreinterpretq_u16_p16(sums[turn]), product));
            }
        }
        const uint8x16_t all = place(sums);
        vst1_u8(r + 8 * k, veor_u8(vld1_u8(r + 8 * k), veor_u8(vget_low_u8(all), carry)));
        carry = vget_high_u8(all);
    }
    vst1_u8(r, veor_u8(vld1_u8(r), carry));
}

/* Eight masks of 64 bits as masks of 16 bits. */
static inline uint16x8_t narrow(const uint64x2_t a[4])
{
    const uint32x4_t low = vuzp1q_u32(vreinterpretq_u32_u64(a[0]), vreinterpretq_u32_u64(a[1]));
    const uint32x4_t high = vuzp1q_u32(vreinterpretq_u32_u64(a[2]), vreinterpretq_u32_u64(a[3]));
    return vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}

/* Whether the low parts of eight samples are below an entry's. of_low picks the entry's bytes of each sample's parity.
 */
static inline void compare(uint64x2_t below[4], uint8x16_t entry, const uint8x16_t of_low[4], const uint64x2_t low[4])
{
    for (size_t i = 0; i < 4; i++)
        below[i] = vcgtq_u64(vreinterpretq_u64_u8(vqtbl1q_u8(entry, of_low[i])), low[i]);
}

/* Eight samples, of two streams. Look-ups of bytes take the even or the odd column of an entry, by parity: its low part
 * is 8 bytes of 16, its high part 2 bytes of 4. A step of size is counted where high - entry - borrow < 0. */
static inline int16x8_t eight_samples(const uint8_t *first, const uint8_t *second, uint8_t t,
                                      const neosig_hawk_gauss *table, const uint64_t (*constants)[2])
{
    static const uint16_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint16x8_t odd = vtstq_u16(vdupq_n_u16(t), vld1q_u16(bits));
    const uint8x16_t of_high =
        vaddq_u8(vreinterpretq_u8_u16(vdupq_n_u16(0x0100)), vandq_u8(vreinterpretq_u8_u16(odd), vdupq_n_u8(2)));
    const uint8x16_t eights = vandq_u8(vreinterpretq_u8_u16(odd), vdupq_n_u8(8));
    const uint8x16_t low_bytes = vreinterpretq_u8_u64(vld1q_u64(constants[4]));
    const uint64x2_t all_but_signs = vld1q_u64(constants[5]);
    uint8x16_t of_low[4];
    uint64x2_t low[4], below[4], steps_low[4];
    for (size_t i = 0; i < 4; i++) {
        of_low[i] = vorrq_u8(low_bytes, vqtbl1q_u8(eights, vreinterpretq_u8_u64(vld1q_u64(constants[i]))));
        low[i] = vreinterpretq_u64_u8(vld1q_u8((i < 2 ? first : second) + 16 * (i % 2)));
        steps_low[i] = vdupq_n_u64(0);
    }
    const uint32x4_t tops[2] = {vuzp2q_u32(vreinterpretq_u32_u64(low[0]), vreinterpretq_u32_u64(low[1])),
                                vuzp2q_u32(vreinterpretq_u32_u64(low[2]), vreinterpretq_u32_u64(low[3]))};
    const int16x8_t minus = vshrq_n_s16(
        vreinterpretq_s16_u16(vuzp2q_u16(vreinterpretq_u16_u32(tops[0]), vreinterpretq_u16_u32(tops[1]))), 15);
    for (size_t i = 0; i < 4; i++)
        low[i] = vandq_u64(low[i], all_but_signs);
    uint16x8_t high = vreinterpretq_u16_u8(vcombine_u8(vld1_u8(first + 32), vld1_u8(second + 32)));
    high = vandq_u16(high, vdupq_n_u16(0x7fff));
    uint16x8_t steps = vdupq_n_u16(0);
#pragma GCC unroll 5
    for (size_t entry = 0; entry < NEOSIG_HAWK_HIGH; entry++) {
        uint32_t both;
        memcpy(&both, table->high[entry], sizeof both);
        const uint16x8_t entry_high =
            vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(both)), of_high));
        compare(below, vreinterpretq_u8_u64(vld1q_u64(table->low[entry])), of_low, low);
        steps = vsraq_n_u16(steps, vaddq_u16(vsubq_u16(high, entry_high), narrow(below)), 15);
    }
#pragma GCC unroll 8
    for (size_t entry = NEOSIG_HAWK_HIGH; entry < NEOSIG_HAWK_ENTRIES; entry++) {
        compare(below, vreinterpretq_u8_u64(vld1q_u64(table->low[entry])), of_low, low);
        for (size_t i = 0; i < 4; i++)
            steps_low[i] = vsubq_u64(steps_low[i], below[i]);
    }
    steps = vaddq_u16(steps, vandq_u16(narrow(steps_low), vceqzq_u16(high)));
    const int16x8_t size = vreinterpretq_s16_u16(vsubq_u16(vaddq_u16(steps, steps), odd));
    return vsubq_s16(veorq_s16(size, minus), minus);
}

static uint32_t hawk_neon_sample(int8_t *x, const uint8_t *const in[NEOSIG_HAWK_STREAMS], const uint8_t *t,
                                 size_t groups, const neosig_hawk_gauss *table)
{
    static const uint64_t numbers[6][2] = {
        {0, 0x0202020202020202}, /* a byte of each two 16-bit lanes */
        {0x0404040404040404, 0x0606060606060606},
        {0x0808080808080808, 0x0a0a0a0a0a0a0a0a},
        {0x0c0c0c0c0c0c0c0c, 0x0e0e0e0e0e0e0e0e},
        {0x0706050403020100, 0x0706050403020100}, /* the bytes of an even entry */
        {INT64_MAX, INT64_MAX},
    };
    const uint64_t(*constants)[2] = numbers;
    NEOSIG_KEEP("r", constants);
    int32x4_t squares = vdupq_n_s32(0);
    for (size_t group = 0; group < groups; group++) {
        int16x8_t v[2];
        for (size_t j = 0; j < 2; j++) {
            const size_t at = NEOSIG_HAWK_GROUP_BYTES * group;
            v[j] = eight_samples(in[2 * j] + at, in[2 * j + 1] + at, t[2 * group + j], table, constants);
            squares = vmlal_s16(squares, vget_low_s16(v[j]), vget_low_s16(v[j]));
            squares = vmlal_high_s16(squares, v[j], v[j]);
        }
        vst1q_s8(x + NEOSIG_HAWK_GROUP * group, vuzp1q_s8(vreinterpretq_s8_s16(v[0]), vreinterpretq_s8_s16(v[1])));
    }
    return (uint32_t)vaddvq_s32(squares);
}

/* ---- Residues in [0, p), p < 2^31 */

/* Numbers in (-p, p) to [0, p): a negative number a is above a + p as an unsigned number. */
static inline int32x4_t reduced(int32x4_t a, int32x4_t p)
{
    return vreinterpretq_s32_u32(vminq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(vaddq_s32(a, p))));
}

static inline int32x4_t sum_of(int32x4_t a, int32x4_t b, int32x4_t p)
{
    const uint32x4_t sum = vreinterpretq_u32_s32(vaddq_s32(a, b));
    return vreinterpretq_s32_u32(vminq_u32(sum, vsubq_u32(sum, vreinterpretq_u32_s32(p))));
}

static inline void butterfly(int32x4_t *a, int32x4_t *b, int32x4_t zeta, int32x4_t quotient, int32x4_t p)
{
    const int32x4_t t = reduced(neosig_mod32_mul_lanes(*b, zeta, quotient, p), p);
    *b = reduced(vsubq_s32(*a, t), p);
    *a = sum_of(*a, t, p);
}

/* The same with results in [-p, p), for numbers that are multiplied next. */
static inline void signed_butterfly(int32x4_t *a, int32x4_t *b, int32x4_t zeta, int32x4_t quotient, int32x4_t p)
{
    const int32x4_t t = reduced(neosig_mod32_mul_lanes(*b, zeta, quotient, p), p);
    *b = vsubq_s32(*a, t);
    *a = vsubq_s32(vaddq_s32(*a, t), p);
}

static void hawk_neon_forward(int32_t *r, unsigned logn, size_t outputs, const neosig_hawk_prime *prime)
{
    const size_t n = (size_t)1 << logn;
    const int32_t *zeta = prime->zeta, *quotient = prime->quotient;
    const int32x4_t p = vdupq_n_s32(prime->p);
    size_t half = n / 2, k = 1;
    if (logn % 2 != 0) {
        const int32x4_t z = vdupq_n_s32(zeta[1]), y = vdupq_n_s32(quotient[1]);
        for (size_t i = 0; i < half; i += 4) {
            int32x4_t a = reduced(vld1q_s32(r + i), p), b = reduced(vld1q_s32(r + half + i), p);
            butterfly(&a, &b, z, y, p);
            vst1q_s32(r + i, a);
            vst1q_s32(r + half + i, b);
        }
        half /= 2;
        k = 2;
    } else {
        for (size_t i = 0; i < n; i += 4)
            vst1q_s32(r + i, reduced(vld1q_s32(r + i), p));
    }
    for (; half >= 8; half /= 4, k *= 4) /* the layers of half and half / 2 */
        for (size_t block = 0; 2 * half * block < outputs; block++) {
            const size_t j = k + block, quarter = half / 2;
            const int32x4_t z = vdupq_n_s32(zeta[j]), y = vdupq_n_s32(quotient[j]);
            const int32x4_t z0 = vdupq_n_s32(zeta[2 * j]), y0 = vdupq_n_s32(quotient[2 * j]);
            const int32x4_t z1 = vdupq_n_s32(zeta[2 * j + 1]), y1 = vdupq_n_s32(quotient[2 * j + 1]);
            int32_t *at = r + 2 * half * block;
            for (size_t i = 0; i < quarter; i += 4) {
                int32x4_t v[4];
                for (size_t x = 0; x < 4; x++)
                    v[x] = vld1q_s32(at + i + quarter * x);
                butterfly(&v[0], &v[2], z, y, p);
                signed_butterfly(&v[1], &v[3], z, y, p);
                butterfly(&v[0], &v[1], z0, y0, p);
                butterfly(&v[2], &v[3], z1, y1, p);
                for (size_t x = 0; x < 4; x++)
                    vst1q_s32(at + i + quarter * x, v[x]);
            }
        }
    for (size_t i = 0; i < outputs; i += 16) { /* of 2 and 1: a lane is a block of 4 */
        int32x4x4_t v = vld4q_s32(r + i);
        const int32x4_t z = vld1q_s32(zeta + (n + i) / 4), y = vld1q_s32(quotient + (n + i) / 4);
        const int32x4x2_t z1 = vld2q_s32(zeta + (n + i) / 2), y1 = vld2q_s32(quotient + (n + i) / 2);
        butterfly(&v.val[0], &v.val[2], z, y, p);
        signed_butterfly(&v.val[1], &v.val[3], z, y, p);
        butterfly(&v.val[0], &v.val[1], z1.val[0], y1.val[0], p);
        butterfly(&v.val[2], &v.val[3], z1.val[1], y1.val[1], p);
        vst4q_s32(r + i, v);
    }
}

/* a b 2^-32, in (-p, p) if a and b are. */
static inline int32x4_t product_of(int32x4_t a, int32x4_t b, int32x4_t constants)
{
    return neosig_mod32_reduce(vmull_s32(vget_low_s32(a), vget_low_s32(b)), vmull_high_s32(a, b), constants);
}

/* As hawk_plain_invert, with four inversions side by side. */
static unsigned hawk_neon_invert(int32_t *r, const int32_t *a, size_t count, const neosig_hawk_prime *prime)
{
    const int32x4_t constants = neosig_mod32_constants(prime->p, prime->p_inverse), p = vdupq_n_s32(prime->p);
    const uint32_t exponent = (uint32_t)prime->p - 2;
    int32x4_t c = vld1q_s32(a);
    vst1q_s32(r, c);
    for (size_t i = 4; i < count; i += 4) {
        c = product_of(c, vld1q_s32(a + i), constants);
        vst1q_s32(r + i, c);
    }
    int32x4_t inverse = c;
    for (unsigned bit = 30; bit-- > 0;) {
        inverse = product_of(inverse, inverse, constants);
        if (exponent >> bit & 1)
            inverse = product_of(inverse, c, constants);
    }
    for (size_t i = count - 4; i > 0; i -= 4) {
        vst1q_s32(r + i, reduced(product_of(inverse, vld1q_s32(r + i - 4), constants), p));
        inverse = product_of(inverse, vld1q_s32(a + i), constants);
    }
    inverse = reduced(inverse, p);
    vst1q_s32(r, inverse);
    return vminvq_u32(vreinterpretq_u32_s32(inverse)) == 0;
}

static inline int32x4_t reversed(int32x4_t a)
{
    a = vrev64q_s32(a);
    return vextq_s32(a, a, 2);
}

static uint32_t hawk_neon_half_trace(const int32_t *t0, const int32_t *t1, const neosig_hawk_expanded_key *key,
                                     unsigned logn, unsigned which)
{
    const neosig_hawk_prime *prime = &neosig_hawk_primes[which];
    const int32x4_t constants = neosig_mod32_constants(prime->p, prime->p_inverse), p = vdupq_n_s32(prime->p);
    const size_t n = (size_t)1 << logn;
    int64x2_t sum = vdupq_n_s64(0), scaled = vdupq_n_s64(0);
    for (size_t i = 0, j = n - 4; i < n / 2; i += 4, j -= 4) {
        const int32x4_t inverse = vld1q_s32(key->inverse[which] + i), t1j = reversed(vld1q_s32(t1 + j));
        const int32x4_t d0 = product_of(vld1q_s32(t1 + i), inverse, constants);
        const int32x4_t d1 = product_of(t1j, inverse, constants);
        int32x4_t e0 = reduced(product_of(vld1q_s32(key->q01[which] + i), d0, constants), p);
        int32x4_t e1 = reduced(product_of(reversed(vld1q_s32(key->q01[which] + j)), d1, constants), p);
        e0 = sum_of(e0, vld1q_s32(t0 + i), p);
        e1 = sum_of(e1, reversed(vld1q_s32(t0 + j)), p);
        sum = vpadalq_s32(sum, product_of(d0, t1j, constants));
        scaled =
            vpadalq_s32(scaled, product_of(product_of(e0, e1, constants), vld1q_s32(key->q00[which] + i), constants));
    }
    const int32_t rest = (int32_t)(vaddvq_s64(scaled) % prime->p);
    const int64_t all = (vaddvq_s64(sum) + neosig_mod32_mul(rest, prime->r2[0], prime->r2[1], prime->p)) % prime->p;
    return (uint32_t)residue_of((int32_t)all, prime->p);
}

/* ---- Fixed point */

typedef struct complexes {
    int32x4_t re, im;
} complexes;

typedef struct wide_vector {
    int64x2_t low, high;
} wide_vector;

/* a b - c d, and a b + c d. */
static inline wide_vector difference_of_products(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d)
{
    return (wide_vector){
        vmlsl_s32(vmull_s32(vget_low_s32(a), vget_low_s32(b)), vget_low_s32(c), vget_low_s32(d)),
        vmlsl_high_s32(vmull_high_s32(a, b), c, d),
    };
}

static inline wide_vector sum_of_products(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d)
{
    return (wide_vector){
        vmlal_s32(vmull_s32(vget_low_s32(a), vget_low_s32(b)), vget_low_s32(c), vget_low_s32(d)),
        vmlal_high_s32(vmull_high_s32(a, b), c, d),
    };
}

/* (2^31 a + t) / 2^32 and (2^31 a - t) / 2^32, rounded down. */
static inline void halves(int32x4_t *a, int32x4_t *b, wide_vector t)
{
    const int64x2_t low = vshll_n_s32(vget_low_s32(*a), 31), high = vshll_high_n_s32(*a, 31);
    *a = vaddhn_high_s64(vaddhn_s64(low, t.low), high, t.high);
    *b = vsubhn_high_s64(vsubhn_s64(low, t.low), high, t.high);
}

static inline void fft_butterfly(complexes *a, complexes *b, complexes root)
{
    const wide_vector re = difference_of_products(b->re, root.re, b->im, root.im);
    const wide_vector im = sum_of_products(b->re, root.im, b->im, root.re);
    halves(&a->re, &b->re, re);
    halves(&a->im, &b->im, im);
}

static inline int32x4_t high_halves(wide_vector a)
{
    return vuzp2q_s32(vreinterpretq_s32_s64(a.low), vreinterpretq_s32_s64(a.high));
}

/* By the root's conjugate. */
static inline void fft_inverse_butterfly(complexes *a, complexes *b, complexes root)
{
    const complexes d = {vsubq_s32(a->re, b->re), vsubq_s32(a->im, b->im)};
    a->re = vshrq_n_s32(vaddq_s32(a->re, b->re), 1);
    a->im = vshrq_n_s32(vaddq_s32(a->im, b->im), 1);
    b->re = high_halves(sum_of_products(d.re, root.re, d.im, root.im));
    b->im = high_halves(difference_of_products(d.im, root.re, d.re, root.im));
}

static inline complexes load(const int32_t *a, size_t imaginary_at)
{
    return (complexes){vld1q_s32(a), vld1q_s32(a + imaginary_at)};
}

static inline void store(int32_t *a, size_t imaginary_at, complexes x)
{
    vst1q_s32(a, x.re);
    vst1q_s32(a + imaginary_at, x.im);
}

static inline complexes root_number(size_t i)
{
    return (complexes){vdupq_n_s32(neosig_hawk_roots[i][0]), vdupq_n_s32(neosig_hawk_roots[i][1])};
}

typedef void hawk_step(complexes *a, complexes *b, complexes root);

/* The layer of one block. */
static inline void one_block(int32_t *a, size_t half_n, hawk_step *step)
{
    const complexes root = root_number(1);
    const size_t distance = half_n / 2;
    for (size_t i = 0; i < distance; i += 4) {
        complexes x = load(a + i, half_n), y = load(a + distance + i, half_n);
        step(&x, &y, root);
        store(a + i, half_n, x);
        store(a + distance + i, half_n, y);
    }
}

/* The layers of `blocks` and 2 blocks, half_n = 4 blocks quarter; backwards in the inverse. */
static inline void two_layers(int32_t *a, size_t blocks, size_t quarter, hawk_step *step, int backwards)
{
    const size_t half_n = 4 * blocks * quarter;
    for (size_t block = 0; block < blocks; block++) {
        const size_t j = blocks + block;
        const complexes root = root_number(j), root0 = root_number(2 * j), root1 = root_number(2 * j + 1);
        int32_t *at = a + 4 * quarter * block;
        for (size_t i = 0; i < quarter; i += 4) {
            complexes v[4];
            for (size_t x = 0; x < 4; x++)
                v[x] = load(at + i + quarter * x, half_n);
            if (backwards) {
                step(&v[0], &v[1], root0);
                step(&v[2], &v[3], root1);
            }
            step(&v[0], &v[2], root);
            step(&v[1], &v[3], root);
            if (!backwards) {
                step(&v[0], &v[1], root0);
                step(&v[2], &v[3], root1);
            }
            for (size_t x = 0; x < 4; x++)
                store(at + i + quarter * x, half_n, v[x]);
        }
    }
}

/* The layers of 2 and of 1: a lane is a block of 4. */
static inline void last_layers(int32_t *a, size_t half_n, hawk_step *step, int backwards)
{
    for (size_t i = 0; i < half_n; i += 16) {
        const int32x4x4_t re = vld4q_s32(a + i), im = vld4q_s32(a + half_n + i);
        const int32x4x2_t of_2 = vld2q_s32(neosig_hawk_roots[(half_n + i) / 4]);
        const int32x4x4_t of_1 = vld4q_s32(neosig_hawk_roots[(half_n + i) / 2]);
        const complexes root = {of_2.val[0], of_2.val[1]}, root0 = {of_1.val[0], of_1.val[1]};
        const complexes root1 = {of_1.val[2], of_1.val[3]};
        complexes v[4];
        for (size_t x = 0; x < 4; x++)
            v[x] = (complexes){re.val[x], im.val[x]};
        if (backwards) {
            step(&v[0], &v[1], root0);
            step(&v[2], &v[3], root1);
        }
        step(&v[0], &v[2], root);
        step(&v[1], &v[3], root);
        if (!backwards) {
            step(&v[0], &v[1], root0);
            step(&v[2], &v[3], root1);
        }
        vst4q_s32(a + i, ((int32x4x4_t){{v[0].re, v[1].re, v[2].re, v[3].re}}));
        vst4q_s32(a + half_n + i, ((int32x4x4_t){{v[0].im, v[1].im, v[2].im, v[3].im}}));
    }
}

static void hawk_neon_fft(int32_t *a, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    size_t blocks = 1, quarter = half_n / 4;
    if (logn % 2 == 0) {
        one_block(a, half_n, fft_butterfly);
        blocks = 2;
        quarter /= 2;
    }
    for (; quarter > 1; blocks *= 4, quarter /= 4)
        two_layers(a, blocks, quarter, fft_butterfly, 0);
    last_layers(a, half_n, fft_butterfly, 0);
}

static void hawk_neon_fft_inverse(int32_t *a, unsigned logn)
{
    const size_t half_n = (size_t)1 << (logn - 1);
    last_layers(a, half_n, fft_inverse_butterfly, 1);
    for (size_t blocks = half_n / 16, quarter = 4; blocks > 0; blocks /= 4, quarter *= 4)
        two_layers(a, blocks, quarter, fft_inverse_butterfly, 1);
    if (logn % 2 == 0)
        one_block(a, half_n, fft_inverse_butterfly);
}

#define KERNELS(name_, multiply_add_)                                                                                  \
    {                                                                                                                  \
        .name = (name_), .sums_of_bits = NEOSIG_IF_SIGNING(hawk_neon_sums_of_bits),                                    \
        .sample = NEOSIG_IF_SIGNING(hawk_neon_sample), .multiply_add = NEOSIG_IF_SIGNING(multiply_add_),               \
        .forward = hawk_neon_forward, .invert = hawk_neon_invert, .half_trace = hawk_neon_half_trace,                  \
        .fft = hawk_neon_fft, .fft_inverse = hawk_neon_fft_inverse,                                                    \
    }

const neosig_hawk_kernels neosig_hawk_neon = KERNELS("neon", hawk_neon_multiply_add);
const neosig_hawk_kernels neosig_hawk_neon_pmull = KERNELS("neon-pmull", neosig_hawk_multiply_add_pmull);

#endif
