/* The half-Gaussian of deviation sigma0 = 1.8205 (table 3.1, RCDT).
 *
 * A sample is the number of thresholds that are greater than a random number below 2^72. With the probabilities
 * p_j = exp(-j^2 / (2 sigma0^2)) / sum over i >= 0 of exp(-i^2 / (2 sigma0^2)), threshold i is the sum over j > i of
 * floor(2^72 p_j). Thresholds are given in limbs of 24 bits, the highest first. */
#ifndef NEOSIG_FALCON_FALCON_BASE_SAMPLER_H
#define NEOSIG_FALCON_FALCON_BASE_SAMPLER_H

#include "falcon/falcon_kernels.h"

enum {
    FALCON_THRESHOLDS = 18,
    FALCON_ONE_ZERO = 10, /* from here on the first limb is zero */
    FALCON_TWO_ZEROS = 14 /* and the second, too */
};

/* clang-format off */
#define FALCON_EACH_THRESHOLD(x) \
    x(10745844, 3068844, 3741698) x(5559083, 1580863, 8248194) x(2260429, 13669192, 2736639) \
    x(708981, 4421575, 10046180) x(169348, 7122675, 4136815) x(30538, 13063405, 7650655) \
    x(4132, 14505003, 7826148) x(417, 16768101, 11363290) x(31, 8444042, 8086568) x(1, 12844466, 265321) \
    x(0, 1232676, 13644283) x(0, 38047, 9111839) x(0, 870, 6138264) x(0, 14, 12545723) \
    x(0, 0, 3104126) x(0, 0, 28824) x(0, 0, 198) x(0, 0, 1)
/* clang-format on */

/* 1 / (2 sigma0^2) = 0.15086504887537272, rounded to binary64. */
static const uint64_t falcon_base_factor = UINT64_C(0x3fc34f8bc183bbc2);

#endif
