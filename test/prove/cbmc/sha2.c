/* SHA-2: its buffering and padding, for a compression function of which only the places matter. */
#include "any.h"
#include "core/contract.h"
#include "moved.h"
#include "sym/sha2.c"
#include "wiped.h"
#include "words.h"

static size_t block_bytes, compressed;

static void any_compress(void *h, const uint8_t *in, size_t blocks)
{
    __CPROVER_assert(__CPROVER_w_ok(h, block_bytes / 2), "a state");
    __CPROVER_assert(blocks == 0 || __CPROVER_r_ok(in, blocks * block_bytes), "blocks");
    compressed += blocks;
}

static const neosig_sha2_kernels kernels = {.sha256 = any_compress, .sha512 = any_compress};
static const neosig_backend backend = {.sha2 = &kernels};

const neosig_backend *neosig_backend_now(void)
{
    return &backend;
}

/* Of a message of any length, with any number of bytes before. */
void harness_update(void)
{
    size_t bytes;
    uint64_t before;
    __CPROVER_assume(fits(bytes) && before < UINT64_MAX - bytes);
    const uint8_t *const in = any_bytes(bytes);
    for (int wide = 0; wide < 2; wide++) {
        compressed = 0;
        block_bytes = wide ? 128 : 64;
        neosig_sha256 *const narrow = any_bytes(sizeof *narrow);
        neosig_sha512 *const all = any_bytes(sizeof *all);
        narrow->bytes = all->bytes = before;
        if (wide)
            neosig_sha512_update(all, in, bytes);
        else
            neosig_sha256_update(narrow, in, bytes);
        __CPROVER_assert((wide ? all->bytes : narrow->bytes) == before + bytes, "the message's length");
        __CPROVER_assert(compressed == (before + bytes) / block_bytes - before / block_bytes, "each whole block once");
    }
}

void harness_pad(void)
{
    for (int i = 0; i < 6; i++) {
        neosig_sha256 *const narrow = any_bytes(sizeof *narrow);
        neosig_sha512 *const all = any_bytes(sizeof *all);
        uint64_t before = i < 2 ? narrow->bytes : all->bytes;
        const size_t sizes[] = {28, 32, 28, 32, 48, 64};
        uint8_t *const digest = any_bytes(sizes[i]);
        block_bytes = i < 2 ? 64 : 128;
        compressed = 0;
        if (i < 2) {
            neosig_sha256_final(narrow, digest, sizes[i]);
            neosig_sha256_init(narrow, sizes[i]);
        } else {
            neosig_sha512_final(all, digest, sizes[i]);
            neosig_sha512_init(all, sizes[i]);
        }
        __CPROVER_assert(compressed == 1 + (before % block_bytes + 9 + (i < 2 ? 0 : 8) > block_bytes),
                         "blocks with room for the length");
    }
}
