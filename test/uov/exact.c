/* Verification compares all bits. The public key is zero but for the vector of x_0^2, and the signature is x_0 = 1: so
 * the public map's value is this vector, and must be the target. */
#include "core/backend.h"
#include "core/use.h"
#include "uov/uov.h"

static void check_set(const neosig_alg *alg)
{
    static const uint8_t msg[] = "a message";
    const neosig_uov_ctx ctx = neosig_uov_open(alg, neosig_backend_now());
    const size_t prepared_bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sig = use_allocate(alg->signature_bytes);
    uint8_t *prepared = use_allocate(prepared_bytes);
    neosig_shake shake;
    memset(pk, 0, alg->public_key_bytes);
    memset(sig, 0, alg->signature_bytes);
    sig[0] = 1;
    sig[ctx.n_bytes] = 77; /* the salt's first byte */
    neosig_shake_init(&shake, ctx.keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, msg, sizeof msg);
    neosig_shake_absorb(&shake, sig + ctx.n_bytes, NEOSIG_UOV_SALT_BYTES);
    neosig_uov_make_target(&ctx, pk, &shake);
    for (size_t i = 0; i <= ctx.m_bytes; i++) {
        const neosig_error expected = i == ctx.m_bytes ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
        const uint8_t flip = (uint8_t)(1u << i % 8);
        if (i < ctx.m_bytes)
            pk[i] ^= flip;
        CHECK(neosig_verify(alg, sig, alg->signature_bytes, msg, sizeof msg, pk, alg->public_key_bytes, NULL) ==
              expected);
        CHECK(neosig_prepare_verify(alg, prepared, prepared_bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        CHECK(neosig_verify_prepared(prepared, sig, alg->signature_bytes, msg, sizeof msg, NULL) == expected);
        if (i < ctx.m_bytes)
            pk[i] ^= flip;
    }
    free(pk);
    free(sig);
    free(prepared);
}

int main(void)
{
    for (size_t i = 0; i < neosig_uov_sets_count; i++)
        if (neosig_uov_sets[i].version == NEOSIG_UOV_CLASSIC)
            check_set(&neosig_uov_sets[i].alg);
    return test_end();
}
