/* Hashing and the generator of pseudorandom bytes. */
#include "core/secret.h"
#include "rainbow/rainbow.h"
#include "sym/bytes.h"

#include <string.h>

void neosig_rainbow_hash(const neosig_rainbow_ctx *ctx, uint8_t *out, size_t out_bytes, const uint8_t *first,
                         size_t first_bytes, const uint8_t *second, size_t second_bytes)
{
    size_t digest_bytes = ctx->set->digest_bytes;
    uint8_t digest[NEOSIG_RAINBOW_MAX_DIGEST_BYTES];
    for (;;) {
        if (digest_bytes == 32) {
            neosig_sha256 sha;
            neosig_sha256_init(&sha, digest_bytes);
            neosig_sha256_update(&sha, first, first_bytes);
            neosig_sha256_update(&sha, second, second_bytes);
            neosig_sha256_final(&sha, digest, digest_bytes);
        } else {
            neosig_sha512 sha;
            neosig_sha512_init(&sha, digest_bytes);
            neosig_sha512_update(&sha, first, first_bytes);
            neosig_sha512_update(&sha, second, second_bytes);
            neosig_sha512_final(&sha, digest, digest_bytes);
        }
        size_t some = out_bytes < digest_bytes ? out_bytes : digest_bytes;
        memcpy(out, digest, some);
        out += some;
        out_bytes -= some;
        if (out_bytes == 0)
            break;
        first = digest;
        first_bytes = digest_bytes;
        second_bytes = 0;
    }
    neosig_wipe(digest, sizeof digest);
}

/* Whole blocks AES(v + 1), AES(v + 2), ... The kernel counts in 32 bits, so a call ends where these bits carry. The low
 * word of v decides where that is, and so it becomes public: without the key, a counter tells nothing of the output. */
static void blocks(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, uint8_t *out, size_t count)
{
    while (count > 0) {
        uint8_t first[16];
        drbg->v_low++;
        drbg->v_high += drbg->v_low == 0;
        neosig_store64_be(first, drbg->v_high);
        neosig_store64_be(first + 8, drbg->v_low);
        uint64_t most = (UINT64_C(1) << 32) - (drbg->v_low & 0xffffffff);
        neosig_declassify(&most, sizeof most, "a counter without its key");
        size_t run = count < most ? count : (size_t)most;
        ctx->aes->ctr(out, 16 * run, &drbg->key, first, 0);
        drbg->v_low += run - 1;
        out += 16 * run;
        count -= run;
    }
}

void neosig_rainbow_drbg_read(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, uint8_t *out, size_t bytes)
{
    size_t some = bytes < drbg->left ? bytes : drbg->left;
    memcpy(out, drbg->block + 16 - drbg->left, some);
    drbg->left -= some;
    out += some;
    bytes -= some;
    blocks(ctx, drbg, out, bytes / 16);
    if (bytes % 16 != 0) {
        blocks(ctx, drbg, drbg->block, 1);
        memcpy(out + bytes - bytes % 16, drbg->block, bytes % 16);
        drbg->left = 16 - bytes % 16;
    }
}

/* The update, with data or none. */
static void update(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const uint8_t data[48])
{
    uint8_t next[48];
    blocks(ctx, drbg, next, 3);
    for (unsigned i = 0; data != NULL && i < 48; i++)
        next[i] ^= data[i];
    ctx->aes->expand(&drbg->key, next, 32);
    drbg->v_high = neosig_load64_be(next + 32);
    drbg->v_low = neosig_load64_be(next + 40);
    drbg->left = 0;
    neosig_wipe(next, sizeof next);
}

void neosig_rainbow_drbg_end(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg)
{
    update(ctx, drbg, NULL);
}

void neosig_rainbow_drbg_generate(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, uint8_t *out, size_t bytes)
{
    neosig_rainbow_drbg_read(ctx, drbg, out, bytes);
    neosig_rainbow_drbg_end(ctx, drbg);
}

/* The seed material has 48 bytes: the seed, and if it is shorter, then its hash behind it. */
void neosig_rainbow_drbg_init(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const uint8_t *seed,
                              size_t bytes)
{
    uint8_t material[48] = {0};
    ctx->aes->expand(&drbg->key, material, 32);
    drbg->v_high = drbg->v_low = 0;
    if (bytes < 48)
        neosig_rainbow_hash(ctx, material + bytes, 48 - bytes, seed, bytes, NULL, 0);
    memcpy(material, seed, bytes < 48 ? bytes : 48);
    update(ctx, drbg, material);
    neosig_wipe(material, sizeof material);
}
