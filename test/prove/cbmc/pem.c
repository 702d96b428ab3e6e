#include "key/pem.c"
#include "piece.h"

void harness_next_line(void)
{
    neosig_der_piece text = any_piece(), line;
    next_line(&text, &line);
}

void harness_boundary(void)
{
    _Bool begins;
    char label[NEOSIG_PEM_LABEL];
    boundary(any_piece(), begins ? "-----BEGIN " : "-----END ", label);
}

void harness_neosig_pem_take(void)
{
    neosig_der_piece *text, *body;
    char *label;
    neosig_pem_take(text, label, body);
}

void harness_neosig_pem_decode(void)
{
    uint8_t *data;
    size_t *bytes;
    neosig_der_piece body;
    neosig_pem_decode(data, bytes, body);
}
