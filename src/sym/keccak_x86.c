/* Keccak-f[1600] by AVX-512VL where the CPU has it, else by AVX2. */
#if defined(__x86_64__)
#include "neosig/neosig.h"
#include "sym/keccak.h"

static const neosig_keccak_kernels *best(void)
{
    return (neosig_cpu() & NEOSIG_CPU_AVX512VL) != 0 ? &neosig_keccak_avx512 : &neosig_keccak_avx2;
}

static void f1600(uint64_t state[25])
{
    best()->f1600(state);
}

static void f1600_x2(uint64_t states[50])
{
    best()->f1600_x2(states);
}

static void f1600_x4(uint64_t states[100])
{
    best()->f1600_x4(states);
}

const neosig_keccak_kernels neosig_keccak_x86 = {"x86", 1, f1600, f1600_x2, f1600_x4};

#endif
