/* Signatures and their range coder (algorithms 36 to 41): c | low bytes of z1 | two sizes | high parts of z1 | h |
 * zeros.
 *
 * The coder has a state x in [2^23, 2^31). A symbol has a frequency f of 1024 and an interval of [0, 1024), which
 * begins at start. To code the symbol, x first loses low bytes until it is below f 2^21, and then becomes floor(x / f)
 * 2^10 + x mod f + start. Symbols are coded from the last to the first, and bytes are written backwards, so that a
 * decoder reads forwards.
 *
 * Symbols are secret until the signature is known to fit. So the coder works in two steps. The first goes through the
 * states without a branch or an address that depends on symbols, and records the bytes that each state loses. If all
 * fits, the signature is public, and the second step writes the recorded bytes. */
#include "core/contract.h"
#include "haetae/haetae.h"
#include "sym/bytes.h"

#include <string.h>

#define LOWEST (UINT32_C(1) << 23)

/* What the coder needs of each symbol, in one word: ceil(2^41 / f) 2^20 + (1024 - f) 2^10 + start. */
typedef struct intervals {
    uint64_t of[48];
    size_t symbols;
} intervals;

static void open_intervals(intervals *out, const neosig_haetae_model *model)
{
    uint64_t start = 0;
    *out = (intervals){.symbols = model->symbols};
    for (unsigned s = 0; s < model->symbols; s++) {
        const uint64_t freq = model->freq[s];
        out->of[s] = ((UINT64_C(1) << 41) + freq - 1) / freq << 20 | (1024 - freq) << 10 | start;
        start += freq;
    }
}

/* A symbol's step, of the state x: lost gets the low two bytes of x and, times 2^16, how many of them x loses. Adds
 * these to total. Returns the state after it.
 *
 * Losing bytes. x >= f 2^21 is the same as x + (1024 - f) 2^21 >= 2^31, so bit 31 of a sum tells. x < 2^31 loses at
 * most two bytes, since 2^31 / 2^16 < f 2^21.
 *
 * Dividing. Let c = ceil(2^41 / f) = (2^41 + e) / f with e < f. The code takes floor(x c / 2^41), and x c / 2^41 =
 * x / f + x e / (f 2^41). As x < f 2^21 <= 2^31 and e < 2^10, the second term is below 1 / f, so the result is
 * floor(x / f). The product x c is below 2^21 (2^41 + f).
 *
 * The new state. With the quotient Q, x mod f = x - f Q, so Q 2^10 + x mod f + start = x + Q (1024 - f) + start. */
static inline uint64_t code_step(uint64_t x, uint64_t chosen, uint32_t *lost, uint64_t *total)
{
    const uint64_t rest = chosen >> 10 & 1023, start = chosen & 1023, limit = rest << 21;
    const uint64_t bytes = ((x + limit) >> 31) + (((x >> 8) + limit) >> 31);
    *lost = (uint32_t)(x & 0xffff) | (uint32_t)bytes << 16;
    *total += bytes;
    x = (uint32_t)x >> 8 * bytes; /* in 32 bits: wider shifts are branches on some machines */
    return x + (x * (chosen >> 20) >> 41) * rest + start;
}

/* Returns how many bytes the symbols of count polynomials take, the last state's included. lost: for each symbol. */
static size_t states(const neosig_haetae_kernels *poly, const intervals *model, const uint8_t *symbols, size_t count,
                     uint32_t *lost, uint32_t *last)
{
    uint64_t chosen[256], x = LOWEST, total = 4;
    while (count-- > 0) {
        poly->look_up(chosen, symbols + 256 * count, model->of, model->symbols);
        for (size_t i = 256; i-- > 0;)
            NEOSIG_LOOP(assigns(i, x, total, whole(lost)), invariant(i <= 256 && LOWEST <= x && x < LOWEST << 8),
                        invariant(entry(total) <= total && total <= entry(total) + 2 * (256 - i)), decreases(i))
        {
            x = code_step(x, chosen[i], &lost[256 * count + i], &total);
        }
    }
    neosig_wipe(chosen, sizeof chosen);
    *last = (uint32_t)x;
    return (size_t)total;
}

/* Writes what a state loses before `end`: two bytes each time, those that are not lost are written over later. */
static inline uint8_t *put_lost(uint8_t *end, uint32_t lost)
{
    end[-1] = (uint8_t)lost;
    end[-2] = (uint8_t)(lost >> 8);
    return end - (lost >> 16);
}

NEOSIG_GHOST(static size_t left;) /* how many bytes the states before lose */

/* Writes the bytes that the states of count polynomials lose, so that they end at `end`. The last state stands before
 * them. */
NEOSIG_NOT_INLINED
static void haetae_code_vartime(uint8_t *end, const uint32_t *lost, size_t count, uint32_t last)
{
    NEOSIG_GHOST(uint8_t *const first = end - 4 - left;)
    for (size_t i = 256 * count; i-- > 0;)
        NEOSIG_LOOP(assigns(i, end, left, whole(first)), invariant(i <= 256 * count && left <= entry(left)),
                    invariant(__CPROVER_same_object(end, first) && offset(end) == offset(first) + 4 + left),
                    decreases(i))
    {
        NEOSIG_POINTER(end, first);
        end = put_lost(end, lost[i]);
    }
    neosig_store32_le(end - 4, last);
}

/* A decoder's input. Behind the end, `at` counts on, and the last byte is read again. */
typedef struct coded {
    const uint8_t *in;
    size_t bytes, at;
} coded;

/* Finds a symbol, and returns the state after it. A step leaves a state of 2^13 or more, which takes at most two bytes
 * to reach 2^23 again. */
static inline uint32_t decode_step(uint8_t *symbol, uint32_t x, const uint32_t steps[1024], coded *from)
{
    const uint32_t step = steps[x & 1023];
    *symbol = (uint8_t)(step >> 20);
    x = (step & 1023) * (x >> 10) + (step >> 10 & 1023);
    for (; __builtin_expect(x < LOWEST, 0); from->at++)
        x = x << 8 | from->in[from->at < from->bytes ? from->at : from->bytes - 1];
    return x;
}

/* Decodes `count` symbols, a multiple of 4, from `bytes` bytes. Returns -1 if haetae_code_vartime makes these bytes of
 * no symbols.
 *
 * A decoder's step undoes a coder's step. So the bytes are a coder's if the decoder's states are in [2^23, 2^31), the
 * last one is the coder's first, and all bytes are used up. */
static int haetae_decode_vartime(const neosig_haetae_model *model, uint8_t *symbols, size_t count, const uint8_t *in,
                                 size_t bytes)
{
    uint32_t steps[1024], *step = steps; /* symbol 2^20 + place in its interval 2^10 + frequency */
    for (uint32_t s = 0; s < model->symbols; s++) {
        uint32_t next = s << 20 | model->freq[s];
        for (unsigned place = 0; place < model->freq[s]; place++, next += 1 << 10)
            *step++ = next;
    }
    if (bytes < 4)
        return -1;
    coded from = {in, bytes, 4};
    uint32_t x = neosig_load32_le(in);
    if (x < LOWEST || x >= LOWEST << 8)
        return -1;
    for (size_t i = 0; i < count; i += 4)
        NEOSIG_LOOP(assigns(i, x, from.at, whole(symbols)), invariant(i <= count && i % 4 == 0), decreases(count - i))
    {
        x = decode_step(symbols + i, x, steps, &from);
        x = decode_step(symbols + i + 1, x, steps, &from);
        x = decode_step(symbols + i + 2, x, steps, &from);
        x = decode_step(symbols + i + 3, x, steps, &from);
    }
    return x == LOWEST && from.at == bytes ? 0 : -1;
}

/* ---- Signatures */

/* The symbol of a number's high part. The result has bit 31 if there is none. */
static inline uint32_t put_z1_symbol(uint8_t *out, const neosig_haetae_set *set, int32_t z1)
{
    const int32_t symbol = ((z1 + 128) >> 8) + set->z1_offset;
    *out = (uint8_t)symbol;
    return (uint32_t)symbol | (uint32_t)((int32_t)set->z1.symbols - 1 - symbol);
}

/* The same of a hint. The values near zero come first, then those near the top. */
static inline uint32_t put_h_symbol(uint8_t *out, const neosig_haetae_set *set, int32_t h)
{
    const int32_t cut = ((int32_t)set->h.symbols - 1) / 2;
    const int32_t above = (cut - h) >> 31, symbol = h - (set->h_offset & above);
    *out = (uint8_t)symbol;
    return (uint32_t)((symbol - cut - 1) & above);
}

int neosig_haetae_pack_signature(const neosig_haetae_ctx *ctx, uint8_t *sig, const uint8_t c[32], const int32_t *z1,
                                 const int32_t *h, uint8_t *scratch, uint32_t *lost)
{
    const neosig_haetae_set *set = ctx->set;
    const size_t z1_count = 256 * ctx->l, h_count = 256 * ctx->k;
    uint8_t *z1_symbols = scratch, *h_symbols = scratch + z1_count;
    intervals z1_model, h_model;
    uint32_t z1_last, h_last;
    uint32_t bad = 0;
    for (size_t i = 0; i < z1_count; i++)
        NEOSIG_LOOP(assigns(i, bad, whole(scratch)), invariant(i <= z1_count), decreases(z1_count - i))
    {
        bad |= put_z1_symbol(&z1_symbols[i], set, z1[i]);
    }
    for (size_t i = 0; i < h_count; i++)
        NEOSIG_LOOP(assigns(i, bad, whole(scratch)), invariant(i <= h_count), decreases(h_count - i))
    {
        bad |= put_h_symbol(&h_symbols[i], set, h[i]);
    }
    int unfit = (int)(bad >> 31);
    neosig_declassify(&unfit, sizeof unfit, "that a signature does not fit, like any rejection");
    if (unfit)
        return -1;
    open_intervals(&z1_model, &set->z1);
    open_intervals(&h_model, &set->h);
    size_t z1_bytes = states(ctx->poly, &z1_model, z1_symbols, ctx->l, lost, &z1_last);
    size_t h_bytes = states(ctx->poly, &h_model, h_symbols, ctx->k, lost + z1_count, &h_last);
    const size_t head = 32 + z1_count + 2;
    /* Each size less its base must be a byte, and all must fit. A difference below zero has high bits set. */
    const size_t z1_byte = z1_bytes - set->base_z1, h_byte = h_bytes - set->base_h;
    const size_t left = set->alg.signature_bytes - head - z1_bytes - h_bytes;
    unfit = (int)(((z1_byte | h_byte) >> 8 | left >> (8 * sizeof left - 1)) != 0);
    neosig_declassify(&unfit, sizeof unfit, "that a signature does not fit, like any rejection");
    if (unfit)
        return -1;
    neosig_declassify(&z1_bytes, sizeof z1_bytes, "a size in the signature");
    neosig_declassify(&h_bytes, sizeof h_bytes, "a size in the signature");
    neosig_declassify(lost, (z1_count + h_count) * sizeof lost[0], "the signature");

    memset(sig, 0, set->alg.signature_bytes);
    memcpy(sig, c, 32);
    for (size_t i = 0; i < z1_count; i++)
        NEOSIG_LOOP(assigns(i, whole(sig)), invariant(i <= z1_count), decreases(z1_count - i))
    {
        sig[32 + i] = (uint8_t)z1[i];
    }
    sig[head - 2] = (uint8_t)z1_byte;
    sig[head - 1] = (uint8_t)h_byte;
    haetae_code_vartime(sig + head + z1_bytes, lost, ctx->l, z1_last);
    haetae_code_vartime(sig + head + z1_bytes + h_bytes, lost + z1_count, ctx->k, h_last);
    neosig_declassify(sig, set->alg.signature_bytes, "the signature");
    return 0;
}

int neosig_haetae_unpack_signature_vartime(const neosig_haetae_ctx *ctx, const uint8_t *sig, uint8_t c[32], int32_t *z1,
                                           int32_t *h, uint8_t *scratch)
{
    const neosig_haetae_set *set = ctx->set;
    const size_t z1_count = 256 * ctx->l, h_count = 256 * ctx->k, head = 32 + z1_count + 2;
    const size_t z1_bytes = sig[head - 2] + (size_t)set->base_z1, h_bytes = sig[head - 1] + (size_t)set->base_h;
    const uint8_t *low = sig + 32;
    uint8_t padding = 0;
    if (head + z1_bytes + h_bytes > set->alg.signature_bytes)
        return -1;
    for (size_t i = head + z1_bytes + h_bytes; i < set->alg.signature_bytes; i++)
        NEOSIG_LOOP(assigns(i, padding), invariant(entry(i) <= i && i <= set->alg.signature_bytes),
                    decreases(set->alg.signature_bytes - i))
    {
        padding |= sig[i];
    }
    if (padding != 0 || haetae_decode_vartime(&set->z1, scratch, z1_count, sig + head, z1_bytes) != 0)
        return -1;
    memcpy(c, sig, 32);
    for (size_t i = 0; i < z1_count; i++)
        NEOSIG_LOOP(assigns(i, whole(z1)), invariant(i <= z1_count), decreases(z1_count - i))
    {
        z1[i] = 256 * (scratch[i] - set->z1_offset) + (low[i] ^ 128) - 128;
    }
    if (haetae_decode_vartime(&set->h, scratch, h_count, sig + head + z1_bytes, h_bytes) != 0)
        return -1;
    for (size_t i = 0; i < h_count; i++)
        NEOSIG_LOOP(assigns(i, whole(h)), invariant(i <= h_count), decreases(h_count - i))
    {
        h[i] = scratch[i] + (scratch[i] > (set->h.symbols - 1) / 2 ? set->h_offset : 0);
    }
    return 0;
}
