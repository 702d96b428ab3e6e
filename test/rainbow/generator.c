/* The generator of pseudorandom bytes: reads of any lengths make one generate call, counters carry beyond the words
 * that kernels count in, and all is the generator of NIST's known-answer programs. */
#include "common/nist_drbg.h"
#include "rainbow/rainbow.h"
#include "sym/bytes.h"
#include "test.h"

#include <string.h>

enum { STREAM = 4000 };

static uint8_t got[STREAM], expected[STREAM];

/* The same state in both; n calls of generate, cut differently. */
static void compare(const neosig_rainbow_ctx *ctx, const uint8_t key[32], const uint8_t v[16], size_t step)
{
    nist_drbg plain;
    neosig_rainbow_drbg drbg = {.v_high = neosig_load64_be(v), .v_low = neosig_load64_be(v + 8)};
    memcpy(plain.key, key, 32);
    memcpy(plain.v, v, 16);
    ctx->aes->expand(&drbg.key, key, 32);
    for (size_t bytes = 0; bytes < STREAM; bytes = 3 * bytes + 7) {
        memset(got, 0, sizeof got);
        memset(expected, 0, sizeof expected);
        nist_drbg_random(&plain, expected, bytes);
        for (size_t i = 0; i < bytes; i += step)
            neosig_rainbow_drbg_read(ctx, &drbg, got + i, bytes - i < step ? bytes - i : step);
        neosig_rainbow_drbg_end(ctx, &drbg);
        CHECK(memcmp(got, expected, sizeof got) == 0);
    }
    CHECK(drbg.v_high == neosig_load64_be(plain.v) && drbg.v_low == neosig_load64_be(plain.v + 8));
}

int main(void)
{
    static const size_t steps[] = {1, 15, 16, 17, 100, 144, STREAM};
    uint8_t key[32], v[16];
    for (unsigned i = 0; i < 32; i++)
        key[i] = (uint8_t)(7 * i + 1);
    for (size_t b = 0; b < neosig_backends_count; b++) {
        const neosig_backend *backend = neosig_backends[b];
        if ((backend->needs & ~neosig_cpu()) != 0)
            continue;
        for (size_t i = 0; i < neosig_rainbow_sets_count; i++) {
            neosig_rainbow_ctx ctx = neosig_rainbow_open(&neosig_rainbow_sets[i].alg, backend);
            /* Init, from seed material of full length. */
            uint8_t seed[48], out[40], other[40];
            nist_drbg plain;
            neosig_rainbow_drbg drbg;
            for (unsigned j = 0; j < 48; j++)
                seed[j] = (uint8_t)(j + i);
            nist_drbg_seed(&plain, seed);
            nist_drbg_random(&plain, other, sizeof other);
            neosig_rainbow_drbg_init(&ctx, &drbg, seed, 48);
            neosig_rainbow_drbg_generate(&ctx, &drbg, out, sizeof out);
            CHECK(memcmp(out, other, sizeof out) == 0);
        }
        neosig_rainbow_ctx ctx = neosig_rainbow_open(&neosig_rainbow_sets[0].alg, backend);
        for (unsigned s = 0; s < sizeof steps / sizeof steps[0]; s++)
            for (unsigned ones = 0; ones <= 16; ones += 4)
                for (unsigned before = 1; before < 9; before += 3) {
                    memset(v, 0x31, sizeof v);
                    memset(v + 16 - ones, 255, ones);
                    v[15] = (uint8_t)(v[15] - before); /* carries after so many blocks */
                    compare(&ctx, key, v, steps[s]);
                }
    }
    return test_end();
}
