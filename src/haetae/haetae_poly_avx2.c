/* The kernels of haetae_poly.h: plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "haetae/haetae_poly_plain_body.h"

const neosig_haetae_kernels neosig_haetae_avx2 = {.name = "avx2", HAETAE_PLAIN_KERNELS};

NEOSIG_TARGET_END

#endif
