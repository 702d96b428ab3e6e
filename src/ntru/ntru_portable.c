/* The kernels of ntru.h on any machine. */
#include "ntru/ntru_plain.h"

const neosig_ntru_kernels neosig_ntru_portable = {
    .name = "portable",
    .forward = ntru_plain_forward,
    .inverse = ntru_plain_inverse,
    .product = ntru_plain_product,
    .subtract = ntru_plain_subtract,
    .approximate = ntru_plain_approximate,
    .approximate_fixed = ntru_plain_approximate_fixed,
    .round = ntru_plain_round,
    .round_fixed = ntru_plain_round_fixed,
};
