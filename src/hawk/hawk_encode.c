/* Bytes of keys and signatures. What is encoded is public, but for the parities of secrets. */
#include "core/contract.h"
#include "core/inline.h"
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
    for (size_t i = 0; i < n; i += 8) { /* bit 8 j of a product comes to be bit 56 + j */
        uint64_t bytes;
        memcpy(&bytes, a + i, sizeof bytes);
        bytes = NEOSIG_BIG_ENDIAN ? neosig_swap64(bytes) : bytes;
        out[i / 8] = (uint8_t)((bytes & 0x0101010101010101) * 0x0102040810204080 >> 56);
    }
}

/* ---- Golomb-Rice codes. Bits of a byte from the lowest on. */

/* The bytes that a code takes, and how many bits of the last byte are free. No bytes: the code does not fit, or the
 * bytes are no code. */
typedef struct extent {
    size_t bytes;
    unsigned free;
} extent;

static const extent none = {0, 0};

/* x, or -1 - x if it is negative. */
INLINE uint32_t without_sign(int16_t x)
{
    return (uint16_t)(x ^ x >> 15);
}

/* Four numbers in fields of 16 bits. */
INLINE uint64_t four_of(const int16_t *a)
{
    return (uint64_t)(uint16_t)a[0] | (uint64_t)(uint16_t)a[1] << 16 | (uint64_t)(uint16_t)a[2] << 32 |
           (uint64_t)(uint16_t)a[3] << 48;
}

/* The low bits of four numbers, side by side. Their signs go to the lowest four bits of *signs. */
INLINE uint64_t low_of_four(const int16_t *a, unsigned low, uint32_t *signs)
{
    const uint64_t ones = 0x0001000100010001, mask = ((UINT64_C(1) << low) - 1) * ones;
    const uint64_t four = four_of(a), minus = four >> 15 & ones;
    *signs = (uint32_t)(minus * 0x1000200040008000 >> 60); /* bit 16 j comes to be bit 60 + j */
    const uint64_t bits = (four ^ ((minus << 16) - minus)) & mask;
    const uint64_t joined = (bits & 0x0000ffff0000ffff) | (bits & 0xffff0000ffff0000) >> (16 - low);
    return (uint32_t)joined | joined >> 32 << 2 * low;
}

/* Writes signs and low bits. The last word may reach up to 8 bytes beyond them, where the last part will stand, of n/8
 * bytes or more. */
INLINE void encode_low(uint8_t *out, const int16_t *a, size_t n, unsigned low)
{
    const unsigned second = low / 2; /* the byte in which the second four numbers begin */
    uint8_t *lows = out + n / 8;
    for (size_t i = 0; i < n; i += 8, lows += low)
        NEOSIG_LOOP(assigns(i, lows, whole(out)), invariant(i <= n && i % 8 == 0 && lows == out + n / 8 + i / 8 * low),
                    decreases(n - i))
    {
        NEOSIG_POINTER(lows, out);
        uint32_t signs[2];
        const uint64_t first_four = low_of_four(a + i, low, &signs[0]);
        const uint64_t second_four = low_of_four(a + i + 4, low, &signs[1]);
        out[i / 8] = (uint8_t)(signs[0] | signs[1] << 4);
        neosig_store64_le(lows, first_four);
        neosig_store64_le(lows + second, first_four >> 8 * second | second_four << 4 * low % 8);
    }
}

static void encode_low_bits(uint8_t *out, const int16_t *a, size_t n, unsigned low)
{
    switch (low) {
    case 5:
        encode_low(out, a, n, 5);
        return;
    case 6:
        encode_low(out, a, n, 6);
        return;
    default:
        encode_low(out, a, n, low);
    }
}

static extent encode(uint8_t *out, size_t room, const int16_t *a, size_t n, unsigned low)
{
    if (room < n / 8 * (2 + low)) /* each number has at least one bit in the last part */
        return none;
    uint8_t *at = out + n / 8 * (1 + low);
    const uint8_t *end = out + room;
    uint64_t word = 0; /* fewer than 32 bits of it wait */
    unsigned bits = 0;
    encode_low_bits(out, a, n, low);
    for (size_t i = 0; i < n; i += 2) /* two numbers take up to 16 bits each */
        NEOSIG_LOOP(assigns(i, bits, word, at, whole(out)), invariant(i <= n && i % 2 == 0 && bits < 32),
                    invariant(in_order(entry(at), at, end)), decreases(n - i))
    {
        NEOSIG_POINTER(at, end);
        bits += without_sign(a[i]) >> low;
        word |= (uint64_t)1 << bits++;
        bits += without_sign(a[i + 1]) >> low;
        word |= (uint64_t)1 << bits++;
        if (bits < 32)
            continue;
        if (end - at < 4)
            return none;
        neosig_store32_le(at, (uint32_t)word);
        at += 4;
        word >>= 32;
        bits -= 32;
    }
    NEOSIG_POINTER(at, end);
    const unsigned left = (bits + 7) / 8;
    if ((size_t)(end - at) < left)
        return none;
    for (unsigned i = 0; i < left; i++)
        *at++ = (uint8_t)(word >> 8 * i);
    return (extent){(size_t)(at - out), 8 * left - bits};
}

/* bits_at where fewer than eight bytes are left. */
NEOSIG_NOT_INLINED
static uint64_t last_bits_at(const uint8_t *in, size_t bytes, size_t at)
{
    uint64_t word = 0;
    for (size_t i = at / 8; i < bytes; i++)
        NEOSIG_LOOP(assigns(i, word), invariant(at / 8 <= i && (i <= bytes || i == at / 8)), decreases(bytes - i))
    {
        word |= (uint64_t)in[i] << 8 * (i - at / 8);
    }
    return word >> at % 8;
}

/* The bits from bit `at` of in on, at least 57 of them; behind the end are zeros. */
INLINE uint64_t bits_at(const uint8_t *in, size_t bytes, size_t at)
{
    return at / 8 + 8 <= bytes ? neosig_load64_le(in + at / 8) >> at % 8 : last_bits_at(in, bytes, at);
}

/* Decodes the numbers of a code. *at is the bit where the last part begins, and becomes the bit where it ends. More
 * than 16 zeros count as 16. Returns the OR of all counts of zeros. */
INLINE unsigned decode_numbers(int16_t *a, const uint8_t *in, size_t bytes, size_t n, unsigned low, size_t *at)
{
    const uint32_t mask = (1u << low) - 1;
    const uint8_t *lows = in + n / 8;
    size_t begin = *at; /* where the next number begins, less one bit for each of these eight numbers before it */
    unsigned any = 0;
    for (size_t i = 0; i < n; i += 8, lows += low, begin += 8)
        NEOSIG_LOOP(assigns(i, lows, begin, any, __CPROVER_object_upto(a, 2 * n)),
                    invariant(i <= n && i % 8 == 0 && lows == in + n / 8 + i / 8 * low),
                    invariant(entry(begin) <= begin && begin <= entry(begin) + 17 * i), decreases(n - i))
    {
        NEOSIG_POINTER(lows, in);
        const uint32_t signs = in[i / 8];
        uint64_t four = 0, word = 0; /* four: reads beyond the low bits reach the last part only */
#pragma GCC unroll 8
        for (unsigned j = 0; j < 8; j++) {
            if (j % 4 == 0)
                four = neosig_load64_le(lows + j / 4 * (low / 2)) >> j / 4 * (4 * low % 8);
            if (j % 3 == 0) /* three numbers take up to 17 bits each */
                word = bits_at(in, bytes, begin + j);
            const uint64_t zeros = (uint64_t)(unsigned)__builtin_ctzll(word | 1u << 16);
            word >>= zeros + 1;
            begin += (size_t)zeros;
            any |= (unsigned)zeros;
            const uint32_t x = (uint32_t)zeros << low | (uint32_t)(four >> j % 4 * low & mask);
            a[i + j] = (int16_t)(uint16_t)(x ^ (0 - (signs >> j & 1)));
        }
    }
    *at = begin;
    return any;
}

static extent decode(int16_t *a, const uint8_t *in, size_t bytes, size_t n, neosig_hawk_code code)
{
    if (bytes < n / 8 * (2 + code.low))
        return none;
    size_t at = n * (1 + code.low);
    unsigned any;
    switch (code.low) {
    case 5:
        any = decode_numbers(a, in, bytes, n, 5, &at);
        break;
    case 6:
        any = decode_numbers(a, in, bytes, n, 6, &at);
        break;
    case 8:
        any = decode_numbers(a, in, bytes, n, 8, &at);
        break;
    case 9:
        any = decode_numbers(a, in, bytes, n, 9, &at);
        break;
    default:
        any = decode_numbers(a, in, bytes, n, 10, &at);
    }
    if (any >> (code.size - code.low) != 0 || at > 8 * bytes)
        return none;
    return (extent){(at + 7) / 8, (unsigned)(8 * ((at + 7) / 8) - at)};
}

static int zeros_from(const uint8_t *in, size_t bytes, extent used)
{
    unsigned any = (unsigned)in[used.bytes - 1] >> (8 - used.free);
    for (size_t i = used.bytes; i < bytes; i++)
        NEOSIG_LOOP(assigns(i, any), invariant(used.bytes <= i && i <= bytes), decreases(bytes - i))
    {
        any |= in[i];
    }
    return any == 0;
}

/* ---- Public keys */

/* q00's constant coefficient has 16 bits and the code `size` bits. So many bits stand behind the code. */
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
