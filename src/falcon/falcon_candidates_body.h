/* The kernels of falcon_kernels.h that make candidates, in plain C; and the list of all that are plain C. */
#ifndef NEOSIG_FALCON_FALCON_CANDIDATES_BODY_H
#define NEOSIG_FALCON_FALCON_CANDIDATES_BODY_H

#include "falcon/falcon_base_sampler.h"
#include "falcon/falcon_numbers.h"
#include "falcon/falcon_short.h"
#include "sym/bytes.h"

#define LIMBS(a, b, c) {{a, b, c}},
typedef struct base_threshold {
    uint32_t limb[3];
} base_threshold;
static const base_threshold thresholds_round3[FALCON_THRESHOLDS] = {FALCON_EACH_THRESHOLD_ROUND3(LIMBS)};
static const base_threshold thresholds_fndsa[FALCON_THRESHOLDS] = {FALCON_EACH_THRESHOLD_FNDSA(LIMBS)};

typedef struct numbers {
    uint32_t limb[3][NEOSIG_FALCON_BATCH]; /* the first one below 2^31, the others below 2^24 */
    uint32_t minus[NEOSIG_FALCON_BATCH];   /* all ones for -z0, zero for 1 + z0 */
} numbers;

static inline void make_candidates(neosig_falcon_candidates *out, const numbers *v, const base_threshold *thresholds)
{
    uint32_t z0[NEOSIG_FALCON_BATCH] = {0};
    for (size_t t = 0; t < FALCON_THRESHOLDS; t++)
        for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++) {
            uint32_t borrow = (v->limb[2][i] - thresholds[t].limb[2]) >> 31;
            borrow = (v->limb[1][i] - thresholds[t].limb[1] - borrow) >> 31;
            z0[i] += (v->limb[0][i] - thresholds[t].limb[0] - borrow) >> 31;
        }
    for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++) {
        out->z[i] = neosig_real_of_int((int32_t)((z0[i] ^ v->minus[i]) + 1)); /* 1 + z0 or -z0 */
        out->bias[i] =
            neosig_real_multiply(neosig_real_of_int((int64_t)(z0[i] * z0[i])), neosig_real_of_bits(falcon_base_factor));
    }
}

static void candidates_round3(neosig_falcon_candidates *out, const uint8_t *in)
{
    numbers v;
    for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++, in += NEOSIG_FALCON_CANDIDATE_STEP) {
        v.limb[2][i] = neosig_load32_le(in) & 0xffffff;
        v.limb[1][i] = neosig_load32_le(in + 3) & 0xffffff;
        v.limb[0][i] = neosig_load32_le(in + 6) & 0xffffff;
        v.minus[i] = (in[9] & 1u) - 1;
    }
    make_candidates(out, &v, thresholds_round3);
}

static void candidates_fndsa(neosig_falcon_candidates *out, const uint8_t *in)
{
    numbers v;
    for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++, in += NEOSIG_FALCON_CANDIDATE_STEP) {
        v.limb[2][i] = neosig_load32_le(in) >> 1 & 0xffffff;
        v.limb[1][i] = neosig_load32_le(in + 3) >> 1 & 0xffffff;
        v.limb[0][i] = neosig_load32_le(in + 6) >> 1;
        v.minus[i] = (in[0] & 1u) - 1;
    }
    make_candidates(out, &v, thresholds_fndsa);
}

/* What is plain C in a backend whose tree alone has vectors. */
#define FALCON_PLAIN_KERNELS                                                                                           \
    .candidates_round3 = NEOSIG_IF_SIGNING(candidates_round3),                                                         \
    .candidates_fndsa = NEOSIG_IF_SIGNING(candidates_fndsa),                                                           \
    .gauss_round3 = NEOSIG_IF_SIGNING(neosig_falcon_gauss_round3),                                                     \
    .gauss_fndsa = NEOSIG_IF_SIGNING(neosig_falcon_gauss_fndsa),                                                       \
    .numbers_of_key_round3 = neosig_falcon_numbers_of_key_round3,                                                      \
    .numbers_of_key_fndsa = neosig_falcon_numbers_of_key_fndsa,                                                        \
    .numbers_of_block_round3_vartime = neosig_falcon_numbers_of_block_round3_vartime,                                  \
    .numbers_of_block_fndsa_vartime = neosig_falcon_numbers_of_block_fndsa_vartime,                                    \
    .numbers_of_codes_round3 = neosig_falcon_numbers_of_codes_round3,                                                  \
    .numbers_of_codes_fndsa = neosig_falcon_numbers_of_codes_fndsa

#endif
