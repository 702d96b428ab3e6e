/* SHA-256 on its instructions. Its state is two vectors: words a to d, and e to h. */
#if defined(__aarch64__)
#include "core/target.h"

NEOSIG_TARGET_SHA2

#include "sym/sha2.h"

#include <arm_neon.h>

/* Four steps; constants and schedule words are summed in kw. */
static inline void four_steps(uint32x4_t *abcd, uint32x4_t *efgh, uint32x4_t kw)
{
    const uint32x4_t before = *abcd;
    *abcd = vsha256hq_u32(before, *efgh, kw);
    *efgh = vsha256h2q_u32(*efgh, before, kw);
}

void neosig_sha256_armv8(void *h, const uint8_t *in, size_t blocks)
{
    const uint32_t *const k = neosig_sha256_constants;
    uint32x4_t abcd = vld1q_u32(h), efgh = vld1q_u32((uint32_t *)h + 4);
    for (; blocks; blocks--, in += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t w[4];
        for (unsigned i = 0; i < 4; i++)
            w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(in + 16 * i)));
            /* w[i % 4] holds W_4i to W_4i+3; after its use, those 16 further on. */
#pragma GCC unroll 16
        for (unsigned i = 0; i < 16; i++) {
            uint32x4_t *now = &w[i % 4], next = w[(i + 1) % 4], second = w[(i + 2) % 4], third = w[(i + 3) % 4];
            four_steps(&abcd, &efgh, vaddq_u32(*now, vld1q_u32(k + 4 * i)));
            if (i < 12)
                *now = vsha256su1q_u32(vsha256su0q_u32(*now, next), second, third);
        }
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(h, abcd);
    vst1q_u32((uint32_t *)h + 4, efgh);
}

NEOSIG_TARGET_END

#endif
