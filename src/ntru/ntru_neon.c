/* The table of ntru.h's kernels in NEON. */
#if defined(__aarch64__)
#include "ntru/ntru_neon.h"
#include "ntru/ntru_plain_body.h"

const neosig_ntru_kernels neosig_ntru_neon = {
    .name = "neon",
    .forward = neosig_ntru_neon_forward,
    .inverse = neosig_ntru_neon_inverse,
    .multiply = neosig_ntru_neon_multiply,
    .product = neosig_ntru_neon_product,
    .subtract = neosig_ntru_neon_subtract,
    .subtract_long = neosig_ntru_neon_subtract_long,
    .subtract_residues = neosig_ntru_neon_subtract_residues,
    .approximate = neosig_ntru_neon_approximate,
    .approximate_fixed = neosig_ntru_neon_approximate_fixed,
    .round = ntru_plain_round,
    .round_fixed = neosig_ntru_neon_round_fixed,
};

#endif
