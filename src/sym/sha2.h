/* SHA-256 and SHA-512 families (FIPS 180-4). */
#ifndef NEOSIG_SYM_SHA2_H
#define NEOSIG_SYM_SHA2_H

#include <stddef.h>
#include <stdint.h>

typedef struct neosig_sha256 {
    uint32_t h[8];
    uint64_t bytes;
    uint8_t block[64];
} neosig_sha256;

typedef struct neosig_sha512 {
    uint64_t h[8];
    uint64_t bytes;
    uint8_t block[128];
} neosig_sha512;

/* digest_bytes chooses the initial value: 28 or 32. final writes that many bytes. */
void neosig_sha256_init(neosig_sha256 *ctx, size_t digest_bytes);
void neosig_sha256_update(neosig_sha256 *ctx, const uint8_t *in, size_t bytes);
void neosig_sha256_final(neosig_sha256 *ctx, uint8_t *out, size_t digest_bytes);

/* digest_bytes: 28 (SHA-512/224), 32 (SHA-512/256), 48 or 64. */
void neosig_sha512_init(neosig_sha512 *ctx, size_t digest_bytes);
void neosig_sha512_update(neosig_sha512 *ctx, const uint8_t *in, size_t bytes);
void neosig_sha512_final(neosig_sha512 *ctx, uint8_t *out, size_t digest_bytes);

/* A compression function. h is eight words, of 32 bits (SHA-256) or 64 bits (SHA-512), aligned as such. in is blocks of
 * 64 or 128 bytes, any number of them, without alignment; it does not overlap h. Both are secret. Time and addresses
 * depend on the number of blocks alone. */
typedef void neosig_sha2_compress(void *h, const uint8_t *in, size_t blocks);

typedef struct neosig_sha2_kernels {
    const char *name;
    neosig_sha2_compress *sha256, *sha512;
} neosig_sha2_kernels;

extern const neosig_sha2_kernels neosig_sha2_portable, neosig_sha2_armv8, neosig_sha2_x86;

/* What the kernels are made of. */
extern const uint32_t neosig_sha256_constants[64];
extern const uint64_t neosig_sha512_constants[80];
neosig_sha2_compress neosig_sha256_portable, neosig_sha512_portable, neosig_sha256_armv8, neosig_sha512_armv8,
    neosig_sha256_x86;

#endif
