/* Keccak, SHAKE and SHA-3: known answers, pieces of all sizes, every implementation against the portable one.
 *
 * "Digest of all lengths" below is SHA3-256 of the outputs, one after another, for the test messages of 0 to 300 bytes;
 * the expected values come from another implementation (Python's hashlib). */
#include "test.h"
#include "test/sym/kernels.h"

/* Keccak-f[1600] of the state of zeros, from the Keccak team's KeccakF-1600-IntermediateValues. */
static const uint64_t permuted_zeros[25] = {
    0xf1258f7940e1dde7, 0x84d5ccf933c0478a, 0xd598261ea65aa9ee, 0xbd1547306f80494d, 0x8b284e056253d057,
    0xff97a42d7f8e6fd4, 0x90fee5a0a44647c4, 0x8c5bda0cd6192e76, 0xad30a6f71b19059c, 0x30935ab7d08ffc64,
    0xeb5aa93f2317d635, 0xa9a6e6260d712103, 0x81a57c16dbcf555f, 0x43b831cd0347c826, 0x01f22f1a11a5569f,
    0x05e5635a21d9ae61, 0x64befef28cc970f2, 0x613670957bc46611, 0xb87c5a554fd00ecb, 0x8c3ee88a1ccf32c8,
    0x940c7922ae3a2614, 0x1841f924a2c509e4, 0x16f53526e70465c2, 0x75f644e97f30a13b, 0xeaf1ff7b5ceca249};

static void permutations(const neosig_keccak_kernels *kernels)
{
    uint64_t random = 0x9e3779b97f4a7c15, zeros[100] = {0};
    kernels->f1600(zeros);
    CHECK(memcmp(zeros, permuted_zeros, sizeof permuted_zeros) == 0);
    CHECK(zeros[25] == 0);

    for (unsigned repeat = 0; repeat < 50; repeat++) {
        uint64_t expected[100], states[102];
        for (unsigned i = 0; i < 100; i++)
            expected[i] = next_random(&random);
        for (size_t lanes = 1; lanes <= 4; lanes *= 2) {
            const size_t words = 25 * lanes;
            memcpy(states + 1, expected, sizeof expected);
            states[0] = states[words + 1] = 0x5555555555555555;
            (lanes == 1 ? kernels->f1600 : lanes == 2 ? kernels->f1600_x2 : kernels->f1600_x4)(states + 1);

            uint64_t plain[100];
            memcpy(plain, expected, sizeof plain);
            for (size_t i = 0; i < lanes; i++)
                neosig_keccak_portable.f1600(plain + 25 * i);
            CHECK(memcmp(states + 1, plain, 8 * words) == 0);
            CHECK(states[0] == 0x5555555555555555 && states[words + 1] == 0x5555555555555555);
        }
    }
}

/* Absorbs and squeezes in pieces of growing size, so that every offset in a block begins and ends some piece. */
static void hash_in_pieces(const neosig_keccak_kernels *kernels, unsigned rate, uint8_t padding, size_t step,
                           uint8_t *out, size_t out_bytes, const uint8_t *in, size_t in_bytes)
{
    neosig_shake shake;
    size_t piece = step;
    neosig_shake_init(&shake, kernels, rate);
    for (size_t at = 0; at < in_bytes; piece += step) {
        const size_t n = piece < in_bytes - at ? piece : in_bytes - at;
        neosig_shake_absorb(&shake, in + at, n);
        at += n;
    }
    neosig_shake_absorb(&shake, in, 0);
    if (padding == 0x1f)
        neosig_shake_finish(&shake);
    else
        neosig_shake_finish_as(&shake, padding);
    neosig_shake_squeeze(&shake, out, 0);
    piece = step;
    for (size_t at = 0; at < out_bytes; piece += step) {
        const size_t n = piece < out_bytes - at ? piece : out_bytes - at;
        neosig_shake_squeeze(&shake, out + at, n);
        at += n;
    }
}

static int digest_of_all_lengths(const neosig_keccak_kernels *kernels, unsigned rate, uint8_t padding, size_t out_bytes,
                                 const char *expected)
{
    neosig_shake all;
    neosig_shake_init(&all, kernels, 136);
    for (size_t n = 0; n <= 300; n++) {
        uint8_t in[300], out[500];
        test_message(in, n);
        hash_in_pieces(kernels, rate, padding, 1 + n % 7, out, out_bytes, in, n);
        neosig_shake_absorb(&all, out, out_bytes);
    }
    uint8_t digest[32];
    neosig_shake_finish_as(&all, 0x06);
    neosig_shake_squeeze(&all, digest, sizeof digest);
    return equals_hex(digest, expected);
}

static void known_answers(const neosig_keccak_kernels *k)
{
    CHECK(digest_of_all_lengths(k, NEOSIG_SHAKE128_RATE, 0x1f, 500,
                                "5f8379fd6fc5c6ca5992a86c47e9763e7df8190cbb27584d94fdbe75e9170f38"));
    CHECK(digest_of_all_lengths(k, NEOSIG_SHAKE256_RATE, 0x1f, 500,
                                "3f10a42f14c6e63022ae0a9fd6020db3304e2e789946ae1838447a83641836f2"));
    CHECK(digest_of_all_lengths(k, 136, 0x06, 32, "69fd44e84eaa578a3fbe34556c6fb7edc16373be06260aadfb158090326efefd"));
    CHECK(digest_of_all_lengths(k, 72, 0x06, 64, "0e276358496fea25be788ca6519fad104e5a70e77f4b91864b9ccadbc36c54af"));

    uint8_t out[32];
    neosig_shake256(k, out, sizeof out, NULL, 0);
    CHECK(equals_hex(out, "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"));
    hash_in_pieces(k, 136, 0x06, 2, out, sizeof out, (const uint8_t *)"abc", 3);
    CHECK(equals_hex(out, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"));
}

static void side_by_side(const neosig_keccak_kernels *kernels, unsigned rate)
{
    enum { BLOCKS = 3 };
    for (size_t n = 0; n + 2 < rate; n++) {
        uint8_t in[4][NEOSIG_SHAKE128_RATE], outputs[4][BLOCKS * NEOSIG_SHAKE128_RATE + 1];
        uint16_t nonces[4];
        for (unsigned i = 0; i < 4; i++) {
            nonces[i] = (uint16_t)(259 * (17 * i + n));
            memset(in[i], (int)(n + 1), n);
            in[i][n] = (uint8_t)nonces[i];
            in[i][n + 1] = (uint8_t)(nonces[i] >> 8);
        }
        for (size_t lanes = 1; lanes <= 4; lanes++) {
            for (size_t blocks = 0; blocks <= BLOCKS; blocks++) {
                uint8_t *const out[4] = {outputs[0], outputs[1], outputs[2], outputs[3]};
                const size_t first = blocks / 2; /* in two calls */
                uint8_t *later[4];
                neosig_shakes shakes;
                memset(outputs, 0xa5, sizeof outputs);
                neosig_shakes_init(&shakes, kernels, rate, in[0], n, nonces, lanes);
                neosig_shakes_squeeze(&shakes, out, first);
                for (size_t i = 0; i < 4; i++)
                    later[i] = out[i] + first * rate;
                neosig_shakes_squeeze(&shakes, later, blocks - first);
                int good = 1;
                for (size_t i = 0; i < 4; i++) {
                    uint8_t expected[BLOCKS * NEOSIG_SHAKE128_RATE + 1];
                    memset(expected, 0xa5, sizeof expected);
                    if (i < lanes)
                        hash_in_pieces(&neosig_keccak_portable, rate, 0x1f, 1000, expected, blocks * rate, in[i],
                                       n + 2);
                    good &= memcmp(expected, out[i], sizeof expected) == 0;
                }
                CHECK(good);
            }
        }
    }
}

/* A hash beside 1 to 3 sponges: it ends while they squeeze, exactly with them, and after them. */
static void beside(const neosig_keccak_kernels *kernels)
{
    enum { BLOCKS = 3, RATE = NEOSIG_SHAKE128_RATE };
    static uint8_t out[3][2 * BLOCKS * RATE], in[8 * NEOSIG_SHAKE256_RATE];
    const uint8_t seed[32] = {7};
    for (size_t bytes = 0; bytes <= sizeof in; bytes += bytes % NEOSIG_SHAKE256_RATE == 1 ? 134 : 1) {
        for (size_t i = 0; i < bytes; i++)
            in[i] = (uint8_t)(31 * i + bytes);
        for (uint16_t n = 1; n <= 3; n++) {
            const uint16_t nonces[3] = {1, 256, 515};
            neosig_shakes shakes;
            neosig_beside hash;
            uint8_t digest[200], expected[200];
            neosig_beside_begin(&hash, kernels, in, bytes);
            neosig_shakes_init(&shakes, kernels, RATE, seed, sizeof seed, nonces, n);
            for (size_t half = 0; half < 2; half++) {
                uint8_t *at[3];
                for (size_t i = 0; i < n; i++)
                    at[i] = out[i] + half * BLOCKS * RATE;
                neosig_shakes_squeeze_beside(&shakes, at, BLOCKS, &hash);
            }
            CHECK(hash.absorbed == (bytes / NEOSIG_SHAKE256_RATE < 2 * BLOCKS));
            neosig_beside_finish(&hash, digest, sizeof digest);
            hash_in_pieces(&neosig_keccak_portable, NEOSIG_SHAKE256_RATE, 0x1f, 1000, expected, sizeof expected, in,
                           bytes);
            CHECK(memcmp(digest, expected, sizeof expected) == 0);
            for (size_t i = 0; i < n; i++) {
                uint8_t from[34] = {7}, stream[2 * BLOCKS * RATE];
                from[32] = (uint8_t)nonces[i];
                from[33] = (uint8_t)(nonces[i] >> 8);
                hash_in_pieces(&neosig_keccak_portable, RATE, 0x1f, 1000, stream, sizeof stream, from, sizeof from);
                CHECK(memcmp(out[i], stream, sizeof stream) == 0);
            }
        }
    }
}

static void test_kernels(const char *backend, const neosig_keccak_kernels *kernels)
{
    printf("%s: %s\n", backend, kernels->name);
    permutations(kernels);
    known_answers(kernels);
    side_by_side(kernels, NEOSIG_SHAKE128_RATE);
    side_by_side(kernels, NEOSIG_SHAKE256_RATE);
    beside(kernels);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *const backend = usable_backend(i);
        if (backend)
            test_kernels(backend->name, backend->keccak);
    }
#if defined(__x86_64__)
    if (neosig_cpu() & NEOSIG_CPU_AVX2)
        test_kernels("avx2", &neosig_keccak_avx2);
    if (neosig_cpu() & NEOSIG_CPU_AVX512VL)
        test_kernels("avx2", &neosig_keccak_avx512);
#endif
    return test_end();
}
