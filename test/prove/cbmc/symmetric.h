/* Sponges and key streams, of which only the places matter. */
#include "sym/aes.h"
#include "sym/keccak.h"

void neosig_shake_init(neosig_shake *shake, const neosig_keccak_kernels *kernels, unsigned rate)
{
    __CPROVER_assert(__CPROVER_w_ok(shake, sizeof *shake), "a sponge");
}

void neosig_shake_absorb(neosig_shake *shake, const uint8_t *in, size_t bytes)
{
    __CPROVER_assert(bytes == 0 || __CPROVER_r_ok(in, bytes), "what is absorbed is there");
}

void neosig_shake_finish(neosig_shake *shake)
{
    __CPROVER_assert(__CPROVER_w_ok(shake, sizeof *shake), "a sponge");
}

void neosig_shake_squeeze(neosig_shake *shake, uint8_t *out, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes), "what is squeezed has room");
}

void neosig_beside_begin(neosig_beside *beside, const neosig_keccak_kernels *kernels, const uint8_t *in, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(beside, sizeof *beside), "a sponge");
    __CPROVER_assert(bytes == 0 || __CPROVER_r_ok(in, bytes), "what is absorbed is there");
    beside->bytes = bytes;
    beside->absorbed = 0;
}

void neosig_beside_finish(neosig_beside *beside, uint8_t *out, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(beside, sizeof *beside), "a sponge");
    __CPROVER_assert(__CPROVER_w_ok(out, bytes), "what is squeezed has room");
}

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(key, sizeof *key) && __CPROVER_r_ok(bytes, key_bytes), "a key");
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && __CPROVER_r_ok(key, sizeof *key), "a key stream has room");
}

static const neosig_aes_kernels aes = {.expand = expand, .ctr = ctr};
