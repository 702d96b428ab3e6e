/* SLH-DSA's kernels by the instructions of SHA-256, and of SHA-512 where the CPU has them: fewer do. */
#if defined(__aarch64__)
#include "neosig/neosig.h"
#include "slhdsa/slhdsa_kernels.h"
#include "sym/sha2.h"

/* For slhdsa_sha256_armv8.S. Its string is T, digest, P, with the highest byte of each word first. Vector 1 of a block
 * begins at byte 10 of the string. In a register a word's lowest byte comes first, so index b stands at place b ^ 3. An
 * index of 255 gives 0. */
typedef struct tables {
    uint8_t index[16];
    uint8_t before[16];  /* T from the block's vector 1, whose first 6 bytes are its last */
    uint32_t padding[4]; /* P: for n = 32 with the number of bits, which ends the block, 16 bits further back too */
    uint32_t last[4];    /* vector 3, where no digest reaches it */
} tables;

#define BITS(n) (8 * (64 + 22 + (n)))
#define TABLES(n)                                                                                                      \
    {                                                                                                                  \
        .index = {14, 15, 8, 9, 18, 19, 12, 13, 22, 23, 16, 17, 26, 27, 20, 21},                                       \
        .before = {255, 255, 255, 255, 255, 255, 255, 255, 2, 3, 255, 255, 6, 7, 0, 1},                                \
        .padding = {0x80000000, 0, (n) == 32 ? BITS(n) << 16 : 0, 1}, .last = {0, 0, 0, BITS(n)},                      \
    }

static const tables *tables_of(size_t n)
{
    static const tables of[3] = {TABLES(16), TABLES(24), TABLES(32)};
    return &of[n / 8 - 2];
}

typedef void chains(uint32_t (*lanes)[16], const uint32_t h[8], const uint32_t k[64], const tables *tables,
                    size_t steps);
chains neosig_slhdsa_chains_16_x1_armv8, neosig_slhdsa_chains_24_x1_armv8, neosig_slhdsa_chains_32_x1_armv8;
chains neosig_slhdsa_chains_16_x2_armv8, neosig_slhdsa_chains_24_x2_armv8, neosig_slhdsa_chains_32_x2_armv8;

void neosig_slhdsa_sha256_armv8(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    static chains *const functions[2][3] = {
        {neosig_slhdsa_chains_16_x1_armv8, neosig_slhdsa_chains_24_x1_armv8, neosig_slhdsa_chains_32_x1_armv8},
        {neosig_slhdsa_chains_16_x2_armv8, neosig_slhdsa_chains_24_x2_armv8, neosig_slhdsa_chains_32_x2_armv8}};
    functions[count - 1][n / 8 - 2](lanes, h, neosig_sha256_constants, tables_of(n), steps);
}

/* Of lanes in bytes. */
typedef void walk(const neosig_slhdsa_lane *lanes, const uint32_t h[8], const uint32_t k[64], const tables *tables,
                  const neosig_slhdsa_lane *end, const uint32_t address[4]);
walk neosig_slhdsa_walk_16_armv8, neosig_slhdsa_walk_24_armv8, neosig_slhdsa_walk_32_armv8;
walk neosig_slhdsa_nodes_x1_armv8, neosig_slhdsa_nodes_x2_armv8;

void neosig_slhdsa_sha256_f_armv8(const neosig_slhdsa_lane *lanes, size_t count, const uint32_t h[8],
                                  const uint32_t address[4], size_t n)
{
    static walk *const functions[3] = {neosig_slhdsa_walk_16_armv8, neosig_slhdsa_walk_24_armv8,
                                       neosig_slhdsa_walk_32_armv8};
    functions[n / 8 - 2](lanes, h, neosig_sha256_constants, tables_of(n), lanes + count, address);
}

void neosig_slhdsa_sha256_h_armv8(const neosig_slhdsa_lane *lanes, size_t count, const uint32_t h[8],
                                  const uint32_t address[4])
{
    const neosig_slhdsa_lane *const pairs_end = lanes + count / 2 * 2;
    if (count > 1)
        neosig_slhdsa_nodes_x2_armv8(lanes, h, neosig_sha256_constants, tables_of(32), pairs_end, address);
    if (count % 2 != 0)
        neosig_slhdsa_nodes_x1_armv8(pairs_end, h, neosig_sha256_constants, tables_of(32), pairs_end + 1, address);
}

typedef void hashes(uint64_t (*lanes)[16], const uint64_t h[8], const uint64_t k[80]);
hashes neosig_slhdsa_sha512_x1_armv8, neosig_slhdsa_sha512_x2_armv8;

void neosig_slhdsa_sha512_armv8(uint64_t (*lanes)[16], size_t count, const uint64_t h[8])
{
    if (neosig_cpu() & NEOSIG_CPU_SHA512)
        (count == 1 ? neosig_slhdsa_sha512_x1_armv8 : neosig_slhdsa_sha512_x2_armv8)(lanes, h, neosig_sha512_constants);
    else
        neosig_slhdsa_sha512_portable(lanes, count, h);
}

const neosig_slhdsa_kernels neosig_slhdsa_armv8 = {.name = "armv8",
                                                   .sha256_lanes = 2,
                                                   .sha512_lanes = 2,
                                                   .shake_lanes = 4,
                                                   .sha256 = neosig_slhdsa_sha256_armv8,
                                                   .sha256_f = neosig_slhdsa_sha256_f_armv8,
                                                   .sha256_h = neosig_slhdsa_sha256_h_armv8,
                                                   .sha512 = neosig_slhdsa_sha512_armv8,
                                                   .shake = neosig_slhdsa_shake_portable};

#endif
