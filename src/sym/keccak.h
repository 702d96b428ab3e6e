/* Keccak and SHAKE (FIPS 202). */
#ifndef NEOSIG_SYM_KECCAK_H
#define NEOSIG_SYM_KECCAK_H

#include <stddef.h>
#include <stdint.h>

/* Kernels: Keccak-f[1600] on one, two or four states, in place. A state is 25 lanes of 64 bits, lane (x, y) at x + 5 y.
 * States follow one another. They are secret, and aligned to 8 bytes. Time and addresses depend on nothing. Nothing
 * else is read or written. */
typedef struct neosig_keccak_kernels {
    const char *name;
    int pairs; /* whether f1600_x2 takes no longer than f1600 twice on any CPU of these kernels, and on some much less
                */
    void (*f1600)(uint64_t state[25]);
    void (*f1600_x2)(uint64_t states[50]);
    void (*f1600_x4)(uint64_t states[100]);
} neosig_keccak_kernels;

extern const neosig_keccak_kernels neosig_keccak_portable;
extern const neosig_keccak_kernels neosig_keccak_aarch64;   /* scalar, general registers */
extern const neosig_keccak_kernels neosig_keccak_mixed;     /* the same, x2 and x4 with some SHA-3 instructions */
extern const neosig_keccak_kernels neosig_keccak_armv8;     /* one of these two, as the CPU is */
extern const neosig_keccak_kernels neosig_keccak_neon_sha3; /* x2 by EOR3, RAX1, XAR, BCAX */
extern const neosig_keccak_kernels neosig_keccak_x86;       /* one of the next two, as the CPU is */
extern const neosig_keccak_kernels neosig_keccak_avx2;      /* x4 */
extern const neosig_keccak_kernels neosig_keccak_avx512;    /* all of them */

/* The permutation of up to four states. There is room for four where there are three: an idle fourth goes along. */
static inline void neosig_keccak_permute(const neosig_keccak_kernels *kernels, uint64_t *states, size_t count)
{
    if (count == 1)
        kernels->f1600(states);
    else if (count == 2)
        kernels->f1600_x2(states);
    else
        kernels->f1600_x4(states);
}

#define NEOSIG_SHAKE128_RATE 168
#define NEOSIG_SHAKE256_RATE 136

/* An incremental sponge. */
typedef struct neosig_shake {
    uint64_t state[25];
    uint32_t rate;   /* bytes */
    uint32_t offset; /* bytes absorbed into the current block, or squeezed from it */
    const neosig_keccak_kernels *kernels;
} neosig_shake;

/* Call init; absorb any number of times; finish once; squeeze any number of times. Data are secret, need no alignment,
 * and do not overlap the sponge. Numbers of bytes are public and may be 0. */
void neosig_shake_init(neosig_shake *shake, const neosig_keccak_kernels *kernels, unsigned rate);
void neosig_shake_absorb(neosig_shake *shake, const uint8_t *in, size_t bytes);
void neosig_shake_finish(neosig_shake *shake);                     /* SHAKE's padding, 0x1f */
void neosig_shake_finish_as(neosig_shake *shake, uint8_t padding); /* 0x06: SHA-3 */
void neosig_shake_squeeze(neosig_shake *shake, uint8_t *out, size_t bytes);

/* SHAKE256(in) in one call. */
void neosig_shake256(const neosig_keccak_kernels *kernels, uint8_t *out, size_t out_bytes, const uint8_t *in,
                     size_t in_bytes);

/* Up to four sponges side by side, with data of lengths of their own. States are permuted together where more than one
 * has a whole block. Data are public: copies of states stay on the stack. */
#define NEOSIG_SIDE_BY_SIDE 4

typedef struct neosig_sponges {
    size_t n;
    neosig_shake *shakes[NEOSIG_SIDE_BY_SIDE]; /* of the same kernels */
    const uint8_t *in[NEOSIG_SIDE_BY_SIDE];
    size_t in_bytes[NEOSIG_SIDE_BY_SIDE];
    uint8_t *out[NEOSIG_SIDE_BY_SIDE];
} neosig_sponges;

/* Each absorbs its `in`; is finished; squeezes a block, of which its `out` gets the first bytes, up to the rate, and
 * the rest is lost. */
void neosig_sponges_absorb(const neosig_sponges *sponges);
void neosig_sponges_finish(const neosig_sponges *sponges);
void neosig_sponges_squeeze(const neosig_sponges *sponges, size_t bytes);

/* Up to four sponges of one rate in step, to expand a seed with several nonces. States are secret if the seed is. */
typedef struct neosig_shakes {
    uint64_t states[100];
    size_t n, rate;
    const neosig_keccak_kernels *kernels;
} neosig_shakes;

/* Sponge i < n absorbs the seed, then nonces[i] in two bytes, the lower one first, and is finished. seed_bytes + 2 is
 * less than the rate. n is at most 4. */
void neosig_shakes_init(neosig_shakes *shakes, const neosig_keccak_kernels *kernels, size_t rate, const uint8_t *seed,
                        size_t seed_bytes, const uint16_t *nonces, size_t n);

/* Sponge i < n is a copy of common, absorbs bytes[i], and is finished. common has absorbed less than rate - 1 bytes of
 * its current block. */
void neosig_shakes_fork(neosig_shakes *shakes, const neosig_shake *common, const uint8_t *bytes, size_t n);

/* Squeezes whole blocks, any number of times: blocks * rate bytes of sponge i to out[i]. */
void neosig_shakes_squeeze(neosig_shakes *shakes, uint8_t *const *out, size_t blocks);

/* SHAKE256 of public data that lie ready, a block of which is absorbed wherever the permutation of other sponges has
 * room for it: on its own it would take a permutation of one state each. Call begin; squeeze those others any number
 * of times; finish, which absorbs what is left. */
typedef struct neosig_beside {
    neosig_shake shake;
    const uint8_t *in;
    size_t bytes; /* not absorbed yet */
    int absorbed; /* all of it, and the padding */
} neosig_beside;

void neosig_beside_begin(neosig_beside *beside, const neosig_keccak_kernels *kernels, const uint8_t *in, size_t bytes);
void neosig_beside_finish(neosig_beside *beside, uint8_t *out, size_t bytes);

/* Squeezes as neosig_shakes_squeeze, with `beside` in the place after the last. shakes->n is at most 3. */
void neosig_shakes_squeeze_beside(neosig_shakes *shakes, uint8_t *const *out, size_t blocks, neosig_beside *beside);

#endif
