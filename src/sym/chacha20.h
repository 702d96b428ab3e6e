/* ChaCha20's block function (RFC 8439), eight blocks in lock step. */
#ifndef NEOSIG_SYM_CHACHA20_H
#define NEOSIG_SYM_CHACHA20_H

#include <stdint.h>

#define NEOSIG_CHACHA20_EIGHT_BYTES 512

/* Kernels. Timing and addresses depend on nothing. */
typedef struct neosig_chacha20 {
    const char *name;

    /* Blocks i = 0 to 7 with words 4 to 15 of the input from seed, the last two XORed with counter + i, low word first.
     * Word v of block i is stored, low byte first, as number 8 v + i of out. */
    void (*eight)(uint8_t out[NEOSIG_CHACHA20_EIGHT_BYTES], const uint32_t seed[12], uint64_t counter);
} neosig_chacha20;

extern const neosig_chacha20 neosig_chacha20_portable;
extern const neosig_chacha20 neosig_chacha20_neon;
extern const neosig_chacha20 neosig_chacha20_avx2;

/* The first four words: "expand 32-byte k". */
static const uint32_t neosig_chacha20_constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

#endif
