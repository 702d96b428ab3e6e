/* A line of PEM from any place of a text of N bytes.
 * Claim: nothing outside of the text is read, the line lies within it, and the text moves on but not beyond its end. */
#include "__fc_builtin.h"
#include "key/pem.c"

static uint8_t text[N + 1]; /* a byte more, for arrays have at least one; the N bytes end with the array */

static int lines(void)
{
    int sum = 0;
    for (size_t place = 0; place <= N; place++) {
        const uint8_t *const start = text + 1 + place;
        neosig_der_piece rest = {start, N - place}, line;
        if (!next_line(&rest, &line))
            continue;
        const uint8_t *const next = rest.data, *const stop = rest.data + rest.bytes;
        //@ assert start < next && next <= stop && stop == text + 1 + N && line.data == start;
        for (size_t i = 0; i < N; i++)
            sum += i < line.bytes ? line.data[i] : 0;
    }
    return sum;
}

int main(void)
{
    Frama_C_make_unknown((char *)text, sizeof text);
    return lines();
}
