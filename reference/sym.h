/* SHAKE, SHA-2 and AES in counter mode for the reference schemes: plain, table-based, slow. */
#ifndef NEOSIG_REFERENCE_SYM_H
#define NEOSIG_REFERENCE_SYM_H

#include <stddef.h>
#include <stdint.h>

/* FIPS 202: absorb any number of times, then squeeze any number of times. rate in bytes, 136 for SHAKE256. */
typedef struct neosig_reference_shake {
    uint64_t lanes[25];
    unsigned rate, offset;
    int squeezing;
} neosig_reference_shake;

void neosig_reference_shake_init(neosig_reference_shake *shake, unsigned rate);
void neosig_reference_shake_absorb(neosig_reference_shake *shake, const uint8_t *in, size_t bytes);
void neosig_reference_shake_squeeze(neosig_reference_shake *shake, uint8_t *out, size_t bytes);
void neosig_reference_keccak(uint64_t lanes[25]);

/* Key stream of AES-128 (FIPS 197) in counter mode: the counter block is 12 zero bytes and a 32-bit big-endian
 * number from 0. */
void neosig_reference_aes128_ctr(uint8_t *out, size_t bytes, const uint8_t key[16]);

/* One block of AES-128. */
void neosig_reference_aes128(uint8_t out[16], const uint8_t in[16], const uint8_t key[16]);

/* AES-256 of counter + 1, ..., counter + blocks (128-bit big-endian numbers); the counter is left at the last. */
void neosig_reference_aes256_ctr(uint8_t *out, size_t blocks, const uint8_t key[32], uint8_t counter[16]);

/* SHA-256, SHA-384 or SHA-512 (FIPS 180-4) by the length of the digest: 32, 48 or 64. */
void neosig_reference_sha2(uint8_t *digest, size_t digest_bytes, const uint8_t *in, size_t bytes);

#endif
