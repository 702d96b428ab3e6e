/* The half-Gaussian of deviation sigma0 = 1.8205 (table 3.1, RCDT).
 *
 * A sample is the number of thresholds that are greater than a random number, with the probabilities
 * p_j = exp(-j^2 / (2 sigma0^2)) / sum over i >= 0 of exp(-i^2 / (2 sigma0^2)).
 * - Round 3: the number is below 2^72, and threshold i is the sum over j > i of floor(2^72 p_j).
 * - FN-DSA: the number is below 2^79, and threshold i is the sum over j > i of 2^79 p_j, rounded to the nearest.
 * Thresholds are given in three limbs, the highest first, of which the lower two have 24 bits. */
#ifndef NEOSIG_FALCON_FALCON_BASE_SAMPLER_H
#define NEOSIG_FALCON_FALCON_BASE_SAMPLER_H

#include "falcon/falcon_kernels.h"

#define FALCON_THRESHOLDS 18

/* From which threshold on the first limb is zero; and from which on the second, too. */
enum { FALCON_ROUND3_ONE_ZERO = 10, FALCON_ROUND3_TWO_ZEROS = 14 };
enum { FALCON_FNDSA_ONE_ZERO = 11, FALCON_FNDSA_TWO_ZEROS = 15 };

/* clang-format off */
#define FALCON_EACH_THRESHOLD_ROUND3(x) \
    x(10745844, 3068844, 3741698) x(5559083, 1580863, 8248194) x(2260429, 13669192, 2736639) \
    x(708981, 4421575, 10046180) x(169348, 7122675, 4136815) x(30538, 13063405, 7650655) \
    x(4132, 14505003, 7826148) x(417, 16768101, 11363290) x(31, 8444042, 8086568) x(1, 12844466, 265321) \
    x(0, 1232676, 13644283) x(0, 38047, 9111839) x(0, 870, 6138264) x(0, 14, 12545723) \
    x(0, 0, 3104126) x(0, 0, 28824) x(0, 0, 198) x(0, 0, 1)
#define FALCON_EACH_THRESHOLD_FNDSA(x) \
    x(1375468055, 6936092, 9176346) x(711562636, 1023934, 15582455) x(289335016, 4826132, 14746371) \
    x(90749601, 12313548, 10843417) x(21676598, 5732767, 9419414) x(3908963, 11171514, 6206010) \
    x(529006, 11146683, 11891888) x(53503, 15610582, 11661180) x(4032, 7095613, 11671091) x(225, 16701698, 407118) \
    x(9, 6787688, 1638204) x(0, 4870085, 8687822) x(0, 111406, 13946073) x(0, 1887, 12017202) x(0, 23, 11452285) \
    x(0, 0, 3689579) x(0, 0, 25354) x(0, 0, 129)
/* clang-format on */

/* 1 / (2 sigma0^2) = 0.15086504887537272, rounded to binary64. */
static const uint64_t falcon_base_factor = UINT64_C(0x3fc34f8bc183bbc2);

#endif
