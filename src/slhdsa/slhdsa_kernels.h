/* SLH-DSA's kernels: F, PRF and H (FIPS 205, section 11), whose inputs are one block, on lanes side by side.
 *
 * A lane is the padded block that is hashed, in words as the hash function reads them. M stands in it behind PK.seed
 * and the address, or behind the address alone where the state h already holds PK.seed. A kernel hashes each lane
 * `steps` times. After each time the first n bytes of the digest take the place of the first n bytes of M, and the last
 * word of the address, the hash address of a chain, grows by one. Where this word is an index, it has no use after the
 * step. So `steps` calls of F are a piece of a chain, which can go on, and one step is any of the functions. The rest
 * of a lane stays as it is.
 *
 * n is 16, 24 or 32, count from 1 to the table's number of lanes, and steps at least 1. If steps is more than 1, the
 * hash address plus steps is at most 16, and M is of n bytes. Lanes and states are secret. Time and addresses depend on
 * n, count and steps alone. Words are aligned as such. */
#ifndef NEOSIG_SLHDSA_SLHDSA_KERNELS_H
#define NEOSIG_SLHDSA_SLHDSA_KERNELS_H

#include "sym/keccak.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_SLHDSA_MAX_LANES 4

/* A lane in bytes: the three words of its address behind the type, and where its input and its output are. They are
 * apart, or the same. */
typedef struct neosig_slhdsa_lane {
    uint32_t steps; /* of F: how often, where the last word of the address counts on. With 0, out is a copy of in */
    uint32_t words[3];
    const uint8_t *in;
    uint8_t *out;
} neosig_slhdsa_lane;

typedef struct neosig_slhdsa_kernels {
    const char *name;
    size_t sha256_lanes, sha512_lanes, shake_lanes;

    /* SHA-256. h: the state behind the block of PK.seed. The 16 words of a lane: ADRSc of 22 bytes, and M, which begins
     * in the lower half of word 5. The hash address is the lower half of word 4 and the upper half of word 5. */
    void (*sha256)(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps);

    /* F and, for n = 16, H by SHA-256 from bytes to bytes, any number of lanes from 1 on. They have the first of their
     * three words in common, the second is less than 2^16, and address is words 0 to 3 of ADRSc. Time and addresses
     * depend on steps, too. NULL: sha256 does this, with M of 2n bytes if steps is 1. */
    void (*sha256_f)(const neosig_slhdsa_lane *lanes, size_t count, const uint32_t h[8], const uint32_t address[4],
                     size_t n);
    void (*sha256_h)(const neosig_slhdsa_lane *lanes, size_t count, const uint32_t h[8], const uint32_t address[4]);

    /* SHA-512, for H alone: one step, and the digest takes the place of words 0 to 7. h: the state behind the block of
     * PK.seed. */
    void (*sha512)(uint64_t (*lanes)[16], size_t count, const uint64_t h[8]);

    /* SHAKE256. The 25 words of a lane: PK.seed of n bytes, ADRS of 32, and M, which begins in word n / 8 + 4. The hash
     * address is the upper half of word n / 8 + 3, its first byte the highest. keccak: of the same backend. */
    void (*shake)(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n, size_t steps);
} neosig_slhdsa_kernels;

extern const neosig_slhdsa_kernels neosig_slhdsa_portable, neosig_slhdsa_neon, neosig_slhdsa_armv8, neosig_slhdsa_sha3,
    neosig_slhdsa_x86;

/* What the tables are made of. */
void neosig_slhdsa_sha256_portable(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps);
void neosig_slhdsa_sha512_portable(uint64_t (*lanes)[16], size_t count, const uint64_t h[8]);
void neosig_slhdsa_shake_portable(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                                  size_t steps);

#if defined(__aarch64__)
void neosig_slhdsa_sha256_armv8(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps);
void neosig_slhdsa_sha256_f_armv8(const neosig_slhdsa_lane *lanes, size_t count, const uint32_t h[8],
                                  const uint32_t address[4], size_t n);
void neosig_slhdsa_sha256_h_armv8(const neosig_slhdsa_lane *lanes, size_t count, const uint32_t h[8],
                                  const uint32_t address[4]);
/* By the instructions of SHA-512, or otherwise where the CPU has them not. */
void neosig_slhdsa_sha512_armv8(uint64_t (*lanes)[16], size_t count, const uint64_t h[8]);
void neosig_slhdsa_sha256_neon(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps);
void neosig_slhdsa_sha512_neon(uint64_t (*lanes)[16], size_t count, const uint64_t h[8]);
#elif defined(__x86_64__)
void neosig_slhdsa_sha256_shani(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps);
void neosig_slhdsa_sha256_avx2(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps);
void neosig_slhdsa_sha512_avx2(uint64_t (*lanes)[16], size_t count, const uint64_t h[8]);
void neosig_slhdsa_shake_avx2(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                              size_t steps);
void neosig_slhdsa_shake_avx512(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                                size_t steps);
/* One of these two, as the CPU is. */
void neosig_slhdsa_shake_x86(uint64_t (*lanes)[25], size_t count, const neosig_keccak_kernels *keccak, size_t n,
                             size_t steps);
#endif

#endif
