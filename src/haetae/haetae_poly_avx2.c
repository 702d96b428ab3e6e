/* The kernels of haetae_poly.h: plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "haetae/haetae_poly_plain.h"

const neosig_haetae_kernels neosig_haetae_avx2 = {
    .name = "avx2",
    .inner = haetae_plain_inner,
    .uniform_vartime = haetae_plain_uniform_vartime,
    .ternary_vartime = NEOSIG_IF_SIGNING(haetae_plain_ternary_vartime),
    .spectrum = NEOSIG_IF_SIGNING(haetae_plain_spectrum),
    .candidates = NEOSIG_IF_SIGNING(haetae_plain_candidates),
    .scale = NEOSIG_IF_SIGNING(haetae_plain_scale),
    .look_up = haetae_plain_look_up,
};

NEOSIG_TARGET_END

#endif
