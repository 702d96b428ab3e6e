/* Verification compares all bits. Let Z[a][b] = 0. With s_a = e_{n-1}, s_b = e_{n-2} and all other vectors zero, the
 * coefficients of the term of both variables, a vector of P3, are added to the value of the whipped map as they are. If
 * the rest of P3 is zero, lambda alone makes the rest of the value. */
#include "core/backend.h"
#include "core/use.h"
#include "mayo/mayo.h"

static void put_element(uint8_t *x, size_t i, uint8_t element)
{
    x[i / 2] |= (uint8_t)(element << i % 2 * 4);
}

static void check_set(const neosig_mayo_set *set)
{
    static const uint8_t msg[] = "a message";
    const neosig_alg *const alg = &set->alg;
    const neosig_mayo_ctx ctx = neosig_mayo_open(alg, neosig_backend_now());
    const size_t bytes = ctx.m_bytes, triangle = neosig_triangle(ctx.k_width) * bytes;
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sig = use_allocate(alg->signature_bytes);
    uint8_t *lambda = use_allocate(ctx.n * bytes), *U = use_allocate(triangle);
    uint8_t *spread = use_allocate(ctx.k * NEOSIG_MAYO_SPREAD_BYTES);
    uint8_t digest[NEOSIG_MAYO_MAX_DIGEST_BYTES], t[NEOSIG_MAYO_MAX_M / 2], rest[NEOSIG_MAYO_MAX_M / 2] = {0};
    neosig_shake shake;
    size_t a = 0, b = 0;
    for (const uint8_t *z = set->whipping; *z != 0; z++, b++)
        if (b == a)
            a++, b = (size_t)-1;
    memset(pk, 0, alg->public_key_bytes);
    memset(sig, 0, alg->signature_bytes);
    put_element(sig, a * ctx.n + ctx.n - 1, 1);
    put_element(sig, b * ctx.n + ctx.n - 2, 1);
    sig[ctx.n_bytes] = 77; /* the salt's first byte */

    neosig_shake_init(&shake, ctx.keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, msg, sizeof msg);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, digest, ctx.digest_bytes);
    neosig_mayo_make_target(&ctx, t, lambda, digest, sig + ctx.n_bytes);
    memset(U, 0, triangle);
    const neosig_block u = {.base = U, .step = bytes, .n = ctx.k_width};
    for (size_t e = 0; e < bytes; e++) {
        U[neosig_block_offset(&u, 0, a) + e] ^= lambda[(ctx.n - 1) * bytes + e];
        U[neosig_block_offset(&u, 0, b) + e] ^= lambda[(ctx.n - 2) * bytes + e];
    }
    neosig_mayo_whip(&ctx, rest, U, spread);

    /* Of P3's last three vectors, the middle one. */
    uint8_t *const both = pk + alg->public_key_bytes - 2 * bytes;
    for (size_t e = 0; e < bytes; e++)
        both[e] = t[e] ^ rest[e];
    for (size_t i = 0; i <= 2 * bytes; i++) {
        const uint8_t flip = i % 2 == 0 ? 1 : 0x80;
        if (i < 2 * bytes)
            both[i / 2] ^= flip;
        CHECK(neosig_verify(alg, sig, alg->signature_bytes, msg, sizeof msg, pk, alg->public_key_bytes, NULL) ==
              (i < 2 * bytes ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK));
        if (i < 2 * bytes)
            both[i / 2] ^= flip;
    }
    free(pk);
    free(sig);
    free(lambda);
    free(U);
    free(spread);
}

int main(void)
{
    for (size_t i = 0; i < neosig_mayo_sets_count; i++)
        check_set(&neosig_mayo_sets[i]);
    return test_end();
}
