/* Verification by the backend's quadratic_vartime and, as on CPUs that lack what it needs, by buckets. */
#include "core/backend.h"
#include "rainbow/rainbow.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void check(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_rainbow_ctx ctx = neosig_rainbow_open(alg, backend);
    neosig_tower field = *ctx.field;
    neosig_rainbow_ctx plain = ctx;
    field.quadratic_vartime = NULL;
    plain.field = &field;
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    const size_t to_sign = neosig_rainbow_sign_bytes(&ctx, 0, 0), to_verify = neosig_rainbow_verify_bytes(&ctx, 0, 0);
    uint8_t *pk = test_allocate(alg->public_key_bytes), *sk = test_allocate(alg->secret_key_bytes);
    void *memory = test_allocate(to_sign > to_verify ? to_sign : to_verify);
    uint8_t sig[256], digest[64];
    memset(digest, 0x5a, sizeof digest);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(alg->signature_bytes <= sizeof sig);
    CHECK(neosig_rainbow_sign(&ctx, sig, digest, sk, 0, memory) == NEOSIG_OK);
    for (unsigned round = 0; round < 6; round++) {
        const neosig_error expected = round == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
        const size_t at = round * alg->signature_bytes / 6;
        sig[at] ^= round > 0;
        int good = CHECK(neosig_rainbow_verify(&ctx, sig, digest, pk, 0, memory) == expected);
        good &= CHECK(neosig_rainbow_verify(&plain, sig, digest, pk, 0, memory) == expected);
        sig[at] ^= round > 0;
        if (!good)
            fprintf(stderr, "%s, backend %s, byte %zu\n", alg->name, backend->name, at);
    }
    free(pk);
    free(sk);
    free(memory);
}

int main(void)
{
    static const char *const names[] = {"rainbow-I-classic", "rainbow-III-classic", "rainbow-V-classic"};
    for (size_t b = 0; b < neosig_backends_count; b++) {
        const neosig_backend *backend = neosig_backends[b];
        const size_t sets = backend->tower->gf16.quadratic_vartime != NULL ? 3 : 1; /* else both ways are one */
        for (size_t i = 0; i < sets && (backend->needs & ~neosig_cpu()) == 0; i++)
            check(neosig_alg_find(names[i]), backend);
    }
    return test_end();
}
