#include "any.h"
#include "haetae/haetae_encode.c"

void neosig_wipe(void *p, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(p, bytes), "what is wiped is there");
}

void harness_neosig_haetae_unpack(void)
{
    int32_t w[256];
    const unsigned widths[] = {2, 3, 15, 16};
    for (size_t i = 0; i < 4; i++)
        neosig_haetae_unpack(w, any_bytes(32 * widths[i]), widths[i]);
}

void harness_neosig_haetae_unpack_small(void)
{
    int8_t s[256];
    for (unsigned most = 1; most <= 2; most++)
        neosig_haetae_unpack_small(s, any_bytes(32 * (most + 1)), most);
}
