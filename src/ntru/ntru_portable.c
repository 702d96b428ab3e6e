/* The kernels of ntru.h on any machine. */
#include "ntru/ntru_plain_body.h"

const neosig_ntru_kernels neosig_ntru_portable = {.name = "portable", NTRU_PLAIN_KERNELS};
