#include "any.h"
#include "mldsa/mldsa_encode.c"
#include "mldsa/mldsa_params.c"
#include "mldsa/mldsa_scheme.c"

void harness_neosig_mldsa_public_layout_of(void)
{
    EACH_SET (mldsa, ctx)
        __CPROVER_assert(neosig_mldsa_public_layout_of(&ctx).bytes == ctx.set->alg.public_key_bytes, "its end");
}

void harness_neosig_mldsa_secret_layout_of(void)
{
    EACH_SET (mldsa, ctx)
        __CPROVER_assert(neosig_mldsa_secret_layout_of(&ctx).bytes == ctx.set->alg.secret_key_bytes, "its end");
}

void harness_neosig_mldsa_signature_layout_of(void)
{
    EACH_SET (mldsa, ctx)
        __CPROVER_assert(neosig_mldsa_signature_layout_of(&ctx).bytes == ctx.set->alg.signature_bytes, "its end");
}

void harness_neosig_mldsa_prepared_layout_of(void)
{
    EACH_SET (mldsa, ctx)
        for (int secret = 0; secret < 2; secret++) {
            const neosig_mldsa_prepared_layout parts = neosig_mldsa_prepared_layout_of(&ctx, secret);
            __CPROVER_assert(parts.key < parts.a && parts.a < parts.s && parts.s <= parts.t && parts.t < parts.bytes,
                             "the parts' order");
        }
}

void harness_neosig_mldsa_unpack_hints_vartime(void)
{
    EACH_SET (mldsa, ctx)
        neosig_mldsa_unpack_hints_vartime(&ctx, any_bytes(256 * ctx.k), any_bytes(ctx.hint_bytes));
}

void harness_put_ones(void)
{
    size_t room, next;
    uint8_t byte;
    unsigned before;
    const size_t ones = (size_t)__builtin_popcount(byte);
    __CPROVER_assume(fits(room) && next <= room && ones <= room - next && before < 256);
    __CPROVER_assert(put_ones(any_bytes(room), next, before, byte) == next + ones, "as many places as ones");
}

size_t any_ones(uint8_t *out, size_t next, unsigned before, unsigned byte)
{
    size_t ones;
    __CPROVER_assume(ones <= 8 && ones <= left);
    __CPROVER_assert(before < 256 && __CPROVER_w_ok(out, next + ones), "the ones have room");
    left -= ones;
    return next + ones;
}

void harness_neosig_mldsa_pack_hints_vartime(void)
{
    EACH_SET (mldsa, ctx) {
        left = ctx.set->omega;
        neosig_mldsa_pack_hints_vartime(&ctx, any_bytes(ctx.hint_bytes), any_bytes(32 * ctx.k));
    }
}
