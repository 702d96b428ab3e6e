/* The kernels of ntt16.h in plain C. */
#include "ntt/ntt16_plain_body.h"

NTT16_KERNELS(256, portable)
NTT16_KERNELS(512, portable)
NTT16_KERNELS(1024, portable)
