/* The kernels of ntt16.h: plain C, which the compiler makes AVX2 of. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "ntt/ntt16_plain_body.h"

NTT16_KERNELS(256, avx2)
NTT16_KERNELS(512, avx2)
NTT16_KERNELS(1024, avx2)

NEOSIG_TARGET_END

#endif
