/* The kernels of ntru.h on any machine. */
#include "ntru/ntru_plain.h"

const neosig_ntru_kernels neosig_ntru_portable = {
    .name = "portable",
    .forward = ntru_plain_forward,
    .inverse = ntru_plain_inverse,
    .multiply = ntru_plain_multiply,
    .product = ntru_plain_product,
    .subtract = ntru_plain_subtract,
    .subtract_long = ntru_plain_subtract_long,
    .subtract_residues = ntru_plain_subtract_residues,
    .approximate = ntru_plain_approximate,
    .approximate_fixed = ntru_plain_approximate_fixed,
    .round = ntru_plain_round,
    .round_fixed = ntru_plain_round_fixed,
};
