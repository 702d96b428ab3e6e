/* Products of polynomials modulo 2 by the instruction that multiplies those of 64 bits. */
#if defined(__aarch64__)
#include "core/target.h"
NEOSIG_TARGET_AES
#include "hawk/hawk_neon.h"

#include <arm_neon.h>
#include <stddef.h>
#include <string.h>

static inline uint8x16_t product(uint64x2_t a, uint64x2_t b)
{
    return vreinterpretq_u8_p128(vmull_p64((poly64_t)vgetq_lane_u64(a, 0), (poly64_t)vgetq_lane_u64(b, 0)));
}

static inline uint8x16_t product_high(uint64x2_t a, uint64x2_t b)
{
    return vreinterpretq_u8_p128(vmull_high_p64(vreinterpretq_p64_u64(a), vreinterpretq_p64_u64(b)));
}

/* Word k of the result is the sum of all a[i] b[k - i]. These products have 128 bits, and their high halves go to word
 * k + 1. backwards[x] = b[-x], so that b[k - i] and b[k - i - 1] are neighbours, as a[i] and a[i + 1] are. */
void neosig_hawk_multiply_add_pmull(uint8_t *r, const uint8_t *a, const uint8_t *b, unsigned logn)
{
    enum { MOST_WORDS = 16 };
    const size_t words = (size_t)1 << (logn - 6);
    uint64_t backwards[2 * MOST_WORDS + 1];
    for (size_t x = 0; x <= 2 * words; x++)
        memcpy(&backwards[x], b + 8 * ((2 * words - x) % words), 8);
    uint64x2_t last = vdupq_n_u64(0), carry = last;
    for (size_t k = words; k-- > 0;) { /* down, since the high half of the last word is added to the first */
        uint8x16_t sum = vdupq_n_u8(0), other = sum;
        for (size_t i = 0; i < words; i += 2) {
            const uint64x2_t two = vreinterpretq_u64_u8(vld1q_u8(a + 8 * i)), by = vld1q_u64(backwards + words - k + i);
            sum = veorq_u8(sum, product(two, by));
            other = veorq_u8(other, product_high(two, by));
        }
        const uint64x2_t all = vreinterpretq_u64_u8(veorq_u8(sum, other));
        if (k + 1 < words) { /* word k + 1: its own low half and this one's high half */
            const uint64x1_t word = veor_u64(vget_low_u64(carry), vget_high_u64(all));
            vst1_u8(r + 8 * (k + 1), veor_u8(vld1_u8(r + 8 * (k + 1)), vreinterpret_u8_u64(word)));
        } else {
            last = all;
        }
        carry = all;
    }
    const uint64x1_t word = veor_u64(vget_low_u64(carry), vget_high_u64(last));
    vst1_u8(r, veor_u8(vld1_u8(r), vreinterpret_u8_u64(word)));
}

NEOSIG_TARGET_END
#endif
