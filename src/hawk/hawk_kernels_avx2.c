/* hawk_kernels.h in plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "hawk/hawk_kernels_plain.h"

const neosig_hawk_kernels neosig_hawk_avx2 = {
    .name = "avx2",
    .sums_of_bits = NEOSIG_IF_SIGNING(hawk_plain_sums_of_bits),
    .sample = NEOSIG_IF_SIGNING(hawk_plain_sample),
    .multiply_add = NEOSIG_IF_SIGNING(hawk_plain_multiply_add),
    .forward = hawk_plain_forward,
    .invert = hawk_plain_invert,
    .half_trace = hawk_plain_half_trace,
    .fft = hawk_plain_fft,
    .fft_inverse = hawk_plain_fft_inverse,
};

NEOSIG_TARGET_END

#endif
