/* Three portable kernels of haetae_poly.h on any bytes, and on any numbers within the bounds that it states. Claim: no
 * access leaves a buffer, no shift is too wide, no signed arithmetic overflows. */
#undef __SIZEOF_INT128__ /* which Frama-C lacks: the halves of core/wide.h */
#include "__fc_builtin.h"
#include "haetae/haetae_poly_portable.c"

static void any(int32_t *r, size_t n, int32_t bound) /* |r[i]| < bound */
{
    for (size_t i = 0; i < n; i++)
        r[i] = Frama_C_interval(1 - bound, bound - 1);
}

#define UNKNOWN(array) Frama_C_make_unknown((char *)(array), sizeof(array))

int main(void)
{
    const neosig_haetae_kernels *k = &neosig_haetae_portable;
    static int32_t r[256], b[7 * 256];
    static uint16_t a[7 * 256];
    static uint8_t in[512], looked[256];
    static uint64_t samples[256], table[48];
    int used = 0;
#if PART == 0
    for (size_t i = 0; i < 7 * 256; i++)
        a[i] = (uint16_t)Frama_C_interval(0, Q - 1);
    any(b, 7 * 256, 6 * Q);
    any(r, 256, INT32_MAX - Q);
    k->inner(r, a, b, (size_t)Frama_C_interval(1, 7), Frama_C_interval(0, 1));
#elif PART == 1
    UNKNOWN(in);
    used += (int)k->uniform_vartime(a, (size_t)Frama_C_interval(0, 256), in, 2 * (size_t)Frama_C_interval(0, 256));
#else
    UNKNOWN(table);
    for (size_t i = 0; i < 256; i++)
        looked[i] = (uint8_t)Frama_C_interval(0, 47);
    k->look_up(samples, looked, table, (size_t)Frama_C_interval(1, 48));
#endif
    return used;
}
