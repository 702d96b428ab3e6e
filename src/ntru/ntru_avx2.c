/* The kernels of ntru.h: plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "ntru/ntru_plain_body.h"

const neosig_ntru_kernels neosig_ntru_avx2 = {.name = "avx2", NTRU_PLAIN_KERNELS};

NEOSIG_TARGET_END

#endif
