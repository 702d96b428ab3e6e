/* SLH-DSA's kernel over SHAKE256 by AVX-512VL. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX512VL

#define KECCAK_AVX512VL

#include "slhdsa/slhdsa_shake_avx2_body.h"

void neosig_slhdsa_shake_avx512(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                                size_t steps)
{
    (void)keccak;
    shake(lanes, count, n, steps);
}

NEOSIG_TARGET_END

#endif
