/* falcon_kernels.h in NEON. */
#include "core/step.h"
#include "fft/real.h"

#if defined(__aarch64__) && !NEOSIG_REAL_INTEGER
#define REALS "fft/reals_neon.h"
#include "falcon/falcon_base_sampler.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_numbers.h"
#include "falcon/falcon_short.h"
#include "falcon/falcon_tree_body.h"

/* Numbers of four candidates in limbs, the highest first, and their signs in bit 0. */
typedef struct four_numbers {
    int32x4_t limb[3], sign;
} four_numbers;

/* Four lanes of 32 bits of each candidate, made of its bytes in this order; lane i of all candidates goes to out[i]. */
static inline void load_four(int32x4_t out[4], const uint8_t *in, const uint8_t order[16])
{
    int32x4_t row[4];
    for (size_t i = 0; i < 4; i++)
        row[i] = vreinterpretq_s32_u8(vqtbl1q_u8(vld1q_u8(in + i * NEOSIG_FALCON_CANDIDATE_STEP), vld1q_u8(order)));
    const int32x4_t a = vzip1q_s32(row[0], row[2]), b = vzip1q_s32(row[1], row[3]);
    const int32x4_t c = vzip2q_s32(row[0], row[2]), d = vzip2q_s32(row[1], row[3]);
    out[0] = vzip1q_s32(a, b);
    out[1] = vzip2q_s32(a, b);
    out[2] = vzip1q_s32(c, d);
    out[3] = vzip2q_s32(c, d);
}

/* Bytes 0 to 8 are three limbs of 24 bits; byte 9 has the sign. */
static inline four_numbers load_round3(const uint8_t *in)
{
    static const uint8_t order[16] = {0, 1, 2, 255, 3, 4, 5, 255, 6, 7, 8, 255, 9, 255, 255, 255};
    int32x4_t lane[4];
    load_four(lane, in, order);
    return (four_numbers){{lane[2], lane[1], lane[0]}, lane[3]};
}

/* Bit 0 is the sign. Limbs of 24, 24 and 31 bits begin at bits 1, 25 and 49: at bit 1 of bytes 0, 3 and 6. */
static inline four_numbers load_fndsa(const uint8_t *in)
{
    static const uint8_t order[16] = {0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 0, 255, 255, 255};
    const uint32x4_t low = vdupq_n_u32(0xffffff);
    int32x4_t lane[4];
    uint32x4_t limb[3];
    load_four(lane, in, order);
    for (size_t i = 0; i < 3; i++)
        limb[i] = vshrq_n_u32(vreinterpretq_u32_s32(lane[i]), 1);
    return (four_numbers){{vreinterpretq_s32_u32(limb[2]), vreinterpretq_s32_u32(vandq_u32(limb[1], low)),
                           vreinterpretq_s32_u32(vandq_u32(limb[0], low))},
                          lane[3]};
}

/* Each limb four times. */
#define LIMBS(a, b, c) {{{a, a, a, a}, {b, b, b, b}, {c, c, c, c}}},
typedef struct base_threshold {
    int32_t limb[3][4];
} base_threshold;
static const base_threshold thresholds_round3[FALCON_THRESHOLDS] = {FALCON_EACH_THRESHOLD_ROUND3(LIMBS)};
static const base_threshold thresholds_fndsa[FALCON_THRESHOLDS] = {FALCON_EACH_THRESHOLD_FNDSA(LIMBS)};

/* count - 1 where the limbs from `first` on are less than those of a threshold. */
static inline int32x4_t count_less(int32x4_t count, const four_numbers *v, int32x4x3_t threshold, size_t first)
{
    int32x4_t borrow = vsubq_s32(v->limb[2], threshold.val[2]);
    for (size_t i = 2; i-- > first;)
        borrow = vsraq_n_s32(vsubq_s32(v->limb[i], threshold.val[i]), borrow, 31);
    return vsraq_n_s32(count, borrow, 31);
}

static inline void store_two(neosig_falcon_candidates *out, size_t i, int64x2_t z, int64x2_t square)
{
    vst1q_f64(out->z + i, vcvtq_f64_s64(z));
    vst1q_f64(out->bias + i, reals_multiply(vcvtq_f64_s64(square), reals_all_of_bits(&falcon_base_factor)));
}

/* Thresholds from one_zero and two_zeros on begin with so many limbs of zeros. */
static inline void make_candidates(neosig_falcon_candidates *out, const four_numbers v[2],
                                   const base_threshold *thresholds, size_t one_zero, size_t two_zeros)
{
    int32x4_t count[2][3];
    for (size_t h = 0; h < 2; h++)
        count[h][0] = count[h][1] = count[h][2] = vdupq_n_s32(0);
#pragma GCC unroll 18
    for (size_t t = 0; t < FALCON_THRESHOLDS; t++) {
        const size_t zeros = t < one_zero ? 0 : t < two_zeros ? 1 : 2;
        const int32x4x3_t limbs = vld1q_s32_x3(thresholds->limb[0]);
        thresholds++;
        NEOSIG_STEP(thresholds);
        for (size_t h = 0; h < 2; h++)
            count[h][zeros] = count_less(count[h][zeros], &v[h], limbs, zeros);
    }
    for (size_t h = 0; h < 2; h++) {
        const int32x4_t one = vdupq_n_s32(1);
        const int32x4_t zero[2] = {vreinterpretq_s32_u32(vceqzq_s32(v[h].limb[0])),
                                   vreinterpretq_s32_u32(vceqzq_s32(v[h].limb[1]))};
        int32x4_t minus_z0 = vaddq_s32(count[h][1], vandq_s32(count[h][2], zero[1]));
        minus_z0 = vaddq_s32(count[h][0], vandq_s32(minus_z0, zero[0]));
        /* 1 + z0, or -z0 */
        const int32x4_t positive = vreinterpretq_s32_u32(vtstq_s32(v[h].sign, one));
        const int32x4_t z = vbslq_s32(vreinterpretq_u32_s32(positive), vsubq_s32(one, minus_z0), minus_z0);
        const int32x4_t square = vmulq_s32(minus_z0, minus_z0);
        store_two(out, 4 * h, vmovl_s32(vget_low_s32(z)), vmovl_s32(vget_low_s32(square)));
        store_two(out, 4 * h + 2, vmovl_high_s32(z), vmovl_high_s32(square));
    }
}

static void candidates_round3(neosig_falcon_candidates *out, const uint8_t *in)
{
    const four_numbers v[2] = {load_round3(in), load_round3(in + 4 * NEOSIG_FALCON_CANDIDATE_STEP)};
    make_candidates(out, v, thresholds_round3, FALCON_ROUND3_ONE_ZERO, FALCON_ROUND3_TWO_ZEROS);
}

static void candidates_fndsa(neosig_falcon_candidates *out, const uint8_t *in)
{
    const four_numbers v[2] = {load_fndsa(in), load_fndsa(in + 4 * NEOSIG_FALCON_CANDIDATE_STEP)};
    make_candidates(out, v, thresholds_fndsa, FALCON_FNDSA_ONE_ZERO, FALCON_FNDSA_TWO_ZEROS);
}

const neosig_falcon_kernels neosig_falcon_neon = {
    .name = "neon",
    FALCON_TREE_KERNELS,
    .block = NEOSIG_IF_SIGNING(neosig_falcon_block_neon),
    .candidates_round3 = NEOSIG_IF_SIGNING(candidates_round3),
    .candidates_fndsa = NEOSIG_IF_SIGNING(candidates_fndsa),
    .gauss_round3 = NEOSIG_IF_SIGNING(neosig_falcon_gauss_round3_neon),
    .gauss_fndsa = NEOSIG_IF_SIGNING(neosig_falcon_gauss_fndsa_neon),
    .numbers_of_key_round3 = neosig_falcon_numbers_of_key_round3_neon,
    .numbers_of_key_fndsa = neosig_falcon_numbers_of_key_fndsa_neon,
    .numbers_of_block_round3_vartime = neosig_falcon_numbers_of_block_round3_neon_vartime,
    .numbers_of_block_fndsa_vartime = neosig_falcon_numbers_of_block_fndsa_neon_vartime,
    .numbers_of_codes_round3 = neosig_falcon_numbers_of_codes_round3_neon,
    .numbers_of_codes_fndsa = neosig_falcon_numbers_of_codes_fndsa_neon,
};

#endif
