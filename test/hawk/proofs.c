#include "any.h"
#include "hawk/hawk_encode.c"
#include "hawk/hawk_params.c"
#include "hawk/hawk_scheme.c"
#include "words.h"

void harness_neosig_hawk_secret_of(void)
{
    EACH_SET (hawk, ctx) {
        const uint8_t *const sk = any_bytes(ctx.set->alg.secret_key_bytes);
        const neosig_hawk_secret parts = neosig_hawk_secret_of(&ctx, sk);
        __CPROVER_assert(parts.key_hash + ctx.key_hash_bytes == sk + ctx.set->alg.secret_key_bytes,
                         "the parts are the key");
    }
}

void harness_neosig_hawk_parities(void)
{
    int8_t a[8];
    uint8_t out;
    neosig_hawk_parities(&out, a, 8);
    for (unsigned i = 0; i < 8; i++)
        __CPROVER_assert((out >> i & 1) == (a[i] & 1), "bits are parities");
    neosig_hawk_parities(any_bytes(NEOSIG_HAWK_MAX_N / 8), any_bytes(NEOSIG_HAWK_MAX_N), NEOSIG_HAWK_MAX_N);
}

void harness_neosig_hawk_unpack_public_key_vartime(void)
{
    EACH_SET (hawk, ctx)
        neosig_hawk_unpack_public_key_vartime(&ctx, any_bytes(ctx.n), any_bytes(2 * ctx.n),
                                              any_bytes(ctx.set->alg.public_key_bytes));
}

void harness_neosig_hawk_unpack_signature_vartime(void)
{
    EACH_SET (hawk, ctx)
        neosig_hawk_unpack_signature_vartime(&ctx, any_bytes(2 * ctx.n), any_bytes(ctx.set->alg.signature_bytes));
}
