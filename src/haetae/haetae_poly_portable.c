#include "haetae/haetae_poly_plain.h"

const neosig_haetae_kernels neosig_haetae_portable = {
    .name = "portable",
    .ntt = &neosig_ntt_64513_portable,
    .ntt16 = &neosig_ntt_12289_256_portable,
    .inner = haetae_inner,
    .uniform_vartime = haetae_uniform_vartime,
    .ternary_vartime = haetae_ternary_vartime,
    .spectrum = haetae_spectrum,
    .candidates = haetae_candidates,
    .scale = haetae_scale,
};
