/* slhdsa_kernels.h over any compression function and any permutation. */
#include "slhdsa/slhdsa_kernels.h"
#include "sym/bytes.h"
#include "sym/sha2.h"

#include <string.h>

/* The first n bytes of a digest take the place of those of M, 16 bits further on in the words. */
static void put_digest(uint32_t lane[16], const uint32_t digest[8], size_t n)
{
    lane[5] = (lane[5] & 0xffff0000) | digest[0] >> 16;
    for (size_t i = 1; i < n / 4; i++)
        lane[5 + i] = digest[i - 1] << 16 | digest[i] >> 16;
    lane[5 + n / 4] = (lane[5 + n / 4] & 0xffff) | digest[n / 4 - 1] << 16;
}

void neosig_slhdsa_sha256_portable(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    for (size_t lane = 0; lane < count; lane++)
        for (size_t step = 0; step < steps; step++) {
            uint32_t digest[8];
            uint8_t block[64];
            memcpy(digest, h, sizeof digest);
            for (size_t i = 0; i < 16; i++)
                neosig_store32_be(block + 4 * i, lanes[lane][i]);
            neosig_sha256_portable(digest, block, 1);
            put_digest(lanes[lane], digest, n);
            lanes[lane][5] += 0x10000;
        }
}

void neosig_slhdsa_sha512_portable(uint64_t (*lanes)[16], size_t count, const uint64_t h[8])
{
    for (size_t lane = 0; lane < count; lane++) {
        uint64_t digest[8];
        uint8_t block[128];
        memcpy(digest, h, sizeof digest);
        for (size_t i = 0; i < 16; i++)
            neosig_store64_be(block + 8 * i, lanes[lane][i]);
        neosig_sha512_portable(digest, block, 1);
        memcpy(lanes[lane], digest, sizeof digest);
    }
}

/* Copies are of constant length each, so that compilers need no call. */
void neosig_slhdsa_shake_portable(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                                  size_t steps)
{
    uint64_t states[4 * 25];
    memset(states + 75, 0, 25 * sizeof states[0]); /* three take an idle fourth along */
    for (size_t step = 0; step < steps; step++) {
        for (size_t i = 0; i < count; i++)
            memcpy(states + 25 * i, lanes[i], sizeof lanes[i]);
        neosig_keccak_permute(keccak, states, count);
        for (size_t i = 0; i < count; i++) {
            const uint64_t *const state = states + 25 * i;
            uint64_t *const m = lanes[i] + n / 8 + 4;
            m[-1] += UINT64_C(1) << 56;
            memcpy(m, state, 16);
            if (n > 16)
                m[2] = state[2];
            if (n > 24)
                m[3] = state[3];
        }
    }
}

const neosig_slhdsa_kernels neosig_slhdsa_portable = {.name = "portable",
                                                      .sha256_lanes = 1,
                                                      .sha512_lanes = 1,
                                                      .shake_lanes = 1,
                                                      .sha256 = neosig_slhdsa_sha256_portable,
                                                      .sha512 = neosig_slhdsa_sha512_portable,
                                                      .shake = neosig_slhdsa_shake_portable};
