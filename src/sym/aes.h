/* AES in counter mode (FIPS 197, SP 800-38A). Constant time in key and data: no table indexed by either. */
#ifndef NEOSIG_SYM_AES_H
#define NEOSIG_SYM_AES_H

#include <stddef.h>
#include <stdint.h>

/* An expanded key: round keys in byte order as FIPS 197 writes them, for 10 or 14 rounds. */
typedef struct neosig_aes_key {
    uint8_t round_keys[15][16];
    unsigned rounds;
} neosig_aes_key;

typedef struct neosig_aes_kernels {
    const char *name;
    /* key_bytes: 16 or 32. */
    void (*expand)(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes);
    /* out = bytes of key stream: AES(counter), AES(counter + 1), ..., the last block cut. The counter block is iv with
     * its last four bytes, big-endian, increased by first_block and by one a block, modulo 2^32. */
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
