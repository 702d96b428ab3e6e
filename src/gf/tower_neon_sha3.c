/* The NEON kernels of the tower fields for CPUs with EOR3. */
#if defined(__aarch64__)
#define NEOSIG_TOWER_EOR3
#include "gf/tower_neon.c"

#endif
