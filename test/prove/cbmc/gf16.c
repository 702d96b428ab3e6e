#include "any.h"
#include "gf/gf16.c"

void harness_neosig_gf16_unpack(void)
{
    uint8_t *row;
    const uint8_t *packed;
    size_t n;
    neosig_gf16_unpack(row, packed, n);
}

void harness_neosig_gf16_pack(void)
{
    uint8_t *packed;
    const uint8_t *row;
    size_t n;
    neosig_gf16_pack(packed, row, n);
}
