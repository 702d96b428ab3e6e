/* SHA-256, of which only the places matter, and wiping. */
#include "any.h"
#include "api/internal.h"
#include "wiped.h"

void neosig_sha256_init(neosig_sha256 *state, size_t digest_bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(state, sizeof *state), "the state is there");
}

void neosig_sha256_update(neosig_sha256 *state, const uint8_t *in, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(state, sizeof *state) && __CPROVER_r_ok(in, bytes), "what is hashed is there");
}

void neosig_sha256_final(neosig_sha256 *state, uint8_t *digest, size_t digest_bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(state, sizeof *state) && __CPROVER_w_ok(digest, digest_bytes),
                     "the digest is there");
}
