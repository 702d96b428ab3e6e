/* Where things are in keys and signatures. */
#include "core/contract.h"
#include "haetae/haetae.h"
#include "sym/bytes.h"

#include <string.h>

neosig_haetae_secret neosig_haetae_secret_of(const neosig_haetae_ctx *ctx, const uint8_t *sk)
{
    const uint8_t *s1 = sk + ctx->set->alg.public_key_bytes, *s2 = s1 + 64 * ctx->m;
    return (neosig_haetae_secret){.pk = sk, .s1 = s1, .s2 = s2, .key = s2 + ctx->s2_bytes * ctx->k};
}

neosig_haetae_prepared neosig_haetae_prepared_layout(const neosig_haetae_ctx *ctx, int secret)
{
    neosig_haetae_prepared out = {.key = 256};
    out.a = out.key + (secret ? 64 : 0);
    out.s = out.a + 512 * ctx->k * ctx->l;
    out.size = out.s + (secret ? 512 * neosig_haetae_secrets(ctx) : 0);
    return out;
}

/* Eight numbers of at most 15 bits fill `bits` bytes: two words, which overlap, if there are more than eight. The
 * callers give a constant, so that all of this is shifts by constants. */
static inline void put_fields(uint8_t *out, const int32_t w[256], const unsigned bits)
{
    NEOSIG_GHOST(uint8_t *const first = out;)
    for (size_t i = 0; i < 256; i += 8, out += bits)
        NEOSIG_LOOP(assigns(i, out, whole(first)), invariant(i <= 256 && i % 8 == 0 && out == first + i / 8 * bits),
                    decreases(256 - i))
    {
        NEOSIG_POINTER(out, first);
        uint64_t word[2] = {0};
        for (unsigned j = 0; j < 8; j++) {
            const unsigned at = bits * j, shift = at % 64;
            word[at / 64] |= (uint64_t)(uint32_t)w[i + j] << shift;
            if (shift + bits > 64)
                word[1] |= (uint64_t)(uint32_t)w[i + j] >> (64 - shift) % 64;
        }
        if (bits > 8) {
            neosig_store64_le(out, word[0]);
            neosig_store64_le(out + bits - 8, word[0] >> 8 * (bits - 8) % 64 | word[1] << (128 - 8 * bits) % 64);
        }
        for (unsigned j = 0; j < bits && bits < 8; j++)
            out[j] = (uint8_t)(word[0] >> 8 * j);
    }
}

static inline void get_fields(int32_t w[256], const uint8_t *in, const unsigned bits)
{
    NEOSIG_GHOST(const uint8_t *const first = in;)
    for (size_t i = 0; i < 256; i += 8, in += bits)
        NEOSIG_LOOP(assigns(i, in, whole(w)), invariant(i <= 256 && i % 8 == 0 && in == first + i / 8 * bits),
                    invariant(all_below(w, i, 256, 1u << bits)), decreases(256 - i))
    {
        NEOSIG_POINTER(in, first);
        uint64_t word[2] = {0};
        if (bits > 8) {
            word[0] = neosig_load64_le(in);
            word[1] = neosig_load64_le(in + bits - 8) >> (128 - 8 * bits) % 64;
        }
        for (unsigned j = 0; j < bits && bits < 8; j++)
            word[0] |= (uint64_t)in[j] << 8 * j;
        for (unsigned j = 0; j < 8; j++) {
            const unsigned at = bits * j, shift = at % 64;
            uint64_t field = word[at / 64] >> shift;
            if (shift + bits > 64)
                field |= word[1] << (64 - shift) % 64;
            w[i + j] = (int32_t)(field & ((UINT64_C(1) << bits) - 1));
        }
    }
}

void neosig_haetae_pack(uint8_t *out, const int32_t w[256], unsigned bits)
{
    switch (bits) {
    case 2:
        put_fields(out, w, 2);
        break;
    case 3:
        put_fields(out, w, 3);
        break;
    case 8:
        for (size_t i = 0; i < 256; i++)
            NEOSIG_LOOP(assigns(i, whole(out)), invariant(i <= 256), decreases(256 - i))
        {
            out[i] = (uint8_t)w[i];
        }
        break;
    case 9:
        put_fields(out, w, 9);
        break;
    case 15:
        put_fields(out, w, 15);
        break;
    default:
        for (size_t i = 0; i < 256; i++)
            NEOSIG_LOOP(assigns(i, whole(out)), invariant(i <= 256), decreases(256 - i))
        {
            out[2 * i] = (uint8_t)w[i];
            out[2 * i + 1] = (uint8_t)(w[i] >> 8);
        }
    }
}

void neosig_haetae_unpack(int32_t w[256], const uint8_t *in, unsigned bits)
{
    switch (bits) {
    case 2:
        get_fields(w, in, 2);
        break;
    case 3:
        get_fields(w, in, 3);
        break;
    case 15:
        get_fields(w, in, 15);
        break;
    default:
        for (size_t i = 0; i < 256; i++)
            NEOSIG_LOOP(assigns(i, whole(w)), invariant(i <= 256 && all_below(w, i, 256, 1u << 16)), decreases(256 - i))
        {
            w[i] = in[2 * i] | in[2 * i + 1] << 8;
        }
    }
}

void neosig_haetae_pack_small(uint8_t *out, const int8_t s[256], unsigned most)
{
    int32_t w[256];
    for (size_t i = 0; i < 256; i++)
        NEOSIG_LOOP(assigns(i, w), invariant(i <= 256), decreases(256 - i))
    {
        w[i] = (int32_t)most - s[i];
    }
    neosig_haetae_pack(out, w, most + 1);
    neosig_wipe(w, sizeof w);
}

unsigned neosig_haetae_unpack_small(int8_t s[256], const uint8_t *in, unsigned most)
{
    int32_t w[256];
    uint32_t bad = 0;
    neosig_haetae_unpack(w, in, most + 1);
    for (size_t i = 0; i < 256; i++)
        NEOSIG_LOOP(assigns(i, bad, whole(s)), invariant(i <= 256),
                    invariant((bad >> 31 == 0) == all_within(s, i, 256, (int)most)), decreases(256 - i))
    {
        bad |= 2 * most - (uint32_t)w[i];
        s[i] = (int8_t)((int32_t)most - w[i]);
    }
    neosig_wipe(w, sizeof w);
    return bad >> 31;
}
