/* fft.h in AVX2. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define REALS "fft/reals_avx2.h"
#include "fft/fft_kernels.h"

const neosig_fft neosig_fft_avx2 = {.name = "avx2", FFT_KERNELS};

NEOSIG_TARGET_END

#endif
