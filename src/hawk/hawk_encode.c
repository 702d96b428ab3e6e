/* Bytes of keys and signatures (specification, section 3.5). All but parities of secrets is public once it is encoded.
 */
#include "hawk/hawk.h"
#include "sym/bytes.h"

#include <string.h>

neosig_hawk_secret neosig_hawk_secret_of(const neosig_hawk_ctx *ctx, const uint8_t *sk)
{
    const uint8_t *F2 = sk + ctx->seed_bytes, *G2 = F2 + ctx->n / 8;
    return (neosig_hawk_secret){.seed = sk, .F2 = F2, .G2 = G2, .key_hash = G2 + ctx->n / 8};
}

void neosig_hawk_parities(uint8_t *out, const int8_t *a, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        unsigned byte = 0;
        for (unsigned j = 0; j < 8; j++)
            byte |= ((unsigned)a[i + j] & 1) << j;
        out[i / 8] = (uint8_t)byte;
    }
}

/* ---- Golomb-Rice codes. Bits of a byte from the lowest on. */

/* What a code takes: bytes, 0 if it does not fit or is none, and how many bits of the last one are free. */
typedef struct extent {
    size_t bytes;
    unsigned free;
} extent;

static const extent none = {0, 0};

typedef struct writer {
    uint8_t *at, *end;
    uint64_t word; /* fewer than 32 bits are waiting */
    unsigned bits;
    int full;
} writer;

static inline void put(writer *to, uint32_t value, unsigned bits)
{
    to->word |= (uint64_t)value << to->bits;
    to->bits += bits;
    if (to->bits < 32)
        return;
    if (to->end - to->at < 4) {
        to->full = 1;
        to->at = to->end - 4; /* every code has room for that */
    }
    neosig_store32_le(to->at, (uint32_t)to->word);
    to->at += 4;
    to->word >>= 32;
    to->bits -= 32;
}

/* x, or -1 - x if it is negative. */
static inline uint32_t without_sign(int16_t x)
{
    return (uint16_t)(x ^ x >> 15);
}

static extent encode(uint8_t *out, size_t room, const int16_t *a, size_t n, unsigned low)
{
    const uint32_t mask = (1u << low) - 1;
    writer to = {.at = out, .end = out + room};
    if (room < n / 8 * (2 + low)) /* each one has a bit of the last part */
        return none;
    for (size_t i = 0; i < n; i += 8) {
        uint32_t signs = 0;
        for (unsigned j = 0; j < 8; j++)
            signs |= (uint32_t)(a[i + j] < 0) << j;
        put(&to, signs, 8);
    }
    for (size_t i = 0; i < n; i++)
        put(&to, without_sign(a[i]) & mask, low);
    for (size_t i = 0; i < n; i++) {
        const unsigned zeros = without_sign(a[i]) >> low;
        put(&to, 1u << zeros, zeros + 1);
    }
    const unsigned left = (to.bits + 7) / 8;
    if (to.full || (size_t)(to.end - to.at) < left)
        return none;
    for (unsigned i = 0; i < left; i++)
        *to.at++ = (uint8_t)(to.word >> 8 * i);
    return (extent){(size_t)(to.at - out), 8 * left - to.bits};
}

/* Bits from bit `at` of in on, 57 or more of them if there are so many, then zeros. */
static inline uint64_t bits_at(const uint8_t *in, size_t bytes, size_t at)
{
    if (at / 8 + 8 <= bytes)
        return neosig_load64_le(in + at / 8) >> at % 8;
    uint64_t word = 0;
    for (size_t i = at / 8; i < bytes; i++)
        word |= (uint64_t)in[i] << 8 * (i - at / 8);
    return word >> at % 8;
}

/* Up to 16 zeros and a one off the word; its bits beyond the end are zeros, and too many of them are 16. */
static inline unsigned take(uint64_t *word)
{
    const unsigned zeros = (unsigned)__builtin_ctzll(*word | 1u << 16);
    *word >>= zeros + 1;
    return zeros;
}

static extent decode(int16_t *a, const uint8_t *in, size_t bytes, size_t n, neosig_hawk_code code)
{
    const unsigned low = code.low, limit = 1u << (code.size - low);
    const uint32_t mask = (1u << low) - 1;
    if (bytes < n / 8 * (2 + low))
        return none;
    unsigned most = 0;
    size_t at = n * (1 + low);
    for (size_t i = 0; i < n; i += 3) { /* three of up to 17 bits */
        uint64_t word = bits_at(in, bytes, at);
        for (size_t j = i; j < i + 3 && j < n; j++) {
            const unsigned zeros = take(&word);
            most = zeros > most ? zeros : most;
            at += zeros + 1;
            a[j] = (int16_t)(zeros << low);
        }
    }
    if (most >= limit || at > 8 * bytes)
        return none;
    const uint8_t *lows = in + n / 8;
    for (size_t i = 0; i < n; i += 8) {
        const unsigned signs = in[i / 8];
        for (unsigned j = 0; j < 8; j++) { /* what is read beyond the low bits belongs to the last part */
            const uint32_t bits = neosig_load32_le(lows + low * j / 8) >> low * j % 8 & mask;
            a[i + j] = (int16_t)(uint16_t)(((uint16_t)a[i + j] | bits) ^ (0 - (signs >> j & 1)));
        }
        lows += low;
    }
    return (extent){(at + 7) / 8, (unsigned)(8 * ((at + 7) / 8) - at)};
}

static int zeros_from(const uint8_t *in, size_t bytes, extent used)
{
    unsigned any = (unsigned)in[used.bytes - 1] >> (8 - used.free);
    for (size_t i = used.bytes; i < bytes; i++)
        any |= in[i];
    return any == 0;
}

/* ---- Public keys */

/* The bits of q00's constant coefficient that its code has not. */
static unsigned extra_bits(const neosig_hawk_ctx *ctx)
{
    return 16 - ctx->set->q00.size;
}

int neosig_hawk_pack_public_key_vartime(const neosig_hawk_ctx *ctx, uint8_t *pk, const int16_t *q00, const int16_t *q01)
{
    const size_t half = ctx->n / 2, bytes = ctx->set->alg.public_key_bytes;
    const unsigned extra = extra_bits(ctx), rest = (unsigned)(uint16_t)q00[0] & ((1u << extra) - 1);
    int16_t shifted[NEOSIG_HAWK_MAX_N / 2];
    memcpy(shifted, q00, half * sizeof *q00);
    shifted[0] = (int16_t)(q00[0] >> extra);
    extent used = encode(pk, bytes, shifted, half, ctx->set->q00.low);
    if (used.bytes == 0)
        return -1;
    pk[used.bytes - 1] |= (uint8_t)(rest << (8 - used.free));
    if (extra > used.free) {
        if (used.bytes == bytes)
            return -1;
        pk[used.bytes++] = (uint8_t)(rest >> used.free);
    }
    const size_t at = used.bytes;
    used = encode(pk + at, bytes - at, q01, ctx->n, ctx->set->q01.low);
    if (used.bytes == 0)
        return -1;
    memset(pk + at + used.bytes, 0, bytes - at - used.bytes);
    return 0;
}

neosig_error neosig_hawk_unpack_public_key_vartime(const neosig_hawk_ctx *ctx, int16_t *q00, int16_t *q01,
                                                   const uint8_t *pk)
{
    const size_t bytes = ctx->set->alg.public_key_bytes;
    const unsigned extra = extra_bits(ctx);
    extent used = decode(q00, pk, bytes, ctx->n / 2, ctx->set->q00);
    if (used.bytes == 0)
        return NEOSIG_ERR_KEY;
    unsigned rest = (unsigned)pk[used.bytes - 1] >> (8 - used.free);
    if (extra > used.free) {
        if (used.bytes == bytes)
            return NEOSIG_ERR_KEY;
        rest |= (unsigned)pk[used.bytes++] << used.free;
    }
    if (rest >> extra != 0)
        return NEOSIG_ERR_KEY;
    q00[0] = (int16_t)((unsigned)q00[0] << extra | rest);
    const size_t at = used.bytes;
    used = decode(q01, pk + at, bytes - at, ctx->n, ctx->set->q01);
    return used.bytes != 0 && zeros_from(pk + at, bytes - at, used) ? NEOSIG_OK : NEOSIG_ERR_KEY;
}

/* ---- Signatures */

int neosig_hawk_pack_signature_vartime(const neosig_hawk_ctx *ctx, uint8_t *sig, const uint8_t *salt, const int16_t *s1)
{
    const size_t at = ctx->set->salt_bytes, bytes = ctx->set->alg.signature_bytes - at;
    const extent used = encode(sig + at, bytes, s1, ctx->n, ctx->set->s1.low);
    if (used.bytes == 0)
        return -1;
    memcpy(sig, salt, at);
    memset(sig + at + used.bytes, 0, bytes - used.bytes);
    return 0;
}

neosig_error neosig_hawk_unpack_signature_vartime(const neosig_hawk_ctx *ctx, int16_t *s1, const uint8_t *sig)
{
    const size_t at = ctx->set->salt_bytes, bytes = ctx->set->alg.signature_bytes - at;
    const extent used = decode(s1, sig + at, bytes, ctx->n, ctx->set->s1);
    return used.bytes != 0 && zeros_from(sig + at, bytes, used) ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
