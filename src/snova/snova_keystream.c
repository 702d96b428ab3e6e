/* The key stream of a public seed, two elements a byte. It is AES-128 in counter mode, where the counter begins with 0
 * and a block has 32 elements. Or it is SHAKE128(seed | counter) for counters 0, 1, 2, ... of eight bytes, low byte
 * first; each hash gives 168 bytes, 336 elements. */
#include "snova/snova.h"
#include "sym/bytes.h"

#include <string.h>

#define AES_BLOCK 32

size_t neosig_snova_p_elements(const neosig_snova_ctx *ctx)
{
    return ctx->m * (ctx->N * ctx->N - ctx->O * ctx->O);
}

/* Bytes of the stream by SHAKE128: four hashes are made at a time. */
static size_t shake_bytes(const neosig_snova_ctx *ctx)
{
    size_t four = (size_t)4 * NEOSIG_SHAKE128_RATE;
    return ((neosig_snova_p_elements(ctx) + 1) / 2 + four - 1) / four * four;
}

size_t neosig_snova_keystream_bytes(const neosig_snova_ctx *ctx)
{
    if (ctx->set->shake)
        return shake_bytes(ctx) + neosig_snova_lanes_bytes(ctx->O * ctx->O / 2 + 1);
    /* The largest range, the v * v blocks of one P11. */
    return neosig_snova_lanes_bytes(ctx->v * ctx->v * ctx->L / 2 + AES_BLOCK);
}

static void open_aes(const neosig_snova_ctx *ctx, neosig_snova_keystream *stream, const uint8_t *public_seed)
{
    stream->aes = ctx->backend->aes;
    stream->p22 = stream->memory;
    stream->aes->expand(&stream->key, public_seed, NEOSIG_SNOVA_PUBLIC_SEED_BYTES);
}

static void open_shake(const neosig_snova_ctx *ctx, neosig_snova_keystream *stream, const uint8_t *public_seed)
{
    neosig_shakes shakes = {.n = 4, .rate = NEOSIG_SHAKE128_RATE, .kernels = ctx->backend->keccak};
    size_t bytes = shake_bytes(ctx);
    stream->aes = NULL;
    stream->p22 = stream->memory + bytes;
    for (uint64_t number = 0; number < bytes / NEOSIG_SHAKE128_RATE; number += 4) {
        uint8_t *out[4];
        memset(shakes.states, 0, sizeof shakes.states);
        for (size_t i = 0; i < 4; i++) { /* the input is three words; the padding begins the fourth */
            uint64_t *state = shakes.states + 25 * i;
            state[0] = neosig_load64_le(public_seed);
            state[1] = neosig_load64_le(public_seed + 8);
            state[2] = number + i;
            state[3] = 0x1f;
            state[NEOSIG_SHAKE128_RATE / 8 - 1] = (uint64_t)0x80 << 56;
            out[i] = stream->memory + (number + i) * NEOSIG_SHAKE128_RATE;
        }
        neosig_shakes_squeeze(&shakes, out, 1);
    }
}

void neosig_snova_keystream_open(const neosig_snova_ctx *ctx, neosig_snova_keystream *stream,
                                 const uint8_t *public_seed)
{
    if (ctx->set->shake)
        open_shake(ctx, stream, public_seed);
    else
        open_aes(ctx, stream, public_seed);
}

void neosig_snova_keystream_read(neosig_snova_keystream *stream, size_t first, size_t count)
{
    static const uint8_t zero_nonce[16] = {0};
    if (stream->aes == NULL) {
        stream->packed = stream->memory + first / 2;
        stream->skip = first % 2;
        return;
    }
    stream->packed = stream->memory;
    stream->skip = first % AES_BLOCK;
    stream->aes->ctr(stream->packed, (stream->skip + count + 1) / 2, &stream->key, zero_nonce,
                     (uint32_t)(first / AES_BLOCK));
}
