#include "any.h"
#include "hawk/hawk_encode.c"
#include "hawk/hawk_params.c"
#include "hawk/hawk_scheme.c"
#include "words.h"

void harness_neosig_hawk_secret_of(void)
{
    const uint8_t *sk;
    ANY_SET (hawk, ctx)
        neosig_hawk_secret_of(&ctx, sk);
}

void harness_neosig_hawk_parities(void)
{
    uint8_t *out;
    const int8_t *a;
    ANY_SET (hawk, ctx)
        neosig_hawk_parities(out, a, ctx.n);
}

void harness_bits_at(void)
{
    size_t bytes, at;
    __CPROVER_assume(fits(bytes) && fits(at));
    bits_at(any_bytes(bytes), bytes, at);
}

uint64_t any_bits(const uint8_t *in, size_t bytes, size_t at)
{
    uint64_t bits;
    __CPROVER_assert(__CPROVER_r_ok(in, bytes) && fits(at), "bytes are there");
    return bits;
}

/* A code of a set. */
static _Bool is_code(size_t n, neosig_hawk_code code)
{
    const _Bool is_known = code.low == 5 || code.low == 6 || code.low == 8 || code.low == 9 || code.low == 10;
    return is_known && code.low <= code.size && code.size <= code.low + 4 && 64 <= n && n <= NEOSIG_HAWK_MAX_N &&
           n % 8 == 0;
}

void harness_decode(void)
{
    static const unsigned lows[] = {5, 6, 8, 9, 10};
    for (size_t i = 0; i < sizeof lows / sizeof lows[0]; i++) {
        size_t bytes, n;
        neosig_hawk_code code;
        code.low = lows[i];
        __CPROVER_assume(fits(bytes) && is_code(n, code));
        const extent used = decode(any_bytes(2 * n), any_bytes(bytes), bytes, n, code);
        __CPROVER_assert(used.bytes <= bytes && used.free < 8, "what was read is there");
    }
}

extent any_decode(int16_t *a, const uint8_t *in, size_t bytes, size_t n, neosig_hawk_code code)
{
    extent used;
    __CPROVER_assert(is_code(n, code) && __CPROVER_r_ok(in, bytes), "a code, and bytes are there");
    __CPROVER_assume(used.bytes <= bytes && used.free < 8);
    write_any(a, 2 * n);
    return used;
}

void harness_neosig_hawk_unpack_public_key_vartime(void)
{
    int16_t *q00, *q01;
    const uint8_t *pk;
    ANY_SET (hawk, ctx)
        neosig_hawk_unpack_public_key_vartime(&ctx, q00, q01, pk);
}

void harness_neosig_hawk_unpack_signature_vartime(void)
{
    int16_t *s1;
    const uint8_t *sig;
    ANY_SET (hawk, ctx)
        neosig_hawk_unpack_signature_vartime(&ctx, s1, sig);
}

void harness_without_sign(void)
{
    int16_t x;
    __CPROVER_assert(without_sign(x) == (uint32_t)(x < 0 ? -1 - x : x), "its size");
}

/* The numbers of a code have fewer than 16 zeros in its last part. */
static unsigned low_bits;

uint32_t any_without_sign(int16_t x)
{
    uint32_t size;
    __CPROVER_assume(size >> low_bits < 16);
    return size;
}

void harness_encode(void)
{
    EACH_SET (hawk, ctx)
        for (int i = 0; i < 3; i++) {
            size_t room;
            const size_t n = i == 0 ? ctx.n / 2 : ctx.n;
            low_bits = i == 0 ? ctx.set->q00.low : i == 1 ? ctx.set->q01.low : ctx.set->s1.low;
            __CPROVER_assume(fits(room));
            const extent used = encode(any_bytes(room), room, any_bytes(2 * n), n, low_bits);
            __CPROVER_assert(used.bytes <= room && used.free < 8, "what was written is there");
        }
}

extent any_encode(uint8_t *out, size_t room, const int16_t *a, size_t n, unsigned low)
{
    extent used;
    __CPROVER_assert(__CPROVER_r_ok(a, 2 * n), "numbers are there");
    __CPROVER_assume(used.bytes <= room && used.free < 8);
    write_any(out, room);
    return used;
}

void harness_neosig_hawk_pack_public_key_vartime(void)
{
    uint8_t *pk;
    const int16_t *q00, *q01;
    ANY_SET (hawk, ctx)
        neosig_hawk_pack_public_key_vartime(&ctx, pk, q00, q01);
}

void harness_neosig_hawk_pack_signature_vartime(void)
{
    uint8_t *sig;
    const uint8_t *salt;
    const int16_t *s1;
    ANY_SET (hawk, ctx)
        neosig_hawk_pack_signature_vartime(&ctx, sig, salt, s1);
}
