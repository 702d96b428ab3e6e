/* hawk_kernels.h in plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "hawk/hawk_kernels_plain_body.h"

const neosig_hawk_kernels neosig_hawk_avx2 = {.name = "avx2", HAWK_PLAIN_KERNELS};

NEOSIG_TARGET_END

#endif
