/* ChaCha20's block function (RFC 8439), eight blocks in lock step. */
#ifndef NEOSIG_SYM_CHACHA20_H
#define NEOSIG_SYM_CHACHA20_H

#include <stdint.h>

#define NEOSIG_CHACHA20_EIGHT_BYTES 512

/* Kernels. Data are secret. Time and addresses depend on nothing. out needs no alignment and does not overlap seed. */
typedef struct neosig_chacha20 {
    const char *name;

    /* Eight blocks. Words 4 to 15 of block i's input are seed, of which the last two words are XORed with counter + i,
     * its low word first. out takes the words of all blocks in turn: word v of block i, low byte first, is number 8 v +
     * i of 128. */
    void (*eight)(uint8_t out[NEOSIG_CHACHA20_EIGHT_BYTES], const uint32_t seed[12], uint64_t counter);
} neosig_chacha20;

extern const neosig_chacha20 neosig_chacha20_portable;
extern const neosig_chacha20 neosig_chacha20_neon;
extern const neosig_chacha20 neosig_chacha20_avx2;

/* The first four words: "expand 32-byte k". */
static const uint32_t neosig_chacha20_constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

#endif
