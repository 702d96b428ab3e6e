#include "any.h"
#include "falcon/falcon_encode.c"
#include "falcon/falcon_params.c"
#include "falcon/falcon_scheme.c"
#include "words.h"

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

void harness_neosig_falcon_pack_secret_key(void)
{
    EACH(ctx)
    neosig_falcon_pack_secret_key(&ctx, any_bytes(ctx.set->alg.secret_key_bytes), any_bytes(ctx.n), any_bytes(ctx.n),
                                  any_bytes(ctx.n));
}

void harness_neosig_falcon_pack_signature_vartime(void)
{
    size_t bytes;
    EACH(ctx)
    if (neosig_falcon_pack_signature_vartime(&ctx, any_bytes(ctx.set->alg.signature_bytes), &bytes,
                                             any_bytes(NEOSIG_FALCON_NONCE_BYTES), any_bytes(2 * ctx.n)) == 0)
        __CPROVER_assert(bytes <= ctx.set->alg.signature_bytes, "a signature's length");
}

/* Four codes take at most 28 bytes; where they do not fit, none is taken. */
void harness_read_four(void)
{
    _Bool low_first;
    code_reader at;
    uint64_t words[FOUR];
    __CPROVER_assume(fits(at.bytes) && fits(at.next) && at.bit < 8);
    at.in = any_bytes(at.bytes);
    const code_reader first = at;
    const int there = read_four(words, &at, low_first);
    __CPROVER_assert(first.next <= at.next && at.next <= first.next + (there ? 28 : 0), "the next code's byte");
    __CPROVER_assert(there ? at.bit < 8 : at.bit == first.bit, "the next code's bit");
}
