/* SLH-DSA's kernels where the SHA-3 instructions make Keccak. */
#if defined(__aarch64__)
#include "slhdsa/slhdsa_kernels.h"
#include "sym/keccak_internal.h"

void neosig_slhdsa_shake_x2_sha3(uint64_t a[25], const uint64_t constants[25][2], uint64_t b[25], size_t n,
                                 size_t steps);

/* One lane takes as long as two. */
static void shake(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n, size_t steps)
{
    (void)keccak;
    neosig_slhdsa_shake_x2_sha3(lanes[0], neosig_keccak_round_constants, lanes[count - 1], n, steps);
}

const neosig_slhdsa_kernels neosig_slhdsa_sha3 = {.name = "sha3",
                                                  .sha256_lanes = 2,
                                                  .sha512_lanes = 2,
                                                  .shake_lanes = 2,
                                                  .sha256 = neosig_slhdsa_sha256_armv8,
                                                  .sha256_f = neosig_slhdsa_sha256_f_armv8,
                                                  .sha256_h = neosig_slhdsa_sha256_h_armv8,
                                                  .sha512 = neosig_slhdsa_sha512_armv8,
                                                  .shake = shake};

#endif
