/* The kernel of falcon_kernels.h that makes candidates, in plain C. */
#ifndef NEOSIG_FALCON_FALCON_CANDIDATES_BODY_H
#define NEOSIG_FALCON_FALCON_CANDIDATES_BODY_H

#include "falcon/falcon_base_sampler.h"
#include "sym/bytes.h"

#define LIMBS(a, b, c) {a, b, c},
static const uint32_t thresholds[FALCON_THRESHOLDS][3] = {FALCON_EACH_THRESHOLD(LIMBS)};

static void candidates(neosig_falcon_candidates *out, const uint8_t *in)
{
    uint32_t limb[3][NEOSIG_FALCON_BATCH], minus[NEOSIG_FALCON_BATCH], z0[NEOSIG_FALCON_BATCH];
    for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++, in += NEOSIG_FALCON_CANDIDATE_STEP) {
        limb[2][i] = neosig_load32_le(in) & 0xffffff;
        limb[1][i] = neosig_load32_le(in + 3) & 0xffffff;
        limb[0][i] = neosig_load32_le(in + 6) & 0xffffff;
        minus[i] = (in[9] & 1u) - 1;
        z0[i] = 0;
    }
    for (size_t t = 0; t < FALCON_THRESHOLDS; t++)
        for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++) {
            uint32_t borrow = (limb[2][i] - thresholds[t][2]) >> 31;
            borrow = (limb[1][i] - thresholds[t][1] - borrow) >> 31;
            z0[i] += (limb[0][i] - thresholds[t][0] - borrow) >> 31;
        }
    for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++) {
        out->z[i] = neosig_real_of_int((int32_t)((z0[i] ^ minus[i]) + 1)); /* 1 + z0 or -z0 */
        out->bias[i] =
            neosig_real_multiply(neosig_real_of_int((int64_t)(z0[i] * z0[i])), neosig_real_of_bits(falcon_base_factor));
    }
}

#endif
