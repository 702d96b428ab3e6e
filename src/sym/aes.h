/* AES in counter mode (FIPS 197, SP 800-38A). Constant time in key and data: no table indexed by either. */
#ifndef NEOSIG_SYM_AES_H
#define NEOSIG_SYM_AES_H

#include <stddef.h>
#include <stdint.h>

/* An expanded key: the round keys, with bytes in the order of FIPS 197, for 10 or 14 rounds. */
typedef struct neosig_aes_key {
    uint8_t round_keys[15][16];
    unsigned rounds;
} neosig_aes_key;

/* Kernels. Keys, counter blocks and output are secret; numbers of bytes are public. Bytes need no alignment. Pointers
 * do not overlap. Nothing is written beyond the end. */
typedef struct neosig_aes_kernels {
    const char *name;

    /* The key schedule, for key_bytes = 16 or 32. */
    void (*expand)(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes);

    /* Writes exactly `bytes` bytes, any number, of the key stream: AES(c), AES(c + 1), ..., of which the last block is
     * cut. c is iv with first_block added to its last four bytes. These four bytes are a big-endian number modulo 2^32,
     * and count blocks. first_block is secret, too. */
    void (*ctr)(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block);
} neosig_aes_kernels;

extern const neosig_aes_kernels neosig_aes_portable; /* bit-sliced */
extern const neosig_aes_kernels neosig_aes_neon;     /* bit-sliced on vectors */
extern const neosig_aes_kernels neosig_aes_armv8;    /* AESE, AESMC */
extern const neosig_aes_kernels neosig_aes_x86;      /* AES-NI; VAES where the CPU has it */

/* The two that neosig_aes_x86 chooses from. */
void neosig_aes_ctr_aesni(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16],
                          uint32_t first_block);
void neosig_aes_ctr_vaes(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16],
                         uint32_t first_block);

#endif
