/* SLH-DSA's kernel over SHAKE256 by AVX-512VL where the CPU has it, else by AVX2. */
#if defined(__x86_64__)
#include "neosig/neosig.h"
#include "slhdsa/slhdsa_kernels.h"

void neosig_slhdsa_shake_x86(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                             size_t steps)
{
    if ((neosig_cpu() & NEOSIG_CPU_AVX512VL) != 0)
        neosig_slhdsa_shake_avx512(lanes, count, keccak, n, steps);
    else if (count > 1)
        neosig_slhdsa_shake_avx2(lanes, count, keccak, n, steps);
    else /* faster in general registers */
        neosig_slhdsa_shake_portable(lanes, count, keccak, n, steps);
}

#endif
