/* Keccak-f[1600] in plain C, and the constants all implementations share. */
#include "sym/keccak_internal.h"
#include "sym/keccak_round.h"

#include <string.h>

#define TWICE(x)                                                                                                       \
    {                                                                                                                  \
        x, x                                                                                                           \
    }
const uint64_t neosig_keccak_round_constants[25][2] = {
    TWICE(0x0000000000000001), TWICE(0x0000000000008082), TWICE(0x800000000000808a), TWICE(0x8000000080008000),
    TWICE(0x000000000000808b), TWICE(0x0000000080000001), TWICE(0x8000000080008081), TWICE(0x8000000000008009),
    TWICE(0x000000000000008a), TWICE(0x0000000000000088), TWICE(0x0000000080008009), TWICE(0x000000008000000a),
    TWICE(0x000000008000808b), TWICE(0x800000000000008b), TWICE(0x8000000000008089), TWICE(0x8000000000008003),
    TWICE(0x8000000000008002), TWICE(0x8000000000000080), TWICE(0x000000000000800a), TWICE(0x800000008000000a),
    TWICE(0x8000000080008081), TWICE(0x8000000000008080), TWICE(0x0000000080000001), TWICE(0x8000000080008008),
};

void neosig_keccak_f1600_plain(uint64_t state[25])
{
    uint64_t a[25], e[25];
    memcpy(a, state, sizeof a);
    for (unsigned i = 0; i < 24; i += 2) {
        NEOSIG_KECCAK_ROUND(uint64_t, a, e, neosig_keccak_round_constants[i][0]);
        NEOSIG_KECCAK_ROUND(uint64_t, e, a, neosig_keccak_round_constants[i + 1][0]);
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

const neosig_keccak_kernels neosig_keccak_portable = {"portable", 0, neosig_keccak_f1600_plain, f1600_x2, f1600_x4};
