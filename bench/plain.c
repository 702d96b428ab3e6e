#include "gf16.h"
#include "technique.h"

static inline void add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    for (unsigned i = 0; i < l; i++)
        for (unsigned j = 0; j < l; j++)
            c[i * l + j] = a[i * l + j] ^ b[i * l + j];
}

void neosig_bench_plain_add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    if (l == 4)
        add(4, c, a, b);
    else if (l == 3)
        add(3, c, a, b);
    else
        add(2, c, a, b);
}

void neosig_bench_plain_multiply(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    if (l == 4)
        gf16_multiply(4, 0, c, a, b);
    else if (l == 3)
        gf16_multiply(3, 0, c, a, b);
    else
        gf16_multiply(2, 0, c, a, b);
}
