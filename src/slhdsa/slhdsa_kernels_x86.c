/* SLH-DSA's kernels of x86-64 with AVX2: SHA-256 by its instructions where the CPU has them, which many have not. */
#if defined(__x86_64__)
#include "neosig/neosig.h"
#include "slhdsa/slhdsa_kernels.h"

static void sha256(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    (neosig_cpu() & NEOSIG_CPU_SHANI ? neosig_slhdsa_sha256_shani : neosig_slhdsa_sha256_avx2)(lanes, count, h, n,
                                                                                               steps);
}

const neosig_slhdsa_kernels neosig_slhdsa_x86 = {.name = "x86",
                                                 .sha256_lanes = 4,
                                                 .sha512_lanes = 4,
                                                 .shake_lanes = 4,
                                                 .sha256 = sha256,
                                                 .sha512 = neosig_slhdsa_sha512_avx2,
                                                 .shake = neosig_slhdsa_shake_x86};

#endif
