/* One round of Keccak-f[1600] for any type with C's operators: 64-bit words, or vectors of them. */
#ifndef NEOSIG_SYM_KECCAK_ROUND_H
#define NEOSIG_SYM_KECCAK_ROUND_H

#define NEOSIG_KECCAK_ROTL(x, n) ((x) << (n) | (x) >> (64 - (n)))

/* One round from lanes A to lanes E, with all five steps merged. First come theta's column sums. Then each plane of E
 * is made of five lanes of A, by theta, rho, pi, chi and iota. Two rounds, from A to E and from E to A, need no copies.
 */
#define NEOSIG_KECCAK_ROUND(word, A, E, constant)                                                                      \
    do {                                                                                                               \
        word b0, b1, b2, b3, b4;                                                                                       \
        const word c0 = A[0] ^ A[5] ^ A[10] ^ A[15] ^ A[20];                                                           \
        const word c1 = A[1] ^ A[6] ^ A[11] ^ A[16] ^ A[21];                                                           \
        const word c2 = A[2] ^ A[7] ^ A[12] ^ A[17] ^ A[22];                                                           \
        const word c3 = A[3] ^ A[8] ^ A[13] ^ A[18] ^ A[23];                                                           \
        const word c4 = A[4] ^ A[9] ^ A[14] ^ A[19] ^ A[24];                                                           \
        const word d0 = c4 ^ NEOSIG_KECCAK_ROTL(c1, 1), d1 = c0 ^ NEOSIG_KECCAK_ROTL(c2, 1),                           \
                   d2 = c1 ^ NEOSIG_KECCAK_ROTL(c3, 1);                                                                \
        const word d3 = c2 ^ NEOSIG_KECCAK_ROTL(c4, 1), d4 = c3 ^ NEOSIG_KECCAK_ROTL(c0, 1);                           \
        b0 = A[0] ^ d0;                                                                                                \
        b1 = NEOSIG_KECCAK_ROTL(A[6] ^ d1, 44);                                                                        \
        b2 = NEOSIG_KECCAK_ROTL(A[12] ^ d2, 43);                                                                       \
        b3 = NEOSIG_KECCAK_ROTL(A[18] ^ d3, 21);                                                                       \
        b4 = NEOSIG_KECCAK_ROTL(A[24] ^ d4, 14);                                                                       \
        E[0] = b0 ^ (~b1 & b2) ^ (constant);                                                                           \
        E[1] = b1 ^ (~b2 & b3);                                                                                        \
        E[2] = b2 ^ (~b3 & b4);                                                                                        \
        E[3] = b3 ^ (~b4 & b0);                                                                                        \
        E[4] = b4 ^ (~b0 & b1);                                                                                        \
        b0 = NEOSIG_KECCAK_ROTL(A[3] ^ d3, 28);                                                                        \
        b1 = NEOSIG_KECCAK_ROTL(A[9] ^ d4, 20);                                                                        \
        b2 = NEOSIG_KECCAK_ROTL(A[10] ^ d0, 3);                                                                        \
        b3 = NEOSIG_KECCAK_ROTL(A[16] ^ d1, 45);                                                                       \
        b4 = NEOSIG_KECCAK_ROTL(A[22] ^ d2, 61);                                                                       \
        E[5] = b0 ^ (~b1 & b2);                                                                                        \
        E[6] = b1 ^ (~b2 & b3);                                                                                        \
        E[7] = b2 ^ (~b3 & b4);                                                                                        \
        E[8] = b3 ^ (~b4 & b0);                                                                                        \
        E[9] = b4 ^ (~b0 & b1);                                                                                        \
        b0 = NEOSIG_KECCAK_ROTL(A[1] ^ d1, 1);                                                                         \
        b1 = NEOSIG_KECCAK_ROTL(A[7] ^ d2, 6);                                                                         \
        b2 = NEOSIG_KECCAK_ROTL(A[13] ^ d3, 25);                                                                       \
        b3 = NEOSIG_KECCAK_ROTL(A[19] ^ d4, 8);                                                                        \
        b4 = NEOSIG_KECCAK_ROTL(A[20] ^ d0, 18);                                                                       \
        E[10] = b0 ^ (~b1 & b2);                                                                                       \
        E[11] = b1 ^ (~b2 & b3);                                                                                       \
        E[12] = b2 ^ (~b3 & b4);                                                                                       \
        E[13] = b3 ^ (~b4 & b0);                                                                                       \
        E[14] = b4 ^ (~b0 & b1);                                                                                       \
        b0 = NEOSIG_KECCAK_ROTL(A[4] ^ d4, 27);                                                                        \
        b1 = NEOSIG_KECCAK_ROTL(A[5] ^ d0, 36);                                                                        \
        b2 = NEOSIG_KECCAK_ROTL(A[11] ^ d1, 10);                                                                       \
        b3 = NEOSIG_KECCAK_ROTL(A[17] ^ d2, 15);                                                                       \
        b4 = NEOSIG_KECCAK_ROTL(A[23] ^ d3, 56);                                                                       \
        E[15] = b0 ^ (~b1 & b2);                                                                                       \
        E[16] = b1 ^ (~b2 & b3);                                                                                       \
        E[17] = b2 ^ (~b3 & b4);                                                                                       \
        E[18] = b3 ^ (~b4 & b0);                                                                                       \
        E[19] = b4 ^ (~b0 & b1);                                                                                       \
        b0 = NEOSIG_KECCAK_ROTL(A[2] ^ d2, 62);                                                                        \
        b1 = NEOSIG_KECCAK_ROTL(A[8] ^ d3, 55);                                                                        \
        b2 = NEOSIG_KECCAK_ROTL(A[14] ^ d4, 39);                                                                       \
        b3 = NEOSIG_KECCAK_ROTL(A[15] ^ d0, 41);                                                                       \
        b4 = NEOSIG_KECCAK_ROTL(A[21] ^ d1, 2);                                                                        \
        E[20] = b0 ^ (~b1 & b2);                                                                                       \
        E[21] = b1 ^ (~b2 & b3);                                                                                       \
        E[22] = b2 ^ (~b3 & b4);                                                                                       \
        E[23] = b3 ^ (~b4 & b0);                                                                                       \
        E[24] = b4 ^ (~b0 & b1);                                                                                       \
    } while (0)

#endif
