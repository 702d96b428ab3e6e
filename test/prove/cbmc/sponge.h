/* Sponges, of which only the places matter. */
#include "sym/keccak.h"

void neosig_shake_init(neosig_shake *shake, const neosig_keccak_kernels *kernels, unsigned rate)
{
    __CPROVER_assert(__CPROVER_w_ok(shake, sizeof *shake), "a sponge");
}

void neosig_shake_absorb(neosig_shake *shake, const uint8_t *in, size_t bytes)
{
    __CPROVER_assert(__CPROVER_r_ok(in, bytes), "what is absorbed is there");
}

void neosig_shake_finish(neosig_shake *shake)
{
    __CPROVER_assert(__CPROVER_w_ok(shake, sizeof *shake), "a sponge");
}

void neosig_shake_squeeze(neosig_shake *shake, uint8_t *out, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(out, bytes), "what is squeezed has room");
}
