#if defined(__aarch64__)
#define NEOSIG_GF16_EOR3
#include "gf/gf16_neon.c"

#endif
