#include "key/der.c"

void harness_neosig_der_take(void)
{
    neosig_der_piece *in, *content;
    uint8_t tag;
    neosig_der_take(in, tag, content);
}
