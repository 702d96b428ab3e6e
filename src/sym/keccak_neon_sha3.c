/* Keccak-f[1600] by the SHA-3 instructions. These take as long for one state as for two. */
#if defined(__aarch64__)
#include "sym/keccak_internal.h"

void neosig_keccak_f1600_sha3(uint64_t state[25], const uint64_t constants[25][2]);
void neosig_keccak_f1600_x2_sha3(uint64_t states[50], const uint64_t constants[25][2]);

static void f1600(uint64_t state[25])
{
    neosig_keccak_f1600_sha3(state, neosig_keccak_round_constants);
}

static void f1600_x2(uint64_t states[50])
{
    neosig_keccak_f1600_x2_sha3(states, neosig_keccak_round_constants);
}

static void f1600_x4(uint64_t states[100])
{
    f1600_x2(states);
    f1600_x2(states + 50);
}

const neosig_keccak_kernels neosig_keccak_neon_sha3 = {"neon-sha3", 1, f1600, f1600_x2, f1600_x4};

#endif
