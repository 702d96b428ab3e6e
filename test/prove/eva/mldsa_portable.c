/* The portable kernels of mldsa_poly.h, but for add_sparse_vartime, on any bytes, and on any numbers within the bounds
 * that it states. Claim: no access leaves a buffer, no shift is too wide, no signed arithmetic overflows, and what
 * `unpack_z` and `inner` make is within its bounds. */
#include "__fc_builtin.h"
#include "mldsa/mldsa_poly_portable.c"

static void any(int32_t *r, size_t n, int32_t bound) /* |r[i]| < bound */
{
    for (size_t i = 0; i < n; i++)
        r[i] = Frama_C_interval(1 - bound, bound - 1);
}

static void within(const int32_t *r, int32_t least, int32_t most)
{
    for (size_t i = 0; i < 256; i++) {
        //@ assert least <= r[i] <= most;
    }
}

#define UNKNOWN(array) Frama_C_make_unknown((char *)(array), sizeof(array))

int main(void)
{
    const neosig_mldsa_kernels *k = &neosig_mldsa_portable;
    static int32_t r[256], b[8 * 256];
    static uint8_t in[640], out[640], uniform[8 * 768], hint[256], bits[32];
    static int8_t s[512], short_s[272];
    const unsigned eta = Frama_C_interval(0, 1) ? 2 : 4;
    const int32_t gamma1 = 1 << (Frama_C_interval(0, 1) ? 17 : 19);
    const int32_t gamma2 = Frama_C_interval(0, 1) ? NEOSIG_MLDSA_GAMMA2_88 : NEOSIG_MLDSA_GAMMA2_32;
    int used = 0;
    UNKNOWN(in);
    UNKNOWN(uniform);
#if PART == 0
    k->unpack_z(r, in, gamma1);
    within(r, 1 - gamma1, gamma1);
    any(r, 256, gamma1);
    k->pack_z(out, r, gamma1);
    used += k->unpack_s(s, in, eta);
    for (size_t i = 0; i < 256; i++)
        s[i] = (int8_t)Frama_C_interval(-(int)eta, (int)eta);
    k->pack_s(out, s, eta);
    k->unpack_t1(r, in);
    k->unpack_t0(r, in);
    any(r, 256, 5447272); /* 0.65 q */
    for (size_t i = 0; i < 256; i++)
        s[i] = (int8_t)Frama_C_interval(-4, 4);
    k->power2round(out, out + 320 - 96, r, s);
#elif PART == 1
    any(r, 256, Q);
    k->decompose(out, r, gamma2);
    for (size_t i = 0; i < 256; i++)
        hint[i] = (uint8_t)Frama_C_interval(0, 1);
    any(r, 256, Q);
    k->use_hint(out, r, hint, gamma2);
    any(r, 256, gamma2);
    any(b, 256, gamma2);
    used += (int)k->make_hint(bits, r, b, in, gamma2);
    used += k->exceeds(r, gamma2);
#elif PART == 2
    const size_t n = (size_t)Frama_C_interval(1, 8);
    for (size_t j = 0; j < 8; j++)
        for (size_t i = 0; i < 256; i++)
            uniform[768 * j + 3 * i + 2] &= 0x7f; /* q < 2^23 */
    any(b, 8 * 256, 6 * Q);
    k->inner(r, uniform, b, n, 0);
    within(r, -5028250, 5028250); /* 0.6 q */
    any(r, 256, 5028251);
    k->inner(r, uniform, b, n, 1);
#else
    used +=
        (int)k->uniform_vartime(uniform, (size_t)Frama_C_interval(0, 256), in, 3 * (size_t)Frama_C_interval(0, 213));
    used +=
        (int)k->eta_vartime(short_s, (size_t)Frama_C_interval(0, 256), in, 8 * (size_t)Frama_C_interval(0, 80), eta);
#endif
    return used;
}
