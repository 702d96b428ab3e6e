/* Keccak-f[1600] in plain C, and the constants all implementations share. */
#include "sym/keccak_internal.h"
#include "sym/keccak_round.h"

#include <string.h>

const uint64_t neosig_keccak_round_constants[25] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

void neosig_keccak_f1600_plain(uint64_t state[25])
{
    uint64_t a[25], e[25];
    memcpy(a, state, sizeof a);
    for (unsigned i = 0; i < 24; i += 2) {
        NEOSIG_KECCAK_ROUND(uint64_t, a, e, neosig_keccak_round_constants[i]);
        NEOSIG_KECCAK_ROUND(uint64_t, e, a, neosig_keccak_round_constants[i + 1]);
    }
    memcpy(state, a, sizeof a);
}

static void f1600_x2(uint64_t states[50])
{
    neosig_keccak_f1600_plain(states);
    neosig_keccak_f1600_plain(states + 25);
}

static void f1600_x4(uint64_t states[100])
{
    f1600_x2(states);
    f1600_x2(states + 50);
}

const neosig_keccak_kernels neosig_keccak_portable = {"portable", neosig_keccak_f1600_plain, f1600_x2, f1600_x4};
