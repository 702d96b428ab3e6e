/* Keccak-f[1600] for 64-bit Arm: without the SHA-3 instructions, with some of them, or as the CPU is. */
#if defined(__aarch64__)
#include "neosig/neosig.h"
#include "sym/keccak_internal.h"

void neosig_keccak_f1600_aarch64(uint64_t state[25], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x2_neon(uint64_t states[50], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x4_hybrid(uint64_t states[100], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x2_mixed(uint64_t states[50], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x4_mixed(uint64_t states[100], const uint64_t constants[25][2]);

static void f1600(uint64_t state[25])
{
    neosig_keccak_f1600_aarch64(state, neosig_keccak_round_constants);
}

static void f1600_x2(uint64_t states[50])
{
    neosig_keccak_f1600_x2_neon(states, neosig_keccak_round_constants);
}

static void f1600_x4(uint64_t states[100])
{
    neosig_keccak_f1600_x4_hybrid(states, neosig_keccak_round_constants);
}

const neosig_keccak_kernels neosig_keccak_aarch64 = {"aarch64", 0, f1600, f1600_x2, f1600_x4};

static void mixed_x2(uint64_t states[50])
{
    neosig_keccak_f1600_x2_mixed(states, neosig_keccak_round_constants);
}

static void mixed_x4(uint64_t states[100])
{
    neosig_keccak_f1600_x4_mixed(states, neosig_keccak_round_constants);
}

const neosig_keccak_kernels neosig_keccak_mixed = {"mixed", 0, f1600, mixed_x2, mixed_x4};

static void chosen_x2(uint64_t states[50])
{
    if ((neosig_cpu() & NEOSIG_CPU_SHA3) != 0)
        mixed_x2(states);
    else
        f1600_x2(states);
}

static void chosen_x4(uint64_t states[100])
{
    if ((neosig_cpu() & NEOSIG_CPU_SHA3) != 0)
        mixed_x4(states);
    else
        f1600_x4(states);
}

const neosig_keccak_kernels neosig_keccak_armv8 = {"armv8", 0, f1600, chosen_x2, chosen_x4};

#endif
