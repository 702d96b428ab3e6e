#include "haetae/haetae_poly_plain.h"

const neosig_haetae_kernels neosig_haetae_portable = {.name = "portable", HAETAE_PLAIN_KERNELS};
