/* Keys and signatures as bytes: section 3.11. Falcon writes the bits of a number from the highest to the lowest, and
 * fills a byte from its highest bit. FN-DSA writes and fills from the lowest bit. */
#include "core/contract.h"
#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"
#include "sym/bytes.h"

#include <string.h>

#define HEADER_SECRET_KEY 0x50
#define HEADER_PUBLIC_KEY 0x00
#define HEADER_SIGNATURE 0x30

static int is_low_first(const neosig_falcon_ctx *ctx)
{
    return ctx->rules == NEOSIG_FALCON_FNDSA;
}

/* Place i of `count` in a number whose first place is the highest, or the lowest. */
static inline unsigned place_of(unsigned i, unsigned count, int low_first)
{
    return low_first ? i : count - 1 - i;
}

void neosig_falcon_pack_small(const neosig_falcon_ctx *ctx, uint8_t *out, const int8_t *a, unsigned bits)
{
    const int low_first = is_low_first(ctx);
    NEOSIG_GHOST(uint8_t *const first = out;)
    for (size_t i = 0; i < ctx->n; i += 8, out += bits)
        NEOSIG_LOOP(assigns(i, out, whole(first)), invariant(i <= ctx->n && i % 8 == 0 && out == first + i / 8 * bits),
                    decreases(ctx->n - i))
    {
        NEOSIG_POINTER(out, first);
        uint64_t word = 0;
        for (unsigned j = 0; j < 8; j++)
            word |= ((uint64_t)(int64_t)a[i + j] & ((1u << bits) - 1)) << bits * place_of(j, 8, low_first);
        for (unsigned j = 0; j < bits; j++)
            out[j] = (uint8_t)(word >> 8 * place_of(j, bits, low_first));
    }
}

/* Eight coefficients are `bits` bytes, at the end of the word where the first bit is. */
static inline uint32_t unpack_eights(int8_t *a, const uint8_t *in, size_t eights, unsigned bits, int low_first)
{
    const int32_t most = (1 << (bits - 1)) - 1;
    int32_t bad = 0;
    NEOSIG_GHOST(int8_t *const first = a; const uint8_t *const first_in = in);
    for (size_t i = 0; i < eights; i++, a += 8, in += bits)
        NEOSIG_LOOP(assigns(i, a, in, bad, whole(a)),
                    invariant(i <= eights && a == first + 8 * i && in == first_in + bits * i), decreases(eights - i))
    {
        NEOSIG_POINTER(a, first);
        NEOSIG_POINTER(in, first_in);
        uint64_t word = 0;
        if (bits == 8 || i + 1 < eights) /* where there are eight bytes */
            word = low_first ? neosig_load64_le(in) : neosig_load64_be(in);
        else
            for (unsigned j = 0; j < bits; j++)
                word |= (uint64_t)in[j] << 8 * place_of(j, 8, low_first);
        for (unsigned j = 0; j < 8; j++) {
            const uint64_t at_top = word << (low_first ? 64 - bits * (j + 1) : bits * j);
            const int32_t value = (int32_t)((int64_t)at_top >> (64 - bits));
            bad |= value + most;
            a[j] = (int8_t)value;
        }
    }
    return (uint32_t)bad >> 31;
}

unsigned neosig_falcon_unpack_small(const neosig_falcon_ctx *ctx, int8_t *a, const uint8_t *in, unsigned bits)
{
    const size_t eights = ctx->n / 8;
    const int low_first = is_low_first(ctx);
    if (bits == 8) /* the compiler unrolls loops whose lengths it knows */
        return unpack_eights(a, in, eights, 8, 0);
    if (bits == 6)
        return low_first ? unpack_eights(a, in, eights, 6, 1) : unpack_eights(a, in, eights, 6, 0);
    return low_first ? unpack_eights(a, in, eights, 5, 1) : unpack_eights(a, in, eights, 5, 0);
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
    const int low_first = is_low_first(ctx);
    *pk++ = (uint8_t)(HEADER_PUBLIC_KEY + ctx->logn);
    NEOSIG_GHOST(uint8_t *const first = pk;)
    for (size_t i = 0; i < ctx->n; i += 4, pk += 7)
        NEOSIG_LOOP(assigns(i, pk, whole(first)), invariant(i <= ctx->n && i % 4 == 0 && pk == first + i / 4 * 7),
                    decreases(ctx->n - i))
    {
        NEOSIG_POINTER(pk, first);
        uint64_t word = 0;
        for (unsigned j = 0; j < 4; j++)
            word |= (uint64_t)h[i + j] << 14 * place_of(j, 4, low_first);
        for (unsigned j = 0; j < 7; j++)
            pk[j] = (uint8_t)(word >> 8 * place_of(j, 7, low_first));
    }
}

void neosig_falcon_pack_key_hash(const neosig_falcon_ctx *ctx, uint8_t *sk, const uint8_t *pk)
{
    const neosig_alg *alg = &ctx->set->alg;
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        neosig_shake256(ctx->backend->keccak, sk + alg->secret_key_bytes - NEOSIG_FALCON_KEY_HASH_BYTES,
                        NEOSIG_FALCON_KEY_HASH_BYTES, pk, alg->public_key_bytes);
}

neosig_error neosig_falcon_unpack_public_key_vartime(const neosig_falcon_ctx *ctx, int16_t *h, const uint8_t *pk)
{
    const neosig_falcon_kernels *kernels = ctx->backend->falcon;
    if (pk[0] != HEADER_PUBLIC_KEY + ctx->logn)
        return NEOSIG_ERR_KEY;
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        return kernels->numbers_of_key_fndsa(h, pk + 1, ctx->n) ? NEOSIG_ERR_KEY : NEOSIG_OK;
    if (kernels->numbers_of_key_round3(h, pk + 1, ctx->n))
        return NEOSIG_ERR_KEY;
    ctx->ntt->forward(h);
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

/* Writes the codes of s2 before `end`. Returns where they end, or NULL if they do not fit. low_first is a constant
 * where this is inlined. */
static inline uint8_t *pack_codes(const neosig_falcon_ctx *ctx, uint8_t *out, const uint8_t *end, const int16_t *s2,
                                  int low_first)
{
    const unsigned most = ctx->most_s2;
    const int16_t *const s2_end = s2 + ctx->n;
    uint64_t word = 0; /* its lowest `bits` bits wait to be written; what lies above is zero in FN-DSA, else written */
    unsigned bits = 0; /* fewer than 32 between coefficients */
    for (; s2 < s2_end; s2++)
        NEOSIG_LOOP(assigns(s2, word, bits, out, whole(out)),
                    invariant(in_order(entry(s2), s2, s2_end) && (offset(s2) - offset(entry(s2))) % 2 == 0),
                    invariant(bits < 32 && in_order(entry(out), out, end)), decreases(s2_end - s2))
    {
        NEOSIG_POINTER(out, end);
        NEOSIG_POINTER(s2, s2_end);
        const unsigned sign = *s2 < 0, size = (unsigned)(sign ? -*s2 : *s2), high = size >> 7;
        if (size > most)
            return NULL;
        if (low_first)
            word |= (sign | (size & 127) << 1 | UINT64_C(1) << (8 + high)) << bits;
        else
            word = (word << 8 | sign << 7 | (size & 127)) << (high + 1) | 1;
        bits += 9 + high; /* sign, 7 bits, `high` zeros, a one; high < 2048 / 128 = 16, so bits < 32 + 25 */
        if (bits < 32)
            continue;
        if (end - out < 4)
            return NULL;
        bits -= 32;
        if (low_first)
            neosig_store32_le(out, (uint32_t)word);
        else
            neosig_store32_be(out, (uint32_t)(word >> bits));
        word = low_first ? word >> 32 : word;
        out += 4;
    }
    NEOSIG_POINTER(out, end);
    for (unsigned i = 0; 8 * i < bits; i++) {
        if (out == end)
            return NULL;
        *out++ = (uint8_t)(low_first ? word >> 8 * i : word << 8 * (i + 1) >> bits);
    }
    return out;
}

int neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                         const uint8_t *nonce, const int16_t *s2)
{
    const uint8_t *end = sig + most_bytes(ctx);
    uint8_t *out = sig + 1 + NEOSIG_FALCON_NONCE_BYTES;
    out = is_low_first(ctx) ? pack_codes(ctx, out, end, s2, 1) : pack_codes(ctx, out, end, s2, 0);
    if (out == NULL)
        return -1;
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
 * a coefficient below 2048. Codes are read from words of 64 bits, of which this is Falcon's:
 *
 *     | codes: 56 bits or more | 1 | 0 ... 0 |
 *
 * The word is loaded from eight bytes, its lowest bit is set, and the `bit` bits that are already read are shifted out,
 * at most 7. Taking a code off shifts the word to the left. So the set bit, the marker, tells at any time how many bits
 * have been read: its place is the number of zeros that were shifted in. The bit that the marker replaces is read again
 * from the next word.
 *
 * FN-DSA's word is the mirror image: codes begin at the lowest bit, the marker is the highest, and words are shifted to
 * the right. */
enum { FOUR = 4, CHUNK = 64 };

typedef struct code_reader {
    const uint8_t *in;
    size_t bytes, next; /* the next code begins in byte `next` of `bytes` */
    unsigned bit;       /* behind `bit` bits of that byte */
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
static inline uint64_t without_first(uint64_t word, int low_first)
{
    if (low_first) {
        const uint64_t rest = word >> 8;
        return rest == 0 ? 0 : rest >> __builtin_ctzll(rest) >> 1;
    }
    const uint64_t rest = word << 8;
    return rest << (leading_zeros(rest) & 63) << 1;
}

static inline void advance(code_reader *at, uint64_t left, int low_first)
{
    const unsigned read = (unsigned)(low_first ? __builtin_clzll(left) : __builtin_ctzll(left));
    at->next += read / 8;
    at->bit = read % 8;
}

/* Four words, each of which begins with the next code, all from one load. Returns 0 if the four codes are longer than
 * the word, which is rare, or if fewer than eight bytes are left. */
static inline int read_four(uint64_t *words, code_reader *at, int low_first)
{
    if (at->next + 8 > at->bytes)
        return 0;
    uint64_t left = low_first ? (neosig_load64_le(at->in + at->next) | UINT64_C(1) << 63) >> at->bit
                              : (neosig_load64_be(at->in + at->next) | 1) << at->bit;
    for (size_t i = 0; i < FOUR; i++) {
        words[i] = left;
        left = without_first(left, low_first);
    }
    if (left == 0)
        return 0;
    advance(at, left, low_first);
    return 1;
}

/* The same with a load for each code. Zeros stand for the bytes behind the end. Returns 0 at a code of more zeros than
 * any code has. */
NEOSIG_NOT_INLINED
static int falcon_read_any_four_vartime(uint64_t *words, code_reader *at, int low_first)
{
    for (size_t i = 0; i < FOUR; i++)
        NEOSIG_LOOP(assigns(i, at->next, at->bit, __CPROVER_object_upto(words, FOUR * sizeof *words)),
                    invariant(i <= FOUR && at->bit < 8),
                    invariant(entry(at->next) <= at->next && at->next <= entry(at->next) + 7 * i), decreases(FOUR - i))
    {
        uint64_t word = 0;
        for (unsigned j = 0; j < 8; j++)
            word |= (uint64_t)(at->next + j < at->bytes ? at->in[at->next + j] : 0) << 8 * place_of(j, 8, low_first);
        words[i] = low_first ? (word | UINT64_C(1) << 63) >> at->bit : (word | 1) << at->bit;
        const uint64_t left = without_first(words[i], low_first);
        if (left == 0)
            return 0;
        advance(at, left, low_first);
    }
    return 1;
}

/* s2 from `bytes` bytes, and in *bits how many bits its codes take. low_first is a constant where this is inlined. */
static inline neosig_error unpack_codes(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *in, size_t bytes,
                                        size_t *bits, int low_first)
{
    unsigned (*const numbers)(int16_t *, const uint64_t *, size_t) =
        low_first ? ctx->backend->falcon->numbers_of_codes_fndsa : ctx->backend->falcon->numbers_of_codes_round3;
    code_reader reader = {in, bytes, 0, 0};
    uint64_t words[CHUNK];
    for (size_t i = 0; i < ctx->n; i += CHUNK)
        NEOSIG_LOOP(assigns(i, reader, words, whole(s2)), invariant(i <= ctx->n && i % CHUNK == 0),
                    invariant(reader.in == in && reader.bytes == bytes && reader.next <= 7 * i && reader.bit < 8),
                    decreases(ctx->n - i))
    {
        NEOSIG_POINTER(reader.in, in);
        for (size_t j = 0; j < CHUNK; j += FOUR)
            NEOSIG_LOOP(assigns(j, reader, words), invariant(j <= CHUNK && j % FOUR == 0),
                        invariant(reader.in == in && reader.bytes == bytes &&
                                  reader.next <= entry(reader.next) + 7 * j && reader.bit < 8),
                        decreases(CHUNK - j))
        {
            NEOSIG_POINTER(reader.in, in);
            if (!read_four(words + j, &reader, low_first)) {
                code_reader copy = reader; /* has an address; so reader stays in registers */
                if (!falcon_read_any_four_vartime(words + j, &copy, low_first))
                    return NEOSIG_ERR_SIGNATURE;
                reader = copy;
            }
        }
        if (numbers(s2 + i, words, CHUNK))
            return NEOSIG_ERR_SIGNATURE;
    }
    *bits = 8 * reader.next + reader.bit;
    return NEOSIG_OK;
}

neosig_error neosig_falcon_unpack_signature_vartime(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *sig,
                                                    size_t sig_bytes)
{
    const size_t skip = 1 + NEOSIG_FALCON_NONCE_BYTES;
    const int low_first = is_low_first(ctx);
    if (sig_bytes < skip || sig[0] != HEADER_SIGNATURE + ctx->logn ||
        (ctx->set->padded && sig_bytes != ctx->set->alg.signature_bytes))
        return NEOSIG_ERR_SIGNATURE;
    const uint8_t *in = sig + skip;
    const size_t bytes = sig_bytes - skip;
    size_t at;
    const neosig_error error =
        low_first ? unpack_codes(ctx, s2, in, bytes, &at, 1) : unpack_codes(ctx, s2, in, bytes, &at, 0);
    if (error != NEOSIG_OK)
        return error;
    /* All bits that follow are zero: the last byte's, or a padded signature's. */
    if (!ctx->set->padded && bytes != (at + 7) / 8)
        return NEOSIG_ERR_SIGNATURE;
    for (size_t i = at; i < 8 * bytes; i = (i | 7) + 1)
        NEOSIG_LOOP(assigns(i), invariant(i == entry(i) || i <= 8 * bytes), decreases(8 * bytes - i))
    {
        if (low_first ? in[i / 8] >> i % 8 != 0 : (uint8_t)(in[i / 8] << i % 8) != 0)
            return NEOSIG_ERR_SIGNATURE;
    }
    return NEOSIG_OK;
}
