#if defined(__aarch64__)
#include "core/target.h"

NEOSIG_TARGET_SHA3

#define NEOSIG_GF16_EOR3
#include "snova/snova_kernels_neon.c"

NEOSIG_TARGET_END

#endif
