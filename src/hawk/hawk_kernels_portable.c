/* hawk_kernels.h in plain C. */
#include "hawk/hawk_kernels_plain.h"

const neosig_hawk_kernels neosig_hawk_portable = {
    .name = "portable",
    .sums_of_bits = NEOSIG_IF_SIGNING(hawk_plain_sums_of_bits),
    .sample = NEOSIG_IF_SIGNING(hawk_plain_sample),
    .multiply_add = NEOSIG_IF_SIGNING(hawk_plain_multiply_add),
    .forward = hawk_plain_forward,
    .invert = hawk_plain_invert,
    .half_trace = hawk_plain_half_trace,
    .fft = hawk_plain_fft,
    .fft_inverse = hawk_plain_fft_inverse,
};
