#include "haetae/haetae_poly_plain_body.h"

const neosig_haetae_kernels neosig_haetae_portable = {.name = "portable", HAETAE_PLAIN_KERNELS};
