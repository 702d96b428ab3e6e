/* AES-CTR: known answers, every implementation against the portable one at all lengths and around the counter's wrap.
 */
#include "common/hex.h"
#include "test.h"
#include "test/sym/kernels.h"

static void from_hex(uint8_t *out, const char *hex)
{
    CHECK(hex_decode(out, strlen(hex) / 2, hex) == 0);
}

/* The keys and blocks of FIPS 197 appendices B and C, and the counters and output blocks of SP 800-38A F.5.1 and F.5.5.
 */
static const struct {
    const char *key, *counter, *out;
    size_t bytes;
} vectors[] = {
    {"2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32", 16},
    {"000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a", 16},
    {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "00112233445566778899aabbccddeeff",
     "8ea2b7ca516745bfeafc49904b496089", 16},
    {"2b7e151628aed2a6abf7158809cf4f3c", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
     "ec8cdf7398607cb0f2d21675ea9ea1e4362b7c3c6773516318a077d7fc5073ae"
     "6a2cc3787889374fbeb4c81b17ba6c44e89c399ff0f198c6d40a31db156cabfe",
     64},
    {"603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
     "0bdf7df1591716335e9a8b15c860c5025a6e699d536119065433863c8f657b94"
     "1bc12c9c01610d5d0d8bd6a3378eca622956e1c8693536b1bee99c73a31576b6",
     64},
};

static void known_answers(const neosig_aes_kernels *kernels)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        uint8_t bytes[32], counter[16], out[64];
        neosig_aes_key key;
        from_hex(bytes, vectors[i].key);
        from_hex(counter, vectors[i].counter);
        kernels->expand(&key, bytes, strlen(vectors[i].key) / 2);
        kernels->ctr(out, vectors[i].bytes, &key, counter, 0);
        CHECK(equals_hex(out, vectors[i].out));
        /* The same with the counter's end given as the number of the first block. */
        const uint32_t end =
            (uint32_t)counter[12] << 24 | (uint32_t)counter[13] << 16 | (uint32_t)counter[14] << 8 | counter[15];
        memset(counter + 12, 0, 4);
        kernels->ctr(out, vectors[i].bytes, &key, counter, end);
        CHECK(equals_hex(out, vectors[i].out));
    }

    /* The round keys of FIPS 197 appendix A: the first and the last words. */
    neosig_aes_key key;
    uint8_t bytes[32];
    from_hex(bytes, vectors[0].key);
    kernels->expand(&key, bytes, 16);
    CHECK(key.rounds == 10 && equals_hex(key.round_keys[1], "a0fafe1788542cb123a339392a6c7605"));
    CHECK(equals_hex(key.round_keys[10], "d014f9a8c9ee2589e13f0cc8b6630ca6"));
    from_hex(bytes, vectors[4].key);
    kernels->expand(&key, bytes, 32);
    CHECK(key.rounds == 14 && equals_hex(key.round_keys[2], "9ba354118e6925afa51a8b5f2067fcde"));
    CHECK(equals_hex(key.round_keys[14], "fe4890d1e6188d0b046df344706c631e"));
}

/* Key stream one block at a time, the counter written out: the definition. */
static void ctr_by_blocks(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first)
{
    uint32_t counter = (uint32_t)iv[12] << 24 | (uint32_t)iv[13] << 16 | (uint32_t)iv[14] << 8 | iv[15];
    counter += first;
    for (; bytes; counter++) {
        uint8_t block[16], encrypted[16];
        const size_t part = bytes < 16 ? bytes : 16;
        memcpy(block, iv, 12);
        for (unsigned i = 0; i < 4; i++)
            block[12 + i] = (uint8_t)(counter >> (24 - 8 * i));
        neosig_aes_portable.ctr(encrypted, 16, key, block, 0);
        memcpy(out, encrypted, part);
        out += part;
        bytes -= part;
    }
}

static void against_definition(const neosig_aes_kernels *kernels)
{
    enum { MOST = 600 };
    uint64_t random = 0x0123456789abcdef;
    for (unsigned length = 0; length <= MOST; length++) {
        uint8_t bytes[32], iv[16], out[MOST + 1], expected[MOST + 1];
        neosig_aes_key key, plain;
        const size_t key_bytes = length & 1 ? 32 : 16;
        for (unsigned i = 0; i < 32; i++) {
            bytes[i] = (uint8_t)next_random(&random);
            iv[i % 16] = (uint8_t)next_random(&random);
        }
        uint32_t first = (uint32_t)next_random(&random);
        if (length % 3 == 0) { /* wrap within the output */
            memset(iv + 12, 0xff, 4);
            first = 1u - length / 32;
        } else if (length % 3 == 1) { /* carry out of the last byte within the output */
            iv[15] = (uint8_t)(0u - length / 32);
            first &= ~255u;
        }
        kernels->expand(&key, bytes, key_bytes);
        neosig_aes_portable.expand(&plain, bytes, key_bytes);
        CHECK(key.rounds == plain.rounds && memcmp(key.round_keys, plain.round_keys, 16 * (key.rounds + 1)) == 0);

        memset(out, 0x5a, sizeof out);
        memset(expected, 0x5a, sizeof expected);
        kernels->ctr(out, length, &key, iv, first);
        ctr_by_blocks(expected, length, &plain, iv, first);
        CHECK(memcmp(out, expected, sizeof out) == 0);
    }
}

static void test_kernels(const char *backend, const neosig_aes_kernels *kernels)
{
    printf("%s: %s\n", backend, kernels->name);
    known_answers(kernels);
    against_definition(kernels);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *const backend = usable_backend(i);
        if (backend)
            test_kernels(backend->name, backend->aes);
    }
#if defined(__x86_64__)
    const neosig_aes_kernels aesni = {"aes-ni", neosig_aes_x86.expand, neosig_aes_ctr_aesni},
                             vaes = {"vaes", neosig_aes_x86.expand, neosig_aes_ctr_vaes};
    if (neosig_cpu() & NEOSIG_CPU_AESNI)
        test_kernels("avx2", &aesni);
    if (neosig_cpu() & NEOSIG_CPU_VAES)
        test_kernels("avx2", &vaes);
#endif
    return test_end();
}
