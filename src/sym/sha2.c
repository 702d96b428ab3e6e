/* SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256 (FIPS 180-4). */
#include "core/backend.h"
#include "sym/bytes.h"
#include "sym/sha2.h"

#include <string.h>

/* Initial values, section 5.3. */
static const uint32_t initial_224[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                        0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
static const uint32_t initial_256[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint64_t initial_384[8] = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
                                        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
static const uint64_t initial_512[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
static const uint64_t initial_512_224[8] = {0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82,
                                            0x679dd514582f9fcf, 0x0f6d2b697bd44da8, 0x77e36f7304c48942,
                                            0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1};
static const uint64_t initial_512_256[8] = {0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151,
                                            0x963877195940eabd, 0x96283ee2a88effe3, 0xbe5e1e2553863992,
                                            0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2};

void neosig_sha256_init(neosig_sha256 *ctx, size_t digest_bytes)
{
    memcpy(ctx->h, digest_bytes == 28 ? initial_224 : initial_256, sizeof ctx->h);
    ctx->bytes = 0;
}

void neosig_sha512_init(neosig_sha512 *ctx, size_t digest_bytes)
{
    memcpy(ctx->h,
           digest_bytes == 28   ? initial_512_224
           : digest_bytes == 32 ? initial_512_256
           : digest_bytes == 48 ? initial_384
                                : initial_512,
           sizeof ctx->h);
    ctx->bytes = 0;
}

/* The buffering of both families: completes a block that is begun, compresses whole blocks where they lie, and keeps
 * what is left. */
static void update(void *h, neosig_sha2_compress *compress, uint8_t *block, unsigned log_size, uint64_t *total,
                   const uint8_t *in, size_t bytes)
{
    const size_t size = (size_t)1 << log_size, have = (size_t)(*total & (size - 1));
    *total += bytes;
    if (have) {
        const size_t part = bytes < size - have ? bytes : size - have;
        if (part) {
            memcpy(block + have, in, part);
            in += part;
            bytes -= part;
        }
        if (have + part < size)
            return;
        compress(h, block, 1);
    }
    const size_t rest = bytes & (size - 1);
    compress(h, in, bytes >> log_size);
    if (rest)
        memcpy(block, in + (bytes - rest), rest);
}

/* Pads (section 5.1): a one bit, zeros, and the length in bits. The length has 64 bits in blocks of 64 bytes, and 128
 * in blocks of 128 bytes; of its upper half only the lowest bits can be set. */
static void pad(void *h, neosig_sha2_compress *compress, uint8_t *block, unsigned log_size, uint64_t total)
{
    const size_t size = (size_t)1 << log_size;
    size_t have = (size_t)(total & (size - 1));
    block[have++] = 0x80;
    if (have > size - size / 8) {
        memset(block + have, 0, size - have);
        compress(h, block, 1);
        have = 0;
    }
    memset(block + have, 0, size - have);
    neosig_store64_be(block + size - 8, total << 3);
    block[size - 9] |= (uint8_t)(total >> 61);
    compress(h, block, 1);
}

void neosig_sha256_update(neosig_sha256 *ctx, const uint8_t *in, size_t bytes)
{
    update(ctx->h, neosig_backend_now()->sha2->sha256, ctx->block, 6, &ctx->bytes, in, bytes);
}

void neosig_sha512_update(neosig_sha512 *ctx, const uint8_t *in, size_t bytes)
{
    update(ctx->h, neosig_backend_now()->sha2->sha512, ctx->block, 7, &ctx->bytes, in, bytes);
}

void neosig_sha256_final(neosig_sha256 *ctx, uint8_t *out, size_t digest_bytes)
{
    pad(ctx->h, neosig_backend_now()->sha2->sha256, ctx->block, 6, ctx->bytes);
    for (unsigned i = 0; i < 8; i++)
        neosig_store32_be(ctx->block + 4 * i, ctx->h[i]);
    memcpy(out, ctx->block, digest_bytes);
    neosig_wipe(ctx, sizeof *ctx);
}

void neosig_sha512_final(neosig_sha512 *ctx, uint8_t *out, size_t digest_bytes)
{
    pad(ctx->h, neosig_backend_now()->sha2->sha512, ctx->block, 7, ctx->bytes);
    for (unsigned i = 0; i < 8; i++)
        neosig_store64_be(ctx->block + 8 * i, ctx->h[i]);
    memcpy(out, ctx->block, digest_bytes);
    neosig_wipe(ctx, sizeof *ctx);
}
