/* The NEON kernels of the tower fields for CPUs with EOR3. */
#if defined(__aarch64__)
#include "core/target.h"

NEOSIG_TARGET_SHA3

#define NEOSIG_TOWER_EOR3
#include "gf/tower_neon.c"

NEOSIG_TARGET_END

#endif
