/* The NEON kernels of the tower fields for CPUs with EOR3. */
#define NEOSIG_GF256_EOR3
#include "gf/gf256_neon.c"
