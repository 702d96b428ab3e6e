/* scrypt. Of copies and of what is derived only the places matter. */
#include "key/kdf.c"
#include "moved.h"
#include "sha256.h"

enum { R = 8, MOST_N = MOST_TABLE / 128 / R, MOST_P = MOST_REST / 128 / R - 2 };

/* Within bounds are only numbers with which scrypt's memory fits. */
void harness_neosig_scrypt_is_bounded(void)
{
    uint64_t N, p;
    has_free();
    if (neosig_scrypt_is_bounded(N, R, p))
        __CPROVER_assert(N <= MOST_N && p <= MOST_P, "the memory fits");
}

void harness_neosig_pbkdf2_is_bounded(void)
{
    uint64_t iterations;
    has_free();
    neosig_pbkdf2_is_bounded(iterations);
}

int any_bounded(uint64_t N, uint64_t r, uint64_t p)
{
    _Bool is;
    return is && r == R && N <= MOST_N && p <= MOST_P;
}

void harness_salsa20_8(void)
{
    uint32_t block[WORDS];
    salsa20_8(block);
}

void any_salsa(uint32_t block[WORDS])
{
    __CPROVER_assert(__CPROVER_w_ok(block, 4 * WORDS), "the block is there");
}

void harness_block_mix(void)
{
    size_t r;
    __CPROVER_assume(0 < r && r <= MOST_REST / 128);
    block_mix(any_bytes(128 * r), any_bytes(128 * r), r);
}

void any_block_mix(uint32_t *out, const uint32_t *in, size_t r)
{
    __CPROVER_assert(__CPROVER_w_ok(out, 128 * r) && __CPROVER_r_ok(in, 128 * r), "the blocks are there");
}

void harness_mix(void)
{
    size_t N;
    __CPROVER_assume(0 < N && N <= MOST_N);
    mix(any_bytes(128 * R), any_bytes(128 * R * N), any_bytes(128 * R), any_bytes(128 * R), N, R);
}

void any_mix(uint8_t *piece, uint32_t *table, uint32_t *x, uint32_t *y, size_t N, size_t r)
{
    __CPROVER_assert(__CPROVER_w_ok(piece, 128 * r) && __CPROVER_w_ok(table, 128 * r * N), "piece and table");
    __CPROVER_assert(__CPROVER_w_ok(x, 128 * r) && __CPROVER_w_ok(y, 128 * r) && N > 0, "two blocks");
}

void any_pbkdf2(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes, const uint8_t *salt,
                size_t salt_bytes, uint64_t iterations)
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && __CPROVER_r_ok(passphrase, passphrase_bytes) &&
                         __CPROVER_r_ok(salt, salt_bytes) && iterations >= 1,
                     "what is derived from is there");
    write_any(out, bytes);
}

void harness_neosig_scrypt(void)
{
    uint8_t *out;
    const uint8_t *passphrase, *salt;
    uint64_t N, p;
    size_t bytes, passphrase_bytes, salt_bytes;
    has_free();
    neosig_scrypt(out, bytes, passphrase, passphrase_bytes, salt, salt_bytes, N, R, p);
}
