/* ChaCha20 in every backend this CPU runs: the block of RFC 8439 section 2.3.2, and the backends against each other
 * where the counter passes 2^32. */
#include "common/hex.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "neosig/neosig.h"
#include "sym/bytes.h"
#include "sym/chacha20.h"
#include "test.h"

#include <string.h>

static void block(uint8_t out[64], const uint8_t *eight, size_t i)
{
    for (size_t v = 0; v < 16; v++)
        memcpy(out + 4 * v, eight + 4 * (8 * v + i), 4);
}

int main(void)
{
    uint8_t eight[512], expected[512], one[64], vector[64];
    uint32_t seed[12];
    for (uint32_t i = 0; i < 8; i++) /* the key 00 01 ... 1f */
        seed[i] = (4 * i) | (4 * i + 1) << 8 | (4 * i + 2) << 16 | (4 * i + 3) << 24;
    seed[8] = 1; /* RFC 8439's counter and nonce */
    seed[9] = 0x09000000;
    seed[10] = 0x4a000000;
    seed[11] = 0;
    CHECK(hex_decode(vector, sizeof vector,
                     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e") == 0);
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        if (!neosig_backend_usable(neosig_backend_name(b)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(b)) == NEOSIG_OK);
        const neosig_chacha20 *kernels = neosig_backend_now()->chacha20;
        kernels->eight(eight, seed, 0);
        block(one, eight, 0);
        CHECK(memcmp(one, vector, sizeof vector) == 0);
        for (uint64_t i = 0; i < 8; i++) { /* block i is the first one of counter i */
            kernels->eight(expected, seed, i);
            block(vector, expected, 0);
            block(one, eight, (size_t)i);
            CHECK(memcmp(one, vector, sizeof vector) == 0);
        }
        block(vector, eight, 0);
        uint64_t state = 1;
        for (unsigned round = 0; round < 100; round++) {
            uint32_t random[12];
            for (size_t i = 0; i < 12; i++)
                random[i] = (uint32_t)splitmix64(&state);
            const uint64_t counter = round % 2 ? splitmix64(&state) : (uint64_t)round << 32 | (0xffffffff - round % 9);
            kernels->eight(eight, random, counter);
            neosig_chacha20_portable.eight(expected, random, counter);
            CHECK(memcmp(eight, expected, sizeof expected) == 0);
        }
    }
    return test_end();
}
