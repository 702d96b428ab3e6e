/* fft.h in NEON. */
#include "fft/real.h"

#if defined(__aarch64__) && !NEOSIG_REAL_INTEGER
#define REALS "fft/reals_neon.h"
#include "fft/fft_body.h"

const neosig_fft neosig_fft_neon = {.name = "neon", FFT_KERNELS};

#endif
