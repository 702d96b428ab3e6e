/* Streams of SHAKE256 in step, and what comes out of them: f and g from a seed; h. */
#include "hawk/hawk.h"
#include "sym/bytes.h"

void neosig_hawk_streams_init(neosig_shakes *streams, const neosig_shake *common)
{
    static const uint8_t numbers[NEOSIG_HAWK_STREAMS] = {0, 1, 2, 3};
    neosig_shakes_fork(streams, common, numbers, NEOSIG_HAWK_STREAMS);
}

void neosig_hawk_streams_squeeze(neosig_shakes *streams, const uint8_t *out[NEOSIG_HAWK_STREAMS], uint8_t *memory,
                                 size_t blocks)
{
    uint8_t *to[NEOSIG_HAWK_STREAMS];
    for (size_t j = 0; j < NEOSIG_HAWK_STREAMS; j++)
        out[j] = to[j] = memory + j * NEOSIG_HAWK_STREAM_BYTES / NEOSIG_HAWK_STREAMS;
    neosig_shakes_squeeze(streams, to, blocks);
}

void neosig_hawk_expand(const neosig_hawk_ctx *ctx, int8_t *fg, const uint8_t *seed, uint8_t *memory)
{
    enum { BLOCK_WORDS = NEOSIG_SHAKE256_RATE / 8, MOST = NEOSIG_HAWK_STREAM_BLOCKS };
    const uint8_t *in[NEOSIG_HAWK_STREAMS];
    neosig_shakes streams;
    neosig_shake common;
    neosig_shake_init(&common, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&common, seed, ctx->seed_bytes);
    neosig_hawk_streams_init(&streams, &common);
    size_t words = 2 * ctx->n << (ctx->logn - 6) >> 8; /* of each of 4 instances: n/64 bits for each of 2n numbers */
    while (words > 0) {
        const size_t blocks = words >= MOST * BLOCK_WORDS ? MOST : (words + BLOCK_WORDS - 1) / BLOCK_WORDS;
        const size_t now = words < blocks * BLOCK_WORDS ? words : blocks * BLOCK_WORDS;
        neosig_hawk_streams_squeeze(&streams, in, memory, blocks);
        ctx->kernels->sums_of_bits(fg, in, now, ctx->logn);
        fg += now << (14 - ctx->logn);
        words -= now;
    }
    neosig_wipe(&streams, sizeof streams);
    neosig_wipe(&common, sizeof common);
}

void neosig_hawk_hash(const neosig_hawk_ctx *ctx, uint8_t *h, const uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES],
                      const uint8_t *salt)
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, hm, NEOSIG_HAWK_MESSAGE_HASH_BYTES);
    neosig_shake_absorb(&shake, salt, ctx->set->salt_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, h, ctx->n / 4);
}

void neosig_hawk_bits(int8_t *out, const uint8_t *h, size_t n)
{
    for (size_t i = 0; i < n; i += 8) { /* byte j of eight copies keeps bit j; adding 127 brings it to bit 7 */
        const uint64_t bits = h[i / 8] * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
        neosig_store64_le((uint8_t *)out + i, (bits + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101);
    }
}

/* Each coefficient that is not 0 has a number, 2 (n - i) for index i, and 1 more if it is positive. The largest number
 * is that of the first one. */
unsigned neosig_hawk_begins_positive(const int16_t *a, size_t n)
{
    uint16_t most = 0;
    for (size_t i = 0; i < n; i++) {
        const uint16_t positive = a[i] > 0, any = (uint16_t)(0 - (uint16_t)(a[i] != 0));
        const uint16_t number = (uint16_t)(2 * (n - i) + positive) & any;
        most = number > most ? number : most;
    }
    return most & 1;
}
