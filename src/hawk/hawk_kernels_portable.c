/* hawk_kernels.h in plain C. */
#include "hawk/hawk_kernels_plain_body.h"

const neosig_hawk_kernels neosig_hawk_portable = {.name = "portable", HAWK_PLAIN_KERNELS};
