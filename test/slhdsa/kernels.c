/* Every kernel of slhdsa_kernels.h, in every backend this CPU runs, against hashes of the bytes that FIPS 205 writes.
 */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "slhdsa/slhdsa_kernels.h"
#include "sym/bytes.h"
#include "sym/sha2.h"
#include "test.h"

#include <string.h>

#define MAX_STEPS 15
#define MANY 8
#define LANES (NEOSIG_SLHDSA_MAX_LANES + 1) /* the last is never named */

static const neosig_slhdsa_kernels *kernels;
static const neosig_keccak_kernels *keccak;
static uint64_t state;

static void fill(uint8_t *out, size_t bytes)
{
    splitmix64_random(&state, out, bytes);
}

/* PK.seed, padded to a block, the address, M. */
typedef struct input {
    uint8_t bytes[128 + 32 + 64];
    size_t address, m, end;
} input;

/* The hash address leaves room for `steps` steps. */
static input random_input(const uint8_t seed[32], size_t n, size_t block, size_t address_bytes, size_t m, size_t steps)
{
    input in = {.address = block, .m = block + address_bytes, .end = block + address_bytes + m};
    fill(in.bytes + in.address, in.end - in.address);
    memcpy(in.bytes, seed, n);
    if (steps > 1) {
        memset(in.bytes + in.m - 4, 0, 4);
        in.bytes[in.m - 1] = (uint8_t)(splitmix64(&state) % (17 - steps));
    }
    return in;
}

/* The digest takes M's place, the hash address grows. */
static void advance(input *in, const uint8_t *digest, size_t n)
{
    memcpy(in->bytes + in->m, digest, n);
    in->bytes[in->m - 1]++;
}

static void take_steps(input *in, size_t n, size_t steps)
{
    for (size_t step = 0; step < steps; step++) {
        uint8_t digest[32];
        neosig_sha256 hash;
        neosig_sha256_init(&hash, 32);
        neosig_sha256_update(&hash, in->bytes, in->end);
        neosig_sha256_final(&hash, digest, 32);
        advance(in, digest, n);
    }
}

/* What a kernel reads of SHA-2's input: all behind the first block, padded (FIPS 180-4, section 5.1). */
static void padded(uint8_t *out, const input *in, size_t block)
{
    const size_t bytes = in->end - block;
    memset(out, 0, block);
    memcpy(out, in->bytes + block, bytes);
    out[bytes] = 0x80;
    neosig_store64_be(out + block - 8, 8 * in->end);
}

static void test_sha256(size_t n, size_t m, size_t steps, size_t count)
{
    uint8_t seed[32], block[64];
    uint32_t lanes[LANES][16], last[16];
    input in[LANES];
    neosig_sha256 midstate;
    fill(seed, sizeof seed);
    fill((uint8_t *)lanes, sizeof lanes);
    memcpy(last, lanes[count], sizeof last);
    for (size_t lane = 0; lane < count; lane++) {
        in[lane] = random_input(seed, n, 64, 22, m, steps);
        padded(block, &in[lane], 64);
        for (size_t i = 0; i < 16; i++)
            lanes[lane][i] = neosig_load32_be(block + 4 * i);
    }
    neosig_sha256_init(&midstate, 32);
    neosig_sha256_update(&midstate, in[0].bytes, 64);
    const size_t before = steps / 2; /* a chain goes on where another has ended */
    if (before != 0)
        kernels->sha256(lanes, count, midstate.h, n, before);
    kernels->sha256(lanes, count, midstate.h, n, steps - before);
    int good = 1;
    for (size_t lane = 0; lane < count; lane++) {
        take_steps(&in[lane], n, steps);
        for (size_t i = 0; i < 16; i++)
            neosig_store32_be(block + 4 * i, lanes[lane][i]);
        good &= memcmp(block + 22, in[lane].bytes + in[lane].m, n) == 0;
    }
    if (!CHECK(good) || !CHECK(memcmp(last, lanes[count], sizeof last) == 0))
        fprintf(stderr, "n %zu, M of %zu bytes, %zu steps, %zu lanes\n", n, m, steps, count);
}

/* F, or H if m is 2n, from bytes to bytes: lanes of 0 to 15 steps, every second one in its place. */
static void test_bytes(size_t n, size_t m, size_t count)
{
    uint8_t seed[32], values[MANY][64], ends[MANY + 1][32], last[32];
    uint32_t address[4];
    neosig_slhdsa_lane lanes[MANY];
    input in[MANY];
    neosig_sha256 midstate;
    fill(seed, sizeof seed);
    fill((uint8_t *)ends, sizeof ends);
    memcpy(last, ends[count], sizeof last);
    for (size_t i = 0; i < count; i++) {
        const size_t steps = m == n ? (size_t)(splitmix64(&state) % (MAX_STEPS + 1)) : 1;
        in[i] = random_input(seed, n, 64, 22, m, steps);
        memcpy(in[i].bytes + 64, in[0].bytes + 64, 14);
        memset(in[i].bytes + 64 + 14, 0, 2); /* the second word is less than 2^16 */
        memcpy(values[i], in[i].bytes + in[i].m, m);
        lanes[i] = (neosig_slhdsa_lane){
            .steps = (uint32_t)steps * (m == n), .in = values[i], .out = i % 2 == 0 ? values[i] : ends[i]};
        for (size_t j = 0; j < 3; j++)
            lanes[i].words[j] = neosig_load32_be(in[i].bytes + 64 + 10 + 4 * j);
        take_steps(&in[i], n, steps);
    }
    for (size_t i = 0; i < 4; i++)
        address[i] = neosig_load32_be(in[0].bytes + 64 + 4 * i);
    neosig_sha256_init(&midstate, 32);
    neosig_sha256_update(&midstate, in[0].bytes, 64);
    if (m == n)
        kernels->sha256_f(lanes, count, midstate.h, address, n);
    else
        kernels->sha256_h(lanes, count, midstate.h, address);
    int good = 1;
    for (size_t i = 0; i < count; i++)
        good &= memcmp(lanes[i].out, in[i].bytes + in[i].m, n) == 0;
    if (!CHECK(good) || !CHECK(memcmp(last, ends[count], sizeof last) == 0))
        fprintf(stderr, "n %zu, M of %zu bytes, %zu lanes of bytes\n", n, m, count);
}

static void test_sha512(size_t n, size_t m, size_t count)
{
    uint8_t seed[32], block[128], digest[64];
    uint64_t lanes[LANES][16], last[16];
    input in[LANES];
    neosig_sha512 midstate;
    fill(seed, sizeof seed);
    fill((uint8_t *)lanes, sizeof lanes);
    memcpy(last, lanes[count], sizeof last);
    for (size_t lane = 0; lane < count; lane++) {
        in[lane] = random_input(seed, n, 128, 22, m, 1);
        padded(block, &in[lane], 128);
        for (size_t i = 0; i < 16; i++)
            lanes[lane][i] = neosig_load64_be(block + 8 * i);
    }
    neosig_sha512_init(&midstate, 64);
    neosig_sha512_update(&midstate, in[0].bytes, 128);
    kernels->sha512(lanes, count, midstate.h);
    int good = 1;
    for (size_t lane = 0; lane < count; lane++) {
        neosig_sha512 hash;
        neosig_sha512_init(&hash, 64);
        neosig_sha512_update(&hash, in[lane].bytes, in[lane].end);
        neosig_sha512_final(&hash, digest, 64);
        for (size_t i = 0; i < 8; i++)
            neosig_store64_be(block + 8 * i, lanes[lane][i]);
        good &= memcmp(block, digest, 64) == 0;
    }
    if (!CHECK(good) || !CHECK(memcmp(last, lanes[count], sizeof last) == 0))
        fprintf(stderr, "n %zu, M of %zu bytes, %zu lanes\n", n, m, count);
}

/* SHAKE256's block (FIPS 202, sections 5.1 and 6.2). */
static void shake_block(uint64_t lane[25], const input *in)
{
    uint8_t block[200] = {0};
    memcpy(block, in->bytes, in->end);
    block[in->end] = 0x1f;
    block[NEOSIG_SHAKE256_RATE - 1] |= 0x80;
    for (size_t i = 0; i < 25; i++)
        lane[i] = neosig_load64_le(block + 8 * i);
}

static void test_shake(size_t n, size_t m, size_t steps, size_t count)
{
    uint8_t seed[32], digest[32];
    uint64_t lanes[LANES][25], last[25], expected[25];
    input in[LANES];
    fill(seed, sizeof seed);
    fill((uint8_t *)lanes, sizeof lanes);
    memcpy(last, lanes[count], sizeof last);
    for (size_t lane = 0; lane < count; lane++) {
        in[lane] = random_input(seed, n, n, 32, m, steps);
        shake_block(lanes[lane], &in[lane]);
    }
    const size_t before = steps / 2;
    if (before != 0)
        kernels->shake(lanes, count, keccak, n, before);
    kernels->shake(lanes, count, keccak, n, steps - before);
    int good = 1;
    for (size_t lane = 0; lane < count; lane++) {
        for (size_t step = 0; step < steps; step++) {
            neosig_shake256(&neosig_keccak_portable, digest, n, in[lane].bytes, in[lane].end);
            advance(&in[lane], digest, n);
        }
        shake_block(expected, &in[lane]);
        good &= memcmp(lanes[lane], expected, sizeof expected) == 0;
    }
    if (!CHECK(good) || !CHECK(memcmp(last, lanes[count], sizeof last) == 0))
        fprintf(stderr, "n %zu, M of %zu bytes, %zu steps, %zu lanes\n", n, m, steps, count);
}

static void test(const char *backend)
{
    const unsigned failed = test_failed;
    CHECK(kernels->sha256_lanes <= NEOSIG_SLHDSA_MAX_LANES && kernels->sha512_lanes <= NEOSIG_SLHDSA_MAX_LANES &&
          kernels->shake_lanes <= NEOSIG_SLHDSA_MAX_LANES);
    for (size_t n = 16; n <= 32; n += 8) {
        for (size_t steps = 1; steps <= MAX_STEPS; steps++) {
            for (size_t count = 1; count <= kernels->sha256_lanes; count++)
                test_sha256(n, n, steps, count);
            for (size_t count = 1; count <= kernels->shake_lanes; count++)
                test_shake(n, n, steps, count);
        }
        for (size_t count = 1; count <= kernels->sha256_lanes && n == 16 && kernels->sha256_h == NULL; count++)
            test_sha256(n, 2 * n, 1, count); /* of greater n they are more than a block */
        for (size_t count = 1; count <= kernels->sha512_lanes; count++)
            test_sha512(n, 2 * n, count);
        for (size_t count = 1; count <= kernels->shake_lanes; count++)
            test_shake(n, 2 * n, 1, count);
    }
    for (size_t count = 1; count <= MANY && kernels->sha256_f != NULL; count++) {
        for (size_t n = 16; n <= 32; n += 8)
            test_bytes(n, n, count);
        test_bytes(16, 32, count);
    }
    if (test_failed != failed)
        fprintf(stderr, "in backend %s, kernels %s\n", backend, kernels->name);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        if ((neosig_backends[i]->needs & ~neosig_cpu()) != 0)
            continue;
        kernels = neosig_backends[i]->slhdsa;
        keccak = neosig_backends[i]->keccak;
        test(neosig_backends[i]->name);
#if defined(__x86_64__)
        if ((neosig_backends[i]->needs & NEOSIG_CPU_AVX2) != 0) { /* what CPUs without SHA-NI use */
            neosig_slhdsa_kernels avx2 = *kernels;
            avx2.name = "avx2 without SHA-NI";
            avx2.sha256 = neosig_slhdsa_sha256_avx2;
            kernels = &avx2;
            test(neosig_backends[i]->name);
            if ((neosig_cpu() & NEOSIG_CPU_AVX512VL) != 0) { /* what CPUs without it use */
                avx2.name = "avx2 without AVX-512VL";
                avx2.shake = neosig_slhdsa_shake_avx2;
                test(neosig_backends[i]->name);
            }
        }
#endif
    }
    return test_end();
}
