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

/* Bytes 0 to 8 as three limbs of 24 bits, the lowest first, and byte 9. */
static const uint8_t limbs_of_bytes[16] = {0, 1, 2, 255, 3, 4, 5, 255, 6, 7, 8, 255, 9, 255, 255, 255};

/* Limbs of four candidates, the highest first, and their bytes of the sign. */
typedef struct four_numbers {
    int32x4_t limb[3], sign;
} four_numbers;

static inline four_numbers load_four(const uint8_t *in)
{
    const uint8x16_t order = vld1q_u8(limbs_of_bytes);
    int32x4_t row[4];
    for (size_t i = 0; i < 4; i++)
        row[i] = vreinterpretq_s32_u8(vqtbl1q_u8(vld1q_u8(in + i * NEOSIG_FALCON_CANDIDATE_STEP), order));
    const int32x4_t a = vzip1q_s32(row[0], row[2]), b = vzip1q_s32(row[1], row[3]);
    const int32x4_t c = vzip2q_s32(row[0], row[2]), d = vzip2q_s32(row[1], row[3]);
    return (four_numbers){
        {vzip1q_s32(c, d), vzip2q_s32(a, b), vzip1q_s32(a, b)},
        vzip2q_s32(c, d),
    };
}

/* Each limb four times. */
#define LIMBS(a, b, c) {{a, a, a, a}, {b, b, b, b}, {c, c, c, c}},
static const int32_t thresholds[FALCON_THRESHOLDS][3][4] = {FALCON_EACH_THRESHOLD(LIMBS)};

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

static void candidates(neosig_falcon_candidates *out, const uint8_t *in)
{
    const four_numbers v[2] = {load_four(in), load_four(in + 4 * NEOSIG_FALCON_CANDIDATE_STEP)};
    const int32_t *table = thresholds[0][0];
    int32x4_t count[2][3];
    for (size_t h = 0; h < 2; h++)
        count[h][0] = count[h][1] = count[h][2] = vdupq_n_s32(0);
#pragma GCC unroll 18
    for (size_t t = 0; t < FALCON_THRESHOLDS; t++) {
        const size_t zeros = t < FALCON_ONE_ZERO ? 0 : t < FALCON_TWO_ZEROS ? 1 : 2;
        const int32x4x3_t threshold = vld1q_s32_x3(table);
        table += 12;
        NEOSIG_STEP(table);
        for (size_t h = 0; h < 2; h++)
            count[h][zeros] = count_less(count[h][zeros], &v[h], threshold, zeros);
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

const neosig_falcon_kernels neosig_falcon_neon = {
    .name = "neon",
    FALCON_TREE_KERNELS,
    .block = NEOSIG_IF_SIGNING(neosig_falcon_block_neon),
    .candidates = NEOSIG_IF_SIGNING(candidates),
    .gauss_round3 = NEOSIG_IF_SIGNING(neosig_falcon_gauss_round3_neon),
    .gauss_fndsa = NEOSIG_IF_SIGNING(neosig_falcon_gauss_fndsa_neon),
    .numbers_of_key = neosig_falcon_numbers_of_key_neon,
    .numbers_of_block_vartime = neosig_falcon_numbers_of_block_neon_vartime,
    .numbers_of_codes = neosig_falcon_numbers_of_codes_neon,
};

#endif
