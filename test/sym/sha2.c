/* SHA-2: known answers in pieces of all sizes. The expected values come from another implementation (Python's hashlib):
 * SHA3-256 of the digests, one after another, of the test messages of 0 to 300 bytes, and the digests of FIPS 180's
 * million letters a. */
#include "sym/sha2.h"
#include "test.h"
#include "test/sym/kernels.h"

static const struct {
    size_t bytes;
    int long_words; /* the SHA-512 family */
    const char *all_lengths, *million;
} hashes[] = {
    {28, 0, "d227be747a7de4b1f70b4127f0e843f1ff6a46547b94795f0e1c385367e95687",
     "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"},
    {32, 0, "a18c39f4f4446c27858bb7ab1625184e8932975feabe214d178b969bead447d0",
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    {28, 1, "c0d0a056c9ab9a1e74f34b7510db02879591693556ab3b500d3b53aaebd054d8",
     "37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287"},
    {32, 1, "eb67baeacafe0203a4ed9a9387b7f81d82a8888184eb17abf36daf91fa407693",
     "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21"},
    {48, 1, "6c10c5a107ca277bcefb7ed6fd478481e8899c161397d7452d5bf26df40d75d0",
     "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"},
    {64, 1, "a219394599d0098ce03cb473381fe34e0fe2805f4269bbb88942ffda2f123ac6",
     "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4"
     "e"
     "adb217ad8cc09b"},
};

typedef union context {
    neosig_sha256 sha256;
    neosig_sha512 sha512;
} context;

static void init(context *ctx, size_t h)
{
    if (hashes[h].long_words)
        neosig_sha512_init(&ctx->sha512, hashes[h].bytes);
    else
        neosig_sha256_init(&ctx->sha256, hashes[h].bytes);
}

static void update(context *ctx, size_t h, const uint8_t *in, size_t bytes)
{
    if (hashes[h].long_words)
        neosig_sha512_update(&ctx->sha512, in, bytes);
    else
        neosig_sha256_update(&ctx->sha256, in, bytes);
}

static void final(context *ctx, size_t h, uint8_t *out)
{
    if (hashes[h].long_words)
        neosig_sha512_final(&ctx->sha512, out, hashes[h].bytes);
    else
        neosig_sha256_final(&ctx->sha256, out, hashes[h].bytes);
}

static void check(void)
{
    for (size_t h = 0; h < sizeof hashes / sizeof hashes[0]; h++) {
        uint8_t in[1000], out[64], digest[32];
        neosig_shake all;
        context ctx;
        neosig_shake_init(&all, &neosig_keccak_portable, 136);
        for (size_t n = 0; n <= 300; n++) {
            test_message(in, n);
            init(&ctx, h);
            size_t piece = 1 + n % 11;
            for (size_t at = 0; at < n; piece += 1 + n % 3) {
                const size_t part = piece < n - at ? piece : n - at;
                update(&ctx, h, in + at, part);
                update(&ctx, h, in, 0);
                at += part;
            }
            final(&ctx, h, out);
            neosig_shake_absorb(&all, out, hashes[h].bytes);
        }
        neosig_shake_finish_as(&all, 0x06);
        neosig_shake_squeeze(&all, digest, sizeof digest);
        CHECK(equals_hex(digest, hashes[h].all_lengths));

        memset(in, 'a', sizeof in);
        init(&ctx, h);
        for (unsigned i = 0; i < 1000; i++)
            update(&ctx, h, in, sizeof in);
        final(&ctx, h, out);
        CHECK(equals_hex(out, hashes[h].million));
    }
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *const backend = usable_backend(i);
        if (backend && CHECK(neosig_backend_select(backend->name) == NEOSIG_OK)) {
            printf("%s: %s\n", backend->name, backend->sha2->name);
            check();
        }
    }
    return test_end();
}
