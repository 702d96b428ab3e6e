/* neosig_der_take on any bytes, N of them.
 * Claim: nothing outside of the given bytes is read, the piece that is taken and what is left lie within them, and no
 * arithmetic overflows or wraps. */
#include "__fc_builtin.h"
#include "key/der.c"

static uint8_t text[N + 1]; /* a byte more, for arrays have at least one; the N bytes end with the array */

static int take(unsigned length, unsigned next)
{
    neosig_der_piece in = {text + 1, N}, piece;
    int sum = 0;
    Frama_C_make_unknown((char *)text, sizeof text);
#if N > 1
    text[2] = (uint8_t)length;
#endif
#if N > 2
    text[3] = (uint8_t)next;
#endif
    if (!neosig_der_take(&in, (uint8_t)Frama_C_interval(0, 255), &piece))
        return 0;
    if (piece.bytes)
        sum += piece.data[0] + piece.data[piece.bytes - 1];
    if (in.bytes)
        sum += in.data[0] + in.data[in.bytes - 1];
    return sum;
}

/* The length's first byte one by one, so that Eva has one piece at a time; of one long byte also that. */
int main(void)
{
    int sum = 0;
    for (unsigned length = 0; length < 256; length++)
        for (unsigned next = 0; next < (length == 0x81 ? 256u : 1u); next++)
            sum |= take(length, length == 0x81 ? next : (unsigned)Frama_C_interval(0, 255));
    return sum;
}
