/* Keccak-f[1600] in plain C, and the constants all implementations share. */
#include "sym/keccak_internal.h"

#include <string.h>

const uint64_t neosig_keccak_round_constants[25] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

#define ROTL(x, n) ((x) << (n) | (x) >> (64 - (n)))

/* One round from lanes A to lanes E, all five steps merged: theta's column sums, then for each plane of E its five
 * lanes of A through theta, rho and pi, and chi, and iota. Two rounds bring the lanes home without copies. */
#define ROUND(A, E, constant)                                                                                          \
    do {                                                                                                               \
        uint64_t b0, b1, b2, b3, b4;                                                                                   \
        const uint64_t c0 = A[0] ^ A[5] ^ A[10] ^ A[15] ^ A[20];                                                       \
        const uint64_t c1 = A[1] ^ A[6] ^ A[11] ^ A[16] ^ A[21];                                                       \
        const uint64_t c2 = A[2] ^ A[7] ^ A[12] ^ A[17] ^ A[22];                                                       \
        const uint64_t c3 = A[3] ^ A[8] ^ A[13] ^ A[18] ^ A[23];                                                       \
        const uint64_t c4 = A[4] ^ A[9] ^ A[14] ^ A[19] ^ A[24];                                                       \
        const uint64_t d0 = c4 ^ ROTL(c1, 1), d1 = c0 ^ ROTL(c2, 1), d2 = c1 ^ ROTL(c3, 1);                            \
        const uint64_t d3 = c2 ^ ROTL(c4, 1), d4 = c3 ^ ROTL(c0, 1);                                                   \
        b0 = A[0] ^ d0;                                                                                                \
        b1 = ROTL(A[6] ^ d1, 44);                                                                                      \
        b2 = ROTL(A[12] ^ d2, 43);                                                                                     \
        b3 = ROTL(A[18] ^ d3, 21);                                                                                     \
        b4 = ROTL(A[24] ^ d4, 14);                                                                                     \
        E[0] = b0 ^ (~b1 & b2) ^ (constant);                                                                           \
        E[1] = b1 ^ (~b2 & b3);                                                                                        \
        E[2] = b2 ^ (~b3 & b4);                                                                                        \
        E[3] = b3 ^ (~b4 & b0);                                                                                        \
        E[4] = b4 ^ (~b0 & b1);                                                                                        \
        b0 = ROTL(A[3] ^ d3, 28);                                                                                      \
        b1 = ROTL(A[9] ^ d4, 20);                                                                                      \
        b2 = ROTL(A[10] ^ d0, 3);                                                                                      \
        b3 = ROTL(A[16] ^ d1, 45);                                                                                     \
        b4 = ROTL(A[22] ^ d2, 61);                                                                                     \
        E[5] = b0 ^ (~b1 & b2);                                                                                        \
        E[6] = b1 ^ (~b2 & b3);                                                                                        \
        E[7] = b2 ^ (~b3 & b4);                                                                                        \
        E[8] = b3 ^ (~b4 & b0);                                                                                        \
        E[9] = b4 ^ (~b0 & b1);                                                                                        \
        b0 = ROTL(A[1] ^ d1, 1);                                                                                       \
        b1 = ROTL(A[7] ^ d2, 6);                                                                                       \
        b2 = ROTL(A[13] ^ d3, 25);                                                                                     \
        b3 = ROTL(A[19] ^ d4, 8);                                                                                      \
        b4 = ROTL(A[20] ^ d0, 18);                                                                                     \
        E[10] = b0 ^ (~b1 & b2);                                                                                       \
        E[11] = b1 ^ (~b2 & b3);                                                                                       \
        E[12] = b2 ^ (~b3 & b4);                                                                                       \
        E[13] = b3 ^ (~b4 & b0);                                                                                       \
        E[14] = b4 ^ (~b0 & b1);                                                                                       \
        b0 = ROTL(A[4] ^ d4, 27);                                                                                      \
        b1 = ROTL(A[5] ^ d0, 36);                                                                                      \
        b2 = ROTL(A[11] ^ d1, 10);                                                                                     \
        b3 = ROTL(A[17] ^ d2, 15);                                                                                     \
        b4 = ROTL(A[23] ^ d3, 56);                                                                                     \
        E[15] = b0 ^ (~b1 & b2);                                                                                       \
        E[16] = b1 ^ (~b2 & b3);                                                                                       \
        E[17] = b2 ^ (~b3 & b4);                                                                                       \
        E[18] = b3 ^ (~b4 & b0);                                                                                       \
        E[19] = b4 ^ (~b0 & b1);                                                                                       \
        b0 = ROTL(A[2] ^ d2, 62);                                                                                      \
        b1 = ROTL(A[8] ^ d3, 55);                                                                                      \
        b2 = ROTL(A[14] ^ d4, 39);                                                                                     \
        b3 = ROTL(A[15] ^ d0, 41);                                                                                     \
        b4 = ROTL(A[21] ^ d1, 2);                                                                                      \
        E[20] = b0 ^ (~b1 & b2);                                                                                       \
        E[21] = b1 ^ (~b2 & b3);                                                                                       \
        E[22] = b2 ^ (~b3 & b4);                                                                                       \
        E[23] = b3 ^ (~b4 & b0);                                                                                       \
        E[24] = b4 ^ (~b0 & b1);                                                                                       \
    } while (0)

void neosig_keccak_f1600_plain(uint64_t state[25])
{
    uint64_t a[25], e[25];
    memcpy(a, state, sizeof a);
    for (unsigned i = 0; i < 24; i += 2) {
        ROUND(a, e, neosig_keccak_round_constants[i]);
        ROUND(e, a, neosig_keccak_round_constants[i + 1]);
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
