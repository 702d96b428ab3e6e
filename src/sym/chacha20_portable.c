/* ChaCha20 in 32-bit words. */
#include "neosig/neosig.h"
#include "sym/bytes.h"
#include "sym/chacha20.h"

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static void quarter_round(uint32_t x[16], unsigned a, unsigned b, unsigned c, unsigned d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

static void eight(uint8_t out[NEOSIG_CHACHA20_EIGHT_BYTES], const uint32_t seed[12], uint64_t counter)
{
    uint32_t input[16], x[16];
    memcpy(input, neosig_chacha20_constants, sizeof neosig_chacha20_constants);
    memcpy(input + 4, seed, 12 * sizeof *seed);
    for (uint64_t i = 0; i < 8; i++) {
        input[14] = seed[10] ^ (uint32_t)(counter + i);
        input[15] = seed[11] ^ (uint32_t)((counter + i) >> 32);
        memcpy(x, input, sizeof x);
        for (unsigned round = 0; round < 20; round += 2) {
            for (unsigned j = 0; j < 4; j++)
                quarter_round(x, j, 4 + j, 8 + j, 12 + j);
            for (unsigned j = 0; j < 4; j++)
                quarter_round(x, j, 4 + (j + 1) % 4, 8 + (j + 2) % 4, 12 + (j + 3) % 4);
        }
        for (unsigned v = 0; v < 16; v++)
            neosig_store32_le(out + 4 * (8 * v + i), x[v] + input[v]);
    }
    neosig_wipe(input, sizeof input);
    neosig_wipe(x, sizeof x);
}

const neosig_chacha20 neosig_chacha20_portable = {.name = "portable", .eight = eight};
