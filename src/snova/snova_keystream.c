/* The public seed's key stream: AES-128 in counter mode from zero, 32 elements a block, packed plainly. */
#include "snova/snova.h"

#define BLOCK 32

size_t neosig_snova_keystream_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_lanes_bytes(ctx->v * ctx->v * ctx->L / 2 + BLOCK);
}

void neosig_snova_keystream_open(const neosig_snova_ctx *ctx, neosig_snova_keystream *stream,
                                 const uint8_t *public_seed)
{
    stream->aes = ctx->backend->aes;
    stream->aes->expand(&stream->key, public_seed, NEOSIG_SNOVA_PUBLIC_SEED_BYTES);
}

void neosig_snova_keystream_read(neosig_snova_keystream *stream, size_t first, size_t count)
{
    static const uint8_t zero_nonce[16] = {0};
    stream->skip = first % BLOCK;
    stream->aes->ctr(stream->packed, (stream->skip + count + 1) / 2, &stream->key, zero_nonce,
                     (uint32_t)(first / BLOCK));
}
