/* The half-Gaussian of deviation sigma0 = 1.8205 (table 3.1, RCDT): a number below 2^72 stands for how many of these
 * are greater than it, which are given in limbs of 24 bits, the highest first. */
#ifndef NEOSIG_FALCON_FALCON_BASE_SAMPLER_H
#define NEOSIG_FALCON_FALCON_BASE_SAMPLER_H

#include "falcon/falcon_kernels.h"

enum {
    FALCON_THRESHOLDS = 18,
    FALCON_ONE_ZERO = 10, /* from here on the first limb is zero */
    FALCON_TWO_ZEROS = 14 /* and the second, too */
};

static const uint32_t falcon_thresholds[FALCON_THRESHOLDS][3] = {
    {10745844, 3068844, 3741698},
    {5559083, 1580863, 8248194},
    {2260429, 13669192, 2736639},
    {708981, 4421575, 10046180},
    {169348, 7122675, 4136815},
    {30538, 13063405, 7650655},
    {4132, 14505003, 7826148},
    {417, 16768101, 11363290},
    {31, 8444042, 8086568},
    {1, 12844466, 265321},
    {0, 1232676, 13644283},
    {0, 38047, 9111839},
    {0, 870, 6138264},
    {0, 14, 12545723},
    {0, 0, 3104126},
    {0, 0, 28824},
    {0, 0, 198},
    {0, 0, 1},
};

/* 1 / (2 sigma0^2). */
static const uint64_t falcon_base_factor = UINT64_C(0x3fc34f8bc183bbc2);

#endif
