/* The parts of reading PEM on any bytes: a line from any place of a text of N bytes, N characters of base64, a boundary
 * line of N characters.
 * Claim: nothing outside of the text is read, a line lies within it and the text moves on but not beyond its end; base64
 * writes at most three bytes for four characters; a label fits; no signed arithmetic overflows. */
#include "__fc_builtin.h"
#include "key/pem.c"

enum { LONGEST = 20 }; /* text in which lines are looked for */

static uint8_t text[N + 1]; /* a byte more, for arrays have at least one; the N bytes end with the array */

static int lines(void)
{
    int sum = 0;
    for (size_t place = 0; N <= LONGEST && place <= N; place++) {
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
    if (!boundary(line, "-----BEGIN ", found) && !boundary(line, "-----END ", found))
        return 0;
    return (int)strlen(found);
}

int main(void)
{
    Frama_C_make_unknown((char *)text, sizeof text);
    return lines() + base64() + label();
}
