/* Keys and signatures as bytes: section 3.11. All numbers are most significant bit first. */
#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"
#include "sym/bytes.h"

#include <string.h>

#define HEADER_SECRET_KEY 0x50
#define HEADER_PUBLIC_KEY 0x00
#define HEADER_SIGNATURE 0x30

void neosig_falcon_pack_small(const neosig_falcon_ctx *ctx, uint8_t *out, const int8_t *a, unsigned bits)
{
    for (size_t i = 0; i < ctx->n; i += 8, out += bits) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8; j++)
            word = word << bits | ((uint64_t)(int64_t)a[i + j] & ((1u << bits) - 1));
        for (unsigned j = 0; j < bits; j++)
            out[j] = (uint8_t)(word >> 8 * (bits - 1 - j));
    }
}

/* Eight coefficients are `bits` bytes. The next coefficient is in the highest bits of the word. */
static inline uint32_t unpack_eights(int8_t *a, const uint8_t *in, size_t eights, unsigned bits)
{
    const int32_t most = (1 << (bits - 1)) - 1;
    int32_t bad = 0;
    for (size_t i = 0; i < eights; i++, a += 8, in += bits) {
        uint64_t word = 0;
        if (bits == 8 || i + 1 < eights) /* where there are eight bytes */
            word = neosig_load64_be(in);
        else
            for (unsigned j = 0; j < 8; j++)
                word = word << 8 | (j < bits ? in[j] : 0);
        for (unsigned j = 0; j < 8; j++) {
            const int32_t value = (int32_t)((int64_t)(word << bits * j) >> (64 - bits));
            bad |= value + most;
            a[j] = (int8_t)value;
        }
    }
    return (uint32_t)bad >> 31;
}

unsigned neosig_falcon_unpack_small(const neosig_falcon_ctx *ctx, int8_t *a, const uint8_t *in, unsigned bits)
{
    const size_t eights = ctx->n / 8;
    switch (bits) { /* the compiler unrolls loops whose lengths it knows */
    case 5:
        return unpack_eights(a, in, eights, 5);
    case 6:
        return unpack_eights(a, in, eights, 6);
    default:
        return unpack_eights(a, in, eights, 8);
    }
}

void neosig_falcon_pack_secret_key(const neosig_falcon_ctx *ctx, uint8_t *sk, const int8_t *f, const int8_t *g,
                                   const int8_t *F)
{
    const size_t f_bytes = ctx->n * ctx->f_bits / 8;
    sk[0] = (uint8_t)(HEADER_SECRET_KEY + ctx->logn);
    neosig_falcon_pack_small(ctx, sk + 1, f, ctx->f_bits);
    neosig_falcon_pack_small(ctx, sk + 1 + f_bytes, g, ctx->f_bits);
    neosig_falcon_pack_small(ctx, sk + 1 + 2 * f_bytes, F, 8);
}

neosig_error neosig_falcon_unpack_secret_key(const neosig_falcon_ctx *ctx, int8_t *f, int8_t *g, int8_t *F,
                                             const uint8_t *sk)
{
    const size_t f_bytes = ctx->n * ctx->f_bits / 8;
    unsigned bad = sk[0] ^ (HEADER_SECRET_KEY + ctx->logn);
    bad |= neosig_falcon_unpack_small(ctx, f, sk + 1, ctx->f_bits);
    bad |= neosig_falcon_unpack_small(ctx, g, sk + 1 + f_bytes, ctx->f_bits);
    bad |= neosig_falcon_unpack_small(ctx, F, sk + 1 + 2 * f_bytes, 8);
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    return bad ? NEOSIG_ERR_KEY : NEOSIG_OK;
}

void neosig_falcon_pack_public_key(const neosig_falcon_ctx *ctx, uint8_t *pk, const uint16_t *h)
{
    *pk++ = (uint8_t)(HEADER_PUBLIC_KEY + ctx->logn);
    for (size_t i = 0; i < ctx->n; i += 4, pk += 7) {
        const uint64_t word =
            (uint64_t)h[i] << 42 | (uint64_t)h[i + 1] << 28 | (uint64_t)h[i + 2] << 14 | (uint64_t)h[i + 3];
        for (unsigned j = 0; j < 7; j++)
            pk[j] = (uint8_t)(word >> (48 - 8 * j));
    }
}

neosig_error neosig_falcon_unpack_public_key_vartime(const neosig_falcon_ctx *ctx, int16_t *h, const uint8_t *pk)
{
    if (pk[0] != HEADER_PUBLIC_KEY + ctx->logn || ctx->backend->falcon->numbers_of_key(h, pk + 1, ctx->n))
        return NEOSIG_ERR_KEY;
    return NEOSIG_OK;
}

/* ---- Signatures */

/* The most bytes of a signature that signing makes. NIST's signed message of the reference code has two bytes besides
 * the signature, and its length is at most alg.signature_bytes more than the message's. So two bytes are left free,
 * unless signatures are padded. */
static size_t most_bytes(const neosig_falcon_ctx *ctx)
{
    return ctx->set->alg.signature_bytes - (ctx->set->padded ? 0 : 2);
}

int neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                         const uint8_t *nonce, const int16_t *s2)
{
    uint8_t *out = sig + 1 + NEOSIG_FALCON_NONCE_BYTES;
    const uint8_t *end = sig + most_bytes(ctx);
    uint64_t word = 0; /* its lowest `bits` bits wait to be written; between coefficients these are fewer than 32 */
    unsigned bits = 0;
    for (size_t i = 0; i < ctx->n; i++) {
        const unsigned sign = s2[i] < 0, size = (unsigned)(sign ? -s2[i] : s2[i]), high = size >> 7;
        if (size >= NEOSIG_FALCON_S2_LIMIT)
            return -1;
        word = word << 8 | sign << 7 | (size & 127);
        word = word << (high + 1) | 1;
        bits += 9 + high; /* sign, 7 bits, `high` zeros, a one; high < 2048 / 128 = 16, so bits < 32 + 25 */
        if (bits >= 32 && end - out >= 4) {
            bits -= 32;
            neosig_store32_be(out, (uint32_t)(word >> bits));
            out += 4;
        } else if (bits >= 32) {
            return -1;
        }
    }
    for (; bits >= 8; bits -= 8) {
        if (out == end)
            return -1;
        *out++ = (uint8_t)(word >> (bits - 8));
    }
    if (bits > 0) {
        if (out == end)
            return -1;
        *out++ = (uint8_t)(word << (8 - bits));
    }
    sig[0] = (uint8_t)(HEADER_SIGNATURE + ctx->logn);
    memcpy(sig + 1, nonce, NEOSIG_FALCON_NONCE_BYTES);
    if (ctx->set->padded) {
        memset(out, 0, (size_t)(end - out));
        out = sig + most_bytes(ctx);
    }
    *sig_bytes = (size_t)(out - sig);
    return 0;
}

/* ---- Reading codes
 *
 * A coefficient's code is a sign, seven low bits, and as many zeros before a one as there are 128s: 24 bits at most for
 * a coefficient below 2048. Codes are read from words of 64 bits:
 *
 *     | codes: 56 bits or more | 1 | 0 ... 0 |
 *
 * The word is loaded from eight bytes, its lowest bit is set, and the `bit` bits that are already read are shifted out,
 * at most 7. Taking a code off shifts the word to the left. So the set bit, the marker, tells at any time how many bits
 * have been read: its place is the number of zeros that were shifted in. The bit that the marker replaces is read again
 * from the next word. */
enum { FOUR = 4, CHUNK = 64 };

typedef struct code_reader {
    const uint8_t *in;
    size_t bytes, next; /* the next code begins in byte `next` of `bytes` */
    unsigned bit;       /* at bit `bit` of that byte, of which the highest is bit 0 */
} code_reader;

/* 64 for 0. */
static inline uint64_t leading_zeros(uint64_t x)
{
#if defined(__aarch64__)
    uint64_t zeros;
    __asm__("clz %0, %1" : "=r"(zeros) : "r"(x));
    return zeros;
#else
    return x == 0 ? 64 : (uint64_t)__builtin_clzll(x);
#endif
}

/* The word without its first code; 0 if that code reaches the marker. */
static inline uint64_t without_first(uint64_t word)
{
    const uint64_t rest = word << 8;
    return rest << (leading_zeros(rest) & 63) << 1;
}

static inline void advance(code_reader *at, uint64_t left)
{
    const unsigned read = (unsigned)__builtin_ctzll(left);
    at->next += read / 8;
    at->bit = read % 8;
}

/* Four words, each of which begins with the next code, all from one load. Returns 0 if the four codes are longer than
 * the word, which is rare, or if fewer than eight bytes are left. */
static inline int read_four(uint64_t *words, code_reader *at)
{
    if (at->next + 8 > at->bytes)
        return 0;
    uint64_t left = (neosig_load64_be(at->in + at->next) | 1) << at->bit;
    for (size_t i = 0; i < FOUR; i++) {
        words[i] = left;
        left = without_first(left);
    }
    if (left == 0)
        return 0;
    advance(at, left);
    return 1;
}

/* The same with a load for each code. Zeros stand for the bytes behind the end. Returns 0 at a code of more zeros than
 * any code has. */
NEOSIG_NOT_INLINED
static int falcon_read_any_four_vartime(uint64_t *words, code_reader *at)
{
    for (size_t i = 0; i < FOUR; i++) {
        uint64_t word = 0;
        for (size_t j = at->next; j < at->next + 8; j++)
            word = word << 8 | (j < at->bytes ? at->in[j] : 0);
        words[i] = (word | 1) << at->bit;
        const uint64_t left = without_first(words[i]);
        if (left == 0)
            return 0;
        advance(at, left);
    }
    return 1;
}

neosig_error neosig_falcon_unpack_signature_vartime(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *sig,
                                                    size_t sig_bytes)
{
    const size_t skip = 1 + NEOSIG_FALCON_NONCE_BYTES;
    if (sig_bytes < skip || sig[0] != HEADER_SIGNATURE + ctx->logn ||
        (ctx->set->padded && sig_bytes != ctx->set->alg.signature_bytes))
        return NEOSIG_ERR_SIGNATURE;
    const uint8_t *in = sig + skip;
    const size_t bytes = sig_bytes - skip;
    code_reader reader = {in, bytes, 0, 0};
    uint64_t words[CHUNK];
    for (size_t i = 0; i < ctx->n; i += CHUNK) {
        for (size_t j = 0; j < CHUNK; j += FOUR)
            if (!read_four(words + j, &reader)) {
                code_reader copy = reader; /* has an address; so reader stays in registers */
                if (!falcon_read_any_four_vartime(words + j, &copy))
                    return NEOSIG_ERR_SIGNATURE;
                reader = copy;
            }
        if (ctx->backend->falcon->numbers_of_codes(s2 + i, words, CHUNK))
            return NEOSIG_ERR_SIGNATURE;
    }
    const size_t at = 8 * reader.next + reader.bit;
    /* All bits that follow are zero: the last byte's, or a padded signature's. */
    if (!ctx->set->padded && bytes != (at + 7) / 8)
        return NEOSIG_ERR_SIGNATURE;
    for (size_t i = at; i < 8 * bytes; i = (i | 7) + 1)
        if ((uint8_t)(in[i / 8] << i % 8) != 0)
            return NEOSIG_ERR_SIGNATURE;
    return NEOSIG_OK;
}
