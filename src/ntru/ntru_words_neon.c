/* ntru.h's approximations of numbers by some of their words in NEON, and the rounding of k. */
#if defined(__aarch64__)
#include "core/inline.h"
#include "ntru/ntru_neon.h"
#include "ntru/ntru_plain_body.h"

#include <arm_neon.h>

#define MOST_WORDS 12

#if NEOSIG_REAL_INTEGER /* vectors are of floating-point numbers */
void neosig_ntru_neon_approximate(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                  unsigned words)
{
    ntru_plain_approximate(out, in, count, rows, bit, words);
}
#else
/* Where the words are: of up to three rows each. */
typedef struct plan {
    struct {
        const int32_t *row[3];
        int32_t left[3]; /* a shift by 32 and more leaves zero */
    } word[MOST_WORDS];
} plan;

static void make_plan(plan *x, const int32_t *in, size_t count, size_t rows, unsigned bit, unsigned words)
{
    for (unsigned i = 0; i < words; i++, bit += 31) {
        const size_t row = bit / DIGIT_BITS;
        const int32_t down = (int32_t)(bit % DIGIT_BITS);
        for (size_t j = 0; j < 3; j++) {
            x->word[i].row[j] = in + count * (row + j < rows ? row + j : rows - 1);
            x->word[i].left[j] = DIGIT_BITS * (int32_t)j - down;
        }
    }
}

static inline uint32x4_t word_lanes(const plan *x, unsigned i, size_t c)
{
    uint32x4_t sum = vdupq_n_u32(0);
    for (size_t j = 0; j < 3; j++)
        sum = vorrq_u32(sum,
                        vshlq_u32(vld1q_u32((const uint32_t *)x->word[i].row[j] + c), vdupq_n_s32(x->word[i].left[j])));
    return vandq_u32(sum, vdupq_n_u32(0x7fffffff));
}

/* All ones where a word's highest bit, its sign, is one. */
static inline uint32x4_t sign_lanes(uint32x4_t word)
{
    return vreinterpretq_u32_s32(vshrq_n_s32(vreinterpretq_s32_u32(vaddq_u32(word, word)), 31));
}

void neosig_ntru_neon_approximate(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                  unsigned words)
{
    plan x;
    double units[MOST_WORDS], unit = 1;
    if (bit + 31 * words > DIGIT_BITS * rows || words > MOST_WORDS) {
        ntru_plain_approximate(out, in, count, rows, bit, words);
        return;
    }
    make_plan(&x, in, count, rows, bit, words);
    for (unsigned i = 0; i < words; i++, unit *= 0x1p31)
        units[i] = unit;
    const uint32x4_t mask = vdupq_n_u32(0x7fffffff);
    for (size_t c = 0; c < count; c += 4) {
        uint32x4_t word[MOST_WORDS];
        for (unsigned i = 0; i < words; i++)
            word[i] = word_lanes(&x, i, c);
        const uint32x4_t negative = sign_lanes(word[words - 1]);
        uint32x4_t carry = vshrq_n_u32(negative, 31);
        float64x2_t sum[2] = {vdupq_n_f64(0), vdupq_n_f64(0)};
        for (unsigned i = 0; i < words; i++) {
            const uint32x4_t size = vaddq_u32(veorq_u32(word[i], vandq_u32(negative, mask)), carry);
            carry = vshrq_n_u32(size, 31);
            const int32x4_t part =
                vreinterpretq_s32_u32(vsubq_u32(veorq_u32(vandq_u32(size, mask), negative), negative));
            const float64x2_t low = vcvtq_f64_s64(vmovl_s32(vget_low_s32(part)));
            const float64x2_t high = vcvtq_f64_s64(vmovl_high_s32(part));
            sum[0] = vaddq_f64(sum[0], vmulq_n_f64(low, units[i])); /* exact products */
            sum[1] = vaddq_f64(sum[1], vmulq_n_f64(high, units[i]));
        }
        vst1q_f64(out + c, sum[0]);
        vst1q_f64(out + c + 2, sum[1]);
    }
}
#endif

/* Of numbers in digits from row 0 on, four digits from row `first` on: which are those is secret. */
typedef struct four_digits {
    uint32x4_t digit[4];
    uint32x4_t is[4]; /* all ones if the row before the next one, or the one i before that, is the first */
} four_digits;

INLINE void take_row(four_digits *x, uint32x4_t row, const uint32_t *is_first)
{
    for (size_t i = 3; i > 0; i--)
        x->is[i] = x->is[i - 1];
    x->is[0] = vld1q_dup_u32(is_first);
    for (size_t i = 0; i < 4; i++)
        x->digit[i] = vbslq_u32(x->is[i], row, x->digit[i]);
}

/* The 64 bits begin 32 before bit + shift. In rows from that of `bit` on, they are in the four from row `first` on,
 * from bit `down` of these on. Below `bit` all is zero: so are rows -2 and -1. */
void neosig_ntru_neon_approximate_fixed(int64_t *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                        unsigned words, uint32_t shift)
{
    if (words == 0 || words > MOST_WORDS) {
        ntru_plain_approximate_fixed(out, in, count, rows, bit, words, shift);
        return;
    }
    const unsigned below = bit % DIGIT_BITS, end = below + 31 * words;
    in += bit / DIGIT_BITS * count;
    rows -= bit / DIGIT_BITS;
    const int has_top = end <= DIGIT_BITS * rows;
    const size_t top = has_top ? (end - 1) / DIGIT_BITS : rows - 1;
    const int32x4_t up = vdupq_n_s32(has_top ? 31 - (int32_t)((end - 1) % DIGIT_BITS) : 0);

    const uint32_t from = below + shift + 2 * DIGIT_BITS - 32, row = from * 9363 >> 18; /* from / 28 */
    const uint32_t first = row - 2, down = from - DIGIT_BITS * row;
    uint32_t is_first[MOST_WORDS + 8], is_beyond[4]; /* that of row i at i + 3 */
    for (uint32_t i = 0; i < top + 4; i++)
        is_first[i] = is_word(first, i - 3);
    for (uint32_t i = 0; i < 4; i++)
        is_beyond[i] = 0 - (((uint32_t)top - first - i) >> 31);
    const uint64x2_t sign_bit = vdupq_n_u64((uint64_t)(choose(shift).down == 31) << 63);
    const uint32x4_t mask = vdupq_n_u32(DIGIT_MASK);
    const int64x2_t right = vdupq_n_s64(-(int64_t)down), left = vdupq_n_s64(2 * DIGIT_BITS - (int64_t)down);
    for (size_t c = 0; c < count; c += 4) {
        four_digits x;
        const int32_t *at = in + c;
        for (size_t i = 0; i < 4; i++) {
            x.digit[i] = vdupq_n_u32(0);
            x.is[i] = vld1q_dup_u32(is_first + 2 - (i < 3 ? i : 2));
        }
        uint32x4_t lowest = vandq_u32(vld1q_u32((const uint32_t *)at), vdupq_n_u32(DIGIT_MASK & 0xffffffff << below));
        const int32x4_t highest = vshlq_s32(vshlq_s32(vld1q_s32(at + count * top), up), vnegq_s32(up));
        const uint32x4_t sign = vandq_u32(vreinterpretq_u32_s32(vshrq_n_s32(highest, 31)), mask);
        if (top > 0) {
            take_row(&x, lowest, is_first + 3);
            lowest = mask;
        }
        for (size_t i = 1; i < top; i++) {
            at += count;
            take_row(&x, vld1q_u32((const uint32_t *)at), is_first + 3 + i);
        }
        take_row(&x, vandq_u32(vreinterpretq_u32_s32(highest), lowest), is_first + 3 + top);
        for (size_t i = 0; i < 4; i++)
            x.digit[i] = vbslq_u32(vld1q_dup_u32(is_beyond + i), sign, x.digit[i]);
        for (size_t i = 0; i < 2; i++) {
            uint64x2_t half[2];
            for (size_t j = 0; j < 2; j++) {
                const uint32x4_t low = x.digit[2 * j], high = x.digit[2 * j + 1];
                half[j] = i == 0 ? vaddw_u32(vshll_n_u32(vget_low_u32(high), DIGIT_BITS), vget_low_u32(low))
                                 : vaddw_high_u32(vshll_high_n_u32(high, DIGIT_BITS), low);
            }
            uint64x2_t all = vorrq_u64(vshlq_u64(half[0], right), vshlq_u64(half[1], left));
            all = vbslq_u64(sign_bit, vaddq_u64(all, all), all);
            vst1q_s64(out + c + 2 * i, vreinterpretq_s64_u64(all));
        }
    }
}

void neosig_ntru_neon_round_fixed(int32_t *k, const int64_t *x, size_t n)
{
    for (size_t i = 0; i + 4 <= n; i += 4)
        vst1q_s32(k + i, vrshrn_high_n_s64(vrshrn_n_s64(vld1q_s64(x + i), 32), vld1q_s64(x + i + 2), 32));
    if (n == 2)
        vst1_s32(k, vrshrn_n_s64(vld1q_s64(x), 32));
}

#endif
