/* fft.h, one real at a time. */
#define REALS "fft/reals_portable.h"
#include "fft/fft_body.h"

const neosig_fft neosig_fft_portable = {.name = "portable", FFT_KERNELS};
