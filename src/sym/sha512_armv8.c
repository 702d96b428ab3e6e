/* SHA-512 on its instructions. Its state is four vectors of two words. */
#if defined(__aarch64__)
#include "core/target.h"

NEOSIG_TARGET_SHA3

#include "sym/sha2.h"

#include <arm_neon.h>

/* Two steps; kw is the sum of constants and schedule words. The first instruction gives what both steps add to c and d.
 * The second gives the new a and b. The old a and b become c and d, and e and f become g and h. */
static inline void two_steps(uint64x2_t *ab, uint64x2_t *cd, uint64x2_t *ef, uint64x2_t *gh, uint64x2_t kw)
{
    const uint64x2_t fg = vextq_u64(*ef, *gh, 1), de = vextq_u64(*cd, *ef, 1);
    const uint64x2_t sum = vsha512hq_u64(vaddq_u64(*gh, vextq_u64(kw, kw, 1)), fg, de);
    const uint64x2_t ab_next = vsha512h2q_u64(sum, *cd, *ab);
    *gh = *ef;
    *ef = vaddq_u64(*cd, sum);
    *cd = *ab;
    *ab = ab_next;
}

void neosig_sha512_armv8(void *h, const uint8_t *in, size_t blocks)
{
    const uint64_t *const k = neosig_sha512_constants;
    uint64_t *const words = h;
    uint64x2_t ab = vld1q_u64(words), cd = vld1q_u64(words + 2), ef = vld1q_u64(words + 4), gh = vld1q_u64(words + 6);
    for (; blocks; blocks--, in += 128) {
        const uint64x2_t ab_before = ab, cd_before = cd, ef_before = ef, gh_before = gh;
        uint64x2_t w[8];
        for (unsigned i = 0; i < 8; i++)
            w[i] = vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(in + 16 * i)));
            /* w[i % 8] holds W_2i and W_2i+1; after its use, those 16 further on. */
#pragma GCC unroll 40
        for (unsigned i = 0; i < 40; i++) {
            uint64x2_t *now = &w[i % 8];
            two_steps(&ab, &cd, &ef, &gh, vaddq_u64(*now, vld1q_u64(k + 2 * i)));
            if (i < 32)
                *now = vsha512su1q_u64(vsha512su0q_u64(*now, w[(i + 1) % 8]), w[(i + 7) % 8],
                                       vextq_u64(w[(i + 4) % 8], w[(i + 5) % 8], 1));
        }
        ab = vaddq_u64(ab, ab_before);
        cd = vaddq_u64(cd, cd_before);
        ef = vaddq_u64(ef, ef_before);
        gh = vaddq_u64(gh, gh_before);
    }
    vst1q_u64(words, ab);
    vst1q_u64(words + 2, cd);
    vst1q_u64(words + 4, ef);
    vst1q_u64(words + 6, gh);
}

NEOSIG_TARGET_END

#endif
