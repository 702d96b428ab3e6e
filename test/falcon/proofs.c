#include "any.h"
#include "falcon/falcon_encode.c"
#include "falcon/falcon_params.c"
#include "falcon/falcon_scheme.c"

/* Kernels, and what is called of other files: they look at the places that they are given, and return anything. */
static unsigned numbers_of_key(int16_t *h, const uint8_t *in, size_t n)
{
    unsigned bad;
    __CPROVER_assert(__CPROVER_w_ok(h, 2 * n) && __CPROVER_r_ok(in - 1, 1 + n * 14 / 8), "a key's numbers");
    return bad;
}

static void forward(int16_t *h)
{
}

void neosig_shake256(const struct neosig_keccak_kernels *kernels, uint8_t *out, size_t out_bytes, const uint8_t *in,
                     size_t in_bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(out, out_bytes) && __CPROVER_r_ok(in, in_bytes), "what is hashed is there");
}

static const neosig_falcon_kernels kernels = {.numbers_of_key_round3 = numbers_of_key,
                                              .numbers_of_key_fndsa = numbers_of_key};
static const neosig_ntt16 ntt = {.forward = forward};
static const neosig_backend backend = {.falcon = &kernels, .ntt_12289_512 = &ntt, .ntt_12289_1024 = &ntt};

#define EACH(ctx)                                                                                                      \
    EACH_SET (falcon, ctx)                                                                                             \
        for (ctx = neosig_falcon_open(&ctx.set->alg, &backend); ctx.backend != NULL; ctx.backend = NULL)

void harness_neosig_falcon_pack_public_key(void)
{
    EACH(ctx)
    neosig_falcon_pack_public_key(&ctx, any_bytes(ctx.set->alg.public_key_bytes), any_bytes(2 * ctx.n));
}

void harness_neosig_falcon_unpack_public_key_vartime(void)
{
    EACH(ctx)
    neosig_falcon_unpack_public_key_vartime(&ctx, any_bytes(2 * ctx.n), any_bytes(ctx.set->alg.public_key_bytes));
}

void harness_neosig_falcon_pack_key_hash(void)
{
    EACH(ctx)
    neosig_falcon_pack_key_hash(&ctx, any_bytes(ctx.set->alg.secret_key_bytes),
                                any_bytes(ctx.set->alg.public_key_bytes));
}
