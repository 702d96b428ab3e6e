/* fft.h in AVX2. */
#include "fft/real.h"

#if defined(__x86_64__) && !NEOSIG_REAL_INTEGER
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define REALS "fft/reals_avx2.h"
#include "fft/fft_body.h"

const neosig_fft neosig_fft_avx2 = {.name = "avx2", FFT_KERNELS};

NEOSIG_TARGET_END

#endif
