/* SLH-DSA's kernels for CPUs without the instructions of SHA-2. */
#if defined(__aarch64__)
#include "slhdsa/slhdsa_kernels.h"

const neosig_slhdsa_kernels neosig_slhdsa_neon = {.name = "neon",
                                                  .sha256_lanes = 4,
                                                  .sha512_lanes = 2,
                                                  .shake_lanes = 4,
                                                  .sha256 = neosig_slhdsa_sha256_neon,
                                                  .sha512 = neosig_slhdsa_sha512_neon,
                                                  .shake = neosig_slhdsa_shake_portable};

#endif
