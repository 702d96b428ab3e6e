/* Reading PEM on any bytes: N characters of base64, a boundary line of N characters.
 * Claim: nothing outside of the text is read; base64 writes at most three bytes for four characters; a label fits; no
 * signed arithmetic overflows. */
#include "__fc_builtin.h"
#include "key/pem.c"

static uint8_t text[N + 1]; /* a byte more, for arrays have at least one; the N bytes end with the array */

static int base64(void)
{
    uint8_t out[N / 4 * 3 + 1];
    size_t bytes;
    const int wrong = neosig_pem_decode(out, &bytes, (neosig_der_piece){text + 1, N}) != NULL;
    //@ assert bytes <= N / 4 * 3;
    return wrong;
}

static int label(void)
{
    char found[NEOSIG_PEM_LABEL];
    const neosig_der_piece line = {text + 1, N};
    return boundary(line, "-----BEGIN ", found) + boundary(line, "-----END ", found);
}

int main(void)
{
    Frama_C_make_unknown((char *)text, sizeof text);
    return base64() + label();
}
