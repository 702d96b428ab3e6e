/* The kernels of ntt16.h: plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "ntt/ntt16_plain_body.h"

NTT16_TRANSFORMS(256)

const neosig_ntt16 neosig_ntt_12289_256_avx2 = {
    .name = "avx2",
    .n = 256,
    .forward = ntt16_forward_256,
    .inverse = ntt16_inverse_256,
    .multiply = ntt16_multiply_256,
    .divide = NEOSIG_IF_SIGNING(ntt16_divide_256),
};

NTT16_TRANSFORMS(512)

const neosig_ntt16 neosig_ntt_12289_512_avx2 = {
    .name = "avx2",
    .n = 512,
    .forward = ntt16_forward_512,
    .inverse = ntt16_inverse_512,
    .multiply = ntt16_multiply_512,
    .divide = NEOSIG_IF_SIGNING(ntt16_divide_512),
};

NTT16_TRANSFORMS(1024)

const neosig_ntt16 neosig_ntt_12289_1024_avx2 = {
    .name = "avx2",
    .n = 1024,
    .forward = ntt16_forward_1024,
    .inverse = ntt16_inverse_1024,
    .multiply = ntt16_multiply_1024,
    .divide = NEOSIG_IF_SIGNING(ntt16_divide_1024),
};

NEOSIG_TARGET_END

#endif
