/* The parts of pem_decode on any bytes: a line from any place of a text of N bytes, a line of N characters of base64,
 * a boundary line of N characters.
 * Claim: nothing outside of the text is read, a line lies within it and the cursor moves on but not beyond its end; a
 * line of base64 writes at most three bytes for four characters; a label fits; no signed arithmetic overflows. */
#include "__fc_builtin.h"
#include "apps/pem.c"

enum { LONGEST = 20 }; /* text in which lines are looked for */

static uint8_t text[N + 1]; /* a byte more, for arrays have at least one; the N bytes end with the array */

static int lines(void)
{
    int sum = 0;
    for (size_t place = 0; N <= LONGEST && place <= N; place++) {
        const uint8_t *const start = text + 1 + place, *line;
        cursor c = {start, text + 1 + N};
        size_t length;
        if (!next_line(&c, &line, &length))
            continue;
        const uint8_t *const next = c.at, *const stop = c.end;
        //@ assert start < next && next <= stop && line == start;
        for (size_t i = 0; i < N; i++)
            sum += i < length ? line[i] : 0;
    }
    return sum;
}

static int base64(void)
{
    uint8_t out[N / 4 * 3 + 1], *end = out;
    int last = Frama_C_interval(0, 1);
    const int wrong = decode_line(&end, text + 1, N, &last) != NULL;
    //@ assert end <= out + N / 4 * 3;
    return wrong;
}

static int label(void)
{
    char found[PEM_LABEL];
    if (!boundary(text + 1, N, "-----BEGIN ", found) && !boundary(text + 1, N, "-----END ", found))
        return 0;
    return (int)strlen(found);
}

int main(void)
{
    Frama_C_make_unknown((char *)text, sizeof text);
    return lines() + base64() + label();
}
