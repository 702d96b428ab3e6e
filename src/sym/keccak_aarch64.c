/* Keccak-f[1600] for 64-bit Arm without the SHA-3 instructions. */
#if defined(__aarch64__)
#include "sym/keccak_internal.h"

void neosig_keccak_f1600_aarch64(uint64_t state[25], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x2_neon(uint64_t states[50], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x4_hybrid(uint64_t states[100], const uint64_t constants[25][2]);

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

#endif
