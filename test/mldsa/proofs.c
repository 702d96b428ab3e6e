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
