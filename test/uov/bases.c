/* A CPU with GFNI works in one basis of GF(256), and has no buckets. Without it, which these tests leave out of the
 * tables, the same keys and signatures come out. */
#include "core/backend.h"
#include "core/use.h"
#include "test.h"
#include "uov/uov.h"

#include <stdlib.h>
#include <string.h>

typedef struct made {
    uint8_t *pk, *sk, *sig;
    void *memory;
} made;

static neosig_shake message_of(const neosig_uov_ctx *ctx)
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, (const uint8_t *)"a message", 9);
    return shake;
}

static made make(const neosig_uov_ctx *ctx)
{
    const neosig_alg *alg = &ctx->set->alg;
    const size_t sizes[3] = {neosig_uov_keypair_bytes(ctx, 0), neosig_uov_sign_bytes(ctx, 0, 0),
                             neosig_uov_verify_bytes(ctx, 0, 0)};
    size_t most = 0;
    for (size_t i = 0; i < 3; i++)
        most = sizes[i] > most ? sizes[i] : most;
    const made m = {test_allocate(alg->public_key_bytes), test_allocate(alg->secret_key_bytes),
                    test_allocate(alg->signature_bytes), test_allocate(most)};
    use_random generator;
    const neosig_options options = use_options(&generator, 7, 0);
    const neosig_source source = neosig_source_of(options.random, options.random_state);
    const neosig_shake message = message_of(ctx);
    CHECK(neosig_uov_keypair(ctx, m.pk, m.sk, &source, m.memory, 0) == NEOSIG_OK);
    CHECK(neosig_uov_sign(ctx, m.sig, &message, m.sk, 0, &source, m.memory) == NEOSIG_OK);
    return m;
}

static void release(made m)
{
    free(m.pk);
    free(m.sk);
    free(m.sig);
    free(m.memory);
}

static void check(const neosig_alg *alg, const neosig_backend *backend)
{
    neosig_tower_kernels tower = *backend->tower;
    neosig_backend plain_backend = *backend;
    tower.polynomial256_gfni = NULL;
    plain_backend.tower = &tower;
    const neosig_uov_ctx ctx = neosig_uov_open(alg, backend), plain = neosig_uov_open(alg, &plain_backend);
    const made a = make(&ctx), b = make(&plain);
    int good = CHECK(memcmp(a.pk, b.pk, alg->public_key_bytes) == 0);
    good &= CHECK(memcmp(a.sk, b.sk, alg->secret_key_bytes) == 0);
    good &= CHECK(memcmp(a.sig, b.sig, alg->signature_bytes) == 0);
    const neosig_shake message = message_of(&ctx);
    for (unsigned round = 0; round < 6; round++) {
        const neosig_error expected = round == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
        const size_t at = round * alg->signature_bytes / 6;
        a.sig[at] ^= round > 0;
        good &= CHECK(neosig_uov_verify(&ctx, a.sig, &message, a.pk, 0, a.memory) == expected);
        good &= CHECK(neosig_uov_verify(&plain, a.sig, &message, a.pk, 0, b.memory) == expected);
        a.sig[at] ^= round > 0;
    }
    if (!good)
        fprintf(stderr, "%s, backend %s\n", alg->name, backend->name);
    release(a);
    release(b);
}

int main(void)
{
    for (size_t b = 0; b < neosig_backends_count; b++) {
        const neosig_backend *backend = neosig_backends[b];
        /* Elsewhere both are one. */
        const size_t sets = backend->tower->polynomial256_gfni != NULL ? neosig_uov_sets_count : 1;
        for (size_t i = 0; i < sets && (backend->needs & ~neosig_cpu()) == 0; i++)
            check(&neosig_uov_sets[i].alg, backend);
    }
    return test_end();
}
